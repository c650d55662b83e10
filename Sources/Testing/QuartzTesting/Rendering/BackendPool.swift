// Renderers that snapshots reuse.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzPlan
import QuartzSoftware
import Synchronization

/// Idle renderers.
///
/// Making one of OpenGL ES takes longer than drawing a picture.
final class BackendPool: Sendable {
  enum Kind: Hashable {
    case software, manySoftware, gles
  }

  static let shared = BackendPool()

  // Safe because: who takes a backend out is the only one who has it, and backends may go from one
  // thread to another.
  private struct Idle: @unchecked Sendable {
    var backends: [Kind: [any RenderBackend]] = [:]
  }

  private let idle = Mutex(Idle())

  /// Calls `body` with a renderer for its exclusive use.
  func withBackend<Result>(
    _ kind: Kind,
    _ body: (any RenderBackend) throws -> Result
  ) throws -> Result {
    let backend = try take(kind) ?? make(kind)
    let result = try body(backend)
    // A renderer that failed is not used again.
    put(kind, backend)
    return result
  }

  private func take(_ kind: Kind) -> (any RenderBackend)? {
    // Safe because: what is taken out is nobody else's.
    nonisolated(unsafe) var backend: (any RenderBackend)?
    idle.withLock { backend = $0.backends[kind]?.popLast() }
    return backend
  }

  private func put(_ kind: Kind, _ backend: any RenderBackend) {
    // Safe because: whoever puts a backend back does not use it any more.
    nonisolated(unsafe) let backend = backend
    idle.withLock { $0.backends[kind, default: []].append(backend) }
  }

  private func make(_ kind: Kind) throws -> any RenderBackend {
    switch kind {
    // Tests run in parallel, one on each core.
    case .software: return SoftwareBackend(threads: 1)
    case .manySoftware: return SoftwareBackend()
    case .gles:
      do {
        return try GLESBackend()
      } catch {
        throw SnapshotProblem.noRenderer("\(error)")
      }
    }
  }
}
