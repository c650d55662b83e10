// The tables of Generators/Filters/, read.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A failure to understand a table, with its file and line.
struct TableError: Error, CustomStringConvertible {
  let description: String

  init(_ file: String, _ line: Int, _ problem: String) {
    description = "\(file):\(line): \(problem)"
  }
}

/// One row of `attributes.tsv`, and what the other tables add to it.
struct InputRow {
  var key: String
  var valueClass: String
  var type: String
  /// The default as text; empty for none.
  var defaultText: String
  var minimum: String
  var maximum: String
  /// The name and the type in `CIFilterBuiltins`, where they do not follow from the others.
  var builtinName: String?
  var builtinType: String?
  /// How the property differs from Apple's, if it does.
  var differences: String?
}

/// The rows of one filter.
struct FilterRow {
  var name: String
  var availability: String
  var categories: [String]
  var inputs: [InputRow]
  /// The name of the type method, where it does not follow; `-` for none.
  var builtinName: String?
  /// The protocol that the type method's result has, where it does not follow.
  var builtinProtocol: String?
}

/// The filters in the order of `attributes.tsv`.
struct AttributeTable {
  private(set) var filters: [FilterRow] = []

  /// Reads the tables of a folder.
  init(folder: String) throws {
    try read(folder + "/attributes.tsv", columns: 9) { fields in
      if filters.last?.name != fields[0] {
        filters.append(
          FilterRow(
            name: fields[0],
            availability: fields[1],
            categories: fields[2].split(separator: ",").map(String.init),
            inputs: []
          )
        )
      }
      filters[filters.count - 1].inputs.append(
        InputRow(
          key: fields[3],
          valueClass: fields[4],
          type: fields[5],
          defaultText: fields[6],
          minimum: fields[7],
          maximum: fields[8]
        )
      )
      return true
    }
    try read(folder + "/without-inputs.tsv", columns: 3) { fields in
      filters.append(
        FilterRow(
          name: fields[0],
          availability: fields[1],
          categories: fields[2].split(separator: ",").map(String.init),
          inputs: []
        )
      )
      return true
    }
    filters.sort { $0.name < $1.name }
    try read(folder + "/defaults.tsv", columns: 3) { fields in
      change(fields[0], fields[1]) { $0.defaultText = fields[2] }
    }
    try read(folder + "/builtins.tsv", columns: 5) { fields in
      let (name, type) = (fields[2], fields[3])
      guard fields[1].isEmpty else {
        return change(fields[0], fields[1]) { input in
          if !name.isEmpty { input.builtinName = name }
          if !type.isEmpty { input.builtinType = type }
          if !fields[4].isEmpty { input.differences = fields[4] }
        }
      }
      guard let index = filters.firstIndex(where: { $0.name == fields[0] }) else { return false }
      if !name.isEmpty { filters[index].builtinName = name }
      if !type.isEmpty { filters[index].builtinProtocol = type }
      return true
    }
  }

  /// Changes an input; false if there is none.
  private mutating func change(
    _ filter: String,
    _ key: String,
    _ body: (inout InputRow) -> Void
  ) -> Bool {
    guard let index = filters.firstIndex(where: { $0.name == filter }),
      let input = filters[index].inputs.firstIndex(where: { $0.key == key })
    else { return false }
    body(&filters[index].inputs[input])
    return true
  }

  /// Calls `body` with the fields of each line but the first; false means a name that is not known.
  private func read(_ file: String, columns: Int, _ body: ([String]) -> Bool) throws {
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for (index, line) in text.split(separator: "\n").enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == columns else {
        throw TableError(file, index + 1, "\(columns) columns expected, \(fields.count) found")
      }
      guard body(fields) else {
        throw TableError(file, index + 1, "\(fields[0]) \(fields[1]) is not in attributes.tsv")
      }
    }
  }
}
