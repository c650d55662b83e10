// The objects, texts and errors of one thread.
// Licensed under the MIT license; see LICENSE.
//
// Each thread has a table of its own, so that no call takes a lock to find an object. A handle has
// four parts: bits 60...63 are the kind, 40...59 the thread's number, 24...39 the generation of the
// place, 0...23 the place in the thread's table. A place that is used again has another generation.
// One that has had all generations is not used again, so no handle is given out twice.

import CQuartzInterface
import Glibc

/// The parts of a handle.
struct Handle {
  var kind: UInt8
  var thread: UInt32
  var generation: UInt16
  var place: Int

  static let mostPlaces = 1 << 24

  @inline(__always)
  init(_ object: quartz_object) {
    kind = UInt8(truncatingIfNeeded: object >> 60)
    thread = UInt32(truncatingIfNeeded: object >> 40) & 0xF_FFFF
    generation = UInt16(truncatingIfNeeded: object >> 24)
    place = Int(object & 0xFF_FFFF)
  }

  static func object(_ kind: quartz_kind, _ thread: UInt32, _ generation: UInt16, _ place: Int)
    -> quartz_object
  {
    UInt64(kind.rawValue) << 60 | UInt64(thread) << 40 | UInt64(generation) << 24 | UInt64(place)
  }
}

/// The state of a thread that uses the C interface; only that thread has it.
final class ThreadState {
  private struct Place {
    var object: AnyObject?
    var kind: UInt8
    var generation: UInt16
    /// How often the caller has to release the object.
    var count: Int
  }

  /// 1 and up; 0 where there are too many threads.
  let number: UInt32
  // Unchecked because: only its thread has it, and nothing is released within an access.
  @exclusivity(unchecked) private var places: [Place] = []
  private var free: [Int] = []
  private var byObject: [ObjectIdentifier: Int] = [:]
  private var errorText: UnsafeMutablePointer<CChar>?
  /// The memory of texts and lists that the last call returned.
  let scratch = Scratch()
  /// How many transactions the thread has begun and not committed.
  var openTransactions = 0

  private init() {
    number = Registry.enter()
  }

  deinit {
    Glibc.free(errorText)
  }

  /// The state of the calling thread.
  @inline(__always)
  static var current: ThreadState {
    if let known = quartz_interface_state() {
      return Unmanaged<ThreadState>.fromOpaque(known).takeUnretainedValue()
    }
    return make()
  }

  private static func make() -> ThreadState {
    let state = ThreadState()
    // Without a place for it, the thread has a new state, and so no objects, in every call.
    let held = Unmanaged.passRetained(state)
    let isKept = quartz_interface_set_state(held.toOpaque()) { ended in
      guard let ended else { return }
      let state = Unmanaged<ThreadState>.fromOpaque(ended).takeRetainedValue()
      Registry.leave(state.number)
      state.releaseAll()
    }
    if !isKept { held.release() }
    return state
  }

  // MARK: Errors

  func note(_ failure: CallFailure) {
    Glibc.free(errorText)
    errorText = strdup(failure.text)
  }

  /// The sentence of the last failure.
  var lastError: UnsafePointer<CChar>? { errorText.map { UnsafePointer($0) } }

  // MARK: Objects

  /// How many objects the caller has retained.
  var objectCount: Int { byObject.count }

  /// Retains an object for the caller.
  ///
  /// - Returns: Its handle, the same one while it is retained.
  func give(_ object: AnyObject, _ kind: quartz_kind) throws(CallFailure) -> quartz_object {
    releasePending()
    let place: Int
    if let known = byObject[ObjectIdentifier(object)] {
      places[known].count += 1
      place = known
    } else if let unused = free.popLast() {
      places[unused].object = object
      places[unused].kind = UInt8(kind.rawValue)
      places[unused].count = 1
      place = unused
    } else {
      guard places.count < Handle.mostPlaces else {
        throw CallFailure(QUARTZ_LIMIT, "the thread has \(places.count) objects")
      }
      place = places.count
      places.append(Place(object: object, kind: UInt8(kind.rawValue), generation: 1, count: 1))
    }
    byObject[ObjectIdentifier(object)] = place
    return Handle.object(
      quartz_kind(UInt32(places[place].kind)),
      number,
      places[place].generation,
      place
    )
  }

  /// Retains an object for the caller and writes its handle; 0 for nil.
  func give(
    _ object: AnyObject?,
    _ kind: quartz_kind,
    to result: UnsafeMutablePointer<quartz_object>
  ) throws(CallFailure) {
    result.pointee = if let object { try give(object, kind) } else { 0 }
  }

  /// Returns the place of a handle of this thread.
  @inline(__always)
  private func place(_ object: quartz_object) throws(CallFailure) -> Int {
    let handle = Handle(object)
    // Bounds: the place is compared with the count before it is used.
    guard handle.thread == number, handle.place < places.count,
      places[handle.place].generation == handle.generation, places[handle.place].object != nil,
      places[handle.place].kind == handle.kind
    else { throw refusal(of: object) }
    return handle.place
  }

  private func refusal(of object: quartz_object) -> CallFailure {
    let handle = Handle(object)
    if object == 0 { return CallFailure(QUARTZ_INVALID_HANDLE, "the handle is 0: no object") }
    if handle.thread != number, Registry.isKnown(handle.thread) {
      return CallFailure(QUARTZ_WRONG_THREAD, "the handle \(object) belongs to another thread")
    }
    return CallFailure(
      QUARTZ_INVALID_HANDLE,
      "the handle \(object) was released, or never given out"
    )
  }

  /// Returns the object of a handle, and its kind.
  func object(_ object: quartz_object) throws(CallFailure) -> (AnyObject, quartz_kind) {
    let place = try place(object)
    guard let found = places[place].object else { throw refusal(of: object) }
    return (found, quartz_kind(UInt32(places[place].kind)))
  }

  /// Returns the object of a handle of a kind.
  @inline(__always)
  func object<Object: AnyObject>(
    _ object: quartz_object,
    _ kind: quartz_kind,
    as type: Object.Type
  ) throws(CallFailure) -> Object {
    let place = try place(object)
    guard places[place].kind == UInt8(kind.rawValue), let found = places[place].object else {
      throw CallFailure(
        QUARTZ_WRONG_KIND,
        "the handle \(object) is \(Kind.name(places[place].kind)), not \(Kind.name(UInt8(kind.rawValue)))"
      )
    }
    // Bounds: objects of a kind are of one class, or derived from it.
    return unsafeDowncast(found, to: type)
  }

  func retain(_ object: quartz_object) throws(CallFailure) {
    places[try place(object)].count += 1
  }

  /// Releases what one call has retained.
  func release(_ object: quartz_object) throws(CallFailure) {
    if object == 0 { return }
    let handle = Handle(object)
    if handle.thread != number, Registry.release(object, of: handle.thread) { return }
    let place = try place(object)
    places[place].count -= 1
    if places[place].count == 0 { empty(place) }
  }

  private func empty(_ place: Int) {
    guard let object = places[place].object else { return }
    byObject[ObjectIdentifier(object)] = nil
    places[place].object = nil
    if places[place].generation < .max {
      places[place].generation += 1
      free.append(place)
    }
    // The object, and all that only it holds, is released when the table is consistent.
    withExtendedLifetime(object) {}
  }

  /// Releases what other threads have asked for.
  func releasePending() {
    guard Registry.hasPending else { return }
    for object in Registry.takePending(of: number) {
      // A handle that was released twice changes nothing.
      try? release(object)
    }
  }

  private func releaseAll() {
    for place in places.indices { empty(place) }
    scratch.reset()
  }
}

/// Words for kinds of objects.
enum Kind {
  private static let names = [
    "no object", "a context", "a layer", "an animation", "an image", "a path", "a filter",
    "a cell", "a package", "a client",
  ]

  static func name(_ kind: UInt8) -> String {
    names.indices.contains(Int(kind)) ? names[Int(kind)] : "an object of kind \(kind)"
  }
}
