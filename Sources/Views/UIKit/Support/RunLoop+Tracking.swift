// The mode of run loops while a finger is tracked.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension RunLoop.Mode {
  /// The mode of a run loop while a finger drags or scrolls; a common mode.
  public static let tracking = RunLoop.Mode(rawValue: "UITrackingRunLoopMode")
}
