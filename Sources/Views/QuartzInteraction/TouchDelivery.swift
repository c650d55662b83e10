// The fingers that are down, and what their views have heard.
// Licensed under the MIT license; see LICENSE.

/// All fingers that are down or held, in the order in which they came.
struct TouchDelivery: Sendable {
  var touches: [TouchRecord] = []
  private var serial = 0
  private var lastTap: (place: TouchPlace, time: Double, count: Int)?

  subscript(_ index: Int) -> TouchRecord {
    get { touches[index] }
    set { touches[index] = newValue }
  }

  var indices: Range<Int> { touches.indices }

  /// Returns the place of a touch by its id.
  func index(of id: Int) -> Int? {
    var (low, high) = (0, touches.count)
    while low < high {
      let middle = (low + high) / 2
      if touches[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < touches.count && touches[low].id == id ? low : nil
  }

  /// Returns the place of a finger that is down.
  func index(ofFinger finger: Int) -> Int? {
    touches.firstIndex { $0.isDown && $0.finger == finger }
  }

  /// Makes a touch of a finger that comes down; it is not among the others yet.
  mutating func make(_ sample: TouchSample, at time: Double, stamp: Int) -> TouchRecord {
    serial += 1
    var touch = TouchRecord(serial, sample, at: time)
    touch.stamp = stamp
    if let lastTap, time - lastTap.time <= InteractionConstants.tapPause,
      (sample.place - lastTap.place).length <= InteractionConstants.tapDistance
    {
      touch.tapCount = lastTap.count + 1
    }
    return touch
  }

  mutating func append(_ touch: TouchRecord) { touches.append(touch) }

  /// Whether a finger that comes down never reaches its view, because of those that are down.
  func refuses(_ touch: TouchRecord) -> Bool {
    touches.contains { other in
      guard other.isDown, other.delivery != .refused, other.window == touch.window else {
        return false
      }
      if other.view == touch.view { return !touch.isMultiple }
      return touch.isExclusive || other.isExclusive
    }
  }

  mutating func noteTap(_ index: Int) {
    let touch = touches[index]
    lastTap = (touch.place, touch.time, touch.tapCount)
  }

  /// Forgets lifted fingers whose views have heard of all.
  mutating func forget() {
    guard touches.contains(where: \.isSettled) else { return }
    touches.removeAll(where: \.isSettled)
  }
}

extension TouchRecord {
  fileprivate var isSettled: Bool { !isDown && !isHeldBack }

  /// Whether its view has yet to hear of something.
  var isHeldBack: Bool { delivery == .held || delivery == .endHeld }
}
