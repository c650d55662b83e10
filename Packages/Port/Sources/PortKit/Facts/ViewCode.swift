// Code of views and layers, as opposed to code of the system.
// Licensed under the MIT license; see LICENSE.

import SwiftSyntax

/// Tells code of Apple's frameworks for views and layers, by the names in it.
enum ViewCode {
  static let modules: Set = [
    "UIKit", "QuartzCore", "CoreGraphics", "CoreImage", "CoreText", "ImageIO", "GLKit", "OpenGLES",
    "AVFoundation", "CoreMedia", "CoreVideo",
  ]
  private static let prefixes = ["UI", "CA", "CG", "CI", "CT", "AV", "CM", "CV", "GLK", "EAGL"]
  /// Names of the C library that differ between systems, or that Linux lacks.
  private static let system: Set = [
    "Darwin", "Glibc", "Musl", "errno", "stat", "lstat", "fstat", "st_mtimespec", "st_mtim",
    "timespec", "timeval", "fts_open", "mach_absolute_time", "mach_timebase_info", "sysctl",
    "sysctlbyname", "uname", "copyfile", "clonefile", "arc4random_uniform", "arc4random",
    "OSAtomicIncrement32", "os_unfair_lock", "pthread_threadid_np", "pthread_setname_np",
    "S_IFLNK", "S_IFMT", "S_IFDIR", "mode_t", "dlopen", "dlsym",
  ]

  /// Whether `os(iOS)` of a branch becomes true here.
  ///
  /// Code of views is wanted here as on iOS. Where another branch would be compiled on Linux,
  /// `os(iOS)` may ask for the system alone: for names of its C library, as in code of files.
  static func isChosen(_ clause: IfConfigClauseSyntax, _ file: SourceFile) -> Bool {
    guard hasAlternative(clause, file) else { return true }
    let words = Words(clause.elements.map(Syntax.init), file)
    if words.areOfViews { return true }
    if !words.names.isDisjoint(with: system) { return false }
    // Values that differ between devices and desktops, in a file about views.
    return importsViews(file)
  }

  /// Whether the branches after one have code that is compiled on Linux.
  private static func hasAlternative(_ clause: IfConfigClauseSyntax, _ file: SourceFile) -> Bool {
    guard let list = clause.parent?.as(IfConfigClauseListSyntax.self) else { return false }
    let later = list.drop { Syntax($0) != Syntax(clause) }.dropFirst()
    return later.contains { other in
      guard let elements = other.elements, !file.text(elements).isEmpty else { return false }
      return other.condition.map { BuildCondition.value(file.text($0)) != false } ?? true
    }
  }

  private static func importsViews(_ file: SourceFile) -> Bool {
    file.all(ImportDeclSyntax.self, .importDecl).contains { node in
      node.path.first.map { modules.contains($0.name.text) } ?? false
    }
  }

  /// Whether a name is one of Apple's types or functions of views: a prefix and a capital.
  static func isName(_ name: String) -> Bool {
    prefixes.contains { prefix in
      name.hasPrefix(prefix) && name.dropFirst(prefix.count).first?.isUppercase == true
    }
  }

  /// The names in code.
  private struct Words {
    var names: Set<String> = []
    var areOfViews: Bool {
      names.contains { ViewCode.isName($0) } || !names.isDisjoint(with: ViewCode.modules)
    }

    init(_ node: Syntax?, _ file: SourceFile) {
      guard let node else { return }
      for token in node.tokens(viewMode: .sourceAccurate) {
        if case .identifier(let name) = token.tokenKind { names.insert(name) }
      }
    }
  }
}
