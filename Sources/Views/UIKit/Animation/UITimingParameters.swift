// The timing of property animators.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzCore

/// The kind of a timing.
public enum UITimingCurveType: Int, Sendable {
  /// A curve by name.
  case builtin = 0
  /// A curve by its points.
  case cubic = 1
  /// A spring.
  case spring = 2
  /// A curve with a spring in it.
  case composed = 3
}

/// Gives the timing of a property animator.
public protocol UITimingCurveProvider: NSCopying {
  /// The kind.
  var timingCurveType: UITimingCurveType { get }
  /// The curve; nil for a spring alone.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The spring; nil for a curve alone.
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// Timing by a cubic curve.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The name of the curve; slow at both ends for one by points.
  public let animationCurve: UIView.AnimationCurve
  /// The first control point, in the unit square.
  public let controlPoint1: CGPoint
  /// The second control point.
  public let controlPoint2: CGPoint
  private let isNamed: Bool

  /// The curve of the system: slow at both ends.
  public override convenience init() { self.init(animationCurve: .easeInOut) }

  /// Creates a curve by name.
  public init(animationCurve curve: UIView.AnimationCurve) {
    animationCurve = curve
    let points = curve.function.controlPoints
    controlPoint1 = points.0
    controlPoint2 = points.1
    isNamed = true
    super.init()
  }

  /// Creates a curve by its control points; x outside of 0...1 is clamped to the nearest end.
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    func usable(_ point: CGPoint) -> CGPoint {
      CGPoint(
        x: point.x.isFinite ? min(max(point.x, 0), 1) : 0,
        y: point.y.isFinite ? point.y : 0
      )
    }
    animationCurve = .easeInOut
    controlPoint1 = usable(point1)
    controlPoint2 = usable(point2)
    isNamed = false
    super.init()
  }

  /// The kind: by name or by points.
  open var timingCurveType: UITimingCurveType { isNamed ? .builtin : .cubic }
  /// The curve itself.
  open var cubicTimingParameters: UICubicTimingParameters? { self }
  /// None.
  open var springTimingParameters: UISpringTimingParameters? { nil }

  /// Returns itself: a curve does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  final var function: CAMediaTimingFunction {
    CAMediaTimingFunction(
      controlPoints: Float(controlPoint1.x),
      Float(controlPoint1.y),
      Float(controlPoint2.x),
      Float(controlPoint2.y)
    )
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// Timing by a spring.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  enum Kind {
    case spring(SpringTiming)
    case ratio(Double)
  }

  let kind: Kind
  /// The velocity at the start, in whole ways a second for each axis.
  public let initialVelocity: CGVector

  init(_ kind: Kind, _ velocity: CGVector) {
    self.kind = kind
    initialVelocity = velocity
    super.init()
  }

  /// The spring of the system: mass 3, stiffness 1000, damping 500.
  public override convenience init() {
    self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
  }

  /// Creates a spring that is at rest after the animator's duration.
  ///
  /// - Parameter ratio: 1 for no swinging, down to 0.
  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: .zero)
  }

  /// Creates a spring that is at rest after the animator's duration.
  ///
  /// - Parameters:
  ///   - ratio: 1 for no swinging, down to 0.
  ///   - velocity: In whole ways a second.
  public convenience init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    self.init(.ratio(ratio), velocity)
  }

  /// Creates a spring by its physics, which also give the duration.
  public convenience init(
    mass: CGFloat,
    stiffness: CGFloat,
    damping: CGFloat,
    initialVelocity velocity: CGVector
  ) {
    let spring = SpringTiming(
      mass: mass,
      stiffness: stiffness,
      damping: damping,
      velocity: SpringTiming.speed(velocity)
    )
    self.init(.spring(spring), velocity)
  }

  /// Creates a spring by the length of its swing and its bounce.
  public convenience init(
    duration: TimeInterval = 0.5,
    bounce: CGFloat = 0.0,
    initialVelocity: CGVector = .zero
  ) {
    let speed = SpringTiming.speed(initialVelocity)
    self.init(
      .spring(SpringTiming(duration: duration, bounce: bounce, velocity: speed)),
      initialVelocity
    )
  }

  /// The kind: a spring.
  open var timingCurveType: UITimingCurveType { .spring }
  /// None.
  open var cubicTimingParameters: UICubicTimingParameters? { nil }
  /// The spring itself.
  open var springTimingParameters: UISpringTimingParameters? { self }
  /// The seconds until it is at rest; 0 for one by its ratio, which takes the animator's duration.
  open var settlingDuration: TimeInterval {
    if case .spring(let spring) = kind { return spring.settlingDuration }
    return 0
  }

  /// Returns itself: a spring does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// The spring of a duration.
  func timing(_ duration: TimeInterval) -> SpringTiming {
    switch kind {
    case .spring(let spring): spring
    case .ratio(let ratio):
      SpringTiming(
        ratio: ratio,
        velocity: SpringTiming.speed(initialVelocity),
        duration: duration
      )
    }
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension SpringTiming {
  /// Returns the speed of a velocity: the component along x, or along y if there is none.
  static func speed(_ velocity: CGVector) -> Double {
    let speed = velocity.dx != 0 ? velocity.dx : velocity.dy
    return speed.isFinite ? speed : 0
  }
}

extension CAMediaTimingFunction {
  /// The two inner control points.
  fileprivate var controlPoints: (CGPoint, CGPoint) {
    func point(_ index: Int) -> CGPoint {
      var values: [Float] = [0, 0]
      getControlPoint(at: index, values: &values)
      return CGPoint(x: CGFloat(values[0]), y: CGFloat(values[1]))
    }
    return (point(1), point(2))
  }
}
