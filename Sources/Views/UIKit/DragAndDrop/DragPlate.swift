// The pictures under a finger that drags.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The place over a window where pictures are dragged; touches go through it.
@MainActor
final class DragOverlay: UIView {
  override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    accessibilityElementsHidden = true
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  required init?(coder: NSCoder) { nil }
}

/// The picture of one item.
@MainActor
final class DragPlate: UIView {
  /// The preview that the picture was made of.
  let preview: UITargetedDragPreview
  /// From the finger to the middle, in points.
  var grip = CGPoint.zero

  private static let scale: CGFloat = 1.05
  private static let shadow: (opacity: Float, radius: CGFloat, y: CGFloat) = (0.25, 10, 6)

  init(_ preview: UITargetedDragPreview) {
    self.preview = preview
    let view = preview.view
    super.init(frame: CGRect(origin: .zero, size: view.bounds.size))
    view.layoutIfNeeded()
    backgroundColor = preview.parameters.backgroundColor
    let picture = view.snapshotView(afterScreenUpdates: false) ?? UIView(frame: bounds)
    let visible = preview.parameters.visiblePath
    if let visible {
      backgroundColor = nil
      let plate = UIView(frame: bounds)
      plate.backgroundColor = preview.parameters.backgroundColor
      plate.layer.mask = Self.mask(visible)
      addSubview(plate)
      picture.layer.mask = Self.mask(visible)
    }
    addSubview(picture)
    let outline = preview.parameters.shadowPath ?? visible
    layer.shadowPath = outline?.cgPath ?? UIBezierPath(rect: bounds).cgPath
    layer.shadowRadius = Self.shadow.radius
    layer.shadowOffset = CGSize(width: 0, height: Self.shadow.y)
  }

  required init?(coder: NSCoder) { nil }

  private static func mask(_ path: UIBezierPath) -> CALayer {
    let mask = CAShapeLayer()
    mask.path = path.cgPath
    return mask
  }

  /// Looks like something that is lifted.
  func lift() {
    transform = CGAffineTransform(scaleX: Self.scale, y: Self.scale)
    layer.shadowOpacity = Self.shadow.opacity
  }

  /// Lies down at a place of its window; where it is, small and faint, for none.
  func fall(to target: UIPreviewTarget?, in overlay: UIView) {
    layer.shadowOpacity = 0
    guard let target, let place = overlay.place(of: target) else {
      transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      alpha = 0
      return
    }
    center = place
    transform = target.transform
  }
}

extension UIView {
  /// Returns the middle of a place in this view; nil for one in another window or without a number.
  final func place(of target: UIPreviewTarget) -> CGPoint? {
    guard let window, target.container.window === window else { return nil }
    let point = target.container.convert(target.center, to: self)
    return point.x.isFinite && point.y.isFinite ? point : nil
  }
}
