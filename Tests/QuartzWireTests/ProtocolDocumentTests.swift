// PROTOCOL.md says what the code does: its tables are read and compared.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import QuartzWireSamples
import Testing

@testable import QuartzWire

@Suite struct ProtocolDocumentTests {
  /// A table: the heading above it, its column titles and its rows of cells.
  private struct Table {
    var heading: String
    var columns: [String]
    var rows: [[String]] = []
  }

  private let tables: [Table]
  private let headings: [String]
  private let text: String

  init() throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Documentation/PROTOCOL.md")
    text = try String(contentsOf: file, encoding: .utf8)
    var tables: [Table] = []
    var headings: [String] = []
    var isInTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") { headings.append(String(line.drop { $0 == "#" || $0 == " " })) }
      guard line.hasPrefix("|") else {
        isInTable = false
        continue
      }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
      if !isInTable {
        tables.append(Table(heading: headings.last ?? "", columns: cells))
        isInTable = true
      } else if !cells.allSatisfy({ $0.allSatisfy { $0 == "-" } && !$0.isEmpty }) {
        tables[tables.count - 1].rows.append(cells)
      }
    }
    self.tables = tables
    self.headings = headings
  }

  private func rows(_ columns: [String]) throws -> [[String]] {
    try #require(tables.first { $0.columns == columns }, "no table with the columns \(columns)")
      .rows
  }

  private func unquoted(_ cell: String) -> String { cell.filter { $0 != "`" } }

  @Test func opcodes() throws {
    let rows = try rows(["opcode", "name", "to", "descriptors", "answer"])
    let documented = rows.map { "\($0[0]) \(unquoted($0[1])) \($0[2])" }
    let coded = Opcode.allCases.map {
      "\($0.rawValue) \($0) \($0.isForServer ? "server" : "client")"
    }
    #expect(documented == coded)
  }

  @Test func version() {
    #expect(text.contains("talk. Version \(protocolVersion). "))
  }

  @Test func failureCodes() throws {
    let rows = try rows(["code", "name", "meaning"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1]))" }
        == FailureCode.allCases.map { "\($0.rawValue) \($0)" }
    )
  }

  @Test func eventTags() throws {
    let rows = try rows(["kind", "name", "then"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1]))" }
        == OutputEventTag.allCases.map { "\($0.rawValue) \($0)" }
    )
  }

  @Test func valueTags() throws {
    let rows = try rows(["tag", "name", "bytes", "then"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1]))" }
        == ValueKind.allCases.map { "\($0.rawValue) \($0)" }
    )
  }

  private func name(_ type: ValueType) -> String {
    if case .name(let names) = type { return "name: " + names.joined(separator: ", ") }
    return "\(type)"
  }

  @Test func classes() throws {
    let rows = try rows(["class", "name"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1]))" }
        == LayerClass.allCases.map { "\($0.rawValue) \($0)" }
    )
  }

  @Test func properties() throws {
    let rows = try rows(["property", "name", "class", "type"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1])) \($0[2]) \($0[3])" }
        == PropertyTable.all.map {
          "\($0.id.rawValue) \($0.name) \($0.layerClass) \(name($0.type))"
        }
    )
  }

  @Test func cellProperties() throws {
    let rows = try rows(["cell property", "name", "type"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1])) \($0[2])" }
        == CellProperty.allCases.map { "\($0.rawValue) \($0.name) \(name($0.type))" }
    )
  }

  @Test func members() throws {
    let rows = try rows(["member", "key path"])
    #expect(
      rows.map { "\($0[0]) \(unquoted($0[1]))" }
        == ValueMember.allCases.map { "\($0.rawValue) \($0.keyPath)" }
    )
  }

  /// The one number of a limit that the text names.
  @Test func depth() {
    #expect(text.contains("the depth in `welcome` (\(TreeLimits().depth))"))
  }

  private static let sizes = [
    "u8": 1, "u16": 2, "u32": 4, "u64": 8, "i32": 4, "i64": 8, "f64": 8, "bool": 1, "size": 8,
    "color": 32,
  ]

  /// The offsets of each table of fields add up, and messages of fixed size have the size of
  /// theirs.
  @Test func fields() throws {
    let pool = BufferPool()
    let samples = try SampleMessages.client(pool: pool) + SampleMessages.server(pool: pool)
    let fieldTables = tables.filter { $0.columns == ["offset", "type", "field"] }
    #expect(fieldTables.count == 42)
    for table in fieldTables {
      var offset: Int? = table.heading == "Header" ? 0 : Header.byteCount
      for row in table.rows {
        if let offset { #expect(row[0] == "\(offset)", "\(table.heading): \(row[2])") }
        if offset == nil { #expect(row[0].isEmpty, "\(table.heading): \(row[2])") }
        offset = offset.flatMap { start in Self.sizes[row[1]].map { start + $0 } }
      }
      guard let size = offset else { continue }
      if table.heading == "Header" {
        #expect(size == Header.byteCount)
        continue
      }
      let name = unquoted(table.heading)
      let matching = samples.filter { "\($0.opcode)" == name }
      #expect(!matching.isEmpty && matching.allSatisfy { $0.bytes.count == size }, "\(name)")
    }
  }

  /// Every message has a heading.
  @Test func everyMessageIsDescribed() {
    for opcode in Opcode.allCases {
      #expect(headings.contains { $0.contains("`\(opcode)`") }, "\(opcode)")
    }
  }
}
