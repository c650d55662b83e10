// Penner's equations, their timing functions and their keyframes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzCore

@Suite struct EasingTests {
  /// The equations as the book has them: t of d, from b by c; here d is 1, b is 0 and c is 1.
  private func penner(_ family: CAEasing.Family, _ direction: CAEasing.Direction, _ t: Double)
    -> Double?
  {
    let (u, v) = (t - 1, 2 * t)
    switch (family, direction) {
    case (.quadratic, .easeIn): return t * t
    case (.quadratic, .easeOut): return -t * (t - 2)
    case (.quadratic, .easeInOut):
      return v < 1 ? v * v / 2 : -((v - 1) * (v - 3) - 1) / 2
    case (.cubic, .easeOut): return u * u * u + 1
    case (.cubic, .easeInOut):
      return v < 1 ? v * v * v / 2 : (pow(v - 2, 3) + 2) / 2
    case (.quartic, .easeOut): return -(pow(u, 4) - 1)
    case (.quintic, .easeInOut): return v < 1 ? pow(v, 5) / 2 : (pow(v - 2, 5) + 2) / 2
    case (.sinusoidal, .easeIn): return -cos(t * .pi / 2) + 1
    case (.sinusoidal, .easeOut): return sin(t * .pi / 2)
    case (.sinusoidal, .easeInOut): return -(cos(.pi * t) - 1) / 2
    case (.exponential, .easeIn): return t == 0 ? 0 : pow(2, 10 * (t - 1))
    case (.exponential, .easeOut): return t == 1 ? 1 : -pow(2, -10 * t) + 1
    case (.circular, .easeOut): return (1 - u * u).squareRoot()
    case (.circular, .easeInOut):
      let w = v - 2
      return v < 1 ? -((1 - v * v).squareRoot() - 1) / 2 : ((1 - w * w).squareRoot() + 1) / 2
    case (.elastic, .easeOut):
      return t == 0 || t == 1 ? t : pow(2, -10 * t) * sin((t - 0.075) * 2 * .pi / 0.3) + 1
    case (.elastic, .easeInOut):
      guard t != 0, t != 1 else { return t }
      let wave = sin((v - 1 - 0.1125) * 2 * .pi / 0.45)
      return v < 1 ? -pow(2, 10 * (v - 1)) * wave / 2 : pow(2, -10 * (v - 1)) * wave / 2 + 1
    case (.back, .easeOut):
      return u * u * (2.70158 * u + 1.70158) + 1
    case (.back, .easeInOut):
      let s = 1.70158 * 1.525
      let w = v - 2
      return v < 1 ? v * v * ((s + 1) * v - s) / 2 : (w * w * ((s + 1) * w + s) + 2) / 2
    case (.bounce, .easeOut): return bounce(t)
    case (.bounce, .easeIn): return 1 - bounce(1 - t)
    case (.bounce, .easeInOut):
      return t < 0.5 ? (1 - bounce(1 - v)) / 2 : bounce(v - 1) / 2 + 0.5
    default: return nil
    }
  }

  private func bounce(_ t: Double) -> Double {
    if t < 1 / 2.75 { return 7.5625 * t * t }
    if t < 2 / 2.75 { return 7.5625 * pow(t - 1.5 / 2.75, 2) + 0.75 }
    if t < 2.5 / 2.75 { return 7.5625 * pow(t - 2.25 / 2.75, 2) + 0.9375 }
    return 7.5625 * pow(t - 2.625 / 2.75, 2) + 0.984375
  }

  @Test(arguments: CAEasing.Family.allCases, CAEasing.Direction.allCases)
  func equations(family: CAEasing.Family, direction: CAEasing.Direction) {
    let easing = CAEasing(family, direction)
    #expect(easing.value(at: 0) == 0 && easing.value(at: 1) == 1)
    #expect(easing.value(at: -1) == 0 && easing.value(at: 2) == 1)
    for step in 0...120 {
      let time = Double(step) / 120
      let value = easing.value(at: time)
      if let expected = penner(family, direction, time) {
        // because: at the very ends a thousandth of the exponential ones is left out.
        #expect(abs(value - expected) < (step == 0 || step == 120 ? 1.1e-3 : 1e-12), "at \(time)")
      }
      // From the end it is the other direction, and in the middle both meet.
      let turned: CAEasing.Direction =
        direction == .easeIn ? .easeOut : direction == .easeOut ? .easeIn : .easeInOut
      let back = 1 - CAEasing(family, turned).value(at: 1 - time)
      #expect(abs(value - back) < 1e-12, "at \(time)")
    }
    if direction == .easeInOut { #expect(abs(easing.value(at: 0.5) - 0.5) < 1e-12) }
  }

  @Test(arguments: CAEasing.Family.allCases, CAEasing.Direction.allCases)
  func timingFunctions(family: CAEasing.Family, direction: CAEasing.Direction) throws {
    let easing = CAEasing(family, direction)
    let hasNone: Bool =
      family == .elastic || family == .bounce || family == .back && direction == .easeInOut
    guard !hasNone else {
      #expect(easing.timingFunction == nil)
      return
    }
    let function = try #require(easing.timingFunction).function
    let isExact =
      direction != .easeInOut && [.quadratic, .cubic, .back].contains(family)
    var largest = 0.0
    for step in 0...240 {
      let time = Double(step) / 240
      largest = max(largest, abs(function.value(at: time) - easing.value(at: time)))
    }
    // because: no cubic curve is a power of 4 or a circle; the documented bounds.
    let bound = isExact ? 1e-6 : direction == .easeInOut ? 0.031 : 0.008
    #expect(largest < bound, "off by \(largest)")
  }

  @Test func keyframes() throws {
    let way = CAKeyframeAnimation(
      keyPath: "position",
      from: CGPoint(x: 150, y: 32),
      to: CGPoint(x: 150, y: 268),
      easing: CAEasing(.bounce, .easeOut)
    )
    #expect(way.keyPath == "position")
    let places = try #require(way.values as? [CGPoint])
    #expect(places.count == 61 && places[0] == CGPoint(x: 150, y: 32))
    #expect(places[60] == CGPoint(x: 150, y: 268))
    #expect(abs(places[30].y - (32 + 236 * 0.765625)) < 1e-9)
    let colors = CAKeyframeAnimation(
      keyPath: "backgroundColor",
      from: CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
      to: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1),
      easing: CAEasing(.cubic, .easeIn),
      steps: 2
    )
    let middle = try #require(colors.values?[1] as? CGColor)
    #expect(abs((middle.components?[0] ?? 0) - 0.125) < 1e-6)
    let numbers = CAKeyframeAnimation(
      keyPath: "opacity",
      from: 0,
      to: 1,
      easing: CAEasing(.quadratic, .easeIn),
      steps: 0
    )
    #expect(numbers.values?.compactMap { ($0 as? NSNumber)?.doubleValue } == [0, 1])
    let turns = CAKeyframeAnimation(
      keyPath: "transform",
      from: CATransform3DIdentity,
      to: CATransform3DMakeTranslation(8, 0, 0),
      easing: CAEasing(.cubic, .easeIn),
      steps: 2
    )
    #expect((turns.values?[1] as? CATransform3D)?.m41 == 1)
  }
}
