// Animations through a list of values.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzModel

/// How keyframes are joined.
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

  /// Straight from value to value: the default.
  public static let linear = CAAnimationCalculationMode(.linear)
  /// Each value until the next one, without anything in between.
  public static let discrete = CAAnimationCalculationMode(.discrete)
  /// Straight from value to value at constant speed, whatever key times and timing functions say.
  public static let paced = CAAnimationCalculationMode(.paced)
  /// On a smooth curve through the values.
  public static let cubic = CAAnimationCalculationMode(.cubic)
  /// On a smooth curve at constant speed, whatever key times and timing functions say.
  public static let cubicPaced = CAAnimationCalculationMode(.cubicPaced)
}

/// Whether a layer that follows a path turns with it.
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
/// otherwise. On a path every line and every curve is a step, closing a subpath too.
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
  public required init() {
    super.init()
  }

  /// Creates an animation from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// The keyframes; their types are those of `CABasicAnimation.fromValue`.
  open var values: [Any]? {
    get { frames.values }
    set {
      willModify()
      frames.values = newValue
    }
  }

  /// In the place of values, for whatever is two numbers, such as `position`, `anchorPoint`,
  /// `bounds.size` or `transform.translation`: both follow the path.
  ///
  /// A path that changes later is kept as it is now.
  open var path: CGPath? {
    get { frames.path }
    set {
      willModify()
      frames.path = (newValue as? CGMutablePath)?.copy() ?? newValue
    }
  }

  /// Whether a layer whose position follows a path turns with it; nil, the default, if not.
  ///
  /// The turn about z comes after the layer's own transform.
  open var rotationMode: CAAnimationRotationMode? {
    get { frames.rotationMode }
    set {
      willModify()
      frames.rotationMode = newValue
    }
  }

  /// How tight the curve of the cubic modes is at each value: 1 stops there, 0 is a round curve.
  open var tensionValues: [NSNumber]? {
    get { frames.tensionValues }
    set {
      willModify()
      frames.tensionValues = newValue
    }
  }

  /// How broken the curve of the cubic modes is at each value: 0 is smooth, -1 and 1 are corners.
  open var continuityValues: [NSNumber]? {
    get { frames.continuityValues }
    set {
      willModify()
      frames.continuityValues = newValue
    }
  }

  /// Where the curve of the cubic modes leans at each value: before it (1) or after it (-1).
  open var biasValues: [NSNumber]? {
    get { frames.biasValues }
    set {
      willModify()
      frames.biasValues = newValue
    }
  }

  /// When each value is reached, as fractions of the duration; nil, or none, for equal steps.
  ///
  /// They are taken as they come, also outside 0...1, in any order and number: the next value is
  /// gone to as long as its time is not later than now. Values without a time are never reached, times
  /// without a value do not count; before the first and after the last, those values hold. A discrete
  /// animation usually has one more than it has values: the end of the last one.
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

  /// How the values are joined.
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

  /// Assigns a list of numbers; what is no number in it is NaN, so that the animation says so.
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
    // A path takes the place of values.
    if path != nil { return .keyframe(keyframes) }
    guard let values, !values.isEmpty else { throw AnimationProblem("it has no values") }
    keyframes.values.reserveCapacity(values.count)
    for (index, any) in values.enumerated() {
      if let value = try conversion.value(any, "value \(index)") { keyframes.values.append(value) }
    }
    return .keyframe(keyframes)
  }
}
