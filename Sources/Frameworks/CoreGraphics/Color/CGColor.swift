// Colours: components in a colour space.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath

/// A colour: components in a colour space, and an alpha.
///
/// Components are straight (not multiplied with alpha) and encoded as their space says. A colour
/// returns the components it was made with; values that its space cannot hold are clamped when the
/// colour is converted or drawn. Colours are immutable and may be used from any thread.
///
/// ```swift
/// layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)
/// ```
public final class CGColor: Sendable {
  private let space: CGColorSpace
  /// As many components as the space has, from `x` on; 0 after them.
  private let values: SIMD4<Double>
  /// 0 for transparent, 1 for opaque.
  public let alpha: CGFloat
  /// The pattern that the colour paints with, if its space is a pattern space.
  ///
  /// Two such colours are equal only if they have the same object.
  package let patternObject: (any AnyObject & Sendable)?
  /// The headroom that the colour was made with; 0 for none.
  package let ownHeadroom: Float

  private init(
    _ space: CGColorSpace,
    _ values: SIMD4<Double>,
    alpha: Double,
    pattern: (any AnyObject & Sendable)? = nil,
    headroom: Float = 0
  ) {
    ownHeadroom = headroom
    self.space = space
    self.values = values
    self.alpha = alpha
    patternObject = pattern
  }

  /// A colour that is a pattern.
  ///
  /// - Parameters:
  ///   - space: A space of patterns.
  ///   - pattern: The pattern to paint.
  ///   - components: The components of the base space, if there is one, then alpha; the caller
  ///     vouches for `space.numberOfComponents + 1` numbers.
  package convenience init(
    patternSpace space: CGColorSpace,
    object pattern: any AnyObject & Sendable,
    components: UnsafePointer<CGFloat>
  ) {
    let values = Self.values(of: space, components)
    self.init(space, values, alpha: components[space.numberOfComponents], pattern: pattern)
  }

  /// Bounds: the caller vouches for as many numbers as the space has components, at most 4.
  private static func values(
    of space: CGColorSpace,
    _ components: UnsafePointer<CGFloat>
  ) -> SIMD4<Double> {
    var values = SIMD4<Double>.zero
    for index in 0..<space.numberOfComponents { values[index] = components[index] }
    return values
  }

  /// A colour in sRGB.
  ///
  /// **Differences**: on macOS the space is Generic RGB (gamma 1.8), which newer systems keep for
  /// old documents only; here it is sRGB, as on iOS. Source:
  /// <https://developer.apple.com/documentation/coregraphics/cgcolor/init(red:green:blue:alpha:)>
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// A colour in sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.sRGBSpace, SIMD4(red, green, blue, 0), alpha: alpha)
  }

  /// A grey with gamma 1.8, Generic Gray: `gray` 0.5 is drawn as #929292.
  ///
  /// A grey that looks like equal parts of sRGB red, green and blue is one in
  /// `CGColorSpaceCreateDeviceGray()`.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(.genericGraySpace, SIMD4(gray, 0, 0, 0), alpha: alpha)
  }

  /// A grey in device grey: `deviceGray` 0.2 is #333333.
  package convenience init(deviceGray gray: CGFloat, alpha: CGFloat) {
    self.init(.deviceGraySpace, SIMD4(gray, 0, 0, 0), alpha: alpha)
  }

  /// A grey with gamma 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(.grayGamma2_2Space, SIMD4(gray, 0, 0, 0), alpha: alpha)
  }

  /// A colour of inks, in device CMYK; see `CGColorSpaceCreateDeviceCMYK`.
  public convenience init(
    genericCMYKCyan cyan: CGFloat,
    magenta: CGFloat,
    yellow: CGFloat,
    black: CGFloat,
    alpha: CGFloat
  ) {
    self.init(.deviceCMYKSpace, SIMD4(cyan, magenta, yellow, black), alpha: alpha)
  }

  /// A colour in `space` with its components and, after them, alpha.
  ///
  /// - Parameters:
  ///   - space: The space of the components.
  ///   - components: `space.numberOfComponents + 1` numbers; no more are read.
  /// - Returns: Nil for a space of patterns.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    guard space.model != .pattern else { return nil }
    // Bounds: the caller vouches for the components and alpha.
    let alpha = components[space.numberOfComponents]
    self.init(space, Self.values(of: space, components), alpha: alpha)
  }

  /// A colour that says how bright the picture is that it belongs to.
  ///
  /// A layer that may not show so much light makes the colour darker, by the curve that images of
  /// this headroom have, and so does a bitmap; see `CGContext.setEDRTargetHeadroom(_:)`. Colours of
  /// a `CGGradient` are drawn with their components as they are.
  ///
  /// - Parameters:
  ///   - headroom: 0 if it is not known, else 1...65504.
  ///   - space: A space of red, green and blue; nil is sRGB's extended one.
  ///   - red: In the range of the space.
  ///   - green: In the range of the space.
  ///   - blue: In the range of the space.
  ///   - alpha: 0 for transparent, 1 for opaque.
  /// - Returns: Nil for a space of another model and for another headroom.
  public convenience init?(
    headroom: Float,
    colorSpace space: CGColorSpace?,
    red: CGFloat,
    green: CGFloat,
    blue: CGFloat,
    alpha: CGFloat
  ) {
    let space = space ?? .extendedSRGBSpace
    guard space.model == .rgb, headroom == 0 || CGImage.Description.isHeadroom(headroom) else {
      return nil
    }
    self.init(space, SIMD4(red, green, blue, 0), alpha: alpha, headroom: headroom)
  }

  /// The factor from reference white to the brightest light of the picture that the colour belongs
  /// to: the number that it was made with; without one, 1 for a colour that is no brighter than
  /// reference white in BT.2020's primaries, and 0, not known, for others and for patterns.
  public var contentHeadroom: Float {
    if ownHeadroom > 0 { return ownHeadroom }
    guard space.model != .pattern else { return 0 }
    let (color, curve) = (extendedSRGB, TransferCurve.sRGB)
    let light = SIMD3(
      curve.decode(color.red),
      curve.decode(color.green),
      curve.decode(color.blue)
    )
    // Conversions between primaries round.
    return ReferenceWhiteCurve.largest(light) <= 1 + 1e-6 ? 1 : 0
  }

  /// The number of components, alpha among them.
  public var numberOfComponents: Int { space.numberOfComponents + 1 }

  /// The components, then alpha.
  public var components: [CGFloat]? {
    (0..<space.numberOfComponents).map { CGFloat(values[$0]) } + [alpha]
  }

  /// The space of the components.
  public var colorSpace: CGColorSpace? { space }

  /// The colour itself, which cannot change.
  public func copy() -> CGColor? { self }

  /// The same colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space, values, alpha: alpha, pattern: patternObject, headroom: ownHeadroom)
  }

  /// The same colour in another space; alpha is kept.
  ///
  /// As on Apple's platforms the new components have the precision of Float, so that grey stays
  /// exactly grey.
  ///
  /// - Parameters:
  ///   - space: The space of the result.
  ///   - intent: The treatment of colours that `space` cannot hold; see `CGColorRenderingIntent`.
  ///   - options: Must be nil or empty.
  /// - Returns: The colour, or nil if there are options or if either space is a pattern space.
  public func converted(
    to space: CGColorSpace,
    intent: CGColorRenderingIntent,
    options: CFDictionary?
  ) -> CGColor? {
    guard options?.isEmpty ?? true else { return nil }
    if space == self.space { return self }
    guard space.model != .pattern, self.space.model != .pattern else { return nil }
    let converted = ColorConversion(from: self.space, to: space)(values)
    return CGColor(
      space,
      SIMD4<Double>(SIMD4<Float>(converted)),
      alpha: alpha,
      headroom: ownHeadroom
    )
  }
}

// MARK: - Constants

extension CGColor {
  /// Opaque white, a grey with gamma 2.2.
  public class var white: CGColor { whiteColor }
  /// Opaque black, a grey with gamma 2.2.
  public class var black: CGColor { blackColor }
  /// Transparent black, a grey with gamma 2.2.
  public class var clear: CGColor { clearColor }

  private static let whiteColor = CGColor(genericGrayGamma2_2Gray: 1, alpha: 1)
  private static let blackColor = CGColor(genericGrayGamma2_2Gray: 0, alpha: 1)
  private static let clearColor = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)
}

// MARK: - Between processes

extension CGColor {
  /// The colour as layers carry it.
  package convenience init(_ color: Color) {
    self.init(
      .extendedSRGBSpace,
      SIMD4(color.red, color.green, color.blue, 0),
      alpha: color.alpha,
      headroom: color.headroom
    )
  }
}

extension Color {
  /// The colour as the server draws it: extended sRGB, straight.
  ///
  /// Numbers that are not finite count as 0; alpha is brought into 0...1.
  package init(_ color: CGColor) {
    self = color.extendedSRGB
  }
}

extension CGColor {
  /// Whether all components are finite.
  package var isFinite: Bool { (values.sum() + alpha).isFinite }

  fileprivate var extendedSRGB: Color {
    // A pattern without colours counts as the colour it is painted with; others have none.
    guard let space = space.model == .pattern ? space.baseColorSpace : space else { return .clear }
    let straight = SIMD4(finite(values.x), finite(values.y), finite(values.z), finite(values.w))
    // A range that is not extended is cut off in its own space, before primaries change.
    let held =
      space.isExtended
      ? straight : straight.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
    let color = ColorConversion(from: space, to: .extendedSRGBSpace)(held)
    let alpha = min(max(finite(alpha), 0), 1)
    return Color(color.x, color.y, color.z, alpha, headroom: ownHeadroom)
  }

  private func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
}

// MARK: - Equality

extension CGColor: Hashable {
  /// Whether both have the same space, components and headroom and, if they are patterns, the same
  /// one.
  public static func == (left: CGColor, right: CGColor) -> Bool {
    left === right
      || (left.space == right.space && left.values == right.values && left.alpha == right.alpha
        && left.ownHeadroom == right.ownHeadroom
        && left.patternObject === right.patternObject)
  }

  /// Feeds the colour into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(values)
    hasher.combine(alpha)
  }
}

extension CGColor: CustomStringConvertible {
  /// The address, the space and the components: `<CGColor 0x7f00> [<CGColorSpace 0x7e00>
  /// (kCGColorSpaceDeviceRGB)] ( 1 0 0 1 )`.
  public var description: String {
    let numbers = (components ?? []).map { String(format: "%g", Double($0)) }
    let address = UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
    return "<CGColor 0x\(String(address, radix: 16))> [\(space)] "
      + "( \(numbers.joined(separator: " ")) )"
  }
}
