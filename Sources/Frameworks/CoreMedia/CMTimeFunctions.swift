// Core Media's functions of times.
// Licensed under the MIT license; see LICENSE.

import Glibc

/// The time `value / timescale` in seconds.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
  CMTime(value: value, timescale: timescale)
}

/// The time `value / timescale` in seconds, of a time line.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch)
}

/// The nearest time to a number of seconds; see `CMTime.init(seconds:preferredTimescale:)`.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// The time in seconds; not a number for invalid and indefinite times.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
  time.seconds
}

/// The same time with another denominator; see `CMTime.convertScale(_:method:)`.
public func CMTimeConvertScale(
  _ time: CMTime,
  timescale newTimescale: Int32,
  method: CMTimeRoundingMethod
) -> CMTime {
  time.convertScale(newTimescale, method: method)
}

/// The sum of two times.
///
/// Its denominator is the least common multiple of the two. If that is over `kCMTimeMaxTimescale`,
/// it is that one; if the number overflows, it is halved until there is room, and with the
/// denominator 1 the sum becomes infinite. `hasBeenRounded` says whether the sum or one of the
/// times is not exact. Of an infinite time and another one, the sum is infinite; of both infinities
/// it is invalid. With an indefinite time it is indefinite. Times of two epochs other than 0 have
/// no sum.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  lhs + rhs
}

/// The difference of two times.
///
/// As a sum, see `CMTimeAdd(_:_:)`; the difference of two times of one epoch is a duration, of
/// epoch 0.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime {
  lhs - rhs
}

/// A multiple of a time; if it overflows, the denominator is halved until there is room.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  time.multiplied(by: Int64(multiplier), over: 1)
}

/// A time multiplied by a number, of a denominator that was doubled until it is at least 65536.
///
/// - Parameters:
///   - time: The time.
///   - multiplier: Not a number gives an invalid time.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  guard !multiplier.isNaN else { return .invalid }
  return time.multiplied(by: multiplier)
}

/// A time multiplied by a fraction; exact as long as the numbers have room.
///
/// - Parameters:
///   - time: The time.
///   - multiplier: The numerator of the fraction.
///   - divisor: 0 gives an invalid time.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  guard divisor != 0 else { return .invalid }
  return time.multiplied(by: Int64(multiplier), over: Int64(divisor))
}

/// -1, 0 or 1: whether a time is before another one, the same, or after.
///
/// The order is -infinity, numbers, indefinite, +infinity, invalid; times of an epoch with a larger
/// number are later than all of one with a smaller number.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  time1.order(time2)
}

/// The earlier one of two times.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time2 < time1 ? time2 : time1
}

/// The later one of two times.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  time2 > time1 ? time2 : time1
}

/// The time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  if time.isNegativeInfinity { return .positiveInfinity }
  guard time.isNumeric, time.value < 0 else { return time }
  return time.multiplied(by: -1, over: 1)
}

/// Writes a time to the standard error output, as `{1/2 = 0.500}`.
public func CMTimeShow(_ time: CMTime) {
  let line = Array((time.text + "\n").utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Whether a time is one.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether a time is none.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether a time is later than all others.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether a time is before all others.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether a time is unknown.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether a time is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether a time is a number that is not exact.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

extension CMTime {
  /// The fraction and its value with three decimals.
  package var text: String {
    if isPositiveInfinity { return "{+INFINITY}" }
    if isNegativeInfinity { return "{-INFINITY}" }
    if isIndefinite { return "{INDEFINITE}" }
    guard isNumeric else { return "{INVALID}" }
    let millis = convertScale(1000, method: .default).value
    let digits = "00\(millis.magnitude % 1000)".suffix(3)
    let sign = millis < 0 ? "-" : ""
    let note = (hasBeenRounded ? ", rounded" : "") + (epoch != 0 ? ", epoch \(epoch)" : "")
    return "{\(value)/\(timescale) = \(sign)\(millis.magnitude / 1000).\(digits)\(note)}"
  }
}
