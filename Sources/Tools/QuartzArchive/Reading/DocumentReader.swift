// The reader that makes layers of a document's elements.
// Licensed under the MIT license; see LICENSE.
//
// Properties are read by the rows of the property table: an attribute or element with the name of a
// row sets it. Other names become keys of the layer, and elements that are not values are kept
// unchanged. Neither has an effect, and each gives a warning.

import CoreGraphics
import Foundation
import QuartzCore

/// The work that reading a document took, beside that of its parser.
package struct ReadingWork: Equatable, Sendable {
  /// Elements that were entered.
  package internal(set) var elements = 0
  /// States that were looked at for what they are based on.
  package internal(set) var states = 0
  /// Elements that were named in warnings.
  package internal(set) var names = 0
}

/// An element with those around it.
///
/// Paths share those around, so that many deep ones take no more memory than their elements.
final class ElementPath {
  let element: MarkupElement
  let outer: ElementPath?

  init(_ element: MarkupElement, in outer: ElementPath?) {
    self.element = element
    self.outer = outer
  }
}

/// A reader of one document.
///
/// The reader is used once.
final class DocumentReader {
  static let namespace = "http://www.apple.com/CoreAnimation/1.0"

  let file: String
  let folder: any PackageSource
  private let document: MarkupElement
  private var firstWarnings: [CAPackage.Warning] = []
  private var furtherWarnings = 0
  var layersByID: [String: CALayer] = [:]
  /// Images by their real path (or their `data:` URL), so that each is decoded once.
  var images: [ImageRequest: CGImage] = [:]
  /// The files that images came from, by the image.
  var preservedImages: [CGImage: PreservedImage] = [:]
  var preserved = PreservedMarkups()
  /// The films that are contents of layers.
  var films: [CAPackage.Film] = []
  /// The states of layers, which are read after all layers.
  var stateMarkups: [StateMarkup] = []
  private(set) var path: ElementPath?
  var work = ReadingWork()
  private var warnedNames: Set<String> = []
  /// The layers that show text.
  var textLayers: [CATextLayer] = []
  /// The portals that were read.
  var portals: [PortalMarkup] = []
  /// Layers whose geometry is not finite.
  var notDrawn: Set<ObjectIdentifier> = []

  init(document: MarkupElement, file: String, folder: any PackageSource) {
    self.document = document
    self.file = file
    self.folder = folder
  }

  /// Reads the document's root layer with everything below it.
  func read() throws(CAPackageError) -> CALayer {
    guard document.name == "caml", document.namespace == Self.namespace else {
      throw .notCAML(
        file: file,
        reason: "the root element is <\(document.name.shortened)> of the namespace"
          + " \"\(document.namespace.shortened)\""
      )
    }
    return try inside(document) { () throws(CAPackageError) in
      let objects = document.children.filter(isKnownNamespace)
      guard let root = objects.first else { throw .notCAML(file: file, reason: "it has no layer") }
      guard root.name != "MicaAssetManifest" else {
        throw .notCAML(file: file, reason: "it is an asset manifest")
      }
      for other in objects.dropFirst() { warn("a second root object is left out", at: other) }
      let layer = try layer(root)
      try findSources(below: layer)
      return layer
    }
  }

  /// Reads the fonts that the package brings along, if the document has text.
  func readFonts() throws(CAPackageError) -> FontCollection? {
    if textLayers.isEmpty { return nil }
    let (fonts, refused) = try PackageFonts(of: folder).collection()
    for name in refused { warn("\(name.shortened) is damaged or no font, and is left out") }
    return fonts
  }

  // MARK: Where the reader is

  /// Reads the content of an element; warnings name the element.
  func inside<Result>(
    _ element: MarkupElement,
    _ body: () throws(CAPackageError) -> Result
  ) throws(CAPackageError) -> Result {
    work.elements += 1
    return try inside(ElementPath(element, in: path), body)
  }

  /// Reads the content of an element by the way to it.
  func inside<Result>(
    _ inner: ElementPath?,
    _ body: () throws(CAPackageError) -> Result
  ) throws(CAPackageError) -> Result {
    let outer = path
    path = inner
    defer { path = outer }
    return try body()
  }

  /// Returns whether an element's namespace is known; others get a warning.
  func isKnownNamespace(_ element: MarkupElement) -> Bool {
    if element.namespace == Self.namespace { return true }
    warn("an element of another namespace is left out", at: element)
    return false
  }

  /// The most warnings of a document.
  ///
  /// Each names all elements around, so that many deep ones would take far more than the document.
  static let mostWarnings = 1000

  /// The warnings, in order; the last one counts those that are left out.
  var warnings: [CAPackage.Warning] {
    if furtherWarnings == 0 { return firstWarnings }
    let message = "\(furtherWarnings) more warnings are left out"
    return firstWarnings + [CAPackage.Warning(file: file, elementPath: "", message: message)]
  }

  /// Adds a warning about an element inside of the current one, or about the current one.
  func warn(_ message: @autoclosure () -> String, at element: MarkupElement? = nil) {
    guard firstWarnings.count < Self.mostWarnings else {
      furtherWarnings += 1
      return
    }
    var names: [String] = []
    var step = element.map { ElementPath($0, in: path) } ?? path
    let line = step?.element.line
    while let found = step {
      let element = found.element
      let name = element.attributes["name"] ?? element.attributes["key"]
      names.append(element.name.shortened + (name.map { "[\($0.shortened)]" } ?? ""))
      step = found.outer
    }
    work.names += names.count
    firstWarnings.append(
      CAPackage.Warning(
        file: file,
        line: line,
        elementPath: names.reversed().joined(separator: "/"),
        message: message()
      )
    )
  }

  /// Adds a warning that is given once for each name in a document.
  func warnOnce(
    _ name: String,
    _ message: @autoclosure () -> String,
    at element: MarkupElement? = nil
  ) {
    if warnedNames.insert(name).inserted { warn(message(), at: element) }
  }

  /// Returns an error at an element.
  func malformed(_ element: MarkupElement, _ reason: String) -> CAPackageError {
    .malformed(file: file, line: element.line, column: nil, reason: reason)
  }
}
