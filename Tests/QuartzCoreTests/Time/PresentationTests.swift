// Presentation values: the client's equal those of the server.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct PresentationTests {
  private func fade(_ from: Any?, _ to: Any?, _ keyPath: String = "opacity") -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = 1
    return animation
  }

  @Test(.shows("CALayer.presentation()")) func nilBeforeTheFirstCommit() {
    let stage = CoreStage()
    let layer = CALayer()
    #expect(layer.presentation() == nil)
    stage.root.addSublayer(layer)
    #expect(layer.presentation() == nil)
    CATransaction.flush()
    #expect(layer.presentation() != nil)
    layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(layer.presentation() == nil)
  }

  @Test(.shows("CALayer.model()", "CALayer.presentation()")) func modelIsTheLayerItself() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let presentation = try #require(layer.presentation())
    #expect(presentation !== layer)
    #expect(presentation.model() === layer)
    #expect(layer.model() === layer)
    #expect(presentation.presentation() === presentation)
  }

  @Test func showsWhatWasCommittedNotWhatWasSet() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    withoutActions { layer.backgroundColor = color }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.opacity = 0.5
    layer.backgroundColor = nil
    layer.contents = Images.checkers
    let presentation = try #require(layer.presentation())
    #expect(presentation.opacity == 1)
    #expect(presentation.backgroundColor?.components == color.components)
    #expect(presentation.contents == nil)
    CATransaction.commit()
    #expect(layer.presentation()?.opacity == 0.5)
    #expect(layer.presentation()?.contents as? CGImage === Images.checkers)
  }

  /// LW-F-7.4.
  @Test(.shows("CALayer.presentation()")) func valuesInTime() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.add(fade(0, 1), forKey: "fade")
    #expect(layer.presentation()?.opacity == 1)
    CATransaction.flush()
    #expect(layer.presentation()?.opacity == 0)
    stage.clock.advance(by: 0.25)
    #expect(layer.presentation()?.opacity == 0.25)
    #expect(layer.opacity == 1)
    stage.clock.advance(by: 0.5)
    #expect(layer.presentation()?.opacity == 0.75)
    stage.clock.advance(by: 0.25)
    #expect(layer.presentation()?.opacity == 1)
    #expect(layer.animationKeys() == nil)
  }

  @Test func subclassAndItsProperties() throws {
    final class Badge: CALayer {
      var count = 0
      override init() {
        super.init()
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }
      override init(layer: Any) {
        count = (layer as? Badge)?.count ?? 0
        super.init(layer: layer)
      }
    }
    let stage = CoreStage()
    let layer = Badge()
    layer.count = 7
    _ = stage.addLayer(layer)
    let presentation = try #require(layer.presentation())
    #expect(presentation.count == 7)
  }

  /// AG-D-F1.10.
  @Test func theTreeOfPresentationLayers() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.add(fade(0, 1), forKey: "fade")
    stage.clock.advance(by: 0.5)
    let root = try #require(stage.root.presentation())
    let child = try #require(root.sublayers?.first)
    #expect(child.opacity == 0.5 && child.model() === layer)
    #expect(child.superlayer?.model() === stage.root)
  }

  @Test func changingAPresentationLayerChangesNothing() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let presentation = try #require(layer.presentation())
    presentation.opacity = 0.1
    CATransaction.flush()
    #expect(stage.carrier.commits.isEmpty && layer.opacity == 1)
    #expect(presentation.animationKeys() == nil)
  }

  @Test(arguments: [0, 0.1, 0.3, 0.5, 0.77, 1, 1.5, 2.25])
  func clientAndServerShowTheSame(_ time: Double) throws {
    let stage = CoreStage()
    let middle = CALayer()
    middle.speed = 0.7
    middle.timeOffset = 0.1
    let layer = CALayer()
    layer.beginTime = 0.05
    layer.speed = 1.3
    middle.addSublayer(layer)
    _ = stage.addLayer(middle)
    layer.contents = Images.checkers
    let move = fade(CGPoint(x: 0, y: 0), CGPoint(x: 30, y: 7), "position")
    move.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    move.autoreverses = true
    layer.add(move, forKey: "move")
    layer.add(fade(0, 3, "transform.rotation.z"), forKey: "turn")
    layer.add(fade(1, 2, "transform.scale"), forKey: "grow")
    let color = fade(
      NSNull(),
      CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1),
      "backgroundColor"
    )
    layer.add(color, forKey: nil)
    let other = Images.make([UInt8](repeating: 255, count: 16))
    layer.add(fade(other, nil, "contents"), forKey: "swap")
    let shake = CAKeyframeAnimation(keyPath: "position.x")
    shake.values = [0, 10, -10, 0]
    shake.keyTimes = [0, 0.2, 0.7, 1]
    shake.isAdditive = true
    shake.repeatCount = 3
    layer.add(shake, forKey: "shake")
    CATransaction.flush()
    stage.clock.advance(by: time)
    let shown = try #require(layer.presentation())
    let server = try stage.serverPresentation(layer, at: time)
    for row in PropertyTable.all where row.id != .contents {
      #expect(shown.values.value(row.id) == server.value(row.id), "\(row.name)")
    }
    let image = try #require(server.value(.contents).image)
    #expect(shown.contents as? CGImage === stage.context.journal.images.image(image))
  }

  // MARK: Time

  @Test(
    .shows(
      "CAMediaTiming.speed",
      "CAMediaTiming.timeOffset",
      "CAMediaTiming.beginTime",
      "CALayer.convertTime(_:from:)"
    )
  ) func pauseAndResume() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.add(fade(0, 1), forKey: "fade")
    stage.clock.advance(by: 0.25)
    let pausedTime = layer.convertTime(stage.clock.currentTime, from: nil)
    layer.speed = 0
    layer.timeOffset = pausedTime
    stage.clock.advance(by: 10)
    #expect(layer.presentation()?.opacity == 0.25)
    #expect(layer.animationKeys() == ["fade"])
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(stage.clock.currentTime, from: nil) - pausedTime
    stage.clock.advance(by: 0.5)
    #expect(layer.presentation()?.opacity == 0.75)
    stage.clock.advance(by: 0.5)
    #expect(layer.animationKeys() == nil)
  }

  @Test func timesOfSeveralLayers() {
    let (root, layer, other) = (CALayer(), CALayer(), CALayer())
    root.sublayers = [layer, other]
    root.speed = 2
    layer.beginTime = 4
    layer.timeOffset = 1
    other.speed = 0.5
    #expect(root.convertTime(10, from: nil) == 20)
    #expect(layer.convertTime(10, from: nil) == 17)
    #expect(layer.convertTime(17, to: nil) == 10)
    #expect(other.convertTime(17, from: layer) == 10)
    #expect(layer.convertTime(17, to: other) == 10)
    other.speed = 0
    #expect(other.convertTime(123, from: nil) == 0)
    #expect(other.convertTime(123, to: nil).isFinite)
  }

  @Test func speedOfASuperlayerMovesTheEnd() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.add(fade(0, 1), forKey: "fade")
    CATransaction.flush()
    stage.root.speed = 4
    stage.clock.advance(by: 0.2)
    #expect(isClose(CGFloat(layer.presentation()?.opacity ?? 0), 0.8, 1e-6))
    stage.clock.advance(by: 0.1)
    #expect(layer.animationKeys() == nil)
  }
}
