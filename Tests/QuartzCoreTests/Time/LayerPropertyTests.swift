// Properties that subclasses of CALayer declare.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@testable import QuartzCore

/// A bar that fills its bounds from the left.
private class Bar: CALayer {
  @LayerProperty var progress: CGFloat = 0.25
  @LayerProperty var tip: CGPoint = CGPoint(x: 1, y: 2)
  @LayerProperty var tint: CGColor? = nil
  @LayerProperty var caption: String = "bar"

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "progress" || super.needsDisplay(forKey: key)
  }

  override func draw(in context: CGContext) {
    context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: bounds.width * progress, height: bounds.height))
  }
}

private final class DoubleBar: Bar {
  @LayerProperty var second: CGFloat = 3
}

@Suite struct LayerPropertyTests {
  @Test func defaultsAndKeys() {
    let bar = DoubleBar()
    #expect(bar.progress == 0.25 && bar.caption == "bar" && bar.tint == nil && bar.second == 3)
    #expect(bar.value(forKey: "progress") as? CGFloat == 0.25)
    bar.progress = 0.5
    #expect(bar.value(forKey: "progress") as? CGFloat == 0.5)
    bar.setValue(1, forKey: "progress")
    bar.setValue(5, forKey: "second")
    #expect(bar.progress == 1 && bar.second == 5)
    bar.setValue(nil, forKey: "progress")
    #expect(bar.progress == 0.25)
    bar.tint = CGColor(gray: 1, alpha: 1)
    #expect(bar.tint != nil)
    bar.tint = nil
    #expect(bar.tint == nil)
    bar.setValue(7, forKeyPath: "tip.x")
    #expect(bar.tip == CGPoint(x: 7, y: 2))
  }

  @Test func copiesHaveTheValues() {
    let bar = DoubleBar()
    (bar.progress, bar.second, bar.caption) = (0.75, 9, "other")
    let copy = DoubleBar(layer: bar)
    #expect(copy.progress == 0.75 && copy.second == 9 && copy.caption == "other")
    copy.progress = 0
    #expect(bar.progress == 0.75)
  }

  @Test func presentationHasTheValueOfTheMoment() throws {
    let stage = CoreStage()
    let bar = DoubleBar()
    _ = stage.addLayer(bar)
    let animation = CABasicAnimation(keyPath: "second")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 1)
    bar.add(animation, forKey: "a")
    let member = CABasicAnimation(keyPath: "tip.x")
    (member.byValue, member.duration) = (4, 2)
    bar.add(member, forKey: "b")
    // The server knows nothing of either.
    CATransaction.flush()
    let commits = stage.carrier.takeCommits()
    #expect(commits.allSatisfy { $0.animations.isEmpty })
    stage.clock.advance(by: 0.5)
    #expect(isClose(try #require(bar.presentation()).second, 5))
    #expect(try #require(bar.presentation()).tip == CGPoint(x: 2, y: 2))
    #expect(bar.second == 3)
    stage.clock.advance(by: 1)
    #expect(bar.presentation()?.second == 3 && bar.animationKeys() == ["b"])
  }

  @Test func anUnknownPropertyIsReported() throws {
    let stage = CoreStage()
    let bar = Bar()
    _ = stage.addLayer(bar)
    bar.add(CABasicAnimation(keyPath: "second"), forKey: nil)
    let lines = Lines.during { CATransaction.flush() }
    #expect(lines.contains { $0.contains("second") })
  }

  @Test func anActionStartsFromWhatIsShown() throws {
    final class Delegate: CALayerDelegate {
      func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
        event == "progress" ? CABasicAnimation(keyPath: event) : nil
      }
    }
    let stage = CoreStage()
    let (bar, delegate) = (Bar(), Delegate())
    _ = stage.addLayer(bar)
    bar.delegate = delegate
    bar.progress = 1
    CATransaction.flush()
    stage.clock.advance(by: 0.125)
    #expect(isClose(try #require(bar.presentation()).progress, 0.625))
  }

  /// The layer is drawn for the time of every picture, forwards and backwards.
  @Test(.shows("CALayer.needsDisplay(forKey:)", "CALayer.draw(in:)"))
  func drawingFollowsTheAnimation() throws {
    let clock = ManualClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(size: CGSize(width: 40, height: 4), options: options)
    let bar = Bar()
    bar.frame = CGRect(x: 0, y: 0, width: 40, height: 4)
    bar.setNeedsDisplay()
    context.layer = bar
    func width(_ time: Double) throws -> Int {
      let picture = try context.image(at: time)
      return (0..<40).prefix { alpha(picture, $0, 2) > 127 }.count
    }
    #expect(try width(0) == 10)
    let animation = CABasicAnimation(keyPath: "progress")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
    bar.add(animation, forKey: nil)
    CATransaction.flush()
    for (time, expected) in [(0.5, 20), (0.1, 4), (0.95, 38), (0.25, 10)] {
      #expect(try width(time) == expected)
    }
    clock.advance(by: 2)
    #expect(try width(2) == 10)
  }
}
