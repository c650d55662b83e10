// Images: pixels in one or several scales.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import ImageIO
package import QuartzCore

/// An image, with a variant for each scale of screens.
///
/// It may be the contents of a layer, which then shows the variant for its scale.
///
/// **Differences**: images by name do not exist, and a layer's `contents` reads as the variant.
@preconcurrency
@MainActor
open class NSImage: NSObject, LayerContentsConvertible {
  /// The pixels for a scale.
  private struct Variant {
    var image: CGImage
    /// Pixels of a point.
    var scale: CGFloat
  }

  private var variants: [Variant] = []
  private var drawing: CGContext?
  private var drawHandler: ((NSRect) -> Bool)?

  /// The size in points.
  open var size: NSSize

  /// Creates an empty image, to be drawn between `lockFocus()` and `unlockFocus()`.
  public init(size: NSSize) {
    self.size = size
    super.init()
  }

  /// Creates an image of pixels.
  ///
  /// - Parameters:
  ///   - cgImage: The pixels.
  ///   - size: In points; zero for one point a pixel.
  public init(cgImage: CGImage, size: NSSize) {
    let pixels = NSSize(width: cgImage.width, height: cgImage.height)
    self.size = size == .zero ? pixels : size
    super.init()
    add(cgImage)
  }

  /// Creates an image that draws itself where it is shown.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - drawingHandlerShouldBeCalledWithFlippedContext: Whether y points down in the drawing.
  ///   - drawingHandler: Draws into the current context; returns whether it did.
  public init(
    size: NSSize,
    flipped drawingHandlerShouldBeCalledWithFlippedContext: Bool,
    drawingHandler: @escaping (NSRect) -> Bool
  ) {
    self.size = size
    super.init()
    drawHandler = { rect in
      guard let context = NSGraphicsContext.current?.cgContext else { return false }
      guard drawingHandlerShouldBeCalledWithFlippedContext else { return drawingHandler(rect) }
      context.translateBy(x: 0, y: rect.height)
      context.scaleBy(x: 1, y: -1)
      var isDrawn = false
      NSGraphicsContext.with(context, flipped: true) { isDrawn = drawingHandler(rect) }
      return isDrawn
    }
  }

  /// Creates an image from a file and, if there is one beside it, its variant named @2x; nil if the
  /// file is not an image.
  public convenience init?(contentsOfFile fileName: String) {
    self.init(contentsOf: URL(fileURLWithPath: fileName))
  }

  /// Creates an image from a file; nil if it is not an image.
  public convenience init?(contentsOf url: URL) {
    guard let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
    let name = url.deletingPathExtension().lastPathComponent + "@2x"
    let double = url.deletingLastPathComponent().appendingPathComponent(name)
      .appendingPathExtension(url.pathExtension)
    if let data = try? Data(contentsOf: double), let image = NSImage.image(data) { add(image) }
  }

  /// Creates an image from the bytes of a file; nil if they are not an image.
  public init?(data: Data) {
    guard let image = NSImage.image(data) else { return nil }
    size = NSSize(width: image.width, height: image.height)
    super.init()
    add(image)
  }

  private static func image(_ data: Data) -> CGImage? {
    CGImageSourceCreateWithData(data, nil).flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
  }

  private func add(_ image: CGImage) {
    let scale = size.width > 0 ? CGFloat(image.width) / size.width : 1
    variants.append(Variant(image: image, scale: scale))
    variants.sort { $0.scale < $1.scale }
  }

  /// Whether there is anything to draw.
  open var isValid: Bool { !variants.isEmpty || drawHandler != nil }

  // MARK: Variants

  /// The variant for a scale: the smallest that has enough pixels, or the largest.
  private func variant(for scale: CGFloat) -> Variant? {
    if let drawHandler, let image = render(scale: scale, { _ = drawHandler($0) }) {
      return Variant(image: image, scale: scale)
    }
    return variants.first { $0.scale >= scale - 0.01 } ?? variants.last
  }

  private static let greatestSide = CGFloat(CGImage.maximumSide)

  private func render(scale: CGFloat, _ draw: (NSRect) -> Void) -> CGImage? {
    guard let context = bitmap(scale: scale) else { return nil }
    NSGraphicsContext.with(context, flipped: false) { draw(NSRect(origin: .zero, size: size)) }
    return context.makeImage()
  }

  private func bitmap(scale: CGFloat) -> CGContext? {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    let range = 1...NSImage.greatestSide
    guard range.contains(width), range.contains(height) else { return nil }
    let context = CGContext(
      sRGBWidth: Int(width),
      height: Int(height),
      space: CGColorSpaceCreateDeviceRGB()
    )
    context?.scaleBy(x: scale, y: scale)
    return context
  }

  /// Returns the pixels that suit a context, or the main screen; nil for an empty image.
  open func cgImage(
    forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?,
    context referenceContext: NSGraphicsContext?,
    hints: [AnyHashable: Any]?
  ) -> CGImage? {
    let scale = referenceContext.map { abs($0.cgContext.userSpaceToDeviceSpaceTransform.a) }
    return variant(for: scale ?? NSScreen.main?.backingScaleFactor ?? 1)?.image
  }

  /// Returns the scale of the variant that suits a layer of a scale best.
  open func recommendedLayerContentsScale(_ preferredContentsScale: CGFloat) -> CGFloat {
    let preferred = preferredContentsScale > 0 ? preferredContentsScale : 1
    return variant(for: preferred)?.scale ?? preferred
  }

  /// Returns contents for a layer of a scale.
  open func layerContents(forContentsScale layerContentsScale: CGFloat) -> Any {
    variant(for: layerContentsScale)?.image ?? NSNull()
  }

  nonisolated package func contents(for layer: CALayer) -> Any? {
    // Layers are given images on the thread of the views.
    onViewThread(layer) { layer -> CGImage? in
      let wanted = NSScreen.main?.backingScaleFactor ?? 1
      guard let variant = variant(for: max(wanted, layer.contentsScale)) else { return nil }
      layer.contentsScale = variant.scale
      return variant.image
    }
  }

  // MARK: Drawing

  /// Directs drawing into the image, until `unlockFocus()`.
  open func lockFocus() {
    NSGraphicsContext.saveGraphicsState()
    drawing = bitmap(scale: NSScreen.main?.backingScaleFactor ?? 1)
    guard let drawing else { return }
    if let image = variants.last?.image {
      drawing.draw(image, in: CGRect(origin: .zero, size: size))
    }
    NSGraphicsContext.current = NSGraphicsContext(cgContext: drawing, flipped: false)
  }

  /// Ends the drawing into the image.
  open func unlockFocus() {
    guard let drawing else { return }
    // The context saved is restored, not the image's.
    NSGraphicsContext.restoreGraphicsState()
    self.drawing = nil
    guard let image = drawing.makeImage() else { return }
    variants = []
    add(image)
  }

  /// Draws the image into a rectangle of the current context; upright where y points down, too.
  open func draw(in rect: NSRect) {
    guard let current = NSGraphicsContext.current else { return }
    let context = current.cgContext
    let scale = abs(context.userSpaceToDeviceSpaceTransform.a)
    guard let image = variant(for: scale)?.image else { return }
    guard current.isFlipped else { return context.draw(image, in: rect) }
    context.saveGState()
    context.translateBy(x: 0, y: rect.minY + rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.draw(image, in: rect)
    context.restoreGState()
  }

  /// Draws the image with its own size.
  ///
  /// - Parameters:
  ///   - point: The corner of least coordinates.
  ///   - rect: The part that is drawn; an empty one is all.
  ///   - operation: How it is put on what is there.
  ///   - delta: The opacity, in 0...1.
  open func draw(
    at point: NSPoint,
    from rect: NSRect,
    operation: CGBlendMode,
    fraction delta: CGFloat
  ) {
    guard let context = NSGraphicsContext.current?.cgContext else { return }
    context.saveGState()
    context.setAlpha(delta)
    context.setBlendMode(operation)
    let part = rect.isEmpty ? NSRect(origin: .zero, size: size) : rect
    context.clip(to: NSRect(origin: point, size: part.size))
    draw(in: NSRect(origin: NSPoint(x: point.x - part.minX, y: point.y - part.minY), size: size))
    context.restoreGState()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
