// Property animators whose values change in parts of the time, and blocks within them.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Parts of property animators", .serialized)
@MainActor
struct AnimatorPartTests {
  private let window = makeWindow()
  private let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
  private let journal = Journal()

  init() {
    window.addSubview(view)
    CATransaction.flush()
  }

  /// The values on the screen after a commit: the position, and the opacity.
  private var shown: (x: Double, alpha: Double) {
    get throws {
      CATransaction.flush()
      let layer = try #require(view.layer.presentation())
      return (round(layer.position.x), round(Double(layer.opacity)))
    }
  }

  private func round(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }

  /// Key frames without a duration: 10 to 110 and back to 10, while the view fades out and in.
  private func keyframes(_ options: UIView.KeyframeAnimationOptions = []) {
    UIView.animateKeyframes(withDuration: 0, delay: 0, options: options) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
        view.center.x = 110
        view.alpha = 0
      }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
        view.center.x = 10
        view.alpha = 1
      }
    } completion: {
      journal.note("frames \($0)")
    }
  }

  private func make() -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { keyframes() }
    animator.addCompletion { journal.note("\($0)") }
    return animator
  }

  @Test(
    "Key frames without a duration take the duration and the curve of the block around them",
    .shows("UIView.animateKeyframes(withDuration:delay:options:animations:completion:)")
  )
  func block() throws {
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { keyframes() }
    let animation = try #require(view.layer.animation(forKey: "position"))
    #expect(animation.duration == 2)
    #expect(animation.timingFunction == CAMediaTimingFunction(name: .linear))
    _ = try window.image(at: 0.5)
    #expect(try shown == (60, 0.5))
    _ = try window.image(at: 1.5)
    #expect(try shown == (60, 0.5) && journal.lines.isEmpty)
    _ = try window.image(at: 2)
    #expect(try shown == (10, 1) && journal.lines == ["frames true"])
  }

  @Test(
    "Key frames in a property animator are scrubbed, paused and turned round with it",
    .shows(
      "UIViewPropertyAnimator.fractionComplete",
      "UIViewPropertyAnimator.isReversed",
      "UIViewPropertyAnimator.pauseAnimation()"
    )
  )
  func animator() throws {
    let animator = make()
    animator.fractionComplete = 0.25
    #expect(try shown == (60, 0.5))
    _ = try window.image(at: 5)
    #expect(try shown == (60, 0.5))
    animator.fractionComplete = 0.75
    #expect(try shown == (60, 0.5))
    animator.fractionComplete = 0.5
    #expect(try shown == (110, 0))
    animator.isReversed = true
    animator.startAnimation()
    _ = try window.image(at: 5.25)
    #expect(try shown == (60, 0.5) && journal.lines.isEmpty)
    _ = try window.image(at: 5.5)
    #expect(animator.state == .inactive && journal.lines == ["frames false", "start"])
    #expect(try shown == (10, 1))
  }

  @Test(
    "Key frames in a property animator stop with it, and go on in another time",
    .shows(
      "UIViewPropertyAnimator.stopAnimation(_:)",
      "UIViewPropertyAnimator.continueAnimation(withTimingParameters:durationFactor:)"
    )
  )
  func rest() throws {
    let animator = make()
    animator.fractionComplete = 0.25
    animator.continueAnimation(withTimingParameters: nil, durationFactor: 3)
    _ = try window.image(at: 1)
    #expect(try shown == (110, 0))
    _ = try window.image(at: 2)
    #expect(try shown == (60, 0.5))
    animator.stopAnimation(true)
    #expect(view.center.x == 60 && view.layer.animationKeys() == nil)
    #expect(journal.lines == ["frames false"])
    (view.center.x, view.alpha) = (10, 1)
    let back = make()
    back.fractionComplete = 0.25
    back.isReversed = true
    back.continueAnimation(withTimingParameters: nil, durationFactor: 0.5)
    _ = try window.image(at: 2.25)
    #expect(try shown == (35, 0.75))
    _ = try window.image(at: 2.5)
    #expect(try shown == (10, 1) && journal.lines.last == "start")
  }

  @Test(
    "Key frames in a property animator keep their way between values",
    .shows("UIView.KeyframeAnimationOptions.calculationModeDiscrete")
  )
  func discrete() throws {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      keyframes([.calculationModeDiscrete])
    }
    animator.fractionComplete = 0.25
    #expect(try shown == (10, 1))
    animator.fractionComplete = 0.75
    #expect(try shown == (110, 0))
    animator.stopAnimation(true)
  }

  @Test(
    "A block in a property animator belongs to it, unless it has a duration of its own",
    .shows("UIView.AnimationOptions.overrideInheritedDuration")
  )
  func nested() throws {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
      UIView.animate(withDuration: 9) { view.center.x = 110 }
      UIView.animate(withDuration: 4, delay: 0, options: [.overrideInheritedDuration]) {
        view.alpha = 0
      }
    }
    animator.fractionComplete = 0.5
    #expect(try shown.x == 60)
    #expect(view.layer.animation(forKey: "opacity")?.duration == 4)
    animator.stopAnimation(true)
  }

  @Test(
    "The end of an animator has the value of the later part, the start that of the first",
    .shows(
      "UIViewPropertyAnimator.finishAnimation(at:)",
      "UIViewAnimatingPosition.end",
      "UIViewAnimatingPosition.start",
      "UIViewAnimatingPosition.current"
    )
  )
  func ends() throws {
    func stopped() -> UIViewPropertyAnimator {
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
      animator.addAnimations {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) {
          view.center.x = 110
          view.alpha = 0.5
        }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          view.center.x = 210
          view.alpha = 0
        }
      }
      animator.fractionComplete = 0.75
      animator.stopAnimation(false)
      return animator
    }
    var animator = stopped()
    #expect(view.center.x == 160 && round(view.alpha) == 0.25)
    animator.finishAnimation(at: .end)
    #expect(view.center.x == 210 && view.alpha == 0)
    (view.center.x, view.alpha) = (10, 1)
    animator = stopped()
    animator.finishAnimation(at: .start)
    #expect(view.center.x == 10 && view.alpha == 1)
    animator = stopped()
    animator.finishAnimation(at: .current)
    #expect(view.center.x == 160 && round(view.alpha) == 0.25)
  }

  @Test(
    "A presentation shows what is on the screen, whatever the turn has changed since",
    .shows("CALayer.presentation()")
  )
  func sameTurn() throws {
    let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.center.x = 110 }
    animator.startAnimation()
    _ = try window.image(at: 0.25)
    func now() throws -> Double { round(try #require(view.layer.presentation()).position.x) }
    animator.pauseAnimation()
    #expect(try now() == 35)
    animator.fractionComplete = 0.75
    #expect(try now() == 35)
    CATransaction.flush()
    #expect(try now() == 85)
    animator.isReversed = true
    animator.startAnimation()
    #expect(try now() == 85)
    _ = try window.image(at: 0.5)
    #expect(try now() == 60)
    view.layer.removeAllAnimations()
    #expect(try now() == 60)
    CATransaction.flush()
    #expect(try now() == 110)
    animator.stopAnimation(true)
  }
}
