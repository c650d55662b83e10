// The receiving half of a connection.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Glibc
import QuartzFaults
import QuartzModel
import Synchronization

/// A message and its sender's number for it.
package struct Received<Messages: MessageSet>: Sendable {
  package let serial: UInt64
  package let message: Messages
  /// Bytes of the whole message, without pixels.
  package let byteCount: Int

  package init(serial: UInt64, message: Messages, byteCount: Int) {
    self.serial = serial
    self.message = message
    self.byteCount = byteCount
  }
}

/// A whole, undecoded message, with a copy of its bytes.
///
/// It lets one thread receive a message and another one decode it.
package final class UnreadMessage: Sendable {
  package let header: Header
  private let block: MemoryBlock
  private let descriptors: Mutex<[Int32]>

  /// Takes over the bytes and the descriptors.
  fileprivate init(_ header: Header, _ block: MemoryBlock, _ descriptors: [Int32]) {
    self.header = header
    self.block = block
    self.descriptors = Mutex(descriptors)
  }

  /// Takes over the bytes of a whole message, of a capture, and its descriptors.
  init(_ block: MemoryBlock, descriptors: [Int32]) throws(WireError) {
    let bytes = UnsafeRawBufferPointer(start: block.base, count: block.count)
    let limits = WireLimits()
    header = try Header(bytes, limits: limits, messageBytes: limits.messageBytes)
    self.block = block
    self.descriptors = Mutex(descriptors)
  }

  deinit {
    for descriptor in descriptors.withLock({ $0 }) { close(descriptor) }
  }

  /// Bytes of the whole message, without pixels.
  package var byteCount: Int { Int(header.length) }
  package var descriptorCount: Int { Int(header.descriptors) }

  /// Decodes the message, once, since its descriptors are consumed.
  ///
  /// The numbers of its buffers are added to `releases` when their pixels are no longer used.
  package func decode<Messages: MessageSet>(
    _ type: Messages.Type,
    limits: WireLimits,
    releases: ReleaseQueue
  ) throws(WireError) -> Messages {
    let own = descriptors.withLock { descriptors in
      defer { descriptors = [] }
      return descriptors
    }
    return try WireReader.decode(
      type,
      header: header,
      bytes: UnsafeRawBufferPointer(start: block.base, count: block.count),
      descriptors: ReceivedDescriptors(owning: own),
      limits: limits,
      releases: releases
    )
  }
}

/// A receiver that collects bytes and descriptors until a message is whole.
///
/// Memory grows with the received bytes, never with the length in a header. It is for one thread at
/// a time. After an error, the connection cannot be used.
package final class MessageReceiver {
  private static let baseCapacity = 64 << 10

  private let socket: Socket
  private let limits: WireLimits
  /// The longest message that is accepted now.
  package var messageBytes: Int
  /// The number of the message that was read last, or that failed.
  package private(set) var lastSerial: UInt64 = 0

  // Made for the first bytes.
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  // Bytes that came and are not decoded yet: start..<end of `memory`.
  private var start = 0
  private var end = 0
  // The received descriptors of messages that are not decoded yet, in order.
  private var descriptors: [Int32] = []

  package init(_ socket: Socket, limits: WireLimits, messageBytes: Int) {
    self.socket = socket
    self.limits = limits
    self.messageBytes = messageBytes
  }

  deinit {
    free(memory.baseAddress)
    for descriptor in descriptors { close(descriptor) }
  }

  /// The result of `receive`.
  package enum Arrival {
    /// A whole message, or the beginning of one that `next` refuses.
    case message
    /// Nothing more for now.
    case nothing
    /// As many bytes as requested; there may be more.
    case more
    /// The process can take no more descriptors now, and the next bytes carry some; nothing is
    /// lost.
    case noDescriptors
    /// The other side has closed the connection.
    case end
  }

  /// Reads the available bytes, without waiting, until a message is whole.
  ///
  /// - Parameter byteCount: The approximate limit of bytes to read.
  package func receive(atMost byteCount: Int = .max) throws(WireError) -> Arrival {
    var left = byteCount
    while true {
      if let needed = neededBytes(), end - start >= needed { return .message }
      guard left > 0 else { return .more }
      try makeRoom()
      var truncated = false
      var found: Int32 = 0
      let count = withUnsafeTemporaryAllocation(
        of: Int32.self,
        capacity: Int(quartz_max_descriptors)
      ) { numbers in
        // Bounds: `makeRoom` left at least one byte after `end`.
        let count = uninterrupted {
          quartz_receive(
            socket.descriptor,
            memory.baseAddress.map { $0 + end },
            min(memory.count - end, left),
            numbers.baseAddress,
            &found,
            &truncated,
            { Fault.strikes(.descriptor) }
          )
        }
        if found > 0 { descriptors += numbers[..<Int(found)] }
        return count
      }
      guard count >= 0 else {
        switch errno {
        case EAGAIN: return .nothing
        case ECONNRESET: return .end
        case EMFILE: return .noDescriptors
        default: throw .system("recvmsg")
        }
      }
      if count == 0 { return .end }
      end += count
      left -= count
      // Another thread has taken the room that was free a moment ago.
      if truncated { throw .descriptorsLost }
      guard descriptors.count <= limits.descriptors + Int(quartz_max_descriptors) else {
        throw .strayDescriptors(count: descriptors.count)
      }
    }
  }

  /// Returns the next whole message, or nil if there is none yet.
  ///
  /// The numbers of its buffers are added to `releases` when their pixels are no longer used.
  package func next<Messages: MessageSet>(
    _ type: Messages.Type,
    releases: ReleaseQueue
  ) throws(WireError) -> Received<Messages>? {
    guard let (header, bytes, own) = try takeMessage() else { return nil }
    let message = try WireReader.decode(
      type,
      header: header,
      bytes: bytes,
      descriptors: ReceivedDescriptors(owning: own),
      limits: limits,
      releases: releases
    )
    try checkDescriptors()
    return Received(serial: header.serial, message: message, byteCount: bytes.count)
  }

  /// Returns the next whole message undecoded, or nil if there is none yet.
  ///
  /// Only its header has been checked.
  package func nextUnread() throws(WireError) -> UnreadMessage? {
    guard let (header, bytes, own) = try takeMessage() else { return nil }
    let block: MemoryBlock
    do {
      block = try MemoryBlock(copying: bytes)
    } catch {
      for descriptor in own { close(descriptor) }
      throw .outOfMemory(bytes: error.bytes)
    }
    let message = UnreadMessage(header, block, own)
    try checkDescriptors()
    return message
  }

  /// Takes a whole message from the received bytes; its bytes stay valid until more are received.
  private func takeMessage() throws(WireError) -> (Header, UnsafeRawBufferPointer, [Int32])? {
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
    return (header, UnsafeRawBufferPointer(rebasing: waiting[..<length]), own)
  }

  private func checkDescriptors() throws(WireError) {
    guard start < end || descriptors.isEmpty else {
      throw .strayDescriptors(count: descriptors.count)
    }
  }

  /// Returns the length of the partly received message; an invalid header needs no more than
  /// itself.
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
  private func makeRoom() throws(WireError) {
    if start == end {
      start = 0
      end = 0
      if memory.count > 4 * MessageReceiver.baseCapacity {
        try replaceMemory(MessageReceiver.baseCapacity)
      }
    }
    guard end == memory.count else { return }
    // The message that is coming is long, or its beginning lies at the end of the memory.
    let larger = max(memory.count * 2, MessageReceiver.baseCapacity)
    try replaceMemory(start > memory.count / 2 ? memory.count : larger)
  }

  private func replaceMemory(_ capacity: Int) throws(WireError) {
    guard let block = MemoryProbe.block(bytes: capacity) else {
      throw .outOfMemory(bytes: capacity)
    }
    let other = UnsafeMutableRawBufferPointer(start: block, count: capacity)
    // Bounds: the new memory is at least as large as what waits.
    other.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[start..<end]))
    free(memory.baseAddress)
    memory = other
    end -= start
    start = 0
  }
}
