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
    /// In seconds of the whole animation.
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

  /// The change of a value in a part of the time, forwards.
  private struct Course {
    var from: Any?
    var to: Any?
    var start: Double
    var end: Double
    /// Whether the change lies outside of the motion.
    var isIdle = false
  }

  private final class Track {
    let layer: CALayer
    let key: String
    weak var view: UIView?
    let first: Any?
    var last: Any?
    /// The fractions of the animation in which the value changes.
    let part: (start: Double, end: Double)
    /// The way between values; linear unless key frames within the animation chose another.
    let mode: CAAnimationCalculationMode
    /// The course in the present motion, where that is the rest of the animation; nil if it is the
    /// whole one.
    var rest: Course?
    var installed: [String] = []

    init(
      _ layer: CALayer,
      _ key: String,
      _ view: UIView?,
      _ values: (Any?, Any?),
      _ part: (start: Double, end: Double),
      _ mode: CAAnimationCalculationMode
    ) {
      self.layer = layer
      self.key = key
      self.view = view
      (first, last) = values
      self.part = part
      self.mode = mode
    }

    var course: Course {
      rest ?? Course(from: first, to: last, start: part.start, end: part.end)
    }

    /// Whether its animations show the difference from the value at its end.
    var addsUp: Bool {
      let parts = BlockAnimation.parts(key, from: first, to: last)
      return BlockKeys.additive.contains(key) && parts.allSatisfy(\.isAdditive)
    }

    var name: Name { Name(layer: ObjectIdentifier(layer), key: key) }
  }

  /// A property of a layer.
  private struct Name: Hashable {
    var layer: ObjectIdentifier
    var key: String
  }

  private var tracks: [Track] = []
  private var part = (start: 0.0, end: 1.0)
  private var mode = CAAnimationCalculationMode.linear
  private var endings: [(Bool) -> Void] = []
  /// Whether the views are hit where they show.
  var decidesHits = true {
    didSet { if decidesHits != oldValue { countTracks(decidesHits ? 1 : -1) } }
  }

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
    tracks.append(Track(layer, key, view, (old, new), part, mode))
    if decidesHits { view?.ownExtras.movingTracks += 1 }
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

  /// Calls `body`, whose values change in a way that key frames chose.
  func with(_ mode: CAAnimationCalculationMode, _ body: () -> Void) {
    let outer = self.mode
    self.mode = mode
    body()
    self.mode = outer
  }

  /// Calls `body` when the animation is over, with whether it came to its end.
  func whenOver(_ body: @escaping (Bool) -> Void) { endings.append(body) }

  /// The tracks of each property, in the order of the parts of the time.
  private var properties: [[Track]] {
    var order: [Name] = []
    var groups: [Name: [Track]] = [:]
    for track in tracks {
      if groups[track.name] == nil { order.append(track.name) }
      groups[track.name, default: []].append(track)
    }
    return order.compactMap { name in
      groups[name]?.enumerated().sorted {
        ($0.element.part.start, $0.offset) < ($1.element.part.start, $1.offset)
      }.map(\.element)
    }
  }

  // MARK: Motion

  /// Shows the tracks in a motion, in place of the one before.
  func install(_ motion: Motion) {
    for property in properties {
      for track in property { remove(track) }
      guard let first = property.first else { continue }
      if property.contains(where: { $0.mode != .linear }) {
        add(frames(of: property, motion), to: first, forKey: first.key, motion)
      } else if property.allSatisfy(\.addsUp) {
        for track in property { addSum(track, motion) }
      } else {
        addPile(property, motion)
      }
    }
  }

  /// Adds the animations of a value whose changes add up.
  private func addSum(_ track: Track, _ motion: Motion) {
    let course = track.course
    let starts = BlockAnimation.parts(track.key, from: course.from, to: track.last)
    let ends = BlockAnimation.parts(track.key, from: course.to, to: track.last)
    for (start, end) in zip(starts, ends) {
      let animation = makeBasic(start.keyPath, motion)
      let to = track.rest == nil ? start.to : end.from
      (animation.fromValue, animation.toValue) =
        motion.isReversed ? (to, start.from) : (start.from, to)
      animation.isAdditive = true
      let key = track.layer.freeKey(start.keyPath)
      add(timed(animation, course, motion), to: track, forKey: key, motion)
    }
  }

  /// Adds the animation of a value that each change takes over from the one before.
  ///
  /// A change starts from what those below it show, and so covers them from its start on.
  private func addPile(_ property: [Track], _ motion: Motion) {
    guard let first = property.first else { return }
    let active = property.filter { !$0.course.isIdle }
    let animations = (active.isEmpty ? [first] : active).enumerated().map { index, track in
      let course = track.course
      let animation = makeBasic(track.key, motion)
      let from = index == 0 || track.rest != nil ? course.from : nil
      let to = course.to
      (animation.fromValue, animation.toValue) = motion.isReversed ? (to, from) : (from, to)
      if index > 0 { animation.fillMode = motion.isReversed ? .backwards : .forwards }
      return (animation: animation, course: course)
    }
    if animations.count == 1 {
      let (animation, course) = animations[0]
      return add(timed(animation, course, motion), to: first, forKey: first.key, motion)
    }
    let group = CAAnimationGroup()
    group.timingFunction = animations[0].animation.timingFunction
    group.animations = animations.map { animation, course in
      place(animation, course, motion)
      return animation
    }
    add(group, to: first, forKey: first.key, motion)
  }

  /// Returns the key frames of a property.
  private func frames(of property: [Track], _ motion: Motion) -> CAAnimation {
    var values: [Any] = []
    var times: [Double] = []
    func add(_ value: Any?, at time: Double) {
      times.append(max(time, times.last ?? 0))
      values.append(value ?? NSNull())
    }
    let active = property.filter { !$0.course.isIdle }
    for track in active.isEmpty ? [property[0]] : active {
      let course = track.course
      if values.isEmpty { add(course.from, at: 0) }
      if course.start > times.last ?? 0 { add(values.last, at: course.start) }
      add(course.to, at: course.end)
    }
    if times.last ?? 1 < 1 { add(values.last, at: 1) }
    let animation = CAKeyframeAnimation(keyPath: property[0].key)
    animation.calculationMode = property.first { $0.mode != .linear }?.mode ?? .linear
    animation.values = motion.isReversed ? values.reversed() : values
    let order = motion.isReversed ? times.reversed().map { 1 - $0 } : times
    animation.keyTimes = order.map { NSNumber(value: $0) }
    animation.timingFunction = motion.isReversed ? motion.function?.mirrored : motion.function
    return animation
  }

  private func makeBasic(_ keyPath: String, _ motion: Motion) -> CABasicAnimation {
    let basic: CABasicAnimation
    if let spring = motion.spring, !motion.isReversed {
      basic = spring.makeAnimation()
    } else {
      basic = CABasicAnimation()
      basic.timingFunction = motion.isReversed ? motion.function?.mirrored : motion.function
    }
    basic.keyPath = keyPath
    basic.fillMode = .both
    return basic
  }

  /// Returns an animation of the whole time, in which another one has its part of it.
  private func timed(
    _ animation: CABasicAnimation,
    _ course: Course,
    _ motion: Motion
  ) -> CAAnimation {
    if course.start == 0, course.end == 1 { return animation }
    let group = CAAnimationGroup()
    group.timingFunction = animation.timingFunction
    place(animation, course, motion)
    group.animations = [animation]
    return group
  }

  /// Gives an animation in a group its part of the time.
  private func place(_ animation: CABasicAnimation, _ course: Course, _ motion: Motion) {
    animation.timingFunction = nil
    let start = motion.isReversed ? 1 - course.end : course.start
    animation.beginTime = max(start * motion.duration, 1e-9)
    animation.duration = max((course.end - course.start) * motion.duration, 1e-9)
  }

  private func add(
    _ animation: CAAnimation,
    to track: Track,
    forKey key: String,
    _ motion: Motion
  ) {
    animation.fillMode = .both
    animation.duration = motion.duration
    let passed = motion.elapsed * motion.duration
    if motion.isPaused {
      animation.speed = 0
      animation.timeOffset = min(passed, motion.duration * (1 - 1e-12))
    } else {
      animation.beginTime = (track.layer.convertTime(now, from: nil) - passed).asBeginTime
    }
    track.layer.add(animation, forKey: key)
    track.installed.append(key)
  }

  private func remove(_ track: Track) {
    for key in track.installed { track.layer.removeAnimation(forKey: key) }
    track.installed = []
  }

  /// Makes the present appearance the start of the next motion, which is the rest of the animation.
  ///
  /// - Parameters:
  ///   - position: The fraction of the animation that lies before it, forwards.
  ///   - isReversed: Whether the rest is what lies before it.
  func rebase(at position: Double, isReversed: Bool) {
    for property in properties {
      let shown = property[0].layer.presentation()?.value(forKey: property[0].key)
      // Of parts that run at the same time, the last one goes on.
      let running = property.last { $0.part.start < position && position < $0.part.end }
      for track in property {
        track.rest =
          isReversed
          ? restBackwards(track, position, shown, isRunning: track === running)
          : rest(track, position, shown, isRunning: track === running)
      }
    }
  }

  private func rest(_ track: Track, _ position: Double, _ shown: Any?, isRunning: Bool) -> Course {
    let part = track.part
    func time(_ time: Double) -> Double { (time - position) / (1 - position) }
    guard position < 1, part.end > position, isRunning || part.start >= position else {
      return Course(from: track.last, to: track.last, start: 0, end: 1, isIdle: true)
    }
    return Course(
      from: isRunning ? shown ?? track.first : track.first,
      to: track.last,
      start: isRunning ? 0 : time(part.start),
      end: time(part.end)
    )
  }

  private func restBackwards(
    _ track: Track,
    _ position: Double,
    _ shown: Any?,
    isRunning: Bool
  ) -> Course {
    let part = track.part
    guard position > 0, part.start < position, isRunning || part.end <= position else {
      return Course(from: track.first, to: track.first, start: 0, end: 1, isIdle: true)
    }
    return Course(
      from: track.first,
      to: isRunning ? shown ?? track.last : track.last,
      start: part.start / position,
      end: isRunning ? 1 : part.end / position
    )
  }

  /// Makes the next motion the whole animation again.
  func restore() { for track in tracks { track.rest = nil } }

  /// Removes the animations and leaves the values of a position.
  func end(at position: UIViewAnimatingPosition) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let properties = properties
    // All are read before an animation is removed.
    let values = properties.map { property -> Any? in
      let lastValue = property.reversed().max { $0.part.end < $1.part.end }?.last
      return switch position {
      case .end: lastValue
      case .start: property[0].first
      case .current: property[0].layer.presentation()?.value(forKey: property[0].key) ?? lastValue
      }
    }
    for (property, value) in zip(properties, values) {
      for track in property { remove(track) }
      property[0].layer.setValue(value, forKey: property[0].key)
    }
    CATransaction.commit()
  }

  private func countTracks(_ step: Int) {
    for track in tracks {
      guard let extras = track.view?.ownExtras else { continue }
      extras.movingTracks = max(extras.movingTracks + step, 0)
    }
  }

  /// Forgets the changes.
  ///
  /// - Parameter isFinished: Whether the animation came to its end.
  func clear(isFinished: Bool) {
    if decidesHits { countTracks(-1) }
    tracks = []
    let endings = endings
    self.endings = []
    for ending in endings { ending(isFinished) }
  }
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
