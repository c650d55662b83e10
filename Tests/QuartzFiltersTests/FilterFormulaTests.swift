// Filters of two pictures, windows of pixels and tables, against their formulas (filters.md 4).
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFilters
import QuartzMath
import TestClaims
import TestRandom
import Testing

@Suite struct FilterFormulaTests {
  private typealias Color = SIMD4<Double>

  /// The pixel that a filter makes of two flat pictures of premultiplied colours.
  private func pixel(
    _ type: String,
    _ image: Color,
    _ below: Color,
    _ inputs: [String: FilterInputValue] = [:],
    key: String = "inputBackgroundImage",
    mask: Color? = nil
  ) throws -> Color {
    var images = [key: try picture(1, 1) { _, _ in below }]
    if let mask { images["inputMaskImage"] = try picture(1, 1) { _, _ in mask } }
    let top = try picture(1, 1) { _, _ in image }
    let node = try filtered(type, inputs, top, .coreImage, images)
    return Color(try FilterExecutor().render(node, in: PixelRect(width: 1, height: 1))[0, 0])
  }

  /// A picture of premultiplied colours in linear light, rows from the bottom.
  private func picture(
    _ width: Int,
    _ height: Int,
    _ color: (Int, Int) -> Color
  ) throws -> FilterNode {
    let floats = (0..<height).reversed().flatMap { y in
      (0..<width).flatMap { x in (0..<4).map { Float(color(x, y)[$0]) } }
    }
    let picture = FilterPicture(width: width, height: height, pixels: .floats(floats, .linear))
    return FilterNode(.picture(try #require(picture)))
  }

  /// Random colours of an opaque picture.
  private func colors(_ side: Int) -> (Int, Int) -> Color {
    var random = SeededGenerator(seed: 11)
    let all = (0..<side * side).map { _ in
      Color(
        Double.random(in: 0...1, using: &random),
        Double.random(in: 0...1, using: &random),
        Double.random(in: 0...1, using: &random),
        1
      )
    }
    return { x, y in
      x >= 0 && y >= 0 && x < side && y < side ? all[y * side + x] : .zero
    }
  }

  private func distance(_ a: Color, _ b: Color) -> Double {
    let rest = a - b
    return max(rest.max(), -rest.min())
  }

  // MARK: Two pictures

  /// Backdrop and source, of opaque colours (PDF 32000-1, table 136, and Photoshop's modes).
  private static let blends: [(String, @Sendable (Double, Double) -> Double)] = [
    ("CIMultiplyBlendMode", { b, s in b * s }), ("CIScreenBlendMode", { b, s in b + s - b * s }),
    ("CIOverlayBlendMode", { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
    ("CIDarkenBlendMode", { b, s in min(b, s) }), ("CILightenBlendMode", { b, s in max(b, s) }),
    ("CIColorDodgeBlendMode", { b, s in b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s)) }),
    ("CIColorBurnBlendMode", { b, s in b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s) }),
    ("CIHardLightBlendMode", { b, s in s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
    (
      "CISoftLightBlendMode",
      { b, s in
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
      }
    ),
    ("CIDifferenceBlendMode", { b, s in abs(b - s) }),
    ("CIExclusionBlendMode", { b, s in b + s - 2 * b * s }),
    ("CILinearBurnBlendMode", { b, s in max(b + s - 1, 0) }),
    ("CILinearDodgeBlendMode", { b, s in min(b + s, 1) }),
    ("CILinearLightBlendMode", { b, s in clamped(b + 2 * s - 1) }),
    (
      "CIVividLightBlendMode",
      { b, s in
        s <= 0.5 ? 1 - min(1, (1 - b) / (2 * s)) : min(1, b / (2 * (1 - s)))
      }
    ),
    ("CIPinLightBlendMode", { b, s in s <= 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1) }),
    ("CISubtractBlendMode", { b, s in max(b - s, 0) }),
    ("CIDivideBlendMode", { b, s in s > 0 ? clamped(b / s) : b > 0 ? 1 : 0 }),
    ("CIMaximumCompositing", { b, s in max(b, s) }),
    ("CIMinimumCompositing", { b, s in min(b, s) }),
    ("CIMultiplyCompositing", { b, s in b * s }),
  ]

  @Test(
    .shows(
      "CIMultiplyBlendMode",
      "CIScreenBlendMode",
      "CIOverlayBlendMode",
      "CIDarkenBlendMode",
      "CILightenBlendMode",
      "CIColorDodgeBlendMode",
      "CIColorBurnBlendMode",
      "CIHardLightBlendMode",
      "CISoftLightBlendMode",
      "CIDifferenceBlendMode",
      "CIExclusionBlendMode",
      "CILinearBurnBlendMode",
      "CILinearDodgeBlendMode",
      "CILinearLightBlendMode",
      "CIVividLightBlendMode",
      "CIPinLightBlendMode",
      "CISubtractBlendMode",
      "CIDivideBlendMode",
      "CIMaximumCompositing",
      "CIMinimumCompositing",
      "CIMultiplyCompositing"
    )
  ) func blendsOfOpaquePictures() throws {
    for (name, formula) in Self.blends {
      for (b, s) in [(0.0, 0.5), (0.2, 0.3), (0.2, 0.9), (0.6, 0.4), (0.75, 0.75), (1, 0.25)] {
        let result = try pixel(name, Color(s, s, s, 1), Color(b, b, b, 1))
        let value = formula(b, s)
        #expect(distance(result, Color(value, value, value, 1)) < 1e-5, "\(name) \(b) \(s)")
      }
    }
  }

  /// The lightness that PDF 32000-1 gives a colour for these modes.
  private func lightness(_ c: Color) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }

  @Test(
    .shows(
      "CIHueBlendMode",
      "CISaturationBlendMode",
      "CIColorBlendMode",
      "CILuminosityBlendMode"
    )
  ) func modesOfHue() throws {
    let (below, source) = (Color(0.6, 0.4, 0.3, 1), Color(0.2, 0.5, 0.7, 1))
    func spread(_ c: Color) -> Double { max(c.x, c.y, c.z) - min(c.x, c.y, c.z) }
    let hue = try pixel("CIHueBlendMode", source, below)
    let saturation = try pixel("CISaturationBlendMode", source, below)
    let color = try pixel("CIColorBlendMode", source, below)
    let luminosity = try pixel("CILuminosityBlendMode", source, below)
    for result in [hue, saturation, color] {
      #expect(abs(lightness(result) - lightness(below)) < 1e-5)
    }
    #expect(abs(lightness(luminosity) - lightness(source)) < 1e-5)
    // Blue is the greatest of the source, red that of the backdrop.
    #expect(hue.z > hue.y && hue.y > hue.x && abs(spread(hue) - spread(below)) < 1e-5)
    #expect(color.z > color.y && color.y > color.x && abs(spread(color) - spread(source)) < 1e-5)
    #expect(saturation.x > saturation.y && saturation.y > saturation.z)
    #expect(abs(spread(saturation) - spread(source)) < 1e-5)
    #expect(luminosity.x > luminosity.y && luminosity.y > luminosity.z)
  }

  /// Porter and Duff, of premultiplied colours.
  @Test(
    .shows(
      "CISourceOverCompositing",
      "CISourceInCompositing",
      "CISourceOutCompositing",
      "CISourceAtopCompositing",
      "CIAdditionCompositing",
      "CICompositeOperation"
    )
  ) func compositesOfTranslucentPictures() throws {
    let formulas: [(String, (Color, Color) -> Color)] = [
      ("CISourceOverCompositing", { s, d in s + d * (1 - s.w) }),
      ("CISourceInCompositing", { s, d in s * d.w }),
      ("CISourceOutCompositing", { s, d in s * (1 - d.w) }),
      ("CISourceAtopCompositing", { s, d in s * d.w + d * (1 - s.w) }),
      ("CIAdditionCompositing", { s, d in s + d }),
    ]
    let (source, below) = (Color(0.1, 0.2, 0.3, 0.4), Color(0.3, 0.1, 0.2, 0.5))
    for (name, formula) in formulas {
      let result = try pixel(name, source, below)
      #expect(distance(result, formula(source, below)) < 1e-6, "\(name)")
    }
  }

  @Test(.shows("CIMix", "CIColorAbsoluteDifference", "CIBlendWithRedMask", "CIBlendWithBlueMask"))
  func partsOfTwoPictures() throws {
    let (a, b) = (Color(0.9, 0.2, 0.4, 1), Color(0.1, 0.6, 0.3, 1))
    let mixed = try pixel("CIMix", a, b, ["inputAmount": .number(0.25)])
    #expect(distance(mixed, a * 0.25 + b * 0.75) < 1e-6)
    let difference = try pixel("CIColorAbsoluteDifference", a, b, key: "inputImage2")
    #expect(distance(difference, Color(0.8, 0.4, 0.1, 1)) < 1e-6)
    let mask = Color(0.75, 0.5, 0.125, 1)
    let red = try pixel("CIBlendWithRedMask", a, b, mask: mask)
    #expect(distance(red, a * 0.75 + b * 0.25) < 1e-6)
    let blue = try pixel("CIBlendWithBlueMask", a, b, mask: mask)
    #expect(distance(blue, a * 0.125 + b * 0.875) < 1e-6)
  }

  // MARK: Colours

  @Test(
    .shows("CIColorMatrix", "CIMaskToAlpha", "CIToneCurve", "CIColorCrossPolynomial")
  ) func colorsByTheirFormulas() throws {
    let color = Color(0.5, 0.25, 0.75, 1)
    func made(_ type: String, _ inputs: [String: FilterInputValue]) throws -> Color {
      try pixel(type, color, .zero, inputs)
    }
    let matrix = try made(
      "CIColorMatrix",
      [
        "inputRVector": .vector([0.5, 0.25, 0, 0]), "inputGVector": .vector([0, 0, 1, 0]),
        "inputBVector": .vector([0.1, 0.2, 0.3, 0]), "inputBiasVector": .vector([0.1, 0, 0.05, 0]),
      ]
    )
    #expect(distance(matrix, Color(0.4125, 0.75, 0.375, 1)) < 1e-6)
    // White with the lightness as its alpha.
    let gray = try pixel("CIMaskToAlpha", Color(0.25, 0.25, 0.25, 1), .zero)
    #expect(distance(gray, Color(0.25, 0.25, 0.25, 0.25)) < 1e-6)
    let points = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.7), (0.75, 0.6), (1, 1)]
    var inputs: [String: FilterInputValue] = [:]
    for (index, point) in points.enumerated() {
      inputs["inputPoint\(index)"] = .vector([point.0, point.1])
    }
    #expect(distance(try made("CIToneCurve", inputs), Color(0.7, 0.2, 0.6, 1)) < 1e-5)
    // r, g, b, r², g², b², rg, gb, br, 1.
    let cross = try made(
      "CIColorCrossPolynomial",
      [
        "inputRedCoefficients": .vector([0.5, 0, 0, 0.5, 0, 0, 0, 0, 0, 0.1]),
        "inputGreenCoefficients": .vector([0, 0, 0, 0, 1, 0, 1, 0, 0, 0]),
        "inputBlueCoefficients": .vector([0, 0, 0, 0, 0, 0, 0, 1, 1, 0]),
      ]
    )
    let expected = Color(0.25 + 0.125 + 0.1, 0.0625 + 0.125, 0.1875 + 0.375, 1)
    #expect(distance(cross, expected) < 1e-6)
  }

  /// Tables of eight colours that invert, of linear and of encoded values.
  @Test(.shows("CIColorCube", "CIColorCubeWithColorSpace")) func tablesOfColors() throws {
    var floats: [Float] = []
    for index in 0..<8 {
      for bit in 0..<3 { floats.append(index >> bit & 1 == 0 ? 1 : 0) }
      floats.append(1)
    }
    let data = floats.withUnsafeBytes { Array($0) }
    let inputs: [String: FilterInputValue] = [
      "inputCubeDimension": .number(2), "inputCubeData": .data(data),
    ]
    let color = Color(0.5, 0.25, 0.75, 1)
    let linear = try pixel("CIColorCube", color, .zero, inputs)
    #expect(distance(linear, Color(0.5, 0.75, 0.25, 1)) < 1e-5)
    let result = try pixel("CIColorCubeWithColorSpace", color, .zero, inputs)
    for index in 0..<3 {
      #expect(abs(result[index] - light(1 - encoded(color[index]))) < 1e-5)
    }
  }

  /// Tables and curves that go on beyond 0 and 1 as they begin and end.
  @Test(.shows("CIColorCube.extrapolate", "CIToneCurve.extrapolate")) func openTables() throws {
    var floats: [Float] = []
    for index in 0..<8 {
      for bit in 0..<3 { floats.append(index >> bit & 1 == 0 ? 1 : 0) }
      floats.append(1)
    }
    let color = Color(1.5, -0.25, 0.5, 1)
    var cube: [String: FilterInputValue] = [
      "inputCubeDimension": .number(2),
      "inputCubeData": .data(floats.withUnsafeBytes { Array($0) }),
    ]
    #expect(distance(try pixel("CIColorCube", color, .zero, cube), Color(0, 1, 0.5, 1)) < 1e-5)
    cube["inputExtrapolate"] = .number(1)
    let inverted = try pixel("CIColorCube", color, .zero, cube)
    #expect(distance(inverted, Color(-0.5, 1.25, 0.5, 1)) < 1e-5)
    // 0.1 + x / 2 at the five points.
    var curve: [String: FilterInputValue] = [:]
    for index in 0..<5 {
      let x = Double(index) / 4
      curve["inputPoint\(index)"] = .vector([x, 0.1 + x / 2])
    }
    #expect(
      distance(try pixel("CIToneCurve", color, .zero, curve), Color(0.6, 0.1, 0.35, 1)) < 1e-5
    )
    curve["inputExtrapolate"] = .number(1)
    let open = try pixel("CIToneCurve", color, .zero, curve)
    #expect(distance(open, Color(0.85, -0.025, 0.35, 1)) < 1e-4)
  }

  /// A picture of one colour has the same light around as at each pixel; a dark pixel in a light
  /// picture has more.
  @Test(.shows("CIHighlightShadowAdjust", "CIHighlightShadowAdjust.radius"))
  func shadowsAreThoseOfTheSurroundings() throws {
    let amounts: [String: FilterInputValue] = [
      "inputShadowAmount": .number(0.5), "inputHighlightAmount": .number(0.5),
    ]
    let wide = amounts.merging(["inputRadius": .number(3)]) { $1 }
    let color = Color(0.3, 0.2, 0.1, 1)
    let plain = try pixel("CIHighlightShadowAdjust", color, .zero, amounts)
    // The luminance is 0.21404, and what is missing to 1 0.78596.
    let light = 0.2126 * 0.3 + 0.7152 * 0.2 + 0.0722 * 0.1
    let factor = (1 - 0.5 * light * light / 2) * (1 + 0.5 * 2 * pow(1 - light, 4))
    #expect(distance(plain, color * SIMD4(SIMD3(repeating: factor), 1)) < 1e-5)
    let even = try pixel("CIHighlightShadowAdjust", color, .zero, wide)
    #expect(distance(even, plain) < 1e-4)
    let dot = try picture(16, 16) { x, y in x == 8 && y == 8 ? Color(0.1, 0.1, 0.1, 1) : .one }
    func drawn(_ inputs: [String: FilterInputValue]) throws -> Float {
      let node = try filtered("CIHighlightShadowAdjust", inputs, dot)
      return try FilterExecutor().render(node, in: PixelRect(8, 8, 9, 9))[8, 8].x
    }
    #expect(try drawn(amounts) > 0.15)
    #expect(try drawn(wide) < 0.1)
  }

  // MARK: Windows

  /// Rows of weights go from the top of the picture down.
  @Test(
    .shows(
      "CIConvolution3X3",
      "CIConvolution5X5",
      "CIConvolution7X7",
      "CIConvolution9Horizontal",
      "CIConvolution9Vertical",
      "CIConvolutionRGB3X3",
      "CIConvolutionRGB5X5",
      "CIConvolutionRGB7X7",
      "CIConvolutionRGB9Horizontal",
      "CIConvolutionRGB9Vertical"
    ),
    arguments: [
      ("3X3", 3, 3), ("5X5", 5, 5), ("7X7", 7, 7), ("9Horizontal", 9, 1), ("9Vertical", 1, 9),
    ]
  )
  func convolutions(name: String, width: Int, height: Int) throws {
    let color = colors(16)
    let image = try picture(16, 16, color)
    var random = SeededGenerator(seed: 2)
    let weights = (0..<width * height).map { _ in
      Double.random(in: -1...1, using: &random) / Double(width * height)
    }
    let area = PixelRect(5, 5, 11, 11)
    for prefix in ["CIConvolution", "CIConvolutionRGB"] {
      let node = try filtered(
        prefix + name,
        ["inputWeights": .vector(weights), "inputBias": .number(0.125)],
        image
      )
      let result = try FilterExecutor().render(node, in: area)
      for y in 5..<11 {
        for x in 5..<11 {
          var sum = Color(repeating: 0)
          for (index, weight) in weights.enumerated() {
            let (i, j) = (index % width - width / 2, height / 2 - index / width)
            sum += color(x + i, y + j) * weight
          }
          for index in 0..<3 {
            #expect(abs(Double(result[x, y][index]) - (sum[index] + 0.125)) < 1e-5)
          }
          if prefix.hasSuffix("RGB") { #expect(result[x, y].w == 1) }
        }
      }
    }
  }

  @Test(
    .shows(
      "CIMorphologyRectangleMaximum",
      "CIMorphologyRectangleMinimum",
      "CIMorphologyGradient"
    )
  ) func windowsOfExtremes() throws {
    let color = colors(16)
    let image = try picture(16, 16, color)
    let area = PixelRect(4, 4, 12, 12)
    func drawn(_ type: String, _ inputs: [String: FilterInputValue]) throws -> FilterBuffer {
      try FilterExecutor().render(try filtered(type, inputs, image), in: area)
    }
    let size: [String: FilterInputValue] = ["inputWidth": .number(5), "inputHeight": .number(3)]
    let high = try drawn("CIMorphologyRectangleMaximum", size)
    let low = try drawn("CIMorphologyRectangleMinimum", size)
    let gradient = try drawn("CIMorphologyGradient", ["inputRadius": .number(2)])
    for y in 4..<12 {
      for x in 4..<12 {
        for channel in 0..<3 {
          let window = (-1...1).flatMap { j in (-2...2).map { color(x + $0, y + j)[channel] } }
          #expect(high[x, y][channel] == Float(window.max() ?? 0))
          #expect(low[x, y][channel] == Float(window.min() ?? 0))
          let disc = (-2...2).flatMap { j in
            (-2...2).filter { $0 * $0 + j * j <= 4 }.map { color(x + $0, y + j)[channel] }
          }
          let range = (disc.max() ?? 0) - (disc.min() ?? 0)
          #expect(abs(Double(gradient[x, y][channel]) - range) < 1e-5)
        }
      }
    }
  }

  @Test(.shows("CIRowAverage", "CIColumnAverage", "CIAreaMinMax")) func reductions() throws {
    let color = colors(8)
    let image = try picture(8, 8, color)
    let extent: [String: FilterInputValue] = ["inputExtent": .vector([0, 0, 8, 8])]
    let row = try filtered("CIRowAverage", extent, image)
    let column = try filtered("CIColumnAverage", extent, image)
    #expect(row.extent == FilterRect(0, 0, 1, 8) && column.extent == FilterRect(0, 0, 8, 1))
    let rows = try FilterExecutor().render(row, in: PixelRect(0, 0, 1, 8))
    let columns = try FilterExecutor().render(column, in: PixelRect(0, 0, 8, 1))
    for index in 0..<8 {
      let ofRow = (0..<8).map { color($0, index) }.reduce(.zero, +) / 8
      let ofColumn = (0..<8).map { color(index, $0) }.reduce(.zero, +) / 8
      #expect(distance(Color(rows[0, index]), ofRow) < 1e-6)
      #expect(distance(Color(columns[index, 0]), ofColumn) < 1e-6)
    }
    let both = try filtered("CIAreaMinMax", extent, image)
    let extremes = try FilterExecutor().render(both, in: PixelRect(0, 0, 2, 1))
    let all = (0..<64).map { color($0 % 8, $0 / 8) }
    for channel in 0..<3 {
      #expect(extremes[0, 0][channel] == Float(all.map { $0[channel] }.min() ?? 0))
      #expect(extremes[1, 0][channel] == Float(all.map { $0[channel] }.max() ?? 0))
    }
  }

  // MARK: Geometry

  @Test(.shows("CIAffineClamp")) func clampRepeatsTheEdge() throws {
    let color = colors(6)
    let inputs: [String: FilterInputValue] = ["inputTransform": .vector([1, 0, 0, 1, 2, 0])]
    let node = try filtered("CIAffineClamp", inputs, try picture(6, 6, color))
    #expect(node.extent == .infinite)
    let result = try FilterExecutor().render(node, in: PixelRect(-4, -4, 12, 12))
    for y in -4..<12 {
      for x in -4..<12 {
        let expected = color(min(max(x - 2, 0), 5), min(max(y, 0), 5))
        #expect(distance(Color(result[x, y]), expected) < 1e-6)
      }
    }
  }

  @Test(.shows("CIAffineTransform", "CICrop", "CIClamp")) func partsThatMove() throws {
    let color = colors(6)
    let image = try picture(6, 6, color)
    let whole: [String: FilterInputValue] = ["inputTransform": .vector([1, 0, 0, 1, 3, -2])]
    let moved = try filtered("CIAffineTransform", whole, image)
    #expect(moved.extent == FilterRect(3, -2, 6, 6))
    let crop = try filtered("CICrop", ["inputRectangle": .vector([1, 2, 3, 2])], image)
    #expect(crop.extent == FilterRect(1, 2, 3, 2))
    let clamp = try filtered("CIClamp", ["inputExtent": .vector([1, 2, 3, 2])], image)
    #expect(clamp.extent == .infinite)
    let area = PixelRect(-2, -2, 10, 10)
    let buffers = try [moved, crop, clamp].map { try FilterExecutor().render($0, in: area) }
    for y in -2..<10 {
      for x in -2..<10 {
        #expect(distance(Color(buffers[0][x, y]), color(x - 3, y + 2)) < 1e-6)
        let isInside = (1..<4).contains(x) && (2..<4).contains(y)
        #expect(distance(Color(buffers[1][x, y]), isInside ? color(x, y) : .zero) < 1e-6)
        let edge = color(min(max(x, 1), 3), min(max(y, 2), 3))
        #expect(distance(Color(buffers[2][x, y]), edge) < 1e-6)
      }
    }
  }

  @Test(.shows("CIBicubicScaleTransform")) func bicubicKeepsConstants() throws {
    let image = FilterNode(.clamp, try picture(8, 8) { _, _ in Color(0.25, 0.5, 0.75, 1) })
    let node = try filtered("CIBicubicScaleTransform", ["inputScale": .number(2.5)], image)
    let result = try FilterExecutor().render(node, in: PixelRect(0, 0, 16, 16))
    for index in 0..<256 {
      #expect(distance(Color(result.pixels[index]), Color(0.25, 0.5, 0.75, 1)) < 1e-5)
    }
    let plain = try picture(8, 8) { _, _ in .one }
    let half = try filtered("CIBicubicScaleTransform", ["inputScale": .number(0.5)], plain)
    #expect(half.extent == FilterRect(0, 0, 4, 4))
  }

  @Test(.shows("CIGaussianGradient")) func gaussianGradientEndsAtItsRadius() throws {
    let inputs: [String: FilterInputValue] = [
      "inputCenter": .vector([20.5, 0.5]), "inputRadius": .number(16),
      "inputColor0": .color(SIMD4(1, 1, 1, 1)), "inputColor1": .color(SIMD4(0, 0, 0, 1)),
    ]
    let node = try filtered("CIGaussianGradient", inputs, .empty)
    let result = try FilterExecutor().render(node, in: PixelRect(0, 0, 41, 1))
    let reds = (0..<41).map { result[$0, 0].x }
    #expect(abs(reds[20] - 1) < 0.01 && reds[0] < 0.01 && reds[40] < 0.01)
    for x in 20..<40 { #expect(reds[x + 1] <= reds[x]) }
    for x in 0...20 { #expect(abs(reds[x] - reds[40 - x]) < 1e-6, "the same at both sides") }
  }
}
