// The tables by which half floats are made darker, against the formulas.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import TestRandom
import Testing

@testable import QuartzPlan

@Suite struct LightCurvesTests {
  /// An opaque image of half floats, 64 texels wide.
  private func image(_ halves: [Float16]) throws -> PixelBuffer {
    try halves.withUnsafeBytes {
      try PixelBuffer(
        width: 64,
        height: halves.count / 256,
        rowBytes: 512,
        isOpaque: true,
        copying: $0,
        form: .halves(ContentLight(.absolute, headroom: 4.926108))
      )
    }
  }

  private func mapping(
    to headroom: Float,
    from source: Float = 4.926108,
    onStandard: Bool = false
  ) throws -> LightMapping {
    var light = LayerLight()
    (light.range, light.end) = (.high, .high)
    let range: OutputRange = onStandard ? .standard : .extended(headroom: headroom)
    let limit = LightLimit(light, on: range)
    return try #require(LightMapping(ContentLight(.absolute, headroom: source), limit))
  }

  /// Colours of every kind: grey, of all hues, outside of sRGB, and beyond the film's headroom.
  private func colors() -> [Float16] {
    var random = SeededGenerator(seed: 11)
    var halves: [Float16] = []
    for place in 0..<64 * 64 {
      let most: Float = [1, 2.2, 5.4][place % 3]
      let reach: Float = place % 2 == 0 ? 0 : 0.3 * most
      let grey = Float.random(in: 0...most, using: &random)
      for _ in 0..<3 { halves.append(Float16(grey + .random(in: -reach...reach, using: &random))) }
      halves.append(1)
    }
    return halves
  }

  /// Law A6.6: halves within one of the last place of the formula.
  @Test(arguments: [(1, 4.926108), (1.4142, 4.926108), (2, 4.926108), (4, 4.926108), (3, 49.26)])
  func halvesAreTheFormula(headroom: Float, source: Float) throws {
    let image = try image(colors())
    let mapping = try mapping(to: headroom, from: source)
    let curves = try #require(LightCurves(mapping))
    let exact = try #require(mapping.picture(of: image))
    let found = try #require(mapping.picture(of: image, curves))
    #expect(found.form == exact.form && found.isOpaque)
    exact.withBytes { exact in
      found.withBytes { found in
        for offset in stride(from: 0, to: exact.count, by: 2) {
          let expected = exact.loadUnaligned(fromByteOffset: offset, as: Float16.self)
          let value = found.loadUnaligned(fromByteOffset: offset, as: Float16.self)
          // because: tables are 1e-5 away, which may be the other side of a rounding.
          let bound = max(Float(expected.ulp), 2e-5)
          #expect(abs(Float(value) - Float(expected)) <= bound, "\(value), not \(expected)")
        }
      }
    }
  }

  @Test func bytesAreTheFormula() throws {
    let image = try image(colors())
    let mapping = try mapping(to: 1, onStandard: true)
    let exact = try #require(mapping.picture(of: image))
    let found = try #require(mapping.picture(of: image, LightCurves(mapping)))
    exact.withBytes { exact in
      found.withBytes { found in
        for place in exact.indices {
          #expect(abs(Int(exact[place]) - Int(found[place])) <= 1)
        }
      }
    }
  }

  /// Numbers that are none, and those beyond all light, are held as the formula holds them.
  @Test func hostileHalvesAreHeld() throws {
    let values: [Float16] = [.nan, .infinity, -.infinity, 65504, -65504, 0, -0.0, 6e-8]
    var halves: [Float16] = []
    for place in 0..<64 {
      halves += [values[place % 8], values[place / 8 % 8], values[place / 3 % 8], 1]
    }
    let image = try image(halves)
    let mapping = try mapping(to: 2)
    let found = try #require(mapping.picture(of: image, LightCurves(mapping)))
    found.withBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: 2) {
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: Float16.self)
        #expect(value.isFinite && abs(value) <= 1.3533)
      }
    }
  }

  /// A mapping without a curve has no tables, and tables are made once.
  @Test func tablesAreOfCurves() throws {
    let table = LightTable { ImageID(1) }
    var never = LayerLight()
    (never.range, never.end, never.mode) = (.high, .high, .never)
    let clip = LightLimit(never, on: .extended(headroom: 2))
    let light = ContentLight(.absolute, headroom: 4)
    #expect(table.curves(of: try #require(LightMapping(light, clip))) == nil)
    for step in 0..<20 {
      let headroom = 1 + Float(step) / 16
      #expect(table.curves(of: try mapping(to: headroom)) != nil)
    }
  }
}
