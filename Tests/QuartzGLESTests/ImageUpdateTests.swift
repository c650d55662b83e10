// Parts of images that change: what is uploaded, what is drawn again.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// The renderers that the tests run on.
enum UpdateBackend: String, CaseIterable {
  case software, gles, glesInTiles

  func make() throws -> any RenderBackend {
    switch self {
    case .software: SoftwareBackend(threads: 1)
    case .gles: try debugBackend()
    case .glesInTiles: try debugBackend { $0.textureSide = 64 }
    }
  }
}

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct ImageUpdateTests {
  private func update(_ renderer: ContextRenderer, _ parts: [Commit.ImageUpdate]) throws {
    var commit = Commit()
    commit.updatedImages = parts
    try renderer.apply(commit)
  }

  /// The picture of the renderer's tree as another renderer draws it from nothing.
  private func fresh(_ renderer: ContextRenderer, _ scene: ContentsScene) throws -> TargetPicture {
    let other = try scene.renderer(SoftwareBackend(threads: 1))
    defer { other.close() }
    var commit = Commit()
    for (image, pixels) in renderer.tree.images {
      commit.updatedImages.append(.init(image, x: 0, y: 0, pixels))
    }
    try other.apply(commit)
    try other.render(at: 0)
    return try TargetPicture(of: 1, scene.width, scene.height, in: other.backend)
  }

  @Test(arguments: UpdateBackend.allCases)
  func onlyThePartIsUploadedAndDrawn(choice: UpdateBackend) throws {
    let backend = try choice.make()
    var scene = ContentsScene(200, 150)
    let image = scene.image(try .noise(100, 80, seed: 1))
    scene.add(Rect(20, 30, 100, 80), [.contents: .image(image)])
    let renderer = try scene.renderer(backend)
    defer { renderer.close() }
    try renderer.render(at: 0)
    #expect(backend.counters.bytesUploaded >= 100 * 80 * 4)
    let part = try PixelBuffer.noise(7, 5, seed: 2)
    try update(renderer, [.init(image, x: 60, y: 40, part)])
    let damage = try renderer.render(at: 0)
    #expect(damage == Damage(PixelRect(80, 70, 87, 75)))
    let instances = choice == .software ? 0 : 400
    #expect((140...140 + instances).contains(backend.counters.bytesUploaded))
    let expected = try fresh(renderer, scene)
    let found = try TargetPicture(of: 1, 200, 150, in: backend)
    let difference = PictureDifference(reference: expected, actual: found)
    #expect(difference.flat <= 1 && difference.edge <= 1, "\(difference)")
  }

  @Test(arguments: UpdateBackend.allCases)
  func oneUploadForManyLayers(choice: UpdateBackend) throws {
    let backend = try choice.make()
    var scene = ContentsScene(200, 150)
    let image = scene.image(try .noise(40, 30, seed: 1))
    for index in 0..<20 {
      scene.add(Rect(Double(index) * 7, Double(index) * 5, 40, 30), [.contents: .image(image)])
    }
    let renderer = try scene.renderer(backend)
    defer { renderer.close() }
    try renderer.render(at: 0)
    // The instances of twenty draws need less than another image would.
    let bytes = 40 * 30 * 4
    #expect((bytes..<2 * bytes).contains(backend.counters.bytesUploaded))
    // Layers that move do not upload it again.
    var commit = Commit()
    for index in 2...21 {
      var values = PropertyBag()
      values[.position] = .point(Point(Double(index) * 5, 60))
      commit.changes.append(.init(LayerID(UInt32(index)), values))
    }
    try renderer.apply(commit)
    try renderer.render(at: 0)
    #expect(backend.counters.bytesUploaded < bytes)
  }

  /// Random parts under every way to show an image; the picture is always that of a fresh start,
  /// and nothing outside of the damage changes.
  @Test(arguments: UpdateBackend.allCases)
  func randomPartsGiveThePictureFromScratch(choice: UpdateBackend) throws {
    let backend = try choice.make()
    var scene = ContentsScene(160, 120)
    let image = scene.image(try .noise(70, 90, seed: 1))
    let shown: [PropertyID: PropertyValue] = [.contents: .image(image)]
    func add(_ frame: Rect, _ more: [PropertyID: PropertyValue]) {
      scene.add(frame, shown.merging(more) { $1 })
    }
    let trilinear = PropertyValue.name(ContentsFilter.trilinear.rawValue)
    add(Rect(0, 0, 70, 90), [:])
    add(Rect(75.5, 3.25, 30, 40), [.minificationFilter: trilinear])
    add(Rect(110, 3, 45, 40), [.contentsCenter: .rect(Rect(0.3, 0.3, 0.4, 0.4))])
    add(Rect(80, 60, 30, 40), [.transform: .transform(.rotation(0.6, 0, 0, 1))])
    add(Rect(115, 60, 40, 50), [.contentsRect: .rect(Rect(-0.2, 0.2, 1.1, 0.5))])
    add(
      Rect(10, 95, 60, 20),
      [.contents: .null, .backgroundColor: .pattern(image, cell: Rect(0, 0, 9, 7))]
    )
    add(Rect(20, 20, 30, 30), [.opacity: .number(0.5), .borderWidth: .number(3)])
    let renderer = try scene.renderer(backend)
    defer { renderer.close() }
    try renderer.render(at: 0)
    var numbers = SeededGenerator(seed: 4)
    var before = try TargetPicture(of: 1, 160, 120, in: backend)
    for step in 0..<12 {
      var parts: [Commit.ImageUpdate] = []
      for _ in 0...Int.random(in: 0...1, using: &numbers) {
        let (width, height) = (
          Int.random(in: 1...20, using: &numbers), Int.random(in: 1...20, using: &numbers)
        )
        let x = Int.random(in: 0...(70 - width), using: &numbers)
        let y = Int.random(in: 0...(90 - height), using: &numbers)
        let pixels = try PixelBuffer.noise(width, height, seed: UInt64(step + 10))
        parts.append(.init(image, x: x, y: y, pixels))
      }
      try update(renderer, parts)
      let damage = try renderer.render(at: 0)
      let after = try TargetPicture(of: 1, 160, 120, in: backend)
      let difference = PictureDifference(reference: try fresh(renderer, scene), actual: after)
      #expect(difference.flat <= 1 && difference.edge <= 1, "step \(step): \(difference)")
      for y in 0..<120 {
        for x in 0..<160
        where !damage.contains(PixelRect(Int32(x), Int32(y), Int32(x + 1), Int32(y + 1))) {
          #expect(before[x, y] == after[x, y])
        }
      }
      before = after
    }
  }

  @Test(arguments: UpdateBackend.allCases)
  func updatesBeforeTheFirstFrameAreOneUpload(choice: UpdateBackend) throws {
    let backend = try choice.make()
    var scene = ContentsScene(64, 64)
    let image = scene.image(try .noise(32, 32, seed: 1))
    scene.add(Rect(0, 0, 32, 32), [.contents: .image(image)])
    let renderer = try scene.renderer(backend)
    defer { renderer.close() }
    try update(renderer, [.init(image, x: 0, y: 0, try .noise(32, 32, seed: 2))])
    try update(renderer, [.init(image, x: 3, y: 3, try .noise(4, 4, seed: 3))])
    try renderer.render(at: 0)
    let bytes = 32 * 32 * 4
    #expect((bytes..<bytes + 400).contains(backend.counters.bytesUploaded))
    #expect(try TargetPicture(of: 1, 64, 64, in: backend) == fresh(renderer, scene))
  }
}
