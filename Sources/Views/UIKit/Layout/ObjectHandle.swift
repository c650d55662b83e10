// References that do not keep their object, and cost it nothing.
// Licensed under the MIT license; see LICENSE.
//
// Problem: constraints, nodes and guides name views and engines that they do not keep. The first
// weak reference to an object moves its counts into a table beside it, and from then on each count
// takes several times as long. With weak references that was a third of the time of a layout.
//
// Idea: the object owns a small one that knows it, which all who name the object share. It is
// emptied when the object ends.

/// A reference that does not keep its object; nil once that is gone.
///
/// It belongs to the thread of its object.
final class ObjectHandle<Object: AnyObject> {
  // Unsafe because: the object's `OwnedHandle` sets it to nil when the object ends.
  fileprivate(set) unowned(unsafe) var object: Object?

  fileprivate init(_ object: Object) { self.object = object }
}

/// The handle of an object, as a part of that: they end together.
struct OwnedHandle<Object: AnyObject>: ~Copyable {
  private var handle: ObjectHandle<Object>?

  init() {}

  /// The handle, made on first use.
  ///
  /// - Parameter object: The object that this is a part of.
  mutating func handle(of object: Object) -> ObjectHandle<Object> {
    if let handle { return handle }
    let made = ObjectHandle(object)
    handle = made
    return made
  }

  deinit { handle?.object = nil }
}
