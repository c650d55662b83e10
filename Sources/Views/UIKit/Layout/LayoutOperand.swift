// Sides of constraints: attributes of views and guides, as sums of variables.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzLayout

/// The kinds of constraints, least for those that are given up last.
enum LayoutRank {
  static let host = 0
  static let mask = 1
  static let guide = 2
  static let stack = 3
  static let content = 4
  static let own = 5
}

/// A multiple of variables and a number of points.
struct LayoutSum {
  var terms = LayoutTerms()
  var constant = 0.0

  mutating func add(_ variable: LayoutVariable, _ coefficient: Double = 1) {
    terms.append(LayoutTerm(variable, coefficient))
  }

  mutating func add(_ other: LayoutSum, times factor: Double) {
    for term in other.terms { add(term.variable, term.coefficient * factor) }
    constant += other.constant * factor
  }
}

/// One side of a constraint: an attribute of an item, or the distance to another one.
@MainActor
struct LayoutOperand {
  typealias Attribute = NSLayoutConstraint.Attribute

  /// The view or guide that a side speaks of.
  enum Item {
    case view(ObjectHandle<UIView>)
    case guide(ObjectHandle<UILayoutGuide>)

    /// The view or guide; nil once it is gone.
    var object: AnyObject? {
      switch self {
      case .view(let handle): handle.object
      case .guide(let handle): handle.object
      }
    }

    /// The view whose coordinates contain it: itself, or the owner of the guide.
    @MainActor var owner: UIView? {
      switch self {
      case .view(let handle): handle.object
      case .guide(let handle): handle.object?.owner
      }
    }
  }

  /// The end of a distance, whose begin is the operand.
  final class End {
    let item: Item
    let attribute: Attribute

    init(_ item: Item, _ attribute: Attribute) {
      self.item = item
      self.attribute = attribute
    }
  }

  let place: Item
  let attribute: Attribute
  var end: End?

  init(_ view: UIView, _ attribute: Attribute) {
    place = .view(view.ownLayout.handle(of: view))
    self.attribute = attribute
  }

  init(_ guide: UILayoutGuide, _ attribute: Attribute) {
    place = .guide(guide.handle)
    self.attribute = attribute
  }

  /// - Parameter item: A view or a guide.
  init(_ item: AnyObject, _ attribute: Attribute) {
    if let guide = item as? UILayoutGuide {
      self.init(guide, attribute)
    } else {
      self.init(unsafeDowncast(item, to: UIView.self), attribute)
    }
  }

  /// The view or guide; nil once it is gone.
  var item: AnyObject? { place.object }

  // `Any` because: programs hand over views and guides as such.
  /// Returns a view or guide.
  static func item(_ any: Any) -> AnyObject {
    if let view = any as? UIView { return view }
    if let guide = any as? UILayoutGuide { return guide }
    preconditionFailure(
      "NSLayoutConstraint: constraint items must each be a view or layout guide, not \(type(of: any))"
    )
  }

  /// The view whose coordinates contain the item: itself, or the owner of a guide.
  var owner: UIView? {
    guard let own = place.owner else { return nil }
    guard let end else { return own }
    guard let other = end.item.owner else { return nil }
    var next: UIView? = own
    while let view = next {
      if other.isDescendant(of: view) { return view }
      next = view.superview
    }
    return nil
  }

  var text: String {
    guard let item else { return "gone.\(attribute)" }
    let name = "\(type(of: item)):\(UInt(bitPattern: ObjectIdentifier(item)))"
    return "\(name).\(attribute)"
  }

  // MARK: Rules

  static func check(
    _ first: LayoutOperand,
    _ second: LayoutOperand?,
    _ multiplier: CGFloat,
    _ constant: CGFloat
  ) {
    precondition(
      multiplier.isFinite && constant.isFinite,
      "NSLayoutConstraint: multiplier \(multiplier) or constant \(constant) is not finite"
    )
    precondition(
      first.attribute != .notAnAttribute,
      "NSLayoutConstraint: the first attribute of a constraint must be an attribute"
    )
    guard let second, multiplier != 0 else {
      return precondition(
        first.isSize,
        "NSLayoutConstraint: a location must be related to that of another item, not to a constant"
      )
    }
    precondition(
      second.attribute != .notAnAttribute,
      "NSLayoutConstraint: a second item needs an attribute"
    )
    precondition(
      first.isSize == second.isSize && (first.isSize || first.isVertical == second.isVertical),
      "NSLayoutConstraint: invalid pairing of layout attributes \(first.attribute) and "
        + "\(second.attribute)"
    )
    precondition(
      !(first.isDirectional && second.isAbsolute || first.isAbsolute && second.isDirectional),
      "NSLayoutConstraint: a leading or trailing edge cannot be related to a left or right edge; "
        + "use leading and trailing for both, or neither"
    )
  }

  var isSize: Bool { end != nil || attribute == .width || attribute == .height }

  var isVertical: Bool { attribute.isVertical }

  var isDirectional: Bool {
    switch attribute {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }

  var isAbsolute: Bool {
    switch attribute {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }

  // MARK: Sums

  /// The side as a sum of variables, in the coordinates of a view around it.
  func sum(in view: UIView, _ host: LayoutHost, isRightToLeft: Bool, with other: UIView?)
    -> LayoutSum
  {
    let begin = Self.sum(
      place,
      attribute,
      view,
      host,
      isRightToLeft: isRightToLeft,
      with: other
    )
    guard let end else { return begin }
    var sum = Self.sum(
      end.item,
      end.attribute,
      view,
      host,
      isRightToLeft: isRightToLeft,
      with: nil
    )
    sum.add(begin, times: -1)
    return sum
  }

  // Long because: a sum depends on all of these, and none belongs to another one.
  private static func sum(
    _ item: Item,
    _ attribute: Attribute,
    _ view: UIView,
    _ host: LayoutHost,
    isRightToLeft: Bool,
    with other: UIView?
  ) -> LayoutSum {
    let node: LayoutNode
    var result = LayoutSum()
    var next: UIView?
    var isOrigin = false
    switch item {
    case .guide(let handle):
      guard let guide = handle.object else { return result }
      node = host.node(of: guide)
      next = guide.owner
    case .view(let handle):
      guard let own = handle.object else { return result }
      if let (guide, plain) = guideInstead(of: own, attribute, view, with: other) {
        return sum(
          .guide(guide.handle),
          plain,
          view,
          host,
          isRightToLeft: isRightToLeft,
          with: other
        )
      }
      node = host.node(of: own)
      isOrigin = own === view
      next = own.parent
    }
    node.add(attribute, to: &result, isRightToLeft: isRightToLeft, isOrigin: isOrigin)
    guard attribute != .width, attribute != .height, !isOrigin else { return result }
    let isVertical = attribute.isVertical
    while let ancestor = next, ancestor !== view {
      let around = host.node(of: ancestor)
      result.add(isVertical ? around.minY : around.minX)
      if let scroll = ancestor as? UIScrollView {
        let frame = host.node(of: scroll.frameLayoutGuide)
        result.add(isVertical ? frame.minY : frame.minX, -1)
      }
      next = ancestor.parent
    }
    return result
  }

  /// Returns the guide that an attribute of a view speaks of, and its attribute; nil if it is the
  /// view's own.
  private static func guideInstead(
    of owner: UIView,
    _ attribute: Attribute,
    _ view: UIView,
    with other: UIView?
  ) -> (UILayoutGuide, Attribute)? {
    if let plain = attribute.withinMargins { return (owner.layoutMarginsGuide, plain) }
    guard owner === view, let other, other !== owner, attribute != .width, attribute != .height,
      let scroll = owner as? UIScrollView
    else { return nil }
    return (scroll.contentLayoutGuide, attribute)
  }
}

extension NSLayoutConstraint.Attribute {
  /// Whether it is one of the height, or from top to bottom.
  var isVertical: Bool {
    switch self {
    case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin,
      .bottomMargin, .centerYWithinMargins:
      true
    default: false
    }
  }

  /// The attribute of the margins' guide; nil for those that do not speak of margins.
  var withinMargins: NSLayoutConstraint.Attribute? {
    switch self {
    case .leftMargin: .left
    case .rightMargin: .right
    case .topMargin: .top
    case .bottomMargin: .bottom
    case .leadingMargin: .leading
    case .trailingMargin: .trailing
    case .centerXWithinMargins: .centerX
    case .centerYWithinMargins: .centerY
    default: nil
    }
  }
}
