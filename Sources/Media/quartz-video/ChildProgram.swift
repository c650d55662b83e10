// A program that reads a film, bounded and watched.
// Licensed under the MIT license; see LICENSE.

import Glibc
import QuartzFaults
import QuartzVideo

/// The app is gone: nothing is left to do.
struct AppGone: Error {}

/// A running program that gets the film as its descriptor 3.
final class ChildProgram {
  private let process: ChildProcess
  /// Its standard output; -1 once it has ended.
  private var output: Int32
  /// Its messages; -1 once they have ended.
  private var messages: Int32
  private var isOver = false
  private var partialLine: [UInt8] = []
  /// The last message that was an error.
  private(set) var lastError = ""
  /// Whether a signal has ended it, by another hand than `end`, which finds that out.
  private(set) var wasKilled = false

  /// Room in the pipe of pictures: the most that a user may ask for without rights.
  private static let pipeSize: Int32 = 1 << 20
  /// Longer lines lose their end.
  private static let longestLine = 4096
  private static let longestError = 300
  /// The other end of a socket is closed (POLLRDHUP of <poll.h>, which Swift does not see).
  private static let hangUp: Int16 = 0x2000

  /// Starts a program.
  ///
  /// - Parameter film: The file; it is read from its own beginning.
  init(_ arguments: [String], film: Int32) throws {
    // Nothing of the app's environment but where programs are.
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    do {
      var pictures = try SystemPipe(size: ChildProgram.pipeSize)
      var words = try SystemPipe(size: 1 << 16)
      process = try ChildProcess(
        arguments,
        environment: ["PATH=\(path)", "LC_ALL=C", "HOME=/nonexistent"],
        descriptors: [nil, pictures.writing, words.writing, film],
        bounds: .readOnly
      )
      (output, messages) = (pictures.takeReading(), words.takeReading())
    } catch {
      if error.isMissingProgram { throw VideoFailure(.missingProgram, arguments[0]) }
      throw VideoFailure(.system, "\(arguments[0]): \(error)")
    }
    for descriptor in [output, messages] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  deinit {
    end()
  }

  /// Ends the program, if it still runs.
  func end() {
    guard !isOver else { return }
    isOver = true
    for descriptor in [output, messages] where descriptor >= 0 { close(descriptor) }
    // Messages end with the program, which needs a moment; output may be left in its pipe.
    let isDone = messages < 0
    (output, messages) = (-1, -1)
    guard let ending = isDone ? process.wait(milliseconds: 1000) : nil else {
      process.kill()
      process.wait()
      return
    }
    guard case .signal(let number) = ending else { return }
    wasKilled = true
    if lastError.isEmpty { lastError = "it was ended by signal \(number)" }
  }

  /// Whether there is no more output.
  var hasOutputEnded: Bool { output < 0 }
  /// Whether there are no more messages.
  var haveMessagesEnded: Bool { messages < 0 }

  /// Waits until there is something to read.
  ///
  /// - Parameters:
  ///   - watch: Says whether the app is there and how long nothing has happened.
  ///   - wantsOutput: Whether output counts, which is else left in the pipe.
  ///   - onLine: Gets each line of messages that is no error.
  func wait(
    _ watch: ProgressWatch,
    wantsOutput: Bool,
    onLine: (Substring) -> Void
  ) throws {
    var ready = [
      pollfd(fd: watch.app, events: ChildProgram.hangUp, revents: 0),
      pollfd(fd: messages, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wantsOutput ? output : -1, events: Int16(POLLIN), revents: 0),
    ]
    let count = uninterrupted { poll(&ready, 3, 1000) }
    if count < 0 { throw VideoFailure(.system, "poll") }
    if ready[0].revents != 0 { throw AppGone() }
    if count == 0 { return try watch.rest() }
    try watch.progress()
    if ready[1].revents != 0 { readMessages(onLine) }
  }

  /// Reads bytes of output that are there.
  ///
  /// - Returns: How many; 0 if there are none yet, or no more.
  func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard output >= 0, buffer.count > 0 else { return 0 }
    let count = uninterrupted { Glibc.read(output, buffer.baseAddress, buffer.count) }
    if count > 0 { return count }
    if count == 0 || errno != EAGAIN {
      close(output)
      output = -1
    }
    return 0
  }

  private func readMessages(_ onLine: (Substring) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    let count = uninterrupted { Glibc.read(messages, &buffer, buffer.count) }
    guard count > 0 else {
      if count == 0 || errno != EAGAIN {
        close(messages)
        messages = -1
      }
      return
    }
    for byte in buffer.prefix(count) {
      if byte == 10 || byte == 13 {
        takeLine(onLine)
      } else if partialLine.count < ChildProgram.longestLine {
        partialLine.append(byte)
      }
    }
  }

  /// Takes a line such as `[mov,mp4 @ 0x55] [error] moov atom not found`.
  private func takeLine(_ onLine: (Substring) -> Void) {
    defer { partialLine.removeAll(keepingCapacity: true) }
    guard !partialLine.isEmpty else { return }
    let line = String(decoding: partialLine, as: UTF8.self)
    for level in ["[error] ", "[fatal] ", "[panic] "] {
      guard let place = line.range(of: level) else { continue }
      // Nothing that a terminal would take for a command.
      let text = line[place.upperBound...].unicodeScalars.map {
        $0.properties.generalCategory == .control ? " " : String($0)
      }.joined()
      let message = text.replacing("file:/dev/fd/3: ", with: "")
      lastError = String(message.prefix(ChildProgram.longestError))
      return
    }
    onLine(line[...])
  }
}

/// Watches that the app is there and that the work goes on.
final class ProgressWatch {
  /// The app's socket.
  let app: Int32
  private let channel: VideoChannel
  /// Seconds without progress that are allowed.
  private let allowance: Double
  private var lastProgress: Double
  private var lastSign: Double

  init(_ channel: VideoChannel, allowance: Double) {
    (app, self.channel, self.allowance) = (channel.socket, channel, allowance)
    let now = ProgressWatch.now
    (lastProgress, lastSign) = (now, now)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Begins a work.
  func begin() {
    lastProgress = ProgressWatch.now
    lastSign = lastProgress
  }

  /// Something happened; the app gets a notice once a second.
  func progress() throws {
    let now = ProgressWatch.now
    lastProgress = now
    guard now - lastSign >= 1 else { return }
    lastSign = now
    try channel.send(.working)
  }

  /// Nothing happened.
  func rest() throws {
    guard ProgressWatch.now - lastProgress >= allowance else { return }
    throw VideoFailure(.timedOut)
  }
}
