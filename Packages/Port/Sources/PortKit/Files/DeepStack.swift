// A thread for code that calls itself as deep as a source is nested.
// Licensed under the MIT license; see LICENSE.

import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// Runs work on a thread whose stack suits sources of any depth.
///
/// The parser and its tree call themselves for each level of nesting.
enum DeepStack {
  /// In bytes; memory is taken when it is used.
  private static let size = 1 << 30

  /// A piece of work and its result.
  private final class Work<Result> {
    let body: () -> Result
    var result: Result?

    init(_ body: @escaping () -> Result) { self.body = body }
  }

  /// A call without types, for C.
  private final class Call {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Returns the result of `body`, which runs on another thread while this one waits.
  static func run<Result>(_ body: @escaping () -> Result) -> Result {
    let work = Work(body)
    let call = Unmanaged.passRetained(Call { work.result = work.body() })
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, size)
    var thread = pthread_t()
    let status = pthread_create(
      &thread,
      &attributes,
      { pointer in
        // Safe because: the pointer is the call, retained for this thread.
        if let pointer { Unmanaged<Call>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      },
      call.toOpaque()
    )
    pthread_attr_destroy(&attributes)
    if status == 0 { pthread_join(thread, nil) } else { call.release() }
    // Without such a thread the stack that is there has to do.
    return work.result ?? body()
  }
}
