// The connection of a program to the coding agent that started it.
// Licensed under the MIT license; see LICENSE.
//
//     quartz mcp ──socket──▶ AgentLink ──AgentRequest──▶ AgentSession ──▶ views, touches, pictures
//
// `quartz mcp` starts a program with a socket and names it in QUARTZ_AGENT. The program needs no
// code for it: windows have stopped time and no desktop, and requests are answered in turns of the
// main queue. A request and an answer are a line of JSON each.

import Dispatch
import Foundation
import Glibc
import QuartzCore

/// The connection to the agent that started the program.
@MainActor
enum AgentLink {
  /// The environment variable with the number of the socket's descriptor.
  nonisolated private static let variable = "QUARTZ_AGENT"
  /// The most bytes of a request.
  private static let longestRequest = 1 << 20

  /// The socket; nil if no agent started the program.
  nonisolated private static let socket: Int32? = {
    guard let text = ProcessInfo.processInfo.environment[variable], let number = Int32(text),
      number > 2
    else { return nil }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    // Programs that this one starts have no agent.
    unsetenv(variable)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return number
  }()

  /// Whether an agent started the program.
  nonisolated static var isOpen: Bool { socket != nil }

  private static var source: (any DispatchSourceRead)?
  private static var waiting = Data()

  /// Begins to answer, if an agent started the program; called when a window is shown.
  static func start() {
    guard let socket, source == nil else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .main)
    source.setEventHandler { onViewThread { AgentLink.read() } }
    self.source = source
    source.resume()
  }

  private static func read() {
    guard let socket else { return }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = bytes.withUnsafeMutableBytes {
      recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { exit(0) }
    waiting.append(contentsOf: bytes[..<count])
    while let end = waiting.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Data(waiting[waiting.startIndex..<end])
      waiting = Data(waiting[(end + 1)...])
      write(AgentSession.shared.answer(line))
    }
    // The agent's tool never sends such a line.
    if waiting.count > longestRequest { exit(0) }
  }

  private static func write(_ reply: AgentReply) {
    guard let socket else { return }
    var bytes = (try? JSONEncoder().encode(reply)) ?? Data(#"{"error":"no answer"}"#.utf8)
    bytes.append(UInt8(ascii: "\n"))
    bytes.withUnsafeBytes { memory in
      var sent = 0
      while sent < memory.count {
        // Bounds: the rest of the answer.
        let rest = memory.baseAddress.map { $0 + sent }
        let count = send(socket, rest, memory.count - sent, Int32(MSG_NOSIGNAL))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { exit(0) }
        sent += count
      }
    }
  }
}

/// A request of the agent's tool.
struct AgentRequest: Decodable {
  enum Command: String, Decodable {
    /// The size, the time, the windows.
    case state
    /// The tree of elements, or the part below one.
    case tree
    /// The elements that a query finds.
    case find
    /// Steps of touches and keys.
    case steps
    /// A finger on an element.
    case tap
    case swipe
    case scroll
    case type
    /// An action of accessibility.
    case act
    case picture
    case layers
    case costs
  }

  var command: Command
  var query: String?
  var text: String?
  var action: String?
  var direction: String?
  var distance: Double?
  var duration: Double?
  var depth: Int?
  var count: Int?
  var all: Bool?
  var alone: Bool?
  var point: [Double]?
  var to: [Double]?
  var time: Double?
}

/// The answer to a request.
struct AgentReply: Encodable {
  var text = ""
  /// The steps that were taken, as text.
  var steps: String?
  /// A PNG file.
  var picture: Data?
  /// The reason why the request was refused.
  var error: String?
}

/// A request that cannot be answered.
struct AgentRefusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Notifications for helpers of accessibility since the last answer.
enum AgentNotices {
  private static let most = 32
  @MainActor private static var lines: [String] = []

  static func add(_ notification: UIAccessibility.Notification, _ text: String?) {
    let kind =
      switch notification {
      case .screenChanged: "screen changed"
      case .layoutChanged: "layout changed"
      case .announcement: "announcement"
      case .pageScrolled: "page scrolled"
      default: "notification \(notification.rawValue)"
      }
    onViewThread {
      guard lines.count < most else { return }
      lines.append(text.map { "\(kind): \(AgentText.quoted($0))" } ?? kind)
    }
  }

  @MainActor static func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}
