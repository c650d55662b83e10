// The behaviours of a layer's particles at a moment, as numbers to compute with.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath

/// The behaviours that act at a moment; those that are off or not known are left out.
struct BehaviorSet: Sendable {
  /// The sum of all drags, by which particles slow down, 1/s; not negative.
  private(set) var drag = 0.0
  private(set) var waves: [Wave] = []
  private(set) var attractors: [Attractor] = []
  private(set) var lights: [ParticleLight] = []
  /// The last one is that which acts.
  private(set) var alignment: MotionAlignment?
  // By the order of `BehaviorProperty`; empty if nothing is replaced.
  private var curves: [BehaviorCurve?] = []

  init(_ list: FilterList) {
    for behavior in list.filters where behavior.isEnabled {
      switch behavior.behaviorType {
      case .wave: waves.append(Wave(behavior))
      case .drag: drag += max(behavior.number("drag"), 0)
      case .alignToMotion: alignment = MotionAlignment(behavior)
      case .valueOverLife: addValues(of: behavior)
      case .colorOverLife: addColors(of: behavior)
      case .light: lights.append(ParticleLight(behavior))
      case .attractor, .simpleAttractor: attractors.append(Attractor(behavior))
      case nil: break
      }
    }
  }

  /// Whether motion depends on the way that particles come.
  var needsSteps: Bool { !waves.isEmpty || !attractors.isEmpty }

  /// Whether places or speeds are replaced by values over the life.
  var replacesMotion: Bool { !curves.isEmpty && curves[...5].contains { $0 != nil } }

  func curve(_ property: BehaviorProperty) -> BehaviorCurve? {
    curves.isEmpty ? nil : curves[property.index]
  }

  private mutating func replace(_ property: BehaviorProperty, by curve: BehaviorCurve) {
    if curves.isEmpty {
      curves = Array(repeating: nil, count: BehaviorProperty.allCases.count)
    }
    curves[property.index] = curve
  }

  private mutating func addValues(of behavior: FilterDescription) {
    guard case .text(let path) = behavior["keyPath"],
      let property = BehaviorProperty(rawValue: path),
      let curve = BehaviorCurve(behavior.numbers("values"), at: behavior.numbers("locations"))
    else { return }
    replace(property, by: curve)
  }

  private mutating func addColors(of behavior: FilterDescription) {
    let (numbers, places) = (behavior.numbers("colors"), behavior.numbers("locations"))
    for (channel, property) in [BehaviorProperty.red, .green, .blue, .alpha].enumerated() {
      let values = stride(from: channel, to: numbers.count - numbers.count % 4, by: 4)
        .map { numbers[$0] }
      if let curve = BehaviorCurve(values, at: places) { replace(property, by: curve) }
    }
  }
}

extension BehaviorProperty {
  /// Its place among all of them.
  var index: Int {
    switch self {
    case .positionX: 0
    case .positionY: 1
    case .positionZ: 2
    case .velocityX: 3
    case .velocityY: 4
    case .velocityZ: 5
    case .mass: 6
    case .rotation: 7
    case .spin: 8
    case .scale: 9
    case .scaleSpeed: 10
    case .red: 11
    case .green: 12
    case .blue: 13
    case .alpha: 14
    }
  }
}

extension FilterDescription {
  /// An input of a behaviour as a number within a thousand million; 0 for one of another kind.
  fileprivate func number(_ key: String) -> Double {
    guard case .number(let number) = self[key] ?? behaviorType?.defaultValue(of: key) else {
      return 0
    }
    return number.bounded
  }

  /// An input as numbers; a colour is four.
  fileprivate func numbers(_ key: String) -> [Double] {
    switch self[key] ?? behaviorType?.defaultValue(of: key) {
    case .vector(let numbers): numbers
    case .color(let color): [color.x, color.y, color.z, color.w]
    case .number(let number): [number]
    case .text, .data, .image, nil: []
    }
  }

  /// The point of the inputs `position` and `zPosition`.
  fileprivate var place: SIMD3<Double> {
    let numbers = numbers("position")
    guard numbers.count >= 2 else { return SIMD3(0, 0, number("zPosition")) }
    return SIMD3(numbers[0].bounded, numbers[1].bounded, number("zPosition"))
  }

  /// The unit vector of two angles, as the direction of an emission.
  fileprivate func direction(_ latitude: String, _ longitude: String) -> SIMD3<Double> {
    CellParameters.direction(longitude: number(longitude), latitude: number(latitude))
  }
}

/// A force that swings.
struct Wave: Sendable {
  private let force: SIMD3<Double>
  private let frequency: Double

  fileprivate init(_ behavior: FilterDescription) {
    let numbers = behavior.numbers("force")
    force = SIMD3(
      numbers.isEmpty ? 0 : numbers[0].bounded,
      numbers.count > 1 ? numbers[1].bounded : 0,
      numbers.count > 2 ? numbers[2].bounded : 0
    )
    frequency = behavior.number("frequency")
  }

  /// The force at a time, in seconds since the emission began.
  ///
  /// A triangle from 1 at the beginning of each period to -1 at its middle, and back, that is eased
  /// by a quadratic.
  func force(at time: Double) -> SIMD3<Double> {
    let turns = (frequency * time).bounded
    let phase = turns - turns.rounded(.down)
    let triangle = 4 * abs(phase - 0.5) - 1
    let rest = 1 - abs(triangle)
    let share = 1 - rest * rest
    return force * (triangle < 0 ? -share : share)
  }
}

/// A pull towards a point, a line or a plane.
struct Attractor: Sendable {
  private let type: AttractorType
  private let middle: SIMD3<Double>
  /// Along the line, or across the plane.
  private let axis: SIMD3<Double>
  private let stiffness: Double
  private let radius: Double
  private let falloff: Double
  private let falloffDistance: Double

  fileprivate init(_ behavior: FilterDescription) {
    let isSimple = behavior.behaviorType == .simpleAttractor
    var type = AttractorType.radial
    if !isSimple, case .text(let name) = behavior["attractorType"] {
      type = AttractorType(rawValue: name) ?? .radial
    }
    self.type = type
    middle = behavior.place
    axis = behavior.direction("orientationLatitude", "orientationLongitude")
    stiffness = behavior.number("stiffness")
    radius = max(behavior.number("radius"), 0)
    falloff = isSimple ? 0 : behavior.number("falloff")
    let distance = isSimple ? 1 : behavior.number("falloffDistance")
    falloffDistance = distance > 0 ? distance : 1
  }

  /// The most that falloff strengthens a pull.
  private static let strongest = 1e3

  /// The acceleration at a place, points/s².
  ///
  /// - Parameter stiffest: The most of it for each point of the distance, 1/s².
  func acceleration(at place: SIMD3<Double>, stiffest: Double) -> SIMD3<Double> {
    var away = place - middle
    let along = axis * away.dot(axis)
    switch type {
    case .radial: break
    case .axial: away -= along
    case .planar: away = along
    }
    let distance = away.length
    guard distance > radius, distance > 1e-9 else { return .zero }
    var pull = -stiffness * (distance - radius)
    if falloff != 0 {
      // A distance to any power, as far as it is a number.
      let factor = (distance / falloffDistance).raised(to: -falloff)
      pull *= min(factor.isNaN ? 0 : factor, Attractor.strongest)
    }
    return away * min(max(pull / distance, -stiffest), stiffest)
  }
}

/// A light that shines on particles.
struct ParticleLight: Sendable {
  private let color: SIMD3<Double>
  let appliesAlpha: Bool
  private let middle: SIMD3<Double>
  private let falloff: Double
  private let falloffDistance: Double
  private let isSpot: Bool
  private let direction: SIMD3<Double>
  // Cosines of half the cone's angle where light ends, and where it is whole.
  private let edge: Double
  private let core: Double

  fileprivate init(_ behavior: FilterDescription) {
    let numbers = behavior.numbers("color").map { min(max($0.bounded, 0), 1e3) }
    color = numbers.count >= 3 ? SIMD3(numbers[0], numbers[1], numbers[2]) : .one
    appliesAlpha = behavior.number("appliesAlpha") != 0
    middle = behavior.place
    falloff = behavior.number("falloff")
    let distance = behavior.number("falloffDistance")
    falloffDistance = distance > 0 ? distance : 1
    isSpot = behavior.number("spot") != 0
    direction = behavior.direction("directionLatitude", "directionLongitude")
    let half = min(max(behavior.number("coneAngle") / 2, 0), .pi)
    let softness = min(max(behavior.number("coneEdgeSoftness"), 0), 1)
    edge = half.cosine
    core = (half * (1 - softness)).cosine
  }

  /// The light on a surface: red, green and blue.
  ///
  /// - Parameter normal: The unit vector out of the surface.
  func light(on place: SIMD3<Double>, _ normal: SIMD3<Double>) -> SIMD3<Double> {
    let way = middle - place
    let distance = way.length
    // A light in the surface's own place shines straight on it.
    let unit = distance > 1e-9 ? way / distance : normal
    var share = max(normal.dot(unit), 0)
    if falloff != 0 {
      let factor = (1 + distance / falloffDistance).raised(to: -falloff)
      share *= min(factor.isNaN ? 0 : factor, 1e3)
    }
    if isSpot {
      let cosine = -unit.dot(direction)
      let place = core > edge ? (cosine - edge) / (core - edge) : cosine >= edge ? 1 : 0
      let step = min(max(place, 0), 1)
      share *= step * step * (3 - 2 * step)
    }
    return color * share
  }
}

/// The alignment of particles with the way that they go.
struct MotionAlignment: Sendable {
  /// Added to the angle, radians.
  let turn: Double
  /// Whether particles leave their layer's plane.
  let preservesDepth: Bool

  fileprivate init(_ behavior: FilterDescription) {
    let turns = behavior.number("rotation")
    turn = (turns - turns.rounded(.down)) * 2 * .pi
    preservesDepth = behavior.number("preservesDepth") != 0
  }

  /// Slower particles keep their angle, points/s.
  static let slowest = 1e-6
}

extension SIMD3<Double> {
  func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

  var length: Double { dot(self).squareRoot() }

  /// Each number within a thousand million.
  var bounded: SIMD3<Double> { SIMD3(x.bounded, y.bounded, z.bounded) }
}
