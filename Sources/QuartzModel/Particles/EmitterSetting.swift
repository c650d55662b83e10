// The values of an emitter layer for its particles, apart from their cells.
// Licensed under the MIT license; see LICENSE.

import QuartzMath

/// The shape that particles are emitted from.
package enum EmitterShape: UInt8, NamedValue {
  case point, line, rectangle, cuboid, circle, sphere

  package var name: String { "\(self)" }
}

/// From where of the shape.
package enum EmitterMode: UInt8, NamedValue {
  case points, outline, surface, volume

  package var name: String { "\(self)" }
}

/// In which order particles are drawn, and how they mix.
package enum EmitterRenderMode: UInt8, NamedValue {
  case unordered, oldestFirst, oldestLast, backToFront, additive

  package var name: String { "\(self)" }
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

// MARK: - Places

/// Where a particle is born, and which way the emission's axes are turned there.
struct EmitterPlace {
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
  func place(_ random: ParticleRandom) -> EmitterPlace {
    shape == .point ? EmitterPlace(position) : shapedPlace(random)
  }

  private func shapedPlace(_ random: ParticleRandom) -> EmitterPlace {
    switch shape {
    case .point: return EmitterPlace(position)
    case .line: return linePlace(random)
    case .rectangle: return rectanglePlace(random)
    case .cuboid: return cuboidPlace(random)
    case .circle: return circlePlace(random)
    case .sphere: return spherePlace(random)
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

  /// A place in the box from -1 to 1.
  private func at(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
    position + size * SIMD3(x, y, z) / 2
  }

  private func linePlace(_ random: ParticleRandom) -> EmitterPlace {
    let x = mode == .points ? sign(random, .placeX) : offset(random, .placeX)
    let place = at(x, 0, 0)
    switch mode {
    case .points, .volume: return EmitterPlace(place)
    case .outline, .surface: return EmitterPlace(place, outwards: 0, -1)
    }
  }

  private func rectanglePlace(_ random: ParticleRandom) -> EmitterPlace {
    switch mode {
    case .points: return EmitterPlace(at(sign(random, .placeX), sign(random, .placeY), 0))
    case .surface, .volume:
      return EmitterPlace(at(offset(random, .placeX), offset(random, .placeY), 0))
    case .outline:
      let (width, height) = (abs(size.x), abs(size.y))
      let along = offset(random, .placeX)
      let side = sign(random, .placeY)
      // Longer edges have more.
      if random.unit(.side) * (width + height) < width {
        return EmitterPlace(at(along, side, 0), outwards: 0, side)
      }
      return EmitterPlace(at(side, along, 0), outwards: side, 0)
    }
  }

  private func cuboidPlace(_ random: ParticleRandom) -> EmitterPlace {
    var place = SIMD3(offset(random, .placeX), offset(random, .placeY), offset(random, .placeZ))
    let size = SIMD3(abs(size.x), abs(size.y), abs(size.z))
    switch mode {
    case .volume: break
    case .points:
      for axis in 0..<3 { place[axis] = place[axis] < 0 ? -1 : 1 }
    case .outline:
      // One of the edges along an axis, which is chosen by their lengths.
      let axis = axis(of: size, random)
      for other in 0..<3 where other != axis { place[other] = place[other] < 0 ? -1 : 1 }
    case .surface:
      let areas = SIMD3(size.y * size.z, size.x * size.z, size.x * size.y)
      let axis = axis(of: areas, random)
      place[axis] = place[axis] < 0 ? -1 : 1
      var direction = SIMD3<Double>.zero
      direction[axis] = place[axis]
      return EmitterPlace(at(place.x, place.y, place.z), outwards: direction)
    }
    return EmitterPlace(at(place.x, place.y, place.z))
  }

  /// One of three axes, each as likely as its weight says.
  private func axis(of weights: SIMD3<Double>, _ random: ParticleRandom) -> Int {
    let chosen = random.unit(.side) * weights.sum()
    return chosen < weights.x ? 0 : chosen < weights.x + weights.y ? 1 : 2
  }

  private func circlePlace(_ random: ParticleRandom) -> EmitterPlace {
    guard mode != .points else { return EmitterPlace(position) }
    let angle = random.unit(.placeX) * 2 * .pi
    let (cosine, sine) = (angle.cosine, angle.sine)
    if mode == .outline {
      return EmitterPlace(position + SIMD3(cosine, sine, 0) * size.x, outwards: cosine, sine)
    }
    let radius = size.x * random.unit(.placeY).squareRoot()
    return EmitterPlace(position + SIMD3(cosine, sine, 0) * radius)
  }

  private func spherePlace(_ random: ParticleRandom) -> EmitterPlace {
    guard mode != .points else { return EmitterPlace(position) }
    let angle = random.unit(.placeX) * 2 * .pi
    let (cosine, sine) = (angle.cosine, angle.sine)
    if mode == .outline {
      return EmitterPlace(position + SIMD3(cosine, sine, 0) * size.x, outwards: cosine, sine)
    }
    // Slices of a sphere that are as high as each other have the same surface (Archimedes).
    let height = offset(random, .placeZ)
    let flat = max(1 - height * height, 0).squareRoot()
    let direction = SIMD3(cosine * flat, sine * flat, height)
    if mode == .surface {
      return EmitterPlace(position + direction * size.x, outwards: direction)
    }
    return EmitterPlace(position + direction * (size.x * random.unit(.placeY).cubeRoot))
  }
}
