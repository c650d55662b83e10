// Parts of films that make a track.
// Licensed under the MIT license; see LICENSE.

import CoreMedia

/// A part of a film's track, or a gap.
struct TrackPiece: Equatable {
  /// A track of a file; nil for a gap.
  var track: AVAssetTrack?
  /// The part of it; of a gap only the duration counts.
  var range: CMTimeRange

  static func == (one: TrackPiece, other: TrackPiece) -> Bool {
    one.track === other.track && one.range == other.range
  }

  static func gap(_ duration: CMTime) -> TrackPiece {
    TrackPiece(track: nil, range: CMTimeRange(start: .zero, duration: duration))
  }

  /// The part from a time after its beginning on.
  func after(_ offset: CMTime) -> TrackPiece {
    var rest = self
    rest.range = CMTimeRange(start: range.start + offset, end: range.end)
    return rest
  }

  /// The part before a time after its beginning.
  func before(_ offset: CMTime) -> TrackPiece {
    var part = self
    part.range.duration = offset
    return part
  }
}

/// Parts of films one after the other, from zero on.
struct TrackPieces {
  var pieces: [TrackPiece] = []

  var duration: CMTime { pieces.reduce(.zero) { $0 + $1.range.duration } }

  /// The part at a time and the time in its film; nil in gaps and outside.
  func find(_ time: CMTime) -> (piece: TrackPiece, time: CMTime)? {
    var start = CMTime.zero
    for piece in pieces {
      let end = start + piece.range.duration
      if time >= start, time < end {
        return piece.track == nil ? nil : (piece, piece.range.start + (time - start))
      }
      start = end
    }
    return nil
  }

  /// Puts parts in at a time; the later ones move back.
  mutating func insert(_ inserted: [TrackPiece], at time: CMTime) {
    let place = split(at: time)
    pieces.insert(contentsOf: inserted, at: place)
  }

  /// Takes a range out; the later parts move forward.
  mutating func remove(_ range: CMTimeRange) {
    let end = CMTimeMinimum(range.end, duration)
    guard range.start < end else { return }
    let first = split(at: range.start)
    let last = split(at: end)
    pieces.removeSubrange(first..<last)
  }

  /// The parts of a range.
  func part(_ range: CMTimeRange) -> [TrackPiece] {
    var copy = self
    let end = CMTimeMinimum(range.end, duration)
    guard range.start < end else { return [] }
    let last = copy.split(at: end)
    copy.pieces.removeSubrange(last...)
    let first = copy.split(at: range.start)
    return Array(copy.pieces[first...])
  }

  /// Makes a part begin at a time, with a gap behind the last one where the time is later.
  ///
  /// - Returns: The place of that part.
  private mutating func split(at time: CMTime) -> Int {
    var start = CMTime.zero
    for (place, piece) in pieces.enumerated() {
      if time <= start { return place }
      let end = start + piece.range.duration
      if time < end {
        pieces[place] = piece.before(time - start)
        pieces.insert(piece.after(time - start), at: place + 1)
        return place + 1
      }
      start = end
    }
    if time > start { pieces.append(.gap(time - start)) }
    return pieces.count
  }
}
