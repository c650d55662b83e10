// The changes that a property animator animates.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// The changes of a property animator, and the animations that show them.
@MainActor
final class AnimatorRecorder {
  /// How the layers' animations run.
  struct Motion {
    /// In seconds of the whole way.
    var duration: TimeInterval
    /// The part of the time that has passed, in the direction of the motion.
    var elapsed: Double
    var isReversed: Bool
    /// Whether time is stopped.
    var isPaused: Bool
    /// Nil for even time.
    var function: CAMediaTimingFunction?
    var spring: SpringTiming?
  }

  private final class Track {
    let layer: CALayer
    let key: String
    weak var view: UIView?
    let first: Any?
    /// The value at the start of the present motion; nil for the first.
    var shown: Any?
    var last: Any?
    /// The fractions of the animation in which the value changes.
    let part: (start: Double, end: Double)
    var installed: [String] = []

    init(
      _ layer: CALayer,
      _ key: String,
      _ view: UIView?,
      _ values: (Any?, Any?),
      _ part: (start: Double, end: Double)
    ) {
      self.layer = layer
      self.key = key
      self.view = view
      (first, last) = values
      self.part = part
    }
  }

  private var tracks: [Track] = []
  private var part = (start: 0.0, end: 1.0)

  /// The window of the views that change; nil if there is none.
  var window: UIWindow? { tracks.lazy.compactMap { $0.view?.window }.first }

  /// The time of that window, or of the one shown last.
  var now: TimeInterval { window?.context?.currentTime ?? CACurrentMediaTime() }

  var isEmpty: Bool { tracks.isEmpty }

  func record(_ key: String, of layer: CALayer, _ view: UIView?, from old: Any?, to new: Any?) {
    if let known = tracks.first(where: { $0.layer === layer && $0.key == key && $0.part == part }) {
      known.last = new
      return
    }
    tracks.append(Track(layer, key, view, (old, new), part))
  }

  /// Calls `body`, whose changes belong to a fraction of the animation.
  func with(start: Double, duration: Double, _ body: () -> Void) {
    let outer = part
    func clamped(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
    let length = outer.end - outer.start
    let start = outer.start + length * clamped(start)
    part = (start, min(start + length * clamped(duration), outer.end))
    body()
    part = outer
  }

  // MARK: Motion

  /// Shows the tracks in a motion, in place of the one before.
  func install(_ motion: Motion) {
    for track in tracks {
      remove(track)
      let (from, to) = (track.shown ?? track.first, track.last)
      for part in BlockAnimation.parts(track.key, from: from, to: to) {
        let animation = makeAnimation(part, track, motion)
        animation.fillMode = .both
        let key = part.isAdditive ? track.layer.freeKey(part.keyPath) : part.keyPath
        track.layer.add(animation, forKey: key)
        track.installed.append(key)
      }
    }
  }

  private func makeAnimation(
    _ part: BlockAnimation.Part,
    _ track: Track,
    _ motion: Motion
  ) -> CAAnimation {
    let basic: CABasicAnimation
    if let spring = motion.spring, !motion.isReversed {
      basic = spring.makeAnimation()
    } else {
      basic = CABasicAnimation()
      basic.timingFunction = motion.isReversed ? motion.function?.mirrored : motion.function
    }
    basic.keyPath = part.keyPath
    let end = part.to ?? track.last
    basic.fromValue = motion.isReversed ? end : part.from
    basic.toValue = motion.isReversed ? part.from : end
    basic.isAdditive = part.isAdditive
    basic.fillMode = .both
    let isWhole = track.part == (0, 1)
    let outer: CAAnimation
    if isWhole {
      outer = basic
    } else {
      // A fraction of the animation: the value changes within a longer animation.
      let group = CAAnimationGroup()
      group.timingFunction = basic.timingFunction
      basic.timingFunction = nil
      let (start, end) = track.part
      basic.beginTime = max((motion.isReversed ? 1 - end : start) * motion.duration, 1e-9)
      basic.duration = max((end - start) * motion.duration, 1e-9)
      group.animations = [basic]
      outer = group
    }
    outer.duration = motion.duration
    let passed = motion.elapsed * motion.duration
    if motion.isPaused {
      outer.speed = 0
      outer.timeOffset = min(passed, motion.duration * (1 - 1e-12))
    } else {
      outer.beginTime = track.layer.convertTime(now, from: nil) - passed
    }
    return outer
  }

  private func remove(_ track: Track) {
    for key in track.installed { track.layer.removeAnimation(forKey: key) }
    track.installed = []
  }

  /// Makes the present appearance the start of the next motion.
  func rebase() {
    for track in tracks {
      guard let shown = track.layer.presentation()?.value(forKey: track.key) else { continue }
      track.shown = shown
    }
  }

  /// Removes the animations and leaves the values of a position.
  func end(at position: UIViewAnimatingPosition) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for track in tracks.reversed() {
      let value: Any?
      switch position {
      case .end: value = track.last
      case .start: value = track.first
      case .current: value = track.layer.presentation()?.value(forKey: track.key) ?? track.last
      }
      remove(track)
      track.layer.setValue(value, forKey: track.key)
    }
    CATransaction.commit()
  }

  func clear() { tracks = [] }
}

extension CAMediaTimingFunction {
  /// The function of the same motion backwards.
  final var mirrored: CAMediaTimingFunction {
    func point(_ index: Int) -> (x: Float, y: Float) {
      var values: [Float] = [0, 0]
      getControlPoint(at: index, values: &values)
      return (1 - values[0], 1 - values[1])
    }
    let (first, second) = (point(2), point(1))
    return CAMediaTimingFunction(controlPoints: first.x, first.y, second.x, second.y)
  }

  /// Returns the fraction of the time at which a fraction of the change is done.
  final func time(ofWay way: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if self.way(at: middle) < way { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}
