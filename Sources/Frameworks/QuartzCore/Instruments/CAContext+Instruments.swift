// Overlays and statistics of a context: what frames cost, and why.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzModel
import QuartzWire

extension CAContext {
  /// The additions to pictures that tell what they cost.
  public struct Overlays: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates overlays from their bits; those without a meaning count for nothing.
    public init(rawValue: UInt32) {
      self.rawValue = rawValue & QuartzModel.Overlays.all.rawValue
    }

    private init(_ overlays: QuartzModel.Overlays) { rawValue = overlays.rawValue }

    /// Green where a layer hides what is below it; red where both are mixed, the more layers the
    /// redder.
    public static let blended = Overlays(.blended)
    /// Images that are scaled are yellow; those that lie beside the pixels are magenta.
    public static let misaligned = Overlays(.misaligned)
    /// Layers that need a pass off screen are yellow.
    public static let offscreen = Overlays(.offscreen)
    /// Rasterised layers are green where their picture is one from before, red where it is drawn
    /// anew.
    public static let cache = Overlays(.cache)
    /// Images whose pixels the renderer took over for the picture are blue.
    public static let copied = Overlays(.copied)
    /// Images that a producer presents without a commit are blue: slots, films, OpenGL ES.
    public static let slots = Overlays(.slots)
    /// Pixels that are drawn anew are yellow for a quarter of a second.
    public static let flash = Overlays(.flash)
    /// The more draws a pixel takes, the redder it is, over a dark picture.
    public static let overdraw = Overlays(.overdraw)
    /// A line of one pixel around each layer.
    public static let borders = Overlays(.borders)
    /// The frame rate, and the times of the last frames' phases.
    public static let fps = Overlays(.fps)
    /// On an output of extended range, pixels brighter than white are red; those with a component
    /// below 0, colours outside of sRGB, are blue.
    public static let extended = Overlays(.extended)
  }

  /// The overlays that pictures show over layers; empty by default.
  ///
  /// Both renderers draw the overlays alike. They are in every picture of the context, also in
  /// those that other programs capture. A render server shows its own overlays (`quartzd
  /// --overlay`) as well. The environment variable `QUARTZ_OVERLAY` has the overlays that contexts
  /// begin with: `blended,borders`.
  ///
  /// A picture without overlays costs what it did before there were any.
  public var overlays: Overlays {
    get { LayerLock.with { Overlays(rawValue: shownOverlays.rawValue) } }
    set {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      let new = QuartzModel.Overlays(rawValue: newValue.rawValue)
      guard new != shownOverlays else { return }
      shownOverlays = new
      do {
        try carrier.setOverlays(new)
      } catch {
        // A server that is gone: its successor gets them.
        if case .connectionLost = error { return }
        Diagnostics.report("overlays: \(error)")
      }
    }
  }

  /// The overlays of the environment; nil if there are none.
  static let environmentOverlays: Overlays? = {
    guard let names = ProcessEnvironment.current.overlay else { return nil }
    guard let overlays = QuartzModel.Overlays(names: names) else {
      let known = QuartzModel.Overlays.named.map(\.name).joined(separator: ", ")
      Diagnostics.report("QUARTZ_OVERLAY=\(names): the overlays are \(known)")
      return nil
    }
    return Overlays(rawValue: overlays.rawValue)
  }()

  /// The costs of the pictures of a context.
  public struct Statistics {
    /// The time that a phase took in the last frames, at most 120.
    public struct Phase: Equatable, Sendable {
      /// Half of the frames took at most this, in seconds.
      public let median: TimeInterval
      /// The longest time, in seconds.
      public let worst: TimeInterval
    }

    /// The memory of a layer's pictures, in bytes.
    public struct LayerMemory {
      /// The layer.
      public let layer: CALayer
      /// The drawing of a layer that draws itself.
      public let backingBytes: Int
      /// The image that is the layer's contents; one that several layers show counts for each.
      public let contentsBytes: Int
      /// The picture of a rasterised layer that is kept from frame to frame.
      public let cachedBytes: Int
    }

    /// Frames since the context was made that changed pixels.
    public let frameCount: Int
    /// Those of the second up to the last frame.
    public let framesPerSecond: Int
    /// Layers are laid out.
    public let layout: Phase
    /// Layers draw their contents.
    public let display: Phase
    /// Changes are collected and sent.
    public let commit: Phase
    /// The values of animations are worked out.
    public let evaluate: Phase
    /// The tree is made a plan of draws.
    public let plan: Phase
    /// The renderer takes over images and executes the plan.
    public let draw: Phase
    /// The pixels are handed on.
    public let present: Phase
    /// Draws of the last frame.
    public let drawCount: Int
    /// Pictures that the last frame drew into, the output among them; each other one is a pass off
    /// screen.
    public let targetCount: Int
    /// Pixels of the last frame that were drawn anew.
    public let damagedPixels: Int
    /// Pixels that the draws of the last frame looked at; divided by `damagedPixels` it is the
    /// overdraw.
    public let touchedPixels: Int
    /// Bytes of images that the renderer took over for the last frame.
    public let uploadedBytes: Int
    /// Pictures of rasterised layers that the last frame had from before.
    public let cacheHits: Int
    /// Those that it drew anew.
    public let cacheMisses: Int
    /// The layers whose pictures have memory, in no order.
    public let layers: [LayerMemory]
  }

  /// The costs of the context's pictures so far, as the renderer knows them.
  ///
  ///     let statistics = try context.statistics
  ///     print(statistics.draw.worst, statistics.layers.map(\.cachedBytes).reduce(0, +))
  ///
  /// The implicit transaction of the thread is committed first. Times of optimised builds alone say
  /// something.
  ///
  /// - Throws: `CAContextError` if there is no server.
  public var statistics: Statistics {
    get throws(CAContextError) {
      CATransaction.flush()
      LayerLock.lock()
      defer { LayerLock.unlock() }
      do {
        return makeStatistics(try carrier.statistics())
      } catch {
        throw .serverUnavailable("\(error)")
      }
    }
  }

  private func makeStatistics(_ renderer: ContextStatistics) -> Statistics {
    let memory = renderer.layers.reduce(into: [:]) { $0[$1.layer] = $1 }
    var layers: [Statistics.LayerMemory] = []
    journal.root?.forEachBelow { layer, _ in
      guard let bytes = memory[layer.link.id] else { return }
      let isDrawn = layer.displayState?.backing != nil
      layers.append(
        Statistics.LayerMemory(
          layer: layer,
          backingBytes: isDrawn ? bytes.imageBytes : 0,
          contentsBytes: isDrawn ? 0 : bytes.imageBytes,
          cachedBytes: bytes.cachedBytes
        )
      )
    }
    func phase(_ phase: FramePhase) -> Statistics.Phase {
      let summary: PhaseSummary
      switch phase {
      case .layout, .display, .commit: summary = commitHistory.summary(of: phase)
      case .evaluate, .plan, .draw, .present: summary = renderer.phases[phase.rawValue]
      }
      return Statistics.Phase(median: summary.median, worst: summary.worst)
    }
    return Statistics(
      frameCount: renderer.frames,
      framesPerSecond: renderer.framesPerSecond,
      layout: phase(.layout),
      display: phase(.display),
      commit: phase(.commit),
      evaluate: phase(.evaluate),
      plan: phase(.plan),
      draw: phase(.draw),
      present: phase(.present),
      drawCount: renderer.counters.draws,
      targetCount: renderer.counters.targets,
      damagedPixels: renderer.counters.damagedPixels,
      touchedPixels: renderer.counters.pixelsTouched,
      uploadedBytes: renderer.counters.bytesUploaded,
      cacheHits: renderer.counters.cacheHits,
      cacheMisses: renderer.counters.cacheMisses,
      layers: layers
    )
  }
}
