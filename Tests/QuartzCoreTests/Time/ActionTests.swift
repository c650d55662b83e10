// The search for actions, and implicit animations.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct ActionTests {
  final class Recorder: CAAction {
    var events: [String] = []

    func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
      events.append(event)
    }
  }

  final class Delegate: CALayerDelegate {
    var answer: (any CAAction)?
    var asked: [String] = []

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      asked.append(event)
      return answer
    }
  }

  final class LayerWithDefault: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? {
      event == "opacity" ? CABasicAnimation(keyPath: "zPosition") : nil
    }
  }

  // MARK: Events

  /// AG-D-6.x2.
  @Test(
    .shows(
      "kCAOnOrderIn",
      "kCAOnOrderOut",
      "CAAction.run(forKey:object:arguments:)",
      "CALayer.actions",
      "CALayer.removeFromSuperlayer()"
    )
  ) func comingIntoSightAndGoingOut() {
    let (root, layer, recorder) = (CALayer(), CALayer(), Recorder())
    layer.actions = [kCAOnOrderIn: recorder, kCAOnOrderOut: recorder, "hidden": recorder]
    root.addSublayer(layer)
    #expect(recorder.events == ["onOrderIn"])
    layer.isHidden = true
    layer.isHidden = false
    #expect(recorder.events == ["onOrderIn", "hidden", "onOrderOut", "hidden", "onOrderIn"])
    recorder.events = []
    root.sublayers = [layer, CALayer()]
    #expect(recorder.events.isEmpty)
    root.sublayers = nil
    root.insertSublayer(layer, at: 0)
    layer.removeFromSuperlayer()
    #expect(recorder.events == ["onOrderOut", "onOrderIn", "onOrderOut"])
  }

  /// AG-D-L6.2.
  @Test func orderOutIsNotRunWithActionsOff() {
    let (root, layer, recorder) = (CALayer(), CALayer(), Recorder())
    root.addSublayer(layer)
    layer.actions = [kCAOnOrderOut: recorder]
    withoutActions { layer.removeFromSuperlayer() }
    #expect(recorder.events.isEmpty && root.sublayers == nil)
  }

  @Test func theSuperlayersListHasActionsToo() {
    let (root, layer, recorder) = (CALayer(), CALayer(), Recorder())
    root.actions = ["sublayers": recorder]
    root.addSublayer(layer)
    layer.removeFromSuperlayer()
    root.sublayers = [layer]
    #expect(recorder.events == ["sublayers", "sublayers", "sublayers"])
  }

  /// ZL-D-6.12.
  @Test(.shows("kCATransition", "CALayer.animationKeys()"))
  func aTransitionAsActionIsTheLayersOnlyOne() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let push = CATransition()
    push.type = .push
    layer.actions = ["backgroundColor": push]
    layer.backgroundColor = CGColor(gray: 0, alpha: 1)
    layer.add(CATransition(), forKey: "mine")
    #expect(layer.animationKeys() == [kCATransition])
    let shown = layer.animation(forKey: kCATransition) as? CATransition
    #expect(shown?.type == .fade)
    let recorder = Recorder()
    layer.actions = [kCATransition: recorder]
    layer.add(CATransition(), forKey: nil)
    #expect(recorder.events == ["transition"])
    layer.actions = [kCATransition: push]
    layer.add(CATransition(), forKey: nil)
    #expect(layer.animationKeys() == [kCATransition])
  }

  // MARK: Search

  @Test(.shows("CALayerDelegate.action(for:forKey:)")) func delegateComesFirst() {
    let (layer, delegate, other) = (CALayer(), Delegate(), Recorder())
    let recorder = Recorder()
    delegate.answer = recorder
    layer.delegate = delegate
    layer.actions = ["opacity": other]
    layer.opacity = 0.5
    #expect(recorder.events == ["opacity"] && other.events.isEmpty)
    #expect(delegate.asked == ["opacity"])
  }

  @Test func delegatesNilGoesOn() {
    let (layer, delegate, recorder) = (CALayer(), Delegate(), Recorder())
    layer.delegate = delegate
    layer.actions = ["opacity": recorder]
    layer.opacity = 0.5
    #expect(recorder.events == ["opacity"])
  }

  @Test(.shows("CALayerDelegate.action(for:forKey:)", "CALayer.action(forKey:)"))
  func nullStopsTheSearch() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let delegate = Delegate()
    delegate.answer = NSNull()
    layer.delegate = delegate
    layer.actions = ["opacity": Recorder()]
    layer.opacity = 0.5
    #expect(layer.action(forKey: "opacity") == nil)
    layer.delegate = nil
    layer.actions = ["opacity": NSNull()]
    layer.opacity = 0.25
    #expect(layer.animationKeys() == nil)
  }

  /// AG-D-6.x1.
  @Test(.shows("CALayer.defaultAction(forKey:)", "CALayer.action(forKey:)"))
  func classDefaultComesBeforeTheImplicitOne() {
    let stage = CoreStage()
    let layer = LayerWithDefault()
    _ = stage.addLayer(layer)
    #expect((layer.action(forKey: "opacity") as? CABasicAnimation)?.keyPath == "zPosition")
    #expect((layer.action(forKey: "zPosition") as? CABasicAnimation)?.keyPath == "zPosition")
    #expect(layer.action(forKey: "name") == nil)
  }

  @Test(.shows("CALayer.action(forKey:)", "CAAction.run(forKey:object:arguments:)"))
  func theActionRunsAfterTheChangeAndIsFoundBefore() {
    final class Watcher: CALayer {
      var found: [Float] = []
      override func action(forKey event: String) -> (any CAAction)? {
        found.append(opacity)
        return super.action(forKey: event)
      }
    }
    final class Reader: CAAction {
      var seen: Float = -1
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        seen = (anObject as? CALayer)?.opacity ?? -2
      }
    }
    let (layer, reader) = (Watcher(), Reader())
    layer.actions = ["opacity": reader]
    layer.opacity = 0.5
    #expect(layer.found == [1])
    #expect(reader.seen == 0.5)
  }

  @Test func disabledActionsAreNotLookedFor() {
    let (layer, delegate) = (CALayer(), Delegate())
    layer.delegate = delegate
    withoutActions { layer.opacity = 0.5 }
    #expect(delegate.asked.isEmpty)
    layer.opacity = 0.25
    #expect(delegate.asked == ["opacity"])
  }

  @Test func ownKeysHaveActionsToo() {
    let (layer, recorder) = (CALayer(), Recorder())
    layer.actions = ["mood": recorder, "name": recorder]
    layer.setValue("good", forKey: "mood")
    layer.name = "x"
    #expect(recorder.events == ["mood", "name"])
  }

  @Test func anAnimationAsActionStartsFromWhatIsShown() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let action = CABasicAnimation()
    action.duration = 3
    layer.actions = ["position": action]
    layer.position = CGPoint(x: 10, y: 0)
    let animation = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
    #expect(animation.keyPath == "position" && animation.duration == 3)
    #expect(animation.fromValue as? CGPoint == .zero)
    #expect(action.fromValue == nil && action.keyPath == nil)
  }

  // MARK: Implicit animations

  @Test(.shows("CALayer.animationKeys()"), .recorded("no-implicit-when-detached"))
  func aLayerOutsideOfContextsGetsNone() {
    let layer = CALayer()
    layer.opacity = 0.5
    #expect(layer.animationKeys() == nil)
  }

  @Test func aLayerThatIsNotCommittedGetsNone() {
    let stage = CoreStage()
    let layer = CALayer()
    stage.root.addSublayer(layer)
    layer.opacity = 0.5
    #expect(layer.animationKeys() == nil)
  }

  @Test func aLayerThatWasRemovedGetsNone() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.removeFromSuperlayer()
    layer.opacity = 0.5
    #expect(layer.animationKeys() == nil)
  }

  @Test func everyAnimatableRowAndNoOther() {
    for row in PropertyTable.all {
      let stage = CoreStage()
      let layer = row.layerClass.makeLayer()
      withoutActions { stage.root.addSublayer(layer) }
      CATransaction.flush()
      layer.setValue(KeyValueCodingTests.sample(row), forKey: row.name)
      // AG-B.03 and B.07: a transition.
      let isExchanged = [.compositingFilter, .backgroundFilters].contains(row.id)
      let key = isExchanged ? kCATransition : row.name
      let isAnimated = row.animatesImplicitly || isExchanged
      #expect(layer.animationKeys() == (isAnimated ? [key] : nil), "\(row.name)")
      let lines = Lines.during { CATransaction.flush() }
      #expect(lines.isEmpty, "\(row.name)")
    }
  }

  /// AG-D-TB.1: the implied animations of the guide's table, row by row as it is printed there.
  @Test func impliedAnimationsOfTheGuidesTable() throws {
    let gray = CGColor(gray: 0.5, alpha: 1)
    let large = CATransform3DMakeScale(2, 2, 1)
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    let table: [(key: String, value: Any)] = [
      ("anchorPoint", CGPoint(x: 1, y: 0)), ("backgroundColor", gray), ("borderColor", gray),
      ("borderWidth", 2), ("bounds", unit),
      ("contentsRect", CGRect(x: 0, y: 0, width: 0.5, height: 1)),
      ("cornerRadius", 3), ("hidden", true), ("masksToBounds", true), ("opacity", 0.5),
      ("position", CGPoint(x: 9, y: 9)), ("shadowColor", gray),
      ("shadowOffset", CGSize(width: 1, height: 1)), ("shadowOpacity", 0.5),
      ("shadowPath", CGPath(rect: unit, transform: nil)), ("shadowRadius", 5),
      ("sublayerTransform", large), ("transform", large), ("zPosition", 4),
    ]
    for (key, value) in table {
      for duration in [nil, 3.0] {
        let stage = CoreStage()
        let layer = stage.addLayer()
        if let duration { CATransaction.setAnimationDuration(duration) }
        layer.setValue(value, forKey: key)
        #expect(layer.animationKeys() == [key])
        let animation = try #require(layer.animation(forKey: key))
        #expect(type(of: animation) == CABasicAnimation.self, "\(key)")
        #expect((animation as? CABasicAnimation)?.keyPath == key)
        #expect(animation.duration == duration ?? 0.25, "\(key)")
        CATransaction.flush()
      }
    }
  }

  /// AG-B.11 and AG-B.30: these have none.
  @Test func noImpliedAnimations() {
    let table: [(key: String, value: Any)] = [
      ("contentsGravity", "center"), ("opaque", true), ("geometryFlipped", true), ("name", "it"),
      ("autoresizingMask", 2), ("drawsAsynchronously", true),
    ]
    for (key, value) in table {
      let stage = CoreStage()
      let layer = stage.addLayer()
      layer.setValue(value, forKey: key)
      #expect(layer.animationKeys() == nil, "\(key)")
    }
  }

  /// AG-D-TB.2.
  @Test func durationCurveAndStart() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.position = CGPoint(x: 100, y: 0)
    let animation = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
    #expect(animation.duration == 0.25)
    #expect(animation.timingFunction == CAMediaTimingFunction(name: .default))
    #expect(animation.fromValue as? CGPoint == .zero)
    #expect(animation.toValue == nil && animation.byValue == nil)
    let commit = try stage.commit()
    #expect(commit.changes.count == 1 && commit.animations.count == 1)
  }

  @Test(
    .shows("CATransaction.setAnimationDuration(_:)", "CATransaction.setAnimationTimingFunction(_:)")
  ) func durationAndCurveOfTheTransaction() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    CATransaction.begin()
    CATransaction.setAnimationDuration(4)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.zPosition = 100
    CATransaction.commit()
    let animation = try #require(layer.animation(forKey: "zPosition"))
    #expect(animation.duration == 4)
    stage.clock.advance(by: 1)
    #expect(layer.presentation()?.zPosition == 25)
  }

  @Test func aColorFromNothingFadesIn() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect((layer.animation(forKey: "backgroundColor") as? CABasicAnimation)?.fromValue is NSNull)
    stage.clock.advance(by: 0.125)
    let color = try stage.serverPresentation(layer, at: 0.125).value(.backgroundColor).color
    #expect(color?.alpha == 0.5 && color?.red == 1)
  }

  @Test func aSecondChangeStartsFromWhatIsShown() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position = CGPoint(x: 100, y: 0)
    CATransaction.commit()
    stage.clock.advance(by: 0.5)
    layer.position = CGPoint(x: 0, y: 100)
    let animation = try #require(layer.animation(forKey: "position") as? CABasicAnimation)
    #expect(animation.fromValue as? CGPoint == CGPoint(x: 50, y: 0))
    #expect(layer.animationKeys() == ["position"])
  }

  @Test func twoChangesInATransactionStartFromWhatIsShown() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.zPosition = 10
    layer.zPosition = 20
    let animation = layer.animation(forKey: "zPosition") as? CABasicAnimation
    #expect(animation?.fromValue as? Double == 0)
  }

  @Test func propertiesAnimateOnTheirOwn() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    CATransaction.begin()
    CATransaction.setAnimationDuration(4)
    layer.position = CGPoint(x: 100, y: 0)
    CATransaction.commit()
    stage.clock.advance(by: 1)
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    CATransaction.flush()
    #expect(layer.animationKeys() == ["position", "backgroundColor"])
    stage.clock.advance(by: 1)
    #expect(layer.animationKeys() == ["position"])
  }

  @Test func frameAnimatesPositionAndBounds() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    #expect(layer.animationKeys() == ["position", "bounds"])
  }
}
