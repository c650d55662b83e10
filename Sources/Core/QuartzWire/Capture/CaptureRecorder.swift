// Records what clients of this process send.
// Licensed under the MIT license; see LICENSE.
//
// The thread that sends a message keeps a reference to its bytes and duplicates the descriptors of
// its buffers. Another thread maps, hashes and writes them. Nothing is copied on the way: a buffer
// returns to its pool when it is written.

import Dispatch
import Glibc
import QuartzFaults
import QuartzModel
import QuartzSharing
import Synchronization

/// A recorder of the messages of any number of connections to one file.
///
/// Any thread may use it. A recorder that cannot go on ends the capture and says why in the file;
/// the connections never notice.
package final class CaptureRecorder: Sendable {
  /// The options of a recorder.
  package struct Options: Sendable {
    package var path: String
    /// Whether pixels and texts are replaced by placeholders before they are written.
    package var redacts = false
    /// The most bytes of the file.
    package var mostBytes = 4 << 30
    /// The most bytes of messages and buffers that wait to be written.
    package var mostWaiting = 256 << 20

    package init(path: String) {
      self.path = path
    }
  }

  /// The recorder of this process, for which the environment asks, or nil.
  package static let current: CaptureRecorder? = {
    guard let options = ProcessEnvironment.current.capture else { return nil }
    do throws(CaptureError) {
      let recorder = try CaptureRecorder(options)
      // All that waits is written before the process ends.
      atexit { CaptureRecorder.current?.finish() }
      return recorder
    } catch {
      CaptureRecorder.say("no capture: \(error)")
      return nil
    }
  }()

  private struct State {
    var lastConnection: UInt32 = 0
    var waitingBytes = 0
    var isEnded = false
  }

  /// The state of the writing thread.
  private struct Output {
    var file: CaptureFile
    var isOpen = true
    var redaction: CaptureRedaction?
  }

  /// A message on its way to the file.
  private struct Item: Sendable {
    // Its bytes do not change any more.
    let handed: Transferred<EncodedMessage>
    /// Duplicates, which `take` owns.
    let descriptors: [Int32]
    let time: Double
    let connection: UInt32

    var message: EncodedMessage { handed.value }
    var byteCount: Int { message.byteCount + message.attachmentBytes.reduce(0, +) }
  }

  private let options: Options
  private let start: Double
  private let state = Mutex(State())
  private let output: Guarded<Output>
  private let queue = DispatchQueue(label: "quartz-capture")

  /// Makes the file.
  package init(_ options: Options) throws(CaptureError) {
    self.options = options
    start = CaptureRecorder.now
    let header = CaptureHeader(
      start: start,
      process: UInt32(clamping: getpid()),
      isRedacted: options.redacts
    )
    let file = try CaptureFile(path: options.path, header, mostBytes: options.mostBytes)
    let redaction = options.redacts ? CaptureRedaction() : nil
    output = Guarded(Output(file: file, redaction: redaction))
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Tells whoever started the program.
  private static func say(_ text: String) {
    Array("quartz: \(text)\n".utf8).withUnsafeBytes {
      _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
  }

  /// The counts of all that was recorded before the call.
  package var counts: CaptureCounts {
    queue.sync { output.withLock { $0.file.counts } }
  }

  /// Returns a number for a connection.
  package func open() -> UInt32 {
    state.withLock { state in
      state.lastConnection += 1
      return state.lastConnection
    }
  }

  /// Records a message that is about to be sent, or that has just been.
  ///
  /// Its bytes and those of its buffers do not change any more.
  package func record(_ message: EncodedMessage, of connection: UInt32) {
    if state.withLock({ $0.isEnded }) { return }
    let descriptors = message.attachments.map { fcntl($0.descriptor, F_DUPFD_CLOEXEC, 0) }
    // The time is taken, and the item queued, in one step: times never go back in the file.
    let isTaken = state.withLock { state in
      let item = Item(
        handed: Transferred(message),
        descriptors: descriptors,
        time: CaptureRecorder.now - start,
        connection: connection
      )
      guard !state.isEnded, !descriptors.contains(where: { $0 < 0 }) else {
        if !state.isEnded { end(&state, .failure, "no descriptor is left") }
        return false
      }
      state.waitingBytes += item.byteCount
      guard state.waitingBytes <= options.mostWaiting else {
        end(&state, .slowDisk, "\(state.waitingBytes) bytes wait to be written")
        return false
      }
      queue.async { self.take(item) }
      return true
    }
    if !isTaken { for descriptor in descriptors where descriptor >= 0 { Glibc.close(descriptor) } }
  }

  /// Records a message that is not on its way anywhere.
  package func record(
    _ message: some Message,
    serial: UInt64 = 1,
    of connection: UInt32,
    pool: BufferPool
  ) {
    guard let encoded = try? WireWriter.encode(message, serial: serial, pool: pool) else { return }
    record(encoded, of: connection)
  }

  /// Records the end of a connection.
  package func close(_ connection: UInt32) {
    state.withLock { state in
      if state.isEnded { return }
      let time = CaptureRecorder.now - start
      queue.async {
        self.write { (output) throws(CaptureError) in
          try output.file.addEnd(of: connection, at: time)
          return true
        }
      }
    }
  }

  /// Writes what waits, and the end of the capture.
  package func finish() {
    state.withLock { end(&$0, .complete, "") }
    queue.sync {}
  }

  private func end(_ state: inout State, _ end: CaptureEnd, _ reason: String) {
    if state.isEnded { return }
    state.isEnded = true
    queue.async {
      self.output.withLock { output in
        guard output.isOpen else { return }
        output.isOpen = false
        try? output.file.finish(end, reason)
      }
    }
  }

  // MARK: On the queue

  private func take(_ item: Item) {
    let descriptors = ReceivedDescriptors(owning: item.descriptors)
    let byteCount = item.byteCount
    write(item, descriptors)
    state.withLock { $0.waitingBytes -= byteCount }
  }

  private func write(_ item: Item, _ descriptors: consuming ReceivedDescriptors) {
    if options.redacts { return writeRedacted(item, descriptors) }
    guard let memories = item.message.map(descriptors) else {
      return state.withLock { end(&$0, .failure, "a buffer cannot be mapped") }
    }
    write { (output) throws(CaptureError) in
      try output.file.add(item.message, memories, at: item.time, of: item.connection)
    }
  }

  /// Writes a message with placeholders in it.
  private func writeRedacted(_ item: Item, _ descriptors: consuming ReceivedDescriptors) {
    let message: EncodedMessage
    do throws(WireError) {
      let redaction = output.withLock { $0.redaction } ?? CaptureRedaction()
      let received = try item.message.decode(descriptors)
      message = try WireWriter.encode(
        redaction.redacted(received.message).message,
        serial: received.serial,
        pool: BufferPool()
      )
    } catch {
      return state.withLock { end(&$0, .failure, "\(error)") }
    }
    write { (output) throws(CaptureError) in
      try output.file.add(message, at: item.time, of: item.connection)
    }
  }

  /// - Parameter body: Returns whether the file had room.
  private func write(_ body: (inout Output) throws(CaptureError) -> Bool) {
    let reason: String? = output.withLock { output in
      guard output.isOpen else { return nil }
      let (end, reason): (CaptureEnd, String)
      do throws(CaptureError) {
        if try body(&output) { return nil }
        (end, reason) = (.fileLimit, "at most \(options.mostBytes) bytes are written")
      } catch {
        (end, reason) = (.failure, "\(error)")
      }
      output.isOpen = false
      try? output.file.finish(end, reason)
      return reason
    }
    guard let reason else { return }
    state.withLock { $0.isEnded = true }
    CaptureRecorder.say("the capture ends: \(reason)")
  }
}
