// Pictures of views.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  /// Pixels of a point for pictures of the view.
  final var pictureScale: CGFloat { (window?.screen ?? .main).scale }

  /// The layer as the output shows it; with the values that were set, if no output does.
  private var shownLayer: CALayer { window == nil ? layer : layer.presentation() ?? layer }

  /// Returns a picture of the model tree; nil for a view without size.
  final func renderedImage(scale: CGFloat) -> CGImage? { picture(of: layer, scale: scale) }

  private func picture(of shown: CALayer, scale: CGFloat) -> CGImage? {
    let size = bounds.size
    guard
      let context = UIView.makeContext(size, scale)
    else { return nil }
    drawUpright(shown, in: context)
    return context.makeImage()
  }

  /// Draws the layer with its top left corner at the origin of a context with y down.
  private func drawUpright(_ shown: CALayer, in context: CGContext) {
    let area = shown.bounds
    // A layer draws in its own coordinates, which such a one shows upside down.
    if shown.isGeometryFlipped {
      context.translateBy(x: 0, y: area.height)
      context.scaleBy(x: 1, y: -1)
    }
    context.translateBy(x: -area.minX, y: -area.minY)
    shown.render(in: context)
  }

  /// Returns a context with y down; nil for a size that cannot be drawn.
  private static func makeContext(_ size: CGSize, _ scale: CGFloat) -> CGContext? {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    let sides = 1...CGFloat(CGImage.maximumSide)
    guard sides.contains(width), sides.contains(height),
      let context = CGContext(
        sRGBWidth: Int(width),
        height: Int(height),
        space: CGColorSpaceCreateDeviceRGB()
      )
    else { return nil }
    context.translateBy(x: 0, y: height)
    context.scaleBy(x: scale, y: -scale)
    return context
  }

  /// Draws what the screen shows of the view into the current context, animations included.
  ///
  /// It is the picture that the window shows and that `render(in:)` of the layer's presentation
  /// draws, of the view and all in it. A view without a window is drawn at the values that were
  /// set.
  ///
  /// - Parameters:
  ///   - rect: Where it is drawn; the view is scaled to it.
  ///   - afterUpdates: Whether changes that were not shown yet count.
  /// - Returns: Whether something was drawn.
  @discardableResult
  public func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    guard let context = UIGraphicsGetCurrentContext(), bounds.width > 0, bounds.height > 0,
      rect.width > 0, rect.height > 0
    else { return false }
    if afterUpdates { CATransaction.flush() }
    context.saveGState()
    defer { context.restoreGState() }
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / bounds.width, y: rect.height / bounds.height)
    if let image = shownImage(afterUpdates: afterUpdates) {
      context.translateBy(x: 0, y: bounds.height)
      context.scaleBy(x: 1, y: -1)
      context.draw(image, in: CGRect(origin: .zero, size: bounds.size))
    } else {
      drawUpright(shownLayer, in: context)
    }
    return true
  }

  /// Returns a view with a picture of this one.
  ///
  /// - Parameter afterUpdates: Whether changes that were not shown yet count.
  /// - Returns: The view; nil for one without size.
  public func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    if afterUpdates { CATransaction.flush() }
    guard
      let image = shownImage(afterUpdates: afterUpdates)
        ?? picture(of: shownLayer, scale: pictureScale)
    else {
      return nil
    }
    let view = UIView(frame: CGRect(origin: .zero, size: bounds.size))
    view.layer.contents = image
    view.layer.contentsScale = pictureScale
    return view
  }

  /// Returns a view with a picture of a part of this one, whose middle stretches.
  ///
  /// - Parameters:
  ///   - rect: The part, in the view's coordinates.
  ///   - afterUpdates: Whether changes that were not shown yet count.
  ///   - capInsets: The edges that keep their size when the new view changes its own, in points.
  /// - Returns: The view, with the size of the part; nil for a part without size.
  public func resizableSnapshotView(
    from rect: CGRect,
    afterScreenUpdates afterUpdates: Bool,
    withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    if afterUpdates { CATransaction.flush() }
    let scale = pictureScale
    let part = rect.standardized.intersection(bounds)
    guard !part.isNull, part.width > 0, part.height > 0,
      let whole = shownImage(afterUpdates: afterUpdates) ?? picture(of: shownLayer, scale: scale),
      let image = whole.cropping(
        to: CGRect(
          x: (part.minX - bounds.minX) * scale,
          y: (part.minY - bounds.minY) * scale,
          width: part.width * scale,
          height: part.height * scale
        )
      )
    else { return nil }
    let view = UIView(frame: CGRect(origin: .zero, size: part.size))
    view.layer.contents = image
    view.layer.contentsScale = scale
    let middle = CGRect(origin: .zero, size: part.size).inset(by: capInsets)
    if middle.width >= 0, middle.height >= 0 {
      view.layer.contentsCenter = CGRect(
        x: middle.minX / part.width,
        y: middle.minY / part.height,
        width: middle.width / part.width,
        height: middle.height / part.height
      )
    }
    return view
  }

  /// Whether the window shows nothing but this view.
  private var isAloneInWindow: Bool {
    var view: UIView = self
    while let parent = view.parent {
      guard parent.children.count == 1, parent.layer.sublayers?.count == 1,
        parent.layer.backgroundColor == nil, parent.layer.contents == nil, parent.alpha == 1
      else { return false }
      view = parent
    }
    return view is UIWindow
  }

  /// Returns the part of the window's picture that the view has; nil if others show there too, if
  /// it is turned or scaled there, or in no window.
  private func shownImage(afterUpdates: Bool) -> CGImage? {
    guard let window, !window.isHidden, let context = window.context, isAloneInWindow else {
      return nil
    }
    let unit = convert(CGRect(x: 0, y: 0, width: 1, height: 1), to: window)
    guard unit.width == 1, unit.height == 1 else { return nil }
    let corner = convert(CGPoint(x: bounds.maxX, y: bounds.maxY), to: window)
    let area = convert(bounds, to: window)
    guard corner == CGPoint(x: area.maxX, y: area.maxY), window.bounds.contains(area),
      let image = try? context.image()
    else { return nil }
    let scale = context.scale
    let pixels = CGRect(
      x: (area.minX - window.bounds.minX) * scale,
      y: (area.minY - window.bounds.minY) * scale,
      width: area.width * scale,
      height: area.height * scale
    )
    guard pixels == pixels.integral else { return nil }
    return image.cropping(to: pixels)
  }
}
