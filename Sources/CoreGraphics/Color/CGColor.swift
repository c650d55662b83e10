// A colour: components and what they mean.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath

/// A colour: components in a colour space, and an alpha.
///
/// Components are straight (not multiplied with alpha) and encoded as their space says. A colour
/// returns the components it was made with; what its space cannot hold is cut off when the colour is
/// converted or drawn. Colours are immutable and may be used from any thread.
///
/// ```swift
/// layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1)
/// ```
public final class CGColor: Sendable {
  private let space: CGColorSpace
  /// Red, green and blue, or grey in `x`; alpha in `w`.
  private let values: SIMD4<Double>

  private init(_ space: CGColorSpace, _ values: SIMD4<Double>) {
    self.space = space
    self.values = values
  }

  /// A colour in sRGB.
  ///
  /// **Differences**: on macOS the space is Generic RGB (gamma 1.8), which newer systems keep for
  /// old documents only; here it is sRGB, as on iOS.
  /// Source: <https://developer.apple.com/documentation/coregraphics/cgcolor/init(red:green:blue:alpha:)>
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// A colour in sRGB.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.sRGBSpace, [red, green, blue, alpha])
  }

  /// A grey that looks like equal parts of sRGB red, green and blue: `gray` 0.2 is #333333.
  ///
  /// **Differences**: on macOS the space is Generic Gray (gamma 1.8); here it is device grey, which
  /// has the curve of sRGB.
  /// Source: <https://developer.apple.com/documentation/coregraphics/cgcolor/init(gray:alpha:)>
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpaceCreateDeviceGray(), [gray, 0, 0, alpha])
  }

  /// A grey with gamma 2.2.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(.grayGamma2_2Space, [gray, 0, 0, alpha])
  }

  /// A colour in `space` with its components and, after them, alpha.
  ///
  /// - Parameters:
  ///   - space: The space of the components.
  ///   - components: `space.numberOfComponents + 1` numbers; no more are read.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    // Bounds: the caller vouches for numberOfComponents + 1 numbers, that is 2 or 4.
    if space.numberOfComponents == 1 {
      self.init(space, [components[0], 0, 0, components[1]])
    } else {
      self.init(space, [components[0], components[1], components[2], components[3]])
    }
  }

  /// The number of components, alpha among them: 2 or 4.
  public var numberOfComponents: Int { space.numberOfComponents + 1 }

  /// The components, then alpha.
  public var components: [CGFloat]? {
    space.numberOfComponents == 1
      ? [values.x, values.w] : [values.x, values.y, values.z, values.w]
  }

  /// 0 for transparent, 1 for opaque.
  public var alpha: CGFloat { values.w }

  /// The space of the components.
  public var colorSpace: CGColorSpace? { space }

  /// The colour itself, which cannot change.
  public func copy() -> CGColor? { self }

  /// The same colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space, [values.x, values.y, values.z, alpha])
  }

  /// The same colour in another space; alpha is kept.
  ///
  /// - Parameters:
  ///   - space: The space of the result.
  ///   - intent: What happens to colours that `space` cannot hold; see `CGColorRenderingIntent`.
  ///   - options: Must be nil or empty.
  /// - Returns: The colour, or nil if there are options.
  public func converted(
    to space: CGColorSpace,
    intent: CGColorRenderingIntent,
    options: CFDictionary?
  ) -> CGColor? {
    guard options?.isEmpty ?? true else { return nil }
    if space == self.space { return self }
    let converted = ColorConversion(from: self.space, to: space)([values.x, values.y, values.z])
    return CGColor(space, SIMD4(converted, values.w))
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
    self.init(.extendedSRGBSpace, [color.red, color.green, color.blue, color.alpha])
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
  fileprivate var extendedSRGB: Color {
    let straight = SIMD3(finite(values.x), finite(values.y), finite(values.z))
    // A range that is not extended is cut off in its own space, before primaries change.
    let held =
      space.isExtended
      ? straight : straight.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
    let color = ColorConversion(from: space, to: .extendedSRGBSpace)(held)
    return Color(color.x, color.y, color.z, min(max(finite(values.w), 0), 1))
  }

  private func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
}

// MARK: - Equality

extension CGColor: Hashable {
  /// Whether both have the same space and the same components.
  public static func == (left: CGColor, right: CGColor) -> Bool {
    left === right || (left.space == right.space && left.values == right.values)
  }

  /// Feeds the colour into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(values)
  }
}

extension CGColor: CustomStringConvertible {
  /// The space and the components.
  public var description: String {
    let numbers = (components ?? []).map { "\($0)" }.joined(separator: " ")
    return "<CGColor \(space.definition.name) (\(numbers))>"
  }
}
