// Reads a client's messages, line by line, and answers them.
// Licensed under the MIT license; see LICENSE.
//
// Every byte comes from outside. A line that is too long, no JSON or no message is answered with an
// error, and the next line is read.

import CoreGraphics
import Foundation
import Glibc
import QuartzFaults
import QuartzInspection
import QuartzWire

/// The server of the Model Context Protocol over two descriptors.
final class AgentServer {
  private static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]
  /// The most bytes of a line.
  static let longestLine = 4 << 20

  private let tools: AgentTools
  private let input: Int32
  private let output: Int32
  private var waiting: [UInt8] = []
  /// Whether the rest of a line that is too long is skipped.
  private var isSkipping = false

  private let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private let decoder = JSONDecoder()

  init(_ tools: AgentTools, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    (self.tools, self.input, self.output) = (tools, input, output)
  }

  /// Answers until the client closes its end.
  func run() throws {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = bytes.withUnsafeMutableBytes { memory in
        uninterrupted { read(input, memory.baseAddress, memory.count) }
      }
      guard count > 0 else { return }
      guard try take(bytes[..<count]) else { return }
    }
  }

  /// - Returns: Whether somebody still reads the answers.
  private func take(_ bytes: ArraySlice<UInt8>) throws -> Bool {
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let isLong = isSkipping || waiting.count + (end - rest.startIndex) > Self.longestLine
      if isLong {
        guard send(tooLong) else { return false }
      } else {
        waiting += rest[..<end]
        if let answer = answer(Data(waiting)), !send(answer) { return false }
      }
      waiting.removeAll(keepingCapacity: waiting.count < 1 << 16)
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    if isSkipping || waiting.count + rest.count > Self.longestLine {
      isSkipping = true
      waiting = []
    } else {
      waiting += rest
    }
    return true
  }

  private var tooLong: Data {
    refusal(nil, -32700, "a line has more than \(Self.longestLine) bytes")
  }

  private func send(_ message: Data) -> Bool {
    (message + [UInt8(ascii: "\n")]).withUnsafeBytes { FileWriting.write($0, to: output) == 0 }
  }

  // MARK: Messages

  /// Returns the answer to a line; nil if it needs none.
  func answer(_ line: Data) -> Data? {
    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if isBlank { return nil }
    guard !JSONNesting.isTooDeep(line) else {
      return refusal(nil, -32700, "the line has more than \(JSONNesting.deepest) levels of JSON")
    }
    let message: AgentMessage
    do {
      message = try decoder.decode(AgentMessage.self, from: line)
    } catch DecodingError.dataCorrupted(_) {
      return refusal(nil, -32700, "the line is no JSON")
    } catch {
      return refusal(nil, -32600, "the line is no JSON-RPC message with jsonrpc, id and method")
    }
    guard message.jsonrpc == "2.0" else {
      return refusal(message.id, -32600, "jsonrpc must be \"2.0\"")
    }
    // Answers and notifications need none.
    guard let method = message.method else {
      return message.id == nil ? refusal(nil, -32600, "the method is missing") : nil
    }
    guard let id = message.id else { return nil }
    switch method {
    case "initialize": return greeting(id, line)
    case "ping": return encode(AgentAnswer(id: id, result: [String: String]()))
    case "tools/list":
      return encode(AgentAnswer(id: id, result: ["tools": ToolDescription.all]))
    case "tools/call": return call(id, line)
    default: return refusal(id, -32601, "there is no method \(method.prefix(60))")
    }
  }

  private func encode(_ message: some Encodable) -> Data {
    (try? encoder.encode(message)) ?? refusal(nil, -32603, "the answer cannot be written")
  }

  private func refusal(_ id: MessageID?, _ code: Int, _ message: String) -> Data {
    let reason = RefusalMessage.Reason(code: code, message: message)
    return (try? encoder.encode(RefusalMessage(id: id, error: reason))) ?? Data("{}".utf8)
  }

  private struct Greeting: Encodable {
    struct Server: Encodable {
      var name = "quartz"
      var version = programVersion
    }
    struct Capabilities: Encodable {
      var tools = [String: String]()
    }

    var protocolVersion: String
    var capabilities = Capabilities()
    var serverInfo = Server()
    var instructions = """
      Opens programs written for UIKit, layer packages, Lottie files and contexts of a render server \
      without a screen. Call open first. A program's time stands still but for taps, swipes, typing and \
      step, so what it shows can be repeated. tree has what shows; its elements are called by #identifier, \
      role "label" or the reference behind @.
      """
  }

  private func greeting(_ id: MessageID, _ line: Data) -> Data {
    let wanted = (try? decoder.decode(GreetingMessage.self, from: line))?.params?.protocolVersion
    let version = Self.versions.first { $0 == wanted } ?? Self.versions[0]
    return encode(AgentAnswer(id: id, result: Greeting(protocolVersion: version)))
  }

  private func call(_ id: MessageID, _ line: Data) -> Data {
    let call: ToolCallMessage.Parameters
    do {
      call = try decoder.decode(ToolCallMessage.self, from: line).params
      let names = try decoder.decode(ToolArgumentNames.self, from: line).params.arguments
      if let unknown = names?.unknown.first {
        return refusal(id, -32602, "no tool has an argument \(unknown.prefix(40))")
      }
    } catch {
      return refusal(id, -32602, "the parameters: \(reason(error))")
    }
    guard let tool = AgentTools.Tool(rawValue: call.name) else {
      return refusal(id, -32602, "there is no tool \(call.name.prefix(40))")
    }
    let result = tools.call(tool, call.arguments ?? ToolArguments())
    return encode(AgentAnswer(id: id, result: result))
  }

  private func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "\(path): \(context.debugDescription)"
    case DecodingError.keyNotFound(let key, _): return "\(key.stringValue) is missing"
    default: return "they cannot be read"
    }
  }
}
