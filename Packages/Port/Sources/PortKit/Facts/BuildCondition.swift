// Code that is not compiled on Linux.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Tells whether code stands in a branch of `#if` that is not compiled on Linux, or in a preview.
enum BuildCondition {
  /// Whether a node stands in such a branch, or in a preview, which a port takes out.
  static func isDead(_ node: some SyntaxProtocol, _ file: SourceFile) -> Bool {
    var next = node.parent
    while let current = next {
      if let clause = current.as(IfConfigClauseSyntax.self), isDead(clause, file) { return true }
      if Previews.isPreview(current) { return true }
      next = current.parent
    }
    return false
  }

  private static func isDead(_ clause: IfConfigClauseSyntax, _ file: SourceFile) -> Bool {
    if value(of: clause, file) == false { return true }
    guard let list = clause.parent?.as(IfConfigClauseListSyntax.self) else { return false }
    // An earlier branch that is always taken leaves nothing for the later ones.
    for other in list {
      if Syntax(other) == Syntax(clause) { return false }
      if value(of: other, file) == true { return true }
    }
    return false
  }

  /// Returns the value of a branch's condition after the port; nil if it is not known or absent.
  private static func value(of clause: IfConfigClauseSyntax, _ file: SourceFile) -> Bool? {
    guard let condition = clause.condition else { return nil }
    let text = file.text(condition)
    guard text.contains("iOS"), !ViewCode.isChosen(clause, file) else { return value(text) }
    // The question stays, and is false.
    return value(text.replacing("os(iOS)", with: "false"))
  }

  private static let always: Set = [
    "os(iOS)", "os(Linux)", "canImport(UIKit)", "canImport(QuartzCore)", "canImport(Foundation)",
    "canImport(CoreGraphics)", "true", "canImport(Glibc)",
  ]
  private static let never: Set = [
    "os(macOS)", "os(OSX)", "os(tvOS)", "os(watchOS)", "os(visionOS)", "os(Windows)",
    "os(Android)", "false", "canImport(Combine)", "canImport(AppKit)", "canImport(Cocoa)",
    "canImport(ObjectiveC)", "canImport(Darwin)", "canImport(AVFoundation)", "canImport(AVKit)",
    "canImport(MobileCoreServices)", "canImport(CoreServices)",
  ]

  /// Returns the value of a condition; nil if it is not known.
  static func value(_ condition: String) -> Bool? {
    let text = condition.filter { !$0.isWhitespace }
    let parts = text.split(separator: "||", omittingEmptySubsequences: false)
    if parts.count > 1, !text.contains("(("), !text.contains("))") {
      let values = parts.map { value(String($0)) }
      if values.contains(true) { return true }
      return values.contains(nil) ? nil : false
    }
    let factors = text.split(separator: "&&", omittingEmptySubsequences: false)
    if factors.count > 1, !text.contains("(("), !text.contains("))") {
      let values = factors.map { value(String($0)) }
      if values.contains(false) { return false }
      return values.contains(nil) ? nil : true
    }
    if text.hasPrefix("!") { return value(String(text.dropFirst())).map { !$0 } }
    if text.hasPrefix("targetEnvironment(") { return false }
    if always.contains(text) { return true }
    if never.contains(text) { return false }
    let module = text.hasPrefix("canImport(") ? text.dropFirst(10).dropLast() : ""
    return AppleModules.isAbsent(String(module)) ? false : nil
  }
}
