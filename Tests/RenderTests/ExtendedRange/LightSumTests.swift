// Particles that add up on outputs of extended range: their sums end at the headroom, wherever.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzModel
import RenderScenes
import Testing

/// A9.13: what lies around particles is applied to light that the output can show.
@Suite struct LightSumTests {
  /// Particles of 1000 nits that lie over each other in the middle: 30 after 1.5 s.
  private static func emitter() throws -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    emitter.emitterPosition = CGPoint(x: 32, y: 32)
    emitter.renderMode = .additive
    emitter.preferredDynamicRange = .high
    let cell = CAEmitterCell()
    let image = try #require(CGImage.pq(code: 49271, width: 24, height: 16))
    (cell.birthRate, cell.lifetime, cell.contents) = (20, 2, image)
    emitter.emitterCells = [cell]
    return emitter
  }

  private static func black(_ opacity: Float = 1, _ sublayers: CALayer...) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
    layer.backgroundColor = .extended(0, 0, 0)
    layer.opacity = opacity
    layer.sublayers = sublayers
    return layer
  }

  /// The light in the middle, encoded, after 1.5 s.
  private func middle(
    _ backend: Backend,
    on headroom: Float,
    _ make: () throws -> CALayer
  ) throws -> SIMD4<Float> {
    let range = OutputRange.extended(headroom: headroom)
    let stage = try Stage(backend.make(), width: 64, height: 64, range: range)
    let layer = try make()
    stage.edit {
      stage.root.backgroundColor = .extended(0, 0, 0)
      stage.root.addSublayer(layer)
    }
    _ = try HalfFrame(stage, at: 0)
    return try HalfFrame(stage, at: 1.5)[32, 32]
  }

  /// A part of the headroom, encoded; drivers that truncate are 2 units in the last place off.
  private func expect(
    _ share: Float,
    _ backend: Backend,
    _ make: () throws -> CALayer
  ) throws {
    for (headroom, top) in [(1, 1), (2, 1.353256), (4, 1.824796)] as [(Float, Float)] {
      let light = try middle(backend, on: headroom, make)
      let wanted = LightPixels.half(top) * share
      let units: Float = backend == .software || headroom == 1 ? 0 : 2
      #expect(abs(light.x - wanted) <= units * wanted.ulpOfHalf, "on \(headroom)")
      #expect(light.w == 1)
    }
  }

  @Test(arguments: Backend.all) func halfOpaqueGroup(backend: Backend) throws {
    try expect(0.5, backend) { Self.black(0.5, try Self.emitter()) }
  }

  @Test(arguments: Backend.all) func halfOpaqueEmitter(backend: Backend) throws {
    // Of particles that add up, each has the layer's opacity.
    try expect(1, backend) {
      let emitter = try Self.emitter()
      emitter.opacity = 0.5
      return Self.black(1, emitter)
    }
  }

  @Test(arguments: Backend.all) func nestedGroups(backend: Backend) throws {
    try expect(0.25, backend) { Self.black(0.5, Self.black(0.5, try Self.emitter())) }
  }

  @Test(arguments: Backend.all) func groupsWithoutGround(backend: Backend) throws {
    // The light goes through a clear group, as through one of bytes, and is halved with it.
    try expect(0.5, backend) {
      let group = Self.black(0.5, try Self.emitter(), try Self.emitter())
      group.backgroundColor = nil
      return Self.black(1, group)
    }
  }

  @Test(arguments: Backend.all) func rasterisedGroup(backend: Backend) throws {
    try expect(0.5, backend) {
      let group = Self.black(0.5, try Self.emitter())
      group.shouldRasterize = true
      return group
    }
  }

  @Test(arguments: Backend.all) func veil(backend: Backend) throws {
    try expect(0.5, backend) { Self.black(1, try Self.emitter(), Self.black(0.5)) }
  }

  @Test(arguments: Backend.all) func mask(backend: Backend) throws {
    try expect(0.5, backend) {
      let group = Self.black(1, try Self.emitter())
      let mask = Self.black()
      mask.opacity = 0.5
      group.mask = mask
      return group
    }
  }

  @Test(arguments: Backend.all) func clip(backend: Backend) throws {
    try expect(0.5, backend) {
      let emitter = try Self.emitter()
      (emitter.masksToBounds, emitter.cornerRadius) = (true, 20)
      return Self.black(0.5, emitter)
    }
  }

  @Test(arguments: Backend.all) func backdrop(backend: Backend) throws {
    try expect(0.5, backend) {
      let glass = Self.black()
      glass.backgroundColor = nil
      let halved = CAFilter(type: "colorMatrix")
      var numbers = [Float](repeating: 0, count: 20)
      for index in [0, 6, 12] { numbers[index] = 0.5 }
      numbers[18] = 1
      halved.setValue(numbers.map { NSNumber(value: $0) }, forKey: "inputColorMatrix")
      glass.backgroundFilters = [halved]
      return Self.black(1, try Self.emitter(), glass)
    }
  }

  @Test(arguments: Backend.all) func planesInSpace(backend: Backend) throws {
    try expect(0.5, backend) {
      let emitter = try Self.emitter()
      emitter.preservesDepth = true
      emitter.transform = CATransform3DMakeRotation(0.4, 1, 0, 0)
      return Self.black(0.5, emitter)
    }
  }

  /// On an output of bytes the same sum is white, and half of it 127.5.
  @Test(arguments: Backend.all) func bytesAreAsEver(backend: Backend) throws {
    let stage = try Stage(backend.make(), width: 64, height: 64)
    let group = Self.black(0.5, try Self.emitter())
    stage.edit {
      stage.root.backgroundColor = .extended(0, 0, 0)
      stage.root.addSublayer(group)
    }
    _ = try stage.frame(at: 0)
    let pixel = Picture(try stage.frame(at: 1.5))[32, 32]
    #expect(pixel[0] == 128 && pixel[3] == 255)
  }

  /// A frame that goes on from another is as one made from scratch.
  @Test(arguments: Backend.all) func laterFramesAreAsFirstOnes(backend: Backend) throws {
    let range = OutputRange.extended(headroom: 2)
    func stage() throws -> Stage {
      let stage = try Stage(backend.make(), width: 64, height: 64, range: range)
      let group = Self.black(0.5, try Self.emitter())
      stage.edit { stage.root.addSublayer(group) }
      CATransaction.flush()
      return stage
    }
    let going = try stage()
    for time in [0, 0.05, 0.1, 0.6, 1.5] {
      let frame = try HalfFrame(going, at: time)
      let fresh = try stage()
      // The commit's time is that of the first frame.
      _ = try HalfFrame(fresh, at: 0)
      #expect(try HalfFrame(fresh, at: time) == frame, "at \(time)")
    }
  }
}

extension Float {
  /// The distance to the next half float.
  fileprivate var ulpOfHalf: Float { Float(Float16(self).ulp) }
}
