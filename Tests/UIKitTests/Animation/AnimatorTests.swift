// Property animators.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Property animators", .serialized)
@MainActor
struct AnimatorTests {
  private let window = makeWindow()
  private let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
  private let journal = Journal()

  init() {
    window.addSubview(view)
    CATransaction.flush()
  }

  private func make(_ curve: UIView.AnimationCurve = .linear) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: 1, curve: curve) { view.center.x = 110 }
    animator.addCompletion { journal.note("\($0)") }
    return animator
  }

  private var x: CGFloat {
    get throws {
      CATransaction.flush()
      return try #require(view.layer.presentation()).position.x
    }
  }

  private func isNear(_ one: CGFloat, _ other: CGFloat) -> Bool { abs(one - other) < 1e-6 }

  @Test(
    "P1: it is inactive, active while it runs, and inactive after its completions",
    .shows(
      "UIViewPropertyAnimator",
      "UIViewPropertyAnimator.init(duration:curve:animations:)",
      "UIViewAnimating.startAnimation()",
      "UIViewAnimating.isRunning",
      "UIViewAnimating.fractionComplete",
      "UIViewImplicitlyAnimating.addCompletion(_:)"
    )
  )
  func run() throws {
    let animator = make()
    #expect(animator.state == .inactive && !animator.isRunning && view.center.x == 10)
    animator.startAnimation()
    #expect(animator.state == .active && animator.isRunning && view.center.x == 110)
    _ = try window.image(at: 0.25)
    #expect(try isNear(x, 35) && isNear(animator.fractionComplete, 0.25))
    _ = try window.image(at: 1)
    #expect(animator.state == .inactive && journal.lines == ["end"])
    #expect(try view.layer.animationKeys() == nil && isNear(x, 110))
  }

  @Test(
    "P1: a paused one is scrubbed, and goes on from there",
    .shows(
      "UIViewAnimating.pauseAnimation()",
      "UIViewAnimating.fractionComplete",
      "UIViewImplicitlyAnimating.continueAnimation(withTimingParameters:durationFactor:)"
    )
  )
  func scrub() throws {
    let animator = make()
    animator.pauseAnimation()
    #expect(animator.state == .active && !animator.isRunning)
    animator.fractionComplete = 0.4
    _ = try window.image(at: 3)
    #expect(try isNear(x, 50))
    animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    _ = try window.image(at: 3.3)
    #expect(try isNear(x, 80))
    _ = try window.image(at: 3.6)
    #expect(journal.lines == ["end"])
  }

  @Test(
    "P1: a pause keeps what shows, and an eased one is scrubbed by its way",
    .shows("UIViewAnimating.pauseAnimation()")
  )
  func pause() throws {
    let animator = make(.easeIn)
    animator.startAnimation()
    _ = try window.image(at: 0.5)
    let shown = try x
    animator.pauseAnimation()
    #expect(try isNear(x, shown))
    #expect(isNear(animator.fractionComplete, (shown - 10) / 100))
    animator.fractionComplete = 0.5
    #expect(try isNear(x, 60))
    animator.startAnimation()
    #expect(try isNear(x, 60))
    _ = try window.image(at: 2)
    #expect(journal.lines == ["end"])
  }

  @Test(
    "P1: turned round, f becomes 1 - f, and it ends at the start",
    .shows("UIViewAnimating.isReversed")
  )
  func reversal() throws {
    let animator = make(.easeInOut)
    animator.startAnimation()
    _ = try window.image(at: 0.3)
    let (shown, fraction) = (try x, animator.fractionComplete)
    animator.isReversed = true
    #expect(try isNear(animator.fractionComplete, 1 - fraction) && isNear(x, shown))
    _ = try window.image(at: 0.6 + 1e-9)
    #expect(animator.state == .inactive && journal.lines == ["start"])
    #expect(try view.center.x == 10 && isNear(x, 10))
  }

  @Test(
    "P1: only a stopped one finishes, and stop(true) is inactive without completions",
    .shows(
      "UIViewAnimating.stopAnimation(_:)",
      "UIViewAnimating.finishAnimation(at:)",
      "UIViewAnimatingPosition.end"
    )
  )
  func stop() throws {
    let animator = make()
    animator.startAnimation()
    _ = try window.image(at: 0.5)
    animator.finishAnimation(at: .end)
    #expect(animator.state == .active)
    animator.stopAnimation(false)
    #expect(animator.state == .stopped && isNear(view.center.x, 60))
    animator.finishAnimation(at: .start)
    #expect(animator.state == .inactive && view.center.x == 10 && journal.take() == ["start"])
    let other = make()
    other.startAnimation()
    _ = try window.image(at: 0.75)
    other.stopAnimation(true)
    #expect(other.state == .inactive && isNear(view.center.x, 35) && journal.lines.isEmpty)
  }

  @Test(
    "P1: one that pauses on completion stays active without completions",
    .shows("UIViewPropertyAnimator.pausesOnCompletion", "UIViewPropertyAnimator.scrubsLinearly")
  )
  func pausesOnCompletion() throws {
    let animator = make()
    animator.pausesOnCompletion = true
    animator.startAnimation()
    _ = try window.image(at: 2)
    #expect(animator.state == .active && !animator.isRunning && journal.lines.isEmpty)
    #expect(try isNear(animator.fractionComplete, 1) && isNear(x, 110))
    animator.isReversed = true
    animator.startAnimation()
    _ = try window.image(at: 2.5)
    #expect(try isNear(x, 60))
    #expect(UIViewPropertyAnimator(duration: 1, curve: .linear).scrubsLinearly)
  }

  @Test(
    "P1: a delay factor uses the rest of the time",
    .shows("UIViewImplicitlyAnimating.addAnimations(_:delayFactor:)")
  )
  func delayFactor() throws {
    let animator = make()
    animator.addAnimations({ view.alpha = 0 }, delayFactor: 0.5)
    animator.startAnimation()
    _ = try window.image(at: 0.5)
    #expect(view.layer.presentation()?.opacity == 1)
    _ = try window.image(at: 0.75)
    let shown = try #require(view.layer.presentation())
    #expect(isNear(CGFloat(shown.opacity), 0.5))
  }

  @Test(
    "P1: the rest may take another timing and another time",
    .shows(
      "UICubicTimingParameters.init(animationCurve:)",
      "UIViewImplicitlyAnimating.continueAnimation(withTimingParameters:durationFactor:)"
    )
  )
  func otherTiming() throws {
    let animator = make()
    animator.startAnimation()
    _ = try window.image(at: 0.5)
    animator.pauseAnimation()
    let curve = UICubicTimingParameters(animationCurve: .linear)
    animator.continueAnimation(withTimingParameters: curve, durationFactor: 2)
    _ = try window.image(at: 1.5)
    #expect(try isNear(x, 85))
    _ = try window.image(at: 2.5)
    #expect(try isNear(x, 110) && journal.lines == ["end"])
  }

  @Test(
    "A delay, springs, and a running one that nobody holds",
    .shows(
      "UIViewPropertyAnimator.runningPropertyAnimator(withDuration:delay:options:animations:completion:)",
      "UISpringTimingParameters",
      "UISpringTimingParameters.init(mass:stiffness:damping:initialVelocity:)",
      "UIViewPropertyAnimator.init(duration:timingParameters:)",
      "UIViewImplicitlyAnimating.addAnimations(_:)"
    )
  )
  func delayed() throws {
    UIViewPropertyAnimator.runningPropertyAnimator(withDuration: 1, delay: 1) {
      view.center.x = 110
    } completion: {
      journal.note("\($0)")
    }
    _ = try window.image(at: 0.9)
    #expect(try isNear(x, 10))
    _ = try window.image(at: 2)
    #expect(journal.take() == ["end"])
    let spring = UISpringTimingParameters(
      mass: 1,
      stiffness: 100,
      damping: 20,
      initialVelocity: .zero
    )
    let animator = UIViewPropertyAnimator(duration: 9, timingParameters: spring)
    #expect(animator.duration == spring.settlingDuration)
    animator.addAnimations { view.center.x = 10 }
    animator.startAnimation()
    _ = try window.image(at: 2.1)
    // Critically damped, w = 10: (1 + 1) e^-1 of the way is left.
    #expect(try isNear(x, 10 + 100 * 2 * CGFloat(exp(-1.0))))
  }
}
