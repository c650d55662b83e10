// Input in the windows of a render server, and the light of its screens.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzModel
import QuartzSharing

/// The way of a server's events to a context.
final class ContextEvents {
  fileprivate var onEvent: ((CAContext.Window.Event) -> Void)?
  fileprivate var source: ServerEvents?

  func close() {
    source?.close()
    (source, onEvent) = (nil, nil)
  }
}

extension CAContext {
  /// Called for each event of a window in which a render server shows the context, on the run loop
  /// of the thread that made the context; nil by default.
  ///
  ///     let context = try CAContext(server: path, size: size)
  ///     context.onEvent = { event in
  ///       if case .buttonDown(_, _, let point) = event.kind { press(at: point) }
  ///     }
  ///
  /// `quartzd --output window` has such windows. Their events are those of a window that the
  /// program opens itself, but for `resized`: the window follows the context. A layer of another
  /// program that shows this context passes on what happens over it. A program without a closure
  /// gets nothing, and the host of its layers gets what happens over them. Servers from before such
  /// events send none.
  ///
  /// A program that is busy gets the last place of the pointer, and at most 4096 events.
  public var onEvent: ((Window.Event) -> Void)? {
    get { events.onEvent }
    set {
      events.onEvent = newValue
      followEvents()
    }
  }

  /// Begins to read events, or ends that, as somebody wants them.
  ///
  /// An extended context wants to know the headroom of its screen.
  func followEvents() {
    guard let carrier = carrier as? RemoteCarrier else { return }
    guard events.onEvent != nil || configuration.range.isExtended else {
      events.source?.close()
      events.source = nil
      return
    }
    guard events.source == nil, clock == nil else { return }
    let home = home
    // The context is used only on the run loop of the thread that it belongs to.
    let context = WeakTransferred(self)
    do {
      let source = try carrier.makeEvents { home.perform { context.object?.takeEvents() } }
      events.source = source
    } catch {
      Diagnostics.report("a context hears of no events: \(error)")
    }
  }

  private func takeEvents() {
    for event in events.source?.take() ?? [] {
      if case .headroom(let headroom) = event.kind {
        follow(headroom)
      } else if let event = Window.Event(event) {
        events.onEvent?(event)
      }
    }
  }

  /// Takes the headroom of the screen that shows the context.
  private func follow(_ headroom: Double) {
    do throws(CAContextError) {
      try setHeadroom(CGFloat(headroom))
    } catch {
      Diagnostics.report("a context keeps its headroom: \(error)")
    }
  }
}
