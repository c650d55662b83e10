// The options of a server.
// Licensed under the MIT license; see LICENSE.

package import QuartzGLES
import QuartzModel
package import QuartzPlan
import QuartzSoftware
package import QuartzWire

/// The limits of clients.
///
/// A client that exceeds one of these is ended, except for `budget`.
package struct ServerLimits: Equatable, Sendable {
  /// The limits of one connection.
  ///
  /// The tree's limits hold for each context and for all contexts of a client together.
  package var wire = WireLimits()
  /// Connections at once; further ones are closed before any message is read.
  package var clients = 256
  /// Images of one client, in all of its contexts.
  package var images = 100_000
  /// The longest side of an output in pixels; the renderer may allow less.
  package var surfaceSide = ContextConfiguration.maximumSide
  /// Bytes of all outputs of one client.
  package var surfaceBytes = 1 << 30
  /// Bytes of all frames that a client holds.
  package var frameBytes = 1 << 30
  /// Bytes of outputs, frames, pictures, layers and waiting messages of all clients together.
  ///
  /// The client that asks for more is refused, or ended; others keep what they have.
  package var memory = MemoryLedger.standardLimit
  /// The budget of one frame of a context.
  ///
  /// A client whose frame exceeds it gets an error, is not ended, and keeps its last picture.
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

/// The options of a server.
package struct ServerOptions: Equatable, Sendable {
  package var renderer = RendererChoice.auto
  /// The setup of GLES, if it draws.
  package var gles = GLESPreferences()
  /// The highest rate at which outputs are drawn while something moves, in frames per second.
  package var frameRate = 120.0
  package var limits = ServerLimits()
  /// The factor by which the motion of all clients is slowed down; above 0 and finite.
  package var slowAnimationFactor = 1.0
  /// The output of pictures besides clients.
  package var output = OutputChoice.none
  /// Whether an output on screens may begin without one.
  package var waitsForScreen = false

  package init() {}

  /// Returns a maker of the requested renderers.
  ///
  /// - Parameter workers: The worker threads of software renderers.
  func backendMaker(_ workers: @escaping @Sendable () -> WorkerPool) -> BackendMaker {
    let gles = gles
    return { choice throws(RenderError) in
      try BackendSelection.make(choice, gles, workers: workers)
    }
  }
}
