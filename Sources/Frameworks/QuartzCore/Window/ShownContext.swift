// The window that shows a context: the side of the thread of windows.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzMath
import QuartzModel
import QuartzSharing
import QuartzWindow
import Synchronization

/// A context that the thread of windows draws and shows.
///
/// The program's thread asks for changes, and takes events; all else belongs to the thread of
/// windows.
// Safe because: what both threads use has a lock; the rest is used on the thread of windows alone.
final class ShownContext: @unchecked Sendable {
  /// A message to the program's thread.
  enum Message: Sendable {
    case event(OutputEvent)
    /// The window has another size in points, or another scale.
    case resized(CGSize, scale: Double)
    case closed(CAContext.Window.Ending)
  }

  private struct Inbox: Sendable {
    var messages = EventBacklog<Message>()
    var isTold = false
    var tell: (@Sendable () -> Void)?
  }

  private let source: any WindowSource
  private let inbox = Mutex(Inbox())
  // On the thread of windows; nil once it is closed.
  private(set) var window: SystemWindow?
  private(set) var period: Double
  private var isVisible = true
  private var isStale = true
  private var isClosed = false
  // Whether the failure of the last frame was reported.
  private var hasReported = false
  private var size: SystemWindow.Size?
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var input = WindowInput()

  /// Opens a window, from the program's thread.
  static func open(
    _ source: any WindowSource,
    title: String,
    _ size: CGSize
  ) throws(WindowError) -> ShownContext {
    // Commits and frames may come from several threads; it has a lock for them.
    let source = Transferred(source)
    return try WindowThread.open { system throws(WindowError) in
      let window = try SystemWindow(
        system,
        title: title,
        width: Int(size.width.rounded(.up)),
        height: Int(size.height.rounded(.up))
      )
      window.show()
      return ShownContext(source.value, window)
    }
  }

  private init(_ source: any WindowSource, _ window: SystemWindow) {
    self.source = source
    self.window = window
    period = 1 / window.refreshRate
  }

  deinit { memory.deallocate() }

  // MARK: The program's thread

  /// Does something on the thread of windows, unless the window is closed by then.
  func perform(_ body: @escaping @Sendable (ShownContext) -> Void) {
    WindowThread.perform { if !self.isClosed { body(self) } }
  }

  /// Closes the window.
  func close() {
    inbox.withLock { $0.tell = nil }
    perform { $0.isClosed = true }
  }

  /// Gives the window another size, in units of the desktop.
  func resize(_ size: CGSize) {
    let (width, height) = (Int(size.width.rounded(.up)), Int(size.height.rounded(.up)))
    perform {
      guard let window = $0.window, let now = window.size else { return }
      if (now.width, now.height) != (width, height) { window.resize(width: width, height: height) }
    }
  }

  /// Calls `tell`, on the thread of windows, when there are messages to take.
  func connect(_ tell: @escaping @Sendable () -> Void) {
    let isDue = inbox.withLock { inbox in
      inbox.tell = tell
      return inbox.isTold
    }
    if isDue { tell() }
  }

  /// Returns the messages since the last call.
  func takeEvents() -> [Message] {
    inbox.withLock { inbox in
      inbox.isTold = false
      return inbox.messages.take()
    }
  }

  // MARK: The thread of windows

  private func post(_ message: Message) {
    let tell = inbox.withLock { inbox -> (@Sendable () -> Void)? in
      inbox.messages.append(message)
      guard !inbox.isTold else { return nil }
      inbox.isTold = true
      return inbox.tell
    }
    tell?()
  }

  /// Closes the window of the desktop, if it is over.
  ///
  /// - Returns: Whether it is.
  func closeIfOver() -> Bool {
    guard isClosed else { return false }
    window = nil
    source.closeWindow()
    return true
  }

  /// Ends with the display.
  func lose() {
    isClosed = true
    post(.closed(.displayLost))
  }

  /// Draws what changed by a time, and shows it.
  func showFrame(at time: Double) {
    guard isVisible, !isClosed, let window, let size = window.size else { return }
    if size != self.size { follow(size) }
    let count = size.pixelWidth * size.pixelHeight * 4
    if memory.count != count {
      memory.deallocate()
      memory = .allocate(byteCount: count, alignment: 64)
      isStale = true
    }
    guard isStale || source.wantsFrame(at: time, rate: 1 / period) else { return }
    guard let base = memory.baseAddress else { return }
    // Until the program has given the context the window's size there is nothing to show.
    guard let damage = draw(at: time, base, size), !damage.isEmpty else { return }
    guard window.copy(base, width: size.pixelWidth, height: size.pixelHeight, damage) else {
      return isStale = true
    }
    isStale = false
    window.present(damage)
  }

  /// Returns the changed pixels; nil if there are none, or for a frame that fails.
  private func draw(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    _ size: SystemWindow.Size
  ) -> Damage? {
    do throws(CarrierError) {
      let damage = try source.update(
        at: time,
        memory,
        width: size.pixelWidth,
        height: size.pixelHeight,
        isWhole: isStale
      )
      hasReported = false
      return damage
    } catch {
      if !hasReported { Diagnostics.report("a window keeps its picture: \(error)") }
      hasReported = true
      return nil
    }
  }

  private func follow(_ size: SystemWindow.Size) {
    self.size = size
    isStale = true
    let points = CGSize(
      width: Double(size.pixelWidth) / size.scale,
      height: Double(size.pixelHeight) / size.scale
    )
    post(.resized(points, scale: size.scale))
  }

  /// Handles an event of the window.
  func take(_ event: WindowEvent) {
    let scale = size?.scale ?? 1
    for event in input.take(event, { Point($0.x / scale, $0.y / scale) }) { post(.event(event)) }
    switch event.kind {
    case .displayLost: lose()
    case .close:
      isClosed = true
      post(.closed(.user))
    case .changed: isStale = true
    case .visibility(let isSeen): (isVisible, isStale) = (isSeen, true)
    case .monitor:
      if let window { period = 1 / window.refreshRate }
      isStale = true
    case .focus, .pointer, .pointerLeft, .button, .wheel, .finger, .key, .text, .dropped: break
    }
  }

  /// Sends a key that typed nothing, once no event follows it.
  func settle() {
    if let event = input.settle() { post(.event(event)) }
  }
}

extension ShownContext.Message: MergedEvent {
  func merged(with next: Self) -> Self? {
    switch (self, next) {
    case (.event(let old), .event(let new)): old.merged(with: new).map { .event($0) }
    case (.resized, .resized): next
    default: nil
    }
  }

  var isMovement: Bool { if case .event(let event) = self { event.isMovement } else { false } }
}
