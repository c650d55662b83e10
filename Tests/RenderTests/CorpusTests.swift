// GLES against software over all scenes, hand-made and generated.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import RenderScenes
import Testing

@Suite struct CorpusTests {
  static let corpus = Scene.all + Scene.generated

  @Test func thereAreEnough() {
    #expect(CorpusTests.corpus.count >= 300)
    #expect(Set(CorpusTests.corpus.map(\.name)).count == CorpusTests.corpus.count)
  }

  /// Flat areas are equal; what is not flat is within 1, but for scenes that say why not.
  ///
  /// Flat is a pixel of the software renderer's picture whose 8 neighbours have its colour.
  @Test(.enabled(if: Backend.hasGLES), arguments: corpus)
  func renderersAgree(scene: Scene) throws {
    let (software, gles) = (try Stage(scene, .software), try Stage(scene, .gles))
    for time in scene.times {
      let (expected, actual) = (try software.picture(at: time), try gles.picture(at: time))
      let found = Agreement(actual, expected)
      let flat = scene.exceptions[.flatAreas]?.tolerance ?? 0
      // Only what was drawn into a picture of its own first can have been rounded more than once.
      let targets = gles.carrier.renderer.counters.targets
      let reason = scene.exceptions[.edges].flatMap { $0.isOfTargets && targets == 0 ? nil : $0 }
      let edges = reason?.tolerance ?? 1
      if found.flat > flat || found.edge > edges {
        References.leave(actual, expected, "\(scene)-corpus")
      }
      #expect(found.flat <= flat && found.edge <= edges, "\(scene) at \(time): \(found)")
    }
  }
}

/// How far two pictures are from each other, where one is flat and where it is not.
private struct Agreement: CustomStringConvertible {
  var flat = 0
  var edge = 0
  private var flatCount = 0
  private var place = (x: 0, y: 0)

  init(_ actual: Picture, _ expected: Picture) {
    let (width, height) = (expected.width, expected.height)
    for y in 0..<height {
      for x in 0..<width {
        let distance = difference(actual[x, y], expected[x, y])
        if distance == 0 { continue }
        if Agreement.isFlat(expected, x, y) {
          flatCount += 1
          if distance > flat { (flat, place) = (distance, (x, y)) }
        } else if distance > edge {
          edge = distance
          if flat == 0 { place = (x, y) }
        }
      }
    }
  }

  private static func isFlat(_ picture: Picture, _ x: Int, _ y: Int) -> Bool {
    for row in max(y - 1, 0)...min(y + 1, picture.height - 1) {
      for column in max(x - 1, 0)...min(x + 1, picture.width - 1)
      where picture[column, row] != picture[x, y] { return false }
    }
    return true
  }

  private func difference(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
    Int((pointwiseMax(a, b) &- pointwiseMin(a, b)).max())
  }

  var description: String {
    "flat areas differ by \(flat) in \(flatCount) pixels, the rest by \(edge), first at \(place)"
  }
}
