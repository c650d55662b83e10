// How commits get to a renderer and frames come back.
// Licensed under the MIT license; see LICENSE.

package import QuartzModel

/// A frame in memory.
package struct RenderedFrame: Sendable {
  /// When it is for, in seconds of the context's clock.
  package var time: Double
  /// R, G, B, A bytes, premultiplied, sRGB-encoded, rows from the top.
  package var pixels: PixelBuffer

  package init(time: Double, pixels: PixelBuffer) {
    self.time = time
    self.pixels = pixels
  }
}

/// Why a carrier could not do what it was asked.
package enum CarrierError: Error, Equatable, CustomStringConvertible {
  /// The other side is gone with all it knew; `reconnect` may find another one.
  case connectionLost(String)
  /// A commit was refused: the other side does not have the tree that it should have.
  case commitRefused(String)
  /// Nothing came of a call that changes nothing.
  case failed(String)

  package var description: String {
    switch self {
    case .connectionLost(let reason): "the render server is gone: \(reason)"
    case .commitRefused(let reason): "a commit was refused: \(reason)"
    case .failed(let reason): reason
    }
  }
}

/// Carries the commits of one context to whoever draws it.
package protocol CommitCarrier: AnyObject {
  func send(_ commit: Commit) throws(CarrierError)
  /// Where pictures go that replace images of commits that were sent; another one after a `reconnect`.
  ///
  /// Nil for one that takes none: slots show what they had when they were committed.
  var slots: (any SlotTarget)? { get }
  /// The longest side of a texture where frames are drawn, pixels; what is larger takes several.
  var textureSide: Int { get }
  /// The frame of a time of the context's clock, with all commits that were sent before.
  func frame(at time: Double) throws(CarrierError) -> RenderedFrame
  /// Gives the output another size or scale; the next frame draws all of it.
  ///
  /// - Returns: Whether the other side still has the tree; if not, the next commit must be all of it.
  /// - Throws: `CarrierError`; the output is then as it was.
  func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool
  /// Starts anew, with an empty tree on the other side.
  func reconnect() throws(CarrierError)
  func close()
  /// Whether the other side is still there, as far as can be known without asking it.
  var isConnected: Bool { get }
  /// Has `onLoss` called once, on any thread, when the other side of now is gone.
  ///
  /// After a `reconnect` the new one is to be watched anew.
  func watch(onLoss: @escaping @Sendable () -> Void)
}

/// A carrier whose other side draws frames at a pace of its own.
protocol BeatingCarrier {
  /// What waits for its frames; nil if it cannot be had now.
  func makeBeatSource() -> (any BeatSource)?
}

extension CommitCarrier {
  func makeBeatSource() -> (any BeatSource)? {
    (self as? any BeatingCarrier)?.makeBeatSource()
  }
}

/// What is drawn in this process is not lost unnoticed.
extension CommitCarrier {
  package var slots: (any SlotTarget)? { nil }
  package var textureSide: Int { .max }
  package func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool {
    throw .failed("the output keeps its size")
  }
  package var isConnected: Bool { true }
  package func watch(onLoss: @escaping @Sendable () -> Void) {}
}
