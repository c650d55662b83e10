// Chains of colour steps against the graphs that they stand for.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import TestRandom
import Testing

@Suite struct ColorChainTests {
  /// Filters that are colour steps, with inputs that show.
  static let filters: [FilterDescription] = [
    filter("CISepiaTone", ["inputIntensity": .number(1)]),
    filter("CISepiaTone", ["inputIntensity": .number(0.6)]),
    filter("CIExposureAdjust", ["inputEV": .number(0.5)]),
    filter("CIExposureAdjust", ["inputEV": .number(-2)]),
    filter("CIVibrance", ["inputAmount": .number(1)]),
    filter("CIVibrance", ["inputAmount": .number(-0.5)]),
    filter("CIGammaAdjust", ["inputPower": .number(0.75)]),
    filter("CIWhitePointAdjust", ["inputColor": .color(SIMD4(0.9, 0.7, 0.5, 1))]),
    filter(
      "CITemperatureAndTint",
      ["inputNeutral": .vector([6500, 0]), "inputTargetNeutral": .vector([4200, 10])]
    ),
    filter("CILinearToSRGBToneCurve"), filter("CISRGBToneCurveToLinear"),
    filter("CIMaximumComponent"), filter("CIMinimumComponent"), filter("CIMaskToAlpha"),
  ]

  private static func filter(
    _ type: String,
    _ inputs: [String: FilterInputValue] = [:]
  ) -> FilterDescription {
    FilterDescription(type: type, inputs: inputs.map { FilterInput(key: $0, value: $1) })
  }

  /// Premultiplied bytes: the sample colours, and as many that are see-through.
  private static let pixels: [UInt8] = {
    var numbers = SeededGenerator(seed: 7)
    var bytes: [UInt8] = []
    for color in sampleColors { bytes += [color.x, color.y, color.z, 255] }
    for color in sampleColors {
      let alpha = UInt16.random(in: 0...255, using: &numbers)
      let parts = [color.x, color.y, color.z].map { UInt8((UInt16($0) * alpha + 127) / 255) }
      bytes += parts + [UInt8(alpha)]
    }
    return bytes
  }()

  private func chain(_ filter: FilterDescription) throws -> ColorChain {
    guard case .color(let step)? = FilterCatalog.step(for: filter, in: layer) else {
      throw FilterError.unknownFilter(filter.type)
    }
    return ColorChain(step)
  }

  private func run(_ chain: ColorChain) -> [UInt8] {
    let count = Self.pixels.count / 4
    var result = [UInt8](repeating: 1, count: Self.pixels.count)
    Self.pixels.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        chain.run(from: from, to: to, count: count)
      }
    }
    return result
  }

  /// The bytes that the executor of graphs makes.
  private func drawn(_ filters: [FilterDescription]) throws -> [UInt8] {
    let count = Self.pixels.count / 4
    let rect = PixelRect(width: Int32(count), height: 1)
    var node = FilterNode(.source(slot: 0, extent: FilterRect(rect)))
    for filter in filters {
      node = try FilterCatalog.node(for: filter, images: ["inputImage": node], in: layer)
    }
    let source = try FilterBuffer(rect)
    Self.pixels.withUnsafeBytes { bytes in
      if let base = bytes.baseAddress { FilterBytes.decode(base, to: source.pixels, count) }
    }
    var executor = FilterExecutor(space: .encoded)
    executor.sources[0] = source
    let buffer = try executor.render(node, in: rect)
    var result = [UInt8](repeating: 0, count: Self.pixels.count)
    result.withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress { FilterBytes.encode(buffer.pixels, to: base, count) }
    }
    return result
  }

  @Test(arguments: filters) func chainsAreTheirGraphs(filter: FilterDescription) throws {
    let (made, expected) = (run(try chain(filter)), try drawn([filter]))
    #expect(made != Self.pixels)
    #expect(made == expected)
  }

  /// Steps that follow each other round once, as their graph does.
  @Test func chainsOfManySteps() throws {
    let filters = [Self.filters[2], Self.filters[4], Self.filters[8], Self.filters[1]]
    var all = try chain(filters[0])
    for filter in filters.dropFirst() {
      all = try #require(all.followed(by: try chain(filter)))
    }
    #expect(all.count == 6)
    #expect(run(all) == (try drawn(filters)))
    #expect(all != (try chain(filters[0])) && all == all)
    let matrix = try chain(filters[2])
    #expect(all.followed(by: matrix) == nil)
    #expect(try all.followed(by: chain(filters[0]))?.followed(by: chain(filters[1]))?.count == 8)
  }

  /// Numbers that no app sets make pixels all the same.
  @Test func hugeNumbers() throws {
    for value in [1e300, -1e300, 0] {
      for (type, key) in [
        ("CISepiaTone", "inputIntensity"), ("CIVibrance", "inputAmount"),
        ("CIGammaAdjust", "inputPower"), ("CIExposureAdjust", "inputEV"),
      ] {
        let bytes = run(try chain(Self.filter(type, [key: .number(value)])))
        let isPremultiplied = stride(from: 0, to: bytes.count, by: 4).allSatisfy {
          max(bytes[$0], bytes[$0 + 1], bytes[$0 + 2]) <= bytes[$0 + 3]
        }
        #expect(isPremultiplied, "\(type) \(value)")
      }
    }
  }
}
