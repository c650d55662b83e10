// The share of a change that a selector gives to each unit of a text.
// Licensed under the MIT license; see LICENSE.

/// A selector at one frame.
struct TextSelection {
  private let shape: LottieTextAnimator.Selector.Shape
  private let start: Double
  private let end: Double
  private let amount: Double
  private let easing: Easing
  private let smoothness: Double
  /// The place of each unit in the order in which they are chosen.
  private let order: [Int]?

  /// - Parameter count: The units of the selector's basis in the text.
  init(_ selector: LottieTextAnimator.Selector, count: Int, at frame: Double) {
    let scale = selector.isCounted ? 1 : Double(count) / 100
    let offset = selector.offset.number(at: frame)
    let first = (selector.start.number(at: frame) + offset) * scale
    let whole = selector.isCounted ? Double(count) : 100
    let last = ((selector.end?.number(at: frame) ?? whole) + offset) * scale
    shape = selector.shape
    (start, end) = (min(first, last), max(first, last))
    amount = selector.amount.number(at: frame) / 100
    smoothness = min(max(selector.smoothness.number(at: frame) / 100, 0), 1)
    func held(_ track: NumberTrack) -> Double { min(max(track.number(at: frame) / 100, -1), 1) }
    let (high, low) = (held(selector.easeHigh), held(selector.easeLow))
    easing = Easing(
      out: SIMD2(max(low, 0), max(-low, 0)),
      into: SIMD2(1 - max(high, 0), 1 + min(high, 0))
    )
    order = selector.isShuffled ? Self.shuffled(count) : nil
  }

  /// An order that looks random and is the same in each run.
  private static func shuffled(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for index in order.indices.dropFirst().reversed() {
      // Knuth's linear generator; its upper bits are the random ones.
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      order.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
    }
    return order
  }

  /// The share of the change that a unit has; below 0 and above 1 by the amount alone.
  func factor(of unit: Int) -> Double {
    let place = Double(order.map { unit < $0.count ? $0[unit] : unit } ?? unit)
    var factor = shaped(place)
    factor = easing.value(at: factor)
    if shape == .square, smoothness < 1 {
      factor = min(max(Self.smoothed(factor, smoothness), 0), 1)
    }
    return factor * amount
  }

  private static func smoothed(_ factor: Double, _ smoothness: Double) -> Double {
    let low = 0.5 - smoothness / 2
    return smoothness > 0 ? (factor - low) / smoothness : factor >= 0.5 ? 1 : 0
  }

  private func shaped(_ unit: Double) -> Double {
    if shape == .square { return min(max(min(unit + 1, end) - max(unit, start), 0), 1) }
    let middle = unit + 0.5
    guard end > start else {
      switch shape {
      case .rampUp: return unit >= end ? 1 : 0
      case .rampDown: return unit < end ? 1 : 0
      case .square, .triangle, .round, .smooth: return 0
      }
    }
    let x = min(max((middle - start) / (end - start), 0), 1)
    switch shape {
    case .square: return x
    case .rampUp: return x
    case .rampDown: return 1 - x
    case .triangle: return 1 - abs(2 * x - 1)
    case .round: return max(1 - (2 * x - 1) * (2 * x - 1), 0).squareRoot()
    case .smooth: return (1 - Easing.cosine(2 * x)) / 2
    }
  }
}
