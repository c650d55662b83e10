// Recursion of others, on stacks that are made as it goes.
// Licensed under the MIT license; see LICENSE.
//
// Foundation writes and reads archives by recursion through the objects' own methods, and a class
// of a program may find hits by recursion through its own. How deep that goes is a matter of the
// tree. So where it passes through this library and little is left of the stack, it goes on upon
// another one.

import CQuartzStack

package enum DeepStack {
  /// With less than this left, in bytes, a call gets a stack of its own.
  private static let least = 128 << 10
  /// The size of such a stack; what is not used of it takes no memory.
  private static let size = 2 << 20

  /// Calls a body where there is enough stack for it.
  ///
  /// - Returns: The result of the body; nil if there is no memory for a stack.
  package static func call<Value>(_ body: @escaping () -> Value) -> Value? {
    if quartz_stack_left() > least { return body() }
    var value: Value?
    var step: () -> Void = { value = body() }
    let isMade = withUnsafeMutablePointer(to: &step) { step in
      quartz_call_on_new_stack(
        size,
        { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        step
      )
    }
    return isMade ? value : nil
  }
}
