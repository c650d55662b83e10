// How the picture of a context comes to the screen.
// Licensed under the MIT license; see LICENSE.
//
// The screen shows the context that was opened first, of those that are there; black if there is none.
// While a flip is on its way the context is not drawn by itself: the flip is what its next frame waits
// for, and its time is the one that the frame shows. A screen without a refresh of its own only has the
// frame wait. A picture that a client asks for is drawn at once
// and comes to the screen with the next flip.
//
// One loop has the screen: the one whose client owns the context that is shown. It hands the screen on
// between two flips, or leaves it black in the directory when no client has a context.

import QuartzGLES
import QuartzPlan

/// A screen and what it shows.
// Safe because: one loop has it at a time, or the directory, and whoever hands it on forgets it.
struct ScreenState: @unchecked Sendable {
  let screen: any Screen
  /// The picture that was drawn last; nil before the first one.
  var shown: Shown?

  struct Shown: Equatable {
    var picture: ScreenPicture?
    /// Which of the context's frames it is.
    var frame = 0
  }
}

extension RenderLoop {
  /// The context that the screen shows.
  private var screenContext: ServedContext? {
    tokens.values.min { $0.renderer.context < $1.renderer.context }
  }

  /// Whether a context waits for a flip.
  func waitsForFlip(_ context: ServedContext) -> Bool {
    guard let state = screenState, state.screen.isFlipping else { return false }
    return state.shown?.picture?.context == context.renderer.context
  }

  /// Takes note of a flip.
  func takeFlip() {
    guard let state = screenState else { return }
    do {
      guard let time = try state.screen.takeFlip()?.time else { return }
      let number = state.shown?.picture?.context
      let context = tokens.values.first { $0.renderer.context == number }
      context?.didFlip(at: time, interval: 1 / state.screen.refreshRate)
    } catch {
      giveUpScreen(because: error)
    }
  }

  /// Shows what has changed; black at first.
  ///
  /// A screen that cannot be drawn to any more, because another program has taken it or it is gone, is
  /// given up.
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

  /// Whether this loop has no screen, or one that it may leave: black, and not on its way to be.
  var isScreenAtRest: Bool {
    guard let state = screenState else { return true }
    return !state.screen.isFlipping && state.shown?.picture == nil
  }

  private func giveUpScreen(because error: ScreenError) {
    logger.error("the screen is given up: \(error)")
    screenState = nil
  }

  /// Shows what has changed.
  private func show(on state: ScreenState) throws(ScreenError) {
    var next = ScreenState.Shown()
    // A context that was not drawn yet has no picture.
    if let context = screenContext, context.framesDrawn > 0 {
      next.picture = ScreenPicture(
        context: context.renderer.context,
        width: context.configuration.width,
        height: context.configuration.height
      )
      next.frame = context.framesDrawn
    }
    guard next != state.shown else { return }
    do {
      try state.screen.draw(next.picture, by: backend)
    } catch {
      guard error == .contextLost else { throw ScreenError("\(error)") }
      // All contexts are drawn anew, and come to the screen with their next frames.
      replaceBackend()
      return
    }
    try state.screen.flip()
    screenState?.shown = next
  }
}

extension ScreenState {
  /// Shows black, before there is any loop.
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
