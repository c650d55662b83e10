// The declarations in the preamble of a shader file.
// Licensed under the MIT license; see LICENSE.
//
// The preamble is the block of comment lines at the head of a file. Lines that begin with one of
// these words declare something; text after `|`, also on lines that begin with `|`, describes it:
//
//   kind NAME | …                            a kind of draw, with a record in the plan
//   shader NAME | …                          a shader of the renderer alone, with a record there
//   variant NAME [needs NAME …] [without NAME …] | …
//                                            a macro that may be defined, and its conditions
//   field NAME TYPE [if NAME …] [unless NAME …] | …
//                                            a field of the record, and the variants that read it
//   input NAME TYPE [if NAME …] [unless NAME …] | …
//                                            a value that the renderer adds to the record
//   number NAME COUNT | …                    a macro that may be a number from 0 to COUNT - 1

/// A mistake in a shader file.
struct PreambleError: Error, CustomStringConvertible {
  let file: String
  let line: Int
  let reason: String

  var description: String { "\(file):\(line): \(reason)" }
}

struct Preamble {
  enum Owner { case plan, renderer }

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
  }

  /// A macro with a value.
  struct Number {
    let name: String
    let count: Int
  }

  var name: String?
  var owner = Owner.plan
  var comment = ""
  var variants: [Variant] = []
  var fields: [Field] = []
  var inputs: [Field] = []
  var number: Number?

  private static let words: Set = ["kind", "shader", "variant", "field", "input", "number"]

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
    case "kind", "shader":
      guard name == nil else { throw Mistake(reason: "a second kind or shader") }
      name = words[1]
      owner = words[0] == "kind" ? .plan : .renderer
      self.comment = comment
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
      guard number == nil, words.count == 3, let count = Int(words[2]) else {
        throw Mistake(reason: "number `\(words[1])` needs a count, and there may be but one")
      }
      number = Number(name: words[1], count: count)
    default:
      guard words.count >= 3, let type = FieldType(rawValue: words[2]) else {
        throw Mistake(reason: "\(words[0]) `\(words[1])` needs a type: vec4 or float")
      }
      let field = Field(
        name: words[1],
        type: type,
        needed: clauses["if"] ?? [],
        refused: clauses["unless"] ?? [],
        comment: comment
      )
      if words[0] == "input" { inputs.append(field) } else { fields.append(field) }
    }
  }

  /// The words after each of `if`, `unless`, `needs`, `without`.
  private static func clauses(_ words: ArraySlice<String>) -> [String: [String]] {
    var clauses: [String: [String]] = [:]
    var clause = ""
    for word in words {
      if ["if", "unless", "needs", "without"].contains(word) {
        clause = word
      } else {
        clauses[clause, default: []].append(word)
      }
    }
    return clauses
  }
}
