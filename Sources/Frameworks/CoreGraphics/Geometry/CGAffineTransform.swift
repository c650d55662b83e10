// Affine maps of the plane.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// An affine map of the plane: scale, rotation, shear and translation.
///
/// Points are row vectors on the left of the matrix:
///
///                           | a   b   0 |
///     [x' y' 1] = [x y 1] · | c   d   0 |
///                           | tx  ty  1 |
///
/// so `x' = a x + c y + tx` and `y' = b x + d y + ty`. Angles are in radians; a positive one turns
/// the x axis towards the y axis: anticlockwise where y points up, clockwise where it points down.
///
/// ```swift
/// let corner = CGPoint(x: 1, y: 0)
///   .applying(CGAffineTransform(rotationAngle: .pi / 2).scaledBy(x: 2, y: 2))
/// ```
public struct CGAffineTransform: Hashable, Sendable {
  /// The change of x' for one unit of x.
  public var a: CGFloat
  /// The change of y' for one unit of x.
  public var b: CGFloat
  /// The change of x' for one unit of y.
  public var c: CGFloat
  /// The change of y' for one unit of y.
  public var d: CGFloat
  /// The translation along x.
  public var tx: CGFloat
  /// The translation along y.
  public var ty: CGFloat

  /// The map that leaves everything where it is.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// The matrix of zeros, which sends every point to the origin; it is not the identity.
  public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  /// The map with these six numbers.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map with these six numbers.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat)
  {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// A translation by (`tx`, `ty`).
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// A scale by `sx` along x and `sy` along y.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// A rotation by `angle` radians about the origin.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether the map leaves every point where it is.
  public var isIdentity: Bool { self == .identity }

  /// The map that translates by (`tx`, `ty`) first and then applies this map.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }

  /// The map that scales by (`sx`, `sy`) first and then applies this map.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// The map that rotates by `angle` radians first and then applies this map.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The map that undoes this one; a map that cannot be undone is returned as it is.
  public func inverted() -> CGAffineTransform {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite, (1 / determinant).isFinite else { return self }
    return CGAffineTransform(
      a: d / determinant,
      b: -b / determinant,
      c: -c / determinant,
      d: a / determinant,
      tx: (c * ty - d * tx) / determinant,
      ty: (b * tx - a * ty) / determinant
    )
  }

  /// The map that applies this map first, then `t2`: the product `self · t2`.
  public func concatenating(_ t2: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * t2.a + b * t2.c,
      b: a * t2.b + b * t2.d,
      c: c * t2.a + d * t2.c,
      d: c * t2.b + d * t2.d,
      tx: tx * t2.a + ty * t2.c + t2.tx,
      ty: tx * t2.b + ty * t2.d + t2.ty
    )
  }
}

// MARK: - Components

/// An affine map taken apart: scale, then horizontal shear, then rotation, then translation.
public struct CGAffineTransformComponents: Hashable, Sendable {
  /// The factors along x and y; a mirrored map has a negative height.
  public var scale: CGSize
  /// The change of x for one unit of y, after the scale.
  public var horizontalShear: CGFloat
  /// The angle in radians, -π...π.
  public var rotation: CGFloat
  /// The translation.
  public var translation: CGVector

  /// The components of the matrix of zeros.
  public init() {
    self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
  }

  /// These components.
  public init(
    scale: CGSize,
    horizontalShear: CGFloat,
    rotation: CGFloat,
    translation: CGVector
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// The map with these components: scale · shear · rotation · translation.
  public init(_ components: CGAffineTransformComponents) {
    let (sine, cosine) = (sin(components.rotation), cos(components.rotation))
    let (scale, shear) = (components.scale, components.horizontalShear)
    self.init(
      a: scale.width * cosine,
      b: scale.width * sine,
      c: scale.height * (shear * cosine - sine),
      d: scale.height * (shear * sine + cosine),
      tx: components.translation.dx,
      ty: components.translation.dy
    )
  }

  /// The components of the map: `CGAffineTransform(t.decomposed())` is `t` up to rounding.
  ///
  /// This holds for every invertible map. A map without height gets a vertical scale of zero and no
  /// shear.
  @_disfavoredOverload
  public func decomposed() -> CGAffineTransformComponents {
    let width = hypot(a, b)
    let rotation = width > 0 ? atan2(b, a) : atan2(-c, d)
    let (sine, cosine) = (sin(rotation), cos(rotation))
    let height = d * cosine - c * sine
    let shear = height == 0 ? 0 : (c * cosine + d * sine) / height
    return CGAffineTransformComponents(
      scale: CGSize(width: width, height: height),
      horizontalShear: shear,
      rotation: rotation,
      translation: CGVector(dx: tx, dy: ty)
    )
  }
}

// MARK: - Encoding

extension CGAffineTransform: Codable {
  /// Reads six numbers in the order a, b, c, d, tx, ty, without keys.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    func next() throws -> CGFloat { try values.decode(CGFloat.self) }
    self.init(
      a: try next(),
      b: try next(),
      c: try next(),
      d: try next(),
      tx: try next(),
      ty: try next()
    )
  }

  /// Writes six numbers in the order a, b, c, d, tx, ty, without keys.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for value in [a, b, c, d, tx, ty] { try values.encode(value) }
  }
}
