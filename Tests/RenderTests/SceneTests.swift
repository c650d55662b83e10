// Every scene on every renderer: against its reference picture, and against itself in other forms.
// Licensed under the MIT license; see LICENSE.
//
// The software renderer alone writes the references: run with QUARTZ_RECORD=1, look at the pictures, and
// commit them with the reason. A mismatch leaves the actual picture in out/render-tests.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzPlan
import Testing

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
private let references = folder.appending(path: "References")
private let leftovers = folder.appending(path: "../../out/render-tests").standardizedFileURL
private let isRecording = ProcessInfo.processInfo.environment["QUARTZ_RECORD"] != nil

/// Fails with what differs, and leaves the actual picture behind.
private func expectEqual(
  _ actual: Picture,
  _ expected: Picture,
  within tolerance: Int,
  _ name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = PixelDifference(actual, expected, tolerance: tolerance)
  if difference.largest > tolerance {
    try? actual.write(to: leftovers.appending(path: "\(name).actual.png"))
    try? expected.write(to: leftovers.appending(path: "\(name).expected.png"))
  }
  #expect(difference.largest <= tolerance, "\(name): \(difference)", sourceLocation: sourceLocation)
}

@Suite struct SceneTests {
  private func stage(_ scene: Scene, _ backend: Backend, encoded: Bool = false) throws -> Stage {
    let stage = try Stage(
      backend,
      width: Int(Double(scene.width) * scene.scale),
      height: Int(Double(scene.height) * scene.scale),
      scale: scene.scale,
      isYUp: scene.isYUp,
      encoded: encoded
    )
    stage.edit { scene.build(stage.root) }
    return stage
  }

  /// The GLES renderer within 1 of the reference, which the software renderer draws again exactly.
  private func tolerance(_ backend: Backend) -> Int { backend == .software ? 0 : 1 }

  @Test(arguments: Scene.all, Backend.all)
  func reference(scene: Scene, backend: Backend) throws {
    let stage = try stage(scene, backend)
    for time in scene.times {
      let name = scene.times.count == 1 ? scene.name : "\(scene.name)-\(time)"
      let picture = try stage.picture(at: time)
      let url = references.appending(path: "\(name).png")
      if isRecording && backend == .software {
        try picture.write(to: url)
        continue
      }
      expectEqual(
        picture,
        try Picture(contentsOf: url),
        within: tolerance(backend),
        "\(name)-\(backend)"
      )
    }
  }

  @Test(arguments: Scene.all, Backend.all)
  func encodedAndDecoded(scene: Scene, backend: Backend) throws {
    let plain = try stage(scene, backend)
    let encoded = try stage(scene, backend, encoded: true)
    for time in scene.times {
      expectEqual(
        try encoded.picture(at: time),
        try plain.picture(at: time),
        within: 0,
        "\(scene)-encoded-\(backend)"
      )
    }
  }

  @Test(arguments: Scene.all)
  func timesInAnyOrder(scene: Scene) throws {
    let forwards = try stage(scene, .software)
    let pictures = try scene.times.map { try forwards.picture(at: $0) }
    let backwards = try stage(scene, .software)
    for (time, picture) in zip(scene.times, pictures).reversed() {
      expectEqual(try backwards.picture(at: time), picture, within: 0, "\(scene)-\(time)")
    }
  }

  // MARK: Forms of the same picture

  /// The scene in a layer of its own on a larger output, with a change to that layer.
  private func framed(
    _ scene: Scene,
    _ backend: Backend,
    width: Int,
    height: Int,
    _ change: (CALayer) -> Void
  ) throws -> Picture {
    let stage = try Stage(
      backend,
      width: Int(Double(width) * scene.scale),
      height: Int(Double(height) * scene.scale),
      scale: scene.scale,
      isYUp: scene.isYUp
    )
    stage.edit {
      let window = CALayer()
      window.frame = CGRect(x: 0, y: 0, width: width, height: height)
      window.masksToBounds = true
      stage.root.addSublayer(window)
      let content = CALayer()
      content.bounds = CGRect(x: 0, y: 0, width: scene.width, height: scene.height)
      content.position = CGPoint(x: CGFloat(width) / 2, y: CGFloat(height) / 2)
      window.addSublayer(content)
      change(content)
      scene.build(content)
    }
    return try stage.picture()
  }

  @Test(arguments: Scene.all, Backend.all)
  func inAnIdentityGroup(scene: Scene, backend: Backend) throws {
    let plain = try stage(scene, backend).picture()
    let framed = try framed(scene, backend, width: scene.width, height: scene.height) { _ in }
    expectEqual(framed, plain, within: 0, "\(scene)-identity-\(backend)")
  }

  @Test(arguments: Scene.all, Backend.all)
  func movedByWholePixels(scene: Scene, backend: Backend) throws {
    // Both scales of the scenes take 8 points to whole pixels.
    let (width, height) = (scene.width + 16, scene.height + 16)
    let still = try framed(scene, backend, width: width, height: height) {
      $0.masksToBounds = true
    }
    let moved = try framed(scene, backend, width: width, height: height) {
      $0.masksToBounds = true
      $0.position.x -= 8
      $0.position.y += scene.isYUp ? -8 : 8
    }
    let step = Int(8 * scene.scale)
    let size = (
      Int(Double(scene.width) * scene.scale), Int(Double(scene.height) * scene.scale)
    )
    let actual = moved.cropped(x: 0, y: step * 2, width: size.0, height: size.1)
    let expected = still.cropped(x: step, y: step, width: size.0, height: size.1)
    expectEqual(
      actual,
      expected,
      within: 1,
      "\(scene)-moved-\(backend)"
    )
  }

  @Test(arguments: Scene.all, Backend.all)
  func mirrored(scene: Scene, backend: Backend) throws {
    let plain = try framed(scene, backend, width: scene.width, height: scene.height) { _ in }
    let mirrored = try framed(scene, backend, width: scene.width, height: scene.height) {
      $0.transform = CATransform3DMakeScale(-1, 1, 1)
    }
    try expectTurned(mirrored, plain.mirrored, scene, "\(scene)-mirrored-\(backend)")
  }

  @Test(arguments: Scene.all.filter { !$0.isYUp }, Backend.all)
  func turnedByAQuarter(scene: Scene, backend: Backend) throws {
    let side = max(scene.width, scene.height)
    let plain = try framed(scene, backend, width: side, height: side) { $0.masksToBounds = true }
    let turned = try framed(scene, backend, width: side, height: side) {
      $0.masksToBounds = true
      $0.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    }
    try expectTurned(turned, plain.turned, scene, "\(scene)-turned-\(backend)")
  }

  /// Pictures that went through other transforms: equal but for pixels whose centre lies exactly
  /// between two texels or on an edge that is not anti-aliased, where rounding decides.
  private func expectTurned(
    _ actual: Picture,
    _ expected: Picture,
    _ scene: Scene,
    _ name: String
  ) throws {
    let difference = PixelDifference(actual, expected, tolerance: 3)
    let allowed = actual.width * actual.height / 250
    if difference.countAbove > allowed {
      try? actual.write(to: leftovers.appending(path: "\(name).actual.png"))
      try? expected.write(to: leftovers.appending(path: "\(name).expected.png"))
    }
    #expect(difference.countAbove <= allowed, "\(name): \(difference)")
  }

  // MARK: Damage

  @Test(arguments: Scene.all, Backend.all)
  func partialDamageIsAFullRedraw(scene: Scene, backend: Backend) throws {
    let edited = try stage(scene, backend)
    _ = try edited.picture()
    let fresh = try stage(scene, backend)
    for stage in [edited, fresh] {
      stage.edit {
        for (index, layer) in (stage.root.sublayers ?? []).enumerated() where index % 3 == 1 {
          layer.position.x += 3
          layer.position.y -= 1.5
        }
        stage.root.sublayers?.last?.removeFromSuperlayer()
      }
    }
    expectEqual(
      try edited.picture(),
      try fresh.picture(),
      within: 0,
      "\(scene)-partial-\(backend)"
    )
    let damage = edited.carrier.renderer.plan.damage
    #expect(!damage.isEmpty)
  }
}
