// Guides: rectangles that take part in layout and are no views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A rectangle in a view that constraints can name; it shows nothing and receives no events.
@preconcurrency
@MainActor
open class UILayoutGuide: NSObject {
  final weak var owner: UIView?
  /// A name for reports; empty by default.
  open var identifier = ""

  /// Creates a guide without a view.
  public override init() {
    super.init()
  }

  /// Creates a guide without a view, whatever the archive says.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// The view that the guide is in.
  open weak var owningView: UIView? { owner }

  private func x(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutXAxisAnchor {
    NSLayoutXAxisAnchor(LayoutOperand(self, attribute))
  }

  private func y(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutYAxisAnchor {
    NSLayoutYAxisAnchor(LayoutOperand(self, attribute))
  }

  /// The edge at which lines begin.
  open var leadingAnchor: NSLayoutXAxisAnchor { x(.leading) }
  /// The edge at which lines end.
  open var trailingAnchor: NSLayoutXAxisAnchor { x(.trailing) }
  /// The left edge.
  open var leftAnchor: NSLayoutXAxisAnchor { x(.left) }
  /// The right edge.
  open var rightAnchor: NSLayoutXAxisAnchor { x(.right) }
  /// The upper edge.
  open var topAnchor: NSLayoutYAxisAnchor { y(.top) }
  /// The lower edge.
  open var bottomAnchor: NSLayoutYAxisAnchor { y(.bottom) }
  /// The width.
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension(LayoutOperand(self, .width)) }
  /// The height.
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension(LayoutOperand(self, .height)) }
  /// The middle from left to right.
  open var centerXAnchor: NSLayoutXAxisAnchor { x(.centerX) }
  /// The middle from top to bottom.
  open var centerYAnchor: NSLayoutYAxisAnchor { y(.centerY) }
}
