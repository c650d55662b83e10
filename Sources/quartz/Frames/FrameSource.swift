// A package on an output, in this process or in a server.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzArchive
import QuartzCore
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

  private let context: CAContext
  private let inProcess: InProcessCarrier?
  private let remote: RemoteCarrier?

  /// Sends the package's layers to the renderer.
  init(
    _ package: CAPackage,
    _ size: PictureSize,
    background: Color?,
    renderer: Renderer
  ) throws {
    let configuration = ContextConfiguration(
      width: size.width,
      height: size.height,
      scale: size.scale,
      background: background ?? .clear
    )
    let carrier: any CommitCarrier
    switch renderer {
    case .inProcess(let choice):
      let local = try InProcessCarrier(
        backend: BackendSelection.make(choice),
        configuration: configuration
      )
      (inProcess, remote, carrier) = (local, nil, local)
    case .server(let path):
      let connection = try ServerConnection(path: path)
      let far = try RemoteCarrier(connection: connection, configuration: configuration)
      (inProcess, remote, carrier) = (nil, far, far)
    }
    context = CAContext(configuration: configuration, carrier: carrier, clock: StandingClock())
    package.canvasLayer.position = size.center
    context.layer = package.canvasLayer
  }

  /// The picture of a time, in seconds from the package's begin.
  func image(at time: Double) throws(CAContextError) -> CGImage {
    try context.image(at: time)
  }

  /// The renderer in its own words.
  var renderer: BackendDescription? {
    inProcess?.renderer.backend.description ?? remote?.connection.welcome.backend
  }

  /// What the last picture took.
  var counters: FrameCounters {
    inProcess?.renderer.backend.counters ?? remote?.counters ?? FrameCounters()
  }

  /// The render plan of the last picture; nil if a server has it.
  var plan: String? {
    inProcess.map { "\($0.renderer.plan)" }
  }
}
