// Gradients whose colours a function computes.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
import QuartzRaster

/// A gradient between two points or two circles whose colours a function computes.
public final class CGShading {
  let space: CGColorSpace
  let shape: GradientShape
  let extent: GradientExtent
  let function: CGFunction

  /// A shading along the line from `start` to `end`.
  ///
  /// - Parameters:
  ///   - space: The space of the colours.
  ///   - start: Where the function gets the least number of its domain, 0 without one.
  ///   - end: Where it gets the greatest number of its domain, 1 without one.
  ///   - function: From one number to the components of the space, with or without alpha.
  ///   - extendStart: Whether the first colour continues before the start.
  ///   - extendEnd: Whether the last colour continues after the end.
  /// - Returns: Nil if the function has other numbers of inputs and outputs, or for a space of
  ///   patterns.
  public convenience init?(
    axialSpace space: CGColorSpace,
    start: CGPoint,
    end: CGPoint,
    function: CGFunction,
    extendStart: Bool,
    extendEnd: Bool
  ) {
    let shape = GradientShape.axial(start: Point(start), end: Point(end))
    self.init(space, shape, function, GradientExtent(start: extendStart, end: extendEnd))
  }

  /// A shading from one circle to another, later ones over earlier ones.
  ///
  /// - Parameters:
  ///   - space: The space of the colours.
  ///   - start: The centre of the first circle.
  ///   - startRadius: Its radius; negative ones count as 0.
  ///   - end: The centre of the last circle.
  ///   - endRadius: Its radius; negative ones count as 0.
  ///   - function: From one number to the components of the space, with or without alpha.
  ///   - extendStart: Whether circles go on before the first one.
  ///   - extendEnd: Whether circles go on behind the last one.
  /// - Returns: Nil if the function has other numbers of inputs and outputs, or for a space of
  ///   patterns.
  public convenience init?(
    radialSpace space: CGColorSpace,
    start: CGPoint,
    startRadius: CGFloat,
    end: CGPoint,
    endRadius: CGFloat,
    function: CGFunction,
    extendStart: Bool,
    extendEnd: Bool
  ) {
    let shape = GradientShape.radial(
      start: Point(start),
      startRadius: max(startRadius, 0),
      end: Point(end),
      endRadius: max(endRadius, 0)
    )
    self.init(space, shape, function, GradientExtent(start: extendStart, end: extendEnd))
  }

  private init?(
    _ space: CGColorSpace,
    _ shape: GradientShape,
    _ function: CGFunction,
    _ extent: GradientExtent
  ) {
    let components = space.numberOfComponents
    guard space.model != .pattern, function.domainDimension == 1,
      (components...components + 1).contains(function.rangeDimension)
    else { return nil }
    self.space = space
    self.shape = shape
    self.function = function
    self.extent = extent
  }
}

extension GradientExtent {
  init(start: Bool, end: Bool) {
    self = start ? (end ? .both : .beforeStart) : (end ? .afterEnd : [])
  }
}
