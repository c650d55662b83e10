// Parts of films that make a track.
// Licensed under the MIT license; see LICENSE.

import CoreMedia

/// A part of a film's track, or a gap.
struct TrackPiece: Equatable {
  /// A track of a file; nil for a gap.
  var track: AVAssetTrack?
  /// The part of it; of a gap only the duration counts.
  var range: CMTimeRange
  /// How long the part takes where it plays; that of `range` unless it plays faster or slower.
  var duration: CMTime

  init(track: AVAssetTrack?, range: CMTimeRange, duration: CMTime? = nil) {
    (self.track, self.range, self.duration) = (track, range, duration ?? range.duration)
  }

  static func == (one: TrackPiece, other: TrackPiece) -> Bool {
    one.track === other.track && one.range == other.range && one.duration == other.duration
  }

  static func gap(_ duration: CMTime) -> TrackPiece {
    TrackPiece(track: nil, range: CMTimeRange(start: .zero, duration: duration))
  }

  /// Whether it plays at the speed of its film.
  var isPlain: Bool { duration == range.duration }

  /// How many times faster than its film it plays.
  var rate: Double { isPlain ? 1 : range.duration.seconds / duration.seconds }

  private var target: CMTimeRange { CMTimeRange(start: .zero, duration: duration) }

  /// The time of the film at a time after the part's beginning.
  func source(_ offset: CMTime) -> CMTime {
    range.start + (isPlain ? offset : length(offset, from: target, to: range))
  }

  /// The time after the part's beginning at which a time of the film shows.
  func offset(_ source: CMTime) -> CMTime {
    let offset = source - range.start
    return isPlain ? offset : length(offset, from: range, to: target)
  }

  private func length(_ time: CMTime, from: CMTimeRange, to: CMTimeRange) -> CMTime {
    CMTimeMapDurationFromRangeToRange(time, fromRange: from, toRange: to)
  }

  /// The part from a time after its beginning on.
  func after(_ offset: CMTime) -> TrackPiece {
    var rest = self
    rest.range = CMTimeRange(start: source(offset), end: range.end)
    rest.duration = duration - offset
    return rest
  }

  /// The part before a time after its beginning.
  func before(_ offset: CMTime) -> TrackPiece {
    var part = self
    part.range = CMTimeRange(start: range.start, end: source(offset))
    part.duration = offset
    return part
  }

  /// The part, faster or slower.
  func scaled(from: CMTimeRange, to: CMTimeRange) -> TrackPiece {
    let length = length(duration, from: from, to: to)
    guard track != nil else { return .gap(length) }
    var part = self
    part.duration = length
    return part
  }
}

/// Parts of films one after the other, from zero on.
struct TrackPieces {
  var pieces: [TrackPiece] = []

  var duration: CMTime { pieces.reduce(.zero) { $0 + $1.duration } }

  /// The part at a time and the time in its film; nil in gaps and outside.
  func find(_ time: CMTime) -> (piece: TrackPiece, time: CMTime)? {
    var start = CMTime.zero
    for piece in pieces {
      let end = start + piece.duration
      if time >= start, time < end {
        return piece.track == nil ? nil : (piece, piece.source(time - start))
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
    guard let places = places(of: range) else { return }
    pieces.removeSubrange(places)
  }

  /// Gives a range another duration; what it plays is faster or slower then, and the later parts
  /// move.
  mutating func scale(_ range: CMTimeRange, to duration: CMTime) {
    let part = CMTimeRange(start: range.start, end: CMTimeMinimum(range.end, self.duration))
    guard let places = places(of: part), !part.isEmpty else { return }
    // A range beyond the end is scaled as a whole, of which the track has a part.
    let (from, to) = (range, CMTimeRange(start: range.start, duration: duration))
    for place in places { pieces[place] = pieces[place].scaled(from: from, to: to) }
  }

  /// Makes parts begin and end at the ends of a range.
  ///
  /// - Returns: The places of the parts within; nil for a range behind the end.
  private mutating func places(of range: CMTimeRange) -> Range<Int>? {
    let end = CMTimeMinimum(range.end, duration)
    guard range.start < end else { return nil }
    let first = split(at: range.start)
    let last = split(at: end)
    return first..<last
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
      let end = start + piece.duration
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
