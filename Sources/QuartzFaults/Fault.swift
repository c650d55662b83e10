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
//     if Fault.strikes(.descriptor) { errno = EMFILE; throw .system("accept") }
//
// A fault counts on the threads that adopted it, so tests that run at the same time do not meet
// each other's faults. A thread that is started for another adopts the other's fault:
//
//     let fault = Fault.current
//     startThread { fault.adopt(); ... }
//
// A program sets a fault for all of its threads from a text, such as "descriptor:3" or "memory:10+"
// (`Fault.strikeProcess`).

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
  private let asked = Atomic<Int>(0)

  package init(_ kind: Kind, at number: Int, lasts: Bool = false) {
    self.kind = kind
    self.number = number
    self.lasts = lasts
  }

  /// Creates a fault from "kind:number", or "kind:number+" for one that lasts; nil for any other
  /// text.
  package convenience init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
    let lasts = parts[1].hasSuffix("+")
    guard let number = Int(lasts ? parts[1].dropLast() : parts[1]), number > 0 else { return nil }
    self.init(kind, at: number, lasts: lasts)
  }

  /// The number of requests of the kind so far.
  package var requests: Int { asked.load(ordering: .relaxed) }

  /// Whether a request failed because of this fault.
  package var hasStruck: Bool { requests >= number }

  private func counts(_ kind: Kind) -> Bool {
    guard kind == self.kind else { return false }
    let request = asked.wrappingAdd(1, ordering: .relaxed).newValue
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
    if let own = pthread_getspecific(key) {
      return Unmanaged<Fault>.fromOpaque(own).takeUnretainedValue()
    }
    return process.load(ordering: .acquiring)?.takeUnretainedValue()
  }

  /// Makes this the fault of the current thread, in place of any other.
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

  /// Makes a fault strike on all threads without one of their own, as long as the process lives.
  package static func strikeProcess(_ fault: Fault) {
    armed.wrappingAdd(1, ordering: .relaxed)
    process.store(Unmanaged.passRetained(fault), ordering: .releasing)
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
