// The arguments of the programs that read films.
// Licensed under the MIT license; see LICENSE.

import QuartzVideo

/// Arguments for FFmpeg's programs.
enum FilmProgram {
  /// The film: the descriptor that each program gets, so that no name is looked up.
  static let film = "file:/dev/fd/3"

  /// The kinds of files that are read: those with everything in one file.
  private static let containers = [
    "mov", "matroska", "avi", "gif", "apng", "yuv4mpegpipe", "ogg", "mpegts", "mpeg", "flv", "asf",
    "ivf", "nut",
  ]

  /// The decoders of pictures; those of sound are not run, but probing opens them.
  private static let decoders = [
    "h264", "hevc", "vp8", "vp9", "libvpx", "libvpx-vp9", "libdav1d", "libaom-av1", "av1",
    "prores", "mpeg4", "mpeg1video", "mpeg2video", "h263", "flv", "mjpeg", "ffv1", "gif", "apng",
    "png", "theora", "rawvideo", "wrapped_avframe", "qtrle", "huffyuv", "ffvhuff", "utvideo",
    "dnxhd", "dvvideo", "cinepak", "wmv1", "wmv2", "wmv3", "vc1", "msmpeg4", "msmpeg4v2",
    "qdraw", "rpza", "svq1", "svq3", "webp", "jpeg2000", "libopenjpeg",
  ]

  /// The bounds of whatever is read.
  static var bounds: [String] {
    [
      "-protocol_whitelist", "file", "-format_whitelist", containers.joined(separator: ","),
      "-codec_whitelist:v", decoders.joined(separator: ","),
      "-max_pixels", "\(VideoLimits.side * VideoLimits.side)",
    ]
  }

  /// Lists the file's tracks.
  static var tracks: [String] {
    let stream = [
      "index", "codec_name", "codec_type", "codec_tag_string", "width", "height", "pix_fmt",
      "color_range", "color_space", "color_primaries", "color_transfer", "chroma_location",
      "sample_aspect_ratio", "avg_frame_rate",
      "time_base", "start_pts", "duration_ts", "has_b_frames", "channels", "sample_rate",
    ].joined(separator: ",")
    return ["ffprobe", "-hide_banner", "-loglevel", "level+error"] + bounds + [
      "-show_entries",
      "format=format_name,start_time,duration:stream=\(stream)"
        + ":stream_disposition=attached_pic,default:stream_tags=alpha_mode,language"
        + ":stream_side_data=side_data_type,displaymatrix"
        + "," + lightEntries,
      "-of", "json", "-i", film,
    ]
  }

  /// Lists what the first picture of a track says of its light.
  static func light(_ track: Int) -> [String] {
    ["ffprobe", "-hide_banner", "-loglevel", "level+error"] + bounds + [
      "-select_streams", "\(track)", "-read_intervals", "%+#1", "-show_frames", "-show_entries",
      "frame=color_transfer:frame_side_data=side_data_type,\(lightEntries)", "-of", "json", "-i",
      film,
    ]
  }

  /// ffprobe's names of what is said of the light.
  private static let lightEntries = [
    "red_x", "red_y", "green_x", "green_y", "blue_x", "blue_y", "white_point_x", "white_point_y",
    "min_luminance", "max_luminance", "max_content", "max_average",
  ].joined(separator: ",")

  /// Lists the parameters that come before all pictures of a track, as hexadecimal numbers.
  static func parameters(_ track: Int) -> [String] {
    ["ffprobe", "-hide_banner", "-loglevel", "level+error"] + bounds + [
      "-select_streams", "\(track)", "-show_data", "-show_entries", "stream=extradata", "-of",
      "json", "-i", film,
    ]
  }

  /// Lists the packets of a track, without decoding.
  static func packets(_ track: Int) -> [String] {
    ["ffprobe", "-hide_banner", "-loglevel", "level+error"] + bounds + [
      "-select_streams", "\(track)", "-show_entries", "packet=pts,duration,flags", "-of", "csv=p=0",
      "-i", film,
    ]
  }

  /// Lists the pictures of a track, which are decoded for it.
  static func frames(_ track: Int) -> [String] {
    ["ffprobe", "-hide_banner", "-loglevel", "level+error"] + bounds + [
      "-select_streams", "\(track)", "-show_entries",
      "frame=best_effort_timestamp,pkt_duration,key_frame", "-of", "compact=p=0", "-i", film,
    ]
  }

  /// Writes the pictures of a track, each after a message with its time.
  ///
  /// - Parameters:
  ///   - decoder: FFmpeg's name of a decoder that is not its first choice.
  ///   - microseconds: The time to look for a key picture at or before; nil for the beginning.
  static func pictures(
    _ track: Int,
    _ format: VideoFormat,
    decoder: String?,
    from microseconds: Int64?
  ) -> [String] {
    var arguments =
      ["ffmpeg", "-nostdin", "-nostats", "-hide_banner", "-loglevel", "level+info"] + bounds
    // Large pictures take much memory for each thread.
    let threads = format.width * format.height > 1 << 24 ? 1 : 4
    arguments += ["-threads", "\(threads)", "-copyts", "-noautorotate"]
    if let microseconds {
      arguments += [
        "-noaccurate_seek", "-seek_timestamp", "1", "-ss", "\(microseconds)us",
      ]
    }
    if let decoder { arguments += ["-c:v", decoder] }
    let filters = [
      "scale=\(format.width):\(format.height)", "format=\(format.pixelFormat)",
      "showinfo=checksum=0",
    ]
    return arguments + [
      "-i", film, "-map", "0:\(track)", "-fps_mode", "passthrough",
      "-vf", filters.joined(separator: ","), "-f", "rawvideo",
      // Whole pictures go into the pipe from where they are, and not by pieces of a buffer.
      "-avioflags", "direct", "pipe:1",
    ]
  }
}
