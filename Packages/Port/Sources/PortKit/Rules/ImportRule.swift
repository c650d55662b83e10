// Imports of submodules, of single declarations, and of modules with another name here.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Imports whole modules, under the names that they have on Linux.
struct ImportRule: Rule {
  let name = "import"
  let reason = "Apple's modules have submodules and re-export others; the ones here have neither."
  let limits = "Modules that do not exist here are reported."

  /// Modules that are part of another one here.
  static let renamed = [
    "Darwin": "Foundation", "ObjectiveC": "UIKit", "CoreFoundation": "Foundation",
    "Cocoa": "AppKit", "os": "OSLog", "SnapshotTesting": "UIKitTesting",
  ]

  /// Modules of Apple's that this package or Swift has under the same name.
  private static let present: Set = [
    "UIKit", "AppKit", "QuartzCore", "CoreGraphics", "CoreImage", "CoreText", "ImageIO", "OpenGLES",
    "GLKit", "Foundation", "Dispatch", "simd", "OSLog", "AVFoundation", "CoreMedia", "CoreVideo",
    "UIKitTesting",
  ]

  /// Modules that will not exist here.
  static let absent: Set = [
    "SwiftUI", "Combine", "WebKit", "MapKit", "Metal", "MetalKit", "SpriteKit", "SceneKit",
    "CoreData", "CoreLocation", "CoreMotion", "Photos", "PhotosUI", "StoreKit", "AudioToolbox",
    "AVKit", "Accelerate", "Vision", "ARKit", "Contacts",
    "UserNotifications", "MessageUI", "SafariServices", "MobileCoreServices",
    "UniformTypeIdentifiers", "WatchKit", "CoreHaptics", "Network", "CloudKit", "GameplayKit",
    "LinkPresentation", "PencilKit", "IOKit", "Carbon", "Security", "CommonCrypto",
  ]

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for node in file.all(ImportDeclSyntax.self, .importDecl) {
      guard let first = node.path.first else { continue }
      let module = first.name.text
      let isWhole = node.path.count == 1 && node.importKindSpecifier == nil
      if Self.absent.contains(module) {
        if !isGated(node) { work.report(file, node, "there is no module \(module) here") }
        continue
      }
      let name = Self.renamed[module] ?? module
      guard Self.present.contains(module) || Self.renamed[module] != nil else { continue }
      guard !isWhole || name != module else { continue }
      // A condition that asks for a module of Apple's is false here, and so is its code unused.
      if isWhole, isGated(node) { continue }
      let start = node.importKindSpecifier.map { file.range($0) } ?? file.range(node.path)
      work.replace(start.lowerBound..<file.range(node.path).upperBound, name)
    }
  }

  /// Whether an import stands under a condition, which may ask whether its module exists.
  private func isGated(_ node: ImportDeclSyntax) -> Bool {
    var parent = node.parent
    while let current = parent {
      if current.is(IfConfigClauseSyntax.self) { return true }
      parent = current.parent
    }
    return false
  }
}

/// Imports UIKit where a rule needs it and nothing does.
struct MissingImportRule: Rule {
  let name = "missing import"
  let reason = "Selector is declared by UIKit and AppKit here, and not by Foundation."
  let limits = ""

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    let imports = file.all(ImportDeclSyntax.self, .importDecl)
    var names: Set<String> = []
    for node in imports {
      guard let name = node.path.first?.name.text, !BuildCondition.isDead(node, file) else { continue }
      names.insert(ImportRule.renamed[name] ?? name)
    }
    if names.contains("AppKit") { names.insert("UIKit") }
    if names.contains("UIKit") { names.formUnion(["Foundation", "QuartzCore"]) }
    for module in work.imports where names.insert(module).inserted {
      let top = imports.last { $0.parent?.parent?.parent?.is(SourceFileSyntax.self) == true }
      let (offset, line) = Self.line(module, after: top, file)
      work.insert(line, at: offset)
    }
    work.imports = []
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
