// The cost of plans when images get other pictures without a commit.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct PresentPlanTests {
  /// A thousand layers, and one with an image of 16 x 16 pixels in front of them.
  private func scene(_ more: [PropertyID: PropertyValue]) -> Planned {
    var scene = Planned(200, 160)
    scene.addImage(1, 16, 16)
    for index in 0..<1000 {
      scene.add(box(Double(index % 40) * 5, Double(index / 40) * 6, 4, 4), to: Planned.root)
    }
    let shown = box(100, 80, 32, 32).merging(more) { $1 }
    scene.add(shown.merging([.contents: .image(ImageID(1))]) { $1 }, to: Planned.root)
    scene.plan()
    return scene
  }

  private static let styles: [[PropertyID: PropertyValue]] = [
    [:], [.cornerRadius: .number(8), .masksToBounds: .bool(true)],
    [.opacity: .number(0.5), .borderWidth: .number(2)],
    [.transform: .transform(.rotation(0.4, 0, 0, 1))],
    [.shadowOpacity: .number(1), .borderWidth: .number(1)],
  ]

  /// A picture of the same size changes pixels, and nothing about layers.
  @Test(arguments: styles.indices)
  func picturesOfTheSameSizeWalkNoTree(style: Int) {
    var scene = scene(Self.styles[style])
    let (work, text) = (scene.builder.work, scene.text())
    for _ in 0..<3 {
      scene.present(1, 16, 16)
      let plan = scene.plan()
      #expect(plan.damage.contains(PixelRect(86, 66, 114, 94)))
      #expect(plan.damage.area < 60 * 60)
    }
    #expect(scene.builder.work == work)
    let ids = scene.tree.ids
    let fresh = scene.rebuilt().text { "\(ids[Int($0)])" }
    // But for the damage, the plan is the one that was there.
    #expect(draws(in: fresh) == draws(in: text))
  }

  private func draws(in text: String) -> [Substring] {
    text.split(separator: "\n").filter { $0.contains("image") }
  }

  /// Another size or opaqueness makes the draws of the layers that show the image anew.
  @Test func picturesOfAnotherSizeLookAtTheirLayersAlone() {
    var scene = scene([:])
    let work = scene.builder.work
    scene.present(1, 64, 8)
    let plan = scene.plan()
    #expect(scene.builder.work.rebuilds == work.rebuilds)
    #expect(scene.builder.work.redrawnLayers == work.redrawnLayers + 1)
    #expect(plan.damage.contains(PixelRect(84, 64, 116, 96)) && plan.damage.area == 32 * 32)
    #expect(plan.imageRecords == scene.rebuilt().imageRecords)
    scene.present(1, 64, 8, isOpaque: false)
    scene.plan()
    #expect(scene.builder.work.redrawnLayers == work.redrawnLayers + 2)
    #expect(scene.builder.plan.draws == scene.rebuilt().draws)
  }

  @Test func picturesThatNoLayerShowsDamageNothing() {
    var scene = scene([:])
    scene.addImage(2, 4, 4)
    scene.plan()
    scene.present(2, 8, 8)
    #expect(scene.plan().damage.isEmpty)
  }

  /// Many pictures between two frames are one change.
  @Test func picturesBetweenFramesAreOneChange() {
    var scene = scene([:])
    for _ in 0..<100 { scene.present(1, 16, 16) }
    var changes = TreeChanges()
    scene.tree.takeChanges(into: &changes)
    #expect(changes.images.count == 1 && changes.images[0].keepsFormat)
    scene.present(1, 8, 8)
    scene.present(1, 16, 16)
    scene.tree.takeChanges(into: &changes)
    #expect(changes.images.count == 1 && !changes.images[0].keepsFormat)
  }
}
