// GLES against software on outputs of extended range: all scenes, and layers brighter than white.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

/// A scene of layers brighter than white.
struct BrightScene: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The times of its frames.
  var times: [Double] = [0]
  /// Fills a root of 64 x 64 points; what it returns happens at time 0, after the first commit.
  let build: @Sendable (CALayer) throws -> (() -> Void)?

  init(
    _ name: String,
    times: [Double] = [0],
    _ build: @escaping @Sendable (CALayer) throws -> (() -> Void)?
  ) {
    (testDescription, self.times, self.build) = (name, times, build)
  }

  /// Builds the scene on a stage of 64 x 64 points, and lets happen what happens at time 0.
  func fill(_ stage: Stage) throws {
    var change: (() -> Void)?
    var failure: (any Error)?
    stage.edit {
      do { change = try build(stage.root) } catch { failure = error }
    }
    if let failure { throw failure }
    CATransaction.flush()
    if let change { stage.edit(change) }
  }
}

@Suite(.enabled(if: Backend.hasGLES)) struct ExtendedRenderersTests {
  /// Draws frames with both renderers, and says how far they are from each other.
  private func compare(
    _ times: [Double],
    _ name: String,
    _ make: (Backend) throws -> Stage
  ) throws {
    let (software, gles) = (try make(.software), try make(.gles))
    for time in times {
      let expected = try HalfFrame(software, at: time)
      let found = HalfAgreement(try HalfFrame(gles, at: time), reference: expected)
      #expect(found.isWithin(nil), "\(name) at \(time): \(found)")
    }
  }

  /// A8.6: flat places are within 2 codes of 1023 of PQ, others within 1/255 of max(1, |v|), but
  /// for scenes that say why not.
  @Test(arguments: CorpusTests.corpus)
  func renderersAgree(scene: Scene) throws {
    let (software, gles) = (
      try Stage(scene, Backend.software.make(), range: .extended(headroom: 4)),
      try Stage(scene, Backend.gles.make(), range: .extended(headroom: 4))
    )
    for time in scene.times {
      let expected = try HalfFrame(software, at: time)
      let found = HalfAgreement(try HalfFrame(gles, at: time), reference: expected)
      #expect(found.isWithin(scene), "\(scene.name) at \(time): \(found)")
    }
  }

  /// A9: contents, groups, filters and shapes beyond white, on outputs of several headrooms.
  @Test(arguments: BrightScene.all, [1, 2, 4] as [Float])
  func brightScenesAgree(scene: BrightScene, headroom: Float) throws {
    try compare(scene.times, "\(scene.testDescription) on \(headroom)") { backend in
      let stage = try Stage(
        backend.make(),
        width: 64,
        height: 64,
        range: .extended(headroom: headroom)
      )
      try scene.fill(stage)
      return stage
    }
  }
}

extension BrightScene {
  /// A layer of a colour that may be as bright as the output.
  private static func bright(
    _ frame: CGRect,
    _ color: CGColor? = .fourfoldWhite
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    layer.backgroundColor = color
    layer.preferredDynamicRange = .high
    return layer
  }

  private static func blur(_ radius: Double) -> CAFilter {
    let filter = CAFilter(type: "gaussianBlur")
    filter.setValue(radius, forKey: "inputRadius")
    return filter
  }

  private static func image() throws -> CGImage {
    try #require(CGImage.pq(code: 49271, width: 24, height: 16))
  }

  static let all: [BrightScene] = [
    BrightScene("A9.1 an image of 1000 nits in three ranges") { root in
      let ranges: [CALayer.DynamicRange] = [.standard, .constrainedHigh, .high]
      for (index, range) in ranges.enumerated() {
        let layer = CALayer()
        layer.frame = CGRect(x: 2 + Double(index) * 20.5, y: 4.25, width: 18, height: 50)
        layer.contents = try image()
        layer.preferredDynamicRange = range
        root.addSublayer(layer)
      }
      return nil
    },
    BrightScene("A9.2 in a half-opaque group") { root in
      let group = bright(CGRect(x: 4, y: 4, width: 50, height: 50), .extended(0.25, 2, -0.25))
      group.addSublayer(bright(CGRect(x: 8, y: 8, width: 30, height: 50)))
      group.opacity = 0.5
      root.addSublayer(group)
      return nil
    },
    BrightScene("A9.3 a line of 10,000 nits under a blur") { root in
      let group = bright(CGRect(x: 0, y: 0, width: 64, height: 64), nil)
      let line = bright(CGRect(x: 31, y: 0, width: 1, height: 64), .extended(5.296339, 5, 4))
      group.addSublayer(line)
      group.filters = [blur(4)]
      root.addSublayer(group)
      return nil
    },
    BrightScene("A9.4, A9.5 a mask; rounded, turned, in space, replicated") { root in
      let layer = CAReplicatorLayer()
      layer.frame = CGRect(x: 6, y: 6, width: 40, height: 40)
      layer.instanceCount = 3
      layer.instanceTransform = CATransform3DMakeTranslation(8, 5, 0)
      layer.instanceRedOffset = -0.2
      let box = bright(CGRect(x: 0, y: 0, width: 30, height: 30))
      box.cornerRadius = 8
      box.masksToBounds = true
      box.contents = try image()
      box.transform = CATransform3DRotate(CATransform3DMakeRotation(0.3, 0, 0, 1), 0.5, 1, 0, 0)
      layer.addSublayer(box)
      let mask = bright(CGRect(x: 2, y: 2, width: 44, height: 44))
      mask.cornerRadius = 20
      layer.mask = mask
      root.addSublayer(layer)
      return nil
    },
    BrightScene("A9.6 a shadow of headroom 2") { root in
      let layer = bright(CGRect(x: 16, y: 16, width: 30, height: 24), .extended(0, 0.25, 0.5))
      layer.shadowColor = .twiceWhite
      layer.shadowOpacity = 1
      layer.shadowRadius = 5
      layer.shadowOffset = CGSize(width: 3, height: 6)
      root.addSublayer(layer)
      return nil
    },
    BrightScene("A9.7 gradients to headroom 4") { root in
      for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 1 + Double(index) * 21, y: 6.5, width: 19.5, height: 50)
        layer.type = type
        layer.preferredDynamicRange = .high
        layer.colors = [CGColor.white, CGColor.extended(0, -0.25, 0.5), CGColor.fourfoldWhite]
        if type != .axial { layer.startPoint = CGPoint(x: 0.5, y: 0.5) }
        layer.endPoint = CGPoint(x: 1, y: 1)
        root.addSublayer(layer)
      }
      return nil
    },
    BrightScene("A9.6, A9.7 colours that say their headroom", times: [0, 0.5]) { root in
      for (index, range) in [CALayer.DynamicRange.standard, .high].enumerated() {
        let layer = CAGradientLayer()
        layer.frame = CGRect(x: 4 + 30 * Double(index), y: 4.5, width: 20, height: 44)
        layer.preferredDynamicRange = range
        layer.colors = [CGColor.white, CGColor.tagged(1.824796, 4)]
        (layer.borderColor, layer.borderWidth) = (.tagged(1, 4.926108), 3)
        layer.shadowColor = .tagged(1.353256, 2)
        (layer.shadowOpacity, layer.shadowRadius) = (0.75, 4)
        layer.shadowOffset = CGSize(width: 2, height: 5)
        root.addSublayer(layer)
        let change = CABasicAnimation(keyPath: "colors")
        change.fromValue = [CGColor.tagged(1.353256, 2), CGColor.black]
        (change.toValue, change.duration) = (layer.colors, 2)
        layer.add(change, forKey: nil)
      }
      return nil
    },
    BrightScene("A9.8 greens of P3 and sRGB") { root in
      let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
      let wide = try #require(CGColor(colorSpace: space, components: [0, 1, 0, 1]))
      root.addSublayer(bright(CGRect(x: 2.5, y: 4, width: 28, height: 50), wide))
      root.addSublayer(bright(CGRect(x: 33, y: 4, width: 28, height: 50), .extended(0, 1, 0)))
      return nil
    },
    BrightScene("A9.9 rasterised") { root in
      let group = bright(CGRect(x: 5.5, y: 4, width: 50, height: 50), .extended(0.25, 1.5, -0.25))
      group.addSublayer(bright(CGRect(x: 8, y: 8, width: 30, height: 50)))
      group.shouldRasterize = true
      root.addSublayer(group)
      return nil
    },
    BrightScene("A9.10 filters of what is behind") { root in
      root.addSublayer(bright(CGRect(x: 10, y: 10, width: 30, height: 30)))
      let glass = bright(CGRect(x: 4, y: 20, width: 56, height: 30), nil)
      glass.backgroundFilters = [blur(3)]
      root.addSublayer(glass)
      return nil
    },
    BrightScene("A9.11 a transition to headroom 4", times: [0, 0.5, 1]) { root in
      let layer = bright(CGRect(x: 4, y: 4, width: 50, height: 50), .extended(0.5, 0.5, 0.5))
      root.addSublayer(layer)
      return {
        let fade = CATransition()
        fade.duration = 1
        layer.add(fade, forKey: "transition")
        layer.backgroundColor = .fourfoldWhite
      }
    },
    BrightScene("A9.12 contents of unlike headroom", times: [0, 0.5, 1]) { root in
      let layer = bright(CGRect(x: 4, y: 4, width: 50, height: 50), nil)
      layer.contents = try #require(CGImage.pq(code: 38055))
      root.addSublayer(layer)
      let (before, after) = (try #require(layer.contents), try image())
      return {
        let change = CABasicAnimation(keyPath: "contents")
        (change.fromValue, change.toValue, change.duration) = (before, after, 1)
        layer.add(change, forKey: "contents")
        layer.contents = after
      }
    },
    BrightScene("A9.13 particles that add up", times: [0, 0.5, 1.5]) { root in
      let group = bright(CGRect(x: 0, y: 0, width: 64, height: 64), .extended(0, 0, 0))
      group.opacity = 0.5
      let emitter = CAEmitterLayer()
      emitter.frame = group.bounds
      emitter.emitterPosition = CGPoint(x: 32, y: 32)
      emitter.renderMode = .additive
      emitter.preferredDynamicRange = .high
      let cell = CAEmitterCell()
      (cell.birthRate, cell.lifetime, cell.contents) = (20, 2, try image())
      emitter.emitterCells = [cell]
      group.addSublayer(emitter)
      root.addSublayer(group)
      return nil
    },
    BrightScene("A9.15 drawings of half floats") { root in
      for (index, format) in [CALayerContentsFormat.RGBA16Float, .RGBA8Uint].enumerated() {
        let layer = BrightDrawing()
        layer.frame = CGRect(x: 2 + 31 * index, y: 4, width: 28, height: 50)
        layer.contentsFormat = format
        layer.preferredDynamicRange = .high
        layer.setNeedsDisplay()
        root.addSublayer(layer)
      }
      return nil
    },
    BrightScene("sums of plain layers, and a filter that brightens") { root in
      let grey = CGColor.extended(0.75, 0.75, 0.75)
      let group = CALayer()
      group.frame = CGRect(x: 4, y: 4, width: 56, height: 24)
      group.shouldRasterize = true
      for x in [0.0, 16] {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: 0, width: 32, height: 24)
        layer.backgroundColor = grey
        if x > 0 { layer.compositingFilter = "plusLighterBlendMode" }
        group.addSublayer(layer)
      }
      root.addSublayer(group)
      let sum = CALayer()
      sum.frame = CGRect(x: 0, y: 20, width: 20, height: 20)
      sum.backgroundColor = grey
      sum.compositingFilter = "plusLighterBlendMode"
      root.addSublayer(sum)
      let lit = CALayer()
      lit.frame = CGRect(x: 24, y: 36, width: 30, height: 20)
      lit.backgroundColor = grey
      let filter = CAFilter(type: "colorBrightness")
      filter.setValue(0.5, forKey: "inputAmount")
      lit.filters = [filter]
      root.addSublayer(lit)
      return nil
    },
  ]
}

/// A layer that draws white twice as bright as that of SDR.
private final class BrightDrawing: CALayer {
  override func draw(in context: CGContext) {
    context.setFillColor(.twiceWhite)
    context.fill(bounds)
  }
}
