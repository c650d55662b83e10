// Matrices of two columns of floats: the value GLKMatrix2.
// Licensed under the MIT license; see LICENSE.

/// A matrix of 2 x 2 floats, column after column: `m10` is row 0 of column 1.
///
/// It stands at the left of column vectors.
public struct GLKMatrix2: Sendable {
  /// Column 0, rows 0 to 1.
  public var m00: Float, m01: Float
  /// Column 1, rows 0 to 1.
  public var m10: Float, m11: Float

  /// All zero.
  public init() {
    (m00, m01, m10, m11) = (0, 0, 0, 0)
  }

  /// A matrix of its values, column after column.
  public init(m00: Float, m01: Float, m10: Float, m11: Float) {
    (self.m00, self.m01) = (m00, m01)
    (self.m10, self.m11) = (m10, m11)
  }

  /// A matrix of a tuple of its values, column after column.
  public init(m: (Float, Float, Float, Float)) {
    (m00, m01, m10, m11) = m
  }

  /// A matrix of a tuple of its columns.
  public init(m2: ((Float, Float), (Float, Float))) {
    ((m00, m01), (m10, m11)) = m2
  }

  /// The values, column after column.
  public var m: (Float, Float, Float, Float) {
    get { (m00, m01, m10, m11) }
    set { (m00, m01, m10, m11) = newValue }
  }

  /// The columns.
  public var m2: ((Float, Float), (Float, Float)) {
    get { ((m00, m01), (m10, m11)) }
    set { ((m00, m01), (m10, m11)) = newValue }
  }
}

/// The first two rows of the first two columns.
public func GLKMatrix3GetMatrix2(_ matrix: GLKMatrix3) -> GLKMatrix2 {
  GLKMatrix2(m00: matrix.m00, m01: matrix.m01, m10: matrix.m10, m11: matrix.m11)
}

/// The first two rows of the first two columns.
public func GLKMatrix4GetMatrix2(_ matrix: GLKMatrix4) -> GLKMatrix2 {
  GLKMatrix2(m00: matrix.m00, m01: matrix.m01, m10: matrix.m10, m11: matrix.m11)
}
