// Writes captures of messages that are at hand.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// A capture that is written message by message, at times of the caller's.
package final class CaptureWriter {
  private let file: CaptureFile
  private let pool = BufferPool()

  /// Makes the file.
  package init(
    path: String,
    _ header: CaptureHeader,
    mostBytes: Int = CaptureRecorder.Options(path: "").mostBytes
  ) throws(CaptureError) {
    file = try CaptureFile(path: path, header, mostBytes: mostBytes)
  }

  package var counts: CaptureCounts { file.counts }

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - serial: The client's number for it.
  ///   - time: In seconds from the capture's moment 0; not before the one of the call before.
  package func add(
    _ message: some Message,
    serial: UInt64 = 1,
    at time: Double,
    of connection: UInt32 = 1
  ) throws(CaptureError) {
    let encoded: EncodedMessage
    do throws(WireError) {
      encoded = try WireWriter.encode(message, serial: serial, pool: pool)
    } catch {
      throw .message(counts.messages + 1, error)
    }
    guard try file.add(encoded, at: time, of: connection) else {
      throw .file(path: file.path, reason: "larger than a capture may be")
    }
  }

  /// Adds a message or the end of a connection as it is in another capture.
  package func copy(_ index: Int, of capture: Capture) throws(CaptureError) {
    let event = capture.events[index]
    guard let (message, buffers) = try capture.contents(index) else {
      return try close(event.connection, at: event.time)
    }
    let bytes = UnsafeRawBufferPointer(start: message.base, count: message.count)
    let pixels = buffers.map { UnsafeRawBufferPointer(start: $0.base, count: $0.count) }
    guard try file.add(bytes, pixels, at: event.time, of: event.connection) else {
      throw .file(path: file.path, reason: "larger than a capture may be")
    }
  }

  /// Adds the end of a connection.
  package func close(_ connection: UInt32, at time: Double) throws(CaptureError) {
    try file.addEnd(of: connection, at: time)
  }

  /// Says why nothing follows.
  package func finish(
    _ end: CaptureEnd = .complete,
    _ reason: String = ""
  ) throws(CaptureError) {
    try file.finish(end, reason)
  }
}
