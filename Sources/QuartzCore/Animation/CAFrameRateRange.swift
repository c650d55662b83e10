// Wishes for frame rates.
// Licensed under the MIT license; see LICENSE.

/// The frames a second that an animation or a display link would like to have.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The least that still looks right.
  public var minimum: Float
  /// The most that makes a difference.
  public var maximum: Float
  /// The best; nil if all between the two are as good.
  public var preferred: Float?

  /// A range of frame rates.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// No wish: all three are 0.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}
