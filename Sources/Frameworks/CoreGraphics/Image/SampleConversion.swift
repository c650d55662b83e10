// Conversion of components of any width to premultiplied sRGB.
// Licensed under the MIT license; see LICENSE.

// For layouts that are not bytes of grey or RGB; those take the faster ways of
// BitmapConversion.swift. Each pixel is taken apart into numbers, decoded, divided by alpha if it
// was multiplied, converted, rounded to bytes, and multiplied again as bytes. A component of up to
// 16 bits of an opaque or straight pixel is looked up, if the picture is large enough to pay for
// the table.

/// A conversion of components of any width to premultiplied sRGB.
struct SampleConversion {
  private enum Method {
    /// There is no colour: the pixel is white under its alpha.
    case alphaOnly
    /// Grey: three equal bytes.
    case gray
    /// Red, green and blue do not mix.
    case separate
    /// Other primaries.
    case mix(red: SIMD3<Float>, green: SIMD3<Float>, blue: SIMD3<Float>)
    case inks
  }

  private let layout: SampleLayout
  private let method: Method
  private let conversion: ColorConversion?
  private let curve: TransferCurve
  /// The value of a component is `low + span * sample`, by component; one for alpha only.
  private let low: [Double]
  private let span: [Double]
  /// Light (`mix`), or bytes as numbers (`gray`, `separate`), by component and sample; may be
  /// empty.
  private var table: [Float] = []
  private let encoder = SRGBByteEncoder.shared

  /// From this many pixels on a table of 65536 entries for each component pays.
  private static let tablePixels = 1 << 16

  init(layout: SampleLayout, space: CGColorSpace?, decode: [Double]?, pixelCount: Int) {
    self.layout = layout
    let count = max(layout.colors, 1)
    low = (0..<count).map { decode?[$0 * 2] ?? 0 }
    span = (0..<count).map { index in decode.map { $0[index * 2 + 1] - $0[index * 2] } ?? 1 }
    curve = space?.definition.curve ?? .sRGB
    conversion = space.map { ColorConversion(from: $0, to: .sRGBSpace) }
    switch (layout.colors, space) {
    case (0, _), (_, nil): method = .alphaOnly
    case (1, _): method = .gray
    case (4, _): method = .inks
    case (_, let space?):
      let primaries = space.definition.primaries
      if primaries == .sRGB {
        method = .separate
      } else {
        let matrix = Primaries.sRGB.toXYZ.inverse * primaries.toXYZ
        method = .mix(
          red: SIMD3<Float>(matrix * SIMD3(1, 0, 0)),
          green: SIMD3<Float>(matrix * SIMD3(0, 1, 0)),
          blue: SIMD3<Float>(matrix * SIMD3(0, 0, 1))
        )
      }
    }
    guard pixelCount >= Self.tablePixels, layout.bits <= 16 else { return }
    switch method {
    case .alphaOnly, .inks: return
    case .gray, .separate, .mix: break
    }
    table = (0..<count).flatMap { component in
      (0..<UInt32(1) << UInt32(layout.bits)).map { entry(component, layout.value($0)) }
    }
  }

  /// Returns `value` decoded; NaN becomes 0, and the result is clamped to the range of half floats.
  private func decoded(_ component: Int, _ value: Double) -> Double {
    let (most, result) = (65504.0, low[component] + span[component] * value)
    return result.isNaN ? 0 : min(max(result, -most), most)
  }

  /// Returns the table's entry for a value before decoding.
  private func entry(_ component: Int, _ value: Double) -> Float {
    let decoded = decoded(component, value)
    switch method {
    case .mix: return Float(curve.decode(decoded))
    case .gray, .separate:
      let encoded = curve == .sRGB ? decoded : TransferCurve.sRGB.encode(curve.decode(decoded))
      return Float((min(max(encoded, 0), 1) * 255).rounded())
    case .alphaOnly, .inks: return 0
    }
  }

  /// Writes `width` pixels and returns whether all of them are opaque.
  ///
  /// `source` has `layout.rowLength(width)` bytes, `target` has `width * 4`.
  func convertRow(
    width: Int,
    from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    var opaque: UInt8 = 255
    for x in 0..<width {
      let alpha = alpha(source, x)
      let byte = UInt8((alpha * 255).rounded())
      opaque &= byte
      let (red, green, blue) = color(source, x, alpha)
      let word =
        UInt32(multiply(red, byte)) | UInt32(multiply(green, byte)) << 8
        | UInt32(multiply(blue, byte)) << 16 | UInt32(byte) << 24
      // Bounds: the target has four bytes for each pixel.
      target.storeBytes(of: word.littleEndian, toByteOffset: x * 4, as: UInt32.self)
    }
    return opaque == 255
  }

  private func alpha(_ row: UnsafeRawPointer, _ x: Int) -> Double {
    guard let position = layout.alpha else { return 1 }
    let value = layout.value(layout.sample(row, x, position))
    return min(max(layout.colors == 0 ? decoded(0, value) : value, 0), 1)
  }

  /// The straight colour in sRGB.
  private func color(_ row: UnsafeRawPointer, _ x: Int, _ alpha: Double) -> (UInt8, UInt8, UInt8) {
    let scale = layout.isPremultiplied && alpha > 0 ? 1 / alpha : 1
    func component(_ index: Int) -> Float {
      let sample = layout.sample(row, x, layout.firstColor + index)
      if scale == 1, !table.isEmpty { return table[index << layout.bits + Int(sample)] }
      return entry(index, layout.value(sample) * scale)
    }
    switch method {
    case .alphaOnly: return (255, 255, 255)
    case .gray:
      let gray = UInt8(component(0))
      return (gray, gray, gray)
    case .separate: return (UInt8(component(0)), UInt8(component(1)), UInt8(component(2)))
    case .mix(let red, let green, let blue):
      let light = red * component(0) + green * component(1) + blue * component(2)
      return (encoder(light.x), encoder(light.y), encoder(light.z))
    case .inks:
      var inks = SIMD4<Double>.zero
      for index in 0..<4 {
        let value = layout.value(layout.sample(row, x, layout.firstColor + index)) * scale
        inks[index] = decoded(index, value)
      }
      let light = (conversion?(inks) ?? .zero) * 255
      return (
        UInt8(light.x.rounded()), UInt8(light.y.rounded()), UInt8(light.z.rounded())
      )
    }
  }
}
