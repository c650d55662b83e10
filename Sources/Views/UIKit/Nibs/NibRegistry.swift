// The nibs and storyboards of a program, by their names.
// Licensed under the MIT license; see LICENSE.
//
// `quartz port` writes each nib and each storyboard as Swift. A program's start calls the generated
// code before `main`, so that it is known by its name when a class asks for it.

import Foundation
import QuartzSharing

/// A nib as code.
struct NibCode {
  var module: String
  // `Any` because: top-level objects are of many classes.
  var make: @MainActor (NibObjects) -> [Any]
}

/// A storyboard as code.
struct StoryboardCode {
  var module: String
  /// The identifier of the scene that it begins with, or nil.
  var initial: String?
  var scenes: [UIStoryboard.Scene]
}

/// The nibs and storyboards that generated code entered.
enum NibRegistry {
  private struct Tables {
    var nibs: [String: [NibCode]] = [:]
    var storyboards: [String: [StoryboardCode]] = [:]
  }

  private static let tables = Guarded(Tables())

  static func add(_ nib: NibCode, _ name: String) {
    tables.withLock { tables in
      tables.nibs[name, default: []].removeAll { $0.module == nib.module }
      tables.nibs[name, default: []].append(nib)
    }
  }

  static func add(_ storyboard: StoryboardCode, _ name: String) {
    tables.withLock { tables in
      tables.storyboards[name, default: []].removeAll { $0.module == storyboard.module }
      tables.storyboards[name, default: []].append(storyboard)
    }
  }

  /// Returns a nib: that of a module, if there is one; nil if no module has one of that name.
  static func nib(_ name: String, in module: String?) -> NibCode? {
    let found = tables.withLock { $0.nibs[name] ?? [] }
    return found.first { $0.module == module } ?? found.first
  }

  /// Returns a storyboard; nil if no module has one of that name.
  static func storyboard(_ name: String) -> StoryboardCode? {
    tables.withLock { $0.storyboards[name]?.first }
  }

  /// Returns the name of the module that declares a class.
  static func module(of type: AnyClass) -> String {
    String(String(reflecting: type).prefix { $0 != "." })
  }
}
