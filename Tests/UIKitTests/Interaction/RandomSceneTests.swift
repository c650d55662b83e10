// Random fingers through UIKit's public classes: the calls are those of the module alone.
// Licensed under the MIT license; see LICENSE.

import InteractionScenes
import Testing

@Suite("Random touches in views", .serialized)
@MainActor
struct RandomSceneTests {
  @Test("Views, recognisers, controls and scroll views hear what the module says")
  func sameAsModule() throws {
    // The model does not scale content, and rows of the model tell their superviews nothing.
    for (index, views) in TouchScene.randomViews.enumerated() where ![5, 6].contains(index) {
      for seed in 1...8 { try compare(views, seed, "scene \(index), seed \(seed)") }
    }
  }

  @Test("In random trees, too")
  func trees() throws {
    for seed in 1...60 {
      var tree = RandomViews(seed: UInt64(seed))
      try compare(tree.views(), seed, "tree \(seed)")
    }
  }

  private func compare(_ views: String, _ seed: Int, _ name: String) throws {
    var random = RandomSteps(seed: UInt64(seed), fingers: 1 + seed % 4)
    let scene = try TouchScene(views: views, steps: random.steps(10 + 3 * (seed % 9)))
    let stage = SceneStage(scene)
    let (log, expected) = (stage.run(), ModelRunner(scene).run())
    #expect(stage.complaints.isEmpty, "\(name)")
    for (step, groups) in zip(log, expected).enumerated() where groups.0 != groups.1 {
      Issue.record("\(name), step \(step): \(groups.0), expected \(groups.1): \(views)")
      break
    }
  }
}
