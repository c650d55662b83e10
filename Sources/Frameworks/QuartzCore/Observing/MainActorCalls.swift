// Calls of main-actor code from where the compiler knows of no actor.
// Licensed under the MIT license; see LICENSE.
//
// Layers are nonisolated and call their delegates on the thread that commits. That is the thread
// of the views. Programs without a main run loop, such as tests, have their views on another thread
// than the first, so nothing here may check for the main actor: the check would end the program.

//
// Each function is declared with a body of the main actor and defined with one of no actor, under
// one symbol. That is safe because isolation is a matter of types alone: both bodies are called in
// the same way. `withoutActuallyEscaping` would say the same, but its compiled form has the length
// of the path of this file, and so other bytes in each folder.

/// Calls `body` on the calling thread, which is the one that has the views.
@_silgen_name("quartz_on_view_thread")
package func onViewThread<Result>(_ body: @MainActor () throws -> Result) rethrows -> Result

@_silgen_name("quartz_on_view_thread")
func onThisThread<Result>(_ body: @Sendable () throws -> Result) rethrows -> Result { try body() }

/// Calls `body` on the calling thread, which is the one that has the views, with a value that need
/// not be sendable.
@_silgen_name("quartz_on_view_thread_with")
package func onViewThread<Value, Result>(
  _ value: Value,
  _ body: @MainActor (Value) throws -> Result
) rethrows -> Result

@_silgen_name("quartz_on_view_thread_with")
func onThisThread<Value, Result>(
  _ value: Value,
  _ body: @Sendable (Value) throws -> Result
) rethrows -> Result { try body(value) }
