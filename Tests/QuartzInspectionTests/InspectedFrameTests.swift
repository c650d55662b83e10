// Frames, costs, time lines and pictures of layers, held against contexts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzInspection
import QuartzModel
import Testing

@Suite struct InspectedFrameTests {
  /// A card with a shadow, a clipped circle that moves, and a masked layer.
  private func sample() -> (root: CALayer, circle: CALayer, masked: CALayer) {
    let root = box(0, 0, 64, 48, CGColor(gray: 1, alpha: 1))
    let card = box(6, 6, 30, 30, green)
    (card.cornerRadius, card.masksToBounds) = (8, true)
    let circle = box(10, 10, 40, 8, red)
    card.addSublayer(circle)
    let masked = box(40, 10, 20, 20, blue)
    masked.mask = box(0, 0, 10, 20, red)
    root.addSublayer(card)
    root.addSublayer(masked)
    return (root, circle, masked)
  }

  @Test func frameIsThePictureOfTheContext() throws {
    let (root, circle, _) = sample()
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (0, 30, 2)
    circle.add(move, forKey: "move")
    let scene = try InspectedScene(root)
    for time in [0.0, 0.5, 1.25] {
      scene.clock.now = time
      scene.inspection.update()
      let frame = try scene.inspection.frame()
      #expect(try bytes(frame) == bytes(scene.context.image(at: time)))
    }
  }

  private func bytes(_ image: CGImage) throws -> Data {
    let pixels = image.pixelStorage
    var data = Data()
    for y in 0..<image.height {
      data.append(
        Data(bytes: pixels.base + y * pixels.rowBytes, count: image.width * 4)
      )
    }
    return data
  }

  @Test func costsAreTheCounters() throws {
    let (root, _, masked) = sample()
    let scene = try InspectedScene(root)
    let counters = scene.inspection.counters
    let costs = scene.inspection.frameDetails()
    #expect(costs.pixelsTouched == counters.pixelsTouched)
    #expect(costs.draws == counters.draws)
    #expect(costs.damagedPixels == 64 * 48)
    #expect(costs.damage == [[0, 0, 64, 48]])
    #expect(costs.layers.map(\.pixels).reduce(0, +) == counters.pixelsTouched)
    #expect(costs.overdraw == Double(counters.pixelsTouched) / (64 * 48))
    #expect(costs.cacheHits == counters.cacheHits)
    #expect(costs.passes.count == counters.passes.count)
    let mask = try #require(costs.passes.first { $0.reason == "a masked layer" })
    #expect(mask.id == (try scene.id(masked)))
    #expect(costs.outputBytes == 64 * 48 * 4)
    // Nothing moves: there is no frame that costs anything.
    scene.clock.now = 1
    scene.inspection.update()
    #expect(scene.inspection.frameNumber == 1)
    scene.inspection.drawWhole()
    #expect(scene.inspection.frameNumber == 2)
    #expect(scene.inspection.frameDetails().damagedPixels == 64 * 48)
  }

  @Test func imagesAreCountedWithTheirLayers() throws {
    let root = CALayer()
    let layer = box(0, 0, 8, 8, red)
    let context = try #require(
      CGContext(
        data: nil,
        width: 8,
        height: 4,
        bitsPerComponent: 8,
        bytesPerRow: 32,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    layer.contents = context.makeImage()
    root.addSublayer(layer)
    let scene = try InspectedScene(root)
    let images = scene.inspection.frameDetails().images
    #expect(images.count == 1)
    #expect(images.first?.width == 8)
    #expect(images.first?.height == 4)
    #expect(images.first?.layers == [try scene.id(layer)])
    #expect(images.first?.bytes == scene.inspection.source.renderer.tree.imageBytes)
  }

  @Test func hitsAreTheLayersThatShow() throws {
    let (root, circle, masked) = sample()
    let scene = try InspectedScene(root)
    let names = try [scene.id(root): "white", scene.id(circle): "red", scene.id(masked): "blue"]
    let frame = try scene.inspection.frame()
    let colors: [[UInt8]: String] = [
      [255, 255, 255, 255]: "white", [255, 0, 0, 255]: "red", [0, 0, 255, 255]: "blue",
      [0, 255, 0, 255]: "green",
    ]
    for y in 0..<48 {
      for x in 0..<64 {
        // Mixed colours are those of edges.
        guard let color = colors[try pixel(frame, x, y)] else { continue }
        let hit = scene.inspection.hit(x: Double(x), y: Double(y))
        #expect(names[hit.id ?? ""] ?? "green" == color, "\(x), \(y)")
      }
    }
    #expect(scene.inspection.hit(x: -5, y: 3).id == nil)
    #expect(scene.inspection.hit(x: .infinity, y: .nan).id == nil)
  }

  @Test func manyLayersAtAPixelAreFewOfAnAnswer() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    for _ in 0..<1000 { root.addSublayer(box(0, 0, 64, 48, red)) }
    let scene = try InspectedScene(root)
    let hit = scene.inspection.hit(x: 5, y: 5)
    #expect(hit.id == (try scene.id(try #require(root.sublayers?.last))))
    #expect(hit.all.count == 32)
    #expect(scene.inspection.sheets().count == 200)
    #expect(scene.inspection.outlines().count == 1001)
  }

  @Test func pictureOfALayerIsItsPartOfTheFrame() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    let layer = box(10, 5, 20, 12, red)
    (layer.borderWidth, layer.borderColor) = (2, blue)
    root.addSublayer(layer)
    for isFlipped in [false, true] {
      root.isGeometryFlipped = isFlipped
      let scene = try InspectedScene(root)
      let frame = try scene.inspection.frame()
      let picture = try scene.inspection.picture(try scene.id(layer), hasSublayers: false)
      #expect((picture.width, picture.height) == (20, 12))
      let top = isFlipped ? 48 - 17 : 5
      for y in 0..<12 {
        for x in 0..<20 {
          #expect(try pixel(picture, x, y) == pixel(frame, x + 10, y + top))
        }
      }
      let sheet = try #require(
        scene.inspection.sheets().first { $0.id == (try? scene.id(layer)) }
      )
      #expect(sheet.map == [1, 0, 0, 0, 1, 0, 10, Double(top), 1])
    }
  }

  @Test func timelineIsThatOfTheAnimations() throws {
    let layer = box(0, 0, 8, 8, red)
    layer.speed = 2
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 2)
    fade.beginTime = 1
    fade.timingFunction = CAMediaTimingFunction(name: .easeIn)
    layer.add(fade, forKey: "fade")
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    (turn.toValue, turn.repeatCount, turn.beginTime) = (3, .infinity, 1)
    layer.add(turn, forKey: "turn")
    let scene = try InspectedScene(layer)
    let timeline = try scene.inspection.timeline(of: nil)
    #expect(timeline.count == 2)
    let first = try #require(timeline.animations.first { $0.key == "fade" })
    // The layer's clock runs at twice the speed.
    #expect((first.begin, first.end) == (0.5, 1.5))
    #expect(first.property == "opacity")
    #expect(first.timing == "easeIn")
    #expect(first.curve.first == 0 && first.curve.last == 1)
    #expect(first.curve == first.curve.sorted())
    #expect(first.curve[12] < 0.5)
    let second = try #require(timeline.animations.first { $0.key == "turn" })
    #expect(second.end == .infinity)
  }
}
