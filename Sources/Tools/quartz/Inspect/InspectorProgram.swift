// The program that shows the inspector's page, and its questions.
// Licensed under the MIT license; see LICENSE.
//
// quartz-inspect is an HTTP server and knows nothing of layers; it inherits a socket, over which it
// asks. Inspector/Sources/InspectorKit/InspectorLink.swift describes the bytes.

import Foundation
import Glibc
import QuartzFaults
import QuartzInspection

/// A running quartz-inspect.
final class InspectorProgram {
  private static let name = "quartz-inspect"
  /// The most bytes of a question with its head.
  private static let longestQuestion = 6 + 65536 + Inspection.longestRequest

  private let process: ChildProcess
  private let socket: Int32

  /// Starts the program.
  ///
  /// - Parameter port: The port of the page; 0 for any that is free.
  init(port: UInt16) throws {
    let path = try HelperProgram.path(Self.name, package: "Packages/Inspector")
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard Fault.descriptor({ socketpair(AF_UNIX, type, 0, &ends) }) == 0 else {
      throw HelperFailure.cannotStart(path, String(cString: strerror(errno)))
    }
    defer { Glibc.close(ends[1]) }
    do {
      // The program finds its socket at the descriptor 3.
      process = try ChildProcess(
        [path, "\(port)"],
        descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, ends[1]]
      )
    } catch {
      Glibc.close(ends[0])
      throw HelperFailure.cannotStart(path, "\(error)")
    }
    socket = ends[0]
  }

  deinit {
    // It ends when nobody answers.
    Glibc.close(socket)
    process.wait()
  }

  /// Answers questions until the program ends.
  ///
  /// - Parameter ready: Called with the page's address.
  func serve(_ inspection: Inspection, ready: (String) -> Void) throws {
    while let question = read() {
      if question.number == 0 {
        if question.name == "ready" { ready(String(decoding: question.body, as: UTF8.self)) }
        continue
      }
      guard write(inspection.answer(question.name, question.body), to: question.number) else {
        break
      }
    }
    throw HelperFailure.ended(Self.name)
  }

  private struct Question {
    var number: UInt32
    var name: String
    var body: Data
  }

  private func read() -> Question? {
    guard let head = read(4) else { return nil }
    let length = Int(head.littleEndian(UInt32.self, at: 0))
    guard (6...Self.longestQuestion).contains(length), let bytes = read(length) else { return nil }
    let end = 6 + Int(bytes.littleEndian(UInt16.self, at: 4))
    guard end <= bytes.count else { return nil }
    return Question(
      number: bytes.littleEndian(UInt32.self, at: 0),
      name: String(decoding: bytes[6..<end], as: UTF8.self),
      body: Data(bytes[end...])
    )
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { memory in
        // Bounds: the rest of the memory.
        uninterrupted { recv(socket, memory.baseAddress.map { $0 + filled }, count - filled, 0) }
      }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }

  private func write(_ answer: InspectionAnswer, to number: UInt32) -> Bool {
    let type = Array(answer.type.utf8.prefix(255))
    var message: [UInt8] = []
    message.reserveCapacity(10 + type.count + answer.body.count)
    message.appendLittleEndian(UInt32(6 + type.count + answer.body.count))
    message.appendLittleEndian(number)
    message += [answer.isRefused ? 1 : 0, UInt8(type.count)]
    message += type
    message += answer.body
    var sent = 0
    while sent < message.count {
      let count = message.withUnsafeBytes { memory in
        // Bounds: the rest of the message.
        let rest = memory.baseAddress.map { $0 + sent }
        return uninterrupted { send(socket, rest, message.count - sent, Int32(MSG_NOSIGNAL)) }
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }
}

extension [UInt8] {
  fileprivate func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number
  {
    var number = Number.zero
    for index in (0..<MemoryLayout<Number>.size).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: self[offset + index])
    }
    return number
  }

  fileprivate mutating func appendLittleEndian(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
