// A layer tree on an output of its own.
// Licensed under the MIT license; see LICENSE.

package import QuartzCore
package import QuartzModel
package import QuartzPlan

/// A clock that is stopped until it is set.
private final class StillClock: CAContext.Clock {
  var currentTime: CFTimeInterval = 0
}

/// An output, its context and its root layer.
package final class Stage {
  package let context: CAContext
  private let ownCarrier: InProcessCarrier?
  // Time stands still, and frames are asked for by their time, but for `advance(to:)`.
  private let clock = StillClock()
  /// The root: as large as the output.
  package let root: CALayer
  /// How often things happened that motions count, by their names.
  package var counts: [String: Int] = [:]
  /// The values that motions keep from event to event.
  package var keeps: [String: Any] = [:]

  /// Makes an output of `width` by `height` pixels.
  ///
  /// - Parameter wrap: Puts something between the context and the renderer.
  // Long because: all that a context is configured with.
  package init(
    _ backend: any RenderBackend,
    width: Int,
    height: Int,
    scale: Double = 1,
    isYUp: Bool = false,
    range: OutputRange = .standard,
    wrap: (any CommitCarrier) -> any CommitCarrier = { $0 }
  ) throws {
    let configuration = ContextConfiguration(
      width: width,
      height: height,
      scale: scale,
      isYUp: isYUp,
      range: range
    )
    // Changes that an earlier test left on this thread would keep the first ones of this back.
    CATransaction.flush()
    let carrier = try InProcessCarrier(backend: backend, configuration: configuration)
    ownCarrier = carrier
    root = CALayer()
    context = CAContext(configuration: configuration, carrier: wrap(carrier), clock: clock)
    edit {
      root.bounds = CGRect(
        x: 0,
        y: 0,
        width: Double(width) / scale,
        height: Double(height) / scale
      )
      root.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
      context.layer = root
    }
  }

  /// Makes a stage of a layer in a context for pictures, such as the layer of a view in a window.
  package init(of root: CALayer, in context: CAContext) {
    (self.root, self.context, ownCarrier) = (root, context, nil)
  }

  /// The way of commits to the renderer, of a stage with an output of its own.
  package var carrier: InProcessCarrier {
    guard let ownCarrier else { preconditionFailure("the context is that of somebody else") }
    return ownCarrier
  }

  /// The output and the tree of a scene.
  package convenience init(
    _ scene: Scene,
    _ backend: any RenderBackend,
    range: OutputRange = .standard,
    wrap: (any CommitCarrier) -> any CommitCarrier = { $0 }
  ) throws {
    try self.init(
      backend,
      width: scene.widthInPixels,
      height: scene.heightInPixels,
      scale: scene.scale,
      isYUp: scene.isYUp,
      range: range,
      wrap: wrap
    )
    edit { scene.build(root) }
  }

  /// An output of a motion's size with its tree at the beginning.
  package convenience init(
    _ motion: Motion,
    _ backend: any RenderBackend,
    wrap: (any CommitCarrier) -> any CommitCarrier = { $0 }
  ) throws {
    try self.init(
      backend,
      width: motion.widthInPixels,
      height: motion.heightInPixels,
      scale: motion.scale,
      isYUp: motion.isYUp,
      wrap: wrap
    )
    edit { motion.build(self) }
    CATransaction.flush()
  }

  /// Goes on to a moment of a motion, with its events.
  package func advance(to time: Double, in motion: Motion) {
    advance(to: time)
    for event in motion.events where event.time == time { event.change(self) }
    CATransaction.flush()
  }

  /// Changes the tree without implicit animations.
  package func edit(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  /// The layer of a name that a scene or motion has.
  package subscript(name: String) -> CALayer {
    guard let layer = Stage.layer(name, in: root) else {
      preconditionFailure("no layer is called \(name)")
    }
    return layer
  }

  private static func layer(_ name: String, in layer: CALayer) -> CALayer? {
    if layer.name == name { return layer }
    for sublayer in layer.sublayers ?? [] {
      if let found = Stage.layer(name, in: sublayer) { return found }
    }
    return nil
  }

  /// Lets the clock show a time, not before the one it shows; delegates and completion blocks of
  /// what ends until then are called.
  package func advance(to time: Double) {
    precondition(time >= self.time, "a clock does not go back")
    CATransaction.flush()
    guard ownCarrier != nil else {
      do { try context.advance(to: time) } catch { preconditionFailure("\(error)") }
      return
    }
    clock.currentTime = time
    CATransaction.flush()
  }

  /// The time that the clock shows.
  package var time: Double { ownCarrier == nil ? context.currentTime : clock.currentTime }

  package func frame(at time: Double = 0) throws -> RenderedFrame {
    context.prepareFrame(at: time)
    return try context.frame(at: time)
  }
}
