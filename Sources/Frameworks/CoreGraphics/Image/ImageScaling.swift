// Pictures and coverage in another size.
// Licensed under the MIT license; see LICENSE.

// Each pixel of the result is a weighted mean of those of the source under it. The weights are
// those of a tent whose half-width is one pixel of the coarser of the two grids: linear
// interpolation where the picture grows, and a smooth mean of everything where it shrinks, so that
// nothing is left out however small it gets. Premultiplied components are averaged, as they must
// be. Rows and columns are weighted one after the other: rows of the source become as wide as the
// result when they are first needed, and only those that a row of the result reads are kept.

/// The weights of source pixels along one side of a result.
private struct ScaleWeights {
  /// The first pixel of the source, and its and the following ones' weights, whose sum is 1.
  let starts: [Int]
  let weights: [[Float]]

  init(from source: Int, to target: Int) {
    let ratio = Double(source) / Double(target)
    let reach = max(ratio, 1)
    var starts: [Int] = []
    var weights: [[Float]] = []
    for index in 0..<target {
      let center = (Double(index) + 0.5) * ratio - 0.5
      let first = max(Int((center - reach).rounded(.down)) + 1, 0)
      let last = min(Int((center + reach).rounded(.up)) - 1, source - 1)
      // A pixel at the edge may lie outside of all centres: the nearest one counts.
      let nearest = min(max(Int(center.rounded()), 0), source - 1)
      let range = first <= last ? first...last : nearest...nearest
      let raw = range.map { max(1 - abs(Double($0) - center) / reach, 0) }
      let sum = raw.reduce(0, +)
      starts.append(range.lowerBound)
      weights.append(sum > 0 ? raw.map { Float($0 / sum) } : [1])
    }
    self.starts = starts
    self.weights = weights
  }
}

/// Scales rows of numbers and adds them up.
private struct Scaler<Pixel: SIMD<Float> & Sendable> {
  private let columns: ScaleWeights
  private let rows: ScaleWeights
  private let width: Int
  private let height: Int

  init(_ sourceWidth: Int, _ sourceHeight: Int, _ width: Int, _ height: Int) {
    columns = ScaleWeights(from: sourceWidth, to: width)
    rows = ScaleWeights(from: sourceHeight, to: height)
    self.width = width
    self.height = height
  }

  /// Calls `store` with each pixel of the result, row by row; `load` gives those of the source.
  func run(
    load: (_ x: Int, _ y: Int) -> Pixel,
    store: (_ x: Int, _ y: Int, Pixel) -> Void
  ) {
    let most = rows.weights.reduce(0) { max($0, $1.count) }
    var kept = [[Pixel]](repeating: [], count: most)
    var next = 0
    for y in 0..<height {
      let (start, weights) = (rows.starts[y], rows.weights[y])
      // Rows before the first one needed are skipped. No row is needed again after it is replaced,
      // because starts do not decrease and no result reads more than `most` rows.
      next = max(next, start)
      while next < start + weights.count {
        kept[next % most] = scaledRow { load($0, next) }
        next += 1
      }
      for x in 0..<width {
        var sum = Pixel.zero
        for (index, weight) in weights.enumerated() {
          sum += kept[(start + index) % most][x] * weight
        }
        store(x, y, sum)
      }
    }
  }

  private func scaledRow(_ load: (Int) -> Pixel) -> [Pixel] {
    (0..<width).map { x in
      var sum = Pixel.zero
      for (index, weight) in columns.weights[x].enumerated() {
        sum += load(columns.starts[x] + index) * weight
      }
      return sum
    }
  }
}

extension PixelStorage {
  /// The picture with other sides, which are at least 1.
  package func scaled(width: Int, height: Int) -> PixelStorage {
    if width == self.width, height == self.height { return self }
    let scaler = Scaler<SIMD4<Float>>(self.width, self.height, width, height)
    return PixelStorage(width: width, height: height) { target in
      var opaque: UInt8 = 255
      scaler.run { x, y in
        // Bounds: the scaler reads pixels of the source only.
        let pixel = base.load(fromByteOffset: y * rowBytes + x * 4, as: UInt32.self)
        return SIMD4<Float>(unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
      } store: { x, y, sum in
        // A weighted mean of bytes is one, but for rounding.
        let bytes = SIMD4<UInt8>(
          truncatingIfNeeded: SIMD4<Int32>(
            (sum + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255.5))
          )
        )
        // Rounding is monotonic: no colour exceeds its alpha.
        opaque &= bytes.w
        target.storeBytes(of: bytes, toByteOffset: (y * width + x) * 4, as: SIMD4<UInt8>.self)
      }
      return opaque == 255
    }
  }
}

extension CoveragePlane {
  /// The coverage with other sides, which are at least 1.
  func scaled(width: Int, height: Int) -> CoveragePlane {
    if width == self.width, height == self.height { return self }
    let scaler = Scaler<SIMD2<Float>>(self.width, self.height, width, height)
    var result = [UInt8](repeating: 0, count: width * height)
    scaler.run { x, y in
      SIMD2(Float(bytes[y * self.width + x]), 0)
    } store: { x, y, sum in
      result[y * width + x] = UInt8(min(max(sum.x + 0.5, 0), 255.5))
    }
    return CoveragePlane(width: width, height: height, bytes: result)
  }
}
