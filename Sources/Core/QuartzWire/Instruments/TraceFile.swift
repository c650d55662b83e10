// Traces: what programs and the server do, in the array format of Chrome's and Perfetto's traces.
// Licensed under the MIT license; see LICENSE.
//
// A trace is `[`, events with `,` between them, and an end that may be missing: each event is
// appended by one write together with the comma before it, so that a process that is killed leaves
// whole events. Several processes may append to one file. The times of all are those of
// CLOCK_MONOTONIC, in microseconds.
//
//     "X"       a span of a thread
//     "s", "f"  the start and the end of an arrow: from a commit to the frame that shows it
//     "M"       the names of processes and threads

import CQuartzLinux
import Glibc
import QuartzFaults
import Synchronization

/// A file that a process adds events to.
///
/// Any thread may use it.
package final class TraceFile: Sendable {
  private struct State {
    var descriptor: Int32
    var bytes: [UInt8] = []
    var namedThreads: Set<Int32> = []
  }

  /// Bytes that wait to be written at most.
  private static let capacity = 32 << 10

  private let state: Mutex<State>
  private let process = getpid()
  private let name: String

  /// The trace that the environment asks for (`QUARTZ_TRACE`), or nil.
  ///
  /// A file that cannot be opened is reported once.
  package static let ofEnvironment: TraceFile? = {
    guard let path = ProcessEnvironment.current.trace else { return nil }
    do {
      return try TraceFile(path: path, name: processName, isNew: false)
    } catch {
      let line = "quartz: QUARTZ_TRACE: \(error)\n"
      _ = line.utf8.withContiguousStorageIfAvailable {
        write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      return nil
    }
  }()

  private static var processName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? "program"
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - name: The name of the process in the trace.
  ///   - isNew: Whether what is in the file goes; if not, events are added to it.
  /// - Throws: `WireError.system` if the file cannot be opened.
  package init(path: String, name: String, isNew: Bool) throws(WireError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isNew ? O_TRUNC : 0)
    let descriptor = Fault.descriptor { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw .system(call: "open", path: path, code: errno) }
    self.name = name
    state = Mutex(State(descriptor: descriptor))
    // The first event has no comma before it; who is first is decided under a lock of the file.
    flock(descriptor, LOCK_EX)
    defer { flock(descriptor, LOCK_UN) }
    var information = stat()
    let isEmpty = fstat(descriptor, &information) == 0 && information.st_size == 0
    var text = isEmpty ? "[\n" : ",\n"
    text += "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":\(process),\"tid\":\(process),"
    text += "\"args\":{\"name\":\(TraceFile.quoted(name))}}"
    state.withLock {
      $0.bytes.append(contentsOf: text.utf8)
      TraceFile.flush(&$0)
    }
  }

  deinit {
    state.withLock {
      TraceFile.flush(&$0)
      close($0.descriptor)
    }
  }

  /// A value of an event besides its name and time.
  package enum Argument: Sendable {
    case text(String)
    case number(Int)

    fileprivate var json: String {
      switch self {
      case .text(let text): TraceFile.quoted(text)
      case .number(let number): "\(number)"
      }
    }
  }

  /// Adds a span of the calling thread.
  ///
  /// - Parameters:
  ///   - begin: Seconds of CLOCK_MONOTONIC.
  ///   - duration: In seconds.
  package func span(
    _ name: String,
    begin: Double,
    duration: Double,
    _ arguments: [(String, Argument)] = []
  ) {
    var text = event("X", name, begin)
    text += ",\"dur\":\(TraceFile.microseconds(duration))"
    if !arguments.isEmpty {
      let list = arguments.map { "\(TraceFile.quoted($0.0)):\($0.1.json)" }
      text += ",\"args\":{\(list.joined(separator: ","))}"
    }
    add(text + "}")
  }

  /// Adds the start or the end of an arrow; it lies within a span of the calling thread.
  ///
  /// - Parameter id: The name of the arrow.
  package func flow(_ id: UInt64, isEnd: Bool, at time: Double) {
    var text = event(isEnd ? "f" : "s", "commit", time)
    text += ",\"cat\":\"commit\",\"id\":\"0x\(String(id, radix: 16))\""
    if isEnd { text += ",\"bp\":\"e\"" }
    add(text + "}")
  }

  /// Writes what waits.
  package func flush() { state.withLock { TraceFile.flush(&$0) } }

  private func event(_ phase: String, _ name: String, _ time: Double) -> String {
    "{\"ph\":\"\(phase)\",\"name\":\(TraceFile.quoted(name)),\"pid\":\(process),"
      + "\"tid\":\(quartz_thread_id()),\"ts\":\(TraceFile.microseconds(time))"
  }

  private func add(_ event: String) {
    let thread = quartz_thread_id()
    state.withLock { state in
      guard state.descriptor >= 0 else { return }
      if state.namedThreads.insert(thread).inserted {
        let text = TraceFile.threadName(process, thread)
        state.bytes.append(contentsOf: text.utf8)
      }
      state.bytes.append(contentsOf: ",\n".utf8)
      state.bytes.append(contentsOf: event.utf8)
      if state.bytes.count >= TraceFile.capacity { TraceFile.flush(&state) }
    }
  }

  private static func threadName(_ process: Int32, _ thread: Int32) -> String {
    var name = [CChar](repeating: 0, count: 16)
    quartz_get_thread_name(&name)
    let text = String(
      decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
    return ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":\(process),\"tid\":\(thread),"
      + "\"args\":{\"name\":\(quoted(text))}}"
  }

  /// Writes whole events by one call; a file that takes no more, or not all, gets nothing after it.
  private static func flush(_ state: inout State) {
    guard state.descriptor >= 0, !state.bytes.isEmpty else { return }
    let count = state.bytes.count
    let written = state.bytes.withUnsafeBytes { write(state.descriptor, $0.baseAddress, count) }
    state.bytes.removeAll(keepingCapacity: true)
    if written != count {
      close(state.descriptor)
      state.descriptor = -1
    }
  }

  // MARK: JSON

  /// Microseconds with three digits after the point.
  static func microseconds(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e9 else { return "0.000" }
    let nanoseconds = Int64((max(seconds, 0) * 1e9).rounded())
    let rest = "\(nanoseconds % 1000)"
    return "\(nanoseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
