// Failures of the machine, injected by a counter.
// Licensed under the MIT license; see LICENSE.
//
// Memory, descriptors and disks run out once in a thousand hours. A test makes the n-th request of
// a kind fail, for every n, until a run completes without the failure:
//
//     for number in 1... {
//       let fault = Fault(.descriptor, at: number)
//       fault.run { openWhatTakesDescriptors() }   // Throws, loses nothing, leaks nothing.
//       if !fault.hasStruck { break }
//     }
//
// The code checks for a fault just before it calls the system, and fails as if the system had:
//
//     let number = Fault.descriptor { accept(socket, nil, nil) }
//
// `SystemRequests.swift` has such a function for each kind of request, and `SystemThread` starts
// threads.
//
// A fault counts on the threads that adopted it, so tests that run at the same time do not meet
// each other's faults. A thread that is started for another adopts the other's fault:
//
//     let fault = Fault.current
//     startThread { fault.adopt(); ... }
//
// A program takes a fault for all of its threads from a text, such as "descriptor:3" or
// "memory:10+" (`Fault.strikeProcess`). With a path, as in "disk:2:/tmp/struck", a file there says
// that the fault was met.

import Glibc
import Synchronization

/// A fault that makes one request for a resource fail, or all requests from one on.
package final class Fault: Sendable {
  /// The kind of resource that is requested.
  package enum Kind: String, CaseIterable, Sendable {
    /// Memory whose size comes from a client or a file.
    case memory
    /// A file descriptor: files, sockets, memory files, pipes.
    case descriptor
    /// Bytes written to a disk.
    case disk
    /// A thread, or another process.
    case thread
  }

  package let kind: Kind
  /// The number of the request that fails, from 1.
  package let number: Int
  /// Whether the later requests fail, too.
  package let lasts: Bool
  /// Where a file is made when a request fails for it, or nil.
  package let mark: String?
  private let asked = Atomic<Int>(0)

  package init(_ kind: Kind, at number: Int, lasts: Bool = false, mark: String? = nil) {
    self.kind = kind
    self.number = number
    self.lasts = lasts
    self.mark = mark
  }

  /// A fault as "kind:number", or "kind:number+" for one that lasts, and ":path" for its mark; nil
  /// for any other text.
  package convenience init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    let lasts = parts[1].hasSuffix("+")
    guard let number = Int(lasts ? parts[1].dropLast() : parts[1]), number > 0 else { return nil }
    guard parts.count < 3 || !parts[2].isEmpty else { return nil }
    self.init(kind, at: number, lasts: lasts, mark: parts.count < 3 ? nil : String(parts[2]))
  }

  /// The number of requests of the kind so far.
  package var requests: Int { asked.load(ordering: .relaxed) }

  /// Whether a request failed because of this fault.
  package var hasStruck: Bool { requests >= number }

  private func counts(_ kind: Kind) -> Bool {
    guard kind == self.kind else { return false }
    let request = asked.wrappingAdd(1, ordering: .relaxed).newValue
    if request == number, let mark {
      let file = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      if file >= 0 { close(file) }
    }
    return lasts ? request >= number : request == number
  }
}

extension Fault {
  /// The number of threads with a fault, plus one for the process's fault.
  ///
  /// While it is 0, nothing is looked up.
  private static let armed = Atomic<Int>(0)
  /// The fault of all threads that have none of their own.
  private static let process = Atomic<Unmanaged<Fault>?>(nil)
  /// The thread's fault, retained.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      guard let pointer else { return }
      Unmanaged<Fault>.fromOpaque(pointer).release()
      Fault.armed.wrappingSubtract(1, ordering: .relaxed)
    }
    return key
  }()

  /// Returns whether the next request has to fail.
  ///
  /// One load of an integer while there are no faults.
  @inline(__always)
  package static func strikes(_ kind: Kind) -> Bool {
    armed.load(ordering: .relaxed) > 0 && (current?.counts(kind) ?? false)
  }

  /// The fault that counts on this thread.
  package static var current: Fault? {
    guard armed.load(ordering: .relaxed) > 0 else { return nil }
    if let own = ofThread { return own }
    return process.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// The fault that this thread has adopted.
  static var ofThread: Fault? {
    guard armed.load(ordering: .relaxed) > 0 else { return nil }
    return pthread_getspecific(key).map {
      Unmanaged<Fault>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Counts on this thread from now on, in the place of any other.
  package func adopt() { Fault.set(self) }

  /// Makes this the fault of the current thread while `body` runs.
  package func run<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let before = pthread_getspecific(Fault.key).map {
      Unmanaged<Fault>.fromOpaque($0).takeUnretainedValue()
    }
    Fault.set(self)
    defer { Fault.set(before) }
    return try body()
  }

  /// Sets the fault of all threads that have none of their own; nil ends the previous one.
  ///
  /// The fault is kept for good: other threads may look at it just now.
  package static func strikeProcess(_ fault: Fault?) {
    let before = process.exchange(
      fault.map { Unmanaged.passRetained($0) },
      ordering: .acquiringAndReleasing
    )
    if fault != nil { armed.wrappingAdd(1, ordering: .relaxed) }
    if before != nil { armed.wrappingSubtract(1, ordering: .relaxed) }
  }

  private static func set(_ fault: Fault?) {
    let old = pthread_getspecific(key)
    let new = fault.map { Unmanaged.passRetained($0).toOpaque() }
    pthread_setspecific(key, new)
    if new != nil { armed.wrappingAdd(1, ordering: .relaxed) }
    guard let old else { return }
    armed.wrappingSubtract(1, ordering: .relaxed)
    Unmanaged<Fault>.fromOpaque(old).release()
  }
}
