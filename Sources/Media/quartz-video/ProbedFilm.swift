// The lists that ffprobe writes, and their meaning.
// Licensed under the MIT license; see LICENSE.

import QuartzVideo

/// A film as ffprobe lists it; names are ffprobe's.
struct ProbedFilm: Decodable {
  struct Format: Decodable {
    var format_name: String?
    var start_time: String?
    var duration: String?

    /// The first time of all tracks in seconds; nil if unknown.
    var start: Double? { start_time.flatMap(Double.init) }
  }

  var streams: [ProbedTrack]?
  var format: Format?
}

/// Pictures as ffprobe lists them; names are ffprobe's.
struct ProbedPictures: Decodable {
  struct Picture: Decodable {
    var color_transfer: String?
    var side_data_list: [ProbedTrack.SideData]?
  }

  var frames: [Picture]?
}

/// The parameters of tracks as ffprobe lists them; names are ffprobe's.
struct ProbedParameters: Decodable {
  struct Track: Decodable {
    /// Lines of hexadecimal numbers, as `hexdump` writes them.
    var extradata: String?

    /// The bytes of the parameters, out of lines such as `00000010: 0161 0000  .a..`.
    var bytes: [UInt8] {
      let lines = (extradata ?? "").split(separator: "\n")
      return lines.flatMap { line -> [UInt8] in
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return [] }
        let numbers = parts[1].prefix(41).split(separator: " ").joined()
        let digits = Array(numbers.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
          UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
      }
    }
  }

  var streams: [Track]?
}

/// A track as ffprobe lists it; names are ffprobe's.
struct ProbedTrack: Decodable {
  struct Disposition: Decodable {
    var attached_pic: Int?
    // `default` is a word of the language.
    var `default`: Int?
  }

  struct Tags: Decodable {
    var alpha_mode: String?
    var language: String?
  }

  struct SideData: Decodable {
    var displaymatrix: String?
    /// Places of colours in CIE 1931, as fractions.
    var red_x, red_y, green_x, green_y: String?
    var blue_x, blue_y, white_point_x, white_point_y: String?
    /// Nits, as fractions.
    var min_luminance, max_luminance: String?
    /// Nits; 0 if unknown.
    var max_content, max_average: Int?

    /// The display that the film was made on; nil for other data.
    var mastering: FilmLight.Mastering? {
      let places = [
        red_x, red_y, green_x, green_y, blue_x, blue_y, white_point_x, white_point_y,
      ].compactMap { $0.flatMap { Ratio($0) }?.value }
      let (least, most) = (
        min_luminance.flatMap { Ratio($0) }?.value, max_luminance.flatMap { Ratio($0) }?.value
      )
      guard places.count == 8, let least, let most else { return nil }
      return FilmLight.Mastering(places: places, least: least, most: most)
    }
  }

  var index: Int
  var codec_name: String?
  var codec_type: String?
  var codec_tag_string: String?
  var width: Int?
  var height: Int?
  var pix_fmt: String?
  var color_range: String?
  var color_space: String?
  var color_primaries: String?
  var color_transfer: String?
  var chroma_location: String?
  var sample_aspect_ratio: String?
  var avg_frame_rate: String?
  var channels: Int?
  var sample_rate: String?
  var time_base: String?
  var start_pts: Int64?
  var duration_ts: Int64?
  var has_b_frames: Int?
  var disposition: Disposition?
  var tags: Tags?
  var side_data_list: [SideData]?
  /// How the first picture says that light is encoded; nil where nobody asked.
  var pictureTransfer: String?

  /// Whether pictures may have another transfer function than their track.
  ///
  /// Broadcasts in HLG name that of BT.2020 (code 14) for receivers of standard range, and say in a
  /// message of each picture which one they prefer (SEI 147 of H.265, D.3.38).
  var mayPreferHLG: Bool { codec_name == "hevc" && color_transfer == "bt2020-10" }

  /// How light is encoded.
  private var transfer: VideoFormat.Transfer {
    switch color_transfer {
    case "smpte2084": .pq
    case "arib-std-b67": .hlg
    default: mayPreferHLG && pictureTransfer == "arib-std-b67" ? .hlg : .standard
    }
  }

  /// Seconds of one unit; of times that nobody can use, a second.
  private var base: Ratio {
    let found = time_base.flatMap { Ratio($0) } ?? Ratio(1, 1)
    let range: ClosedRange<Int64> = 1...Int64(Int32.max)
    return range.contains(found.numerator) && range.contains(found.denominator)
      ? found : Ratio(1, 1)
  }

  /// The file's time of the film's zero.
  ///
  /// Files of the QuickTime family say themselves when something shows. Of other kinds of files the
  /// first time of all tracks is the film's zero, as players have it.
  func zero(container: String, _ start: Double?) -> Int64 {
    guard !container.contains("mov"), let start, start > 0, start < 1e9 else { return 0 }
    return Int64((start / base.value).rounded())
  }

  func track(container: String, _ start: Double?) -> FilmTrack {
    let kind: FilmTrack.Kind =
      switch codec_type {
      case "video": .video
      case "audio": .audio
      case "subtitle": .text
      default: .other
      }
    var track = FilmTrack(index: index, kind: kind, codec: codec_name ?? "", timeBase: base)
    track.tag = codec_tag_string.flatMap { $0.hasPrefix("[") ? nil : $0 } ?? ""
    track.start = start_pts.map { Double($0 - zero(container: container, start)) * base.value }
    track.duration = duration_ts.map { Double($0) * base.value }
    track.language = tags?.language.flatMap { $0 == "und" ? nil : String($0.prefix(16)) }
    (track.width, track.height) = (width ?? 0, height ?? 0)
    track.isCover = disposition?.attached_pic == 1
    track.isDefault = disposition?.default == 1
    track.rate = avg_frame_rate.flatMap { Ratio($0) }.flatMap { $0.numerator > 0 ? $0 : nil }
    (track.channels, track.sampleRate) = (channels, sample_rate.flatMap { Int($0) })
    return track
  }

  /// The words of the file about the light.
  var light: FilmLight {
    func named(_ word: String?) -> String? {
      word.flatMap { ["unknown", "reserved", ""].contains($0) ? nil : String($0.prefix(32)) }
    }
    var light = FilmLight()
    (light.primaries, light.transfer) = (named(color_primaries), named(color_transfer))
    light.matrix = named(color_space)
    let found = side_data_list ?? []
    light.mastering = found.lazy.compactMap(\.mastering).first
    light.brightest = found.compactMap(\.max_content).first { $0 > 0 }
    light.average = found.compactMap(\.max_average).first { $0 > 0 }
    return light
  }

  private var hasAlphaBeside: Bool { tags?.alpha_mode == "1" }

  /// The decoder that keeps alpha, where FFmpeg's first choice drops it.
  var decoder: String? {
    guard hasAlphaBeside else { return nil }
    switch codec_name {
    case "vp8": return "libvpx"
    case "vp9": return "libvpx-vp9"
    default: return nil
    }
  }

  /// The form of the pictures.
  func format() throws -> VideoFormat {
    guard let width, let height, width > 0, height > 0 else {
      throw VideoFailure(.notAFilm, "its pictures have no size")
    }
    let side = 1...VideoLimits.side
    guard side.contains(width), side.contains(height) else {
      throw VideoFailure(
        .tooLarge,
        "pictures of \(width) x \(height) pixels, at most \(VideoLimits.side) a side"
      )
    }
    let name = decoder == nil ? pix_fmt ?? "yuv420p" : "yuva420p"
    // The samples of R, G, B that are brighter than white keep their bits.
    let planes = transfer != .standard ? SampleForm.findPlanes(name) : nil
    var format = (planes ?? SampleForm.find(name)).format(width: width, height: height)
    format.isFullRange =
      planes == nil ? format.isFullRange || color_range == "pc" : color_range != "tv"
    switch color_space {
    case _ where planes != nil: format.matrix = .rgb
    case "bt709": format.matrix = .rec709
    case "bt2020nc", "bt2020c": format.matrix = .rec2020
    case "smpte170m", "bt470bg", "fcc": format.matrix = .rec601
    // Without a word, pictures of high definition are as BT.709 says, but for JPEG.
    default: format.matrix = codec_name != "mjpeg" && height >= 720 ? .rec709 : .rec601
    }
    setLight(&format)
    let isJPEG = codec_name == "mjpeg"
    switch chroma_location {
    case "center": (format.betweenX, format.betweenY) = (true, true)
    case "topleft": (format.betweenX, format.betweenY) = (false, false)
    case "left": (format.betweenX, format.betweenY) = (false, true)
    default: (format.betweenX, format.betweenY) = (isJPEG, true)
    }
    if let aspect = sample_aspect_ratio.flatMap({ Ratio($0) }), aspect.numerator > 0,
      (0.01...100).contains(aspect.value)
    {
      format.aspect = aspect
    }
    if let matrix = side_data_list?.compactMap(\.displaymatrix).first {
      format.transform = ProbedTrack.transform(matrix) ?? format.transform
    }
    guard format.isSane else {
      throw VideoFailure(.tooLarge, "pictures of \(format.byteCount) bytes, at most 1 GiB")
    }
    return format
  }

  /// Fills in the primaries and how light is encoded.
  ///
  /// Primaries count only with PQ and HLG: pictures of standard range are shown as sRGB.
  private func setLight(_ format: inout VideoFormat) {
    format.transfer = transfer
    guard format.isHDR else { return }
    switch color_primaries {
    case "bt709": format.primaries = .rec709
    case "smpte432": format.primaries = .displayP3
    default: format.primaries = .rec2020
    }
    let found = side_data_list ?? []
    let content = found.compactMap(\.max_content).first { $0 > 0 }.map(Double.init)
    let mastering = found.compactMap(\.max_luminance).compactMap { Ratio($0) }.first?.value
    let nits = format.transfer == .hlg ? nil : content ?? mastering
    format.mostNits = min(max(nits ?? 1000, 203), 10_000)
  }

  /// The six numbers of a transform in ffprobe's text: three rows of an address and three integers,
  /// of which the first two columns have 16 bits behind the point.
  static func transform(_ text: String) -> [Double]? {
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: " ").dropFirst().compactMap { Double($0) }
    }.filter { !$0.isEmpty }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    let numbers = rows.flatMap { [$0[0] / 65536, $0[1] / 65536] }
    return numbers.allSatisfy { abs($0) <= 32768 } ? numbers : nil
  }
}

/// The samples of one of FFmpeg's forms of pictures.
struct SampleForm {
  /// The form that is asked for.
  var name: String
  var layout: VideoFormat.Layout
  var depth = 8
  var halvesX = false
  var halvesY = false
  var hasAlpha = false
  var isFullRange = false

  /// The form that pictures of a form are sent in: the same, if its planes can be sent.
  static func find(_ source: String) -> SampleForm {
    // The same samples in another order.
    let same = [
      "nv12": "yuv420p", "nv21": "yuv420p", "p010le": "yuv420p10le", "nv16": "yuv422p",
      "yuyv422": "yuv422p", "uyvy422": "yuv422p", "nv24": "yuv444p", "yuv411p": "yuv444p",
      "yuv410p": "yuv444p", "yuv440p": "yuv444p", "yuvj440p": "yuvj444p", "yuvj411p": "yuvj444p",
    ]
    let name = same[source] ?? source
    let isFull = name.hasPrefix("yuvj")
    let hasAlpha = name.hasPrefix("yuva")
    if name.hasPrefix("yuv"), let form = planar(name.dropFirst(isFull || hasAlpha ? 4 : 3)) {
      return SampleForm(
        name: name,
        layout: .planar,
        depth: form.depth,
        halvesX: form.halvesX,
        halvesY: form.halvesY,
        hasAlpha: hasAlpha,
        isFullRange: isFull
      )
    }
    switch name {
    case "gray": return SampleForm(name: name, layout: .gray, isFullRange: true)
    case "gray10le", "gray12le":
      let depth = name == "gray10le" ? 10 : 12
      return SampleForm(name: name, layout: .gray, depth: depth, isFullRange: true)
    default:
      let opaque = ["rgb24", "bgr24", "gbrp", "bgr0", "rgb0", "0rgb", "gbrp10le", "rgb48le"]
      return SampleForm(name: "rgba", layout: .rgba, hasAlpha: !opaque.contains(name))
    }
  }

  /// The planes of G, B, R, and perhaps alpha, that keep all bits of a form of R, G, B; nil for
  /// other forms, and for floating-point numbers.
  static func findPlanes(_ source: String) -> SampleForm? {
    let name = source.hasSuffix("be") ? source.dropLast(2) + "le" : source
    let isOpaque = ["gbrp", "rgb24", "bgr24", "bgr0", "rgb0", "0rgb", "0bgr"].contains(name)
    if isOpaque || ["gbrap", "rgba", "bgra", "argb", "abgr"].contains(name) {
      return planes(hasAlpha: !isOpaque, depth: 8)
    }
    for depth in [9, 10, 12, 14, 16] {
      if name == "gbrp\(depth)le" { return planes(hasAlpha: false, depth: depth) }
      if name == "gbrap\(depth)le" { return planes(hasAlpha: true, depth: depth) }
    }
    switch name {
    case "x2rgb10le", "x2bgr10le": return planes(hasAlpha: false, depth: 10)
    case "rgb48le", "bgr48le": return planes(hasAlpha: false, depth: 16)
    case "rgba64le", "bgra64le": return planes(hasAlpha: true, depth: 16)
    default: return nil
    }
  }

  private static func planes(hasAlpha: Bool, depth: Int) -> SampleForm {
    let name = (hasAlpha ? "gbrap" : "gbrp") + (depth > 8 ? "\(depth)le" : "")
    return SampleForm(
      name: name,
      layout: .planar,
      depth: depth,
      hasAlpha: hasAlpha,
      isFullRange: true
    )
  }

  /// The samples of `420p10le`; nil if there is no such form.
  private static func planar(
    _ name: Substring
  ) -> (depth: Int, halvesX: Bool, halvesY: Bool)? {
    let halves = ["420p": (true, true), "422p": (true, false), "444p": (false, false)]
    guard let (x, y) = halves[String(name.prefix(4))] else { return nil }
    let depths = ["": 8, "9le": 9, "10le": 10, "12le": 12, "14le": 14, "16le": 16]
    guard let depth = depths[String(name.dropFirst(4))] else { return nil }
    return (depth, x, y)
  }

  func format(width: Int, height: Int) -> VideoFormat {
    var format = VideoFormat(width: width, height: height, layout: layout, pixelFormat: name)
    (format.depth, format.halvesX, format.halvesY) = (depth, halvesX, halvesY)
    (format.hasAlpha, format.isFullRange) = (hasAlpha, isFullRange)
    return format
  }
}
