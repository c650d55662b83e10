// The contexts of files and servers that are looked into.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Glibc
import QuartzCore
import QuartzDocuments
import QuartzInspection
import QuartzModel
import QuartzPlan
import QuartzServer
import QuartzWire

/// Opens what `quartz inspect` and `quartz mcp` look into.
enum InspectedContexts {
  /// The machine's time, in seconds.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - scale: Pixels per point of the canvas.
  ///   - background: The color behind the layers; nil for nothing.
  static func file(
    _ request: SceneRequest,
    scale: Double,
    background: BackgroundColor? = nil,
    renderer: RendererChoice = .software
  ) throws -> LocalSource {
    let scene = try Scene(request)
    LayerFile.report(scene.warnings)
    let size = try PictureSize(canvas: scene.size, scale: scale, size: nil)
    let configuration = ContextConfiguration(
      width: size.width,
      height: size.height,
      scale: size.scale,
      background: background?.color ?? .clear
    )
    let carrier = try InProcessCarrier(
      backend: BackendSelection.make(renderer),
      configuration: configuration
    )
    let context = CAContext(
      configuration: configuration,
      carrier: carrier,
      clock: StandingClock()
    )
    context.layer = scene.fill(size)
    scene.takeState()
    return LocalSource(
      title: URL(fileURLWithPath: request.path).lastPathComponent,
      context,
      carrier,
      states: (scene.stateNames, { scene.change(to: $0, at: $1) })
    )
  }

  /// Opens a context of a render server.
  ///
  /// - Parameter path: The server's socket; empty for the usual one.
  static func server(
    path: String,
    _ choice: ContextChoice,
    renderer: RendererChoice = .software
  ) throws -> ServerSource {
    var options = ServerConnection.Options()
    options.clientName = "quartz inspect"
    options.recorder = nil
    let socket = path.isEmpty ? ProcessEnvironment.current.socketPath : SocketPath(path)
    let backend = try BackendSelection.make(renderer)
    var number: UInt32 = 0
    return try ServerSource(
      ServerConnection(path: socket.path, options: options),
      choice,
      makeRenderer: { configuration in
        number += 1
        return try ContextRenderer(
          context: number,
          configuration: configuration,
          backend: backend
        )
      },
      now: InspectedContexts.now
    )
  }
}
