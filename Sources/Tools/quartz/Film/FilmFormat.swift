// The formats of films, and the arguments of FFmpeg for each.
// Licensed under the MIT license; see LICENSE.
//
// Films are encoded by FFmpeg's program, not by its libraries. The program's interface has been
// stable for many years, while the libraries' changes with each release. A film that crashes the
// encoder does not crash quartz. The GPL of x264 stays on the other side of a pipe. The pipe is
// cheap where it matters: frames of H.264 and VP9 go through it as 12 or 20 bits a pixel.

import ArgumentParser
import QuartzEncoding

/// A format that FFmpeg encodes.
enum FilmFormat: String, CaseIterable, Sendable {
  case mp4, mov, m4v, mkv, webm, gif

  /// Creates the format of a file name; nil for pictures.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: point)...].lowercased())
  }

  /// Whether the pictures are H.264.
  var isH264: Bool {
    switch self {
    case .mp4, .mov, .m4v, .mkv: true
    case .webm, .gif: false
    }
  }

  /// Whether the file is made of the boxes of QuickTime.
  var isQuickTime: Bool { isH264 && self != .mkv }

  /// Whether groups of frames are encoded by themselves; the colours of a GIF are those of all.
  var isShared: Bool { passCount == 1 }

  /// Whether a file of the format can store a loop count.
  var hasLoops: Bool { self == .gif }

  /// Returns the pixel format of the pipe.
  ///
  /// - Parameter isOpaque: Whether there is an opaque background.
  func pixels(isOpaque: Bool) -> FilmPixels {
    switch self {
    case .mp4, .mov, .m4v, .mkv: .yuv420
    case .webm: isOpaque ? .yuv420 : .yuva420
    case .gif: .rgba
    }
  }

  /// Returns the size that frames are encoded in.
  ///
  /// H.264 with half the resolution of colour has no odd sizes, so the last column or row is
  /// doubled.
  func encodedSize(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
    isH264 ? ((width + 1) & ~1, (height + 1) & ~1) : (width, height)
  }

  /// Pictures a second.
  ///
  /// GIFs count in hundredths, and programs treat one hundredth as a mistake.
  static let fastestGIF = 50.0

  /// The number of passes over the frames; the first pass of a GIF finds its colours.
  var passCount: Int { self == .gif ? 2 : 1 }
}

extension FilmFormat {
  /// The arguments of FFmpeg for the file around the frames.
  fileprivate var container: [String] {
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
  func joining(output: String) -> [String] {
    FilmEncoder.quiet + [
      "-f", "concat", "-safe", "0", "-protocol_whitelist", "file,pipe,subfile", "-i", "pipe:0",
      "-map", "0:v", "-c", "copy",
    ] + container + EncoderRequest.exact + [output]
  }
}

/// The presets of x264, which trade time for file size.
enum EncoderPreset: String, CaseIterable, ExpressibleByArgument, Sendable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
}

/// The request from which FFmpeg's arguments are made.
struct EncoderRequest {
  var format: FilmFormat
  var pixels: FilmPixels
  var width: Int
  var height: Int
  var rate: Double
  var loops: Int
  /// x264's preset; nil for the fastest at constant quality.
  var preset: EncoderPreset?
  /// The pass, from 0.
  var pass: Int
  /// The file to write, by a name that the encoder can open.
  var output: String
  /// The colours that the first pass of a GIF found.
  var palette: String
  /// The times of the frames, which come as Matroska then; nil for a constant rate.
  var timing: FrameTiming?
  /// Nil for silence.
  var sound: FilmSound?
  /// Where the frames have their colours.
  var place: ChromaPlace

  var arguments: [String] {
    FilmEncoder.quiet + frames + (sound?.input ?? []) + coding
      + times + (sound.map { ["-map", "0:v"] + $0.output(format, input: 1) } ?? [])
      + EncoderRequest.exact + [output]
  }

  /// The arguments of the frames' input.
  private var frames: [String] {
    guard let timing else {
      return [
        "-f", "rawvideo", "-pixel_format", pixels.name, "-video_size", "\(width)x\(height)",
        "-framerate", "\(rate)", "-i", "pipe:0",
      ]
    }
    let delay = format == .gif ? 0 : TimedFrames.delay(timing)
    return [
      "-itsoffset", "\(Int((delay * 1e6).rounded()))us", "-protocol_whitelist", "pipe", "-f",
      "matroska", "-i", "pipe:0",
    ]
  }

  /// The arguments that keep the frames' times.
  private var times: [String] {
    guard let timing, format != .gif else { return timing == nil ? [] : ["-vsync", "vfr"] }
    let scale = timing.unit.denominator
    let container = format.isQuickTime ? ["-video_track_timescale", "\(scale)"] : []
    return ["-vsync", "passthrough", "-enc_time_base:v", "1/\(scale)"] + container
  }

  /// The arguments that make bytes depend on nothing but the frames.
  ///
  /// Neither the names of programs nor random numbers are stored.
  fileprivate static let exact = ["-fflags", "+bitexact"]

  private var coding: [String] {
    let colors = ["-vf", FilmEncoder.colors]
    switch format {
    case .mp4, .mov, .m4v, .mkv:
      return colors + ["-c:v", "libx264"] + speed + FilmEncoder.threads + [
        "-pix_fmt", "yuv420p", "-chroma_sample_location", place.name,
      ] + format.container
    case .webm:
      return colors + [
        "-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "6", "-row-mt", "1", "-crf", "20",
        "-b:v", "0", "-auto-alt-ref", "0",
      ] + FilmEncoder.threads + ["-pix_fmt", pixels.name] + format.container
    case .gif where pass == 0:
      return [
        "-vf", "palettegen=reserve_transparent=1:stats_mode=diff", "-frames:v", "1", "-c:v", "png",
        "-f", "image2pipe",
      ]
    case .gif:
      return [
        "-f", "png_pipe", "-i", palette, "-lavfi",
        "[0:v][1:v]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle", "-loop",
        "\(loops == 1 ? -1 : max(loops - 1, 0))",
      ] + format.container
    }
  }

  /// The arguments of x264 for quality and speed.
  ///
  /// Unless a preset is requested, quantisers are constant. With `ultrafast`, this takes 0.7 of the
  /// time and less than half of the bytes of a constant rate factor, and half of the time of
  /// `superfast`. Two features that the preset leaves out cost a tenth of its time and save a tenth
  /// of the bytes. Measured with 300 frames of Clock.ca of 1920 x 1080.
  private var speed: [String] {
    guard let preset else {
      return ["-preset", "ultrafast", "-qp", "18", "-x264-params", "cabac=1:deblock=0,0"]
    }
    return ["-preset", preset.rawValue, "-crf", "18"]
  }
}
