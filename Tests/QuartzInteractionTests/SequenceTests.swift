// Sequences of touches on the module alone; the laws that they show stand in their lines.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import Testing

/// The sequences of Sequences.txt.
enum Sequences {
  static let all: [TouchScene] = {
    let path = #filePath.replacing("SequenceTests.swift", with: "Sequences.txt")
    return (try? TouchScene.read(path)) ?? []
  }()
}

@Suite("Sequences of touches")
@MainActor
struct SequenceTests {
  @Test func thereAreAll() {
    #expect(Sequences.all.map(\.number) == Array(1...152))
  }

  @Test(arguments: Sequences.all)
  func log(_ scene: TouchScene) {
    #expect(ModelRunner(scene).run() == scene.log)
  }
}
