// Frames that change nothing about how a tree is put together ask for no memory.
// Licensed under the MIT license; see LICENSE.

import CQuartzAllocations
import QuartzFilters
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import Testing

@Suite struct AllocationTests {
  /// A tree with every kind of draw, some groups and clips, and animated layers.
  private func scene() -> Planned {
    var scene = Planned(400, 300)
    scene.addImage(1, 32, 32)
    for index in 0..<200 {
      let x = Double(index % 20) * 20
      let y = Double(index / 20) * 30
      var values = box(x + 9, y + 14, 15, 25, Color(0.2, 0.4, 0.6))
      values[.cornerRadius] = .number(Double(index % 5))
      if index % 3 == 0 { values[.borderWidth] = .number(2) }
      if index % 4 == 0 { values[.contents] = .image(ImageID(1)) }
      if index % 7 == 0 { values[.opacity] = .number(0.5) }
      if index % 11 == 0 { values[.masksToBounds] = .bool(true) }
      let layer = scene.add(values, to: Planned.root)
      scene.add(box(4, 4, 10, 10), to: layer)
      scene.add(box(8, 8, 10, 10), to: layer)
    }
    return scene
  }

  private func animate(_ scene: inout Planned, _ layer: UInt32, _ keyPath: String) {
    guard let target = AnimationTarget(keyPath: keyPath, of: .layer) else { return }
    var timing = MediaTiming()
    timing.duration = 1
    timing.repeatCount = .infinity
    let state = AnimationState(
      target: target,
      kind: .basic(BasicAnimation(from: .number(0), to: .number(50))),
      timing: timing,
      timingFunction: .default
    )
    var commit = Commit()
    commit.animations = [.add(LayerID(layer), key: keyPath, state)]
    scene.apply(commit)
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0)) func unchangedFrame() {
    var scene = scene()
    scene.plan()
    scene.plan(at: 1)
    let before = quartz_allocation_count()
    for frame in 2..<12 {
      scene.tree.evaluate(at: Double(frame))
      scene.builder.update(&scene.tree)
    }
    #expect(quartz_allocation_count() - before == 0)
    #expect(scene.builder.plan.damage.isEmpty)
  }

  @Test(
    .enabled(if: quartz_allocation_count() >= 0),
    arguments: ["position.x", "transform.rotation.z", "cornerRadius"]
  )
  func animatedFrame(keyPath: String) {
    var scene = scene()
    // Plain layers: neither opacity nor a clip of their own.
    for layer in [5, 8, 17, 20] as [UInt32] { animate(&scene, layer, keyPath) }
    for frame in 0..<30 { _ = step(&scene, Double(frame) / 40) }
    let before = quartz_allocation_count()
    var area = 0
    for frame in 30..<60 { area += step(&scene, Double(frame) / 40) }
    #expect(quartz_allocation_count() - before == 0)
    #expect(area > 0)
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0)) func copiedFrame() {
    var scene = Planned(400, 300)
    let values: [PropertyID: PropertyValue] = [
      .instanceCount: .integer(20), .instanceTransform: .transform(.translation(12, 9)),
      .instanceRedOffset: .number(-0.01),
    ]
    let outer = scene.add(values, to: Planned.root, .replicator)
    let inner = scene.add(values, to: outer, .replicator)
    let leaf = scene.add(box(4, 4, 10, 10), to: inner)
    animate(&scene, leaf.rawValue, "position.x")
    for frame in 0..<40 { _ = step(&scene, Double(frame) / 40) }
    let before = quartz_allocation_count()
    var area = 0
    for frame in 40..<80 { area += step(&scene, Double(frame) / 40) }
    #expect(quartz_allocation_count() - before == 0)
    #expect(area > 0)
  }

  @Test(.enabled(if: quartz_allocation_count() >= 0)) func drawnFrame() throws {
    var scene = scene()
    for layer in [5, 8, 17, 20] as [UInt32] { animate(&scene, layer, "position.x") }
    let backend = SoftwareBackend(threads: 1)
    try backend.createOutput(1, width: 400, height: 300)
    for (image, pixels) in scene.tree.images {
      try backend.createImage(ImageKey(context: 1, image: image), pixels)
    }
    // A whole cycle, so that every size of scratch memory has been needed once.
    for frame in 0..<40 {
      _ = step(&scene, Double(frame) / 40)
      try backend.execute(scene.builder.plan, context: 1)
    }
    let before = quartz_allocation_count()
    for frame in 40..<80 {
      _ = step(&scene, Double(frame) / 40)
      try backend.execute(scene.builder.plan, context: 1)
    }
    #expect(quartz_allocation_count() - before == 0)
  }

  /// Filters in motion: a row, its filters, and the inputs that go from one value to another.
  struct MovingFilters: CustomTestStringConvertible {
    var name: String
    var row = PropertyID.filters
    var filters: [FilterDescription]
    var moves: [(keyPath: String, from: PropertyValue, to: PropertyValue)]
    /// The layer's size in points.
    var size = Size(120, 90)

    var testDescription: String { name }
  }

  private static let identity = (0..<20).map { $0 % 6 == 0 ? 1.0 : 0 }
  private static let blur = FilterDescription(type: "gaussianBlur", name: "blur")

  static let movingFilters: [MovingFilters] = [
    MovingFilters(
      name: "a blur",
      filters: [blur],
      moves: [("filters.blur.inputRadius", .number(1), .number(9))]
    ),
    MovingFilters(
      name: "a blur of Core Image",
      filters: [FilterDescription(type: "CIGaussianBlur", name: "blur")],
      moves: [("filters.blur.inputRadius", .number(1), .number(9))]
    ),
    MovingFilters(
      name: "a colour matrix",
      filters: [FilterDescription(type: "colorMatrix", name: "matrix")],
      moves: [
        ("filters.matrix.inputColorMatrix", .numbers(identity), .numbers(identity.map { 1 - $0 }))
      ]
    ),
    MovingFilters(
      name: "a chain",
      filters: [
        FilterDescription(type: "colorSaturate", name: "saturate"), blur,
        FilterDescription(type: "multiplyColor", name: "tint"),
        FilterDescription(type: "CIHueAdjust", name: "hue"),
      ],
      moves: [
        ("filters.saturate.inputAmount", .number(0), .number(1)),
        ("filters.blur.inputRadius", .number(1), .number(5)),
        ("filters.tint.inputColor", .color(Color(1, 1, 1)), .color(Color(1, 0, 0))),
        ("filters.hue.inputAngle", .number(0), .number(3)),
      ]
    ),
    MovingFilters(
      name: "a backdrop",
      row: .backgroundFilters,
      filters: [blur, FilterDescription(type: "colorBrightness", name: "bright")],
      moves: [
        ("backgroundFilters.blur.inputRadius", .number(1), .number(9)),
        ("backgroundFilters.bright.inputAmount", .number(0), .number(0.4)),
      ]
    ),
    MovingFilters(
      name: "a wide blur of a small layer",
      filters: [blur],
      moves: [("filters.blur.inputRadius", .number(0.5), .number(40))],
      size: Size(30, 20)
    ),
    MovingFilters(
      name: "pictures put together",
      filters: [
        FilterDescription(type: "CIExposureAdjust", name: "exposure"),
        FilterDescription(
          type: "CISourceOverCompositing",
          inputs: [FilterInput(key: "inputBackgroundImage", value: .image(1))]
        ),
        FilterDescription(
          type: "CIBlendWithMask",
          inputs: [
            FilterInput(key: "inputBackgroundImage", value: .image(1)),
            FilterInput(key: "inputMaskImage", value: .image(1)),
          ]
        ),
      ],
      moves: [("filters.exposure.inputEV", .number(-1), .number(1))]
    ),
    MovingFilters(
      name: "steps of Core Image",
      filters: [
        FilterDescription(type: "CIExposureAdjust", name: "exposure"),
        FilterDescription(type: "CIColorControls", name: "controls"),
        FilterDescription(type: "CISepiaTone", name: "sepia"),
        FilterDescription(type: "CIAffineTransform", name: "m"),
        FilterDescription(
          type: "CICrop",
          inputs: [FilterInput(key: "inputRectangle", value: .vector([0, 0, 60, 60]))]
        ),
      ],
      moves: [
        ("filters.exposure.inputEV", .number(-1), .number(1)),
        ("filters.controls.inputContrast", .number(0.5), .number(1.5)),
        ("filters.sepia.inputIntensity", .number(0), .number(1)),
        ("filters.m.inputTransform", .numbers([1, 0, 0, 1, 0, 0]), .numbers([2, 1, 1, 2, 9, 9])),
      ]
    ),
  ]

  private func scene(of moving: MovingFilters) throws -> Planned {
    var scene = Planned(400, 300)
    for index in 0..<10 { scene.add(box(Double(index) * 40, 150, 20, 280), to: Planned.root) }
    let size = moving.size
    scene.addImage(1, 32, 32)
    var values = box(200, 150, size.width, size.height, Color(0.2, 0.4, 0.6, 0.5))
    values[moving.row] = .filters(FilterList(moving.filters))
    let layer = scene.add(values, to: Planned.root)
    scene.add(box(30, 30, 40, 20, Color(1, 1, 0)), to: layer)
    var timing = MediaTiming()
    (timing.duration, timing.repeatCount) = (1, .infinity)
    var commit = Commit()
    for move in moving.moves {
      let target = try #require(FilterTarget(keyPath: move.keyPath))
      let ends = BasicAnimation(from: move.from, to: move.to)
      let state = AnimationState(
        .property(PropertyAnimation(.filter(target), .basic(ends))),
        timing: timing
      )
      commit.animations.append(.add(layer, key: move.keyPath, state))
    }
    scene.apply(commit)
    return scene
  }

  /// Every frame filters anew, and asks for no memory.
  @Test(.enabled(if: quartz_allocation_count() >= 0), arguments: movingFilters)
  func filteredFrame(moving: MovingFilters) throws {
    var scene = try scene(of: moving)
    let backend = SoftwareBackend(threads: 1)
    try backend.createOutput(1, width: 400, height: 300)
    for (image, pixels) in scene.tree.images {
      try backend.createImage(ImageKey(context: 1, image: image), pixels)
    }
    // Six whole cycles, with plans that were made anew: every size of memory was needed by all that
    // wait to be given up.
    var worst = (frame: 0, count: Int64(0))
    for frame in 0..<320 {
      let before = quartz_allocation_count()
      _ = step(&scene, Double(frame) / 40)
      try backend.execute(scene.builder.plan, context: 1)
      let count = quartz_allocation_count() - before
      if frame >= 240, count > worst.count { worst = (frame, count) }
      #expect(!scene.builder.plan.damage.isEmpty, "frame \(frame)")
    }
    #expect(worst.count == 0, "frame \(worst.frame)")
    // Something was filtered at each of them.
    #expect(scene.builder.work.loweredFilters >= 319)
  }

  /// Overlays and traces that were on and are off again cost what they did before: no more memory,
  /// no more draws, and the clock is read as often.
  @Test(.enabled(if: quartz_allocation_count() >= 0)) func instrumentsThatAreOff() throws {
    func renderer() throws -> ContextRenderer {
      let renderer = try ContextRenderer(
        context: 1,
        configuration: ContextConfiguration(width: 400, height: 300),
        backend: SoftwareBackend(threads: 1)
      )
      var scene = scene()
      for layer in [5, 8, 17, 20] as [UInt32] { animate(&scene, layer, "position.x") }
      for part in [scene.tree.wholeTree(at: 0).commit] { try renderer.apply(part) }
      return renderer
    }
    func frames(_ renderer: ContextRenderer, _ range: Range<Int>) throws -> [Int64] {
      let before = (quartz_allocation_count(), quartz_clock_count())
      var draws = 0
      for frame in range {
        try renderer.render(at: Double(frame) / 40)
        draws += renderer.counters.draws
      }
      return [
        quartz_allocation_count() - before.0, quartz_clock_count() - before.1, Int64(draws),
      ]
    }
    let (plain, other) = (try renderer(), try renderer())
    for renderer in [plain, other] { _ = try frames(renderer, 0..<80) }
    var spans = 0
    other.onSpan = { _, _, _ in spans += 1 }
    other.overlays = .all
    var values = PropertyBag()
    values[.opacity] = .number(0.9)
    var commit = Commit()
    commit.changes = [Commit.Change(LayerID(30), values)]
    for renderer in [plain, other] { try renderer.apply(commit) }
    let (usual, instrumented) = (try frames(plain, 80..<120), try frames(other, 80..<120))
    #expect(spans > 0 && instrumented[2] > usual[2])
    other.onSpan = nil
    other.overlays = []
    // The picture without overlays is a whole one.
    for renderer in [plain, other] { _ = try frames(renderer, 120..<160) }
    let (off, without) = (try frames(other, 160..<200), try frames(plain, 160..<200))
    #expect(off == without)
    // Evaluation, plan, draw and uploads begin and end.
    #expect(without[1] <= 40 * 9)
  }

  /// Evaluates and plans a frame; gives the area of its damage.
  private func step(_ scene: inout Planned, _ time: Double) -> Int {
    scene.tree.evaluate(at: time)
    scene.builder.update(&scene.tree)
    return scene.builder.plan.damage.area
  }
}
