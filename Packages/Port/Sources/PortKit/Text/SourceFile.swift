// A file of Swift source: its bytes, its lines and its syntax.
// Licensed under the MIT license; see LICENSE.

import SwiftParser
import SwiftSyntax

/// A file of Swift source.
///
/// It is parsed once. The nodes are found by a loop and not by a visitor, so that code of any depth
/// needs no stack. Offsets count bytes of UTF-8 from the start of the file.
struct SourceFile {
  /// The path in the package, with `/`.
  let path: String
  let bytes: [UInt8]
  let lines: LineTable
  let tree: SourceFileSyntax
  /// The offset of the first byte that the parser did not expect; nil if all of it is Swift.
  let firstError: Int?
  /// The place from which on the file is nested too deeply to be read; nil if it is not.
  ///
  /// Such a file has no nodes.
  let excess: SourceDepth?
  private let nodes: [SyntaxKind: [Syntax]]

  /// The kinds of nodes that rules ask for.
  private static let kinds: Set<SyntaxKind> = [
    .attribute, .importDecl, .ifConfigClause, .macroExpansionExpr, .functionCallExpr, .classDecl,
    .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl, .variableDecl,
    .functionDecl, .memberAccessExpr, .declReferenceExpr, .identifierType, .macroExpansionDecl,
    .sequenceExpr, .asExpr, .patternBinding, .functionParameter,
  ]

  /// - Parameters:
  ///   - path: The path in the package.
  ///   - bytes: UTF-8.
  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lines = LineTable(bytes)
    let excess = SourceDepth.excess(in: bytes)
    self.excess = excess
    tree = (excess == nil ? bytes : []).withUnsafeBufferPointer { Parser.parse(source: $0) }
    var nodes: [SyntaxKind: [Syntax]] = [:]
    var waiting = [Syntax(tree)]
    var firstError: Int?
    while let node = waiting.popLast() {
      if SourceFile.kinds.contains(node.kind) { nodes[node.kind, default: []].append(node) }
      if node.kind == .unexpectedNodes { firstError = firstError ?? node.position.utf8Offset }
      for child in node.children(viewMode: .sourceAccurate).reversed() where child.kind != .token {
        waiting.append(child)
      }
    }
    self.nodes = nodes
    self.firstError = firstError ?? (tree.hasError ? SourceFile.missing(in: tree) : nil)
  }

  /// Returns the offset of the first token that is missing; the end if none is.
  private static func missing(in tree: SourceFileSyntax) -> Int {
    var waiting = [Syntax(tree)]
    while let node = waiting.popLast() {
      if let token = node.as(TokenSyntax.self), token.presence == .missing {
        return token.position.utf8Offset
      }
      for child in node.children(viewMode: .all).reversed() where child.hasError || child.isMissing
      {
        waiting.append(child)
      }
    }
    return tree.endPosition.utf8Offset
  }

  /// Returns the nodes of a kind, in the order of the source.
  func all<Node: SyntaxProtocol>(_ type: Node.Type, _ kind: SyntaxKind) -> [Node] {
    (nodes[kind] ?? []).compactMap { $0.as(type) }
  }

  /// Returns the bytes of a node without the spaces and comments around it.
  func range(_ node: some SyntaxProtocol) -> Range<Int> {
    let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return start..<max(start, node.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// Returns the text of a node without the spaces and comments around it.
  func text(_ node: some SyntaxProtocol) -> String { text(range(node)) }

  /// Returns the text of a range.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the number of the line that a node begins in.
  func line(_ node: some SyntaxProtocol) -> Int {
    lines.number(of: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  /// Returns the spaces and tabs before the first thing in the line of an offset.
  func indentation(at offset: Int) -> String {
    let start = lines.start(of: offset)
    var end = start
    while end < bytes.count, Byte.isBlank(bytes[end]) { end += 1 }
    return text(start..<end)
  }

  /// Returns an offset moved forward over spaces and tabs.
  func skippingBlanks(_ offset: Int) -> Int {
    var end = offset
    while end < bytes.count, Byte.isBlank(bytes[end]) { end += 1 }
    return end
  }

  /// Whether only spaces and tabs stand between the start of the line and an offset.
  func isFirstInLine(_ offset: Int) -> Bool {
    bytes[lines.start(of: offset)..<offset].allSatisfy(Byte.isBlank)
  }

  /// Returns the bytes to remove with a word: the blanks after it, or its line if it has one of its
  /// own.
  func rangeToRemove(_ word: Range<Int>) -> Range<Int> {
    let end = skippingBlanks(word.upperBound)
    guard end == bytes.count || Byte.isNewline(bytes[end]) else { return word.lowerBound..<end }
    if isFirstInLine(word.lowerBound) {
      let last = max(word.lowerBound, word.upperBound - 1)
      return lines.start(of: word.lowerBound)..<lines.end(of: last)
    }
    var start = word.lowerBound
    while start > 0, Byte.isBlank(bytes[start - 1]) { start -= 1 }
    return start..<word.upperBound
  }
}

extension Syntax {
  fileprivate var isMissing: Bool { self.as(TokenSyntax.self)?.presence == .missing }
}
