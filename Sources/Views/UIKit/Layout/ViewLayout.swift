// The part of views in Auto Layout.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The part of a view in Auto Layout; views that have none pay nothing.
@MainActor
final class ViewLayout {
  /// The variables of the view, in the engine of its tree.
  var node: LayoutNode?
  /// The engine of a tree, of its root.
  var host: LayoutHost?
  /// The constraints that the view holds, in order of addition.
  var held: [NSLayoutConstraint] = []
  var ownGuides: [UILayoutGuide] = []
  var guides: [SystemGuide: UILayoutGuide] = [:]
  /// Horizontal and vertical; nil for those of the class.
  var hugging: [UILayoutPriority?] = [nil, nil]
  var resistance: [UILayoutPriority?] = [nil, nil]
  /// The size of the root at its last layout.
  var laidOutSize: CGSize?
  private var owned = OwnedHandle<UIView>()

  /// The handle by which constraints know the view.
  ///
  /// - Parameter view: The view of this part.
  func handle(of view: UIView) -> ObjectHandle<UIView> { owned.handle(of: view) }
}

extension UIView {
  /// The distance of siblings by default, in points.
  static let standardSpacing: CGFloat = 8

  final var ownLayout: ViewLayout {
    if let layout = extras?.layout { return layout }
    let made = ViewLayout()
    ownExtras.layout = made
    return made
  }

  /// The engine of the view's tree; nil if it has none.
  final var layoutHost: LayoutHost? {
    knownLayoutHost ?? (topView.flags.contains(.layoutBelow) ? makeLayoutHost() : nil)
  }

  /// The engine of the view's tree, made on first use.
  final func needLayoutHost() -> LayoutHost { knownLayoutHost ?? makeLayoutHost() }

  private final var knownLayoutHost: LayoutHost? {
    extras?.layout?.node?.host ?? topView.extras?.layout?.host
  }

  private final func makeLayoutHost() -> LayoutHost {
    let top = topView
    let made = LayoutHost(root: top)
    top.ownLayout.host = made
    top.flags.insert(.hosting)
    if top.flags.contains(.layoutBelow) {
      top.flags.remove(.layoutBelow)
      made.addTree(top)
    }
    return made
  }

  // MARK: Holding

  /// Adds a constraint to those that the view holds.
  ///
  /// - Parameter ancestor: The closest view that contains its items, if it is known.
  final func hold(_ constraint: NSLayoutConstraint, ancestor: UIView? = nil) {
    constraint.holder?.release(constraint)
    let layout = ownLayout
    layout.held.append(constraint)
    constraint.holderHandle = layout.handle(of: self)
    LayoutHost.activations += 1
    constraint.activation = LayoutHost.activations
    needLayoutHost().add(constraint, ancestor: ancestor)
  }

  final func release(_ constraint: NSLayoutConstraint) {
    constraint.host?.remove(constraint)
    extras?.layout?.held.removeAll { $0 === constraint }
    constraint.holderHandle = nil
  }

  /// Lets go of the constraints around a view that name it, or something in it.
  final func releaseConstraintsAround(_ view: UIView) {
    var next: UIView? = self
    while let ancestor = next {
      for constraint in ancestor.extras?.layout?.held ?? [] {
        let names = [constraint.first.owner, constraint.second?.owner].contains {
          $0?.isDescendant(of: view) ?? false
        }
        if names { ancestor.release(constraint) }
      }
      next = ancestor.parent
    }
  }

  // MARK: Trees

  /// Takes the view, and all in it, out of the engine of a tree that it is about to leave.
  final func leaveLayout() {
    guard let host = layoutHost else { return }
    parent?.releaseConstraintsAround(self)
    host.removeTree(self)
  }

  /// Brings the view, and all in it, into the engine of the tree that it came into.
  final func joinLayout() {
    guard !flags.isDisjoint(with: [.layoutBelow, .hosting, .constrained]) else { return }
    if let own = extras?.layout?.host {
      own.removeTree(self)
      extras?.layout?.host = nil
    }
    flags.subtract([.hosting, .layoutBelow])
    needLayoutHost().addTree(self)
  }

  // MARK: Places

  /// Places the subviews that constraints place.
  final func placeConstrained() {
    guard flags.contains(.placing), let host = layoutHost else { return }
    host.update()
    takeContentSize(host)
    let scale = layoutScale
    for view in children where view.flags.contains(.constrained) {
      guard let node = view.extras?.layout?.node, node.hostNumber == host.number else { continue }
      view.place(node.rect.roundedEdges(to: scale))
    }
  }

  /// Takes the size of the content of a scroll view, where constraints decide it.
  private final func takeContentSize(_ host: LayoutHost) {
    guard let scroll = self as? UIScrollView, let node = extras?.layout?.guides[.content]?.node,
      node.hostNumber == host.number, node.isContentDirty
    else { return }
    node.isContentDirty = false
    let isOpen = [node.width, node.height].contains { host.engine.isAmbiguous($0) }
    let size = roundedToPixels(node.rect).size
    if !isOpen, scroll.contentSize != size { scroll.contentSize = size }
  }

  private final func place(_ alignmentRect: CGRect) {
    let frame = frame(forAlignmentRect: alignmentRect)
    let old = layer.placement
    let center = CGPoint(
      x: frame.minX + frame.width * old.anchorPoint.x,
      y: frame.minY + frame.height * old.anchorPoint.y
    )
    if old.bounds.size != frame.size {
      bounds = CGRect(origin: old.bounds.origin, size: frame.size)
    }
    if old.position != center { self.center = center }
  }

  /// Pixels of a point, for rounding.
  final var layoutScale: CGFloat {
    if let window { return window.screen.scale }
    let scale = traitCollection.displayScale
    return scale > 0 ? scale : UIScreen.main.scale
  }

  final func roundedToPixels(_ rect: CGRect) -> CGRect { rect.roundedEdges(to: layoutScale) }

  /// The width of readable text for the size of text that a person asks for, in points.
  final var readableWidth: CGFloat {
    let size = UIFont.preferredFont(forTextStyle: .body, compatibleWith: traitCollection).pointSize
    return (672 * min(size, 23) / 17 / 8).rounded() * 8
  }

  // MARK: Layout

  /// Lays out as far as the engine needs it.
  ///
  /// - Returns: Whether the view was only asked because its engine had something to do.
  final func layOutByEngine() -> Bool {
    guard !flags.isDisjoint(with: [.engaged, .hosting]), let layout = extras?.layout,
      let host = layoutHost
    else { return false }
    host.frameChanged(of: self)
    if !layout.guides.isEmpty { host.guidesChanged(of: self) }
    host.update()
    let isSameSize = layout.laidOutSize == bounds.size
    layout.laidOutSize = bounds.size
    let isOnlyEngine = flags.contains(.engineOnly)
    flags.remove(.engineOnly)
    return isOnlyEngine && isSameSize
  }

  // MARK: Requests

  final func setTranslates(_ translates: Bool) {
    guard translates == flags.contains(.constrained) else { return }
    set(.constrained, to: !translates)
    if let node = extras?.layout?.node, let host = node.host {
      if parent == nil { return }
      if translates {
        host.dropContent(node)
        host.hold(node, self)
      } else {
        host.letGo(node)
        host.noteContent(node)
        parent?.flags.insert(.placing)
        if let parent { _ = host.node(of: parent) }
      }
      host.mark()
    } else if !translates, parent != nil {
      _ = needLayoutHost().node(of: self)
    }
    parent?.setNeedsLayout()
  }

  final func requestUpdate() {
    guard !flags.contains(.needsConstraints) else { return }
    flags.insert(.needsConstraints)
    needLayoutHost().updateConstraints(of: self)
  }

  final func contentSizeChanged() {
    if let node = extras?.layout?.node, let host = node.host, !node.isHeld {
      host.noteContent(node)
      (parent as? UIStackView)?.contentChanged()
      if !(parent is UIStackView) { return }
    }
    tellSize()
  }

  final func contentPriorityChanged() {
    if let node = extras?.layout?.node, let host = node.host, !node.isHeld {
      host.noteContent(node)
    }
  }

  /// Whether `updateConstraints()` is worth a call.
  final var wantsConstraintUpdates: Bool {
    extras?.controller != nil || type(of: self).requiresConstraintBasedLayout
      || ViewSlots.updateConstraints.isOverridden(in: type(of: self))
  }

  final func standardHugging(_ axis: NSLayoutAxis) -> UILayoutPriority {
    switch self {
    case is UISwitch, is UIStepper, is UIActivityIndicatorView: .defaultHigh
    case is UIProgressView: axis == .vertical ? .defaultHigh : .defaultLow
    default: .defaultLow
    }
  }

  /// The frame that the view has without its transform.
  final var plainFrame: CGRect {
    let (center, bounds, anchor) = layer.placement
    let size = bounds.size
    return CGRect(
      x: center.x - size.width * anchor.x,
      y: center.y - size.height * anchor.y,
      width: size.width,
      height: size.height
    )
  }

  /// The alignment rectangle of that frame.
  final var alignmentFrame: CGRect { alignmentRect(forFrame: plainFrame) }

  /// The number of views around this one.
  final var depth: Int {
    var (depth, next) = (0, parent)
    while let view = next { (depth, next) = (depth + 1, view.parent) }
    return depth
  }
}

extension CGRect {
  /// The rectangle whose edges are at the nearest pixels, halves up.
  func roundedEdges(to scale: CGFloat) -> CGRect {
    func round(_ value: CGFloat) -> CGFloat { (value * scale + 0.5 + 1e-6).rounded(.down) / scale }
    let (left, top) = (round(minX), round(minY))
    return CGRect(x: left, y: top, width: round(maxX) - left, height: round(maxY) - top)
  }
}
