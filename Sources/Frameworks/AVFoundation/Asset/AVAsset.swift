// Films and their tracks.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import CoreMedia
public import Foundation
import QuartzVideo

/// A film: pictures, sound and text on one time line.
///
///     let asset = AVURLAsset(url: URL(fileURLWithPath: "film.mp4"))
///     let (duration, tracks) = try await asset.load(.duration, .tracks)
///
/// The first use opens the file, in a process of its own, `quartz-video`, which drives FFmpeg's
/// programs; nothing is decoded in this process. The properties that are no `async` calls wait for
/// that.
///
/// **Differences**: films come from files.
// Safe because: all of it is constant.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  let source: FilmSource

  /// A film in a file.
  public convenience init(url URL: URL) {
    self.init(source: FilmSource(URL))
  }

  init(source: FilmSource) {
    self.source = source
  }

  /// The length: the end of the longest track; zero if the film cannot be read.
  open var duration: CMTime { (try? source.decoder())?.duration ?? .zero }

  /// All tracks; none if the film cannot be read.
  open var tracks: [AVAssetTrack] { (try? loadTracks()) ?? [] }

  /// The tracks of a kind; none if the film cannot be read.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks with a characteristic; none if the film cannot be read.
  open func tracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// The track of a number; nil if there is none.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
    tracks.first { $0.trackID == trackID }
  }

  /// Whether the film has pictures that can be shown.
  open var isPlayable: Bool { ((try? source.decoder())?.index.count ?? 0) > 0 }

  /// Whether the film can be read.
  open var isReadable: Bool { (try? source.decoder()) != nil }

  /// The transform of the film as a whole: none.
  ///
  /// Tracks have their own.
  open var preferredTransform: CGAffineTransform { .identity }

  /// The rate at which it plays by itself: 1.
  open var preferredRate: Float { 1 }

  /// Whether `duration` is exact: it is.
  open var providesPreciseDurationAndTiming: Bool { true }

  /// Opens the film for a player, and waits.
  func openPictures() throws(AVError) -> any FilmPictures { try source.open() }

  func loadDuration() throws -> CMTime { try source.decoder().duration }

  func loadTracks() throws -> [AVAssetTrack] {
    let decoder = try source.decoder()
    return decoder.description.tracks.filter { !$0.isCover }.map { AVAssetTrack(self, decoder, $0) }
  }

  /// Loads the tracks of a kind.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try await Waiting.run { [self] in
      try loadTracks().filter { $0.mediaType == mediaType }
    }
  }

  /// Loads the tracks with a characteristic.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  open func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try await Waiting.run { [self] in
      try loadTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
    }
  }

  /// Loads the track of a number; nil if there is none.
  ///
  /// - Throws: `AVError` if the film cannot be read.
  open func loadTrack(
    withTrackID trackID: CMPersistentTrackID
  ) async throws -> AVAssetTrack? {
    try await Waiting.run { [self] in try loadTracks().first { $0.trackID == trackID } }
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

// Safe because: as its superclass.
/// A film in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  /// Where it is.
  open var url: URL { source.url }

  /// A film in a file.
  ///
  /// - Parameters:
  ///   - URL: The file.
  ///   - options: `AVURLAssetPreferPreciseDurationAndTimingKey`, which changes nothing: times are
  ///     always exact.
  public init(url URL: URL, options: [String: Any]? = nil) {
    super.init(source: FilmSource(URL))
  }
}

/// The option that asks for exact times, as they always are.
public let AVURLAssetPreferPreciseDurationAndTimingKey =
  "AVURLAssetPreferPreciseDurationAndTimingKey"

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The length.
  public static var duration: AVAsyncProperty<Root, CMTime> {
    AVAsyncProperty { try $0.loadDuration() }
  }

  /// All tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> {
    AVAsyncProperty { try $0.loadTracks() }
  }

  /// Whether the film has pictures that can be shown.
  public static var isPlayable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty { $0.isPlayable }
  }

  /// Whether the film can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty { $0.isReadable }
  }

  /// The transform of the film as a whole: none.
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    AVAsyncProperty { $0.preferredTransform }
  }

  /// The rate at which it plays by itself: 1.
  public static var preferredRate: AVAsyncProperty<Root, Float> {
    AVAsyncProperty { $0.preferredRate }
  }

  /// Whether the length is exact.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty { $0.providesPreciseDurationAndTiming }
  }
}
