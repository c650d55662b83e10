// Inverses and determinants, by elimination with the greatest pivots.
// Licensed under the MIT license; see LICENSE.

@usableFromInline
enum Elimination {
  /// Returns the determinant of a matrix.
  @inlinable
  static func determinant<V: SIMD>(_ columns: [V]) -> V.Scalar where V.Scalar: FloatingPoint {
    var (rest, product) = (columns, V.Scalar(1))
    for index in rest.indices {
      let pivot = pivot(rest, index)
      guard rest[pivot][index] != 0 else { return 0 }
      if pivot != index {
        rest.swapAt(pivot, index)
        product = -product
      }
      product *= rest[index][index]
      for other in rest.indices.dropFirst(index + 1) {
        rest[other] -= rest[index] * (rest[other][index] / rest[index][index])
      }
    }
    return product
  }

  /// Returns the inverse of a matrix; no numbers for one that has none.
  @inlinable
  static func inverse<V: SIMD>(_ columns: [V]) -> [V] where V.Scalar: FloatingPoint {
    var rest = columns
    var result = columns.indices.map { index in
      var column = V(repeating: 0)
      column[index] = 1
      return column
    }
    for index in rest.indices {
      let pivot = pivot(rest, index)
      guard rest[pivot][index] != 0 else { return columns.map { _ in V(repeating: .nan) } }
      rest.swapAt(pivot, index)
      result.swapAt(pivot, index)
      let scale = rest[index][index]
      rest[index] /= scale
      result[index] /= scale
      for other in rest.indices where other != index {
        let factor = rest[other][index]
        rest[other] -= rest[index] * factor
        result[other] -= result[index] * factor
      }
    }
    return result
  }

  /// Returns the column whose number in a row is the greatest, from the row's index on.
  @inlinable
  static func pivot<V: SIMD>(_ columns: [V], _ row: Int) -> Int
  where V.Scalar: FloatingPoint {
    var best = row
    for index in columns.indices.dropFirst(row + 1)
    where columns[index][row].magnitude > columns[best][row].magnitude {
      best = index
    }
    return best
  }
}
