// R, G, B, A of images that are planes.
// Licensed under the MIT license; see LICENSE.
//
// A renderer that can takes the planes: it converts what a draw shows, row by row, or in a shader.
// Everything else asks for rows of R, G, B, A, which are then made once for each picture, in memory
// that goes from one picture of a film to the next.

import CQuartzVideo
import Synchronization

/// The planes of an image, ready to be converted; valid as long as the image is retained.
package struct PlaneSource {
  fileprivate let picture: quartz_video_picture

  /// - Parameter pixels: An image whose planes were checked.
  fileprivate init(_ pixels: PixelBuffer, _ layout: PlaneLayout) {
    var picture = quartz_video_picture()
    (picture.width, picture.height) = (Int32(pixels.width), Int32(pixels.height))
    (picture.depth, picture.low_bits) = (Int32(layout.depth), Int32(layout.lowBits))
    picture.is_interleaved = layout.chroma != .planar
    (picture.halves_x, picture.halves_y) = (layout.halvesX, layout.halvesY)
    (picture.between_x, picture.between_y) = (layout.betweenX, layout.betweenY)
    picture.matrix = layout.matrix.native
    picture.is_full_range = layout.isFullRange
    picture.formula = layout.formula
    let planes = layout.planes
    // Bounds: PixelBuffer has checked that all planes lie in its memory.
    func sample(_ plane: Int, _ byte: Int = 0) -> UnsafePointer<UInt8> {
      (pixels.base + planes[plane].offset + byte).assumingMemoryBound(to: UInt8.self)
    }
    (picture.planes.0, picture.row_bytes.0) = (sample(0), planes[0].rowBytes)
    picture.row_bytes.1 = planes.last?.rowBytes ?? 0
    switch layout.chroma {
    case .planar:
      (picture.planes.1, picture.row_bytes.1) = (sample(1), planes[1].rowBytes)
      picture.planes.2 = sample(2)
      picture.row_bytes.2 = planes[2].rowBytes
    case .interleaved, .swapped:
      let (first, second) = (sample(1), sample(1, layout.sampleBytes))
      let isSwapped = layout.chroma == .swapped
      (picture.planes.1, picture.planes.2) = isSwapped ? (second, first) : (first, second)
      picture.row_bytes.2 = planes[1].rowBytes
    case .words: preconditionFailure("words have no planes of chroma")
    }
    self.picture = picture
  }

  /// Writes a part of the image as rows of R, G, B, A.
  ///
  /// - Parameters:
  ///   - columns: Inside of the image, as are the rows.
  ///   - memory: As many rows of `rowBytes` bytes as there are in the part.
  package func convert(
    columns: Range<Int>,
    rows: Range<Int>,
    to memory: UnsafeMutableRawPointer,
    rowBytes: Int
  ) {
    withUnsafePointer(to: picture) { picture in
      quartz_video_convert_part(
        picture,
        Int32(columns.lowerBound),
        Int32(columns.upperBound),
        Int32(rows.lowerBound),
        Int32(rows.upperBound),
        memory.assumingMemoryBound(to: UInt8.self),
        rowBytes
      )
    }
  }
}

/// The integers of the formula of `CQuartzVideo.h`, for shaders.
package struct PlaneFormula: Equatable, Sendable {
  package let luma: (offset: Int32, scale: Int32)
  package let chromaOffset: Int32
  package let redCr: Int32
  package let greenCb: Int32
  package let greenCr: Int32
  package let blueCb: Int32
  package let shift: Int32

  package static func == (one: PlaneFormula, other: PlaneFormula) -> Bool {
    one.luma == other.luma && one.chromaOffset == other.chromaOffset && one.redCr == other.redCr
      && one.greenCb == other.greenCb && one.greenCr == other.greenCr
      && one.blueCb == other.blueCb && one.shift == other.shift
  }
}

extension PlaneLayout {
  /// The formula of matrix, range and depth; samples of more than 12 bits lose the lower ones.
  package var numbers: PlaneFormula {
    let formula = formula
    return PlaneFormula(
      luma: (formula.y_offset, formula.y_scale),
      chromaOffset: formula.c_offset,
      redCr: formula.r_cr,
      greenCb: formula.g_cb,
      greenCr: formula.g_cr,
      blueCb: formula.b_cb,
      shift: formula.shift
    )
  }

  fileprivate var formula: quartz_video_formula {
    quartz_video_make_formula(matrix.native, isFullRange, Int32(min(depth, 12)))
  }
}

extension PlaneLayout.Matrix {
  fileprivate var native: quartz_video_matrix { quartz_video_matrix(rawValue: UInt32(rawValue)) }
}

extension PixelBuffer {
  /// The image's planes, to be converted to bytes; nil for an image of anything else.
  package var planeSource: PlaneSource? { drawnPlanes.map { PlaneSource(self, $0) } }

  /// Writes all rows of R, G, B, A of planes; they touch.
  private func convert(_ layout: PlaneLayout, to memory: UnsafeMutableRawPointer) {
    if layout.chroma == .words {
      let first = base + layout.planes[0].offset
      let words = WordSource(first, layout, width: width, height: height)
      guard let light = layout.light else { return words.writeBytes(to: memory) }
      return words.writeHalves(.of(light.transfer), to: memory)
    }
    let source = PlaneSource(self, layout)
    if let light = layout.light {
      return PlaneTables.of(light.transfer).write(source.picture, to: memory, rowBytes: rowBytes)
    }
    source.convert(columns: 0..<width, rows: 0..<height, to: memory, rowBytes: rowBytes)
  }

  /// Whether rows of R, G, B, A were made of the planes, for tests.
  package var isConverted: Bool { converted.withLock { $0 != nil } }

  /// The rows of R, G, B, A of planes, made by the first call; none without memory.
  var convertedBytes: UnsafeRawBufferPointer {
    let made = converted.withLock { converted in
      if converted == nil, let planes, let block = ConvertedPixels(rowBytes * height) {
        convert(planes, to: block.memory.base)
        converted = block
      }
      return converted
    }
    // The buffer keeps it as long as itself.
    return UnsafeRawBufferPointer(
      start: made.map { UnsafeRawPointer($0.memory.base) },
      count: made?.memory.count ?? 0
    )
  }
}

/// Memory for the rows of one image, which the next one of the same size takes over.
final class ConvertedPixels: Sendable {
  /// The bytes that are kept for the next images, of two at most.
  private static let idleBytes = 64 << 20
  private static let idle = Mutex<[MemoryBlock]>([])

  let memory: MemoryBlock

  /// Memory of `count` bytes of any value; nil if there is none.
  init?(_ count: Int) {
    let idle = ConvertedPixels.idle.withLock { idle in
      idle.firstIndex { $0.count == count }.map { idle.remove(at: $0) }
    }
    guard let memory = idle ?? (try? MemoryBlock(unwritten: count)) else { return nil }
    self.memory = memory
  }

  deinit {
    let memory = memory
    ConvertedPixels.idle.withLock { idle in
      if idle.count == 2 { idle.removeFirst() }
      let bytes = idle.reduce(memory.count) { $0 + $1.count }
      if bytes <= ConvertedPixels.idleBytes { idle.append(memory) }
    }
  }
}
