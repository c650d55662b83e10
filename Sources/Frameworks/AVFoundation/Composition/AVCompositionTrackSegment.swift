// Parts of tracks, as a program sees them.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import Foundation

/// A part of a track that is put together: a part of a film, or a gap.
public final class AVCompositionTrackSegment: NSObject {
  /// The part of the film, and where it plays.
  ///
  /// Their durations differ where it plays faster or slower. The source of a gap has no valid
  /// start.
  public let timeMapping: CMTimeMapping
  /// The film; nil for a gap.
  public let sourceURL: URL?
  /// The number of the track in the film; `kCMPersistentTrackID_Invalid` for a gap.
  public let sourceTrackID: CMPersistentTrackID

  init(_ piece: TrackPiece, at start: CMTime) {
    let target = CMTimeRange(start: start, duration: piece.duration)
    timeMapping =
      piece.track == nil
      ? CMTimeMappingMakeEmpty(target: target) : CMTimeMapping(source: piece.range, target: target)
    sourceURL = piece.track?.source?.url
    sourceTrackID = piece.track?.trackID ?? kCMPersistentTrackID_Invalid
  }

  /// Whether it is a gap.
  public var isEmpty: Bool { timeMapping.isEmpty }

  /// The class, with its module for a class of the program, and the address.
  public override var description: String { objectText }
}
