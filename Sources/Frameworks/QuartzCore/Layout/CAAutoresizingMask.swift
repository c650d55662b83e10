// Autoresizing: layers that follow the size of their superlayer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The parts of a layer's frame that change with the size of its superlayer: margins, width,
/// height.
///
/// The parts of an axis in the mask share the change of the superlayer's size; the others stay. One
/// part takes all of it, two margins a half each, all three a third each; of one margin and the
/// extent, the margin takes two thirds. The sizes of the parts do not count. Without any part of an
/// axis in the mask, the layer keeps its distance to the edge of least x or y. The resulting frame
/// is widened to whole points.
public struct CAAutoresizingMask: OptionSet, Sendable {
  /// The bits in archives and key-value coding.
  public let rawValue: UInt32

  /// Creates the mask with these bits.
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
  /// Adapts the frame to the size of the superlayer, according to the mask.
  ///
  /// Parts of a layer share a change by their number, and of a view's layer by their lengths.
  final func autoresize(from old: CGSize) {
    let mask = layout.autoresizing ?? inheritedAutoresizing
    guard !mask.isEmpty, let parent else { return }
    let new = parent.rect(.bounds).standardized
    let frame = frame
    if layout.isOfView {
      let size = CGSize(width: new.width, height: new.height)
      let result = frame.resized(mask, from: old, to: size)
      if result != frame { self.frame = result }
      return
    }
    let x = FlexibleParts(mask, .layerMinXMargin, .layerWidthSizable, .layerMaxXMargin)
    let y = FlexibleParts(mask, .layerMinYMargin, .layerHeightSizable, .layerMaxYMargin)
    let across = x.shared(new.width - abs(old.width), frame.minX, frame.maxX)
    let down = y.shared(new.height - abs(old.height), frame.minY, frame.maxY)
    guard across != nil || down != nil else { return }
    let (left, right) = FlexibleParts.widened(across ?? (frame.minX, frame.maxX))
    let (top, bottom) = FlexibleParts.widened(down ?? (frame.minY, frame.maxY))
    let result = CGRect(x: left, y: top, width: right - left, height: bottom - top)
    if result != frame { self.frame = result }
  }
}

extension CGRect {
  /// The frame of a view after the superview's size has changed.
  fileprivate func resized(_ mask: CAAutoresizingMask, from old: CGSize, to new: CGSize) -> CGRect {
    let (width, height) = (abs(old.width), abs(old.height))
    let (across, down) = (new.width - width, new.height - height)
    guard across.isFinite, down.isFinite, across != 0 || down != 0 else { return self }
    let x = FlexibleShares(minX, self.width, width - maxX, mask.rawValue)
    let y = FlexibleShares(minY, self.height, height - maxY, mask.rawValue >> 3)
    return CGRect(
      x: minX + across * x.near,
      y: minY + down * y.near,
      width: self.width + across * x.extent,
      height: self.height + down * y.extent
    )
  }
}

/// The shares of a change of a superview's length that go to the near margin of a view and to its
/// extent; the far margin takes the rest.
///
/// The flexible parts share in proportion to their lengths, as UIKit's documents say, and equally
/// if all of them are empty.
package struct FlexibleShares: Equatable {
  package let near: Double
  package let extent: Double

  /// - Parameters:
  ///   - near: The length of the near margin, in points; less than nothing counts as nothing.
  ///   - extent: The length of the view.
  ///   - far: The length of the far margin.
  ///   - mask: Bits 0 to 2: whether these are flexible.
  package init(_ near: Double, _ extent: Double, _ far: Double, _ mask: UInt32) {
    let flexible = SIMD3(Double(mask & 1), Double(mask >> 1 & 1), Double(mask >> 2 & 1))
    var lengths = flexible * SIMD3(max(near, 0), max(extent, 0), max(far, 0))
    if !(lengths.sum() > 0) { lengths = flexible }
    let sum = lengths.sum()
    self.near = sum > 0 ? lengths.x / sum : 0
    self.extent = sum > 0 ? lengths.y / sum : 0
  }
}

/// The flexible parts of one axis.
private struct FlexibleParts {
  private let margin: Bool
  private let extent: Bool
  private let farMargin: Bool

  init(
    _ mask: CAAutoresizingMask,
    _ margin: CAAutoresizingMask,
    _ extent: CAAutoresizingMask,
    _ farMargin: CAAutoresizingMask
  ) {
    self.margin = mask.contains(margin)
    self.extent = mask.contains(extent)
    self.farMargin = mask.contains(farMargin)
  }

  /// Returns the near and the far edge after sharing out a change of the superlayer's size.
  ///
  /// The far edge may be before the near one, as measured.
  ///
  /// - Returns: Nil if nothing changes, also for a change that is not finite.
  func shared(_ change: CGFloat, _ near: CGFloat, _ far: CGFloat) -> (CGFloat, CGFloat)? {
    guard change != 0, change.isFinite, margin || extent || farMargin else { return nil }
    // Shares of the near margin and of the extent; whole numbers first, so that thirds add up.
    let (nearShare, extentShare, all): (CGFloat, CGFloat, CGFloat) =
      switch (margin, extent, farMargin) {
      case (true, true, true): (1, 1, 3)
      case (true, true, false): (2, 1, 3)
      case (false, true, true): (0, 1, 3)
      case (true, false, true): (1, 0, 2)
      case (true, false, false): (1, 0, 1)
      case (false, true, false): (0, 1, 1)
      case (false, false, _): (0, 0, 1)
      }
    let nearEdge = near + change * nearShare / all
    return (nearEdge, far + change * (nearShare + extentShare) / all)
  }

  /// Returns two edges in their order, moved outwards to whole points.
  ///
  /// An edge within rounding errors of a whole point is treated as lying on it.
  static func widened(_ edges: (CGFloat, CGFloat)) -> (CGFloat, CGFloat) {
    let tolerance: CGFloat = 1e-6
    return (
      (min(edges.0, edges.1) + tolerance).rounded(.down),
      (max(edges.0, edges.1) - tolerance).rounded(.up)
    )
  }
}
