// Layers with a duration, repetition and fill mode of their own.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct ActiveTimeTests {
  /// Whether the server shows a layer at times of the context.
  private func shown(_ stage: CoreStage, _ layer: CALayer, _ times: [Double]) throws -> [Bool] {
    CATransaction.flush()
    let slot = try #require(stage.carrier.tree.slot(of: layer.link.id))
    return times.map { time in
      stage.carrier.tree.evaluate(at: time)
      return !stage.carrier.tree.isOutOfTime(slot)
    }
  }

  @Test(
    .shows(
      "CAMediaTiming.fillMode",
      "CAMediaTiming.duration",
      "CAMediaTiming.beginTime",
      "CAMediaTimingFillMode.removed",
      "CAMediaTimingFillMode.backwards",
      "CAMediaTimingFillMode.forwards",
      "CAMediaTimingFillMode.both"
    ),
    arguments: [
      (CAMediaTimingFillMode.removed, [false, true, true, false]),
      (.backwards, [true, true, true, false]), (.forwards, [false, true, true, true]),
      (.both, [true, true, true, true]),
    ]
  )
  func fillModes(_ mode: CAMediaTimingFillMode, _ expected: [Bool]) throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    (layer.beginTime, layer.duration, layer.fillMode) = (2, 3, mode)
    #expect(try shown(stage, layer, [1, 2, 4.9, 5]) == expected)
    // With speed the active time is shorter.
    layer.speed = 3
    #expect(try shown(stage, layer, [1, 2, 2.9, 3]) == expected)
  }

  @Test(
    .shows(
      "CAMediaTiming.repeatCount",
      "CAMediaTiming.autoreverses",
      "CAMediaTiming.repeatDuration",
      "CAMediaTiming.timeOffset",
      "CALayer.convertTime(_:from:)",
      "CALayer.convertTime(_:to:)"
    )
  ) func repeatsAndReverses() throws {
    let layer = CALayer()
    layer.duration = 2
    layer.repeatCount = 2
    #expect([1, 2.5, 3.5].map { layer.convertTime($0, from: nil) } == [1, 0.5, 1.5])
    layer.autoreverses = true
    #expect([1, 2.5, 3.5, 5, 7].map { layer.convertTime($0, from: nil) } == [1, 1.5, 0.5, 1, 1])
    layer.repeatCount = 0
    layer.repeatDuration = 3
    #expect([2.5, 9].map { layer.convertTime($0, from: nil) } == [1.5, 1])
    layer.beginTime = 10
    layer.speed = 2
    #expect(layer.convertTime(10.5, from: nil) == 1)
    #expect(layer.convertTime(1, to: nil) == 10.5)
    let child = CALayer()
    layer.addSublayer(child)
    child.timeOffset = 4
    #expect(child.convertTime(10.5, from: nil) == 5)
    #expect(child.convertTime(1, from: layer) == 5 && layer.convertTime(5, from: child) == 1)
  }

  @Test func endlessLayersWithABegin() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    #expect(try shown(stage, layer, [-1, 0, 1000]) == [true, true, true])
    layer.beginTime = 3
    #expect(try shown(stage, layer, [2.9, 3, 1000]) == [false, true, true])
    layer.repeatDuration = 2
    #expect(try shown(stage, layer, [4.9, 5]) == [true, false])
    layer.fillMode = .backwards
    #expect(try shown(stage, layer, [2.9]) == [true])
    #expect(layer.convertTime(1, from: nil) == 0)
  }

  @Test func animationsPlayInEveryCycle() throws {
    let stage = CoreStage()
    let parent = stage.addLayer()
    parent.duration = 2
    parent.repeatCount = .infinity
    let layer = CALayer()
    parent.addSublayer(layer)
    let rise = CABasicAnimation(keyPath: "zPosition")
    (rise.fromValue, rise.toValue, rise.duration) = (0, 2, 2)
    rise.beginTime = 1e-9
    rise.fillMode = .both
    rise.isRemovedOnCompletion = false
    layer.add(rise, forKey: "rise")
    CATransaction.flush()
    let start = stage.clock.currentTime
    for (time, expected) in [(0.5, 0.5), (1.5, 1.5), (2.5, 0.5), (21, 1)] {
      let values = try stage.serverPresentation(layer, at: time)
      #expect(isClose(values.value(.zPosition).number ?? .nan, expected, 1e-6))
      #expect(stage.carrier.tree.nextActivity(after: time) == time)
    }
    stage.clock.advance(by: 2.5 - start)
    #expect(isClose(layer.presentation()?.zPosition ?? .nan, 0.5, 1e-6))
  }

  @Test func animationsThatOutlastTheirLayerAreNoEvents() throws {
    let context = try CAContext(size: CGSize(width: 8, height: 8))
    let root = CALayer()
    (root.duration, root.fillMode) = (1, .both)
    context.layer = root
    let layer = CALayer()
    root.addSublayer(layer)
    let long = CABasicAnimation(keyPath: "zPosition")
    (long.fromValue, long.toValue, long.duration) = (0, 2, 2)
    layer.add(long, forKey: "long")
    _ = try context.image(at: 0)
    #expect(context.nextAnimationEvent == nil)
    _ = try context.image(at: 3)
    #expect(layer.animation(forKey: "long") != nil && context.nextAnimationEvent == nil)
    root.autoreverses = true
    long.duration = 0.5
    layer.add(long, forKey: "short")
    CATransaction.flush()
    #expect(context.nextAnimationEvent != 3)
    _ = try context.image(at: 100)
  }

  @Test(arguments: [1.0, -1, 2, -0.5], [0.0, 3, .infinity])
  func firstTimesAreThoseOfACloseLook(_ speed: Double, _ repeatCount: Double) {
    for (autoreverses, timeOffset) in [(false, 0.0), (true, 0), (false, 0.7), (true, 0.7)] {
      var clock = LayerClock()
      (clock.beginTime, clock.duration, clock.speed) = (2, 1.5, speed)
      (clock.repeatCount, clock.autoreverses) = (repeatCount, autoreverses)
      clock.timeOffset = timeOffset
      for wanted in [0.2, 0.9, 1.4, 1.6] {
        for start in stride(from: 0.0, to: 16, by: 0.37) {
          let first = clock.firstParentTime(reaching: wanted, from: start)
          let seen = stride(from: start, to: start + 24, by: 1.0 / 128).first {
            clock.local($0) >= wanted
          }
          #expect((first == nil) == (seen == nil), "\(clock) \(wanted) from \(start)")
          guard let first, let seen else { continue }
          #expect(isClose(first, seen, 1.0 / 64), "\(clock) \(wanted) from \(start)")
        }
      }
    }
  }

  @Test func framesComeWhenLayersDo() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    (layer.beginTime, layer.duration) = (20, 5)
    _ = try shown(stage, layer, [10])
    #expect(stage.carrier.tree.nextActivity(after: 10) == 20)
    _ = try shown(stage, layer, [21])
    #expect(stage.carrier.tree.nextActivity(after: 21) == 25)
    _ = try shown(stage, layer, [26])
    #expect(stage.carrier.tree.nextActivity(after: 26) == nil)
  }

  @Test func keysCopiesAndArchives() throws {
    let layer = CALayer()
    #expect(layer.duration == .infinity && layer.fillMode == .removed && layer.repeatCount == 0)
    #expect(layer.value(forKey: "duration") as? Double == .infinity)
    layer.setValue(4, forKey: "duration")
    layer.setValue("both", forKey: "fillMode")
    layer.setValue(true, forKey: "autoreverses")
    layer.repeatDuration = .infinity
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let archived = try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data)
    for copy in [CALayer(layer: layer), archived] {
      #expect(copy?.duration == 4 && copy?.fillMode == .both && copy?.autoreverses == true)
      #expect(copy?.repeatDuration == .infinity)
    }
    layer.fillMode = CAMediaTimingFillMode(rawValue: "half")
    #expect(layer.fillMode == .removed)
  }
}
