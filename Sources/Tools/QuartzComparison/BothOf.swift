// Two things done at once.
// Licensed under the MIT license; see LICENSE.

import Dispatch
import QuartzSharing

/// Runs two closures at the same time and returns both results.
///
/// Decoding both pictures of a comparison takes longer than comparing them.
///
/// - Throws: The first closure's error; if it throws none, the second one's.
package func bothOf<Value: Sendable>(
  _ one: @Sendable () throws -> Value,
  _ other: @Sendable () throws -> Value
) throws -> (Value, Value) {
  let results = withUnsafeTemporaryAllocation(of: Result<Value, any Error>.self, capacity: 2) {
    // Each of the two iterations writes its own element, once.
    let elements = SharedPointer($0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      (elements.value.baseAddress.map { $0 + index })?
        .initialize(to: Result { try index == 0 ? one() : other() })
    }
    let buffer = elements.value
    // Bounds: both elements are there.
    let results = (buffer[0], buffer[1])
    buffer.baseAddress?.deinitialize(count: 2)
    return results
  }
  return (try results.0.get(), try results.1.get())
}
