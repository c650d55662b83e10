// Constraints: relations between edges and sizes of views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A relation between an attribute of a view or guide and one of another.
///
/// It says `first.attribute = multiplier * second.attribute + constant`, or an inequality. It holds
/// while it is active, exactly if its priority is 1,000, else as well as those of higher priority
/// allow.
///
///     NSLayoutConstraint.activate([
///       title.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16),
///       title.centerYAnchor.constraint(equalTo: card.centerYAnchor),
///     ])
///
/// **Differences**: the items are nil once they are gone. Of wishes of equal priority that exclude
/// each other the one that became active first is met; of required constraints one is given up and
/// reported, a constant size of the program's before edges, that of the deeper view before others.
@preconcurrency
@MainActor
open class NSLayoutConstraint: NSObject {
  /// The relation of both sides.
  public enum Relation: Int, Hashable, Sendable {
    /// The first side is at most the second.
    case lessThanOrEqual = -1
    /// Both sides are equal.
    case equal = 0
    /// The first side is at least the second.
    case greaterThanOrEqual = 1
  }

  /// An edge, centre, baseline or size of a view or guide.
  public enum Attribute: Int, Hashable, Sendable {
    /// The left edge.
    case left = 1
    /// The right edge.
    case right = 2
    /// The upper edge.
    case top = 3
    /// The lower edge.
    case bottom = 4
    /// The edge at which lines begin.
    case leading = 5
    /// The edge at which lines end.
    case trailing = 6
    /// The width.
    case width = 7
    /// The height.
    case height = 8
    /// The middle from left to right.
    case centerX = 9
    /// The middle from top to bottom.
    case centerY = 10
    /// The baseline of the last line.
    case lastBaseline = 11
    /// The baseline of the first line.
    case firstBaseline = 12
    /// The left edge within the margins.
    case leftMargin = 13
    /// The right edge within the margins.
    case rightMargin = 14
    /// The upper edge within the margins.
    case topMargin = 15
    /// The lower edge within the margins.
    case bottomMargin = 16
    /// The edge within the margins at which lines begin.
    case leadingMargin = 17
    /// The edge within the margins at which lines end.
    case trailingMargin = 18
    /// The middle within the margins from left to right.
    case centerXWithinMargins = 19
    /// The middle within the margins from top to bottom.
    case centerYWithinMargins = 20
    /// No attribute, of constraints without a second item.
    case notAnAttribute = 0
  }

  /// The directions of a layout.
  public typealias Axis = NSLayoutAxis

  final let first: LayoutOperand
  final let second: LayoutOperand?

  /// The relation of both sides.
  public final let relation: Relation
  /// The factor of the second attribute.
  public final let multiplier: CGFloat
  private var storedConstant: CGFloat
  private var storedPriority = UILayoutPriority.required
  /// A name for reports; nil by default.
  open var identifier: String?
  /// No effect; false by default.
  open var shouldBeArchived = false

  /// The view that holds it while it is active.
  final var holderHandle: ObjectHandle<UIView>?
  /// The kind of the constraint for conflicts.
  final var rank = LayoutRank.own
  /// The number of its activation, which grows with each.
  final var activation = 0
  final var hostHandle: ObjectHandle<LayoutHost>?
  final var equation: Int32 = -1

  /// Creates a constraint that is not active.
  ///
  /// - Parameters:
  ///   - view1: A view or guide.
  ///   - attr1: The attribute of it that is constrained.
  ///   - relation: Whether it is equal, at most or at least.
  ///   - view2: A view or guide; nil for a constant.
  ///   - attr2: The attribute of that; `.notAnAttribute` for a constant.
  ///   - multiplier: The factor of that attribute.
  ///   - c: The constant, in points.
  public convenience init(
    item view1: Any,
    attribute attr1: Attribute,
    relatedBy relation: Relation,
    toItem view2: Any?,
    attribute attr2: Attribute,
    multiplier: CGFloat,
    constant c: CGFloat
  ) {
    let first = LayoutOperand(LayoutOperand.item(view1), attr1)
    let second = view2.map { LayoutOperand(LayoutOperand.item($0), attr2) }
    self.init(first, relation, second, multiplier: multiplier, constant: c)
  }

  init(
    _ first: LayoutOperand,
    _ relation: Relation,
    _ second: LayoutOperand?,
    multiplier: CGFloat = 1,
    constant: CGFloat = 0
  ) {
    LayoutOperand.check(first, second, multiplier, constant)
    self.first = first
    self.second = second
    self.relation = relation
    self.multiplier = multiplier
    storedConstant = constant
    super.init()
  }

  final var holder: UIView? { holderHandle?.object }
  final var host: LayoutHost? { hostHandle?.object }

  /// The first item; nil once it is gone.
  open var firstItem: AnyObject? { first.item }
  /// The second item; nil if there is none, or once it is gone.
  open var secondItem: AnyObject? { second?.item }
  /// The attribute of the first item.
  open var firstAttribute: Attribute { first.attribute }
  /// The attribute of the second item.
  open var secondAttribute: Attribute { second?.attribute ?? .notAnAttribute }

  /// The number that is added to the second side, in points.
  open var constant: CGFloat {
    get { storedConstant }
    set {
      precondition(newValue.isFinite, "NSLayoutConstraint: the constant \(newValue) is not finite")
      guard newValue != storedConstant else { return }
      storedConstant = newValue
      host?.constantChanged(self)
    }
  }

  /// The importance, above 0 and at most 1,000, which is the default.
  ///
  /// While the constraint is active it may not become required, or stop being it.
  open var priority: UILayoutPriority {
    get { storedPriority }
    set {
      precondition(
        newValue.rawValue >= 0 && newValue.rawValue <= 1_000,
        "NSLayoutConstraint: the priority \(newValue.rawValue) is not in 0...1000"
      )
      guard newValue != storedPriority else { return }
      precondition(
        !isActive || (newValue == .required) == (storedPriority == .required),
        "Mutating a priority from required to not on an installed constraint (or vice-versa) is "
          + "not supported."
      )
      storedPriority = newValue
      host?.strengthChanged(self)
    }
  }

  /// Whether the constraint holds; setting it adds it to the closest common ancestor of its items.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      if newValue {
        guard let view = commonAncestor else {
          let other = second?.text ?? "no second item"
          preconditionFailure(
            "Unable to activate constraint with anchors \(first.text) and \(other) because they "
              + "have no common ancestor. Does the constraint or its anchors reference items in "
              + "different view hierarchies?"
          )
        }
        view.hold(self, ancestor: view)
      } else {
        holder?.release(self)
      }
    }
  }

  /// The closest view that contains both items; nil if there is none.
  final var commonAncestor: UIView? {
    guard let one = first.owner else { return nil }
    guard let second else { return one }
    guard let other = second.owner else { return nil }
    // Nearly all constraints are between neighbours, or a view and one in it.
    if other === one || other.parent === one { return one }
    if one.parent === other || one.parent === other.parent { return one.parent }
    var next: UIView? = one
    while let view = next {
      if other.isDescendant(of: view) { return view }
      next = view.parent
    }
    return nil
  }

  /// Makes constraints active.
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Makes constraints not active any more.
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  /// The relation as a formula.
  nonisolated open override var description: String {
    onViewThread { text }
  }

  final var text: String {
    let sign =
      switch relation {
      case .lessThanOrEqual: "<="
      case .equal: "=="
      case .greaterThanOrEqual: ">="
      }
    var right = "\(storedConstant)"
    if let second {
      let factor = multiplier == 1 ? "" : "\(multiplier)*"
      right = factor + second.text + (storedConstant == 0 ? "" : " + \(storedConstant)")
    }
    let name = identifier.map { "'\($0)' " } ?? ""
    let weight = storedPriority == .required ? "" : " @\(storedPriority.rawValue)"
    let state = isActive ? "active" : "inactive"
    return "<NSLayoutConstraint \(name)\(first.text) \(sign) \(right)\(weight) (\(state))>"
  }
}
