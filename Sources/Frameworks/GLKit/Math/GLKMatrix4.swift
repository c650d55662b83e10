// Matrices of four columns of floats: the value GLKMatrix4.
// Licensed under the MIT license; see LICENSE.

/// A matrix of 4 x 4 floats, column after column: `m12` is row 2 of column 1.
///
/// It stands at the left of column vectors, so the right factor of a product acts first; the
/// translation is `m30`, `m31`, `m32`.
public struct GLKMatrix4: Sendable {
  /// Column 0, rows 0 to 3.
  public var m00: Float, m01: Float, m02: Float, m03: Float
  /// Column 1, rows 0 to 3.
  public var m10: Float, m11: Float, m12: Float, m13: Float
  /// Column 2, rows 0 to 3.
  public var m20: Float, m21: Float, m22: Float, m23: Float
  /// Column 3, rows 0 to 3.
  public var m30: Float, m31: Float, m32: Float, m33: Float

  /// All zero.
  public init() {
    (m00, m01, m02, m03) = (0, 0, 0, 0)
    (m10, m11, m12, m13) = (0, 0, 0, 0)
    (m20, m21, m22, m23) = (0, 0, 0, 0)
    (m30, m31, m32, m33) = (0, 0, 0, 0)
  }

  /// A matrix of its values, column after column.
  public init(
    m00: Float,
    m01: Float,
    m02: Float,
    m03: Float,
    m10: Float,
    m11: Float,
    m12: Float,
    m13: Float,
    m20: Float,
    m21: Float,
    m22: Float,
    m23: Float,
    m30: Float,
    m31: Float,
    m32: Float,
    m33: Float
  ) {
    self.m00 = m00
    self.m01 = m01
    self.m02 = m02
    self.m03 = m03
    self.m10 = m10
    self.m11 = m11
    self.m12 = m12
    self.m13 = m13
    self.m20 = m20
    self.m21 = m21
    self.m22 = m22
    self.m23 = m23
    self.m30 = m30
    self.m31 = m31
    self.m32 = m32
    self.m33 = m33
  }

  /// A matrix of a tuple of its values, column after column.
  public init(
    m: (
      Float, Float, Float, Float,
      Float, Float, Float, Float,
      Float, Float, Float, Float,
      Float, Float, Float, Float
    )
  ) {
    self.init()
    self.m = m
  }

  /// The values, column after column.
  public var m:
    (
      Float, Float, Float, Float,
      Float, Float, Float, Float,
      Float, Float, Float, Float,
      Float, Float, Float, Float
    )
  {
    get {
      (
        m00, m01, m02, m03,
        m10, m11, m12, m13,
        m20, m21, m22, m23,
        m30, m31, m32, m33
      )
    }
    set {
      (
        m00, m01, m02, m03,
        m10, m11, m12, m13,
        m20, m21, m22, m23,
        m30, m31, m32, m33
      ) = newValue
    }
  }

  init(
    _ column0: SIMD4<Float>,
    _ column1: SIMD4<Float>,
    _ column2: SIMD4<Float>,
    _ column3: SIMD4<Float>
  ) {
    self.init(
      m00: column0.x,
      m01: column0.y,
      m02: column0.z,
      m03: column0.w,
      m10: column1.x,
      m11: column1.y,
      m12: column1.z,
      m13: column1.w,
      m20: column2.x,
      m21: column2.y,
      m22: column2.z,
      m23: column2.w,
      m30: column3.x,
      m31: column3.y,
      m32: column3.z,
      m33: column3.w
    )
  }

  var column0: SIMD4<Float> { SIMD4(m00, m01, m02, m03) }
  var column1: SIMD4<Float> { SIMD4(m10, m11, m12, m13) }
  var column2: SIMD4<Float> { SIMD4(m20, m21, m22, m23) }
  var column3: SIMD4<Float> { SIMD4(m30, m31, m32, m33) }
  var row0: SIMD4<Float> { SIMD4(m00, m10, m20, m30) }
  var row1: SIMD4<Float> { SIMD4(m01, m11, m21, m31) }
  var row2: SIMD4<Float> { SIMD4(m02, m12, m22, m32) }
  var row3: SIMD4<Float> { SIMD4(m03, m13, m23, m33) }
}
