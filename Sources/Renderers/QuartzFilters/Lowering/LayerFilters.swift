// The filters that Core Animation itself has (CAFilter).
// Licensed under the MIT license; see LICENSE.
//
// They work on encoded values, each ends in 0...1, and most are matrices.

import QuartzMath

extension FilterCatalog {
  static let layerLowerings: [String: Lowering] =
    layerSteps.mapValues { lowering($0, isLimited: true) }
    .merging(otherLayerLowerings) { first, _ in first }

  /// Those that are steps of a renderer.
  static let layerSteps: [String: StepLowering] = [
    "gaussianBlur": { .blur(layerBlur($0)) },
    "colorMatrix": matrix { inputs in
      inputs.vector("inputColorMatrix", 20).flatMap { ColorMatrix(rows: $0) } ?? .identity
    },
    "colorSaturate": matrix { .saturation($0.number("inputAmount", 1)) },
    "colorHueRotate": hueRotation,
    "hueRotate": hueRotation,
    "colorBrightness": matrix { .scale(1, offset: $0.number("inputAmount")) },
    "colorContrast": matrix {
      let contrast = $0.number("inputAmount", 1)
      return .scale(contrast, offset: (1 - contrast) / 2)
    },
    "colorInvert": matrix {
      let amount = $0.number("inputAmount", 1)
      return .scale(1 - 2 * amount, offset: amount)
    },
    "colorMonochrome": matrix { inputs in
      let color = inputs.color("inputColor", .white).straight(in: inputs.space)
      let tint = SIMD3(color.x, color.y, color.z)
      var gray = ColorMatrix.luminance(times: tint)
      gray.bias = SIMD4(tint * inputs.number("inputBias"), 0)
      return ColorMatrix.identity.mixed(with: gray, inputs.number("inputAmount", 1))
    },
    "multiplyColor": matrix { inputs in
      let color = inputs.color("inputColor", .white).straight(in: inputs.space)
      return ColorMatrix(
        red: SIMD4(color.x, 0, 0, 0),
        green: SIMD4(0, color.y, 0, 0),
        blue: SIMD4(0, 0, color.z, 0),
        alpha: SIMD4(0, 0, 0, color.w)
      )
    },
    "colorAdd": matrix { inputs in
      let color = inputs.color("inputColor").straight(in: inputs.space)
      return .scale(SIMD3(1, 1, 1), offset: SIMD3(color.x, color.y, color.z))
    },
    "colorSubtract": matrix { inputs in
      let color = inputs.color("inputColor").straight(in: inputs.space)
      return .scale(SIMD3(1, 1, 1), offset: -SIMD3(color.x, color.y, color.z))
    },
    "luminanceToAlpha": matrix { _ in
      ColorMatrix(
        red: .zero,
        green: .zero,
        blue: .zero,
        alpha: SIMD4(ColorMatrix.luminanceWeights, 0)
      )
    },
  ]

  private static let otherLayerLowerings: [String: Lowering] = [
    "variableBlur": { (inputs) throws(FilterError) in
      let image = try inputs.image()
      // The mask's alpha scales the radius.
      guard let mask = inputs.images["inputMaskImage"] else {
        return FilterNode(.gaussianBlur(layerBlur(inputs)), image)
      }
      let sigma = inputs.length("inputRadius")
      let cover = inputs.context.bounds.map { stretched(mask, over: $0) } ?? mask
      let blurred = FilterNode(.variableBlur(sigma: sigma, .alpha), [image, cover])
      let isCut = layerBlur(inputs).edges != .transparent
      return isCut ? blurred.cropped(to: image.extent) : blurred
    },
    "luminanceCurveMap": color { (inputs) throws(FilterError) in
      // Apple has not said what the four values are; here the curve's height at 0, 1/3, 2/3, 1.
      guard let heights = inputs.vector("inputValues", 4) else { return ColorFunction([]) }
      let points = (0..<4).map { SIMD2(Double($0) / 3, heights[$0]) }
      return ColorFunction([
        .matrix(.luminance()),
        .curve(.through(points)),
        .mix(inputs.number("inputAmount", 1)),
        .limit,
      ])
    },
    // Private to Apple's system: accepted, without effect.
    "vibrantDark": unchanged,
    "vibrantLight": unchanged,
    "vibrantColorMatrix": unchanged,
  ]

  /// A picture as large as a rectangle, and beyond it like its edges; the picture as it is where
  /// one of them has no size.
  private static func stretched(_ picture: FilterNode, over rect: FilterRect) -> FilterNode {
    let extent = picture.extent
    guard extent.isFinite, !extent.isEmpty, rect.isFinite, !rect.isEmpty else { return picture }
    let scale = Affine.scale(rect.width / extent.width, rect.height / extent.height)
    let map: Affine =
      .translation(-extent.minX, -extent.minY) * scale * .translation(rect.minX, rect.minY)
    return FilterNode(.transform(map, .linear), FilterNode(.clamp, picture))
  }

  /// The types that are accepted and do nothing.
  package static let inertTypes: Set = ["vibrantDark", "vibrantLight", "vibrantColorMatrix"]

  /// The blur of a layer's filter: the radius is the standard deviation in points.
  static func layerBlur(_ inputs: FilterInputs) -> FilterBlur {
    let edges: FilterBlurEdges
    if inputs.flag("inputHardEdges") {
      edges = .clamped
    } else if inputs.flag("inputNormalizeEdges")
      || inputs.flag("inputNormalizeEdgesTransparent")
    {
      edges = .normalized
    } else {
      edges = .transparent
    }
    return FilterBlur(sigma: inputs.length("inputRadius"), edges: edges)
  }

  private static let unchanged: Lowering = { (inputs) throws(FilterError) in try inputs.image() }

  /// The rotation of hues that keeps luminance, of the editors' `hue-rotate` (Filter Effects 1).
  private static let hueRotation = matrix { inputs in
    let angle = inputs.number("inputAngle")
    return .hueRotation(cosine: cosine(angle), sine: sine(angle))
  }
}
