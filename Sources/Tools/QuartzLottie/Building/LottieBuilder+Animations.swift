// Sets values of layers, or animates them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// A property of a layer that changes with frames.
struct AnimatedTarget {
  let layer: CALayer
  let keyPath: String
  let clock: ListClock
  /// The feature, for the report, if it has to be sampled.
  let feature: String
  let place: JSONPath

  /// Whether the values are 0...1, so that samples have to be close to 1/510.
  var isFraction: Bool { keyPath.hasSuffix("olor") }
}

extension LottieBuilder {
  /// Animates numbers by their own keys if these can be said, or samples them.
  ///
  /// - Parameter boxed: The value of the property for one of the track.
  func animate(
    _ target: AnimatedTarget,
    _ track: NumberTrack,
    _ boxed: @escaping (SIMD4<Double>) -> Any
  ) {
    guard track.isAnimated else { return target.set(boxed(track.first)) }
    guard track.isUniform, let affine = target.clock.affine, affine.scale > 0 else {
      if target.isFraction {
        return bake(target, track.times, { NumberList(track.value(at: $0)) }, { boxed($0.vector) })
      }
      return bake(target, track.times, { track.value(at: $0) }, boxed)
    }
    addKeys(target, track, boxed)
  }

  /// Animates a path by its own keys.
  ///
  /// - Returns: Whether it could.
  func animate(
    _ target: AnimatedTarget,
    exactly track: Track<Contour>,
    _ boxed: @escaping (Contour) -> Any
  ) -> Bool {
    guard let affine = target.clock.affine, affine.scale > 0,
      zip(track.keys, track.keys.dropFirst()).allSatisfy({
        !Contour.jumps($0.value, $1.value) && $0.value.isClosed == $1.value.isClosed
      })
    else { return false }
    addKeys(target, track, boxed)
    return true
  }

  /// Adds an animation with the keys of a track.
  private func addKeys<Value>(
    _ target: AnimatedTarget,
    _ track: Track<Value>,
    _ boxed: (Value) -> Any
  ) {
    var frames: [Double] = []
    var values: [Any] = []
    var functions: [CAMediaTimingFunction] = []
    for (index, key) in track.keys.enumerated() {
      let frame = target.clock.root(of: key.time) ?? key.time
      if index > 0, track.keys[index - 1].isHold {
        frames.append(frame)
        values.append(boxed(track.keys[index - 1].value))
        functions.append(CAMediaTimingFunction(name: .linear))
      }
      frames.append(frame)
      values.append(boxed(key.value))
      if index + 1 < track.keys.count {
        functions.append(CAMediaTimingFunction(key.easings.first ?? .linear))
      }
    }
    target.set(boxed(track.value(at: target.clock.frame(target.clock.range.lowerBound))))
    add(target, frames, values, functions)
  }

  /// Samples a value of frames of the list.
  ///
  /// - Parameters:
  ///   - keyTimes: The frames of the list at which what it depends on has keys.
  ///   - most: The most samples between two frames.
  func bake<Value: Bakeable>(
    _ target: AnimatedTarget,
    _ keyTimes: [Double],
    most: Int = LottieBaking.mostBetween,
    _ value: (Double) -> Value,
    _ boxed: (Value) -> Any
  ) {
    guard let span = target.clock.span(of: keyTimes) else {
      return target.set(boxed(value(target.clock.frame(target.clock.range.lowerBound))))
    }
    let samples = LottieBaking.samples(span.range, span.times, shown: shown, most: most) {
      value(target.clock.frame($0))
    }
    guard samples.count > 1, samplesLeft >= samples.count else {
      if samples.count > 1 { report.note("\(target.feature), too long", .ignored, target.place) }
      return samples.first.map { target.set(boxed($0.value)) } ?? ()
    }
    samplesLeft -= samples.count
    report.note(target.feature, .sampled, target.place)
    target.set(boxed(samples[0].value))
    add(target, samples.map(\.frame), samples.map { boxed($0.value) }, [])
  }

  /// Adds an animation of values at frames of the document.
  private func add(
    _ target: AnimatedTarget,
    _ frames: [Double],
    _ values: [Any],
    _ functions: [CAMediaTimingFunction]
  ) {
    guard let first = frames.first, let last = frames.last, last > first else { return }
    let animation = CAKeyframeAnimation(keyPath: target.keyPath)
    animation.values = values
    animation.keyTimes = frames.map { NSNumber(value: ($0 - first) / (last - first)) }
    if !functions.isEmpty { animation.timingFunctions = functions }
    finish(animation, first, last, target)
  }

  private func finish(
    _ animation: CAKeyframeAnimation,
    _ first: Double,
    _ last: Double,
    _ target: AnimatedTarget
  ) {
    animation.beginTime = seconds(of: first)
    animation.duration = (last - first) / document.frameRate
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    target.layer.add(animation, forKey: target.keyPath)
  }

  /// The root's time at a frame of the document; never 0, which would mean the time of the commit.
  private func seconds(of frame: Double) -> Double {
    let time = (frame - document.startFrame) / document.frameRate
    return time == 0 ? 1e-100 : time
  }

  // MARK: Visibility

  /// Shows a layer in some frames of its list alone.
  ///
  /// - Parameters:
  ///   - changes: The frames of the list at which it appears or goes.
  ///   - isShown: By frames of the list.
  func show(
    _ target: AnimatedTarget,
    changes: [Double],
    _ isShown: (Double) -> Bool
  ) {
    let clock = target.clock
    var frames = [clock.range.lowerBound]
    if clock.affine != nil {
      frames += changes.compactMap { clock.root(of: $0) }.filter {
        $0 > clock.range.lowerBound && $0 < clock.range.upperBound
      }
    } else {
      frames += crossings(clock, isShown)
    }
    frames.sort()
    var kept: [(frame: Double, isHidden: Bool)] = []
    for frame in frames {
      let isHidden = !isShown(clock.frame(frame))
      if kept.last?.isHidden != isHidden { kept.append((frame, isHidden)) }
    }
    target.layer.isHidden = kept.first?.isHidden ?? false
    guard kept.count > 1 else { return }
    let last = clock.range.upperBound
    let first = kept[0].frame
    let animation = CAKeyframeAnimation(keyPath: "hidden")
    animation.calculationMode = .discrete
    animation.values = kept.map(\.isHidden)
    animation.keyTimes =
      kept.map { NSNumber(value: ($0.frame - first) / (last - first)) } + [NSNumber(value: 1)]
    finish(animation, first, last, target)
  }

  /// The frames of the document at which a layer appears or goes in remapped time.
  private func crossings(_ clock: ListClock, _ isShown: (Double) -> Bool) -> [Double] {
    let steps = 8.0
    var frames: [Double] = clock.times
    let count = Int((clock.range.upperBound - clock.range.lowerBound) * steps)
    for step in 0..<max(min(count, 1_000_000), 0) {
      var low = clock.range.lowerBound + Double(step) / steps
      var high = low + 1 / steps
      let before = isShown(clock.frame(low))
      guard isShown(clock.frame(high)) != before else { continue }
      while high - low > LottieBaking.moment {
        let middle = (low + high) / 2
        if isShown(clock.frame(middle)) == before { low = middle } else { high = middle }
      }
      frames.append(high)
    }
    return frames
  }
}

extension AnimatedTarget {
  func set(_ value: Any) {
    layer.setValue(value, forKeyPath: keyPath)
  }
}

extension CAMediaTimingFunction {
  fileprivate convenience init(_ easing: Easing) {
    self.init(
      controlPoints: Float(easing.out.x),
      Float(easing.out.y),
      Float(easing.into.x),
      Float(easing.into.y)
    )
  }
}
