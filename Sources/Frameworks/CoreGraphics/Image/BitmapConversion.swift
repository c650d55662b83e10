// Conversion of an image's bytes to premultiplied sRGB.
// Licensed under the MIT license; see LICENSE.

// Three ways, from fast to slow:
//
//   premultiplied, same colours bytes are moved to their places straight, same colours ... and
//   multiplied with alpha, rounded to nearest other colour space or decode taken apart, decoded by
//   a table of 256 entries, mixed by a matrix,
//                                 encoded by a table with exact rounding, multiplied
//
// Colour conversion works on straight components: a premultiplied image in another space is divided
// by its alpha first. Grey goes through one table of 256 entries.

/// A conversion of an image's bytes to premultiplied sRGB.
struct BitmapConversion {
  private enum Method {
    case move
    case multiply
    /// One table for grey or for each of red, green and blue, when they do not mix.
    case tables([UInt8])
    case mix(ColorMixer)
  }

  private let layout: PixelLayout
  private let method: Method
  /// Alpha by its byte; nil where it stays.
  private let alphaTable: [UInt8]?

  /// The conversion from `layout` and `space`.
  ///
  /// `decode` holds the lower and upper end of each component's range, red to blue or grey; for an
  /// image of alpha only, that of alpha.
  init(layout: PixelLayout, space: CGColorSpace?, decode: [Double]?) {
    self.layout = layout
    alphaTable = layout.isAlphaOnly ? decode.map { Self.table($0[0], $0[1]) { $0 } } : nil
    guard let space, !layout.isAlphaOnly else {
      method = .multiply
      return
    }
    let conversion = ColorConversion(from: space, to: .sRGBSpace)
    let isPlain = space.definition.curve == .sRGB && space.definition.primaries == .sRGB
    if space.model == .rgb, !isPlain {
      method = .mix(ColorMixer(from: space.definition, decode: decode))
    } else if isPlain && decode == nil {
      method = layout.alpha == .premultiplied ? .move : .multiply
    } else {
      let gray = space.model == .monochrome
      let table = (0..<3).flatMap { component in
        let index = gray ? 0 : component * 2
        let (low, high) = (decode?[index] ?? 0, decode?[index + 1] ?? 1)
        return Self.table(low, high) { gray ? conversion(SIMD3($0, 0, 0)).x : $0 }
      }
      method = .tables(table)
    }
  }

  /// Whether pixels of `layout` stay as they are, if no colour exceeds its alpha.
  func keepsBytes(of layout: PixelLayout) -> Bool {
    if case .move = method { layout.isPremultipliedRGBA } else { false }
  }

  /// The bytes of `curve` over 0...255, spread from `low` to `high`.
  private static func table(_ low: Double, _ high: Double, _ curve: (Double) -> Double) -> [UInt8] {
    (0...255).map { byte in
      let value = curve(min(max(low + (high - low) * Double(byte) / 255, 0), 1))
      return UInt8((min(max(value, 0), 1) * 255).rounded())
    }
  }

  /// Writes `width` pixels and returns whether all of them are opaque.
  ///
  /// `source` has `width * bytesPerPixel` bytes, `target` has `width * 4`.
  func convertRow(
    width: Int,
    from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer
  ) -> Bool {
    switch method {
    case .move:
      return convert(width, source, target) { red, green, blue, alpha in
        // A premultiplied component above its alpha means nothing; it would overflow in blending.
        (min(red, alpha), min(green, alpha), min(blue, alpha))
      }
    case .multiply:
      return convert(width, source, target) { red, green, blue, alpha in
        alpha == 255
          ? (red, green, blue)
          : (multiply(red, alpha), multiply(green, alpha), multiply(blue, alpha))
      }
    case .tables(let tables):
      return tables.withUnsafeBufferPointer { tables in
        // Bounds: 3 x 256 entries, indexed by a byte.
        straight(width, source, target) { red, green, blue in
          (tables[Int(red)], tables[256 + Int(green)], tables[512 + Int(blue)])
        }
      }
    case .mix(let mixer):
      return straight(width, source, target) { red, green, blue in mixer(red, green, blue) }
    }
  }

  /// As `convert`, for a `body` that takes and returns straight colours.
  @inline(__always)
  private func straight(
    _ width: Int,
    _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer,
    _ body: (UInt8, UInt8, UInt8) -> (UInt8, UInt8, UInt8)
  ) -> Bool {
    let isPremultiplied = layout.alpha == .premultiplied
    return convert(width, source, target) { red, green, blue, alpha in
      if alpha == 255 { return body(red, green, blue) }
      let (r, g, b) =
        isPremultiplied
        ? body(divide(red, alpha), divide(green, alpha), divide(blue, alpha))
        : body(red, green, blue)
      return (multiply(r, alpha), multiply(g, alpha), multiply(b, alpha))
    }
  }

  @inline(__always)
  private func convert(
    _ width: Int,
    _ source: UnsafeRawPointer,
    _ target: UnsafeMutableRawPointer,
    _ body: (UInt8, UInt8, UInt8, UInt8) -> (UInt8, UInt8, UInt8)
  ) -> Bool {
    let layout = layout
    let hasAlpha = layout.alpha != .none
    var opaque: UInt8 = 255
    // Bounds: offsets are below bytesPerPixel; the caller gives width pixels on either side.
    for index in 0..<width {
      let pixel = source + index * layout.bytesPerPixel
      func byte(_ offset: Int) -> UInt8 { pixel.load(fromByteOffset: offset, as: UInt8.self) }
      var alpha = hasAlpha ? byte(layout.alphaOffset) : 255
      if let alphaTable { alpha = alphaTable[Int(alpha)] }
      let (red, green, blue) =
        layout.isAlphaOnly
        ? (alpha, alpha, alpha)
        : body(byte(layout.red), byte(layout.green), byte(layout.blue), alpha)
      opaque &= alpha
      let word =
        UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24
      target.storeBytes(of: word.littleEndian, toByteOffset: index * 4, as: UInt32.self)
    }
    return opaque == 255
  }
}

/// `value` x `alpha` / 255, rounded to nearest.
@inline(__always)
package func multiply(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
  // Exact for all 65536 pairs: J. Blinn, "Three Wrongs Make a Right", IEEE CG&A 15(6), 1995.
  let product = UInt32(value) * UInt32(alpha) + 128
  return UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
}

/// `value` x 255 / `alpha`, rounded to nearest and at most 255; 0 for transparent pixels.
@inline(__always)
package func divide(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
  if alpha == 0 { return 0 }
  let quotient = (UInt32(value) * 255 + UInt32(alpha) / 2) / UInt32(alpha)
  return UInt8(min(quotient, 255))
}

// MARK: - Mixing

/// Straight bytes of an RGB space that is not sRGB to straight bytes of sRGB.
struct ColorMixer {
  /// Linear light by byte: red, green, blue, 256 each.
  private let light: [Float]
  private let red: SIMD3<Float>
  private let green: SIMD3<Float>
  private let blue: SIMD3<Float>
  private let encoder = SRGBByteEncoder.shared

  init(from space: CGColorSpace.Definition, decode: [Double]?) {
    let curve = space.curve
    light = (0..<3).flatMap { component in
      (0...255).map { byte in
        let (low, high) = (decode?[component * 2] ?? 0, decode?[component * 2 + 1] ?? 1)
        return Float(curve.decode(min(max(low + (high - low) * Double(byte) / 255, 0), 1)))
      }
    }
    let matrix = Primaries.sRGB.toXYZ.inverse * space.primaries.toXYZ
    let isSame = space.primaries == .sRGB
    red = SIMD3<Float>(isSame ? [1, 0, 0] : matrix * [1, 0, 0])
    green = SIMD3<Float>(isSame ? [0, 1, 0] : matrix * [0, 1, 0])
    blue = SIMD3<Float>(isSame ? [0, 0, 1] : matrix * [0, 0, 1])
  }

  func callAsFunction(_ r: UInt8, _ g: UInt8, _ b: UInt8) -> (UInt8, UInt8, UInt8) {
    let mixed = red * light[Int(r)] + green * light[256 + Int(g)] + blue * light[512 + Int(b)]
    return (encoder(mixed.x), encoder(mixed.y), encoder(mixed.z))
  }
}

/// Linear light to sRGB bytes, rounded to nearest in the encoded value.
package struct SRGBByteEncoder: Sendable {
  package static let shared = SRGBByteEncoder()

  /// The least light of byte k + 1; 256 entries, the last infinite.
  private let thresholds: [Float]
  /// A byte that is not above the right one, by light x 4096.
  private let guesses: [UInt8]

  private init() {
    let curve = TransferCurve.sRGB
    let thresholds =
      (0..<255).map { Float(curve.decode((Double($0) + 0.5) / 255)) } + [Float.infinity]
    self.thresholds = thresholds
    var byte = 0
    guesses = (0...4096).map { step in
      while thresholds[byte] <= Float(step) / 4096 { byte += 1 }
      return UInt8(byte)
    }
  }

  package func callAsFunction(_ light: Float) -> UInt8 {
    let clamped = min(max(light, 0), 1)
    var byte = Int(guesses[Int(clamped * 4096)])
    while thresholds[byte] <= clamped { byte += 1 }
    return UInt8(byte)
  }
}
