// Points, sizes and rectangles of the layer model, in Double.
// Licensed under the MIT license; see LICENSE.

/// A point.
///
/// The space and unit are named by whoever holds it.
package struct Point: Equatable, Hashable, Sendable, BitwiseCopyable {
  package var x: Double
  package var y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  package static let zero = Point(0, 0)
}

/// A size.
///
/// Widths and heights may be negative in the model; `Rect.standardized` repairs that.
package struct Size: Equatable, Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  package static let zero = Size(0, 0)
}

/// A rectangle: origin and size.
package struct Rect: Equatable, Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static let zero = Rect(0, 0, 0, 0)
  package static let unit = Rect(0, 0, 1, 1)

  package var minX: Double { Swift.min(x, x + width) }
  package var minY: Double { Swift.min(y, y + height) }
  package var maxX: Double { Swift.max(x, x + width) }
  package var maxY: Double { Swift.max(y, y + height) }

  /// The same area with a width and height that are not negative.
  package var standardized: Rect {
    Rect(minX, minY, abs(width), abs(height))
  }

  /// Whether all four numbers are finite.
  package var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }
}

/// A colour in extended sRGB: sRGB-encoded components, straight (not premultiplied) alpha.
///
/// Red, green and blue may leave 0...1 (wide gamut); alpha is meant to be in 0...1.
package struct Color: Equatable, Hashable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double
  package var alpha: Double

  package init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  package static let black = Color(0, 0, 0)
  package static let white = Color(1, 1, 1)
  package static let clear = Color(0, 0, 0, 0)
}
