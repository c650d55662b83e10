// Every scene on every renderer: against its reference picture, and against itself in other forms.
// Licensed under the MIT license; see LICENSE.
//
// The software renderer alone writes the references: run with QUARTZ_RECORD=1, look at the
// pictures, and commit them with the reason. A mismatch leaves the actual picture in
// out/render-tests.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzGLES
import QuartzMath
import QuartzPlan
import RenderScenes
import TestPlatform
import Testing

@Suite struct SceneTests {
  @Test func namesAreUnique() {
    let names = Scene.all.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: Scene.all, Backend.all)
  func reference(scene: Scene, backend: Backend) throws {
    let stage = try Stage(scene, backend)
    for time in scene.times {
      let name = scene.times.count == 1 ? scene.name : "\(scene.name)-\(time)"
      let picture = try stage.picture(at: time)
      for probe in scene.probes { picture.check(probe, scale: scene.scale, "\(name)-\(backend)") }
      if References.isRecording && backend == .software {
        try picture.write(to: References.url(name))
        continue
      }
      try expectReference(picture, name, scene, backend)
    }
  }

  /// The software renderer draws the reference again exactly, GLES within 1 of it but for scenes
  /// that say why not (CorpusTests says more).
  private func expectReference(
    _ picture: Picture,
    _ name: String,
    _ scene: Scene,
    _ backend: Backend
  ) throws {
    let allowed = scene.exceptions[.edges]?.tolerance ?? 1
    expectEqual(
      picture,
      try Picture(contentsOf: References.url(name)),
      within: backend == .software ? 0 : allowed,
      "\(name)-\(backend)"
    )
  }

  @Test(arguments: Scene.sheets, Backend.all)
  func encodedAndDecoded(scene: Scene, backend: Backend) throws {
    let plain = try Stage(scene, backend)
    let encoded = try Stage(scene, backend, encoded: true)
    for time in scene.times {
      expectEqual(
        try encoded.picture(at: time),
        try plain.picture(at: time),
        within: 0,
        "\(scene)-encoded-\(backend)"
      )
    }
  }

  @Test(arguments: Scene.sheets)
  func timesInAnyOrder(scene: Scene) throws {
    let forwards = try Stage(scene, .software)
    let pictures = try scene.times.map { try forwards.picture(at: $0) }
    let backwards = try Stage(scene, .software)
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
      backend.make(),
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

  @Test(arguments: Scene.sheets, Backend.all)
  func inAnIdentityGroup(scene: Scene, backend: Backend) throws {
    let plain = try Stage(scene, backend).picture()
    let framed = try framed(scene, backend, width: scene.width, height: scene.height) { _ in }
    expectEqual(framed, plain, within: 0, "\(scene)-identity-\(backend)")
  }

  @Test(
    arguments: Scene.sheets.filter { $0.exceptions[.moved] == nil },
    Backend.all
  )
  func movedByWholePixels(scene: Scene, backend: Backend) throws {
    // All scales of the scenes take 8 points to whole pixels.
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
    expectEqual(actual, expected, within: 1, "\(scene)-moved-\(backend)")
  }

  @Test(
    arguments: Scene.sheets.filter { $0.exceptions[.mirrored] == nil },
    Backend.all
  )
  func mirrored(scene: Scene, backend: Backend) throws {
    let plain = try framed(scene, backend, width: scene.width, height: scene.height) { _ in }
    let mirrored = try framed(scene, backend, width: scene.width, height: scene.height) {
      $0.transform = CATransform3DMakeScale(-1, 1, 1)
    }
    try expectTurned(mirrored, plain.mirrored, "\(scene)-mirrored-\(backend)")
  }

  private static let turnable = Scene.sheets.filter {
    !$0.isYUp && $0.exceptions[.turned] == nil
  }

  @Test(arguments: turnable, Backend.all)
  func turnedByQuarters(scene: Scene, backend: Backend) throws {
    let side = max(scene.width, scene.height)
    var expected = try framed(scene, backend, width: side, height: side) {
      $0.masksToBounds = true
    }
    for quarters in 1...3 {
      expected = expected.turned
      let turned = try framed(scene, backend, width: side, height: side) {
        $0.masksToBounds = true
        $0.transform = CATransform3DMakeRotation(.pi / 2 * Double(quarters), 0, 0, 1)
      }
      try expectTurned(turned, expected, "\(scene)-turned\(quarters)-\(backend)")
    }
  }

  /// Pictures that went through other transforms: equal but for pixels whose centre lies exactly
  /// between two texels or on an edge that is not anti-aliased, where rounding decides.
  private func expectTurned(_ actual: Picture, _ expected: Picture, _ name: String) throws {
    let difference = PixelDifference(actual, expected, tolerance: 3)
    let allowed = actual.width * actual.height / 250
    if difference.countAbove > allowed { References.leave(actual, expected, name) }
    #expect(difference.countAbove <= allowed, "\(name): \(difference)")
  }

  // MARK: Damage

  @Test(arguments: Scene.sheets, Backend.all)
  func partialDamageIsAFullRedraw(scene: Scene, backend: Backend) throws {
    let edited = try Stage(scene, backend)
    _ = try edited.picture()
    let fresh = try Stage(scene, backend)
    for stage in [edited, fresh] {
      stage.edit {
        for (index, layer) in (stage.root.sublayers ?? []).enumerated() where index % 3 == 1 {
          layer.position.x += 3
          layer.position.y -= 1.5
        }
        stage.root.sublayers?.last?.removeFromSuperlayer()
      }
    }
    // because: GLES draws what remains of a batch with the cheapest program for it, and two
    // programs may round the pixels of an edge to different levels
    expectEqual(
      try edited.picture(),
      try fresh.picture(),
      within: backend == .software ? 0 : 1,
      "\(scene)-partial-\(backend)"
    )
    let damage = edited.carrier.renderer.plan.damage
    #expect(!damage.isEmpty)
  }
}

/// The scenes as a GPU draws them: with the programs that were built before the first frame.
@Suite(.enabled(if: Backend.hasGLES, "no EGL platform works here"))
struct ProgramTests {
  /// No frame of any scene builds a program, and general programs give the pictures of exact ones.
  @Test func framesBuildNoProgram() throws {
    var preferences = GLESPreferences.ofTests
    preferences.buildsProgramsFirst = true
    let clock = ContinuousClock()
    let start = clock.now
    let backend = try GLESBackend(preferences)
    let built = backend.programsBuilt
    print("\(built) programs were built in \(clock.now - start)")
    #expect(built > 50)
    for scene in Scene.all {
      let stage = try Stage(scene, backend)
      for time in scene.times {
        let name = scene.times.count == 1 ? scene.name : "\(scene.name)-\(time)"
        let picture = try stage.picture(at: time)
        #expect(backend.programsBuilt == built, "\(name)")
        expectEqual(
          picture,
          try Picture(contentsOf: References.url(name)),
          within: scene.exceptions[.edges]?.tolerance ?? 1,
          "\(name)-programs"
        )
      }
    }
    #expect(backend.takeDriverMessages().isEmpty)
  }

  /// Software drivers build what a frame needs, as their programs cost most when they are used.
  @Test func softwareDriversBuildInFrames() throws {
    let backend = try GLESBackend(.ofTests)
    guard backend.report.chosen?.driver.isSoftware == true else { return }
    #expect(backend.programsBuilt == 0)
    let scene = try #require(Scene.all.first)
    _ = try Stage(scene, backend).picture(at: scene.times[0])
    #expect(backend.programsBuilt > 0)
  }
}
