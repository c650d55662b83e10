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
  /// In the middle, in its own size, as all that follow.
  case center
  /// In the middle of the upper edge.
  case top
  /// In the middle of the lower edge.
  case bottom
  /// In the middle of the left edge.
  case left
  /// In the middle of the right edge.
  case right
  /// In the upper left corner.
  case topLeft
  /// In the upper right corner.
  case topRight
  /// In the lower left corner.
  case bottomLeft
  /// In the lower right corner.
  case bottomRight

  /// The share of the free width and height that lies before the animation.
  var share: LottiePoint {
    let x =
      switch self {
      case .left, .topLeft, .bottomLeft: 0.0
      case .right, .topRight, .bottomRight: 1.0
      case .scaleAspectFit, .scaleAspectFill, .scaleToFill, .center, .top, .bottom: 0.5
      }
    let y =
      switch self {
      case .top, .topLeft, .topRight: 0.0
      case .bottom, .bottomLeft, .bottomRight: 1.0
      case .scaleAspectFit, .scaleAspectFill, .scaleToFill, .center, .left, .right: 0.5
      }
    return LottiePoint(x, y)
  }
}
