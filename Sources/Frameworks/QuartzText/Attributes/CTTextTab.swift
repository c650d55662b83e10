// Tab stops.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation

/// A tab stop as a value.
package struct TextTab: Hashable, Sendable {
  package var alignment: CTTextAlignment
  /// In points from the leading edge; finite.
  package var location: Double
  /// Text stands before the stop up to the first of these characters.
  package var terminators: Set<UInt32> = []
}

/// A stop that a tab moves the following text to.
///
/// ```swift
/// var stops: CFArray = [CTTextTabCreate(.right, 200, nil)]
/// let style = withUnsafePointer(to: &stops) { value in
///   let setting = CTParagraphStyleSetting(
///     spec: .tabStops, valueSize: MemoryLayout<CFArray>.size, value: value)
///   return CTParagraphStyleCreate([setting], 1)
/// }
/// ```
public final class CTTextTab: Hashable, Sendable {
  package let tab: TextTab

  init(_ tab: TextTab) {
    self.tab = tab
  }

  /// Whether both are at the same place and move text in the same way.
  public static func == (left: CTTextTab, right: CTTextTab) -> Bool { left.tab == right.tab }

  /// Feeds the values into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tab)
  }
}

/// In the options of a tab stop, a `CharacterSet`: text stands before the stop up to the first of
/// them.
///
/// With "." alone and alignment to the right, numbers stand with their points below one another.
public let kCTTabColumnTerminatorsAttributeName: CFString = "NSTabColumnTerminatorsAttributeName"

/// A tab stop.
///
/// - Parameters:
///   - alignment: Left and natural: text begins at the stop; right: it ends there; center.
///   - location: In points from the leading edge; a value that is not finite counts as 0.
///   - options: `kCTTabColumnTerminatorsAttributeName`; of a set the characters below U+3000 count.
public func CTTextTabCreate(
  _ alignment: CTTextAlignment,
  _ location: Double,
  _ options: CFDictionary?
) -> CTTextTab {
  var tab = TextTab(alignment: alignment, location: location.isFinite ? location : 0)
  if let set = options?[kCTTabColumnTerminatorsAttributeName] as? CharacterSet {
    let known = (UInt32(0x20)..<0x3000).lazy.compactMap { Unicode.Scalar($0) }
    tab.terminators = Set(known.filter { set.contains($0) }.map(\.value))
  }
  return CTTextTab(tab)
}

/// Returns the alignment of text at a tab stop.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.tab.alignment }

/// Returns the location of a tab stop, in points from the leading edge.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { tab.tab.location }

/// The options of a tab stop; nil if there are none.
public func CTTextTabGetOptions(_ tab: CTTextTab) -> CFDictionary? {
  guard !tab.tab.terminators.isEmpty else { return nil }
  var set = CharacterSet()
  for scalar in tab.tab.terminators.compactMap({ Unicode.Scalar($0) }) { set.insert(scalar) }
  return [kCTTabColumnTerminatorsAttributeName: set]
}
