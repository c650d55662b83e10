// What a server is told when it is made.
// Licensed under the MIT license; see LICENSE.

package import QuartzGLES
import QuartzModel
package import QuartzPlan
import QuartzSoftware
package import QuartzWire

/// How much clients may have and do.
///
/// A client that exceeds one of these is ended, but for `budget`.
package struct ServerLimits: Equatable, Sendable {
  /// What one connection accepts.
  ///
  /// The tree's limits hold for each context and for all contexts of a client together.
  package var wire = WireLimits()
  /// Connections at once; further ones are closed before they are heard.
  package var clients = 256
  /// Images of one client, in all of its contexts.
  package var images = 100_000
  /// The longest side of an output in pixels; the renderer may allow less.
  package var surfaceSide = ContextConfiguration.maximumSide
  /// Bytes of all outputs of one client.
  package var surfaceBytes = 1 << 30
  /// Bytes of all frames that a client holds.
  package var frameBytes = 1 << 30
  /// What one frame of a context may take; a client whose frame would take more is told so, is not
  /// ended, and keeps its last picture.
  package var budget = FrameBudget.standard
  /// Messages of one client that are handled before frames that are due are drawn.
  package var messagesPerTurn = 64
  /// Messages that may wait to be handled before no more are read from a client's socket.
  package var messagesWaiting = 256
  /// Bytes of messages that may wait to be handled.
  package var bytesWaiting = 64 << 20
  /// Descriptors that came with messages that wait to be handled.
  package var descriptorsWaiting = 128

  package init() {}
}

/// What a server is told when it is made.
package struct ServerOptions: Equatable, Sendable {
  package var renderer = RendererChoice.auto
  /// How GLES is set up, if it draws.
  package var gles = GLESPreferences()
  /// The highest rate at which outputs are drawn while something moves, in frames per second.
  package var frameRate = 120.0
  package var limits = ServerLimits()
  /// Where pictures go besides to clients.
  package var output = OutputChoice.none

  package init() {}

  /// Makes renderers of the kind that is asked for.
  ///
  /// - Parameter workers: The threads that help software renderers.
  func backendMaker(_ workers: @escaping @Sendable () -> WorkerPool) -> BackendMaker {
    let gles = gles
    return { choice throws(RenderError) in
      try BackendSelection.make(choice, gles, workers: workers)
    }
  }
}
