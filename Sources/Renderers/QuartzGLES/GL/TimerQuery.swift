// The time that a GPU takes for a frame, by a timer query.
// Licensed under the MIT license; see LICENSE.
//
// GL_EXT_disjoint_timer_query counts the time from the first command of a frame to the end of the
// last one, on the GPU's own clock. The processor's clock says how long that may have been at most:
// llvmpipe (Mesa 22.3) gives the time since the machine started where a query begins before its
// context has a target. Such a number is told from a time, and is never taken for one.
//
// Of a driver that draws on the processor the times mean nothing: llvmpipe gives 0.02 ms for a
// frame that takes 40.

import CQuartzEGL
import CQuartzGLES
import Glibc

/// The time of a frame by its driver.
package enum GPUTime: Equatable, Sendable {
  /// From the frame's first command to the end of its last one.
  case nanoseconds(UInt64)
  /// The GPU's clock jumped meanwhile, so there is no time.
  case disjoint
  /// The driver's number, in nanoseconds, is longer than the frame was on the processor's clock.
  case tooLong(UInt64)
}

/// A timer query, which belongs to the current context.
struct TimerQuery: ~Copyable {
  private let query: GLuint
  private let read: Extension.QueryResult
  /// The processor's clock when the last frame began, in nanoseconds; nil without such a frame.
  private var start: UInt64?

  /// Makes a timer.
  ///
  /// - Returns: Nil if `absence` has a reason.
  init?(_ extensions: Set<String>) {
    guard TimerQuery.absence(extensions) == nil, let read = Extension.queryResult() else {
      return nil
    }
    self.read = read
    var query: GLuint = 0
    glGenQueries(1, &query)
    self.query = query
  }

  deinit {
    withUnsafePointer(to: query) { glDeleteQueries(1, $0) }
  }

  /// Returns the reason why the driver of the current context has no timer queries, in one line;
  /// nil if it has them.
  static func absence(_ extensions: Set<String>) -> String? {
    guard extensions.contains(name) else { return "the driver lacks \(name)" }
    var bits: GLint = 0
    glGetQueryiv(GL.timeElapsed, GLenum(GL_QUERY_COUNTER_BITS_EXT), &bits)
    // A driver may list the extension and have no clock.
    guard bits > 0 else { return "the driver's timer has 0 bits" }
    return Extension.queryResult() == nil ? "there is no glGetQueryObjectui64vEXT" : nil
  }

  /// The extension of timer queries.
  static let name = "GL_EXT_disjoint_timer_query"

  /// Begins the time of a frame.
  mutating func begin() {
    // Reading it forgets the jumps until now.
    _ = TimerQuery.isDisjoint
    start = TimerQuery.now
    glBeginQuery(GL.timeElapsed, query)
  }

  func end() {
    glEndQuery(GL.timeElapsed)
  }

  /// Waits until the GPU has drawn the last frame that was begun and ended, and returns its time.
  ///
  /// - Returns: Nil if no frame was timed since the last call.
  mutating func take() -> GPUTime? {
    guard let start else { return nil }
    self.start = nil
    var time: GLuint64 = 0
    read(query, GLenum(GL_QUERY_RESULT), &time)
    if TimerQuery.isDisjoint { return .disjoint }
    return time <= TimerQuery.now - start ? .nanoseconds(time) : .tooLong(time)
  }

  private static var isDisjoint: Bool { GL.integer(GLenum(GL_GPU_DISJOINT_EXT)) != 0 }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
