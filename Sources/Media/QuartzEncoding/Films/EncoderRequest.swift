// The arguments of FFmpeg for the frames of a film.
// Licensed under the MIT license; see LICENSE.

/// The presets of x264, which trade time for file size.
package enum EncoderPreset: String, CaseIterable, Sendable {
  case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
}

/// The sound that goes with frames, as arguments of FFmpeg.
package struct EncoderSound: Sendable {
  /// Those of the input, which is the second one.
  package var input: [String]
  /// Those of the output.
  package var output: [String]

  package init(input: [String], output: [String]) {
    (self.input, self.output) = (input, output)
  }
}

/// The request from which FFmpeg's arguments are made.
package struct EncoderRequest {
  package var format: FilmFormat
  package var pixels: FilmPixels
  package var width: Int
  package var height: Int
  package var rate: Double
  package var loops: Int
  /// x264's preset; nil for the fastest at constant quality.
  package var preset: EncoderPreset?
  /// The pass, from 0.
  package var pass: Int
  /// The file to write, by a name that the encoder can open.
  package var output: String
  /// The colours that the first pass of a GIF found.
  package var palette: String
  /// The times of the frames, which come as Matroska then; nil for a constant rate.
  package var timing: FrameTiming?
  /// The file of frames with times; nil if they come through the pipe.
  package var input: String?
  /// Nil for silence.
  package var sound: EncoderSound?
  /// Where the frames have their colours.
  package var place: ChromaPlace
  /// The light of a film brighter than white; nil for one of standard range.
  package var light: EncoderLight?

  // Long because: the request has that many parts.
  /// Creates a request; times, sound and what is nil are left out.
  package init(
    format: FilmFormat,
    pixels: FilmPixels,
    width: Int,
    height: Int,
    rate: Double,
    loops: Int,
    preset: EncoderPreset? = nil,
    pass: Int,
    output: String,
    palette: String,
    timing: FrameTiming? = nil,
    input: String? = nil,
    sound: EncoderSound? = nil,
    place: ChromaPlace,
    light: EncoderLight? = nil
  ) {
    self.format = format
    self.pixels = pixels
    self.width = width
    self.height = height
    self.rate = rate
    self.loops = loops
    self.preset = preset
    self.pass = pass
    self.output = output
    self.palette = palette
    self.timing = timing
    self.input = input
    self.sound = sound
    self.place = place
    self.light = light
  }

  package var arguments: [String] {
    FilmEncoder.quiet + frames + (sound?.input ?? []) + coding
      + times + (sound.map { ["-map", "0:v"] + $0.output } ?? [])
      + EncoderRequest.exact + [output]
  }

  /// The arguments that keep frames of R, G, B, A as they are, in a file for `input`.
  package func lossless(to output: String) -> [String] {
    // Files of Matroska have milliseconds.
    FilmEncoder.quiet + frames + ["-c:v", "ffv1", "-pix_fmt", "bgr0"]
      + ["-vsync", "passthrough", "-enc_time_base:v", "1/1000", "-f", "matroska"]
      + EncoderRequest.exact + [output]
  }

  /// The arguments of the frames' input.
  private var frames: [String] {
    guard let timing else {
      return [
        "-f", "rawvideo", "-pixel_format", pixels.name, "-video_size", "\(width)x\(height)",
        "-framerate", "\(rate)",
      ] + (light?.colors ?? []) + ["-i", "pipe:0"]
    }
    let delay = format == .gif ? 0 : TimedFrames.delay(timing)
    return [
      "-itsoffset", "\(Int((delay * 1e6).rounded()))us", "-protocol_whitelist",
      input == nil ? "pipe" : "file", "-f", "matroska", "-i", input ?? "pipe:0",
    ]
  }

  /// The arguments that keep the frames' times.
  private var times: [String] {
    guard let timing else { return [] }
    if format == .gif {
      // A file has no constant rate either, but says one.
      return input == nil
        ? ["-vsync", "vfr"] : ["-vsync", "passthrough", "-enc_time_base:v", "1/100"]
    }
    let scale = timing.unit.denominator
    let container = format.isQuickTime ? ["-video_track_timescale", "\(scale)"] : []
    return ["-vsync", "passthrough", "-enc_time_base:v", "1/\(scale)"] + container
  }

  /// The arguments that make bytes depend on nothing but the frames.
  ///
  /// Neither the names of programs nor random numbers are stored.
  static let exact = ["-fflags", "+bitexact"]

  private var coding: [String] {
    if let light { return light.coding(preset, format) + format.container }
    let colors = ["-vf", FilmEncoder.colors]
    switch format {
    case .mov where pixels == .rgba:
      let planes = "scale=out_color_matrix=bt709:out_range=tv,format=yuva444p10le"
      return ["-vf", planes + "," + FilmEncoder.colors] + FilmEncoder.proRes4444
        + ["-alpha_bits", "16", "-vendor", "apl0"] + FilmEncoder.threads + format.container
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
