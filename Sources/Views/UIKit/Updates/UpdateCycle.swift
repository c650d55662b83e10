// The updates of the program: their phases, and what begins them.
// Licensed under the MIT license; see LICENSE.
//
//     event ─────┐
//     tick ──────┼─▶ run ──▶ scheduled · event · display links · flush · complete
//     picture ───┘                                    │
//     commit of changes ──────▶ all phases around it ─┘ (only if no update is going on)
//
// Without enabled links nothing of this is in the way: events, ticks and commits go on as ever.

import QuartzCore

/// The updates of the program, for update links.
@MainActor
final class UpdateCycle {
  private struct WeakLink {
    weak var link: UIUpdateLink?
  }

  /// An update that goes on.
  private struct Update {
    /// The links that take part, with what they know of it.
    var links: [(link: UIUpdateLink, info: UIUpdateInfo)]
  }

  private var enabled: [WeakLink] = []
  private var update: Update?
  /// Whether the next commit will tell.
  private var isListening = false

  nonisolated init() {}

  private var links: [UIUpdateLink] { enabled.compactMap(\.link) }

  /// Takes a link that was enabled or disabled.
  func linkChanged(_ link: UIUpdateLink) {
    enabled.removeAll { $0.link == nil || $0.link === link }
    if link.isEnabled { enabled.append(WeakLink(link: link)) }
    link.updatePace()
    follow()
    listen()
  }

  /// Returns what a link knows of the update that is going on; or nil.
  func info(of link: UIUpdateLink) -> UIUpdateInfo? {
    update?.links.first { $0.link === link }?.info
  }

  /// Returns the update of a window that is going on; or nil.
  func info(for window: UIWindow?) -> UIUpdateInfo? {
    guard let context = window?.context else { return nil }
    return update?.links.first { $0.link.follows(context) }?.info
  }

  // MARK: Beginnings

  /// Handles an event, in an update of its window.
  func handle(in window: UIWindow?, _ body: () -> Void) {
    guard update == nil, let context = window?.context,
      links.contains(where: { $0.follows(context) })
    else { return body() }
    let time = context.currentTime
    run(context, at: time, event: body) { context.dispatchLinks(at: time) }
  }

  /// Lets contexts with links bring their frames here, and the others no longer.
  private func follow() {
    let links = links
    for context in UIApplication.shared.windows.compactMap(\.context) {
      guard links.contains(where: { $0.follows(context) }) else {
        context.onUpdate = nil
        continue
      }
      context.onUpdate = { [weak self, unowned context] time, dispatchLinks in
        onViewThread {
          guard let self else { return dispatchLinks() }
          self.run(context, at: time, event: {}, dispatchLinks)
        }
      }
    }
  }

  /// Hears of the next commit, if there are links.
  private func listen() {
    guard !isListening, !links.isEmpty else { return }
    isListening = CATransaction.onCommit(.preLayout) { [weak self] in
      onViewThread { self?.commitBegins() }
    }
  }

  /// Makes a commit that comes outside of updates one.
  private func commitBegins() {
    isListening = false
    let links = links
    // Views may have come to other windows, and windows to the screen.
    for link in links { link.updatePace() }
    follow()
    let isOwn = update == nil
    if isOwn {
      update = Update(
        links: links.compactMap { link in
          link.context.map { (link, UIUpdateInfo(time: $0.currentTime)) }
        }
      )
      for phase in Self.beforeEvent + Self.beforeLinks + Self.beforeCommit { call(phase) }
    }
    CATransaction.onCommit(.postCommit) { [weak self] in
      onViewThread { self?.commitEnds(isUpdate: isOwn) }
    }
  }

  private func commitEnds(isUpdate: Bool) {
    if isUpdate {
      for phase in Self.afterCommit { call(phase) }
      update = nil
    }
    listen()
  }

  // MARK: Phases

  private static let beforeEvent: [UIUpdateActionPhase] = [
    .afterUpdateScheduled, .beforeEventDispatch,
  ]
  private static let beforeLinks: [UIUpdateActionPhase] = [
    .afterEventDispatch, .beforeCADisplayLinkDispatch,
  ]
  private static let beforeCommit: [UIUpdateActionPhase] = [
    .afterCADisplayLinkDispatch, .beforeCATransactionCommit,
  ]
  private static let afterCommit: [UIUpdateActionPhase] = [
    .afterCATransactionCommit, .afterUpdateComplete,
  ]

  /// Goes through the phases of an update; inside of another one, only what the update is for is
  /// done.
  private func run(
    _ context: CAContext,
    at time: Double,
    event: () -> Void,
    _ dispatchLinks: () -> Void
  ) {
    let links = update == nil ? links.filter { $0.follows(context) } : []
    guard !links.isEmpty else {
      event()
      return dispatchLinks()
    }
    let info = UIUpdateInfo(time: time)
    update = Update(links: links.map { ($0, info) })
    defer { update = nil }
    for phase in Self.beforeEvent { call(phase) }
    event()
    for phase in Self.beforeLinks { call(phase) }
    dispatchLinks()
    for phase in Self.beforeCommit { call(phase) }
    CATransaction.flush()
    for phase in Self.afterCommit { call(phase) }
  }

  private func call(_ phase: UIUpdateActionPhase) {
    for (link, info) in update?.links ?? [] { link.call(phase, info) }
  }
}
