// Vectors of four floats: GLKVector4 and its functions.
// Licensed under the MIT license; see LICENSE.

/// A vector of 4 floats without gaps, as vertex arrays need them.
public struct GLKVector4: Sendable {
  /// The first component.
  public var x: Float
  /// The second component.
  public var y: Float
  /// The third component.
  public var z: Float
  /// The fourth component.
  public var w: Float

  /// The zero vector.
  public init() { self.init(x: 0, y: 0, z: 0, w: 0) }

  /// A vector of its components.
  public init(x: Float, y: Float, z: Float, w: Float) {
    self.x = x
    self.y = y
    self.z = z
    self.w = w
  }

  /// A colour, of its components.
  public init(r: Float, g: Float, b: Float, a: Float) {
    self.init(x: r, y: g, z: b, w: a)
  }

  /// A point of a texture, of its coordinates.
  public init(s: Float, t: Float, p: Float, q: Float) {
    self.init(x: s, y: t, z: p, w: q)
  }

  /// A vector of a tuple of its components, in order.
  public init(v: (Float, Float, Float, Float)) { self.init(x: v.0, y: v.1, z: v.2, w: v.3) }

  /// The components in order, as a tuple.
  public var v: (Float, Float, Float, Float) {
    get { (x, y, z, w) }
    set { (x, y, z, w) = newValue }
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

  /// Alpha, of a colour: `w`.
  public var a: Float {
    get { w }
    set { w = newValue }
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

  /// The fourth coordinate of a texture: `w`.
  public var q: Float {
    get { w }
    set { w = newValue }
  }

  /// The component of an index, 0 to 3.
  public subscript(index: Int) -> Float { lanes[index] }

  var lanes: SIMD4<Float> { SIMD4(x, y, z, w) }

  init(_ lanes: SIMD4<Float>) { self.init(x: lanes.x, y: lanes.y, z: lanes.z, w: lanes.w) }
}

/// A vector of its components.
public func GLKVector4Make(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> GLKVector4 {
  GLKVector4(x: x, y: y, z: z, w: w)
}

/// The vector of the first 4 values; the pointer must have that many.
public func GLKVector4MakeWithArray(_ values: UnsafePointer<Float>) -> GLKVector4 {
  // Bounds: the caller's promise.
  GLKVector4(x: values[0], y: values[1], z: values[2], w: values[3])
}

/// A vector of one with 3 components, and the last one.
public func GLKVector4MakeWithVector3(_ vector: GLKVector3, _ w: Float) -> GLKVector4 {
  GLKVector4(x: vector.x, y: vector.y, z: vector.z, w: w)
}

/// The vector of the opposite direction.
public func GLKVector4Negate(_ vector: GLKVector4) -> GLKVector4 { GLKVector4(-vector.lanes) }

/// The sum, component by component.
public func GLKVector4Add(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.lanes + right.lanes)
}

/// Each component plus a number.
public func GLKVector4AddScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
  GLKVector4(vector.lanes + value)
}

/// The left vector minus the right one.
public func GLKVector4Subtract(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.lanes - right.lanes)
}

/// Each component minus a number.
public func GLKVector4SubtractScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
  GLKVector4(vector.lanes - value)
}

/// The product, component by component.
public func GLKVector4Multiply(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.lanes * right.lanes)
}

/// Each component times a number.
public func GLKVector4MultiplyScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
  GLKVector4(vector.lanes * value)
}

/// The quotient, component by component.
public func GLKVector4Divide(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(left.lanes / right.lanes)
}

/// Each component divided by a number.
public func GLKVector4DivideScalar(_ vector: GLKVector4, _ value: Float) -> GLKVector4 {
  GLKVector4(vector.lanes / value)
}

/// The greater of each pair of coordinates.
public func GLKVector4Maximum(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(pointwiseMax(left.lanes, right.lanes))
}

/// The lesser of each pair of coordinates.
public func GLKVector4Minimum(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  GLKVector4(pointwiseMin(left.lanes, right.lanes))
}

/// Whether each component equals that of the other vector.
public func GLKVector4AllEqualToVector4(_ left: GLKVector4, _ right: GLKVector4) -> Bool {
  all(left.lanes .== right.lanes)
}

/// Whether each component equals a number.
public func GLKVector4AllEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
  all(vector.lanes .== value)
}

/// Whether each component is greater than that of the right vector.
public func GLKVector4AllGreaterThanVector4(_ left: GLKVector4, _ right: GLKVector4) -> Bool {
  all(left.lanes .> right.lanes)
}

/// Whether each component is greater than a number.
public func GLKVector4AllGreaterThanScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
  all(vector.lanes .> value)
}

/// Whether each component is at least that of the right vector.
public func GLKVector4AllGreaterThanOrEqualToVector4(_ left: GLKVector4, _ right: GLKVector4)
  -> Bool
{
  all(left.lanes .>= right.lanes)
}

/// Whether each component is at least a number.
public func GLKVector4AllGreaterThanOrEqualToScalar(_ vector: GLKVector4, _ value: Float) -> Bool {
  all(vector.lanes .>= value)
}

/// The vector of length 1 in the same direction; of a vector without length it is not a number.
public func GLKVector4Normalize(_ vector: GLKVector4) -> GLKVector4 {
  GLKVector4(vector.lanes / GLKVector4Length(vector))
}

/// The sum of the products of the components.
public func GLKVector4DotProduct(_ left: GLKVector4, _ right: GLKVector4) -> Float {
  (left.lanes * right.lanes).sum()
}

/// The length: the root of the sum of the squares.
public func GLKVector4Length(_ vector: GLKVector4) -> Float {
  GLKVector4DotProduct(vector, vector).squareRoot()
}

/// The distance between two points.
public func GLKVector4Distance(_ start: GLKVector4, _ end: GLKVector4) -> Float {
  GLKVector4Length(GLKVector4Subtract(end, start))
}

/// The point between two, which is the first at 0 and the second at 1.
public func GLKVector4Lerp(_ start: GLKVector4, _ end: GLKVector4, _ t: Float) -> GLKVector4 {
  GLKVector4(start.lanes + (end.lanes - start.lanes) * t)
}

/// The part of a vector that points along another.
public func GLKVector4Project(_ vector: GLKVector4, _ projection: GLKVector4) -> GLKVector4 {
  let scale =
    GLKVector4DotProduct(projection, vector) / GLKVector4DotProduct(projection, projection)
  return GLKVector4(projection.lanes * scale)
}

/// The cross product of the first three coordinates; w is 0.
public func GLKVector4CrossProduct(_ left: GLKVector4, _ right: GLKVector4) -> GLKVector4 {
  let product = GLKVector3CrossProduct(left.xyz, right.xyz)
  return GLKVector4MakeWithVector3(product, 0)
}

extension GLKVector4 {
  var xyz: GLKVector3 { GLKVector3(x: x, y: y, z: z) }
}
