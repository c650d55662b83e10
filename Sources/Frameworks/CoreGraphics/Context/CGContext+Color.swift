// Colours of a context.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

// MARK: - Fill

extension CGContext {
  /// Sets the colour that fills paint with, and its space; initially opaque black.
  public func setFillColor(_ color: CGColor) {
    state.fill = PaintStyle(color)
  }

  /// A colour for fills, in the space that was set last.
  ///
  /// - Parameter components: As many as the space has, then alpha.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    state.fill.set(components)
  }

  /// The space of fill colours; the colour becomes the space's black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    state.fill = PaintStyle(blackIn: space)
  }

  /// A grey for fills, in device grey.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(deviceGray: gray, alpha: alpha))
  }

  /// A colour for fills, in device RGB.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fill = PaintStyle(red: red, green, blue, alpha)
  }

  /// A colour for fills, in device CMYK.
  public func setFillColor(
    cyan: CGFloat,
    magenta: CGFloat,
    yellow: CGFloat,
    black: CGFloat,
    alpha: CGFloat
  ) {
    state.fill = PaintStyle(cyan: cyan, magenta, yellow, black, alpha)
  }
}

// MARK: - Stroke

extension CGContext {
  /// Sets the colour that strokes paint with, and its space; initially opaque black.
  public func setStrokeColor(_ color: CGColor) {
    state.stroke = PaintStyle(color)
  }

  /// A colour for strokes, in the space that was set last.
  ///
  /// - Parameter components: As many as the space has, then alpha.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    state.stroke.set(components)
  }

  /// The space of stroke colours; the colour becomes the space's black.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    state.stroke = PaintStyle(blackIn: space)
  }

  /// A grey for strokes, in device grey.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(deviceGray: gray, alpha: alpha))
  }

  /// A colour for strokes, in device RGB.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.stroke = PaintStyle(red: red, green, blue, alpha)
  }

  /// A colour for strokes, in device CMYK.
  public func setStrokeColor(
    cyan: CGFloat,
    magenta: CGFloat,
    yellow: CGFloat,
    black: CGFloat,
    alpha: CGFloat
  ) {
    state.stroke = PaintStyle(cyan: cyan, magenta, yellow, black, alpha)
  }
}

extension PaintStyle {
  init(_ color: CGColor) {
    self.init(space: color.colorSpace ?? CGColorSpaceCreateDeviceGray(), color: color)
  }

  fileprivate init(red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat) {
    let color = CGColor(
      colorSpace: CGColorSpaceCreateDeviceRGB(),
      components: [red, green, blue, alpha]
    )
    self.init(color ?? CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  fileprivate init(
    cyan: CGFloat,
    _ magenta: CGFloat,
    _ yellow: CGFloat,
    _ black: CGFloat,
    _ alpha: CGFloat
  ) {
    self.init(
      CGColor(
        genericCMYKCyan: cyan,
        magenta: magenta,
        yellow: yellow,
        black: black,
        alpha: alpha
      )
    )
  }

  /// The black of a space; a pattern space keeps black until a pattern is set.
  fileprivate init(blackIn space: CGColorSpace) {
    var components = [CGFloat](repeating: 0, count: space.numberOfComponents) + [1]
    if space.model == .cmyk { components[3] = 1 }
    let color = CGColor(colorSpace: space, components: components)
    self.init(space: space, color: color ?? CGColor(deviceGray: 0, alpha: 1))
  }

  /// Bounds: the caller vouches for the components of the space and alpha.
  fileprivate mutating func set(_ components: UnsafePointer<CGFloat>) {
    if let color = CGColor(colorSpace: space, components: components) { self.color = color }
  }
}

// MARK: - In the context's space

extension CGContext {
  /// Returns the paint of a style in the current state; nil if it paints nothing.
  func paint(_ style: PaintStyle) -> Paint? {
    guard let pattern = style.color.pattern else { return .color(resolved(style.color)) }
    return paint(pattern, style.color)
  }

  /// A colour premultiplied in the space of the bitmap; grey in three equal channels.
  ///
  /// Numbers that are not finite count as 0. Only extended spaces keep components outside of 0...1.
  /// A colour with a headroom beyond that of the context is made darker.
  func resolved(_ color: CGColor) -> SIMD4<Float> {
    let color = shown(color)
    let alpha = color.alpha > 0 ? min(color.alpha, 1) : 0
    guard let space else { return SIMD4(0, 0, 0, Float(alpha)) }
    let converted = color.converted(to: space, intent: .defaultIntent, options: nil) ?? color
    let components = (converted.components ?? []).map { $0.isFinite ? Double($0) : 0 }
    guard let first = components.first else { return .zero }
    let isGray = components.count < 4
    let straight = SIMD3(
      first,
      isGray ? first : components[1],
      isGray ? first : components[2]
    )
    let held =
      space.isExtended
      ? straight : straight.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
    return SIMD4(SIMD3<Float>(held * alpha), Float(alpha))
  }
}
