// The strip that shows the time, and moves it.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzWindow

/// A bar at the lower edge of a window: from 0 to a round number of seconds.
struct TimeStrip {
  /// The height in units of the desktop.
  private static let height = 20.0
  /// The least time that the strip shows, in seconds.
  private static let shortest = 10.0
  private static let groundColor: UInt32 = 0x202020
  private static let passedColor: UInt32 = 0x3A78C8
  private static let handleColor: UInt32 = 0xFFFFFF
  private static let tickColor: UInt32 = 0x606060

  /// Whether it stays without the pointer.
  var isKept = false
  /// Whether the pointer is on it.
  var isUnderPointer = false
  /// Whether it is held with the button.
  var isHeld = false
  /// The time at its right end.
  private(set) var length: Double

  /// - Parameter end: The end of the document's loop, in seconds, or nil.
  init(end: Double?) {
    length = min(max(end ?? Self.shortest, 0.1), 1e6)
  }

  var isVisible: Bool { isKept || isUnderPointer || isHeld }

  /// The strip's pixels.
  func rect(in size: SystemWindow.Size) -> PixelRect {
    let height = min(Int32((Self.height * size.scale).rounded()), Int32(size.pixelHeight))
    let bottom = Int32(size.pixelHeight)
    return PixelRect(0, bottom - height, Int32(size.pixelWidth), bottom)
  }

  /// Returns the time at a place.
  func time(x: Double, in size: SystemWindow.Size) -> Double {
    let part = x / Double(max(size.pixelWidth - 1, 1))
    return min(max(part, 0), 1) * length
  }

  /// Makes the strip long enough for a time.
  mutating func reach(_ time: Double) {
    while length < time, length < 1e9 { length *= 2 }
  }

  /// Draws it over the picture.
  func draw(_ time: Double, on window: SystemWindow, _ size: SystemWindow.Size) {
    let rect = rect(in: size)
    let unit = Int32(max(size.scale.rounded(), 1))
    window.fill(rect, Self.groundColor)
    let end = Int32(min(max(time / length, 0), 1) * Double(rect.width - 1))
    let middle = rect.minY + rect.height / 2
    window.fill(PixelRect(0, middle - 2 * unit, max(end, 1), middle + 2 * unit), Self.passedColor)
    for tick in 1..<10 {
      let x = Int32(Double(rect.width - 1) * Double(tick) / 10)
      window.fill(PixelRect(x, rect.maxY - 4 * unit, x + unit, rect.maxY), Self.tickColor)
    }
    let left = max(end - unit, 0)
    window.fill(
      PixelRect(left, rect.minY + 3 * unit, left + 3 * unit, rect.maxY - 3 * unit),
      Self.handleColor
    )
  }
}
