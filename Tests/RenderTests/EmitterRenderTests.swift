// Particles on their way through plans and renderers: draw calls, depths, what is not planned.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzPlan
import RenderScenes
import TestClaims
import Testing

@Suite struct EmitterRenderTests {
  private func stage(_ backend: Backend, _ build: @escaping (CALayer) -> Void) throws -> Stage {
    let stage = try Stage(backend.make(), width: 120, height: 80)
    stage.edit { build(stage.root) }
    return stage
  }

  private func cell(_ image: CGImage?, count: Float) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.contents = image
    cell.birthRate = count
    cell.lifetime = 1
    cell.beginTime = -1
    cell.velocity = 40
    cell.emissionRange = 2 * .pi
    return cell
  }

  private func emitter(_ cells: [CAEmitterCell], in root: CALayer) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 60, y: 40)
    emitter.emitterCells = cells
    root.addSublayer(emitter)
    return emitter
  }

  /// Index of the draws of particles in the plan.
  private func particles(_ plan: RenderPlan) -> [Int] {
    plan.draws.indices.filter { plan.draws[$0].flags.contains(.particle) }
  }

  /// One draw call for each kind of cell, whether they turn or not, nested ones too.
  @Test(.enabled(if: Backend.hasGLES), arguments: [0, 2.0])
  func oneCallForEachCell(spin: Double) throws {
    let stage = try stage(.gles) { root in
      let first = cell(disc(6), count: 1500)
      first.spin = spin
      let second = cell(sample(6, 6), count: 700)
      second.emitterCells = [cell(disc(4, red), count: 2)]
      _ = emitter([first, second], in: root)
    }
    _ = try stage.picture()
    let counters = stage.carrier.renderer.counters
    #expect(particles(stage.carrier.renderer.plan).count > 1800)
    #expect(counters.drawCalls <= 4, "\(counters.drawCalls) calls")
  }

  /// Particles outside of what shows are not planned.
  @Test func invisibleParticlesAreNotPlanned() throws {
    let stage = try stage(.software) { root in
      let window = panel(40, 20, 20, 20, nil, in: root)
      window.masksToBounds = true
      let emitter = emitter([cell(disc(4), count: 1000)], in: window)
      emitter.emitterPosition = CGPoint(x: 10, y: 10)
    }
    _ = try stage.picture()
    let shown = particles(stage.carrier.renderer.plan)
    #expect(shown.count > 100 && shown.count < 700)
  }

  /// LW-P-6.12: between two layers in a perspective, some particles lie behind and some before
  /// each.
  @Test(.shows("CAEmitterLayer.preservesDepth", "CAEmitterLayer.emitterDepth"))
  func preservedDepthsLieAmongSiblings() throws {
    func plan(_ preserves: Bool) throws -> RenderPlan {
      let stage = try stage(.software) { root in
        let room = panel(0, 0, 120, 80, nil, in: root)
        room.sublayerTransform = perspective(300)
        let near = panel(20, 10, 60, 60, red, in: room)
        near.zPosition = 20
        let far = panel(40, 10, 60, 60, blue, in: room)
        far.zPosition = -20
        let cell = cell(disc(4), count: 200)
        cell.velocity = 0
        let emitter = emitter([cell], in: room)
        emitter.emitterShape = .cuboid
        emitter.emitterSize = CGSize(width: 80, height: 60)
        emitter.emitterDepth = 120
        emitter.preservesDepth = preserves
      }
      _ = try stage.picture()
      return stage.carrier.renderer.plan
    }
    let kept = try plan(true)
    let solids = kept.draws.indices.filter { kept.draws[$0].kind == .solid }
    try #require(solids.count == 2)
    let all = particles(kept)
    #expect(all.count > 150)
    // A third of them each, by the depths of the panels.
    #expect(all.filter { $0 < solids[0] }.count > 30)
    #expect(all.filter { $0 > solids[0] && $0 < solids[1] }.count > 30)
    #expect(all.filter { $0 > solids[1] }.count > 30)
    // Nearer particles are larger.
    let sizes = all.map { Int(kept.draws[$0].bounds.width) }
    #expect((sizes.last ?? 0) >= (sizes.first ?? 0))
    // Else they lie in the layer's plane, between the two.
    let flat = try plan(false)
    let places = flat.draws.indices.filter { flat.draws[$0].kind == .solid }
    try #require(places.count == 2)
    #expect(particles(flat).allSatisfy { $0 > places[0] && $0 < places[1] })
  }

  /// The kinds of clips that cut particles.
  enum Clip: CaseIterable {
    case none, pixels, shape, curve, shapeInShape

    func set(of layer: CALayer, in around: CALayer) {
      layer.masksToBounds = self != .none
      layer.cornerRadius = self == .none || self == .pixels ? 0 : 12
      if self == .curve { layer.cornerCurve = .continuous }
      if self == .shapeInShape { (around.masksToBounds, around.cornerRadius) = (true, 12) }
    }
  }

  /// Particles lie over the layer's sublayers and its border; a clip cuts them.
  @Test(arguments: Backend.all, Clip.allCases)
  func particlesLieOverTheBorder(backend: Backend, clip: Clip) throws {
    let stage = try stage(backend) { root in
      let cell = cell(bitmap(40, 40) { _, _ in [0, 0, 255, 255] }, count: 1)
      (cell.velocity, cell.lifetime) = (0, 10)
      let around = panel(10, 10, 100, 60, nil, in: root)
      let emitter = emitter([cell], in: around)
      emitter.frame = around.bounds
      emitter.emitterPosition = CGPoint(x: 90, y: 30)
      (emitter.borderWidth, emitter.borderColor) = (10, red)
      _ = panel(80, 20, 40, 8, green, in: emitter)
      clip.set(of: emitter, in: around)
    }
    let picture = try stage.picture()
    let background = picture[2, 2]
    // The particle goes from x 80 to 120, and from y 20 to 60.
    #expect(picture[105, 40] == SIMD4(0, 0, 255, 255), "over the border")
    #expect(picture[92, 32] == SIMD4(0, 0, 255, 255), "over a sublayer")
    #expect(picture[15, 40] == SIMD4(255, 0, 0, 255), "the border elsewhere")
    #expect(
      picture[115, 40] == (clip == .none ? SIMD4(0, 0, 255, 255) : background),
      "beyond the bounds"
    )
  }

  /// With `preservesDepth` the border is part of the emitter's plane: particles before it lie over
  /// it, those behind it under it, and a clip cuts both.
  @Test(arguments: Backend.all, [false, true])
  func keptDepthsLieAroundTheBorder(backend: Backend, clips: Bool) throws {
    let stage = try stage(backend) { root in
      let emitter = emitter([], in: root)
      emitter.frame = CGRect(x: 10, y: 10, width: 100, height: 60)
      (emitter.borderWidth, emitter.borderColor) = (10, red)
      (emitter.emitterShape, emitter.emitterMode) = (.point, .points)
      (emitter.preservesDepth, emitter.masksToBounds) = (true, clips)
      // One particle 10 points towards the viewer at the right edge, one away at the left edge.
      emitter.emitterCells = [(50.0, 10.0), (-50, -10)].map { x, z in
        let cell = cell(bitmap(40, 40) { _, _ in [0, 0, 255, 255] }, count: 1)
        (cell.lifetime, cell.emissionRange, cell.velocity) = (10, 0, x)
        (cell.zAcceleration, cell.xAcceleration) = (2 * z, 0)
        return cell
      }
      emitter.emitterPosition = CGPoint(x: 50, y: 30)
    }
    // Both are a second old.
    let picture = try stage.picture(at: 0)
    let background = picture[60, 2]
    #expect(picture[105, 40] == SIMD4(0, 0, 255, 255), "before the border")
    #expect(picture[95, 40] == SIMD4(0, 0, 255, 255))
    #expect(picture[15, 40] == SIMD4(255, 0, 0, 255), "the border is before it")
    #expect(picture[25, 40] == SIMD4(0, 0, 255, 255), "within the border")
    #expect(picture[115, 40] == (clips ? background : SIMD4(0, 0, 255, 255)))
    #expect(picture[5, 40] == (clips ? background : SIMD4(0, 0, 255, 255)))
  }

  /// A small particle shows its picture at a smaller size; the bias adds to the choice of it.
  @Test(.shows("CAEmitterCell.minificationFilterBias"), arguments: Backend.all)
  func biasChoosesTheLevel(backend: Backend) throws {
    // Columns of white and black, 2 pixels wide each; a level above the second one is grey.
    let stripes = bitmap(64, 64) { x, _ in
      x / 2 % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    func reds(_ bias: Float) throws -> Set<UInt8> {
      let stage = try stage(backend) { root in
        let cell = cell(stripes, count: 1)
        cell.velocity = 0
        cell.scale = 0.5
        cell.lifetime = 10
        cell.minificationFilter = CALayerContentsFilter.trilinear.rawValue
        cell.minificationFilterBias = bias
        _ = emitter([cell], in: root)
      }
      let picture = try stage.picture(at: 1)
      // The particle covers x 44 to 76; its edges mix with what is around.
      return Set((46..<74).map { picture[$0, 40].x })
    }
    let sharp = try reds(-1)
    #expect(sharp.contains { $0 < 40 } && sharp.contains { $0 > 215 }, "\(sharp.sorted())")
    let flat = try reds(4)
    #expect(flat.allSatisfy { (100...155).contains($0) }, "\(flat.sorted())")
  }

  /// Copies of a replicator have particles of their own times and colours.
  @Test(.shows("CAReplicatorLayer.instanceGreenOffset", "CAReplicatorLayer.instanceDelay"))
  func instancesAreBehindAndTinted() throws {
    let stage = try stage(.software) { root in
      let copies = CAReplicatorLayer()
      copies.frame = root.bounds
      copies.instanceCount = 2
      copies.instanceDelay = 0.5
      copies.instanceTransform = CATransform3DMakeTranslation(0, 30, 0)
      copies.instanceColor = rgba(1, 1, 1)
      copies.instanceGreenOffset = -1
      root.addSublayer(copies)
      let cell = cell(disc(4), count: 1)
      cell.beginTime = 0
      cell.lifetime = 10
      cell.emissionRange = 0
      let emitter = emitter([cell], in: copies)
      emitter.emitterPosition = CGPoint(x: 5, y: 10)
    }
    _ = try stage.picture(at: 1.25)
    let plan = stage.carrier.renderer.plan
    let shown = particles(plan)
    // The first has had two births, the one that is half a second behind, one.
    #expect(shown.count == 3)
    let greens = shown.map { plan.imageRecords[Int(plan.draws[$0].record)].color.y }
    #expect(greens.filter { $0 == 0 }.count == 1)
  }

  /// A layer that emits is drawn again for every frame, and only for as long as there are
  /// particles.
  @Test func framesEndWithTheParticles() throws {
    let stage = try stage(.software) { root in
      let cell = cell(disc(4), count: 50)
      cell.beginTime = 0
      cell.duration = 0.5
      _ = emitter([cell], in: root)
    }
    let renderer = stage.carrier.renderer
    for time in [0.1, 0.2, 1.2] {
      _ = try stage.picture(at: time)
      #expect(!renderer.plan.damage.isEmpty)
      #expect(renderer.tree.nextActivity(after: time) == time)
    }
    _ = try stage.picture(at: 2)
    #expect(!renderer.plan.damage.isEmpty)
    #expect(renderer.tree.nextActivity(after: 2) == nil)
    _ = try stage.picture(at: 3)
    #expect(renderer.plan.damage.isEmpty)
  }
}
