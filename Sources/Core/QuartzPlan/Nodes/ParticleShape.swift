// How particles are mapped to pixels, and which pixels they can touch.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath
import QuartzModel

/// The picture of a particle about the origin, before it is scaled, turned and moved.
struct ParticleShape {
  /// Index in the plan's images.
  let source: Int32
  /// Half of the width and height, points.
  let half: SIMD2<Double>
  /// Points -> texels: scale x, scale y, offset x, offset y.
  let map: SIMD4<Double>
  let texelRect: SIMD4<Float>
  let style: ParticleStyle
  let levels: Double

  /// Nil for a style that shows nothing.
  init?(_ style: ParticleStyle, _ pixels: PixelBuffer, source: Int32, isFlipped: Bool) {
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    let unit = style.contentsRect.standardized
    // As for contents, images are upright on the output.
    let top = isFlipped ? 1 - unit.y - unit.height : unit.y
    let part = Rect(unit.x * width, top * height, unit.width * width, unit.height * height)
    let scale = style.contentsScale
    guard part.isInCoordinateRange, part.width > 0, part.height > 0, scale > 0,
      scale.isInCoordinateRange
    else { return nil }
    self.source = source
    half = SIMD2(part.width, part.height) / (2 * scale)
    let middle = SIMD2(part.x + part.width / 2, part.y + part.height / 2)
    map = SIMD4(scale, isFlipped ? -scale : scale, middle.x, middle.y)
    guard half.x.isInCoordinateRange, half.y.isInCoordinateRange else { return nil }
    let columns = ContentsPlacement.range(part.x, part.x + part.width, limit: width)
    let rows = ContentsPlacement.range(part.y, part.y + part.height, limit: height)
    texelRect = SIMD4(
      Float(columns.low),
      Float(rows.low),
      Float(columns.high),
      Float(rows.high)
    )
    self.style = style
    let side = max(pixels.width, pixels.height)
    levels = Double(Int.bitWidth - 1 - side.leadingZeroBitCount)
  }
}

/// How particles are mapped to pixels.
struct ParticleSpace {
  let world: Homography
  /// The matrix of the space of the layer's sublayers, which is also that of its particles.
  let matrix: Matrix4x4?
  let isAffine: Bool
  /// Whether x stays x and y stays y.
  let isStraight: Bool

  init(_ world: Homography, _ matrix: Matrix4x4?) {
    self.world = world
    self.matrix = matrix
    isAffine = matrix == nil && world.row1.z == 0 && world.row2.z == 0 && world.row3.z == 1
    isStraight = isAffine && world.row1.y == 0 && world.row2.x == 0
  }

  /// The map from the square of a particle to pixels.
  @inline(__always)
  func map(_ particle: Particle) -> Homography {
    guard particle.orientation.isFlat else { return spatialMap(particle) }
    var (x, y) = (particle.scale, 0.0)
    if particle.angle != 0 {
      (x, y) = (particle.scale * cos(particle.angle), particle.scale * sin(particle.angle))
    }
    let position = particle.position
    guard let matrix else {
      return Homography(
        world.row1 * x + world.row2 * y,
        world.row2 * x - world.row1 * y,
        world.row1 * position.x + world.row2 * position.y + world.row3
      )
    }
    let rows = (
      matrix.row1 * x + matrix.row2 * y, matrix.row2 * x - matrix.row1 * y,
      matrix.row1 * position.x + matrix.row2 * position.y + matrix.row3 * position.z + matrix.row4
    )
    func flat(_ row: SIMD4<Double>) -> SIMD3<Double> { SIMD3(row.x, row.y, row.w) }
    return Homography(flat(rows.0), flat(rows.1), flat(rows.2)) * world
  }
}

extension ParticleSpace {
  /// The map of a particle that leaves the layer's plane.
  ///
  /// Without a space of its own, the layer shows it from straight above.
  fileprivate func spatialMap(_ particle: Particle) -> Homography {
    let (x, y) = (
      particle.scale * cos(particle.angle), particle.scale * sin(particle.angle)
    )
    let right = particle.orientation.turned(SIMD3(x, y, 0))
    let down = particle.orientation.turned(SIMD3(-y, x, 0))
    let position = particle.position
    guard let matrix else {
      return Homography(
        world.row1 * right.x + world.row2 * right.y,
        world.row1 * down.x + world.row2 * down.y,
        world.row1 * position.x + world.row2 * position.y + world.row3
      )
    }
    func flat(_ vector: SIMD3<Double>, _ origin: SIMD4<Double>) -> SIMD3<Double> {
      let row =
        matrix.row1 * vector.x + matrix.row2 * vector.y + matrix.row3 * vector.z + origin
      return SIMD3(row.x, row.y, row.w)
    }
    return Homography(flat(right, .zero), flat(down, .zero), flat(position, matrix.row4)) * world
  }
}

/// The particles of a layer, or of an instance of it.
struct Emission {
  var columns: ParticleColumns
  /// The matrix of the space of the layer's sublayers, which is also that of its particles.
  ///
  /// The builder's column of such matrices forgets those of instances before anything is emitted.
  var matrix: Matrix4x4?
}

/// Particles of a layer that lie between two of its siblings.
struct ParticleSlice {
  /// Index in `NodeTable.emissions`.
  var emission: Int32
  /// Where they are in `NodeTable.slicedParticles`, from back to front.
  var particles: Range<Int>
  /// The layer's space -> the plane of its superlayer, with depths.
  var matrix: Matrix4x4
}

extension NodeTable {
  /// How a node's particles are mapped to pixels.
  func particleSpace(_ index: NodeIndex, _ output: PlanOutput) -> ParticleSpace {
    let node = nodes[index]
    if node.slice >= 0 {
      let world = node.parent != .none ? nodes[node.parent].world : output.base
      return ParticleSpace(world, slices[Int(node.slice)].matrix)
    }
    return ParticleSpace(node.world, emissions[Int(node.classStyle)].matrix)
  }

  /// The pixels that a layer's particles can touch.
  func particleBounds(_ index: NodeIndex, _ tree: LayerTree, _ output: PlanOutput) -> PixelRect {
    let columns = emissions[Int(nodes[index].classStyle)].columns
    let space = particleSpace(index, output)
    let reaches = columns.styles.map { style -> Double in
      guard let pixels = tree.images[style.image],
        let shape = ParticleShape(style, pixels, source: 0, isFlipped: false)
      else { return -1 }
      return (shape.half.x * shape.half.x + shape.half.y * shape.half.y).squareRoot()
    }
    guard space.isAffine else { return projectedBounds(columns, reaches, space) }
    var low = SIMD2<Double>(repeating: .infinity)
    var high = SIMD2<Double>(repeating: -.infinity)
    let world = space.world
    // How far a circle of radius 1 reaches.
    let spread = SIMD2(
      (world.row1.x * world.row1.x + world.row2.x * world.row2.x).squareRoot(),
      (world.row1.y * world.row1.y + world.row2.y * world.row2.y).squareRoot()
    )
    for particle in columns.particles {
      let reach = reaches[Int(particle.style)] * particle.scale
      guard reach > 0 else { continue }
      let center = world.row1 * particle.position.x + world.row2 * particle.position.y + world.row3
      let middle = SIMD2(center.x, center.y)
      guard abs(middle.x) + abs(middle.y) + reach < farthestCoordinate else { continue }
      low = pointwiseMin(low, middle - spread * reach)
      high = pointwiseMax(high, middle + spread * reach)
    }
    return NodeTable.pixels(low, high)
  }

  private static func pixels(_ low: SIMD2<Double>, _ high: SIMD2<Double>) -> PixelRect {
    guard low.x <= high.x, low.y <= high.y else { return .empty }
    return PixelRect(
      pixelFloor(Float(low.x) - 1),
      pixelFloor(Float(low.y) - 1),
      pixelCeil(Float(high.x) + 1),
      pixelCeil(Float(high.y) + 1)
    )
  }

  private func projectedBounds(
    _ columns: ParticleColumns,
    _ reaches: [Double],
    _ space: ParticleSpace
  ) -> PixelRect {
    var bounds = PixelRect.empty
    for particle in columns.particles {
      let reach = reaches[Int(particle.style)]
      guard reach > 0, particle.scale > 0 else { continue }
      let square = Rect(-reach, -reach, 2 * reach, 2 * reach)
      let map = space.map(particle)
      guard map.isInCoordinateRange, let pixels = Shape.projectedBounds(square, map) else {
        continue
      }
      bounds = bounds.union(pixels)
    }
    return bounds
  }
}
