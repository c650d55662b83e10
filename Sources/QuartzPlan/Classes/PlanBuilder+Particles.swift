// The particles of emitter layers: each is a draw of its image.
// Licensed under the MIT license; see LICENSE.
//
// Particles are squares about their places in the layer's space: scaled, turned about z, and moved.
// They are worked out in the tree (QuartzModel/Particles); here each becomes an image record,
// written straight into the plan's columns. The values that many share, the part of the image and
// its size, are worked out once (`ParticleShape`). All particles of a cell go to the same program
// with the same image, so renderers draw them together.
//
// Adding. Where particles add up, their colour says an alpha of 0: source + destination · (1 - 0).
// Renderers need to know nothing of it, and such particles add up through groups, too.

import Glibc
import QuartzMath
import QuartzModel

/// The picture of a particle about the origin, before it is scaled, turned and moved.
private struct ParticleShape {
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
private struct ParticleSpace {
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

extension [Double] {
  /// Of ascending numbers, the index of the first that is larger than a number.
  fileprivate func firstIndex(above number: Double) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low
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
  /// Index in `PlanBuilder.emissions`.
  var emission: Int32
  /// Where they are in `PlanBuilder.slicedParticles`, from back to front.
  var particles: Range<Int>
  /// The layer's space -> the plane of its superlayer, with depths.
  var matrix: Matrix4x4
}

extension PlanBuilder {
  /// Puts the particles of layers that keep their depths among the siblings from `start` on.
  ///
  /// Those between two siblings are one sibling more.
  ///
  /// - Returns: Whether there are any.
  mutating func sliceParticles(from start: Int, _ tree: LayerTree) -> Bool {
    let end = siblings.count
    // Where the siblings are, from the back: sorted once for all emitters.
    var borders: [Double]?
    for index in start..<end where !meter.isSpent {
      let sibling = siblings[index]
      let style = styles[sibling.style]
      guard style.pointee.layerClass == .emitter, style.isShown,
        tree.value(.emitterPreservesDepth, of: sibling.slot).bool == true
      else { continue }
      siblings[index].placement.slice = NodePlacement.bodyAlone
      let instance = sibling.placement.instance
      let delay = instance < 0 ? 0 : instances[Int(instance)].delay
      guard let columns = tree.particles(of: sibling.slot, delayedBy: delay) else { continue }
      guard meter.spend(columns.particles.count, of: .particles, for: sibling.slot) else { break }
      if borders == nil {
        guard meter.spend(end - start, of: .layers, for: sibling.slot) else { break }
      }
      let sorted = borders ?? siblings[start..<end].map(\.depth).sorted()
      borders = sorted
      slice(columns, of: sibling, sorted)
    }
    return siblings.count > end
  }

  private mutating func slice(_ columns: ParticleColumns, of sibling: Sibling, _ borders: [Double])
  {
    let matrix = siblingMatrix(sibling.style, sibling.placement.space)
    let depths = columns.particles.map { particle -> Double in
      let position = matrix.transform(SIMD4(particle.position, 1))
      let depth = position.w == 0 ? position.z : position.z / position.w
      return depth.isNaN ? 0 : depth
    }
    // Those of one depth stay in the order that the layer gives them.
    let order = columns.order.isEmpty ? Array(depths.indices) : columns.order.map { Int($0) }
    let sorted = order.enumerated().sorted {
      (depths[$0.element], $0.offset) < (depths[$1.element], $1.offset)
    }
    let emission = Int32(emissions.count)
    emissions.append(Emission(columns: columns))
    var first = 0
    while first < sorted.count {
      let depth = depths[sorted[first].element]
      let border = borders.firstIndex(above: depth)
      let limit = border < borders.count ? borders[border] : .infinity
      var last = first
      let start = slicedParticles.count
      while last < sorted.count, depths[sorted[last].element] < limit || limit == .infinity {
        slicedParticles.append(Int32(sorted[last].element))
        last += 1
      }
      var piece = sibling
      piece.depth = depth
      piece.placement.slice = Int32(slices.count)
      slices.append(
        ParticleSlice(
          emission: emission,
          particles: start..<slicedParticles.count,
          matrix: matrix
        )
      )
      siblings.append(piece)
      first = last
    }
  }

  /// Notes that a layer has particles, if it has.
  mutating func addParticles(_ index: Int32, _ tree: LayerTree) {
    let slot = nodes[Int(index)].slot
    if nodes[Int(index)].slice == NodePlacement.bodyAlone { return }
    if nodes[Int(index)].slice >= 0 {
      nodes[Int(index)].classStyle = slices[Int(nodes[Int(index)].slice)].emission
      nodes[Int(index)].parts = tree.addsParticles(slot) ? .particles : [.particles, .overlaps]
      return
    }
    let instance = nodes[Int(index)].instance
    let delay = instance < 0 ? 0 : instances[Int(instance)].delay
    guard let columns = tree.particles(of: slot, delayedBy: delay), !columns.isEmpty,
      meter.spend(columns.particles.count, of: .particles, for: slot)
    else { return }
    nodes[Int(index)].classStyle = Int32(emissions.count)
    let matrix = nodes[Int(index)].sublayerMatrix
    emissions.append(
      Emission(columns: columns, matrix: matrix < 0 ? nil : sublayerMatrices[Int(matrix)])
    )
    // If particles add up, the layer's opacity and clips apply to each particle.
    nodes[Int(index)].parts.formUnion(
      tree.addsParticles(slot) ? .particles : [.particles, .overlaps]
    )
  }

  private func particleSpace(_ index: Int32) -> ParticleSpace {
    let node = nodes[Int(index)]
    if node.slice >= 0 {
      let world = node.parent >= 0 ? nodes[Int(node.parent)].world : base
      return ParticleSpace(world, slices[Int(node.slice)].matrix)
    }
    return ParticleSpace(node.world, emissions[Int(node.classStyle)].matrix)
  }

  /// The pixels that a layer's particles can touch.
  func particleBounds(_ index: Int32, _ tree: LayerTree) -> PixelRect {
    let columns = emissions[Int(nodes[Int(index)].classStyle)].columns
    let space = particleSpace(index)
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
    return PlanBuilder.pixels(low, high)
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

  /// Emits the particles of a layer, those that show.
  mutating func emitParticles(_ layer: DrawnLayer, _ tree: LayerTree) {
    guard layer.node.parts.contains(.particles) else { return }
    let columns = emissions[Int(layer.node.classStyle)].columns
    let isFlipped = layer.node.flags.contains(.flipped)
    let shapes = columns.styles.map { style -> ParticleShape? in
      guard let pixels = tree.images[style.image] else { return nil }
      let source = imageIndex(style.image)
      return ParticleShape(style, pixels, source: source, isFlipped: isFlipped)
    }
    let scene = ParticleScene(
      space: particleSpace(layer.index),
      opacity: Float(layer.totalOpacity),
      adds: tree.addsParticles(layer.node.slot),
      tint: SIMD4<Float>(SIMD4(layer.instance?.tint ?? .one, 1)),
      environment: layer.environment,
      slot: layer.node.slot
    )
    let slice = layer.node.slice
    if slice >= 0 {
      for position in slices[Int(slice)].particles {
        let particle = columns.particles[Int(slicedParticles[position])]
        if let shape = shapes[Int(particle.style)] { emit(particle, shape, scene) }
      }
    } else if columns.order.isEmpty {
      for particle in columns.particles {
        if let shape = shapes[Int(particle.style)] { emit(particle, shape, scene) }
      }
    } else {
      for position in columns.order {
        let particle = columns.particles[Int(position)]
        if let shape = shapes[Int(particle.style)] { emit(particle, shape, scene) }
      }
    }
  }

  @inline(__always)
  private mutating func emit(
    _ particle: Particle,
    _ shape: ParticleShape,
    _ scene: borrowing ParticleScene
  ) {
    let color = scene.color(particle)
    guard particle.scale > 0, color != .zero else { return }
    if scene.space.isStraight, particle.angle == 0 {
      emitStraight(particle, shape, color, scene)
    } else if scene.space.isAffine {
      emitTurned(scene.space.map(particle), shape, color, scene)
    } else {
      emitTilted(scene.space.map(particle), shape, color, scene)
    }
  }

  /// Emits a particle whose edges are parallel to those of pixels.
  @inline(__always)
  private mutating func emitStraight(
    _ particle: Particle,
    _ shape: ParticleShape,
    _ color: SIMD4<Float>,
    _ scene: borrowing ParticleScene
  ) {
    let world = scene.space.world
    let scale = SIMD2(world.row1.x, world.row2.y) * particle.scale
    let middle = SIMD2(
      world.row1.x * particle.position.x + world.row3.x,
      world.row2.y * particle.position.y + world.row3.y
    )
    let reach = SIMD2(abs(scale.x), abs(scale.y)) * shape.half
    let (low, high) = (SIMD2<Float>(middle - reach), SIMD2<Float>(middle + reach))
    // Also false where something is not finite.
    guard low.x < high.x, low.y < high.y else { return }
    let bounds = PixelRect(
      pixelFloor(low.x),
      pixelFloor(low.y),
      pixelCeil(high.x),
      pixelCeil(high.y)
    )
    .intersection(scene.environment.scissor)
    guard !bounds.isEmpty else { return }
    let texels = SIMD2(shape.map.x, shape.map.y) / scale
    let offset = SIMD2(shape.map.z, shape.map.w) - middle * texels
    let record = ImageRecord(
      shape: ShapeRecord(rect: SIMD4(low.x, low.y, high.x, high.y)),
      color: color,
      texelMap: SIMD4<Float>(SIMD4(texels.x, texels.y, offset.x, offset.y)),
      texelRect: shape.texelRect
    )
    append(record, .axis, bounds, shape, steps: SIMD4(texels.x, 0, 0, texels.y), scene)
  }

  /// Emits a particle that is turned in the plane.
  @inline(__always)
  private mutating func emitTurned(
    _ map: Homography,
    _ shape: ParticleShape,
    _ color: SIMD4<Float>,
    _ scene: borrowing ParticleScene
  ) {
    let (a, b, c) = (map.row1, map.row2, map.row3)
    let reach = SIMD2(
      abs(a.x) * shape.half.x + abs(b.x) * shape.half.y + 0.5,
      abs(a.y) * shape.half.x + abs(b.y) * shape.half.y + 0.5
    )
    let (low, high) = (SIMD2(c.x, c.y) - reach, SIMD2(c.x, c.y) + reach)
    let bounds = PixelRect(
      pixelFloor(Float(low.x)),
      pixelFloor(Float(low.y)),
      pixelCeil(Float(high.x)),
      pixelCeil(Float(high.y))
    )
    .intersection(scene.environment.scissor)
    let determinant = a.x * b.y - a.y * b.x
    guard !bounds.isEmpty, determinant != 0, (reach.x + reach.y).isInCoordinateRange else { return }
    let d = 1 / determinant
    let inverse = Homography(
      SIMD3(b.y * d, -a.y * d, 0),
      SIMD3(-b.x * d, a.x * d, 0),
      SIMD3((b.x * c.y - b.y * c.x) * d, (a.y * c.x - a.x * c.y) * d, 1)
    )
    guard inverse.isInCoordinateRange else { return }
    append(inverse, bounds, shape, color, scene)
  }

  /// Emits a particle in perspective.
  private mutating func emitTilted(
    _ map: Homography,
    _ shape: ParticleShape,
    _ color: SIMD4<Float>,
    _ scene: borrowing ParticleScene
  ) {
    let half = shape.half
    let square = Rect(-half.x, -half.y, 2 * half.x, 2 * half.y)
    guard map.isInCoordinateRange, let inverse = map.inverse, inverse.isInCoordinateRange,
      let bounds = Shape.projectedBounds(square, map)?.intersection(scene.environment.scissor),
      !bounds.isEmpty
    else { return }
    append(inverse, bounds, shape, color, scene)
  }

  /// Appends a particle in a space of its own.
  @inline(__always)
  private mutating func append(
    _ inverse: Homography,
    _ bounds: PixelRect,
    _ shape: ParticleShape,
    _ color: SIMD4<Float>,
    _ scene: borrowing ParticleScene
  ) {
    let half = SIMD2<Float>(shape.half)
    let record = ImageRecord(
      shape: ShapeRecord(
        rect: SIMD4(-half.x, -half.y, half.x, half.y),
        radiiX: .zero,
        radiiY: .zero,
        inverse1: SIMD4<Float>(SIMD4(inverse.row1, 0)),
        inverse2: SIMD4<Float>(SIMD4(inverse.row2, 0)),
        inverse3: SIMD4<Float>(SIMD4(inverse.row3, 0))
      ),
      color: color,
      texelMap: SIMD4<Float>(shape.map),
      texelRect: shape.texelRect
    )
    // In the middle, where the last component of the inverse's image is that of its last row.
    let steps = SIMD4(inverse.row1.x, inverse.row1.y, inverse.row2.x, inverse.row2.y) * shape.map.x
    append(record, .general, bounds, shape, steps: steps, scene)
  }

  /// - Parameter steps: How texels change from pixel to pixel: (dx/dx, dy/dx, dx/dy, dy/dy).
  @inline(__always)
  private mutating func append(
    _ record: ImageRecord,
    _ kind: ShapeClass,
    _ bounds: PixelRect,
    _ shape: ParticleShape,
    steps: @autoclosure () -> SIMD4<Double>,
    _ scene: borrowing ParticleScene
  ) {
    var draw = Draw(
      kind: .image,
      shape: kind,
      blend: .normal,
      flags: .particle,
      record: Int32(truncatingIfNeeded: plan.imageRecords.count),
      clip: scene.environment.clip,
      source: shape.source,
      bounds: bounds,
      slot: scene.slot
    )
    var record = record
    let style = shape.style
    if style.minificationFilter != .linear || style.magnificationFilter != .linear {
      let steps = steps()
      let density = abs(steps.x * steps.w - steps.y * steps.z)
      if style.minificationFilter == .trilinear {
        let (alongX, alongY) = (steps.lowHalf, steps.highHalf)
        let square = max((alongX * alongX).sum(), (alongY * alongY).sum())
        let level = 0.5 * log2(square) + style.minificationFilterBias
        if level > 0 {
          record.level = Float(min(level, shape.levels))
          draw.flags.insert(.mipmapped)
        }
      }
      let filter = density > 1 ? style.minificationFilter : style.magnificationFilter
      if filter == .nearest, record.level == 0 { draw.flags.insert(.nearest) }
    }
    plan.imageRecords.append(record)
    plan.draws.append(draw)
  }
}

/// The values that all particles of a layer share.
private struct ParticleScene {
  let space: ParticleSpace
  let opacity: Float
  let adds: Bool
  let tint: SIMD4<Float>
  let environment: PlanEnvironment
  let slot: Int32

  /// The colour of a particle as a plan has it.
  @inline(__always)
  func color(_ particle: Particle) -> SIMD4<Float> {
    let alpha = particle.color.w * opacity
    var straight = particle.color
    straight.w = 1
    straight *= tint
    let product = straight * (alpha * 255)
    guard all(product .>= 0), all(product .<= 255) else { return .zero }
    // To the nearest 255th, number by number: the library converts vectors by calls.
    let rounded = product + 0.5
    var color = SIMD4(
      Float(Int32(rounded.x)),
      Float(Int32(rounded.y)),
      Float(Int32(rounded.z)),
      Float(Int32(rounded.w))
    )
    color /= 255
    if adds { color.w = 0 }
    return color
  }
}
