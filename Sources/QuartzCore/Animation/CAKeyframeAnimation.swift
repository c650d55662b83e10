// Animations through a list of values.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel

/// How keyframes are joined.
///
/// **Differences**: the paced and cubic modes do not exist yet.
public struct CAAnimationCalculationMode: RawRepresentable, Hashable, Sendable {
  /// The name as archives and key-value coding have it.
  public let rawValue: String

  /// The constant with a name, whether it is known or not.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Straight from value to value: the default.
  public static let linear = CAAnimationCalculationMode(rawValue: CalculationMode.linear.name)
  /// Each value until the next one, without anything in between.
  public static let discrete = CAAnimationCalculationMode(rawValue: CalculationMode.discrete.name)
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
/// **Differences**: `path`, `rotationMode`, `tensionValues`, `continuityValues` and `biasValues` do
/// not exist yet.
open class CAKeyframeAnimation: CAPropertyAnimation {
  private struct Frames {
    var values: [Any]?
    var keyTimes: [NSNumber]?
    var timingFunctions: [CAMediaTimingFunction]?
    var calculationMode = CAAnimationCalculationMode.linear
  }

  private var frames = Frames()

  /// An animation of nothing.
  public required init() {
    super.init()
  }

  /// An animation from an archive; nil if the archive is damaged.
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

  /// When each value is reached, as ascending fractions of the duration in 0...1; nil for equal steps.
  ///
  /// A discrete animation has one more than it has values: the ends of the last one.
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

  override func declaredValue(_ key: AnimationKey) -> Any? {
    switch key {
    case .values: values
    case .keyTimes: keyTimes
    case .timingFunctions: timingFunctions
    case .calculationMode: calculationMode.rawValue
    default: super.declaredValue(key)
    }
  }

  package override func setDeclared(_ key: AnimationKey, _ value: Any?) -> Assignment? {
    switch key {
    case .values: assign(value) { values = $0 }
    case .keyTimes:
      assign(value) { (times: [Any]?) in
        keyTimes = times?.map { NSNumber(value: Bridge.number($0) ?? .nan) }
      }
    case .timingFunctions: assign(value) { timingFunctions = $0 }
    case .calculationMode:
      .assign(Bridge.string(value)) { calculationMode = CAAnimationCalculationMode(rawValue: $0) }
    default: super.setDeclared(key, value)
    }
  }

  override func copyState(to copy: CAAnimation) {
    super.copyState(to: copy)
    (copy as? CAKeyframeAnimation)?.frames = frames
  }

  override func kind(
    for target: AnimationTarget,
    images: ImageResolver
  ) throws(AnimationProblem) -> AnimationState.Kind {
    guard let values, !values.isEmpty else { throw AnimationProblem("it has no values") }
    guard
      let mode = CalculationMode.allCases.first(where: { $0.name == calculationMode.rawValue })
    else { throw AnimationProblem("no calculation mode is named \(calculationMode.rawValue)") }
    var converted: [PropertyValue] = []
    converted.reserveCapacity(values.count)
    for (index, any) in values.enumerated() {
      guard let value = PropertyValue(any, type: target.valueType, images: images) else {
        throw AnimationProblem(
          "value \(index) is a \(type(of: any)), which does not fit the property"
        )
      }
      converted.append(value)
    }
    return .keyframe(
      KeyframeAnimation(
        values: converted,
        keyTimes: keyTimes?.map(\.doubleValue),
        timingFunctions: timingFunctions?.map(\.function) ?? [],
        calculationMode: mode
      )
    )
  }
}
