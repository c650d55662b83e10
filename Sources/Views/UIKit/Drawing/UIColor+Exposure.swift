// Colours brighter than white.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation

extension UIColor {
  /// A colour in extended sRGB that is brighter than its components say.
  ///
  /// - Parameters:
  ///   - red: Encoded, 0...1.
  ///   - green: Encoded, 0...1.
  ///   - blue: Encoded, 0...1.
  ///   - alpha: 0 for transparent, 1 for opaque; clamped to that.
  ///   - exposure: Stops: each makes the light twice as bright. Numbers below 0, and those that are
  ///     not numbers, count as 0; those above 15.999 as that.
  public convenience init(
    red: CGFloat,
    green: CGFloat,
    blue: CGFloat,
    alpha: CGFloat,
    exposure: CGFloat
  ) {
    self.init(
      red: red,
      green: green,
      blue: blue,
      alpha: alpha,
      linearExposure: exp2(exposure > 0 ? min(exposure, 16) : 0)
    )
  }

  /// A colour in extended sRGB whose light is that of its components times a factor.
  ///
  /// The factor becomes the headroom of its `cgColor`.
  ///
  /// - Parameters:
  ///   - red: Encoded, 0...1.
  ///   - green: Encoded, 0...1.
  ///   - blue: Encoded, 0...1.
  ///   - alpha: 0 for transparent, 1 for opaque; clamped to that.
  ///   - linearExposure: 1...65504; numbers outside of it count as the nearest one, NaN as 1.
  public convenience init(
    red: CGFloat,
    green: CGFloat,
    blue: CGFloat,
    alpha: CGFloat,
    linearExposure: CGFloat
  ) {
    let plain = UIColor(red: red, green: green, blue: blue, alpha: alpha).cgColor
    let exposure = Self.usable(linearExposure)
    self.init(cgColor: plain.withLight(times: exposure, headroom: exposure))
  }

  /// The factor by which the light is brighter than that of `standardDynamicRange`; 1 for a colour
  /// of standard range.
  ///
  /// It is the headroom of `cgColor`; for a dynamic colour that for the current traits.
  public var linearExposure: CGFloat { Self.usable(CGFloat(cgColor.contentHeadroom)) }

  /// The colour that exposure made this one of; a colour of standard range is itself.
  public var standardDynamicRange: UIColor {
    if case .dynamic(let rule, let alpha) = kind {
      let rule = DynamicRule { rule.provide($0).resolvedColor(with: $0).standardDynamicRange }
      return UIColor(.dynamic(rule, alpha: alpha))
    }
    let exposure = linearExposure
    guard exposure > 1 else { return self }
    return UIColor(cgColor: cgColor.withLight(times: 1 / exposure, headroom: 1))
  }

  /// The colour with the same components and another headroom.
  ///
  /// The headroom is the light, relative to white, that is shown as the brightest that a layer may
  /// show. Patterns are themselves.
  ///
  /// - Parameter contentHeadroom: 1...65504; numbers outside of it count as the nearest one, NaN
  ///   as 1.
  public func applyingContentHeadroom(_ contentHeadroom: CGFloat) -> UIColor {
    if case .dynamic(let rule, let alpha) = kind {
      let rule = DynamicRule {
        rule.provide($0).resolvedColor(with: $0).applyingContentHeadroom(contentHeadroom)
      }
      return UIColor(.dynamic(rule, alpha: alpha))
    }
    return UIColor(cgColor: cgColor.withLight(times: 1, headroom: Self.usable(contentHeadroom)))
  }

  private static func usable(_ exposure: CGFloat) -> CGFloat {
    exposure > 1 ? min(exposure, 65504) : 1
  }
}

extension CGColor {
  /// The colour in extended sRGB with its light multiplied, and a headroom; a pattern is itself.
  func withLight(times factor: CGFloat, headroom: CGFloat) -> CGColor {
    guard pattern == nil else { return self }
    let curve = TransferCurve.sRGB
    // A factor of 1 leaves components as they are, to the last bit.
    func brighter(_ component: CGFloat) -> CGFloat {
      factor == 1
        ? component : CGFloat(curve.encode(curve.decode(Double(component)) * Double(factor)))
    }
    let (red, green, blue) = redGreenBlue
    return CGColor(
      headroom: Float(headroom),
      colorSpace: .extendedSRGBSpace,
      red: brighter(red),
      green: brighter(green),
      blue: brighter(blue),
      alpha: alpha
    ) ?? self
  }
}
