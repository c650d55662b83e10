// The renderers that every render test runs on.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzSoftware
import QuartzTesting
import QuartzWire
import QuartzWireSamples
import RenderScenes
import Synchronization
import TestPlatform

/// A renderer to test.
enum Backend: String, CaseIterable, CustomStringConvertible {
  case software, gles

  var description: String { rawValue }

  /// The renderers of this machine; GLES only where EGL works.
  static let all: [Backend] = allCases.filter { $0 == .software || hasGLES }

  static let hasGLES: Bool = {
    do {
      _ = try GLESBackend(.ofTests)
      return true
    } catch {
      print("Render tests skip GLES: \(error)")
      return false
    }
  }()

  func make() throws -> any RenderBackend {
    switch self {
    case .software: SoftwareBackend(threads: 2)
    case .gles: try BorrowedBackend()
    }
  }
}

/// A GLES renderer that others have used before, and will use again.
///
/// Making one compiles all shaders, which takes longer than most tests.
final class BorrowedBackend: RenderBackend {
  /// Renderers that nobody uses.
  // Safe because: who takes one out is its only user until it is back.
  private struct Idle: @unchecked Sendable {
    var backends: [GLESBackend] = []
  }

  private static let idle = Mutex(Idle())

  // Safe because: it is in the list or borrowed, and what is borrowed has one user.
  private nonisolated(unsafe) let backend: GLESBackend

  init() throws {
    if let backend = BorrowedBackend.idle.withLock({ $0.backends.popLast() }) {
      self.backend = backend
    } else {
      backend = try GLESBackend(.ofTests)
    }
  }

  deinit {
    // Safe because: nobody else has it any more.
    nonisolated(unsafe) let backend = backend
    BorrowedBackend.idle.withLock { $0.backends.append(backend) }
  }

  var description: BackendDescription { backend.description }
  var maximumSide: Int { backend.maximumSide }
  var counters: FrameCounters { backend.counters }
  var work: DrawWork { backend.work }
  var measuresDraws: Bool {
    get { backend.measuresDraws }
    set { backend.measuresDraws = newValue }
  }

  func createImage(_ key: ImageKey, _ pixels: PixelBuffer) throws(RenderError) {
    try backend.createImage(key, pixels)
  }

  func updateImage(_ key: ImageKey, _ pixels: PixelBuffer, parts: Damage) throws(RenderError) {
    try backend.updateImage(key, pixels, parts: parts)
  }

  func destroyImage(_ key: ImageKey) { backend.destroyImage(key) }

  func createOutput(
    _ context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try backend.createOutput(context, width: width, height: height, range: range)
  }

  func destroyOutput(_ context: UInt32) { backend.destroyOutput(context) }

  func createOutput(
    _ output: UInt32,
    imagesOf context: UInt32,
    width: Int,
    height: Int,
    range: OutputRange
  ) throws(RenderError) {
    try backend.createOutput(
      output,
      imagesOf: context,
      width: width,
      height: height,
      range: range
    )
  }

  func retainOutput(_ output: UInt32, as key: ImageKey) throws(RenderError) {
    try backend.retainOutput(output, as: key)
  }

  func execute(_ plan: RenderPlan, context: UInt32) throws(RenderError) {
    try backend.execute(plan, context: context)
  }

  func read(
    _ context: UInt32,
    _ rect: PixelRect,
    into memory: UnsafeMutableRawBufferPointer,
    rowBytes: Int
  ) throws(RenderError) {
    try backend.read(context, rect, into: memory, rowBytes: rowBytes)
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

extension Stage {
  /// An output of a scene's size with its tree.
  convenience init(_ scene: Scene, _ backend: Backend, encoded: Bool = false) throws {
    try self.init(scene, backend.make()) { encoded ? EncodingCarrier($0) : $0 }
  }

  func picture(at time: Double = 0) throws -> Picture { Picture(try frame(at: time)) }
}
