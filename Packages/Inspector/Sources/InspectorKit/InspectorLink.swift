// The socket to the program that knows the layers.
// Licensed under the MIT license; see LICENSE.
//
// Numbers are little-endian. A question is: u32 bytes of all that follows, u32 its number, u16
// bytes of its name, the name, and its body. An answer is: u32 bytes of all that follows, u32 the
// number of its question, u8 whether it was refused, u8 bytes of its media type, the media type,
// and its body. The question with the number 0 is `ready`, whose body is the page's address; it has
// no answer.

import Dispatch
package import Foundation
import Glibc

/// An answer to a question.
package struct LinkAnswer: Sendable, Equatable {
  /// The media type.
  package var type: String
  package var body: Data
  package var isRefused: Bool

  /// - Parameter isRefused: Whether the body is a reason, and not what was asked for.
  package init(type: String, body: Data, isRefused: Bool = false) {
    self.type = type
    self.body = body
    self.isRefused = isRefused
  }
}

/// Answers questions of pages.
package protocol InspectorAnswering: Sendable {
  /// Says where the page is.
  func ready(_ address: String) async
  /// - Returns: Nil if too many questions wait, or nobody answers any more.
  func ask(_ name: String, _ body: Data) async -> LinkAnswer?
}

/// The conversation with the program that started this one.
package actor InspectorLink: InspectorAnswering {
  /// The descriptor that the other program leaves open.
  package static let descriptor: Int32 = 3
  /// The most questions that wait for an answer.
  package static let mostWaiting = 32
  /// The most bytes of an answer.
  private static let longestAnswer = 512 << 20

  private let file: Int32
  private var waiting: [UInt32: CheckedContinuation<LinkAnswer?, Never>] = [:]
  private var lastNumber: UInt32 = 0
  private var isOver = false
  // Writes may wait for the other side, so they have a queue of their own.
  private let writes = DispatchQueue(label: "quartz-inspect.questions")

  /// Whether the descriptor is a socket.
  package static var isInherited: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// - Parameter file: The socket; it is closed by nobody.
  package init(file: Int32 = InspectorLink.descriptor) {
    self.file = file
    let thread = Thread { [weak self] in
      while let (number, answer) = Self.readAnswer(file) {
        guard let self else { return }
        Task { await self.take(number, answer) }
      }
      // The other program is gone, and with it all that there is to show.
      if let self { Task { await self.end() } }
    }
    thread.start()
  }

  /// Waits until the other program is gone.
  package func waitForEnd() async {
    if isOver { return }
    await withCheckedContinuation { ends.append($0) }
  }

  private var ends: [CheckedContinuation<Void, Never>] = []

  private func end() {
    isOver = true
    for continuation in waiting.values { continuation.resume(returning: nil) }
    waiting.removeAll()
    for continuation in ends { continuation.resume() }
    ends.removeAll()
  }

  private func take(_ number: UInt32, _ answer: LinkAnswer) {
    waiting.removeValue(forKey: number)?.resume(returning: answer)
  }

  package func ready(_ address: String) {
    write(0, "ready", Data(address.utf8))
  }

  package func ask(_ name: String, _ body: Data) async -> LinkAnswer? {
    guard !isOver, waiting.count < Self.mostWaiting else { return nil }
    lastNumber &+= 1
    if lastNumber == 0 { lastNumber = 1 }
    let number = lastNumber
    return await withCheckedContinuation { continuation in
      waiting[number] = continuation
      write(number, name, body)
    }
  }

  private func write(_ number: UInt32, _ name: String, _ body: Data) {
    let name = Data(name.utf8.prefix(Int(UInt16.max)))
    var message = Data()
    message.append(number: UInt32(6 + name.count + body.count))
    message.append(number: number)
    message.append(number: UInt16(name.count))
    message.append(name)
    message.append(body)
    let file = file
    let bytes = Array(message)
    writes.async { Self.send(bytes, to: file) }
  }

  private static func send(_ bytes: [UInt8], to file: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = uninterrupted {
        bytes.withUnsafeBytes { memory in
          // Bounds: the rest of the message.
          Glibc.send(
            file,
            memory.baseAddress.map { $0 + sent },
            bytes.count - sent,
            Int32(MSG_NOSIGNAL)
          )
        }
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  private static func readAnswer(_ file: Int32) -> (UInt32, LinkAnswer)? {
    guard let head = readBytes(file, 4) else { return nil }
    let length = Int(head.number(at: 0) as UInt32)
    guard (6...longestAnswer).contains(length), let bytes = readBytes(file, length) else {
      return nil
    }
    let typeEnd = 6 + Int(bytes[5])
    guard typeEnd <= bytes.count else { return nil }
    let answer = LinkAnswer(
      type: String(decoding: bytes[6..<typeEnd], as: UTF8.self),
      body: bytes.subdata(in: typeEnd..<bytes.count),
      isRefused: bytes[4] != 0
    )
    return (bytes.number(at: 0), answer)
  }

  private static func readBytes(_ file: Int32, _ count: Int) -> Data? {
    var data = Data(count: count)
    var filled = 0
    while filled < count {
      let got = uninterrupted {
        data.withUnsafeMutableBytes { bytes -> Int in
          let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[filled...])
          return recv(file, rest.baseAddress, rest.count, 0)
        }
      }
      guard got > 0 else { return nil }
      filled += got
    }
    return data
  }
}

/// Repeats a call of the system as long as signals interrupt it.
///
/// The package has none of the libraries, whose function of this name does the same.
///
/// - Parameter call: A call that gives -1 and `errno` for an error.
private func uninterrupted(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

extension Data {
  /// Appends a number, the least byte first.
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate func number<Number: FixedWidthInteger>(at offset: Int) -> Number {
    var number = Number.zero
    for index in (0..<MemoryLayout<Number>.size).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: self[startIndex + offset + index])
    }
    return number
  }
}
