// The texels of one draw of an image of half floats, row by row.
// Licensed under the MIT license; see LICENSE.
//
// Places are those of images of bytes; texels are mixed in Float.

import CQuartzKernels
import QuartzMath
import QuartzPlan
import QuartzRaster

/// Samples the rows of one draw of half floats in one area.
struct HalfSampler {
  private let level: HalfLevel
  /// The next smaller version of the image, and how much of it counts, 0...1.
  private let smaller: (level: HalfLevel, share: Float)?

  init(_ draw: Draw, _ record: ImageRecord, _ image: HalfImage, _ area: PixelRect) {
    guard draw.flags.contains(.mipmapped), image.levels.count > 1, record.level > 0 else {
      level = HalfLevel(draw, record, image.texels, image.texels, area)
      smaller = nil
      return
    }
    let last = image.levels.count - 1
    let index = Int(clampedIndex(record.level.rounded(.down), 0, Int32(last)))
    level = HalfLevel(draw, record, image.texels, image.levels[index], area)
    let share = record.level - Float(index)
    smaller =
      index < last && share > 0
      ? (HalfLevel(draw, record, image.texels, image.levels[index + 1], area), min(share, 1)) : nil
  }

  /// Writes the colours of row y, from the area's left edge to its right one.
  func read(_ y: Int32, _ rows: ColorRows) {
    level.read(y, rows.sources.numbers)
    guard let (next, share) = smaller else { return }
    next.read(y, rows.others.numbers)
    qk_half_mix(rows.sources.numbers, rows.others.numbers, share, level.count)
  }
}

/// Samples one level of an image of half floats.
private struct HalfLevel {
  /// The ways from texels to pixels, from cheap to dear.
  private enum Sampling {
    /// Pixels are texels: texel = pixel + (x, y), all inside of those that may be sampled.
    case copy(PixelOffset)
    /// Lines of places in fixed point.
    case lines(TexelLine, TexelLine)
    /// Any place.
    case places
  }

  private let image: TexelSource
  private let range: TexelRange
  private let map: StretchedMap
  private let inverse: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  private let area: PixelRect
  private let sampling: Sampling
  private let isNearest: Bool

  var count: Int32 { area.maxX - area.minX }

  /// - Parameters:
  ///   - image: The image itself, which the record is about.
  ///   - level: The version of it that is sampled.
  init(
    _ draw: Draw,
    _ record: ImageRecord,
    _ image: TexelSource,
    _ level: TexelSource,
    _ area: PixelRect
  ) {
    self.image = level
    self.area = area
    let copies = draw.flags.contains(.copies)
    isNearest = draw.flags.contains(.nearest) || copies
    let isAxis = draw.shape == .axis
    inverse =
      isAxis
      ? ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
      : (record.shape.inverse1, record.shape.inverse2, record.shape.inverse3)
    var range = TexelRange(record.texelRect, width: image.width, height: image.height)
    range.wraps = draw.flags.contains(.repeats) && !copies
    if draw.flags.contains(.mipmapped) {
      range = range.scaled(from: (image.width, image.height), to: (level.width, level.height))
    }
    self.range = range
    map = StretchedMap(draw, record, image, level)
    let texelMap = map.texelMap
    if copies, let offset = PixelOffset(record.texelMap.z, record.texelMap.w),
      offset.leads(area, into: range)
    {
      sampling = .copy(offset)
    } else if isAxis, !isNearest, !range.wraps, map.middle == nil,
      let x = TexelLine(scale: texelMap.x, offset: texelMap.z),
      let y = TexelLine(scale: texelMap.y, offset: texelMap.w)
    {
      sampling = .lines(x, y)
    } else {
      sampling = .places
    }
  }

  func read(_ y: Int32, _ colors: UnsafeMutablePointer<Float>) {
    // Bounds: rows of colours are as wide as a tile, and so is the area at most.
    switch sampling {
    case .copy(let offset):
      let texels = row(y + offset.y) + Int(area.minX + offset.x) * 8
      qk_floats_from_halves(colors, texels, count * 4)
    case .lines(let lineX, let lineY):
      let place = lineY.place(y)
      let texel = TexelLine.texel(place)
      var texels = texels
      qk_half_sample_line(
        colors,
        &texels,
        row(range.clampY(texel)),
        row(range.clampY(texel &+ 1)),
        Float(UInt32(truncatingIfNeeded: place)) * 0x1p-32,
        lineX.place(area.minX),
        lineX.step,
        count
      )
    case .places: samplePlaces(y, colors)
    }
  }

  private func samplePlaces(_ y: Int32, _ colors: UnsafeMutablePointer<Float>) {
    let base = inverse.1 * (Float(y) + 0.5) + inverse.2
    let texelMap = map.texelMap
    var texels = texels
    var places = qk_place_row(
      base: (base.x, base.y, base.z),
      row1: (inverse.0.x, inverse.0.y, inverse.0.z),
      map: (texelMap.x, texelMap.y, texelMap.z, texelMap.w)
    )
    var sampling = qk_sampling(middle: nil, wraps: range.wraps ? 1 : 0, nearest: isNearest ? 1 : 0)
    guard let (sliceEdges, stretch) = map.middle else {
      qk_half_sample_places(colors, &texels, &places, &sampling, area.minX, count)
      return
    }
    var middle = qk_middle(
      first: (sliceEdges.x, sliceEdges.y),
      last: (sliceEdges.z, sliceEdges.w),
      stretch: (stretch.x, stretch.y)
    )
    withUnsafePointer(to: &middle) { middle in
      sampling.middle = middle
      qk_half_sample_places(colors, &texels, &places, &sampling, area.minX, count)
    }
  }

  private func row(_ y: Int32) -> UnsafeRawPointer { image.base + Int(y) * image.rowBytes }

  private var texels: qk_texels {
    qk_texels(
      base: image.base.assumingMemoryBound(to: UInt8.self),
      row_bytes: image.rowBytes,
      min_x: range.minX,
      min_y: range.minY,
      last_x: range.lastX,
      last_y: range.lastY
    )
  }
}

extension StretchedMap {
  /// The map of a draw of an image to the texels of one of its levels.
  init(_ draw: Draw, _ record: ImageRecord, _ image: TexelSource, _ level: TexelSource) {
    let ratio = SIMD2(
      Float(level.width) / Float(image.width),
      Float(level.height) / Float(image.height)
    )
    let texelMap = record.texelMap * SIMD4(lowHalf: ratio, highHalf: ratio)
    guard draw.flags.contains(.stretched) else {
      self.init(texelMap: texelMap)
      return
    }
    let stretch = record.stretch * SIMD4(lowHalf: ratio, highHalf: .zero)
    self.init(texelMap: texelMap, sliceEdges: record.sliceEdges, stretch: stretch)
  }
}
