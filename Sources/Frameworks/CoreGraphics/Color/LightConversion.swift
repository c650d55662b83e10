// From components of any kind to linear light.
// Licensed under the MIT license; see LICENSE.

/// A conversion of an image's bytes to linear light of sRGB's primaries, without rounding.
///
/// A component is decoded, divided by alpha if it was multiplied with it, brought to 0...1 unless
/// its space or its layout is extended, and taken through the space's curve and matrix.
struct LightConversion: Sendable {
  private let format: ImageFormat
  private let definition: CGColorSpace.Definition
  private let colors: Int
  /// Whether components may leave 0...1.
  private let isExtended: Bool
  /// The value of a component is `low + span * sample`, by component.
  private let low: [Double]
  private let span: [Double]
  /// To sRGB's primaries; nil where they are the space's.
  private let matrix: ProfileMatrix?
  /// From inks.
  private let conversion: ColorConversion?
  /// Light by component and sample, of up to 10 bits, or of 16 where pictures are large.
  private var table: [Double] = []

  /// From this many pixels on a table of 65536 entries for each component pays.
  private static let tablePixels = 1 << 16

  /// The conversion from `format` and `space`; nil if the pixels are those of sRGB with up to 8
  /// bits.
  init?(_ format: ImageFormat, _ space: CGColorSpace, _ decode: [Double]?, pixelCount: Int = 0) {
    let definition = space.definition
    let isGray = space.model == .monochrome
    guard !format.isAlphaOnly else { return nil }
    let isPlain =
      decode == nil && definition.curve == .sRGB && (isGray || definition.primaries == .sRGB)
    if isPlain, space.model != .cmyk, format.fitsBytes { return nil }
    self.format = format
    self.definition = definition
    colors = space.numberOfComponents
    isExtended = definition.isExtended || format.isBiased
    low = (0..<colors).map { decode?[$0 * 2] ?? 0 }
    span = (0..<colors).map { index in decode.map { $0[index * 2 + 1] - $0[index * 2] } ?? 1 }
    conversion =
      space.model == .cmyk ? ColorConversion(from: space, to: .sRGBSpace) : nil
    matrix =
      isGray || definition.primaries == .sRGB || conversion != nil
      ? nil : Primaries.sRGB.toXYZ.inverse * definition.primaries.toXYZ
    let bits = format.bits
    let isTabled = bits <= 10 || (bits == 16 && pixelCount >= Self.tablePixels)
    guard isTabled, conversion == nil else { return }
    table = (0..<colors).flatMap { component in
      (0..<UInt32(1) << UInt32(bits)).map { light(component, format.value($0)) }
    }
  }

  private func decoded(_ component: Int, _ value: Double) -> Double {
    let result = low[component] + span[component] * value
    if result.isNaN { return 0 }
    // The greatest number of 16 bits; no light is brighter.
    let most = 65504.0
    return isExtended ? min(max(result, -most), most) : min(max(result, 0), 1)
  }

  private func light(_ component: Int, _ value: Double) -> Double {
    definition.curve.decode(decoded(component, value))
  }

  /// Writes a row of straight pixels; `source` has as many.
  func convertRow(
    from source: UnsafeRawPointer,
    to target: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) {
    // Bounds: the caller vouches for the row, and samples lie in their pixels.
    for x in target.indices {
      let alpha = min(max(format.alpha(source, x).map(format.value) ?? 1, 0), 1)
      let scale = format.isPremultiplied && alpha > 0 ? 1 / alpha : 1
      target[x] = SIMD4<Float>(SIMD4(color(source, x, scale), alpha))
    }
  }

  private func color(_ source: UnsafeRawPointer, _ x: Int, _ scale: Double) -> SIMD3<Double> {
    func component(_ index: Int) -> Double {
      let sample = format.sample(source, x, index)
      if scale == 1, !table.isEmpty { return table[index << format.bits + Int(sample)] }
      return light(index, format.value(sample) * scale)
    }
    if let conversion {
      var inks = SIMD4<Double>.zero
      for index in 0..<4 {
        inks[index] = decoded(index, format.value(format.sample(source, x, index)) * scale)
      }
      let encoded = conversion(inks)
      return SIMD3(
        TransferCurve.sRGB.decode(encoded.x),
        TransferCurve.sRGB.decode(encoded.y),
        TransferCurve.sRGB.decode(encoded.z)
      )
    }
    if colors == 1 { return SIMD3(repeating: component(0)) }
    let own = definition.screen(SIMD3(component(0), component(1), component(2)))
    return matrix.map { $0 * own } ?? own
  }
}

extension ImageFormat {
  /// The number of bits of a component.
  fileprivate var bits: Int {
    switch self {
    case .bytes: 8
    case .samples(let layout): layout.bits
    }
  }

  /// Whether every value of a component is that of a byte.
  fileprivate var fitsBytes: Bool { 255 % (1 << min(bits, 16) - 1) == 0 }

  fileprivate var isBiased: Bool {
    switch self {
    case .bytes: false
    case .samples(let layout): layout.isBiased
    }
  }

  fileprivate var isPremultiplied: Bool {
    switch self {
    case .bytes(let layout): layout.alpha == .premultiplied
    case .samples(let layout): layout.isPremultiplied
    }
  }

  /// Returns the value of a sample: 0...1, or any number where it is floating-point.
  fileprivate func value(_ sample: UInt32) -> Double {
    switch self {
    case .bytes: Double(sample) / 255
    case .samples(let layout): layout.value(sample)
    }
  }

  /// The sample of a colour component; the caller vouches that the row has the pixel.
  fileprivate func sample(_ row: UnsafeRawPointer, _ x: Int, _ component: Int) -> UInt32 {
    switch self {
    case .bytes(let layout):
      let offset = component == 0 ? layout.red : component == 1 ? layout.green : layout.blue
      return UInt32(row.load(fromByteOffset: x * layout.bytesPerPixel + offset, as: UInt8.self))
    case .samples(let layout): return layout.sample(row, x, layout.firstColor + component)
    }
  }

  /// The sample of alpha; nil where every pixel is opaque.
  fileprivate func alpha(_ row: UnsafeRawPointer, _ x: Int) -> UInt32? {
    switch self {
    case .bytes(let layout):
      guard layout.alpha != .none else { return nil }
      let offset = x * layout.bytesPerPixel + layout.alphaOffset
      return UInt32(row.load(fromByteOffset: offset, as: UInt8.self))
    case .samples(let layout): return layout.alpha.map { layout.sample(row, x, $0) }
    }
  }
}
