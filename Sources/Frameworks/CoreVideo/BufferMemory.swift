// The memory of a picture, which other processes can map.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import QuartzSharing
import Synchronization

/// A mapped memfd that can neither shrink nor grow, or memory of the caller's.
final class BufferMemory: Sendable {
  // The address never changes; Core Video's locks say who reads and writes there.
  private let sharedBase: SharedPointer<UnsafeMutableRawPointer>
  var base: UnsafeMutableRawPointer { sharedBase.value }
  let count: Int
  /// The memfd; -1 for the caller's memory.
  let descriptor: Int32
  private let release: (@Sendable () -> Void)?

  /// Makes memory of zeros; nil if the system has none.
  init?(count: Int) {
    let descriptor = Fault.descriptor { quartz_make_sealed_memory("quartz pixels", count) }
    guard descriptor >= 0 else { return nil }
    let rights = PROT_READ | PROT_WRITE
    let mapped = Fault.mapping { mmap(nil, count, rights, MAP_SHARED, descriptor, 0) }
    guard let mapped else {
      close(descriptor)
      return nil
    }
    sharedBase = SharedPointer(mapped)
    self.count = count
    self.descriptor = descriptor
    release = nil
  }

  /// Wraps memory that stays the caller's until `release` is called.
  init(_ base: UnsafeMutableRawPointer, count: Int, release: @escaping @Sendable () -> Void) {
    sharedBase = SharedPointer(base)
    self.count = count
    self.release = release
    descriptor = -1
  }

  deinit {
    if let release {
      release()
    } else {
      munmap(base, count)
      close(descriptor)
    }
  }
}

/// Memory of one size for reuse.
final class PixelMemoryStore: Sendable {
  private struct State {
    var idle: [BufferMemory] = []
    var lent = 0
  }

  private let count: Int
  /// How many are kept without use.
  private let limit: Int
  private let state = Mutex(State())

  init(count: Int, limit: Int) {
    self.count = count
    self.limit = limit
  }

  /// The number of pictures in use.
  var lent: Int { state.withLock { $0.lent } }
  /// The number of pictures without use.
  var idle: Int { state.withLock { $0.idle.count } }

  /// Memory whose bytes are those of its last use; nil if the system has none.
  func take() -> BufferMemory? {
    let idle = state.withLock { state in
      state.lent += 1
      return state.idle.popLast()
    }
    if let idle { return idle }
    if let memory = BufferMemory(count: count) { return memory }
    state.withLock { $0.lent -= 1 }
    return nil
  }

  func takeBack(_ memory: BufferMemory) {
    state.withLock { state in
      state.lent -= 1
      if state.idle.count < limit { state.idle.append(memory) }
    }
  }

  /// Frees the memory without use.
  func flush() {
    state.withLock { $0.idle.removeAll() }
  }
}
