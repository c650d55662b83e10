// A context for tests: its commits are recorded and applied to a tree, its clock is set by hand.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting

@testable import QuartzCore

/// A server that keeps what it was sent, and can die.
final class RecordingCarrier: CommitCarrier {
  private(set) var commits: [Commit] = []
  var tree = LayerTree()
  /// Whether there is a server to connect to.
  private var isThere = true
  /// Whether the server is the one that was connected to.
  private(set) var isConnected = true
  var limits = TreeLimits()
  var textureSide = Int.max
  private(set) var reconnections = 0
  private(set) var isClosed = false

  func send(_ commit: Commit) throws(CarrierError) {
    guard isConnected else { throw .connectionLost("the test ended it") }
    do {
      try tree.apply(commit)
    } catch {
      throw .commitRefused("\(error)")
    }
    commits.append(commit)
  }

  func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
    guard isConnected else { throw .connectionLost("the test ended it") }
    tree.evaluate(at: time)
    let pixel: [UInt8] = [UInt8(clamping: tree.layerCount), 0, 0, 255]
    do {
      let buffer = try pixel.withUnsafeBytes { bytes throws(PixelBufferError) in
        try PixelBuffer(width: 1, height: 1, rowBytes: 4, isOpaque: true, copying: bytes)
      }
      return RenderedFrame(time: time, pixels: buffer)
    } catch {
      throw .failed("\(error)")
    }
  }

  func reconnect() throws(CarrierError) {
    guard isThere else { throw .connectionLost("still dead") }
    reconnections += 1
    isConnected = true
    tree = LayerTree(limits: limits)
  }

  func close() {
    isClosed = true
  }

  /// Ends the server.
  func kill() {
    isThere = false
    isConnected = false
    tree = LayerTree(limits: limits)
  }

  /// Starts another server, which knows nothing.
  func restart() {
    isThere = true
  }

  /// Hands out the commits since the last call.
  func takeCommits() -> [Commit] {
    defer { commits = [] }
    return commits
  }
}

/// A context with a root layer, already committed.
final class CoreStage {
  let carrier = RecordingCarrier()
  let clock = ManualClock()
  let context: CAContext
  let root = CALayer()

  init() {
    CATransaction.flush()
    context = CAContext(
      configuration: ContextConfiguration(width: 100, height: 100),
      carrier: carrier,
      clock: clock
    )
    root.name = "root"
    context.layer = root
    CATransaction.flush()
    _ = carrier.takeCommits()
  }

  /// A layer below the root, already committed.
  func addLayer(_ layer: CALayer = CALayer()) -> CALayer {
    root.addSublayer(layer)
    CATransaction.flush()
    _ = carrier.takeCommits()
    return layer
  }

  /// Ends the transaction and gives its only commit.
  func commit() throws -> Commit {
    CATransaction.flush()
    let commits = carrier.takeCommits()
    try #require(commits.count == 1)
    return commits[0]
  }

  /// The values that the server has for a layer.
  func serverValues(_ layer: CALayer) throws -> PropertyBag {
    let slot = try #require(carrier.tree.slot(of: layer.link.id))
    return carrier.tree.models[Int(slot)]
  }

  /// Returns the server's presented values of a layer at a time.
  func serverPresentation(_ layer: CALayer, at time: Double) throws -> PropertyBag {
    let slot = try #require(carrier.tree.slot(of: layer.link.id))
    carrier.tree.evaluate(at: time)
    return carrier.tree.presentationValues(of: slot)
  }
}

/// Makes changes without actions.
func withoutActions(_ body: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  body()
  CATransaction.commit()
}

func isClose(_ a: CGFloat, _ b: CGFloat, _ tolerance: CGFloat = 1e-9) -> Bool {
  abs(a - b) <= tolerance
}

func isClose(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 1e-9) -> Bool {
  isClose(a.origin.x, b.origin.x, tolerance) && isClose(a.origin.y, b.origin.y, tolerance)
    && isClose(a.size.width, b.size.width, tolerance)
    && isClose(a.size.height, b.size.height, tolerance)
}
