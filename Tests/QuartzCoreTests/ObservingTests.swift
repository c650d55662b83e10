// Key-value observing of layers.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import Testing

@testable import QuartzCore

@Suite("Key-value observing") struct ObservingTests {
  @Test func handlersGetTheValuesThatTheyAskFor() {
    let layer = CALayer()
    var calls: [String] = []
    let observation = layer.observe(\.opacity, options: [.initial, .new, .old]) { layer, change in
      calls.append("\(change.oldValue.map { "\($0)" } ?? "-") \(change.newValue ?? -1)")
      #expect(change.kind == .setting && !change.isPrior && change.newValue == layer.opacity)
    }
    layer.opacity = 0.5
    layer.opacity = 0.5
    layer.cornerRadius = 3
    layer.setValue(0.25, forKey: "opacity")
    #expect(calls == ["- 1.0", "1.0 0.5", "0.5 0.25"])
    observation.invalidate()
    observation.invalidate()
    layer.opacity = 0
    #expect(calls.count == 3)
  }

  @Test func aFrameIsToldOfOnce() {
    let layer = CALayer()
    var frames: [CGRect] = []
    var sizes: [CGSize] = []
    let first = layer.observe(\.frame) { layer, change in
      #expect(change.newValue == nil && change.oldValue == nil)
      frames.append(layer.frame)
    }
    let second = layer.observe(\.bounds.size) { layer, _ in sizes.append(layer.bounds.size) }
    let frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    layer.frame = frame
    layer.frame = frame
    layer.position.x += 5
    #expect(frames == [frame, frame.offsetBy(dx: 5, dy: 0)] && sizes == [frame.size])
    withExtendedLifetime((first, second)) {}
  }

  @Test func observersAreToldBeforeTheImplicitAnimation() {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var keys: [[String]?] = []
    let observations = [
      layer.observe(\.opacity) { layer, _ in keys.append(layer.animationKeys()) },
      layer.observe(\.frame) { layer, _ in keys.append(layer.animationKeys()) },
      layer.observe(\.isHidden) { layer, _ in keys.append(layer.animationKeys()) },
    ]
    layer.opacity = 0.5
    #expect(layer.animationKeys() == ["opacity"])
    layer.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    #expect(layer.animationKeys() == ["opacity", "position", "bounds"])
    layer.isHidden = true
    #expect(keys == [nil, ["opacity"], ["opacity", "position", "bounds"]])
    withExtendedLifetime(observations) {}
  }

  @Test func contentsAndCustomKeysAreToldOf() {
    final class Dial: CALayer {
      @LayerProperty var angle: CGFloat = 0
    }
    let dial = Dial()
    var angles: [CGFloat] = []
    var count = 0
    let observations = [
      dial.observe(\.angle) { dial, _ in angles.append(dial.angle) },
      dial.observe(\.contentsKind) { _, _ in count += 1 },
    ]
    dial.angle = 2
    dial.setValue(3, forKey: "angle")
    dial.contents = "no image"
    #expect(angles == [2, 3] && count == 1)
    withExtendedLifetime(observations) {}
  }

  @Test func anObservationEndsWithItsObject() {
    var count = 0
    var layer: CALayer? = CALayer()
    weak let gone = layer
    let observation = layer?.observe(\.isHidden) { _, _ in count += 1 }
    layer?.isHidden = true
    layer = nil
    #expect(gone == nil && count == 1)
    observation?.invalidate()
    // Another object may have the memory of the first one.
    let others = (0..<100).map { _ in CALayer() }
    let kept = others.map { $0.observe(\.isHidden) { _, _ in count += 1 } }
    for other in others { other.isHidden = true }
    #expect(count == 101 && kept.count == 100)
  }

  @Test func priorCallsComeFirst() {
    let layer = CALayer()
    var calls: [Bool] = []
    let observation = layer.observe(\.name, options: [.prior, .new]) { _, change in
      calls.append(change.isPrior)
      #expect(change.isPrior == (change.newValue == nil))
    }
    layer.name = "a"
    #expect(calls == [true, false])
    withExtendedLifetime(observation) {}
  }

  @Test func aHandlerThatChangesTheValueForEverIsStopped() {
    let layer = CALayer()
    var count = 0
    let observation = layer.observe(\.zPosition) { layer, _ in
      count += 1
      layer.zPosition += 1
    }
    layer.zPosition = 1
    #expect(count == 1000)
    withExtendedLifetime(observation) {}
  }

  @Test func aHandlerMayEndItself() {
    let layer = CALayer()
    var count = 0
    var observation: NSKeyValueObservation?
    observation = layer.observe(\.zPosition) { _, _ in
      count += 1
      observation?.invalidate()
      observation = nil
    }
    layer.zPosition = 1
    layer.zPosition = 2
    #expect(count == 1 && observation == nil)
  }
}

extension CALayer {
  /// The kind of object that the contents are.
  fileprivate var contentsKind: String { contents.map { "\(type(of: $0))" } ?? "none" }
}
