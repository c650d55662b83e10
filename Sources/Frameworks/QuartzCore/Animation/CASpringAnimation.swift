// Animations that move like a weight on a spring.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel

/// A basic animation that moves like a weight on a spring, overshooting its end and coming back.
///
///     let jump = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
///     jump.keyPath = "position.y"
///     jump.fromValue = 0
///     jump.duration = jump.settlingDuration
///     layer.add(jump, forKey: "jump")
///
/// The spring runs in seconds of the animation's own time; `duration` only determines when it is
/// cut off.
open class CASpringAnimation: CABasicAnimation {
  private var spring = Spring()

  /// Creates an animation of nothing.
  public override init() {
    super.init()
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Creates a spring with a perceived duration of `perceptualDuration` seconds and a mass of 1.
  ///
  /// - Parameters:
  ///   - perceptualDuration: The approximate duration of the motion; above 0.
  ///   - bounce: The amount of swinging: 0 does not swing, 1 swings for ever; below 0, above -1, it
  ///     creeps.
  public convenience init(perceptualDuration: CFTimeInterval, bounce: CGFloat) {
    self.init()
    spring = Spring(perceptualDuration: perceptualDuration, bounce: Double(bounce))
  }

  private func set<Value>(_ path: WritableKeyPath<Spring, Value>, _ value: Value) {
    willModify()
    spring[keyPath: path] = value
  }

  /// The weight on the spring; 1 by default, above 0.
  open var mass: CGFloat {
    get { spring.mass }
    set { set(\.mass, Double(newValue)) }
  }

  /// The strength of the spring; 100 by default, above 0.
  open var stiffness: CGFloat {
    get { spring.stiffness }
    set { set(\.stiffness, Double(newValue)) }
  }

  /// The friction of the weight; 10 by default, 0 or more.
  open var damping: CGFloat {
    get { spring.damping }
    set { set(\.damping, Double(newValue)) }
  }

  /// The initial speed of the weight, in whole ways per second; positive is towards the end, 0 by
  /// default.
  open var initialVelocity: CGFloat {
    get { spring.initialVelocity }
    set { set(\.initialVelocity, Double(newValue)) }
  }

  /// Whether damping beyond the critical one is used; false, the default, makes such a spring
  /// critically damped.
  open var allowsOverdamping: Bool {
    get { spring.allowsOverdamping }
    set { set(\.allowsOverdamping, newValue) }
  }

  /// The seconds until the weight is at rest at the end, within a thousandth of the distance;
  /// infinity for a spring without damping, 0 for numbers that define no spring.
  open var settlingDuration: CFTimeInterval { spring.settlingDuration }

  /// The free period of the spring in seconds.
  open var perceptualDuration: CFTimeInterval { spring.perceptualDuration }

  /// The amount of swinging; see `init(perceptualDuration:bounce:)`.
  open var bounce: CGFloat { spring.bounce }

  override class var plain: CAAnimation { CASpringAnimation() }

  override func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .mass: NSNumber(value: spring.mass)
    case .stiffness: NSNumber(value: spring.stiffness)
    case .damping: NSNumber(value: spring.damping)
    case .initialVelocity: NSNumber(value: spring.initialVelocity)
    case .allowsOverdamping: NSNumber(value: allowsOverdamping)
    default: super.declaredValue(key)
    }
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .mass: .assign(Bridge.number(value)) { mass = CGFloat($0) }
    case .stiffness: .assign(Bridge.number(value)) { stiffness = CGFloat($0) }
    case .damping: .assign(Bridge.number(value)) { damping = CGFloat($0) }
    case .initialVelocity: .assign(Bridge.number(value)) { initialVelocity = CGFloat($0) }
    case .allowsOverdamping: .assign(Bridge.bool(value)) { allowsOverdamping = $0 }
    default: super.setDeclared(key, value)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    (copy as? CASpringAnimation)?.spring = spring
  }

  override func propertyKind(
    _ conversion: borrowing ValueConversion
  ) throws(AnimationProblem) -> PropertyAnimation.Kind {
    .spring(SpringAnimation(try modelEnds(conversion), spring))
  }
}
