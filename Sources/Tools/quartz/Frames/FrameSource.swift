// A scene on an output, in this process or in a server.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzArchive
import QuartzCore
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzSoftware
import QuartzWire

/// The clock of pictures that are requested by time; everything begins at 0.
final class StandingClock: CAContext.Clock {
  let currentTime: CFTimeInterval = 0
}

/// Draws a scene at any time, in any order.
///
/// A source and its scene belong to one thread.
final class FrameSource {
  /// The renderer that draws.
  enum Renderer: Sendable {
    case inProcess(RendererChoice, PlatformChoice)
    /// The software renderer with a number of threads.
    case software(threads: Int)
    case server(path: String)

    /// The word for who draws.
    var name: String {
      switch self {
      case .inProcess: "gles"
      case .software: "software"
      case .server: "server"
      }
    }

    /// Returns the renderer for the command line's choice; the software renderer if the choice
    /// leads to it.
    static func chosen(_ choice: RendererChoice, _ platforms: PlatformChoice) throws -> Renderer {
      let backend = try BackendSelection.make(choice, GLESPreferences(platforms: platforms))
      guard backend is SoftwareBackend else { return .inProcess(choice, platforms) }
      return .software(threads: cores)
    }
  }

  private enum Carrier {
    case inProcess(InProcessCarrier)
    case remote(RemoteCarrier)
  }

  private let scene: Scene
  private let context: CAContext
  private let carrier: Carrier
  private let light: LightPicture?

  /// Sends the scene's layers to the renderer.
  ///
  /// - Parameters:
  ///   - budget: The budget of each frame in this process; a server has its own.
  ///   - light: The light of pictures; nil for those of standard range.
  // Long because: one parameter for each choice of the command line.
  init(
    _ scene: Scene,
    _ size: PictureSize,
    background: Color?,
    renderer: Renderer,
    budget: FrameBudget,
    measuresLayers: Bool = false,
    light: LightPicture? = nil
  ) throws {
    self.light = light
    let configuration = ContextConfiguration(
      width: size.width,
      height: size.height,
      scale: size.scale,
      background: background ?? .clear,
      range: light?.range ?? .standard
    )
    let clock = StandingClock()
    switch renderer {
    case .inProcess, .software:
      let local = try InProcessCarrier(
        backend: Self.backend(renderer),
        configuration: configuration,
        budget: budget
      )
      local.renderer.measuresLayers = measuresLayers
      carrier = .inProcess(local)
      context = CAContext(configuration: configuration, carrier: local, clock: clock)
    case .server(let path):
      let remote = try RemoteCarrier(
        connection: ServerConnection(path: path),
        configuration: configuration
      )
      remote.measuresLayers = measuresLayers
      carrier = .remote(remote)
      context = CAContext(configuration: configuration, carrier: remote, clock: clock)
    }
    self.scene = scene
    context.layer = scene.fill(size)
    scene.takeState()
  }

  /// The overlays that pictures show besides layers.
  var overlays: Overlays {
    get { Overlays(rawValue: context.overlays.rawValue) }
    set { context.overlays = CAContext.Overlays(rawValue: newValue.rawValue) }
  }

  /// Gives the output another size, and the scene its place in it.
  func resize(to size: PictureSize) throws {
    let points = CGSize(
      width: Double(size.width) / size.scale,
      height: Double(size.height) / size.scale
    )
    try context.setSize(points, scale: size.scale)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    context.layer = scene.fill(size)
    CATransaction.commit()
  }

  private static func backend(_ renderer: Renderer) throws -> any RenderBackend {
    switch renderer {
    case .inProcess(let choice, let platforms):
      try BackendSelection.make(choice, GLESPreferences(platforms: platforms))
    case .software(let threads): SoftwareBackend(threads: threads)
    case .server: try BackendSelection.make(.auto)
    }
  }

  /// Returns the picture of a time, in seconds from the scene's start.
  func image(at time: Double) throws -> CGImage {
    do {
      let image = try context.image(at: time)
      if let failure = scene.filmFailure { throw RenderFailure.film(reason: "\(failure)") }
      return try light?.image(of: image) ?? image
    } catch {
      throw budgetFailure ?? error
    }
  }

  /// A description of the limit that the last frame exceeded; nil if that is not the reason of a
  /// failure.
  private var budgetFailure: (any Error)? {
    guard case .inProcess(let local) = carrier, var excess = local.renderer.excess else {
      return nil
    }
    let layer = excess.layer.map { layerNames[$0] ?? "\($0)" }
    excess.layer = nil
    return RenderFailure.tooMuchWork(layer: layer, "\(excess)")
  }

  /// Writes the changes since the last call to memory that holds the previous picture.
  ///
  /// - Parameters:
  ///   - time: In seconds from the scene's start.
  ///   - memory: Rows from the top, of R, G, B, A bytes, premultiplied.
  ///   - rowBytes: From one row to the next.
  /// - Returns: The pixels that were written.
  func update(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    rowBytes: Int
  ) throws -> Damage {
    let (width, height) = (context.configuration.width, context.configuration.height)
    guard case .inProcess(let local) = carrier else {
      let pixels = try image(at: time).pixelStorage
      // Bounds: the memory has `height` rows; a row of either has at least `width` pixels.
      for y in 0..<height {
        (memory + y * rowBytes).copyMemory(
          from: pixels.base + y * pixels.rowBytes,
          byteCount: width * 4
        )
      }
      return Damage(PixelRect(width: Int32(width), height: Int32(height)))
    }
    context.prepareFrame(at: time)
    if let failure = scene.filmFailure { throw RenderFailure.film(reason: "\(failure)") }
    let renderer = local.renderer
    let damage: Damage
    do {
      damage = try local.render(at: time)
    } catch {
      throw budgetFailure ?? error
    }
    try renderer.presenting { () throws(RenderError) in
      for index in 0..<damage.count {
        let rect = damage[index]
        let start = Int(rect.minY) * rowBytes + Int(rect.minX) * 4
        let count = (Int(rect.height) - 1) * rowBytes + Int(rect.width) * 4
        // Bounds: damage lies inside of the output, so the rectangle's last row ends in the memory.
        try renderer.backend.read(
          renderer.context,
          rect,
          into: UnsafeMutableRawBufferPointer(start: memory + start, count: count),
          rowBytes: rowBytes
        )
      }
    }
    return damage
  }

  /// The description of the renderer.
  var renderer: BackendDescription {
    switch carrier {
    case .inProcess(let local): local.renderer.backend.description
    case .remote(let remote): remote.connection.welcome.backend
    }
  }

  /// The counters of the last picture.
  var counters: FrameCounters {
    switch carrier {
    case .inProcess(let local): local.renderer.counters
    case .remote(let remote): remote.counters
    }
  }

  /// The names of the layers by their numbers: their own names, or their classes and indices.
  var layerNames: [LayerID: String] { context.layerNames }

  /// The filters of the layers that have some.
  var filterTypes: [LayerID: LayerFilterTypes] { context.filterTypes }

  /// The images that lose something on their way to the picture.
  var contentsLosses: [ContentsLoss] { context.contentsLosses }

  /// The render plan of the last picture; nil if a server has it.
  var plan: String? {
    switch carrier {
    case .inProcess(let local): "\(local.renderer.plan)"
    case .remote: nil
    }
  }
}
