// Constraints, anchors and guides of views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

extension UIView {
  // MARK: Constraints

  /// The constraints that the view holds, in order of addition.
  public var constraints: [NSLayoutConstraint] { extras?.layout?.held ?? [] }

  /// Makes a constraint between the view and views in it active.
  public func addConstraint(_ constraint: NSLayoutConstraint) {
    let items = [constraint.first.owner, constraint.second?.owner ?? constraint.first.owner]
    precondition(
      items.allSatisfy { $0?.isDescendant(of: self) ?? false },
      "The view hierarchy is not prepared for the constraint \(constraint.text): its items must be "
        + "descendants of the view it is added to, or that view itself"
    )
    if constraint.holder !== self { hold(constraint) }
  }

  /// Makes constraints between the view and views in it active.
  public func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  /// Makes a constraint that the view holds not active any more.
  public func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { release(constraint) }
  }

  /// Makes constraints that the view holds not active any more.
  public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  /// The active constraints that name the view along an axis, in order of activation.
  ///
  /// **Differences**: those that name it, not all that decide its place.
  public func constraintsAffectingLayout(
    for axis: NSLayoutConstraint.Axis
  ) -> [NSLayoutConstraint] {
    var found: [NSLayoutConstraint] = []
    var next: UIView? = self
    while let view = next {
      found += view.constraints.filter { constraint in
        [constraint.first, constraint.second ?? constraint.first].contains {
          $0.item === self && $0.isVertical == (axis == .vertical)
        }
      }
      next = view.superview
    }
    return found.sorted { $0.activation < $1.activation }
  }

  /// Whether an equally good layout has another frame of the view.
  public var hasAmbiguousLayout: Bool {
    guard let host = layoutHost, let node = host.knownNode(of: self) else { return false }
    host.update()
    return node.variables.contains { host.engine.isAmbiguous($0) }
  }

  /// The least size, for `systemLayoutSizeFitting(_:)`.
  public static let layoutFittingCompressedSize = CGSize.zero
  /// The greatest size, for `systemLayoutSizeFitting(_:)`.
  public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

  // MARK: Anchors

  private func x(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutXAxisAnchor {
    NSLayoutXAxisAnchor(LayoutOperand(self, attribute))
  }

  private func y(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(LayoutOperand(self, attribute))
  }

  /// The edge at which lines begin.
  public var leadingAnchor: NSLayoutXAxisAnchor { x(.leading) }
  /// The edge at which lines end.
  public var trailingAnchor: NSLayoutXAxisAnchor { x(.trailing) }
  /// The left edge.
  public var leftAnchor: NSLayoutXAxisAnchor { x(.left) }
  /// The right edge.
  public var rightAnchor: NSLayoutXAxisAnchor { x(.right) }
  /// The upper edge.
  public var topAnchor: NSLayoutYAxisAnchor { y(.top) }
  /// The lower edge.
  public var bottomAnchor: NSLayoutYAxisAnchor { y(.bottom) }
  /// The width.
  public var widthAnchor: NSLayoutDimension { NSLayoutDimension(LayoutOperand(self, .width)) }
  /// The height.
  public var heightAnchor: NSLayoutDimension { NSLayoutDimension(LayoutOperand(self, .height)) }
  /// The middle from left to right.
  public var centerXAnchor: NSLayoutXAxisAnchor { x(.centerX) }
  /// The middle from top to bottom.
  public var centerYAnchor: NSLayoutYAxisAnchor { y(.centerY) }
  /// The baseline of the first line; the lower edge of a view without text.
  public var firstBaselineAnchor: NSLayoutYAxisAnchor { y(.firstBaseline) }
  /// The baseline of the last line; the lower edge of a view without text.
  public var lastBaselineAnchor: NSLayoutYAxisAnchor { y(.lastBaseline) }

  // MARK: Guides

  /// The guides that programs added to the view.
  public var layoutGuides: [UILayoutGuide] { extras?.layout?.ownGuides ?? [] }

  /// Adds a guide; it leaves its view first.
  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    guard layoutGuide.owner !== self else { return }
    layoutGuide.owner?.removeLayoutGuide(layoutGuide)
    layoutGuide.owner = self
    ownLayout.ownGuides.append(layoutGuide)
  }

  /// Removes a guide and the constraints that name it.
  public func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    guard layoutGuide.owner === self, layoutGuide.system == nil else { return }
    var next: UIView? = self
    while let view = next {
      for constraint in view.constraints
      where constraint.firstItem === layoutGuide || constraint.secondItem === layoutGuide {
        view.release(constraint)
      }
      next = view.superview
    }
    if let node = layoutGuide.node { node.host?.remove(node) }
    layoutGuide.node = nil
    layoutGuide.owner = nil
    extras?.layout?.ownGuides.removeAll { $0 === layoutGuide }
  }

  final func guide(_ system: SystemGuide, _ identifier: String) -> UILayoutGuide {
    if let guide = extras?.layout?.guides[system] { return guide }
    let made = system == .keyboard ? UIKeyboardLayoutGuide() : UILayoutGuide()
    made.system = system
    made.owner = self
    made.identifier = identifier
    ownLayout.guides[system] = made
    return made
  }

  /// The rectangle within the layout margins.
  public var layoutMarginsGuide: UILayoutGuide { guide(.margins, "UIViewLayoutMarginsGuide") }

  /// The rectangle within the layout margins that is not too wide to read.
  public var readableContentGuide: UILayoutGuide {
    guide(.readable, "UIViewReadableContentGuide")
  }

  /// The rectangle that bars and sensors leave free.
  public var safeAreaLayoutGuide: UILayoutGuide { guide(.safeArea, "UIViewSafeAreaLayoutGuide") }

  /// The rectangle of the keyboard; the part of the safe area at the bottom while there is none.
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    guard let own = guide(.keyboard, "UIViewKeyboardLayoutGuide") as? UIKeyboardLayoutGuide else {
      preconditionFailure("the guide of the keyboard is of another class")
    }
    return own
  }
}

extension UIScrollView {
  /// The area of the content; constraints of all its edges and its size make `contentSize`.
  public var contentLayoutGuide: UILayoutGuide { guide(.content, "UIScrollViewContentGuide") }

  /// The frame of the scroll view; views that are held to it do not scroll.
  public var frameLayoutGuide: UILayoutGuide { guide(.frame, "UIScrollViewFrameGuide") }
}
