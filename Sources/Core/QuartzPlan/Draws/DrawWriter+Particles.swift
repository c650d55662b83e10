// The particles of emitter layers: each is a draw of its image.
// Licensed under the MIT license; see LICENSE.
//
// Particles are squares about their places in the layer's space: scaled, turned about z, planes
// turned in space, and moved.
// They are worked out in the tree (QuartzModel/Particles); here each becomes an image record,
// written straight into the plan's columns. The values that many share, the part of the image and
// its size, are worked out once (`ParticleShape`). All particles of a cell go to the same program
// with the same image, so renderers draw them together.
//
// Adding. Where particles add up, their colour says an alpha of 0: source + destination · (1 - 0).
// Renderers need to know nothing of it, and such particles add up through groups, too. Bytes end
// such sums at white. Half floats do not, so on outputs of extended range a layer's particles have
// a surface, whose composite ends the sum at the headroom (`SurfaceEmitter+Particles.swift`).

import Glibc
import QuartzMath
import QuartzModel

extension DrawWriter {
  /// Emits the particles of a layer, those that show.
  mutating func emitParticles(_ layer: DrawnLayer, _ tree: PlacedTree) {
    guard layer.node.parts.contains(.particles) else { return }
    let columns = tree.nodes.emissions[Int(layer.node.classStyle)].columns
    let isFlipped = layer.node.flags.contains(.flipped)
    let shapes = columns.styles.map { style -> ParticleShape? in
      guard let pixels = tree.layers.images[style.image] else { return nil }
      let image = output.lights.shown(style.image, pixels.form, layer.light)
      let source = sharedImageIndex(image)
      return ParticleShape(style, pixels, source: source, isFlipped: isFlipped)
    }
    let scene = ParticleScene(
      space: tree.nodes.particleSpace(layer.index, output),
      opacity: Float(layer.totalOpacity),
      adds: tree.layers.addsParticles(layer.node.slot),
      tint: SIMD4<Float>(SIMD4(layer.instance?.tint ?? .one, 1)),
      environment: layer.environment,
      slot: layer.node.slot,
      light: layer.light,
      curves: columns.styles.map { layer.light.curve(from: $0.headroom) }
    )
    let slice = layer.node.slice
    if slice >= 0 {
      for position in tree.nodes.slices[Int(slice)].particles {
        let particle = columns.particles[Int(tree.nodes.slicedParticles[position])]
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
    let color = scene.color(particle, headroom: shape.style.headroom)
    guard particle.scale > 0, color != .zero else { return }
    if scene.space.isStraight, particle.angle == 0, particle.orientation.isFlat {
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
  let light: LightLimit
  // Index i is the curve of the colours of style i; nil where they are clipped alone.
  let curves: [ReferenceWhiteCurve?]

  /// The colour of a particle as a plan has it.
  ///
  /// - Parameters:
  ///   - particle: The particle.
  ///   - headroom: That of its style.
  @inline(__always)
  func color(_ particle: Particle, headroom: Float) -> SIMD4<Float> {
    let alpha = particle.color.w * opacity
    var straight = particle.color
    if headroom > 1 { straight = mapped(straight, curves[Int(particle.style)]) }
    straight.w = 1
    straight *= tint
    if light.isExtended { return extended(straight, alpha) }
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

  /// A colour with a headroom, brought within the layer's limit.
  private func mapped(_ color: SIMD4<Float>, _ curve: ReferenceWhiteCurve?) -> SIMD4<Float> {
    var encoded = SIMD3<Double>(SIMD3(color.x, color.y, color.z))
    if let curve { encoded = LightMath.mapped(encoded, curve) }
    return SIMD4(SIMD3<Float>(light.clipped(encoded)), color.w)
  }

  /// The same on an output of extended range: not rounded, within the layer's limit.
  private func extended(_ straight: SIMD4<Float>, _ alpha: Float) -> SIMD4<Float> {
    let alpha = min(max(alpha, 0), 1)
    guard alpha > 0, (straight * 0) == .zero else { return .zero }
    let color = light.clipped(SIMD3<Double>(SIMD3(straight.x, straight.y, straight.z)))
    return SIMD4(SIMD3<Float>(color) * alpha, adds ? 0 : alpha)
  }
}
