// The formats of films, and the arguments of FFmpeg for each.
// Licensed under the MIT license; see LICENSE.
//
// Films are encoded by FFmpeg's program, not by its libraries. The program's interface has been
// stable for many years, while the libraries' changes with each release. A film that crashes the
// encoder does not crash quartz. The GPL of x264 stays on the other side of a pipe. The pipe is
// cheap where it matters: frames of H.264 and VP9 go through it as 12 or 20 bits a pixel.

/// A format that FFmpeg encodes.
package enum FilmFormat: String, CaseIterable, Sendable {
  case mp4, mov, m4v, mkv, webm, gif

  /// Creates the format of a file name; nil for pictures.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: point)...].lowercased())
  }

  /// Whether the pictures are H.264, unless they are see-through.
  package var isH264: Bool {
    switch self {
    case .mp4, .mov, .m4v, .mkv: true
    case .webm, .gif: false
    }
  }

  /// Whether the file is made of the boxes of QuickTime.
  package var isQuickTime: Bool { isH264 && self != .mkv }

  /// Whether groups of frames are encoded by themselves; the colours of a GIF are those of all.
  package var isShared: Bool { passCount == 1 }

  /// Whether a file of the format can store a loop count.
  package var hasLoops: Bool { self == .gif }

  /// Returns the pixel format of the pipe.
  ///
  /// - Parameter isOpaque: Whether there is an opaque background; others of QuickTime are ProRes
  ///   4444, as H.264 has no alpha.
  package func pixels(isOpaque: Bool) -> FilmPixels {
    switch self {
    case .mp4, .m4v, .mkv: .yuv420
    case .mov: isOpaque ? .yuv420 : .rgba
    case .webm: isOpaque ? .yuv420 : .yuva420
    case .gif: .rgba
    }
  }

  /// Returns the size that frames are encoded in.
  ///
  /// H.264 and HEVC with half the resolution of colour has no odd sizes, so the last column or row
  /// is doubled.
  package func encodedSize(
    _ width: Int,
    _ height: Int,
    _ pixels: FilmPixels
  ) -> (width: Int, height: Int) {
    let isEven = isH264 && [.yuv420, .yuv420Wide].contains(pixels)
    return isEven ? ((width + 1) & ~1, (height + 1) & ~1) : (width, height)
  }

  /// Pictures a second.
  ///
  /// GIFs count in hundredths, and programs treat one hundredth as a mistake.
  package static let fastestGIF = 50.0

  /// The number of passes over the frames; the first pass of a GIF finds its colours.
  package var passCount: Int { self == .gif ? 2 : 1 }
}

extension FilmFormat {
  /// The arguments of FFmpeg for the file around the frames.
  var container: [String] {
    (isQuickTime ? ["-movflags", "+faststart"] : []) + ["-f", muxer]
  }

  /// FFmpeg's name of the file format.
  private var muxer: String {
    switch self {
    case .m4v: "ipod"
    case .mkv: "matroska"
    case .mp4, .mov, .webm, .gif: rawValue
    }
  }

  /// Returns the arguments of FFmpeg that join films, whose list it reads from its input.
  package func joining(output: String) -> [String] {
    FilmEncoder.quiet + [
      "-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe,subfile", "-i", "pipe:0",
      "-map", "0:v", "-c", "copy",
    ] + container + EncoderRequest.exact + [output]
  }
}
