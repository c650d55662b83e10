// The 4 x 4 matrix of layers, and its functions.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
package import QuartzMath

/// A 4 x 4 matrix: 3-D scales, rotations, translations and perspective.
///
/// Points are row vectors on the left, p' = p · M; m41, m42 and m43 hold the translation, m34 makes
/// perspective. Angles are in radians.
public struct CATransform3D: Sendable {
  /// The first row.
  public var m11: CGFloat, m12: CGFloat, m13: CGFloat, m14: CGFloat
  /// The second row.
  public var m21: CGFloat, m22: CGFloat, m23: CGFloat, m24: CGFloat
  /// The third row.
  public var m31: CGFloat, m32: CGFloat, m33: CGFloat, m34: CGFloat
  /// The fourth row.
  public var m41: CGFloat, m42: CGFloat, m43: CGFloat, m44: CGFloat

  /// Creates a matrix of zeros.
  public init() {
    self.init(Matrix4x4(.zero, .zero, .zero, .zero))
  }

  /// Creates a matrix from its elements, row by row.
  public init(
    m11: CGFloat,
    m12: CGFloat,
    m13: CGFloat,
    m14: CGFloat,
    m21: CGFloat,
    m22: CGFloat,
    m23: CGFloat,
    m24: CGFloat,
    m31: CGFloat,
    m32: CGFloat,
    m33: CGFloat,
    m34: CGFloat,
    m41: CGFloat,
    m42: CGFloat,
    m43: CGFloat,
    m44: CGFloat
  ) {
    (self.m11, self.m12, self.m13, self.m14) = (m11, m12, m13, m14)
    (self.m21, self.m22, self.m23, self.m24) = (m21, m22, m23, m24)
    (self.m31, self.m32, self.m33, self.m34) = (m31, m32, m33, m34)
    (self.m41, self.m42, self.m43, self.m44) = (m41, m42, m43, m44)
  }

  package init(_ matrix: Matrix4x4) {
    let (a, b, c, d) = (matrix.row1, matrix.row2, matrix.row3, matrix.row4)
    (m11, m12, m13, m14) = (a.x, a.y, a.z, a.w)
    (m21, m22, m23, m24) = (b.x, b.y, b.z, b.w)
    (m31, m32, m33, m34) = (c.x, c.y, c.z, c.w)
    (m41, m42, m43, m44) = (d.x, d.y, d.z, d.w)
  }
}

extension Matrix4x4 {
  package init(_ t: CATransform3D) {
    self.init(
      [t.m11, t.m12, t.m13, t.m14],
      [t.m21, t.m22, t.m23, t.m24],
      [t.m31, t.m32, t.m33, t.m34],
      [t.m41, t.m42, t.m43, t.m44]
    )
  }
}

/// The identity: [1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1].
public let CATransform3DIdentity = CATransform3D(.identity)

/// Returns whether `t` is the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool {
  Matrix4x4(t).isIdentity
}

/// Returns whether all elements of `a` and `b` are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
  Matrix4x4(a) == Matrix4x4(b)
}

/// Returns a translation by (`tx`, `ty`, `tz`).
public func CATransform3DMakeTranslation(
  _ tx: CGFloat,
  _ ty: CGFloat,
  _ tz: CGFloat
) -> CATransform3D {
  CATransform3D(.translation(tx, ty, tz))
}

/// Returns a scale by (`sx`, `sy`, `sz`).
public func CATransform3DMakeScale(
  _ sx: CGFloat,
  _ sy: CGFloat,
  _ sz: CGFloat
) -> CATransform3D {
  CATransform3D(.scale(sx, sy, sz))
}

/// Returns a rotation by `angle` radians about the vector (`x`, `y`, `z`).
///
/// Positive angles turn the x axis towards the y axis about z: clockwise where y points down. A
/// vector of length zero gives the identity.
public func CATransform3DMakeRotation(
  _ angle: CGFloat,
  _ x: CGFloat,
  _ y: CGFloat,
  _ z: CGFloat
) -> CATransform3D {
  CATransform3D(.rotation(angle, x, y, z))
}

/// Returns `t` preceded by a translation: translate(`tx`, `ty`, `tz`) · t.
public func CATransform3DTranslate(
  _ t: CATransform3D,
  _ tx: CGFloat,
  _ ty: CGFloat,
  _ tz: CGFloat
) -> CATransform3D {
  CATransform3D(.translation(tx, ty, tz) * Matrix4x4(t))
}

/// Returns `t` preceded by a scale: scale(`sx`, `sy`, `sz`) · t.
public func CATransform3DScale(
  _ t: CATransform3D,
  _ sx: CGFloat,
  _ sy: CGFloat,
  _ sz: CGFloat
) -> CATransform3D {
  CATransform3D(.scale(sx, sy, sz) * Matrix4x4(t))
}

/// Returns `t` preceded by a rotation about (`x`, `y`, `z`): rotation(`angle`, `x`, `y`, `z`) · t.
public func CATransform3DRotate(
  _ t: CATransform3D,
  _ angle: CGFloat,
  _ x: CGFloat,
  _ y: CGFloat,
  _ z: CGFloat
) -> CATransform3D {
  CATransform3D(.rotation(angle, x, y, z) * Matrix4x4(t))
}

/// Returns the product a · b, which applies `a` first.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  CATransform3D(Matrix4x4(a) * Matrix4x4(b))
}

/// Returns the inverse of `t`, or `t` itself if it has none.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  Matrix4x4(t).inverse.map { CATransform3D($0) } ?? t
}

/// Returns the matrix that has the effect of `m` in the plane.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(
    Matrix4x4(
      [m.a, m.b, 0, 0],
      [m.c, m.d, 0, 0],
      [0, 0, 1, 0],
      [m.tx, m.ty, 0, 1]
    )
  )
}

/// Returns whether `t` has exactly the effect of an affine transform in the plane.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  Matrix4x4(t).isAffine2D
}

/// Returns the affine transform in `t`; its other parts are dropped.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.m41, ty: t.m42)
}
