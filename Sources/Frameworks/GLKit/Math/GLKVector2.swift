// Vectors of two floats: GLKVector2 and its functions.
// Licensed under the MIT license; see LICENSE.

/// A vector of 2 floats without gaps, as vertex arrays need them.
public struct GLKVector2: Sendable {
  /// The first component.
  public var x: Float
  /// The second component.
  public var y: Float

  /// The zero vector.
  public init() { self.init(x: 0, y: 0) }

  /// A vector of its components.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// A point of a texture, of its coordinates.
  public init(s: Float, t: Float) {
    self.init(x: s, y: t)
  }

  /// A vector of a tuple of its components, in order.
  public init(v: (Float, Float)) { self.init(x: v.0, y: v.1) }

  /// The components in order, as a tuple.
  public var v: (Float, Float) {
    get { (x, y) }
    set { (x, y) = newValue }
  }

  /// The first coordinate of a texture: `x`.
  public var s: Float {
    get { x }
    set { x = newValue }
  }

  /// The second coordinate of a texture: `y`.
  public var t: Float {
    get { y }
    set { y = newValue }
  }

  /// The component of an index, 0 to 1.
  public subscript(index: Int) -> Float { lanes[index] }

  var lanes: SIMD2<Float> { SIMD2(x, y) }

  init(_ lanes: SIMD2<Float>) { self.init(x: lanes.x, y: lanes.y) }
}

/// A vector of its components.
public func GLKVector2Make(_ x: Float, _ y: Float) -> GLKVector2 {
  GLKVector2(x: x, y: y)
}

/// The vector of the first 2 values; the pointer must have that many.
public func GLKVector2MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector2 {
  // Bounds: the caller's promise.
  GLKVector2(x: values[0], y: values[1])
}

/// The vector of the opposite direction.
public func GLKVector2Negate(_ vector: GLKVector2) -> GLKVector2 { GLKVector2(-vector.lanes) }

/// The sum, component by component.
public func GLKVector2Add(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.lanes + right.lanes)
}

/// Each component plus a number.
public func GLKVector2AddScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
  GLKVector2(vector.lanes + value)
}

/// The left vector minus the right one.
public func GLKVector2Subtract(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.lanes - right.lanes)
}

/// Each component minus a number.
public func GLKVector2SubtractScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
  GLKVector2(vector.lanes - value)
}

/// The product, component by component.
public func GLKVector2Multiply(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.lanes * right.lanes)
}

/// Each component times a number.
public func GLKVector2MultiplyScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
  GLKVector2(vector.lanes * value)
}

/// The quotient, component by component.
public func GLKVector2Divide(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(left.lanes / right.lanes)
}

/// Each component divided by a number.
public func GLKVector2DivideScalar(_ vector: GLKVector2, _ value: Float) -> GLKVector2 {
  GLKVector2(vector.lanes / value)
}

/// The greater of each pair of coordinates.
public func GLKVector2Maximum(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(pointwiseMax(left.lanes, right.lanes))
}

/// The lesser of each pair of coordinates.
public func GLKVector2Minimum(_ left: GLKVector2, _ right: GLKVector2) -> GLKVector2 {
  GLKVector2(pointwiseMin(left.lanes, right.lanes))
}

/// Whether each component equals that of the other vector.
public func GLKVector2AllEqualToVector2(_ left: GLKVector2, _ right: GLKVector2) -> Bool {
  all(left.lanes .== right.lanes)
}

/// Whether each component equals a number.
public func GLKVector2AllEqualToScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
  all(vector.lanes .== value)
}

/// Whether each component is greater than that of the right vector.
public func GLKVector2AllGreaterThanVector2(_ left: GLKVector2, _ right: GLKVector2) -> Bool {
  all(left.lanes .> right.lanes)
}

/// Whether each component is greater than a number.
public func GLKVector2AllGreaterThanScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
  all(vector.lanes .> value)
}

/// Whether each component is at least that of the right vector.
public func GLKVector2AllGreaterThanOrEqualToVector2(_ left: GLKVector2, _ right: GLKVector2)
  -> Bool
{
  all(left.lanes .>= right.lanes)
}

/// Whether each component is at least a number.
public func GLKVector2AllGreaterThanOrEqualToScalar(_ vector: GLKVector2, _ value: Float) -> Bool {
  all(vector.lanes .>= value)
}

/// The vector of length 1 in the same direction; of a vector without length it is not a number.
public func GLKVector2Normalize(_ vector: GLKVector2) -> GLKVector2 {
  GLKVector2(vector.lanes / GLKVector2Length(vector))
}

/// The sum of the products of the components.
public func GLKVector2DotProduct(_ left: GLKVector2, _ right: GLKVector2) -> Float {
  (left.lanes * right.lanes).sum()
}

/// The length: the root of the sum of the squares.
public func GLKVector2Length(_ vector: GLKVector2) -> Float {
  GLKVector2DotProduct(vector, vector).squareRoot()
}

/// The distance between two points.
public func GLKVector2Distance(_ start: GLKVector2, _ end: GLKVector2) -> Float {
  GLKVector2Length(GLKVector2Subtract(end, start))
}

/// The point between two, which is the first at 0 and the second at 1.
public func GLKVector2Lerp(_ start: GLKVector2, _ end: GLKVector2, _ t: Float) -> GLKVector2 {
  GLKVector2(start.lanes + (end.lanes - start.lanes) * t)
}

/// The part of a vector that points along another.
public func GLKVector2Project(_ vector: GLKVector2, _ projection: GLKVector2) -> GLKVector2 {
  let scale =
    GLKVector2DotProduct(projection, vector) / GLKVector2DotProduct(projection, projection)
  return GLKVector2(projection.lanes * scale)
}
