// The planes of an image: luma, and chroma beside it; or words of ten bits.
// Licensed under the MIT license; see LICENSE.

/// Where the samples of Y, Cb and Cr lie in an image's memory, and their meaning.
///
/// NV12, NV21, I420 and P010 are such layouts, as are the pictures of decoders with 4:2:2, 4:4:4
/// and up to 16 bits. Samples of more than 8 bits take two bytes, the lower one first. Words of ten
/// bits are one plane without chroma.
package struct PlaneLayout: Equatable, Hashable, Sendable {
  /// The order of the samples of chroma.
  ///
  /// Raw values go over the wire.
  package enum Chroma: UInt8, CaseIterable, Sendable {
    /// The orders that have planes of chroma.
    package static let allCases: [Chroma] = [.planar, .interleaved, .swapped]

    /// A plane of Cb and one of Cr.
    case planar = 0
    /// One plane: Cb, Cr, Cb, Cr.
    case interleaved = 1
    /// One plane: Cr, Cb, Cr, Cb.
    case swapped = 2
    /// None: a plane of words of four bytes, the lowest first, with R, G and B of ten bits each
    /// from the lowest on, and alpha in the two highest, premultiplied. Neither matrix nor range
    /// count.
    case words = 3

    /// The planes with that of Y.
    package var planeCount: Int {
      switch self {
      case .planar: 3
      case .interleaved, .swapped: 2
      case .words: 1
      }
    }
  }

  /// How light beyond white is encoded; both have the primaries of BT.2020.
  ///
  /// Raw values go over the wire.
  package enum Transfer: UInt8, CaseIterable, Sendable {
    /// SMPTE ST 2084.
    case pq = 1
    /// ITU-R BT.2100, HLG.
    case hlg = 2
  }

  /// Light beyond white.
  package struct Light: Hashable, Sendable {
    package var transfer: Transfer
    /// The ratio of the brightest linear light to SDR white: 1...65504, or 0 if nobody knows.
    package var headroom: Float

    package init(_ transfer: Transfer, headroom: Float) {
      self.transfer = transfer
      self.headroom = ContentLight(.absolute, headroom: headroom).headroom
    }
  }

  /// The matrix of Y, Cb and Cr.
  ///
  /// Raw values go over the wire, and are those of `CQuartzVideo.h`.
  package enum Matrix: UInt8, CaseIterable, Sendable {
    case rec601 = 0
    case rec709 = 1
    case rec2020 = 2
  }

  /// One of the planes.
  package struct Plane: Equatable, Hashable, Sendable {
    /// Bytes from the beginning of the image's memory.
    package var offset: Int
    /// From one row to the next.
    package var rowBytes: Int

    package init(offset: Int, rowBytes: Int) {
      (self.offset, self.rowBytes) = (offset, rowBytes)
    }
  }

  package var chroma: Chroma
  /// Bits of a sample, 8...16.
  package var depth = 8
  /// Bits below them in two bytes, which mean nothing: 6 of P010.
  package var lowBits = 0
  /// Whether Cb and Cr have half the samples of an axis, rounded up.
  package var halvesX = true
  package var halvesY = true
  /// Whether the samples of a halved axis lie between two pixels, and not on the first of them.
  package var betweenX = false
  package var betweenY = true
  package var matrix = Matrix.rec709
  /// Whether samples use all numbers, and not those of studios (16...235 of 8 bits).
  package var isFullRange = false
  /// Nil for samples that are encoded as sRGB, up to white.
  package var light: Light?
  /// Whether the two highest bits of words are alpha; then there is no light beyond white.
  package var hasAlpha = false
  /// Y, then those of chroma.
  package var planes: [Plane] = []

  /// The layout with half the chroma of both axes, 8 bits, BT.709 in studio range, without planes.
  package init(_ chroma: Chroma) {
    self.chroma = chroma
  }

  /// Words of ten bits, without planes.
  package static var words: PlaneLayout {
    var layout = PlaneLayout(.words)
    layout.depth = 10
    (layout.halvesX, layout.halvesY, layout.isFullRange) = (false, false, true)
    return layout
  }

  /// The bytes of a sample.
  package var sampleBytes: Int { depth > 8 ? 2 : 1 }

  /// Whether renderers convert the samples where they draw them: planes of Y, Cb and Cr, up to
  /// white.
  package var isDrawn: Bool { light == nil && chroma != .words }

  /// The texels that are made of the samples: half floats of light beyond white, or bytes.
  package var form: TexelForm {
    light.map { .halves(ContentLight(.absolute, headroom: $0.headroom)) } ?? .bytes
  }

  /// The bytes that a row of a plane has at least, and the number of its rows.
  package func extent(ofPlane plane: Int, width: Int, height: Int) -> (rowBytes: Int, rows: Int) {
    if chroma == .words { return (width * 4, height) }
    guard plane > 0 else { return (width * sampleBytes, height) }
    let columns = halvesX ? (width + 1) / 2 : width
    let rows = halvesY ? (height + 1) / 2 : height
    return (columns * sampleBytes * (chroma == .planar ? 1 : 2), rows)
  }

  /// The layout with planes that touch each other.
  package func packed(width: Int, height: Int) -> PlaneLayout {
    var result = self
    var offset = 0
    result.planes = (0..<chroma.planeCount).map { plane in
      let (rowBytes, rows) = extent(ofPlane: plane, width: width, height: height)
      defer { offset += rowBytes * rows }
      return Plane(offset: offset, rowBytes: rowBytes)
    }
    return result
  }

  /// The bytes of an image from the beginning of its memory to the end of the last row.
  ///
  /// - Parameters:
  ///   - width: In pixels, of a size that images may have.
  ///   - limit: The bytes that there are.
  /// - Throws: `PixelBufferError` if samples or planes are out of range, or do not fit.
  package func byteCount(
    width: Int,
    height: Int,
    limit: Int
  ) throws(PixelBufferError) -> Int {
    let isRange = depth == 8 ? lowBits == 0 : (9...16).contains(depth) && lowBits >= 0
    let isOfWords = chroma != .words || depth == 10 && lowBits == 0
    guard isRange, isOfWords, depth + lowBits <= 16 else {
      throw .badSamples(depth: depth, lowBits: lowBits)
    }
    guard !hasAlpha || chroma == .words && light == nil else { throw .badAlpha }
    guard planes.count == chroma.planeCount else {
      throw .badPlanes(count: planes.count, needed: chroma.planeCount)
    }
    var end = 0
    for (number, plane) in planes.enumerated() {
      let (needed, rows) = extent(ofPlane: number, width: width, height: height)
      // Bounds: offsets are at most `limit`, rows at most 2^31 bytes, and there are at most 65536.
      guard (0...max(limit, 0)).contains(plane.offset),
        (needed...Int(Int32.max)).contains(plane.rowBytes),
        plane.offset + plane.rowBytes * (rows - 1) + needed <= limit
      else {
        throw .badPlane(
          plane: number,
          offset: plane.offset,
          rowBytes: plane.rowBytes,
          neededRowBytes: needed,
          byteCount: limit
        )
      }
      end = max(end, plane.offset + plane.rowBytes * (rows - 1) + needed)
    }
    return end
  }
}
