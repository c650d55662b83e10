// Windows of the desktop.
// Licensed under the MIT license; see LICENSE.

import CQuartzSDL
import Glibc
package import QuartzMath

/// The connection to the display that windows are on; one for a process.
///
/// It belongs to the thread that made it, as do its windows.
package final class WindowSystem {
  /// Connects to the display.
  ///
  /// - Parameter program: The name that desktops show for the program.
  package init(program: String) throws(WindowError) {
    if let problem = quartz_sdl_problem() {
      throw .noLibrary(reason: String(cString: problem))
    }
    guard quartz_window_start(program) == 0 else {
      throw .noDisplay(reason: String(cString: quartz_window_error()))
    }
  }

  deinit { quartz_window_stop() }

  /// The longest time to wait in one call, in milliseconds.
  private static let longestWait = 1000.0

  /// Waits for an event, at most so many seconds; nil if there was none of interest.
  ///
  /// With 0 it does not wait. A call may return nil early.
  package func wait(_ seconds: Double) -> WindowEvent? {
    var event = quartz_window_event()
    let time = max(min((seconds * 1000).rounded(.up), Self.longestWait), 0)
    guard quartz_window_wait(Int32(time), &event) != 0 else { return nil }
    defer { if let path = event.path { quartz_window_free_path(path) } }
    return WindowEvent(event)
  }

  /// The room for windows on the first monitor, in units of the desktop; nil if the desktop does
  /// not say it.
  package var room: (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard quartz_window_room(&width, &height) == 0, width > 0, height > 0 else { return nil }
    return (Int(width), Int(height))
  }

  /// Whether the windows are those of X11.
  package var isX11: Bool { quartz_window_is_x11() != 0 }

  /// EGL's display, as an address, for windows of Wayland that GL draws to.
  ///
  /// It stays as long as the system. Asked once; nil elsewhere, and where EGL draws to none.
  package func makeGLDisplay() -> UInt? {
    quartz_window_gl_display().map { UInt(bitPattern: $0) }
  }

  /// The time of the machine's monotonic clock, in seconds.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Ends a wait of the system's thread early; on any thread.
  package static func wake() { quartz_window_wake() }
}

/// A window that shows pictures, on the thread of its system.
package final class SystemWindow {
  /// The size of a window.
  package struct Size: Equatable, Sendable {
    /// In units of the desktop.
    package var width: Int
    package var height: Int
    package var pixelWidth: Int
    package var pixelHeight: Int

    /// Pixels of a unit: the scale of the monitor, where the desktop says it.
    package var scale: Double { width > 0 ? Double(pixelWidth) / Double(width) : 1 }
  }

  private let system: WindowSystem
  private let window: OpaquePointer
  /// The number of the window, as events have it.
  package let number: UInt32
  /// The title.
  package var title: String {
    didSet { if title != oldValue { quartz_window_set_title(window, title) } }
  }

  /// Opens a window, which is hidden until `show()`.
  ///
  /// - Parameters:
  ///   - width: In units of the desktop: pixels where the monitor's scale is 1.
  ///   - height: The same.
  ///   - isResizable: Whether the user may change the size.
  ///   - isDrawnByGL: Whether GL of `makeGLDisplay` draws to it, and no picture in memory.
  // Long because: what a window is made of.
  package init(
    _ system: WindowSystem,
    title: String,
    width: Int,
    height: Int,
    isResizable: Bool = true,
    isDrawnByGL: Bool = false
  ) throws(WindowError) {
    let (width, height) = (Self.side(width), Self.side(height))
    let opened = quartz_window_open(
      title,
      width,
      height,
      isResizable ? 1 : 0,
      isDrawnByGL ? 1 : 0
    )
    guard let window = opened else {
      throw .refused(reason: String(cString: quartz_window_error()))
    }
    self.system = system
    self.window = window
    self.title = title
    number = quartz_window_number(window)
  }

  deinit { quartz_window_close(window) }

  // The longest side that SDL 2 takes.
  private static func side(_ length: Int) -> Int32 { Int32(min(max(length, 1), 16384)) }

  /// X11's number of the window, for those who draw to it by themselves; nil if it is not one of
  /// X11.
  package var x11Number: UInt? {
    let number = UInt(quartz_window_x11(window))
    return number == 0 ? nil : number
  }

  /// EGL's surface of a window that GL draws to, as an address; it goes with the window.
  ///
  /// A context of the library's is current for the time of the call.
  package var glSurface: UInt? {
    quartz_window_gl_surface(window).map { UInt(bitPattern: $0) }
  }

  /// Shows the window.
  package func show() { quartz_window_show(window) }

  /// Asks the desktop for another size; an event says when and whether it has it.
  package func resize(width: Int, height: Int) {
    quartz_window_set_size(window, Self.side(width), Self.side(height))
  }

  /// The size now; nil if there is nothing to draw on.
  package var size: Size? {
    var (width, height, pixelWidth, pixelHeight): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard quartz_window_size(window, &width, &height, &pixelWidth, &pixelHeight) == 0 else {
      return nil
    }
    return Size(
      width: Int(width),
      height: Int(height),
      pixelWidth: Int(pixelWidth),
      pixelHeight: Int(pixelHeight)
    )
  }

  /// The usual frames a second, where the monitor says none.
  private static let usualRate = 60.0

  /// The frames a second of the monitor that shows the window.
  package var refreshRate: Double {
    let rate = quartz_window_refresh(window)
    return rate > 0 ? Double(rate) : Self.usualRate
  }

  /// Copies parts of a picture to the window; the user sees them after `present(_:)`.
  ///
  /// - Parameters:
  ///   - pixels: R, G, B, A bytes of an opaque picture, rows from the top.
  ///   - width: In pixels.
  ///   - height: In pixels.
  ///   - damage: The parts.
  /// - Returns: Whether the window has the picture's size.
  package func copy(
    _ pixels: UnsafeRawPointer,
    width: Int,
    height: Int,
    _ damage: Damage
  ) -> Bool {
    guard let size, size.pixelWidth == width, size.pixelHeight == height else { return false }
    return copy(pixels, width: width, height: height, x: 0, y: 0, damage)
  }

  /// Copies parts of a picture to a place in the window; what lies outside is left out.
  ///
  /// - Parameters:
  ///   - x: The picture's left edge in the window, in pixels.
  ///   - y: Its upper edge.
  /// - Returns: Whether there is something to draw on.
  // Long because: the picture's memory, its size, its place and its parts.
  func copy(
    _ pixels: UnsafeRawPointer,
    width: Int,
    height: Int,
    x: Int32,
    y: Int32,
    _ damage: Damage
  ) -> Bool {
    let picture = quartz_window_picture(
      pixels: pixels,
      width: Int32(width),
      height: Int32(height),
      row_bytes: Int32(width * 4),
      x: x,
      y: y
    )
    return withParts(damage) { parts in
      quartz_window_copy(window, picture, parts.baseAddress, Int32(parts.count)) == 0
    }
  }

  /// Fills a part of the window with a colour, 0xRRGGBB.
  package func fill(_ rect: PixelRect, _ color: UInt32) {
    quartz_window_fill(window, quartz_window_rect(rect), color)
  }

  /// Shows the changed parts.
  package func present(_ damage: Damage) {
    withParts(damage) { _ = quartz_window_present(window, $0.baseAddress, Int32($0.count)) }
  }

  private func withParts<Result>(
    _ damage: Damage,
    _ body: (UnsafeBufferPointer<quartz_window_rect>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: quartz_window_rect.self, capacity: Damage.capacity) { parts in
      for index in 0..<damage.count {
        parts.initializeElement(at: index, to: quartz_window_rect(damage[index]))
      }
      return body(UnsafeBufferPointer(rebasing: parts[..<damage.count]))
    }
  }
}

extension quartz_window_rect {
  init(_ rect: PixelRect) {
    self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height)
  }
}
