// The functions of GLKMatrix4.
// Licensed under the MIT license; see LICENSE.

/// The matrix that changes nothing.
public let GLKMatrix4Identity = GLKMatrix4(
  SIMD4(1, 0, 0, 0),
  SIMD4(0, 1, 0, 0),
  SIMD4(0, 0, 1, 0),
  SIMD4(0, 0, 0, 1)
)

/// The matrix of values that come column after column.
public func GLKMatrix4Make(
  _ m00: Float,
  _ m01: Float,
  _ m02: Float,
  _ m03: Float,
  _ m10: Float,
  _ m11: Float,
  _ m12: Float,
  _ m13: Float,
  _ m20: Float,
  _ m21: Float,
  _ m22: Float,
  _ m23: Float,
  _ m30: Float,
  _ m31: Float,
  _ m32: Float,
  _ m33: Float
) -> GLKMatrix4 {
  GLKMatrix4(
    SIMD4(m00, m01, m02, m03),
    SIMD4(m10, m11, m12, m13),
    SIMD4(m20, m21, m22, m23),
    SIMD4(m30, m31, m32, m33)
  )
}

/// The matrix of 16 values, column after column; the pointer must have that many.
public func GLKMatrix4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix4 {
  // Bounds: the caller's promise.
  GLKMatrix4(
    SIMD4(values[0], values[1], values[2], values[3]),
    SIMD4(values[4], values[5], values[6], values[7]),
    SIMD4(values[8], values[9], values[10], values[11]),
    SIMD4(values[12], values[13], values[14], values[15])
  )
}

/// The matrix of values that come row after row.
public func GLKMatrix4MakeAndTranspose(
  _ m00: Float,
  _ m01: Float,
  _ m02: Float,
  _ m03: Float,
  _ m10: Float,
  _ m11: Float,
  _ m12: Float,
  _ m13: Float,
  _ m20: Float,
  _ m21: Float,
  _ m22: Float,
  _ m23: Float,
  _ m30: Float,
  _ m31: Float,
  _ m32: Float,
  _ m33: Float
) -> GLKMatrix4 {
  GLKMatrix4(
    SIMD4(m00, m10, m20, m30),
    SIMD4(m01, m11, m21, m31),
    SIMD4(m02, m12, m22, m32),
    SIMD4(m03, m13, m23, m33)
  )
}

/// The matrix of 16 values, row after row; the pointer must have that many.
public func GLKMatrix4MakeWithArrayAndTranspose(_ values: UnsafePointer<Float>) -> GLKMatrix4 {
  GLKMatrix4Transpose(GLKMatrix4MakeWithArray(values))
}

/// A matrix of its columns.
public func GLKMatrix4MakeWithColumns(
  _ column0: GLKVector4,
  _ column1: GLKVector4,
  _ column2: GLKVector4,
  _ column3: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4(column0.lanes, column1.lanes, column2.lanes, column3.lanes)
}

/// A matrix of its rows.
public func GLKMatrix4MakeWithRows(
  _ row0: GLKVector4,
  _ row1: GLKVector4,
  _ row2: GLKVector4,
  _ row3: GLKVector4
) -> GLKMatrix4 {
  GLKMatrix4Transpose(GLKMatrix4(row0.lanes, row1.lanes, row2.lanes, row3.lanes))
}

/// A row, 0...3.
public func GLKMatrix4GetRow(_ matrix: GLKMatrix4, _ row: Int32) -> GLKVector4 {
  GLKVector4([matrix.row0, matrix.row1, matrix.row2, matrix.row3][Int(row)])
}

/// The matrix with another row, 0...3.
public func GLKMatrix4SetRow(
  _ matrix: GLKMatrix4,
  _ row: Int32,
  _ vector: GLKVector4
) -> GLKMatrix4 {
  var rows = [matrix.row0, matrix.row1, matrix.row2, matrix.row3]
  rows[Int(row)] = vector.lanes
  return GLKMatrix4Transpose(GLKMatrix4(rows[0], rows[1], rows[2], rows[3]))
}

/// A column, 0...3.
public func GLKMatrix4GetColumn(_ matrix: GLKMatrix4, _ column: Int32) -> GLKVector4 {
  GLKVector4([matrix.column0, matrix.column1, matrix.column2, matrix.column3][Int(column)])
}

/// The matrix with another column, 0...3.
public func GLKMatrix4SetColumn(
  _ matrix: GLKMatrix4,
  _ column: Int32,
  _ vector: GLKVector4
) -> GLKMatrix4 {
  var columns = [matrix.column0, matrix.column1, matrix.column2, matrix.column3]
  columns[Int(column)] = vector.lanes
  return GLKMatrix4(columns[0], columns[1], columns[2], columns[3])
}

/// The matrix with its rows as columns.
public func GLKMatrix4Transpose(_ matrix: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(matrix.row0, matrix.row1, matrix.row2, matrix.row3)
}

/// The product; the right factor acts first.
public func GLKMatrix4Multiply(_ left: GLKMatrix4, _ right: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(
    left.times(right.column0),
    left.times(right.column1),
    left.times(right.column2),
    left.times(right.column3)
  )
}

/// The sum, value by value.
public func GLKMatrix4Add(_ left: GLKMatrix4, _ right: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(
    left.column0 + right.column0,
    left.column1 + right.column1,
    left.column2 + right.column2,
    left.column3 + right.column3
  )
}

/// The left matrix minus the right one, value by value.
public func GLKMatrix4Subtract(_ left: GLKMatrix4, _ right: GLKMatrix4) -> GLKMatrix4 {
  GLKMatrix4(
    left.column0 - right.column0,
    left.column1 - right.column1,
    left.column2 - right.column2,
    left.column3 - right.column3
  )
}

extension GLKMatrix4 {
  /// The matrix times a column.
  func times(_ vector: SIMD4<Float>) -> SIMD4<Float> {
    var sum = column0 * vector.x
    sum += column1 * vector.y
    sum += column2 * vector.z
    sum += column3 * vector.w
    return sum
  }
}
