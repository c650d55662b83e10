// Overlays over scenes that change: only what differs is drawn anew, and both renderers agree.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzMath
import QuartzModel
@testable import QuartzPlan
import QuartzSoftware
import RenderScenes
import Testing

@Suite struct OverlayDamageTests {
  // The times of frames are others each time.
  private static let steady = Overlays.all.subtracting(.fps)

  /// Layers of all sorts, which `edits` change.
  private func build(_ root: CALayer) {
    root.backgroundColor = white
    for index in 0..<6 {
      let box = CALayer()
      box.name = "box\(index)"
      box.frame = CGRect(x: 6 + 22 * index, y: 6 + 4 * index, width: 30, height: 24)
      box.backgroundColor = rgba(0.2, 0.4, 1, index.isMultiple(of: 2) ? 1 : 0.5)
      box.cornerRadius = index == 3 ? 8 : 0
      if index == 1 { box.contents = sample(20, 20) }
      if index == 4 { box.shouldRasterize = true }
      let child = CALayer()
      child.frame = CGRect(x: 8, y: 8, width: 16.5, height: 12)
      child.contents = sample(10, 10, alpha: 200)
      box.addSublayer(child)
      root.addSublayer(box)
    }
    let group = CALayer()
    group.name = "group"
    group.frame = CGRect(x: 20, y: 60, width: 60, height: 30)
    group.backgroundColor = rgba(1, 0.5, 0)
    group.opacity = 0.5
    group.shadowOpacity = 0.5
    let inner = CALayer()
    inner.name = "inner"
    inner.frame = CGRect(x: 10, y: 5, width: 25, height: 20)
    inner.contents = sample(20, 20)
    group.addSublayer(inner)
    root.addSublayer(group)
  }

  private static var edits: [(Stage) -> Void] {
    [
      { $0["box0"].position.x += 3 },
      { $0["box4"].backgroundColor = rgba(1, 0, 0) },
      { _ in },
      { $0["inner"].position.x += 0.5 },
      { $0["box1"].isHidden = true },
      { $0["group"].opacity = 1 },
      { $0["box5"].removeFromSuperlayer() },
      { $0["box2"].setAffineTransform(CGAffineTransform(rotationAngle: 0.3)) },
      { $0["box1"].isHidden = false },
    ]
  }

  /// Draws all of a renderer's last plan into an output of its own.
  private func wholePicture(_ renderer: ContextRenderer, _ number: UInt32) throws -> Picture {
    var plan = renderer.plan
    var (selector, cache) = (DrawSelector(), SurfaceCache())
    plan.damage = Damage(plan.outputFrame)
    selector.select(in: &plan, runs: [], &cache, at: 0)
    let (width, height) = (renderer.configuration.width, renderer.configuration.height)
    let backend = renderer.backend
    for (image, pixels) in renderer.tree.images {
      try backend.createImage(ImageKey(context: number, image: image), pixels)
    }
    try backend.createOutput(number, width: width, height: height)
    defer {
      backend.destroyOutput(number)
      for image in renderer.tree.images.keys {
        backend.destroyImage(ImageKey(context: number, image: image))
      }
    }
    try backend.execute(plan, context: number)
    var release = RenderPlan()
    release.released = ContiguousArray(plan.surfaces.map(\.key).filter { $0 != 0 })
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try bytes.withUnsafeMutableBytes {
      try backend.read(number, plan.outputFrame, into: $0, rowBytes: width * 4)
    }
    // Pictures that are kept belong to the number of the output, which others take again.
    try backend.execute(release, context: number)
    return Picture(width: width, height: height) { x, y in
      let start = (y * width + x) * 4
      return SIMD4(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
    }
  }

  private static let sets: [Overlays] = Overlays.named.map(\.overlay) + [steady, .all]

  @Test(arguments: sets)
  func damageIsAllThatDiffers(overlays: Overlays) throws {
    let stage = try Stage(SoftwareBackend(threads: 2), width: 160, height: 100)
    stage.edit { build(stage.root) }
    let renderer = stage.carrier.renderer
    renderer.overlays = overlays
    var largest = 0
    for (index, edit) in ([{ _ in }] + Self.edits).enumerated() {
      stage.edit { edit(stage) }
      let picture = Picture(try stage.frame(at: Double(index) * 0.1))
      if index > 0 { largest = max(largest, renderer.plan.damage.area) }
      let whole = try wholePicture(renderer, UInt32(900 + index))
      #expect(picture == whole, "after edit \(index), \(overlays.names)")
    }
    // An edit does not draw everything, but the first frame flashes as a whole, and its end is one.
    if !overlays.contains(.flash) { #expect(largest < 160 * 100) }
  }

  /// Both renderers draw the same tints after each edit; edges are the only difference, as without
  /// overlays.
  ///
  /// So the damage of the frames is right for both if it is for one of them.
  @Test(.enabled(if: Backend.hasGLES), arguments: sets.filter { !$0.contains(.fps) })
  func renderersAgree(overlays: Overlays) throws {
    let stages = try Backend.all.map { try Stage(try $0.make(), width: 160, height: 100) }
    for stage in stages {
      stage.edit { build(stage.root) }
      stage.carrier.renderer.overlays = overlays
    }
    for (index, edit) in ([{ _ in }] + Self.edits).enumerated() {
      var pictures: [Picture] = []
      for stage in stages {
        stage.edit { edit(stage) }
        pictures.append(Picture(try stage.frame(at: Double(index) * 0.1)))
      }
      let difference = zip(pictures[0].bytes, pictures[1].bytes).map { abs(Int($0) - Int($1)) }
      // Three steps, because: scenes without overlays differ by that at turned and round edges.
      #expect(difference.max() ?? 0 <= 3, "after edit \(index), \(overlays.names)")
    }
  }

  /// Without overlays a plan has nothing of them, also after there were some.
  @Test func nothingIsLeftBehind() throws {
    let plain = try Stage(SoftwareBackend(threads: 1), width: 160, height: 100)
    let other = try Stage(SoftwareBackend(threads: 1), width: 160, height: 100)
    for stage in [plain, other] { stage.edit { build(stage.root) } }
    other.carrier.renderer.overlays = .all
    for stage in [plain, other] { _ = try stage.frame(at: 0) }
    #expect(other.carrier.renderer.plan.draws.count > plain.carrier.renderer.plan.draws.count)
    other.carrier.renderer.overlays = []
    for stage in [plain, other] { _ = try stage.frame(at: 0.05) }
    #expect(other.carrier.renderer.plan.damage.area == 160 * 100)
    for stage in [plain, other] {
      stage.edit { stage["box0"].position.x += 3 }
      _ = try stage.frame(at: 0.1)
    }
    #expect("\(plain.carrier.renderer.plan)" == "\(other.carrier.renderer.plan)")
    #expect(plain.carrier.renderer.planWork == other.carrier.renderer.planWork)
  }

  /// Layers, opacities and depths that nobody would make.
  @Test(arguments: Backend.all) func hostileScenes(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 40, height: 40)
    stage.carrier.renderer.overlays = .all
    stage.edit {
      var top = stage.root
      for index in 0..<200 {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 1e9, height: index.isMultiple(of: 2) ? 40 : 1e-9)
        layer.opacity = 0.999
        layer.backgroundColor = rgba(1, 0, 0, 0.1)
        layer.contents = index.isMultiple(of: 10) ? sample(3, 3) : nil
        if index.isMultiple(of: 50) { layer.transform.m34 = -1 }
        layer.zPosition = Double(index)
        top.addSublayer(layer)
        top = layer
      }
    }
    _ = try stage.frame(at: 0)
    stage.edit { stage.root.sublayers = nil }
    _ = try stage.frame(at: .greatestFiniteMagnitude)
    stage.edit { stage.context.layer = nil }
    _ = try stage.frame(at: -1e300)
    #expect(stage.carrier.renderer.frameCount > 0)
  }
}
