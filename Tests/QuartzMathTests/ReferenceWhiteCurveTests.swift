// The curve for light brighter than white, and transfer functions, against published numbers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import Testing

@Suite struct ReferenceWhiteCurveTests {
  private func near(_ left: Double, _ right: Double, _ tolerance: Double) -> Bool {
    abs(left - right) <= tolerance
  }

  // Law A6.2: grey light of 1000 nits' contents to five headrooms.
  @Test func vectorsOfTheStandard() throws {
    let headrooms = [1, 1.4142135, 2, 8.0 / 3, 4]
    let rows: [(Double, [Double])] = [
      (0.1, [0.05, 0.06388, 0.08160, 0.1, 0.1]),
      (0.5, [0.25, 0.31938, 0.40802, 0.5, 0.5]),
      (1, [0.5, 0.63876, 0.81603, 1, 1]),
      (1.5, [0.65559, 0.85951, 1.12687, 1.41094, 1.46917]),
      (2, [0.74516, 0.99956, 1.34083, 1.71104, 1.89685]),
      (3, [0.86347, 1.19075, 1.64208, 2.14412, 2.67684]),
      (4.926108, [1, 1.41421, 2, 2.66667, 4]),
    ]
    for (place, headroom) in headrooms.enumerated() {
      let curve = try #require(
        ReferenceWhiteCurve(from: ReferenceWhiteCurve.defaultHeadroom, to: headroom)
      )
      for (light, expected) in rows {
        let found = light * curve.factor(light)
        // because: the numbers have five digits behind the point.
        #expect(near(found, expected[place], 1.5e-5), "\(light) to \(headroom): \(found)")
      }
    }
  }

  @Test func otherContents() throws {
    let small = try #require(ReferenceWhiteCurve(from: 2, to: 1))
    #expect(near(0.5 * small.factor(0.5), 0.39133, 1e-5))
    #expect(near(small.factor(1), 0.78265, 1e-5))
    #expect(near(2 * small.factor(2), 1, 1e-9))
    let large = try #require(ReferenceWhiteCurve(from: 4000.0 / 203, to: 1))
    #expect(near(large.factor(1), 0.5, 1e-9))
    #expect(near(2 * large.factor(2), 0.62685, 1e-5))
    #expect(near(4 * large.factor(4), 0.72451, 1e-5))
  }

  @Test func nothingToDo() {
    #expect(ReferenceWhiteCurve(from: 2, to: 2) == nil)
    #expect(ReferenceWhiteCurve(from: 1, to: 1) == nil)
    #expect(ReferenceWhiteCurve(from: 0, to: 1) == nil)
    #expect(ReferenceWhiteCurve(from: .nan, to: 1) == nil)
    #expect(ReferenceWhiteCurve(from: 1.5, to: 4) == nil)
  }

  // Hostile: headrooms and light of any size give numbers, and never more light.
  @Test(arguments: [1e9, .infinity, 65504, 1.0000001]) func anyHeadroom(_ headroom: Double) throws {
    let curve = try #require(ReferenceWhiteCurve(from: headroom, to: 1))
    var last = 0.0
    for light in [0, 1e-9, 0.5, 1, 2, 100, 65504, 1e30, .infinity, .nan, -1, -.infinity] {
      let factor = curve.factor(light)
      #expect(factor.isFinite && factor >= 0 && factor <= 1.000001, "\(light): \(factor)")
      guard light > 0, light <= min(headroom, 65504) else { continue }
      // because: brighter light than the brightest content has the same result, but for rounding.
      #expect(light * factor >= last - 1e-9 && light * factor <= 1.000001, "\(light)")
      last = light * factor
    }
  }

  @Test func brighterOutputsKeepMore() throws {
    for step in 1...400 {
      let light = Double(step) / 80
      var last = 0.0
      for headroom in [1, 1.2, 1.5, 2, 2.5, 8.0 / 3, 3, 4, 4.9] {
        let curve = try #require(ReferenceWhiteCurve(from: 1000.0 / 203, to: headroom))
        let shown = light * curve.factor(light)
        #expect(shown >= last - 1e-12 && shown <= light + 1e-12)
        last = shown
      }
    }
  }

  // Law A4.1; the signals are those of colour-science 0.4.7 too.
  @Test func perceptualQuantizer() {
    let signals: [(nits: Double, signal: Double)] = [
      (0.005, 0.0150763990423679), (1, 0.14994573210018), (100, 0.508078421517399),
      (203, 0.580688881041611), (1000, 0.751827096247041), (4000, 0.902572393310937),
      (10_000, 1),
    ]
    for (nits, signal) in signals {
      #expect(near(PerceptualQuantizer.signal(nits), signal, 1e-12))
      #expect(near(PerceptualQuantizer.nits(signal) / nits, 1, 1e-9))
    }
    #expect(near(PerceptualQuantizer.nits(0.5), 92.2457089941, 1e-8))
    let codes = [1: 195, 100: 509, 203: 573, 1000: 723, 4000: 855, 10_000: 940]
    for (nits, code) in codes {
      #expect(Int((64 + 876 * PerceptualQuantizer.signal(Double(nits))).rounded()) == code)
    }
    #expect(PerceptualQuantizer.signal(-1) == 0 && PerceptualQuantizer.nits(-1) == 0)
    #expect(PerceptualQuantizer.nits(2).isFinite && PerceptualQuantizer.signal(1e300).isFinite)
    #expect(PerceptualQuantizer.signal(.nan) == 0 && PerceptualQuantizer.nits(.nan) == 0)
  }

  // Law A4.2 to A4.4.
  @Test func hybridLogGamma() {
    let grays: [(signal: Double, nits: Double)] = [
      (0.1, 1.06526), (0.25, 9.60529), (0.5, 50.69703), (0.75, 203.15215), (1, 1000.00003),
    ]
    for (signal, nits) in grays {
      let scene = HybridLogGamma.scene(signal)
      // because: the numbers have five digits behind the point.
      #expect(near(scene * HybridLogGamma.nitsPerScene(scene), nits, 1e-5))
      let back = nits * HybridLogGamma.scenePerNit(nits)
      #expect(near(HybridLogGamma.signal(back), signal, 1e-6))
    }
    let codes = [100: 616, 203: 721, 400: 816, 1000: 940]
    for (nits, code) in codes {
      let scene = Double(nits) * HybridLogGamma.scenePerNit(Double(nits))
      #expect(Int((64 + 876 * HybridLogGamma.signal(scene)).rounded()) == code)
    }
    #expect(near(HybridLogGamma.scene(0.75), 0.264962560421, 1e-8))
    #expect(HybridLogGamma.nitsPerScene(0) == 0 && HybridLogGamma.scenePerNit(0) == 0)
  }
}
