// The simple steps: copies, colours, blends.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzRaster

extension FilterPicture {
  /// Draws the picture where a buffer has pixels.
  func draw(into target: FilterBuffer, _ space: FilterSpace) {
    let bounds = PixelRect(width: Int32(clamping: width), height: Int32(clamping: height))
    let common = target.rect.intersection(bounds)
    guard !common.isEmpty else { return }
    let count = Int(common.width)
    for y in Int(common.minY)..<Int(common.maxY) {
      // Bounds: the common pixels are in the picture and in the buffer.
      let row = target.row(y) + Int(common.minX - target.rect.minX)
      let start = ((height - 1 - y) * width + Int(common.minX)) * 4
      switch pixels {
      case .bytes(let bytes):
        bytes.withUnsafeBufferPointer { bytes in
          FilterPicture.read(bytes, start, row, count, space)
        }
      case .floats(let floats, let encoding):
        floats.withUnsafeBufferPointer { floats in
          for index in 0..<count {
            let at = start + index * 4
            let color = SIMD4(floats[at], floats[at + 1], floats[at + 2], floats[at + 3])
            row[index] = encoding == space ? color : color.recoded(to: space)
          }
        }
      }
    }
  }

  /// The light of each of the 256 levels.
  private static let light = (0...255).map { Float(FilterSpace.light(Double($0) / 255)) }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ start: Int,
    _ row: UnsafeMutablePointer<SIMD4<Float>>,
    _ count: Int,
    _ space: FilterSpace
  ) {
    guard let base = bytes.baseAddress else { return }
    FilterBytes.decode(base + start, to: row, count)
    guard space == .linear else { return }
    light.withUnsafeBufferPointer { light in
      for index in 0..<count {
        let at = start + index * 4
        let (r, g, b) = (bytes[at], bytes[at + 1], bytes[at + 2])
        row[index] =
          bytes[at + 3] == 255
          ? SIMD4(light[Int(r)], light[Int(g)], light[Int(b)], 1)
          : row[index].recoded(to: .linear)
      }
    }
  }
}

extension SIMD4<Float> {
  /// A premultiplied colour of the other space in this one.
  func recoded(to space: FilterSpace) -> SIMD4<Float> {
    guard w > 0 else { return SIMD4(0, 0, 0, w) }
    let c = self / w
    let coded =
      space == .linear
      ? SIMD4(FilterSpace.light(c.x), FilterSpace.light(c.y), FilterSpace.light(c.z), 1)
      : SIMD4(FilterSpace.encoded(c.x), FilterSpace.encoded(c.y), FilterSpace.encoded(c.z), 1)
    return coded * w
  }
}

extension FilterBuffer {
  /// Copies what lies in a rectangle; pixels at its edges by the part that lies inside.
  func crop(_ source: FilterBuffer, _ rect: FilterRect) {
    copy(from: source)
    func isWhole(_ edge: Double) -> Bool { !edge.isFinite || edge == edge.rounded() }
    if isWhole(rect.minX), isWhole(rect.minY), isWhole(rect.maxX), isWhole(rect.maxY) { return }
    func share(_ at: Int, _ low: Double, _ high: Double) -> Float {
      Float(Swift.max(0, min(Double(at + 1), high) - Swift.max(Double(at), low)))
    }
    let across = (0..<width).map { share(Int(self.rect.minX) + $0, rect.minX, rect.maxX) }
    for line in 0..<height {
      let down = share(Int(self.rect.minY) + line, rect.minY, rect.maxY)
      let row = pixels + line * width
      for column in 0..<width { row[column] *= across[column] * down }
    }
  }

  /// Repeats the pixels at the edge of an extent.
  func clamp(_ source: FilterBuffer, _ extent: FilterRect) {
    // The source has the pixels of the extent that are shown; no others are asked for.
    let edge = source.rect
    guard !edge.isEmpty else { return }
    let (left, right) = (Int(edge.minX), Int(edge.maxX) - 1)
    let (bottom, top) = (Int(edge.minY), Int(edge.maxY) - 1)
    for line in 0..<height {
      let y = min(max(Int(rect.minY) + line, bottom), top)
      let from = source.row(y)
      let row = pixels + line * width
      for column in 0..<width {
        row[column] = from[min(max(Int(rect.minX) + column, left), right) - left]
      }
    }
  }

  func blend(_ source: FilterBuffer, _ destination: FilterBuffer, _ blend: FilterBlend) {
    copy(from: destination)
    if blend == .mode(.normal) {
      let common = rect.intersection(source.rect)
      guard !common.isEmpty else { return }
      for y in Int(common.minY)..<Int(common.maxY) {
        let from = source.row(y) + Int(common.minX - source.rect.minX)
        let row = row(y) + Int(common.minX - rect.minX)
        for index in 0..<Int(common.width) {
          row[index] = from[index] + row[index] * (1 - from[index].w)
        }
      }
      return
    }
    for line in 0..<height {
      let y = Int(rect.minY) + line
      let row = pixels + line * width
      for column in 0..<width {
        row[column] = blend.blend(source[Int(rect.minX) + column, y], over: row[column])
      }
    }
  }

  func sum(_ first: FilterBuffer, _ a: Float, _ second: FilterBuffer, _ b: Float) {
    fill { x, y in first[x, y] * a + second[x, y] * b }
  }

  func mix(_ inputs: [FilterBuffer], _ mask: FilterMask) {
    let (front, back, cover) = (inputs[0], inputs[1], inputs[2])
    fill { x, y in
      let share = mask.share(cover[x, y])
      let below = back[x, y]
      return below + (front[x, y] - below) * share
    }
  }
}

extension FilterMask {
  /// How much a premultiplied pixel of the mask lets through, 0...1.
  @inline(__always)
  func share(_ color: SIMD4<Float>) -> Float {
    let share: Float
    switch self {
    case .luminance: share = 0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
    case .alpha: share = color.w
    case .red: share = color.x
    case .blue: share = color.z
    }
    return share > 0 ? min(share, 1) : 0
  }
}
