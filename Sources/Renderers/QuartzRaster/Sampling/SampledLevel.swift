// One level of an image, sampled.
// Licensed under the MIT license; see LICENSE.

import CQuartzKernels
import QuartzMath

/// An image, a filter and a map: sources for the pixels of spans.
struct SampledLevel {
  enum Filter {
    case nearest
    case linear
    case cubic
  }

  private let image: TexelSource
  private let filter: Filter
  private let edges: SamplingEdges
  private let map: Affine
  /// Texel = pixel + offset, if the map is that simple.
  private let offset: (x: Int, y: Int)?
  private let isEmpty: Bool

  init(_ image: TexelSource, _ filter: Filter, _ edges: SamplingEdges, _ map: Affine) {
    self.image = image
    self.filter = filter
    self.edges = edges
    self.map = map
    isEmpty = !map.isFinite || image.width < 1 || image.height < 1
    let isMove = map.a == 1 && map.b == 0 && map.c == 0 && map.d == 1
    let (x, y) = (map.tx.rounded(), map.ty.rounded())
    offset =
      isMove && x == map.tx && y == map.ty && abs(x) < 1e9 && abs(y) < 1e9
      ? (Int(x), Int(y)) : nil
  }

  /// Premultiplied words for `count` pixels of row y from x on.
  func fill(_ words: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ count: Int) {
    guard count > 0 else { return }
    guard !isEmpty else {
      words.update(repeating: 0, count: count)
      return
    }
    if let offset {
      copy(words, x + offset.x, y + offset.y, count)
      return
    }
    PixelPiece.forEach(x: x, count: count) { fill(words + $0.start, $0, y) }
  }

  /// The texels of row y from x on; outside of the image what the edges say.
  private func copy(_ words: UnsafeMutablePointer<UInt32>, _ x: Int, _ y: Int, _ count: Int) {
    let (width, height) = (Int(image.width), Int(image.height))
    guard edges == .clamped || (0..<height).contains(y) else {
      words.update(repeating: 0, count: count)
      return
    }
    let row = min(max(y, 0), height - 1)
    // Bounds: first...last are the pixels whose texels are in the image.
    let first = min(max(-x, 0), count)
    let last = min(max(width - x, first), count)
    let isClear = edges == .transparent
    let left = isClear ? 0 : image.texel(0, Int32(row))
    let right = isClear ? 0 : image.texel(Int32(width - 1), Int32(row))
    words.update(repeating: left, count: first)
    if last > first {
      let texels = image.base + (row * image.rowBytes + (x + first) * 4)
      UnsafeMutableRawPointer(words + first).copyMemory(
        from: texels,
        byteCount: (last - first) * 4
      )
    }
    (words + last).update(repeating: right, count: count - last)
  }

  private func fill(_ words: UnsafeMutablePointer<UInt32>, _ piece: PixelPiece, _ y: Int) {
    // All that decides how texels are found is the same for the whole piece.
    let first = map.transform(Point(Double(piece.origin) + 0.5, Double(y) + 0.5))
    let steps = Double(PixelPiece.length - 1)
    let last = Point(first.x + map.a * steps, first.y + map.b * steps)
    if edges == .transparent, !(isInside(first) && isInside(last)) {
      for index in 0..<piece.count {
        let step = Double(piece.from + index)
        words[index] = slow(Point(first.x + map.a * step, first.y + map.b * step))
      }
      return
    }
    // Counted from a texel near the middle, places are small numbers.
    let originX = origin((first.x + last.x) / 2, image.width)
    let originY = origin((first.y + last.y) / 2, image.height)
    let base = image.base + (Int(originY) * image.rowBytes + Int(originX) * 4)
    var texels = qk_texels(
      base: base.assumingMemoryBound(to: UInt8.self),
      row_bytes: image.rowBytes,
      min_x: -originX,
      min_y: -originY,
      last_x: image.width - 1 - originX,
      last_y: image.height - 1 - originY
    )
    let start = (
      Float(first.x - map.a / 2 - Double(originX)), Float(first.y - map.b / 2 - Double(originY))
    )
    var row = qk_place_row(
      base: (start.0, start.1, 1),
      row1: (Float(map.a), Float(map.b), 0),
      map: (1, 1, 0, 0)
    )
    let (from, count) = (Int32(piece.from), Int32(piece.count))
    switch filter {
    case .nearest: qk_sample_nearest(words, &texels, &row, from, count)
    case .linear: linear(words, &texels, &row, from, count)
    case .cubic: qk_sample_cubic(words, &texels, &row, from, count)
    }
  }

  private func linear(
    _ words: UnsafeMutablePointer<UInt32>,
    _ texels: inout qk_texels,
    _ row: inout qk_place_row,
    _ from: Int32,
    _ count: Int32
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: PixelPiece.length * 4) { buffer in
      guard let sources = buffer.baseAddress else { return }
      // Bounds: four channels for each pixel of a piece.
      qk_sample_linear(sources, &texels, &row, from, count)
      WordRows.round(sources, to: words, count: Int(count))
    }
  }

  /// Whether the filter reaches no texel outside of the image.
  private func isInside(_ place: Point) -> Bool {
    let reach =
      switch filter {
      case .nearest: 0.0
      case .linear: 0.5
      case .cubic: 1.5
      }
    return place.x >= reach && place.y >= reach && place.x < Double(image.width) - reach
      && place.y < Double(image.height) - reach
  }

  /// A texel of the image near a place.
  private func origin(_ place: Double, _ size: Int32) -> Int32 {
    place > 0 ? Int32(min(place, Double(size - 1))) : 0
  }
}

// MARK: - One pixel at a time

extension SampledLevel {
  private func slow(_ place: Point) -> UInt32 {
    // Far away every place is outside.
    let (px, py) = (min(max(place.x, -1e6), 1e6), min(max(place.y, -1e6), 1e6))
    switch filter {
    case .nearest: return texel(Int(px.rounded(.down)), Int(py.rounded(.down)))
    case .linear:
      let (x, y) = ((px - 0.5).rounded(.down), (py - 0.5).rounded(.down))
      let (fx, fy) = (Float(px - 0.5 - x), Float(py - 0.5 - y))
      let upper = pair(Int(x), Int(y), fx)
      let lower = pair(Int(x), Int(y) + 1, fx)
      return PixelWord.word(levels: upper + (lower - upper) * fy)
    case .cubic:
      let (x, y) = ((px - 0.5).rounded(.down), (py - 0.5).rounded(.down))
      return CubicKernel.word(Float(px - 0.5 - x), Float(py - 0.5 - y)) { i, j in
        texel(Int(x) + i, Int(y) + j)
      }
    }
  }

  private func pair(_ x: Int, _ y: Int, _ fraction: Float) -> SIMD4<Float> {
    let (left, right) = (PixelWord.levels(texel(x, y)), PixelWord.levels(texel(x + 1, y)))
    return left + (right - left) * fraction
  }

  /// The texel, or what is instead of it outside.
  @inline(__always)
  private func texel(_ x: Int, _ y: Int) -> UInt32 {
    let (lastX, lastY) = (Int(image.width) - 1, Int(image.height) - 1)
    if edges == .transparent, x < 0 || y < 0 || x > lastX || y > lastY { return 0 }
    return image.texel(Int32(min(max(x, 0), lastX)), Int32(min(max(y, 0), lastY)))
  }
}
