// The values of an emitter layer for its particles, apart from their cells.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The shape that particles are emitted from.
package enum EmitterShape: UInt8, NamedValue {
  case point, line, rectangle, cuboid, circle, sphere
}

/// From where of the shape.
package enum EmitterMode: UInt8, NamedValue {
  case points, outline, surface, volume
}

/// In which order particles are drawn, and how they mix.
package enum EmitterRenderMode: UInt8, NamedValue {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

/// The values of an emitter layer at a moment, all of them numbers to compute with.
struct EmitterSetting: Equatable, Sendable {
  var birthRate = 1.0
  var lifetime = 1.0
  var velocity = 1.0
  var scale = 1.0
  var spin = 1.0
  /// The middle of the shape, in the layer's space.
  var position = SIMD3<Double>.zero
  /// Width, height and depth of the shape.
  var size = SIMD3<Double>.zero
  var shape = EmitterShape.point
  var mode = EmitterMode.volume
  var seed: UInt64 = 0

  init() {}

  init(_ bag: PropertyBag) {
    for row in EmitterSetting.rows {
      if let value = bag[row] { set(row, value) }
    }
  }

  /// The rows that it is made of.
  static let rows: [PropertyID] = [
    .emitterBirthRate, .emitterLifetime, .emitterVelocity, .emitterScale, .emitterSpin,
    .emitterPosition, .emitterZPosition, .emitterSize, .emitterDepth, .emitterShape, .emitterMode,
    .emitterSeed,
  ]

  mutating func set(_ row: PropertyID, _ value: PropertyValue) {
    switch (row, value) {
    case (.emitterBirthRate, .number(let number)): birthRate = number.bounded
    case (.emitterLifetime, .number(let number)): lifetime = number.bounded
    case (.emitterVelocity, .number(let number)): velocity = number.bounded
    case (.emitterScale, .number(let number)): scale = number.bounded
    case (.emitterSpin, .number(let number)): spin = number.bounded
    case (.emitterPosition, .point(let point)):
      position.x = point.x.bounded
      position.y = point.y.bounded
    case (.emitterZPosition, .number(let number)): position.z = number.bounded
    case (.emitterSize, .size(let size)):
      self.size.x = size.width.bounded
      self.size.y = size.height.bounded
    case (.emitterDepth, .number(let number)): size.z = number.bounded
    case (.emitterShape, .name(let name)): shape = EmitterShape(rawValue: name) ?? .point
    case (.emitterMode, .name(let name)): mode = EmitterMode(rawValue: name) ?? .volume
    case (.emitterSeed, .integer(let number)): seed = UInt64(bitPattern: number)
    default: break
    }
  }
}

extension EmitterSetting {
  /// The value of one of its rows that animate; nil for other rows.
  func value(_ row: PropertyID) -> PropertyValue? {
    switch row {
    case .emitterBirthRate: .number(birthRate)
    case .emitterLifetime: .number(lifetime)
    case .emitterVelocity: .number(velocity)
    case .emitterScale: .number(scale)
    case .emitterSpin: .number(spin)
    case .emitterPosition: .point(Point(position.x, position.y))
    case .emitterZPosition: .number(position.z)
    case .emitterSize: .size(Size(size.x, size.y))
    case .emitterDepth: .number(size.z)
    default: nil
    }
  }
}

extension Double {
  /// The number within a thousand million, 0 for NaN; results computed from a few such numbers are
  /// finite.
  @inline(__always)
  var bounded: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e9), 1e9) }
}

// MARK: - Emission points

/// Where a particle is born, and which way the emission's axes are turned there.
struct EmissionPoint {
  var position: SIMD3<Double>
  /// The directions that stand for x, y and z.
  ///
  /// On an outline, x points outwards: along the circle's or sphere's radius, away from the edge of
  /// a rectangle, to smaller y from a line. So it does on the surface of a cuboid or a sphere.
  var x = SIMD3<Double>(1, 0, 0)
  var y = SIMD3<Double>(0, 1, 0)
  var z = SIMD3<Double>(0, 0, 1)

  init(_ position: SIMD3<Double>) {
    self.position = position
  }

  /// Turned in the plane, so that x points to (`cosine`, `sine`).
  init(_ position: SIMD3<Double>, outwards cosine: Double, _ sine: Double) {
    self.position = position
    x = SIMD3(cosine, sine, 0)
    y = SIMD3(-sine, cosine, 0)
  }

  /// Turned in space, so that x points to a unit vector and y stays in the plane.
  init(_ position: SIMD3<Double>, outwards direction: SIMD3<Double>) {
    self.position = position
    let flat = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    x = direction
    y = flat > 0 ? SIMD3(-direction.y / flat, direction.x / flat, 0) : SIMD3(0, 1, 0)
    z = SIMD3(
      x.y * y.z - x.z * y.y,
      x.z * y.x - x.x * y.z,
      x.x * y.y - x.y * y.x
    )
  }
}

extension EmitterSetting {
  /// Where a particle is born: uniform over the corners, the outline, the surface or all of the
  /// shape.
  @inline(__always)
  func point(_ random: ParticleRandom) -> EmissionPoint {
    shape == .point ? EmissionPoint(position) : shapedPoint(random)
  }

  private func shapedPoint(_ random: ParticleRandom) -> EmissionPoint {
    switch shape {
    case .point: return EmissionPoint(position)
    case .line: return linePoint(random)
    case .rectangle: return rectanglePoint(random)
    case .cuboid: return cuboidPoint(random)
    case .circle: return circlePoint(random)
    case .sphere: return spherePoint(random)
    }
  }

  /// A random number of -1 or 1.
  private func sign(_ random: ParticleRandom, _ purpose: ParticleRandom.Purpose) -> Double {
    random.unit(purpose) < 0.5 ? -1 : 1
  }

  /// A random number in -1..<1.
  private func offset(_ random: ParticleRandom, _ purpose: ParticleRandom.Purpose) -> Double {
    random.unit(purpose) * 2 - 1
  }

  /// A point in the box from -1 to 1.
  private func at(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
    position + size * SIMD3(x, y, z) / 2
  }

  private func linePoint(_ random: ParticleRandom) -> EmissionPoint {
    let x = mode == .points ? sign(random, .positionX) : offset(random, .positionX)
    let point = at(x, 0, 0)
    switch mode {
    case .points, .volume: return EmissionPoint(point)
    case .outline, .surface: return EmissionPoint(point, outwards: 0, -1)
    }
  }

  private func rectanglePoint(_ random: ParticleRandom) -> EmissionPoint {
    switch mode {
    case .points: return EmissionPoint(at(sign(random, .positionX), sign(random, .positionY), 0))
    case .surface, .volume:
      return EmissionPoint(at(offset(random, .positionX), offset(random, .positionY), 0))
    case .outline:
      let (width, height) = (abs(size.x), abs(size.y))
      let along = offset(random, .positionX)
      let side = sign(random, .positionY)
      // Longer edges have more.
      if random.unit(.side) * (width + height) < width {
        return EmissionPoint(at(along, side, 0), outwards: 0, side)
      }
      return EmissionPoint(at(side, along, 0), outwards: side, 0)
    }
  }

  private func cuboidPoint(_ random: ParticleRandom) -> EmissionPoint {
    var point = SIMD3(
      offset(random, .positionX),
      offset(random, .positionY),
      offset(random, .positionZ)
    )
    let size = SIMD3(abs(size.x), abs(size.y), abs(size.z))
    switch mode {
    case .volume: break
    case .points:
      for axis in 0..<3 { point[axis] = point[axis] < 0 ? -1 : 1 }
    case .outline:
      // One of the edges along an axis, which is chosen by their lengths.
      let axis = axis(of: size, random)
      for other in 0..<3 where other != axis { point[other] = point[other] < 0 ? -1 : 1 }
    case .surface:
      let areas = SIMD3(size.y * size.z, size.x * size.z, size.x * size.y)
      let axis = axis(of: areas, random)
      point[axis] = point[axis] < 0 ? -1 : 1
      var direction = SIMD3<Double>.zero
      direction[axis] = point[axis]
      return EmissionPoint(at(point.x, point.y, point.z), outwards: direction)
    }
    return EmissionPoint(at(point.x, point.y, point.z))
  }

  /// One of three axes, each as likely as its weight says.
  private func axis(of weights: SIMD3<Double>, _ random: ParticleRandom) -> Int {
    let chosen = random.unit(.side) * weights.sum()
    return chosen < weights.x ? 0 : chosen < weights.x + weights.y ? 1 : 2
  }

  private func circlePoint(_ random: ParticleRandom) -> EmissionPoint {
    guard mode != .points else { return EmissionPoint(position) }
    let angle = random.unit(.positionX) * 2 * .pi
    let (cosine, sine) = (angle.cosine, angle.sine)
    if mode == .outline {
      return EmissionPoint(position + SIMD3(cosine, sine, 0) * size.x, outwards: cosine, sine)
    }
    let radius = size.x * random.unit(.positionY).squareRoot()
    return EmissionPoint(position + SIMD3(cosine, sine, 0) * radius)
  }

  private func spherePoint(_ random: ParticleRandom) -> EmissionPoint {
    guard mode != .points else { return EmissionPoint(position) }
    let angle = random.unit(.positionX) * 2 * .pi
    let (cosine, sine) = (angle.cosine, angle.sine)
    if mode == .outline {
      return EmissionPoint(position + SIMD3(cosine, sine, 0) * size.x, outwards: cosine, sine)
    }
    // Slices of a sphere that are as high as each other have the same surface (Archimedes).
    let height = offset(random, .positionZ)
    let flat = max(1 - height * height, 0).squareRoot()
    let direction = SIMD3(cosine * flat, sine * flat, height)
    if mode == .surface {
      return EmissionPoint(position + direction * size.x, outwards: direction)
    }
    return EmissionPoint(position + direction * (size.x * random.unit(.positionY).cubeRoot))
  }
}
