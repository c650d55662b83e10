// Where a layer's contents lie: gravity, contentsRect, contentsCenter and scale put together.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath
package import QuartzModel

/// The images of a tree.
typealias Images = [ImageID: PixelBuffer]

/// The part of an image that a layer shows, and where.
struct ContentsPlacement {
  let image: ImageID
  let pixels: PixelBuffer
  /// Where the part is shown, in the layer's space, points.
  ///
  /// May be larger than the bounds.
  let rect: Rect
  /// Layer's space -> texels from the image's top left.
  let x: ContentsAxis
  let y: ContentsAxis
  /// The texels that may be sampled: minX, minY, maxX, maxY, whole numbers.
  let texelRect: SIMD4<Float>
  /// Whether the texels repeat, and do not go on as at the edge.
  let repeats: Bool

  /// An image as the contents of a layer; nil if there is nothing to show.
  ///
  /// - Parameter isFlipped: Whether y points up on the output. Images stay upright: their first row
  ///   is at the maximum y then.
  init?(_ style: LayerStylePointer, _ image: ImageID, _ images: Images, isFlipped: Bool) {
    guard let pixels = images[image] else { return nil }
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let unit = style.pointee.contentsRect.standardized
    // The unit space follows the layer's y axis, as that of the anchor point does.
    let unitTop = isFlipped ? 1 - unit.y - unit.height : unit.y
    let part = Rect(
      unit.x * width,
      unitTop * height,
      unit.width * width,
      unit.height * height
    )
    let contentsScale = style.pointee.contentsScale
    guard part.isInCoordinateRange, part.width > 0, part.height > 0, contentsScale > 0 else {
      return nil
    }
    let size = Size(part.width / contentsScale, part.height / contentsScale)
    let gravity = style.pointee.contentsGravity
    let rect = gravity.place(size, in: style.pointee.bounds)
    let center = style.pointee.contentsCenter.standardized
    guard rect.isInCoordinateRange, rect.width > 0, rect.height > 0, center.isInCoordinateRange
    else { return nil }
    self.image = image
    self.pixels = pixels
    self.rect = rect
    repeats = false
    var axes = ContentsPlacement.axes(part, in: rect, isFlipped: isFlipped)
    if gravity.resizes, center != .unit {
      let top = isFlipped ? 1 - center.y - center.height : center.y
      if let middle = ContentsPlacement.middle(center.x, center.width, part.x, part.width) {
        axes.x = ContentsAxis(
          start: rect.x,
          length: rect.width,
          texels: (part.x, part.x + part.width),
          middle: middle,
          unit: 1 / contentsScale
        )
      }
      if let middle = ContentsPlacement.middle(top, center.height, part.y, part.height) {
        let ends = (part.y, part.y + part.height)
        axes.y = ContentsAxis(
          start: rect.y,
          length: rect.height,
          texels: isFlipped ? (ends.1, ends.0) : ends,
          middle: middle,
          unit: 1 / contentsScale
        )
      }
    }
    guard axes.x.isInCoordinateRange, axes.y.isInCoordinateRange else { return nil }
    (x, y) = axes
    // Outside of the image its edge goes on, so at least one row and column remain.
    let columns = ContentsPlacement.range(part.x, part.x + part.width, limit: width)
    let rows = ContentsPlacement.range(part.y, part.y + part.height, limit: height)
    texelRect = SIMD4(
      Float(columns.low),
      Float(rows.low),
      Float(columns.high),
      Float(rows.high)
    )
  }

  /// A pattern that fills a rectangle of a layer; nil if there is nothing to show.
  init?(
    _ pattern: PatternBox,
    in bounds: Rect,
    _ images: Images,
    isFlipped: Bool
  ) {
    guard let pixels = images[pattern.image] else { return nil }
    var cell = pattern.cell.standardized
    guard cell.isInCoordinateRange, cell.width > 0, cell.height > 0 else { return nil }
    // The copy that the rectangle begins in, so that numbers stay small wherever the cell lies.
    cell.x = ContentsPlacement.start(cell.x, cell.width, before: bounds.x)
    cell.y = ContentsPlacement.start(cell.y, cell.height, before: bounds.y)
    let texels = Rect(0, 0, Double(pixels.width), Double(pixels.height))
    image = pattern.image
    self.pixels = pixels
    rect = bounds
    repeats = true
    (x, y) = ContentsPlacement.axes(texels, in: cell, isFlipped: isFlipped)
    texelRect = SIMD4(0, 0, Float(pixels.width), Float(pixels.height))
    guard x.isInCoordinateRange, y.isInCoordinateRange else { return nil }
  }

  /// Where the last copy of a cell begins that does not begin after a place.
  private static func start(_ first: Double, _ length: Double, before place: Double) -> Double {
    let rest = (place - first).truncatingRemainder(dividingBy: length)
    return place - (rest < 0 ? rest + length : rest)
  }

  /// The map that shows the texels `part` in `rect`, their first row at the top.
  private static func axes(
    _ part: Rect,
    in rect: Rect,
    isFlipped: Bool
  ) -> (x: ContentsAxis, y: ContentsAxis) {
    let scale = SIMD2(part.width / rect.width, part.height / rect.height)
    let x = ContentsAxis(scale: scale.x, offset: part.x - rect.x * scale.x)
    let bottom = part.y + part.height + rect.y * scale.y
    let y =
      isFlipped
      ? ContentsAxis(scale: -scale.y, offset: bottom)
      : ContentsAxis(scale: scale.y, offset: part.y - rect.y * scale.y)
    return (x, y)
  }

  /// The texels between which a picture is stretched; nil if those are all of it.
  ///
  /// Parts of the centre outside of the unit space do not count. A centre without a size is one
  /// texel about its position.
  private static func middle(
    _ start: Double,
    _ length: Double,
    _ texel: Double,
    _ texels: Double
  ) -> (low: Double, high: Double)? {
    let (first, last) = (min(max(start, 0), 1), min(max(start + length, 0), 1))
    if first == 0, last == 1 { return nil }
    var (low, high) = (first * texels, last * texels)
    if high <= low {
      low = min(max(low - 0.5, 0), max(texels - 1, 0))
      high = min(low + 1, texels)
    }
    return (texel + low, texel + high)
  }

  /// The texels of a part, along one axis, as whole numbers within the image.
  static func range(
    _ low: Double,
    _ high: Double,
    limit: Double
  ) -> (low: Double, high: Double) {
    // A hair of rounding must not let a sprite's neighbour in.
    let first = min(max((low + 1e-6).rounded(.down), 0), limit - 1)
    let last = min(max((high - 1e-6).rounded(.up), first + 1), limit)
    return (first, last)
  }
}

extension ContentsGravity {
  /// Whether contents take the size of the layer, so that there is something to stretch.
  fileprivate var resizes: Bool {
    switch self {
    case .resize, .resizeAspect, .resizeAspectFill: true
    case .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight:
      false
    }
  }

  /// Where contents of `size` points lie in `bounds`.
  ///
  /// Top is maximum y.
  package func place(_ size: Size, in bounds: Rect) -> Rect {
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let ratio = (bounds.width / size.width, bounds.height / size.height)
      let scale = self == .resizeAspect ? min(ratio.0, ratio.1) : max(ratio.0, ratio.1)
      return place(Size(size.width * scale, size.height * scale), in: bounds, x: 0.5, y: 0.5)
    case .center: return place(size, in: bounds, x: 0.5, y: 0.5)
    case .top: return place(size, in: bounds, x: 0.5, y: 1)
    case .bottom: return place(size, in: bounds, x: 0.5, y: 0)
    case .left: return place(size, in: bounds, x: 0, y: 0.5)
    case .right: return place(size, in: bounds, x: 1, y: 0.5)
    case .topLeft: return place(size, in: bounds, x: 0, y: 1)
    case .topRight: return place(size, in: bounds, x: 1, y: 1)
    case .bottomLeft: return place(size, in: bounds, x: 0, y: 0)
    case .bottomRight: return place(size, in: bounds, x: 1, y: 0)
    }
  }

  /// Shares the free room out: 0 puts all of it after, 1 all of it before.
  private func place(_ size: Size, in bounds: Rect, x: Double, y: Double) -> Rect {
    Rect(
      bounds.x + (bounds.width - size.width) * x,
      bounds.y + (bounds.height - size.height) * y,
      size.width,
      size.height
    )
  }
}
