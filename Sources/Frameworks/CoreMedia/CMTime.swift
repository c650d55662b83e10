// Times as fractions: Core Media's time.
// Licensed under the MIT license; see LICENSE.

/// The numerator of a time.
public typealias CMTimeValue = Int64
/// The denominator of a time: parts of a second.
public typealias CMTimeScale = Int32
/// The number of a time line; times of different ones have no known distance.
public typealias CMTimeEpoch = Int64

/// The largest denominator.
public let kCMTimeMaxTimescale: CMTimeScale = 0x7fff_ffff

/// The properties of a time besides its number.
public struct CMTimeFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Flags of bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The time is one; without this flag it is invalid, whatever else it has.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The number is not exact.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// Later than all others.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// Before all others.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// Unknown, as the duration of a live broadcast.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags of times whose number does not count.
  public static let impliedValueFlagsMask = CMTimeFlags(rawValue: 28)
}

/// The rounding of a number that a denominator cannot express.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest; halves go away from zero.
  case roundHalfAwayFromZero = 1
  /// To zero.
  case roundTowardZero = 2
  /// Away from zero.
  case roundAwayFromZero = 3
  /// To zero for a smaller denominator and away from zero for a larger one; a negative number never
  /// becomes 0.
  case quickTime = 4
  /// To the larger number.
  case roundTowardPositiveInfinity = 5
  /// To the smaller number.
  case roundTowardNegativeInfinity = 6

  /// To the nearest; halves go away from zero.
  public static let `default` = CMTimeRoundingMethod.roundHalfAwayFromZero
}

/// A time or a duration, as a fraction of a second: `value / timescale`.
///
///     let frame = CMTime(value: 1001, timescale: 30000)
///     let second = frame + CMTime(value: 1, timescale: 600)
///     print(second.seconds)
///
/// Sums and comparisons are exact as long as the numbers have room; `hasBeenRounded` says when they
/// had none. A number that is too large for any denominator becomes infinite. Nothing traps.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: parts of a second.
  public var timescale: CMTimeScale
  /// Whether the time is one, is exact, is infinite.
  public var flags: CMTimeFlags
  /// The time line, 0 for durations and most times.
  public var epoch: CMTimeEpoch

  /// An invalid time.
  public init() {
    self.init(value: 0, timescale: 0, flags: [], epoch: 0)
  }

  /// A time of all its fields.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale) = (value, timescale)
    (self.flags, self.epoch) = (flags, epoch)
  }

  /// The time `value / timescale` in seconds.
  ///
  /// - Parameters:
  ///   - value: The numerator.
  ///   - timescale: Positive; any other gives a time that is not numeric.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
  }

  /// The nearest time to a number of seconds.
  ///
  /// - Parameters:
  ///   - seconds: Not a number gives an invalid time, infinite ones an infinite time.
  ///   - preferredTimescale: The denominator. It is halved as often as the number needs it; a
  ///     number too large for the denominator 1 becomes infinite. 0 and less give an invalid time.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self.init()
      return
    }
    guard seconds.isFinite else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    var scale = preferredTimescale
    var number = (seconds * Double(scale)).rounded(.toNearestOrAwayFromZero)
    while CMTimeValue(exactly: number) == nil, scale > 1 {
      scale /= 2
      number = (seconds * Double(scale)).rounded(.toNearestOrAwayFromZero)
    }
    guard let value = CMTimeValue(exactly: number) else {
      self = seconds > 0 ? .positiveInfinity : .negativeInfinity
      return
    }
    self.init(value: value, timescale: scale)
    if self.seconds != seconds { flags.insert(.hasBeenRounded) }
  }

  /// No time; sums with it are invalid.
  public static let invalid = CMTime()
  /// An unknown time.
  public static let indefinite = CMTime(implied: .indefinite)
  /// Later than all others.
  public static let positiveInfinity = CMTime(implied: .positiveInfinity)
  /// Before all others.
  public static let negativeInfinity = CMTime(implied: .negativeInfinity)
  /// 0 / 1.
  public static let zero = CMTime(value: 0, timescale: 1)

  private init(implied flag: CMTimeFlags) {
    self.init(value: 0, timescale: 0, flags: [.valid, flag], epoch: 0)
  }

  /// Whether the time is one: a number, infinite or indefinite.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether it is later than all others.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether it is before all others.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether it is unknown.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether it is a number.
  public var isNumeric: Bool {
    isValid && flags.isDisjoint(with: .impliedValueFlagsMask) && timescale > 0
  }
  /// Whether it is a number that is not exact.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

  /// The time in seconds; not a number for invalid and indefinite times.
  ///
  /// The epoch does not count.
  public var seconds: Double {
    if isNumeric { return Double(value) / Double(timescale) }
    if isPositiveInfinity { return .infinity }
    if isNegativeInfinity { return -.infinity }
    return .nan
  }
}

// MARK: Order

extension CMTime: Comparable, Hashable {
  /// The place among the kinds of times: -infinity, numbers, indefinite, +infinity, invalid.
  private var kind: Int {
    if isNumeric { return 1 }
    if isNegativeInfinity { return 0 }
    if isPositiveInfinity { return 3 }
    return isIndefinite ? 2 : 4
  }

  /// -1, 0 or 1: whether the time is before another one, the same, or after.
  func order(_ other: CMTime) -> Int32 {
    guard kind == other.kind else { return kind < other.kind ? -1 : 1 }
    guard isNumeric else { return 0 }
    guard epoch == other.epoch else { return epoch < other.epoch ? -1 : 1 }
    let left = Int128(value) * Int128(other.timescale)
    let right = Int128(other.value) * Int128(timescale)
    return left == right ? 0 : left < right ? -1 : 1
  }

  /// Whether two times are the same moment, of whatever denominators.
  public static func == (left: CMTime, right: CMTime) -> Bool { left.order(right) == 0 }

  /// Whether a time is before another one.
  public static func < (left: CMTime, right: CMTime) -> Bool { left.order(right) < 0 }

  /// Times that are equal have the same hash value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard isNumeric else { return }
    var (left, right) = (value.magnitude, UInt64(timescale))
    while right != 0 { (left, right) = (right, left % right) }
    hasher.combine(value.magnitude / left)
    hasher.combine(value < 0)
    hasher.combine(UInt64(timescale) / left)
    hasher.combine(epoch)
  }
}
