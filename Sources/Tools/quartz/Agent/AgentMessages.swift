// The lines of the Model Context Protocol: JSON-RPC 2.0, one message a line.
// Licensed under the MIT license; see LICENSE.
//
// Source: modelcontextprotocol.io, specification 2025-06-18, "Base Protocol" and "Tools".

import Foundation

/// A number or a text by which a client knows its request.
enum MessageID: Codable, Equatable {
  case number(Double)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number):
      if let whole = Int64(exactly: number) {
        try container.encode(whole)
      } else {
        try container.encode(number)
      }
    }
  }
}

/// A request or a notification.
struct AgentMessage: Decodable {
  var jsonrpc: String
  /// Nil for a notification.
  var id: MessageID?
  /// Nil for an answer, which nobody waits for.
  var method: String?

  private enum Keys: String, CodingKey { case jsonrpc, id, method }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    jsonrpc = try container.decode(String.self, forKey: .jsonrpc)
    id = try container.decodeIfPresent(MessageID.self, forKey: .id)
    method = try container.decodeIfPresent(String.self, forKey: .method)
  }
}

/// The parameters of `initialize`.
struct GreetingMessage: Decodable {
  struct Parameters: Decodable {
    var protocolVersion: String?
  }
  var params: Parameters?
}

/// The parameters of `tools/call`.
struct ToolCallMessage: Decodable {
  struct Parameters: Decodable {
    var name: String
    var arguments: ToolArguments?
  }
  var params: Parameters
}

/// The arguments of tools; each has some of them.
struct ToolArguments: Codable, Equatable {
  var program: [String]?
  var file: String?
  var server: String?
  var process: UInt32?
  var context: UInt32?
  var query: String?
  var text: String?
  var path: String?
  var action: String?
  var direction: String?
  var name: String?
  var facts: String?
  var layer: String?
  var distance: Double?
  var duration: Double?
  var seconds: Double?
  var scale: Double?
  var depth: Int?
  var count: Int?
  var first: Int?
  var budget: Int?
  var all: Bool?
  var alone: Bool?
  var point: [Double]?
  var to: [Double]?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case program, file, server, process, context, query, text, path, action, direction, name, facts
    case layer, distance, duration, seconds, scale, depth, count, first, budget, all, alone, point
    case to
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init() {}

  /// Returns the names of members that no tool has.
  static func unknownNames(in decoder: any Decoder) throws -> [String] {
    try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      .filter { CodingKeys(rawValue: $0) == nil }.sorted()
  }
}

/// Looks for arguments that no tool has, whose names are likely mistakes.
struct ToolArgumentNames: Decodable {
  struct Parameters: Decodable {
    struct Names: Decodable {
      let unknown: [String]
      init(from decoder: any Decoder) throws {
        unknown = try ToolArguments.unknownNames(in: decoder)
      }
    }
    var arguments: Names?
  }
  var params: Parameters
}

/// An answer with a result.
struct AgentAnswer<Result: Encodable>: Encodable {
  var jsonrpc = "2.0"
  var id: MessageID
  var result: Result
}

/// An answer that refuses a request.
struct RefusalMessage: Encodable {
  struct Reason: Encodable {
    var code: Int
    var message: String
  }

  var id: MessageID?
  var error: Reason

  private enum Keys: String, CodingKey { case jsonrpc, id, error }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode("2.0", forKey: .jsonrpc)
    // A request whose id is not known is answered with null.
    try container.encode(id, forKey: .id)
    try container.encode(error, forKey: .error)
  }
}

/// The result of a tool.
struct ToolResult: Encodable {
  struct Part: Encodable {
    var type: String
    var text: String?
    var data: Data?
    var mimeType: String?
  }

  var content: [Part]
  var isError = false

  init(_ text: String, picture: Data? = nil, isError: Bool = false) {
    content = []
    if !text.isEmpty || picture == nil { content.append(Part(type: "text", text: text)) }
    if let picture {
      content.append(Part(type: "image", data: picture, mimeType: "image/png"))
    }
    self.isError = isError
  }
}

/// A request of a tool that cannot be done.
struct ToolRefusal: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
