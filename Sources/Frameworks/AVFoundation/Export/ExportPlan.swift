// The plan of an export: pictures, sound and format of a film.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreMedia
import Foundation
import QuartzEncoding
import QuartzVideo

/// The kind of a film's file.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  /// A uniform type identifier.
  public let rawValue: String

  /// A kind of an identifier.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// MPEG-4.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  /// QuickTime.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// MPEG-4, as Apple names it.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")

  /// MPEG-4 of sound alone.
  public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")

  /// FFmpeg's name for films of sound as well, which programs of their own write.
  var writerMuxer: String? { self == .m4a ? "ipod" : muxer }

  /// FFmpeg's name; nil for kinds that films are not written as.
  var muxer: String? {
    switch self {
    case .mp4, .m4v: "mp4"
    case .mov: "mov"
    default: nil
    }
  }
}

/// A size and a quality.
struct ExportPreset {
  /// The longest sides in pixels; nil for those of the film.
  var bound: CGSize?
  /// The constant rate factor of x264.
  var factor: Int
  var isCopied = false
  /// Whether pictures become HEVC instead of H.264.
  var isHEVC = false

  init?(_ name: String) {
    let sizes: [String: (Double, Double)] = [
      AVAssetExportPreset640x480: (640, 480), AVAssetExportPreset960x540: (960, 540),
      AVAssetExportPreset1280x720: (1280, 720), AVAssetExportPreset1920x1080: (1920, 1080),
      AVAssetExportPreset3840x2160: (3840, 2160),
      AVAssetExportPresetHEVC1920x1080: (1920, 1080),
      AVAssetExportPresetHEVC3840x2160: (3840, 2160),
    ]
    isHEVC = name.hasPrefix("AVAssetExportPresetHEVC")
    switch name {
    case AVAssetExportPresetHighestQuality, AVAssetExportPresetHEVCHighestQuality: factor = 18
    case AVAssetExportPresetMediumQuality: factor = 23
    case AVAssetExportPresetLowQuality: factor = 28
    case AVAssetExportPresetPassthrough: (factor, isCopied) = (0, true)
    default:
      guard let (width, height) = sizes[name] else { return nil }
      (bound, factor) = (CGSize(width: width, height: height), 20)
    }
  }
}

/// Frames of planes of 8 bits.
struct FrameForm {
  /// Even.
  var width: Int
  /// Even.
  var height: Int
  /// Where frames have their colours.
  var place: ChromaPlace
}

/// Frames of planes of 10 bits, brighter than white.
struct BrightSource {
  var light: EncoderLight
  var width: Int
  var height: Int
  var place: ChromaPlace
}

/// The constants of an export.
struct ExportPlan {
  var asset: AVAsset
  var preset: ExportPreset
  var composition: AVVideoComposition.Values?
  var range: CMTimeRange
  var output: URL
  var type: AVFileType
  var isForNetwork: Bool
  /// How loud the tracks are; nil for as loud as they are.
  var volumes: AVAudioMix.Values?

  /// The part of the film, within its length.
  func part() throws -> CMTimeRange {
    let whole = CMTimeRange(start: .zero, duration: try asset.loadDuration())
    let part = range.isValid ? whole.intersection(range) : whole
    guard part.duration > .zero else { throw AVError(.exportFailed, "a part of no duration") }
    return part
  }

  /// The composition, or that of the film as it is, in the preset's size.
  func values(_ tracks: [AVAssetTrack]) throws -> AVVideoComposition.Values {
    if let composition {
      try composition.check(.exportFailed)
      guard composition.renderScale == 1 else {
        throw AVError(
          .invalidVideoComposition,
          "a scale of \(composition.renderScale): exports have 1, and a renderSize of their own"
        )
      }
      return composition
    }
    var values = AVVideoComposition.values(of: tracks, duration: try asset.loadDuration())
    guard values.renderSize != .zero else {
      throw AVError(.failedToLoadMediaData, "a film without pictures")
    }
    guard let bound = preset.bound else { return values }
    let size = values.renderSize
    // A film in portrait has the bound of one in portrait.
    let (width, height) =
      size.height > size.width ? (bound.height, bound.width) : (bound.width, bound.height)
    let factor = min(width / size.width, height / size.height)
    guard factor < 1 else { return values }
    values.renderSize = CGSize(
      width: (size.width * factor / 2).rounded() * 2,
      height: (size.height * factor / 2).rounded() * 2
    )
    for layer in values.instructions.flatMap(\.layerInstructions) {
      let scale = CGAffineTransform(
        scaleX: values.renderSize.width / size.width,
        y: values.renderSize.height / size.height
      )
      let transform = layer.transform(at: .zero).concatenating(scale)
      (layer as? AVMutableVideoCompositionLayerInstruction)?.setTransform(transform, at: .zero)
    }
    return values
  }

  // MARK: Arguments

  static func seconds(_ time: CMTime) -> String {
    let microseconds = time.convertScale(1_000_000, method: .default).value
    return "\(microseconds)us"
  }

  /// Copies the film's packets.
  func copyArguments(_ part: CMTimeRange, output: String) -> [String] {
    let cut = ["-ss", ExportPlan.seconds(part.start), "-t", ExportPlan.seconds(part.duration)]
    return FilmInput.arguments(asset.source.url.path, options: cut) + [
      "-map", "0:V?", "-map", "0:a?", "-c", "copy",
    ] + container(output)
  }

  /// Encodes frames, and adds the sound of a part of the tracks.
  func encodeArguments(
    _ frames: FrameForm,
    _ rate: CMTime,
    _ tracks: [AVAssetTrack],
    _ part: CMTimeRange,
    output: String
  ) -> [String] {
    let (width, height) = (frames.width, frames.height)
    let pixels = FilmPixels.yuv420.name
    var arguments = [
      "-f", "rawvideo", "-pixel_format", pixels, "-video_size", "\(width)x\(height)",
      "-framerate", "\(rate.timescale)/\(rate.value)", "-i", "pipe:0",
    ]
    let sound = soundArguments(tracks, part)
    arguments += sound.inputs
    let filters = ["[0:v]\(FilmEncoder.colors)[v]"] + sound.filters
    arguments += ["-filter_complex", filters.joined(separator: ";"), "-map", "[v]"] + sound.outputs
    let codec =
      preset.isHEVC
      ? ["-c:v", "libx265", "-x265-params", "log-level=error", "-tag:v", "hvc1"]
      : ["-c:v", "libx264"]
    arguments +=
      codec + [
        "-preset", "veryfast", "-crf", "\(preset.factor)", "-pix_fmt", pixels,
        "-chroma_sample_location", frames.place.name,
      ]
    return arguments + FilmEncoder.threads + container(output)
  }

  /// The film whose planes are the frames, as it is brighter than white and shows as it is; nil for
  /// others.
  func brightFilm() throws -> VideoDecoder? {
    guard preset.isHEVC, preset.bound == nil, composition == nil, !(asset is AVComposition) else {
      return nil
    }
    let film = try asset.source.decoder()
    guard let format = film.description.format, format.isHDR, format.layout == .planar,
      !format.hasAlpha, format.depth == 10, format.halvesX, format.halvesY, format.betweenY,
      !format.isFullRange, format.matrix == .rec2020, format.primaries == .rec2020,
      format.width % 2 == 0, format.height % 2 == 0, format.affine.isIdentity,
      format.aspect.numerator == format.aspect.denominator
    else { return nil }
    return film
  }

  /// The light of the planes of a film brighter than white, and their form.
  func brightSource(_ film: VideoDecoder) -> BrightSource? {
    guard let format = film.description.format else { return nil }
    let known = film.description.light
    var light = EncoderLight(format.transfer == .hlg ? .hlg : .pq)
    light.mastering = known.mastering
    light.levels = known.brightest.map {
      EncoderLight.Levels(brightest: $0, average: known.average ?? 0)
    }
    return BrightSource(
      light: light,
      width: format.width,
      height: format.height,
      place: format.place
    )
  }

  /// Encodes frames brighter than white, and adds the sound of a part of the tracks.
  func brightArguments(
    _ source: BrightSource,
    _ rate: CMTime,
    _ tracks: [AVAssetTrack],
    _ part: CMTimeRange,
    output: String
  ) -> [String] {
    let sound = soundArguments(tracks, part)
    var arguments = [
      "-f", "rawvideo", "-pixel_format", FilmPixels.yuv420Wide.name, "-video_size",
      "\(source.width)x\(source.height)", "-framerate", "\(rate.timescale)/\(rate.value)",
    ]
    arguments += source.light.colors + ["-i", "pipe:0"] + sound.inputs
    if !sound.filters.isEmpty {
      arguments += ["-filter_complex", sound.filters.joined(separator: ";")]
    }
    arguments += ["-map", "0:v"] + sound.outputs + source.light.coding(.veryfast, .mp4)
    // Where the frames have their colours.
    return arguments + ["-chroma_sample_location", source.place.name] + container(output)
  }

  private func container(_ output: String) -> [String] {
    let flags = isForNetwork ? ["-movflags", "+faststart"] : []
    return flags + ["-f", type.muxer ?? "mp4", output]
  }

  /// The sound of all tracks: copied if it is one whole track that is as loud as it is, mixed and
  /// encoded otherwise.
  private func soundArguments(_ tracks: [AVAssetTrack], _ part: CMTimeRange) -> SoundMix {
    var sound = SoundMix()
    let heard = SoundMix.heard(of: tracks, part)
    if heard.count == 1, let piece = heard[0].pieces.first, heard[0].pieces.count == 1,
      volumes?.curves[heard[0].trackID] == nil, let track = piece.track, piece.isPlain,
      piece.range.start == .zero, track.timeRange.end <= piece.range.end
    {
      sound.inputs = FilmInput.arguments(track.source?.url.path ?? "")
      sound.outputs = ["-map", "1:\(track.fileIndex)", "-c:a", "copy"]
      return sound
    }
    sound.mix(heard, firstInput: 1, volumes: volumes, from: part.start)
    if !sound.isSilent { sound.outputs = ["-map", "[a]", "-c:a", "aac", "-b:a", "192k"] }
    return sound
  }
}
