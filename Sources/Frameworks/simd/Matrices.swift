// Square matrices, by columns.
// Licensed under the MIT license; see LICENSE.

/// A matrix of 2 columns with 2 rows.
public struct SIMDMatrix2x2<Scalar>: Hashable where Scalar: SIMDScalar & FloatingPoint {
  /// The columns.
  public var columns: (SIMD2<Scalar>, SIMD2<Scalar>)

  /// Creates a matrix of zeros.
  @inlinable
  public init() { columns = (.zero, .zero) }

  /// Creates a matrix of columns.
  @inlinable
  public init(_ col0: SIMD2<Scalar>, _ col1: SIMD2<Scalar>) {
    columns = (col0, col1)
  }

  /// Creates a matrix of columns.
  @inlinable
  public init(columns: (SIMD2<Scalar>, SIMD2<Scalar>)) { self.columns = columns }

  /// Creates a matrix of columns; those that are missing are zero.
  @inlinable
  public init(_ columns: [SIMD2<Scalar>]) {
    self.init()
    for (index, column) in columns.prefix(2).enumerated() { self[index] = column }
  }

  /// Creates a matrix of rows; those that are missing are zero.
  @inlinable
  public init(rows: [SIMD2<Scalar>]) { self = SIMDMatrix2x2(rows).transpose }

  /// Creates a matrix of one number on the diagonal.
  @inlinable
  public init(_ scalar: Scalar) { self.init(diagonal: SIMD2<Scalar>(repeating: scalar)) }

  /// Creates a matrix of numbers on the diagonal.
  @inlinable
  public init(diagonal: SIMD2<Scalar>) {
    self.init()
    for index in 0..<2 { self[index][index] = diagonal[index] }
  }

  /// A column.
  ///
  /// - Parameter column: In 0..<2.
  @inlinable
  public subscript(column: Int) -> SIMD2<Scalar> {
    get {
      switch column {
      case 0: columns.0
      default: columns.1
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      default: columns.1 = newValue
      }
    }
  }

  /// A number.
  ///
  /// - Parameters:
  ///   - column: In 0..<2.
  ///   - row: In 0..<2.
  @inlinable
  public subscript(column: Int, row: Int) -> Scalar {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The matrix with rows for columns.
  @inlinable
  public var transpose: SIMDMatrix2x2 {
    SIMDMatrix2x2(
      SIMD2<Scalar>(columns.0.x, columns.1.x),
      SIMD2<Scalar>(columns.0.y, columns.1.y)
    )
  }

  /// The determinant.
  @inlinable
  public var determinant: Scalar { Elimination.determinant((0..<2).map { self[$0] }) }

  /// The inverse; a matrix that has none gives no numbers.
  @inlinable
  public var inverse: SIMDMatrix2x2 {
    SIMDMatrix2x2(Elimination.inverse((0..<2).map { self[$0] }))
  }

  /// Whether all numbers are equal.
  @inlinable
  public static func == (left: SIMDMatrix2x2, right: SIMDMatrix2x2) -> Bool {
    left.columns.0 == right.columns.0 && left.columns.1 == right.columns.1
  }

  /// Feeds the columns to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    for index in 0..<2 { hasher.combine(self[index]) }
  }

  /// Returns the sum.
  @inlinable
  public static func + (left: SIMDMatrix2x2, right: SIMDMatrix2x2) -> SIMDMatrix2x2 {
    SIMDMatrix2x2(left.columns.0 + right.columns.0, left.columns.1 + right.columns.1)
  }

  /// Returns the difference.
  @inlinable
  public static func - (left: SIMDMatrix2x2, right: SIMDMatrix2x2) -> SIMDMatrix2x2 {
    SIMDMatrix2x2(left.columns.0 - right.columns.0, left.columns.1 - right.columns.1)
  }

  /// Returns the matrix with the opposite signs.
  @inlinable
  public static prefix func - (matrix: SIMDMatrix2x2) -> SIMDMatrix2x2 {
    SIMDMatrix2x2() - matrix
  }

  /// Returns the matrix times a number.
  @inlinable
  public static func * (left: Scalar, right: SIMDMatrix2x2) -> SIMDMatrix2x2 {
    SIMDMatrix2x2(left * right.columns.0, left * right.columns.1)
  }

  /// Returns the matrix times a number.
  @inlinable
  public static func * (left: SIMDMatrix2x2, right: Scalar) -> SIMDMatrix2x2 { right * left }

  /// Returns the matrix times a vector.
  @inlinable
  public static func * (left: SIMDMatrix2x2, right: SIMD2<Scalar>) -> SIMD2<Scalar> {
    left.columns.0 * right.x + left.columns.1 * right.y
  }

  /// Returns a vector, as a row, times the matrix.
  @inlinable
  public static func * (left: SIMD2<Scalar>, right: SIMDMatrix2x2) -> SIMD2<Scalar> {
    right.transpose * left
  }

  /// Returns the product: the right matrix is applied first.
  @inlinable
  public static func * (left: SIMDMatrix2x2, right: SIMDMatrix2x2) -> SIMDMatrix2x2 {
    SIMDMatrix2x2(left * right.columns.0, left * right.columns.1)
  }

  /// Multiplies by a matrix that is applied first.
  @inlinable
  public static func *= (left: inout SIMDMatrix2x2, right: SIMDMatrix2x2) { left = left * right }
}

/// Returns the product: the right matrix is applied first.
@inlinable
public func simd_mul<S>(_ __x: SIMDMatrix2x2<S>, _ __y: SIMDMatrix2x2<S>) -> SIMDMatrix2x2<S> {
  __x * __y
}
/// Returns the matrix times a vector.
@inlinable
public func simd_mul<S>(_ __x: SIMDMatrix2x2<S>, _ __y: SIMD2<S>) -> SIMD2<S> { __x * __y }
/// Returns a vector, as a row, times the matrix.
@inlinable
public func simd_mul<S>(_ __x: SIMD2<S>, _ __y: SIMDMatrix2x2<S>) -> SIMD2<S> { __x * __y }
/// Returns the product: the right matrix is applied first.
@inlinable
public func matrix_multiply<S>(_ __x: SIMDMatrix2x2<S>, _ __y: SIMDMatrix2x2<S>) -> SIMDMatrix2x2<S>
{
  __x * __y
}
/// Returns the matrix times a vector.
@inlinable
public func matrix_multiply<S>(_ __x: SIMDMatrix2x2<S>, _ __y: SIMD2<S>) -> SIMD2<S> { __x * __y }
/// Returns the inverse; a matrix that has none gives no numbers.
@inlinable
public func simd_inverse<S>(_ __x: SIMDMatrix2x2<S>) -> SIMDMatrix2x2<S> { __x.inverse }
/// Returns the matrix with rows for columns.
@inlinable
public func simd_transpose<S>(_ __x: SIMDMatrix2x2<S>) -> SIMDMatrix2x2<S> { __x.transpose }
/// Returns the determinant.
@inlinable
public func simd_determinant<S>(_ __x: SIMDMatrix2x2<S>) -> S { __x.determinant }

/// A matrix of 3 columns with 3 rows.
public struct SIMDMatrix3x3<Scalar>: Hashable where Scalar: SIMDScalar & FloatingPoint {
  /// The columns.
  public var columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)

  /// Creates a matrix of zeros.
  @inlinable
  public init() { columns = (.zero, .zero, .zero) }

  /// Creates a matrix of columns.
  @inlinable
  public init(_ col0: SIMD3<Scalar>, _ col1: SIMD3<Scalar>, _ col2: SIMD3<Scalar>) {
    columns = (col0, col1, col2)
  }

  /// Creates a matrix of columns.
  @inlinable
  public init(columns: (SIMD3<Scalar>, SIMD3<Scalar>, SIMD3<Scalar>)) { self.columns = columns }

  /// Creates a matrix of columns; those that are missing are zero.
  @inlinable
  public init(_ columns: [SIMD3<Scalar>]) {
    self.init()
    for (index, column) in columns.prefix(3).enumerated() { self[index] = column }
  }

  /// Creates a matrix of rows; those that are missing are zero.
  @inlinable
  public init(rows: [SIMD3<Scalar>]) { self = SIMDMatrix3x3(rows).transpose }

  /// Creates a matrix of one number on the diagonal.
  @inlinable
  public init(_ scalar: Scalar) { self.init(diagonal: SIMD3<Scalar>(repeating: scalar)) }

  /// Creates a matrix of numbers on the diagonal.
  @inlinable
  public init(diagonal: SIMD3<Scalar>) {
    self.init()
    for index in 0..<3 { self[index][index] = diagonal[index] }
  }

  /// A column.
  ///
  /// - Parameter column: In 0..<3.
  @inlinable
  public subscript(column: Int) -> SIMD3<Scalar> {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      default: columns.2
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      default: columns.2 = newValue
      }
    }
  }

  /// A number.
  ///
  /// - Parameters:
  ///   - column: In 0..<3.
  ///   - row: In 0..<3.
  @inlinable
  public subscript(column: Int, row: Int) -> Scalar {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The matrix with rows for columns.
  @inlinable
  public var transpose: SIMDMatrix3x3 {
    SIMDMatrix3x3(
      SIMD3<Scalar>(columns.0.x, columns.1.x, columns.2.x),
      SIMD3<Scalar>(columns.0.y, columns.1.y, columns.2.y),
      SIMD3<Scalar>(columns.0.z, columns.1.z, columns.2.z)
    )
  }

  /// The determinant.
  @inlinable
  public var determinant: Scalar { Elimination.determinant((0..<3).map { self[$0] }) }

  /// The inverse; a matrix that has none gives no numbers.
  @inlinable
  public var inverse: SIMDMatrix3x3 {
    SIMDMatrix3x3(Elimination.inverse((0..<3).map { self[$0] }))
  }

  /// Whether all numbers are equal.
  @inlinable
  public static func == (left: SIMDMatrix3x3, right: SIMDMatrix3x3) -> Bool {
    left.columns.0 == right.columns.0 && left.columns.1 == right.columns.1
      && left.columns.2 == right.columns.2
  }

  /// Feeds the columns to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    for index in 0..<3 { hasher.combine(self[index]) }
  }

  /// Returns the sum.
  @inlinable
  public static func + (left: SIMDMatrix3x3, right: SIMDMatrix3x3) -> SIMDMatrix3x3 {
    SIMDMatrix3x3(
      left.columns.0 + right.columns.0,
      left.columns.1 + right.columns.1,
      left.columns.2 + right.columns.2
    )
  }

  /// Returns the difference.
  @inlinable
  public static func - (left: SIMDMatrix3x3, right: SIMDMatrix3x3) -> SIMDMatrix3x3 {
    SIMDMatrix3x3(
      left.columns.0 - right.columns.0,
      left.columns.1 - right.columns.1,
      left.columns.2 - right.columns.2
    )
  }

  /// Returns the matrix with the opposite signs.
  @inlinable
  public static prefix func - (matrix: SIMDMatrix3x3) -> SIMDMatrix3x3 {
    SIMDMatrix3x3() - matrix
  }

  /// Returns the matrix times a number.
  @inlinable
  public static func * (left: Scalar, right: SIMDMatrix3x3) -> SIMDMatrix3x3 {
    SIMDMatrix3x3(left * right.columns.0, left * right.columns.1, left * right.columns.2)
  }

  /// Returns the matrix times a number.
  @inlinable
  public static func * (left: SIMDMatrix3x3, right: Scalar) -> SIMDMatrix3x3 { right * left }

  /// Returns the matrix times a vector.
  @inlinable
  public static func * (left: SIMDMatrix3x3, right: SIMD3<Scalar>) -> SIMD3<Scalar> {
    left.columns.0 * right.x + left.columns.1 * right.y + left.columns.2 * right.z
  }

  /// Returns a vector, as a row, times the matrix.
  @inlinable
  public static func * (left: SIMD3<Scalar>, right: SIMDMatrix3x3) -> SIMD3<Scalar> {
    right.transpose * left
  }

  /// Returns the product: the right matrix is applied first.
  @inlinable
  public static func * (left: SIMDMatrix3x3, right: SIMDMatrix3x3) -> SIMDMatrix3x3 {
    SIMDMatrix3x3(left * right.columns.0, left * right.columns.1, left * right.columns.2)
  }

  /// Multiplies by a matrix that is applied first.
  @inlinable
  public static func *= (left: inout SIMDMatrix3x3, right: SIMDMatrix3x3) { left = left * right }
}

/// Returns the product: the right matrix is applied first.
@inlinable
public func simd_mul<S>(_ __x: SIMDMatrix3x3<S>, _ __y: SIMDMatrix3x3<S>) -> SIMDMatrix3x3<S> {
  __x * __y
}
/// Returns the matrix times a vector.
@inlinable
public func simd_mul<S>(_ __x: SIMDMatrix3x3<S>, _ __y: SIMD3<S>) -> SIMD3<S> { __x * __y }
/// Returns a vector, as a row, times the matrix.
@inlinable
public func simd_mul<S>(_ __x: SIMD3<S>, _ __y: SIMDMatrix3x3<S>) -> SIMD3<S> { __x * __y }
/// Returns the product: the right matrix is applied first.
@inlinable
public func matrix_multiply<S>(_ __x: SIMDMatrix3x3<S>, _ __y: SIMDMatrix3x3<S>) -> SIMDMatrix3x3<S>
{
  __x * __y
}
/// Returns the matrix times a vector.
@inlinable
public func matrix_multiply<S>(_ __x: SIMDMatrix3x3<S>, _ __y: SIMD3<S>) -> SIMD3<S> { __x * __y }
/// Returns the inverse; a matrix that has none gives no numbers.
@inlinable
public func simd_inverse<S>(_ __x: SIMDMatrix3x3<S>) -> SIMDMatrix3x3<S> { __x.inverse }
/// Returns the matrix with rows for columns.
@inlinable
public func simd_transpose<S>(_ __x: SIMDMatrix3x3<S>) -> SIMDMatrix3x3<S> { __x.transpose }
/// Returns the determinant.
@inlinable
public func simd_determinant<S>(_ __x: SIMDMatrix3x3<S>) -> S { __x.determinant }

/// A matrix of 4 columns with 4 rows.
public struct SIMDMatrix4x4<Scalar>: Hashable where Scalar: SIMDScalar & FloatingPoint {
  /// The columns.
  public var columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>)

  /// Creates a matrix of zeros.
  @inlinable
  public init() { columns = (.zero, .zero, .zero, .zero) }

  /// Creates a matrix of columns.
  @inlinable
  public init(
    _ col0: SIMD4<Scalar>,
    _ col1: SIMD4<Scalar>,
    _ col2: SIMD4<Scalar>,
    _ col3: SIMD4<Scalar>
  ) {
    columns = (col0, col1, col2, col3)
  }

  /// Creates a matrix of columns.
  @inlinable
  public init(columns: (SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>, SIMD4<Scalar>)) {
    self.columns = columns
  }

  /// Creates a matrix of columns; those that are missing are zero.
  @inlinable
  public init(_ columns: [SIMD4<Scalar>]) {
    self.init()
    for (index, column) in columns.prefix(4).enumerated() { self[index] = column }
  }

  /// Creates a matrix of rows; those that are missing are zero.
  @inlinable
  public init(rows: [SIMD4<Scalar>]) { self = SIMDMatrix4x4(rows).transpose }

  /// Creates a matrix of one number on the diagonal.
  @inlinable
  public init(_ scalar: Scalar) { self.init(diagonal: SIMD4<Scalar>(repeating: scalar)) }

  /// Creates a matrix of numbers on the diagonal.
  @inlinable
  public init(diagonal: SIMD4<Scalar>) {
    self.init()
    for index in 0..<4 { self[index][index] = diagonal[index] }
  }

  /// A column.
  ///
  /// - Parameter column: In 0..<4.
  @inlinable
  public subscript(column: Int) -> SIMD4<Scalar> {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      default: columns.3
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      default: columns.3 = newValue
      }
    }
  }

  /// A number.
  ///
  /// - Parameters:
  ///   - column: In 0..<4.
  ///   - row: In 0..<4.
  @inlinable
  public subscript(column: Int, row: Int) -> Scalar {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The matrix with rows for columns.
  @inlinable
  public var transpose: SIMDMatrix4x4 {
    SIMDMatrix4x4(
      SIMD4<Scalar>(columns.0.x, columns.1.x, columns.2.x, columns.3.x),
      SIMD4<Scalar>(columns.0.y, columns.1.y, columns.2.y, columns.3.y),
      SIMD4<Scalar>(columns.0.z, columns.1.z, columns.2.z, columns.3.z),
      SIMD4<Scalar>(columns.0.w, columns.1.w, columns.2.w, columns.3.w)
    )
  }

  /// The determinant.
  @inlinable
  public var determinant: Scalar { Elimination.determinant((0..<4).map { self[$0] }) }

  /// The inverse; a matrix that has none gives no numbers.
  @inlinable
  public var inverse: SIMDMatrix4x4 {
    SIMDMatrix4x4(Elimination.inverse((0..<4).map { self[$0] }))
  }

  /// Whether all numbers are equal.
  @inlinable
  public static func == (left: SIMDMatrix4x4, right: SIMDMatrix4x4) -> Bool {
    left.columns.0 == right.columns.0 && left.columns.1 == right.columns.1
      && left.columns.2 == right.columns.2 && left.columns.3 == right.columns.3
  }

  /// Feeds the columns to a hasher.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    for index in 0..<4 { hasher.combine(self[index]) }
  }

  /// Returns the sum.
  @inlinable
  public static func + (left: SIMDMatrix4x4, right: SIMDMatrix4x4) -> SIMDMatrix4x4 {
    SIMDMatrix4x4(
      left.columns.0 + right.columns.0,
      left.columns.1 + right.columns.1,
      left.columns.2 + right.columns.2,
      left.columns.3 + right.columns.3
    )
  }

  /// Returns the difference.
  @inlinable
  public static func - (left: SIMDMatrix4x4, right: SIMDMatrix4x4) -> SIMDMatrix4x4 {
    SIMDMatrix4x4(
      left.columns.0 - right.columns.0,
      left.columns.1 - right.columns.1,
      left.columns.2 - right.columns.2,
      left.columns.3 - right.columns.3
    )
  }

  /// Returns the matrix with the opposite signs.
  @inlinable
  public static prefix func - (matrix: SIMDMatrix4x4) -> SIMDMatrix4x4 {
    SIMDMatrix4x4() - matrix
  }

  /// Returns the matrix times a number.
  @inlinable
  public static func * (left: Scalar, right: SIMDMatrix4x4) -> SIMDMatrix4x4 {
    SIMDMatrix4x4(
      left * right.columns.0,
      left * right.columns.1,
      left * right.columns.2,
      left * right.columns.3
    )
  }

  /// Returns the matrix times a number.
  @inlinable
  public static func * (left: SIMDMatrix4x4, right: Scalar) -> SIMDMatrix4x4 { right * left }

  /// Returns the matrix times a vector.
  @inlinable
  public static func * (left: SIMDMatrix4x4, right: SIMD4<Scalar>) -> SIMD4<Scalar> {
    left.columns.0 * right.x + left.columns.1 * right.y + left.columns.2 * right.z + left.columns.3
      * right.w
  }

  /// Returns a vector, as a row, times the matrix.
  @inlinable
  public static func * (left: SIMD4<Scalar>, right: SIMDMatrix4x4) -> SIMD4<Scalar> {
    right.transpose * left
  }

  /// Returns the product: the right matrix is applied first.
  @inlinable
  public static func * (left: SIMDMatrix4x4, right: SIMDMatrix4x4) -> SIMDMatrix4x4 {
    SIMDMatrix4x4(
      left * right.columns.0,
      left * right.columns.1,
      left * right.columns.2,
      left * right.columns.3
    )
  }

  /// Multiplies by a matrix that is applied first.
  @inlinable
  public static func *= (left: inout SIMDMatrix4x4, right: SIMDMatrix4x4) { left = left * right }
}

/// Returns the product: the right matrix is applied first.
@inlinable
public func simd_mul<S>(_ __x: SIMDMatrix4x4<S>, _ __y: SIMDMatrix4x4<S>) -> SIMDMatrix4x4<S> {
  __x * __y
}
/// Returns the matrix times a vector.
@inlinable
public func simd_mul<S>(_ __x: SIMDMatrix4x4<S>, _ __y: SIMD4<S>) -> SIMD4<S> { __x * __y }
/// Returns a vector, as a row, times the matrix.
@inlinable
public func simd_mul<S>(_ __x: SIMD4<S>, _ __y: SIMDMatrix4x4<S>) -> SIMD4<S> { __x * __y }
/// Returns the product: the right matrix is applied first.
@inlinable
public func matrix_multiply<S>(_ __x: SIMDMatrix4x4<S>, _ __y: SIMDMatrix4x4<S>) -> SIMDMatrix4x4<S>
{
  __x * __y
}
/// Returns the matrix times a vector.
@inlinable
public func matrix_multiply<S>(_ __x: SIMDMatrix4x4<S>, _ __y: SIMD4<S>) -> SIMD4<S> { __x * __y }
/// Returns the inverse; a matrix that has none gives no numbers.
@inlinable
public func simd_inverse<S>(_ __x: SIMDMatrix4x4<S>) -> SIMDMatrix4x4<S> { __x.inverse }
/// Returns the matrix with rows for columns.
@inlinable
public func simd_transpose<S>(_ __x: SIMDMatrix4x4<S>) -> SIMDMatrix4x4<S> { __x.transpose }
/// Returns the determinant.
@inlinable
public func simd_determinant<S>(_ __x: SIMDMatrix4x4<S>) -> S { __x.determinant }

extension SIMDMatrix2x2: Sendable where Scalar: Sendable, Scalar.SIMD2Storage: Sendable {}

extension SIMDMatrix3x3: Sendable where Scalar: Sendable, Scalar.SIMD4Storage: Sendable {}

extension SIMDMatrix4x4: Sendable where Scalar: Sendable, Scalar.SIMD4Storage: Sendable {}
