// Instances of a layer against layers that are written out, down to the records of the plan.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import Testing

@Suite struct InstanceTests {
  /// A layer that stands once in a replicator, and once for each instance in a tree by hand.
  struct Sample: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var step = Matrix4x4.translation(5.5, 1.25)
    var count = 20
    var leaf: [PropertyID: PropertyValue] = [:]
    /// Of the layer around the instances.
    var around: [PropertyID: PropertyValue] = [:]
    var colorOffset = 0.0
    var alphaOffset = 0.0
    var delay = 0.0
    /// Another layer among the copied ones.
    var hasSecond = false
  }

  /// A quarter of a turn, without the rounding of a sine.
  private static let turn = Matrix4x4(
    SIMD4(0, 1, 0, 0),
    SIMD4(-1, 0, 0, 0),
    SIMD4(0, 0, 1, 0),
    SIMD4(8, 2, 0, 1)
  )
  private static let slant = Matrix4x4(
    SIMD4(1, 0, 0, 0),
    SIMD4(0.125, 1, 0, 0),
    SIMD4(0, 0, 1, 0),
    SIMD4(6, 2, 0, 1)
  )
  /// Every other instance shows its back.
  private static let flip = Matrix4x4.scale(1, 1, -1) * .translation(7, 0, 0)

  static let samples: [Sample] = [
    Sample(testDescription: "moved"),
    Sample(testDescription: "two", count: 2),
    Sample(testDescription: "in place", step: .identity),
    Sample(testDescription: "turned", step: turn),
    Sample(testDescription: "slanted", step: slant),
    Sample(testDescription: "mirrored", step: .scale(-1, 1) * .translation(3, 1)),
    Sample(testDescription: "behind one another", step: .translation(4, 1, -2)),
    Sample(testDescription: "double-sided", step: flip),
    Sample(testDescription: "single-sided", step: flip, leaf: [.doubleSided: .bool(false)]),
    Sample(
      testDescription: "tinted",
      leaf: [.cornerRadius: .number(3), .maskedCorners: .integer(5)],
      colorOffset: -0.0625
    ),
    Sample(testDescription: "fading", leaf: [.opacity: .number(0.75)], alphaOffset: -0.0625),
    Sample(
      testDescription: "fading with borders",
      leaf: [.borderWidth: .number(2), .borderColor: .color(Color(0, 0, 1))],
      alphaOffset: -0.0625
    ),
    Sample(testDescription: "fading away", count: 40, alphaOffset: -0.0625),
    Sample(
      testDescription: "images",
      leaf: [.contents: .image(ImageID(1)), .contentsGravity: .name(1)],
      colorOffset: -0.0625
    ),
    Sample(
      testDescription: "clipped images",
      leaf: [.contents: .image(ImageID(1)), .masksToBounds: .bool(true), .cornerRadius: .number(2)]
    ),
    Sample(testDescription: "hard edges", step: slant, leaf: [.edgeAntialiasingMask: .integer(3)]),
    Sample(testDescription: "behind in time", delay: 0.125),
    Sample(testDescription: "with others", hasSecond: true),
    Sample(testDescription: "in a group", around: [.opacity: .number(0.5)]),
    Sample(testDescription: "a few in a group", count: 4, around: [.opacity: .number(0.5)]),
    Sample(
      testDescription: "apart in a group",
      step: .translation(14, 0),
      count: 7,
      around: [.opacity: .number(0.5)]
    ),
    Sample(
      testDescription: "partly outside of a clip",
      step: .translation(14, 2),
      around: [.masksToBounds: .bool(true), .cornerRadius: .number(9)]
    ),
    Sample(testDescription: "with a shadow", around: [.shadowOpacity: .number(1)]),
  ]

  private static let size = (width: 160, height: 120)
  private static let room: [PropertyID: PropertyValue] = [
    .bounds: .rect(Rect(0, 0, 80, 64)), .position: .point(Point(60, 50)),
  ]

  private func planned() -> Planned {
    var scene = Planned(Self.size.width, Self.size.height)
    scene.addImage(1, 8, 8)
    return scene
  }

  private func fill(_ parent: LayerID, _ sample: Sample, _ tint: Double, _ scene: inout Planned) {
    let color = Color(1, 0.5 * tint, 0.25)
    var values = box(20.5, 24, 12, 10, color).merging(sample.leaf) { $1 }
    if tint < 1 { values[.contentsMultiplyColor] = .color(Color(1, tint, 1)) }
    let leaf = scene.add(values, to: parent)
    if sample.hasSecond { scene.add(box(24, 30, 6, 6, Color(0, 0.5 * tint, 1)), to: parent) }
    guard sample.delay != 0 else { return }
    var timing = MediaTiming()
    timing.duration = 4
    timing.fillMode = .both
    let state = AnimationState(
      target: AnimationTarget(.position, .x),
      kind: .basic(BasicAnimation(from: .number(20), to: .number(36))),
      timing: timing
    )
    var commit = Commit()
    commit.animations = [.add(leaf, key: "motion", state)]
    scene.apply(commit)
  }

  private func copied(_ sample: Sample) -> Planned {
    var scene = planned()
    let around = scene.add(Self.room.merging(sample.around) { $1 }, to: Planned.root)
    let values: [PropertyID: PropertyValue] = [
      .bounds: .rect(Rect(0, 0, 80, 64)), .position: .point(Point(40, 32)),
      .instanceCount: .integer(Int64(sample.count)), .instanceTransform: .transform(sample.step),
      .instanceGreenOffset: .number(sample.colorOffset),
      .instanceAlphaOffset: .number(sample.alphaOffset), .instanceDelay: .number(sample.delay),
    ]
    let replicator = scene.add(values, to: around, .replicator)
    fill(replicator, sample, 1, &scene)
    return scene
  }

  private func writtenOut(_ sample: Sample) -> Planned {
    var scene = planned()
    let around = scene.add(Self.room.merging(sample.around) { $1 }, to: Planned.root)
    var matrix = Matrix4x4.identity
    for index in 0..<sample.count {
      let copy = scene.add(
        [
          .bounds: .rect(Rect(0, 0, 80, 64)), .position: .point(Point(40, 32)),
          .transform: .transform(matrix), .timeOffset: .number(-sample.delay * Double(index)),
          .opacity: .number(max(1 + sample.alphaOffset * Double(index), 0)),
        ],
        to: around
      )
      let tint = min(max(1 + sample.colorOffset * Double(index), 0), 1)
      fill(copy, sample, tint, &scene)
      matrix = matrix * sample.step
    }
    return scene
  }

  /// Everything about a plan but which layers it is for.
  private func parts(_ plan: RenderPlan) -> [String] {
    plan.text { _ in "-" }.split(separator: "\n").map(String.init)
  }

  @Test(arguments: samples) func instancesAreLayersWrittenOut(_ sample: Sample) {
    var copied = copied(sample)
    var writtenOut = writtenOut(sample)
    for time in [0, 0.5, 1.25] {
      let (short, long) = (copied.plan(at: time), writtenOut.plan(at: time))
      let difference = zip(parts(short), parts(long)).first { $0 != $1 }
      #expect(difference == nil && short.draws.count == long.draws.count)
      let areEqual =
        short.solids == long.solids && short.borders == long.borders
        && short.imageRecords == long.imageRecords && short.visible == long.visible
      #expect(areEqual)
      #expect(!short.draws.isEmpty)
    }
  }

  /// Instances that move one after the other, come and go.
  @Test func changedInstancesAreAsFromScratch() {
    var scene = planned()
    let replicator = scene.add(
      Self.room.merging([.instanceCount: .integer(20)]) { $1 },
      to: Planned.root,
      .replicator
    )
    let leaf = scene.add(box(20, 24, 12, 10), to: replicator)
    let steps: [(LayerID, [PropertyID: PropertyValue])] = [
      (replicator, [.instanceTransform: .transform(.translation(9, 3))]),
      (leaf, [.position: .point(Point(22.5, 25))]), (leaf, [.hidden: .bool(true)]),
      (replicator, [.instanceCount: .integer(3)]), (leaf, [.hidden: .bool(false)]),
      (replicator, [.instanceCount: .integer(24)]), (leaf, [.shadowOpacity: .number(1)]),
      (leaf, [.shadowOpacity: .number(0)]), (leaf, [.opacity: .number(0.5)]),
      (leaf, [.borderWidth: .number(1)]), (leaf, [.doubleSided: .bool(false)]),
      (replicator, [.instanceTransform: .transform(Self.flip)]),
    ]
    for (layer, values) in steps {
      scene.set(layer, values)
      let (plan, fresh) = (scene.plan(), scene.rebuilt())
      let areEqual =
        plan.draws == fresh.draws && plan.solids == fresh.solids && plan.borders == fresh.borders
        && plan.surfaces.map(\.frame) == fresh.surfaces.map(\.frame)
      #expect(areEqual, "\(values)")
    }
  }

  /// A plan has at most 131,072 layers, each instance counted; the instances before the limit show.
  @Test func instancesBeyondTheLimitAreNotDrawn() {
    var scene = planned()
    let replicator = scene.add(
      Self.room.merging([.instanceCount: .integer(1 << 18)]) { $1 },
      to: Planned.root,
      .replicator
    )
    scene.add(box(20, 24, 12, 10, Color(0.5, 0.5, 0.5, 0.5)), to: replicator)
    let limit = 131_072
    let count = scene.plan().solids.count
    #expect(count > limit - 8 && count <= limit)
  }
}
