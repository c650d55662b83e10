// At most 255 colours for a picture.
// Licensed under the MIT license; see LICENSE.
//
// A picture of few colours keeps them all. Others get a table by median cut (Heckbert 1982): the
// box around all colours is halved where it is longest and fullest until there are enough boxes,
// and each box becomes the mean of its colours. Colours are counted with 5 bits a component.

import CoreGraphics

/// Colours, and the index of each pixel's colour.
struct ColorTable {
  /// R, G, B; at most 256, with one for transparent pixels at the end if there are any.
  private(set) var colors: [SIMD3<UInt8>] = []
  /// The index of each pixel's colour, row after row.
  private(set) var indexes: [UInt8]
  /// The index of pixels that are less than half opaque.
  private(set) var transparent: Int?

  /// The most colours beside the transparent one.
  private static let limit = 255
  /// A pixel with less alpha is transparent.
  private static let leastAlpha: UInt8 = 128

  init(_ pixels: PixelStorage) {
    let straight = pixels.straight
    let count = pixels.width * pixels.height
    indexes = [UInt8](repeating: 0, count: count)
    var hasTransparent = false
    // Bounds: four bytes a pixel.
    func color(_ pixel: Int) -> SIMD3<UInt8>? {
      guard straight[pixel * 4 + 3] >= Self.leastAlpha else {
        hasTransparent = true
        return nil
      }
      return SIMD3(straight[pixel * 4], straight[pixel * 4 + 1], straight[pixel * 4 + 2])
    }
    if !keepAll(count, color) {
      let boxes = ColorBoxes(count, color)
      colors = boxes.colors
      for pixel in 0..<count {
        if let color = color(pixel) { indexes[pixel] = boxes.index(of: color) }
      }
    }
    guard hasTransparent else { return }
    transparent = colors.count
    for pixel in 0..<count where color(pixel) == nil { indexes[pixel] = UInt8(colors.count) }
    colors.append(SIMD3(0, 0, 0))
  }

  /// Takes the colours as they are; false if there are too many.
  private mutating func keepAll(_ count: Int, _ color: (Int) -> SIMD3<UInt8>?) -> Bool {
    var known: [SIMD3<UInt8>: UInt8] = [:]
    var last: (color: SIMD3<UInt8>, index: UInt8)?
    for pixel in 0..<count {
      guard let color = color(pixel) else { continue }
      if let last, last.color == color {
        indexes[pixel] = last.index
        continue
      }
      if known[color] == nil {
        guard known.count < Self.limit else {
          colors = []
          return false
        }
        known[color] = UInt8(known.count)
        colors.append(color)
      }
      let index = known[color] ?? 0
      indexes[pixel] = index
      last = (color, index)
    }
    return true
  }

  /// Boxes of colours by median cut.
  private struct ColorBoxes {
    private struct Cell {
      var coordinates: SIMD3<Int>
      var count = 0
      var sum = SIMD3<Int>(repeating: 0)
    }

    private(set) var colors: [SIMD3<UInt8>] = []
    /// The box of each cell.
    private var boxOfCell = [UInt8](repeating: 0, count: 1 << 15)

    private static func cell(of color: SIMD3<UInt8>) -> Int {
      Int(color.x >> 3) << 10 | Int(color.y >> 3) << 5 | Int(color.z >> 3)
    }

    func index(of color: SIMD3<UInt8>) -> UInt8 { boxOfCell[Self.cell(of: color)] }

    init(_ count: Int, _ color: (Int) -> SIMD3<UInt8>?) {
      var cells = (0..<1 << 15).map { Cell(coordinates: SIMD3($0 >> 10, $0 >> 5 & 31, $0 & 31)) }
      for pixel in 0..<count {
        guard let color = color(pixel) else { continue }
        let index = Self.cell(of: color)
        cells[index].count += 1
        cells[index].sum &+= SIMD3<Int>(truncatingIfNeeded: color)
      }
      var boxes = [cells.filter { $0.count > 0 }]
      while boxes.count < ColorTable.limit, let fullest = Self.largest(boxes) {
        let (first, second) = Self.halves(boxes[fullest])
        boxes[fullest] = first
        boxes.append(second)
      }
      for (number, box) in boxes.enumerated() {
        let total = max(box.reduce(0) { $0 + $1.count }, 1)
        let sum = box.reduce(SIMD3<Int>(repeating: 0)) { $0 &+ $1.sum }
        colors.append(SIMD3<UInt8>(truncatingIfNeeded: (sum &+ total / 2) / total))
        for cell in box {
          let coordinates = cell.coordinates
          boxOfCell[coordinates.x << 10 | coordinates.y << 5 | coordinates.z] = UInt8(number)
        }
      }
    }

    /// The longest side of a box: which component, and how long.
    private static func longestSide(_ box: [Cell]) -> (component: Int, length: Int) {
      var (low, high) = (SIMD3<Int>(repeating: 31), SIMD3<Int>(repeating: 0))
      for cell in box {
        low = pointwiseMin(low, cell.coordinates)
        high = pointwiseMax(high, cell.coordinates)
      }
      let sides = high &- low
      let component = (0..<3).max { sides[$0] < sides[$1] } ?? 0
      return (component, sides[component])
    }

    /// The box whose halving helps most pixels; nil if each has one cell.
    private static func largest(_ boxes: [[Cell]]) -> Int? {
      var best: (index: Int, weight: Int)?
      for (index, box) in boxes.enumerated() where box.count > 1 {
        let weight = longestSide(box).length * box.reduce(0) { $0 + $1.count }
        if weight > best?.weight ?? 0 { best = (index, weight) }
      }
      return best?.index
    }

    private static func halves(_ box: [Cell]) -> ([Cell], [Cell]) {
      let component = longestSide(box).component
      let sorted = box.sorted { $0.coordinates[component] < $1.coordinates[component] }
      let half = sorted.reduce(0) { $0 + $1.count } / 2
      var (sum, cut) = (0, 0)
      while cut < sorted.count - 1, cut == 0 || sum + sorted[cut].count <= half {
        sum += sorted[cut].count
        cut += 1
      }
      return (Array(sorted[..<cut]), Array(sorted[cut...]))
    }
  }
}
