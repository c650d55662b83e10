// The Swift that follows from the shaders.
// Licensed under the MIT license; see LICENSE.

/// Writes generated files in the form that the formatter would give them.
struct SwiftOutput {
  static let head = """
    // Generated from Shaders/*.glsl by scripts/generate. Do not edit.
    // Licensed under the MIT license; see LICENSE.


    """
  static let columns = 100

  private(set) var text = SwiftOutput.head

  mutating func line(_ text: String = "") {
    self.text += text + "\n"
  }

  /// A documentation comment, broken into lines; `details` stand in a paragraph of their own.
  mutating func document(_ comment: String, details: String = "", indent: String = "") {
    guard !comment.isEmpty else { return }
    defer {
      if !details.isEmpty {
        line(indent + "///")
        document(details, indent: indent)
      }
    }
    for line in SwiftOutput.fill(
      comment.split(separator: " ").map(String.init),
      indent: indent + "/// "
    ) {
      self.line(line)
    }
  }

  /// Words in as few lines as possible, each with the indent before it.
  static func fill(_ words: [String], indent: String) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(indent + word)
      }
    }
    return lines
  }

  // MARK: Records

  /// The struct of a shader's record.
  mutating func record(_ preamble: Preamble, access: String) {
    let name = SwiftOutput.recordName(preamble)
    document(preamble.comment)
    line("\(access)struct \(name): Equatable, Sendable {")
    for field in preamble.fields {
      document(field.comment, indent: "  ")
      line("  \(access)var \(field.name): \(SwiftOutput.swiftType(field))")
    }
    line()
    let parameters = preamble.fields.map { "\($0.name): \(SwiftOutput.swiftType($0))" }
    let single = "  \(access)init(\(parameters.joined(separator: ", "))) {"
    if single.count <= SwiftOutput.columns {
      line(single)
    } else {
      line("  \(access)init(")
      for (index, parameter) in parameters.enumerated() {
        line("    " + parameter + (index + 1 < parameters.count ? "," : ""))
      }
      line("  ) {")
    }
    for field in preamble.fields { line("    self.\(field.name) = \(field.name)") }
    line("  }")
    line("}")
  }

  static func recordName(_ preamble: Preamble) -> String {
    let name = preamble.name ?? ""
    return name.prefix(1).uppercased() + name.dropFirst() + "Record"
  }

  private static func swiftType(_ field: Preamble.Field) -> String {
    switch field.type {
    case .vec4: "SIMD4<Float>"
    case .float: "Float"
    }
  }

  // MARK: Writers of instances

  /// The function that writes the fields that a variant reads.
  mutating func writer(_ file: ShaderFile) {
    line("extension \(SwiftOutput.recordName(file.preamble)) {")
    document(
      "Writes the fields that `variant` of `Shader.\(file.name)` reads, in order of location.",
      indent: "  "
    )
    let isConstant = file.preamble.fields.allSatisfy { $0.needed.isEmpty && $0.refused.isEmpty }
    let label = isConstant ? "_" : "_ variant"
    line("  func write(\(label): ShaderVariant, to instances: inout InstanceWriter) {")
    eachRun(of: file.preamble.fields) { field in "instances.append(\(field.name))" }
    line("  }")
    line("}")
  }

  /// Statements for fields, those in a row with the same condition under one `if`.
  private mutating func eachRun(
    of fields: [Preamble.Field],
    _ statement: (Preamble.Field) -> String
  ) {
    var index = 0
    while index < fields.count {
      let first = fields[index]
      var run: [Preamble.Field] = []
      while index < fields.count, fields[index].needed == first.needed,
        fields[index].refused == first.refused
      {
        run.append(fields[index])
        index += 1
      }
      let statements = run.map(statement)
      guard let condition = SwiftOutput.condition(first) else {
        for statement in statements { line("    " + statement) }
        continue
      }
      if let only = statements.first, statements.count == 1 {
        line("    if \(condition) { \(only) }")
      } else {
        line("    if \(condition) {")
        for statement in statements { line("      " + statement) }
        line("    }")
      }
    }
  }

  /// The condition under which a field is read, or nil for always.
  private static func condition(_ field: Preamble.Field) -> String? {
    func set(_ names: [String]) -> String {
      names.count == 1 ? ".\(names[0])" : "[" + names.map { ".\($0)" }.joined(separator: ", ") + "]"
    }
    var terms: [String] = []
    if !field.needed.isEmpty { terms.append("variant.contains(\(set(field.needed)))") }
    if field.refused.count == 1 {
      terms.append("!variant.contains(\(set(field.refused)))")
    } else if !field.refused.isEmpty {
      terms.append("variant.isDisjoint(with: \(set(field.refused)))")
    }
    return terms.isEmpty ? nil : terms.joined(separator: " && ")
  }

  // MARK: The table of shaders

  mutating func shaderEnum(_ files: [ShaderFile]) {
    document("The shaders, each with its variants.")
    line("enum Shader: UInt8, CaseIterable, Sendable {")
    for file in files { line("  case \(file.name)") }
    line("}")
  }

  mutating func variantSet(_ variants: [Preamble.Variant]) {
    document("What is chosen of a shader when it is compiled: the macros that are defined.")
    line("struct ShaderVariant: OptionSet, Hashable, Sendable {")
    line("  let rawValue: UInt32")
    line()
    for (index, variant) in variants.enumerated() {
      document(variant.comment, indent: "  ")
      line("  static let \(variant.name) = ShaderVariant(rawValue: 1 << \(index))")
    }
    line()
    document("The macros in GLSL, one for each bit.", indent: "  ")
    let words = variants.map { "\"\($0.macro)\"," }
    line("  static let macros = [")
    for words in SwiftOutput.fill(words, indent: "    ") { line(words) }
    line("  ]")
    line("}")
  }

  mutating func sources(_ files: [ShaderFile]) {
    line("extension Shader {")
    document("What stands before macros and source of every stage.", indent: "  ")
    literal("  static let version =", ShaderFile.version)
    line()
    document("The same for the variant `gathers`.", indent: "  ")
    literal("  static let laterVersion =", ShaderFile.laterVersion)
    line()
    document("GLSL of both stages, includes in place, without version and macros.", indent: "  ")
    line("  var source: String {")
    line("    switch self {")
    for file in files { line("    case .\(file.name): Shader.\(file.name)Source") }
    line("    }")
    line("  }")
    line()
    document(
      "The attributes that a variant reads: bit i is location i, a vec4 each; 0 is the quad.",
      indent: "  "
    )
    line("  func attributes(_ variant: ShaderVariant) -> UInt32 {")
    line("    var bits: UInt32 = 1")
    line("    switch self {")
    for file in files {
      line("    case .\(file.name):")
      var inner = SwiftOutput()
      inner.text = ""
      let locations = Dictionary(
        uniqueKeysWithValues: file.attributes.enumerated().map { ($1.name, $0 + 1) }
      )
      inner.eachRun(of: file.attributes) { field in
        "bits |= 1 << \(locations[field.name, default: 0])"
      }
      for line in inner.text.split(separator: "\n") { self.line("  " + line) }
    }
    line("    }")
    line("    return bits")
    line("  }")
    for file in files {
      line()
      literal("  private static let \(file.name)Source =", file.source)
    }
    line("}")
  }

  private mutating func literal(_ declaration: String, _ content: String) {
    line(declaration + " \"\"\"")
    for line in content.split(separator: "\n") { self.line("    " + line) }
    line("    \"\"\"")
  }
}
