// Colours that say their headroom: each kind that layers have, on outputs of several headrooms.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import RenderScenes
import Testing

/// A7.2 to A7.4 for colours.
///
/// Values are encoded; 1/512 is a unit of half floats below 2, with the
/// five digits of the law's numbers.
@Suite struct TaggedColorTests {
  private static let unit: Float = 0x1p-9
  private static let outputs: [Float] = [1, 2, 4]

  /// White in a picture of 1000 nits, and what A6.2 makes of it for outputs of headroom 1, 2, 4.
  private static let white = CGColor.tagged(1, 4.926108)
  private static let shownWhite: [Float] = [0.735357, 0.914311, 1]

  /// A layer of 32 x 32 points that may be as bright as the output.
  private static func box<Layer: CALayer>(_ layer: Layer) -> Layer {
    layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
    layer.preferredDynamicRange = .high
    return layer
  }

  /// The colour of a pixel of a layer, alone on an output of 32 x 32 pixels.
  private func color(
    _ backend: Backend,
    on headroom: Float,
    at time: Double = 0,
    x: Int = 16,
    y: Int = 16,
    _ make: () -> CALayer
  ) throws -> SIMD4<Float> {
    let range = OutputRange.extended(headroom: headroom)
    let stage = try Stage(backend.make(), width: 32, height: 32, range: range)
    stage.edit { stage.root.addSublayer(make()) }
    if time > 0 { _ = try HalfFrame(stage, at: 0) }
    return try HalfFrame(stage, at: time)[x, y]
  }

  private func expect(
    _ wanted: [Float],
    _ backend: Backend,
    at time: Double = 0,
    x: Int = 16,
    y: Int = 16,
    _ make: () -> CALayer
  ) throws {
    for (headroom, light) in zip(Self.outputs, wanted) {
      let found = try color(backend, on: headroom, at: time, x: x, y: y, make)
      #expect(abs(found.x - light) < Self.unit, "on \(headroom): \(found)")
    }
  }

  @Test(arguments: Backend.all) func background(backend: Backend) throws {
    try expect(Self.shownWhite, backend) {
      let layer = Self.box(CALayer())
      layer.backgroundColor = Self.white
      return layer
    }
  }

  @Test(arguments: Backend.all) func border(backend: Backend) throws {
    try expect(Self.shownWhite, backend, x: 2) {
      let layer = Self.box(CALayer())
      (layer.borderColor, layer.borderWidth) = (Self.white, 5)
      return layer
    }
  }

  @Test(arguments: Backend.all) func fillAndStroke(backend: Backend) throws {
    for x in [16, 2] {
      try expect(Self.shownWhite, backend, x: x) {
        let layer = Self.box(CAShapeLayer())
        layer.path = CGPath(rect: CGRect(x: 2, y: 2, width: 28, height: 28), transform: nil)
        (layer.fillColor, layer.strokeColor, layer.lineWidth) = (Self.white, Self.white, 4)
        return layer
      }
    }
  }

  /// A9.6: white twice as bright as SDR's, of a picture that has no more.
  @Test(arguments: Backend.all) func shadow(backend: Backend) throws {
    try expect([1, 1.353256, 1.353256], backend, y: 26) {
      let layer = Self.box(CALayer())
      layer.frame = CGRect(x: 0, y: -16, width: 32, height: 16)
      layer.backgroundColor = .black
      layer.shadowColor = .tagged(1.353256, 2)
      (layer.shadowOpacity, layer.shadowRadius) = (1, 0)
      layer.shadowOffset = CGSize(width: 0, height: 32)
      return layer
    }
  }

  /// A9.7: from SDR white to fourfold white; half of the way is the mean of the encoded ends.
  @Test(arguments: Backend.all) func gradient(backend: Backend) throws {
    for (headroom, end) in [(1, 1), (2, 1.353256), (4, 1.824796)] as [(Float, Float)] {
      let make = {
        let layer = Self.box(CAGradientLayer())
        layer.colors = [CGColor.white, CGColor.tagged(1.824796, 4)]
        layer.startPoint = CGPoint(x: 0, y: 0.5)
        layer.endPoint = CGPoint(x: 1, y: 0.5)
        return layer
      }
      // The two pixels about the middle.
      let left = try color(backend, on: headroom, x: 15, make)
      let right = try color(backend, on: headroom, x: 16, make)
      #expect(abs((left.x + right.x) / 2 - (1 + end) / 2) < Self.unit, "on \(headroom)")
    }
  }

  @Test(arguments: Backend.all) func gradientStopsAreMappedEach(backend: Backend) throws {
    try expect(Self.shownWhite, backend, x: 30) {
      let layer = Self.box(CAGradientLayer())
      layer.colors = [CGColor.black, Self.white, Self.white]
      layer.locations = [0, 0.5, 1]
      layer.startPoint = CGPoint(x: 0, y: 0.5)
      layer.endPoint = CGPoint(x: 1, y: 0.5)
      return layer
    }
  }

  @Test(arguments: Backend.all) func text(backend: Backend) throws {
    try expect(Self.shownWhite, backend) {
      let layer = Self.box(CATextLayer())
      (layer.string, layer.fontSize) = ("████", 48)
      layer.foregroundColor = Self.white
      return layer
    }
  }

  @Test(arguments: Backend.all) func textBrighterThanWhite(backend: Backend) throws {
    try expect([1, 1.353256, 1.824796], backend) {
      let layer = Self.box(CATextLayer())
      (layer.string, layer.fontSize) = ("████", 48)
      layer.foregroundColor = .tagged(1.824796, 4)
      return layer
    }
  }

  @Test(arguments: Backend.all) func replicator(backend: Backend) throws {
    try expect(Self.shownWhite, backend) {
      let layer = Self.box(CAReplicatorLayer())
      let inner = Self.box(CALayer())
      inner.backgroundColor = .extended(1, 1, 1)
      layer.instanceColor = Self.white
      layer.addSublayer(inner)
      return layer
    }
  }

  @Test(arguments: Backend.all) func emitter(backend: Backend) throws {
    let image = try #require(CGImage.pq(code: 38055, width: 64, height: 64))
    try expect(Self.shownWhite, backend, at: 1) {
      let layer = Self.box(CAEmitterLayer())
      layer.emitterPosition = CGPoint(x: 16, y: 16)
      let cell = CAEmitterCell()
      (cell.birthRate, cell.lifetime, cell.contents) = (4, 10, image.copy(contentHeadroom: 1))
      cell.color = Self.white
      layer.emitterCells = [cell]
      return layer
    }
  }

  /// A7.2: no limit of a layer's own, and the mode that maps nothing.
  @Test(arguments: Backend.all) func limitsAndModes(backend: Backend) throws {
    func light(_ range: CALayer.DynamicRange, _ mode: CAToneMapMode) throws -> Float {
      try color(backend, on: 4) {
        let layer = Self.box(CALayer())
        (layer.backgroundColor, layer.preferredDynamicRange) = (Self.white, range)
        layer.toneMapMode = mode
        return layer
      }.x
    }
    #expect(abs(try light(.standard, .automatic) - 0.735357) < Self.unit)
    #expect(abs(try light(.constrainedHigh, .ifSupported) - 0.914311) < Self.unit)
    #expect(try light(.standard, .never) == 1)
  }

  /// A7.4: colours move unmapped, with the greater headroom.
  @Test(arguments: Backend.all) func animation(backend: Backend) throws {
    let make = {
      let layer = Self.box(CALayer())
      let change = CABasicAnimation(keyPath: "backgroundColor")
      change.fromValue = CGColor.extended(1, 1, 1)
      change.toValue = CGColor.tagged(1.995198, 4.926108)
      change.duration = 2
      layer.add(change, forKey: nil)
      return layer
    }
    let half = (1 + 1.995198) / 2
    // The light of 1.497599, and that light within the limits, by the curve.
    let light = pow((half + 0.055) / 1.055, 2.4)
    for headroom in [1, 2, 8.0] {
      let curve = ReferenceWhiteCurve(from: 4.926108, to: headroom)
      let mapped = light * (curve?.factor(light) ?? 1)
      let wanted = Float(1.055 * pow(mapped, 1 / 2.4) - 0.055)
      let found = try color(backend, on: Float(headroom), at: 1, make).x
      #expect(abs(found - wanted) < Self.unit, "on \(headroom)")
    }
  }

  /// A6.2 as bytes: 203 nits of 1000 are 188.
  @Test(arguments: Backend.all) func standardOutputs(backend: Backend) throws {
    let stage = try Stage(backend.make(), width: 32, height: 32)
    stage.edit {
      let layer = Self.box(CALayer())
      layer.backgroundColor = Self.white
      let plain = Self.box(CALayer())
      plain.frame = CGRect(x: 0, y: 0, width: 8, height: 32)
      plain.backgroundColor = .extended(1, 1, 1)
      stage.root.sublayers = [layer, plain]
    }
    let picture = Picture(try stage.frame(at: 0))
    #expect(picture[16, 16] == [188, 188, 188, 255])
    #expect(picture[4, 16] == [255, 255, 255, 255])
  }
}

extension CGColor {
  /// An opaque grey of extended sRGB, encoded, in a picture of a headroom.
  static func tagged(_ gray: CGFloat, _ headroom: Float) -> CGColor {
    CGColor(
      headroom: headroom,
      colorSpace: nil,
      red: gray,
      green: gray,
      blue: gray,
      alpha: 1
    ) ?? .clear
  }
}
