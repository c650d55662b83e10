// Points, sizes and rectangles of the layer model, in Double.
// Licensed under the MIT license; see LICENSE.

extension Double {
  /// How many pixels cover so many points at a scale: a whole number, or no finite one.
  ///
  /// A part of a pixel counts as one. A product within a millionth of a whole number is that
  /// number: sizes written with few digits, or divided by the scale before, do not give a pixel
  /// more.
  public func pixels(_ scale: Double) -> Double {
    let length = self * scale
    let whole = length.rounded()
    return abs(length - whole) <= 1e-6 ? whole : length.rounded(.up)
  }
}

/// A point.
///
/// The owner of a point names its space and unit.
public struct Point: Equatable, Hashable, Sendable, BitwiseCopyable {
  /// The distance along the x axis.
  public var x: Double
  /// The distance along the y axis.
  public var y: Double

  /// A point of its coordinates.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin.
  public static var zero: Point { Point(0, 0) }
}

/// A size.
///
/// Widths and heights may be negative in the model; `Rect.standardized` repairs that.
public struct Size: Equatable, Hashable, Sendable {
  /// The extent in x.
  public var width: Double
  /// The extent in y.
  public var height: Double

  /// A size of its extents.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// The size without extents.
  public static var zero: Size { Size(0, 0) }
}

/// A rectangle: origin and size.
public struct Rect: Equatable, Hashable, Sendable {
  /// The x of the origin.
  public var x: Double
  /// The y of the origin.
  public var y: Double
  /// The extent in x; negative towards smaller x.
  public var width: Double
  /// The extent in y; negative towards smaller y.
  public var height: Double

  /// A rectangle of its origin and size.
  public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The rectangle without extents at the origin.
  public static var zero: Rect { Rect(0, 0, 0, 0) }
  /// The square from 0 to 1 in x and y.
  public static var unit: Rect { Rect(0, 0, 1, 1) }

  /// The smallest x, also if the width is negative.
  public var minX: Double { Swift.min(x, x + width) }
  /// The smallest y, also if the height is negative.
  public var minY: Double { Swift.min(y, y + height) }
  /// The greatest x, also if the width is negative.
  public var maxX: Double { Swift.max(x, x + width) }
  /// The greatest y, also if the height is negative.
  public var maxY: Double { Swift.max(y, y + height) }

  /// The same area with a width and height that are not negative.
  public var standardized: Rect {
    Rect(minX, minY, abs(width), abs(height))
  }

  /// The smallest rectangle that holds both.
  public func union(_ other: Rect) -> Rect {
    let (left, top) = (Swift.min(minX, other.minX), Swift.min(minY, other.minY))
    let (right, bottom) = (Swift.max(maxX, other.maxX), Swift.max(maxY, other.maxY))
    return Rect(left, top, right - left, bottom - top)
  }

  /// Whether all four numbers are finite.
  public var isFinite: Bool {
    x.isFinite && y.isFinite && width.isFinite && height.isFinite
  }
}

/// A colour in extended sRGB: sRGB-encoded components, straight (not premultiplied) alpha.
///
/// Red, green and blue may leave 0...1 (wide gamut); alpha is meant to be in 0...1.
public struct Color: Equatable, Hashable, Sendable {
  /// Red, sRGB-encoded.
  public var red: Double
  /// Green, sRGB-encoded.
  public var green: Double
  /// Blue, sRGB-encoded.
  public var blue: Double
  /// Opacity, 0...1.
  public var alpha: Double
  /// The factor from reference white to the brightest light of the picture that the colour belongs
  /// to, 1...65504; 0 if the colour does not say.
  public var headroom: Float

  /// A colour of its components; opaque and without a headroom by default.
  public init(
    _ red: Double,
    _ green: Double,
    _ blue: Double,
    _ alpha: Double = 1,
    headroom: Float = 0
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.headroom = headroom
  }

  /// Opaque black.
  public static var black: Color { Color(0, 0, 0) }
  /// Opaque white.
  public static var white: Color { Color(1, 1, 1) }
  /// Transparent black.
  public static var clear: Color { Color(0, 0, 0, 0) }
}
