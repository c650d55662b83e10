// The sequences of touches of the interaction's own tests, through UIKit's public classes.
// Licensed under the MIT license; see LICENSE.

import Foundation
import InteractionScenes
import Testing

@Suite("Sequences of touches in views", .serialized)
@MainActor
struct TouchSceneTests {
  nonisolated static let scenes: [TouchScene] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = tests.appendingPathComponent("QuartzInteractionTests/Sequences.txt").path
    return (try? TouchScene.read(path)) ?? []
  }()

  @Test func thereAreAll() {
    #expect(Self.scenes.count == 152)
  }

  @Test(arguments: scenes)
  func log(_ scene: TouchScene) {
    #expect(SceneStage(scene).run() == scene.log)
  }
}
