// Colours along a line.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Colours at places between 0 and 1, and the colours between them.
///
/// Components change linearly from each colour to the next one, straight (not multiplied with
/// alpha) and in the gradient's space. It cannot change and may be used from any thread.
///
/// ```swift
/// let gradient = CGGradient(
///   colorsSpace: CGColorSpace(name: CGColorSpace.sRGB),
///   colors: [CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), CGColor.white] as CFArray,
///   locations: [0, 1])
/// context.drawLinearGradient(
///   gradient!, start: .zero, end: CGPoint(x: 0, y: 100), options: [])
/// ```
public final class CGGradient: Sendable {
  /// A colour of the gradient: components in its space, straight, then alpha.
  struct Stop: Sendable {
    var location: Double
    var components: [CGFloat]
  }

  let space: CGColorSpace
  /// In order of their locations.
  let stops: [Stop]

  /// A gradient through colours, which are converted to one space.
  ///
  /// - Parameters:
  ///   - space: The space in which components change; nil for generic RGB, which is sRGB here.
  ///   - colors: `CGColor`s, at least one.
  ///   - locations: A number in 0...1 for each colour, in any order; nil to spread them evenly.
  ///     Numbers outside are clamped. Of two colours at one place the first ends what is before it,
  ///     the second begins what is behind it.
  /// - Returns: Nil without colours, if one of `colors` is none or a pattern, or a location is no
  ///   number.
  public convenience init?(
    colorsSpace space: CGColorSpace?,
    colors: CFArray,
    locations: UnsafePointer<CGFloat>?
  ) {
    let found = colors.compactMap { $0 as? CGColor }
    guard found.count == colors.count else { return nil }
    let space = space ?? .sRGBSpace
    let components = found.compactMap {
      $0.converted(to: space, intent: .defaultIntent, options: nil)?.components
    }
    guard components.count == found.count else { return nil }
    self.init(space, components, locations)
  }

  /// A gradient through colours that are given by their components.
  ///
  /// - Parameters:
  ///   - space: The space of the components.
  ///   - components: For each colour as many as the space has, then alpha.
  ///   - locations: A number in 0...1 for each colour; nil to spread them evenly.
  ///   - count: The number of colours, at least 1.
  /// - Returns: Nil without colours, for a space of patterns, or if a number is not finite.
  public convenience init?(
    colorSpace space: CGColorSpace,
    colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?,
    count: Int
  ) {
    // Bounds: the caller vouches for `count` colours.
    let size = space.numberOfComponents + 1
    let colors = (0..<max(count, 0)).map { index in
      (0..<size).map { components[index * size + $0] }
    }
    self.init(space, colors, locations)
  }

  /// Bounds: the caller vouches for a location for each colour.
  private init?(
    _ space: CGColorSpace,
    _ colors: [[CGFloat]],
    _ locations: UnsafePointer<CGFloat>?
  ) {
    guard !colors.isEmpty, space.model != .pattern,
      colors.allSatisfy({ $0.allSatisfy(\.isFinite) })
    else { return nil }
    let last = CGFloat(max(colors.count - 1, 1))
    let positions = colors.indices.map { locations?[$0] ?? CGFloat($0) / last }
    guard positions.allSatisfy(\.isFinite) else { return nil }
    let stops = zip(positions, colors).map { Stop(location: min(max($0, 0), 1), components: $1) }
    // `sorted` is stable.
    self.stops = stops.sorted { $0.location < $1.location }
    self.space = space
  }
}
