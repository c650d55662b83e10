// Plans put together by hand, for tests.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel

@testable import QuartzPlan
import TestRandom

/// A shape in the plan: where it is, how its corners are, which space it lies in.
struct SketchShape {
  var rect: SIMD4<Float>
  var radiiX = SIMD4<Float>.zero
  var radiiY = SIMD4<Float>.zero
  /// Shape space -> pixels; nil for a shape in the space of pixels.
  var map: Homography?
  /// The edges that are not anti-aliased, as bits: minX, maxX, minY, maxY.
  var hardEdges: Float = 0

  init(
    _ minX: Float,
    _ minY: Float,
    _ maxX: Float,
    _ maxY: Float,
    radius: Float = 0,
    map: Homography? = nil
  ) {
    rect = SIMD4(minX, minY, maxX, maxY)
    radiiX = SIMD4(repeating: radius)
    radiiY = SIMD4(repeating: radius)
    self.map = map
  }

  var isRounded: Bool { radiiX.max() > 0 }
  var shapeClass: ShapeClass { map == nil ? .axis : .general }

  var inverse: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    let inverse = map?.inverse ?? .identity
    func row(_ v: SIMD3<Double>) -> SIMD4<Float> { SIMD4(Float(v.x), Float(v.y), Float(v.z), 0) }
    var last = row(inverse.row3)
    last.w = hardEdges
    return (row(inverse.row1), row(inverse.row2), last)
  }

  var record: ShapeRecord {
    let (a, b, c) = inverse
    return ShapeRecord(
      rect: rect,
      radiiX: radiiX,
      radiiY: radiiY,
      inverse1: a,
      inverse2: b,
      inverse3: c
    )
  }

  /// The pixels it can touch.
  var bounds: PixelRect {
    let map = map ?? .identity
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for (x, y) in [(rect.x, rect.y), (rect.z, rect.y), (rect.x, rect.w), (rect.z, rect.w)] {
      let h = map.transform(Double(x), Double(y))
      guard h.z > 0 else { return PixelRect(-30000, -30000, 30000, 30000) }
      let point = SIMD2(h.x / h.z, h.y / h.z)
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let grow = map.kind <= .integerTranslation ? 0.0 : 1.0
    func pixel(_ value: Double) -> Int32 { Int32(min(max(value, -30000), 30000)) }
    return PixelRect(
      pixel((low.x - grow).rounded(.down)),
      pixel((low.y - grow).rounded(.down)),
      pixel((high.x + grow).rounded(.up)),
      pixel((high.y + grow).rounded(.up))
    )
  }

  /// Whether every pixel of the bounds is covered wholly.
  var covers: Bool {
    map == nil && !isRounded && rect == rect.rounded(.toNearestOrAwayFromZero)
  }
}

/// A plan under construction.
///
/// Draws go to the last surface that was begun and not ended.
struct GLESPlanSketch {
  private(set) var plan = RenderPlan()
  private var drafts: [(surface: Surface, draws: [Draw])] = []
  let frame: PixelRect

  init(_ width: Int32, _ height: Int32, clear: SIMD4<Float> = [1, 1, 1, 1]) {
    frame = PixelRect(width: width, height: height)
    begin(frame, clear: clear, reason: .output)
  }

  // MARK: Surfaces

  mutating func begin(
    _ frame: PixelRect,
    clear: SIMD4<Float> = .zero,
    reason: SurfaceReason = .groupOpacity
  ) {
    let surface = Surface(
      frame: frame,
      clearColor: clear,
      reason: reason,
      slot: -1,
      draws: 0..<0
    )
    drafts.append((surface, []))
  }

  /// Adds a surface that is another one's alpha, blurred.
  mutating func blur(_ source: Int32, sigma: SIMD2<Float>, frame: PixelRect) -> Int32 {
    effect(.blur(sigma: sigma, .alpha), of: source, frame: frame)
  }

  /// Adds a surface that is an effect of another one.
  mutating func effect(_ effect: SurfaceEffect, of source: Int32, frame: PixelRect) -> Int32 {
    begin(frame, reason: .shadow)
    return end {
      $0.content = .effect(effect, of: source)
      $0.isWhole = true
    }
  }

  /// Ends the surface, changes what is said of it, and returns its index.
  @discardableResult
  mutating func end(_ change: (inout Surface) -> Void = { _ in }) -> Int32 {
    var (surface, draws) = drafts.removeLast()
    change(&surface)
    if surface.isReady { draws = [] }
    let first = Int32(plan.draws.count)
    plan.draws.append(contentsOf: draws)
    surface.draws = first..<Int32(plan.draws.count)
    let start = Int32(plan.visible.count)
    plan.visible.append(contentsOf: surface.draws)
    surface.visible = start..<Int32(plan.visible.count)
    plan.surfaces.append(surface)
    return Int32(plan.surfaces.count - 1)
  }

  /// The plan with everything damaged, or as damaged as said.
  func finished(damage: Damage? = nil, released: [UInt64] = []) -> RenderPlan {
    var copy = self
    copy.plan.released = ContiguousArray(released)
    while !copy.drafts.isEmpty { copy.end() }
    copy.plan.damage = damage ?? Damage(frame)
    return copy.plan
  }

  // MARK: Draws

  private mutating func add(
    _ kind: DrawKind,
    _ shape: ShapeClass,
    _ flags: DrawFlags,
    record: Int,
    clip: Int32,
    source: Int32 = -1,
    mask: Int32 = -1,
    blend: CompositingMode = .normal,
    bounds: PixelRect
  ) {
    let frame = drafts[drafts.count - 1].surface.frame
    let draw = Draw(
      kind: kind,
      shape: shape,
      blend: blend,
      flags: flags,
      record: Int32(record),
      clip: clip,
      source: source,
      mask: mask,
      bounds: bounds.intersection(frame),
      slot: -1
    )
    if !draw.bounds.isEmpty { drafts[drafts.count - 1].draws.append(draw) }
  }

  private func flags(_ shape: SketchShape, isOpaque: Bool) -> DrawFlags {
    var flags: DrawFlags = []
    if shape.isRounded { flags.insert(.rounded) }
    if shape.covers { flags.insert(.covers) }
    if isOpaque { flags.insert(.opaque) }
    return flags
  }

  mutating func clip(_ shape: SketchShape) -> Int32 {
    plan.clips.append(
      ClipRecord(
        kind: shape.shapeClass,
        shape: shape.record
      )
    )
    return Int32(plan.clips.count - 1)
  }

  mutating func solid(_ shape: SketchShape, _ color: SIMD4<Float>, clip: Int32 = -1) {
    extendedSolid(shape, color.inBytes, clip: clip)
  }

  /// A solid whose colour is as it is given, for plans of extended range.
  mutating func extendedSolid(_ shape: SketchShape, _ color: SIMD4<Float>, clip: Int32 = -1) {
    plan.solids.append(
      SolidRecord(
        shape: shape.record,
        color: color
      )
    )
    add(
      .solid,
      shape.shapeClass,
      flags(shape, isOpaque: color.w == 1),
      record: plan.solids.count - 1,
      clip: clip,
      bounds: shape.bounds
    )
  }

  mutating func border(
    _ shape: SketchShape,
    width: Float,
    _ color: SIMD4<Float>,
    clip: Int32 = -1
  ) {
    let inset = SIMD4<Float>(width, width, -width, -width)
    plan.borders.append(
      BorderRecord(
        shape: shape.record,
        color: color.inBytes,
        innerRect: shape.rect + inset,
        innerRadiiX: pointwiseMax(shape.radiiX - width, .zero),
        innerRadiiY: pointwiseMax(shape.radiiY - width, .zero)
      )
    )
    var flags = flags(shape, isOpaque: color.w == 1)
    flags.remove(.covers)
    add(
      .border,
      shape.shapeClass,
      flags,
      record: plan.borders.count - 1,
      clip: clip,
      bounds: shape.bounds
    )
  }

  /// Shows `texels` (in texels) of an image in all of the shape's rectangle.
  mutating func image(
    _ shape: SketchShape,
    _ image: ImageID,
    texels: SIMD4<Float>,
    nearest: Bool = false,
    copies: Bool = false,
    tint: SIMD4<Float> = .one,
    clip: Int32 = -1
  ) {
    let scaleX = (texels.z - texels.x) / (shape.rect.z - shape.rect.x)
    let scaleY = (texels.w - texels.y) / (shape.rect.w - shape.rect.y)
    plan.imageRecords.append(
      ImageRecord(
        shape: shape.record,
        color: tint.inBytes,
        texelMap: SIMD4(
          scaleX,
          scaleY,
          texels.x - shape.rect.x * scaleX,
          texels.y - shape.rect.y * scaleY
        ),
        texelRect: texels
      )
    )
    var flags = flags(shape, isOpaque: false)
    if nearest { flags.insert(.nearest) }
    if copies { flags.insert(.copies) }
    let source = plan.images.firstIndex(of: image) ?? plan.images.count
    if source == plan.images.count { plan.images.append(image) }
    add(
      .image,
      shape.shapeClass,
      flags,
      record: plan.imageRecords.count - 1,
      clip: clip,
      source: Int32(source),
      bounds: shape.bounds
    )
  }

  /// Shows all of a surface in the shape's rectangle.
  mutating func picture(
    _ shape: SketchShape,
    of surface: Int32,
    tint: SIMD4<Float> = .one,
    clip: Int32 = -1
  ) {
    let frame = plan.surfaces[Int(surface)].frame
    let images = plan.images
    image(
      shape,
      ImageID(UInt32.max),
      texels: [0, 0, Float(frame.width), Float(frame.height)],
      tint: tint,
      clip: clip
    )
    plan.images = images
    let last = drafts[drafts.count - 1].draws.count - 1
    drafts[drafts.count - 1].draws[last].source = surface
    drafts[drafts.count - 1].draws[last].flags.insert(.fromSurface)
  }

  /// Shows bytes, or with `surface` a surface's alpha, so that a unit of the shape's space is
  /// `scale` texels.
  ///
  /// With `margin` the parts outside of it, in texels, are not stretched and the rest is.
  mutating func coverage(
    _ shape: SketchShape,
    _ bytes: CoverageBytes?,
    surface: Int32 = -1,
    _ color: SIMD4<Float>,
    margin: Float? = nil,
    copies: Bool = false,
    clip: Int32 = -1
  ) {
    let (a, b, c) = shape.inverse
    let frame = surface >= 0 ? plan.surfaces[Int(surface)].frame : .empty
    let size = SIMD2<Float>(
      Float(bytes?.width ?? Int(frame.width)),
      Float(bytes?.height ?? Int(frame.height))
    )
    let (low, shown) = (shape.rect.lowHalf, shape.rect.highHalf - shape.rect.lowHalf)
    let scale = margin == nil && !copies ? size / shown : .one
    let inset = margin ?? 0
    plan.coverageRecords.append(
      CoverageRecord(
        inverse1: a,
        inverse2: b,
        inverse3: c,
        color: color.inBytes,
        texelMap: SIMD4(lowHalf: scale, highHalf: -low * scale),
        texelRect: SIMD4(0, 0, size.x, size.y),
        sliceEdges: SIMD4(lowHalf: low + inset, highHalf: low + shown - inset),
        stretch: SIMD4(lowHalf: (size - 2 * inset) / (shown - 2 * inset), highHalf: .zero)
      )
    )
    var flags: DrawFlags = copies ? .copies : margin == nil ? [] : .stretched
    var source = surface
    if let bytes {
      source = Int32(plan.coverages.firstIndex { $0 === bytes } ?? plan.coverages.count)
      if source == plan.coverages.count { plan.coverages.append(bytes) }
    } else {
      flags.insert(.fromSurface)
    }
    add(
      .coverage,
      shape.shapeClass,
      flags,
      record: plan.coverageRecords.count - 1,
      clip: clip,
      source: source,
      bounds: shape.bounds
    )
  }

  mutating func composite(
    _ surface: Int32,
    opacity: Float,
    clip: Int32 = -1,
    mask: Int32 = -1,
    blend: CompositingMode = .normal
  ) {
    plan.composites.append(CompositeRecord(opacity: (opacity * 255).rounded() / 255))
    add(
      .composite,
      .axis,
      .covers,
      record: plan.composites.count - 1,
      clip: clip,
      source: surface,
      mask: mask,
      blend: blend,
      bounds: plan.surfaces[Int(surface)].frame
    )
  }
}

extension CoverageBytes {
  /// Bytes made one by one.
  static func made(_ width: Int, _ height: Int, _ byte: (Int, Int) -> UInt8) -> CoverageBytes {
    let coverage = CoverageBytes(width: width, height: height)
    for y in 0..<height { for x in 0..<width { coverage.bytes[y * width + x] = byte(x, y) } }
    return coverage
  }

  /// A disc that fades out.
  static func disc(_ side: Int) -> CoverageBytes {
    made(side, side) { x, y in
      let (dx, dy) = (Float(2 * x - side + 1), Float(2 * y - side + 1))
      let away = (dx * dx + dy * dy).squareRoot() / Float(side)
      return UInt8(max(min(2 - 2 * away, 1), 0) * 255)
    }
  }
}

extension SIMD4<Float> {
  /// The nearest bytes of components in 0...1, as numbers in 0...1.
  var inBytes: SIMD4 {
    let unit = clamped(lowerBound: .zero, upperBound: .one)
    return (unit * 255).rounded(.toNearestOrAwayFromZero) / 255
  }
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Float>) -> Float {
    Float.random(in: range, using: &self)
  }

  /// A premultiplied colour, as plans have them.
  mutating func color(alpha: ClosedRange<Float> = 0.2...1) -> SIMD4<Float> {
    let alpha = number(alpha)
    let color = SIMD4(number(0...1), number(0...1), number(0...1), 1) * alpha
    return color.inBytes
  }
}

extension PixelBuffer {
  /// An image made of one word (red in the lowest byte) for each pixel.
  static func made(
    _ width: Int,
    _ height: Int,
    _ pixel: (Int, Int) -> UInt32
  ) throws -> PixelBuffer {
    var words: [UInt32] = []
    for y in 0..<height { for x in 0..<width { words.append(pixel(x, y)) } }
    return try words.withUnsafeBytes { bytes in
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * 4,
        isOpaque: false,
        copying: bytes
      )
    }
  }

  /// Noise with every alpha, premultiplied.
  static func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> PixelBuffer {
    var numbers = SeededGenerator(seed: seed)
    return try made(width, height) { _, _ in
      let alpha = UInt32.random(in: 0...255, using: &numbers)
      let red = UInt32.random(in: 0...alpha, using: &numbers)
      let green = UInt32.random(in: 0...alpha, using: &numbers)
      let blue = UInt32.random(in: 0...alpha, using: &numbers)
      return red | green << 8 | blue << 16 | alpha << 24
    }
  }

  /// An opaque picture of lines whose colours tell where they are, changing by little from line to
  /// line even in pictures of any length.
  static func stripes(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try made(width, height) { x, y in
      let wave = { (place: Int) in UInt32(abs(place % 256 - 128)) }
      return wave(x) | wave(y) << 8 | UInt32((x + y) / 79 % 256) << 16 | 255 << 24
    }
  }

  /// A smooth opaque picture.
  static func smooth(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try made(width, height) { x, y in
      let red = UInt32(x * 255 / max(width - 1, 1))
      let green = UInt32(y * 255 / max(height - 1, 1))
      return red | green << 8 | (255 - red) << 16 | 255 << 24
    }
  }
}
