// Animations through a list of values.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzModel

/// The interpolation between keyframes.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: CalculationMode) {
    rawValue = mode.name
  }

  /// Linear from value to value: the default.
  public static let linear = CAAnimationCalculationMode(.linear)
  /// Each value until the next one, without interpolation.
  public static let discrete = CAAnimationCalculationMode(.discrete)
  /// Linear from value to value at constant speed; key times and timing functions are ignored.
  public static let paced = CAAnimationCalculationMode(.paced)
  /// On a smooth curve through the values.
  public static let cubic = CAAnimationCalculationMode(.cubic)
  /// On a smooth curve at constant speed; key times and timing functions are ignored.
  public static let cubicPaced = CAAnimationCalculationMode(.cubicPaced)
}

/// The rotation of a layer that follows a path.
public struct CAAnimationRotationMode: RawRepresentable, Hashable, Sendable {
  /// The name in archives and key-value coding.
  public let rawValue: String

  /// Creates the constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ mode: RotationMode) {
    rawValue = mode.name
  }

  /// The layer's x axis points along the path.
  public static let rotateAuto = CAAnimationRotationMode(.auto)
  /// The layer's x axis points against the path.
  public static let rotateAutoReverse = CAAnimationRotationMode(.autoReverse)
}

/// An animation through a list of values.
///
///     let shake = CAKeyframeAnimation(keyPath: "position.x")
///     shake.values = [0, 10, -10, 10, 0]
///     shake.keyTimes = [0, 0.2, 0.5, 0.8, 1]
///     shake.isAdditive = true
///     shake.duration = 0.4
///     layer.add(shake, forKey: "shake")
///
/// Each step from value to value takes the same time, unless `keyTimes` or the calculation mode say
/// otherwise. On a path every line and every curve is a step, also the line that closes a subpath.
open class CAKeyframeAnimation: CAPropertyAnimation {
  private struct Frames {
    var values: [Any]?
    var path: CGPath?
    var rotationMode: CAAnimationRotationMode?
    var tensionValues: [NSNumber]?
    var continuityValues: [NSNumber]?
    var biasValues: [NSNumber]?
    var keyTimes: [NSNumber]?
    var timingFunctions: [CAMediaTimingFunction]?
    var calculationMode = CAAnimationCalculationMode.linear
  }

  private var frames = Frames()

  /// Creates an animation of nothing.
  public override init() {
    super.init()
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The keyframes; their types are those of `CABasicAnimation.fromValue`, and numbers read
  /// back as NSNumbers.
  open var values: [Any]? {
    get { frames.values }
    set {
      willModify()
      frames.values = newValue?.map(Boxing.boxed)
    }
  }

  /// A path instead of values, for properties of two numbers, such as `position`, `anchorPoint`,
  /// `bounds.size` or `transform.translation`: both numbers follow the path.
  ///
  /// A mutable path is copied.
  open var path: CGPath? {
    get { frames.path }
    set {
      willModify()
      frames.path = (newValue as? CGMutablePath)?.copy() ?? newValue
    }
  }

  /// The rotation of a layer whose position follows a path; nil, the default, if there is none.
  ///
  /// The turn about z comes after the layer's own transform.
  open var rotationMode: CAAnimationRotationMode? {
    get { frames.rotationMode }
    set {
      willModify()
      frames.rotationMode = newValue
    }
  }

  /// The tension of the curve of the cubic modes at each value: 1 stops there, 0 is a round curve.
  open var tensionValues: [NSNumber]? {
    get { frames.tensionValues }
    set {
      willModify()
      frames.tensionValues = newValue
    }
  }

  /// The continuity of the curve of the cubic modes at each value: 0 is smooth, -1 and 1 are
  /// corners.
  open var continuityValues: [NSNumber]? {
    get { frames.continuityValues }
    set {
      willModify()
      frames.continuityValues = newValue
    }
  }

  /// The bias of the curve of the cubic modes at each value: it leans before the value (1) or after
  /// it (-1).
  open var biasValues: [NSNumber]? {
    get { frames.biasValues }
    set {
      willModify()
      frames.biasValues = newValue
    }
  }

  /// The time of each value, as a fraction of the duration; nil, or none, for equal steps.
  ///
  /// They are used in the given order, also outside 0...1, in any order and number: the animation
  /// goes on to the next value while that value's time is not later than now. Values without a time
  /// are never reached, and times without a value do not count. Before the first time and after the
  /// last one, the first and last values hold. A discrete animation usually has one time more than
  /// it has values: the end of the last one.
  open var keyTimes: [NSNumber]? {
    get { frames.keyTimes }
    set {
      willModify()
      frames.keyTimes = newValue
    }
  }

  /// The pace of each step from value to value; missing ones are linear, surplus ones are ignored.
  open var timingFunctions: [CAMediaTimingFunction]? {
    get { frames.timingFunctions }
    set {
      willModify()
      frames.timingFunctions = newValue
    }
  }

  /// The interpolation between the values.
  open var calculationMode: CAAnimationCalculationMode {
    get { frames.calculationMode }
    set {
      willModify()
      frames.calculationMode = newValue
    }
  }

  override class var plain: CAAnimation { CAKeyframeAnimation() }

  override func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .values: values
    case .path: path
    case .rotationMode: rotationMode?.rawValue
    case .tensionValues: tensionValues
    case .continuityValues: continuityValues
    case .biasValues: biasValues
    case .keyTimes: keyTimes
    case .timingFunctions: timingFunctions
    case .calculationMode: calculationMode.rawValue
    default: super.declaredValue(key)
    }
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .values: assign(value) { values = $0 }
    case .path: assign(value) { path = $0 }
    case .rotationMode:
      assign(value.map { Bridge.string($0) as Any }) { (name: String?) in
        rotationMode = name.map { CAAnimationRotationMode(rawValue: $0) }
      }
    case .tensionValues: assignNumbers(value) { tensionValues = $0 }
    case .continuityValues: assignNumbers(value) { continuityValues = $0 }
    case .biasValues: assignNumbers(value) { biasValues = $0 }
    case .keyTimes: assignNumbers(value) { keyTimes = $0 }
    case .timingFunctions: assign(value) { timingFunctions = $0 }
    case .calculationMode:
      .assign(Bridge.string(value)) { calculationMode = CAAnimationCalculationMode(rawValue: $0) }
    default: super.setDeclared(key, value)
    }
  }

  /// Assigns a list of numbers; other elements become NaN, so that the animation reports them.
  private func assignNumbers(_ value: Any?, _ body: ([NSNumber]?) -> Void) -> Assignment {
    assign(value) { (numbers: [Any]?) in
      body(numbers?.map { NSNumber(value: Bridge.number($0) ?? .nan) })
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    (copy as? CAKeyframeAnimation)?.frames = frames
  }

  override func propertyKind(
    _ conversion: borrowing ValueConversion
  ) throws(AnimationProblem) -> PropertyAnimation.Kind {
    guard let mode = CalculationMode.named(calculationMode.rawValue) else {
      throw AnimationProblem("no calculation mode is named \(calculationMode.rawValue)")
    }
    var keyframes = KeyframeAnimation(
      path: path?.path,
      keyTimes: keyTimes?.map(\.doubleValue),
      timingFunctions: timingFunctions?.map(\.function) ?? [],
      calculationMode: mode
    )
    if let name = rotationMode?.rawValue {
      guard let mode = RotationMode.named(name) else {
        throw AnimationProblem("no rotation mode is named \(name)")
      }
      keyframes.rotationMode = mode
    }
    keyframes.tensions = tensionValues?.map(\.doubleValue) ?? []
    keyframes.continuities = continuityValues?.map(\.doubleValue) ?? []
    keyframes.biases = biasValues?.map(\.doubleValue) ?? []
    // A path replaces the values.
    if path != nil { return .keyframe(keyframes) }
    guard let values, !values.isEmpty else { throw AnimationProblem("it has no values") }
    keyframes.values.reserveCapacity(values.count)
    for (index, any) in values.enumerated() {
      if let value = try conversion.value(any, "value \(index)") { keyframes.values.append(value) }
    }
    return .keyframe(keyframes)
  }
}
