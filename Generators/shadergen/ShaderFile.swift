// One shader with its includes: the text that the driver compiles.
// Licensed under the MIT license; see LICENSE.

import Foundation

struct ShaderFile {
  let name: String
  let preamble: Preamble
  /// Those of the file, then those of its includes.
  let variants: [Preamble.Variant]
  /// The attributes of each instance: the record's fields, then the inputs of file and includes.
  ///
  /// Location 0 is the quad, location i + 1 attribute i.
  let attributes: [Preamble.Field]
  /// The parts of `source` in their order, those of includes shared with other files.
  let parts: [SourcePart]
  /// The record of an include that is the first part of this file's.
  let included: Preamble?

  /// GLSL of both stages, includes in place, without version and macros.
  var source: String { parts.map(\.text).joined(separator: "\n") }

  /// Reads `folder/name.glsl` and what it includes from `folder/include`.
  init(name: String, folder: String) throws {
    let file = "\(folder)/\(name).glsl"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    var preamble = try Preamble(file: file, text: text)
    guard preamble.name == name, preamble.owner != .include else {
      throw PreambleError(
        file: file,
        line: 1,
        reason: "expected `kind \(name)` or `shader \(name)`"
      )
    }
    var expansion = Expansion(folder: folder)
    try expansion.append(text, of: file, name: name)
    self.name = name
    variants = preamble.variants + expansion.variants
    let known = Set(variants.map(\.name))
    included = try preamble.takeFields(of: folder, known: known)
    self.preamble = preamble
    attributes = preamble.fields + preamble.inputs + expansion.inputs
    let inputs = ShaderFile.inputs(attributes) + ShaderFile.constants(preamble)
    parts =
      [
        SourcePart(name: "head", text: ShaderFile.head.joined(separator: "\n")),
        SourcePart(name: name + "Inputs", text: inputs.joined(separator: "\n")),
      ] + expansion.parts
    for word in attributes.flatMap({ $0.needed + $0.refused })
      + variants.flatMap({ $0.needed + $0.excluded })
    where !known.contains(word) {
      throw PreambleError(file: file, line: 1, reason: "no variant `\(word)`")
    }
  }

  /// A part of the text that the driver compiles, with a name that no other text has.
  struct SourcePart {
    let name: String
    let text: String
  }

  private struct Expansion {
    let folder: String
    var parts: [SourcePart] = []
    var variants: [Preamble.Variant] = []
    var inputs: [Preamble.Field] = []
    private var included: Set<String> = []

    init(folder: String) {
      self.folder = folder
    }

    /// Appends the code of a file: without comments, each include once.
    ///
    /// The lines between includes are a part each.
    mutating func append(_ text: String, of file: String, name: String) throws {
      var lines: [String] = []
      var count = 0
      func finishPart() {
        guard !lines.isEmpty else { return }
        count += 1
        let number = count > 1 ? "\(count)" : ""
        parts.append(SourcePart(name: name + number, text: lines.joined(separator: "\n")))
        lines.removeAll()
      }
      for (index, line) in text.split(separator: "\n").enumerated() {
        let code = line.drop { $0 == " " }
        if code.hasPrefix("#include") {
          let words = code.split(separator: "\"")
          guard words.count >= 2 else {
            throw PreambleError(file: file, line: index + 1, reason: "expected #include \"name\"")
          }
          finishPart()
          try include(String(words[1]))
        } else if !code.hasPrefix("//") {
          lines.append(String(line))
        }
      }
      finishPart()
    }

    private mutating func include(_ name: String) throws {
      guard included.insert(name).inserted else { return }
      let file = "\(folder)/include/\(name)"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let preamble = try Preamble(file: file, text: text)
      variants += preamble.variants
      inputs += preamble.inputs
      try append(text, of: file, name: "\(name.prefix { $0 != "." })Include")
    }
  }

  /// The constants of a preamble in GLSL.
  private static func constants(_ preamble: Preamble) -> [String] {
    preamble.constants.map { "const int \($0.name) = \($0.value);" }
  }

  /// The condition under which a field is read, as a preprocessor line, or nil for always.
  private static func condition(_ field: Preamble.Field) -> String? {
    let terms =
      field.needed.map { "defined(\(Preamble.macro($0)))" }
      + field.refused.map { "!defined(\(Preamble.macro($0)))" }
    return terms.isEmpty ? nil : "#if " + terms.joined(separator: " && ")
  }

  /// The declarations of an instance's attributes, which go to its fragments.
  private static func inputs(_ attributes: [Preamble.Field]) -> [String] {
    func each(_ body: (Int, Preamble.Field) -> String) -> [String] {
      var lines: [String] = []
      var open: String?
      for (index, field) in attributes.enumerated() {
        let condition = condition(field)
        if condition != open {
          if open != nil { lines.append("#endif") }
          if let condition { lines.append(condition) }
          open = condition
        }
        lines.append(body(index, field))
      }
      return open == nil ? lines : lines + ["#endif"]
    }
    return ["#ifdef VERTEX", "layout(location = 0) in vec4 quad;"]
      + each { index, field in
        let (type, name) = (field.type, field.name)
        return "layout(location = \(index + 1)) in \(type) \(name)In; CONSTANT out \(type) \(name);"
      } + ["void passRecord() {"] + each { _, field in "  \(field.name) = \(field.name)In;" }
      + ["}", "#else"] + each { _, field in "CONSTANT in \(field.type) \(field.name);" }
      + [
        "#if defined(WORDS)",
        "layout(location = 0) out highp uvec4 fragment;",
        "#elif defined(BLENDS) && defined(GL_EXT_shader_framebuffer_fetch)",
        "layout(location = 0) inout vec4 fragment;",
        "#else",
        "layout(location = 0) out vec4 fragment;",
        "#endif",
        "#endif",
      ]
  }

  /// All sets of variants that may be chosen together.
  var combinations: [[Preamble.Variant]] {
    variants.reduce([[]]) { sets, variant in
      sets
        + sets.filter { set in
          set.allSatisfy {
            !$0.excluded.contains(variant.name) && !variant.excluded.contains($0.name)
          }
        }.map { $0 + [variant] }
    }.filter { set in
      set.allSatisfy { variant in
        variant.needed.allSatisfy { name in set.contains { $0.name == name } }
      }
    }
  }

  /// The sets that may be chosen with a number: those of the file's own variants.
  var numberedCombinations: [[Preamble.Variant]] {
    let excluded = preamble.number?.excluded ?? []
    return combinations.filter { set in
      set.allSatisfy { preamble.variants.contains($0) && !excluded.contains($0.name) }
    }
  }

  /// The text of one stage as the driver gets it.
  func expanded(stage: Stage, _ chosen: [Preamble.Variant], number: Int? = nil) -> String {
    var macros = stage.macros + chosen.map { "#define \($0.macro)" }
    if let number, let name = preamble.number?.name {
      macros.append("#define \(Preamble.macro(name)) \(number)")
    }
    let isLater = chosen.contains { $0.name == "gathers" }
    return ([isLater ? ShaderFile.laterVersion : ShaderFile.version] + macros + [source]).joined(
      separator: "\n"
    ) + "\n"
  }

  enum Stage: String, CaseIterable {
    case vertex = "vert"
    case fragment = "frag"

    var macros: [String] { self == .vertex ? ["#define VERTEX"] : [] }
  }

  static let version = "#version 300 es"
  /// The GLSL version that the variant `gathers` needs.
  static let laterVersion = "#version 310 es"

  /// The beginning of the source: extensions of the variants that can use them, precisions, and the
  /// declarations of the fragment inputs, both those constant over a draw and the others.
  private static let head = [
    "#ifdef BLENDS",
    "#extension GL_EXT_shader_framebuffer_fetch : enable",
    "#endif",
    "#ifdef RECTANGLES",
    "#extension GL_NV_shader_noperspective_interpolation : enable",
    "#endif",
    "precision highp float;",
    "precision highp int;",
    "#if defined(RECTANGLES) && defined(GL_NV_shader_noperspective_interpolation)",
    "#define EVEN noperspective",
    "#define CONSTANT noperspective",
    "#else",
    "#define EVEN smooth",
    "#define CONSTANT flat",
    "#endif",
  ]
}

extension Preamble {
  /// Puts the fields of an include's record before the others, if the preamble asks for one.
  ///
  /// - Parameter known: The variants of the shader.
  /// - Returns: The preamble of the include.
  fileprivate mutating func takeFields(
    of folder: String,
    known: Set<String>
  ) throws -> Preamble? {
    guard let part else { return nil }
    let file = "\(folder)/include/\(part.file)"
    let include = try Preamble(file: file, text: String(contentsOfFile: file, encoding: .utf8))
    guard include.owner == .include, let name = include.name else {
      throw PreambleError(file: file, line: 1, reason: "expected `record NAME`")
    }
    fields =
      include.fields.map { $0.within(name, known: known, refused: part.refused) } + fields
    return include
  }
}
