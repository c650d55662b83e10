// The overlay of blended layers: what is green, what is red, and what it leaves behind.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzSoftware
import RenderScenes
import Testing

@Suite struct OverlayTests {
  /// A white cell with an opaque picture and two labels, the first bold and large.
  private func makeCell(_ stage: Stage, labels: CGColor?) {
    stage.edit {
      stage.root.sublayers = nil
      stage.root.backgroundColor = white
      let picture = CALayer()
      picture.frame = CGRect(x: 5, y: 5, width: 64, height: 64)
      picture.contentsGravity = .resizeAspect
      picture.contents = sample(64, 64)
      stage.root.addSublayer(picture)
      for (index, size) in [14.0, 6.0].enumerated() {
        let label = CATextLayer()
        label.string = "Core Animation"
        label.fontSize = size
        label.foregroundColor = rgba(0, 0, 0)
        label.frame = CGRect(x: 74, y: 10 + 30 * index, width: 120, height: 20)
        label.backgroundColor = labels
        stage.root.addSublayer(label)
      }
    }
  }

  private func isGreen(_ pixel: SIMD4<UInt8>) -> Bool { pixel.y > pixel.x && pixel.y > pixel.z }
  private func isRed(_ pixel: SIMD4<UInt8>) -> Bool { pixel.x > pixel.y && pixel.x > pixel.z }

  private func picture(_ stage: Stage) throws -> Picture { Picture(try stage.frame()) }

  /// ZL-D-12.1: labels without a background are red, on an opaque one green; the overlay leaves
  /// nothing behind.
  @Test(arguments: Backend.all)
  func blendedLayersAreRed(backend: Backend) throws {
    let stage = try Stage(try backend.make(), width: 200, height: 74)
    makeCell(stage, labels: nil)
    let plain = try picture(stage)
    stage.carrier.renderer.overlays = .blended
    let tinted = try picture(stage)
    // The cell around them, and the opaque picture.
    for (x, y) in [(2, 2), (71, 40), (30, 30), (197, 70)] { #expect(isGreen(tinted[x, y])) }
    // The corners of the labels, where no glyph is.
    for (x, y) in [(192, 28), (192, 58)] { #expect(isRed(tinted[x, y]), "\(x), \(y)") }
    makeCell(stage, labels: white)
    let opaque = try picture(stage)
    for (x, y) in [(192, 28), (192, 58), (2, 2)] { #expect(isGreen(opaque[x, y]), "\(x), \(y)") }
    makeCell(stage, labels: nil)
    stage.carrier.renderer.overlays = []
    #expect(try picture(stage) == plain)
  }

  /// Opacity, translucent colours and images with alpha are blended.
  @Test func whatIsBlended() throws {
    let stage = try Stage(SoftwareBackend(threads: 1), width: 80, height: 20)
    stage.edit {
      stage.root.backgroundColor = white
      for index in 0..<4 {
        let layer = CALayer()
        layer.frame = CGRect(x: index * 20, y: 0, width: 20, height: 20)
        layer.backgroundColor = white
        if index == 1 { layer.opacity = 0.5 }
        if index == 2 { layer.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 0.9) }
        if index == 3 {
          layer.backgroundColor = nil
          layer.contents = sample(20, 20, alpha: 128)
        }
        stage.root.addSublayer(layer)
      }
    }
    stage.carrier.renderer.overlays = .blended
    let tinted = try picture(stage)
    #expect((0..<4).map { isRed(tinted[$0 * 20 + 10, 10]) } == [false, true, true, true])
    #expect(isGreen(tinted[10, 10]))
    // A change anywhere keeps the tints right.
    stage.edit { stage.root.sublayers?[1].opacity = 1 }
    let changed = try picture(stage)
    #expect((0..<4).map { isRed(changed[$0 * 20 + 10, 10]) } == [false, false, true, true])
  }
}
