// Where a layer's contents lie: gravity, contentsRect and scale put together.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

/// The part of an image that a layer shows, and where.
struct ContentsPlacement {
  let pixels: PixelBuffer
  /// Where the part is shown, in the layer's space, points.
  ///
  /// May be larger than the bounds.
  let rect: Rect
  /// Layer's space -> texels from the image's top left.
  let texelScale: SIMD2<Double>
  let texelOffset: SIMD2<Double>
  /// The texels that may be sampled: minX, minY, maxX, maxY, whole numbers.
  let texelRect: SIMD4<Float>

  /// Nil if there is nothing to show.
  ///
  /// - Parameter isFlipped: Whether y points up on the output. Images stay upright: their first row
  ///   is at the maximum y then.
  init?(_ look: LookPointer, _ tree: borrowing LayerTree, isFlipped: Bool) {
    guard let pixels = tree.images[look.pointee.contents] else { return nil }
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let unit = look.pointee.contentsRect.standardized
    // The unit space follows the layer's y axis, as that of the anchor point does.
    let unitTop = isFlipped ? 1 - unit.y - unit.height : unit.y
    let part = Rect(
      unit.x * width,
      unitTop * height,
      unit.width * width,
      unit.height * height
    )
    guard part.isFinite, part.width > 0, part.height > 0, look.pointee.contentsScale > 0 else {
      return nil
    }
    let size = Size(
      part.width / look.pointee.contentsScale,
      part.height / look.pointee.contentsScale
    )
    let rect = look.pointee.contentsGravity.place(size, in: look.pointee.bounds)
    guard rect.isFinite, rect.width > 0, rect.height > 0 else { return nil }
    self.pixels = pixels
    self.rect = rect
    let scale = SIMD2(part.width / rect.width, part.height / rect.height)
    if isFlipped {
      texelScale = SIMD2(scale.x, -scale.y)
      texelOffset = SIMD2(part.x - rect.x * scale.x, part.y + part.height + rect.y * scale.y)
    } else {
      texelScale = scale
      texelOffset = SIMD2(part.x - rect.x * scale.x, part.y - rect.y * scale.y)
    }
    // Outside of the image its edge goes on, so at least one row and column remain.
    let x = ContentsPlacement.range(part.x, part.x + part.width, limit: width)
    let y = ContentsPlacement.range(part.y, part.y + part.height, limit: height)
    texelRect = SIMD4(Float(x.low), Float(y.low), Float(x.high), Float(y.high))
  }

  private static func range(
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
  /// Where contents of `size` points lie in `bounds`.
  ///
  /// Top is maximum y.
  func place(_ size: Size, in bounds: Rect) -> Rect {
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
