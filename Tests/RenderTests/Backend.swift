// The renderers that every render test runs on.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzGLES
import QuartzModel
import QuartzPlan
import QuartzSoftware
import QuartzTesting
import QuartzWire
import QuartzWireSamples

/// A renderer to test.
enum Backend: String, CaseIterable, CustomStringConvertible {
  case software, gles

  var description: String { rawValue }

  /// The renderers of this machine; GLES only where EGL works.
  static let all: [Backend] = allCases.filter { $0 == .software || hasGLES }

  static let hasGLES: Bool = {
    do {
      _ = try GLESBackend()
      return true
    } catch {
      print("Render tests skip GLES: \(error)")
      return false
    }
  }()

  func make() throws -> any RenderBackend {
    switch self {
    case .software: SoftwareBackend(threads: 2)
    case .gles: try GLESBackend()
    }
  }
}

/// Encodes every commit to bytes and decodes them before it goes on: what the socket does.
final class EncodingCarrier: CommitCarrier {
  private let inner: any CommitCarrier
  private let pool = BufferPool()
  private let releases = ReleaseQueue()

  init(_ inner: any CommitCarrier) {
    self.inner = inner
  }

  func send(_ commit: Commit) throws(CarrierError) {
    let decoded: Commit
    do {
      let sample = try SampleMessage(CommitMessage(context: 1, commit: commit), pool: pool)
      guard
        case .commit(let message) = try sample.decoded(as: ClientMessage.self, releases: releases)
          .message
      else { throw CarrierError.commitRefused("not a commit") }
      decoded = message.commit
    } catch {
      throw .commitRefused("\(error)")
    }
    try inner.send(decoded)
  }

  func frame(at time: Double) throws(CarrierError) -> RenderedFrame { try inner.frame(at: time) }
  func reconnect() throws(CarrierError) { try inner.reconnect() }
  func close() { inner.close() }
}

/// A layer tree on an output of its own.
final class Stage {
  let context: CAContext
  let carrier: InProcessCarrier
  let clock = ManualClock()
  /// The root: as large as the output.
  let root = CALayer()

  init(
    _ backend: Backend,
    width: Int,
    height: Int,
    scale: Double = 1,
    isYUp: Bool = false,
    encoded: Bool = false
  ) throws {
    let configuration = ContextConfiguration(
      width: width,
      height: height,
      scale: scale,
      isYUp: isYUp
    )
    carrier = try InProcessCarrier(backend: try backend.make(), configuration: configuration)
    context = CAContext(
      configuration: configuration,
      carrier: encoded ? EncodingCarrier(carrier) : carrier,
      clock: clock
    )
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.bounds = CGRect(
      x: 0,
      y: 0,
      width: Double(width) / scale,
      height: Double(height) / scale
    )
    root.position = CGPoint(x: root.bounds.midX, y: root.bounds.midY)
    context.layer = root
    CATransaction.commit()
  }

  /// Changes the tree without implicit animations.
  func edit(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }

  func picture(at time: Double = 0) throws -> Picture {
    CATransaction.flush()
    return Picture(try context.frame(at: time))
  }
}
