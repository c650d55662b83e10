// Anchors: attributes of views and guides, from which constraints are made.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// An edge, centre, baseline or size of a view or guide, from which constraints are made.
///
/// Two anchors of one item and attribute are equal.
@preconcurrency
@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  final let operand: LayoutOperand

  init(_ operand: LayoutOperand) {
    self.operand = operand
    super.init()
  }

  /// The attribute's name.
  open var name: String { "\(operand.attribute)" }

  // `Any` because: UIKit says so.
  /// The view or guide; nil once it is gone, and for distances.
  open var item: Any? { operand.end == nil ? operand.item : nil }

  /// Whether an equally good layout has another value of it.
  open var hasAmbiguousLayout: Bool {
    (operand.item as? UIView)?.hasAmbiguousLayout
      ?? (operand.item as? UILayoutGuide)?.hasAmbiguousLayout ?? false
  }

  /// The active constraints of the item along the attribute's axis.
  open var constraintsAffectingLayout: [NSLayoutConstraint] {
    let axis: NSLayoutAxis = operand.isVertical ? .vertical : .horizontal
    return (operand.item as? UIView)?.constraintsAffectingLayout(for: axis) ?? []
  }

  /// Returns whether another one is an anchor of the same item and attribute.
  nonisolated open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSLayoutAnchor<AnchorType> else { return false }
    if other === self { return true }
    return onViewThread((self, other)) { anchor, other in
      let (one, two) = (anchor.operand, other.operand)
      return one.end == nil && two.end == nil && one.attribute == two.attribute
        && one.item != nil && one.item === two.item
    }
  }

  /// Equal for equal anchors.
  nonisolated open override var hash: Int {
    onViewThread(self) { $0.operand.attribute.rawValue }
  }

  /// Returns a constraint that both are equal, but for a constant.
  open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(equalTo: anchor, constant: 0)
  }

  /// Returns a constraint that this one is at least the other.
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>)
    -> NSLayoutConstraint
  { constraint(greaterThanOrEqualTo: anchor, constant: 0) }

  /// Returns a constraint that this one is at most the other.
  open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(lessThanOrEqualTo: anchor, constant: 0)
  }

  /// Returns a constraint that this one is the other and a constant in points.
  open func constraint(
    equalTo anchor: NSLayoutAnchor<AnchorType>,
    constant c: CGFloat
  ) -> NSLayoutConstraint { NSLayoutConstraint(operand, .equal, anchor.operand, constant: c) }

  /// Returns a constraint that this one is at least the other and a constant in points.
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>,
    constant c: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, constant: c)
  }

  /// Returns a constraint that this one is at most the other and a constant in points.
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>,
    constant c: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, constant: c)
  }

  /// The distance from this one to another.
  final func distance(to other: NSLayoutAnchor<AnchorType>) -> NSLayoutDimension {
    var distance = operand
    distance.end = LayoutOperand.End(other.operand.place, other.operand.attribute)
    return NSLayoutDimension(distance)
  }

  /// A constraint of this one and the standard distance after another.
  final func spaced(
    _ relation: NSLayoutConstraint.Relation,
    _ anchor: NSLayoutAnchor<AnchorType>,
    _ multiplier: CGFloat
  ) -> NSLayoutConstraint {
    let space = UIView.standardSpacing * multiplier
    return NSLayoutConstraint(operand, relation, anchor.operand, constant: space)
  }
}

/// A horizontal edge or centre.
@preconcurrency
@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  /// Returns the distance to another anchor, negative if that comes before this one.
  open func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
    distance(to: otherAnchor)
  }

  /// Returns a constraint of a multiple of the standard distance after another anchor.
  open func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor,
    multiplier: CGFloat
  ) -> NSLayoutConstraint { spaced(.equal, anchor, multiplier) }

  /// Returns a constraint of at least a multiple of the standard distance after another anchor.
  open func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor,
    multiplier: CGFloat
  ) -> NSLayoutConstraint { spaced(.greaterThanOrEqual, anchor, multiplier) }

  /// Returns a constraint of at most a multiple of the standard distance after another anchor.
  open func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor,
    multiplier: CGFloat
  ) -> NSLayoutConstraint { spaced(.lessThanOrEqual, anchor, multiplier) }
}

/// A vertical edge, centre or baseline.
@preconcurrency
@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// Returns the distance to another anchor, negative if that is above this one.
  open func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
    distance(to: otherAnchor)
  }

  /// Returns a constraint of a multiple of the standard distance below another anchor.
  open func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor,
    multiplier: CGFloat
  ) -> NSLayoutConstraint { spaced(.equal, anchor, multiplier) }

  /// Returns a constraint of at least a multiple of the standard distance below another anchor.
  open func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor,
    multiplier: CGFloat
  ) -> NSLayoutConstraint { spaced(.greaterThanOrEqual, anchor, multiplier) }

  /// Returns a constraint of at most a multiple of the standard distance below another anchor.
  open func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor,
    multiplier: CGFloat
  ) -> NSLayoutConstraint { spaced(.lessThanOrEqual, anchor, multiplier) }
}

/// A width, a height or a distance.
@preconcurrency
@MainActor
open class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  /// Returns a constraint to a length in points.
  open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .equal, nil, constant: c)
  }

  /// Returns a constraint to at least a length in points.
  open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .greaterThanOrEqual, nil, constant: c)
  }

  /// Returns a constraint to at most a length in points.
  open func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .lessThanOrEqual, nil, constant: c)
  }

  /// Returns a constraint to a multiple of another length.
  open func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat)
    -> NSLayoutConstraint
  { constraint(equalTo: anchor, multiplier: m, constant: 0) }

  /// Returns a constraint to at least a multiple of another length.
  open func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat)
    -> NSLayoutConstraint
  { constraint(greaterThanOrEqualTo: anchor, multiplier: m, constant: 0) }

  /// Returns a constraint to at most a multiple of another length.
  open func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat)
    -> NSLayoutConstraint
  { constraint(lessThanOrEqualTo: anchor, multiplier: m, constant: 0) }

  /// Returns a constraint to a multiple of another length and a constant in points.
  open func constraint(
    equalTo anchor: NSLayoutDimension,
    multiplier m: CGFloat,
    constant c: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .equal, anchor.operand, multiplier: m, constant: c)
  }

  /// Returns a constraint to at least a multiple of another length and a constant in points.
  open func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension,
    multiplier m: CGFloat,
    constant c: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, multiplier: m, constant: c)
  }

  /// Returns a constraint to at most a multiple of another length and a constant in points.
  open func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension,
    multiplier m: CGFloat,
    constant c: CGFloat
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, multiplier: m, constant: c)
  }
}
