// A layer tree on an output with a stepped clock.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzText

/// A layer tree on an output whose clock starts at 0 and is moved by hand.
final class LayerStage {
  private let layer: CALayer
  private let clock = ManualClock()
  private let context: CAContext
  private let carrier: InProcessCarrier

  /// Calls `body` with a layer on a stage, and then puts the layer back where it was.
  static func with<Result>(
    _ layer: CALayer,
    _ canvas: LayerCanvas,
    renderer: SnapshotRenderer,
    _ body: (LayerStage) throws -> Result
  ) throws -> Result {
    let frame = try canvas.frame(of: layer)
    return try BackendPool.shared.withBackend(kind(frame, canvas, renderer)) { backend in
      let parent = LayerParent(layer)
      let stage = try LayerStage(layer, canvas, frame, backend)
      defer {
        stage.clear()
        parent.restore()
      }
      return try body(stage)
    }
  }

  // From this many pixels on, all cores draw one picture.
  private static let pixelsForAllCores = 1 << 20

  private static func kind(
    _ frame: CGRect,
    _ canvas: LayerCanvas,
    _ renderer: SnapshotRenderer
  ) -> BackendPool.Kind {
    if renderer == .gles { return .gles }
    let pixels = frame.size.width * frame.size.height * canvas.scale * canvas.scale
    return pixels < CGFloat(pixelsForAllCores) ? .software : .manySoftware
  }

  private init(
    _ layer: CALayer,
    _ canvas: LayerCanvas,
    _ frame: CGRect,
    _ backend: any RenderBackend
  ) throws {
    self.layer = layer
    let configuration = ContextConfiguration(
      width: Int(Double(frame.size.width).pixels(canvas.scale)),
      height: Int(Double(frame.size.height).pixels(canvas.scale)),
      scale: Double(canvas.scale),
      background: canvas.background.map { Color($0) } ?? .clear
    )
    do {
      carrier = try InProcessCarrier(backend: backend, configuration: configuration)
    } catch {
      throw SnapshotProblem.notDrawn("\(error)")
    }
    carrier.renderer.measuresLayers = canvas.measuresLayers
    context = CAContext(configuration: configuration, carrier: carrier, clock: clock)
    show(frame)
    guard let changes = canvas.changes else { return }
    changes(layer)
    CATransaction.flush()
  }

  /// Puts the layer below a root whose bounds are the part that the picture shows.
  private func show(_ frame: CGRect) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    let root = CALayer()
    root.anchorPoint = .zero
    root.bounds = frame
    root.addSublayer(layer)
    context.layer = root
    CATransaction.commit()
    CATransaction.flush()
  }

  private func clear() {
    context.layer = nil
    CATransaction.flush()
  }

  // MARK: Time

  // Stops completion blocks that start new animations for ever.
  private static let eventLimit = 100_000
  // The least advance in seconds, to pass ends that lie between two floating-point numbers.
  private static let leastStep = 1e-9

  /// Moves the clock; starts and ends on the way are reported at their times.
  func advance(to time: SnapshotTime) throws(SnapshotProblem) {
    switch time {
    case .frozen: return
    case .finished: try passEvents(until: .infinity)
    case .at(let time):
      guard time.isFinite, time >= 0 else { throw .badTime(time) }
      try passEvents(until: time)
      clock.advance(by: max(0, time - clock.currentTime))
    }
  }

  private func passEvents(until end: CFTimeInterval) throws(SnapshotProblem) {
    CATransaction.flush()
    for _ in 0..<Self.eventLimit {
      guard let next = context.nextAnimationEvent, next < end else { return }
      clock.advance(by: max(next - clock.currentTime, Self.leastStep))
    }
    throw .endless(limit: Self.eventLimit)
  }

  // MARK: Pictures

  /// Returns the current picture and its source.
  func picture() throws -> (image: CGImage, part: PictureSource.Part) {
    let image: CGImage
    do {
      image = try context.image()
    } catch {
      throw SnapshotProblem.notDrawn("\(error)")
    }
    return (image, part(of: image))
  }

  private func part(of image: CGImage) -> PictureSource.Part {
    let labels = context.layerLabels(below: layer)
    return PictureSource.Part(
      frame: PixelRect(width: Int32(image.width), height: Int32(image.height)),
      label: nil,
      plan: carrier.renderer.plan,
      layers: carrier.renderer.tree.ids.map { labels[$0] },
      tree: carrier.renderer.tree,
      configuration: carrier.renderer.configuration,
      time: clock.currentTime
    )
  }

  /// The fonts that the layers drew with.
  var fonts: [String] { layer.fontsBelow.map(\.fileText).sorted() }

  /// The counters of the last picture, and the layers by their numbers.
  var costs: (counters: FrameCounters, layers: [LayerID: String]) {
    (carrier.renderer.counters, context.layerLabels(below: layer))
  }
}

/// The position of a layer in a tree.
private struct LayerParent {
  private let layer: CALayer
  private let superlayer: CALayer?
  private let index: Int?

  init(_ layer: CALayer) {
    self.layer = layer
    superlayer = layer.superlayer
    index = superlayer?.sublayers?.firstIndex { $0 === layer }
  }

  func restore() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    if let superlayer, let index {
      superlayer.insertSublayer(layer, at: UInt32(index))
    } else {
      layer.removeFromSuperlayer()
    }
    CATransaction.commit()
  }
}
