// The filters that change each pixel's colour by itself.
// Licensed under the MIT license; see LICENSE.

import Glibc

extension FilterCatalog {
  static let colorSteps: [String: StepLowering] = [
    "CIColorInvert": matrix { _ in .scale(-1, offset: 1) },
    "CIColorMatrix": matrix { inputs in
      ColorMatrix(
        red: inputs.vector4("inputRVector", SIMD4(1, 0, 0, 0)),
        green: inputs.vector4("inputGVector", SIMD4(0, 1, 0, 0)),
        blue: inputs.vector4("inputBVector", SIMD4(0, 0, 1, 0)),
        alpha: inputs.vector4("inputAVector", SIMD4(0, 0, 0, 1)),
        bias: inputs.vector4("inputBiasVector", .zero)
      )
    },
    "CIColorControls": matrix { inputs in
      let contrast = inputs.number("inputContrast")
      let brightness = inputs.number("inputBrightness")
      return ColorMatrix.saturation(inputs.number("inputSaturation"))
        .followed(by: .scale(1, offset: brightness))
        .followed(by: .scale(contrast, offset: (1 - contrast) / 2))
    },
    "CIHueAdjust": matrix { inputs in
      let angle = inputs.number("inputAngle")
      return .rotation(cosine: cosine(angle), sine: sine(angle))
    },
    "CIColorMonochrome": matrix { inputs in
      let color = inputs.color("inputColor", .white).straight(in: inputs.space)
      let gray = ColorMatrix.luminance(times: SIMD3(color.x, color.y, color.z))
      return ColorMatrix.identity.mixed(with: gray, inputs.number("inputIntensity"))
    },
    "CIFalseColor": matrix { falseColor($0) },
    "CISepiaTone": { .color(.sepia($0.number("inputIntensity"))) },
    "CIExposureAdjust": { inputs in
      .color(.gain(SIMD3(repeating: exp2(inputs.number("inputEV", in: -64...64)))))
    },
    "CIWhitePointAdjust": { inputs in
      let white = inputs.color("inputColor", .white).straight(in: .linear)
      return .color(.gain(SIMD3(white.x, white.y, white.z)))
    },
    "CITemperatureAndTint": { inputs in
      let from = inputs.offset("inputNeutral", SIMD2(6500, 0))
      let target = inputs.offset("inputTargetNeutral", SIMD2(6500, 0))
      return .color(.light(WhitePoint.adaptation(from: from, to: target)))
    },
    "CIVibrance": { .color(.vibrance($0.number("inputAmount"))) },
    "CIGammaAdjust": { .color(.power($0.number("inputPower"))) },
    "CILinearToSRGBToneCurve": { _ in .color(.encode) },
    "CISRGBToneCurveToLinear": { _ in .color(.decode) },
    "CIMaximumComponent": { _ in .color(.maximumComponent) },
    "CIMinimumComponent": { _ in .color(.minimumComponent) },
    "CIMaskToAlpha": { _ in .color(.maskToAlpha) },
  ]

  static let colorLowerings: [String: Lowering] = [
    "CIColorPosterize": curve { .steps($0.number("inputLevels")) },
    "CIColorThreshold": curve { .threshold($0.number("inputThreshold")) },
    "CIToneCurve": curve { inputs in
      .through(
        (0..<5).map { inputs.offset("inputPoint\($0)") },
        isOpen: inputs.flag("inputExtrapolate")
      )
    },
    "CIColorClamp": color { (inputs) throws(FilterError) in
      let low = inputs.vector4("inputMinComponents", .zero)
      return ColorFunction([.clamp(low: low, high: inputs.vector4("inputMaxComponents", .one))])
    },
    "CIColorPolynomial": color { (inputs) throws(FilterError) in
      let identity = SIMD4<Double>(0, 1, 0, 0)
      func curve(_ name: String) -> ColorCurve {
        .polynomial(inputs.vector4("input\(name)Coefficients", identity))
      }
      let alpha = inputs.vector4("inputAlphaCoefficients", identity)
      let colors = ColorStage.curves(curve("Red"), curve("Green"), curve("Blue"))
      return ColorFunction(
        alpha == identity ? [colors] : [colors, .formula(.alphaPolynomial(alpha))]
      )
    },
    "CIColorCrossPolynomial": formula { inputs in
      .crossPolynomial(
        ["Red", "Green", "Blue"].flatMap { name in
          Array((inputs.vector("input\(name)Coefficients", 10) ?? []).prefix(10))
        }
      )
    },
    "CIHighlightShadowAdjust": { (inputs) throws(FilterError) in try highlightShadow(inputs) },
    "CIColorCube": color { (inputs) throws(FilterError) in
      ColorFunction([.cube(try cube(inputs))])
    },
    "CIColorCubeWithColorSpace": color { (inputs) throws(FilterError) in
      // The table's colour space is sRGB where none is set; CoreImage converts to another one.
      inputs.encoded([.cube(try cube(inputs))])
    },
    "CIColorMap": { (inputs) throws(FilterError) in
      let gradient = try inputs.image("inputGradientImage")
      return FilterNode(.colorMap, [try inputs.image(), gradient])
    },
    "CIPhotoEffectMono": photo(.mono),
    "CIPhotoEffectNoir": photo(.noir),
    "CIPhotoEffectTonal": photo(.tonal),
    "CIPhotoEffectChrome": photo(.chrome),
    "CIPhotoEffectFade": photo(.fade),
    "CIPhotoEffectInstant": photo(.instant),
    "CIPhotoEffectProcess": photo(.process),
    "CIPhotoEffectTransfer": photo(.transfer),
  ]

  private static func curve(
    _ curve: @escaping @Sendable (FilterInputs) -> ColorCurve
  ) -> Lowering {
    color { (inputs) throws(FilterError) in ColorFunction([.curve(curve(inputs))]) }
  }

  private static func formula(
    _ formula: @escaping @Sendable (FilterInputs) -> ColorFormula
  ) -> Lowering {
    color { (inputs) throws(FilterError) in ColorFunction([.formula(formula(inputs))]) }
  }

  private static func photo(_ effect: PhotoEffect) -> Lowering {
    color { (inputs) throws(FilterError) in
      inputs.encoded(effect.stages(isOpen: inputs.flag("inputExtrapolate")))
    }
  }

  /// Each pixel by its own light, or with a radius by the Gaussian mean of that around it.
  private static func highlightShadow(_ inputs: FilterInputs) throws(FilterError) -> FilterNode {
    let image = try inputs.image()
    let highlight = inputs.number("inputHighlightAmount", in: 0...1, 1)
    let shadow = inputs.number("inputShadowAmount", in: -1...1)
    let radius = inputs.length("inputRadius")
    guard radius > 0 else {
      let formula = ColorFormula.highlightShadow(highlight: highlight, shadow: shadow)
      return image.colored(ColorFunction([.formula(formula)]))
    }
    let around = FilterNode(.gaussianBlur(FilterBlur(sigma: radius, edges: .clamped)), image)
    let gain = ColorFormula.highlightShadowGain(highlight: highlight, shadow: shadow)
    return FilterNode(.blend(.product), [around.colored(ColorFunction([.formula(gain)])), image])
  }

  /// From one colour at black to the other at white.
  private static func falseColor(_ inputs: FilterInputs) -> ColorMatrix {
    let dark = inputs.color("inputColor0", .black).straight(in: inputs.space)
    let light = inputs.color("inputColor1", .white).straight(in: inputs.space)
    let range = light - dark
    let weights = SIMD4(ColorMatrix.luminanceWeights, 0)
    return ColorMatrix(
      red: weights * range.x,
      green: weights * range.y,
      blue: weights * range.z,
      alpha: SIMD4(0, 0, 0, dark.w) + weights * range.w,
      bias: SIMD4(dark.x, dark.y, dark.z, 0)
    )
  }

  private static func cube(_ inputs: FilterInputs) throws(FilterError) -> ColorCube {
    let dimension = Int(inputs.number("inputCubeDimension", in: 2...128, 2))
    guard let data = inputs.data("inputCubeData"),
      var cube = ColorCube(dimension: dimension, data: data)
    else {
      throw .invalidInput(
        filter: inputs.description.type,
        key: "inputCubeData",
        expected: "\(dimension)^3 colours of 16 bytes"
      )
    }
    cube.isOpen = inputs.flag("inputExtrapolate")
    return cube
  }
}

extension FilterInputs {
  /// Stages that work on encoded values, in either space.
  func encoded(_ stages: [ColorStage]) -> ColorFunction {
    ColorFunction(
      space == .encoded ? stages : [.curve(.encode)] + stages + [.curve(.decode)]
    )
  }

  /// Two numbers that are no lengths.
  func offset(_ key: String, _ otherwise: SIMD2<Double> = .zero) -> SIMD2<Double> {
    guard let numbers = vector(key, 2) else { return otherwise }
    return SIMD2(numbers[0], numbers[1])
  }
}

/// The curve of linear luminance to a brown light, measured on Apple's pictures (filters.md 4).
enum SepiaTone {
  /// Linear luminance, and the sRGB-encoded colour in bytes.
  static let measured: [(light: Double, color: SIMD3<Double>)] = [
    (0, SIMD3(3, 0, 0)), (0.045, SIMD3(83, 52, 9)), (0.1, SIMD3(113, 81, 28)),
    (0.2, SIMD3(145, 115, 58)), (0.3, SIMD3(168, 141, 86)), (0.4, SIMD3(186, 163, 111)),
    (0.5, SIMD3(201, 182, 135)), (0.6, SIMD3(214, 199, 159)), (0.7, SIMD3(225, 214, 182)),
    (0.8, SIMD3(236, 228, 203)), (0.9, SIMD3(246, 241, 225)), (1, SIMD3(255, 254, 246)),
  ]

  /// From light to light.
  ///
  /// The points are joined on the encoded scale, where they lie evenly.
  static let stages: [ColorStage] = {
    func curve(_ component: Int) -> ColorCurve {
      .through(measured.map { SIMD2(FilterSpace.encoded($0.light), $0.color[component] / 255) })
    }
    return [
      .matrix(.luminance()), .curve(.encode), .curves(curve(0), curve(1), curve(2)),
      .curve(.decode),
    ]
  }()

  /// The same as a function.
  static let function = ColorFunction(stages)
}

/// Looks of old films.
///
/// Apple has not published its tables; these are our own.
enum PhotoEffect {
  case mono, noir, tonal, chrome, fade, instant, process, transfer

  /// On encoded values.
  ///
  /// - Parameter isOpen: Whether values below 0 and above 1 go on as the curves begin and end.
  func stages(isOpen: Bool) -> [ColorStage] {
    let gray = ColorStage.matrix(.luminance())
    func saturation(_ amount: Double) -> ColorStage { .matrix(.saturation(amount)) }
    func curve(_ low: Double, _ dark: Double, _ light: Double, _ high: Double) -> ColorCurve {
      .through(
        [SIMD2(0, low), SIMD2(0.25, dark), SIMD2(0.75, light), SIMD2(1, high)],
        isOpen: isOpen
      )
    }
    let none = ColorCurve.identity
    switch self {
    case .mono: return isOpen ? [gray] : [gray, .limit]
    case .noir: return [gray, .curve(curve(0, 0.14, 0.86, 1))]
    case .tonal: return [gray, .curve(curve(0.03, 0.27, 0.72, 0.95))]
    case .chrome: return [saturation(1.25), .curve(curve(0, 0.21, 0.82, 1))]
    case .fade: return [saturation(0.7), .curve(curve(0.1, 0.3, 0.74, 0.94))]
    case .instant:
      return [
        saturation(0.75),
        .curves(
          curve(0.08, 0.33, 0.8, 0.96),
          curve(0.08, 0.29, 0.76, 0.95),
          curve(0.14, 0.31, 0.68, 0.86)
        ),
      ]
    case .process:
      return [
        saturation(0.9),
        .curves(curve(0, 0.2, 0.74, 0.95), curve(0.02, 0.27, 0.8, 1), curve(0.1, 0.34, 0.76, 0.95)),
      ]
    case .transfer:
      return [
        saturation(0.95), .curves(curve(0.05, 0.31, 0.81, 1), none, curve(0.1, 0.29, 0.69, 0.88)),
      ]
    }
  }
}

/// White points of light sources, and the adaptation of colours to another one.
enum WhitePoint {
  /// The matrix for linear sRGB that makes one neutral colour another: temperature in kelvin, and
  /// tint, in thousandths of CIE 1960's v away from the daylight's curve.
  static func adaptation(from: SIMD2<Double>, to: SIMD2<Double>) -> ColorMatrix {
    guard from != to else { return .identity }
    let (source, target) = (cone * xyz(from), cone * xyz(to))
    let factors = target / source
    let scale = Matrix3(SIMD3(factors.x, 0, 0), SIMD3(0, factors.y, 0), SIMD3(0, 0, factors.z))
    guard let back = cone.inverse, let toRGB = fromRGB.inverse else { return .identity }
    let all = toRGB * (back * (scale * (cone * fromRGB)))
    return ColorMatrix(all.rows.0, all.rows.1, all.rows.2)
  }

  /// Of linear sRGB (IEC 61966-2-1).
  private static let fromRGB = Matrix3(
    SIMD3(0.4124, 0.3576, 0.1805),
    SIMD3(0.2126, 0.7152, 0.0722),
    SIMD3(0.0193, 0.1192, 0.9505)
  )

  /// Bradford's cone responses (Lam, 1985).
  private static let cone = Matrix3(
    SIMD3(0.8951, 0.2664, -0.1614),
    SIMD3(-0.7502, 1.7135, 0.0367),
    SIMD3(0.0389, -0.0685, 1.0296)
  )

  /// The colour of a source, with Y = 1.
  private static func xyz(_ neutral: SIMD2<Double>) -> SIMD3<Double> {
    let t = min(max(neutral.x.isFinite ? neutral.x : 6500, 1667), 25000)
    // Daylight (CIE 15:2004) from 4000 K on, black bodies below (Kim et al., 2002).
    let k = 1000 / t
    let x: Double
    let y: Double
    if t >= 4000 {
      x =
        t <= 7000
        ? 0.244063 + k * (0.09911 + k * (2.9678 - k * 4.6070))
        : 0.237040 + k * (0.24748 + k * (1.9018 - k * 2.0064))
      y = -3 * x * x + 2.87 * x - 0.275
    } else {
      x = 0.179910 + k * (0.8776956 + k * (-0.2343589 - k * 0.2661239))
      y =
        t >= 2222
        ? -0.9549476 * x * x * x - 1.37418593 * x * x + 2.09137015 * x - 0.16748867
        : -1.1063814 * x * x * x - 1.34811020 * x * x + 2.18555832 * x - 0.20219683
    }
    // CIE 1960: u = 4 x / (-2 x + 12 y + 3), v = 6 y / (-2 x + 12 y + 3).
    let scale = -2 * x + 12 * y + 3
    let u = 4 * x / scale
    let tint = min(max(neutral.y.isFinite ? neutral.y : 0, -150), 150)
    let v = 6 * y / scale - tint / 3000
    let back = 2 * u - 8 * v + 4
    let (x2, y2) = (3 * u / back, 2 * v / back)
    return SIMD3(x2 / y2, 1, (1 - x2 - y2) / y2)
  }
}

/// A matrix of three rows; vectors are columns.
struct Matrix3 {
  let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = (a, b, c) }

  static func * (left: Matrix3, right: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (left.rows.0 * right).sum(),
      (left.rows.1 * right).sum(),
      (left.rows.2 * right).sum()
    )
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    func row(_ row: SIMD3<Double>) -> SIMD3<Double> {
      right.rows.0 * row.x + right.rows.1 * row.y + right.rows.2 * row.z
    }
    return Matrix3(row(left.rows.0), row(left.rows.1), row(left.rows.2))
  }

  /// By cofactors; nil for a singular one.
  var inverse: Matrix3? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let (a, b, c) = (cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let determinant = (rows.0 * a).sum()
    guard determinant != 0 else { return nil }
    return Matrix3(
      SIMD3(a.x, b.x, c.x) / determinant,
      SIMD3(a.y, b.y, c.y) / determinant,
      SIMD3(a.z, b.z, c.z) / determinant
    )
  }
}
