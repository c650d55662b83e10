// The functions of GLKMatrix3.
// Licensed under the MIT license; see LICENSE.

/// The matrix that changes nothing.
public let GLKMatrix3Identity = GLKMatrix3(
  SIMD3(1, 0, 0),
  SIMD3(0, 1, 0),
  SIMD3(0, 0, 1)
)

/// The matrix of values that come column after column.
public func GLKMatrix3Make(
  _ m00: Float,
  _ m01: Float,
  _ m02: Float,
  _ m10: Float,
  _ m11: Float,
  _ m12: Float,
  _ m20: Float,
  _ m21: Float,
  _ m22: Float
) -> GLKMatrix3 {
  GLKMatrix3(
    SIMD3(m00, m01, m02),
    SIMD3(m10, m11, m12),
    SIMD3(m20, m21, m22)
  )
}

/// The matrix of 9 values, column after column; the pointer must have that many.
public func GLKMatrix3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKMatrix3 {
  // Bounds: the caller's promise.
  GLKMatrix3(
    SIMD3(values[0], values[1], values[2]),
    SIMD3(values[3], values[4], values[5]),
    SIMD3(values[6], values[7], values[8])
  )
}

/// The matrix of values that come row after row.
public func GLKMatrix3MakeAndTranspose(
  _ m00: Float,
  _ m01: Float,
  _ m02: Float,
  _ m10: Float,
  _ m11: Float,
  _ m12: Float,
  _ m20: Float,
  _ m21: Float,
  _ m22: Float
) -> GLKMatrix3 {
  GLKMatrix3(
    SIMD3(m00, m10, m20),
    SIMD3(m01, m11, m21),
    SIMD3(m02, m12, m22)
  )
}

/// The matrix of 9 values, row after row; the pointer must have that many.
public func GLKMatrix3MakeWithArrayAndTranspose(_ values: UnsafePointer<Float>) -> GLKMatrix3 {
  GLKMatrix3Transpose(GLKMatrix3MakeWithArray(values))
}

/// A matrix of its columns.
public func GLKMatrix3MakeWithColumns(
  _ column0: GLKVector3,
  _ column1: GLKVector3,
  _ column2: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3(column0.lanes, column1.lanes, column2.lanes)
}

/// A matrix of its rows.
public func GLKMatrix3MakeWithRows(
  _ row0: GLKVector3,
  _ row1: GLKVector3,
  _ row2: GLKVector3
) -> GLKMatrix3 {
  GLKMatrix3Transpose(GLKMatrix3(row0.lanes, row1.lanes, row2.lanes))
}

/// A row, 0...2.
public func GLKMatrix3GetRow(_ matrix: GLKMatrix3, _ row: Int32) -> GLKVector3 {
  GLKVector3([matrix.row0, matrix.row1, matrix.row2][Int(row)])
}

/// The matrix with another row, 0...2.
public func GLKMatrix3SetRow(
  _ matrix: GLKMatrix3,
  _ row: Int32,
  _ vector: GLKVector3
) -> GLKMatrix3 {
  var rows = [matrix.row0, matrix.row1, matrix.row2]
  rows[Int(row)] = vector.lanes
  return GLKMatrix3Transpose(GLKMatrix3(rows[0], rows[1], rows[2]))
}

/// A column, 0...2.
public func GLKMatrix3GetColumn(_ matrix: GLKMatrix3, _ column: Int32) -> GLKVector3 {
  GLKVector3([matrix.column0, matrix.column1, matrix.column2][Int(column)])
}

/// The matrix with another column, 0...2.
public func GLKMatrix3SetColumn(
  _ matrix: GLKMatrix3,
  _ column: Int32,
  _ vector: GLKVector3
) -> GLKMatrix3 {
  var columns = [matrix.column0, matrix.column1, matrix.column2]
  columns[Int(column)] = vector.lanes
  return GLKMatrix3(columns[0], columns[1], columns[2])
}

/// The matrix with its rows as columns.
public func GLKMatrix3Transpose(_ matrix: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(matrix.row0, matrix.row1, matrix.row2)
}

/// The product; the right factor acts first.
public func GLKMatrix3Multiply(_ left: GLKMatrix3, _ right: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(
    left.times(right.column0),
    left.times(right.column1),
    left.times(right.column2)
  )
}

/// The sum, value by value.
public func GLKMatrix3Add(_ left: GLKMatrix3, _ right: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(
    left.column0 + right.column0,
    left.column1 + right.column1,
    left.column2 + right.column2
  )
}

/// The left matrix minus the right one, value by value.
public func GLKMatrix3Subtract(_ left: GLKMatrix3, _ right: GLKMatrix3) -> GLKMatrix3 {
  GLKMatrix3(
    left.column0 - right.column0,
    left.column1 - right.column1,
    left.column2 - right.column2
  )
}

extension GLKMatrix3 {
  /// The matrix times a column.
  func times(_ vector: SIMD3<Float>) -> SIMD3<Float> {
    var sum = column0 * vector.x
    sum += column1 * vector.y
    sum += column2 * vector.z
    return sum
  }
}
