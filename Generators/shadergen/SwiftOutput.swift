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

  /// A property of a record: a field, or a record within it.
  private struct Property {
    var name: String
    var type: String
    var comment: String
  }

  private static func properties(_ preamble: Preamble) -> [Property] {
    var properties: [Property] = []
    for field in preamble.fields {
      guard let record = field.record else {
        properties.append(
          Property(name: field.name, type: swiftType(field), comment: field.comment)
        )
        continue
      }
      guard properties.last?.name != record else { continue }
      properties.append(Property(name: record, type: recordName(record), comment: ""))
    }
    return properties
  }

  /// The struct of a shader's record.
  mutating func record(_ preamble: Preamble, access: String) {
    let properties = SwiftOutput.properties(preamble)
    document(preamble.comment)
    line("\(access)struct \(SwiftOutput.recordName(preamble)): Equatable, Sendable {")
    for property in properties {
      document(property.comment, indent: "  ")
      line("  \(access)var \(property.name): \(property.type)")
    }
    line()
    let parameters = properties.map { "\($0.name): \($0.type)" }
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
    for property in properties { line("    self.\(property.name) = \(property.name)") }
    line("  }")
    line("}")
  }

  /// The function that adds all fields of a record to a hash.
  mutating func hash(_ preamble: Preamble) {
    line("extension \(SwiftOutput.recordName(preamble)) {")
    document("Adds all fields to a hash.", indent: "  ")
    line("  func hash(into hash: inout ContentHash) {")
    for property in SwiftOutput.properties(preamble) {
      if property.type.hasSuffix("Record") {
        line("    \(property.name).hash(into: &hash)")
      } else {
        line("    hash.add(\(property.name))")
      }
    }
    line("  }")
    line("}")
  }

  /// The function that adds the fields of a record to a plan's text.
  mutating func text(_ preamble: Preamble) {
    line("extension \(SwiftOutput.recordName(preamble)) {")
    document("Adds the fields to the text of a draw, those that the draw reads.", indent: "  ")
    line("  func add(to text: inout DrawText, _ draw: Draw) {")
    for property in SwiftOutput.properties(preamble) where property.type.hasSuffix("Record") {
      line("    text.add(\(property.name), draw.shape)")
    }
    for field in preamble.fields where field.record == nil {
      let plain = field.plain == "0" ? "" : ", plain: \(field.plain)"
      let statement = "text.add(\"\(field.word)\", \(field.name)\(plain))"
      let conditions = field.needed.compactMap(SwiftOutput.drawCondition)
      if conditions.isEmpty {
        line("    " + statement)
      } else {
        line("    if \(conditions.joined(separator: ", ")) { \(statement) }")
      }
    }
    line("  }")
    line("}")
  }

  /// The condition on a draw that a variant stands for; nil if no draw says it by itself.
  private static func drawCondition(_ variant: String) -> String? {
    switch variant {
    case "general": "draw.shape == .general"
    case "stretched", "mipmapped": "draw.flags.contains(.\(variant))"
    default: nil
    }
  }

  /// The functions of the plan that read the records of draws, whichever column they are in.
  mutating func columns(_ kinds: [Preamble]) {
    line("extension RenderPlan {")
    document("Adds all fields of a draw's record to a hash.", indent: "  ")
    line("  func hashRecord(of draw: Draw, into hash: inout ContentHash) {")
    eachKind(kinds) { "\($0.column)[Int(draw.record)].hash(into: &hash)" }
    line("  }")
    line()
    document(
      "Whether a draw's record equals that of another plan's draw of the same kind.",
      indent: "  "
    )
    line("  func hasRecord(of draw: Draw, equalTo other: Draw, in plan: RenderPlan) -> Bool {")
    eachKind(kinds) { "\($0.column)[Int(draw.record)] == plan.\($0.column)[Int(other.record)]" }
    line("  }")
    line()
    document("Adds the fields of a draw's record to its text.", indent: "  ")
    line("  func addRecord(of draw: Draw, to text: inout DrawText) {")
    eachKind(kinds) { "\($0.column)[Int(draw.record)].add(to: &text, draw)" }
    line("  }")
    line("}")
  }

  private mutating func eachKind(_ kinds: [Preamble], _ statement: (Preamble) -> String) {
    line("    switch draw.kind {")
    for kind in kinds {
      let text = "    case .\(kind.name ?? ""): " + statement(kind)
      if text.count <= SwiftOutput.columns {
        line(text)
      } else {
        line("    case .\(kind.name ?? ""):")
        line("      " + statement(kind))
      }
    }
    line("    }")
  }

  static func recordName(_ preamble: Preamble) -> String { recordName(preamble.name ?? "") }

  private static func recordName(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst() + "Record"
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
    eachRun(of: file.preamble.fields) { field in "instances.append(\(field.path))" }
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
    document("The choices of a shader when it is compiled: the macros that are defined.")
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
    line("  var source: String { parts.joined(separator: \"\\n\") }")
    line()
    document("The parts of `source` in their order.", indent: "  ")
    line("  private var parts: [String] {")
    line("    switch self {")
    for file in files {
      line("    case .\(file.name):")
      line("      [")
      let names = file.parts.map { "Part.\($0.name)," }
      for names in SwiftOutput.fill(names, indent: "        ") { line(names) }
      line("      ]")
    }
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
    line("}")
    line()
    document("The texts that shaders are made of, each once.")
    line("private enum Part {")
    var known: Set<String> = []
    for part in files.flatMap(\.parts) where known.insert(part.name).inserted {
      if known.count > 1 { line() }
      literal("  static let \(part.name) =", part.text)
    }
    line("}")
  }

  /// The whole numbers that shaders and Swift share.
  mutating func constants(_ constants: [Preamble.Constant]) {
    guard !constants.isEmpty else { return }
    document("The whole numbers that shaders and Swift share.")
    line("enum ShaderConstant {")
    for constant in constants {
      document(constant.comment, indent: "  ")
      line("  static let \(constant.name) = \(constant.value)")
    }
    line("}")
    line()
  }

  private mutating func literal(_ declaration: String, _ content: String) {
    line(declaration + " \"\"\"")
    for line in content.split(separator: "\n") { self.line("    " + line) }
    line("    \"\"\"")
  }
}
