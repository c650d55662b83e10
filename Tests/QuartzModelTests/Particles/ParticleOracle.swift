// Particles one by one, from the definitions, as slowly as it takes.
// Licensed under the MIT license; see LICENSE.
//
// Every particle that was ever born is looked at, and what is dead is left out at the end. Only
// layers whose values never change and whose shape is a point or a line are covered; random numbers
// are made anew from their definition.

import Glibc
import QuartzMath
import QuartzModel

struct ParticleOracle {
  var cells: [ParticleCell]
  var bag = PropertyBag()
  /// When emission begins.
  var start = 0.0

  struct Shown {
    var position: SIMD3<Double>
    var color: SIMD4<Double>
    var scale: Double
    var angle: Double
    var birthTime: Double
    var cell: Int
  }

  func particles(at time: Double) -> [Shown] {
    var shown: [Shown] = []
    var index = 0
    while index < cells.count {
      let cell = cells[index]
      let rate = cell[.birthRate] * factor(.emitterBirthRate)
      let seed = bag.value(.emitterSeed).integer ?? 0
      let key = mixed(mixed(UInt64(bitPattern: seed) &+ golden) ^ UInt64(index))
      let ownTime = (time - start - cell[.beginTime]) * cell[.speed] + cell[.timeOffset]
      var number = 0.0
      while rate > 0, cell.isEnabled, number / rate <= ownTime {
        let birth = number / rate
        let particle = mixed(key &+ (UInt64(number) &+ 1) &* golden)
        let birthTime = start + cell[.beginTime] + (birth - cell[.timeOffset]) / cell[.speed]
        emit(
          index,
          particle,
          age: ownTime - birth,
          from: birthPoint(particle),
          tint: SIMD4(repeating: 1),
          birthTime: birthTime,
          pace: 1 / cell[.speed],
          &shown
        )
        number += 1
      }
      index = cell.end
    }
    return shown
  }

  private func emit(
    _ index: Int,
    _ key: UInt64,
    age: Double,
    from birthPoint: SIMD3<Double>,
    tint: SIMD4<Double>,
    birthTime: Double,
    pace: Double,
    _ shown: inout [Shown]
  ) {
    let cell = cells[index]
    func chance(_ mean: CellProperty, _ range: CellProperty, _ purpose: UInt64) -> Double {
      cell[mean] + cell[range] * (unit(key, purpose) - 0.5)
    }
    let life = chance(.lifetime, .lifetimeRange, 1) * factor(.emitterLifetime)
    let speed = chance(.velocity, .velocityRange, 2) * factor(.emitterVelocity)
    let angle = chance(.emissionLongitude, .emissionRange, 3)
    let velocity = SIMD3(cos(angle), sin(angle), 0) * speed
    let force = SIMD3(cell[.xAcceleration], cell[.yAcceleration], cell[.zAcceleration])
    func position(_ age: Double) -> SIMD3<Double> {
      birthPoint + velocity * age + force * age * age / 2
    }
    func color(_ age: Double) -> SIMD4<Double> {
      let base = SIMD4(cell.color.red, cell.color.green, cell.color.blue, cell.color.alpha)
      let ranges = SIMD4(cell[.redRange], cell[.greenRange], cell[.blueRange], cell[.alphaRange])
      let speeds = SIMD4(cell[.redSpeed], cell[.greenSpeed], cell[.blueSpeed], cell[.alphaSpeed])
      let random = SIMD4(unit(key, 7), unit(key, 8), unit(key, 9), unit(key, 10)) - 0.5
      return (base + ranges * random + speeds * age).clamped(lowerBound: .zero, upperBound: .one)
    }
    if age >= 0, age < life, cell.contents != .none {
      let scale =
        (chance(.scale, .scaleRange, 5) + cell[.scaleSpeed] * age) * factor(.emitterScale)
      shown.append(
        Shown(
          position: position(age),
          color: color(age) * tint,
          scale: max(scale, 0),
          angle: chance(.spin, .spinRange, 6) * factor(.emitterSpin) * age,
          birthTime: birthTime,
          cell: index
        )
      )
    }
    var nested = index + 1
    while nested < cell.end {
      let child = cells[nested]
      let rate = child.isEnabled ? child[.birthRate] : 0
      let childKey = mixed(key ^ ~UInt64(nested))
      var number = 0.0
      while rate > 0 {
        // The parent's age at the birth; births are counted in the time of the child's cell.
        let birth = number / rate
        let parentAge = child[.beginTime] + (birth - child[.timeOffset]) / child[.speed]
        guard parentAge <= min(age, life) else { break }
        number += 1
        guard parentAge >= 0 else { continue }
        emit(
          nested,
          mixed(childKey &+ (UInt64(number - 1) &+ 1) &* golden),
          age: (age - parentAge) * child[.speed],
          from: position(parentAge),
          tint: color(parentAge) * tint,
          birthTime: birthTime + parentAge * pace,
          pace: pace / child[.speed],
          &shown
        )
      }
      nested = child.end
    }
  }

  private func factor(_ row: PropertyID) -> Double { bag.value(row).number ?? 1 }

  private func birthPoint(_ key: UInt64) -> SIMD3<Double> {
    let point = bag.value(.emitterPosition).point ?? .zero
    let middle = SIMD3(point.x, point.y, bag.value(.emitterZPosition).number ?? 0)
    let isLine = bag.value(.emitterShape).name == EmitterShape.line.rawValue
    guard isLine, let size = bag.value(.emitterSize).size else { return middle }
    return middle + SIMD3((unit(key, 11) - 0.5) * size.width, 0, 0)
  }

  // MARK: Chance

  private let golden: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(_ cells: [ParticleCell], start: Double = 0, _ change: (inout PropertyBag) -> Void = { _ in })
  {
    self.cells = cells
    self.start = start
    change(&bag)
  }

  private func unit(_ key: UInt64, _ purpose: UInt64) -> Double {
    Double(mixed(key &+ purpose &* golden) >> 11) / 9_007_199_254_740_992
  }

  private func mixed(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
