// Planes in PQ and HLG, and words of ten bits: what is made of them, and what is refused.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import Testing

@Suite struct BrightPlanesTests {
  private static let red2020 = SIMD3<Double>(1.6604910021, -0.1245504745, -0.0181507634)
  private static let green2020 = SIMD3<Double>(-0.5876411388, 1.1328998971, -0.1005788980)
  private static let blue2020 = SIMD3<Double>(-0.0728498633, -0.0083494226, 1.1187296614)

  /// Extended sRGB of R', G' and B' in BT.2020's primaries, by the recommendations' formulas.
  private func expected(
    _ signals: SIMD3<Double>,
    _ transfer: PlaneLayout.Transfer
  ) -> SIMD3<Double> {
    let signals = signals.clamped(lowerBound: .zero, upperBound: .one)
    var light = SIMD3<Double>.zero
    for index in 0..<3 {
      light[index] =
        transfer == .pq
        ? PerceptualQuantizer.nits(signals[index]) : HybridLogGamma.scene(signals[index])
    }
    if transfer == .hlg {
      let luminance = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
      light *= HybridLogGamma.nitsPerScene(luminance)
    }
    light /= 203
    let own = Self.red2020 * light.x + Self.green2020 * light.y + Self.blue2020 * light.z
    var encoded = SIMD3<Double>.zero
    for index in 0..<3 {
      let size = abs(own[index])
      let value = size <= 0.0031308 ? 12.92 * size : 1.055 * pow(size, 1 / 2.4) - 0.055
      encoded[index] = own[index] < 0 ? -value : value
    }
    return encoded
  }

  private func image(
    _ layout: PlaneLayout,
    _ width: Int,
    _ height: Int,
    _ bytes: [UInt8]
  ) throws -> PixelBuffer {
    let block = try bytes.withUnsafeBytes { try MemoryBlock(copying: $0) }
    return try PixelBuffer(
      width: width,
      height: height,
      planes: layout,
      base: UnsafeRawPointer(block.base),
      byteCount: block.count,
      owner: block
    )
  }

  private func halves(_ pixels: PixelBuffer) -> [SIMD4<Double>] {
    pixels.withBytes { bytes in
      (0..<pixels.width * pixels.height).map { pixel in
        var color = SIMD4<Double>.zero
        for channel in 0..<4 {
          let place = (pixel * 4 + channel) * 2
          color[channel] = Double(bytes.loadUnaligned(fromByteOffset: place, as: Float16.self))
        }
        return color
      }
    }
  }

  private func check(
    _ found: SIMD4<Double>,
    _ wanted: SIMD3<Double>,
    _ name: String
  ) {
    for channel in 0..<3 {
      // because: light's code has 16 bits, its curve 4096 steps, and a half float 11 bits.
      let most = 0.003 * max(1, abs(wanted[channel]))
      #expect(abs(found[channel] - wanted[channel]) <= most, "\(name): \(found), not \(wanted)")
    }
    #expect(found.w == 1, "\(name)")
  }

  // MARK: Planes

  /// P010 of one colour; the six lower bits of samples mean nothing.
  private func p010(
    _ codes: [Int],
    _ light: PlaneLayout.Light?,
    _ width: Int = 5,
    _ height: Int = 3
  ) throws -> PixelBuffer {
    var layout = PlaneLayout(.interleaved)
    (layout.depth, layout.lowBits, layout.matrix) = (10, 6, .rec2020)
    layout.light = light
    layout = layout.packed(width: width, height: height)
    let chroma = (width + 1) / 2 * ((height + 1) / 2)
    let samples =
      [Int](repeating: codes[0], count: width * height)
      + (0..<chroma).flatMap { _ in [codes[1], codes[2]] }
    let bytes = samples.enumerated().flatMap { place, code in
      let word = UInt16(code << 6 | place & 63)
      return [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]
    }
    return try image(layout, width, height, bytes)
  }

  /// Laws A4.1, A4.4 and A4.6: 203 nits are white, 1000 nits 1.9952; a red outside of sRGB.
  @Test(arguments: PlaneLayout.Transfer.allCases)
  func planesOfLightAreHalfFloats(transfer: PlaneLayout.Transfer) throws {
    let white = transfer == .pq ? 573 : 721
    let light = PlaneLayout.Light(transfer, headroom: 4.926108)
    for codes in [
      [64, 512, 512], [white, 512, 512], [723, 512, 512], [940, 512, 512], [1023, 512, 512],
      [0, 512, 512], [237, 418, 849], [400, 700, 300], [600, 1023, 0],
    ] {
      let pixels = try p010(codes, light)
      #expect(pixels.form == .halves(ContentLight(.absolute, headroom: 4.926108)))
      #expect(pixels.rowBytes == 40 && pixels.isOpaque && pixels.countedBytes >= 120)
      // Renderers do not convert them where they draw them.
      #expect(pixels.planes != nil && pixels.drawnPlanes == nil && pixels.planeSource == nil)
      let y = (Double(codes[0]) - 64) / 876
      let (cb, cr) = ((Double(codes[1]) - 512) / 896, (Double(codes[2]) - 512) / 896)
      let (red, blue) = (y + 1.4746 * cr, y + 1.8814 * cb)
      let green = (y - 0.2627 * red - 0.0593 * blue) / 0.6780
      let found = halves(pixels)
      #expect(found.count == 15 && found.allSatisfy { $0 == found[0] })
      check(found[0], expected(SIMD3(red, green, blue), transfer), "\(codes)")
      guard codes == [white, 512, 512] else { continue }
      #expect(abs(found[0].x - 1) < 0.01)
    }
    // A copy has the same half floats, and no planes.
    let copy = try #require(try p010([723, 512, 512], light).copy())
    #expect(copy.planes == nil && copy.form.light.headroom == 4.926108)
  }

  @Test func headroomsAreKeptInTheirLimits() throws {
    for (given, kept) in [(0, 0), (0.5, 0), (1, 1), (4, 4), (1e9, 65504), (.nan, 0)]
      as [(Float, Float)]
    {
      let light = PlaneLayout.Light(.pq, headroom: given)
      #expect(try p010([64, 512, 512], light).form.light.headroom == kept)
    }
    #expect(try p010([64, 512, 512], nil).form == .bytes)
  }

  // MARK: Words

  private func words(
    _ values: [UInt32],
    _ light: PlaneLayout.Light? = nil,
    hasAlpha: Bool = false
  ) throws -> PixelBuffer {
    var layout = PlaneLayout.words
    (layout.light, layout.hasAlpha) = (light, hasAlpha)
    // Behind a few bytes, in rows with a gap.
    layout.planes = [.init(offset: 3, rowBytes: values.count * 4 + 5)]
    var bytes = [UInt8](repeating: 7, count: 3)
    for row in 0..<2 {
      for value in values { bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
      if row == 0 { bytes += [9, 9, 9, 9, 9] }
    }
    return try image(layout, values.count, 2, bytes)
  }

  /// Each number of ten bits, rounded to eight; alpha in steps of a third.
  @Test func wordsAreBytes() throws {
    let values = (0..<1024 as Range<UInt32>).map { code in
      code | (1023 - code) << 10 | (code * 7 & 1023) << 20 | (code & 3) << 30
    }
    for hasAlpha in [false, true] {
      let pixels = try words(values, hasAlpha: hasAlpha)
      #expect(pixels.form == .bytes && pixels.isOpaque == !hasAlpha)
      #expect(pixels.rowBytes == 4096 && pixels.drawnPlanes == nil)
      let bytes = pixels.withBytes { Array($0) }
      #expect(bytes.count == 8192 && bytes[..<4096] == bytes[4096...])
      for code in 0..<1024 {
        let wanted = [code, 1023 - code, code * 7 & 1023].map {
          UInt8((Double($0) * 255 / 1023).rounded())
        }
        let alpha = hasAlpha ? UInt8((code & 3) * 85) : 255
        #expect(Array(bytes[code * 4..<code * 4 + 4]) == wanted + [alpha], "\(code)")
      }
    }
  }

  @Test(arguments: PlaneLayout.Transfer.allCases)
  func wordsOfLightAreHalfFloats(transfer: PlaneLayout.Transfer) throws {
    let codes: [(UInt32, UInt32, UInt32)] = [
      (0, 0, 0), (594, 594, 594), (769, 769, 769), (1023, 1023, 1023), (1023, 0, 0), (0, 1023, 0),
      (0, 0, 1023), (300, 500, 700),
    ]
    let light = PlaneLayout.Light(transfer, headroom: 49.26)
    // The two highest bits mean nothing.
    let values = codes.map { $0.0 | $0.1 << 10 | $0.2 << 20 | 1 << 30 }
    let found = halves(try words(values, light))
    #expect(Array(found[..<8]) == Array(found[8...]))
    for (color, code) in zip(found, codes) {
      let signals = SIMD3(Double(code.0), Double(code.1), Double(code.2)) / 1023
      check(color, expected(signals, transfer), "\(code)")
    }
  }

  // MARK: Refusals

  @Test func layoutsThatAreNoneAreRefused() throws {
    func refusal(_ change: (inout PlaneLayout) -> Void, _ limit: Int = 1000) -> String {
      var layout = PlaneLayout.words
      layout.planes = [.init(offset: 0, rowBytes: 40)]
      change(&layout)
      do throws(PixelBufferError) {
        _ = try layout.byteCount(width: 10, height: 4, limit: limit)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(refusal({ _ in }) == "")
    #expect(refusal({ _ in }, 159).contains("plane 0 with rows of 40 bytes"))
    #expect(refusal({ $0.planes[0].rowBytes = 39 }).contains("at least 40"))
    #expect(refusal({ $0.planes[0].offset = -1 }).contains("from byte -1 on"))
    #expect(refusal({ $0.planes[0].offset = .max }).contains("plane 0"))
    #expect(refusal({ $0.planes.append($0.planes[0]) }) == "an image of 2 planes: its form has 1")
    #expect(refusal({ $0.planes = [] }) == "an image of 0 planes: its form has 1")
    #expect(refusal({ $0.depth = 8 }).contains("samples of 8 bits"))
    #expect(refusal({ $0.lowBits = 6 }).contains("above 6 others"))
    #expect(refusal({ $0.hasAlpha = true }) == "")
    #expect(
      refusal({
        $0.hasAlpha = true
        $0.light = PlaneLayout.Light(.pq, headroom: 4)
      }).hasPrefix("alpha of planes")
    )
    var nv12 = PlaneLayout(.interleaved).packed(width: 10, height: 4)
    nv12.hasAlpha = true
    #expect(throws: PixelBufferError.badAlpha) {
      try nv12.byteCount(width: 10, height: 4, limit: 1000)
    }
  }
}
