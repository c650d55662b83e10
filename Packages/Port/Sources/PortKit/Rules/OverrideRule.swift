// Overrides that stand in extensions, and members in extensions that are overridden.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Moves overrides out of extensions into the bodies of their classes.
///
/// It also moves members that a subclass overrides, and those that are open. Members keep their
/// comments and their order; those of another file bring the imports along.
struct OverrideRule: Rule {
  let name = "override"
  let reason = "Without Objective-C, an extension neither overrides nor is overridden."
  let limits = """
    Extensions of classes of other modules, extensions with conditions, branches of #else, members \
    that need private names of another file.
    """

  let files: FileList

  init(files: FileList = FileList()) { self.files = files }

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for node in file.all(ExtensionDeclSyntax.self, .extensionDecl) {
      guard let path = TypePath.of(Syntax(node), file) else { continue }
      for member in Members.flat(node.memberBlock.members) {
        guard let modifiers = MemberKey.modifiers(member) else { continue }
        let isOverride = Modifiers.has("override", modifiers)
        let key = MemberKey.of(member)
        let isOverridden = key.map { work.facts.isOverridden($0, of: path) } ?? false
        // An open one may be overridden by another module.
        let isOpen = Modifiers.has("open", modifiers) && work.facts.isClass(path, in: work.module)
        guard isOverride || isOverridden || isOpen else {
          close(modifiers, path, file, &work)
          continue
        }
        move(member, of: node, path, file, &work)
      }
    }
  }

  /// Writes `open` as `public` in an extension of another module's class: nothing overrides it.
  private func close(
    _ modifiers: DeclModifierListSyntax,
    _ path: String,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard let open = Modifiers.find("open", modifiers), !work.facts.isType(path) else { return }
    work.replace(file.range(open), "public")
  }

  private func move(
    _ member: DeclSyntax,
    of node: ExtensionDeclSyntax,
    _ path: String,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let facts = work.facts
    guard let type = facts.declaration(path, in: work.module), type.module == work.module else {
      // Of a protocol or structure it is no override; of another module's class it cannot move.
      if !BuildCondition.isDead(member, file), facts.all(path).allSatisfy({ $0.kind != .protocol })
      {
        work.report(
          file,
          member,
          "this extension overrides a member of \(path), a class of another module"
        )
      }
      return
    }
    guard node.genericWhereClause == nil else {
      work.report(file, member, "an extension with conditions overrides a member")
      return
    }
    let lines = MemberLines(member, file)
    if type.file != work.file {
      let hidden = names(in: member).intersection(facts.privateNames[work.file])
      guard hidden.isEmpty else {
        let list = hidden.sorted().joined(separator: ", ")
        work.report(
          file,
          member,
          "the class \(path) stands in another file, which does not see \(list)"
        )
        return
      }
    }
    guard let conditions = conditions(around: Syntax(member), file) else {
      work.report(file, member, "an override in a branch of #else or #elseif")
      return
    }
    addAccess(member, of: node, file, &work)
    work.edits.add(
      Edit(range: lines.range, pieces: [], rule: name, isMove: true),
      to: work.file
    )
    insert(lines, conditions, into: type, file, &work)
  }

  /// Returns the words that a member uses.
  private func names(in member: DeclSyntax) -> Set<String> {
    var names: Set<String> = []
    for token in member.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let name) = token.tokenKind { names.insert(name) }
    }
    return names
  }

  /// Returns the conditions of the `#if` around a member; nil if there is another branch.
  private func conditions(around node: Syntax, _ file: SourceFile) -> [Range<Int>]? {
    var found: [Range<Int>] = []
    var next = node.parent
    while let current = next {
      if let clause = current.as(IfConfigClauseSyntax.self) {
        guard clause.poundKeyword.text == "#if", let condition = clause.condition else {
          return nil
        }
        found.append(file.range(condition))
      }
      next = current.parent
    }
    return found.reversed()
  }

  /// Gives the member the access that its extension gave it.
  private func addAccess(
    _ member: DeclSyntax,
    of node: ExtensionDeclSyntax,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    guard let access = Modifiers.access(node.modifiers), access != "internal",
      let modifiers = MemberKey.modifiers(member), Modifiers.access(modifiers) == nil
    else { return }
    let word = access == "private" ? "fileprivate" : access
    let attributes = member.asProtocol((any WithAttributesSyntax).self)?.attributes
    let start: Int
    if let last = attributes?.last {
      start = last.endPosition.utf8Offset
    } else {
      start = file.range(member).lowerBound
    }
    let offset = file.bytes[start...].prefix { Byte.isBlank($0) || Byte.isNewline($0) }.endIndex
    work.insert(word + " ", at: offset)
  }

  private func insert(
    _ lines: MemberLines,
    _ conditions: [Range<Int>],
    into type: TypeFact,
    _ file: SourceFile,
    _ work: inout RuleWork
  ) {
    let target = files.all[type.file]
    let brace = target.range(type.members.rightBrace).lowerBound
    let newline = target.lines.newline
    // Conditions that the class stands under are met already.
    let outer = self.conditions(around: type.node, target)?.map { target.text($0) } ?? []
    let open = conditions.filter { !outer.contains(file.text($0)) }
    var pieces: [Piece] = [.text(newline)]
    for condition in open {
      pieces += [
        .text(lines.indentation + "#if "), .moved(file: work.file, range: condition),
        .text(newline),
      ]
    }
    pieces += [.text(lines.indentation), .moved(file: work.file, range: lines.text)]
    pieces.append(.text(newline))
    for _ in open { pieces.append(.text(lines.indentation + "#endif" + newline)) }
    let isOwnLine = target.isFirstInLine(brace)
    let offset = isOwnLine ? target.lines.start(of: brace) : brace
    work.edits.add(
      Edit(range: offset..<offset, pieces: pieces, rule: name),
      to: type.file
    )
    guard type.file != work.file else { return }
    addImports(of: file, to: target, type.file, &work)
  }

  private func addImports(
    of file: SourceFile,
    to target: SourceFile,
    _ index: Int,
    _ work: inout RuleWork
  ) {
    let own = target.all(ImportDeclSyntax.self, .importDecl)
    let known = Set(own.compactMap { $0.path.first?.name.text })
    for node in file.all(ImportDeclSyntax.self, .importDecl) where node.path.count == 1 {
      guard let module = node.path.first?.name.text, !known.contains(module),
        !work.facts.isAbsent(module: module), !BuildCondition.isDead(node, file),
        work.moved.insert("\(index) \(module)").inserted
      else { continue }
      let top = own.last { $0.parent?.parent?.parent?.is(SourceFileSyntax.self) == true }
      let (offset, line) = MissingImportRule.line(module, after: top, target)
      work.edits.add(
        Edit(range: offset..<offset, pieces: [.text(line)], rule: name),
        to: index
      )
    }
  }
}

/// The files of a package, for rules that write into others than the one they look at.
final class FileList: Sendable {
  let all: [SourceFile]

  init(_ all: [SourceFile] = []) { self.all = all }
}

/// The bytes of a member of an extension.
private struct MemberLines {
  /// The bytes to remove: whole lines, with the comments above, where it has lines of its own.
  let range: Range<Int>
  /// The bytes to move, without the indentation of the first line and without the last newline.
  let text: Range<Int>
  /// The spaces before the first line.
  let indentation: String

  init(_ member: DeclSyntax, _ file: SourceFile) {
    let own = file.range(member)
    var end = file.skippingBlanks(own.upperBound)
    if end < file.bytes.count, file.bytes[end] == UInt8(ascii: ";") { end += 1 }
    let lineEnd = file.lines.end(of: max(own.upperBound - 1, 0))
    let rest = file.text(own.upperBound..<max(own.upperBound, lineEnd)).drop {
      $0 == " " || $0 == "\t"
    }
    let isAlone = rest.allSatisfy(\.isNewline) || rest.hasPrefix("//")
    guard file.isFirstInLine(own.lowerBound), isAlone else {
      range = own
      text = own
      indentation = "  "
      return
    }
    let first = member.position.utf8Offset
    var start = file.lines.start(of: own.lowerBound)
    while start > first {
      let above = file.lines.start(of: start - 1)
      let line = file.bytes[above..<start]
      guard above >= first, line.contains(where: { !Byte.isBlank($0) && !Byte.isNewline($0) })
      else { break }
      start = above
    }
    range = start..<lineEnd
    indentation = file.indentation(at: start)
    var last = lineEnd
    while last > start, Byte.isNewline(file.bytes[last - 1]) { last -= 1 }
    text = (start + indentation.utf8.count)..<last
  }
}
