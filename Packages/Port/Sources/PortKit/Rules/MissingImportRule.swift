// Imports that come with others on Apple's platforms.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Imports the modules whose names a file uses and that nothing imports.
struct MissingImportRule: Rule {
  let name = "missing import"
  let reason = "Modules of Apple's have more: XCTest brings UIKit along, Foundation predicates."
  let limits = ""

  /// Names of Objective-C that UIKit and AppKit declare here.
  private static let ofObjectiveC: Set = [
    "Selector", "objc_setAssociatedObject", "objc_getAssociatedObject",
    "objc_removeAssociatedObjects", "objc_AssociationPolicy",
  ]
  /// Names of the part of Foundation that is a module of its own on Linux.
  private static let ofNetworking: Set = [
    "URLRequest", "NSURLRequest", "NSMutableURLRequest", "URLSession", "URLSessionTask",
    "URLSessionDataTask", "URLSessionUploadTask", "URLSessionDownloadTask",
    "URLSessionConfiguration", "URLSessionDelegate", "URLSessionTaskDelegate",
    "URLSessionDataDelegate", "URLSessionDownloadDelegate", "URLResponse", "HTTPURLResponse",
    "URLCache", "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage", "URLCredential",
    "URLCredentialStorage", "URLProtectionSpace", "URLAuthenticationChallenge", "URLProtocol",
    "URLProtocolClient",
  ]
  /// Names of Core Foundation that QuartzCore declares here.
  static let ofLoops: Set = [
    "CFRunLoop", "CFRunLoopMode", "CFRunLoopRunResult", "CFRunLoopTimer", "CFRunLoopGetCurrent",
    "CFRunLoopGetMain", "CFRunLoopRun", "CFRunLoopRunInMode", "CFRunLoopAddCommonMode",
    "CFRunLoopTimerCreateWithHandler", "CFRunLoopAddTimer", "CFRunLoopTimerInvalidate",
    "CFRunLoopTimerIsValid", "CFRunLoopTimerGetNextFireDate", "CFRunLoopTimerSetNextFireDate",
    "CFRunLoopTimerGetInterval", "CFRunLoopTimerDoesRepeat", "kCFRunLoopDefaultMode",
    "kCFRunLoopCommonModes", "CFAbsoluteTime", "CFAbsoluteTimeGetCurrent", "CFTimeInterval",
  ]
  /// Functions of C's library, which modules of Apple's bring along.
  private static let ofMathematics: Set = [
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "exp2",
    "log", "log2", "log10", "pow", "sqrt", "cbrt", "hypot", "floor", "ceil", "round", "trunc",
    "fmod", "fabs", "remainder",
  ]
  /// Modules that bring mathematics along.
  private static let withMathematics: Set = [
    "CoreGraphics", "Foundation", "UIKit", "AppKit", "QuartzCore", "GLKit", "CoreImage",
    "AVFoundation", "XCTest", "Glibc", "UIKitTesting", "OpenGLES", "CoreMedia", "CoreVideo",
    "ImageIO",
  ]

  /// Modules that bring QuartzCore along.
  private static let withLayers: Set = [
    "QuartzCore", "UIKit", "AppKit", "AVFoundation", "QuartzTesting", "UIKitTesting",
  ]

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    let imports = file.all(ImportDeclSyntax.self, .importDecl)
    var names: Set<String> = []
    for node in imports {
      guard let name = node.path.first?.name.text, !BuildCondition.isDead(node, file) else {
        continue
      }
      names.insert(AppleModules.name(of: name))
    }
    let needed = work.imports + needed(file, names.union(work.imports), work)
    if names.contains("AppKit") { names.insert("UIKit") }
    if names.contains("UIKit") { names.formUnion(["Foundation", "QuartzCore"]) }
    for module in needed where names.insert(module).inserted {
      if module == "UIKit" { names.insert("QuartzCore") }
      let top = imports.last { $0.parent?.parent?.parent?.is(SourceFileSyntax.self) == true }
      let (offset, line) = Self.line(module, after: top, file)
      work.insert(line, at: offset)
    }
    work.imports = []
  }

  /// Returns the modules whose names a file uses, though it does not import them.
  private func needed(
    _ file: SourceFile,
    _ imports: Set<String>,
    _ work: RuleWork
  ) -> [String] {
    var found: [String] = []
    func add(_ module: String) { if !found.contains(module) { found.append(module) } }
    func note(_ name: String, _ node: some SyntaxProtocol) {
      let module: String? =
        switch name {
        case _ where Self.ofObjectiveC.contains(name): "UIKit"
        case _ where Self.ofNetworking.contains(name): "FoundationNetworking"
        case _ where Self.ofLoops.contains(name) && imports.isDisjoint(with: Self.withLayers):
          "QuartzCore"
        case _ where ViewCode.isName(name) && imports.contains("XCTest"):
          name.hasPrefix("UI") ? "UIKit" : "QuartzCore"
        default: nil
        }
      guard let module, !imports.contains(module), !found.contains(module),
        !work.facts.isType(name), !BuildCondition.isDead(node, file)
      else { return }
      add(module)
    }
    for node in file.all(IdentifierTypeSyntax.self, .identifierType) { note(node.name.text, node) }
    for node in file.all(DeclReferenceExprSyntax.self, .declReferenceExpr)
    where node.parent?.as(MemberAccessExprSyntax.self)?.declName != node {
      note(node.baseName.text, node)
    }
    if imports.isDisjoint(with: Self.withMathematics), !found.contains("UIKit"),
      !imports.isEmpty, usesMathematics(file, work)
    {
      add("Foundation")
    }
    if imports.isDisjoint(with: FoundationParts.bringers),
      FoundationParts(file, work.facts).areUsed
    {
      add(FoundationParts.module)
    }
    // UIKit brings the layers and these parts along.
    guard found.contains("UIKit") else { return found }
    return found.filter { $0 != "QuartzCore" && $0 != FoundationParts.module }
  }

  private func usesMathematics(_ file: SourceFile, _ work: RuleWork) -> Bool {
    file.all(FunctionCallExprSyntax.self, .functionCallExpr).contains { call in
      guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
        return false
      }
      return Self.ofMathematics.contains(name) && work.facts.methods[name] == nil
        && !BuildCondition.isDead(call, file)
    }
  }

  /// Returns an import and its place: after another one, or before the first line of code.
  static func line(
    _ module: String,
    after node: ImportDeclSyntax?,
    _ file: SourceFile
  ) -> (offset: Int, text: String) {
    let newline = file.lines.newline
    guard let node else {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let first = file.bytes.starts(with: mark) ? mark.count : 0
      let start = file.lines.start(of: file.range(file.tree.statements).lowerBound)
      return (max(first, start), "import \(module)" + newline)
    }
    let end = file.lines.end(of: file.range(node).upperBound - 1)
    let isEnded = file.lines.isStart(end)
    return (end, (isEnded ? "" : newline) + "import \(module)" + (isEnded ? newline : ""))
  }
}
