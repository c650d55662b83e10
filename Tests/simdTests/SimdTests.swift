// Vectors, matrices and rotations.
// Licensed under the MIT license; see LICENSE.

import Testing
import simd

@Suite("simd")
struct SimdTests {
  private func near(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Bool {
    simd_distance(one, other) < 1e-12
  }

  @Test("Vectors: products, lengths, ways between")
  func vectors() {
    #expect(simd_dot(simd_float3(1, 2, 3), simd_float3(4, 5, 6)) == 32)
    #expect(simd_cross(simd_double3(1, 0, 0), simd_double3(0, 1, 0)) == simd_double3(0, 0, 1))
    #expect(length(simd_float2(3, 4)) == 5)
    #expect(simd_normalize(simd_double4(0, 0, 2, 0)) == simd_double4(0, 0, 1, 0))
    #expect(mix(simd_float2(0, 2), simd_float2(4, 4), t: 0.5) == simd_float2(2, 3))
    #expect(clamp(simd_float3(-1, 0.5, 2), min: 0, max: 1) == simd_float3(0, 0.5, 1))
    #expect(fract(simd_double2(1.25, -0.25)) == simd_double2(0.25, 0.75))
    #expect(reflect(simd_double2(1, -1), n: simd_double2(0, 1)) == simd_double2(1, 1))
    #expect(simd_smoothstep(simd_float2(0, 0), simd_float2(1, 1), simd_float2(0.5, 2)).y == 1)
  }

  @Test("Matrices: columns, products, inverses, determinants")
  func matrices() {
    let turn = simd_double3x3(rows: [
      simd_double3(0, -1, 5), simd_double3(1, 0, 7), simd_double3(0, 0, 1),
    ])
    #expect(turn.columns.2 == simd_double3(5, 7, 1))
    #expect(turn * simd_double3(1, 0, 1) == simd_double3(5, 8, 1))
    let one = simd_mul(turn, turn.inverse)
    for column in 0..<3 { #expect(near(one[column], matrix_identity_double3x3[column])) }
    #expect(turn.determinant == 1)
    #expect(turn.transpose[0, 2] == 5)
    #expect(simd_float4x4(2).determinant == 16)
    #expect(simd_float2x2(simd_float2(1, 2), simd_float2(2, 4)).determinant == 0)
    #expect(simd_float2x2(simd_float2(1, 2), simd_float2(2, 4)).inverse[0][0].isNaN)
    // A pivot of zero is no matrix without an inverse.
    let swap = simd_double2x2(simd_double2(0, 1), simd_double2(1, 0))
    #expect(swap.inverse == swap && swap.determinant == -1)
  }

  @Test("Rotations turn vectors as their matrices do, and come back from them")
  func rotations() {
    let axes = [simd_double3(1, 0, 0), simd_double3(0, 1, 0), simd_double3(0.6, 0, -0.8)]
    for axis in axes {
      for step in 1..<12 {
        let rotation = simd_quatd(angle: Double(step) * .pi / 6, axis: axis)
        let vector = simd_double3(0.3, -2, 1)
        #expect(near(rotation.act(vector), simd_double3x3(rotation) * vector))
        #expect(near(simd_quatd(simd_double3x3(rotation)).act(vector), rotation.act(vector)))
        #expect(near((rotation.inverse * rotation).act(vector), vector))
      }
    }
    #expect(near(simd_quatd(angle: .pi / 2, axis: axes[0]).act(axes[1]), simd_double3(0, 0, 1)))
  }

  @Test("The shortest rotation between directions, opposite ones too, and the ways between")
  func between() {
    let (x, y) = (simd_double3(1, 0, 0), simd_double3(0, 1, 0))
    #expect(near(simd_quatd(from: x, to: y).act(x), y))
    #expect(near(simd_quatd(from: x, to: -x).act(x), -x))
    let (none, turn) = (simd_quatd(angle: 0, axis: x), simd_quatd(angle: 1, axis: x))
    #expect(abs(simd_slerp(none, turn, 0.25).angle - 0.25) < 1e-12)
    #expect(abs(simd_slerp(none, -turn, 0.25).angle - 0.25) < 1e-12)
    #expect(simd_slerp(turn, turn, 0.5).angle.isFinite)
  }
}
