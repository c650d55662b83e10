// The one way to start another program, and pipes to it.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import Synchronization

/// A call of the system for another program failed.
package struct ProcessError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The call, or the file that it was to open.
  package let call: String
  /// The error's number.
  package let code: Int32

  /// Whether there is no such program.
  package var isMissingProgram: Bool { code == ENOENT && call == ChildProcess.startCall }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// A running program that this one started.
///
/// It has a process group of its own, no blocked signals, and no descriptors but those that it is
/// given. It is killed with its group, and its end waited for, when the last reference to it is
/// gone.
package final class ChildProcess: Sendable {
  /// The end of a program.
  package enum Ending: Equatable, Sendable {
    /// It ended by itself, with its exit status.
    case exit(status: Int32)
    /// A signal ended it.
    case signal(Int32)
  }

  /// Restrictions of a program.
  package enum Bounds: Sendable {
    case none
    /// It dies with the thread that started it, and can write to no file.
    case readOnly
  }

  fileprivate static let startCall = "posix_spawn"

  package let identifier: Int32
  private let ending = Mutex<Ending?>(nil)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program, which is looked for in the folders of `PATH` if it is no path, and
  ///     its arguments; at least one.
  ///   - environment: Lines such as `PATH=/bin`; nil for the environment of this program.
  ///   - descriptors: Copied to its descriptors from 0 on, at most eight; nil is `/dev/null`.
  package init(
    _ arguments: [String],
    environment: [String]? = nil,
    descriptors: [Int32?],
    bounds: Bounds = .none
  ) throws(ProcessError) {
    var null: Int32 = -1
    if descriptors.contains(nil) {
      null = Fault.descriptor { open("/dev/null", O_RDWR | O_CLOEXEC) }
      guard null >= 0 else { throw ProcessError(call: "/dev/null", code: errno) }
    }
    defer { if null >= 0 { close(null) } }
    let inherited = descriptors.map { $0 ?? null }
    let words = CWords(arguments)
    let lines = environment.map { CWords($0) }
    var process: pid_t = 0
    let code = withExtendedLifetime((words, lines)) {
      Fault.thread {
        let start = bounds == .none ? quartz_spawn : quartz_spawn_bound
        return start(words.pointers, lines?.pointers, inherited, Int32(inherited.count), &process)
      }
    }
    guard code == 0 else { throw ProcessError(call: Self.startCall, code: code) }
    identifier = process
  }

  deinit {
    kill()
    wait()
  }

  /// Waits until the program has ended.
  @discardableResult
  package func wait() -> Ending {
    ending.withLock { ending in
      if let ending { return ending }
      var isSignal = false
      let number = quartz_wait_for_end(identifier, &isSignal)
      let new = isSignal ? Ending.signal(number) : .exit(status: number)
      ending = new
      return new
    }
  }

  /// Waits for a while until the program has ended.
  ///
  /// - Returns: Its end; nil if it still runs after `milliseconds`.
  package func wait(milliseconds: Int32) -> Ending? {
    ending.withLock { ending in
      if let ending { return ending }
      var isSignal = false
      let number = quartz_wait_for_end_within(identifier, milliseconds, &isSignal)
      guard number >= 0 else { return nil }
      ending = isSignal ? .signal(number) : .exit(status: number)
      return ending
    }
  }

  /// Kills the program and its process group, if it has not ended.
  ///
  /// It waits for a thread that waits for the program.
  package func kill() {
    // The number of a process whose end somebody has waited for may be that of another one.
    ending.withLock { if $0 == nil { _ = Glibc.kill(-identifier, SIGKILL) } }
  }
}

/// A pipe that no other program inherits by itself.
package struct SystemPipe: ~Copyable {
  /// The end to read from, until it is closed or taken.
  package private(set) var reading: Int32
  /// The end to write to, until it is closed or taken.
  package private(set) var writing: Int32

  /// Makes a pipe.
  ///
  /// - Parameter size: The bytes that it has room for, if the system allows that many.
  package init(size: Int32) throws(ProcessError) {
    var ends: [Int32] = [-1, -1]
    guard Fault.descriptor({ quartz_make_pipe(&ends, size) }) == 0 else {
      throw ProcessError(call: "pipe", code: errno)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { close(reading) }
    if writing >= 0 { close(writing) }
  }

  /// Returns the end to read from, which is the caller's to close.
  package mutating func takeReading() -> Int32 {
    defer { reading = -1 }
    return reading
  }

  /// Returns the end to write to, which is the caller's to close.
  package mutating func takeWriting() -> Int32 {
    defer { writing = -1 }
    return writing
  }
}

/// Strings of C with a null pointer after the last.
private final class CWords {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ words: [String]) {
    pointers = words.map { strdup($0) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
