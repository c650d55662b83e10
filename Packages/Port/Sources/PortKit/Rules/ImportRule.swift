// Imports of submodules, of single declarations, and of modules with another name here.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Imports whole modules, under the names that they have on Linux.
struct ImportRule: Rule {
  let name = "import"
  let reason = "Apple's modules have submodules and re-export others; the ones here have neither."
  let limits = "Modules that do not exist here are reported."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    let unused = UnusedImports(file, work.facts)
    for node in file.all(ImportDeclSyntax.self, .importDecl) {
      guard let first = node.path.first else { continue }
      let module = first.name.text
      let isWhole = node.path.count == 1 && node.importKindSpecifier == nil
      // Code that is not compiled here asks for modules of other systems.
      if BuildCondition.isDead(node, file) || unused.contains(node) { continue }
      if work.facts.isAbsent(module: module) {
        work.report(file, node, "there is no module \(module) here")
        continue
      }
      let name = AppleModules.name(of: module)
      guard AppleModules.isHere(module) else { continue }
      guard !isWhole || name != module else { continue }
      let start = node.importKindSpecifier.map { file.range($0) } ?? file.range(node.path)
      work.replace(start.lowerBound..<file.range(node.path).upperBound, name)
    }
    for name in OpenCombine.qualifiers(in: file) {
      work.replace(file.range(name), OpenCombine.module)
    }
  }
}
