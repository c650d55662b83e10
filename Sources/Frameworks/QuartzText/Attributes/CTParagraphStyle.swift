// The layout of a paragraph: alignment, breaking, spacing, indents.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The horizontal alignment of a paragraph's lines.
public enum CTTextAlignment: UInt8, Hashable, Sendable {
  /// At the left edge.
  case left = 0
  /// At the right edge.
  case right = 1
  /// In the middle.
  case center = 2
  /// At both edges, the last line at the natural one.
  case justified = 3
  /// At the edge where the paragraph's script begins lines.
  case natural = 4
}

/// The treatment of a paragraph that is wider than its box.
public enum CTLineBreakMode: UInt8, Hashable, Sendable {
  /// Lines break between words, and within a word that does not fit a line of its own.
  case byWordWrapping = 0
  /// Lines break between any two characters.
  case byCharWrapping = 1
  /// One line, which continues beyond the edge.
  case byClipping = 2
  /// One line, an ellipsis at its beginning.
  case byTruncatingHead = 3
  /// One line, an ellipsis at its end.
  case byTruncatingTail = 4
  /// One line, an ellipsis in its middle.
  case byTruncatingMiddle = 5
}

/// The direction of a paragraph.
public enum CTWritingDirection: Int8, Hashable, Sendable {
  /// The direction of its first letter; from left to right without one.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// The kind of a paragraph style's setting.
public enum CTParagraphStyleSpecifier: UInt32, Hashable, Sendable {
  /// A `CTTextAlignment`; natural.
  case alignment = 0
  /// `CGFloat`, points between the leading edge and the first line; 0.
  case firstLineHeadIndent = 1
  /// `CGFloat`, points between the leading edge and the other lines; 0.
  case headIndent = 2
  /// `CGFloat`, where lines end: points from the leading edge, or from the trailing one if not
  /// positive; 0.
  case tailIndent = 3
  /// A `CFArray` of `CTTextTab`; none.
  ///
  /// The address of the array comes from `withUnsafePointer(to:)`: `&` of one gives that of its
  /// elements.
  case tabStops = 4
  /// `CGFloat`, the distance of tab stops behind the last one of one's own, in points; 0 means 28.
  case defaultTabInterval = 5
  /// A `CTLineBreakMode`; by word wrapping.
  case lineBreakMode = 6
  /// `CGFloat`, a factor on the height of lines; 0 means 1.
  case lineHeightMultiple = 7
  /// `CGFloat`, the greatest height of a line in points; 0 means none.
  case maximumLineHeight = 8
  /// `CGFloat`, the smallest height of a line in points; 0.
  case minimumLineHeight = 9
  /// `CGFloat`, points after the paragraph; 0.
  case paragraphSpacing = 11
  /// `CGFloat`, points before the paragraph, but for the first one of a text; 0.
  case paragraphSpacingBefore = 12
  /// A `CTWritingDirection`; natural.
  case baseWritingDirection = 13
  /// `CGFloat`, points between lines in addition to their leading; 0.
  case lineSpacingAdjustment = 16
}

/// One setting of a paragraph style: its kind, and the address of its value.
public struct CTParagraphStyleSetting {
  /// The kind of the value.
  public var spec: CTParagraphStyleSpecifier
  /// The size of the value in bytes.
  public var valueSize: Int
  /// The value, of the type that `spec` says.
  public var value: UnsafeRawPointer

  /// A setting; `value` is read by `CTParagraphStyleCreate`.
  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    self.spec = spec
    self.valueSize = valueSize
    self.value = value
  }
}

/// The layout of a paragraph: alignment, breaking, spacing, indents.
///
/// Lengths are in points; numbers that are not finite count as 0.
///
/// ```swift
/// var alignment = CTTextAlignment.center
/// let style = withUnsafePointer(to: &alignment) { value in
///   let setting = CTParagraphStyleSetting(
///     spec: .alignment,
///     valueSize: MemoryLayout<CTTextAlignment>.size,
///     value: value
///   )
///   return CTParagraphStyleCreate([setting], 1)
/// }
/// ```
///
/// **Differences**: styles are equal if their values are. Bounds of the line spacing are
/// absent.
public final class CTParagraphStyle: Hashable, Sendable {
  /// The settings as values.
  package struct Values: Hashable, Sendable {
    package var alignment = CTTextAlignment.natural
    package var lineBreakMode = CTLineBreakMode.byWordWrapping
    package var baseWritingDirection = CTWritingDirection.natural
    package var firstLineHeadIndent = 0.0
    package var headIndent = 0.0
    package var tailIndent = 0.0
    package var defaultTabInterval = 0.0
    /// By their places.
    package var tabs: [TextTab] = []
    package var lineHeightMultiple = 0.0
    package var maximumLineHeight = 0.0
    package var minimumLineHeight = 0.0
    package var lineSpacing = 0.0
    package var paragraphSpacing = 0.0
    package var paragraphSpacingBefore = 0.0

    package init() {}
  }

  package let values: Values

  package init(_ values: Values) {
    self.values = values
  }

  /// Whether both say the same.
  public static func == (left: CTParagraphStyle, right: CTParagraphStyle) -> Bool {
    left.values == right.values
  }

  /// Feeds the values into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(values)
  }
}

/// Creates a paragraph style of `settingCount` settings; the others have their defaults.
///
/// A setting whose size does not fit its type or whose value is none of its type's is left out.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?,
  _ settingCount: Int
) -> CTParagraphStyle {
  var values = CTParagraphStyle.Values()
  // Bounds: the caller vouches for `settingCount` settings.
  for setting in UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : settingCount) {
    values.take(setting)
  }
  return CTParagraphStyle(values)
}

/// Writes the value of a specifier to `valueBuffer`.
///
/// - Returns: Whether `valueBufferSize` is the size of the value's type; nothing is written if not.
public func CTParagraphStyleGetValueForSpecifier(
  _ paragraphStyle: CTParagraphStyle,
  _ spec: CTParagraphStyleSpecifier,
  _ valueBufferSize: Int,
  _ valueBuffer: UnsafeMutableRawPointer
) -> Bool {
  let values = paragraphStyle.values
  if let length = spec.length {
    guard valueBufferSize == MemoryLayout<CGFloat>.size else { return false }
    valueBuffer.storeBytes(of: CGFloat(values[keyPath: length]), as: CGFloat.self)
    return true
  }
  if spec == .tabStops {
    guard valueBufferSize == MemoryLayout<CFArray>.size else { return false }
    valueBuffer.assumingMemoryBound(to: CFArray.self).pointee = values.tabs.map { CTTextTab($0) }
    return true
  }
  guard valueBufferSize == 1 else { return false }
  switch spec {
  case .alignment: valueBuffer.storeBytes(of: values.alignment.rawValue, as: UInt8.self)
  case .lineBreakMode: valueBuffer.storeBytes(of: values.lineBreakMode.rawValue, as: UInt8.self)
  case .baseWritingDirection:
    valueBuffer.storeBytes(of: values.baseWritingDirection.rawValue, as: Int8.self)
  default: return false
  }
  return true
}

extension CTParagraphStyle.Values {
  fileprivate mutating func take(_ setting: CTParagraphStyleSetting) {
    if let length = setting.spec.length {
      guard setting.valueSize == MemoryLayout<CGFloat>.size else { return }
      let value = setting.value.loadUnaligned(as: CGFloat.self)
      self[keyPath: length] = value.isFinite ? Double(value) : 0
      return
    }
    if setting.spec == .tabStops {
      guard setting.valueSize == MemoryLayout<CFArray>.size else { return }
      let stops = setting.value.assumingMemoryBound(to: CFArray.self).pointee
      tabs = stops.compactMap { ($0 as? CTTextTab)?.tab }.sorted { $0.location < $1.location }
      return
    }
    guard setting.valueSize == 1 else { return }
    let byte = setting.value.load(as: UInt8.self)
    switch setting.spec {
    case .alignment: alignment = CTTextAlignment(rawValue: byte) ?? alignment
    case .lineBreakMode: lineBreakMode = CTLineBreakMode(rawValue: byte) ?? lineBreakMode
    case .baseWritingDirection:
      baseWritingDirection =
        CTWritingDirection(rawValue: Int8(bitPattern: byte)) ?? baseWritingDirection
    default: return
    }
  }
}

extension CTParagraphStyleSpecifier {
  /// The key path of a length or factor; nil for choices.
  fileprivate var length: WritableKeyPath<CTParagraphStyle.Values, Double>? {
    switch self {
    case .firstLineHeadIndent: \.firstLineHeadIndent
    case .headIndent: \.headIndent
    case .tailIndent: \.tailIndent
    case .defaultTabInterval: \.defaultTabInterval
    case .lineHeightMultiple: \.lineHeightMultiple
    case .maximumLineHeight: \.maximumLineHeight
    case .minimumLineHeight: \.minimumLineHeight
    case .paragraphSpacing: \.paragraphSpacing
    case .paragraphSpacingBefore: \.paragraphSpacingBefore
    case .lineSpacingAdjustment: \.lineSpacing
    case .alignment, .lineBreakMode, .baseWritingDirection, .tabStops: nil
    }
  }
}
