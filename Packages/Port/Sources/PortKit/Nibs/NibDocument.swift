// A nib or a storyboard: its elements by their identifiers.
// Licensed under the MIT license; see LICENSE.

/// A file of Interface Builder's.
public struct NibText: Sendable {
  /// The path in the package, with `/`.
  public var path: String
  /// The module whose classes it uses.
  public var module: String
  /// UTF-8.
  public var bytes: [UInt8]
  /// Whether there are files with texts of other languages for it.
  public var isLocalized: Bool

  /// Creates a file.
  public init(path: String, module: String, bytes: [UInt8], isLocalized: Bool = false) {
    self.path = path
    self.module = module
    self.bytes = bytes
    self.isLocalized = isLocalized
  }

  /// The name without folder and ending.
  var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return String(file.prefix { $0 != "." })
  }

  var isStoryboard: Bool { path.hasSuffix(".storyboard") }

  /// The path of the Swift that is written: beside the file, or beside its folder of a language.
  var output: String {
    var parts = path.split(separator: "/").map(String.init)
    if parts.count > 1, parts[parts.count - 2].hasSuffix(".lproj") {
      parts.remove(at: parts.count - 2)
    }
    return parts.joined(separator: "/") + ".swift"
  }
}

/// A nib that was read.
struct NibDocument {
  let file: NibText
  let top: NibElement
  /// The elements with an identifier.
  let elements: [String: NibElement]

  /// Reads a file.
  init(_ file: NibText) throws(NibError) {
    let top = try NibXML.read(file.bytes)
    guard top.name == "document" else {
      throw NibError(line: top.line, message: "<\(top.name)>; a nib begins with <document>")
    }
    if let type = top["type"], !type.contains("CocoaTouch") {
      throw NibError(line: top.line, message: "\(type) is no nib of UIKit's")
    }
    self.file = file
    self.top = top
    var elements: [String: NibElement] = [:]
    var waiting = [top]
    while let element = waiting.popLast() {
      if let id = element.id, element.name != "dependency" {
        if let other = elements[id] {
          throw NibError(
            line: element.line,
            message: "the identifier \(id) is that of line \(other.line), too"
          )
        }
        elements[id] = element
      }
      waiting += element.children.reversed()
    }
    self.elements = elements
  }

  /// The objects at the top of a nib.
  var objects: [NibElement] { top.list("objects") }

  /// The scenes of a storyboard: the lists of their objects.
  var scenes: [[NibElement]] { top.list("scenes").map { $0.list("objects") } }

  /// Returns the elements in an element, with itself, without the cells that a list makes later.
  static func flat(_ element: NibElement) -> [NibElement] {
    var found: [NibElement] = []
    var waiting = [element]
    while let next = waiting.popLast() {
      found.append(next)
      waiting += next.children.reversed().filter { !isLater($0) }
    }
    return found
  }

  /// Whether a list makes the cells in an element when it needs them.
  static func isLater(_ element: NibElement) -> Bool {
    element.name == "prototypes"
      || element.name == "cells" && element.parent?.name == "collectionView"
      || ["sectionHeaderView", "sectionFooterView"].contains(element["key"])
        && element.parent?.name == "collectionView"
  }
}
