// Painting with patterns.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

extension CGContext {
  /// Makes fills paint with a pattern, if the fill colour space is a pattern space.
  ///
  /// - Parameters:
  ///   - pattern: The pattern to paint.
  ///   - components: The components of the base space, if there is one, then alpha.
  public func setFillPattern(
    _ pattern: CGPattern,
    colorComponents components: UnsafePointer<CGFloat>
  ) {
    state.fill.set(pattern, components)
  }

  /// Makes strokes paint with a pattern, if the stroke colour space is a pattern space.
  ///
  /// - Parameters:
  ///   - pattern: The pattern to paint.
  ///   - components: The components of the base space, if there is one, then alpha.
  public func setStrokePattern(
    _ pattern: CGPattern,
    colorComponents components: UnsafePointer<CGFloat>
  ) {
    state.stroke.set(pattern, components)
  }

  /// Moves patterns, in the bitmap's space before all transforms, y up.
  public func setPatternPhase(_ phase: CGSize) {
    state.patternPhase = phase
  }

  /// A pattern with the colour and alpha of `color`; nil if it cannot be drawn.
  func paint(_ pattern: CGPattern, _ color: CGColor) -> Paint? {
    let phase = Affine.translation(state.patternPhase.width, state.patternPhase.height)
    let pixelsPerPattern = pattern.matrix * phase * Affine(baseTransform) * pixelsPerDevice
    guard let inverse = pixelsPerPattern.inverse else { return nil }
    // Steps in pixels, along both axes of the pattern.
    let (m, step) = (pixelsPerPattern, pattern.step)
    let width = PatternCell.pixels(step.width * (m.a * m.a + m.b * m.b).squareRoot())
    let height = PatternCell.pixels(step.height * (m.c * m.c + m.d * m.d).squareRoot())
    guard let cell = cells.cell(pattern, width, height, color, depth: patternDepth) else {
      return nil
    }
    let texelsPerPattern = Affine(
      Double(width) / step.width,
      0,
      0,
      -Double(height) / step.height,
      -pattern.bounds.x * Double(width) / step.width,
      Double(height) + pattern.bounds.y * Double(height) / step.height
    )
    return .tiles(
      TilePaint(
        cell.pixels.texels,
        owner: cell.pixels,
        pixelToTexel: inverse * texelsPerPattern,
        isNearest: false,
        conversion: imageConversion
      )
    )
  }
}

extension PaintStyle {
  fileprivate mutating func set(_ pattern: CGPattern, _ components: UnsafePointer<CGFloat>) {
    let color = CGColor(patternSpace: space, pattern: pattern, components: components)
    if let color { self.color = color }
  }
}
