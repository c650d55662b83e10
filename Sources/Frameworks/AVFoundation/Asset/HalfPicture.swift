// Pictures of half floats in another size, and turned.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzRaster

/// Rows of R, G, B, A half floats, premultiplied, without gaps.
struct HalfPicture {
  let width: Int
  let height: Int
  /// The texels as floats.
  private let colors: [SIMD4<Float>]

  /// - Parameter halves: Eight bytes for each pixel.
  init(width: Int, height: Int, halves: [UInt8]) {
    precondition(halves.count == width * height * 8, "a picture of another size")
    (self.width, self.height) = (width, height)
    let count = width * height
    colors = [SIMD4<Float>](unsafeUninitializedCapacity: count) { buffer, written in
      halves.withUnsafeBytes { bytes in
        guard let to = buffer.baseAddress, let from = bytes.baseAddress else { return }
        HalfPixels.readFinite(from, to: to, count: count)
        written = count
      }
    }
  }

  private static func bytes(_ colors: [SIMD4<Float>]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: colors.count * 8) { buffer, written in
      colors.withUnsafeBufferPointer { colors in
        guard let to = buffer.baseAddress, let from = colors.baseAddress else { return }
        HalfPixels.writeFinite(from, to: to, count: colors.count)
        written = colors.count * 8
      }
    }
  }

  /// The picture in another size, by triangles that are as wide as the larger of the two pixels.
  func scaled(to newWidth: Int, _ newHeight: Int) -> [UInt8] {
    let columns = (0..<newWidth).map { Taps($0, of: newWidth, from: width) }
    var wide = [SIMD4<Float>]()
    wide.reserveCapacity(newWidth * height)
    for y in 0..<height {
      for taps in columns { wide.append(taps.sum { colors[y * width + $0] }) }
    }
    var result = [SIMD4<Float>]()
    result.reserveCapacity(newWidth * newHeight)
    for y in 0..<newHeight {
      let taps = Taps(y, of: newHeight, from: height)
      for x in 0..<newWidth { result.append(taps.sum { wide[$0 * newWidth + x] }) }
    }
    return HalfPicture.bytes(result)
  }

  /// The picture through a transform, between four pixels; clear beyond its edges.
  ///
  /// - Parameter transform: From this picture's pixels to those of the result.
  func turned(_ transform: CGAffineTransform, _ newWidth: Int, _ newHeight: Int) -> [UInt8] {
    let inverse = transform.inverted()
    func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
      x >= 0 && x < width && y >= 0 && y < height ? colors[y * width + x] : .zero
    }
    var result = [SIMD4<Float>]()
    result.reserveCapacity(newWidth * newHeight)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(inverse)
        // Far outside nothing shows, whatever the transform.
        let (px, py) = (place.x - 0.5, place.y - 0.5)
        guard px > -1, py > -1, px < Double(width), py < Double(height) else {
          result.append(.zero)
          continue
        }
        let (left, top) = (Int(px.rounded(.down)), Int(py.rounded(.down)))
        let (right, below) = (Float(px - Double(left)), Float(py - Double(top)))
        let upper = color(left, top) * (1 - right) + color(left + 1, top) * right
        let lower = color(left, top + 1) * (1 - right) + color(left + 1, top + 1) * right
        result.append(upper * (1 - below) + lower * below)
      }
    }
    return HalfPicture.bytes(result)
  }

  /// The pixels of a row or column that make one of another size, and their shares of 1.
  private struct Taps {
    var first: Int
    var weights: [Float]

    /// - Parameters:
    ///   - place: Of the pixel among `count`.
    ///   - old: How many pixels there are.
    init(_ place: Int, of count: Int, from old: Int) {
      let ratio = Double(old) / Double(count)
      let reach = max(ratio, 1)
      let middle = (Double(place) + 0.5) * ratio - 0.5
      let range = Int((middle - reach).rounded(.up))...Int((middle + reach).rounded(.down))
      first = min(max(range.lowerBound, 0), old - 1)
      let last = min(max(range.upperBound, first), old - 1)
      weights = [Float](repeating: 0, count: last - first + 1)
      // Pixels beyond an edge are those at the edge.
      for index in range {
        let weight = max(1 - abs(Double(index) - middle) / reach, 0)
        weights[min(max(index, first), last) - first] += Float(weight)
      }
      let sum = weights.reduce(0, +)
      weights = weights.map { $0 / sum }
    }

    func sum(_ color: (Int) -> SIMD4<Float>) -> SIMD4<Float> {
      var sum = SIMD4<Float>.zero
      for (index, weight) in weights.enumerated() { sum += color(first + index) * weight }
      return sum
    }
  }
}
