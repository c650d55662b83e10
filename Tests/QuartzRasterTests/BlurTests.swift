// Blurs against the convolution they stand for.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzRaster
import TestRandom
import Testing

@Suite struct BlurTests {
  /// A picture of bytes.
  struct Picture: Equatable {
    var width: Int
    var height: Int
    var channels: Int
    var bytes: [UInt8]

    init(_ width: Int, _ height: Int, _ channels: Int, _ byte: (Int, Int, Int) -> UInt8) {
      self.width = width
      self.height = height
      self.channels = channels
      bytes = []
      for y in 0..<height {
        for x in 0..<width { for c in 0..<channels { bytes.append(byte(x, y, c)) } }
      }
    }

    /// Each byte 0 or 255: the most that two pictures can differ by.
    static func noise(_ width: Int, _ height: Int, _ channels: Int) -> Picture {
      var numbers = SeededGenerator(seed: 9)
      return Picture(width, height, channels) { _, _, _ in numbers.next() & 1 == 0 ? 0 : 255 }
    }

    func blurred(
      _ sigma: Double,
      _ edges: BlurEdges,
      inPlace: Bool = false,
      _ run: (GaussianBlur) -> Void = { $0.run() }
    ) throws -> Picture {
      try blurred(SIMD2(sigma, sigma), edges, inPlace: inPlace, run)
    }

    func blurred(
      _ sigma: SIMD2<Double>,
      _ edges: BlurEdges,
      inPlace: Bool = false,
      _ run: (GaussianBlur) -> Void = { $0.run() }
    ) throws -> Picture {
      var (copy, result) = (self, self)
      if !inPlace { result.bytes = [UInt8](repeating: 77, count: bytes.count) }
      try copy.bytes.withUnsafeMutableBytes { source in
        try result.bytes.withUnsafeMutableBytes { target in
          let target = BlurPicture(base: target.baseAddress!, rowBytes: width * channels)
          let source = BlurPicture(base: source.baseAddress!, rowBytes: width * channels)
          run(
            try GaussianBlur(
              channels == 1 ? .alpha8 : .rgba8,
              width: width,
              height: height,
              sigma: sigma,
              edges: edges,
              from: inPlace ? target : source,
              to: target
            )
          )
        }
      }
      #expect(copy == self, "the source stays as it is")
      return result
    }

    func convolved(_ sigma: Double, _ edges: BlurEdges) -> [Double] {
      convolved(SIMD2(sigma, sigma), edges)
    }

    /// The convolution with a sampled Gaussian that reaches eight sigma, in Double.
    func convolved(_ sigma: SIMD2<Double>, _ edges: BlurEdges) -> [Double] {
      func line(
        _ values: [Double],
        _ count: Int,
        _ start: Int,
        _ step: Int,
        _ sigma: Double
      ) -> [Double] {
        guard sigma > 0 else { return (0..<count).map { values[start + $0 * step] } }
        let reach = Int((8 * sigma).rounded(.up)) + 1
        let kernel = (-reach...reach).map { exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        let sum = kernel.reduce(0, +)
        return (0..<count).map { place in
          var total = 0.0
          for tap in -reach...reach {
            var at = place + tap
            if edges == .clamped { at = min(max(at, 0), count - 1) }
            guard (0..<count).contains(at) else { continue }
            total += values[start + at * step] * kernel[tap + reach]
          }
          return total / sum
        }
      }
      var values = bytes.map(Double.init)
      for y in 0..<height {
        for c in 0..<channels {
          let start = y * width * channels + c
          for (x, value) in line(values, width, start, channels, sigma.x).enumerated() {
            values[start + x * channels] = value
          }
        }
      }
      for column in 0..<width * channels {
        let line = line(values, height, column, width * channels, sigma.y)
        for (y, value) in line.enumerated() {
          values[column + y * width * channels] = value
        }
      }
      return values
    }

    private func exponential(_ x: Double) -> Double {
      var (sum, small) = (1.0, x)
      small /= 1_048_576
      sum = 1 + small + small * small / 2
      for _ in 0..<20 { sum *= sum }
      return sum
    }

    func largestDifference(_ other: [Double]) -> Double {
      zip(bytes, other).map { abs(Double($0) - $1) }.max() ?? 0
    }
  }

  static let sigmas = [
    0.05, 0.3, 0.5, 0.8, 1, 1.7, 2.5, 3.3, 3.999, 4, 5.5, 7.9, 8, 10, 13, 16, 23.7,
  ]

  /// Less than a level from the exact value: rounding takes half of that.
  @Test(arguments: sigmas, BlurEdges.allCases)
  func noiseIsConvolved(sigma: Double, edges: BlurEdges) throws {
    for (width, height, channels) in [(61, 47, 1), (40, 33, 4)] {
      let picture = Picture.noise(width, height, channels)
      let blurred = try picture.blurred(sigma, edges)
      #expect(blurred.largestDifference(picture.convolved(sigma, edges)) < 1)
    }
  }

  /// 40 standard deviations from 0.1 to 100, in equal steps of their logarithm.
  static let fortySigmas = (0..<40).map { 0.1 * pow(1000, Double($0) / 39) }

  @Test(arguments: fortySigmas, BlurEdges.allCases)
  func fortyBlursAreConvolutions(sigma: Double, edges: BlurEdges) throws {
    let picture = Picture.noise(31, 23, 4)
    let blurred = try picture.blurred(sigma, edges)
    #expect(blurred.largestDifference(picture.convolved(sigma, edges)) < 1)
  }

  /// From 4 pixels on a standard deviation is halved, and so on: no jump is seen there.
  @Test(arguments: [4, 8, 16, 32, 64.0])
  func levelsDoNotShow(sigma: Double) throws {
    let picture = Picture.noise(61, 47, 4)
    let (below, above) = (
      try picture.blurred(sigma.nextDown, .clamped), try picture.blurred(sigma, .clamped)
    )
    // Both are less than a level from the same exact value.
    #expect(below.largestDifference(above.bytes.map { Double($0) }) <= 1)
  }

  /// An animation of the standard deviation from 0 to 5 goes on without a jump, across the level.
  @Test func animatedBlursGoOn() throws {
    let picture = Picture(61, 47, 1) { x, y, _ in x < 30 && y < 20 ? 255 : 0 }
    var before = picture
    var (exactBefore, steps) = (picture.bytes.map { Double($0) }, 0)
    for step in 1...100 {
      let sigma = Double(step) / 20
      let (blurred, exact) = (
        try picture.blurred(sigma, .transparent), picture.convolved(sigma, .transparent)
      )
      let change = blurred.largestDifference(before.bytes.map { Double($0) })
      let expected = zip(exact, exactBefore).map { abs($0 - $1) }.max() ?? 0
      // Each of the two is less than a level from its exact value.
      #expect(change < expected + 2, "sigma \(sigma)")
      if blurred != before { steps += 1 }
      (before, exactBefore) = (blurred, exact)
    }
    #expect(steps > 90)
  }

  /// A blur that is prepared again gives what a new one gives, whatever came before.
  @Test func blursInTheMemoryOfOthers() throws {
    let blur = GaussianBlur(workers: 2)
    let sizes: [(Int, Int, Double)] = [
      (61, 47, 9), (20, 70, 1.2), (90, 33, 40), (61, 47, 0), (9, 9, 3),
    ]
    for (width, height, sigma) in sizes {
      let picture = Picture.noise(width, height, 4)
      let expected = try picture.blurred(sigma, .transparent)
      var (source, result) = (picture, picture)
      try source.bytes.withUnsafeMutableBytes { source in
        try result.bytes.withUnsafeMutableBytes { target in
          try blur.prepare(
            .rgba8,
            width: width,
            height: height,
            sigma: SIMD2(sigma, sigma),
            edges: .transparent,
            from: BlurPicture(base: source.baseAddress!, rowBytes: width * 4),
            to: BlurPicture(base: target.baseAddress!, rowBytes: width * 4)
          )
          for stage in 0..<blur.stageCount {
            let half = blur.rowCount(stage: stage) / 2
            blur.run(stage: stage, rows: half..<blur.rowCount(stage: stage), worker: 1)
            blur.run(stage: stage, rows: 0..<half, worker: 0)
          }
        }
      }
      #expect(result == expected, "\(width) x \(height), sigma \(sigma)")
    }
  }

  /// Each axis has its own number of levels and its own kernel.
  @Test(
    arguments: [
      [0, 5], [5, 0], [0.8, 3], [3, 0.8], [2, 9], [9, 2], [4, 8], [17, 4.5], [1, 40], [40, 1],
      [-1, 12], [12, .nan],
    ] as [SIMD2<Double>],
    BlurEdges.allCases
  )
  func axesAreConvolvedOnTheirOwn(sigma: SIMD2<Double>, edges: BlurEdges) throws {
    for (width, height, channels) in [(61, 47, 1), (40, 33, 4), (7, 1, 1), (1, 7, 4), (2, 3, 1)] {
      let picture = Picture.noise(width, height, channels)
      let expected = picture.convolved(sigma, edges)
      for inPlace in [false, true] {
        let blurred = try picture.blurred(sigma, edges, inPlace: inPlace)
        let difference = blurred.largestDifference(expected)
        #expect(difference < 1, "\(width) x \(height) x \(channels)")
      }
    }
  }

  /// Stripes are the worst there is for a pyramid: they alias.
  @Test(arguments: [2.0, 4, 4.5, 6, 8, 9, 12, 16, 20], [2, 3, 4, 5, 8, 16])
  func stripesAreConvolved(sigma: Double, period: Int) throws {
    let picture = Picture(97, 64, 1) { x, y, _ in
      (x % period < period / 2) != (y % period < period / 2) ? 255 : 0
    }
    let blurred = try picture.blurred(sigma, .clamped)
    #expect(blurred.largestDifference(picture.convolved(sigma, .clamped)) < 1)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 17])
  func smallSizesAreConvolved(size: Int) throws {
    for sigma in [0.7, 3.9, 4.1, 9, 33, 200] {
      for edges in BlurEdges.allCases {
        for (width, height) in [(size, 1), (1, size), (size, 5), (size, size)] {
          for channels in [1, 4] {
            let picture = Picture(width, height, channels) { x, y, c in
              UInt8((x * 89 + y * 57 + c * 31) % 256)
            }
            let blurred = try picture.blurred(sigma, edges)
            let difference = blurred.largestDifference(picture.convolved(sigma, edges))
            #expect(difference < 1, "\(width) x \(height) x \(channels), sigma \(sigma), \(edges)")
          }
        }
      }
    }
  }

  @Test(arguments: [0.0, -1, .nan, -.infinity, 1e-9])
  func nothingIsBlurredWithoutWidth(sigma: Double) throws {
    let picture = Picture.noise(13, 11, 4)
    #expect(try picture.blurred(sigma, .transparent) == picture)
    #expect(try picture.blurred(sigma, .clamped, inPlace: true) == picture)
  }

  @Test(arguments: [0.8, 3, 4, 11, 90, .infinity])
  func constantPicturesStay(sigma: Double) throws {
    for level in [0, 1, 127, 128, 254, 255] as [UInt8] {
      let picture = Picture(37, 21, 4) { _, _, _ in level }
      #expect(try picture.blurred(sigma, .clamped) == picture)
    }
    // With nothing around, what is far from the edges stays, too.
    let large = Picture(99, 99, 1) { _, _, _ in 255 }
    if sigma < 8 { #expect(try large.blurred(sigma, .transparent).bytes[49 * 99 + 49] == 255) }
  }

  @Test(arguments: [1.3, 4, 10, 40])
  func colorsStayBelowAlpha(sigma: Double) throws {
    var numbers = SeededGenerator(seed: 3)
    var alpha: UInt8 = 0
    let reversed = Picture(50, 41, 4) { _, _, c in
      if c == 0 { alpha = UInt8(truncatingIfNeeded: numbers.next() &* (numbers.next() & 1)) }
      return c == 0 ? alpha : UInt8(numbers.next() % (UInt64(alpha) + 1))
    }
    // The first channel is the largest; alpha is the last one.
    let picture = Picture(50, 41, 4) { x, y, c in reversed.bytes[(y * 50 + x) * 4 + 3 - c] }
    let blurred = try picture.blurred(sigma, .transparent)
    for pixel in stride(from: 0, to: blurred.bytes.count, by: 4) {
      #expect(blurred.bytes[pixel..<pixel + 3].allSatisfy { $0 <= blurred.bytes[pixel + 3] })
    }
  }

  @Test(arguments: [0.6, 3.9, 4, 10, 30])
  func rowsInAnyOrderGiveTheSameBytes(sigma: Double) throws {
    for edges in BlurEdges.allCases {
      let picture = Picture.noise(53, 47, 4)
      let whole = try picture.blurred(sigma, edges)
      let pieces = try picture.blurred(sigma, edges) { blur in
        for stage in 0..<blur.stageCount {
          let count = blur.rowCount(stage: stage)
          for start in stride(from: 0, to: count, by: 7).reversed() {
            blur.run(stage: stage, rows: start..<min(start + 7, count))
          }
        }
      }
      #expect(pieces == whole)
      #expect(try picture.blurred(sigma, edges, inPlace: true) == whole)
    }
  }

  @Test func channelsDoNotMix() throws {
    let picture = Picture.noise(41, 30, 4)
    for sigma in [2.2, 9] {
      let blurred = try picture.blurred(sigma, .transparent)
      for channel in 0..<4 {
        let single = Picture(41, 30, 1) { x, y, _ in picture.bytes[(y * 41 + x) * 4 + channel] }
        let expected = try single.blurred(sigma, .transparent)
        #expect(
          expected.bytes.indices.allSatisfy {
            expected.bytes[$0] == blurred.bytes[$0 * 4 + channel]
          }
        )
      }
    }
  }

  @Test func rowsMayHaveRoomBetween() throws {
    let picture = Picture.noise(21, 18, 4)
    let wide = Picture(25, 18, 4) { x, y, c in
      x < 21 ? picture.bytes[(y * 21 + x) * 4 + c] : 0xA5
    }
    for sigma in [1, 6.0] {
      let expected = try picture.blurred(sigma, .clamped)
      var result = wide
      try result.bytes.withUnsafeMutableBytes { bytes in
        let rows = BlurPicture(base: bytes.baseAddress!, rowBytes: 100)
        try GaussianBlur(
          .rgba8,
          width: 21,
          height: 18,
          sigma: sigma,
          edges: .clamped,
          from: rows,
          to: rows
        ).run()
      }
      for (index, byte) in result.bytes.enumerated() {
        let (x, y) = (index % 100 / 4, index / 100)
        #expect(byte == (x < 21 ? expected.bytes[(y * 21 + x) * 4 + index % 4] : 0xA5))
      }
    }
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (32769, 1), (1, .max), (.min, .min)])
  func impossibleSizesAreErrors(width: Int, height: Int) throws {
    var byte: UInt8 = 0
    withUnsafeMutableBytes(of: &byte) { bytes in
      let rows = BlurPicture(base: bytes.baseAddress!, rowBytes: .max)
      #expect(
        throws: RasterError.sizeOutOfRange(width: width, height: height, limit: 32768)
      ) {
        try GaussianBlur(
          .alpha8,
          width: width,
          height: height,
          sigma: 3,
          edges: .clamped,
          from: rows,
          to: rows
        )
      }
      let short = BlurPicture(base: bytes.baseAddress!, rowBytes: 19)
      #expect(throws: RasterError.rowsTooShort(rowBytes: 19, needed: 20)) {
        try GaussianBlur(
          .rgba8,
          width: 5,
          height: 1,
          sigma: 3,
          edges: .clamped,
          from: rows,
          to: short
        )
      }
    }
  }
}
