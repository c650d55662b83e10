// The declarations in the preamble of a shader file.
// Licensed under the MIT license; see LICENSE.
//
// The preamble is the block of comment lines at the head of a file. Lines that begin with one of
// these words declare something; text after `|`, also on lines that begin with `|`, describes it:
//
//   kind NAME COLUMN | …                     a kind of draw, with records in a column of the plan
//   shader NAME | …                          a shader of the renderer alone, with a record there
//   record NAME | …                          of an include: its fields are a record within others
//   fields FILE [unless NAME …]              the record of an include comes first in this one; the
//                                            variants that do not read its unconditional fields
//   variant NAME [needs NAME …] [without NAME …] | …
//                                            a macro that may be defined, and its conditions;
//                                            with `words` the target has whole numbers
//   field NAME TYPE [as WORD] [plain NUMBER] [if NAME …] [unless NAME …] | …
//                                            a field of the record, and the variants that read it;
//                                            in text it is called WORD, and left out where all
//                                            of its numbers are NUMBER, else 0
//   input NAME TYPE [if NAME …] [unless NAME …] | …
//                                            a value that the renderer adds to the record
//   number NAME COUNT [without NAME …] | …   a macro that may be a number from 0 to COUNT - 1
//   constant NAME NUMBER | …                 a whole number that GLSL and Swift share

/// A mistake in a shader file.
struct PreambleError: Error, CustomStringConvertible {
  let file: String
  let line: Int
  let reason: String

  var description: String { "\(file):\(line): \(reason)" }
}

struct Preamble {
  enum Owner { case plan, renderer, include }

  enum FieldType: String { case vec4, float }

  struct Variant: Equatable {
    let name: String
    let needed: [String]
    let excluded: [String]
    let comment: String

    /// `clippedGeneral` is `CLIPPED_GENERAL` in GLSL.
    var macro: String { Preamble.macro(name) }
  }

  struct Field {
    let name: String
    let type: FieldType
    /// The variants that must all be chosen for the field to be read.
    let needed: [String]
    /// The variants of which none may be chosen.
    let refused: [String]
    let comment: String
    /// The name of the field in the plan's text.
    var word: String
    /// The number that the text leaves out.
    var plain = "0"
    /// The record within the record that has the field; nil for the record itself.
    var record: String?

    /// The field in Swift, from the record.
    var path: String { record.map { "\($0).\(name)" } ?? name }

    /// The field in the record of an include.
    ///
    /// - Parameters:
    ///   - record: The name of the include's record.
    ///   - known: The variants of the shader; conditions on others do not hold there.
    ///   - refused: The variants that do not read a field without conditions.
    func within(_ record: String, known: Set<String>, refused: [String]) -> Field {
      let isFree = needed.isEmpty && self.refused.isEmpty
      return Field(
        name: name,
        type: type,
        needed: needed.filter(known.contains),
        refused: isFree ? refused : self.refused,
        comment: comment,
        word: word,
        plain: plain,
        record: record
      )
    }
  }

  /// A whole number of the shader that Swift needs too.
  struct Constant {
    let name: String
    let value: Int
    let comment: String
  }

  /// The include whose record is the first part of this one.
  struct Part {
    let file: String
    let refused: [String]
  }

  /// A macro with a value.
  struct Number {
    let name: String
    let count: Int
    let excluded: [String]
  }

  var name: String?
  var owner = Owner.plan
  var comment = ""
  var variants: [Variant] = []
  var fields: [Field] = []
  var inputs: [Field] = []
  var number: Number?
  var constants: [Constant] = []
  var part: Part?
  /// The plan's column of the records of a kind.
  var column = ""

  private static let words: Set = [
    "kind", "shader", "record", "variant", "fields", "field", "input", "number", "constant",
  ]

  static func macro(_ name: String) -> String {
    name.reduce(into: "") { macro, letter in
      if letter.isUppercase { macro += "_" }
      macro += letter.uppercased()
    }
  }

  /// Reads the comment block at the head of a file.
  init(file: String, text: String) throws(PreambleError) {
    var statements: [(line: Int, text: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard line.hasPrefix("//") else { break }
      let content = line.dropFirst(2).drop { $0 == " " }
      let word = content.prefix { $0 != " " }
      if Preamble.words.contains(String(word)) {
        statements.append((index + 1, String(content)))
      } else if content.hasPrefix("|"), !statements.isEmpty {
        statements[statements.count - 1].text += " " + content
      }
    }
    for statement in statements {
      do {
        try declare(statement.text)
      } catch {
        throw PreambleError(file: file, line: statement.line, reason: error.reason)
      }
    }
  }

  private struct Mistake: Error {
    let reason: String
  }

  private mutating func declare(_ statement: String) throws(Mistake) {
    let parts = statement.split(separator: "|", omittingEmptySubsequences: false)
    let words = parts[0].split(separator: " ").map(String.init)
    let comment = parts.dropFirst().map { $0.drop { $0 == " " } }
      .map { text in String(text.reversed().drop { $0 == " " }.reversed()) }.joined(separator: " ")
    guard words.count >= 2 else { throw Mistake(reason: "`\(words[0])` needs a name") }
    let clauses = Preamble.clauses(words.dropFirst(2))
    switch words[0] {
    case "kind", "shader", "record": try declareName(words, comment)
    case "variant":
      variants.append(
        Variant(
          name: words[1],
          needed: clauses["needs"] ?? [],
          excluded: clauses["without"] ?? [],
          comment: comment
        )
      )
    case "number":
      guard number == nil, words.count >= 3, let count = Int(words[2]) else {
        throw Mistake(reason: "number `\(words[1])` needs a count, and there may be but one")
      }
      number = Number(name: words[1], count: count, excluded: clauses["without"] ?? [])
    case "constant":
      guard words.count == 3, let value = Int(words[2]) else {
        throw Mistake(reason: "constant `\(words[1])` needs a whole number")
      }
      constants.append(Constant(name: words[1], value: value, comment: comment))
    case "fields":
      guard part == nil, fields.isEmpty else {
        throw Mistake(reason: "fields `\(words[1])` must come before all others")
      }
      part = Part(file: words[1], refused: clauses["unless"] ?? [])
    default:
      let field = try Preamble.field(words, clauses, comment)
      if words[0] == "input" { inputs.append(field) } else { fields.append(field) }
    }
  }

  private mutating func declareName(_ words: [String], _ comment: String) throws(Mistake) {
    guard name == nil else { throw Mistake(reason: "a second kind, shader or record") }
    name = words[1]
    self.comment = comment
    switch words[0] {
    case "kind":
      guard words.count == 3 else {
        throw Mistake(reason: "kind `\(words[1])` needs the name of a column")
      }
      column = words[2]
    case "shader": owner = .renderer
    default: owner = .include
    }
  }

  private static func field(
    _ words: [String],
    _ clauses: [String: [String]],
    _ comment: String
  ) throws(Mistake) -> Field {
    guard words.count >= 3, let type = FieldType(rawValue: words[2]) else {
      throw Mistake(reason: "\(words[0]) `\(words[1])` needs a type: vec4 or float")
    }
    return Field(
      name: words[1],
      type: type,
      needed: clauses["if"] ?? [],
      refused: clauses["unless"] ?? [],
      comment: comment,
      word: clauses["as"]?.first ?? words[1],
      plain: clauses["plain"]?.first ?? "0"
    )
  }

  /// The words after each of the words that begin a clause.
  private static func clauses(_ words: ArraySlice<String>) -> [String: [String]] {
    var clauses: [String: [String]] = [:]
    var clause = ""
    for word in words {
      if ["if", "unless", "needs", "without", "as", "plain"].contains(word) {
        clause = word
      } else {
        clauses[clause, default: []].append(word)
      }
    }
    return clauses
  }
}
