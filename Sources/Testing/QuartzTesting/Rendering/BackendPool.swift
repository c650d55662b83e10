// Renderers that snapshots reuse.
// Licensed under the MIT license; see LICENSE.

import QuartzGLES
import QuartzPlan
import QuartzSharing
import QuartzSoftware

/// Idle renderers.
///
/// Making one of OpenGL ES takes longer than drawing a picture.
final class BackendPool: Sendable {
  enum Kind: Hashable {
    case software, manySoftware, gles
  }

  static let shared = BackendPool()

  // A caller that takes one out is the only one that has it, and uses it no more once it is put
  // back; backends may go from one thread to another.
  private let idle = Guarded<[Kind: [any RenderBackend]]>([:])

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
    idle.withLock { $0[kind]?.popLast() }
  }

  private func put(_ kind: Kind, _ backend: any RenderBackend) {
    idle.withLock { $0[kind, default: []].append(backend) }
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
