// A call that fails: a status and a sentence.
// Licensed under the MIT license; see LICENSE.

import CQuartzInterface

/// The reason why a call of the C interface fails.
struct CallFailure: Error {
  var status: quartz_status
  /// A sentence that says what was found and what was expected.
  var text: String

  init(_ status: quartz_status, _ text: String) {
    (self.status, self.text) = (status, text)
  }

  static func null(_ argument: String) -> CallFailure {
    CallFailure(QUARTZ_NULL_ARGUMENT, "\(argument) is NULL")
  }
}

/// Runs the body of a call with the thread's state, and keeps the sentence of a failure.
@inline(__always)
func call(_ body: (ThreadState) throws(CallFailure) -> Void) -> quartz_status {
  let state = ThreadState.current
  do throws(CallFailure) {
    guard state.number != 0 else {
      throw CallFailure(QUARTZ_LIMIT, "the interface was used by \(Registry.mostThreads) threads")
    }
    try body(state)
    return QUARTZ_OK
  } catch {
    state.note(error)
    return error.status
  }
}

/// Returns the result of a function, with errors of any type as a failure.
func failing<Result>(
  _ status: quartz_status,
  _ body: () throws -> Result
) throws(CallFailure) -> Result {
  do {
    return try body()
  } catch let failure as CallFailure {
    throw failure
  } catch {
    throw CallFailure(status, "\(error)")
  }
}
