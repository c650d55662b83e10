// The receiving half of a connection.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc

/// A message and the number its sender gave it.
package struct Received<Messages: MessageSet>: Sendable {
  package let serial: UInt64
  package let message: Messages
  /// Bytes of the whole message, its pixels left out.
  package let byteCount: Int

  package init(serial: UInt64, message: Messages, byteCount: Int) {
    self.serial = serial
    self.message = message
    self.byteCount = byteCount
  }
}

/// Collects bytes and descriptors until a message is whole.
///
/// Memory grows with what has come, never with what a header promises. One thread at a time. After an
/// error the connection is of no more use.
package final class MessageReceiver {
  private static let baseCapacity = 64 << 10

  private let socket: Socket
  private let limits: WireLimits
  /// The longest message that is accepted now.
  package var messageBytes: Int
  /// The number of the message that was read last, or failed to be.
  package private(set) var lastSerial: UInt64 = 0

  private var memory = UnsafeMutableRawBufferPointer.allocate(
    byteCount: baseCapacity,
    alignment: 16
  )
  // Bytes that came and are not decoded yet: start..<end of `memory`.
  private var start = 0
  private var end = 0
  // Descriptors that came and belong to messages that are not decoded yet, in order.
  private var descriptors: [Int32] = []

  package init(_ socket: Socket, limits: WireLimits, messageBytes: Int) {
    self.socket = socket
    self.limits = limits
    self.messageBytes = messageBytes
  }

  deinit {
    memory.deallocate()
    for descriptor in descriptors { close(descriptor) }
  }

  /// What `receive` found.
  package enum Arrival {
    /// A whole message is there, or the beginning of one that `next` refuses.
    case message
    /// Nothing more for now.
    case nothing
    /// The other side has closed the connection.
    case end
  }

  /// Reads what has come, without waiting, until a message is whole.
  package func receive() throws(WireError) -> Arrival {
    while true {
      if let needed = neededBytes(), end - start >= needed { return .message }
      makeRoom()
      var truncated = false
      var found: Int32 = 0
      let count = withUnsafeTemporaryAllocation(
        of: Int32.self,
        capacity: Int(quartz_max_descriptors)
      ) { numbers in
        // Bounds: `makeRoom` left at least one byte after `end`.
        let count = quartz_receive(
          socket.descriptor,
          memory.baseAddress.map { $0 + end },
          memory.count - end,
          numbers.baseAddress,
          &found,
          &truncated
        )
        if found > 0 { descriptors += numbers[..<Int(found)] }
        return count
      }
      guard count >= 0 else {
        switch errno {
        case EINTR: continue
        case EAGAIN: return .nothing
        case ECONNRESET: return .end
        default: throw .system("recvmsg")
        }
      }
      if count == 0 { return .end }
      end += count
      guard !truncated, descriptors.count <= limits.descriptors + Int(quartz_max_descriptors) else {
        throw .strayDescriptors(count: descriptors.count)
      }
    }
  }

  /// The next whole message, or nil if there is none yet.
  ///
  /// The numbers of its buffers go to `releases` when their pixels are no longer used.
  package func next<Messages: MessageSet>(
    _ type: Messages.Type,
    releases: ReleaseQueue
  ) throws(WireError) -> Received<Messages>? {
    guard end - start >= Header.byteCount else { return nil }
    let waiting = UnsafeRawBufferPointer(rebasing: memory[start..<end])
    lastSerial = UInt64(
      littleEndian: waiting.loadUnaligned(fromByteOffset: Header.serialOffset, as: UInt64.self)
    )
    let header = try Header(waiting, limits: limits, messageBytes: messageBytes)
    let length = Int(header.length)
    guard waiting.count >= length else { return nil }
    guard descriptors.count >= header.descriptors else {
      throw .badHeader(
        opcode: header.opcode.rawValue,
        offset: Header.descriptorsOffset,
        expected: "at most \(descriptors.count), as many as came",
        found: "\(header.descriptors)"
      )
    }
    let own = Array(descriptors.prefix(Int(header.descriptors)))
    descriptors.removeFirst(own.count)
    start += length
    let message = try WireReader.decode(
      type,
      header: header,
      bytes: UnsafeRawBufferPointer(rebasing: waiting[..<length]),
      descriptors: ReceivedDescriptors(owning: own),
      limits: limits,
      releases: releases
    )
    guard start < end || descriptors.isEmpty else {
      throw .strayDescriptors(count: descriptors.count)
    }
    return Received(serial: header.serial, message: message, byteCount: length)
  }

  /// The length of the message that has begun to come; a bad header needs no more than itself.
  private func neededBytes() -> Int? {
    guard end - start >= Header.byteCount else { return nil }
    let length = UInt32(
      littleEndian: memory.loadUnaligned(
        fromByteOffset: start + Header.lengthOffset,
        as: UInt32.self
      )
    )
    return length > messageBytes ? Header.byteCount : max(Int(length), Header.byteCount)
  }

  /// Leaves room for at least one byte after `end`: drops what is decoded, or doubles the memory.
  private func makeRoom() {
    if start == end {
      start = 0
      end = 0
      if memory.count > 4 * MessageReceiver.baseCapacity {
        replaceMemory(MessageReceiver.baseCapacity)
      }
    }
    guard end == memory.count else { return }
    // The message that is coming is long, or its beginning lies at the end of the memory.
    replaceMemory(start > memory.count / 2 ? memory.count : memory.count * 2)
  }

  private func replaceMemory(_ capacity: Int) {
    let other = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    // Bounds: the new memory is at least as large as what waits.
    other.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
    memory.deallocate()
    memory = other
    end -= start
    start = 0
  }
}
