// Matrices of layers as matrices of GLKit, and back.
// Licensed under the MIT license; see LICENSE.

public import QuartzCore

extension GLKMatrix4 {
  /// The matrix that maps column vectors as a layer's transform maps row vectors.
  ///
  /// Both have their numbers in the same order, so `m00` is `m11` and the translation `m30`, `m31`,
  /// `m32` is `m41`, `m42`, `m43`; but a transform has Doubles, which are rounded to floats.
  ///
  /// **Differences**: Core Animation has no such conversion; where its numbers were floats,
  /// programs read the memory of the one as the other.
  public init(_ transform: CATransform3D) {
    let t = transform
    self.init(
      m00: Float(t.m11),
      m01: Float(t.m12),
      m02: Float(t.m13),
      m03: Float(t.m14),
      m10: Float(t.m21),
      m11: Float(t.m22),
      m12: Float(t.m23),
      m13: Float(t.m24),
      m20: Float(t.m31),
      m21: Float(t.m32),
      m22: Float(t.m33),
      m23: Float(t.m34),
      m30: Float(t.m41),
      m31: Float(t.m42),
      m32: Float(t.m43),
      m33: Float(t.m44)
    )
  }
}

extension CATransform3D {
  /// The transform that maps row vectors as a matrix of GLKit maps column vectors; nothing is
  /// rounded.
  ///
  /// **Differences**: see `GLKMatrix4.init(_:)`.
  public init(_ matrix: GLKMatrix4) {
    let m = matrix
    self.init(
      m11: CGFloat(m.m00),
      m12: CGFloat(m.m01),
      m13: CGFloat(m.m02),
      m14: CGFloat(m.m03),
      m21: CGFloat(m.m10),
      m22: CGFloat(m.m11),
      m23: CGFloat(m.m12),
      m24: CGFloat(m.m13),
      m31: CGFloat(m.m20),
      m32: CGFloat(m.m21),
      m33: CGFloat(m.m22),
      m34: CGFloat(m.m23),
      m41: CGFloat(m.m30),
      m42: CGFloat(m.m31),
      m43: CGFloat(m.m32),
      m44: CGFloat(m.m33)
    )
  }
}
