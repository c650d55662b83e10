// The sound of several tracks in one.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import Foundation

/// The sound of tracks, mixed.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput {
  /// The tracks.
  public let audioTracks: [AVAssetTrack]
  /// The settings that it was made with.
  open var audioSettings: [String: Any]? { settings }
  private let settings: [String: Any]?
  /// How loud the tracks are; nil, the default, for as loud as they are.
  ///
  /// It counts when reading begins.
  open var audioMix: AVAudioMix?

  /// An output of tracks.
  ///
  /// - Parameters:
  ///   - audioTracks: Tracks of sound of one film, at least one.
  ///   - audioSettings: As those of `AVAssetReaderTrackOutput` for sound; 48,000 samples a second
  ///     of two channels by default. Nil stands for 32-bit floats of these.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    self.audioTracks = audioTracks
    settings = audioSettings
    super.init()
  }

  /// Sound.
  open override var mediaType: AVMediaType { .audio }

  private var form: LinearForm? {
    guard let settings else { return LinearForm(rate: 48_000, channels: 2) }
    return LinearForm(settings, rate: 48_000, channels: 2)
  }

  override func canRead(_ asset: AVAsset) -> Bool {
    let numbers = asset.tracks(withMediaType: .audio).map(\.trackID)
    return form != nil && !audioTracks.isEmpty
      && audioTracks.allSatisfy { $0.mediaType == .audio && numbers.contains($0.trackID) }
  }

  override func begin(_ asset: AVAsset, _ part: CMTimeRange) throws -> (any ReaderSource)? {
    // A file that cannot be read says so.
    _ = try asset.loadTracks()
    return try form.flatMap {
      try ReadTrackSound(audioTracks, $0, part, volumes: audioMix?.values)
    }
  }
}
