// Affine maps of the plane, in Double.
// Licensed under the MIT license; see LICENSE.

/// x' = a x + c y + tx, y' = b x + d y + ty: the order of numbers of CGAffineTransform.
public struct Affine: Equatable, Hashable, Sendable {
  /// The x of what the unit of x becomes.
  public var a: Double
  /// The y of what the unit of x becomes.
  public var b: Double
  /// The x of what the unit of y becomes.
  public var c: Double
  /// The y of what the unit of y becomes.
  public var d: Double
  /// The x of what the origin becomes.
  public var tx: Double
  /// The y of what the origin becomes.
  public var ty: Double

  /// A map of its numbers.
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that changes nothing.
  public static let identity = Affine(1, 0, 0, 1, 0, 0)

  /// A translation.
  public static func translation(_ x: Double, _ y: Double) -> Affine { Affine(1, 0, 0, 1, x, y) }

  /// A scale about the origin.
  public static func scale(_ x: Double, _ y: Double) -> Affine { Affine(x, 0, 0, y, 0, 0) }

  /// Turns from the x axis towards the y axis; the angle in radians.
  public static func rotation(cosine: Double, sine: Double) -> Affine {
    Affine(cosine, sine, -sine, cosine, 0, 0)
  }

  /// First `left`, then `right`: points stand on the left.
  public static func * (left: Affine, right: Affine) -> Affine {
    Affine(
      left.a * right.a + left.b * right.c,
      left.a * right.b + left.b * right.d,
      left.c * right.a + left.d * right.c,
      left.c * right.b + left.d * right.d,
      left.tx * right.a + left.ty * right.c + right.tx,
      left.tx * right.b + left.ty * right.d + right.ty
    )
  }

  /// The image of a point.
  public func transform(_ point: Point) -> Point {
    Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// Signed: negative where the map mirrors.
  public var determinant: Double { a * d - b * c }

  /// Nil where the map is singular or not finite.
  public var inverse: Affine? {
    let determinant = determinant
    guard determinant != 0, determinant.isFinite else { return nil }
    let result = Affine(
      d / determinant,
      -b / determinant,
      -c / determinant,
      a / determinant,
      (c * ty - d * tx) / determinant,
      (b * tx - a * ty) / determinant
    )
    return result.isFinite ? result : nil
  }

  /// Whether it changes nothing.
  public var isIdentity: Bool { self == .identity }

  /// Whether all six numbers are finite.
  public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }
}
