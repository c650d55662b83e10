// How time passes for an animation.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// How time passes for an animation, as a function of the time of what it is attached to.
public protocol CAMediaTiming {
  /// When it begins, in seconds of the parent's time; 0 means the time of the commit.
  var beginTime: CFTimeInterval { get set }
  /// The length of one cycle in seconds.
  var duration: CFTimeInterval { get set }
  /// How fast time passes; negative runs backwards, 0 stands still.
  var speed: Float { get set }
  /// Added to the own time, in seconds.
  var timeOffset: CFTimeInterval { get set }
  /// How many cycles run; fractions and infinity are allowed, 0 counts as 1.
  var repeatCount: Float { get set }
  /// For how many seconds cycles run; 0 means that `repeatCount` rules.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether every cycle runs back to its start after it ran to its end.
  var autoreverses: Bool { get set }
  /// What is shown before the begin and after the end.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// What an animation shows outside its active time.
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
  /// Its start before the begin.
  public static let backwards = CAMediaTimingFillMode(.backwards)
  /// Both.
  public static let both = CAMediaTimingFillMode(.both)
}
