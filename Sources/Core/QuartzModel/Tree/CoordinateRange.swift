// The range of numbers that a layer can be drawn with.
// Licensed under the MIT license; see LICENSE.
//
// Finite numbers are not enough: a coordinate far out cannot be told from the next one, and
// products of such numbers are no numbers at all. So positions have to lie in a range. The planner
// and the client share this rule: the planner leaves out layers outside of it, and the client
// reports them.

package import QuartzMath

/// Coordinates further out cannot be told from their neighbours, which are more than 1 away.
package let farthestCoordinate = 0x1p53

extension Double {
  /// Whether it is a number within the range of coordinates.
  @inline(__always)
  package var isInCoordinateRange: Bool { abs(self) <= farthestCoordinate }
}

extension Rect {
  package var isInCoordinateRange: Bool {
    x.isInCoordinateRange && y.isInCoordinateRange && width.isInCoordinateRange
      && height.isInCoordinateRange
  }
}

extension Size {
  package var isInCoordinateRange: Bool { width.isInCoordinateRange && height.isInCoordinateRange }
}

extension Matrix4x4 {
  /// Whether its results for x, y and w are in range, and its depths are finite.
  ///
  /// Depths only order layers, so they may have any size.
  package var isInCoordinateRange: Bool {
    let squares = row1 * row1 + row2 * row2 + row3 * row3 + row4 * row4
    let limit = farthestCoordinate * farthestCoordinate
    return squares.x <= limit && squares.y <= limit && squares.w <= limit
      && (row1.z + row2.z + row3.z + row4.z).isFinite
  }
}

extension Homography {
  /// Whether all numbers in it are in range.
  @inline(__always)
  package var isInCoordinateRange: Bool {
    (row1 * row1 + row2 * row2 + row3 * row3).sum() <= farthestCoordinate * farthestCoordinate
  }
}

extension Path {
  /// The smallest rectangle around its points, if all are in range; nil for an empty path.
  package var boundsInRange: Rect? {
    guard points.allSatisfy({ $0.x.isInCoordinateRange && $0.y.isInCoordinateRange }) else {
      return nil
    }
    return controlBounds
  }
}

extension PropertyValue {
  /// Whether a renderer can do something with the value.
  ///
  /// Positions, sizes and paths have to be in range; all other numbers, finite.
  package var isDrawable: Bool {
    switch self {
    case .point(let point): point.x.isInCoordinateRange && point.y.isInCoordinateRange
    case .size(let size): size.isInCoordinateRange
    case .rect(let rect): rect.isInCoordinateRange
    case .transform(let box): box.matrix.isInCoordinateRange
    case .path(let box): box.path.points.isEmpty || box.path.boundsInRange != nil
    case .pattern(let box): box.cell.isInCoordinateRange
    case .number, .color, .numbers, .colors, .filters: isFinite
    case .null, .bool, .integer, .string, .image, .name, .cells: true
    }
  }

  /// The number, if it is finite.
  @inline(__always)
  package var finiteNumber: Double? {
    guard case .number(let number) = self, number.isFinite else { return nil }
    return number
  }

  /// The colour, if all of its components are finite.
  @inline(__always)
  package var finiteColor: Color? {
    guard case .color(let color) = self,
      (color.red + color.green + color.blue + color.alpha).isFinite
    else { return nil }
    return color
  }
}
