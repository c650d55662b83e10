// Layout of views, margins and the safe area.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// Classes of views that override a method or not.
private final class PlainView: UIView {}

private final class LayingOutView: UIView {
  override func layoutSubviews() { tag += 1 }
}

private final class UpdatingView: UIView {
  override func updateConstraints() { tag += 3 }
}

private final class DrawingView: UIView {
  override func draw(_ rect: CGRect) { tag += 2 }
}

private final class LayerDrawingView: UIView {
  override func draw(_ layer: CALayer, in ctx: CGContext) { layer.nobodyDraws() }
}

/// Where views' classes have the methods that are only worth a call if they are overridden.
package enum ViewSlots {
  package static let layoutSubviews = MethodSlot(
    UIView.self,
    plain: PlainView.self,
    overriding: LayingOutView.self
  )
  package static let drawLayer = MethodSlot(
    UIView.self,
    plain: PlainView.self,
    overriding: LayerDrawingView.self
  )
  package static let updateConstraints = MethodSlot(
    UIView.self,
    plain: PlainView.self,
    overriding: UpdatingView.self
  )
  package static let draw = MethodSlot(
    UIView.self,
    plain: PlainView.self,
    overriding: DrawingView.self
  )
}

extension UIView {
  /// Lays out; the layer asks for it.
  nonisolated final func layOut(_ layer: CALayer) {
    // Layers call their view on its own thread.
    onViewThread(layer) { layer in
      checkThread()
      if layer !== self.layer { return }
      if flags.contains(.styleChanged) { tellStyle() }
      layOutSafeArea()
      if extras?.corners != nil { updateCorners() }
      if layOutByEngine() { return }
      let controller = extras?.controller
      let isOwn = ViewSlots.layoutSubviews.isOverridden(in: type(of: self))
      if !isOwn { placeConstrained() }
      guard isOwn || controller != nil else { return }
      asCurrentTraits {
        controller?.viewWillLayoutSubviews()
        if isOwn { layoutSubviews() }
        controller?.viewDidLayoutSubviews()
      }
    }
  }

  /// Tells the engine of layout of the frame.
  final func tellEngine() {
    guard flags.contains(.engaged) else { return }
    // The engine itself says where the view is.
    let isPlaced = flags.contains(.constrained) && parent != nil
    if isPlaced, extras?.layout?.guides.isEmpty ?? true { return }
    layoutHost?.frameChanged(of: self)
  }

  /// Asks for the layouts that depend on the size of the contents.
  final func tellSize() {
    var view: UIView = self
    while let parent = view.parent {
      parent.setNeedsLayout()
      guard parent.takesSize(from: view) else { return }
      view = parent
    }
  }

  // MARK: Hiding

  final func setHidden(_ isHidden: Bool) {
    checkThread()
    guard let stack = parent as? UIStackView, stack.arranges(self), isHidden != self.isHidden else {
      extras?.hidesLater = false
      layer.isHidden = isHidden
      return
    }
    stack.setHidden(isHidden, of: self)
  }

  // MARK: Margins

  /// The margins of views that set none, in points.
  private static let standardMargin: CGFloat = 8

  final var shownMargins: UIEdgeInsets {
    let own = extras?.margins
    let standard = UIView.standardMargin
    var margins =
      own ?? UIEdgeInsets(top: standard, left: standard, bottom: standard, right: standard)
    if let controller = extras?.controller { margins = controller.margins(own: own) }
    if insetsLayoutMarginsFromSafeArea {
      let safe = safeAreaInsets
      margins.top += safe.top
      margins.left += safe.left
      margins.bottom += safe.bottom
      margins.right += safe.right
    }
    guard preservesSuperviewLayoutMargins, let parent else { return margins }
    let outer = parent.layoutMargins
    let (frame, size) = (frame, parent.bounds)
    margins.top = max(margins.top, outer.top - (frame.minY - size.minY))
    margins.left = max(margins.left, outer.left - (frame.minX - size.minX))
    margins.bottom = max(margins.bottom, outer.bottom - (size.maxY - frame.maxY))
    margins.right = max(margins.right, outer.right - (size.maxX - frame.maxX))
    return margins
  }

  final func setMargins(_ margins: UIEdgeInsets) {
    guard extras?.margins != margins else { return }
    ownExtras.margins = margins
    tellMargins()
    setNeedsLayout()
  }

  /// Tells the view, and those in it that take its margins over, that they changed.
  final func tellMargins() {
    if extras?.layout?.guides.isEmpty == false { layoutHost?.guidesChanged(of: self) }
    layoutMarginsDidChange()
    extras?.controller?.viewLayoutMarginsDidChange()
    for view in children where view.preservesSuperviewLayoutMargins && view.parent === self {
      view.tellMargins()
    }
  }

  // MARK: The safe area

  /// The part of the safe area that reaches into the view.
  final var shownSafeArea: UIEdgeInsets {
    guard let parent else { return .zero }
    let outer = parent.safeAreaOfSubviews
    var safe = UIEdgeInsets.zero
    if outer != .zero {
      let (frame, size) = (frame, parent.bounds)
      safe.top = max(0, outer.top - max(frame.minY - size.minY, 0))
      safe.left = max(0, outer.left - max(frame.minX - size.minX, 0))
      safe.bottom = max(0, outer.bottom - max(size.maxY - frame.maxY, 0))
      safe.right = max(0, outer.right - max(size.maxX - frame.maxX, 0))
    }
    guard let extras else { return safe }
    for added in [extras.barInsets, extras.controller?.additionalSafeAreaInsets ?? .zero] {
      safe.top += added.top
      safe.left += added.left
      safe.bottom += added.bottom
      safe.right += added.right
    }
    return safe
  }

  /// Tells the view, and all in it, of a safe area that is another than the one told last.
  ///
  /// It costs nothing where there is no safe area.
  ///
  /// - Parameter isDeep: Whether the views in it are told; if not, they are told by themselves.
  final func updateSafeArea(isDeep: Bool = true) {
    guard parent?.extras?.toldSafeArea ?? .zero != .zero || extras?.hasSafeArea == true else {
      return
    }
    tellSafeArea(isDeep: isDeep)
  }

  /// Does the work of `updateSafeArea()`, also where there was no safe area before.
  final func tellSafeArea(isDeep: Bool = true) {
    let insets = safeAreaInsets
    guard insets != extras?.toldSafeArea ?? .zero else { return }
    ownExtras.toldSafeArea = insets
    if extras?.layout?.guides.isEmpty == false { layoutHost?.guidesChanged(of: self) }
    safeAreaInsetsDidChange()
    extras?.controller?.viewSafeAreaInsetsDidChange()
    if insetsLayoutMarginsFromSafeArea { tellMargins() }
    setNeedsLayout()
    guard isDeep else { return }
    for view in children where view.parent === self { view.updateSafeArea() }
  }

  /// Tells the view and its subviews of the safe area after a change of their places.
  private func layOutSafeArea() {
    updateSafeArea()
    guard extras?.hasSafeArea == true else { return }
    for view in children where view.parent === self { view.updateSafeArea() }
  }
}
