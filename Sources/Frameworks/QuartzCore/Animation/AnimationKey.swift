// The keys that animations declare, for key-value coding, archives and documents.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// The declared keys of animations.
///
/// Each class handles its own keys.
package enum AnimationKey: String, CaseIterable, Sendable {
  case timingFunction, delegate, removedOnCompletion
  case beginTime, duration, speed, timeOffset, repeatCount, repeatDuration, autoreverses, fillMode
  case preferredFrameRateRangeMinimum, preferredFrameRateRangeMaximum
  case preferredFrameRateRangePreferred
  case keyPath, additive, cumulative, valueFunction
  case fromValue, toValue, byValue
  case values, path, keyTimes, timingFunctions, calculationMode, rotationMode
  case tensionValues, continuityValues, biasValues
  case mass, stiffness, damping, initialVelocity, allowsOverdamping
  case animations
  case type, subtype, startProgress, endProgress, filter

  /// The kind of a key's values.
  package enum Kind: Equatable, Sendable {
    case bool
    case number(canBeInfinite: Bool)
    case string
    /// One of these.
    case name([String])
    case timingFunction, timingFunctions
    case valueFunction
    /// A value of the property that is animated, or a list of them.
    case value, values
    case path
    /// A list of numbers.
    case numbers
    /// Other animations.
    case animations
    /// A filter.
    case filter
    /// No archived value.
    case reference
  }

  package var kind: Kind {
    switch self {
    case .removedOnCompletion, .autoreverses, .additive, .cumulative, .allowsOverdamping: .bool
    case .beginTime, .duration, .speed, .timeOffset, .preferredFrameRateRangeMinimum,
      .preferredFrameRateRangeMaximum, .preferredFrameRateRangePreferred, .mass, .stiffness,
      .damping, .initialVelocity, .startProgress, .endProgress:
      .number(canBeInfinite: false)
    case .repeatCount, .repeatDuration: .number(canBeInfinite: true)
    case .keyPath: .string
    case .fillMode: .name(FillMode.names)
    case .calculationMode: .name(CalculationMode.names)
    case .rotationMode: .name(RotationMode.names)
    case .type: .name(TransitionType.names)
    case .subtype: .name(TransitionSubtype.names)
    case .timingFunction: .timingFunction
    case .timingFunctions: .timingFunctions
    case .valueFunction: .valueFunction
    case .fromValue, .toValue, .byValue: .value
    case .values: .values
    case .path: .path
    case .keyTimes, .tensionValues, .continuityValues, .biasValues: .numbers
    case .animations: .animations
    case .filter: .filter
    case .delegate: .reference
    }
  }
}
