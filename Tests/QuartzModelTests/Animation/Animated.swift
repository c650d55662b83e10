// A layer with animations, and what it shows at times.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel
import Testing

func timing(_ duration: Double = 1, _ change: (inout MediaTiming) -> Void = { _ in }) -> MediaTiming
{
  var timing = MediaTiming()
  timing.duration = duration
  change(&timing)
  return timing
}

extension AnimationState {
  /// An animation of a key path of plain layers.
  static func of(
    _ keyPath: String,
    _ kind: PropertyAnimation.Kind,
    _ timing: MediaTiming,
    _ function: TimingFunction? = nil,
    _ change: (inout PropertyAnimation) -> Void = { _ in }
  ) throws -> AnimationState {
    let target = try #require(AnimationTarget(keyPath: keyPath, of: .layer))
    var animation = PropertyAnimation(.row(target), kind)
    change(&animation)
    return AnimationState(.property(animation), timing: timing, timingFunction: function)
  }

  static func basic(
    _ keyPath: String,
    from: PropertyValue? = nil,
    to: PropertyValue? = nil,
    by: PropertyValue? = nil,
    _ timing: MediaTiming,
    _ function: TimingFunction? = nil,
    _ change: (inout PropertyAnimation) -> Void = { _ in }
  ) throws -> AnimationState {
    try of(keyPath, .basic(BasicAnimation(from: from, to: to, by: by)), timing, function, change)
  }

  static func keyframes(
    _ keyPath: String,
    _ values: [PropertyValue],
    _ timing: MediaTiming,
    _ change: (inout KeyframeAnimation) -> Void = { _ in }
  ) throws -> AnimationState {
    var frames = KeyframeAnimation(values: values)
    change(&frames)
    return try of(keyPath, .keyframe(frames), timing)
  }
}

extension AnimationState {
  static func path(
    _ path: Path,
    _ timing: MediaTiming,
    _ change: (inout KeyframeAnimation) -> Void = { _ in }
  ) throws -> AnimationState {
    try keyframes("position", [], timing) {
      $0.path = path
      change(&$0)
    }
  }
}

/// A tree of one layer.
struct Animated {
  var tree = LayerTree()

  init(_ states: [AnimationState], model: [PropertyID: PropertyValue] = [:]) throws {
    var commit = Commit()
    commit.created = [.init(LayerID(1), .layer)]
    var values = PropertyBag()
    for (id, value) in model { values[id] = value }
    commit.changes = [.init(LayerID(1), values)]
    commit.root = LayerID(1)
    for (index, state) in states.enumerated() {
      commit.animations.append(.add(LayerID(1), key: "\(index)", state))
    }
    try tree.apply(commit)
  }

  mutating func value(_ id: PropertyID, at time: Double) -> PropertyValue {
    tree.evaluate(at: time)
    return tree.presentationValues(of: 0).value(id)
  }

  mutating func number(_ id: PropertyID, at time: Double) throws -> Double {
    try #require(value(id, at: time).number)
  }

  mutating func point(_ id: PropertyID, at time: Double) throws -> Point {
    try #require(value(id, at: time).point)
  }

  mutating func matrix(at time: Double) throws -> Matrix4x4 {
    try #require(value(.transform, at: time).transform)
  }

  /// The turn about z in degrees.
  mutating func degrees(at time: Double) throws -> Double {
    let matrix = try matrix(at: time)
    return atan2(matrix.row1.y, matrix.row1.x) * 180 / .pi
  }
}

func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

func near(_ a: Point, _ x: Double, _ y: Double, _ tolerance: Double = 1e-9) -> Bool {
  near(a.x, x, tolerance) && near(a.y, y, tolerance)
}

func near(_ a: Matrix4x4, _ b: Matrix4x4, _ tolerance: Double = 1e-9) -> Bool {
  let rows = [(a.row1, b.row1), (a.row2, b.row2), (a.row3, b.row3), (a.row4, b.row4)]
  return rows.allSatisfy { ($0 - $1).max() <= tolerance && ($1 - $0).max() <= tolerance }
}
