// Parts of a time line, and parts that are played as others.
// Licensed under the MIT license; see LICENSE.

/// A part of a time line: from `start` on, `duration` long; its end is outside.
public struct CMTimeRange: Sendable {
  /// The first moment.
  public var start: CMTime
  /// The length; not negative.
  public var duration: CMTime

  /// An invalid range.
  public init() {
    self.init(start: .invalid, duration: .invalid)
  }

  /// A range of a start and a length.
  public init(start: CMTime, duration: CMTime) {
    (self.start, self.duration) = (start, duration)
  }

  /// A range from a moment to another one, which is outside.
  public init(start: CMTime, end: CMTime) {
    self.init(start: start, duration: end - start)
  }

  /// From zero to zero.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()

  /// Whether both times are valid and the duration is not negative and of epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && duration >= .zero
  }
  /// Whether the range is valid and one of its times is unknown.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether the range is valid and has no moment.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// The first moment after the range.
  public var end: CMTime { start + duration }

  /// The least range that has all moments of both; invalid if one of them is.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    return CMTimeRange(
      start: CMTimeMinimum(start, otherRange.start),
      end: CMTimeMaximum(end, otherRange.end)
    )
  }

  /// The moments that both have; `.zero` if there are none, invalid if one of them is.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    guard isValid, otherRange.isValid else { return .invalid }
    let first = CMTimeMaximum(start, otherRange.start)
    let last = CMTimeMinimum(end, otherRange.end)
    return first < last ? CMTimeRange(start: first, end: last) : .zero
  }

  /// Whether a time is in the range; its end is not.
  public func containsTime(_ time: CMTime) -> Bool {
    isValid && time.isValid && time >= start && time < end
  }

  /// Whether the range has all moments of another one.
  public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
    isValid && otherRange.isValid && otherRange.start >= start && otherRange.end <= end
  }
}

extension CMTimeRange: Hashable {}

/// A range of a source that is played as a range of a target; at another speed if their durations
/// differ.
public struct CMTimeMapping: Hashable, Sendable {
  /// The part of the source; with an invalid start it is an empty edit.
  public var source: CMTimeRange
  /// The part of the target.
  public var target: CMTimeRange

  /// An invalid mapping.
  public init() {
    self.init(source: .invalid, target: .invalid)
  }

  /// A mapping of a range of a source to one of a target.
  public init(source: CMTimeRange, target: CMTimeRange) {
    (self.source, self.target) = (source, target)
  }

  /// No mapping.
  public static let invalid = CMTimeMapping()

  /// Whether the target is a range.
  public var isValid: Bool { target.isValid }
  /// Whether the target is a range that nothing is played in.
  public var isEmpty: Bool { isValid && !source.start.isNumeric }
}

/// A range of a start and a length.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

/// A range from a moment to another one, which is outside.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, end: end)
}

/// The first moment after a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { range.end }

/// The least range that has all moments of both.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  range.union(otherRange)
}

/// The moments that both have; `.zero` if there are none.
public func CMTimeRangeGetIntersection(
  _ range: CMTimeRange,
  otherRange: CMTimeRange
) -> CMTimeRange {
  range.intersection(otherRange)
}

/// Whether two ranges have the same start and duration.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  range1 == range2
}

/// Whether a time is in a range; the range's end is not.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.containsTime(time)
}

/// Whether a range has all moments of another one.
public func CMTimeRangeContainsTimeRange(
  _ range: CMTimeRange,
  otherRange: CMTimeRange
) -> Bool {
  range.containsTimeRange(otherRange)
}

/// The nearest time in a range, its end included; invalid for an empty range.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// The time whose place in a range is that of `time` in another one; also outside of it.
///
/// - Returns: An invalid time if one of the ranges is empty or the time is of another epoch than
///   `fromRange`. Between two infinite ranges only the start counts.
public func CMTimeMapTimeFromRangeToRange(
  _ t: CMTime,
  fromRange: CMTimeRange,
  toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty,
    t.isValid, t.epoch == fromRange.start.epoch
  else { return .invalid }
  let offset = t - fromRange.start
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return offset + toRange.start
  }
  return offset.scaled(from: fromRange.duration, to: toRange.duration) + toRange.start
}

/// A duration scaled as one range is scaled to another one.
///
/// - Returns: An invalid time if one of the ranges is empty or the duration's epoch is not 0.
public func CMTimeMapDurationFromRangeToRange(
  _ dur: CMTime,
  fromRange: CMTimeRange,
  toRange: CMTimeRange
) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty,
    dur.isValid, dur.epoch == 0
  else { return .invalid }
  return dur.scaled(from: fromRange.duration, to: toRange.duration)
}

/// The time in a range that a loop over it shows.
///
/// - Returns: An invalid time for an empty range; the time itself for an infinite one.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard time.isNumeric, foldRange.isValid, !foldRange.isEmpty, foldRange.start.isNumeric else {
    return .invalid
  }
  guard foldRange.duration.isNumeric else { return time }
  let offset = time - foldRange.start
  guard offset.isNumeric else { return .invalid }
  return offset.remainder(dividingBy: foldRange.duration) + foldRange.start
}

/// A mapping of a range of a source to one of a target.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

/// A range of a target in which nothing is played.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .invalid, target: target)
}

/// Whether a range is one.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Whether a range is none.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Whether one of a range's times is unknown.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Whether a range has no moment.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }
