// Blocks with key frames.
// Licensed under the MIT license; see LICENSE.
//
// A block with key frames makes one CAKeyframeAnimation for each property: its times are those at
// which the frames start and end, and between them the value stays or goes straight on.

import CoreGraphics
import Foundation
import QuartzCore

/// The changes within a block with key frames.
@MainActor
final class KeyframeRecorder {
  private struct Step {
    var start: Double
    var end: Double
    var value: Any
  }

  private final class Track {
    let layer: CALayer
    let key: String
    weak var view: UIView?
    let first: Any
    var steps: [Step] = []

    init(_ layer: CALayer, _ key: String, _ view: UIView?, _ first: Any) {
      self.layer = layer
      self.key = key
      self.view = view
      self.first = first
    }
  }

  private struct Name: Hashable {
    var layer: ObjectIdentifier
    var key: String
  }

  private var tracks: [Track] = []
  private var indices: [Name: Int] = [:]
  /// The way between values.
  let mode: CAAnimationCalculationMode
  var timingFunction: CAMediaTimingFunction
  /// The times of the frame that changes are made for, as parts of the duration.
  private var frame = (start: 0.0, end: 1.0)

  init(_ options: UIView.KeyframeAnimationOptions) {
    mode = options.mode
    timingFunction = UIView.AnimationOptions(rawValue: options.rawValue).curve.function
  }

  /// Calls `body` with a frame's times.
  func with(start: Double, duration: Double, _ body: () -> Void) {
    func part(_ time: Double) -> Double { time.isNaN ? 0 : min(max(time, 0), 1) }
    let outer = frame
    let start = part(start)
    frame = (start, part(start + part(duration)))
    body()
    frame = outer
  }

  /// Notes a change.
  func record(_ key: String, of layer: CALayer, _ view: UIView?, from old: Any?, to new: Any?) {
    let name = Name(layer: ObjectIdentifier(layer), key: key)
    if indices[name] == nil {
      indices[name] = tracks.count
      tracks.append(Track(layer, key, view, old ?? NSNull()))
    }
    guard let index = indices[name] else { return }
    let step = Step(start: frame.start, end: frame.end, value: new ?? NSNull())
    let track = tracks[index]
    if let last = track.steps.indices.last, track.steps[last].start == step.start,
      track.steps[last].end == step.end
    {
      track.steps[last] = step
    } else {
      track.steps.append(step)
    }
  }

  /// Adds the animations.
  func install(for block: AnimationBlock) {
    for track in tracks {
      var values = [track.first]
      var times = [0.0]
      func add(_ value: Any, at time: Double) {
        times.append(max(time, times[times.count - 1]))
        values.append(value)
      }
      for step in track.steps.sorted(by: { $0.start < $1.start }) {
        let before = values[values.count - 1]
        if step.start > times[times.count - 1] { add(before, at: step.start) }
        add(step.value, at: step.end)
      }
      if times[times.count - 1] < 1 { add(values[values.count - 1], at: 1) }
      let animation = CAKeyframeAnimation(keyPath: track.key)
      animation.values = values
      animation.keyTimes = times.map { NSNumber(value: $0) }
      animation.calculationMode = mode
      block.time(animation, of: track.layer)
      block.add(animation, to: track.layer, forKey: track.key, of: track.view)
    }
    tracks = []
    indices = [:]
  }
}
