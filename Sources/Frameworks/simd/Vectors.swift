// Vectors under their names in C, and functions of them.
// Licensed under the MIT license; see LICENSE.

/// A vector of 2 numbers of the type `Float`.
public typealias simd_float2 = SIMD2<Float>
/// A vector of 3 numbers of the type `Float`.
public typealias simd_float3 = SIMD3<Float>
/// A vector of 4 numbers of the type `Float`.
public typealias simd_float4 = SIMD4<Float>
/// A vector of 2 numbers of the type `Double`.
public typealias simd_double2 = SIMD2<Double>
/// A vector of 3 numbers of the type `Double`.
public typealias simd_double3 = SIMD3<Double>
/// A vector of 4 numbers of the type `Double`.
public typealias simd_double4 = SIMD4<Double>
/// A vector of 2 numbers of the type `Int32`.
public typealias simd_int2 = SIMD2<Int32>
/// A vector of 3 numbers of the type `Int32`.
public typealias simd_int3 = SIMD3<Int32>
/// A vector of 4 numbers of the type `Int32`.
public typealias simd_int4 = SIMD4<Int32>
/// A vector of 2 numbers of the type `UInt32`.
public typealias simd_uint2 = SIMD2<UInt32>
/// A vector of 3 numbers of the type `UInt32`.
public typealias simd_uint3 = SIMD3<UInt32>
/// A vector of 4 numbers of the type `UInt32`.
public typealias simd_uint4 = SIMD4<UInt32>
/// A vector of 2 numbers of the type `Float`.
public typealias float2 = SIMD2<Float>
/// A vector of 3 numbers of the type `Float`.
public typealias float3 = SIMD3<Float>
/// A vector of 4 numbers of the type `Float`.
public typealias float4 = SIMD4<Float>
/// A vector of 2 numbers of the type `Double`.
public typealias double2 = SIMD2<Double>
/// A vector of 3 numbers of the type `Double`.
public typealias double3 = SIMD3<Double>
/// A vector of 4 numbers of the type `Double`.
public typealias double4 = SIMD4<Double>

/// Returns the sum of the products of the components.
@inlinable
public func simd_dot<V: SIMD>(_ __x: V, _ __y: V) -> V.Scalar where V.Scalar: FloatingPoint {
  (__x * __y).sum()
}

/// Returns the sum of the products of the components.
@inlinable
public func dot<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint {
  simd_dot(x, y)
}

/// Returns the square of the length.
@inlinable
public func simd_length_squared<V: SIMD>(_ __x: V) -> V.Scalar where V.Scalar: FloatingPoint {
  simd_dot(__x, __x)
}

/// Returns the square of the length.
@inlinable
public func length_squared<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint {
  simd_dot(x, x)
}

/// Returns the length.
@inlinable
public func simd_length<V: SIMD>(_ __x: V) -> V.Scalar where V.Scalar: FloatingPoint {
  simd_dot(__x, __x).squareRoot()
}

/// Returns the length.
@inlinable
public func length<V: SIMD>(_ x: V) -> V.Scalar where V.Scalar: FloatingPoint { simd_length(x) }

/// Returns the distance of two points.
@inlinable
public func simd_distance<V: SIMD>(_ __x: V, _ __y: V) -> V.Scalar
where V.Scalar: FloatingPoint {
  simd_length(__x - __y)
}

/// Returns the distance of two points.
@inlinable
public func distance<V: SIMD>(_ x: V, _ y: V) -> V.Scalar where V.Scalar: FloatingPoint {
  simd_length(x - y)
}

/// Returns the square of the distance of two points.
@inlinable
public func simd_distance_squared<V: SIMD>(_ __x: V, _ __y: V) -> V.Scalar
where V.Scalar: FloatingPoint {
  simd_length_squared(__x - __y)
}

/// Returns the vector of the length 1; a vector without length gives no numbers.
@inlinable
public func simd_normalize<V: SIMD>(_ __x: V) -> V where V.Scalar: FloatingPoint {
  __x / simd_length(__x)
}

/// Returns the vector of the length 1; a vector without length gives no numbers.
@inlinable
public func normalize<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { simd_normalize(x) }

/// Returns the vector that is perpendicular to two others.
@inlinable
public func simd_cross<S>(_ __x: SIMD3<S>, _ __y: SIMD3<S>) -> SIMD3<S> where S: FloatingPoint {
  let (one, two) = (SIMD3(__x.y, __x.z, __x.x), SIMD3(__y.y, __y.z, __y.x))
  let (three, four) = (SIMD3(__x.z, __x.x, __x.y), SIMD3(__y.z, __y.x, __y.y))
  return one * four - three * two
}

/// Returns the vector that is perpendicular to two others.
@inlinable
public func cross<S>(_ x: SIMD3<S>, _ y: SIMD3<S>) -> SIMD3<S> where S: FloatingPoint {
  simd_cross(x, y)
}

/// Returns the vector that is perpendicular to two others of a plane: along z.
@inlinable
public func simd_cross<S>(_ __x: SIMD2<S>, _ __y: SIMD2<S>) -> SIMD3<S> where S: FloatingPoint {
  SIMD3(0, 0, __x.x * __y.y - __x.y * __y.x)
}

/// Returns the point between two others, at a part of the way in each component.
@inlinable
public func simd_mix<V: SIMD>(_ __x: V, _ __y: V, _ __t: V) -> V where V.Scalar: FloatingPoint {
  __x + (__y - __x) * __t
}

/// Returns the point between two others, at a part of the way in each component.
@inlinable
public func mix<V: SIMD>(_ x: V, _ y: V, t: V) -> V where V.Scalar: FloatingPoint {
  simd_mix(x, y, t)
}

/// Returns the point between two others, at a part of the way.
@inlinable
public func mix<V: SIMD>(_ x: V, _ y: V, t: V.Scalar) -> V where V.Scalar: FloatingPoint {
  x + (y - x) * t
}

/// Returns the smaller components.
@inlinable
public func simd_min<V: SIMD>(_ __x: V, _ __y: V) -> V where V.Scalar: Comparable {
  __x.replacing(with: __y, where: __y .< __x)
}

/// Returns the smaller components.
@inlinable
public func min<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: Comparable { simd_min(x, y) }

/// Returns the greater components.
@inlinable
public func simd_max<V: SIMD>(_ __x: V, _ __y: V) -> V where V.Scalar: Comparable {
  __x.replacing(with: __y, where: __y .> __x)
}

/// Returns the greater components.
@inlinable
public func max<V: SIMD>(_ x: V, _ y: V) -> V where V.Scalar: Comparable { simd_max(x, y) }

/// Returns the components, moved into a range.
@inlinable
public func simd_clamp<V: SIMD>(_ __x: V, _ __min: V, _ __max: V) -> V
where V.Scalar: Comparable {
  simd_min(simd_max(__x, __min), __max)
}

/// Returns the components, moved into a range.
@inlinable
public func clamp<V: SIMD>(_ x: V, min: V, max: V) -> V where V.Scalar: Comparable {
  simd_clamp(x, min, max)
}

/// Returns the components, moved into a range.
@inlinable
public func clamp<V: SIMD>(_ x: V, min: V.Scalar, max: V.Scalar) -> V where V.Scalar: Comparable {
  simd_clamp(x, V(repeating: min), V(repeating: max))
}

/// Returns the components without their signs.
@inlinable
public func simd_abs<V: SIMD>(_ __x: V) -> V where V.Scalar: FloatingPoint {
  __x.replacing(with: -__x, where: __x .< 0)
}

/// Returns the components without their signs.
@inlinable
public func abs<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { simd_abs(x) }

/// Returns the greatest whole numbers that are not greater than the components.
@inlinable
public func floor<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { x.rounded(.down) }

/// Returns the smallest whole numbers that are not smaller than the components.
@inlinable
public func ceil<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { x.rounded(.up) }

/// Returns the components without their whole parts.
@inlinable
public func simd_fract<V: SIMD>(_ __x: V) -> V where V.Scalar: FloatingPoint {
  __x - __x.rounded(.down)
}

/// Returns the components without their whole parts.
@inlinable
public func fract<V: SIMD>(_ x: V) -> V where V.Scalar: FloatingPoint { simd_fract(x) }

/// Returns 0 where a component is below its edge, and else 1.
@inlinable
public func step<V: SIMD>(_ x: V, edge: V) -> V where V.Scalar: FloatingPoint {
  V(repeating: 1).replacing(with: 0, where: x .< edge)
}

/// Returns smooth ways from 0 to 1 between two edges.
@inlinable
public func simd_smoothstep<V: SIMD>(_ __edge0: V, _ __edge1: V, _ __x: V) -> V
where V.Scalar: FloatingPoint {
  let t = simd_clamp((__x - __edge0) / (__edge1 - __edge0), V(repeating: 0), V(repeating: 1))
  return t * t * (3 - 2 * t)
}

/// Returns smooth ways from 0 to 1 between two edges.
@inlinable
public func smoothstep<V: SIMD>(_ x: V, edge0: V, edge1: V) -> V where V.Scalar: FloatingPoint {
  simd_smoothstep(edge0, edge1, x)
}

/// Returns a vector that is mirrored at a plane with a normal of the length 1.
@inlinable
public func simd_reflect<V: SIMD>(_ __x: V, _ __n: V) -> V where V.Scalar: FloatingPoint {
  __x - 2 * simd_dot(__x, __n) * __n
}

/// Returns a vector that is mirrored at a plane with a normal of the length 1.
@inlinable
public func reflect<V: SIMD>(_ x: V, n: V) -> V where V.Scalar: FloatingPoint {
  simd_reflect(x, n)
}

/// Returns a vector's part along another one.
@inlinable
public func simd_project<V: SIMD>(_ __x: V, _ __y: V) -> V where V.Scalar: FloatingPoint {
  __y * (simd_dot(__x, __y) / simd_dot(__y, __y))
}

/// Returns the sum of the components.
@inlinable
public func simd_reduce_add<V: SIMD>(_ __x: V) -> V.Scalar where V.Scalar: FloatingPoint {
  __x.sum()
}

/// Returns the smallest component.
@inlinable
public func simd_reduce_min<V: SIMD>(_ __x: V) -> V.Scalar where V.Scalar: Comparable {
  __x.min()
}

/// Returns the greatest component.
@inlinable
public func simd_reduce_max<V: SIMD>(_ __x: V) -> V.Scalar where V.Scalar: Comparable {
  __x.max()
}
