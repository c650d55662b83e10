// The pictures that a window shows: drawn in this process, or by a server.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// A source of pictures for a window.
///
/// The thread of windows asks for them, and closes it when the window is closed.
protocol WindowSource: AnyObject {
  /// Whether there is a frame to show at one of the window's refreshes.
  ///
  /// - Parameters:
  ///   - time: In seconds of the monotonic clock.
  ///   - rate: Refreshes a second.
  func wantsFrame(at time: Double, rate: Double) -> Bool
  /// Writes the frame of a time into memory that holds the frame of the call before.
  ///
  /// - Parameters:
  ///   - memory: Rows of `width` pixels without gaps.
  ///   - isWhole: Whether the memory has no frame yet.
  /// - Returns: The pixels that were written; nil if there is no picture of that size now.
  func update(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    width: Int,
    height: Int,
    isWhole: Bool
  ) throws(CarrierError) -> Damage?
  /// Lets go of what the window needed.
  func closeWindow()
}

extension InProcessCarrier: WindowSource {
  func update(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    width: Int,
    height: Int,
    isWhole: Bool
  ) throws(CarrierError) -> Damage? {
    try update(
      at: time,
      memory,
      width: width,
      height: height,
      rowBytes: nil,
      isWhole: isWhole
    )
  }

  func closeWindow() {}
}
