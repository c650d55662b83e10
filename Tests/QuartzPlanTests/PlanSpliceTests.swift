// Parts of plans that are made again where a layer has filters, fades as a group, or shadows what
// is below it.
// Licensed under the MIT license; see LICENSE.

import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct PlanSpliceTests {
  /// A change of the layer of a scene, twice.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var row: PropertyID
    var values: [PropertyValue]
    /// Set before.
    var style: [PropertyID: PropertyValue] = [:]

    init(
      _ name: String,
      _ row: PropertyID,
      _ values: [PropertyValue],
      _ style: [PropertyID: PropertyValue] = [:]
    ) {
      (testDescription, self.row, self.values, self.style) = (name, row, values, style)
    }
  }

  private static func blur(_ radius: Double) -> PropertyValue {
    let radius = FilterInput(key: "inputRadius", value: .number(radius))
    return .filters(FilterList([FilterDescription(type: "gaussianBlur", inputs: [radius])]))
  }

  private static let shadow: [PropertyID: PropertyValue] = [
    .shadowOpacity: .number(1), .shadowRadius: .number(2), .backgroundColor: .null,
  ]

  static let changes = [
    Change("radius of a blur", .filters, [blur(3), blur(5), blur(4)]),
    Change("opacity of a group", .opacity, [.number(0.4), .number(0.6), .number(0.5)]),
    Change("shadow of sublayers", .shadowRadius, [.number(3), .number(4), .number(5)], shadow),
    Change(
      "place of a blurred group",
      .position,
      [.point(Point(60, 50)), .point(Point(61, 52)), .point(Point(66, 50))],
      [.filters: blur(3)]
    ),
  ]

  /// A group of two layers that lie upon each other, among layers that stand still.
  private func addLayers(
    to scene: inout Planned,
    style: [PropertyID: PropertyValue] = [:]
  ) -> LayerID {
    for index in 0..<20 { scene.add(box(Double(index) * 10, 130, 8, 20), to: Planned.root) }
    let values = box(50, 50, 40, 30, Color(0, 0.5, 0)).merging(style) { $1 }
    let group = scene.add(values, to: Planned.root)
    scene.add(box(10, 10, 20, 20, Color(1, 0, 0)), to: group)
    scene.add(box(20, 20, 20, 20, Color(0, 0, 1)), to: group)
    scene.add(box(60, 60, 30, 30, Color(0, 1, 1, 0.5)), to: Planned.root)
    return group
  }

  @Test(arguments: changes)
  func layersThatStandStillAreNotLookedAt(change: Change) {
    var scene = Planned(200, 160)
    let group = addLayers(to: &scene, style: change.style)
    scene.set(group, [change.row: change.values[0]])
    scene.plan()
    let before = scene.builder.work
    for value in change.values.dropFirst() {
      scene.set(group, [change.row: value])
      let plan = scene.plan()
      #expect(!plan.damage.isEmpty)
      #expect(!plan.damage.contains(PixelRect(0, 120, 200, 140)))
      var (patched, fresh) = (plan, scene.rebuilt())
      (patched.damage, fresh.damage) = (Damage(), Damage())
      #expect(patched.description == fresh.description)
      #expect(plan.problem == nil)
    }
    #expect(scene.builder.work.rebuilds == before.rebuilds)
    #expect(scene.builder.work.redrawnLayers == before.redrawnLayers + change.values.count - 1)
  }

  /// Instances run later than the layer that they show.
  @Test func instancesAreMadeAgainAlone() throws {
    var scene = Planned(200, 160)
    for index in 0..<40 { scene.add(box(Double(index) * 5, 130, 4, 20), to: Planned.root) }
    var values = box(5, 5, 100, 30)
    values[.instanceCount] = .integer(5)
    values[.instanceTransform] = .transform(.translation(25, 0))
    let replicator = scene.add(values, to: Planned.root, .replicator)
    let leaf = scene.add(box(10, 10, 20, 20, Color(1, 0, 0)), to: replicator)
    scene.add(box(12, 12, 10, 10, Color(1, 0, 1)), to: leaf)
    var timing = MediaTiming()
    (timing.duration, timing.repeatCount) = (1, .infinity)
    var commit = Commit()
    let moves: [(LayerID, LayerClass, String, Double)] = [
      (leaf, .layer, "position.y", 60), (replicator, .replicator, "instanceDelay", 0.3),
    ]
    for (layer, layerClass, key, value) in moves {
      let state = AnimationState(
        target: try #require(AnimationTarget(keyPath: key, of: layerClass)),
        kind: .basic(BasicAnimation(from: .number(0), to: .number(value))),
        timing: timing,
        timingFunction: .default
      )
      commit.animations.append(.add(layer, key: key, state))
    }
    scene.apply(commit)
    scene.plan(at: 0.05)
    let before = scene.builder.work
    for frame in 2..<20 {
      let plan = scene.plan(at: Double(frame) / 20)
      var (patched, fresh) = (plan, scene.rebuilt())
      (patched.damage, fresh.damage) = (Damage(), Damage())
      #expect(patched.description == fresh.description, "frame \(frame)")
      #expect(plan.problem == nil)
    }
    #expect(scene.builder.work.rebuilds - before.rebuilds <= 4)
  }

  /// A layer has room for its picture again where a layer in a group below it is small.
  @Test func layersAroundGetThePicturesThatTheyHadNoRoomFor() {
    var scene = Planned(200, 160)
    let style: [PropertyID: PropertyValue] = [.shouldRasterize: .bool(true)]
    let around = scene.add(box(5, 5, 190, 150).merging(style) { $1 }, to: Planned.root)
    let group = scene.add(box(50, 50, 40, 30), to: around)
    scene.set(group, [.opacity: .number(0.5)])
    let wide = scene.add(box(10, 10, 2000, 20, Color(1, 0, 0)), to: group)
    scene.add(box(20, 20, 20, 20, Color(0, 0, 1)), to: group)
    for index in 0..<20 { scene.add(box(Double(index) * 9, 100, 8, 20), to: Planned.root) }
    #expect(!scene.plan().description.contains("rasterize #1"))
    scene.set(wide, [.bounds: .rect(Rect(0, 0, 20, 20))])
    let plan = scene.plan()
    #expect(plan.description.contains("rasterize #1"))
    var (patched, fresh) = (plan, scene.rebuilt())
    (patched.damage, fresh.damage) = (Damage(), Damage())
    #expect(patched.description == fresh.description)
  }

  /// Old records stay in a plan that is patched, up to a limit.
  @Test func plansDoNotGrow() {
    var scene = Planned(200, 160)
    let group = addLayers(to: &scene)
    scene.set(group, [.opacity: .number(0.5)])
    scene.plan()
    let before = scene.builder.work.rebuilds
    for frame in 0..<2000 {
      scene.set(group, [.opacity: .number(frame.isMultiple(of: 2) ? 0.4 : 0.6)])
      #expect(scene.plan().solids.count < 1000)
    }
    #expect(1..<50 ~= scene.builder.work.rebuilds - before)
  }
}
