// From the folder of shaders to the files that are generated.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Reads all shaders of a checkout.
struct ShaderGenerator {
  /// Kinds first, by the order of `DrawKind`; then the renderer's own.
  let files: [ShaderFile]

  /// - Parameter root: The checkout, which holds `Shaders`.
  /// - Throws: `PreambleError`, or what reading a file throws.
  init(root: String) throws {
    let folder = root + "/Generators/Shaders"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".glsl") }.map { String($0.dropLast(5)) }
    let all = try names.map { try ShaderFile(name: $0, folder: folder) }
    files = all.sorted { ShaderGenerator.order($0) < ShaderGenerator.order($1) }
  }

  // New kinds go to the end: raw values of `DrawKind` order columns and batches.
  private static let kinds = ["solid", "border", "image", "composite"]

  private static func order(_ file: ShaderFile) -> (Int, String) {
    let isOwn = file.preamble.owner == .renderer
    return (isOwn ? Int.max : kinds.firstIndex(of: file.name) ?? kinds.count, file.name)
  }

  /// The generated files by their path in the checkout.
  func outputs() -> [(path: String, text: String)] {
    let kinds = files.filter { $0.preamble.owner == .plan }
    var records = SwiftOutput()
    records.document(
      "The kinds of draws, one for each shader.",
      details: "The raw value orders columns and batches."
    )
    records.line("package enum DrawKind: UInt8, CaseIterable, Sendable {")
    for file in kinds { records.line("  case \(file.name)") }
    records.line("}")
    var known: Set<String> = []
    for include in kinds.compactMap(\.included)
    where known.insert(include.name ?? "").inserted {
      records.line()
      records.record(include, access: "package ")
      records.line()
      records.hash(include)
    }
    for file in kinds {
      records.line()
      records.record(file.preamble, access: "package ")
      records.line()
      records.hash(file.preamble)
      records.line()
      records.text(file.preamble)
    }
    records.line()
    records.columns(kinds.map(\.preamble))
    return [
      ("Sources/Core/QuartzPlan/Generated/DrawRecords.swift", records.text),
      ("Sources/Renderers/QuartzGLES/Generated/Shaders.swift", shaders()),
      ("Sources/Renderers/QuartzGLES/Generated/InstanceWriters.swift", instanceWriters()),
    ]
  }

  private func shaders() -> String {
    var output = SwiftOutput()
    output.shaderEnum(files)
    output.line()
    var variants: [Preamble.Variant] = []
    for variant in files.flatMap(\.variants)
    where !variants.contains(where: { $0.name == variant.name }) {
      variants.append(variant)
    }
    output.variantSet(variants)
    output.line()
    output.constants(files.flatMap(\.preamble.constants))
    output.sources(files)
    return output.text
  }

  private func instanceWriters() -> String {
    var output = SwiftOutput()
    output.line("import QuartzPlan")
    for file in files where file.preamble.owner == .renderer {
      output.line()
      output.record(file.preamble, access: "")
    }
    for file in files {
      output.line()
      output.writer(file)
    }
    return output.text
  }

  /// Every stage of every variant as the driver gets it, by file name.
  func stages() -> [(name: String, text: String)] {
    files.flatMap { file in
      let plain = file.combinations.map { (chosen: $0, number: Int?.none) }
      let numbered = (0..<(file.preamble.number?.count ?? 0)).flatMap { number in
        file.numberedCombinations.map { (chosen: $0, number: Int?.some(number)) }
      }
      return (plain + numbered).flatMap { chosen, number in
        // The range of a colour decides nothing about its place.
        let isSame = chosen.contains { $0.name == "extended" }
        return ShaderFile.Stage.allCases.filter { $0 == .fragment || !isSame }.map { stage in
          let parts = [file.name] + chosen.map(\.name) + (number.map { ["\($0)"] } ?? [])
          return (
            "\(parts.joined(separator: "-")).\(stage.rawValue)",
            file.expanded(stage: stage, chosen, number: number)
          )
        }
      }
    }
  }
}
