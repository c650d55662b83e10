// Where particles are born, and which way they go.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import TestClaims
import Testing

@testable import QuartzModel

@Suite struct EmitterShapeTests {
  private static let size = Size(60, 30)
  private static let depth = 12.0

  /// Newborn and moving particles of an emitter: where each was born, and its velocity.
  private func births(
    _ shape: EmitterShape,
    _ mode: EmitterMode,
    _ values: [CellProperty: Double] = [:]
  ) -> [(point: SIMD3<Double>, velocity: SIMD3<Double>)] {
    var all: [CellProperty: Double] = [.velocity: 1]
    all.merge(values) { $1 }
    var stage = ParticleStage([.emitting(rate: 4000, life: 10, all)]) { bag in
      bag[.emitterShape] = .name(shape.rawValue)
      bag[.emitterMode] = .name(mode.rawValue)
      bag[.emitterSize] = .size(EmitterShapeTests.size)
      bag[.emitterDepth] = .number(EmitterShapeTests.depth)
    }
    let now = stage.particles(at: 1)
    let later = stage.particles(at: 2).prefix(now.count)
    return zip(now, later).map { one, other in
      let velocity = other.position - one.position
      return (one.position - velocity * (1 - one.birthTime), velocity)
    }
  }

  private func length(_ v: SIMD3<Double>) -> Double { (v * v).sum().squareRoot() }

  /// Whether two are the same up to rounding.
  private func isSame(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Bool { length(a - b) < 1e-9 }

  /// The parts of the places in the eight octants.
  private func octants(_ points: [SIMD3<Double>]) -> [Double] {
    var counts = Array(repeating: 0.0, count: 8)
    for point in points {
      counts[(point.x < 0 ? 1 : 0) + (point.y < 0 ? 2 : 0) + (point.z < 0 ? 4 : 0)] += 1
    }
    return counts.map { $0 / Double(points.count) }
  }

  @Test(.shows("CAEmitterLayerEmitterShape.point")) func point() {
    for mode in EmitterMode.allCases {
      for (point, velocity) in births(.point, mode) {
        #expect(isSame(point, .zero) && isSame(velocity, SIMD3(1, 0, 0)))
      }
    }
  }

  @Test(
    .shows(
      "CAEmitterLayerEmitterShape.line",
      "CAEmitterLayer.emitterShape",
      "CAEmitterLayer.emitterMode"
    )
  ) func line() {
    for mode in EmitterMode.allCases {
      let births = births(.line, mode)
      #expect(births.allSatisfy { abs($0.point.x) < 30.001 && abs($0.point.y) < 1e-9 })
      let isOutwards = mode == .outline || mode == .surface
      let direction = isOutwards ? SIMD3<Double>(0, -1, 0) : SIMD3(1, 0, 0)
      #expect(births.allSatisfy { isSame($0.velocity, direction) })
      if mode == .points { #expect(births.allSatisfy { abs(abs($0.point.x) - 30) < 1e-9 }) }
      let right = births.filter { $0.point.x > 0 }.count
      #expect(abs(Double(right) / Double(births.count) - 0.5) < 0.03)
    }
  }

  @Test(
    .shows(
      "CAEmitterLayerEmitterShape.rectangle",
      "CAEmitterLayerEmitterMode.points",
      "CAEmitterLayerEmitterMode.outline",
      "CAEmitterLayer.emitterSize"
    )
  ) func rectangle() {
    let half = SIMD2(30.0, 15.0)
    for mode in EmitterMode.allCases {
      let births = births(.rectangle, mode)
      for (point, velocity) in births {
        #expect(abs(point.x) <= half.x + 1e-9 && abs(point.y) <= half.y + 1e-9 && point.z == 0)
        let isOnX = abs(abs(point.x) - half.x) < 1e-9
        let isOnY = abs(abs(point.y) - half.y) < 1e-9
        switch mode {
        case .points: #expect(isOnX && isOnY)
        case .outline:
          #expect(isOnX || isOnY)
          let outwards =
            isOnX ? SIMD3(point.x > 0 ? 1.0 : -1, 0, 0) : SIMD3(0, point.y > 0 ? 1.0 : -1, 0)
          #expect(isSame(velocity, outwards))
        case .surface, .volume: #expect(isSame(velocity, SIMD3(1, 0, 0)))
        }
      }
      if mode == .outline {
        // Two thirds of the outline are the long edges.
        let long = births.filter { abs(abs($0.point.y) - half.y) < 1e-9 }.count
        #expect(abs(Double(long) / Double(births.count) - 2.0 / 3) < 0.03)
      }
    }
  }

  @Test(
    .shows(
      "CAEmitterLayerEmitterShape.cuboid",
      "CAEmitterLayerEmitterMode.points",
      "CAEmitterLayerEmitterMode.outline",
      "CAEmitterLayerEmitterMode.surface",
      "CAEmitterLayerEmitterMode.volume",
      "CAEmitterLayer.emitterDepth"
    )
  ) func cuboid() {
    let half = SIMD3(30.0, 15.0, 6.0)
    for mode in EmitterMode.allCases {
      let births = births(.cuboid, mode)
      for (point, velocity) in births {
        let isOn = (0..<3).map { abs(abs(point[$0]) - half[$0]) < 1e-9 }
        #expect((0..<3).allSatisfy { abs(point[$0]) <= half[$0] + 1e-9 })
        let count = isOn.filter { $0 }.count
        switch mode {
        case .points: #expect(count == 3)
        case .outline: #expect(count >= 2)
        case .surface:
          #expect(count >= 1)
          #expect((0..<3).contains { isOn[$0] && velocity[$0] * point[$0] > 0.99 * half[$0] })
        case .volume: #expect(isSame(velocity, SIMD3(1, 0, 0)))
        }
      }
      for part in octants(births.map(\.point)) { #expect(abs(part - 0.125) < 0.03) }
    }
  }

  @Test(
    .shows(
      "CAEmitterLayerEmitterShape.circle",
      "CAEmitterLayerEmitterMode.outline",
      "CAEmitterLayerEmitterMode.volume"
    )
  ) func circle() {
    for mode in EmitterMode.allCases {
      let births = births(.circle, mode)
      for (point, velocity) in births {
        #expect(point.z == 0)
        switch mode {
        case .points: #expect(isSame(point, .zero))
        case .outline:
          #expect(abs(length(point) - 60) < 1e-6)
          #expect(length(velocity - point / 60) < 1e-6)
        case .surface, .volume: #expect(length(point) <= 60)
        }
      }
      if mode == .volume {
        // Half of the area lies within 1/√2 of the radius.
        let inner = births.filter { length($0.point) < 60 * 0.5.squareRoot() }.count
        #expect(abs(Double(inner) / Double(births.count) - 0.5) < 0.03)
      }
    }
  }

  @Test(
    .shows(
      "CAEmitterLayerEmitterShape.sphere",
      "CAEmitterLayerEmitterMode.surface",
      "CAEmitterLayerEmitterMode.volume"
    )
  ) func sphere() {
    for mode in EmitterMode.allCases {
      let births = births(.sphere, mode)
      for (point, velocity) in births {
        switch mode {
        case .points: #expect(isSame(point, .zero))
        case .outline: #expect(abs(length(point) - 60) < 1e-6 && point.z == 0)
        case .surface:
          #expect(abs(length(point) - 60) < 1e-6)
          #expect(length(velocity - point / 60) < 1e-6)
        case .volume: #expect(length(point) <= 60)
        }
      }
      if mode == .volume {
        let inner = births.filter { length($0.point) < 60 * 0.5.cubeRoot }.count
        #expect(abs(Double(inner) / Double(births.count) - 0.5) < 0.03)
      }
      if mode == .surface || mode == .volume {
        for part in octants(births.map(\.point)) { #expect(abs(part - 0.125) < 0.03) }
      }
    }
  }

  // MARK: Directions

  @Test(.shows("CAEmitterCell.emissionLongitude", "CAEmitterCell.emissionLatitude"))
  func longitudeAndLatitude() {
    func direction(_ values: [CellProperty: Double]) -> SIMD3<Double> {
      births(.point, .volume, values)[0].velocity
    }
    #expect(isSame(direction([:]), SIMD3(1, 0, 0)))
    #expect(isSame(direction([.emissionLongitude: .pi / 2]), SIMD3(0, 1, 0)))
    #expect(isSame(direction([.emissionLatitude: .pi / 2]), SIMD3(0, 0, 1)))
    let half = 0.5.squareRoot()
    #expect(
      isSame(
        direction([.emissionLatitude: .pi / 4, .emissionLongitude: .pi]),
        SIMD3(-half, 0, half)
      )
    )
  }

  /// A range is from edge to edge, and all of it is as likely.
  @Test(.shows("CAEmitterCell.emissionRange")) func rangeInThePlane() {
    let velocities = births(.point, .volume, [.emissionRange: .pi / 4]).map(\.velocity)
    let least = (Double.pi / 8).cosine - 1e-9
    #expect(velocities.allSatisfy { $0.z == 0 && $0.x >= least })
    let outer = velocities.filter { abs($0.y) > (Double.pi / 16).sine }.count
    #expect(abs(Double(outer) / Double(velocities.count) - 0.5) < 0.03)
    let all = births(.point, .volume, [.emissionRange: 2 * .pi]).map(\.velocity)
    for sector in octants(all).prefix(4) { #expect(abs(sector - 0.25) < 0.03) }
  }

  @Test(.shows("CAEmitterCell.emissionRange")) func rangeInSpace() {
    let values: [CellProperty: Double] = [.emissionRange: .pi / 2, .emissionLatitude: .pi / 2]
    let velocities = births(.point, .volume, values).map(\.velocity)
    let least = (Double.pi / 4).cosine - 1e-9
    #expect(velocities.allSatisfy { $0.z >= least && abs(length($0) - 1) < 1e-9 })
    // Solid angles go with the height.
    let middle = (1 + least) / 2
    let inner = velocities.filter { $0.z > middle }.count
    #expect(abs(Double(inner) / Double(velocities.count) - 0.5) < 0.03)
  }
}
