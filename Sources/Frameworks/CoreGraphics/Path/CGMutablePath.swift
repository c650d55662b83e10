// A path that can change.
// Licensed under the MIT license; see LICENSE.

public import Foundation
package import QuartzMath
import QuartzRaster
import Synchronization

// Safe because: `storage` is a lock around the only value.
/// A path that can change.
///
/// Points are given in a space that `transform` maps to that of the path. Elements that need a
/// current point add nothing before a subpath has been begun. Changes from several threads exclude
/// each other.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  private let storage: Mutex<Path>

  package override var path: Path { storage.withLock { $0 } }

  /// An empty path.
  public init() {
    storage = Mutex(Path())
    super.init(Path())
  }

  /// A path of these elements.
  package override init(_ path: Path) {
    storage = Mutex(path)
    super.init(Path())
  }

  /// Changes the elements in place.
  package func edit(_ change: (inout Path) -> Void) {
    storage.withLock { change(&$0) }
  }
}

// MARK: - Lines and curves

extension CGMutablePath {
  /// Begins a subpath.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.move(to: Point(point, transform)) }
  }

  /// A line from the current point to `point`.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    edit { $0.line(to: Point(point, transform)) }
  }

  /// A new subpath: lines from each of the points to the next; nothing for no points.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    edit { $0.addLines(between: points, transform) }
  }

  /// A quadratic Bézier curve from the current point to `end`.
  public func addQuadCurve(
    to end: CGPoint,
    control: CGPoint,
    transform: CGAffineTransform = .identity
  ) {
    edit { $0.quad(to: Point(end, transform), control: Point(control, transform)) }
  }

  /// A cubic Bézier curve from the current point to `end`.
  public func addCurve(
    to end: CGPoint,
    control1: CGPoint,
    control2: CGPoint,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.cubic(
        to: Point(end, transform),
        control1: Point(control1, transform),
        control2: Point(control2, transform)
      )
    }
  }

  /// A line from the current point to where the subpath began.
  public func closeSubpath() {
    edit { $0.close() }
  }

  /// The elements of another path, after those of this one.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    // Read first: the other path may be this one.
    let added = path.path.transformed(by: Affine(transform))
    edit { $0.append(added) }
  }
}

// MARK: - Shapes

extension CGMutablePath {
  /// A closed rectangle, as `CGPath(rect:transform:)` begins and turns.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    edit { $0.addRect(rect, transform) }
  }

  /// A closed rectangle for each of `rects`.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    edit { path in
      for rect in rects { path.addRect(rect, transform) }
    }
  }

  /// A closed rectangle with elliptical corners, as
  /// `CGPath(roundedRect:cornerWidth:cornerHeight:transform:)`.
  ///
  /// - Parameters:
  ///   - rect: A rectangle; the null one adds nothing.
  ///   - cornerWidth: The corners' radius along x; clamped to 0 and half the width.
  ///   - cornerHeight: The corners' radius along y; clamped to 0 and half the height.
  ///   - transform: Applied to the points.
  public func addRoundedRect(
    in rect: CGRect,
    cornerWidth: CGFloat,
    cornerHeight: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    edit { $0.addRoundedRect(rect, cornerWidth, cornerHeight, transform) }
  }

  /// A closed ellipse that touches the edges of `rect`.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    edit { $0.addEllipse(in: rect, transform) }
  }

  /// An arc of a circle from `startAngle` on, `delta` far; joined to the current point by a line.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: The circle's radius.
  ///   - startAngle: In radians, from the x axis towards the y axis.
  ///   - delta: In radians, at most 64 turns; positive ones go from the x axis towards the y axis.
  ///   - transform: Applied to the points.
  public func addRelativeArc(
    center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    delta: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addContinued(transform) {
        $0.addArc(center: Point(center), radius: radius, start: startAngle, sweep: delta)
      }
    }
  }

  /// An arc of a circle from `startAngle` to `endAngle`; joined to the current point by a line.
  ///
  /// - Parameters:
  ///   - center: The circle's centre.
  ///   - radius: The circle's radius.
  ///   - startAngle: In radians, from the x axis towards the y axis.
  ///   - endAngle: In radians, likewise. An arc never goes back: an end on the other side is
  ///     reached the long way round.
  ///   - clockwise: Whether angles decrease: clockwise where y points up. Where y points down, as
  ///     in layers, the arc looks anticlockwise.
  ///   - transform: Applied to the points.
  public func addArc(
    center: CGPoint,
    radius: CGFloat,
    startAngle: CGFloat,
    endAngle: CGFloat,
    clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addContinued(transform) {
        $0.addArc(
          center: Point(center),
          radius: radius,
          start: startAngle,
          end: endAngle,
          clockwise: clockwise
        )
      }
    }
  }

  /// An arc that touches the lines from the current point to `tangent1End` and on to `tangent2End`.
  ///
  /// A line leads from the current point to the arc. Where the points lie on one line, or `radius`
  /// is not positive, only a line to `tangent1End` is added.
  public func addArc(
    tangent1End: CGPoint,
    tangent2End: CGPoint,
    radius: CGFloat,
    transform: CGAffineTransform = .identity
  ) {
    edit {
      $0.addContinued(transform) {
        $0.addArc(tangent1: Point(tangent1End), tangent2: Point(tangent2End), radius: radius)
      }
    }
  }
}
