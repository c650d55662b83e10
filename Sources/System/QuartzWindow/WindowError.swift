// The reasons why there is no window.
// Licensed under the MIT license; see LICENSE.

/// The reason why there is no window, or none any more.
package enum WindowError: Error, Equatable, CustomStringConvertible {
  /// SDL 2 cannot be loaded.
  case noLibrary(reason: String)
  /// SDL 2 finds no display.
  case noDisplay(reason: String)
  /// The display refuses a window.
  case refused(reason: String)
  /// The display is gone.
  case displayLost

  /// One line.
  package var description: String {
    switch self {
    case .noLibrary(let reason):
      "windows need SDL 2, which the Debian package libsdl2-2.0-0 has: \(reason)"
    case .noDisplay(let reason):
      "no display for windows, neither of X11 (DISPLAY) nor of Wayland (WAYLAND_DISPLAY): \(reason)"
    case .refused(let reason): "the display refuses a window: \(reason)"
    case .displayLost: "the display is gone, and its windows with it"
    }
  }
}
