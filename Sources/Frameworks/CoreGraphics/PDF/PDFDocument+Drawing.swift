// Drawing calls on a page.
// Licensed under the MIT license; see LICENSE.

import CQuartzCairo
import Foundation
import QuartzMath
import QuartzRaster

/// An image of a document: Cairo's copy, and the pixels that it has them of.
struct PDFImage {
  var surface: OpaquePointer
  var pixels: PixelStorage
}

extension PDFDocument {
  /// Draws a call; nothing happens outside of pages.
  func draw(_ step: VectorStep) {
    guard hasPage else { return }
    if step.state.shadow != nil { drawPixels(of: step, isShadow: true) }
    if case .shadow = step.operation { return }
    if case .gradient(_, .conic, _) = step.operation {
      return drawPixels(of: step, isShadow: false)
    }
    guard step.state.blendMode != .clear, step.state.alpha > 0 else { return }
    let masks = step.state.clips.filter(\.isMask)
    draw(step, through: masks[...])
  }

  /// Draws a call through masks, the last one of which is the outermost.
  private func draw(_ step: VectorStep, through masks: ArraySlice<VectorClip>) {
    guard case .mask(let image, let rect, let ctm)? = masks.last else {
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      clip(step.state.clips)
      // The outermost of the groups that masks need has the blend mode.
      let isMasked = step.state.clips.contains(where: \.isMask)
      cairo_set_operator(cairo, isMasked ? CGBlendMode.normal.cairo : step.state.blendMode.cairo)
      cairo_set_antialias(
        cairo,
        Int32(
          step.state.antialiases ? QUARTZ_CAIRO_ANTIALIAS_DEFAULT : QUARTZ_CAIRO_ANTIALIAS_NONE
        )
      )
      return draw(step.operation, step.state)
    }
    guard let rect = Rect(drawn: rect), let pixels = maskPixels(image, rect, ctm),
      let mask = pattern(of: pixels, in: rect)
    else { return }
    defer { cairo_pattern_destroy(mask) }
    cairo_push_group(cairo)
    draw(step, through: masks.dropLast())
    let group = cairo_pop_group(cairo)
    defer { cairo_pattern_destroy(group) }
    cairo_save(cairo)
    cairo_set_operator(cairo, step.state.blendMode.cairo)
    cairo_set_source(cairo, group)
    setMatrix(ctm)
    cairo_mask(cairo, mask)
    cairo_restore(cairo)
  }

  private func draw(_ operation: VectorOperation, _ state: GraphicsState) {
    switch operation {
    case .shadow: break
    case .fill(let path, let rule, let style):
      guard setSource(style, state), add(path, under: .identity) else { return }
      cairo_set_fill_rule(cairo, rule == .evenOdd ? 1 : 0)
      cairo_fill(cairo)
    case .stroke(let path, let line, let style):
      guard line.width > 0, line.width.isFinite, state.ctm.inverse != nil,
        // Cairo begins the dashes of a rectangle at another corner.
        setSource(style, state),
        add(line.dash.isEmpty ? path : line.dashes(of: path), under: state.ctm)
      else { return }
      setLine(line)
      cairo_stroke(cairo)
    case .image(let image, let rect, let byTiling):
      draw(image, in: rect, byTiling: byTiling, state)
    case .gradient(let stops, let shape, let extent):
      guard let pattern = gradient(stops, shape, extent) else { return }
      defer { cairo_pattern_destroy(pattern) }
      guard state.ctm.inverse != nil else { return }
      setMatrix(state.ctm)
      cairo_set_source(cairo, pattern)
      cairo_paint_with_alpha(cairo, state.alpha)
    case .group(let steps):
      cairo_push_group(cairo)
      for step in steps { draw(step) }
      let group = cairo_pop_group(cairo)
      defer { cairo_pattern_destroy(group) }
      cairo_set_source(cairo, group)
      cairo_paint_with_alpha(cairo, state.alpha)
    }
  }
}

// MARK: - Geometry

extension PDFDocument {
  /// Makes the space that `matrix` maps to device space Cairo's user space.
  private func setMatrix(_ matrix: Affine) {
    var map = cairo_matrix_t(matrix * page)
    cairo_set_matrix(cairo, &map)
  }

  /// Sets the current path; false for one without elements, or with numbers that are not finite.
  private func add(_ path: Path, under matrix: Affine) -> Bool {
    // Cairo counts in 1/256 of a point, up to 2^23 of them.
    let limit = 1e6
    guard !path.isEmpty, matrix.isFinite,
      path.points.allSatisfy({ abs($0.x) < limit && abs($0.y) < limit })
    else { return false }
    setMatrix(matrix)
    cairo_new_path(cairo)
    var points = path.points[...]
    var last = Point(0, 0)
    for element in path.elements {
      let own = Array(points.prefix(element.pointCount))
      points = points.dropFirst(element.pointCount)
      switch element {
      case .move: cairo_move_to(cairo, own[0].x, own[0].y)
      case .line: cairo_line_to(cairo, own[0].x, own[0].y)
      case .quad:
        // The control points of the cubic curve that is this one.
        let (first, second) = (last.toward(own[0], 2 / 3), own[1].toward(own[0], 2 / 3))
        cairo_curve_to(cairo, first.x, first.y, second.x, second.y, own[1].x, own[1].y)
      case .cubic:
        cairo_curve_to(cairo, own[0].x, own[0].y, own[1].x, own[1].y, own[2].x, own[2].y)
      case .close: cairo_close_path(cairo)
      }
      last = own.last ?? last
    }
    return true
  }

  private func clip(_ cuts: [VectorClip]) {
    for cut in cuts {
      guard case .path(let path, let rule) = cut else { continue }
      // A path without an area leaves nothing.
      if !add(path, under: .identity) { cairo_new_path(cairo) }
      cairo_set_fill_rule(cairo, rule == .evenOdd ? 1 : 0)
      cairo_clip(cairo)
    }
  }

  private func setLine(_ line: StrokeStyle) {
    cairo_set_line_width(cairo, line.width)
    cairo_set_line_cap(cairo, Int32(line.cap.rawValue))
    cairo_set_line_join(cairo, Int32(line.join.rawValue))
    cairo_set_miter_limit(cairo, line.miterLimit)
  }
}

// MARK: - Sources

extension PDFDocument {
  /// Makes the paint of a style the source; false if it paints nothing.
  private func setSource(_ style: PaintStyle, _ state: GraphicsState) -> Bool {
    guard style.color.pattern == nil else { return setPattern(style.color, state) }
    let color = SIMD4<Double>(straight(style.color))
    cairo_set_source_rgba(cairo, color.x, color.y, color.z, color.w * state.alpha)
    return true
  }

  /// Makes a pattern the source.
  private func setPattern(_ color: CGColor, _ state: GraphicsState) -> Bool {
    // A power of two: Cairo writes six digits, and tiles that are a hair too small lie elsewhere.
    let scale = 4.0
    guard let pattern = color.pattern,
      let cell = PatternCell(
        pattern,
        PatternCell.pixels(pattern.step.width * scale),
        PatternCell.pixels(pattern.step.height * scale),
        color,
        depth: 0
      ), let alone = self.pattern(of: cell.pixels, in: pattern.period)
    else { return false }
    defer { cairo_pattern_destroy(alone) }
    let phase = Affine.translation(state.patternPhase.width, state.patternPhase.height)
    cairo_pattern_set_extend(alone, Int32(QUARTZ_CAIRO_EXTEND_REPEAT))
    // The source stays where the matrix of this moment puts it.
    setMatrix(pattern.matrix * phase * base)
    cairo_set_source(cairo, alone)
    return true
  }

  private func draw(_ image: CGImage, in rect: Rect, byTiling: Bool, _ state: GraphicsState) {
    guard state.ctm.inverse != nil, rect.width > 0, rect.height > 0, rect.isFinite,
      let pattern = pattern(of: image.pixelStorage, in: rect)
    else { return }
    defer { cairo_pattern_destroy(pattern) }
    let isSmooth = image.shouldInterpolate && state.interpolationQuality != .none
    cairo_pattern_set_filter(
      pattern,
      Int32(isSmooth ? QUARTZ_CAIRO_FILTER_BILINEAR : QUARTZ_CAIRO_FILTER_NEAREST)
    )
    if byTiling { cairo_pattern_set_extend(pattern, Int32(QUARTZ_CAIRO_EXTEND_REPEAT)) }
    if image.hasNoColor {
      guard setSource(state.fill, state) else { return }
      setMatrix(state.ctm)
      return cairo_mask(cairo, pattern)
    }
    setMatrix(state.ctm)
    cairo_set_source(cairo, pattern)
    cairo_paint_with_alpha(cairo, state.alpha)
  }

  /// Returns a pattern that shows pixels in a rectangle, their first row along its greatest y.
  private func pattern(of pixels: PixelStorage, in rect: Rect) -> OpaquePointer? {
    guard let surface = surface(of: pixels), rect.width > 0, rect.height > 0,
      let pattern = cairo_pattern_create_for_surface(surface)
    else { return nil }
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let texels = Affine(
      width / rect.width,
      0,
      0,
      -height / rect.height,
      -rect.x * width / rect.width,
      height + rect.y * height / rect.height
    )
    var matrix = cairo_matrix_t(texels)
    cairo_pattern_set_matrix(pattern, &matrix)
    return pattern
  }

  /// Returns Cairo's copy of pixels; nil without memory.
  private func surface(of pixels: PixelStorage) -> OpaquePointer? {
    if let known = images[ObjectIdentifier(pixels)] { return known.surface }
    let format = pixels.isOpaque ? QUARTZ_CAIRO_FORMAT_RGB24 : QUARTZ_CAIRO_FORMAT_ARGB32
    guard
      let surface = cairo_image_surface_create(
        Int32(format),
        Int32(pixels.width),
        Int32(pixels.height)
      ), cairo_surface_status(surface) == 0, let bytes = cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    for row in 0..<pixels.height {
      let source = pixels.base + row * pixels.rowBytes
      let target = UnsafeMutableRawPointer(bytes + row * stride)
      // Bounds: rows of both have `width` words of four bytes.
      for offset in Swift.stride(from: 0, to: pixels.width * 4, by: 4) {
        let word = source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        // R, G, B, A bytes to B, G, R, A.
        let swapped =
          (word & 0xFF00_FF00) | ((word & 0xFF) << 16) | ((word >> 16) & 0xFF)
        target.storeBytes(of: swapped, toByteOffset: offset, as: UInt32.self)
      }
    }
    cairo_surface_mark_dirty(surface)
    images[ObjectIdentifier(pixels)] = PDFImage(surface: surface, pixels: pixels)
    return surface
  }

  /// Returns the alpha that a mask lets through; nil without memory.
  ///
  /// It has as many pixels as the page is worth: programs that show it smooth masks in ways of
  /// their own.
  private func maskPixels(_ mask: CGImage, _ rect: Rect, _ ctm: Affine) -> PixelStorage? {
    let limit = 4096.0
    func side(_ pixels: Int, _ length: Double) -> Int {
      max(pixels, Int(min(length * PDFDocument.pixelsPerPoint, limit).rounded(.up)))
    }
    let width = side(mask.width, rect.width * (ctm.a * ctm.a + ctm.b * ctm.b).squareRoot())
    let height = side(mask.height, rect.height * (ctm.c * ctm.c + ctm.d * ctm.d).squareRoot())
    guard let context = CGContext(sRGBWidth: width, height: height) else { return nil }
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    context.clip(to: whole, mask: mask)
    context.fill(whole)
    return context.makeImage()?.pixelStorage
  }

  /// Returns a gradient; nil for one around a point, or without colours.
  private func gradient(
    _ stops: [GradientStop],
    _ shape: GradientShape,
    _ extent: GradientExtent
  ) -> OpaquePointer? {
    // Where the colours end, the gradient goes on a little, in clear colours: there is no other end
    // that all programs show.
    let margin = 0.01
    let low = extent.contains(.beforeStart) || !shape.exists(at: -margin) ? 0 : -margin
    let high = extent.contains(.afterEnd) || !shape.exists(at: 1 + margin) ? 1 : 1 + margin
    guard let first = stops.first, let last = stops.last,
      let pattern = pattern(of: shape, from: low, to: high)
    else { return nil }
    func add(_ location: Double, _ color: SIMD4<Float>) {
      let color = SIMD4<Double>(color)
      let place = min(max((location - low) / (high - low), 0), 1)
      cairo_pattern_add_color_stop_rgba(pattern, place, color.x, color.y, color.z, color.w)
    }
    func clear(_ color: SIMD4<Float>) -> SIMD4<Float> { SIMD4(color.x, color.y, color.z, 0) }
    // No two stops of PDF are at one place.
    let step = 1e-5
    cairo_pattern_set_extend(pattern, Int32(QUARTZ_CAIRO_EXTEND_PAD))
    if low < 0 {
      add(low, clear(first.color))
      add(-step, clear(first.color))
      add(0, first.color)
    }
    for stop in stops { add(Double(stop.location), stop.color) }
    if high > 1 {
      add(1, last.color)
      add(1 + step, clear(last.color))
      add(high, clear(last.color))
    }
    return pattern
  }

  /// Returns the pattern of a gradient between two of its places, without colours; nil for one
  /// without an extent.
  private func pattern(
    of shape: GradientShape,
    from low: Double,
    to high: Double
  ) -> OpaquePointer? {
    switch shape {
    case .axial(let start, let end):
      guard start != end else { return nil }
      let (a, b) = (start.toward(end, low), start.toward(end, high))
      return cairo_pattern_create_linear(a.x, a.y, b.x, b.y)
    case .radial(let start, let startRadius, let end, let endRadius):
      guard start != end || startRadius != endRadius else { return nil }
      func radius(_ place: Double) -> Double { startRadius + (endRadius - startRadius) * place }
      let (a, b) = (start.toward(end, low), start.toward(end, high))
      return cairo_pattern_create_radial(a.x, a.y, radius(low), b.x, b.y, radius(high))
    case .conic: return nil
    }
  }

  /// Returns straight components of sRGB.
  private func straight(_ color: CGColor) -> SIMD4<Float> {
    let converted = color.converted(to: .sRGBSpace, intent: .defaultIntent, options: nil)
    let parts = (converted ?? color).components ?? []
    guard parts.count == 4 else { return .zero }
    let finite = parts.map { $0.isFinite ? Float($0) : 0 }
    return SIMD4(finite[0], finite[1], finite[2], finite[3])
      .clamped(lowerBound: .zero, upperBound: .one)
  }
}

// MARK: - Values

extension Point {
  /// The point so far along the way to another one: 0 here, 1 there.
  fileprivate func toward(_ other: Point, _ part: Double) -> Point {
    Point(x + (other.x - x) * part, y + (other.y - y) * part)
  }
}

extension GradientShape {
  /// Whether the shape goes on to a place: circles end where they have no radius.
  fileprivate func exists(at place: Double) -> Bool {
    guard case .radial(_, let start, _, let end) = self else { return true }
    return start + (end - start) * place >= 0
  }
}

extension StrokeStyle {
  /// Returns the dashes of a path as a path.
  fileprivate func dashes(of path: Path) -> Path {
    PathMeasure(path).dashed(dash, phase: dashPhase)
  }
}

extension cairo_matrix_t {
  init(_ map: Affine) {
    self.init(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
  }
}

extension CGBlendMode {
  /// Cairo's number of the mode; modes that PDF lacks count as normal.
  fileprivate var cairo: Int32 {
    switch self {
    case .multiply: 14
    case .screen: 15
    case .overlay: 16
    case .darken: 17
    case .lighten: 18
    case .colorDodge: 19
    case .colorBurn: 20
    case .hardLight: 21
    case .softLight: 22
    case .difference: 23
    case .exclusion: 24
    case .hue: 25
    case .saturation: 26
    case .color: 27
    case .luminosity: 28
    case .normal, .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destinationOver,
      .destinationIn, .destinationOut, .destinationAtop, .xor, .plusDarker, .plusLighter:
      2
    }
  }
}
