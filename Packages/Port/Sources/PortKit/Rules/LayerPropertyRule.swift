// Properties of layers that animations move.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Writes `@NSManaged var x: CGFloat` as `@LayerProperty var x: CGFloat = 0`, and so a stored
/// property of a layer that is `@objc`.
struct LayerPropertyRule: Rule {
  let name = "layer property"
  let reason = "Objective-C finds a layer's properties by their names; here a wrapper does."
  let limits = "Types without a known default, several properties in one declaration, functions."

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for node in file.all(FunctionDeclSyntax.self, .functionDecl)
    where Attributes.has("NSManaged", node.attributes) {
      work.report(file, node, "a function that is @NSManaged has no code here")
    }
    for node in file.all(VariableDeclSyntax.self, .variableDecl) {
      let isLayers = isOfLayer(node, file, work)
      if let managed = Attributes.find("NSManaged", node.attributes) {
        guard isLayers else {
          work.report(file, node, "@NSManaged outside of a layer: there is no Core Data here")
          continue
        }
        rewrite(node, file, &work) { $0.replace(file.range(managed), wrapper($0)) }
      } else if isLayers, let word = wordToReplace(node, file) {
        rewrite(node, file, &work) { work in
          work.replace(word, wrapper(work))
          work.claimed.insert(word.lowerBound)
        }
      } else if isLayers, isDynamicMember(node) {
        let start = file.range(node).lowerBound
        rewrite(node, file, &work) { $0.insert(wrapper($0) + " ", at: start) }
      }
    }
  }

  /// The attribute of the wrapper.
  private func wrapper(_ work: RuleWork) -> String {
    "@" + work.facts.libraryName("LayerProperty", of: "QuartzCore")
  }

  private func isOfLayer(_ node: VariableDeclSyntax, _ file: SourceFile, _ work: RuleWork) -> Bool {
    guard let type = TypePath.node(around: Syntax(node)), type.is(ClassDeclSyntax.self),
      let path = TypePath.of(type, file)
    else { return false }
    return work.facts.isLayer(path, in: work.module)
  }

  /// Returns the attribute of a stored property that Objective-C sees.
  private func wordToReplace(_ node: VariableDeclSyntax, _ file: SourceFile) -> Range<Int>? {
    guard let objc = Attributes.find("objc", node.attributes), objc.arguments == nil,
      isStored(node)
    else { return nil }
    return file.range(objc)
  }

  /// Whether it is a stored property that is `dynamic`, of a class that is `@objcMembers`.
  private func isDynamicMember(_ node: VariableDeclSyntax) -> Bool {
    guard Modifiers.has("dynamic", node.modifiers), isStored(node),
      !Attributes.has("LayerProperty", node.attributes),
      let type = TypePath.node(around: Syntax(node))?.as(ClassDeclSyntax.self)
    else { return false }
    return Attributes.has("objcMembers", type.attributes)
  }

  private func isStored(_ node: VariableDeclSyntax) -> Bool {
    let unfit = ["static", "class", "lazy", "override", "weak", "unowned"]
    guard node.bindingSpecifier.text == "var", let binding = node.bindings.first,
      node.bindings.count == 1, binding.typeAnnotation != nil || binding.initializer != nil,
      !unfit.contains(where: { Modifiers.has($0, node.modifiers) })
    else { return false }
    guard let block = binding.accessorBlock else { return true }
    guard case .accessors(let accessors) = block.accessors else { return false }
    return accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
  }

  private func rewrite(
    _ node: VariableDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork,
    _ wrap: (inout RuleWork) -> Void
  ) {
    guard let binding = node.bindings.first, node.bindings.count == 1 else {
      work.report(file, node, "several properties in one declaration: give each its own")
      return
    }
    if binding.initializer == nil {
      guard let type = binding.typeAnnotation?.type,
        let value = DefaultValue.of(type, file, work.facts)
      else {
        work.report(file, node, "a layer's property of a type without a known default")
        return
      }
      work.insert(" = \(value)", at: file.range(type).upperBound)
    }
    wrap(&work)
    if let dynamic = Modifiers.find("dynamic", node.modifiers) {
      work.remove(file.rangeToRemove(file.range(dynamic)))
    }
    work.imports.append("QuartzCore")
  }
}
