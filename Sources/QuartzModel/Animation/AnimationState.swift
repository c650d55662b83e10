// Animations as values: what crosses from the client to the server.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The property that an animation moves, or a member of its struct.
package struct AnimationTarget: Equatable, Hashable, Sendable {
  package var property: PropertyID
  package var member: ValueMember?

  package init(_ property: PropertyID, _ member: ValueMember? = nil) {
    self.property = property
    self.member = member
  }

  /// The type of the values that the animation gives.
  package var valueType: ValueType {
    member?.valueType ?? PropertyTable[property].type
  }
}

/// From, to and by of a basic animation; at most two of them count, as documented for
/// CABasicAnimation.
///
/// A value that is missing is taken from the model.
package struct BasicAnimation: Equatable, Sendable {
  package var fromValue: PropertyValue?
  package var toValue: PropertyValue?
  package var byValue: PropertyValue?

  package init(
    from fromValue: PropertyValue? = nil,
    to toValue: PropertyValue? = nil,
    by byValue: PropertyValue? = nil
  ) {
    self.fromValue = fromValue
    self.toValue = toValue
    self.byValue = byValue
  }
}

/// How keyframes are joined.
package enum CalculationMode: UInt8, NamedValue {
  case linear, discrete

  package var name: String { "\(self)" }
}

/// The keyframes of an animation.
package struct KeyframeAnimation: Equatable, Sendable {
  package var values: [PropertyValue]
  /// Fractions of the duration, ascending; nil for equal distances.
  ///
  /// A discrete animation has one more than it has values.
  package var keyTimes: [Double]?
  /// One for each step between values; missing ones are linear, surplus ones are ignored.
  package var timingFunctions: [TimingFunction]
  package var calculationMode: CalculationMode

  package init(
    values: [PropertyValue],
    keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [],
    calculationMode: CalculationMode = .linear
  ) {
    self.values = values
    self.keyTimes = keyTimes
    self.timingFunctions = timingFunctions
    self.calculationMode = calculationMode
  }
}

/// An animation of one property, complete with its timing.
///
/// Immutable once attached.
package struct AnimationState: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case basic(BasicAnimation)
    case keyframe(KeyframeAnimation)
  }

  package var target: AnimationTarget
  package var kind: Kind
  package var timing: MediaTiming
  /// Applied to the fraction of the whole cycle; nil is linear.
  package var timingFunction: TimingFunction?
  /// Whether the value is added to what the property already has.
  package var isAdditive = false
  /// Whether each cycle starts where the one before ended.
  package var isCumulative = false

  package init(
    target: AnimationTarget,
    kind: Kind,
    timing: MediaTiming,
    timingFunction: TimingFunction? = nil
  ) {
    self.target = target
    self.kind = kind
    self.timing = timing
    self.timingFunction = timingFunction
  }
}
