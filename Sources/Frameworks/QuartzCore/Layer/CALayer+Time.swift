// The clock of a layer in its context.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

extension CALayer {
  /// The layer's clock, combined with those of its superlayers, relative to the context's time: in
  /// their first cycles, without begin or end.
  final var clockInContext: LayerClock {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var clock = LayerClock()
    var node: CALayer? = self
    while let layer = node {
      if layer.values.hasClock {
        // The same steps as in the server, so that both get the same numbers.
        let own = LayerClock(layer.values)
        clock.timeOffset += clock.speed * (own.timeOffset - own.beginTime * own.speed)
        clock.speed *= own.speed
      }
      if let slow = layer.slowClockAbove {
        clock.timeOffset += clock.speed * slow.timeOffset
        clock.speed *= slow.speed
      }
      node = layer.parent
    }
    return clock
  }

  /// The clock of slow animations above the layer, if it is the root of a context that has them.
  final var slowClockAbove: LayerClock? {
    link.journal?.slowClock(above: self)
  }

  /// Combines the clock of slow animations with the values of the root, for renderers.
  final func slowDown(_ values: inout PropertyBag) {
    guard let slow = slowClockAbove else { return }
    let own = LayerClock(values)
    values[.speed] = .number(own.speed * slow.speed)
    if own.isLinear {
      // (slow(t) - 0) x speed + offset, as one clock that begins at 0.
      values[.timeOffset] = .number(own.timeOffset + own.speed * slow.timeOffset)
      return
    }
    // The active time begins when slow(t) is the start: 0 would be none.
    let begin = (own.beginTime - slow.timeOffset) / slow.speed
    values[.beginTime] = .number(begin == 0 ? .leastNonzeroMagnitude : begin)
  }

  /// The layer's time now; without a context, by the clock of this process.
  package final var currentLocalTime: Double {
    localTime(at: link.journal?.context?.currentTime ?? CACurrentMediaTime())
  }

  /// Returns the layer's time at a time of the context.
  package final func localTime(at contextTime: Double) -> Double {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let clocks = clocksFromRoot
    guard let clocks else { return clockInContext.local(contextTime) }
    return clocks.reduce(contextTime) { $1.local($0) }
  }

  /// The clocks of the layer and its superlayers, the root's first; nil if they are no more than
  /// `clockInContext`.
  private final var clocksFromRoot: [LayerClock]? {
    var clocks: [LayerClock] = []
    var isLinear = true
    var node: CALayer? = self
    while let layer = node {
      if layer.values.hasClock {
        let clock = LayerClock(layer.values)
        isLinear = isLinear && clock.isLinear
        clocks.append(clock)
      }
      if let slow = layer.slowClockAbove { clocks.append(slow) }
      node = layer.parent
    }
    return isLinear ? nil : clocks.reversed()
  }

  /// Returns the first time of the context, not before `now`, at which the layer's clock has
  /// reached a time; nil if it never does.
  final func firstContextTime(reaching localTime: Double, from now: Double) -> Double? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let clocks = clocksFromRoot else { return contextTime(at: localTime) }
    var parentTimes: [Double] = []
    var time = now
    for clock in clocks {
      parentTimes.append(time)
      time = clock.local(time)
    }
    var wanted = localTime
    for (clock, parentTime) in zip(clocks, parentTimes).reversed() {
      guard let time = clock.firstParentTime(reaching: wanted, from: parentTime) else { return nil }
      wanted = time
    }
    return wanted
  }

  /// Returns the context's time at which the layer's clock shows a time; nil if it does not run
  /// forwards.
  final func contextTime(at localTime: Double) -> Double? {
    let clock = clockInContext
    return clock.speed > 0 ? clock.parent(localTime) : nil
  }
}
