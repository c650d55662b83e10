// Colours that are patterns, and what is told of what does not show.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzMath
import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

@Suite struct LayerPatternTests {
  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let green: [UInt8] = [0, 255, 0, 255]
  private static let blue: [UInt8] = [0, 0, 255, 255]
  private static let clear: [UInt8] = [0, 0, 0, 0]

  /// A cell of 4 x 2: red at the origin, green beside it at greater x, blue at greater y.
  private static func pattern(_ matrix: CGAffineTransform = .identity) throws -> CGColor {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        func fill(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ x: Int, _ y: Int) {
          context.setFillColor(CGColor(red: red, green: green, blue: blue, alpha: 1))
          context.fill(CGRect(x: x, y: y, width: 1, height: 1))
        }
        fill(1, 0, 0, 0, 0)
        fill(0, 1, 0, 1, 0)
        fill(0, 0, 1, 0, 1)
      },
      releaseInfo: nil
    )
    let pattern = try #require(
      CGPattern(
        info: nil,
        bounds: CGRect(x: 0, y: 0, width: 4, height: 2),
        matrix: matrix,
        xStep: 4,
        yStep: 2,
        tiling: .constantSpacing,
        isColored: true,
        callbacks: &callbacks
      )
    )
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    return try #require(CGColor(patternSpace: space, pattern: pattern, components: [1]))
  }

  private func pixel(_ pixels: PixelBuffer, _ x: Int, _ y: Int) -> [UInt8] {
    pixels.withBytes { Array($0[(y * pixels.rowBytes + x * 4)...].prefix(4)) }
  }

  private func sent(_ stage: CoreStage, _ layer: CALayer) throws -> (box: PatternBox, PixelBuffer) {
    let box = try #require(stage.serverValues(layer).value(.backgroundColor).pattern)
    return (box, try #require(stage.carrier.tree.images[box.image]))
  }

  @Test(.shows("CALayer.backgroundColor")) func theCellIsSentAsAnImage() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    let color = try Self.pattern()
    layer.backgroundColor = color
    CATransaction.flush()
    #expect(layer.backgroundColor === color && layer.value(forKey: "backgroundColor") is CGColor)
    let (box, pixels) = try sent(stage, layer)
    #expect(box.cell == Rect(0, 0, 4, 2) && pixels.width == 4 && pixels.height == 2)
    // y points down: the pattern's least y is on top.
    #expect(pixel(pixels, 0, 0) == Self.red && pixel(pixels, 1, 0) == Self.green)
    #expect(pixel(pixels, 0, 1) == Self.blue && pixel(pixels, 1, 1) == Self.clear)
    #expect(layer.animationKeys() == nil)
    #expect(layer.presentation()?.backgroundColor === color)
  }

  @Test func contentsScaleSaysHowManyPixels() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.backgroundColor = try Self.pattern()
    CATransaction.flush()
    let before = try sent(stage, layer).box.image
    withoutActions { layer.contentsScale = 3 }
    let (box, pixels) = try sent(stage, layer)
    #expect(box.image != before && box.cell == Rect(0, 0, 4, 2))
    #expect(pixels.width == 12 && pixels.height == 6 && pixel(pixels, 2, 3) == Self.blue)
    #expect(stage.carrier.tree.images.count == 1)
  }

  @Test func layersShareAPatternUntilTheLastOneGoes() throws {
    let stage = CoreStage()
    let color = try Self.pattern()
    let (a, b) = (stage.addLayer(), stage.addLayer())
    a.backgroundColor = color
    b.backgroundColor = color
    CATransaction.flush()
    #expect(stage.carrier.tree.images.count == 1)
    #expect(try sent(stage, a).box.image == sent(stage, b).box.image)
    a.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    CATransaction.flush()
    #expect(stage.carrier.tree.images.count == 1)
    #expect(try stage.serverValues(a).value(.backgroundColor) == .color(Color(1, 0, 0)))
    b.removeFromSuperlayer()
    CATransaction.flush()
    #expect(stage.carrier.tree.images.isEmpty)
  }

  /// The function that a pattern's callback calls.
  private final class Painter {
    let paint: () -> Void
    init(_ paint: @escaping () -> Void) { self.paint = paint }
  }

  private static func pattern(calling painter: Painter) throws -> CGColor {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { info, _ in
        guard let info else { return }
        Unmanaged<Painter>.fromOpaque(info).takeUnretainedValue().paint()
      },
      releaseInfo: nil
    )
    let pattern = try #require(
      CGPattern(
        info: Unmanaged.passUnretained(painter).toOpaque(),
        bounds: CGRect(x: 0, y: 0, width: 2, height: 2),
        matrix: .identity,
        xStep: 2,
        yStep: 2,
        tiling: .constantSpacing,
        isColored: true,
        callbacks: &callbacks
      )
    )
    let space = try #require(CGColorSpace(patternBaseSpace: nil))
    return try #require(CGColor(patternSpace: space, pattern: pattern, components: [1]))
  }

  /// Another thread uses layers while a program draws a pattern, and the program waits for it.
  @Test func patternsAreDrawnWithoutTheLock() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    var answers: [Bool] = []
    let painter = Painter {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        LayerLock.with {}
        done.signal()
      }
      answers.append(done.wait(timeout: .now() + 20) == .success)
    }
    layer.backgroundColor = try Self.pattern(calling: painter)
    CATransaction.flush()
    #expect(answers == [true])
    _ = try sent(stage, layer)
    layer.backgroundColor = nil
    CATransaction.flush()
    withExtendedLifetime(painter) {}
  }

  /// A program that changes layers, and commits, while it draws a pattern.
  @Test func drawingAPatternMayChangeLayers() throws {
    let stage = CoreStage()
    let (layer, other) = (stage.addLayer(), stage.addLayer())
    var count = 0
    var next: CGColor?
    let painter = Painter {
      count += 1
      other.opacity = 0.5
      other.backgroundColor = next
      CATransaction.flush()
    }
    next = try Self.pattern()
    layer.backgroundColor = try Self.pattern(calling: painter)
    CATransaction.flush()
    CATransaction.flush()
    #expect(count == 1)
    _ = try (sent(stage, layer), sent(stage, other))
    #expect(try stage.serverValues(other).value(.opacity) == .number(0.5))
    withExtendedLifetime(painter) {}
  }

  @Test func onePatternInPlaceOfAnother() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.backgroundColor = try Self.pattern()
    CATransaction.flush()
    layer.backgroundColor = try Self.pattern(CGAffineTransform(translationX: 1, y: 1))
    CATransaction.flush()
    #expect(try sent(stage, layer).box.cell == Rect(1, 1, 4, 2))
    #expect(stage.carrier.tree.images.count == 1)
    layer.style = [:]
    layer.setValue(nil, forKey: "backgroundColor")
    let other = try Self.pattern()
    layer.style = ["backgroundColor": other]
    CATransaction.flush()
    #expect(layer.backgroundColor === other)
    #expect(try sent(stage, layer).box.cell == Rect(0, 0, 4, 2))
  }

  @Test func matricesTurnTheCell() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.backgroundColor = try Self.pattern(
      CGAffineTransform(a: 0, b: 2, c: -1, d: 0, tx: 9, ty: 0)
    )
    CATransaction.flush()
    let (box, pixels) = try sent(stage, layer)
    // The pattern's x is the layer's y, twice as long; its y runs against the layer's x.
    #expect(box.cell == Rect(7, 0, 2, 8) && pixels.width == 2 && pixels.height == 8)
    #expect(pixel(pixels, 1, 0) == Self.red && pixel(pixels, 1, 1) == Self.red)
    #expect(pixel(pixels, 1, 2) == Self.green && pixel(pixels, 0, 0) == Self.blue)
  }

  @Test func otherTurnsAreReported() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.name = "tiles"
    let color = try Self.pattern(CGAffineTransform(rotationAngle: 0.3))
    let lines = Lines.during {
      layer.backgroundColor = color
      CATransaction.flush()
    }
    #expect(lines.count == 1 && lines[0].contains("tiles"))
    #expect(lines[0].contains("backgroundColor"))
    #expect(try stage.serverValues(layer).value(.backgroundColor).color?.alpha == 0)
  }

  @Test func aNewServerGetsThePattern() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    layer.backgroundColor = try Self.pattern()
    CATransaction.flush()
    let full = stage.context.journal.makeFullCommit(at: 0)
    #expect(full.createdImages.count == 1)
    var tree = LayerTree()
    try tree.apply(full)
    #expect(tree.images.count == 1)
  }

  /// Borders and the paths of shape layers show patterns, too; what does not says so, once.
  @Test func coloursThatCanBePatterns() throws {
    let stage = CoreStage()
    let (layer, shape) = (CALayer(), CAShapeLayer())
    let color = try Self.pattern()
    let lines = Lines.during {
      withoutActions {
        (layer.borderColor, layer.borderWidth) = (color, 2)
        (shape.fillColor, shape.strokeColor) = (color, color)
        stage.root.sublayers = [layer, shape]
      }
      CATransaction.flush()
    }
    #expect(lines.isEmpty)
    let image = try stage.serverValues(layer).value(.borderColor).pattern?.image
    #expect(image != nil && stage.carrier.tree.images.count == 1)
    for row in [PropertyID.fillColor, .strokeColor] {
      #expect(try stage.serverValues(shape).value(row).pattern?.image == image)
    }
    // They do not animate.
    shape.fillColor = CGColor(gray: 0, alpha: 1)
    #expect(shape.animationKeys() == nil)
    withoutActions { layer.borderColor = nil }
    withoutActions { shape.strokeColor = nil }
    CATransaction.flush()
    #expect(stage.carrier.tree.images.isEmpty)
  }

  @Test func coloursThatCannotBePatternsSaySo() throws {
    let color = try Self.pattern()
    let (layer, gradient, copies) = (CALayer(), CAGradientLayer(), CAReplicatorLayer())
    let changes: [(String, () -> Void)] = [
      ("shadowColor", { layer.shadowColor = color }),
      ("colors", { gradient.colors = [color, CGColor(gray: 0, alpha: 1)] }),
      ("instanceColor", { copies.instanceColor = color }),
    ]
    for (name, change) in changes {
      let lines = Lines.during {
        change()
        change()
      }
      #expect(lines.count == 1 && lines[0].contains("\(name) is a pattern"), "\(lines)")
    }
    let text = CATextLayer()
    #expect(Lines.during { text.foregroundColor = color }.isEmpty)
  }

  /// Contents that are no image and filters that are kept by their keys are told once each.
  @Test func invisiblePatternsAreReported() {
    let layer = CALayer()
    let contents = Lines.during {
      layer.contents = "no image"
      layer.contents = 5
      layer.contents = nil
    }
    #expect(contents.count == 1 && contents[0].contains("String, not an image"), "\(contents)")
    for key in ["filters", "backgroundFilters"] {
      let lines = Lines.during {
        layer.setValue(["blur"], forKey: key)
        layer.setValue(["blur", "glow"], forKey: key)
        layer.setValue(nil, forKey: key)
      }
      #expect(lines.count == 3, "\(lines)")
      #expect(lines.allSatisfy { $0.contains(key) && $0.contains("no filter") }, "\(lines)")
    }
  }

  /// An image that is larger than a texture is told once, with its size and the limit.
  @Test func oversizedImagesAreTold() {
    let stage = CoreStage()
    stage.carrier.textureSide = 64
    let (layer, other) = (stage.addLayer(), stage.addLayer())
    let large = CGImage(PixelStorage(width: 80, height: 4) { _ in false })
    let lines = Lines.during {
      withoutActions {
        (layer.name, layer.contents, other.contents) = ("wide", large, large)
      }
      CATransaction.flush()
      withoutActions { layer.opacity = 0.5 }
      CATransaction.flush()
    }
    #expect(lines.count == 1, "\(lines)")
    #expect(lines.first?.contains("wide") == true && lines.first?.contains("80 x 4") == true)
    #expect(lines.first?.contains("64") == true)
    let small = CGImage(PixelStorage(width: 64, height: 4) { _ in false })
    #expect(
      Lines.during {
        withoutActions { layer.contents = small }
        CATransaction.flush()
      }.isEmpty
    )
  }
}
