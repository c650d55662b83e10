// The constants of views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

extension UIView {
  /// The width or height of contents that have none by themselves.
  public static var noIntrinsicMetric: CGFloat { -1 }

  /// The placement of contents in the bounds.
  public enum ContentMode: Int, Sendable, CaseIterable {
    /// Stretched to the bounds.
    case scaleToFill = 0
    /// As large as fits into the bounds.
    case scaleAspectFit = 1
    /// As small as fills the bounds.
    case scaleAspectFill = 2
    /// Stretched, and drawn anew whenever the bounds change.
    case redraw = 3
    /// In the middle.
    case center = 4
    /// At the top.
    case top = 5
    /// At the bottom.
    case bottom = 6
    /// At the left.
    case left = 7
    /// At the right.
    case right = 8
    /// In the corner at the top left.
    case topLeft = 9
    /// In the corner at the top right.
    case topRight = 10
    /// In the corner at the bottom left.
    case bottomLeft = 11
    /// In the corner at the bottom right.
    case bottomRight = 12

    /// The gravity of the layer; its top is at the greatest y.
    var gravity: CALayerContentsGravity {
      switch self {
      case .scaleToFill, .redraw: .resize
      case .scaleAspectFit: .resizeAspect
      case .scaleAspectFill: .resizeAspectFill
      case .center: .center
      case .top: .bottom
      case .bottom: .top
      case .left: .left
      case .right: .right
      case .topLeft: .bottomLeft
      case .topRight: .bottomRight
      case .bottomLeft: .topLeft
      case .bottomRight: .topRight
      }
    }
  }

  /// The parts of a frame that follow the superview's size.
  public struct AutoresizingMask: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a mask from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The distance from the left edge.
    public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1 << 0)
    /// The width.
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    /// The distance from the right edge.
    public static let flexibleRightMargin = AutoresizingMask(rawValue: 1 << 2)
    /// The distance from the top.
    public static let flexibleTopMargin = AutoresizingMask(rawValue: 1 << 3)
    /// The height.
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
    /// The distance from the bottom.
    public static let flexibleBottomMargin = AutoresizingMask(rawValue: 1 << 5)
  }

  /// The state of accents.
  public enum TintAdjustmentMode: Int, Sendable {
    /// As the superview.
    case automatic = 0
    /// As they are.
    case normal = 1
    /// Grey.
    case dimmed = 2
  }

  /// The timing of an animation, by name.
  public enum AnimationCurve: Int, Sendable, CaseIterable {
    /// Slow at both ends.
    case easeInOut = 0
    /// Slow at the start.
    case easeIn = 1
    /// Slow at the end.
    case easeOut = 2
    /// Even.
    case linear = 3

    /// The function of the curve.
    var function: CAMediaTimingFunction {
      switch self {
      case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
      case .easeIn: CAMediaTimingFunction(name: .easeIn)
      case .easeOut: CAMediaTimingFunction(name: .easeOut)
      case .linear: CAMediaTimingFunction(name: .linear)
      }
    }
  }

  /// A transition of the old way of animating.
  public enum AnimationTransition: Int, Sendable {
    /// None.
    case none = 0
    /// A turn from the left to the right.
    case flipFromLeft = 1
    /// A turn from the right to the left.
    case flipFromRight = 2
    /// The page is turned up.
    case curlUp = 3
    /// The page comes down.
    case curlDown = 4
  }

  /// Settings of animation blocks and transitions.
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits: 0...9 switches, 16...19 the curve, 20...23 the transition.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Layouts that the block makes necessary are made, and animated, with it.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Views receive touches while they are animated.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// Animations begin at the values that show, not at the values that were set last.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// For ever.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// There and back.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// A nested block keeps its own duration.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// A nested block keeps its own curve.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// A transition shows views that change meanwhile.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// A transition hides and shows the views instead of removing and adding them.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
    /// A nested block takes over no options.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// Slow at both ends; the default.
    public static let curveEaseInOut = AnimationOptions([])
    /// Slow at the start.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// Even.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// A turn from the left to the right.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// A turn from the right to the left.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// The page is turned up.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// The page comes down.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// The old appearance fades into the new one.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// A turn from the top down.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// A turn from the bottom up.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// Thirty frames a second are preferred.
    public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)
    /// Sixty frames a second are preferred.
    public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)

    /// The curve in the bits.
    var curve: AnimationCurve {
      AnimationCurve(rawValue: Int(rawValue >> 16 & 15)) ?? .easeInOut
    }
  }

  /// Settings of blocks with key frames.
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    /// The bits, those of `AnimationOptions`; 10...13 are the transition between values.
    public let rawValue: UInt
    /// Creates options from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Layouts that the block makes necessary are made, and animated, with it.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Views receive touches while they are animated.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// Animations begin at the values that show.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// For ever.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// There and back.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// A nested block keeps its own duration.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// A nested block takes over no options.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Straight from value to value; the default.
    public static let calculationModeLinear = KeyframeAnimationOptions([])
    /// From value to value without anything between.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// Straight, at one speed.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// On a smooth curve.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
    /// On a smooth curve, at one speed.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)

    /// The way between values.
    var mode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 15 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }
  }
}

/// The direction of contents.
public enum UISemanticContentAttribute: Int, Sendable {
  /// That of the language.
  case unspecified = 0
  /// For controls of playback, which are never turned over.
  case playback = 1
  /// For positions in space, which are never turned over.
  case spatial = 2
  /// From left to right.
  case forceLeftToRight = 3
  /// From right to left.
  case forceRightToLeft = 4
}
