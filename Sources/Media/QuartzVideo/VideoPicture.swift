// A decoded picture, and its colours.
// Licensed under the MIT license; see LICENSE.

import CQuartzVideo

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
  /// The formula is that of `CQuartzVideo.h`.
  ///
  /// - Parameters:
  ///   - rows: At least `height` rows of `rowBytes` bytes.
  ///   - rowBytes: At least 4 x width.
  package func convert(to rows: UnsafeMutableRawPointer, rowBytes: Int) {
    let bytes = rows.assumingMemoryBound(to: UInt8.self)
    let planes = format.planes
    // Bounds: the memory has all planes of the format, which `isSane` and its size said.
    func base(_ plane: Int) -> UnsafePointer<UInt8> {
      UnsafePointer((memory.base + planes[plane].offset).assumingMemoryBound(to: UInt8.self))
    }
    let (width, height) = (Int32(format.width), Int32(format.height))
    guard format.layout != .rgba else {
      let from = base(0)
      quartz_video_premultiply(from, planes[0].rowBytes, width, height, bytes, rowBytes)
      return
    }
    var picture = quartz_video_picture()
    (picture.width, picture.height, picture.depth) = (width, height, Int32(format.depth))
    (picture.halves_x, picture.halves_y) = (format.halvesX, format.halvesY)
    (picture.between_x, picture.between_y) = (format.betweenX, format.betweenY)
    picture.matrix = quartz_video_matrix(rawValue: UInt32(format.matrix.rawValue))
    picture.is_full_range = format.isFullRange
    (picture.planes.0, picture.row_bytes.0) = (base(0), planes[0].rowBytes)
    if format.layout == .planar {
      (picture.planes.1, picture.row_bytes.1) = (base(1), planes[1].rowBytes)
      (picture.planes.2, picture.row_bytes.2) = (base(2), planes[2].rowBytes)
    }
    if format.hasAlpha, let last = planes.indices.last {
      (picture.planes.3, picture.row_bytes.3) = (base(last), planes[last].rowBytes)
    }
    quartz_video_convert(&picture, 0, height, bytes, rowBytes)
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
