// The timing of animations and layers.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The timing of an animation or layer, as a function of its parent's time.
public protocol CAMediaTiming {
  /// The begin time, in seconds of the parent's time; 0 means the time of the commit.
  var beginTime: CFTimeInterval { get set }
  /// The length of one cycle in seconds.
  var duration: CFTimeInterval { get set }
  /// The speed of time; negative runs backwards, 0 pauses.
  var speed: Float { get set }
  /// An offset that is added to the own time, in seconds.
  var timeOffset: CFTimeInterval { get set }
  /// The number of cycles; fractions and infinity are allowed, 0 is treated as 1.
  var repeatCount: Float { get set }
  /// The number of seconds that cycles run for; 0 means that `repeatCount` applies.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether every cycle runs back to its start after reaching its end.
  var autoreverses: Bool { get set }
  /// The state that is shown before the start and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The state that an animation shows outside its active time.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: FillMode) {
    rawValue = mode.name
  }

  /// Nothing: the default.
  public static let removed = CAMediaTimingFillMode(.removed)
  /// Its end after the end.
  public static let forwards = CAMediaTimingFillMode(.forwards)
  /// Its first values before the start.
  public static let backwards = CAMediaTimingFillMode(.backwards)
  /// Both.
  public static let both = CAMediaTimingFillMode(.both)
}
