// The filters that make pictures of nothing.
// Licensed under the MIT license; see LICENSE.

extension FilterCatalog {
  static let generatorLowerings: [String: Lowering] = [
    "CIConstantColorGenerator": { (inputs) throws(FilterError) in
      FilterNode(.constant(inputs.color("inputColor")))
    },
    "CICheckerboardGenerator": pattern { inputs in
      .checkerboard(
        inputs.color("inputColor0", .white),
        inputs.color("inputColor1", .black),
        center: inputs.center(),
        width: inputs.length("inputWidth"),
        inputs.number("inputSharpness")
      )
    },
    "CIStripesGenerator": pattern { inputs in
      .stripes(
        inputs.color("inputColor0", .white),
        inputs.color("inputColor1", .black),
        center: inputs.center(),
        width: inputs.length("inputWidth"),
        inputs.number("inputSharpness")
      )
    },
    "CILinearGradient": pattern { linear($0, isSmooth: false) },
    "CISmoothLinearGradient": pattern { linear($0, isSmooth: true) },
    "CIRadialGradient": pattern { inputs in
      .radialGradient(
        inputs.color("inputColor0", .white),
        inputs.color("inputColor1", .black),
        center: inputs.center(),
        radii: SIMD2(inputs.length("inputRadius0"), inputs.length("inputRadius1"))
      )
    },
    "CIGaussianGradient": pattern { inputs in
      .gaussianGradient(
        inputs.color("inputColor0", .white),
        inputs.color("inputColor1", .clear),
        center: inputs.center(),
        radius: inputs.length("inputRadius")
      )
    },
    "CIRoundedRectangleGenerator": pattern { inputs in
      .roundedRectangle(
        inputs.color("inputColor", .white),
        inputs.rect("inputExtent"),
        radius: inputs.length("inputRadius"),
        line: nil
      )
    },
    "CIRoundedRectangleStrokeGenerator": pattern { inputs in
      .roundedRectangle(
        inputs.color("inputColor", .white),
        inputs.rect("inputExtent"),
        radius: inputs.length("inputRadius"),
        line: inputs.length("inputWidth")
      )
    },
    "CIRandomGenerator": pattern { _ in .noise },
    // Somebody else draws text and bar codes: CoreImage, with the libraries for them.
    "CIQRCodeGenerator": elsewhere,
    "CICode128BarcodeGenerator": elsewhere,
    "CIAztecCodeGenerator": elsewhere,
    "CIPDF417BarcodeGenerator": elsewhere,
    "CITextImageGenerator": elsewhere,
    "CIAttributedTextImageGenerator": elsewhere,
  ]

  private static let elsewhere: Lowering = { (inputs) throws(FilterError) in
    throw .needsPicture(inputs.description.type)
  }

  private static func pattern(
    _ pattern: @escaping @Sendable (FilterInputs) -> FilterPattern
  ) -> Lowering {
    { (inputs) throws(FilterError) in FilterNode(.pattern(pattern(inputs))) }
  }

  private static func linear(_ inputs: FilterInputs, isSmooth: Bool) -> FilterPattern {
    .linearGradient(
      inputs.color("inputColor0", .white),
      inputs.color("inputColor1", .black),
      from: inputs.point("inputPoint0"),
      to: inputs.point("inputPoint1"),
      isSmooth: isSmooth
    )
  }
}
