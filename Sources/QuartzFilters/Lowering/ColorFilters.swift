// The filters that change each pixel's colour by itself.
// Licensed under the MIT license; see LICENSE.

extension FilterCatalog {
  static let colorLaws: [String: Law] = [
    "CIColorInvert": matrix { (_) throws(FilterError) in .scale(-1, offset: 1) },
    "CIColorMatrix": matrix { (inputs) throws(FilterError) in
      ColorMatrix(
        red: inputs.vector4("inputRVector", SIMD4(1, 0, 0, 0)),
        green: inputs.vector4("inputGVector", SIMD4(0, 1, 0, 0)),
        blue: inputs.vector4("inputBVector", SIMD4(0, 0, 1, 0)),
        alpha: inputs.vector4("inputAVector", SIMD4(0, 0, 0, 1)),
        bias: inputs.vector4("inputBiasVector", .zero)
      )
    },
    "CIColorControls": matrix { (inputs) throws(FilterError) in
      let contrast = inputs.number("inputContrast")
      let brightness = inputs.number("inputBrightness")
      return ColorMatrix.saturation(inputs.number("inputSaturation"))
        .followed(by: .scale(1, offset: brightness))
        .followed(by: .scale(contrast, offset: (1 - contrast) / 2))
    },
    "CIHueAdjust": matrix { (inputs) throws(FilterError) in
      let angle = inputs.number("inputAngle")
      return .rotation(cosine: cosine(angle), sine: sine(angle))
    },
    "CIColorPosterize": color { (inputs) throws(FilterError) in
      ColorFunction([.curve(.steps(inputs.number("inputLevels")))])
    },
  ]
}
