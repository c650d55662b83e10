// The names that matrices and rotations have in C.
// Licensed under the MIT license; see LICENSE.

/// A matrix of 2 columns with 2 rows of the type `Float`.
public typealias simd_float2x2 = SIMDMatrix2x2<Float>
/// A matrix of 2 columns with 2 rows of the type `Float`.
public typealias float2x2 = SIMDMatrix2x2<Float>
/// A matrix of 2 columns with 2 rows of the type `Float`.
public typealias matrix_float2x2 = SIMDMatrix2x2<Float>
/// The matrix that changes nothing.
public let matrix_identity_float2x2 = SIMDMatrix2x2<Float>(1)

/// A matrix of 3 columns with 3 rows of the type `Float`.
public typealias simd_float3x3 = SIMDMatrix3x3<Float>
/// A matrix of 3 columns with 3 rows of the type `Float`.
public typealias float3x3 = SIMDMatrix3x3<Float>
/// A matrix of 3 columns with 3 rows of the type `Float`.
public typealias matrix_float3x3 = SIMDMatrix3x3<Float>
/// The matrix that changes nothing.
public let matrix_identity_float3x3 = SIMDMatrix3x3<Float>(1)

/// A matrix of 4 columns with 4 rows of the type `Float`.
public typealias simd_float4x4 = SIMDMatrix4x4<Float>
/// A matrix of 4 columns with 4 rows of the type `Float`.
public typealias float4x4 = SIMDMatrix4x4<Float>
/// A matrix of 4 columns with 4 rows of the type `Float`.
public typealias matrix_float4x4 = SIMDMatrix4x4<Float>
/// The matrix that changes nothing.
public let matrix_identity_float4x4 = SIMDMatrix4x4<Float>(1)

/// A matrix of 2 columns with 2 rows of the type `Double`.
public typealias simd_double2x2 = SIMDMatrix2x2<Double>
/// A matrix of 2 columns with 2 rows of the type `Double`.
public typealias double2x2 = SIMDMatrix2x2<Double>
/// A matrix of 2 columns with 2 rows of the type `Double`.
public typealias matrix_double2x2 = SIMDMatrix2x2<Double>
/// The matrix that changes nothing.
public let matrix_identity_double2x2 = SIMDMatrix2x2<Double>(1)

/// A matrix of 3 columns with 3 rows of the type `Double`.
public typealias simd_double3x3 = SIMDMatrix3x3<Double>
/// A matrix of 3 columns with 3 rows of the type `Double`.
public typealias double3x3 = SIMDMatrix3x3<Double>
/// A matrix of 3 columns with 3 rows of the type `Double`.
public typealias matrix_double3x3 = SIMDMatrix3x3<Double>
/// The matrix that changes nothing.
public let matrix_identity_double3x3 = SIMDMatrix3x3<Double>(1)

/// A matrix of 4 columns with 4 rows of the type `Double`.
public typealias simd_double4x4 = SIMDMatrix4x4<Double>
/// A matrix of 4 columns with 4 rows of the type `Double`.
public typealias double4x4 = SIMDMatrix4x4<Double>
/// A matrix of 4 columns with 4 rows of the type `Double`.
public typealias matrix_double4x4 = SIMDMatrix4x4<Double>
/// The matrix that changes nothing.
public let matrix_identity_double4x4 = SIMDMatrix4x4<Double>(1)

/// A rotation with numbers of the type `Float`.
public typealias simd_quatf = Quaternion<Float>
/// A rotation with numbers of the type `Double`.
public typealias simd_quatd = Quaternion<Double>
