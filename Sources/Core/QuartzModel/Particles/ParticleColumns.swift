// The particles at a moment, in columns for drawing.
// Licensed under the MIT license; see LICENSE.

package import QuartzMath

/// How a particle lies in space: a turn of its square and its normal.
package struct ParticleOrientation: Equatable, Sendable {
  // x, y, z and w of a unit quaternion.
  private let quaternion: SIMD4<Float>

  /// In the layer's plane, facing the viewer.
  package static let flat = ParticleOrientation(SIMD4(0, 0, 0, 1))

  private init(_ quaternion: SIMD4<Float>) { self.quaternion = quaternion }

  /// The shortest turn that takes a unit vector of y or z to another unit vector.
  init(turning first: SIMD3<Double>, to last: SIMD3<Double>) {
    let w = 1 + first.dot(last)
    var turn = SIMD4(
      first.y * last.z - first.z * last.y,
      first.z * last.x - first.x * last.z,
      first.x * last.y - first.y * last.x,
      w
    )
    // Opposite: half a turn about x, which is across both.
    if !(w > 1e-9) { turn = SIMD4(1, 0, 0, 0) }
    quaternion = SIMD4<Float>(turn / (turn * turn).sum().squareRoot())
  }

  /// Whether it lies in the layer's plane.
  @inline(__always)
  package var isFlat: Bool { quaternion.w == 1 }

  /// A vector of the particle's own space in the layer's.
  package func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let q = SIMD3<Double>(Double(quaternion.x), Double(quaternion.y), Double(quaternion.z))
    let half = q.cross(vector) * 2
    return vector + half * Double(quaternion.w) + q.cross(half)
  }
}

extension SIMD3<Double> {
  fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x
    )
  }
}

/// One particle at a moment.
package struct Particle: Equatable, Sendable {
  /// Its middle, in the layer's space, points.
  package var position: SIMD3<Double>
  /// Straight, sRGB-encoded, 0...1, or up to the headroom of its style.
  package var color: SIMD4<Float>
  package var orientation = ParticleOrientation.flat
  /// Points for each of its image's points; not negative.
  package var scale: Double
  /// The turn about its own z, in radians from x to y, before its orientation.
  package var angle: Double
  /// When it was born, in the layer's time.
  package var birthTime: Double
  /// Index in `ParticleColumns.styles`.
  package var style: Int32
  /// Index of its cell in the layer's list of cells.
  package var cell: Int32
}

/// The values that many particles share.
package struct ParticleStyle: Equatable, Sendable {
  package var image: ImageID
  package var contentsRect: Rect
  package var contentsScale: Double
  package var magnificationFilter: ContentsFilter
  package var minificationFilter: ContentsFilter
  package var minificationFilterBias: Double
  /// The greatest headroom of the colours that the particles' colours are products of; 0 for none.
  package var headroom: Float

  /// - Parameters:
  ///   - cell: The cell of the particles.
  ///   - headroom: Of the colours of the cells that it is nested in.
  init(_ cell: ParticleCell, headroom: Float) {
    self.headroom = max(cell.color.headroom, headroom)
    image = cell.contents
    contentsRect = cell.contentsRect
    contentsScale = cell[.contentsScale]
    magnificationFilter = cell.magnificationFilter
    minificationFilter = cell.minificationFilter
    minificationFilterBias = cell[.minificationFilterBias].bounded
  }
}

/// The particles of a layer; columns keep their capacity.
package struct ParticleColumns: Sendable {
  package private(set) var particles: ContiguousArray<Particle> = []
  package private(set) var styles: ContiguousArray<ParticleStyle> = []
  /// The order to draw them in, from back to front; empty for that of `particles`.
  package private(set) var order: ContiguousArray<Int32> = []
  private var scratch: ContiguousArray<Int32> = []
  private var keys: ContiguousArray<Double> = []

  package init() {}

  package var isEmpty: Bool { particles.isEmpty }

  mutating func removeAll() {
    particles.removeAll(keepingCapacity: true)
    styles.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  mutating func append(_ particle: Particle) { particles.append(particle) }

  mutating func append(_ style: ParticleStyle) -> Int32 {
    if let last = styles.last, last == style { return Int32(styles.count - 1) }
    styles.append(style)
    return Int32(styles.count - 1)
  }

  /// Puts the particles in the order of a mode; those that are equal in it stay as they are.
  ///
  /// Where the order is free, particles of the same cell stand together.
  mutating func sort(_ mode: EmitterRenderMode, hasNestedCells: Bool) {
    keys.removeAll(keepingCapacity: true)
    switch mode {
    case .unordered, .additive:
      guard hasNestedCells else { return }
      for particle in particles { keys.append(Double(particle.cell)) }
    case .oldestFirst: for particle in particles { keys.append(particle.birthTime) }
    case .oldestLast: for particle in particles { keys.append(-particle.birthTime) }
    case .backToFront: for particle in particles { keys.append(particle.position.z) }
    }
    for index in particles.indices { order.append(Int32(index)) }
    // A merge sort from the bottom up, because the library's sort asks for memory.
    var width = 1
    while width < order.count {
      scratch.removeAll(keepingCapacity: true)
      for low in stride(from: 0, to: order.count, by: 2 * width) {
        merge(low, min(low + width, order.count), min(low + 2 * width, order.count))
      }
      swap(&order, &scratch)
      width *= 2
    }
  }

  private mutating func merge(_ low: Int, _ middle: Int, _ high: Int) {
    var (left, right) = (low, middle)
    while left < middle || right < high {
      let takesLeft =
        right == high || left < middle && keys[Int(order[left])] <= keys[Int(order[right])]
      scratch.append(order[takesLeft ? left : right])
      if takesLeft { left += 1 } else { right += 1 }
    }
  }
}
