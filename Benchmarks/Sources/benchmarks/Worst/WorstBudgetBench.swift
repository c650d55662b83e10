// Frames that are planned for long: particles, outlines, layers.
// Licensed under the MIT license; see LICENSE.

import BenchScenes
import QuartzMath
import QuartzModel
import QuartzPlan

/// Scenes of which each takes a part of a frame's time, by other costs than pixels.
///
/// The note says how many seconds of one core a frame would take that is as large as the budget
/// lets through: 2.5 at most. `quartz-fuzz budgets` looks for such frames themselves.
enum WorstBudgetBench {
  static let all: [Bench] = [
    bench("many layers", side: 512) { layers(&$0, 50_000) },
    bench("many emitters", side: 512) { try emitters(&$0, 30) },
    bench("animated births", side: 512) { try animatedBirths(&$0, 500) },
    bench("scattered fill", side: 4096) { shape(&$0, 500, isFilled: true) },
    bench("scattered stroke", side: 4096) { shape(&$0, 300, isFilled: false) },
  ]

  /// Layers below a root, which become a commit.
  private struct Scene {
    var commit = Commit()
    private var children: [LayerID] = []

    @discardableResult
    mutating func add(_ layerClass: LayerClass, _ frame: Rect, _ values: WorstScene.Values)
      -> LayerID
    {
      let layer = LayerID(UInt32(commit.created.count + 1))
      commit.created.append(Commit.Creation(layer, layerClass))
      var bag = PropertyBag()
      bag[.bounds] = .rect(Rect(0, 0, frame.width, frame.height))
      bag[.position] = .point(Point(frame.x + frame.width / 2, frame.y + frame.height / 2))
      for (property, value) in values { bag[property] = value }
      commit.changes.append(Commit.Change(layer, bag))
      if commit.root == nil { commit.root = layer } else { children.append(layer) }
      return layer
    }

    mutating func finish() {
      commit.sublayers = [Commit.Sublayers(LayerID(1), children)]
    }
  }

  private static func bench(
    _ name: String,
    side: Int,
    _ fill: @escaping @Sendable (inout Scene) throws -> Void
  ) -> Bench {
    Bench(name: "worst/" + name) { options in
      var scene = Scene()
      scene.add(.layer, Rect(0, 0, Double(side), Double(side)), [:])
      try fill(&scene)
      scene.finish()
      let frame = WorstBudgetFrame(scene.commit, side: side, options)
      return Bench.Frame(
        prepare: { _ in try frame.prepare() },
        note: { frame.note },
        run: { _ in try frame.draw() }
      )
    }
  }

  private static func layers(_ scene: inout Scene, _ count: Int) {
    let colour = PropertyValue.color(Color(0.3, 0.5, 0.8))
    for index in 0..<count {
      let frame = Rect(Double(index % 512), Double(index / 512 % 512), 4, 4)
      scene.add(.layer, frame, [.backgroundColor: colour])
    }
  }

  private static func cell() -> ParticleCell {
    var cell = ParticleCell()
    (cell.name, cell.contents, cell.end) = ("spark", WorstScene.Picture.small.id, 1)
    cell[.birthRate] = 3000
    cell[.lifetime] = 1
    cell[.velocity] = 80
    cell[.scale] = 0.01
    cell[.emissionRange] = 6.3
    return cell
  }

  private static func addPicture(_ scene: inout Scene) throws {
    let picture = WorstScene.Picture.small
    scene.commit.createdImages = [Commit.ImageCreation(picture.id, try picture.pixels.get())]
  }

  private static func emitters(_ scene: inout Scene, _ count: Int) throws {
    try addPicture(&scene)
    for index in 0..<count {
      let depth = Double(index)
      let frame = Rect(251, 251, 10, 10)
      scene.add(.layer, frame, [.zPosition: .number(depth)])
      scene.add(
        .emitter,
        frame,
        [
          .emitterCells: .cells(CellBox([cell()])), .emitterPreservesDepth: .bool(true),
          .emitterZPosition: .number(depth / 2),
        ]
      )
    }
  }

  /// Many animations of one cell: each birth has a value of each.
  private static func animatedBirths(_ scene: inout Scene, _ count: Int) throws {
    try addPicture(&scene)
    let values: WorstScene.Values = [.emitterCells: .cells(CellBox([cell()]))]
    let layer = scene.add(.emitter, Rect(251, 251, 10, 10), values)
    var timing = MediaTiming()
    timing.duration = 10
    let ends = BasicAnimation(from: .number(1), to: .number(2))
    let target = AnimatedProperty.cell(CellTarget(["spark"], .velocity))
    let state = AnimationState(.property(PropertyAnimation(target, .basic(ends))), timing: timing)
    scene.commit.animations = (0..<count).map { .add(layer, key: "a\($0)", state) }
  }

  /// Lines from anywhere to anywhere.
  private static func shape(_ scene: inout Scene, _ count: Int, isFilled: Bool) {
    var random = SplitMix(seed: 3)
    var path = Path()
    path.move(to: Point(0, 0))
    for _ in 0..<count {
      let (x, y) = (random.next() % 4096, random.next() % 4096)
      path.line(to: Point(Double(x), Double(y)))
    }
    let colour = PropertyValue.color(Color(0, 0.6, 0.3))
    var values: WorstScene.Values = [.path: .path(path)]
    values[.fillColor] = isFilled ? colour : .null
    if !isFilled { values[.strokeColor] = colour }
    scene.add(.shape, Rect(0, 0, 4096, 4096), values)
  }
}

/// A frame that is planned from nothing each time, and what it took.
private final class WorstBudgetFrame {
  private let commit: Commit
  private let side: Int
  private let options: BenchOptions
  private var renderer: ContextRenderer?
  private var least = Double.infinity

  init(_ commit: Commit, side: Int, _ options: BenchOptions) {
    (self.commit, self.side, self.options) = (commit, side, options)
  }

  deinit { renderer?.close() }

  func prepare() throws {
    renderer?.close()
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: side, height: side, background: .black),
      backend: options.backend.make(options)
    )
    try renderer.apply(commit)
    self.renderer = renderer
  }

  func draw() throws {
    let begun = WorstScene.processorSeconds()
    try renderer?.render(at: 1.5)
    least = min(least, WorstScene.processorSeconds() - begun)
  }

  /// The seconds of one core for all of the budget, at best.
  var note: String {
    guard let costs = renderer?.frameCosts else { return "" }
    let share = FrameBudget.standard.share(of: costs)
    guard share > 0.005 else { return "nothing is drawn" }
    let whole = (least / share * 100).rounded() / 100
    return "whole budget \(whole) s of one core; \((share * 1000).rounded() / 10) % of it"
  }
}
