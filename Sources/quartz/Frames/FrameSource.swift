// A package on an output, in this process or in a server.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzArchive
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzServer
import QuartzWire

/// The clock of pictures that are asked for by their times: everything begins at 0.
private final class StandingClock: CAContext.Clock {
  let currentTime: CFTimeInterval = 0
}

/// Draws a package at any time, in any order.
final class FrameSource {
  /// Who draws.
  enum Renderer {
    case inProcess(RendererChoice)
    case server(path: String)
  }

  private enum Carrier {
    case inProcess(InProcessCarrier)
    case remote(RemoteCarrier)
  }

  private let context: CAContext
  private let carrier: Carrier

  /// Sends the package's layers to the renderer.
  init(
    _ package: CAPackage,
    _ size: PictureSize,
    background: Color?,
    renderer: Renderer,
    measuresLayers: Bool = false
  ) throws {
    let configuration = ContextConfiguration(
      width: size.width,
      height: size.height,
      scale: size.scale,
      background: background ?? .clear
    )
    let clock = StandingClock()
    switch renderer {
    case .inProcess(let choice):
      let local = try InProcessCarrier(
        backend: BackendSelection.make(choice),
        configuration: configuration
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
    package.canvasLayer.position = size.center
    context.layer = package.canvasLayer
  }

  /// The picture of a time, in seconds from the package's begin.
  func image(at time: Double) throws(CAContextError) -> CGImage {
    try context.image(at: time)
  }

  /// The renderer in its own words.
  var renderer: BackendDescription {
    switch carrier {
    case .inProcess(let local): local.renderer.backend.description
    case .remote(let remote): remote.connection.welcome.backend
    }
  }

  /// What the last picture took.
  var counters: FrameCounters {
    switch carrier {
    case .inProcess(let local): local.renderer.counters
    case .remote(let remote): remote.counters
    }
  }

  /// The names of the layers, by their numbers: their own, or their classes and places.
  var layerNames: [LayerID: String] { context.layerNames }

  /// The render plan of the last picture; nil if a server has it.
  var plan: String? {
    switch carrier {
    case .inProcess(let local): "\(local.renderer.plan)"
    case .remote: nil
    }
  }
}
