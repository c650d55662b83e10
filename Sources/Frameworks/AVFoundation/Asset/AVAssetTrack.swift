// One track of a film.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzVideo

/// A property of a track.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// A property of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// It is seen.
  public static let visual = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicVisual")
  /// It is heard.
  public static let audible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicAudible")
  /// It is read.
  public static let legible = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicLegible")
  /// It consists of pictures.
  public static let frameBased = AVMediaCharacteristic(rawValue: "AVMediaCharacteristicFrameBased")
  /// Its pictures can be brighter than white: PQ or HLG.
  public static let containsHDRVideo =
    AVMediaCharacteristic(rawValue: "AVMediaCharacteristicContainsHDRVideo")
  /// Its pictures have alpha that is decoded.
  public static let containsAlphaChannel =
    AVMediaCharacteristic(rawValue: "AVMediaCharacteristicContainsAlphaChannel")
}

// Safe because: all of it is constant but the reference to the film, which Swift guards.
/// One track of a film: its pictures, its sound, or text.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  /// The film; nil once it was released.
  open private(set) weak var asset: AVAsset?
  private let track: FilmTrack
  /// The film; nil for a track that is put together.
  let source: FilmSource?
  // Of the film's pictures; nil for another track.
  private let pictures: VideoDecoder?

  init(_ asset: AVAsset, _ decoder: VideoDecoder, _ track: FilmTrack) {
    self.asset = asset
    self.track = track
    source = asset.source
    let chosen = decoder.description.videoTrack.map { decoder.description.tracks[$0].index }
    pictures = chosen == track.index ? decoder : nil
  }

  /// A track that is put together.
  init(_ asset: AVAsset, _ track: FilmTrack) {
    (self.asset, self.track, source, pictures) = (asset, track, nil, nil)
  }

  /// The parts of films that the track plays, one after the other, from zero on.
  var pieces: [TrackPiece] {
    [TrackPiece(track: self, range: CMTimeRange(start: .zero, end: timeRange.end))]
  }

  /// The track's place in its file.
  var fileIndex: Int { track.index }

  /// Samples of a channel in a second; 0 if unknown, and for other tracks than sound.
  var soundRate: Int { track.sampleRate ?? 0 }
  /// 0 if unknown, and for other tracks than sound.
  var soundChannels: Int { track.channels ?? 0 }

  /// The number in the film, from 1.
  open var trackID: CMPersistentTrackID { CMPersistentTrackID(truncatingIfNeeded: track.index + 1) }

  /// The kind.
  open var mediaType: AVMediaType {
    switch track.kind {
    case .video: .video
    case .audio: .audio
    case .text: .subtitle
    case .other: .metadata
    }
  }

  /// Whether players play it by themselves.
  open var isEnabled: Bool { track.isDefault || pictures != nil }

  /// Whether it can be shown: it is the film's track of pictures.
  open var isPlayable: Bool { (pictures?.index.count ?? 0) > 0 }

  /// The size of pictures in points, of square pixels, before they are turned; zero for others.
  open var naturalSize: CGSize {
    guard let format = pictures?.description.format else {
      return CGSize(width: track.width, height: track.height)
    }
    return format.squareSize
  }

  /// How pictures are turned for showing; the identity for others.
  open var preferredTransform: CGAffineTransform {
    pictures?.description.format?.affine ?? .identity
  }

  /// Pictures a second, on average; 0 if unknown.
  open var nominalFrameRate: Float { Float(track.rate?.value ?? 0) }

  /// The time of one picture at `nominalFrameRate`; invalid if unknown.
  open var minFrameDuration: CMTime {
    guard let rate = track.rate, rate.numerator > 0,
      let scale = CMTimeScale(exactly: rate.numerator)
    else { return .invalid }
    return CMTime(value: rate.denominator, timescale: scale)
  }

  /// Units a second of the track's times.
  open var naturalTimeScale: CMTimeScale { CMTimeScale(clamping: track.timeBase.denominator) }

  /// When it begins and how long it is.
  open var timeRange: CMTimeRange {
    if let pictures, let first = pictures.index.times.first {
      return CMTimeRange(start: pictures.time(first), end: pictures.end)
    }
    let scale = naturalTimeScale
    return CMTimeRange(
      start: CMTime(seconds: max(track.start ?? 0, 0), preferredTimescale: scale),
      duration: CMTime(seconds: track.duration ?? 0, preferredTimescale: scale)
    )
  }

  /// As in ISO 639-2; nil if unknown.
  open var languageCode: String? { track.language }

  /// Whether the track has a characteristic.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .visual: mediaType == .video
    case .audible: mediaType == .audio
    case .legible: mediaType == .subtitle
    case .frameBased: mediaType == .video
    case .containsHDRVideo: pictures?.description.format?.isHDR ?? false
    case .containsAlphaChannel: pictures?.description.format?.hasAlpha ?? false
    default: false
    }
  }

  /// The description of its samples: one `CMFormatDescription`, or none for other kinds than
  /// pictures, sound and text.
  open var formatDescriptions: [Any] { descriptions }

  var descriptions: [CMFormatDescription] {
    let type: CMFormatDescription.MediaType
    switch track.kind {
    case .video: type = .video
    case .audio: type = .audio
    case .text: type = .text
    case .other: return []
    }
    // Files of other kinds than QuickTime's have no four characters.
    let known = ["h264": "avc1", "hevc": "hvc1", "vp9": "vp09", "av1": "av01", "aac": "aac "]
    let tag = track.tag.utf8.count == 4 ? track.tag : known[track.codec] ?? ""
    let code = tag.utf8.count == 4 ? tag.utf8.reduce(0) { $0 << 8 | FourCharCode($1) } : 0
    let size = CMVideoDimensions(
      width: Int32(clamping: track.width),
      height: Int32(clamping: track.height)
    )
    return [CMFormatDescription(type, CMFormatDescription.MediaSubType(rawValue: code), size)]
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension VideoFormat {
  /// The size in square pixels.
  var squareSize: CGSize {
    CGSize(width: (Double(width) * aspect.value).rounded(), height: Double(height))
  }

  /// How pictures are turned.
  var affine: CGAffineTransform {
    guard transform.count == 6 else { return .identity }
    let t = transform
    return CGAffineTransform(a: t[0], b: t[1], c: t[2], d: t[3], tx: t[4], ty: t[5])
  }

  /// The size in square pixels after turning.
  var shownSize: CGSize {
    let rect = CGRect(origin: .zero, size: squareSize).applying(affine)
    return CGSize(width: rect.width.rounded(), height: rect.height.rounded())
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The size of pictures, before they are turned.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> {
    AVAsyncProperty { $0.naturalSize }
  }

  /// How pictures are turned for showing.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }

  /// Pictures a second, on average.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty { $0.nominalFrameRate }
  }

  /// The time of one picture.
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty { $0.minFrameDuration }
  }

  /// Units a second of the track's times.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    AVAsyncProperty { $0.naturalTimeScale }
  }

  /// When it begins and how long it is.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> {
    AVAsyncProperty { $0.timeRange }
  }

  /// As in ISO 639-2; nil if unknown.
  public static var languageCode: AVAsyncProperty<Root, String?> {
    AVAsyncProperty { $0.languageCode }
  }

  /// Whether players play it by themselves.
  public static var isEnabled: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty { $0.isEnabled }
  }

  /// Whether it can be shown.
  public static var isPlayable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty { $0.isPlayable }
  }

  /// The description of its samples.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    AVAsyncProperty { $0.descriptions }
  }
}
