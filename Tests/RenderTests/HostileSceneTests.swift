// Scenes that nobody draws, but that anybody can send: none of them ends the renderer.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzFaults
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import RenderScenes
import Testing

@Suite struct HostileSceneTests {
  private func emitter(in layer: CALayer, _ set: (CAEmitterLayer) -> Void) {
    let cell = CAEmitterCell()
    cell.contents = disc(6)
    cell.birthRate = 200
    cell.lifetime = 1
    cell.beginTime = -1
    cell.velocity = 30
    cell.emissionRange = 2 * .pi
    let emitter = CAEmitterLayer()
    emitter.frame = layer.bounds
    emitter.emitterPosition = CGPoint(x: 60, y: 30)
    emitter.emitterCells = [cell]
    set(emitter)
    layer.addSublayer(emitter)
  }

  /// An emitter whose sublayers' space is its own, in one copy that is where the layer is.
  @Test(arguments: [true, false], Backend.all)
  func emittersInReplicators(isFlipped: Bool, backend: Backend) throws {
    func picture(isCopied: Bool) throws -> Picture {
      let stage = try Stage(backend.make(), width: 120, height: 80)
      stage.edit {
        var parent = stage.root
        if isCopied {
          let replicator = CAReplicatorLayer()
          replicator.frame = parent.bounds
          replicator.instanceCount = 1
          parent.addSublayer(replicator)
          parent = replicator
        }
        emitter(in: parent) { emitter in
          emitter.isGeometryFlipped = isFlipped
          if !isFlipped { emitter.sublayerTransform = CATransform3DMakeScale(0.5, 0.75, 1) }
        }
      }
      return try stage.picture(at: 0.5)
    }
    let copied = try picture(isCopied: true)
    #expect(copied == (try picture(isCopied: false)))
    #expect(copied.bytes.contains { $0 != copied.bytes[0] })
  }

  private static func layer(
    _ id: UInt32,
    _ values: [PropertyID: PropertyValue],
    _ size: Double = 20
  ) -> Commit.Change {
    var bag = PropertyBag()
    bag[.bounds] = .rect(Rect(0, 0, size, size))
    bag[.position] = .point(Point(20, 20))
    bag[.backgroundColor] = .color(Color(1, 0, 0))
    for (id, value) in values { bag[id] = value }
    return .init(LayerID(id), bag)
  }

  private func renderer(
    _ commit: Commit,
    _ backend: any RenderBackend = SoftwareBackend(threads: 1)
  ) throws -> ContextRenderer {
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(width: 40, height: 40, scale: 1, isYUp: false),
      backend: backend
    )
    try renderer.apply(commit)
    return renderer
  }

  private func pixels(_ renderer: ContextRenderer, at time: Double = 0) throws -> [UInt8] {
    try renderer.render(at: time)
    var bytes = [UInt8](repeating: 0, count: 40 * 40 * 4)
    try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: 40 * 4) }
    return bytes
  }

  /// A root with the layers `below`, of which the first is a replicator with one sublayer.
  private func copies(
    _ count: Int64,
    _ values: [PropertyID: PropertyValue] = [:],
    beside others: [Commit.Change] = []
  ) -> Commit {
    var commit = Commit()
    commit.root = LayerID(1)
    commit.created = [
      .init(LayerID(1), .layer), .init(LayerID(2), .replicator), .init(LayerID(3), .layer),
    ]
    commit.created += others.map { .init($0.layer, .layer) }
    commit.sublayers = [
      .init(LayerID(1), [LayerID(2)] + others.map(\.layer)), .init(LayerID(2), [LayerID(3)]),
    ]
    commit.changes = [
      HostileSceneTests.layer(1, [.backgroundColor: .color(.white)], 40),
      HostileSceneTests.layer(
        2,
        [.instanceCount: .integer(count), .backgroundColor: .null].merging(values) { $1 }
      ),
      HostileSceneTests.layer(3, [:]),
    ]
    commit.changes += others
    return commit
  }

  /// More copies than a plan has room for, in one space with planes that cut each other.
  @Test func instancesBeforePlanesThatCut() throws {
    let planes = (4...7).map { id in
      HostileSceneTests.layer(
        UInt32(id),
        [
          .transform: .transform(Matrix4x4.rotation(0.3 * Double(id), 0, 1, 0)),
          .zPosition: .number(131_066),
        ]
      )
    }
    // The last of them, which there is no room for, lie between the planes.
    let step = Matrix4x4.translation(1e-5, 0, 1)
    let commit = copies(
      1 << 20,
      [.preservesDepth: .bool(true), .instanceTransform: .transform(step)],
      beside: planes
    )
    let renderer = try renderer(commit)
    renderer.budget = .standard
    // It is drawn, or refused for what it takes.
    do {
      _ = try pixels(renderer)
    } catch let error as RenderError {
      guard case .budgetSpent = error else { throw error }
    }
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, Int64.max])
  func countsOfInstances(count: Int64) throws {
    var commit = copies(count, [.instanceDelay: .number(0.5)])
    var timing = MediaTiming()
    timing.duration = 1
    let fade = AnimationState(
      target: AnimationTarget(.opacity),
      kind: .basic(.init(from: .number(0), to: .number(1))),
      timing: timing
    )
    commit.animations = [.add(LayerID(3), key: "fade", fade)]
    let renderer = try renderer(commit)
    renderer.budget = .standard
    let picture = try pixels(renderer, at: 0.25)
    // No copies, or many upon each other.
    let isWhite = picture[(20 * 40 + 20) * 4 + 1] == 255
    #expect(isWhite == (count <= 0))
  }

  // MARK: Memory

  /// The picture that a transition begins with takes memory; without it the end is the same.
  @Test func memoryThatIsRefusedToTransitions() throws {
    var first = Commit()
    first.created = [.init(LayerID(1), .layer), .init(LayerID(2), .layer)]
    first.changes = (1...2).map { id in
      var bag = PropertyBag()
      bag[.bounds] = .rect(Rect(0, 0, 40, 40))
      bag[.position] = .point(Point(20, 20))
      bag[.backgroundColor] = .color(Color(Double(id - 1), 0.5, 0.25))
      return .init(LayerID(UInt32(id)), bag)
    }
    first.sublayers = [.init(LayerID(1), [LayerID(2)])]
    first.root = LayerID(1)
    var second = Commit()
    var red = PropertyBag()
    red[.backgroundColor] = .color(Color(1, 0, 0))
    second.changes = [.init(LayerID(2), red)]
    var timing = MediaTiming()
    timing.duration = 1
    let fade = AnimationState(.transition(TransitionAnimation()), timing: timing)
    second.animations = [.add(LayerID(2), key: "transition", fade)]
    var number = 1
    while true {
      let renderer = try renderer(first)
      _ = try pixels(renderer)
      let fault = Fault(.memory, at: number)
      try fault.run { try renderer.apply(second) }
      _ = try pixels(renderer, at: 0.5)
      let end = try pixels(renderer, at: 2)
      #expect(Array(end[..<4]) == [255, 0, 0, 255], "refused \(number)")
      guard fault.hasStruck else { break }
      number += 1
    }
    // The output that becomes the picture.
    #expect(number > 1)
  }

  /// Any memory may be refused: that is an error, and the next frame is right.
  @Test func memoryThatIsRefused() throws {
    let count: UInt32 = 2000
    var commit = copies(40, [.instanceTransform: .transform(Matrix4x4.translation(0.5, 0, 0))])
    for id in 4...count {
      commit.created.append(.init(LayerID(id), .layer))
      let values: [PropertyID: PropertyValue] = [
        .position: .point(Point(Double(id % 40), Double(id / 40))),
        .opacity: .number(0.5), .cornerRadius: .number(3), .shadowOpacity: .number(0.25),
        .shadowRadius: .number(2),
      ]
      commit.changes.append(HostileSceneTests.layer(id, values, 5))
    }
    commit.sublayers[0].sublayers += (4...count).map { LayerID($0) }
    let expected = try pixels(renderer(commit))
    var number = 1
    var refused = 0
    while true {
      let fault = Fault(.memory, at: number)
      let backend = SoftwareBackend(threads: 1)
      let renderer = try renderer(Commit(), backend)
      fault.run {
        do {
          try renderer.apply(commit)
        } catch {
          refused += 1
          #expect("\(error)".contains("out of memory"))
          return
        }
        do {
          try renderer.render(at: 0)
        } catch {
          refused += 1
          #expect("\(error)".contains("out of memory"))
        }
      }
      guard fault.hasStruck else { break }
      if renderer.tree.layerCount == 0 { try renderer.apply(commit) }
      #expect(try pixels(renderer) == expected, "refused \(number)")
      number += 1
    }
    // The tree, the plan, coverage, rows, surfaces.
    #expect(refused == number - 1)
    #expect(refused >= 4)
  }
}
