// Pictures of views that host layers: the window's, and drawHierarchy's.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import RenderScenes
import Testing
import UIKit

/// Hosts the scenes and motions that every renderer is tested with.
@Suite("Pictures of views that host layers", .serialized)
@MainActor
struct HostedPictureTests {
  /// The times, in seconds, from which some differ where another view is beside them, so that their
  /// presentation is drawn into a context.
  ///
  /// Tiles are drawn for the context, and do not fade. Particles that were born before the values
  /// of their emitter changed are the server's: here their animation ends at 2 s.
  private static let exceptions = ["tilesFading": 0.0, "emitterAnimated": 2.0]

  /// A view that fills its window.
  private struct Host {
    var window: UIWindow
    var view: UIView
    var stage: Stage
    var scale: Double

    @MainActor
    init(width: Int, height: Int, scale: Double) throws {
      UIApplication.shared.resetInput()
      let size = CGSize(width: width, height: height)
      UIScreen.setMain(UIScreen(size: size, scale: CGFloat(scale)))
      window = UIWindow(frame: CGRect(origin: .zero, size: size))
      window.isHidden = false
      view = UIView(frame: window.bounds)
      window.addSubview(view)
      stage = Stage(of: view.layer, in: try #require(window.context))
      self.scale = scale
    }

    /// The picture that drawHierarchy draws.
    @MainActor var drawn: [UInt8] {
      get throws {
        let format = UIGraphicsImageRendererFormat()
        format.scale = CGFloat(scale)
        format.preferredRange = .standard
        let renderer = UIGraphicsImageRenderer(bounds: view.bounds, format: format)
        let image = renderer.image { _ in
          view.drawHierarchy(in: view.bounds, afterScreenUpdates: true)
        }
        return pixels(try #require(image.cgImage))
      }
    }

    /// Expects the pictures of now to be that of the window, with the view alone and beside
    /// another one.
    @MainActor
    func expectAlike(_ name: String, beside: Bool) throws {
      let shown = pixels(try window.image())
      try expect(drawn, shown, "\(name), alone")
      guard beside else { return }
      let other = UIView()
      window.addSubview(other)
      try expect(drawn, shown, "\(name), beside another")
      other.removeFromSuperview()
      CATransaction.flush()
    }

    private func expect(_ drawn: [UInt8], _ shown: [UInt8], _ name: String) throws {
      try #require(drawn.count == shown.count, "\(name): another size")
      guard drawn != shown else { return }
      let differences = zip(drawn, shown).map { abs(Int($0) - Int($1)) }
      let most = differences.max() ?? 0
      Issue.record("\(name): \(differences.count { $0 > 0 }) bytes differ, by \(most) at most")
    }
  }

  @Test("Scenes", arguments: Scene.all)
  func scenes(scene: Scene) throws {
    let host = try Host(width: scene.width, height: scene.height, scale: scene.scale)
    host.stage.edit { scene.build(host.view.layer) }
    let end = Self.exceptions[scene.name] ?? .infinity
    for time in scene.times {
      host.stage.advance(to: max(time, host.stage.time))
      try host.expectAlike("\(scene) at \(time)", beside: time < end)
    }
    host.window.isHidden = true
  }

  @Test("Motions", arguments: Motion.all)
  func motions(motion: Motion) throws {
    let host = try Host(width: motion.width, height: motion.height, scale: motion.scale)
    host.stage.edit { motion.build(host.stage) }
    for time in motion.moments {
      host.stage.advance(to: time)
      for event in motion.events where event.time == time { event.change(host.stage) }
      CATransaction.flush()
      guard motion.times.contains(time) else { continue }
      // The picture of what was before a transition is the window's.
      let beside = !hasTransition(host.view.layer)
      try host.expectAlike("\(motion) at \(time)", beside: beside)
    }
    host.window.isHidden = true
  }

  private func hasTransition(_ layer: CALayer) -> Bool {
    let keys = layer.animationKeys() ?? []
    return keys.contains { layer.animation(forKey: $0) is CATransition }
      || (layer.sublayers ?? []).contains { hasTransition($0) }
  }
}
