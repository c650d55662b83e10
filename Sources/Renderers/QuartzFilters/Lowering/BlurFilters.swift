// The filters that blur and sharpen, and those of neighbourhoods.
// Licensed under the MIT license; see LICENSE.

extension FilterCatalog {
  static let blurSteps: [String: StepLowering] = [
    "CIGaussianBlur": { .blur(FilterBlur(sigma: $0.length("inputRadius"))) }
  ]

  static let blurLowerings: [String: Lowering] = [
    "CIBoxBlur": { (inputs) throws(FilterError) in
      // A box of r - 1 pixels (filters.md 4).
      let width = min(max(inputs.length("inputRadius") - 1, 1), FilterSmear.largest)
      return FilterNode(.smear(.box(width: width)), try inputs.image())
    },
    "CIDiscBlur": { (inputs) throws(FilterError) in
      let radius = min(inputs.length("inputRadius"), FilterSmear.largest)
      return FilterNode(.smear(.disc(radius: radius)), try inputs.image())
    },
    "CIMotionBlur": { (inputs) throws(FilterError) in
      // The extent grows by 6 r, three standard deviations of 2 r.
      let sigma = 2 * min(inputs.length("inputRadius"), FilterSmear.largest)
      let angle = inputs.number("inputAngle")
      return FilterNode(.smear(.motion(sigma: sigma, angle: angle)), try inputs.image())
    },
    "CIZoomBlur": { (inputs) throws(FilterError) in
      let sigma = inputs.number("inputAmount", in: 0...400) / 200
      let center = inputs.center()
      return FilterNode(.smear(.zoom(center: center, sigma: sigma)), try inputs.image())
    },
    "CIMaskedVariableBlur": { (inputs) throws(FilterError) in
      let image = try inputs.image()
      guard let mask = inputs.images["inputMask"] else { return image }
      let sigma = inputs.length("inputRadius")
      return FilterNode(.variableBlur(sigma: sigma, .luminance), [image, mask])
    },
    "CIMedianFilter": { (inputs) throws(FilterError) in
      FilterNode(.rank(.median), try inputs.image())
    },
    "CIMorphologyMaximum": disc(isMaximum: true),
    "CIMorphologyMinimum": disc(isMaximum: false),
    "CIMorphologyRectangleMaximum": rectangle(isMaximum: true),
    "CIMorphologyRectangleMinimum": rectangle(isMaximum: false),
    "CIMorphologyGradient": { (inputs) throws(FilterError) in
      let radius = inputs.length("inputRadius")
      let image = try inputs.image()
      let high = FilterNode(.rank(.disc(radius: radius, isMaximum: true)), image)
      let low = FilterNode(.rank(.disc(radius: radius, isMaximum: false)), image)
      return FilterNode(.blend(.absoluteDifference), [high, low])
    },
    "CISharpenLuminance": { (inputs) throws(FilterError) in
      try sharpened(inputs, amount: inputs.number("inputSharpness"), isLuminance: true)
    },
    "CIUnsharpMask": { (inputs) throws(FilterError) in
      try sharpened(inputs, amount: inputs.number("inputIntensity"), isLuminance: false)
    },
    "CIBloom": { (inputs) throws(FilterError) in
      // The blurred image, times the intensity, is added. Apple's gain is not known.
      let image = try inputs.image()
      let blur = FilterNode(
        .gaussianBlur(FilterBlur(sigma: inputs.length("inputRadius"))),
        image
      )
      let glow = FilterNode(.sum(max(inputs.number("inputIntensity"), 0), 0), [blur, .empty])
      return FilterNode(.blend(.addition), [glow, image])
    },
    "CIEdges": { (inputs) throws(FilterError) in
      let intensity = inputs.number("inputIntensity")
      return FilterNode(.shading(.edges(intensity: intensity)), try inputs.image())
    },
    "CIConvolution3X3": convolution(3, 3, keepsAlpha: false),
    "CIConvolution5X5": convolution(5, 5, keepsAlpha: false),
    "CIConvolution7X7": convolution(7, 7, keepsAlpha: false),
    "CIConvolution9Horizontal": convolution(9, 1, keepsAlpha: false),
    "CIConvolution9Vertical": convolution(1, 9, keepsAlpha: false),
    "CIConvolutionRGB3X3": convolution(3, 3, keepsAlpha: true),
    "CIConvolutionRGB5X5": convolution(5, 5, keepsAlpha: true),
    "CIConvolutionRGB7X7": convolution(7, 7, keepsAlpha: true),
    "CIConvolutionRGB9Horizontal": convolution(9, 1, keepsAlpha: true),
    "CIConvolutionRGB9Vertical": convolution(1, 9, keepsAlpha: true),
  ]

  private static func disc(isMaximum: Bool) -> Lowering {
    { (inputs) throws(FilterError) in
      let radius = inputs.length("inputRadius")
      return FilterNode(.rank(.disc(radius: radius, isMaximum: isMaximum)), try inputs.image())
    }
  }

  private static func rectangle(isMaximum: Bool) -> Lowering {
    { (inputs) throws(FilterError) in
      func side(_ key: String) -> Int {
        Int(min(max(inputs.length(key), 1), FilterRank.largest)) | 1
      }
      let rank = FilterRank.rectangle(
        width: side("inputWidth"),
        height: side("inputHeight"),
        isMaximum: isMaximum
      )
      return FilterNode(.rank(rank), try inputs.image())
    }
  }

  private static func sharpened(
    _ inputs: FilterInputs,
    amount: Double,
    isLuminance: Bool
  ) throws(FilterError) -> FilterNode {
    let image = try inputs.image()
    let blur = FilterBlur(sigma: inputs.length("inputRadius"), edges: .clamped)
    let blurred = FilterNode(.gaussianBlur(blur), image)
    return FilterNode(.sharpen(amount: amount, isLuminance: isLuminance), [image, blurred])
  }

  private static func convolution(_ width: Int, _ height: Int, keepsAlpha: Bool) -> Lowering {
    { (inputs) throws(FilterError) in
      let image = try inputs.image()
      guard let weights = inputs.vector("inputWeights", width * height),
        let kernel = FilterConvolution(
          width: width,
          height: height,
          weights: Array(weights.prefix(width * height)),
          bias: inputs.number("inputBias"),
          keepsAlpha: keepsAlpha
        )
      else {
        throw .invalidInput(
          filter: inputs.description.type,
          key: "inputWeights",
          expected: "\(width * height) numbers"
        )
      }
      return FilterNode(.convolution(kernel), image)
    }
  }
}
