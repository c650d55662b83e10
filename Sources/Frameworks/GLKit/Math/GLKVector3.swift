// Vectors of three floats: GLKVector3 and its functions.
// Licensed under the MIT license; see LICENSE.

/// A vector of 3 floats without gaps, as vertex arrays need them.
public struct GLKVector3: Sendable {
  /// The first component.
  public var x: Float
  /// The second component.
  public var y: Float
  /// The third component.
  public var z: Float

  /// The zero vector.
  public init() { self.init(x: 0, y: 0, z: 0) }

  /// A vector of its components.
  public init(x: Float, y: Float, z: Float) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// A colour, of its components.
  public init(r: Float, g: Float, b: Float) {
    self.init(x: r, y: g, z: b)
  }

  /// A point of a texture, of its coordinates.
  public init(s: Float, t: Float, p: Float) {
    self.init(x: s, y: t, z: p)
  }

  /// A vector of a tuple of its components, in order.
  public init(v: (Float, Float, Float)) { self.init(x: v.0, y: v.1, z: v.2) }

  /// The components in order, as a tuple.
  public var v: (Float, Float, Float) {
    get { (x, y, z) }
    set { (x, y, z) = newValue }
  }

  /// Red, of a colour: `x`.
  public var r: Float {
    get { x }
    set { x = newValue }
  }

  /// Green, of a colour: `y`.
  public var g: Float {
    get { y }
    set { y = newValue }
  }

  /// Blue, of a colour: `z`.
  public var b: Float {
    get { z }
    set { z = newValue }
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

  /// The third coordinate of a texture: `z`.
  public var p: Float {
    get { z }
    set { z = newValue }
  }

  /// The component of an index, 0 to 2.
  public subscript(index: Int) -> Float { lanes[index] }

  var lanes: SIMD3<Float> { SIMD3(x, y, z) }

  init(_ lanes: SIMD3<Float>) { self.init(x: lanes.x, y: lanes.y, z: lanes.z) }
}

/// A vector of its components.
public func GLKVector3Make(_ x: Float, _ y: Float, _ z: Float) -> GLKVector3 {
  GLKVector3(x: x, y: y, z: z)
}

/// The vector of the first 3 values; the pointer must have that many.
public func GLKVector3MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector3 {
  // Bounds: the caller's promise.
  GLKVector3(x: values[0], y: values[1], z: values[2])
}

/// A vector of one with 2 components, and the last one.
public func GLKVector3MakeWithVector2(_ vector: GLKVector2, _ z: Float) -> GLKVector3 {
  GLKVector3(x: vector.x, y: vector.y, z: z)
}

/// The vector of the opposite direction.
public func GLKVector3Negate(_ vector: GLKVector3) -> GLKVector3 { GLKVector3(-vector.lanes) }

/// The sum, component by component.
public func GLKVector3Add(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.lanes + right.lanes)
}

/// Each component plus a number.
public func GLKVector3AddScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
  GLKVector3(vector.lanes + value)
}

/// The left vector minus the right one.
public func GLKVector3Subtract(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.lanes - right.lanes)
}

/// Each component minus a number.
public func GLKVector3SubtractScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
  GLKVector3(vector.lanes - value)
}

/// The product, component by component.
public func GLKVector3Multiply(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.lanes * right.lanes)
}

/// Each component times a number.
public func GLKVector3MultiplyScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
  GLKVector3(vector.lanes * value)
}

/// The quotient, component by component.
public func GLKVector3Divide(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(left.lanes / right.lanes)
}

/// Each component divided by a number.
public func GLKVector3DivideScalar(_ vector: GLKVector3, _ value: Float) -> GLKVector3 {
  GLKVector3(vector.lanes / value)
}

/// The greater of each pair of coordinates.
public func GLKVector3Maximum(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(pointwiseMax(left.lanes, right.lanes))
}

/// The lesser of each pair of coordinates.
public func GLKVector3Minimum(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(pointwiseMin(left.lanes, right.lanes))
}

/// Whether each component equals that of the other vector.
public func GLKVector3AllEqualToVector3(_ left: GLKVector3, _ right: GLKVector3) -> Bool {
  all(left.lanes .== right.lanes)
}

/// Whether each component equals a number.
public func GLKVector3AllEqualToScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
  all(vector.lanes .== value)
}

/// Whether each component is greater than that of the right vector.
public func GLKVector3AllGreaterThanVector3(_ left: GLKVector3, _ right: GLKVector3) -> Bool {
  all(left.lanes .> right.lanes)
}

/// Whether each component is greater than a number.
public func GLKVector3AllGreaterThanScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
  all(vector.lanes .> value)
}

/// Whether each component is at least that of the right vector.
public func GLKVector3AllGreaterThanOrEqualToVector3(_ left: GLKVector3, _ right: GLKVector3)
  -> Bool
{
  all(left.lanes .>= right.lanes)
}

/// Whether each component is at least a number.
public func GLKVector3AllGreaterThanOrEqualToScalar(_ vector: GLKVector3, _ value: Float) -> Bool {
  all(vector.lanes .>= value)
}

/// The vector of length 1 in the same direction; of a vector without length it is not a number.
public func GLKVector3Normalize(_ vector: GLKVector3) -> GLKVector3 {
  GLKVector3(vector.lanes / GLKVector3Length(vector))
}

/// The sum of the products of the components.
public func GLKVector3DotProduct(_ left: GLKVector3, _ right: GLKVector3) -> Float {
  (left.lanes * right.lanes).sum()
}

/// The length: the root of the sum of the squares.
public func GLKVector3Length(_ vector: GLKVector3) -> Float {
  GLKVector3DotProduct(vector, vector).squareRoot()
}

/// The distance between two points.
public func GLKVector3Distance(_ start: GLKVector3, _ end: GLKVector3) -> Float {
  GLKVector3Length(GLKVector3Subtract(end, start))
}

/// The point between two, which is the first at 0 and the second at 1.
public func GLKVector3Lerp(_ start: GLKVector3, _ end: GLKVector3, _ t: Float) -> GLKVector3 {
  GLKVector3(start.lanes + (end.lanes - start.lanes) * t)
}

/// The part of a vector that points along another.
public func GLKVector3Project(_ vector: GLKVector3, _ projection: GLKVector3) -> GLKVector3 {
  let scale =
    GLKVector3DotProduct(projection, vector) / GLKVector3DotProduct(projection, projection)
  return GLKVector3(projection.lanes * scale)
}

/// The vector perpendicular to both, by the right-hand rule.
public func GLKVector3CrossProduct(_ left: GLKVector3, _ right: GLKVector3) -> GLKVector3 {
  GLKVector3(
    x: left.y * right.z - left.z * right.y,
    y: left.z * right.x - left.x * right.z,
    z: left.x * right.y - left.y * right.x
  )
}
