// The settings and the state of one animation block.
// Licensed under the MIT license; see LICENSE.
//
// While a block runs it is on a stack, and views give the layers' changes its animations:
//
//     view.alpha = 0 ──▶ layer asks for an action ──▶ the view ──▶ the block on top ──▶ animation
//
// The block's completion waits for all of them. Animations of layers that are in no window are
// dropped with the next commit, and are not finished.

import CoreGraphics
import Foundation
import QuartzCore

/// An animation block.
@MainActor
final class AnimationBlock {
  /// The timing of the animations.
  enum Timing {
    case curve(CAMediaTimingFunction)
    case spring(SpringTiming)
    case keyframes(KeyframeRecorder)
    case animator(AnimatorRecorder)
  }

  var duration: TimeInterval
  var delay: TimeInterval = 0
  var options: UIView.AnimationOptions
  var timing: Timing
  var repeatCount: Float = 0
  var autoreverses = false
  /// A time at which the animations begin; nil for now and the delay.
  var start: TimeInterval?
  /// Called when the first animation starts.
  var willStart: (() -> Void)?
  private var completion: ((Bool) -> Void)?
  private var endings: [() -> Void] = []
  private var waiting = 0
  private var isClosed = false
  private var isFinished = true
  private var hasStarted = false
  // Layers that got an animation while they were in no context.
  private var loose: [(layer: CALayer, key: String)] = []
  /// The views whose bounds changed, for the option to lay out.
  var resized: [UIView] = []
  /// The views whose arrangement of others changed, which the block animates.
  var rearranged: [UIView] = []

  init(
    duration: TimeInterval,
    options: UIView.AnimationOptions = [],
    timing: Timing? = nil,
    completion: ((Bool) -> Void)? = nil
  ) {
    self.duration = duration.isFinite ? duration : 0
    self.options = options
    self.timing = timing ?? .curve(options.curve.function)
    self.completion = completion
    if options.contains(.repeat) { repeatCount = .infinity }
    autoreverses = options.contains(.autoreverse)
  }

  func setCompletion(_ completion: @escaping (Bool) -> Void) { self.completion = completion }

  // MARK: The stack

  private static var stack: [AnimationBlock?] = []
  static var areEnabled = true

  /// The block whose animations are made now; nil if there is none.
  static var current: AnimationBlock? {
    guard areEnabled, let top = stack.last, let block = top else { return nil }
    return block
  }

  /// Calls `body` with a block, or without any, as the current one.
  static func with(_ block: AnimationBlock?, _ body: () -> Void) {
    stack.append(block)
    body()
    stack.removeLast()
  }

  static func push(_ block: AnimationBlock) { stack.append(block) }

  static func pop() -> AnimationBlock? { stack.popLast() ?? nil }

  /// Takes over what a block around it gives.
  func inherit() {
    guard let outer = AnimationBlock.current, outer.duration > 0 else { return }
    if !options.contains(.overrideInheritedDuration) { duration = outer.duration }
    if !options.contains(.overrideInheritedCurve) {
      switch (timing, outer.timing) {
      case (.curve, .curve), (.curve, .spring): timing = outer.timing
      case (.keyframes(let recorder), .curve(let function)): recorder.timingFunction = function
      default: break
      }
    }
    guard !options.contains(.overrideInheritedOptions) else { return }
    repeatCount = max(repeatCount, outer.repeatCount)
    autoreverses = autoreverses || outer.autoreverses
    options.formUnion(outer.options.intersection([.allowUserInteraction, .beginFromCurrentState]))
  }

  /// Runs the block's changes.
  func run(_ changes: () -> Void) {
    if let outer = AnimationBlock.current, case .animator(let recorder) = outer.timing,
      isPart(of: outer)
    {
      return run(changes, as: recorder, of: outer)
    }
    inherit()
    AnimationBlock.with(self, changes)
    finishChanges()
  }

  /// Whether the changes belong to the property animator whose block is around this one: unless
  /// they have a duration, a spring, a curve or a repetition of their own.
  private func isPart(of outer: AnimationBlock) -> Bool {
    if options.contains(.overrideInheritedDuration) || repeatCount > 0 || autoreverses {
      return false
    }
    return switch timing {
    case .curve: !options.contains(.overrideInheritedCurve)
    case .keyframes: true
    case .spring, .animator: false
    }
  }

  /// Runs changes that a property animator scrubs, pauses and turns round with its own.
  private func run(
    _ changes: () -> Void,
    as recorder: AnimatorRecorder,
    of outer: AnimationBlock
  ) {
    var mode = CAAnimationCalculationMode.linear
    if case .keyframes(let frames) = timing { mode = frames.mode }
    duration = outer.duration
    timing = .animator(recorder)
    let start = min(max(delay / duration, 0), 1)
    recorder.with(start: start, duration: 1 - start) {
      recorder.with(mode) {
        AnimationBlock.with(self, changes)
        layOutChanged()
      }
    }
    animationStarted()
    recorder.whenOver { [self] finished in
      isFinished = finished
      end()
    }
  }

  /// Lays out the views that changed, where their change or the block asks for it.
  private func layOutChanged() {
    AnimationBlock.with(self) {
      for view in rearranged { view.layoutIfNeeded() }
      guard options.contains(.layoutSubviews) else { return }
      for view in resized { view.layoutIfNeeded() }
    }
    (resized, rearranged) = ([], [])
  }

  /// Ends the changes: lays out, if asked to, and lets the completion come.
  func finishChanges() {
    layOutChanged()
    if case .keyframes(let recorder) = timing { recorder.install(for: self) }
    isClosed = true
    let loose = loose
    self.loose = []
    if !loose.isEmpty {
      CATransaction.performNextTurn {
        for (layer, key) in loose where !layer.isInContext { layer.removeAnimation(forKey: key) }
      }
    }
    if waiting == 0 { tellEnd() }
  }

  // MARK: Animations

  /// Gives an animation the timing of the block.
  func time(_ animation: CAAnimation, of layer: CALayer) {
    animation.duration = duration
    animation.fillMode = .both
    if repeatCount > 0 { animation.repeatCount = repeatCount }
    animation.autoreverses = autoreverses
    if let start {
      animation.beginTime = layer.convertTime(start, from: nil).asBeginTime
    } else if delay != 0 {
      animation.beginTime =
        (layer.convertTime(layer.contextTime, from: nil) + delay).asBeginTime
    }
    switch timing {
    case .curve(let function): animation.timingFunction = function
    case .keyframes(let recorder): animation.timingFunction = recorder.timingFunction
    case .spring, .animator: break
    }
  }

  /// Creates the animation of a key path, without values.
  func makeAnimation(_ keyPath: String, of layer: CALayer) -> CABasicAnimation {
    let animation: CABasicAnimation
    if case .spring(let spring) = timing {
      animation = spring.makeAnimation()
    } else {
      animation = CABasicAnimation()
    }
    animation.keyPath = keyPath
    time(animation, of: layer)
    return animation
  }

  /// Adds an animation to a layer and waits for its end.
  func add(_ animation: CAAnimation, to layer: CALayer, forKey key: String, of view: UIView?) {
    waiting += 1
    let holds = !options.contains(.allowUserInteraction)
    let watch = BlockWatch(self, holds ? view : nil)
    animation.delegate = watch
    layer.add(animation, forKey: key)
    if !layer.isInContext { loose.append((layer, key)) }
  }

  func animationStarted() {
    guard !hasStarted else { return }
    hasStarted = true
    willStart?()
    willStart = nil
  }

  func animationEnded(_ finished: Bool) {
    waiting -= 1
    if !finished { isFinished = false }
    if waiting == 0, isClosed { end() }
  }

  /// Calls the completion in the next turn: no animation was made.
  private func tellEnd() {
    guard completion != nil || willStart != nil || !endings.isEmpty else { return }
    CATransaction.performNextTurn { [self] in
      onViewThread {
        animationStarted()
        end()
      }
    }
  }

  private func end() {
    let (completion, endings) = (completion, endings)
    self.completion = nil
    self.endings = []
    for ending in endings { ending() }
    completion?(isFinished)
  }

  /// Calls `body` before the completion.
  func whenOver(_ body: @escaping () -> Void) {
    if case .animator(let recorder) = timing {
      recorder.whenOver { _ in body() }
    } else {
      endings.append(body)
    }
  }
}

extension CFTimeInterval {
  /// The time as that of a beginning: an animation takes 0 for the time of its commit.
  var asBeginTime: CFTimeInterval { self == 0 ? FilmBeginning.beginTime : self }
}

/// Hears of the start and the end of one animation of a block.
///
/// Animations call it on the thread that committed them, which has the views.
private final class BlockWatch: CAAnimationDelegate {
  private var block: AnimationBlock?
  private weak var view: UIView?

  @MainActor
  init(_ block: AnimationBlock, _ view: UIView?) {
    self.block = block
    self.view = view
    view?.ownExtras.blockingAnimations += 1
  }

  func animationDidStart(_ anim: CAAnimation) {
    let block = block
    onViewThread { block?.animationStarted() }
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    guard let block else { return }
    self.block = nil
    let view = view
    onViewThread {
      if let extras = view?.extras {
        extras.blockingAnimations = max(extras.blockingAnimations - 1, 0)
      }
      block.animationEnded(flag)
    }
  }
}
