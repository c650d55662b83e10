// The instances of a frame, in the order of the draw calls.
// Licensed under the MIT license; see LICENSE.

/// Appends attributes; each takes a vec4, whatever its type.
struct InstanceWriter: ~Copyable {
  private(set) var instances: ContiguousArray<SIMD4<Float>> = []

  mutating func append(_ value: SIMD4<Float>) {
    instances.append(value)
  }

  mutating func append(_ value: Float) {
    instances.append(SIMD4(value, 0, 0, 0))
  }

  mutating func removeAll() {
    instances.removeAll(keepingCapacity: true)
  }
}
