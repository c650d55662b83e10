// The sound of tracks and compositions, as FFmpeg mixes it.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import QuartzVideo

/// A track of sound that is heard.
struct HeardTrack {
  var trackID: CMPersistentTrackID
  /// The parts of files that it plays, one after the other.
  var pieces: [TrackPiece]
}

/// The arguments of FFmpeg for the sound of a part of some tracks.
struct SoundMix {
  var inputs: [String] = []
  var filters: [String] = []
  var outputs: [String] = []
  /// The rates of parts that are heard; others are silent.
  private static let rates = 0.5...2.0

  /// FFmpeg's filter for samples as mixers and voices take them.
  static let form = "aformat=sample_rates=48000:channel_layouts=stereo"

  /// Silence before a track that begins later than its film.
  private static let beginning = "aresample=48000:async=1:first_pts=0"

  /// The number of the next input.
  private var number = 0

  /// Whether there is no sound.
  var isSilent: Bool { filters.isEmpty }

  /// The pieces of each track with sound that is heard, within a part.
  ///
  /// All tracks of a composition are. A film in a file has further ones for other languages: the
  /// first one that is enabled is heard, or else the first.
  static func heard(of tracks: [AVAssetTrack], _ part: CMTimeRange) -> [HeardTrack] {
    let sounds = tracks.filter { $0.mediaType == .audio }
    let own = sounds.filter { !($0 is AVCompositionTrack) }
    let heard = own.first(where: \.isEnabled) ?? own.first
    return sounds.filter { $0 is AVCompositionTrack || $0 === heard }.map {
      HeardTrack(trackID: $0.trackID, pieces: TrackPieces(pieces: $0.pieces).part(part))
    }
    .filter { $0.pieces.contains { $0.track != nil } }
  }

  /// Mixes pieces into what filters call `[a]`.
  ///
  /// - Parameters:
  ///   - tracks: The tracks.
  ///   - firstInput: The number of the first input that comes from here.
  ///   - volumes: How loud the tracks are; nil for as loud as they are.
  ///   - start: The time of the film at which the pieces begin.
  mutating func mix(
    _ tracks: [HeardTrack],
    firstInput: Int,
    volumes: AVAudioMix.Values? = nil,
    from start: CMTime = .zero
  ) {
    number = firstInput
    var mixed: [String] = []
    for (place, track) in tracks.enumerated() {
      let volume = volumes?.curves[track.trackID]?.filter(from: start).map { ",\($0)" } ?? ""
      var names: [String] = []
      for (index, piece) in track.pieces.enumerated() {
        let name = "[p\(place)_\(index)]"
        let seconds = piece.duration.seconds
        if let source = piece.track, Self.rates.contains(piece.rate) {
          let tempo = piece.isPlain ? "" : ",atempo=\(piece.rate)"
          filters.append(
            "[\(number):\(source.fileIndex)]\(Self.beginning),\(Self.form)\(tempo)"
              + ",apad,atrim=duration=\(seconds)\(name)"
          )
          add(piece, source)
        } else {
          filters.append("anullsrc=r=48000:cl=stereo,atrim=duration=\(seconds)\(name)")
        }
        names.append(name)
      }
      filters.append("\(names.joined())concat=n=\(names.count):v=0:a=1\(volume)[t\(place)]")
      mixed.append("[t\(place)]")
    }
    guard !mixed.isEmpty else { return }
    filters.append("\(mixed.joined())amix=inputs=\(mixed.count):normalize=0[a]")
  }

  private mutating func add(_ piece: TrackPiece, _ track: AVAssetTrack) {
    let cut = [
      "-ss", ExportPlan.seconds(piece.range.start), "-t",
      ExportPlan.seconds(piece.range.duration),
    ]
    inputs += FilmInput.arguments(track.source?.url.path ?? "", options: cut)
    number += 1
  }
}
