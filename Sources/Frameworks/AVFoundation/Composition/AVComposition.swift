// Films that are put together of parts of others.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
import Foundation
import QuartzVideo

/// A track that is put together of parts of others.
// Safe because: it belongs to the thread that puts it together until it is exported.
open class AVCompositionTrack: AVAssetTrack, @unchecked Sendable {
  var list = TrackPieces()
  let kind: AVMediaType
  var turn: CGAffineTransform?

  init(_ composition: AVComposition, _ kind: AVMediaType, _ number: CMPersistentTrackID) {
    self.kind = kind
    let film: FilmTrack.Kind =
      switch kind {
      case .video: .video
      case .audio: .audio
      case .subtitle: .text
      default: .other
      }
    super.init(
      composition,
      FilmTrack(index: Int(number) - 1, kind: film, codec: "", timeBase: Ratio(1, 600))
    )
  }

  private var first: AVAssetTrack? { list.pieces.lazy.compactMap(\.track).first }

  /// The size of the pictures of its first part.
  open override var naturalSize: CGSize { first?.naturalSize ?? .zero }
  /// How pictures are turned for showing; the identity unless it is set.
  open override var preferredTransform: CGAffineTransform { turn ?? .identity }
  /// Pictures a second of its first part.
  open override var nominalFrameRate: Float { first?.nominalFrameRate ?? 0 }
  /// The time of one picture of its first part.
  open override var minFrameDuration: CMTime { first?.minFrameDuration ?? .invalid }
  /// The language of its first part.
  open override var languageCode: String? { first?.languageCode }
  /// Whether it has parts.
  open override var isPlayable: Bool { first != nil }
  /// From zero to the end of its last part.
  open override var timeRange: CMTimeRange { CMTimeRange(start: .zero, duration: list.duration) }

  /// The parts that it is put together of, from zero on.
  open var segments: [AVCompositionTrackSegment] {
    var start = CMTime.zero
    return list.pieces.map { piece in
      defer { start += piece.duration }
      return AVCompositionTrackSegment(piece, at: start)
    }
  }

  /// Whether the track of its first part has a characteristic.
  open override func hasMediaCharacteristic(
    _ mediaCharacteristic: AVMediaCharacteristic
  ) -> Bool {
    first?.hasMediaCharacteristic(mediaCharacteristic)
      ?? super.hasMediaCharacteristic(mediaCharacteristic)
  }

  override var descriptions: [CMFormatDescription] { first?.descriptions ?? [] }
  override var pieces: [TrackPiece] { list.pieces }
}

/// A track that is being put together.
// Safe because: as its superclass.
open class AVMutableCompositionTrack: AVCompositionTrack, @unchecked Sendable {
  /// How pictures are turned for showing; the identity by default.
  open override var preferredTransform: CGAffineTransform {
    get { turn ?? .identity }
    set { turn = newValue }
  }

  /// Puts a part of a track in at a time; later parts move back.
  ///
  /// - Parameters:
  ///   - timeRange: Of `track`; the part beyond its end is left out.
  ///   - track: Of the same kind.
  ///   - startTime: Beyond the end there is a gap before it; an invalid time is the end.
  /// - Throws: `AVError` for a range without duration and a track of another kind.
  open func insertTimeRange(
    _ timeRange: CMTimeRange,
    of track: AVAssetTrack,
    at startTime: CMTime
  ) throws {
    guard track.mediaType == kind else {
      throw AVError(.unknown, "a track of \(track.mediaType.rawValue) into one of \(kind.rawValue)")
    }
    guard timeRange.isValid, timeRange.start.isNumeric, timeRange.start >= .zero,
      !timeRange.isEmpty
    else { throw AVError(.unknown, "a range of no duration, or before the beginning") }
    let start = startTime.isNumeric ? CMTimeMaximum(startTime, .zero) : list.duration
    let parts = TrackPieces(pieces: track.pieces).part(timeRange)
    guard !parts.isEmpty else {
      throw AVError(.unknown, "a range that begins behind the end of the track")
    }
    list.insert(parts, at: start)
  }

  /// Inserts a gap; later parts move back.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric,
      !timeRange.isEmpty
    else { return }
    list.insert([.gap(timeRange.duration)], at: CMTimeMaximum(timeRange.start, .zero))
  }

  /// Gives a range another duration; later parts move.
  ///
  /// The range plays faster or slower then. Its sound keeps its pitch at 0.5 to 2 times the
  /// speed, and is silent otherwise.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    guard timeRange.isValid, timeRange.start.isNumeric, timeRange.start >= .zero,
      timeRange.duration.isNumeric, !timeRange.isEmpty, duration.isNumeric, duration > .zero
    else { return }
    list.scale(timeRange, to: duration)
  }

  /// Removes a range; later parts move forward.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    guard timeRange.isValid, timeRange.start.isNumeric, !timeRange.isEmpty else { return }
    list.remove(timeRange)
  }
}

/// A film that is put together of parts of others.
///
/// Without a video composition, players, image generators and exports show the first track of
/// pictures.
// Safe because: it belongs to the thread that puts it together until it is exported.
open class AVComposition: AVAsset, @unchecked Sendable {
  var list: [AVCompositionTrack] = []

  init() {
    super.init(
      source: FilmSource(obstacle: "a composition is no file")
    )
  }

  /// The end of the longest track.
  open override var duration: CMTime {
    list.reduce(.zero) { CMTimeMaximum($0, $1.timeRange.end) }
  }
  /// All tracks.
  open override var tracks: [AVAssetTrack] { list }
  /// Whether it can be read: it can.
  open override var isReadable: Bool { true }
  /// Whether it has pictures that can be shown.
  open override var isPlayable: Bool { list.contains { $0.kind == .video && $0.isPlayable } }
  /// The size of the pictures of its first track.
  open var naturalSize: CGSize { list.first { $0.kind == .video }?.naturalSize ?? .zero }

  override func loadTracks() throws -> [AVAssetTrack] { list }

  override func openPictures() throws(AVError) -> any FilmPictures {
    guard let track = list.first(where: { $0.kind == .video }) else {
      throw AVError(.failedToLoadMediaData, "a composition without pictures")
    }
    return try CompositionPictures(track, duration: duration)
  }

  override func loadDuration() throws -> CMTime { duration }
}

/// A film that is being put together.
///
///     let composition = AVMutableComposition()
///     let track = composition.addMutableTrack(
///       withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
///     try track?.insertTimeRange(range, of: film, at: .zero)
// Safe because: as its superclass.
open class AVMutableComposition: AVComposition, @unchecked Sendable {
  /// A composition without tracks.
  public override init() {
    super.init()
  }

  /// Adds a track.
  ///
  /// - Parameters:
  ///   - mediaType: The medium of the track.
  ///   - preferredTrackID: Its number; if it is invalid or in use, the next free one.
  open func addMutableTrack(
    withMediaType mediaType: AVMediaType,
    preferredTrackID: CMPersistentTrackID
  ) -> AVMutableCompositionTrack? {
    let used = Set(list.map(\.trackID))
    let isFree = preferredTrackID > 0 && !used.contains(preferredTrackID)
    let number = isFree ? preferredTrackID : (used.max() ?? 0) + 1
    let track = AVMutableCompositionTrack(self, mediaType, number)
    list.append(track)
    return track
  }

  /// Takes a track out.
  open func removeTrack(_ track: AVCompositionTrack) {
    list.removeAll { $0 === track }
  }

  /// Puts a part of all tracks of a film in at a time; tracks are added where there are too few.
  ///
  /// - Throws: `AVError` if the film cannot be read, or the range has no duration.
  open func insertTimeRange(
    _ timeRange: CMTimeRange,
    of asset: AVAsset,
    at startTime: CMTime
  ) throws {
    var free = list
    for track in try asset.loadTracks() where [.video, .audio].contains(track.mediaType) {
      let place = free.firstIndex { $0.kind == track.mediaType }
      let target =
        place.map { free.remove(at: $0) }
        ?? addMutableTrack(withMediaType: track.mediaType, preferredTrackID: 0)
      guard let target = target as? AVMutableCompositionTrack else { continue }
      guard timeRange.start < track.timeRange.end else { continue }
      try target.insertTimeRange(timeRange, of: track, at: startTime)
    }
  }

  /// Gives a range of all tracks another duration; later parts move.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    for track in list {
      (track as? AVMutableCompositionTrack)?.scaleTimeRange(timeRange, toDuration: duration)
    }
  }

  /// Removes a range of all tracks; later parts move forward.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    for track in list { (track as? AVMutableCompositionTrack)?.removeTimeRange(timeRange) }
  }
}
