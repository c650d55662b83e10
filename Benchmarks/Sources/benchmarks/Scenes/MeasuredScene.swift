// Scenes of layers that are drawn frame by frame: those of SceneBench.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore

/// Layers for an output, and what changes them from frame to frame besides their animations.
struct SceneLayers {
  let root: CALayer
  var change: (Int) throws -> Void = { _ in }
}

/// A scene of a second, with 30 frames.
struct MeasuredScene: Sendable {
  /// The frames of a second.
  static let frameCount = 30

  let name: String
  /// The output in pixels.
  let width: Int
  let height: Int
  /// Pixels per point.
  let scale: Double
  /// The time of the first frame in seconds.
  var start = 0.0
  /// Whether all of each frame is drawn, although little or nothing of it moves.
  var isWhole = false
  let make: @Sendable () throws -> SceneLayers

  /// The time of a frame in seconds.
  func time(_ frame: Int) -> Double {
    start + Double(frame % Self.frameCount) / Double(Self.frameCount)
  }

  /// The packages of Examples/, at two pixels a point, while something moves in them.
  static let examples: [MeasuredScene] = [
    example("Cards", 440, 320, start: 0.4),
    example("Clock", 320, 320),
    example("Fireworks", 320, 320, start: 3),
    example("Lamp", 320, 180),
    example("Loader", 360, 240, start: 0.5),
    example("Looks", 480, 360),
    example("Looks", 480, 360, isWhole: true),
    example("Player", 320, 440, start: 0.3),
    example("Room", 360, 240, start: 0.5),
    example("Tiles", 480, 270, start: 0.6),
  ]

  static let all = examples + HeavyScenes.all

  private static func example(
    _ name: String,
    _ width: Double,
    _ height: Double,
    start: Double = 0,
    isWhole: Bool = false
  ) -> MeasuredScene {
    MeasuredScene(
      name: "scenes/\(name)" + (isWhole ? " whole" : ""),
      width: Int(width) * 2,
      height: Int(height) * 2,
      scale: 2,
      start: start,
      isWhole: isWhole
    ) {
      var folder = URL(fileURLWithPath: #filePath)
      for _ in 0..<5 { folder.deleteLastPathComponent() }
      let package = try CAPackage(
        contentsOf: folder.appendingPathComponent("Examples/\(name).ca")
      )
      package.canvasLayer.position = CGPoint(x: width / 2, y: height / 2)
      if package.stateNames.contains("on") {
        let controller = CAStateController(package: package)
        controller.setState("off")
        controller.setState("on", transition: .played(at: 0))
      }
      return SceneLayers(root: package.canvasLayer)
    }
  }
}
