// Particles that behaviours act on.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzMath

extension EmitterEpoch {
  /// Makes the behaviours ready for the births of a frame.
  mutating func openBehaviors(at layerTime: Double, _ budget: inout WorkBudget) {
    motions.beginFrame()
    // Since the oldest birth, however long ago that was.
    var oldest = layerTime
    for stream in streams where stream.births > 0 {
      let pace = abs(stream.clock.speed)
      oldest = min(oldest, pace > 0 ? layerTime - stream.reach / pace : start)
    }
    behaviors?.prepare(from: max(oldest, start), to: layerTime, &budget)
  }

  /// The most steps that the motions of the layer's own particles take from their births on.
  var stepsOfMotion: Double {
    guard behaviors?.needsSteps == true else { return 0 }
    return streams.reduce(0) { $0 + $1.births * ParticleMover.steps(ofLife: $1.reach) }
  }

  /// Appends a particle of a cell, if it is alive, and its descendants.
  mutating func appendMoved(
    _ index: Int,
    _ chance: ParticleRandom,
    _ age: Double,
    _ origin: ParticleOrigin,
    to columns: inout ParticleColumns,
    _ budget: inout WorkBudget
  ) {
    let life = parameters[index].life(chance)
    let hasNested = model.cells.cells[index].end > index + 1
    let isAlive = age < life
    guard isAlive || hasNested, let behaviors else { return }
    let path = path(of: index, chance, from: origin.point)
    let mover = ParticleMover(
      path,
      life: life,
      birth: origin.birthTime - behaviors.origin,
      pace: origin.secondsPerTime,
      factor: budget.stepFactor
    )
    if isAlive {
      let style = style(index, &columns)
      if columns.styles[Int(style)].image != .none {
        budget.particles -= 1
        let motion = motion(of: mover, chance, age, &budget)
        let set = behaviors.set(
          at: origin.birthTime - behaviors.origin + age * origin.secondsPerTime
        )
        let look = ParticleLook(of: parameters[index], chance, age, life, motion, set)
        columns.append(
          Particle(
            position: motion.position,
            color: SIMD4<Float>(look.color * origin.tint),
            orientation: look.orientation,
            scale: look.scale,
            angle: look.angle,
            birthTime: origin.birthTime,
            style: style,
            cell: Int32(truncatingIfNeeded: index)
          )
        )
      }
    }
    guard hasNested else { return }
    var parent = Parent(
      cell: index,
      chance: chance,
      age: age,
      life: life,
      path: path,
      origin: origin
    )
    parent.mover = mover
    appendNested(of: parent, to: &columns, &budget)
  }

  /// The motion of a particle at an age, which goes on from that of the last frame.
  private mutating func motion(
    of mover: ParticleMover,
    _ chance: ParticleRandom,
    _ age: Double,
    _ budget: inout WorkBudget
  ) -> ParticleMotion {
    guard let behaviors else { return mover.motion }
    var mover = mover
    guard behaviors.needsSteps else { return mover.motion(at: age, behaviors).0 }
    if let entry = motions.entry(chance.key) { mover.resume(entry) }
    let (motion, steps) = mover.motion(at: age, behaviors)
    budget.take(stepsOfMotion: steps)
    motions.keep(mover, chance.key)
    return motion
  }

  /// Where a particle that emits others is at an age, and its colour there.
  func movedPlaceAndColor(
    of parent: inout Parent,
    _ age: Double,
    _ budget: inout WorkBudget
  ) -> (SIMD3<Double>, SIMD4<Double>) {
    guard let behaviors, let (motion, steps) = parent.mover?.motion(at: age, behaviors) else {
      return (parent.path.position, .one)
    }
    budget.take(stepsOfMotion: steps)
    let time =
      parent.origin.birthTime - behaviors.origin + age * parent.origin.secondsPerTime
    let look = ParticleLook(
      of: parameters[parent.cell],
      parent.chance,
      age,
      parent.life,
      motion,
      behaviors.set(at: time)
    )
    return (motion.position, look.color)
  }
}

/// The look of a particle with behaviours at a moment.
struct ParticleLook {
  /// Straight, sRGB-encoded, 0...1, or up to its headroom.
  var color: SIMD4<Double>
  var scale: Double
  /// In radians from x to y.
  var angle: Double
  var orientation: ParticleOrientation

  init(
    of cell: CellParameters,
    _ chance: ParticleRandom,
    _ age: Double,
    _ life: Double,
    _ motion: ParticleMotion,
    _ set: BehaviorSet
  ) {
    let share = life > 0 ? age / life : 0
    color = cell.color(chance, age: age)
    for (channel, name) in ParticleLook.channels.enumerated() {
      guard let curve = set.curve(name) else { continue }
      color[channel] = min(max(curve.value(at: share), 0), 1)
    }
    scale = cell.scale(chance, age: age)
    if let speed = set.curve(.scaleSpeed) {
      scale = max(cell.scale(chance, age: 0) + speed.area(to: share) * life, 0)
    }
    if let curve = set.curve(.scale) { scale = max(curve.value(at: share), 0) }
    angle = cell.angle(chance, age: age)
    if let spin = set.curve(.spin) { angle = spin.area(to: share) * life }
    if let curve = set.curve(.rotation) { angle = curve.value(at: share) }
    orientation = cell.orientation(chance)
    if let alignment = set.alignment { align(with: motion.velocity, alignment) }
    if !set.lights.isEmpty { shine(set.lights, on: motion.position, upTo: cell.mostColor) }
  }

  private static let channels: [BehaviorProperty] = [.red, .green, .blue, .alpha]

  /// Turns the image's y axis along the velocity.
  private mutating func align(with velocity: SIMD3<Double>, _ alignment: MotionAlignment) {
    var way = velocity
    if !alignment.preservesDepth { way.z = 0 }
    let speed = way.length
    guard speed >= MotionAlignment.slowest else { return }
    if alignment.preservesDepth {
      orientation = ParticleOrientation(turning: SIMD3(0, 1, 0), to: way / speed)
      angle = alignment.turn
    } else {
      angle = atan2(-way.x, way.y) + alignment.turn
    }
  }

  /// Multiplies the colour by the light of all lamps on the side that is seen.
  private mutating func shine(
    _ lights: [ParticleLight],
    on place: SIMD3<Double>,
    upTo most: SIMD4<Double>
  ) {
    var normal = orientation.turned(SIMD3(0, 0, 1))
    if normal.z < 0 { normal = -normal }
    var (sum, alpha) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for light in lights {
      let share = light.light(on: place, normal)
      sum += share
      if light.appliesAlpha { alpha += share }
    }
    let lit = SIMD3(color.x, color.y, color.z) * sum
    let opacity = lights.contains(where: \.appliesAlpha) ? min(alpha.max(), 1) : 1
    color = SIMD4(
      min(lit.x, most.x),
      min(lit.y, most.y),
      min(lit.z, most.z),
      color.w * opacity
    )
  }
}
