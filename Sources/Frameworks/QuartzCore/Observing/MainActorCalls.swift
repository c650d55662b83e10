// Calls of main-actor code from where the compiler knows of no actor.
// Licensed under the MIT license; see LICENSE.
//
// Layers are nonisolated and call their delegates on the thread that commits. That is the thread
// of the views. Programs without a main run loop, such as tests, have their views on another thread
// than the first, so nothing here may check for the main actor: the check would end the program.

/// Calls `body` on the calling thread, which is the one that has the views.
package func onViewThread<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result {
  try withoutActuallyEscaping(body) { body in
    // Safe because: isolation is a matter of types alone; both are called in the same way.
    try unsafeBitCast(body, to: (() throws -> Result).self)()
  }
}

/// Calls `body` on the calling thread, which is the one that has the views, with a value that need
/// not be sendable.
package func onViewThread<Value, Result>(
  _ value: Value,
  _ body: @MainActor (Value) throws -> Result
) rethrows -> Result {
  try withoutActuallyEscaping(body) { body in
    // Safe because: isolation is a matter of types alone; both are called in the same way.
    try unsafeBitCast(body, to: ((Value) throws -> Result).self)(value)
  }
}
