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
    "UniformTypeIdentifiers": "UIKit", "MobileCoreServices": "UIKit", "CoreServices": "UIKit",
    "Combine": OpenCombine.module, "AVKit": "AVFoundation",
  ]

  /// Modules of Apple's that this package or Swift has under the same name.
  private static let present: Set = [
    "UIKit", "AppKit", "QuartzCore", "CoreGraphics", "CoreImage", "CoreText", "ImageIO", "OpenGLES",
    "GLKit", "Foundation", "Dispatch", "simd", "OSLog", "AVFoundation", "CoreMedia", "CoreVideo",
    "UIKitTesting", "UserNotifications", "SafariServices",
  ]

  /// Modules that will not exist here.
  static let absent: Set = [
    "SwiftUI", "WebKit", "MapKit", "Metal", "MetalKit", "SpriteKit", "SceneKit",
    "CoreData", "CoreLocation", "CoreMotion", "Photos", "PhotosUI", "StoreKit", "AudioToolbox",
    "Accelerate", "Vision", "ARKit", "Contacts", "MessageUI", "WatchKit",
    "CoreHaptics", "Network", "CloudKit", "GameplayKit", "LinkPresentation", "PencilKit", "IOKit",
    "Carbon", "Security", "CommonCrypto",
  ]

  func apply(to file: SourceFile, _ work: inout RuleWork) {
    for node in file.all(ImportDeclSyntax.self, .importDecl) {
      guard let first = node.path.first else { continue }
      let module = first.name.text
      let isWhole = node.path.count == 1 && node.importKindSpecifier == nil
      // Code that is not compiled here asks for modules of other systems.
      if BuildCondition.isDead(node, file) { continue }
      if Self.absent.contains(module) {
        work.report(file, node, "there is no module \(module) here")
        continue
      }
      let name = Self.renamed[module] ?? module
      guard Self.present.contains(module) || Self.renamed[module] != nil else { continue }
      guard !isWhole || name != module else { continue }
      let start = node.importKindSpecifier.map { file.range($0) } ?? file.range(node.path)
      work.replace(start.lowerBound..<file.range(node.path).upperBound, name)
    }
    for name in OpenCombine.qualifiers(in: file) {
      work.replace(file.range(name), OpenCombine.module)
    }
  }
}
