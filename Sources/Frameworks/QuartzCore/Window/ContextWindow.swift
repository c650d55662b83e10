// The window that shows a context: the program's side.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzSharing
import QuartzWindow
import Synchronization

extension CAContext {
  /// A window of the desktop that shows a context.
  ///
  /// It has as many of the desktop's units as the context has points, and the context's scale is
  /// that of the monitor. Frames are drawn at the monitor's refresh on a thread of their own, so
  /// that animations run while the program is busy. Where the picture is transparent, the window is
  /// black.
  ///
  /// When the user changes the window's size, or the monitor's scale changes, the context gets the
  /// new one; `setSize(_:scale:)` changes the window's size. A window that is minimised draws
  /// nothing until it is seen again.
  ///
  /// The window is open until the user closes it, `close()` is called, the context is gone, or the
  /// display is. `onClose` tells which. The context and its layers stay as they are, and can have
  /// another window.
  public final class Window {
    /// The reason why a window is closed.
    public enum Ending: Sendable {
      /// The program closed it, or let go of its context.
      case program
      /// The user closed it, or another program destroyed it.
      case user
      /// The display is gone, or refuses the window's picture.
      case displayLost
    }

    /// The title; a change shows at once.
    public var title: String {
      didSet { if title != oldValue { shown.perform { [title] in $0.window?.title = title } } }
    }
    /// Whether the window is open.
    public private(set) var isOpen = true
    /// Called once, when the window is closed, on the run loop of the thread that opened it.
    public var onClose: ((Ending) -> Void)?
    /// Called for each event, on the run loop of the thread that opened the window.
    public var onEvent: ((Event) -> Void)?

    let shown: ShownContext
    private let home = HomeLoop.current
    private weak var context: CAContext?
    private var isFollowing = false

    init(_ context: CAContext, _ shown: ShownContext, title: String) {
      self.context = context
      self.shown = shown
      self.title = title
    }

    deinit { shown.close() }

    /// Closes the window; `onClose` is called before this returns.
    public func close() { end(.program) }

    /// Takes events of the thread of windows to the program's.
    func connect() {
      // The window is used only on the run loop of the thread that it belongs to.
      let window = WeakTransferred(self)
      let home = home
      shown.connect { home.perform { window.object?.takeEvents() } }
    }

    private func takeEvents() {
      for event in shown.takeEvents() {
        guard isOpen else { return }
        switch event {
        case .closed(let ending): end(ending)
        case .event(let event): if let event = Event(event) { onEvent?(event) }
        case .resized(let size, let scale):
          follow(size, scale)
          onEvent?(Event(kind: .resized(size, scale: scale), timestamp: MonotonicClock.now))
        }
      }
    }

    private func follow(_ size: CGSize, _ scale: CGFloat) {
      // The window leads: a size that it has no more would be asked for.
      isFollowing = true
      defer { isFollowing = false }
      do throws(CAContextError) {
        try context?.setSize(size, scale: scale)
      } catch {
        Diagnostics.report("a window of \(size) shows nothing: \(error)")
      }
    }

    private func end(_ ending: Ending) {
      guard isOpen else { return }
      isOpen = false
      shown.close()
      if context?.window === self { context?.window = nil }
      onClose?(ending)
      (onClose, onEvent) = (nil, nil)
    }

    /// Gives the window the size of its context.
    func contextChanged(_ size: CGSize) { if !isFollowing { shown.resize(size) } }
  }

  /// Shows the context in a window of the desktop; a context that has one keeps it.
  ///
  ///     var options = CAContext.Options()
  ///     options.isRealTime = true
  ///     let context = try CAContext(size: CGSize(width: 480, height: 320), options: options)
  ///     context.layer = scene
  ///     let window = try context.showInWindow(title: "Scene")
  ///     window.onClose = { _ in exit(0) }
  ///     RunLoop.main.run()
  ///
  /// SDL 2 is loaded when the first window is opened; nothing else needs it.
  ///
  /// - Parameter title: The title of the window.
  /// - Returns: The window, which the context retains while it is open.
  /// A context that a render server draws may have a window, too: the server draws its frames, and
  /// this process shows what changed. It shows the frames of the server's successor when the server
  /// dies.
  ///
  /// - Throws: `CAContextError.refused` if there is no display or no SDL 2, and for a context that
  ///   does not run in real time.
  @discardableResult
  public func showInWindow(title: String) throws(CAContextError) -> Window {
    if let window {
      window.title = title
      return window
    }
    guard clock == nil else {
      throw .refused("a window needs a context in real time: options.isRealTime")
    }
    CATransaction.flush()
    let shown: ShownContext
    let source = try windowSource()
    do {
      shown = try ShownContext.open(source, title: title, size)
    } catch {
      source.closeWindow()
      throw .refused("\(error)")
    }
    let window = Window(self, shown, title: title)
    self.window = window
    window.connect()
    return window
  }

  /// The pictures of the context for a window.
  private func windowSource() throws(CAContextError) -> any WindowSource {
    if let carrier = carrier as? InProcessCarrier { return carrier }
    guard let carrier = carrier as? RemoteCarrier else {
      throw .refused("the context is drawn where no window gets its pictures from")
    }
    do {
      return try carrier.makeWindowPictures()
    } catch {
      throw .serverUnavailable("\(error)")
    }
  }
}
