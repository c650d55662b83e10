// Drawings that change in a part: only that part is sent.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzTesting

@testable import QuartzCore

@Suite struct PartialUploadTests {
  /// Fills what it is asked to draw with a shade of red.
  private final class Canvas: CALayer {
    var shade: CGFloat = 1

    override func draw(in ctx: CGContext) {
      ctx.setFillColor(CGColor(red: shade, green: 0, blue: 0, alpha: 1))
      ctx.fill(bounds)
    }
  }

  private func makeCanvas(_ stage: CoreStage) -> Canvas {
    let canvas = Canvas()
    canvas.bounds = CGRect(x: 0, y: 0, width: 8, height: 6)
    canvas.setNeedsDisplay()
    _ = stage.addLayer(canvas)
    return canvas
  }

  private func image(_ stage: CoreStage, _ layer: CALayer) throws -> ImageID {
    try #require(stage.serverValues(layer).value(.contents).image)
  }

  private func pixels(_ stage: CoreStage, _ layer: CALayer) throws -> [UInt8] {
    let pixels = try #require(stage.carrier.tree.images[image(stage, layer)])
    return pixels.withBytes { bytes in
      (0..<pixels.height).flatMap { row in
        (0..<pixels.width).map { bytes[row * pixels.rowBytes + $0 * 4] }
      }
    }
  }

  @Test func onlyThePartIsSent() throws {
    let stage = CoreStage()
    let canvas = makeCanvas(stage)
    let before = try image(stage, canvas)
    canvas.shade = 0.2
    canvas.setNeedsDisplay(CGRect(x: 1, y: 2, width: 3, height: 2))
    let commit = try stage.commit()
    let update = try #require(commit.updatedImages.first)
    #expect(commit.updatedImages.count == 1 && update.image == before)
    #expect(update.part == PixelRect(1, 2, 4, 4) && update.pixels.width == 3)
    #expect(commit.createdImages.isEmpty && commit.destroyedImages.isEmpty)
    #expect(commit.changes.isEmpty)
    #expect(try image(stage, canvas) == before)
    let row: [UInt8] = [255, 51, 51, 51, 255, 255, 255, 255]
    let full = [UInt8](repeating: 255, count: 8)
    #expect(try pixels(stage, canvas) == full + full + row + row + full + full)
  }

  @Test func partsOfATransactionAreSentTogether() throws {
    let stage = CoreStage()
    let canvas = makeCanvas(stage)
    canvas.shade = 0.2
    canvas.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    canvas.displayIfNeeded()
    canvas.shade = 0.4
    canvas.setNeedsDisplay(CGRect(x: 2, y: 1, width: 1, height: 1))
    let commit = try stage.commit()
    #expect(commit.updatedImages.map(\.part) == [PixelRect(0, 0, 3, 2)])
    let sent = try pixels(stage, canvas)
    #expect(sent[0] == 51 && sent[1] == 255 && sent[8 + 2] == 102)
  }

  @Test func aWholeDrawingIsANewImage() throws {
    let stage = CoreStage()
    let canvas = makeCanvas(stage)
    let before = try image(stage, canvas)
    canvas.shade = 0.2
    canvas.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    canvas.displayIfNeeded()
    canvas.setNeedsDisplay()
    canvas.displayIfNeeded()
    canvas.setNeedsDisplay(CGRect(x: 2, y: 2, width: 1, height: 1))
    let commit = try stage.commit()
    #expect(commit.updatedImages.isEmpty && commit.createdImages.count == 1)
    #expect(try image(stage, canvas) != before)
    #expect(try pixels(stage, canvas).allSatisfy { $0 == 51 })
  }

  @Test func aDrawingThatOthersShowStaysAsItIs() throws {
    let stage = CoreStage()
    let canvas = makeCanvas(stage)
    let other = stage.addLayer()
    other.contents = canvas.contents
    CATransaction.flush()
    _ = stage.carrier.takeCommits()
    canvas.shade = 0.2
    canvas.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    let commit = try stage.commit()
    #expect(commit.updatedImages.isEmpty && commit.createdImages.count == 1)
    #expect(try pixels(stage, other).allSatisfy { $0 == 255 })
    #expect(try pixels(stage, canvas).first == 51)
  }

  @Test func aNewServerGetsAllOfIt() throws {
    let stage = CoreStage()
    let canvas = makeCanvas(stage)
    canvas.shade = 0.2
    canvas.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    canvas.displayIfNeeded()
    let full = stage.context.journal.makeFullCommit(at: 0)
    #expect(full.updatedImages.isEmpty && full.createdImages.map(\.pixels.width) == [8])
    CATransaction.flush()
    canvas.shade = 0.4
    canvas.setNeedsDisplay(CGRect(x: 5, y: 5, width: 1, height: 1))
    let next = try stage.commit()
    #expect(next.updatedImages.map(\.part) == [PixelRect(5, 5, 6, 6)])
  }

  @Test func retainedDrawingSurvivesPartialUpdates() throws {
    let stage = CoreStage()
    let canvas = makeCanvas(stage)
    let kept = try #require(canvas.contents as? CGImage)
    canvas.shade = 0.2
    canvas.setNeedsDisplay(CGRect(x: 0, y: 0, width: 8, height: 1))
    CATransaction.flush()
    #expect(kept.pixelStorage.withBytes { $0[0] } == 255)
    // Shown again, it is an image of its own.
    let other = stage.addLayer()
    other.contents = kept
    CATransaction.flush()
    #expect(try pixels(stage, other).allSatisfy { $0 == 255 })
    #expect(try pixels(stage, canvas).first == 51)
  }
}
