// The animations that blocks make; the numbers of the facts are those of the specification.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
import UIKit

@Suite("Animation blocks", .serialized)
@MainActor
struct BlockTests {
  private let window = makeWindow()
  private let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))

  init() {
    window.addSubview(view)
    CATransaction.flush()
  }

  private func basic(_ key: String) throws -> CABasicAnimation {
    try #require(view.layer.animation(forKey: key) as? CABasicAnimation)
  }

  @Test("A1: actions are NSNull outside of blocks and basic animations within them")
  func actions() {
    #expect(view.action(for: view.layer, forKey: "position") is NSNull)
    #expect(view.action(for: view.layer, forKey: "opacity") is NSNull)
    UIView.animate(withDuration: 1) {
      #expect(view.action(for: view.layer, forKey: "position") is CABasicAnimation)
      #expect(view.action(for: view.layer, forKey: "opacity") is CABasicAnimation)
      #expect(view.action(for: view.layer, forKey: "zPosition") is NSNull)
    }
    view.center.x += 5
    #expect(view.layer.animationKeys() == nil)
  }

  @Test(
    "A2: animations are differences that run out, additive, filled both ways, eased",
    .shows("UIView.animate(withDuration:animations:completion:)", "UIView.center")
  )
  func additive() throws {
    UIView.animate(withDuration: 0.5) { view.center = CGPoint(x: 110, y: 60) }
    let animation = try basic("position")
    #expect(animation.isAdditive && animation.fillMode == .both && animation.duration == 0.5)
    #expect(animation.fromValue as? CGPoint == CGPoint(x: -100, y: -50))
    #expect(animation.toValue as? CGPoint == .zero)
    #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    #expect(animation.keyPath == "position" && type(of: animation) == CABasicAnimation.self)
  }

  @Test(
    "A2: a transform's difference runs out to the identity, and the picture starts at the old one",
    .shows("UIView.transform", "UIView.AnimationOptions.curveLinear")
  )
  func transforms() throws {
    view.transform = CGAffineTransform(scaleX: 2, y: 1)
    CATransaction.flush()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      view.transform = CGAffineTransform(rotationAngle: 1).translatedBy(x: 3, y: 4)
    }
    let animation = try basic("transform")
    #expect(animation.isAdditive)
    let to = try #require(animation.toValue as? CATransform3D)
    #expect(CATransform3DIsIdentity(to))
    CATransaction.flush()
    let shown = try #require(view.layer.presentation()?.affineTransform())
    #expect(abs(shown.a - 2) < 1e-9 && abs(shown.b) < 1e-9 && abs(shown.tx) < 1e-9)
    _ = try window.image(at: 1)
    let end = try #require(view.layer.presentation()?.affineTransform())
    #expect(abs(end.a - cos(1)) < 1e-9)
  }

  @Test("A3: a frame animates position, and origin and size of the bounds", .shows("UIView.frame"))
  func frames() throws {
    UIView.animate(withDuration: 1) { view.frame = CGRect(x: 10, y: 10, width: 60, height: 40) }
    #expect(view.layer.animationKeys() == ["position", "bounds.origin", "bounds.size"])
    #expect(try basic("bounds.size").fromValue as? CGSize == CGSize(width: -40, height: -20))
    _ = try window.image()
    #expect(view.layer.presentation()?.frame == CGRect(x: 0, y: 0, width: 20, height: 20))
    _ = try window.image(at: 0.5)
    #expect(view.layer.presentation()?.bounds.size == CGSize(width: 40, height: 30))
  }

  @Test("A4: which keys animate, and which of them add up")
  func keys() throws {
    UIView.animate(withDuration: 1) {
      view.layer.cornerRadius = 4
      view.alpha = 0.5
      view.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      view.layer.anchorPoint = CGPoint(x: 0, y: 0)
      view.layer.shadowOpacity = 0.5
      view.layer.borderWidth = 3
      view.layer.borderColor = CGColor(gray: 1, alpha: 1)
      view.layer.shadowColor = CGColor(gray: 1, alpha: 1)
      view.layer.shadowOffset = CGSize(width: 3, height: 3)
      view.layer.shadowRadius = 9
      view.layer.zPosition = 9
      view.layer.contents = nil
    }
    let keys = Set(view.layer.animationKeys() ?? [])
    #expect(
      keys == ["cornerRadius", "opacity", "backgroundColor", "anchorPoint", "shadowOpacity"]
    )
    #expect(try basic("cornerRadius").isAdditive)
    for key in ["opacity", "backgroundColor", "anchorPoint", "shadowOpacity"] {
      #expect(try !basic(key).isAdditive)
    }
  }

  @Test(
    "A5: a second animation of position gets another key, and both add up",
    .shows("UIView.animate(withDuration:delay:options:animations:completion:)")
  )
  func second() throws {
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x = 110 }
    _ = try window.image(at: 0.5)
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.center.x = 10 }
    #expect(view.layer.animationKeys() == ["position", "position-2"])
    CATransaction.flush()
    // 60 at the moment of the change: no jump.
    #expect(view.layer.presentation()?.position.x == 60)
    _ = try window.image(at: 0.75)
    // The first is at 110 - 25, the second adds 75 of 100.
    let shown = try #require(view.layer.presentation())
    #expect(abs(shown.position.x - (10 - 25 + 75)) < 1e-9)
  }

  @Test(
    "A6, A7: opacity begins at the model value, as a Float, or at the one that shows",
    .shows("UIView.AnimationOptions.beginFromCurrentState", "UIView.alpha")
  )
  func currentState() throws {
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.alpha = 0 }
    #expect(try basic("opacity").fromValue as? Float == 1)
    _ = try window.image(at: 0.5)
    UIView.animate(withDuration: 1) { view.alpha = 0.2 }
    #expect(try basic("opacity").fromValue as? Float == 0)
    view.layer.removeAllAnimations()
    view.alpha = 1
    CATransaction.flush()
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { view.alpha = 0 }
    _ = try window.image(at: 1)
    UIView.animate(withDuration: 1, delay: 0, options: .beginFromCurrentState) { view.alpha = 1 }
    #expect(try basic("opacity").fromValue as? Float == 0.5)
    UIView.animate(withDuration: 1) { view.center.x += 1 }
    #expect(try basic("position").fromValue is CGPoint)
  }

  @Test(
    "A8: begin and commit take 0.2 seconds by default and tell a delegate",
    .shows(
      "UIView.setAnimationDelegate(_:)",
      "UIView.setAnimationWillStart(_:)",
      "UIView.setAnimationDidStop(_:)",
      "UIView.beginAnimations(_:context:)",
      "UIView.commitAnimations()"
    )
  )
  func beginCommit() throws {
    final class Listener: UIResponder {
      var calls: [String] = []
      func start(_ name: String) { calls.append("start \(name)") }
      func stop(_ name: String, _ finished: NSNumber) {
        calls.append("stop \(name) \(finished.boolValue)")
      }
    }
    let listener = Listener()
    UIView.beginAnimations("move", context: nil)
    UIView.setAnimationDelegate(listener)
    UIView.setAnimationWillStart(Selector("start:", Listener.start))
    UIView.setAnimationDidStop(Selector("stop:finished:context:", Listener.stop))
    view.center.x = 50
    #expect(try basic("position").duration == 0.2)
    UIView.commitAnimations()
    UIView.commitAnimations()
    _ = try window.image(at: 0.1)
    #expect(listener.calls == ["start move"])
    _ = try window.image(at: 0.2)
    #expect(listener.calls == ["start move", "stop move true"])
  }

  @Test(
    "A9: a duration of 0 sets values at once and completes in the next turn",
    .shows("UIView.animate(withDuration:animations:completion:)")
  )
  func zero() throws {
    let journal = Journal()
    UIView.animate(withDuration: 0) {
      view.alpha = 0
    } completion: { finished in
      journal.note("\(finished)")
    }
    #expect(view.alpha == 0 && view.layer.animationKeys() == nil && journal.lines.isEmpty)
    _ = try window.image()
    #expect(journal.lines == ["true"])
  }

  @Test("A9: a chain of blocks of duration 0 takes no time")
  func chain() throws {
    UIView.animate(withDuration: 0) {
    } completion: { _ in
      UIView.animate(withDuration: 0) {
      } completion: { _ in
        UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { self.view.alpha = 0 }
      }
    }
    _ = try window.image(at: 0.5)
    #expect(view.layer.presentation()?.opacity == 0.5)
  }

  @Test("A9: completions that start blocks for ever reach a limit that is stated")
  func endless() {
    var isOver = false
    @MainActor func again() {
      if isOver { return }
      UIView.animate(withDuration: 0, animations: {}, completion: { _ in again() })
    }
    again()
    #expect(throws: CAContextError.self) { try window.image(at: 1) }
    isOver = true
    CATransaction.flush()
  }

  @Test(
    "A10: options have the bits of UIKit",
    .shows(
      "UIView.AnimationOptions.repeat",
      "UIView.AnimationOptions.autoreverse",
      "UIView.AnimationOptions.overrideInheritedDuration",
      "UIView.AnimationOptions.overrideInheritedCurve",
      "UIView.AnimationOptions.allowAnimatedContent",
      "UIView.AnimationOptions.showHideTransitionViews",
      "UIView.AnimationOptions.overrideInheritedOptions",
      "UIView.AnimationOptions",
      "UIView.AnimationOptions.layoutSubviews",
      "UIView.AnimationOptions.allowUserInteraction",
      "UIView.AnimationOptions.beginFromCurrentState",
      "UIView.AnimationOptions.curveLinear",
      "UIView.AnimationOptions.transitionCrossDissolve"
    )
  )
  func bits() {
    #expect(UIView.AnimationOptions.layoutSubviews.rawValue == 1)
    #expect(UIView.AnimationOptions.allowUserInteraction.rawValue == 2)
    #expect(UIView.AnimationOptions.beginFromCurrentState.rawValue == 4)
    #expect(UIView.AnimationOptions.repeat.rawValue == 8)
    #expect(UIView.AnimationOptions.autoreverse.rawValue == 16)
    #expect(UIView.AnimationOptions.overrideInheritedDuration.rawValue == 32)
    #expect(UIView.AnimationOptions.overrideInheritedCurve.rawValue == 64)
    #expect(UIView.AnimationOptions.allowAnimatedContent.rawValue == 128)
    #expect(UIView.AnimationOptions.showHideTransitionViews.rawValue == 256)
    #expect(UIView.AnimationOptions.overrideInheritedOptions.rawValue == 512)
    #expect(UIView.AnimationOptions.curveLinear.rawValue == 3 << 16)
    #expect(UIView.AnimationOptions.transitionCrossDissolve.rawValue == 5 << 20)
  }

  @Test(
    "A11: during a delay the old state shows",
    .shows("UIView.animate(withDuration:delay:options:animations:completion:)")
  )
  func delay() throws {
    UIView.animate(withDuration: 1, delay: 1, options: .curveLinear) {
      view.center.x = 110
      view.alpha = 0
    }
    _ = try window.image(at: 0.9)
    #expect(view.layer.presentation()?.position.x == 10)
    #expect(view.layer.presentation()?.opacity == 1)
    _ = try window.image(at: 1.5)
    #expect(view.layer.presentation()?.position.x == 60)
  }

  @Test(
    "A12: key frames make one animation with the times of the frames",
    .shows(
      "UIView.animateKeyframes(withDuration:delay:options:animations:completion:)",
      "UIView.addKeyframe(withRelativeStartTime:relativeDuration:animations:)"
    )
  )
  func keyframes() throws {
    UIView.animateKeyframes(withDuration: 2, delay: 0) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { view.center.x = 20 }
      UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 40 }
    }
    let animation = try #require(
      view.layer.animation(forKey: "position") as? CAKeyframeAnimation
    )
    #expect(animation.keyTimes?.map(\.doubleValue) == [0, 0.25, 0.5, 1])
    #expect(animation.values?.compactMap { ($0 as? CGPoint)?.x } == [10, 20, 20, 40])
    #expect(animation.calculationMode == .linear && animation.fillMode == .both)
    #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
    let linear = UIView.KeyframeAnimationOptions(
      rawValue: UIView.AnimationOptions.curveLinear.rawValue
    )
    UIView.animateKeyframes(withDuration: 2, delay: 0, options: [linear]) {
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.alpha = 0 }
    }
    _ = try window.image(at: 0.5)
    #expect(view.layer.presentation()?.opacity == 0.5)
  }

  @Test(
    "A13: a transition removes and adds views, or hides and shows them",
    .shows(
      "UIView.AnimationOptions.showHideTransitionViews",
      "UIView.transition(from:to:duration:options:completion:)",
      "UIView.AnimationOptions.transitionCrossDissolve"
    )
  )
  func transitionFromTo() throws {
    let other = UIView(frame: view.frame)
    UIView.transition(from: view, to: other, duration: 1, options: .transitionCrossDissolve)
    #expect(view.superview == nil && other.superview === window)
    #expect(window.layer.animationKeys() == [kCATransition])
    other.isHidden = true
    window.addSubview(view)
    let options: UIView.AnimationOptions = [.showHideTransitionViews, .transitionCrossDissolve]
    UIView.transition(from: view, to: other, duration: 0, options: options)
    #expect(view.isHidden && !other.isHidden && view.superview === window)
    _ = try window.image(at: 2)
    #expect(window.layer.animationKeys() == nil)
  }

  @Test("A14: animations of a view in no window are dropped and have not finished")
  func noWindow() throws {
    let journal = Journal()
    let loose = UIView()
    UIView.animate(withDuration: 1) {
      loose.alpha = 0
    } completion: {
      journal.note("\($0)")
    }
    #expect(loose.layer.animationKeys() == ["opacity"])
    _ = try window.image(at: 0.01)
    _ = try window.image(at: 0.02)
    #expect(loose.layer.animationKeys() == nil && journal.lines == ["false"])
  }

  @Test(
    "Completions come when the last animation has ended, or was replaced",
    .shows("UIView.animate(withDuration:animations:completion:)")
  )
  func completions() throws {
    let journal = Journal()
    UIView.animate(withDuration: 1) {
      view.center.x = 50
      view.alpha = 0
    } completion: {
      journal.note("one \($0)")
    }
    _ = try window.image(at: 0.5)
    UIView.animate(withDuration: 1) {
      view.alpha = 1
    } completion: {
      journal.note("two \($0)")
    }
    _ = try window.image(at: 0.9)
    #expect(journal.lines.isEmpty)
    _ = try window.image(at: 1)
    #expect(journal.lines == ["one false"])
    _ = try window.image(at: 1.5)
    #expect(journal.lines == ["one false", "two true"])
  }

  @Test(
    "Nested blocks take over duration and curve, unless they override them",
    .shows(
      "UIView.AnimationOptions.overrideInheritedDuration",
      "UIView.AnimationOptions.overrideInheritedCurve",
      "UIView.inheritedAnimationDuration",
      "UIView.performWithoutAnimation(_:)",
      "UIView.setAnimationsEnabled(_:)"
    )
  )
  func nested() throws {
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
      #expect(UIView.inheritedAnimationDuration == 2)
      UIView.animate(withDuration: 0.5) { view.alpha = 0 }
      let own: UIView.AnimationOptions = [.overrideInheritedDuration, .overrideInheritedCurve]
      UIView.animate(withDuration: 0.5, delay: 0, options: own) { view.center.x = 50 }
      UIView.performWithoutAnimation { view.layer.cornerRadius = 3 }
    }
    #expect(UIView.inheritedAnimationDuration == 0)
    #expect(try basic("opacity").duration == 2)
    #expect(try basic("opacity").timingFunction == CAMediaTimingFunction(name: .linear))
    #expect(try basic("position").duration == 0.5)
    let eased = CAMediaTimingFunction(name: .easeInEaseOut)
    #expect(try basic("position").timingFunction == eased)
    #expect(view.layer.animation(forKey: "cornerRadius") == nil)
    UIView.setAnimationsEnabled(false)
    UIView.animate(withDuration: 1) { view.layer.cornerRadius = 9 }
    UIView.setAnimationsEnabled(true)
    #expect(view.layer.animation(forKey: "cornerRadius") == nil)
  }

  @Test(
    "Repetition, and the way back",
    .shows("UIView.AnimationOptions.repeat", "UIView.AnimationOptions.autoreverse")
  )
  func repetition() throws {
    UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
      view.center.x = 110
    }
    #expect(try basic("position").repeatCount == .infinity)
    _ = try window.image(at: 3.25)
    let shown = try #require(view.layer.presentation())
    #expect(abs(shown.position.x - 85) < 1e-6)
  }

  @Test(
    "A view without interaction while it is animated is not hit, unless the option says so",
    .shows("UIView.AnimationOptions.allowUserInteraction")
  )
  func touches() throws {
    UIView.animate(withDuration: 1) { view.alpha = 0.5 }
    #expect(window.hitTest(CGPoint(x: 5, y: 5), with: nil) === window)
    _ = try window.image(at: 1)
    #expect(window.hitTest(CGPoint(x: 5, y: 5), with: nil) === view)
    UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) { view.alpha = 1 }
    #expect(window.hitTest(CGPoint(x: 5, y: 5), with: nil) === view)
  }

  @Test(
    "The option to lay out animates what the layout changes",
    .shows("UIView.AnimationOptions.layoutSubviews", "UIView.layoutIfNeeded()")
  )
  func layout() throws {
    final class Laying: UIView {
      let inner = UIView()
      override func layoutSubviews() { inner.frame = bounds }
    }
    let outer = Laying(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    outer.addSubview(outer.inner)
    window.addSubview(outer)
    _ = try window.image()
    UIView.animate(withDuration: 1, delay: 0, options: .layoutSubviews) {
      outer.frame.size.width = 80
    }
    #expect(outer.inner.layer.animation(forKey: "bounds.size") != nil)
    UIView.animate(withDuration: 1) {
      outer.frame.size.width = 100
      outer.layoutIfNeeded()
    }
    #expect(outer.inner.layer.animation(forKey: "bounds.size-2") != nil)
  }

  @Test(
    "A view that animates a key of its own takes super's animation as a pattern",
    .shows("UIView.layerClass")
  )
  func ownKey() throws {
    final class Ring: UIView {
      override class var layerClass: AnyClass { CAShapeLayer.self }
      override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        guard event == "strokeEnd",
          let animation = super.action(for: layer, forKey: "backgroundColor") as? CABasicAnimation
        else { return super.action(for: layer, forKey: event) }
        animation.keyPath = event
        animation.fromValue = layer.value(forKey: event)
        return animation
      }
    }
    let ring = Ring()
    window.addSubview(ring)
    CATransaction.flush()
    let shape = try #require(ring.layer as? CAShapeLayer)
    let journal = Journal()
    UIView.animate(withDuration: 1) {
      shape.strokeEnd = 0
    } completion: {
      journal.note("\($0)")
    }
    let animation = try #require(shape.animation(forKey: "strokeEnd") as? CABasicAnimation)
    #expect(animation.keyPath == "strokeEnd" && animation.duration == 1)
    _ = try window.image(at: 1)
    #expect(journal.lines == ["true"])
  }

  @Test("A view that is let go of in its own completion is no problem")
  func selfRelease() throws {
    var short: UIView? = UIView()
    weak let weakView = short
    window.addSubview(try #require(short))
    UIView.animate(withDuration: 0.1) {
      short?.alpha = 0
    } completion: { _ in
      weakView?.removeFromSuperview()
    }
    short = nil
    _ = try window.image(at: 0.2)
    _ = try window.image(at: 0.3)
    #expect(weakView == nil)
  }
}
