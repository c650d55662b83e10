// The behaviours of an epoch, as time goes by.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters

/// The behaviours of an emitter layer with the animations of their inputs.
///
/// Animated inputs are sampled on a grid of the layer's time, and hold from one sample to the next;
/// only the samples that living particles have seen are there.
struct BehaviorTimeline: Sendable {
  let list: FilterList
  /// The animations that change it.
  let tracks: ContiguousArray<AnimationTrack>
  /// When the emission began, in the layer's time.
  let origin: Double
  /// The behaviours without animations.
  let fixed: BehaviorSet
  // The samples from `first` on, and the seconds from one to the next.
  private var samples: ContiguousArray<BehaviorSet> = []
  private var first = 0
  private var spacing = ParticleMover.usualStep

  /// Nil for no behaviours, so that particles move without them.
  init?(_ list: FilterList?, _ tracks: ContiguousArray<AnimationTrack>, from origin: Double) {
    guard let list, !list.filters.isEmpty else { return nil }
    (self.list, self.tracks, self.origin) = (list, tracks, origin)
    fixed = BehaviorSet(list)
  }

  /// Whether motion depends on the way that particles come.
  var needsSteps: Bool { !tracks.isEmpty || fixed.needsSteps }

  var countedBytes: Int {
    tracks.reduce(samples.count * MemoryLayout<BehaviorSet>.stride) { $0 + $1.countedBytes }
  }

  /// Whether another one acts in the same way.
  func isSame(as other: BehaviorTimeline?) -> Bool {
    guard let other else { return false }
    return list == other.list
      && tracks.elementsEqual(other.tracks) { $0.key == $1.key && $0.state == $1.state }
  }

  /// The behaviours at a time in seconds since the emission began.
  @inline(__always)
  func set(at time: Double) -> BehaviorSet {
    guard !samples.isEmpty else { return fixed }
    let index = Int((time / spacing).rounded(.down)) - first
    return samples[min(max(index, 0), samples.count - 1)]
  }

  /// The steps that a sample takes of the frame's (`WorkBudget`), for each behaviour and animation.
  private static let stepsOfSample = 4

  /// Works out the samples of a range of times of the layer, as far as the budget goes.
  mutating func prepare(from start: Double, to end: Double, _ budget: inout WorkBudget) {
    guard !tracks.isEmpty else { return }
    let (low, high) = (max(start - origin, 0), max(end - origin, 0))
    var spacing = ParticleMover.usualStep
    while (high - low) / spacing > ParticleMover.mostSteps { spacing *= 2 }
    guard high / spacing < 1e15 else { return }
    // With one more, as sums of times may be rounded up.
    let wanted = Int((low / spacing).rounded(.down))...Int((high / spacing).rounded(.down)) + 1
    if spacing != self.spacing || wanted.lowerBound < first
      || wanted.lowerBound > first + samples.count
    {
      samples.removeAll(keepingCapacity: true)
      (self.spacing, first) = (spacing, wanted.lowerBound)
    }
    if wanted.lowerBound > first {
      samples.removeFirst(wanted.lowerBound - first)
      first = wanted.lowerBound
    }
    let steps = (list.filters.count + tracks.count) * BehaviorTimeline.stepsOfSample
    while first + samples.count <= wanted.upperBound, budget.take(steps: steps) {
      let time = Double(first + samples.count) * spacing
      samples.append(BehaviorSet(animated(at: origin + time)))
    }
  }

  /// The list at a time of the layer, as animations make it.
  private func animated(at layerTime: Double) -> FilterList {
    var filters = list.filters
    for track in tracks {
      track.apply(at: layerTime) { property, value in
        switch property {
        case .filter(let target):
          guard let index = target.index(in: filters) else { return }
          filters[index].set(target.input, value)
        case .row:
          if let list = value.filters { filters = list.filters }
        case .cell, .declared: return
        }
      } base: { property in
        switch property {
        case .filter(let target):
          guard target.property == .emitterBehaviors, let index = target.index(in: filters) else {
            return nil
          }
          return filters[index].value(of: target.input)
        case .row(let target):
          return target.property == .emitterBehaviors ? .filters(FilterList(filters)) : nil
        case .cell, .declared: return nil
        }
      }
    }
    return FilterList(filters)
  }
}

extension AnimationState {
  /// Whether some animation in the state changes behaviours.
  var animatesBehaviors: Bool {
    var animates = false
    forEachProperty { animation in
      switch animation.property {
      case .filter(let target): animates = animates || target.property == .emitterBehaviors
      case .row(let target): animates = animates || target.property == .emitterBehaviors
      case .cell, .declared: break
      }
    }
    return animates
  }
}
