// How a layer follows the size of its superlayer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// What of a layer's place changes with the size of its superlayer: margins, width, height.
///
/// What of an axis is in the mask shares the change of the superlayer's size in equal parts; the
/// rest stays. With nothing of an axis in it, the layer keeps its distance to the edge of least x
/// or y.
public struct CAAutoresizingMask: OptionSet, Sendable {
  /// The bits as archives and key-value coding have them.
  public let rawValue: UInt32

  /// The mask with these bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The distance to the edge of least x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
  /// The width.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
  /// The distance to the edge of greatest x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
  /// The distance to the edge of least y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
  /// The height.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
  /// The distance to the edge of greatest y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}

extension CALayer {
  /// Follows the size of the superlayer, as the mask says.
  final func autoresize(from old: CGSize) {
    let mask = layout.autoresizing ?? inheritedAutoresizing
    guard !mask.isEmpty, let parent else { return }
    let new = parent.rect(.bounds).standardized
    var frame = frame
    let x = (
      mask.contains(.layerMinXMargin), mask.contains(.layerWidthSizable),
      mask.contains(.layerMaxXMargin)
    )
    let y = (
      mask.contains(.layerMinYMargin), mask.contains(.layerHeightSizable),
      mask.contains(.layerMaxYMargin)
    )
    (frame.origin.x, frame.size.width) = share(
      new.width - abs(old.width),
      frame.origin.x,
      frame.size.width,
      x
    )
    (frame.origin.y, frame.size.height) = share(
      new.height - abs(old.height),
      frame.origin.y,
      frame.size.height,
      y
    )
    if frame != self.frame { self.frame = frame }
  }

  /// One axis with a change of the superlayer's size shared among what may change.
  ///
  /// No size gets below 0. A change that is no number changes nothing.
  private final func share(
    _ change: CGFloat,
    _ origin: CGFloat,
    _ size: CGFloat,
    _ parts: (margin: Bool, size: Bool, farMargin: Bool)
  ) -> (origin: CGFloat, size: CGFloat) {
    let count = [parts.margin, parts.size, parts.farMargin].filter(\.self).count
    guard count > 0, change.isFinite else { return (origin, size) }
    let part = change / CGFloat(count)
    return (parts.margin ? origin + part : origin, parts.size ? max(size + part, 0) : size)
  }
}
