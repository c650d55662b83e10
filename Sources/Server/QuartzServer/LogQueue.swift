// A log whose reader never blocks the server.
// Licensed under the MIT license; see LICENSE.
//
// Standard error may be a pipe that nobody reads, or a terminal that was stopped: a write to it
// then waits for ever. So lines wait in a queue of bounded size, and a thread of the log writes
// them. Dropped lines are counted and reported when there is room again.

import Glibc
package import Logging
import QuartzFaults
import Synchronization

/// Lines on their way to a descriptor.
///
/// Any thread may use it; only the queue's own thread waits for the reader.
package final class LogQueue: Sendable {
  private struct State {
    var lines: [String] = []
    var byteCount = 0
    /// Lines dropped since the last one that was taken.
    var dropped = 0
    var isEnding = false
  }

  private let descriptor: Int32
  private let limit: Int
  private let state = Mutex(State())
  private let wake: WakeEvent
  private let isDone: WakeEvent

  /// - Parameters:
  ///   - descriptor: The descriptor for the lines; it stays open.
  ///   - limit: Bytes that may wait.
  package init(descriptor: Int32, limit: Int = 256 << 10) throws(SystemError) {
    self.descriptor = descriptor
    self.limit = limit
    wake = try WakeEvent()
    isDone = try WakeEvent()
    try ServerThread.detach(name: "quartz-log") { [self] in writeLines() }
  }

  /// Adds a line, which ends with a line break.
  package func add(_ line: String) {
    state.withLock { state in
      guard state.byteCount + line.utf8.count <= limit, !state.isEnding else {
        state.dropped += 1
        return
      }
      state.lines.append(line)
      state.byteCount += line.utf8.count
      if state.lines.count == 1 { wake.raise() }
    }
  }

  /// The number of dropped lines that are not reported yet.
  package var droppedCount: Int { state.withLock { $0.dropped } }

  /// Writes the waiting lines that the reader takes in the time; no lines can be added afterwards.
  package func finish(milliseconds: Int32 = 500) {
    state.withLock { state in
      state.isEnding = true
      wake.raise()
    }
    var poller = Poller()
    poller.add(isDone.descriptor)
    poller.wait(milliseconds: milliseconds)
  }

  private func writeLines() {
    while true {
      var poller = Poller()
      poller.add(wake.descriptor)
      poller.wait()
      let (lines, dropped, isEnding) = state.withLock { state in
        wake.clear()
        defer {
          state.lines = []
          state.byteCount = 0
          state.dropped = 0
        }
        return (state.lines, state.dropped, state.isEnding)
      }
      for line in lines { write(line) }
      if dropped > 0 { write("\(dropped) lines of the log were left out: nobody read it\n") }
      if isEnding { return isDone.raise() }
    }
  }

  private func write(_ line: String) {
    var line = line
    line.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        let count = uninterrupted {
          Glibc.write(descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
        }
        if count < 0 && errno == EAGAIN {
          // The descriptor may be nonblocking.
          var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&entry, 1, -1)
          continue
        }
        guard count > 0 else { return }
        start += count
      }
    }
  }
}

/// Writes each event as a line: time, level, label, message.
package struct QueuedLogHandler: LogHandler {
  package var logLevel = Logger.Level.notice
  package var metadata: Logger.Metadata = [:]
  private let label: String
  private let queue: LogQueue

  package init(label: String, queue: LogQueue) {
    self.label = label
    self.queue = queue
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    queue.add("\(QueuedLogHandler.time) \(event.level) \(label): \(event.message)\n")
  }

  /// The local time as in ISO 8601, to the second.
  private static var time: String {
    var now = time_t()
    Glibc.time(&now)
    var parts = tm()
    localtime_r(&now, &parts)
    var text = [CChar](repeating: 0, count: 40)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
