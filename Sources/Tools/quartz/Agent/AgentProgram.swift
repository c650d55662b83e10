// A UIKit program that an agent opened.
// Licensed under the MIT license; see LICENSE.
//
// The program inherits a socket, which QUARTZ_AGENT names: UIKit answers over it. Sources/Views/
// UIKit/Agent/AgentLink.swift describes the lines.

import Foundation
import Glibc
import QuartzFaults

/// A running program, which waits for requests.
final class AgentProgram {
  /// The lines that UIKit answers with.
  struct Reply: Decodable {
    var text: String
    var steps: String?
    var picture: Data?
    var error: String?
  }

  /// The most bytes of an answer.
  private static let longestReply = 256 << 20

  let words: [String]
  private let process: ChildProcess
  private let socket: Int32
  private let timeout: Double
  private var waiting: [UInt8] = []

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - timeout: The longest wait for an answer, in seconds.
  init(_ words: [String], timeout: Double) throws {
    guard let name = words.first, !name.isEmpty else { throw ToolRefusal("the program is missing") }
    guard words.allSatisfy({ !$0.utf8.contains(0) }) else {
      throw ToolRefusal("the program's words have a zero byte")
    }
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard Fault.descriptor({ socketpair(AF_UNIX, type, 0, &ends) }) == 0 else {
      throw ToolRefusal("\(name): \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    var environment = ProcessInfo.processInfo.environment
    environment["QUARTZ_AGENT"] = "3"
    do {
      // The standard output is the client's; the program writes to the standard error.
      process = try ChildProcess(
        words,
        environment: environment.map { "\($0.key)=\($0.value)" },
        descriptors: [nil, STDERR_FILENO, STDERR_FILENO, ends[1]]
      )
    } catch {
      close(ends[0])
      throw ToolRefusal("\(name): \(error)")
    }
    socket = ends[0]
    self.words = words
    self.timeout = timeout
  }

  deinit { close(socket) }

  /// Asks the program.
  ///
  /// - Throws: `ToolRefusal` if the program has ended or does not answer in time; it is of no use
  ///   then.
  func ask(_ request: some Encodable) throws -> Reply {
    let encoder = JSONEncoder()
    var bytes = [UInt8](try encoder.encode(request))
    bytes.append(UInt8(ascii: "\n"))
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { memory in
        // Bounds: the rest of the request.
        let rest = memory.baseAddress.map { $0 + sent }
        return uninterrupted { send(socket, rest, memory.count - sent, Int32(MSG_NOSIGNAL)) }
      }
      guard count > 0 else { throw ended() }
      sent += count
    }
    return try JSONDecoder().decode(Reply.self, from: Data(try line()))
  }

  private func line() throws -> [UInt8] {
    let end = ContinuousClock.now + .seconds(timeout)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var searched = 0
    while true {
      if let index = waiting[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { waiting = Array(waiting[(index + 1)...]) }
        return Array(waiting[..<index])
      }
      searched = waiting.count
      guard searched <= Self.longestReply else { throw ToolRefusal("the answer is too long") }
      let left = (end - ContinuousClock.now).components
      let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
      guard milliseconds > 0 else {
        process.kill()
        throw ToolRefusal(
          "the program did not answer within \(timeout) s and was ended; a program is one that shows "
            + "a UIWindow and then runs RunLoop.main"
        )
      }
      var ask = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&ask, 1, Int32(min(milliseconds, 1000))) > 0 else { continue }
      let count = bytes.withUnsafeMutableBytes { memory in
        uninterrupted { recv(socket, memory.baseAddress, memory.count, 0) }
      }
      guard count > 0 else { throw ended() }
      waiting += bytes[..<count]
    }
  }

  private func ended() -> ToolRefusal {
    switch process.wait(milliseconds: 2000) {
    case .exit(let status)?: ToolRefusal("the program has ended with the status \(status)")
    case .signal(let number)?: ToolRefusal("the program was ended by the signal \(number)")
    case nil: ToolRefusal("the program has closed its end: it is no program of this UIKit")
    }
  }
}
