// Layers brighter than white: limits, colours, contents, and outputs whose headroom changes.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import RenderScenes
import Testing

@Suite struct ExtendedSceneTests {
  /// An extended output of 32 x 32 pixels with one layer that fills it.
  private func stage(_ headroom: Float) throws -> (stage: Stage, layer: CALayer) {
    let stage = try Stage(
      SoftwareBackend(threads: 1),
      width: 32,
      height: 32,
      range: .extended(headroom: headroom)
    )
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
    stage.edit { stage.root.addSublayer(layer) }
    return (stage, layer)
  }

  private func pixels(_ stage: Stage, at time: Double = 0) throws -> LightPixels {
    try #require(LightPixels(try stage.frame(at: time).pixels))
  }

  /// The light of a layer of the colour 19.7 times as bright as white, within half a unit of half
  /// floats: those of A1.5.
  private func limit(
    _ range: CALayer.DynamicRange,
    wantsExtended: Bool = false,
    on headroom: Float
  ) throws -> Float {
    let (stage, layer) = try stage(headroom)
    stage.edit {
      layer.backgroundColor = .extended(3.598037, 3.598037, 3.598037)
      layer.preferredDynamicRange = range
      layer.wantsExtendedDynamicRangeContent = wantsExtended
    }
    return try pixels(stage)[16, 16].x
  }

  @Test func limitsOfLayers() throws {
    let (two, four) = (LightPixels.half(1.353256), LightPixels.half(1.824796))
    #expect(try limit(.standard, on: 4) == 1)
    #expect(try limit(.constrainedHigh, on: 4) == two)
    #expect(try limit(.automatic, on: 4) == two)
    #expect(try limit(.high, on: 4) == four)
    #expect(try limit(.high, on: 2) == two)
    #expect(try limit(.constrainedHigh, on: 1) == 1)
    #expect(try limit(.standard, wantsExtended: true, on: 4) == four)
    #expect(try limit(.constrainedHigh, wantsExtended: true, on: 4) == two)
  }

  /// A7.2 for a grey of 1000 nits, 4.926 times as bright as white.
  private func content(
    _ code: UInt16,
    _ mode: CAToneMapMode,
    _ range: CALayer.DynamicRange,
    on headroom: Float
  ) throws -> Float {
    let (stage, layer) = try stage(headroom)
    let image = try #require(CGImage.pq(code: code, width: 32, height: 32))
    stage.edit {
      layer.contents = image
      layer.toneMapMode = mode
      layer.preferredDynamicRange = range
    }
    return try pixels(stage)[16, 16].x
  }

  @Test(arguments: [CAToneMapMode.automatic, .ifSupported])
  func contentsBeyondTheLimitAreMapped(mode: CAToneMapMode) throws {
    // 1000 nits are at most the limit; 203 nits go to half of white at a limit of 1 (A6.2).
    #expect(abs(try content(49271, mode, .standard, on: 4) - 1) < 0x1p-9)
    #expect(abs(try content(38055, mode, .standard, on: 4) - 0.735357) < 0x1p-9)
    #expect(abs(try content(49271, mode, .high, on: 2) - 1.353256) < 0x1p-9)
    #expect(abs(try content(49271, mode, .high, on: 8) - 1.995198) < 0x1p-9)
    #expect(abs(try content(38055, mode, .high, on: 8) - 1) < 0x1p-9)
  }

  @Test func contentsAreClippedWhereMappingIsOff() throws {
    #expect(try content(49271, .never, .standard, on: 4) == 1)
    #expect(abs(try content(38055, .never, .standard, on: 4) - 1) < 0x1p-9)
    #expect(try content(49271, .never, .constrainedHigh, on: 4) == LightPixels.half(1.353256))
  }

  @Test func wideColoursStayOnExtendedOutputs() throws {
    let (stage, layer) = try stage(1)
    let other = CALayer()
    stage.edit {
      other.frame = CGRect(x: 0, y: 0, width: 16, height: 32)
      other.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
      layer.backgroundColor = .extended(-0.5116, 1.01827, -0.31067)
      stage.root.addSublayer(other)
    }
    let pixels = try pixels(stage)
    #expect(pixels[4, 4] == [0, 1, 0, 1])
    #expect(pixels[24, 4] == [LightPixels.half(-0.5116), 1, LightPixels.half(-0.31067), 1])
  }

  @Test func gradientsMixTheEncodedEnds() throws {
    let (stage, _) = try stage(4)
    let gradient = CAGradientLayer()
    stage.edit {
      gradient.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
      gradient.colors = [CGColor.extended(1, 1, 1), CGColor.fourfoldWhite]
      gradient.startPoint = CGPoint(x: 0, y: 0.5)
      gradient.endPoint = CGPoint(x: 1, y: 0.5)
      gradient.preferredDynamicRange = .high
      stage.root.addSublayer(gradient)
    }
    let pixels = try pixels(stage)
    // The two pixels around the middle lie half a pixel of 32 from it.
    let mean = (pixels[15, 8].x + pixels[16, 8].x) / 2
    #expect(abs(mean - (1 + 1.824796) / 2) < 0x1p-9)
  }

  @Test func rangesAnimateInStops() throws {
    let (stage, layer) = try stage(4)
    stage.edit {
      layer.backgroundColor = .extended(3.598037, 3.598037, 3.598037)
      let animation = CABasicAnimation(keyPath: "preferredDynamicRange")
      animation.fromValue = "standard"
      animation.toValue = "high"
      animation.duration = 2
      layer.add(animation, forKey: nil)
    }
    #expect(try pixels(stage, at: 0)[8, 8].x == 1)
    #expect(try pixels(stage, at: 1)[8, 8].x == LightPixels.half(1.353256))
  }

  @Test func drawingsOfHalvesKeepTheirValues() throws {
    final class Painter: NSObject, CALayerDelegate {
      func draw(_ layer: CALayer, in context: CGContext) {
        context.setFillColor(.twiceWhite)
        context.fill(layer.bounds)
      }
    }
    let painter = Painter()
    let (stage, layer) = try stage(4)
    stage.edit {
      layer.contentsFormat = .RGBA16Float
      layer.preferredDynamicRange = .high
      layer.delegate = painter
      layer.setNeedsDisplay()
    }
    #expect(try pixels(stage)[16, 16].x == LightPixels.half(1.353256))
    let standard = try Stage(SoftwareBackend(threads: 1), width: 32, height: 32)
    let copy = CALayer()
    standard.edit {
      copy.frame = layer.frame
      copy.contentsFormat = .RGBA16Float
      copy.delegate = painter
      standard.root.addSublayer(copy)
      copy.setNeedsDisplay()
    }
    #expect(Picture(try standard.frame(at: 0))[16, 16] == [255, 255, 255, 255])
  }

  /// An image that a layer draws keeps its light, and is mapped as one that it shows.
  @Test func drawnImagesAreMapped() throws {
    final class Painter: NSObject, CALayerDelegate {
      let image: CGImage
      init(_ image: CGImage) { self.image = image }
      func draw(_ layer: CALayer, in context: CGContext) { context.draw(image, in: layer.bounds) }
    }
    let painter = Painter(try #require(CGImage.pq(code: 49271, width: 32, height: 32)))
    for (headroom, light) in [(8, 1.995198), (2, 1.353256), (1, 1)] as [(Float, Float)] {
      let (stage, layer) = try stage(headroom)
      stage.edit {
        layer.contentsFormat = .RGBA16Float
        layer.preferredDynamicRange = .high
        layer.delegate = painter
        layer.setNeedsDisplay()
      }
      #expect(abs(try pixels(stage)[16, 16].x - light) < 0x1p-9)
    }
  }

  @Test func newHeadroomDamagesWhatIsMapped() throws {
    let context = try CAContext(
      size: CGSize(width: 64, height: 32),
      options: .extended(headroom: 4)
    )
    let root = CALayer()
    let (bright, plain) = (CALayer(), CALayer())
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 32)
    bright.frame = CGRect(x: 8, y: 8, width: 8, height: 8)
    bright.backgroundColor = .fourfoldWhite
    bright.preferredDynamicRange = .high
    plain.frame = CGRect(x: 32, y: 8, width: 8, height: 8)
    plain.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.sublayers = [bright, plain]
    context.layer = root
    let image = try context.image()
    #expect(image.contentHeadroom == 4)
    #expect(image.colorSpace?.name == CGColorSpace.extendedSRGB)
    try context.setHeadroom(2)
    let after = try context.image()
    #expect(after.contentHeadroom == 2)
    let renderer = try #require(context.carrier as? InProcessCarrier).renderer
    #expect(renderer.plan.damage.bounds == PixelRect(8, 8, 16, 16))
    #expect(context.headroom == 2)
  }

  @Test func standardOutputsHaveNoHalves() throws {
    let backend = SoftwareBackend(threads: 1)
    let stage = try Stage(backend, width: 32, height: 32)
    let layer = CALayer()
    let image = try #require(CGImage.pq(code: 49271))
    stage.edit {
      layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
      layer.contents = image
      layer.preferredDynamicRange = .high
      layer.backgroundColor = .fourfoldWhite
      stage.root.addSublayer(layer)
    }
    #expect(Picture(try stage.frame(at: 0))[16, 16] == [255, 255, 255, 255])
    #expect(backend.halfSurfaces == 0)
  }

  @Test func headroomsAreKeptInTheirLimits() throws {
    let size = CGSize(width: 8, height: 8)
    #expect(try CAContext(size: size, options: .extended(headroom: 1e9)).headroom == 64)
    #expect(try CAContext(size: size, options: .extended(headroom: .nan)).headroom == 1)
    #expect(try CAContext(size: size, options: .extended(headroom: -3)).headroom == 1)
    #expect(try CAContext(size: size).headroom == 1)
  }
}

extension CAContext.Options {
  /// The options of an extended output.
  fileprivate static func extended(headroom: CGFloat) -> CAContext.Options {
    var options = CAContext.Options()
    options.dynamicRange = .extended(headroom: headroom)
    return options
  }
}

/// A8.2: a picture whose values all lie in 0...1 looks the same in both classes.
@Suite struct ExtendedCorpusTests {
  /// A filter makes values of up to 1.3 there, which standard outputs cut before a veil lies over
  /// them.
  private static let beyondWhite = "backdrops"

  @Test(arguments: Scene.golden.filter { $0.name != beyondWhite })
  func looksLikeTheStandardPicture(scene: Scene) throws {
    let standard = try Stage(scene, SoftwareBackend(threads: 1))
    let extended = try Stage(
      scene,
      SoftwareBackend(threads: 1),
      range: .extended(headroom: 4)
    )
    for time in scene.times {
      let picture = Picture(try standard.frame(at: time))
      let pixels = try #require(LightPixels(try extended.frame(at: time).pixels))
      #expect(pixels.difference(from: picture) <= 3, "\(scene.name) at \(time)")
    }
  }

  /// A8.7: 0.8 brighter by 0.5 is 1.3, and 1.05 with half of 0.8 over it.
  @Test func brightnessHasNoLimit() throws {
    let stage = try Stage(
      SoftwareBackend(threads: 1),
      width: 16,
      height: 16,
      range: .extended(headroom: 4)
    )
    stage.edit {
      stage.root.backgroundColor = CGColor(red: 0.8, green: 0.8, blue: 0.8, alpha: 1)
      let glass = CALayer()
      glass.frame = stage.root.bounds
      glass.backgroundColor = CGColor(red: 0.8, green: 0.8, blue: 0.8, alpha: 0.5)
      let brighter = CAFilter(type: "colorBrightness")
      brighter.setValue(0.5, forKey: "inputAmount")
      glass.backgroundFilters = [brighter]
      stage.root.addSublayer(glass)
    }
    let pixels = try #require(LightPixels(try stage.frame(at: 0).pixels))
    #expect(abs(pixels[8, 8].x - 1.05) < 0x1p-9)
  }
}
