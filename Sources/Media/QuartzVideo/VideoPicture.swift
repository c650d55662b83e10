// A decoded picture, and its colours.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo
import QuartzRaster

/// A picture of a film: planes in shared memory.
package struct VideoPicture: Sendable {
  /// Its number in the film's index.
  package let number: Int
  package let format: VideoFormat
  package let memory: VideoMemory

  package init(number: Int, format: VideoFormat, memory: VideoMemory) {
    (self.number, self.format, self.memory) = (number, format, memory)
  }

  /// Whether every alpha is 255.
  package var isOpaque: Bool { !format.hasAlpha }

  /// Writes the picture as rows of R, G, B, A, premultiplied.
  ///
  /// The formula is that of `CQuartzVideo.h`. Pictures brighter than white are made darker.
  ///
  /// - Parameters:
  ///   - rows: At least `height` rows of `rowBytes` bytes.
  ///   - rowBytes: At least 4 x width.
  package func convert(to rows: UnsafeMutableRawPointer, rowBytes: Int) {
    convert(columns: 0..<format.width, rows: 0..<format.height, to: rows, rowBytes: rowBytes)
  }

  /// Writes a part of the picture as rows of R, G, B, A, premultiplied.
  ///
  /// The pixels are those of the whole picture, but for the first and the last column of the part:
  /// chroma beyond it counts as that at its edge.
  ///
  /// - Parameters:
  ///   - columns: In the picture, from an even one on.
  ///   - part: The rows, in the picture.
  ///   - rows: As many rows of `rowBytes` bytes.
  ///   - rowBytes: At least 4 x the count of columns.
  package func convert(
    columns: Range<Int>,
    rows part: Range<Int>,
    to rows: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    let bytes = rows.assumingMemoryBound(to: UInt8.self)
    guard format.layout != .rgba else {
      // Bounds: the memory has a plane of whole rows, and the part lies inside of the picture.
      let plane = format.planes[0]
      let from = memory.base + part.lowerBound * plane.rowBytes + columns.lowerBound * 4
      let pixels = from.assumingMemoryBound(to: UInt8.self)
      let (width, height) = (Int32(columns.count), Int32(part.count))
      quartz_video_premultiply(pixels, plane.rowBytes, width, height, bytes, rowBytes)
      return
    }
    var picture = samples(of: columns)
    let (first, end) = (Int32(part.lowerBound), Int32(part.upperBound))
    guard let light = VideoLight.find(format) else {
      return quartz_video_convert(&picture, first, end, bytes, rowBytes)
    }
    light.withTables { tables in
      picture.light = tables
      quartz_video_convert(&picture, first, end, bytes, rowBytes)
    }
  }

  /// The planes of some columns, from an even one on, without tables; valid as long as the memory.
  private func samples(of columns: Range<Int>) -> quartz_video_picture {
    let planes = format.planes
    let sampleBytes = format.depth > 8 ? 2 : 1
    // Bounds: the memory has all planes of the format, which `isSane` and its size said; the part
    // lies inside of the picture.
    func base(_ plane: Int, at offset: Int) -> UnsafePointer<UInt8> {
      let start = memory.base + planes[plane].offset + offset
      return UnsafePointer(start.assumingMemoryBound(to: UInt8.self))
    }
    let luma = columns.lowerBound * sampleBytes
    let chroma = format.halvesX ? columns.lowerBound / 2 * sampleBytes : luma
    var picture = quartz_video_picture()
    (picture.width, picture.height) = (Int32(columns.count), Int32(format.height))
    picture.depth = Int32(format.depth)
    (picture.halves_x, picture.halves_y) = (format.halvesX, format.halvesY)
    (picture.between_x, picture.between_y) = (format.betweenX, format.betweenY)
    picture.matrix = quartz_video_matrix(rawValue: UInt32(format.matrix.rawValue))
    picture.is_full_range = format.isFullRange
    (picture.planes.0, picture.row_bytes.0) = (base(0, at: luma), planes[0].rowBytes)
    if format.layout == .planar {
      (picture.planes.1, picture.row_bytes.1) = (base(1, at: chroma), planes[1].rowBytes)
      (picture.planes.2, picture.row_bytes.2) = (base(2, at: chroma), planes[2].rowBytes)
    }
    if format.hasAlpha, let last = planes.indices.last {
      (picture.planes.3, picture.row_bytes.3) = (base(last, at: luma), planes[last].rowBytes)
    }
    return picture
  }

  /// Writes the picture as rows of R, G, B, A half floats: extended sRGB, encoded, premultiplied.
  ///
  /// 1 is white, of 203 nits. Light is kept as the film has it: no curve makes it darker. The
  /// formula is that of `CQuartzVideo.h`, rounded once.
  ///
  /// - Parameters:
  ///   - rows: At least `height` rows of `rowBytes` bytes.
  ///   - rowBytes: At least 8 x width.
  /// - Returns: False for a picture that does not keep light (`VideoFormat.keepsLight`): nothing
  ///   is written.
  package func convertToHalves(_ rows: UnsafeMutableRawPointer, rowBytes: Int) -> Bool {
    guard format.keepsLight, let light = VideoLight.find(format) else { return false }
    let width = format.width
    var picture = samples(of: 0..<width)
    light.withTables { tables in
      picture.light = tables
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: width) { row in
        guard let colors = row.baseAddress else { return }
        for y in 0..<format.height {
          // Bounds: four numbers for each pixel of a row.
          colors.withMemoryRebound(to: Float.self, capacity: 4 * width) {
            quartz_video_extend(&picture, Int32(y), $0)
          }
          HalfPixels.writeFinite(colors, to: rows + y * rowBytes, count: width)
        }
      }
    }
    return true
  }

  /// The picture's rows of R, G, B, A, premultiplied, without gaps.
  package var rgba: [UInt8] {
    let rowBytes = format.width * 4
    return [UInt8](unsafeUninitializedCapacity: rowBytes * format.height) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      convert(to: base, rowBytes: rowBytes)
      count = rowBytes * format.height
    }
  }
}
