// Painting of shapes to pixels: the last step of all drawing calls.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

/// The parts of a shape's coverage that lie in the given pixels.
typealias ShapeCoverage = (PixelRect) -> CoverageMask

extension CGContext {
  /// Draws a shape with the state's alpha, blend mode, shadow and clip.
  func draw(_ paint: Paint, shape: ShapeCoverage) {
    guard let canvas, !state.clip.rect.isEmpty else { return }
    if let shadow = state.shadow { draw(shadow, under: paint, shape: shape, onto: canvas) }
    if depthOfShadows == layers.count { return }
    let mask = state.clip.applied(to: shape(state.clip.rect.intersection(canvas.bounds)))
    canvas.draw(paint, mode: blendMode, opacity: Float(state.alpha), through: mask)
  }

  /// Fills a path of device space.
  func fill(_ path: Path, _ rule: FillRule, with style: PaintStyle) {
    if record(.fill(path, rule, style)) { return }
    guard let paint = paint(style) else { return }
    draw(paint) { self.coverage(of: path, rule, in: $0) }
  }

  /// Strokes a path of device space; nothing under a transform without an inverse.
  func stroke(_ path: Path, _ line: StrokeStyle, with style: PaintStyle) {
    guard let path = userPath(path) else { return }
    if record(.stroke(path, line, style)) { return }
    guard let paint = paint(style) else { return }
    draw(paint) { self.coverage(ofStroke: path, line, in: $0) }
  }
}

// MARK: - Coverage

extension CGContext {
  /// The coverage of the inside of a path of device space, in pixels.
  func coverage(of path: Path, _ rule: FillRule, in bounds: PixelRect) -> CoverageMask {
    if let rect = path.rect {
      // Rectangles of whole pixels are common, and need no edges.
      let pixels = pixelRect(rect)
      if let whole = pixels.wholePixels { return CoverageMask(whole.intersection(bounds)) }
    }
    var mask = CoverageMask()
    rasterizer.fill(path, rule: rule, transform: pixelsPerDevice, in: bounds, into: &mask)
    return antialiases ? mask : mask.withoutAntialiasing
  }

  /// The coverage of the stroke of a path of user space, in pixels.
  func coverage(ofStroke path: Path, _ line: StrokeStyle, in bounds: PixelRect) -> CoverageMask {
    var mask = CoverageMask()
    rasterizer.stroke(path, style: line, transform: pixelsPerUser, in: bounds, into: &mask)
    return antialiases ? mask : mask.withoutAntialiasing
  }

  /// A rectangle of device space in pixels.
  func pixelRect(_ rect: Rect) -> Rect {
    let box = deviceBox
    return Rect(rect.x - box.x, box.maxY - rect.maxY, rect.width, rect.height)
  }

  /// A rectangle of pixels in device space.
  func deviceRect(_ pixels: Rect) -> Rect {
    let box = deviceBox
    return Rect(pixels.x + box.x, box.maxY - pixels.maxY, pixels.width, pixels.height)
  }
}

// MARK: - Shadows

extension ShadowStyle {
  /// How far a shadow reaches over the shape, in pixels.
  fileprivate var reach: Int32 {
    // One pixel more, because the fraction of the offset mixes in a neighbour.
    Int32(GaussianBlur.reach(sigma: sigma)) + 1
  }
}

extension CGContext {
  /// The pixels whose paint may show, in a shadow too.
  var paintedPixels: PixelRect {
    let visible = state.clip.rect.intersection(canvas?.bounds ?? state.clip.rect)
    guard let shadow = state.shadow else { return visible }
    let (x, y) = (shadow.offset.x.rounded(.down), shadow.offset.y.rounded(.down))
    guard abs(x) < 1e6, abs(y) < 1e6 else { return visible }
    return visible.union(visible.offset(x: -Int32(x), y: -Int32(y)).insetBy(-shadow.reach))
  }

  /// Draws the shadow of a shape: its alpha, blurred, moved, in the shadow's colour.
  private func draw(
    _ shadow: ShadowStyle,
    under paint: Paint,
    shape: ShapeCoverage,
    onto canvas: Canvas
  ) {
    let whole = Point(shadow.offset.x.rounded(.down), shadow.offset.y.rounded(.down))
    guard abs(whole.x) < 1e6, abs(whole.y) < 1e6 else { return }
    let (dx, dy) = (Int32(whole.x), Int32(whole.y))
    let reach = shadow.reach
    let visible = state.clip.rect.intersection(canvas.bounds)
    let source = shape(visible.offset(x: -dx, y: -dy).insetBy(-reach))
    guard !source.isEmpty, let alpha = Canvas(source.bounds.insetBy(-reach), .alpha8) else {
      return
    }
    alpha.draw(paint, mode: .normal, opacity: Float(state.alpha), through: source)
    alpha.blurAlpha(sigma: shadow.sigma)
    alpha.moveAlpha(right: shadow.offset.x - whole.x, down: shadow.offset.y - whole.y)
    let mask = CoverageMask(alpha).offset(x: dx, y: dy).clipped(to: visible)
    let color = Paint.color(resolved(shadow.color))
    canvas.draw(color, mode: blendMode, opacity: 1, through: state.clip.applied(to: mask))
  }
}

extension Canvas {
  /// Blurs a canvas of alpha in place.
  fileprivate func blurAlpha(sigma: Double) {
    guard sigma > 0 else { return }
    let picture = BlurPicture(base: base, rowBytes: rowBytes)
    // It throws for sides beyond its limit only, which no canvas of a context reaches.
    let blur = try? GaussianBlur(
      .alpha8,
      width: Int(bounds.width),
      height: Int(bounds.height),
      sigma: sigma,
      edges: .transparent,
      from: picture,
      to: picture
    )
    blur?.run()
  }

  /// Moves a canvas of alpha by parts of a pixel, 0..<1, mixing neighbours: exact for edges of
  /// shapes that are parallel to the axes.
  fileprivate func moveAlpha(right x: Double, down y: Double) {
    let (x, y) = (Float(x), Float(y))
    guard x > 0 || y > 0 else { return }
    let (width, height) = (Int(bounds.width), Int(bounds.height))
    let bytes = base.assumingMemoryBound(to: UInt8.self)
    // Bounds: rows are `rowBytes` apart, and pixels are taken from the last on, so each is read
    // before it and its left and upper neighbours are written.
    for row in (0..<height).reversed() {
      let line = bytes + row * rowBytes
      for column in (0..<width).reversed() {
        func at(_ column: Int, _ up: Int) -> Float {
          column < 0 || row < up ? 0 : Float((line - up * rowBytes)[column])
        }
        let here = at(column, 0) + (at(column - 1, 0) - at(column, 0)) * x
        let above = at(column, 1) + (at(column - 1, 1) - at(column, 1)) * x
        line[column] = UInt8((here + (above - here) * y).rounded())
      }
    }
  }
}

extension PixelRect {
  /// The rectangle with `distance` pixels less on each side, more for negative ones.
  func insetBy(_ distance: Int32) -> PixelRect {
    PixelRect(minX &+ distance, minY &+ distance, maxX &- distance, maxY &- distance)
  }
}
