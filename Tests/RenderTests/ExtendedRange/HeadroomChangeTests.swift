// Outputs whose headroom changes, many plain layers beside a bright one.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import RenderScenes
import Testing

@Suite struct HeadroomChangeTests {
  private func stage(_ scene: BrightScene, _ backend: Backend, on headroom: Float) throws -> Stage {
    let stage = try Stage(
      backend.make(),
      width: 64,
      height: 64,
      range: .extended(headroom: headroom)
    )
    try scene.fill(stage)
    return stage
  }

  /// A9.16: what shows after a change is what a new output shows, byte for byte.
  @Test(arguments: BrightScene.all, Backend.all)
  func changesLookLikeNewOutputs(scene: BrightScene, backend: Backend) throws {
    for (old, new) in [(4, 2), (2, 4), (4, 1), (1, 3), (3, 64)] as [(Float, Float)] {
      let (changing, fresh) = (
        try stage(scene, backend, on: old), try stage(scene, backend, on: new)
      )
      for (index, time) in scene.times.enumerated() {
        // The last change is one of a frame that was drawn.
        if index == scene.times.count - 1 {
          _ = try HalfFrame(changing, at: time)
          try changing.context.setHeadroom(CGFloat(new))
        }
        let found = try HalfFrame(changing, at: time)
        let wanted = try HalfFrame(fresh, at: time)
        let isSame = found == wanted
        #expect(isSame || index < scene.times.count - 1, "from \(old) to \(new) at \(time)")
      }
    }
  }

  /// Only what adds up, or may be brightened, is drawn again for plain layers.
  @Test func plainLayersAreNotDamaged() throws {
    let stage = try Stage(
      Backend.software.make(),
      width: 64,
      height: 64,
      range: .extended(headroom: 4)
    )
    stage.edit {
      let layer = CALayer()
      layer.frame = CGRect(x: 4, y: 4, width: 50, height: 50)
      layer.backgroundColor = CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.5)
      layer.opacity = 0.5
      layer.shadowOpacity = 1
      stage.root.addSublayer(layer)
    }
    _ = try stage.frame(at: 0)
    try stage.context.setHeadroom(2)
    _ = try stage.frame(at: 0)
    #expect(stage.carrier.renderer.plan.damage.isEmpty)
  }

  /// A9.15: white of twice the light is kept on an extended output, and cut in 8 bits.
  @Test(arguments: Backend.all)
  func drawingsOfHalfFloats(backend: Backend) throws {
    let scene = try #require(BrightScene.all.first { $0.testDescription.hasPrefix("A9.15") })
    let frame = try HalfFrame(try stage(scene, backend, on: 4), at: 0)
    #expect(frame[16, 30].x == LightPixels.half(1.353256))
    #expect(frame[47, 30].x == 1)
  }

  /// A9.17: 10,000 plain layers and one bright one.
  @Test(arguments: Backend.all)
  func manyPlainLayersBesideABrightOne(backend: Backend) throws {
    func stage(hasBright: Bool) throws -> Stage {
      let stage = try Stage(
        backend.make(),
        width: 128,
        height: 128,
        range: .extended(headroom: 4)
      )
      let image = try #require(CGImage.pq(code: 49271, width: 16, height: 16))
      stage.edit {
        for index in 0..<10_000 {
          let layer = CALayer()
          layer.frame = CGRect(x: index % 100, y: index / 100, width: 1, height: 1)
          layer.backgroundColor = CGColor(
            red: CGFloat(index % 100) / 100,
            green: CGFloat(index / 100) / 100,
            blue: 0.25,
            alpha: 1
          )
          stage.root.addSublayer(layer)
        }
        guard hasBright else { return }
        let layer = CALayer()
        layer.frame = CGRect(x: 104, y: 104, width: 16, height: 16)
        (layer.contents, layer.preferredDynamicRange) = (image, .high)
        stage.root.addSublayer(layer)
      }
      return stage
    }
    let (plain, mixed) = (try stage(hasBright: false), try stage(hasBright: true))
    let (before, frame) = (try HalfFrame(plain, at: 0), try HalfFrame(mixed, at: 0))
    for y in 0..<128 {
      for x in 0..<128 {
        let isBright = (104..<120).contains(x) && (104..<120).contains(y)
        if isBright {
          #expect(abs(frame[x, y].x - 1.824796) < 0x1p-9)
        } else {
          let isSame = frame[x, y] == before[x, y]
          #expect(isSame)
        }
      }
    }
    try mixed.context.setHeadroom(2)
    _ = try mixed.frame(at: 0)
    #expect(mixed.carrier.renderer.plan.damage.bounds == PixelRect(104, 104, 120, 120))
  }
}
