// Drawing images: turned, tinted, and with caps.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import Foundation
import ImageIO

extension UIImage {
  /// The size of the stored pixels.
  var storedSize: CGSize {
    switch source {
    case .pixels(let image): CGSize(width: image.width, height: image.height)
    case .filtered(let image):
      image.extent.size.width.isFinite && !image.extent.isInfinite ? image.extent.size : .zero
    case .none: look.frames?.first?.storedSize ?? .zero
    }
  }

  /// The stored pixels; those of Core Image are made once.
  var storedImage: CGImage? {
    switch source {
    case .pixels(let image): return image
    case .none: return look.frames?.first?.storedImage
    case .filtered(let image):
      if let rendered = made.withLock({ $0.rendered }) { return rendered }
      guard storedSize.width > 0, storedSize.height > 0,
        let rendered = CIContext().createCGImage(image, from: image.extent)
      else { return nil }
      made.withLock { $0.rendered = rendered }
      return rendered
    }
  }

  /// The pixels as they are shown, in their own colours; made once.
  package var uprightImage: CGImage? {
    guard look.orientation != .up else { return storedImage }
    if let upright = made.withLock({ $0.upright }) { return upright }
    guard let stored = storedImage else { return nil }
    let upright =
      stored.brightUpright(look.orientation)
      ?? CGImage(stored.pixelStorage.upright(look.orientation.ofFiles))
    made.withLock { $0.upright = upright }
    return upright
  }

  /// The pixels as they are shown, in the image's own tint if it has one.
  package var shownImage: CGImage? {
    guard let tint = look.tint, !look.isTemplate else { return uprightImage }
    return tintedImage(tint.cgColor)
  }

  /// The pixels as a view of that tint shows them; those of an image that is not a template have
  /// their own colours.
  package func shownImage(tint: UIColor) -> CGImage? {
    look.isTemplate ? tintedImage(tint.cgColor) : shownImage
  }

  /// The upright pixels in one colour, which their alpha shows.
  ///
  /// The last one is kept.
  func tintedImage(_ color: CGColor) -> CGImage? {
    if let last = made.withLock({ $0.tinted }), last.color == color { return last.image }
    guard let upright = uprightImage else { return nil }
    let size = CGSize(width: upright.width, height: upright.height)
    guard let canvas = ImageCanvas(size: size, scale: 1, isOpaque: false) else { return nil }
    canvas.context.drawUpright(upright, in: CGRect(origin: .zero, size: size))
    canvas.context.setBlendMode(.sourceIn)
    canvas.context.setFillColor(color)
    canvas.context.fill(CGRect(origin: .zero, size: size))
    guard let image = canvas.context.makeImage() else { return nil }
    made.withLock { $0.tinted = (color, image) }
    return image
  }

  /// Draws the image into a context whose y points down.
  func draw(in context: CGContext, _ rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    let rect = rect.standardized
    guard rect.isFinite, rect.width > 0, rect.height > 0, let image = uprightImage else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.setBlendMode(blendMode)
    context.setAlpha(alpha)
    if look.flipsForRightToLeft, UITraitCollection.current.layoutDirection == .rightToLeft {
      context.translateBy(x: rect.minX + rect.maxX, y: 0)
      context.scaleBy(x: -1, y: 1)
    }
    guard look.isTemplate || look.tint != nil else {
      return drawParts(of: image, in: context, rect)
    }
    if let tint = look.tint { context.setFillColor(tint.cgColor) }
    context.beginTransparencyLayer(in: rect, auxiliaryInfo: nil)
    drawParts(of: image, in: context, rect)
    context.setBlendMode(.sourceIn)
    context.fill(rect)
    context.endTransparencyLayer()
  }

  private func drawParts(of image: CGImage, in context: CGContext, _ rect: CGRect) {
    guard let caps = look.caps else { return context.drawUpright(image, in: rect) }
    let parts = CapParts(image, caps: caps, scale: scale)
    for row in parts.rows(in: rect.minY, length: rect.height) {
      for column in parts.columns(in: rect.minX, length: rect.width) {
        let place = CGRect(
          x: column.place,
          y: row.place,
          width: column.placeLength,
          height: row.placeLength
        )
        let source = CGRect(
          x: column.start,
          y: row.start,
          width: column.length,
          height: row.length
        )
        guard let part = image.cropping(to: source) else { continue }
        let isTiled = look.resizingMode == .tile && (row.isMiddle || column.isMiddle)
        guard isTiled else {
          context.drawUpright(part, in: place)
          continue
        }
        // Along a cap the middle is repeated in one direction only.
        let tile = CGRect(
          x: place.minX,
          y: place.minY,
          width: column.isMiddle ? CGFloat(part.width) / scale : place.width,
          height: row.isMiddle ? CGFloat(part.height) / scale : place.height
        )
        context.drawUpright(part, tile: tile, in: place)
      }
    }
  }

  /// The colour that paints with copies of the image; nil if it has no pixels.
  var patternColor: CGColor? {
    let size = size
    guard let space = CGColorSpace(patternBaseSpace: nil) else { return nil }
    let image = size.width > 0 && size.height > 0 ? shownImage : nil
    let cell = CGRect(
      x: 0,
      y: 0,
      width: size.width > 0 ? size.width : 1,
      height: size.height > 0 ? size.height : 1
    )
    // The space of views has y down: the first row of the image is at least y.
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        if let image { context.drawUpright(image, in: cell) }
      },
      releaseInfo: nil
    )
    let pattern = CGPattern(
      info: nil,
      bounds: cell,
      matrix: .identity,
      xStep: cell.width,
      yStep: cell.height,
      tiling: .noDistortion,
      isColored: true,
      callbacks: &callbacks
    )
    return pattern.flatMap { CGColor(patternSpace: space, pattern: $0, components: [1]) }
  }
}

/// The three parts of an image with caps along each side.
struct CapParts {
  /// A part along one side: pixels of the image, and where they are drawn, in points.
  struct Part {
    var start: CGFloat
    var length: CGFloat
    var place: CGFloat
    var placeLength: CGFloat
    var isMiddle: Bool
  }

  /// Pixels of a side: before the middle, and the middle.
  private struct Side {
    var first: CGFloat
    var middle: CGFloat
    var last: CGFloat

    /// Caps that leave nothing between them leave one pixel.
    init(_ length: Int, _ first: CGFloat, _ last: CGFloat, _ scale: CGFloat) {
      let most = CGFloat(length)
      func pixels(_ cap: CGFloat) -> CGFloat {
        cap > 0 ? min((cap * scale).rounded(), most - 1) : 0
      }
      self.first = pixels(first)
      self.last = min(pixels(last), most - 1 - self.first)
      middle = most - self.first - self.last
    }
  }

  private let horizontal: Side
  private let vertical: Side
  private let scale: CGFloat

  init(_ image: CGImage, caps: UIEdgeInsets, scale: CGFloat) {
    horizontal = Side(image.width, caps.left, caps.right, scale)
    vertical = Side(image.height, caps.top, caps.bottom, scale)
    self.scale = scale
  }

  func columns(in start: CGFloat, length: CGFloat) -> [Part] {
    parts(horizontal, start, length)
  }

  func rows(in start: CGFloat, length: CGFloat) -> [Part] { parts(vertical, start, length) }

  /// The middle as `contentsCenter` takes it: in parts of the image.
  ///
  /// A middle of one pixel is narrowed to 0.02 pixels around its centre, so that its neighbours do
  /// not show in it.
  var contentsCenter: CGRect {
    func range(_ side: Side) -> (CGFloat, CGFloat) {
      let whole = side.first + side.middle + side.last
      guard side.middle <= 1 else { return (side.first / whole, side.middle / whole) }
      return ((side.first + 0.49) / whole, 0.02 / whole)
    }
    let ((x, width), (y, height)) = (range(horizontal), range(vertical))
    return CGRect(x: x, y: y, width: width, height: height)
  }

  /// Whether repeating the middle shows the same as stretching it: it is one pixel.
  var isTilingStretching: Bool {
    (horizontal.middle <= 1 || horizontal.first + horizontal.last == 0)
      && (vertical.middle <= 1 || vertical.first + vertical.last == 0)
      && (horizontal.middle <= 1 && vertical.middle <= 1)
  }

  private func parts(_ side: Side, _ start: CGFloat, _ length: CGFloat) -> [Part] {
    var (first, last) = (side.first / scale, side.last / scale)
    if first + last > length {
      // Too little room: both caps shrink alike.
      let factor = length / (first + last)
      (first, last) = (first * factor, last * factor)
    }
    let middle = length - first - last
    let parts = [
      Part(start: 0, length: side.first, place: start, placeLength: first, isMiddle: false),
      Part(
        start: side.first,
        length: side.middle,
        place: start + first,
        placeLength: middle,
        isMiddle: true
      ),
      Part(
        start: side.first + side.middle,
        length: side.last,
        place: start + first + middle,
        placeLength: last,
        isMiddle: false
      ),
    ]
    return parts.filter { $0.length > 0 && $0.placeLength > 0 }
  }
}

extension UIImage.Orientation {
  /// The orientation as files say it.
  var ofFiles: CGImagePropertyOrientation {
    switch self {
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .upMirrored: .upMirrored
    case .downMirrored: .downMirrored
    case .leftMirrored: .leftMirrored
    case .rightMirrored: .rightMirrored
    }
  }

  init(_ orientation: CGImagePropertyOrientation) {
    switch orientation {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .upMirrored: self = .upMirrored
    case .downMirrored: self = .downMirrored
    case .leftMirrored: self = .leftMirrored
    case .rightMirrored: self = .rightMirrored
    }
  }
}

extension CGContext {
  /// Draws an image with its first row along the edge of least y.
  func drawUpright(_ image: CGImage, in rect: CGRect) {
    saveGState()
    turn(rect)
    draw(image, in: rect)
    restoreGState()
  }

  /// Fills `area` with copies of an image, one of them in `tile`, which begins where `area` does.
  func drawUpright(_ image: CGImage, tile: CGRect, in area: CGRect) {
    saveGState()
    clip(to: area)
    turn(tile)
    draw(image, in: tile, byTiling: true)
    restoreGState()
  }

  /// Turns y around, about the middle of a rectangle.
  private func turn(_ rect: CGRect) {
    translateBy(x: 0, y: rect.minY + rect.maxY)
    scaleBy(x: 1, y: -1)
  }
}

extension CGRect {
  /// Whether all four numbers are finite.
  var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
