// The ten scenes of the benches as they are drawn for a GPU: their counters.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import QuartzModel
import Testing

@testable import QuartzGLES

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct SceneCounterTests {
  /// The most that a frame of a scene takes once its images are there.
  struct Most: Sendable, CustomTestStringConvertible {
    var scene: String
    var drawCalls: Int
    /// Changes of programs and of textures.
    var stateChanges: Int
    /// That of the output among them.
    var passes: Int
    /// Records of draws, and coverage that changed.
    var bytesUploaded: Int

    var testDescription: String { scene }
  }

  static let most: [Most] = [
    Most("draw/rect", 1, 1, 1, 48_000),
    Most("draw/rrect", 1, 1, 1, 80_000),
    Most("draw/image", 1, 2, 1, 80_000),
    Most("draw/border", 1, 1, 1, 128_000),
    Most("draw/group", 3, 4, 2, 208_000),
    Most("draw/shadow", 1, 2, 1, 960_000),
    Most("draw/clip", 1, 1, 1, 80_000),
    Most("draw/mixed", 1, 3, 1, 345_600),
    // The pictures of 500 strokes change.
    Most("classes/strokes", 4, 5, 1, 3_377_616),
    Most("classes/gradients", 2, 3, 1, 80_032),
  ]

  @Test func allScenesAreHeld() {
    #expect(Self.most.map(\.scene) == BenchScene.all.map(\.name))
  }

  @Test(arguments: most)
  func frameTakesNoMore(most: Most) throws {
    let scene = try #require(BenchScene.all.first { $0.name == most.scene })
    let backend = try debugBackend { $0.weighsPixels = false }
    let draw = try scene.start(in: backend)
    for frame in 0..<3 { try draw(frame) }
    let counters = backend.counters
    #expect(counters.drawCalls <= most.drawCalls)
    #expect(counters.programChanges + counters.textureChanges <= most.stateChanges)
    #expect(counters.targets <= most.passes)
    #expect(counters.bytesUploaded <= most.bytesUploaded)
    // The pixel that tells that the frame is drawn.
    #expect(counters.bytesRead == 4)
    #expect(counters.draws >= 500)
  }
}

extension SceneCounterTests.Most {
  init(_ scene: String, _ calls: Int, _ changes: Int, _ passes: Int, _ bytes: Int) {
    self.init(
      scene: scene,
      drawCalls: calls,
      stateChanges: changes,
      passes: passes,
      bytesUploaded: bytes
    )
  }
}
