// Hosted trees look like the same trees in one program, byte for byte.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import RenderScenes
import Testing

/// Draws what a context commits three times: below a layer of the same tree, hosted by that layer,
/// and hosted by one that learns of it late.
private final class HostedPair: CommitCarrier {
  private static let wrapper = LayerID(.max)
  private static let source: UInt64 = 2

  let direct: ContextRenderer
  let hosting: ContextRenderer
  private var tree = LayerTree()
  private let configuration: ContextConfiguration
  private let backend: any RenderBackend

  init(_ configuration: ContextConfiguration, _ backend: any RenderBackend) throws {
    (self.configuration, self.backend) = (configuration, backend)
    direct = try ContextRenderer(context: 1, configuration: configuration, backend: backend)
    hosting = try ContextRenderer(context: 2, configuration: configuration, backend: backend)
    try direct.apply(HostedPair.wrap())
    try host(by: hosting)
  }

  private static func wrap() -> Commit {
    var commit = Commit()
    commit.created = [Commit.Creation(wrapper, .layer)]
    commit.root = wrapper
    return commit
  }

  /// Lets a renderer show the tree as it is now.
  private func host(by renderer: ContextRenderer, at time: Double = 0) throws {
    var commit = HostedPair.wrap()
    var values = PropertyBag()
    values[.remoteClientId] = .integer(7)
    commit.changes = [Commit.Change(HostedPair.wrapper, values)]
    try renderer.apply(commit)
    renderer.updateHosting(token: 1) { client, _ in
      client == 7 ? HostedPair.source : nil
    }
    renderer.receive(.tree(tree.wholeTree(at: time)), from: HostedPair.source)
  }

  func send(_ commit: Commit) throws(CarrierError) {
    var wrapped = commit
    if let root = commit.root {
      wrapped.root = nil
      wrapped.sublayers.append(Commit.Sublayers(HostedPair.wrapper, root == .none ? [] : [root]))
    }
    do {
      try direct.apply(wrapped)
      try tree.apply(commit)
    } catch {
      throw .commitRefused("\(error)")
    }
    hosting.receive(.commit(commit), from: HostedPair.source)
  }

  /// The pictures of a time: of one tree, of a hosted one, of one that is hosted from then on.
  func pictures(at time: Double) throws -> [Picture] {
    let late = try ContextRenderer(context: 3, configuration: configuration, backend: backend)
    defer { late.close() }
    try host(by: late, at: time)
    return try [direct, hosting, late].map { renderer in
      try renderer.render(at: time)
      return try picture(of: renderer)
    }
  }

  func picture(of renderer: ContextRenderer) throws -> Picture {
    // Half floats are compared as the bytes that they are.
    let (width, height) = (configuration.width, configuration.height)
    let rowBytes = width * configuration.range.pixelBytes
    var bytes = [UInt8](repeating: 0, count: rowBytes * height)
    try bytes.withUnsafeMutableBytes { try renderer.read(into: $0, rowBytes: rowBytes) }
    var picture = Picture(width: 0, height: 0) { _, _ in .zero }
    (picture.width, picture.height, picture.bytes) = (width, height, bytes)
    return picture
  }

  /// Whether a layer is on its way from a picture of its old state, which only those have that saw
  /// it.
  var isInTransition: Bool { !direct.tree.snapshots.isEmpty }

  /// Gives the backend back as it was.
  func finish() {
    direct.close()
    hosting.close()
  }

  // A frame through the context would be one more renderer's.
  func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
    throw .failed("the pair draws its own frames")
  }
  func reconnect() throws(CarrierError) {}
  func close() {}
}

@Suite struct HostedTreeTests {
  /// - Parameter tolerance: How far apart bytes may be.
  private func check(_ scene: Scene, _ backend: Backend, tolerance: Int = 0) throws {
    let configuration = ContextConfiguration(
      width: scene.widthInPixels,
      height: scene.heightInPixels,
      scale: scene.scale,
      isYUp: scene.isYUp
    )
    let pair = try HostedPair(configuration, backend.make())
    let stage = try Stage(scene, SoftwareBackend(threads: 1)) { _ in pair }
    for time in scene.times {
      stage.context.prepareFrame(at: time)
      let pictures = try pair.pictures(at: time)
      let (hosted, late) = (distance(pictures[1], pictures[0]), distance(pictures[2], pictures[0]))
      if hosted > tolerance { References.leave(pictures[1], pictures[0], "\(scene)-hosted") }
      #expect(hosted <= tolerance, "\(scene) at \(time)")
      #expect(pair.isInTransition || late <= tolerance, "\(scene) at \(time), late")
      let plans = [pair.direct.plan, pair.hosting.plan]
      #expect(plans[0].draws.map(\.bounds) == plans[1].draws.map(\.bounds), "\(scene)")
      #expect(plans[0].draws.map(\.record) == plans[1].draws.map(\.record), "\(scene)")
    }
    pair.finish()
    #expect(pair.hosting.hostingCounts.hosted == 1 && pair.hosting.hostingCounts.refusals == 0)
  }

  /// A9.14: nor does one of layers brighter than white.
  @Test(arguments: BrightScene.all, Backend.all)
  func brightScenesAreTheSame(scene: BrightScene, backend: Backend) throws {
    let range = OutputRange.extended(headroom: 4)
    let configuration = ContextConfiguration(width: 64, height: 64, range: range)
    let pair = try HostedPair(configuration, backend.make())
    let stage = try Stage(SoftwareBackend(threads: 1), width: 64, height: 64, range: range) { _ in
      pair
    }
    try scene.fill(stage)
    for time in scene.times {
      stage.context.prepareFrame(at: time)
      let pictures = try pair.pictures(at: time)
      #expect(pictures[1] == pictures[0], "\(scene.testDescription) at \(time)")
      #expect(pair.isInTransition || pictures[2] == pictures[0], "late, at \(time)")
    }
    pair.finish()
  }

  /// The old picture of a hosted layer that is resized, moved and turned keeps its place.
  @Test(arguments: Backend.all, [false, true])
  func resizingTransitionsAreTheSame(backend: Backend, hasFilter: Bool) throws {
    let configuration = ContextConfiguration(width: 120, height: 90, scale: 1)
    let pair = try HostedPair(configuration, backend.make())
    let stage = try Stage(SoftwareBackend(threads: 1), width: 120, height: 90) { _ in pair }
    let layer = CALayer()
    stage.edit {
      layer.frame = CGRect(x: 10, y: 10, width: 100, height: 70)
      layer.backgroundColor = red
      stage.root.addSublayer(layer)
    }
    stage.context.prepareFrame(at: 0)
    let before = try pair.pictures(at: 0)[1]
    let transition = CATransition()
    if hasFilter { transition.filter = CIFilter(name: "CISwipeTransition") }
    (transition.duration, transition.type) = (2, .push)
    stage.edit {
      layer.frame = CGRect(x: 60, y: 30, width: 40, height: 20)
      (layer.transform, layer.backgroundColor) = (turn(20), blue)
      layer.add(transition, forKey: nil)
    }
    for time in [0, 0.5, 1, 2] {
      stage.context.prepareFrame(at: time)
      let pictures = try pair.pictures(at: time)
      #expect(distance(pictures[1], pictures[0]) == 0, "at \(time)")
      if time == 0 { #expect(pictures[1] == before) }
    }
    pair.finish()
  }

  private func distance(_ one: Picture, _ other: Picture) -> Int {
    if one == other { return 0 }
    return zip(one.bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// No scene shows whether one program drew it or two.
  @Test(arguments: CorpusTests.corpus)
  func scenesAreTheSame(scene: Scene) throws {
    try check(scene, .software)
  }

  @Test(.enabled(if: Backend.hasGLES), arguments: Scene.golden)
  func scenesAreTheSameWithGLES(scene: Scene) throws {
    // Because: images lie elsewhere in the textures that contexts share, so that the positions of
    // texels are rounded elsewhere. The plans are the same.
    try check(scene, .gles, tolerance: 1)
  }
}
