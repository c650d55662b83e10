// Contents images of layers, from commits to pixels, on both renderers.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzSoftware
import TestRandom
import Testing

@testable import QuartzGLES
@testable import QuartzPlan

/// A tree of a root and the layers in it, for a picture.
struct ContentsScene {
  static let root = LayerID(1)
  private(set) var commit = Commit()
  private var sublayers: [LayerID] = []
  let width: Int
  let height: Int
  var isYUp = false

  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (width, height)
    commit.created = [.init(Self.root, .layer)]
    commit.root = Self.root
  }

  @discardableResult
  mutating func image(_ pixels: PixelBuffer) -> ImageID {
    let id = ImageID(UInt32(commit.createdImages.count + 1))
    commit.createdImages.append(.init(id, pixels))
    return id
  }

  @discardableResult
  mutating func add(_ frame: Rect, _ values: [PropertyID: PropertyValue]) -> LayerID {
    let id = LayerID(UInt32(sublayers.count + 2))
    sublayers.append(id)
    commit.created.append(.init(id, .layer))
    var bag = PropertyBag()
    bag[.bounds] = .rect(Rect(0, 0, frame.width, frame.height))
    bag[.position] = .point(Point(frame.x + frame.width / 2, frame.y + frame.height / 2))
    for (property, value) in values { bag[property] = value }
    commit.changes.append(.init(id, bag))
    return id
  }

  /// The commit of the whole tree.
  var finished: Commit {
    var commit = commit
    commit.sublayers = [.init(Self.root, sublayers)]
    return commit
  }

  func renderer(_ backend: any RenderBackend) throws -> ContextRenderer {
    let renderer = try ContextRenderer(
      context: 1,
      configuration: ContextConfiguration(
        width: width,
        height: height,
        isYUp: isYUp,
        background: Color(1, 1, 1)
      ),
      backend: backend
    )
    try renderer.apply(finished)
    return renderer
  }

  /// The picture of a backend, which is left as it was.
  func picture(_ backend: any RenderBackend) throws -> TargetPicture {
    let renderer = try renderer(backend)
    defer { renderer.close() }
    try renderer.render(at: 0)
    return try TargetPicture(of: 1, width, height, in: backend)
  }

  /// Draws the scene with both and expects them to agree.
  @discardableResult
  func expectAgreement(
    named name: String,
    _ backend: GLESBackend,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TargetPicture {
    let reference = try picture(SoftwareBackend(threads: 1))
    let actual = try picture(backend)
    let difference = PictureDifference(reference: reference, actual: actual)
    reference.save(name + "-software")
    actual.save(name + "-gles")
    #expect(
      difference.flat <= 1 && difference.edge <= 1,
      "\(name): \(difference)",
      sourceLocation: sourceLocation
    )
    return reference
  }
}

extension PixelBuffer {
  /// A button: corners of `corner` texels in red, green, blue and yellow, edges in grey, a middle
  /// of waves.
  static func button(_ width: Int, _ height: Int, corner: Int) throws -> PixelBuffer {
    let colors: [UInt32] = [0xFF00_00FF, 0xFF00_FF00, 0xFFFF_0000, 0xFF00_FFFF]
    return try made(width, height) { x, y in
      let (left, right) = (x < corner, x >= width - corner)
      let (upper, lower) = (y < corner, y >= height - corner)
      if (left || right) && (upper || lower) { return colors[(right ? 1 : 0) + (lower ? 2 : 0)] }
      if left || right || upper || lower { return 0xFF80_8080 }
      return 0xFF00_0000 | UInt32(x * 16 % 256) | UInt32(y * 16 % 256) << 8
    }
  }
}

private func name(_ gravity: ContentsGravity) -> PropertyValue { .name(gravity.rawValue) }
private func name(_ filter: ContentsFilter) -> PropertyValue { .name(filter.rawValue) }

@Suite(.enabled(if: GLMachine.isAvailable, GLMachine.reason))
struct ContentsTests {
  let backend: GLESBackend

  init() throws {
    backend = try debugBackend()
  }

  private let center = PropertyValue.rect(Rect(0.25, 0.25, 0.5, 0.5))

  @Test(arguments: [false, true])
  func nineParts(isYUp: Bool) throws {
    var scene = ContentsScene(120, 100)
    scene.isYUp = isYUp
    let image = scene.image(try .button(16, 16, corner: 4))
    let shown: [PropertyID: PropertyValue] = [.contents: .image(image), .contentsCenter: center]
    scene.add(Rect(4, 4, 60, 40), shown)
    scene.add(Rect(70, 4, 40, 30), shown.merging([.contentsScale: .number(2)]) { $1 })
    scene.add(Rect(4, 60, 6, 30), shown)
    scene.add(Rect(20, 60, 3, 3), shown)
    let turn = PropertyValue.transform(.rotation(0.3, 0, 0, 1))
    scene.add(Rect(40, 55, 50, 30), shown.merging([.transform: turn]) { $1 })
    let picture = try scene.expectAgreement(named: "nine-parts-\(isYUp)", backend)
    // Corners keep their texels; the first row is on top whichever way y points.
    let top = isYUp ? 100 - 44 : 4
    #expect(picture[5, top + 1] == [255, 0, 0, 255])
    #expect(picture[7, top + 3] == [255, 0, 0, 255])
    #expect(picture[62, top + 1] == [0, 255, 0, 255])
    #expect(picture[5, top + 38] == [0, 0, 255, 255])
    #expect(picture[62, top + 38] == [255, 255, 0, 255])
    #expect(picture[30, top + 1] == [128, 128, 128, 255])
    #expect(picture[5, top + 20] == [128, 128, 128, 255])
    // At two texels a point a corner has two.
    let second = isYUp ? 100 - 34 : 4
    #expect(picture[71, second + 1] == [255, 0, 0, 255])
    #expect(picture[90, second + 1] == [128, 128, 128, 255])
    // Where there is no room, corners meet and nothing lies between them.
    let third = isYUp ? 100 - 90 : 60
    #expect(picture[4, third + 1][0] > 200 && picture[9, third + 1][1] > 200)
  }

  @Test(arguments: ContentsGravity.allCases)
  func ninePartsInEveryGravity(gravity: ContentsGravity) throws {
    var scene = ContentsScene(80, 60)
    let image = scene.image(try .button(16, 12, corner: 4))
    scene.add(
      Rect(10, 5, 60, 50),
      [.contents: .image(image), .contentsCenter: center, .contentsGravity: name(gravity)]
    )
    let picture = try scene.expectAgreement(named: "nine-parts-\(gravity)", backend)
    switch gravity {
    case .resize, .resizeAspect, .resizeAspectFill: break
    default:
      // An image that is not resized is not stretched.
      var plain = ContentsScene(80, 60)
      let image = plain.image(try .button(16, 12, corner: 4))
      plain.add(Rect(10, 5, 60, 50), [.contents: .image(image), .contentsGravity: name(gravity)])
      #expect(try plain.picture(SoftwareBackend(threads: 1)) == picture)
    }
  }

  /// Without a size, outside of the unit square, mirrored, of a part of the image.
  @Test(arguments: [
    Rect(0.5, 0.5, 0, 0), Rect(0, 0, 0, 0), Rect(1, 1, 0, 0), Rect(-1, 0.25, 1.5, 0.5),
    Rect(2, 2, 1, 1), Rect(0.75, 0.75, -0.5, -0.5), Rect(0.3, 0, 0.4, 1), Rect(0, 0.3, 1, 0.4),
  ])
  func ninePartsDegenerate(center: Rect) throws {
    var scene = ContentsScene(100, 60)
    let image = scene.image(try .button(17, 13, corner: 4))
    let shown: [PropertyID: PropertyValue] = [
      .contents: .image(image), .contentsCenter: .rect(center),
    ]
    scene.add(Rect(3, 3, 50, 50), shown)
    scene.add(
      Rect(60, 5, 35, 40),
      shown.merging([.contentsRect: .rect(Rect(0.25, 0, 0.5, 1))]) { $1 }
    )
    try scene.expectAgreement(named: "nine-parts-\(center.x)-\(center.width)", backend)
  }

  @Test func ninePartsAsLargeAsTheImageAreCopied() throws {
    var scene = ContentsScene(40, 40)
    let image = scene.image(try .button(16, 16, corner: 4))
    scene.add(Rect(4, 4, 16, 16), [.contents: .image(image), .contentsCenter: center])
    let renderer = try scene.renderer(SoftwareBackend(threads: 1))
    renderer.prepare(at: 0)
    #expect(renderer.plan.draws[0].flags.contains(.copies))
  }

  @Test(arguments: [0.0, 1, -1, 20, -20], [1.0, 0.3])
  func trilinear(bias: Double, turn: Double) throws {
    var scene = ContentsScene(150, 90)
    let noise = scene.image(try .noise(61, 47, seed: 5))
    let stripes = scene.image(try .stripes(300, 280))
    let shown: [PropertyID: PropertyValue] = [
      .minificationFilter: name(ContentsFilter.trilinear), .minificationFilterBias: .number(bias),
      .transform: .transform(.rotation(turn == 1 ? 0 : turn, 0, 0, 1)),
    ]
    for (index, size) in [(50.0, 40.0), (25, 12), (9, 9), (2, 1)].enumerated() {
      let x = Double(5 + index * 35)
      var values = shown
      values[.contents] = .image(noise)
      scene.add(Rect(x, 5, size.0, size.1), values)
      values[.contents] = .image(stripes)
      scene.add(Rect(x + 3, 50, size.0 / 2, size.1 / 2), values)
    }
    try scene.expectAgreement(named: "trilinear-\(bias)-\(turn)", backend)
  }

  /// Red and green sprites side by side: however small, no sprite shows the other's colour.
  @Test func trilinearSpritesDoNotBleed() throws {
    var scene = ContentsScene(100, 40)
    let image = scene.image(
      try .made(64, 32) { x, _ in x < 32 ? 0xFF00_00FF : 0xFF00_FF00 }
    )
    for (index, size) in [30.0, 20, 9, 4, 2, 1].enumerated() {
      scene.add(
        Rect(Double(index) * 16, 4, size, size),
        [
          .contents: .image(image), .contentsRect: .rect(Rect(0, 0, 0.5, 1)),
          .minificationFilter: name(ContentsFilter.trilinear),
        ]
      )
    }
    let picture = try scene.expectAgreement(named: "sprites", backend)
    for y in 0..<40 {
      for x in 0..<100 {
        #expect(picture[x, y] == [255, 0, 0, 255] || picture[x, y] == [255, 255, 255, 255])
      }
    }
  }

  @Test(arguments: [false, true])
  func patterns(isYUp: Bool) throws {
    var scene = ContentsScene(160, 120)
    scene.isYUp = isYUp
    let cell = scene.image(try .button(10, 8, corner: 3))
    let pattern = PropertyValue.pattern(cell, cell: Rect(0, 0, 10, 8))
    scene.add(Rect(5, 5, 47, 39), [.backgroundColor: pattern])
    scene.add(
      Rect(60, 5, 40, 40),
      [.backgroundColor: pattern, .cornerRadius: .number(12), .opacity: .number(0.7)]
    )
    scene.add(
      Rect(110, 10, 40, 30),
      [.backgroundColor: pattern, .transform: .transform(.rotation(0.4, 0, 0, 1))]
    )
    scene.add(
      Rect(5, 60, 60, 50),
      [.backgroundColor: .pattern(cell, cell: Rect(3.5, 2.25, 7.3, 5.1))]
    )
    scene.add(
      Rect(75, 60, 60, 50),
      [
        .backgroundColor: pattern, .cornerRadius: .number(14),
        .cornerCurve: .name(CornerCurve.continuous.rawValue),
      ]
    )
    let picture = try scene.expectAgreement(named: "patterns-\(isYUp)", backend)
    // One cell begins at the origin of the layer's space.
    let (x, y) = (5, isYUp ? 120 - 5 - 8 : 5)
    for (column, row) in [(0, 0), (2, 2), (5, 0), (5, 4), (9, 7)] {
      #expect(picture[x + column, y + row] == picture[x + column + 10, y + row])
      #expect(picture[x + column, y + row] == picture[x + column + 30, y + row])
      let next = isYUp ? y - 16 : y + 16
      #expect(picture[x + column, y + row] == picture[x + column, next + row])
    }
    #expect(picture[x, y] == [255, 0, 0, 255])
  }

  @Test func patternsWithoutAMeaningShowNothing() throws {
    let bad = [
      Rect(0, 0, 0, 5), Rect(.nan, 0, 5, 5), Rect(0, 0, .infinity, 5), Rect(1e300, 0, 5, 5),
    ]
    for cell in bad {
      var scene = ContentsScene(20, 20)
      let image = scene.image(try .button(8, 8, corner: 2))
      scene.add(Rect(0, 0, 20, 20), [.backgroundColor: .pattern(image, cell: cell)])
      let picture = try scene.picture(SoftwareBackend(threads: 1))
      #expect(try scene.picture(backend) == picture)
      if !cell.isFinite || cell.width == 0 { #expect(picture[4, 4] == [255, 255, 255, 255]) }
    }
  }

  /// Images in tiles of 64 texels give the pictures of images in one piece.
  @Test func tilesAreSeamless() throws {
    let small = try debugBackend { $0.textureSide = 64 }
    var scene = ContentsScene(160, 120)
    let image = scene.image(try .stripes(300, 150))
    let odd = scene.image(try .noise(131, 67, seed: 3))
    let trilinear = name(ContentsFilter.trilinear)
    scene.add(Rect(2, 2, 150, 75), [.contents: .image(image), .minificationFilter: trilinear])
    scene.add(Rect(2, 80, 50, 30), [.contents: .image(odd), .minificationFilter: trilinear])
    scene.add(
      Rect(60, 80, 40, 38),
      [.contents: .image(odd), .contentsCenter: .rect(Rect(0.4, 0.4, 0.1, 0.1))]
    )
    scene.add(Rect(110, 80, 40, 38), [.backgroundColor: .pattern(odd, cell: Rect(0, 0, 30, 20))])
    scene.add(
      Rect(20, 20, 60, 40),
      [.contents: .image(image), .transform: .transform(.rotation(0.5, 0, 0, 1))]
    )
    try scene.expectAgreement(named: "tiles", small)
  }

  /// The longest images there are, in both directions, from their first to their last texels.
  @Test(arguments: [(65536, 3), (3, 65536), (40000, 17)])
  func longImages(width: Int, height: Int) throws {
    var scene = ContentsScene(64, 64)
    let image = scene.image(try .stripes(width, height))
    let trilinear = name(ContentsFilter.trilinear)
    scene.add(Rect(1, 1, 40, 20), [.contents: .image(image), .minificationFilter: trilinear])
    let end = Rect(1 - 20 / Double(width), 0, 20 / Double(width), 1)
    scene.add(Rect(1, 24, 40, 17), [.contents: .image(image), .contentsRect: .rect(end)])
    let bottom = Rect(0, 1 - 20 / Double(height), 1, 20 / Double(height))
    scene.add(Rect(44, 1, 17, 40), [.contents: .image(image), .contentsRect: .rect(bottom)])
    scene.add(
      Rect(1, 44, 60, 18),
      [.contents: .image(image), .contentsGravity: name(ContentsGravity.right)]
    )
    try scene.expectAgreement(named: "long-\(width)", backend)
  }
}
