// Penner's easing equations.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Glibc
import QuartzModel

/// One of Robert Penner's easing equations: a fraction of the change as a function of a fraction of
/// the time.
///
///     let drop = CAKeyframeAnimation(
///       keyPath: "position.y", from: 32, to: 268, easing: CAEasing(.bounce, .easeOut)
///     )
///     drop.duration = 1
///     ball.add(drop, forKey: "drop")
///
/// The equations are those of "Robert Penner's Programming Macromedia Flash MX" (2002), chapter 7,
/// with its constants. `easeOut` is `easeIn` backwards from the end, and `easeInOut` is one after
/// the other, each in half of the time and of the change.
///
/// **Differences**: Core Animation has no such type; programs define their own.
public struct CAEasing: Hashable, Sendable {
  /// The equations.
  public enum Family: String, CaseIterable, Sendable {
    /// A power of time: 2 to 5.
    case quadratic, cubic, quartic, quintic
    /// A quarter of a sine wave.
    case sinusoidal
    /// A power of two, from a thousandth up.
    case exponential
    /// A quarter of a circle.
    case circular
    /// A wave that grows, with a period of 0.3 of the time.
    case elastic
    /// A start backwards by a tenth of the change.
    case back
    /// A ball that falls on the floor and jumps three times.
    case bounce
  }

  /// The slow end.
  public enum Direction: String, CaseIterable, Sendable {
    /// Slow at the start.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at both.
    case easeInOut
  }

  /// The equation.
  public var family: Family
  /// The slow end.
  public var direction: Direction

  /// Creates an equation for one end, or for both.
  public init(_ family: Family, _ direction: Direction) {
    (self.family, self.direction) = (family, direction)
  }

  /// Returns the fraction of the change at a fraction of the time; 0 at 0 and 1 at 1.
  ///
  /// `elastic` and `back` leave 0...1 in between.
  ///
  /// - Parameter fraction: A fraction of the time; numbers outside of 0...1 are clamped to the
  ///   nearer end.
  public func value(at fraction: Double) -> Double {
    let time = min(max(fraction, 0), 1)
    switch direction {
    case .easeIn: return family.easeIn(time)
    case .easeOut: return 1 - family.easeIn(1 - time)
    case .easeInOut:
      return time < 0.5
        ? family.easeIn(2 * time, isHalf: true) / 2
        : 1 - family.easeIn(2 - 2 * time, isHalf: true) / 2
    }
  }

  /// The timing function that equals the equation, or is nearest to it; nil for `elastic`, `bounce`
  /// and the `back` of both ends, which no cubic curve approximates.
  ///
  /// The quadratic, cubic and back ones of one end are exact. The error of the others is at most
  /// 0.008 for one end and at most 0.031 for both ends, at any time.
  public var timingFunction: CAMediaTimingFunction? {
    guard let points = direction == .easeInOut ? family.inOutPoints : family.inPoints else {
      return nil
    }
    let (x1, y1, x2, y2) = points
    let isOut = direction == .easeOut
    return CAMediaTimingFunction(
      isOut ? TimingFunction(1 - x2, 1 - y2, 1 - x1, 1 - y1) : TimingFunction(x1, y1, x2, y2)
    )
  }
}

extension CAEasing.Family {
  /// Returns the value of the equation that begins slowly.
  ///
  /// - Parameter isHalf: Whether the equation is half of one for both ends, which `back` and
  ///   `elastic` exaggerate.
  fileprivate func easeIn(_ time: Double, isHalf: Bool = false) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    switch self {
    case .quadratic: return time * time
    case .cubic: return time * time * time
    case .quartic: return pow(time, 4)
    case .quintic: return pow(time, 5)
    case .sinusoidal: return 1 - cos(time * .pi / 2)
    case .exponential: return pow(2, 10 * (time - 1))
    case .circular: return 1 - (1 - time * time).squareRoot()
    case .elastic:
      let period = isHalf ? 0.45 : 0.3
      let wave = sin((time - 1 - period / 4) * 2 * .pi / period)
      return -pow(2, 10 * (time - 1)) * wave
    case .back:
      let overshoot = isHalf ? 1.70158 * 1.525 : 1.70158
      return time * time * ((overshoot + 1) * time - overshoot)
    case .bounce: return 1 - Self.bounced(1 - time)
    }
  }

  /// Returns the height of the ball as it falls from 1 to the floor, upside down.
  private static func bounced(_ time: Double) -> Double {
    let (strength, step) = (7.5625, 2.75)
    let (jump, floor) =
      switch time * step {
      case ..<1: (0.0, 0.0)
      case ..<2: (1.5, 0.75)
      case ..<2.5: (2.25, 0.9375)
      default: (2.625, 0.984375)
      }
    let away = time - jump / step
    return strength * away * away + floor
  }

  /// The control points of the curve of `easeIn`.
  fileprivate var inPoints: (Double, Double, Double, Double)? {
    // A polynomial of the third degree is a curve whose x coordinates are a third apart.
    switch self {
    case .quadratic: (1 / 3.0, 0, 2 / 3.0, 1 / 3.0)
    case .cubic: (1 / 3.0, 0, 2 / 3.0, 0)
    case .back: (1 / 3.0, 0, 2 / 3.0, -1.70158 / 3)
    // The others were fitted to minimise the largest difference.
    case .quartic: (0.4772, -0.0048, 0.7414, -0.0211)
    case .quintic: (0.5877, -0.0106, 0.7872, -0.0306)
    case .sinusoidal: (0.3457, 0.0025, 0.6367, 0.4256)
    case .exponential: (0.6916, -0.0011, 0.8525, 0.017)
    case .circular: (0.3628, -0.0195, 0.99, 0.2926)
    case .elastic, .bounce: nil
    }
  }

  /// The control points of the curve of `easeInOut`, which is symmetric.
  fileprivate var inOutPoints: (Double, Double, Double, Double)? {
    func both(_ x: Double, _ y: Double) -> (Double, Double, Double, Double) { (x, y, 1 - x, 1 - y) }
    return switch self {
    case .quadratic: both(0.4844, 0.0421)
    case .cubic: both(0.6245, -0.041)
    case .quartic: both(0.7147, -0.0894)
    case .quintic: both(0.7741, -0.1233)
    case .sinusoidal: both(0.3628, -0.0016)
    case .exponential: both(0.8427, -0.1192)
    case .circular: both(0.8983, 0.1564)
    case .back, .elastic, .bounce: nil
    }
  }
}

extension CAKeyframeAnimation {
  /// Creates an animation between two values with the pace of an equation, as keyframes at equal
  /// steps.
  ///
  /// - Parameters:
  ///   - keyPath: The animated property.
  ///   - from: The start value: any type that `CABasicAnimation.fromValue` can have.
  ///   - to: The end value; the same type.
  ///   - easing: The pace.
  ///   - steps: The number of steps, at least 1; 60 by default, so that one second has one for each
  ///     frame.
  public convenience init(
    keyPath: String?,
    from: Any,
    to: Any,
    easing: CAEasing,
    steps: Int = 60
  ) {
    self.init(keyPath: keyPath)
    let count = max(steps, 1)
    values = (0...count).map { step in
      Bridge.mixed(from, to, easing.value(at: Double(step) / Double(count)))
    }
  }
}

extension Bridge {
  /// Returns the value at a fraction of the change between two of the public API; the nearer one if
  /// they cannot be mixed.
  fileprivate static func mixed(_ from: Any, _ to: Any, _ fraction: Double) -> Any {
    let nearer = fraction < 0.5 ? from : to
    guard let start = PropertyValue(untyped: from, images: { _ in nil }),
      let end = PropertyValue(untyped: to, images: { _ in nil })
    else { return nearer }
    let mixed = AnimatedValue(start).mixed(with: AnimatedValue(end), fraction).propertyValue
    return mixed.bridged(.number) { _ in nil } ?? nearer
  }
}
