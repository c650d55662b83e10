// Planes in one space, put in order and cut: against the depths of single points.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import TestRandom
import Testing

@testable import QuartzPlan

@Suite struct PlaneOrderTests {
  private func facet(_ sibling: Int, _ matrix: Matrix4x4) -> Facet? {
    Facet(sibling: sibling, Rect(-10, -10, 20, 20), matrix)
  }

  /// Returns the siblings drawn over a point, from the back, with their depths there.
  private func drawn(_ facets: [Facet], _ x: Double, _ y: Double) -> [(sibling: Int, z: Double)] {
    facets.compactMap { facet in
      let isInside = facet.corners.indices.allSatisfy { index in
        let (a, b) = (facet.corners[index], facet.corners[(index + 1) % facet.corners.count])
        let turn = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
        return facet.isClockwise ? turn <= 0 : turn >= 0
      }
      let isKept = facet.cuts.allSatisfy { cut in
        let height = cut.line.x * x + cut.line.y * y + cut.line.z
        return cut.isBehind ? height < 0 : height >= 0
      }
      guard isInside, isKept else { return nil }
      let z = (facet.distance - facet.normal.x * x - facet.normal.y * y) / facet.normal.z
      return (facet.sibling, z)
    }
  }

  @Test(arguments: 0..<60) func piecesAreInTheOrderOfDepthAtEveryPoint(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var facets: [Facet] = []
    var perspective = Matrix4x4.identity
    if seed % 2 == 1 { perspective.row3.w = -1 / 60 }
    for index in 0..<(2 + seed % 6) {
      let axis = SIMD3(
        Double.random(in: -1...1, using: &random),
        Double.random(in: -1...1, using: &random),
        Double.random(in: -1...1, using: &random)
      )
      let matrix =
        Matrix4x4.rotation(.random(in: -1.4...1.4, using: &random), axis.x, axis.y, axis.z)
        * .translation(
          .random(in: -8...8, using: &random),
          .random(in: -8...8, using: &random),
          .random(in: -6...6, using: &random)
        ) * perspective
      if let facet = facet(index, matrix) { facets.append(facet) }
    }
    let sorted = PlaneOrder.sorted(facets)
    var shown = 0
    for _ in 0..<400 {
      let (x, y) = (
        Double.random(in: -20...20, using: &random), Double.random(in: -20...20, using: &random)
      )
      let before = drawn(facets, x, y)
      let after = drawn(sorted, x, y)
      // Every plane shows exactly once at each point, whatever was cut.
      #expect(after.map(\.sibling).sorted() == before.map(\.sibling).sorted())
      for (lower, upper) in zip(after, after.dropFirst()) {
        #expect(lower.z <= upper.z + 1e-9, "at \(x), \(y)")
      }
      shown += after.count
    }
    #expect(shown > 0)
  }

  @Test func coplanarFacetsKeepTheirOrder() {
    let matrix = Matrix4x4.rotation(0.7, 1, 1, 0)
    let facets = (0..<5).compactMap { facet($0, .translation(Double($0), 0, 0) * matrix) }
    #expect(PlaneOrder.sorted(facets).map(\.sibling) == [0, 1, 2, 3, 4])
  }

  @Test func threeInACircleAreCut() {
    // Each lies over the next one with one end: no order without a cut.
    let facets = (0..<3).compactMap { index in
      let turn = Double(index) * 2 * .pi / 3
      let matrix =
        Matrix4x4.scale(1, 0.2) * .rotation(0.2, 0, 1, 0) * .translation(0, 5, 0)
        * .rotation(turn, 0, 0, 1)
      return Facet(sibling: index, Rect(-20, -10, 40, 20), matrix)
    }
    let sorted = PlaneOrder.sorted(facets)
    #expect(sorted.count > 3)
  }

  @Test func edgeOnPlanesShowNothing() {
    let matrix = Matrix4x4.rotation(.pi / 2, 0, 1, 0)
    #expect(facet(0, matrix) == nil || facet(0, matrix)?.normal.z != 0)
  }
}

extension Facet {
  /// Whether the corners run clockwise as seen with y up.
  fileprivate var isClockwise: Bool {
    var area = 0.0
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      area += a.x * b.y - b.x * a.y
    }
    return area < 0
  }
}
