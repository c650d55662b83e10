// Pictures that are drawn brighter than white, and their light.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
import QuartzMath
import QuartzModel
import QuartzVideo

/// A picture of half floats: extended sRGB, encoded, premultiplied, opaque.
struct BrightPicture: Sendable {
  /// In pixels.
  let width: Int
  /// In pixels.
  let height: Int
  /// Rows of eight bytes for each pixel, without gaps.
  let memory: VideoMemory
  let light: CompositionLight

  /// The form of its texels: half floats with the light of the films.
  var form: TexelForm { light.form }

  /// The picture as an image, in its own memory.
  ///
  /// - Throws: `PixelBufferError` for a picture that is larger than images are.
  var pixelBuffer: PixelBuffer {
    get throws(PixelBufferError) {
      try PixelBuffer(
        width: width,
        height: height,
        rowBytes: width * form.texelBytes,
        isOpaque: true,
        base: UnsafeRawPointer(memory.base),
        byteCount: memory.count,
        owner: memory,
        form: form
      )
    }
  }
}

/// The light of the pictures of a video composition that may be brighter than white.
struct CompositionLight: Equatable, Sendable {
  /// The ratio of their brightest light to white.
  var headroom: Double
  /// The headroom in which they are drawn: films keep light beyond what they say of themselves.
  var canvasHeadroom: Double
  /// The colours that images of them have: BT.2020's in PQ or HLG.
  var colors: CodedColors

  var form: TexelForm { .halves(ContentLight(.absolute, headroom: Float(headroom))) }

  /// The light of a composition; nil for one of standard range.
  ///
  /// A composition that names PQ or HLG has the headroom of its exports, 1000 nits. One that names
  /// nothing has the light of its films: the largest headroom, in HLG if all bright ones are.
  ///
  /// - Throws: `AVError` for a film that cannot be opened.
  init?(_ values: AVVideoComposition.Values, _ tracks: [AVAssetTrack]) throws(AVError) {
    if let transfer = try values.colors.transfer(.invalidVideoComposition) {
      self.init(
        headroom: ReferenceWhiteCurve.defaultHeadroom,
        canvasHeadroom: ReferenceWhiteCurve.defaultHeadroom,
        transfer: transfer == .pq ? .pq : .hlg
      )
      return
    }
    guard values.colors.transfer == nil else { return nil }
    var bright: [VideoFormat] = []
    for track in tracks where track.mediaType == .video {
      for piece in track.pieces {
        let format = try piece.track?.source?.decoder().description.format
        if let format, format.keepsLight { bright.append(format) }
      }
    }
    guard let headroom = bright.map(\.headroom).max() else { return nil }
    self.init(
      headroom: headroom,
      canvasHeadroom: CompositionLight.mostHeadroom,
      transfer: bright.allSatisfy { $0.transfer == .hlg } ? .hlg : .pq
    )
  }

  /// The most that a context can have; PQ has 49.
  private static let mostHeadroom = 64.0

  private init(headroom: Double, canvasHeadroom: Double, transfer: VideoFormat.Transfer) {
    (self.headroom, self.canvasHeadroom) = (headroom, canvasHeadroom)
    colors = CodedColors(
      primaries: VideoFormat.Primaries.rec2020.rawValue,
      transfer: transfer.rawValue
    )
  }
}
