// Guides: rectangles that take part in layout and are no views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A rectangle in a view that constraints can name; it shows nothing and receives no events.
@preconcurrency
@MainActor
open class UILayoutGuide: NSObject {
  private var ownerHandle: ObjectHandle<UIView>?
  private var owned = OwnedHandle<UILayoutGuide>()
  final var node: LayoutNode?
  /// The edges of the owner that the system keeps the guide from; nil for guides of programs.
  final var system: SystemGuide?
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

  final var owner: UIView? {
    get { ownerHandle?.object }
    set { ownerHandle = newValue.map { $0.ownLayout.handle(of: $0) } }
  }

  /// The handle by which constraints know the guide.
  final var handle: ObjectHandle<UILayoutGuide> { owned.handle(of: self) }

  /// The view that the guide is in; setting it adds the guide to the view.
  open weak var owningView: UIView? {
    get { owner }
    set {
      guard newValue !== owner else { return }
      if let newValue { newValue.addLayoutGuide(self) } else { owner?.removeLayoutGuide(self) }
    }
  }

  /// The rectangle in the owning view's coordinates after its layout, in points.
  open var layoutFrame: CGRect {
    guard let owner else { return .zero }
    if node == nil, let system { return system.frame(in: owner) }
    owner.layoutHost?.update()
    return node.map { owner.roundedToPixels($0.rect) } ?? .zero
  }

  /// Whether an equally good layout has another rectangle.
  open var hasAmbiguousLayout: Bool {
    guard let node, let host = node.host else { return false }
    host.update()
    return node.variables.contains { host.engine.isAmbiguous($0) }
  }

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

/// The guides that views have by themselves.
enum SystemGuide {
  case margins, safeArea, readable, keyboard, content, frame

  /// The distances from the owner's edges, in points.
  @MainActor func insets(in view: UIView) -> UIEdgeInsets {
    switch self {
    case .margins: return view.layoutMargins
    case .safeArea: return view.safeAreaInsets
    case .readable:
      var insets = view.layoutMargins
      let free = view.bounds.width - insets.left - insets.right - view.readableWidth
      if free > 0 {
        insets.left += free / 2
        insets.right += free / 2
      }
      return insets
    case .keyboard:
      let guide = view.extras?.layout?.guides[.keyboard] as? UIKeyboardLayoutGuide
      let height = guide?.height(in: view) ?? view.safeAreaInsets.bottom
      return UIEdgeInsets(top: view.bounds.height - height, left: 0, bottom: 0, right: 0)
    case .content, .frame: return .zero
    }
  }

  /// The rectangle where no constraint names the guide.
  @MainActor func frame(in view: UIView) -> CGRect {
    switch self {
    case .content:
      return CGRect(origin: .zero, size: (view as? UIScrollView)?.contentSize ?? .zero)
    case .frame: return view.bounds
    default:
      return CGRect(origin: .zero, size: view.bounds.size).inset(by: insets(in: view))
    }
  }
}
