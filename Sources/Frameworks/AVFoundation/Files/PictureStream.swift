// Pictures and sound with their times as a stream: Matroska, as far as FFmpeg needs it for that.
// Licensed under the MIT license; see LICENSE.
//
// A stream of raw pictures has no times. Matroska has: an element is a number, a length and bytes
// (EBML); a segment of unknown length has a cluster for each picture, with its time in nanoseconds.

/// The bytes around pictures of one size, and around sound beside them or alone.
struct RawPictureStream {
  /// Floats of the lowest byte first, those of all channels by turns.
  struct Sound: Equatable {
    /// Samples of a channel in a second.
    var rate: Double
    var channels: Int
  }

  let width: Int
  let height: Int
  /// Four characters that name the samples.
  let code: String
  /// The bytes of a picture.
  let byteCount: Int
  /// The second track; nil if there are pictures alone.
  let sound: Sound?

  /// Pictures of R, G, B, A, rows without gaps.
  init(width: Int, height: Int, sound: Sound? = nil) {
    let byteCount = width * height * 4
    self.init(width: width, height: height, code: "RGBA", byteCount: byteCount, sound: sound)
  }

  /// Sound alone.
  init(sound: Sound) {
    self.init(width: 0, height: 0, code: "", byteCount: 0, sound: sound)
  }

  /// Pictures of other samples.
  init(width: Int, height: Int, code: String, byteCount: Int, sound: Sound? = nil) {
    (self.width, self.height, self.code, self.byteCount) = (width, height, code, byteCount)
    self.sound = sound
  }

  private enum Element: UInt32 {
    case header = 0x1A45_DFA3
    case documentType = 0x4282
    case segment = 0x1853_8067
    case info = 0x1549_A966
    case timeScale = 0x2A_D7B1
    case tracks = 0x1654_AE6B
    case entry = 0xAE
    case number = 0xD7
    case identifier = 0x73C5
    case kind = 0x83
    case codec = 0x86
    case video = 0xE0
    case pixelWidth = 0xB0
    case pixelHeight = 0xBA
    case colorSpace = 0x2E_B524
    case audio = 0xE1
    case samplingFrequency = 0xB5
    case channels = 0x9F
    case bitDepth = 0x6264
    case cluster = 0x1F43_B675
    case time = 0xE7
    case block = 0xA3
  }

  /// The bytes before all pictures.
  var beginning: [UInt8] {
    var entries: [UInt8] = []
    if byteCount > 0 {
      let video =
        Self.element(.pixelWidth, Self.bytes(UInt64(width)))
        + Self.element(.pixelHeight, Self.bytes(UInt64(height)))
        + Self.element(.colorSpace, Array(code.utf8))
      entries = Self.entry(1, kind: 1, "V_UNCOMPRESSED", Self.element(.video, video))
    }
    if let sound {
      let audio =
        Self.element(.samplingFrequency, Self.fixed(sound.rate.bitPattern))
        + Self.element(.channels, Self.bytes(UInt64(sound.channels)))
        + Self.element(.bitDepth, [32])
      entries += Self.entry(2, kind: 2, "A_PCM/FLOAT/IEEE", Self.element(.audio, audio))
    }
    return Self.element(.header, Self.element(.documentType, Array("matroska".utf8)))
      // Of unknown length.
      + Self.name(.segment) + [0x01] + [UInt8](repeating: 0xFF, count: 7)
      + Self.element(.info, Self.element(.timeScale, Self.bytes(1)))
      + Self.element(.tracks, entries)
  }

  /// The description of a track.
  private static func entry(
    _ number: UInt8,
    kind: UInt8,
    _ codec: String,
    _ settings: [UInt8]
  ) -> [UInt8] {
    element(
      .entry,
      element(.number, [number]) + element(.identifier, [number]) + element(.kind, [kind])
        + element(.codec, Array(codec.utf8)) + settings
    )
  }

  /// The bytes before a picture.
  ///
  /// - Parameter nanoseconds: When it shows; not negative.
  func header(at nanoseconds: UInt64) -> [UInt8] {
    Self.header(track: 1, at: nanoseconds, byteCount)
  }

  /// The bytes before a piece of sound.
  ///
  /// - Parameters:
  ///   - nanoseconds: When it is heard; not negative.
  ///   - byteCount: Of its samples.
  func soundHeader(at nanoseconds: UInt64, _ byteCount: Int) -> [UInt8] {
    Self.header(track: 2, at: nanoseconds, byteCount)
  }

  private static func header(
    track: UInt8,
    at nanoseconds: UInt64,
    _ byteCount: Int
  ) -> [UInt8] {
    let time = element(.time, bytes(nanoseconds))
    // The track, no further time, a picture that needs no other one.
    let block: [UInt8] = [0x80 | track, 0, 0, 0x80]
    let content = block.count + byteCount
    let blockName = name(.block) + length(content)
    return name(.cluster) + length(time.count + blockName.count + content) + time + blockName
      + block
  }

  private static func element(_ element: Element, _ content: [UInt8]) -> [UInt8] {
    name(element) + length(content.count) + content
  }

  private static func name(_ element: Element) -> [UInt8] { bytes(UInt64(element.rawValue)) }

  /// A length in eight bytes, the first of which says so.
  private static func length(_ count: Int) -> [UInt8] {
    [0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
  }

  /// A number of eight bytes, the highest first.
  private static func fixed(_ number: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }

  /// A number without leading zeros, the highest byte first.
  private static func bytes(_ number: UInt64) -> [UInt8] {
    let count = max((64 - number.leadingZeroBitCount + 7) / 8, 1)
    return (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }
}
