// The states of state machines, as a layer plays them.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension LottieStateMachine.State {
  /// How often the part is played.
  ///
  /// A state that repeats without a count does so without end; a count is that of the repetitions
  /// after the first time.
  public var loopMode: LottieLoopMode {
    let isEndless = isLooping && loopCount == 0
    return switch mode {
    case .forward, .reverse: isEndless ? .loop : .repeat(1 + loopCount)
    case .bounce, .reverseBounce: isEndless ? .autoReverse : .repeatBackwards(1 + loopCount)
    }
  }

  /// The speed, negative for states that begin at the end of their part.
  public var animationSpeed: Double {
    switch mode {
    case .forward, .bounce: speed
    case .reverse, .reverseBounce: -speed
    }
  }

  /// The seconds of an animation that the state shows; nil if the animation has no such part.
  public func part(of animation: LottieAnimation) -> Range<TimeInterval>? {
    guard let segment else { return 0..<animation.duration }
    return animation.markerSeconds(named: segment)
  }

  /// The seconds from its start until it ends or begins anew.
  ///
  /// - Returns: Nil if it stands still, or the animation has no such part.
  public func duration(in animation: LottieAnimation) -> TimeInterval? {
    guard isPlaying, speed > 0, let part = part(of: animation) else { return nil }
    let mode = loopMode
    let passes = (mode.count.isFinite ? mode.count : 1) * (mode.isReversing ? 2 : 1)
    return (part.upperBound - part.lowerBound) * passes / speed
  }
}

extension LottieLayer {
  /// Shows a state of a state machine: its part of the animation, played as the state says, or the
  /// moment at which it would begin.
  ///
  /// The state's animation and theme are the caller's to set: `State.animation` names one of the
  /// archive, and `LottieMachineRun.requests` has the theme.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before, if the state does not play, or if there is no such part.
  public func play(_ state: LottieStateMachine.State, completion: ((Bool) -> Void)? = nil) {
    play(state, at: nil, completion: completion)
  }

  /// Shows a state from a moment of the layer's time on; nil is now.
  package func play(
    _ state: LottieStateMachine.State,
    at begin: TimeInterval?,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let animation, let part = state.part(of: animation) else {
      completion?(false)
      return
    }
    loopMode = state.loopMode
    animationSpeed = state.animationSpeed
    if state.isPlaying, state.speed > 0 {
      play(seconds: part, at: begin, completion)
    } else {
      currentTime = animationSpeed < 0 ? part.upperBound : part.lowerBound
      completion?(false)
    }
  }
}
