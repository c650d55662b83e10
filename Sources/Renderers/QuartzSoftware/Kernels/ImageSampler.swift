// The texels of one draw of an image, row by row.
// Licensed under the MIT license; see LICENSE.
//
// All ways to sample mix the same texels with the same weights; they differ in cost. Images that
// are made much smaller are mixed from two levels of a chain, each sampled like an image.

import CQuartzKernels
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzRaster

/// Samples the rows of one draw in one area.
struct ImageSampler {
  private let level: LevelSampler
  /// The next smaller version of the image, and how much of it counts, in 15 bits.
  private let smaller: (level: LevelSampler, share: Int16)?

  /// Creates a sampler; nil if there is no memory for the texels of planes.
  ///
  /// - Parameters:
  ///   - source: Without smaller versions the image itself is sampled.
  ///   - rows: Belongs to the sampler as long as it is used.
  init?(
    _ draw: Draw,
    _ record: ImageRecord,
    _ source: ImageTexels,
    _ area: PixelRect,
    _ rows: RowBuffers
  ) {
    var image = source.texels
    if let pixels = source.planes {
      let copy = LevelSampler(draw, record, image, image, area, rows.columns)
      if copy.isCopy, let planes = pixels.planeSource {
        level = copy.converting(planes)
        smaller = nil
        return
      }
      // All other ways look at texels more than once.
      guard let texels = pixels.texels else { return nil }
      image = texels
    }
    guard draw.flags.contains(.mipmapped), let chain = source.chain, record.level > 0 else {
      level = LevelSampler(draw, record, image, image, area, rows.columns)
      smaller = nil
      return
    }
    let last = chain.levels.count - 1
    let index = clampedIndex(record.level.rounded(.down), 0, Int32(last))
    level = LevelSampler(draw, record, image, chain.levels[Int(index)], area, rows.columns)
    let part = record.level - Float(index)
    guard Int(index) < last, part > 0 else {
      smaller = nil
      return
    }
    let next = chain.levels[Int(index) + 1]
    let others = rows.columns + rows.width + 8
    smaller = (
      LevelSampler(draw, record, image, next, area, others), Int16(part * 32768)
    )
  }

  /// Writes the pixels of planes, all rows in one go; false if texels are no planes.
  ///
  /// - Parameter target: Holds the area.
  func convertPlanes(to target: PixelTarget) -> Bool { level.convertPlanes(to: target) }

  /// The sources of row y, from the area's left edge to its right one.
  @inline(__always)
  func row(_ y: Int32, _ rows: RowBuffers) -> SourceRow? {
    guard let (next, share) = smaller else { return level.row(y, rows) }
    level.sample(y, rows.sources)
    next.sample(y, rows.others)
    qk_mix_sources(rows.sources, rows.others, share, level.count)
    return .sources(rows.sources)
  }
}

/// How texels come to their pixels, from cheap to dear.
private enum Sampling {
  /// Pixels are texels: texel = pixel + (x, y), all inside of those that may be sampled.
  case copy(x: Int32, y: Int32)
  case nearest
  /// Lines of places in fixed point.
  case lines(TexelLine, TexelLine)
  /// Columns that were found once for all rows; a line of places in three parts for the rows.
  case columns(StretchedLine)
  /// Any place.
  case linear
  /// Any place, stretched or repeated.
  case places
}

/// Samples one level of an image.
private struct LevelSampler {
  private let image: TexelSource
  private let range: TexelRange
  private let map: StretchedMap
  private let inverse: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
  private let area: PixelRect
  private let sampling: Sampling
  private let isNearest: Bool
  /// The planes of which texels are made row by row, if pixels are texels.
  private var planes: PlaneSource?
  private let columns: UnsafeMutablePointer<qk_column>

  var count: Int32 { area.maxX - area.minX }

  /// - Parameters:
  ///   - image: The image itself, which the record is about.
  ///   - level: The version of it that is sampled.
  ///   - columns: Room for those of a row of the area.
  init(
    _ draw: Draw,
    _ record: ImageRecord,
    _ image: TexelSource,
    _ level: TexelSource,
    _ area: PixelRect,
    _ columns: UnsafeMutablePointer<qk_column>
  ) {
    self.image = level
    self.area = area
    self.columns = columns
    isNearest = draw.flags.contains(.nearest) || draw.flags.contains(.copies)
    let isAxis = draw.shape == .axis
    inverse =
      isAxis
      ? ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
      : (record.shape.inverse1, record.shape.inverse2, record.shape.inverse3)
    var range = TexelRange(record.texelRect, width: image.width, height: image.height)
    range.wraps = draw.flags.contains(.repeats) && !draw.flags.contains(.copies)
    let isLevel = draw.flags.contains(.mipmapped)
    if isLevel {
      range = range.scaled(
        from: (image.width, image.height),
        to: (level.width, level.height)
      )
    }
    self.range = range
    map = StretchedMap(draw, record, image, level)
    let isPlain = !isLevel && !draw.flags.contains(.stretched) && !range.wraps
    sampling =
      isPlain
      ? LevelSampler.plain(draw, record, range, area)
      : LevelSampler.lines(map, isPossible: isAxis && !isNearest).map { .columns($0.y) } ?? .places
    if case .columns = sampling, let x = map.lines?.x { findColumns(x) }
  }

  /// Whether each texel is looked at once, in its place.
  var isCopy: Bool {
    if case .copy = sampling { return true }
    return false
  }

  /// The same sampler, whose texels are made of planes.
  func converting(_ planes: PlaneSource) -> LevelSampler {
    var sampler = self
    sampler.planes = planes
    return sampler
  }

  /// Writes the pixels of planes that are texels; false if there are none of that kind.
  func convertPlanes(to target: PixelTarget) -> Bool {
    guard let planes, case .copy(let dx, let dy) = sampling,
      let pixels = target.pixel(area.minX, area.minY)
    else { return false }
    // Bounds: the target has the area, and the planes have the texels of a copy.
    planes.convert(
      columns: Int(area.minX + dx)..<Int(area.maxX + dx),
      rows: Int(area.minY + dy)..<Int(area.maxY + dy),
      to: pixels,
      rowBytes: target.stride * 4
    )
    return true
  }

  private static func lines(
    _ map: StretchedMap,
    isPossible: Bool
  ) -> (x: StretchedLine, y: StretchedLine)? {
    isPossible ? map.lines : nil
  }

  private static func plain(
    _ draw: Draw,
    _ record: ImageRecord,
    _ range: TexelRange,
    _ area: PixelRect
  ) -> Sampling {
    let map = record.texelMap
    if draw.flags.contains(.copies), abs(map.z) <= 131_072, abs(map.w) <= 131_072 {
      let (x, y) = (Int32(map.z.rounded()), Int32(map.w.rounded()))
      if Float(x) == map.z, Float(y) == map.w, area.minX + x >= range.minX,
        area.minY + y >= range.minY, area.maxX + x <= range.lastX + 1,
        area.maxY + y <= range.lastY + 1
      {
        return .copy(x: x, y: y)
      }
    }
    if draw.flags.contains(.nearest) || draw.flags.contains(.copies) { return .nearest }
    if draw.shape == .axis, let x = TexelLine(scale: map.x, offset: map.z),
      let y = TexelLine(scale: map.y, offset: map.w)
    {
      return .lines(x, y)
    }
    return .linear
  }

  private func findColumns(_ line: StretchedLine) {
    // Bounds: there is room for the columns of a tile, and the area is at most as wide.
    for x in area.minX..<area.maxX {
      let place = line.place(x)
      let texel = TexelLine.texel(place)
      columns[Int(x - area.minX)] = qk_column(
        left: range.column(texel),
        right: range.column(texel &+ 1),
        fraction: Int32(TexelLine.fraction(place))
      )
    }
  }

  /// The sources of row y, from the area's left edge to its right one.
  @inline(__always)
  func row(_ y: Int32, _ rows: RowBuffers) -> SourceRow? {
    // Bounds: the row buffers are as wide as a tile, and so is the area at most.
    switch sampling {
    case .copy(let dx, let dy):
      if let planes {
        let columns = Int(area.minX + dx)..<Int(area.maxX + dx)
        planes.convert(
          columns: columns,
          rows: Int(y + dy)..<Int(y + dy) + 1,
          to: rows.pixels,
          rowBytes: columns.count * 4
        )
        return .pixels(rows.pixels)
      }
      let texel = image.base + (Int(y + dy) * image.rowBytes + Int(area.minX + dx) * 4)
      return .pixels(texel.assumingMemoryBound(to: UInt32.self))
    case .nearest:
      var (texels, places) = (texels, places(y))
      qk_sample_nearest(rows.pixels, &texels, &places, area.minX, count)
      return .pixels(rows.pixels)
    case .lines(let lineX, let lineY):
      return mix(lineX, lineY.place(y), rows)
    case .linear:
      var (texels, places) = (texels, places(y))
      qk_sample_linear(rows.sources, &texels, &places, area.minX, count)
      return .sources(rows.sources)
    case .columns, .places:
      sample(y, rows.sources)
      return .sources(rows.sources)
    }
  }

  /// Writes the sources of row y.
  func sample(_ y: Int32, _ sources: UnsafeMutablePointer<UInt16>) {
    guard case .columns(let line) = sampling else {
      samplePlaces(y, sources)
      return
    }
    let place = line.place(y)
    let texel = TexelLine.texel(place)
    qk_sample_columns(
      sources,
      row(range.row(texel)),
      row(range.row(texel &+ 1)),
      columns,
      TexelLine.fraction(place),
      count
    )
  }

  private func samplePlaces(_ y: Int32, _ sources: UnsafeMutablePointer<UInt16>) {
    var (texels, places) = (texels, places(y))
    var sampling = qk_sampling(middle: nil, wraps: range.wraps ? 1 : 0, nearest: isNearest ? 1 : 0)
    guard let (sliceEdges, stretch) = map.middle else {
      qk_sample_places(sources, &texels, &places, &sampling, area.minX, count)
      return
    }
    var middle = qk_middle(
      first: (sliceEdges.x, sliceEdges.y),
      last: (sliceEdges.z, sliceEdges.w),
      stretch: (stretch.x, stretch.y)
    )
    withUnsafePointer(to: &middle) { middle in
      sampling.middle = middle
      qk_sample_places(sources, &texels, &places, &sampling, area.minX, count)
    }
  }

  /// The texels of a row of the level.
  @inline(__always)
  private func row(_ y: Int32) -> UnsafePointer<UInt32> {
    (image.base + Int(y) * image.rowBytes).assumingMemoryBound(to: UInt32.self)
  }

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

  private func places(_ y: Int32) -> qk_place_row {
    let base = inverse.1 * (Float(y) + 0.5) + inverse.2
    let texelMap = map.texelMap
    return qk_place_row(
      base: (base.x, base.y, base.z),
      row1: (inverse.0.x, inverse.0.y, inverse.0.z),
      map: (texelMap.x, texelMap.y, texelMap.z, texelMap.w)
    )
  }
}

// MARK: - Lines

extension LevelSampler {
  /// Mixes two rows of texels, so that only their columns are left to mix.
  @inline(__always)
  private func mix(_ line: TexelLine, _ positionY: Int64, _ rows: RowBuffers) -> SourceRow {
    let upper = row(range.clampY(TexelLine.texel(positionY)))
    let lower = row(range.clampY(TexelLine.texel(positionY) &+ 1))
    let fraction = TexelLine.fraction(positionY)
    let place = line.place(area.minX)
    let ends = (TexelLine.texel(place), TexelLine.texel(line.place(area.maxX - 1)))
    let (first, last) = (min(ends.0, ends.1), max(ends.0, ends.1) + 1)
    guard Int(last) - Int(first) < rows.width * 2 + 8 else {
      // Far fewer pixels than texels: only those texels that are needed.
      var texels = texels
      qk_sample_line(rows.sources, &texels, upper, lower, fraction, place, line.step, count)
      return .sources(rows.sources)
    }
    // Bounds: texels first...last of both rows, those outside of `range` replaced by its ends.
    let inside = (first: range.clampX(first), last: range.clampX(last))
    let before = Int(min(max(inside.first - first, 0), last - first))
    let texelCount = inside.last - inside.first + 1
    let row = rows.texels
    qk_mix_rows(
      row + before * 4,
      upper + Int(inside.first),
      lower + Int(inside.first),
      texelCount,
      fraction
    )
    extend(row, before: before, count: Int(texelCount), total: Int(last - first) + 1)
    return .columns(row, first: first, place: place, step: line.step)
  }

  /// Repeats the first and last of `count` texels at `before` so that `total` are filled.
  @inline(__always)
  private func extend(
    _ row: UnsafeMutablePointer<Int16>,
    before: Int,
    count: Int,
    total: Int
  ) {
    guard count < total else { return }
    row.withMemoryRebound(to: UInt64.self, capacity: total) { texels in
      for index in 0..<before { texels[index] = texels[before] }
      let last = before + count - 1
      for index in (last + 1)..<max(total, last + 1) { texels[index] = texels[last] }
    }
  }
}
