// Colours to colours by a table of three dimensions.
// Licensed under the MIT license; see LICENSE.

/// A table of colours for reds, greens and blues at even distances from 0 to 1.
package struct ColorCube: Equatable, Sendable {
  /// The number of colours along each axis: 2...128.
  package let dimension: Int
  /// Straight red, green, blue, alpha; red changes fastest, blue slowest.
  package let colors: [SIMD4<Float>]
  /// Whether components below 0 and above 1 go on as the table begins and ends; else they are kept
  /// in 0...1.
  package var isOpen = false

  /// Creates a cube; nil unless there are `dimension`^3 colours.
  package init?(dimension: Int, colors: [SIMD4<Float>]) {
    guard (2...128).contains(dimension), colors.count == dimension * dimension * dimension
    else { return nil }
    self.dimension = dimension
    self.colors = colors
  }

  /// Creates a cube of premultiplied floats in the order of the machine, as Core Image's inputs
  /// have them; nil unless they are `dimension`^3 colours.
  package init?(dimension: Int, data: [UInt8]) {
    guard (2...128).contains(dimension), data.count >= dimension * dimension * dimension * 16
    else { return nil }
    let count = dimension * dimension * dimension
    let colors = data.withUnsafeBytes { bytes in
      (0..<count).map { index in
        var color = bytes.loadUnaligned(fromByteOffset: index * 16, as: SIMD4<Float>.self)
        let alpha = color.w
        if alpha > 0, alpha != 1 {
          color /= alpha
          color.w = alpha
        }
        return color
      }
    }
    self.init(dimension: dimension, colors: colors)
  }

  /// Creates a cube by calling a function of straight colours.
  package init?(dimension: Int, _ function: (SIMD4<Float>) -> SIMD4<Float>) {
    guard (2...128).contains(dimension) else { return nil }
    let last = Float(dimension - 1)
    var colors: [SIMD4<Float>] = []
    for blue in 0..<dimension {
      for green in 0..<dimension {
        for red in 0..<dimension {
          colors.append(function(SIMD4(Float(red), Float(green), Float(blue), last) / last))
        }
      }
    }
    self.init(dimension: dimension, colors: colors)
  }

  /// Replaces straight colours by those of the table, with straight lines between its entries.
  ///
  /// The table's alpha multiplies that of the colour.
  func apply(_ pixels: UnsafeMutablePointer<SIMD4<Float>>, _ count: Int) {
    let last = dimension - 1
    let (step, layer) = (dimension, dimension * dimension)
    colors.withUnsafeBufferPointer { table in
      for index in 0..<count {
        let color = pixels[index]
        // Bounds: `inside` is in 0...last, and a cell begins at last - 1 at most.
        let inside = color.kept(.zero, .one) * Float(last)
        let (r, g) = (min(Int(inside.x), last - 1), min(Int(inside.y), last - 1))
        let b = min(Int(inside.z), last - 1)
        let position = isOpen ? color * Float(last) : inside
        let (x, y, z) = (position.x - Float(r), position.y - Float(g), position.z - Float(b))
        let origin = r + g * step + b * layer
        func edge(_ at: Int) -> SIMD4<Float> { table[at] + (table[at + 1] - table[at]) * x }
        func face(_ at: Int) -> SIMD4<Float> {
          let low = edge(at)
          return low + (edge(at + step) - low) * y
        }
        let low = face(origin)
        var result = low + (face(origin + layer) - low) * z
        result.w *= color.w
        pixels[index] = result
      }
    }
  }
}
