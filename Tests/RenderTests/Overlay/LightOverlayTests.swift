// The overlay of extended range, and the memory of surfaces of half floats.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan
import RenderScenes
import Testing

@Suite struct LightOverlayTests {
  /// Four columns of 8 pixels: white, four times as bright, a green outside of sRGB, half of each.
  private func stage(_ backend: Backend, _ range: OutputRange) throws -> Stage {
    let stage = try Stage(backend.make(), width: 32, height: 8, range: range)
    let colors: [CGColor] = [
      .white, .fourfoldWhite, .extended(-0.25, 0.5, 0), .extended(-0.25, 1.5, 0),
    ]
    stage.edit {
      for (index, color) in colors.enumerated() {
        let layer = CALayer()
        layer.frame = CGRect(x: 8 * index, y: 0, width: 8, height: 8)
        (layer.backgroundColor, layer.preferredDynamicRange) = (color, .high)
        stage.root.addSublayer(layer)
      }
    }
    return stage
  }

  @Test(arguments: Backend.all)
  func tintsWhatStandardOutputsCannotShow(backend: Backend) throws {
    let stage = try stage(backend, .extended(headroom: 4))
    let plain = try HalfFrame(stage, at: 0)
    stage.carrier.renderer.overlays = .extended
    let frame = try HalfFrame(stage, at: 0)
    let (half, rest) = (Float(128) / 255, Float(127) / 255)
    // White stays. Brighter colours are cut to 1, and half red; colours below 0 half blue.
    let expected: [SIMD4<Float>] = [
      [1, 1, 1, 1], [half + rest, rest, rest, 1], [0, 0.5 * rest, half, 1], [half, rest, half, 1],
    ]
    for (index, color) in expected.enumerated() {
      let found = frame[8 * index + 4, 4]
      // Half a unit in the last place of halves below 1.
      #expect(((found - color) * (found - color)).max() < 0x1p-22, "\(index): \(found)")
    }
    stage.carrier.renderer.overlays = []
    #expect(try HalfFrame(stage, at: 0) == plain)
  }

  @Test(arguments: Backend.all)
  func standardOutputsHaveNothingToTint(backend: Backend) throws {
    let stage = try stage(backend, .standard)
    let plain = Picture(try stage.frame(at: 0))
    stage.carrier.renderer.overlays = .extended
    #expect(Picture(try stage.frame(at: 0)) == plain)
  }

  /// A8.10: 8 bytes a pixel.
  @Test func surfacesOfHalfFloatsCountDouble() throws {
    func costs(_ range: OutputRange) throws -> (memory: Int, kept: Int) {
      let stage = try Stage(
        Backend.software.make(),
        width: 64,
        height: 64,
        range: range
      )
      stage.edit {
        let group = CALayer()
        group.frame = CGRect(x: 8, y: 8, width: 40, height: 24)
        group.backgroundColor = .white
        group.shouldRasterize = true
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        group.addSublayer(layer)
        stage.root.addSublayer(group)
      }
      _ = try stage.frame(at: 0)
      let renderer = stage.carrier.renderer
      let kept = renderer.statistics.layers.reduce(0) { $0 + $1.cachedBytes }
      return (renderer.frameCosts[.memory], kept)
    }
    let (plain, bright) = (try costs(.standard), try costs(.extended(headroom: 4)))
    let area = plain.kept / 4
    #expect(area >= 40 * 24 && bright.kept == area * 8)
    #expect(bright.memory - plain.memory == area * 4)
  }

  /// A budget that just holds the surface of bytes does not hold that of half floats.
  @Test func budgetsEndSoonerForHalfFloats() throws {
    func excess(_ range: OutputRange) throws -> BudgetExcess? {
      let stage = try Stage(Backend.software.make(), width: 256, height: 256, range: range)
      stage.edit {
        let group = CALayer()
        group.frame = CGRect(x: 0, y: 0, width: 256, height: 256)
        group.backgroundColor = .white
        group.shouldRasterize = true
        stage.root.addSublayer(group)
      }
      var budget = FrameBudget.standard
      budget.limits[.memory] = 256 * 256 * 6
      stage.carrier.renderer.budget = budget
      _ = try? stage.carrier.renderer.render(at: 0)
      return stage.carrier.renderer.excess
    }
    #expect(try excess(.standard) == nil)
    #expect(try excess(.extended(headroom: 2))?.cost == .memory)
  }
}
