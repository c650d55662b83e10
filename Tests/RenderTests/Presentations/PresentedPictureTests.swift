// A presentation draws what the output shows into a context.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzSoftware
import RenderScenes
import Testing

@Suite struct PresentedPictureTests {
  /// Tiles are drawn for the context, and do not fade.
  ///
  /// Particles that were born before the values of their emitter changed are the server's: here
  /// their animation ends at 2 s.
  private static let exceptions = ["tilesFading": 0.0, "emitterAnimated": 2.0]

  @Test(arguments: Scene.all)
  func scenes(scene: Scene) throws {
    let stage = try Stage(scene, SoftwareBackend(threads: 1))
    let end = Self.exceptions[scene.name] ?? .infinity
    for time in scene.times where time < end {
      if stage.time < time { stage.advance(to: time) }
      try expectPresented(stage.root, stage.context, at: time, "\(scene)")
    }
  }

  @Test(arguments: Motion.all)
  func motions(motion: Motion) throws {
    let stage = try Stage(motion, .software)
    for time in motion.moments {
      stage.advance(to: time)
      for event in motion.events where event.time == time { event.change(stage) }
      CATransaction.flush()
      // The picture of what was before is the server's.
      if motion.times.contains(time), !hasTransition(stage.root) {
        try expectPresented(stage.root, stage.context, at: time, "\(motion)")
      }
    }
  }

  private func hasTransition(_ layer: CALayer) -> Bool {
    let keys = layer.animationKeys() ?? []
    return keys.contains { layer.animation(forKey: $0) is CATransition }
      || (layer.sublayers ?? []).contains { hasTransition($0) }
  }

  /// In a context for pictures, particles outlive an animation that is over.
  @Test func particlesOfAnimationsThatAreOver() throws {
    let scene = try #require(Scene.all.first { $0.name == "emitterAnimated" })
    let output = try CAContext(size: CGSize(width: scene.width, height: scene.height))
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: scene.width, height: scene.height)
    output.layer = root
    scene.build(root)
    for time in scene.times { try expectPresented(root, output, at: time, "\(scene)-over") }
  }

  private func expectPresented(
    _ root: CALayer,
    _ output: CAContext,
    at time: Double,
    _ name: String
  ) throws {
    let shown = try output.image(at: time)
    let context = try #require(
      CGContext(
        sRGBWidth: shown.width,
        height: shown.height,
        space: CGColorSpaceCreateDeviceRGB()
      )
    )
    let configuration = output.configuration
    if !configuration.isYUp {
      context.translateBy(x: 0, y: CGFloat(shown.height))
      context.scaleBy(x: 1, y: -1)
    }
    context.scaleBy(x: configuration.scale, y: configuration.scale)
    let presentation = try #require(root.presentation())
    // A layer's own coordinates are what it draws in.
    let bounds = presentation.bounds
    if presentation.isGeometryFlipped {
      context.translateBy(x: 0, y: bounds.height)
      context.scaleBy(x: 1, y: -1)
    }
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
    presentation.render(in: context)
    let drawn = try #require(context.makeImage())
    expectEqual(Picture(drawn), Picture(shown), within: 0, "\(name)-\(time)-presented")
  }
}
