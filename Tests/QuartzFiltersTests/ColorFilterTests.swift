// Colour filters against their formulas in double precision (filters.md 2 and 4).
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestClaims
import Testing

private typealias Formula = @Sendable (SIMD3<Double>) -> SIMD3<Double>

private func luminance(_ c: SIMD3<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }

/// A filter, its inputs, and what it makes of a colour of its space.
struct ColorCase: Sendable, CustomTestStringConvertible {
  let type: String
  var inputs: [String: FilterInputValue] = [:]
  let formula: @Sendable (SIMD3<Double>) -> SIMD3<Double>

  var testDescription: String { "\(type) \(inputs.values)" }
}

@Suite
struct ColorFilterTests {
  static let layerCases: [ColorCase] =
    [0, 0.5, 1, 1.8].map { amount in
      ColorCase(type: "colorSaturate", inputs: ["inputAmount": .number(amount)]) { c in
        let gray = luminance(c)
        return SIMD3(repeating: gray) * (1 - amount) + c * amount
      }
    }
    + [-1, -0.2, 0.2, 1].map { amount in
      ColorCase(type: "colorBrightness", inputs: ["inputAmount": .number(amount)]) { $0 + amount }
    }
    + [0, 0.5, 1, 2].map { amount in
      ColorCase(type: "colorContrast", inputs: ["inputAmount": .number(amount)]) {
        $0 * amount + (1 - amount) / 2
      }
    }
    + [0.3, 0.5, 1].map { amount in
      ColorCase(type: "colorInvert", inputs: ["inputAmount": .number(amount)]) {
        $0 * (1 - 2 * amount) + amount
      }
    }
    + [0, 0.7, Double.pi / 2, .pi, -2].flatMap { angle in
      ["colorHueRotate", "hueRotate"].map { type in
        ColorCase(type: type, inputs: ["inputAngle": .number(angle)]) { color in
          let (c, s) = (cos(angle), sin(angle))
          let red = SIMD3(
            0.2126 + 0.7873 * c - 0.2126 * s,
            0.7152 - 0.7152 * c - 0.7152 * s,
            0.0722 - 0.0722 * c + 0.9278 * s
          )
          let green = SIMD3(
            0.2126 - 0.2126 * c + 0.1430 * s,
            0.7152 + 0.2848 * c + 0.1400 * s,
            0.0722 - 0.0722 * c - 0.2830 * s
          )
          let blue = SIMD3(
            0.2126 - 0.2126 * c - 0.7873 * s,
            0.7152 - 0.7152 * c + 0.7152 * s,
            0.0722 + 0.9278 * c + 0.0722 * s
          )
          return SIMD3((red * color).sum(), (green * color).sum(), (blue * color).sum())
        }
      }
    }
    + [
      ColorCase(
        type: "colorMonochrome",
        inputs: [
          "inputColor": .color(SIMD4(0.9, 0.6, 0.2, 1)), "inputAmount": .number(0.75),
          "inputBias": .number(0.1),
        ]
      ) { color in
        let tint = SIMD3(0.9, 0.6, 0.2)
        return color * 0.25 + (tint * luminance(color) + tint * 0.1) * 0.75
      },
      ColorCase(type: "multiplyColor", inputs: ["inputColor": .color(SIMD4(0.5, 0.25, 1, 1))]) {
        $0 * SIMD3(0.5, 0.25, 1)
      },
      ColorCase(type: "colorAdd", inputs: ["inputColor": .color(SIMD4(0.5, 0.25, 0, 1))]) {
        $0 + SIMD3(0.5, 0.25, 0)
      },
      ColorCase(type: "colorSubtract", inputs: ["inputColor": .color(SIMD4(0.5, 0.25, 0, 1))]) {
        $0 - SIMD3(0.5, 0.25, 0)
      },
      ColorCase(
        type: "colorMatrix",
        inputs: [
          "inputColorMatrix": .vector([
            0.5, 0.25, 0, 0, 0.1, 0, 1.5, -0.25, 0, 0, 0.3, 0.3, 0.3, 0, -0.1, 0, 0, 0, 1, 0,
          ])
        ]
      ) { c in
        SIMD3(
          0.5 * c.x + 0.25 * c.y + 0.1,
          1.5 * c.y - 0.25 * c.z,
          0.3 * c.x + 0.3 * c.y + 0.3 * c.z - 0.1
        )
      },
      // Private to Apple's system: accepted, without effect.
      ColorCase(type: "vibrantDark") { $0 },
      ColorCase(type: "vibrantLight") { $0 },
      ColorCase(type: "vibrantColorMatrix") { $0 },
    ]

  @Test(arguments: layerCases)
  func layerFilterIsItsFormula(filter: ColorCase) throws {
    let colors = sampleColors.map { SIMD4(SIMD3<Double>($0) / 255, 1) }
    let node = try filtered(filter.type, filter.inputs, try row(colors, .encoded), layer)
    let result = try drawn(node, colors.count, .encoded)
    for (color, result) in zip(colors, result) {
      let formula = filter.formula(SIMD3(color.x, color.y, color.z))
      for index in 0..<3 {
        let expected = clamped(formula[index])
        #expect(abs(Double(result[index]) - expected) < 1e-5, "\(color)")
      }
      #expect(result.w == 1)
    }
  }

  @Test(arguments: layerCases, [0, 1 / 255, 254 / 255] as [Double])
  func layerFilterKeepsAlpha(filter: ColorCase, alpha: Double) throws {
    guard filter.type != "multiplyColor" else { return }
    let colors = [SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(0.8, 0.2, 0.5)].map { SIMD4($0, alpha) }
    let node = try filtered(filter.type, filter.inputs, try row(colors, .encoded), layer)
    for (color, result) in zip(colors, try drawn(node, colors.count, .encoded)) {
      #expect(result.w == Float(alpha))
      let formula = filter.formula(SIMD3(color.x, color.y, color.z))
      for index in 0..<3 {
        #expect(abs(Double(result[index]) - clamped(formula[index]) * alpha) < 1e-6)
      }
    }
  }

  @Test
  func luminanceToAlpha() throws {
    let colors = sampleColors.map { SIMD4(SIMD3<Double>($0) / 255, 1) }
    let node = try filtered("luminanceToAlpha", [:], try row(colors, .encoded), layer)
    for (color, result) in zip(colors, try drawn(node, colors.count, .encoded)) {
      let alpha = luminance(SIMD3(color.x, color.y, color.z))
      #expect(abs(Double(result.w) - alpha) < 1e-6)
      #expect(result.x == 0 && result.y == 0 && result.z == 0)
    }
  }

  @Test
  func multiplyColorTakesAlpha() throws {
    let image = try row([SIMD4(1, 0.5, 0.25, 0.5)], .encoded)
    let inputs: [String: FilterInputValue] = ["inputColor": .color(SIMD4(0.5, 1, 1, 0.5))]
    let result = try drawn(try filtered("multiplyColor", inputs, image, layer), 1, .encoded)[0]
    #expect(result == SIMD4(0.125, 0.125, 0.0625, 0.25))
  }

  static let coreImageCases: [ColorCase] = [
    ColorCase(type: "CIColorInvert") { 1 - $0 },
    ColorCase(
      type: "CIColorControls",
      inputs: [
        "inputSaturation": .number(1.5), "inputBrightness": .number(0.1),
        "inputContrast": .number(1.2),
      ]
    ) { c in
      let gray = luminance(c)
      return ((SIMD3(repeating: gray) + (c - gray) * 1.5) + 0.1 - 0.5) * 1.2 + 0.5
    },
    ColorCase(type: "CIExposureAdjust", inputs: ["inputEV": .number(-1.5)]) { $0 * pow(2, -1.5) },
    ColorCase(type: "CIGammaAdjust", inputs: ["inputPower": .number(0.75)]) { c in
      SIMD3(pow(c.x, 0.75), pow(c.y, 0.75), pow(c.z, 0.75))
    },
    ColorCase(
      type: "CIWhitePointAdjust",
      inputs: ["inputColor": .color(SIMD4(1, 0.5, 0.2, 1))]
    ) { $0 * SIMD3(1, light(0.5), light(0.2)) },
    ColorCase(type: "CIColorThreshold", inputs: ["inputThreshold": .number(0.5)]) { c in
      SIMD3(c.x >= 0.5 ? 1 : 0, c.y >= 0.5 ? 1 : 0, c.z >= 0.5 ? 1 : 0)
    },
    ColorCase(
      type: "CIColorPolynomial",
      inputs: [
        "inputRedCoefficients": .vector([0.1, 0.5, 0.2, 0.1]),
        "inputBlueCoefficients": .vector([0, 0, 1, 0]),
      ]
    ) { c in SIMD3(0.1 + 0.5 * c.x + 0.2 * c.x * c.x + 0.1 * c.x * c.x * c.x, c.y, c.z * c.z) },
    ColorCase(
      type: "CIColorClamp",
      inputs: [
        "inputMinComponents": .vector([0.2, 0, 0, 0]),
        "inputMaxComponents": .vector([1, 0.7, 1, 1]),
      ]
    ) { c in SIMD3(max(c.x, 0.2), min(c.y, 0.7), c.z) },
    ColorCase(
      type: "CIColorMonochrome",
      inputs: ["inputColor": .color(SIMD4(0.6, 0.45, 0.3, 1)), "inputIntensity": .number(0.8)]
    ) { c in
      c * 0.2 + SIMD3(light(0.6), light(0.45), light(0.3)) * (luminance(c) * 0.8)
    },
    ColorCase(
      type: "CIFalseColor",
      inputs: [
        "inputColor0": .color(SIMD4(0.3, 0, 0, 1)), "inputColor1": .color(SIMD4(1, 0.9, 0.8, 1)),
      ]
    ) { c in
      let (dark, bright) = (SIMD3(light(0.3), 0, 0), SIMD3(1, light(0.9), light(0.8)))
      return dark + (bright - dark) * luminance(c)
    },
    ColorCase(type: "CIColorPosterize", inputs: ["inputLevels": .number(6)]) { c in
      (c * 5).rounded(.toNearestOrAwayFromZero) / 5
    },
    ColorCase(type: "CILinearToSRGBToneCurve") { c in
      SIMD3(encoded(c.x), encoded(c.y), encoded(c.z))
    },
    ColorCase(type: "CISRGBToneCurveToLinear") { c in SIMD3(light(c.x), light(c.y), light(c.z)) },
    ColorCase(type: "CIMaximumComponent") { SIMD3(repeating: $0.max()) },
    ColorCase(type: "CIMinimumComponent") { SIMD3(repeating: $0.min()) },
    ColorCase(type: "CIToneCurve") { $0 },
    ColorCase(type: "CIVibrance") { $0 },
    ColorCase(type: "CITemperatureAndTint") { $0 },
    ColorCase(type: "CIHighlightShadowAdjust") { $0 },
    ColorCase(type: "CIColorCrossPolynomial") { $0 },
    ColorCase(type: "CIHueAdjust", inputs: ["inputAngle": .number(2 * .pi / 3)]) { c in
      // A third of a turn around the grey diagonal: the channels change places.
      SIMD3(c.z, c.x, c.y)
    },
  ]

  @Test(
    .shows(
      "CIColorInvert",
      "CIColorControls",
      "CIExposureAdjust",
      "CIGammaAdjust",
      "CIWhitePointAdjust",
      "CIColorThreshold",
      "CIColorPolynomial",
      "CIColorClamp",
      "CIColorMonochrome",
      "CIFalseColor",
      "CIColorPosterize",
      "CILinearToSRGBToneCurve",
      "CISRGBToneCurveToLinear",
      "CIMaximumComponent",
      "CIMinimumComponent",
      "CIHueAdjust"
    ),
    arguments: coreImageCases
  )
  func coreImageFilterIsItsFormula(filter: ColorCase) throws {
    let colors = sampleColors.map { color in
      let c = SIMD3<Double>(color) / 255
      return SIMD4(light(c.x), light(c.y), light(c.z), 1)
    }
    let node = try filtered(filter.type, filter.inputs, try row(colors, .linear))
    let result = try drawn(node, colors.count, .linear)
    for (color, result) in zip(colors, result) {
      let formula = filter.formula(SIMD3(color.x, color.y, color.z))
      for index in 0..<3 {
        #expect(abs(Double(result[index]) - formula[index]) < 1e-5, "\(color)")
      }
    }
  }

  @Test
  func invertOfMeasuredColor() throws {
    // filters.md 4: (.592, .141, .122) gives (.849, .992, .994), encoded.
    let color = SIMD4(light(0.592), light(0.141), light(0.122), 1)
    let result = try drawn(
      try filtered("CIColorInvert", [:], try row([color], .linear)),
      1,
      .linear
    )
    let values = (0..<3).map { encoded(Double(result[0][$0])) }
    for (value, expected) in zip(values, [0.849, 0.992, 0.994]) {
      #expect(abs(value - expected) * 255 <= 0.5)
    }
  }

  @Test
  func thresholdOfHalfIsLevel188() throws {
    let colors = (0...255).map { SIMD4(SIMD3(repeating: light(Double($0) / 255)), 1) }
    let node = try filtered("CIColorThreshold", [:], try row(colors, .linear))
    let result = try drawn(node, 256, .linear)
    #expect(result.firstIndex { $0.x == 1 } == 188)
  }

  @Test(.shows("CISepiaTone"), arguments: [FilterSpace.linear, .encoded])
  func sepiaOfMeasuredGrays(space: FilterSpace) throws {
    // filters.md 4, linear luminance to encoded bytes; within 2.
    let measured: [(Double, [Double])] = [
      (0, [3, 0, 0]), (0.045, [83, 52, 9]), (0.1, [113, 81, 28]), (0.2, [145, 115, 58]),
      (0.3, [168, 141, 86]), (0.4, [186, 163, 111]), (0.5, [201, 182, 135]),
      (0.6, [214, 199, 159]), (0.7, [225, 214, 182]), (0.8, [236, 228, 203]),
      (0.9, [246, 241, 225]), (1, [255, 254, 246]),
    ]
    let isLinear = space == .linear
    let colors = measured.map { SIMD4(SIMD3(repeating: isLinear ? $0.0 : encoded($0.0)), 1) }
    let node = try filtered(
      "CISepiaTone",
      [:],
      try row(colors, space),
      isLinear ? .coreImage : layer
    )
    let result = try drawn(node, colors.count, space)
    for (value, (_, expected)) in zip(result, measured) {
      for index in 0..<3 {
        let component = Double(value[index])
        let level = (isLinear ? encoded(component) : component) * 255
        #expect(abs(level - expected[index]) <= 2)
      }
    }
    let none = try filtered(
      "CISepiaTone",
      ["inputIntensity": .number(0)],
      try row(colors, space),
      isLinear ? .coreImage : layer
    )
    for (value, color) in zip(try drawn(none, colors.count, space), colors) {
      #expect(abs(Double(value.x) - color.x) < 1e-5)
    }
  }

  @Test
  func fusedMatricesAreTheSame() {
    let function = ColorFunction([
      .matrix(.saturation(1.4)), .matrix(.scale(0.8, offset: 0.1)), .limit,
      .matrix(.scale(1.1)), .matrix(.saturation(0.3)),
    ])
    #expect(function.fused.stages.count == 3)
    for color in sampleColors {
      let color = SIMD4(SIMD3<Float>(color) / 255, 1)
      let rest = function(color) - function.fused(color)
      for index in 0..<4 { #expect(abs(rest[index]) < 1e-5) }
    }
  }

  @Test
  func chainsOfThreeClampBetweenOnLayers() throws {
    // +0.6, -0.6 is no identity where each filter ends in 0...1 (filters.md 1).
    var node = try row([SIMD4(0.7, 0.5, 0.2, 1)], .encoded)
    for amount in [0.6, -0.6, 0.1] {
      node = try filtered("colorBrightness", ["inputAmount": .number(amount)], node, layer)
    }
    let result = try drawn(node, 1, .encoded)[0]
    for (value, expected) in zip([result.x, result.y, result.z], [0.5, 0.5, 0.3]) {
      #expect(abs(Double(value) - expected) < 1e-6)
    }
  }

  @Test
  func cubeOfIdentity() throws {
    for dimension in [2, 3, 17, 64] {
      let cube = try #require(ColorCube(dimension: dimension) { $0 })
      for color in sampleColors {
        let color = SIMD4(SIMD3<Float>(color) / 255, 1)
        let rest = ColorFunction([.cube(cube)])(color) - color
        for index in 0..<4 { #expect(abs(rest[index]) < 1e-5) }
      }
    }
  }
}
