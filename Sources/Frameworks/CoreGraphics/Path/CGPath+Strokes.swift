// Paths made of paths: dashes and the outlines of strokes.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzMath
package import QuartzRaster

extension CGPath {
  /// The dashes along the path, each an open subpath.
  ///
  /// - Parameters:
  ///   - phase: How far into the dashes each subpath begins.
  ///   - lengths: The lengths of dashes and gaps alternately, repeated from the start of the list;
  ///     an odd list is used twice. The path is returned as it is if there are none, if one is
  ///     negative or if all are 0.
  ///   - transform: Applied to the path before lengths are measured.
  public func copy(
    dashingWithPhase phase: CGFloat,
    lengths: [CGFloat],
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let path = path.transformed(by: Affine(transform))
    let lengths = lengths.map(Double.init)
    guard StrokeStyle.isDash(lengths) else { return CGPath(path) }
    return CGPath(PathMeasure(path).dashed(lengths, phase: phase))
  }

  /// The outline of the stroke along the path, to be filled by the winding rule.
  ///
  /// It consists of straight lines that are at most 1/64 unit off the true outline, measured after
  /// `transform`.
  ///
  /// - Parameters:
  ///   - lineWidth: Nothing is returned of a width that is not positive and finite.
  ///   - lineCap: The shape of the ends of open subpaths.
  ///   - lineJoin: The shape of corners.
  ///   - miterLimit: The longest miter, in line widths, before it becomes a bevel.
  ///   - transform: Applied to the path before it is stroked; the width is not changed by it.
  public func copy(
    strokingWithWidth lineWidth: CGFloat,
    lineCap: CGLineCap,
    lineJoin: CGLineJoin,
    miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    let style = StrokeStyle(
      width: lineWidth,
      cap: LineCap(lineCap),
      join: LineJoin(lineJoin),
      miterLimit: miterLimit
    )
    return CGPath(path.transformed(by: Affine(transform)).stroked(style))
  }
}

extension StrokeStyle {
  /// Whether `lengths` make dashes, rather than a line without gaps.
  package static func isDash(_ lengths: [Double]) -> Bool {
    lengths.allSatisfy { $0 >= 0 && $0.isFinite } && lengths.contains { $0 > 0 }
  }
}

extension FillRule {
  package init(_ rule: CGPathFillRule) {
    switch rule {
    case .winding: self = .nonZero
    case .evenOdd: self = .evenOdd
    }
  }
}

extension LineCap {
  package init(_ cap: CGLineCap) {
    switch cap {
    case .butt: self = .butt
    case .round: self = .round
    case .square: self = .square
    }
  }
}

extension LineJoin {
  package init(_ join: CGLineJoin) {
    switch join {
    case .miter: self = .miter
    case .round: self = .round
    case .bevel: self = .bevel
    }
  }
}
