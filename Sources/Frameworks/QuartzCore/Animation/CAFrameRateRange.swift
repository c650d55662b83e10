// Preferred frame rates.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel

/// The preferred frames per second of an animation or a display link.
public struct CAFrameRateRange: Hashable, Sendable {
  /// The lowest acceptable rate.
  public var minimum: Float
  /// The highest useful rate.
  public var maximum: Float
  /// The best rate; nil if all between the two are equally good.
  public var preferred: Float?

  /// Creates a range without a preference: all three are 0.
  public init() { self.init(minimum: 0, maximum: 0, preferred: 0) }

  /// Creates a range of frame rates.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// No preference: all three are 0.
  public static let `default` = CAFrameRateRange(minimum: 0, maximum: 0, preferred: 0)
}

extension CAFrameRateRange {
  /// The range as the server takes it; none, and a diagnostic, for one that makes no sense.
  ///
  /// - Parameter owner: The object that has the range, for the diagnostic.
  func wish(of owner: @autoclosure () -> String) -> FrameRateWish {
    let wish = FrameRateWish(minimum: minimum, maximum: maximum, preferred: preferred ?? 0)
    if let wish { return wish }
    Diagnostics.report(
      "\(owner()): a range of \(minimum) to \(maximum) frames a second, "
        + "\(preferred.map { "\($0)" } ?? "none") preferred, is taken as none"
    )
    return .none
  }
}
