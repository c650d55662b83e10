// The display of a context's picture on the screen.
// Licensed under the MIT license; see LICENSE.
//
// The screen shows the open context that was opened first, of those that no layer hosts; black if
// there is none. While a flip is
// pending, the context draws no frame of its own: its next frame waits for the flip and shows the
// flip's time. A screen without a refresh of its own only delays the frame. A picture that a client
// requests is drawn at once and appears with the next flip.
//
// One loop has the screen: the loop of the client that owns the shown context. It passes the screen
// on between two flips, or leaves it black in the directory when no client has a context.

import QuartzGLES
import QuartzPlan
import QuartzSharing

/// A screen and its picture.
///
/// One loop has it at a time, or the directory, and whoever hands it on forgets it.
struct ScreenState: Sendable {
  private let handed: Transferred<any Screen>
  var screen: any Screen { handed.value }
  /// The picture that was drawn last; nil before the first one.
  var shown: Shown?

  init(screen: any Screen) { handed = Transferred(screen) }

  struct Shown: Equatable {
    var picture: ScreenPicture?
    /// The number of the context's frame.
    var frame = 0
  }
}

extension RenderLoop {
  /// The context that the screen shows.
  private var screenContext: ServedContext? {
    tokens.values.filter { !$0.isOffered }.min { $0.renderer.context < $1.renderer.context }
  }

  /// Whether a context waits for a flip.
  func waitsForFlip(_ context: ServedContext) -> Bool {
    guard let state = screenState, state.screen.isFlipping else { return false }
    return state.shown?.picture?.context == context.renderer.context
  }

  /// Handles a flip.
  func takeFlip() {
    guard let state = screenState else { return }
    do {
      let flip = try state.screen.takeFlip()
      for line in state.screen.takeNews() { logger.notice("\(line)") }
      guard let time = flip?.time else { return }
      let number = state.shown?.picture?.context
      let context = tokens.values.first { $0.renderer.context == number }
      context?.didFlip(at: time, interval: 1 / state.screen.refreshRate)
    } catch {
      giveUpScreen(because: error)
    }
  }

  /// Shows the changes; black at first.
  ///
  /// A screen that can no longer be drawn to, because another program has taken it or it is gone,
  /// is abandoned.
  func updateScreen() {
    guard directory.hasScreen else { return }
    let owner = directory.screenOwner
    if screenState == nil, let owner, clients[owner] != nil {
      screenState = directory.claimScreen(for: owner)
    }
    guard let state = screenState, !state.screen.isFlipping else { return }
    if let owner, clients[owner] == nil, directory.passScreen(state) {
      screenState = nil
      return
    }
    do {
      try show(on: state)
    } catch {
      giveUpScreen(because: error)
    }
  }

  /// Whether this loop has no screen, or one that it may leave: black, without a pending flip.
  var isScreenAtRest: Bool {
    guard let state = screenState else { return true }
    return !state.screen.isFlipping && state.shown?.picture == nil
  }

  private func giveUpScreen(because error: ScreenError) {
    logger.error("the screen is given up: \(error)")
    screenState = nil
  }

  /// Shows the changes.
  private func show(on state: ScreenState) throws(ScreenError) {
    var next = ScreenState.Shown()
    // A context that was not drawn yet has no picture.
    if let context = screenContext, context.framesDrawn > 0 {
      next.picture = ScreenPicture(
        context: context.renderer.context,
        width: context.configuration.width,
        height: context.configuration.height,
        range: context.configuration.range
      )
      next.frame = context.framesDrawn
    }
    guard next != state.shown || state.screen.isStale else { return }
    do {
      let drawer = screenContext?.renderer.backend ?? backend
      try state.screen.draw(next.picture, by: drawer)
    } catch {
      guard error == .contextLost else { throw ScreenError("\(error)") }
      // All contexts are redrawn, and appear on the screen with their next frames.
      replaceBackend()
      return
    }
    try state.screen.flip()
    for line in state.screen.takeNews() { logger.notice("\(line)") }
    screenState?.shown = next
    // Those of a context's own thread alone hear of it: the screen shows one of this loop.
    if next.picture != nil, let context = screenContext {
      tellHeadroom(state.screen.headroom, to: context)
    }
  }
}

extension ScreenState {
  /// Shows black before any loop exists.
  mutating func showBlack(by backend: any RenderBackend) throws(ScreenError) {
    do {
      try screen.draw(nil, by: backend)
    } catch {
      throw ScreenError("\(error)")
    }
    try screen.flip()
    shown = Shown()
  }
}
