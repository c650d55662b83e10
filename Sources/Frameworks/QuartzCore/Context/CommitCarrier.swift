// The transport of commits to a renderer and of frames back.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// A frame in memory.
package struct RenderedFrame: Sendable {
  /// The time of the frame, in seconds of the context's clock.
  package var time: Double
  /// Premultiplied, sRGB-encoded, rows from the top: bytes, or half floats of an extended output.
  package var pixels: PixelBuffer

  package init(time: Double, pixels: PixelBuffer) {
    self.time = time
    self.pixels = pixels
  }
}

/// The reason why a carrier's call failed.
package enum CarrierError: Error, Equatable, CustomStringConvertible {
  /// The other side is gone with all its state; `reconnect` may find another one.
  case connectionLost(String)
  /// A commit was refused: the other side does not have the expected tree.
  case commitRefused(String)
  /// A call that changes nothing failed.
  case failed(String)

  package var description: String {
    switch self {
    case .connectionLost(let reason): "the render server is gone: \(reason)"
    case .commitRefused(let reason): "a commit was refused: \(reason)"
    case .failed(let reason): reason
    }
  }
}

/// The transport of one context's commits to its renderer.
package protocol CommitCarrier: AnyObject {
  /// The output that there is where a program asked for one: of standard range where the renderer
  /// has no other.
  func accepted(_ configuration: ContextConfiguration) -> ContextConfiguration
  func send(_ commit: Commit) throws(CarrierError)
  /// The receiver of pictures that replace images of sent commits; another one after a `reconnect`.
  ///
  /// Nil for a carrier that takes none: slots show the pictures that were committed.
  var slots: (any SlotTarget)? { get }
  /// The longest side of a texture in the renderer, in pixels; larger images take several.
  var textureSide: Int { get }
  /// Whether commits are reported.
  var wantsReports: Bool { get }
  /// Notes how long the commit took to make that is sent next.
  func report(_ report: CommitReport)
  /// The factor by which the renderer's user slows down all motion; 1 by default.
  var slowAnimationFactor: Double { get }
  /// Chooses the overlays that frames show over layers.
  func setOverlays(_ overlays: Overlays) throws(CarrierError)
  /// Returns the statistics of the renderer, with all commits sent before.
  func statistics() throws(CarrierError) -> ContextStatistics
  /// Returns the frame of a time of the context's clock, with all commits sent before.
  func frame(at time: Double) throws(CarrierError) -> RenderedFrame
  /// Changes the size or scale of the output; the next frame is drawn completely.
  ///
  /// - Returns: Whether the other side still has the tree; if not, the next commit must be all of
  ///   it.
  /// - Throws: `CarrierError`; the output is then unchanged.
  func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool
  /// Connects again, with an empty tree on the other side.
  func reconnect() throws(CarrierError)
  func close()
  /// Whether the other side is still connected; determined without a request, so it may be out of
  /// date.
  var isConnected: Bool { get }
  /// Calls `onLoss` once, on any thread, when the current other side is gone.
  ///
  /// After a `reconnect` the new one must be watched anew.
  func watch(onLoss: @escaping @Sendable () -> Void)
}

/// A carrier whose other side draws frames at a pace of its own.
protocol TickingCarrier {
  /// Creates a source of ticks for its frames; nil if that fails now.
  func makeTickSource() -> (any TickSource)?
}

extension CommitCarrier {
  package func accepted(_ configuration: ContextConfiguration) -> ContextConfiguration {
    configuration
  }

  func makeTickSource() -> (any TickSource)? {
    (self as? any TickingCarrier)?.makeTickSource()
  }
}

/// Defaults for carriers that draw in this process, whose loss cannot go unnoticed.
extension CommitCarrier {
  package var slots: (any SlotTarget)? { nil }
  package var textureSide: Int { .max }
  package var wantsReports: Bool { false }
  package func report(_ report: CommitReport) {}
  package var slowAnimationFactor: Double { 1 }
  package func setOverlays(_ overlays: Overlays) throws(CarrierError) {
    throw .failed("the renderer has no overlays")
  }
  package func statistics() throws(CarrierError) -> ContextStatistics {
    throw .failed("the renderer has no statistics")
  }
  package func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool {
    throw .failed("the output keeps its size")
  }
  package var isConnected: Bool { true }
  package func watch(onLoss: @escaping @Sendable () -> Void) {}
}
