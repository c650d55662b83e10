// Calls with each frame, for motions that programs watch.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore

/// Calls for a view with each frame of its window, up to a time.
///
/// It retains nothing of the view, and ends with it.
@MainActor
final class FrameTicker {
  private weak var view: UIView?
  private let call: (UIView, CFTimeInterval) -> Void
  private let end: CFTimeInterval
  private var link: CADisplayLink?
  private var last: ViewClock.Call?

  /// - Parameters:
  ///   - view: A view in a window.
  ///   - end: The time after which one more call is the last, in seconds of the context's clock;
  ///     infinity for no end.
  ///   - call: Gets the view and the time of the frame.
  init(
    _ view: UIView,
    until end: CFTimeInterval,
    _ call: @escaping (UIView, CFTimeInterval) -> Void
  ) {
    self.view = view
    self.end = end
    self.call = call
    guard let context = view.window?.context else { return }
    let link = context.displayLink(target: self, selector: FrameTicker.tick)
    link.add(to: .current, forMode: .common)
    self.link = link
    // A clock that is moved without a picture comes by the end, too.
    let rest = end - context.currentTime
    guard rest.isFinite else { return }
    last = ViewClock.call(after: rest, in: view.window) { [weak self] in self?.tick(at: end) }
  }

  nonisolated private func tick(_ link: CADisplayLink) {
    let time = link.targetTimestamp
    onViewThread { tick(at: time) }
  }

  private func tick(at time: CFTimeInterval) {
    guard let view else { return cancel() }
    if time >= end { cancel() }
    call(view, time)
  }

  /// Ends the calls.
  func cancel() {
    link?.invalidate()
    link = nil
    last?.cancel()
    last = nil
  }
}
