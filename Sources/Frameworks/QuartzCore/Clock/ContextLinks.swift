// The display links of a context, and who brackets their calls.
// Licensed under the MIT license; see LICENSE.

/// The links to the frames of a context.
///
/// To be used under the lock of layers.
struct ContextLinks {
  private struct Entry {
    weak var link: CADisplayLink?
    /// The same link, where the context itself calls it and so retains it.
    var retained: CADisplayLink?
  }

  private var entries: [Entry] = []

  /// The links, in the order in which they were made.
  var all: [CADisplayLink] { entries.compactMap { $0.retained ?? $0.link } }

  /// - Parameter isRetained: Whether the link lives until it is removed.
  mutating func add(_ link: CADisplayLink, isRetained: Bool) {
    entries.removeAll { $0.link == nil }
    entries.append(Entry(link: link, retained: isRetained ? link : nil))
  }

  mutating func remove(_ link: CADisplayLink) {
    entries.removeAll { $0.link === link || $0.retained === link }
  }
}

/// The work of an update around the calls of display links.
///
/// - Parameters:
///   - time: That of the frame that the update is for, in seconds of the context's clock.
///   - dispatchLinks: Makes the calls; to be called once.
package typealias UpdateBody = (_ time: Double, _ dispatchLinks: () -> Void) -> Void

extension CAContext {
  /// Calls a link with every picture, unless it waits for ticks.
  func adopt(_ link: CADisplayLink) {
    link.context = self
    LayerLock.with { links.add(link, isRetained: clock != nil) }
    link.onInvalidate = { [weak self, unowned link] in
      LayerLock.with { self?.links.remove(link) }
    }
  }

  /// Makes the calls of the context's display links for the frame of a time.
  ///
  /// In real time these are the calls that wait for the run loop that runs now.
  package func dispatchLinks(at time: Double) {
    for link in LayerLock.with({ links.all }) {
      if clock == nil { link.deliverIfHere() } else { link.fire(for: time) }
    }
  }

  /// Makes the calls of the display links for a picture, within an update if somebody asks for it.
  func update(at time: Double) {
    guard let onUpdate else { return dispatchLinks(at: time) }
    onUpdate(time) { dispatchLinks(at: time) }
  }

  /// Makes the calls of a tick within an update, if somebody asks for it on this thread.
  func update(for tick: FrameTick) {
    if home.isHere, onUpdate != nil { update(at: tick.time + tick.period) }
  }
}
