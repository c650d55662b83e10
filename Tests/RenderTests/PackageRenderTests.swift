// Packages on every renderer: shapes, gradients, depth and copies, at places and as pictures.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import RenderScenes
import Testing

/// A package of the archive's tests and what is known of its picture.
private struct Package {
  var name: String
  var probes: [Probe]
  var time = 0.0
  /// The suffix that tells the picture from another of the package.
  var suffix = ""
  var change: @Sendable (CAPackage) -> Void = { _ in }

  static func read(_ name: String) throws -> CAPackage {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try CAPackage(
      contentsOf: tests.appending(path: "QuartzArchiveTests/Packages/\(name).ca")
    )
  }

  /// The package on an output of its size.
  func stage(_ backend: Backend, scale: Double = 1) throws -> Stage {
    let package = try Package.read(name)
    #expect(package.warnings.isEmpty, "\(package.warnings)")
    let stage = try Stage(
      backend.make(),
      width: Int(package.size.width * scale),
      height: Int(package.size.height * scale),
      scale: scale
    )
    stage.edit {
      change(package)
      stage.root.addSublayer(package.canvasLayer)
    }
    return stage
  }
}

@Suite struct PackageRenderTests {
  /// The first layer of a class in a package.
  private static func first<Layer: CALayer>(_ type: Layer.Type, _ root: CALayer)
    -> Layer?
  {
    for layer in root.sublayers ?? [] {
      if let found = layer as? Layer ?? first(type, layer) { return found }
    }
    return nil
  }

  // MARK: Shapes

  private static let orange: SIMD3<Int> = [255, 128, 0]
  private static let (white, black): (SIMD3<Int>, SIMD3<Int>) = ([255, 255, 255], [0, 0, 0])
  private static let (red, blue): (SIMD3<Int>, SIMD3<Int>) = ([255, 0, 0], [0, 0, 255])

  private static let pens = [
    Package(name: "PenTriangle", probes: [Probe(70, 70, orange), Probe(30, 30, white)]),
    Package(name: "PenRing", probes: [Probe(30, 70, white), Probe(15, 70, black)]),
    Package(
      name: "PenRing",
      probes: [Probe(30, 70, black), Probe(15, 70, black)],
      suffix: "-nonZero",
      change: { first(CAShapeLayer.self, $0.rootLayer)?.fillRule = .nonZero }
    ),
    Package(
      name: "PenStroke",
      probes: [Probe(30, 10, blue), Probe(70, 10, white), Probe(30, 14, white)]
    ),
    Package(name: "PenCurve", probes: [Probe(20, 75, [0, 128, 0]), Probe(20, 68, white)]),
  ]

  /// The curve's highest point lies 30 above its base; it holds 960 pixels.
  @Test(arguments: Backend.all)
  func curve(backend: Backend) throws {
    let picture = try Package(name: "PenCurve", probes: []).stage(backend).picture()
    func coverage(_ x: Int, _ y: Int) -> Double { (255 - Double(picture[x, y].x)) / 255 }
    let heights = (0..<40).map { x in (0..<100).reduce(0) { $0 + coverage(x, $1) } }
    let highest = heights.max() ?? 0
    #expect(abs(highest - 30) <= 0.5, "\(highest)")
    let area = (0..<100).reduce(0.0) { sum, x in
      (0..<100).reduce(sum) { $0 + coverage(x, $1) }
    }
    #expect(abs(area - 960) <= 0.02 * 960, "\(area)")
    #expect((0..<100).allSatisfy { x in (0..<69).allSatisfy { coverage(x, $0) == 0 } })
  }

  // MARK: Light

  private static let lights = [
    Package(
      name: "LightRamp",
      probes: [Probe(25, 10, [190, 0, 65]), Probe(75, 10, [63, 0, 192])]
    ),
    Package(
      name: "LightStops",
      probes: [51, 60, 75, 99].map { Probe($0, 10, blue) } + [Probe(25, 10, [125, 0, 130])]
    ),
    // The first colour lies at the lower edge, where y points up.
    Package(
      name: "LightUpright",
      probes: [
        Probe(50, 99, [254, 0, 1]), Probe(50, 0, [1, 0, 254]), Probe(50, 74, [190, 0, 65]),
      ]
    ),
    Package(
      name: "LightRadial",
      probes: [
        Probe(50, 50, white, within: 5), Probe(75, 50, [125, 125, 125], within: 3),
        Probe(0, 0, black), Probe(99, 0, black), Probe(0, 99, black), Probe(99, 99, black),
      ]
    ),
    Package(
      name: "LightMask",
      probes: [
        Probe(70, 70, white), Probe(30, 30, black), Probe(85, 85, black), Probe(15, 70, black),
      ]
    ),
    Package(
      name: "LightHole",
      probes: [
        Probe(35, 35, red), Probe(65, 65, red), Probe(50, 50, black), Probe(42, 58, black),
        Probe(38, 50, red), Probe(62, 50, red), Probe(25, 50, black),
      ]
    ),
    Package(
      name: "LightGroup",
      probes: [Probe(20, 50, [128, 128, 128]), Probe(50, 50, [128, 128, 128])]
    ),
    Package(
      name: "LightGroup",
      probes: [Probe(20, 50, [128, 128, 128]), Probe(50, 50, [191, 191, 191])],
      suffix: "-apart",
      change: { $0.rootLayer.sublayers?[0].allowsGroupOpacity = false }
    ),
  ]

  // MARK: Depth

  private static func grays(_ levels: [Int]) -> [Probe] {
    zip([15, 45, 75, 105], levels).map { Probe($0, 110, SIMD3(repeating: $1)) }
  }

  private static let depths = [
    Package(name: "DepthDoor", probes: [Probe(100, 80, white), Probe(60, 80, black)]),
    Package(
      name: "DepthOrder",
      probes: [
        Probe(109, 80, white), Probe(110, 71, white), Probe(110, 88, white),
        Probe(106, 80, black), Probe(113, 80, black), Probe(110, 68, black),
        Probe(110, 92, black),
      ]
    ),
    Package(name: "DepthSpace", probes: [Probe(100, 80, red)]),
    Package(
      name: "DepthSpace",
      probes: [Probe(100, 80, blue)],
      suffix: "-turned",
      change: {
        $0.publishedObject(withName: "space")?.transform =
          CATransform3DMakeRotation(.pi, 0, 1, 0)
      }
    ),
    Package(
      name: "DepthRow",
      probes: grays([255, 191, 128, 64])
        + [30, 60, 90, 120, 135].map { Probe($0, 110, black) } + [Probe(15, 103, black)]
    ),
    Package(name: "DepthWave", probes: grays([128, 48, 0, 0]), time: 1),
    Package(
      name: "DepthSparks",
      probes: [Probe(70, 110, black), Probe(30, 104, black)],
      time: 1.05
    ),
    Package(
      name: "DepthSparks",
      probes: [Probe(104, 110, black), Probe(30, 104, black)],
      time: 3.05,
      suffix: "-later"
    ),
  ]

  /// The quadrilateral of a plane that is turned by 60 degrees, 200 points from the eye.
  @Test(arguments: Backend.all)
  func door(backend: Backend) throws {
    let scale = 8.0
    let picture = try Package(name: "DepthDoor", probes: []).stage(backend, scale: scale).picture()
    func isWhite(_ x: Double, _ y: Double) -> Bool {
      picture[Int((100 + x) * scale), Int((80 + y) * scale)].x > 127
    }
    // Where the edges cross the axis, and the corners, each within 0.3.
    for (x, halfHeight, inwards) in [(-31.91, 63.82, 0.3), (20.55, 41.10, -0.3)] {
      #expect(isWhite(x + inwards, 0) && !isWhite(x - inwards, 0))
      for side in [-1.0, 1] {
        #expect(isWhite(x + inwards, side * (halfHeight - 0.6)))
        #expect(!isWhite(x + inwards, side * (halfHeight + 0.3)))
        #expect(!isWhite(x - inwards, side * (halfHeight - 0.6)))
      }
    }
  }

  /// Ten or eleven particles four points apart, then twenty or more, none farther than it has come;
  /// the same seed gives the same bytes.
  @Test(arguments: Backend.all, [(1.05, 10...11, 62.0), (3.05, 20...21, 100)])
  func sparks(backend: Backend, shown: (time: Double, count: ClosedRange<Int>, end: Double)) throws
  {
    let package = Package(name: "DepthSparks", probes: [])
    let stage = try package.stage(backend)
    let picture = try stage.picture(at: shown.time)
    let bounds = stage.carrier.renderer.plan.draws.filter { $0.flags.contains(.particle) }
      .map(\.bounds)
    #expect(shown.count.contains(bounds.count), "\(bounds.count)")
    // The picture of a particle is four points wide: they touch, and light one line.
    let lit = (0..<200).filter { picture[$0, 110].x > 0 }
    let light = lit.reduce(0) { $0 + Int(picture[$1, 110].x) }
    #expect(abs(Double(light) / 255 / 4 - Double(bounds.count)) <= 0.6, "\(light)")
    #expect(try #require(lit.last).advanced(by: -2) <= Int(shown.end))
    #expect((0..<160).allSatisfy { y in abs(y - 110) <= 2 || picture[30, y].x == 0 })
    #expect(try package.stage(backend).picture(at: shown.time) == picture)
  }

  // MARK: Pictures

  /// Index by name, because arguments of tests are values that can be told apart.
  @Test(arguments: (pens + lights + depths).indices, Backend.all)
  func reference(index: Int, backend: Backend) throws {
    let package = (Self.pens + Self.lights + Self.depths)[index]
    let name = "Packages/\(package.name)\(package.suffix)"
    let picture = try package.stage(backend).picture(at: package.time)
    for probe in package.probes { picture.check(probe, scale: 1, "\(name)-\(backend)") }
    if References.isRecording {
      if backend == .software { try picture.write(to: References.url(name)) }
      return
    }
    expectEqual(
      picture,
      try Picture(contentsOf: References.url(name)),
      within: backend == .software ? 0 : 2,
      "\(name)-\(backend)"
    )
  }
}
