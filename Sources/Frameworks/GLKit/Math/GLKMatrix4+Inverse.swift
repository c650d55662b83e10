// The inverse of GLKMatrix4.
// Licensed under the MIT license; see LICENSE.

/// The inverse; the identity where there is none.
///
/// `isInvertible`, which may be nil, receives whether there is one.
public func GLKMatrix4Invert(
  _ matrix: GLKMatrix4,
  _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix4 {
  let inverse = inverse(of: matrix)
  isInvertible?.pointee = inverse != nil
  return inverse ?? GLKMatrix4Identity
}

/// The transposed inverse; the identity where there is none.
///
/// `isInvertible`, which may be nil, receives whether there is one.
public func GLKMatrix4InvertAndTranspose(
  _ matrix: GLKMatrix4,
  _ isInvertible: UnsafeMutablePointer<Bool>?
) -> GLKMatrix4 {
  GLKMatrix4Transpose(GLKMatrix4Invert(matrix, isInvertible))
}

/// Gauss and Jordan's elimination with the greatest pivots, in Double; nil where there is no
/// inverse.
private func inverse(of matrix: GLKMatrix4) -> GLKMatrix4? {
  var rows = [matrix.row0, matrix.row1, matrix.row2, matrix.row3].map { SIMD4<Double>($0) }
  var inverse = (0..<4).map { row in
    var unit = SIMD4<Double>.zero
    unit[row] = 1
    return unit
  }
  for column in 0..<4 {
    var pivot = column
    for row in column..<4 where abs(rows[row][column]) > abs(rows[pivot][column]) { pivot = row }
    let value = rows[pivot][column]
    guard value != 0, value.isFinite else { return nil }
    rows.swapAt(pivot, column)
    inverse.swapAt(pivot, column)
    rows[column] /= value
    inverse[column] /= value
    for row in 0..<4 where row != column {
      let factor = rows[row][column]
      rows[row] -= rows[column] * factor
      inverse[row] -= inverse[column] * factor
    }
  }
  let floats = inverse.map { SIMD4<Float>($0) }
  return GLKMatrix4Transpose(GLKMatrix4(floats[0], floats[1], floats[2], floats[3]))
}
