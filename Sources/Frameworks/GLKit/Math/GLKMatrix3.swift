// Matrices of three columns of floats: the value GLKMatrix3.
// Licensed under the MIT license; see LICENSE.

/// A matrix of 3 x 3 floats, column after column: `m12` is row 2 of column 1.
///
/// It stands at the left of column vectors, so the right factor of a product acts first.
public struct GLKMatrix3: Sendable {
  /// Column 0, rows 0 to 2.
  public var m00: Float, m01: Float, m02: Float
  /// Column 1, rows 0 to 2.
  public var m10: Float, m11: Float, m12: Float
  /// Column 2, rows 0 to 2.
  public var m20: Float, m21: Float, m22: Float

  /// All zero.
  public init() {
    (m00, m01, m02) = (0, 0, 0)
    (m10, m11, m12) = (0, 0, 0)
    (m20, m21, m22) = (0, 0, 0)
  }

  /// A matrix of its values, column after column.
  public init(
    m00: Float,
    m01: Float,
    m02: Float,
    m10: Float,
    m11: Float,
    m12: Float,
    m20: Float,
    m21: Float,
    m22: Float
  ) {
    self.m00 = m00
    self.m01 = m01
    self.m02 = m02
    self.m10 = m10
    self.m11 = m11
    self.m12 = m12
    self.m20 = m20
    self.m21 = m21
    self.m22 = m22
  }

  /// A matrix of a tuple of its values, column after column.
  public init(
    m: (
      Float, Float, Float,
      Float, Float, Float,
      Float, Float, Float
    )
  ) {
    self.init()
    self.m = m
  }

  /// The values, column after column.
  public var m:
    (
      Float, Float, Float,
      Float, Float, Float,
      Float, Float, Float
    )
  {
    get {
      (
        m00, m01, m02,
        m10, m11, m12,
        m20, m21, m22
      )
    }
    set {
      (
        m00, m01, m02,
        m10, m11, m12,
        m20, m21, m22
      ) = newValue
    }
  }

  init(
    _ column0: SIMD3<Float>,
    _ column1: SIMD3<Float>,
    _ column2: SIMD3<Float>
  ) {
    self.init(
      m00: column0.x,
      m01: column0.y,
      m02: column0.z,
      m10: column1.x,
      m11: column1.y,
      m12: column1.z,
      m20: column2.x,
      m21: column2.y,
      m22: column2.z
    )
  }

  var column0: SIMD3<Float> { SIMD3(m00, m01, m02) }
  var column1: SIMD3<Float> { SIMD3(m10, m11, m12) }
  var column2: SIMD3<Float> { SIMD3(m20, m21, m22) }
  var row0: SIMD3<Float> { SIMD3(m00, m10, m20) }
  var row1: SIMD3<Float> { SIMD3(m01, m11, m21) }
  var row2: SIMD3<Float> { SIMD3(m02, m12, m22) }
}
