// The number of times that an animation plays.
// Licensed under the MIT license; see LICENSE.

/// The way in which the played part of an animation is repeated.
public enum LottieLoopMode: Equatable, Sendable {
  /// Once from the start to the end.
  case once
  /// From the start to the end, without end.
  case loop
  /// There and back, without end.
  case autoReverse
  /// This many times from the start to the end.
  case `repeat`(Double)
  /// This many times there and back.
  case repeatBackwards(Double)

  var isReversing: Bool {
    switch self {
    case .autoReverse, .repeatBackwards: true
    case .once, .loop, .repeat: false
    }
  }

  /// How often, at least once; infinite for those without end.
  var count: Double {
    switch self {
    case .once: 1
    case .loop, .autoReverse: .infinity
    case .repeat(let count), .repeatBackwards(let count): count > 0 ? count : 1
    }
  }
}

/// The way in which an animation is fitted into a layer.
public enum LottieContentMode: Sendable {
  /// As large as fits, with its aspect.
  case scaleAspectFit
  /// As small as fills, with its aspect.
  case scaleAspectFill
  /// As wide and high as the layer.
  case scaleToFill
  /// In the middle, in its own size.
  case center
}
