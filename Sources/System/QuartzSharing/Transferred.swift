// Values that go from one thread to another.
// Licensed under the MIT license; see LICENSE.

/// A value that goes from one thread to another, and that one of them uses at a time.
///
/// A closure for another thread takes it along, or a lock holds it. It makes nothing safe by
/// itself: each use of it says who has the value.
// Safe because: whoever hands the value over forgets it, or leaves it alone until the other is
// done; the compiler sees this in a function (`sending`), but not where a queue or a list is
// between.
package struct Transferred<Value>: @unchecked Sendable {
  /// The value, for the one thread that has it.
  package var value: Value

  @inline(__always)
  package init(_ value: Value) { self.value = value }
}

/// A weak reference that any thread holds, to an object that one thread uses.
package struct WeakTransferred<Object: AnyObject>: Sendable {
  private struct Reference { weak var object: Object? }

  private let reference: Transferred<Reference>

  /// The object; nil once it is gone.
  package var object: Object? { reference.value.object }

  package init(_ object: Object) { reference = Transferred(Reference(object: object)) }
}
