// Seconds of scenes: the examples and three heavy ones, as programs show them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan

/// Thirty frames of a scene of layers: changed, committed, evaluated, planned and drawn.
///
/// Only what differs from the frame before is drawn, as in any program. Peers/scene_bench.py draws
/// the same frames by Skia, from what `SceneDump` writes of their plans.
enum SceneBench {
  static let all: [Bench] = MeasuredScene.all.map { scene in
    Bench(name: scene.name) { options -> Bench.Frame in
      let backend = try options.backend.make(options)
      let stage = try SceneStage(scene, backend)
      return Bench.Frame(
        note: { "\(MeasuredScene.frameCount) frames, \(stage.drawnPixels) pixels" },
        backend: backend
      ) { _ in
        try stage.drawSecond()
      }
    }
  }
}

/// A scene in a context that a backend of this process draws.
final class SceneStage {
  private final class StandingClock: CAContext.Clock {
    let currentTime: CFTimeInterval = 0
  }

  private let scene: MeasuredScene
  private let layers: SceneLayers
  private let context: CAContext
  private let carrier: InProcessCarrier
  private var configuration: ContextConfiguration
  /// The pixels of the damage of all frames of the last second.
  private(set) var drawnPixels = 0

  init(_ scene: MeasuredScene, _ backend: any RenderBackend) throws {
    self.scene = scene
    configuration = ContextConfiguration(
      width: scene.width,
      height: scene.height,
      scale: scene.scale,
      background: .white
    )
    carrier = try InProcessCarrier(backend: backend, configuration: configuration)
    context = CAContext(configuration: configuration, carrier: carrier, clock: StandingClock())
    layers = try scene.make()
    context.layer = layers.root
  }

  var renderer: ContextRenderer { carrier.renderer }

  /// Draws the frames of a second.
  func drawSecond() throws {
    drawnPixels = 0
    for frame in 0..<MeasuredScene.frameCount { try draw(frame) }
  }

  /// Draws a frame, and waits until it is drawn.
  func draw(_ frame: Int) throws {
    if scene.isWhole {
      // Another background, by a level or less, is a new picture.
      configuration.background = frame % 2 == 0 ? .white : Color(0.998, 1, 1, 1)
      _ = try carrier.configure(configuration)
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    try layers.change(frame)
    CATransaction.commit()
    let time = scene.time(frame)
    context.prepareFrame(at: time)
    let damage = try carrier.render(at: time)
    for index in 0..<damage.count {
      drawnPixels += Int(damage[index].width) * Int(damage[index].height)
    }
    // Backends that draw later have drawn when a pixel is read back.
    try withUnsafeTemporaryAllocation(byteCount: 4, alignment: 4) { pixel in
      try renderer.backend.read(
        renderer.context,
        PixelRect(0, 0, 1, 1),
        into: pixel,
        rowBytes: 4
      )
    }
  }
}
