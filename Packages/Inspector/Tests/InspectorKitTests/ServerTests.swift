// The server over real sockets: what it answers, and what does not stall it.
// Licensed under the MIT license; see LICENSE.

import Foundation
import InspectorKit
import Synchronization
import Testing

/// Answers every question with its body, and `large` with many bytes.
private actor Echo: InspectorAnswering {
  private var address: String?
  private var waiting: [CheckedContinuation<String, Never>] = []

  func ready(_ address: String) {
    self.address = address
    for continuation in waiting { continuation.resume(returning: address) }
    waiting.removeAll()
  }

  /// The page's address, once it is known.
  func whereItIs() async -> String {
    if let address { return address }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func ask(_ name: String, _ body: Data) -> LinkAnswer? {
    switch name {
    case "large": LinkAnswer(type: "image/png", body: Data(count: 32 << 20))
    case "busy": nil
    case "bad": LinkAnswer(type: "application/json", body: body, isRefused: true)
    default: LinkAnswer(type: "application/json", body: body)
    }
  }
}

/// A connection whose bytes a test writes.
private final class Client {
  let file: Int32

  init(port: UInt16) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // A server that does not answer is a failure, and no test that hangs.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        connect(file, $0.baseAddress, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit { close(file) }

  /// - Returns: Whether all of it was taken.
  @discardableResult
  func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Reads until the other side ends, or an answer with a length is complete.
  func answer() -> String {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      data.append(contentsOf: buffer[0..<count])
      let text = String(decoding: data, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let head = text[..<end.lowerBound].lowercased()
      guard let field = head.range(of: "content-length: ") else { continue }
      let length = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
      if text[end.upperBound...].utf8.count >= length { break }
    }
    return String(decoding: data, as: UTF8.self)
  }
}

@Suite(.serialized) struct ServerTests {
  /// Runs a server, and a body with its port and the path of its page.
  private func withServer(_ body: @escaping @Sendable (UInt16, String) async throws -> Void) async throws {
    let echo = Echo()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await PageServer(answers: echo).run()
        } catch is CancellationError {}
      }
      group.addTask {
        let address = await echo.whereItIs()
        let url = try #require(URL(string: address))
        let port = UInt16(try #require(url.port))
        #expect(url.host == "127.0.0.1")
        try await body(port, String(address.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }))
      }
      try await group.next()
      group.cancelAll()
    }
  }

  private func post(_ name: String, _ path: String, _ port: UInt16, _ body: String, _ more: String = "")
    -> String
  {
    "POST \(path)ask/\(name) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
  }

  @Test func pageAndAnswersComeWithRulesForBrowsers() async throws {
    try await withServer { port, path in
      let client = try Client(port: port)
      client.write("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
      let page = client.answer()
      #expect(page.hasPrefix("HTTP/1.1 200 OK"))
      #expect(page.contains("Content-Security-Policy: default-src 'none'"))
      #expect(page.contains("frame-ancestors 'none'"))
      #expect(page.contains("Referrer-Policy: no-referrer"))
      #expect(!page.contains("Access-Control"))
      #expect(page.contains("quartz inspect"))
      let other = try Client(port: port)
      other.write(post("echo", path, port, #"{"a": 1}"#))
      #expect(other.answer().hasSuffix(#"{"a": 1}"#))
      let refused = try Client(port: port)
      refused.write(post("bad", path, port, "{}"))
      #expect(refused.answer().hasPrefix("HTTP/1.1 422"))
      let busy = try Client(port: port)
      busy.write(post("busy", path, port, "{}"))
      #expect(busy.answer().hasPrefix("HTTP/1.1 503"))
    }
  }

  @Test func strangersAreRefused() async throws {
    try await withServer { port, path in
      for (request, status) in [
        ("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", "404"),
        ("GET \(path) HTTP/1.1\r\nHost: evil.example\r\n\r\n", "403"),
        ("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://evil.example\r\n\r\n", "403"),
        (post("echo", path, port, "{}", "Origin: http://evil.example\r\n"), "403"),
        (post("echo", path, port, "{}", "Sec-Fetch-Site: cross-site\r\n"), "403"),
        ("OPTIONS \(path)ask/echo HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", "405"),
        (
          post("echo", path, port, "{}").replacing("application/json", with: "text/plain"), "415"
        ),
        (post("echo", path, port, String(repeating: "x", count: 40_000)), "413"),
      ] {
        let client = try Client(port: port)
        client.write(request)
        #expect(client.answer().hasPrefix("HTTP/1.1 \(status)"), "\(request.prefix(60))")
      }
    }
  }

  @Test func linesWithoutEndAreCutOff() async throws {
    try await withServer { port, path in
      let client = try Client(port: port)
      client.write("GET \(path) HTTP/1.1\r\nX: ")
      let part = String(repeating: "x", count: 1 << 16)
      var sent = 0
      while sent < 64 << 20, client.write(part) { sent += part.utf8.count }
      #expect(sent < 64 << 20)
      let other = try Client(port: port)
      other.write(post("echo", path, port, "{}"))
      #expect(other.answer().hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func readersThatDoNotReadStallNobody() async throws {
    try await withServer { port, path in
      var lazy: [Client] = []
      for _ in 0..<8 {
        let client = try Client(port: port)
        client.write(post("large", path, port, "{}"))
        lazy.append(client)
      }
      for _ in 0..<20 {
        let client = try Client(port: port)
        client.write(post("echo", path, port, "{}"))
        #expect(client.answer().hasPrefix("HTTP/1.1 200"))
      }
      #expect(lazy.count == 8)
    }
  }

  @Test func connectionsThatSayNothingStallNobody() async throws {
    try await withServer { port, path in
      let silent = try (0..<200).map { _ in try Client(port: port) }
      var isAnswered = false
      // Those beyond the limit are ended; a browser tries again.
      for _ in 0..<200 where !isAnswered {
        let client = try Client(port: port)
        client.write(post("echo", path, port, "{}"))
        isAnswered = client.answer().hasPrefix("HTTP/1.1 200")
      }
      #expect(isAnswered)
      #expect(silent.count == 200)
    }
  }

  @Test(arguments: ["\r\n\r\n", "GET\r\n\r\n", "\0\0\0\0\r\n", "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"])
  func nonsenseEndsTheConnection(_ text: String) async throws {
    try await withServer { port, path in
      let client = try Client(port: port)
      client.write(text)
      shutdown(client.file, Int32(SHUT_WR))
      _ = client.answer()
      let other = try Client(port: port)
      other.write(post("echo", path, port, "{}"))
      #expect(other.answer().hasPrefix("HTTP/1.1 200"))
    }
  }
}
