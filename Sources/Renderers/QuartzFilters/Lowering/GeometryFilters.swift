// The filters that move pixels, and those that say something of an area.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath

extension FilterCatalog {
  static let geometrySteps: [String: StepLowering] = [
    "CIAffineTransform": { .transform($0.affine("inputTransform")) },
    "CICrop": { .crop($0.rect("inputRectangle")) },
  ]

  static let geometryLowerings: [String: Lowering] = [
    "CIAffineClamp": { (inputs) throws(FilterError) in
      let moved = FilterNode(
        .transform(inputs.affine("inputTransform"), .linear),
        FilterNode(.clamp, try inputs.image())
      )
      return moved
    },
    "CIAffineTile": { (inputs) throws(FilterError) in
      let image = try inputs.image()
      let map = FilterDisplacement.tile(image.extent, inputs.affine("inputTransform"))
      return FilterNode(.displacement(map), image)
    },
    "CIClamp": { (inputs) throws(FilterError) in
      FilterNode(.clamp, try inputs.image().cropped(to: inputs.rect("inputExtent")))
    },
    "CISampleNearest": { (inputs) throws(FilterError) in try inputs.image() },
    "CIStraightenFilter": { (inputs) throws(FilterError) in
      try straightened(inputs.image(), inputs.number("inputAngle"))
    },
    "CILanczosScaleTransform": { (inputs) throws(FilterError) in try scaled(inputs, .lanczos) },
    "CIBicubicScaleTransform": { (inputs) throws(FilterError) in
      let b = inputs.number("inputB", in: 0...1)
      return try scaled(inputs, .cubic(b: b, c: inputs.number("inputC", in: 0...1)))
    },
    "CIPerspectiveTransform": { (inputs) throws(FilterError) in
      let image = try inputs.image()
      return perspective(image, image.extent, inputs)
    },
    "CIPerspectiveTransformWithExtent": { (inputs) throws(FilterError) in
      let extent = inputs.rect("inputExtent")
      return perspective(try inputs.image().cropped(to: extent), extent, inputs)
    },
    "CIPerspectiveCorrection": { (inputs) throws(FilterError) in
      try corrected(inputs.image(), inputs)
    },
    "CIPinchDistortion": distortion { inputs in
      .pinch(
        center: inputs.center(),
        radius: inputs.length("inputRadius"),
        scale: inputs.number("inputScale", in: 0...2)
      )
    },
    "CIBumpDistortion": distortion { inputs in
      .bump(
        center: inputs.center(),
        radius: inputs.length("inputRadius"),
        scale: inputs.number("inputScale", in: -1...1)
      )
    },
    "CITwirlDistortion": distortion { inputs in
      .twirl(
        center: inputs.center(),
        radius: inputs.length("inputRadius"),
        angle: inputs.number("inputAngle")
      )
    },
    "CIVortexDistortion": distortion { inputs in
      .vortex(
        center: inputs.center(),
        radius: inputs.length("inputRadius"),
        angle: inputs.number("inputAngle")
      )
    },
    "CIHoleDistortion": distortion { inputs in
      .hole(center: inputs.center(), radius: inputs.length("inputRadius"))
    },
    "CICircleSplashDistortion": distortion { inputs in
      .circleSplash(center: inputs.center(), radius: inputs.length("inputRadius"))
    },
    "CIKaleidoscope": distortion { inputs in
      .kaleidoscope(
        center: inputs.center(),
        count: inputs.number("inputCount", in: 1...1024),
        angle: inputs.number("inputAngle")
      )
    },
    "CIGlassDistortion": { (inputs) throws(FilterError) in
      try mapped(inputs, "inputTexture", .slopes(scale: inputs.length("inputScale")))
    },
    "CIDisplacementDistortion": { (inputs) throws(FilterError) in
      try mapped(inputs, "inputDisplacementImage", .values(scale: inputs.length("inputScale")))
    },
    "CIPixellate": cells {
      .squares(size: max($0.length("inputScale"), 1), center: $0.center())
    },
    "CIHexagonalPixellate": cells {
      .hexagons(size: max($0.length("inputScale"), 1), center: $0.center())
    },
    "CICrystallize": cells {
      .crystals(size: max($0.length("inputRadius"), 1), center: $0.center())
    },
    "CIVignette": { (inputs) throws(FilterError) in
      let image = try inputs.image()
      guard image.extent.isFinite else { return image }
      let half = SIMD2(image.extent.width, image.extent.height).length / 2
      let shading = FilterShading.vignette(
        center: image.extent.center,
        radius: half * max(inputs.number("inputRadius"), 0.01),
        intensity: inputs.number("inputIntensity", in: -1...1)
      )
      return FilterNode(.shading(shading), image)
    },
    "CIVignetteEffect": shading { inputs in
      .vignetteEffect(
        center: inputs.center(),
        radius: inputs.length("inputRadius"),
        intensity: inputs.number("inputIntensity", in: -1...1),
        falloff: inputs.number("inputFalloff", in: 0...1)
      )
    },
    "CIDotScreen": screen(.dots),
    "CILineScreen": screen(.lines),
    "CIHatchedScreen": screen(.hatches),
    "CICircularScreen": screen(.circles),
    "CIAreaAverage": reduction { .average($0.rect("inputExtent")) },
    "CIAreaMaximum": reduction { .maximum($0.rect("inputExtent")) },
    "CIAreaMinimum": reduction { .minimum($0.rect("inputExtent")) },
    "CIAreaMinMax": reduction { .extremes($0.rect("inputExtent")) },
    "CIColumnAverage": reduction { .columnAverage($0.rect("inputExtent")) },
    "CIRowAverage": reduction { .rowAverage($0.rect("inputExtent")) },
    "CIAreaHistogram": reduction { inputs in
      .histogram(
        inputs.rect("inputExtent"),
        count: Int(inputs.number("inputCount", in: 1...2048, 64)),
        scale: inputs.number("inputScale", 1)
      )
    },
  ]

  private static func distortion(
    _ map: @escaping @Sendable (FilterInputs) -> FilterDisplacement
  ) -> Lowering {
    { (inputs) throws(FilterError) in FilterNode(.displacement(map(inputs)), try inputs.image()) }
  }

  private static func cells(_ cells: @escaping @Sendable (FilterInputs) -> FilterCells) -> Lowering
  {
    { (inputs) throws(FilterError) in
      let image = try inputs.image()
      // Cells as large as the plane are one cell.
      let cells = cells(inputs)
      return cells.reach < 1e8 ? FilterNode(.cells(cells), image) : image
    }
  }

  private static func shading(
    _ shading: @escaping @Sendable (FilterInputs) -> FilterShading
  ) -> Lowering {
    { (inputs) throws(FilterError) in FilterNode(.shading(shading(inputs)), try inputs.image()) }
  }

  private static func screen(_ screen: FilterScreen) -> Lowering {
    shading { inputs in
      .screen(
        screen,
        center: inputs.center(),
        angle: inputs.number("inputAngle"),
        width: inputs.length("inputWidth"),
        sharpness: inputs.number("inputSharpness", in: 0...1)
      )
    }
  }

  private static func reduction(
    _ reduction: @escaping @Sendable (FilterInputs) -> FilterReduction
  ) -> Lowering {
    { (inputs) throws(FilterError) in
      FilterNode(.reduction(reduction(inputs)), try inputs.image())
    }
  }

  private static func mapped(
    _ inputs: FilterInputs,
    _ key: String,
    _ map: FilterMapDisplacement
  ) throws(FilterError) -> FilterNode {
    let image = try inputs.image()
    guard var texture = inputs.images[key] else { return image }
    // The middle of the texture lies at a centre that was set; without one it lies where it is.
    if inputs.isSet("inputCenter"), texture.extent.isFinite {
      let way = inputs.center() - texture.extent.center
      texture = FilterNode(.transform(.translation(way.x, way.y), .linear), texture)
    }
    return FilterNode(.mapDisplacement(map), [image, texture])
  }

  private static func scaled(
    _ inputs: FilterInputs,
    _ kernel: FilterResampling
  ) throws(FilterError) -> FilterNode {
    let scale = inputs.number("inputScale", in: 0...1e6, 1)
    let aspect = inputs.number("inputAspectRatio", in: 0...1e6, 1)
    let image = try inputs.image()
    guard scale > 1e-6, aspect > 1e-6 else { return .empty }
    guard scale != 1 || aspect != 1 else { return image }
    return FilterNode(.resample(scale: SIMD2(scale * aspect, scale), kernel), image)
  }

  /// Turned, and enlarged so that a rectangle of the same shape is full.
  private static func straightened(_ image: FilterNode, _ angle: Double) -> FilterNode {
    let extent = image.extent
    guard extent.isFinite, !extent.isEmpty, angle != 0 else { return image }
    let (c, s) = (cosine(angle), sine(angle))
    let ratio = max(extent.width / extent.height, extent.height / extent.width)
    let scale = abs(c) + ratio * abs(s)
    let center = extent.center
    let map =
      Affine.translation(-center.x, -center.y) * Affine.scale(scale, scale)
      * Affine.rotation(cosine: c, sine: s) * Affine.translation(center.x, center.y)
    return FilterNode(.transform(map, .linear), image).cropped(to: extent)
  }

  private static func corners(_ inputs: FilterInputs) -> [SIMD2<Double>] {
    ["BottomLeft", "BottomRight", "TopRight", "TopLeft"].map { inputs.point("input" + $0) }
  }

  private static func perspective(
    _ image: FilterNode,
    _ extent: FilterRect,
    _ inputs: FilterInputs
  ) -> FilterNode {
    guard let map = Homography.mapping(extent, to: corners(inputs)), let back = map.inverse
    else { return .empty }
    return FilterNode(.displacement(.perspective(back, extent: extent)), image)
  }

  /// The four points made the corners of a rectangle with their mean sides.
  private static func corrected(_ image: FilterNode, _ inputs: FilterInputs) -> FilterNode {
    let q = corners(inputs)
    let width = ((q[1] - q[0]).length + (q[2] - q[3]).length) / 2
    let height = ((q[3] - q[0]).length + (q[2] - q[1]).length) / 2
    let rect = FilterRect(0, 0, width.rounded(), height.rounded())
    guard let map = Homography.mapping(rect, to: q) else { return .empty }
    let moved = FilterNode(.displacement(.perspective(map, extent: image.extent)), image)
    // The table's default is false, but programs that set nothing expect the rectangle alone.
    return inputs.isSet("inputCrop") && !inputs.flag("inputCrop") ? moved : moved.cropped(to: rect)
  }
}
