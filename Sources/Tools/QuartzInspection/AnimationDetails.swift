// The animations of a tree on one time line.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

/// An animation that is attached to a layer.
package struct AnimationDetails: Encodable, Equatable {
  package var layer: String
  package var layerName: String
  package var key: String
  /// The key path, or the kind of animation.
  package var property: String
  /// `basic`, `keyframe`, `spring`, `group` or `transition`.
  package var kind: String
  /// On the context's clock, in seconds; an end may be infinite.
  package var begin: Double
  package var end: Double
  /// The length of one cycle, in seconds of the animation's own time.
  package var duration: Double
  package var speed: Double
  package var repeatCount: Double
  package var autoreverses: Bool
  package var fillMode: String
  /// The name or the points of the timing function.
  package var timing: String
  /// Why it has no effect; nil if it has one.
  package var problem: String?
  /// The fraction of the change in 0...1 at equal distances in one cycle.
  package var curve: [Double]
  /// Where in its cycle it is now; nil while it has no effect.
  package var progress: Double?
}

/// The animations of a layer or a tree.
package struct Timeline: Encodable, Equatable {
  package var animations: [AnimationDetails] = []
  /// How many there are; only the first of them are listed.
  package var count = 0
}

extension Inspection {
  /// The most animations of a time line.
  private static let mostAnimations = 200
  /// The distances into which a curve is cut.
  private static let curveParts = 24

  /// Returns the animations of a layer, or of all layers in the order of their numbers.
  package func timeline(of id: String?) throws(InspectionError) -> Timeline {
    var timeline = Timeline()
    let layers: [AnimatedLayer]
    if let id {
      let index = tree.animatedIndex[Int(try slot(id))]
      layers = index < 0 ? [] : [tree.animated[Int(index)]]
    } else {
      layers = tree.animated.sorted {
        (tree.ids[Int($0.slot)].scope, tree.ids[Int($0.slot)].rawValue)
          < (tree.ids[Int($1.slot)].scope, tree.ids[Int($1.slot)].rawValue)
      }
    }
    for layer in layers {
      timeline.count += layer.tracks.count
      for track in layer.tracks where timeline.animations.count < Inspection.mostAnimations {
        timeline.animations.append(animation(track, layer.slot))
      }
    }
    return timeline
  }

  private func animation(_ track: AnimationTrack, _ slot: Int32) -> AnimationDetails {
    let timing = track.state.timing
    let clock = tree.clock(of: slot)
    func context(_ time: Double) -> Double {
      clock.factor == 0 ? time : (time - clock.offset) / clock.factor
    }
    let now = timing.progress(at: tree.layerTime(of: slot, at: tree.time))
    return AnimationDetails(
      layer: tree.ids[Int(slot)].text,
      layerName: label(slot),
      key: String(track.key.prefix(200)),
      property: track.state.words,
      kind: track.state.kindWord,
      begin: context(timing.beginTime),
      end: context(timing.endTime),
      duration: timing.duration,
      speed: timing.speed,
      repeatCount: timing.repeatCount,
      autoreverses: timing.autoreverses,
      fillMode: timing.fillMode.name,
      timing: track.state.timingFunction.map { ValueWords.text($0) } ?? "linear",
      problem: track.problem,
      curve: track.state.curve(parts: Inspection.curveParts),
      progress: now?.fraction
    )
  }
}

extension AnimationState {
  fileprivate var words: String {
    switch kind {
    case .property(let animation): animation.property.keyPath
    case .group(let children):
      children.prefix(8).map(\.words).joined(separator: ", ")
    case .transition(let transition): transition.filter?.type ?? transition.type.name
    }
  }

  fileprivate var kindWord: String {
    switch kind {
    case .group: "group"
    case .transition: "transition"
    case .property(let animation):
      switch animation.kind {
      case .basic: "basic"
      case .keyframe: "keyframe"
      case .spring: "spring"
      }
    }
  }

  /// The fraction of the change at equal distances in a cycle.
  ///
  /// The values themselves may be of any type: the curve is that of a number which goes from 0 to 1
  /// as the animation's value goes from its begin to its end; that of keyframes goes through their
  /// places in the list.
  fileprivate func curve(parts: Int) -> [Double] {
    var timing = MediaTiming()
    timing.duration = self.timing.duration > 0 ? self.timing.duration : 1
    timing.fillMode = .both
    timing.isRemovedOnCompletion = false
    let target = AnimationTarget(.zPosition)
    let ends = BasicAnimation(from: .number(0), to: .number(1))
    let motion: PropertyAnimation.Kind =
      switch propertyAnimation?.kind {
      case .spring(let spring): .spring(SpringAnimation(ends, spring.spring))
      case .keyframe(let frames) where frames.path == nil && frames.values.count > 1:
        .keyframe(frames.overPlaces)
      case .keyframe, .basic, nil: .basic(ends)
      }
    let state = AnimationState(
      target: target,
      kind: motion,
      timing: timing,
      timingFunction: timingFunction
    )
    let track = AnimationTrack(key: "", state: state)
    return (0...parts).map { part in
      let time = timing.duration * Double(part) / Double(parts)
      let value = track.value(at: time, base: AnimatedValue(.number(0)))?.propertyValue.number
      return ((value ?? 0) * 10_000).rounded() / 10_000
    }
  }
}

extension KeyframeAnimation {
  /// The same frames, whose values are their places in the list: 0 for the first, 1 for the last.
  fileprivate var overPlaces: KeyframeAnimation {
    var frames = self
    let last = Double(values.count - 1)
    frames.values = values.indices.map { .number(Double($0) / last) }
    frames.rotationMode = nil
    return frames
  }
}
