// Key-value observing of layers.
// Licensed under the MIT license; see LICENSE.

import Foundation
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

  /// Writes what it is told.
  private final class Named: KeyValueObserver {
    var lines: [String] = []

    func observeValue(
      forKeyPath keyPath: String?,
      of object: Any?,
      change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      let parts = (change ?? [:]).sorted { $0.key.rawValue < $1.key.rawValue }
        .map { "\($0.key.rawValue)=\($0.value)" }
      let place = context.map { " \(UInt(bitPattern: $0))" } ?? ""
      lines.append("\(keyPath ?? "") \(parts.joined(separator: " "))\(place)")
      #expect(object is CALayer)
    }
  }

  @Test("Observers by name get what they ask for, until they are removed")
  func names() {
    let (layer, observer) = (CALayer(), Named())
    layer.addObserver(observer, forKeyPath: "opacity", options: [.new, .old], context: nil)
    layer.addObserver(observer, forKeyPath: "name", options: [.initial, .new], context: nil)
    let context = UnsafeMutableRawPointer(bitPattern: 7)
    layer.addObserver(observer, forKeyPath: "bounds.size.width", context: context)
    layer.opacity = 0.5
    layer.opacity = 0.5
    layer.name = "x"
    layer.bounds.size.width = 3
    layer.bounds.size.height = 4
    #expect(
      observer.lines == [
        "name kind=1 new=<null>", "opacity kind=1 new=0.5 old=1.0", "name kind=1 new=x",
        "bounds.size.width kind=1 7",
      ]
    )
    layer.removeObserver(observer, forKeyPath: "opacity")
    layer.removeObserver(observer, forKeyPath: "name", context: nil)
    layer.removeObserver(observer, forKeyPath: "bounds.size.width", context: context)
    layer.opacity = 1
    layer.name = nil
    layer.bounds.size.width = 5
    #expect(observer.lines.count == 4)
  }

  @Test("Names that nothing tells of, and observers that are none, are reported")
  func unknownNames() {
    let (layer, observer) = (CALayer(), Named())
    let lines = Diagnostics.lines {
      for name in ["", ".", "colour", "opacity "] {
        layer.addObserver(observer, forKeyPath: name, options: .initial, context: nil)
      }
      layer.removeObserver(observer, forKeyPath: "opacity")
      layer.addObserver(observer, forKeyPath: "opacity", context: nil)
      layer.removeObserver(
        observer,
        forKeyPath: "opacity",
        context: UnsafeMutableRawPointer(bitPattern: 1)
      )
    }
    #expect(lines.count == 6 && observer.lines.isEmpty)
    #expect(lines[2].contains("CALayer tells of no \"colour\"; nothing is observed"))
    #expect(lines[5].contains("Named observes no \"opacity\" of CALayer"))
  }

  @Test("An observer that is gone is not called, and prior calls come first")
  func goneObserver() {
    let layer = CALayer()
    var observer: Named? = Named()
    let stays = Named()
    for one in [observer, stays].compactMap({ $0 }) {
      layer.addObserver(one, forKeyPath: "hidden", options: [.prior, .new], context: nil)
    }
    observer = nil
    layer.isHidden = true
    #expect(observer == nil)
    #expect(
      stays.lines == [
        "hidden kind=1 notificationIsPrior=1", "hidden kind=1 new=1",
      ]
    )
  }
}
