// Plans made by hand: shapes in, a plan out.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware

/// Puts draws into a plan, surface by surface.
struct PlanSketch {
  private(set) var plan = RenderPlan()
  private var first: Int32 = 0

  /// The values of draws besides their record.
  struct Options {
    var shape = ShapeClass.axis
    var flags: DrawFlags = []
    var clip: Int32 = -1
    var inverse = inverseIdentity

    func shape(
      _ rect: SIMD4<Float>,
      _ radiiX: SIMD4<Float> = .zero,
      _ radiiY: SIMD4<Float>? = nil
    ) -> ShapeRecord {
      ShapeRecord(
        rect: rect,
        radiiX: radiiX,
        radiiY: radiiY ?? radiiX,
        inverse1: inverse[0],
        inverse2: inverse[1],
        inverse3: inverse[2]
      )
    }
  }

  static let inverseIdentity: [SIMD4<Float>] = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]

  mutating func clip(
    _ rect: SIMD4<Float>,
    radius: Float = 0,
    shape: ShapeClass = .axis,
    inverse: [SIMD4<Float>] = inverseIdentity
  ) -> Int32 {
    let radii = SIMD4<Float>(repeating: radius)
    plan.clips.append(
      ClipRecord(
        rect: rect,
        radiiX: radii,
        radiiY: radii,
        inverse: shape == .axis ? nil : (inverse[0], inverse[1], inverse[2])
      )
    )
    return Int32(plan.clips.count - 1)
  }

  mutating func solid(
    _ rect: SIMD4<Float>,
    _ color: SIMD4<Float>,
    radiiX: SIMD4<Float> = .zero,
    radiiY: SIMD4<Float>? = nil,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    plan.solids.append(
      SolidRecord(
        shape: options.shape(rect, radiiX, radiiY),
        color: color
      )
    )
    append(.solid, plan.solids.count, -1, bounds, options)
  }

  mutating func border(
    _ rect: SIMD4<Float>,
    width: Float,
    _ color: SIMD4<Float>,
    radius: Float = 0,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    let inner = max(radius - width, 0)
    plan.borders.append(
      BorderRecord(
        shape: options.shape(rect, SIMD4(repeating: radius)),
        color: color,
        innerRect: rect + [width, width, -width, -width],
        innerRadiiX: SIMD4(repeating: inner),
        innerRadiiY: SIMD4(repeating: inner)
      )
    )
    append(.border, plan.borders.count, -1, bounds, options)
  }

  mutating func image(
    _ image: ImageID,
    _ rect: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>,
    sliceEdges: SIMD4<Float> = .zero,
    stretch: SIMD4<Float> = .zero,
    level: Float = 0,
    color: SIMD4<Float> = .one,
    radius: Float = 0,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    let radii = SIMD4<Float>(repeating: radius)
    plan.imageRecords.append(
      ImageRecord(
        shape: options.shape(rect, radii),
        color: color,
        texelMap: texelMap,
        texelRect: texelRect,
        sliceEdges: sliceEdges,
        stretch: stretch,
        level: level
      )
    )
    if plan.images.firstIndex(of: image) == nil { plan.images.append(image) }
    let source = plan.images.firstIndex(of: image).map(Int32.init) ?? 0
    append(.image, plan.imageRecords.count, source, bounds, options)
  }

  /// Bytes in one colour; their edges are where `texelRect` ends.
  mutating func coverage(
    _ bytes: CoverageBytes,
    _ color: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    texelRect: SIMD4<Float>? = nil,
    sliceEdges: SIMD4<Float> = .zero,
    stretch: SIMD2<Float> = .zero,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    plan.coverageRecords.append(
      CoverageRecord(
        inverse1: options.inverse[0],
        inverse2: options.inverse[1],
        inverse3: options.inverse[2],
        color: color,
        texelMap: texelMap,
        texelRect: texelRect ?? [0, 0, Float(bytes.width), Float(bytes.height)],
        sliceEdges: sliceEdges,
        stretch: [stretch.x, stretch.y, 0, 0]
      )
    )
    plan.coverages.append(bytes)
    let source = Int32(plan.coverages.count - 1)
    append(.coverage, plan.coverageRecords.count, source, bounds, options)
  }

  /// The alpha of a surface in one colour.
  mutating func coverage(
    surface: Int32,
    _ color: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    let frame = plan.surfaces[Int(surface)].frame
    plan.coverageRecords.append(
      CoverageRecord(
        inverse1: options.inverse[0],
        inverse2: options.inverse[1],
        inverse3: options.inverse[2],
        color: color,
        texelMap: texelMap,
        texelRect: [0, 0, Float(frame.width), Float(frame.height)],
        sliceEdges: .zero,
        stretch: .zero
      )
    )
    var options = options
    options.flags.insert(.fromSurface)
    append(.coverage, plan.coverageRecords.count, surface, bounds, options)
  }

  /// A surface as an image.
  mutating func image(
    surface: Int32,
    _ rect: SIMD4<Float>,
    texelMap: SIMD4<Float>,
    color: SIMD4<Float> = .one,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    let frame = plan.surfaces[Int(surface)].frame
    plan.imageRecords.append(
      ImageRecord(
        shape: options.shape(rect),
        color: color,
        texelMap: texelMap,
        texelRect: [0, 0, Float(frame.width), Float(frame.height)]
      )
    )
    var options = options
    options.flags.insert(.fromSurface)
    append(.image, plan.imageRecords.count, surface, bounds, options)
  }

  mutating func composite(
    _ surface: Int32,
    opacity: Float,
    mask: Int32 = -1,
    blend: CompositingMode = .normal,
    bounds: PixelRect,
    _ options: Options = Options()
  ) {
    plan.composites.append(CompositeRecord(opacity: opacity))
    append(.composite, plan.composites.count, surface, bounds, options)
    plan.draws[plan.draws.count - 1].mask = mask
    plan.draws[plan.draws.count - 1].blend = blend
  }

  /// Ends a surface that is the alpha of another one, blurred.
  mutating func blur(
    _ surface: Int32,
    sigma: SIMD2<Float>,
    _ frame: PixelRect
  ) -> Int32 {
    let index = self.surface(frame, reason: .shadow)
    plan.surfaces[Int(index)].content = .effect(.blur(sigma: sigma, .alpha), of: surface)
    plan.surfaces[Int(index)].isWhole = true
    return index
  }

  /// Keeps a surface under a key; a surface that is ready already is not drawn.
  mutating func keep(_ surface: Int32, _ key: UInt64, isReady: Bool = false) {
    plan.surfaces[Int(surface)].key = key
    plan.surfaces[Int(surface)].isReady = isReady
    plan.surfaces[Int(surface)].isWhole = true
    if isReady { plan.surfaces[Int(surface)].visible = 0..<0 }
  }

  private mutating func append(
    _ kind: DrawKind,
    _ count: Int,
    _ source: Int32,
    _ bounds: PixelRect,
    _ options: Options
  ) {
    plan.draws.append(
      Draw(
        kind: kind,
        shape: options.shape,
        flags: options.flags,
        record: Int32(count - 1),
        clip: options.clip,
        source: source,
        bounds: bounds
      )
    )
  }

  /// Ends a surface with the draws since the last one, all visible.
  @discardableResult
  mutating func surface(
    _ frame: PixelRect,
    clearColor: SIMD4<Float> = .zero,
    reason: SurfaceReason = .groupOpacity
  ) -> Int32 {
    let end = Int32(plan.draws.count)
    let visible = Int32(plan.visible.count)
    plan.visible.append(contentsOf: first..<end)
    plan.surfaces.append(
      Surface(
        frame: frame,
        clearColor: clearColor,
        reason: reason,
        draws: first..<end,
        visible: visible..<visible + end - first
      )
    )
    first = end
    return Int32(plan.surfaces.count - 1)
  }

  /// Ends the output and gives the plan out, with all of it as damage.
  mutating func output(
    _ width: Int32,
    _ height: Int32,
    clearColor: SIMD4<Float> = .zero
  ) -> RenderPlan {
    let frame = PixelRect(width: width, height: height)
    surface(frame, clearColor: clearColor, reason: .output)
    plan.damage = Damage(frame)
    return plan
  }
}

/// A picture that a backend drew.
struct SoftwarePicture: Equatable {
  let width: Int
  var pixels: [UInt32]

  subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}

extension SoftwareBackend {
  static let context: UInt32 = 7

  /// Executes a plan on an output of its own size.
  func picture(_ plan: RenderPlan) throws -> SoftwarePicture {
    let frame = plan.outputFrame
    try createOutput(
      SoftwareBackend.context,
      width: Int(frame.width),
      height: Int(frame.height)
    )
    try execute(plan, context: SoftwareBackend.context)
    return try picture(frame)
  }

  func picture(_ frame: PixelRect) throws -> SoftwarePicture {
    var pixels = [UInt32](repeating: 0, count: frame.area)
    try pixels.withUnsafeMutableBytes { bytes in
      try read(SoftwareBackend.context, frame, into: bytes, rowBytes: Int(frame.width) * 4)
    }
    return SoftwarePicture(width: Int(frame.width), pixels: pixels)
  }

  func add(_ images: [(ImageID, PixelBuffer)]) throws {
    for (image, pixels) in images {
      try createImage(ImageKey(context: SoftwareBackend.context, image: image), pixels)
    }
  }
}
