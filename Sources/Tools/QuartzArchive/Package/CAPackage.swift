// A `.ca` package: a folder that holds a layer tree and its pictures, read.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A layer tree with its animations, read from a `.ca` package or to write as one.
///
///     let package = try CAPackage(contentsOf: URL(fileURLWithPath: "Clock.ca"))
///     let context = try CAContext(size: package.size)
///     context.layer = package.canvasLayer
///     let picture = try context.image(at: 0.5)
///
/// Content that this version does not know has no effect and is kept for `write(to:)`, with a
/// warning for each. Dangerous content (documents that grow, names that lead out of the package) is
/// an error. Reading never writes into the package and never opens the network.
///
/// A package's layers belong to one thread at a time.
///
/// **Differences**: Apple's CAPackage is private; this one is similar and has a part of its names.
public final class CAPackage {
  /// A warning about content of a package that was skipped or repaired.
  public struct Warning: Equatable, Sendable, CustomStringConvertible {
    /// The file, starting with the package's path.
    public var file: String
    /// The line of the element, counted from 1; nil for a warning without a line.
    public var line: Int?
    /// The elements around it, from the root: `caml/CALayer[clock]/sublayers/CALayer`.
    public var elementPath: String
    /// The problem and its treatment.
    public var message: String

    /// One line with all four.
    public var description: String {
      let location = line.map { "\(file):\($0)" } ?? file
      return elementPath.isEmpty
        ? "\(location): \(message)" : "\(location): \(elementPath): \(message)"
    }
  }

  /// A film that is the contents of a layer.
  public struct Film {
    /// The layer, which has no contents before somebody plays the film in it.
    public var layer: CALayer
    /// The film, inside of the package.
    public var url: URL
  }

  /// The longest side of a canvas in points.
  package static let maximumSide = 16384

  /// The layer that the document describes, with the position that the document gives it.
  public let rootLayer: CALayer
  /// The size of the canvas in points.
  public let size: CGSize
  /// Whether the document counts y downwards from the top; if not, its y axis points up.
  public let isGeometryFlipped: Bool
  /// The warnings, in the order of the document.
  ///
  /// Of more than a thousand, the last one counts those that are left out.
  public let warnings: [Warning]
  /// The films that are contents of layers, in the order of the document.
  ///
  /// `quartz render` plays each by its layer's time; a program adds an `AVPlayerLayer` for it.
  public let films: [Film]
  /// The fonts of the package's folder `fonts`; nil if it has none.
  ///
  /// Text of the package is shown in them and in no others, so that it is the same on every
  /// machine.
  public let fonts: FontCollection?
  private let layersByID: [String: CALayer]
  /// The work that reading the document took.
  package let work: ReadingWork
  /// The content of index.xml.
  let index: PackageIndex
  /// The states of the document's layers, layer by layer.
  let stateGroups: [StateGroup]
  /// The document's content beyond its layers.
  let preserved: PreservedMarkups
  /// The files that images were read from.
  let preservedImages: [CGImage: PreservedImage]
  /// The source that the package was read from.
  let folder: (any PackageSource)?

  /// A layer of the canvas's size with the root layer in its middle, for a context of iOS
  /// orientation.
  ///
  /// The document's position of the root refers to an absent host, so the middle of the root's
  /// bounds is placed in the middle of the canvas. The canvas is flipped if the document's y axis
  /// points up.
  public private(set) lazy var canvasLayer: CALayer = {
    let bounds = rootLayer.bounds
    let anchor = rootLayer.anchorPoint
    let center = CGPoint(
      x: rootLayer.position.x + (0.5 - anchor.x) * bounds.width,
      y: rootLayer.position.y + (0.5 - anchor.y) * bounds.height
    )
    let canvas = CALayer()
    canvas.bounds = CGRect(
      x: center.x - size.width / 2,
      y: center.y - size.height / 2,
      width: size.width,
      height: size.height
    )
    canvas.position = CGPoint(x: size.width / 2, y: size.height / 2)
    canvas.isGeometryFlipped = !isGeometryFlipped
    canvas.timeOffset = FilmBeginning.layerTime(at: 0)
    canvas.addSublayer(rootLayer)
    return canvas
  }()

  /// Reads a package.
  ///
  /// - Parameter url: The package's folder.
  /// - Throws: `CAPackageError` for a package that is missing, malformed or dangerous.
  public convenience init(contentsOf url: URL) throws(CAPackageError) {
    try self.init(source: try PackageFolder(url))
  }

  /// Reads a document without the package around it: a bare `.caml` file.
  ///
  /// The canvas is as large as the root layer's bounds, and y points up. If the file is the
  /// document of a package folder, the package is read. Images are searched beside the file.
  ///
  /// - Parameter url: The document.
  /// - Throws: `CAPackageError` for a document that is missing, malformed or dangerous.
  public convenience init(documentAt url: URL) throws(CAPackageError) {
    let folder = try PackageFolder(url.deletingLastPathComponent())
    let name = url.lastPathComponent
    var (index, warnings) = (PackageIndex(), [Warning]())
    if case .inside = folder.location(of: PackageIndex.fileName) {
      let own = try CAPackage.index(of: folder, &warnings)
      if own.rootDocument == name { index = own }
    }
    index.rootDocument = name
    try self.init(source: folder, index, [])
  }

  /// Reads a package from a source of files.
  convenience init(source folder: any PackageSource) throws(CAPackageError) {
    var warnings: [Warning] = []
    let index = try CAPackage.index(of: folder, &warnings)
    try self.init(source: folder, index, warnings)
  }

  private init(
    source folder: any PackageSource,
    _ index: PackageIndex,
    _ warnings: [Warning]
  ) throws(CAPackageError) {
    self.index = index
    self.folder = folder
    isGeometryFlipped = index.isGeometryFlipped
    let reader = try CAPackage.document(index.rootDocument, of: folder)
    rootLayer = try reader.read()
    let host = CAPackage.hostStates(of: rootLayer).map { [$0] } ?? []
    stateGroups = try reader.readStates() + host
    layersByID = reader.layersByID
    films = reader.films
    preserved = reader.preserved
    preservedImages = reader.preservedImages
    let ownFonts = try reader.readFonts()
    fonts = ownFonts
    for layer in reader.textLayers { layer.documentFonts = ownFonts }
    self.warnings = warnings + reader.warnings
    work = reader.work
    size = try CAPackage.canvasSize(index, rootLayer, file: reader.file)
  }

  /// Creates a package of a layer tree, to write it.
  ///
  ///     try CAPackage(rootLayer: layer).write(to: URL(fileURLWithPath: "Layer.ca"))
  ///
  /// - Parameters:
  ///   - rootLayer: The tree; it is not copied.
  ///   - size: The size of the canvas in points, 1...16384 a side; nil for that of the layer's
  ///     bounds.
  ///   - isGeometryFlipped: Whether y points down, as it does for a context of iOS orientation.
  /// - Throws: `CAPackageError.limit` for a canvas that is too large, `.malformed` for an invalid
  ///   one.
  public convenience init(
    rootLayer: CALayer,
    size: CGSize? = nil,
    isGeometryFlipped: Bool = true
  ) throws(CAPackageError) {
    try self.init(
      rootLayer: rootLayer,
      size: size,
      isGeometryFlipped: isGeometryFlipped,
      warnings: []
    )
  }

  /// Creates a package of a layer tree that was read with warnings.
  init(
    rootLayer: CALayer,
    size: CGSize?,
    isGeometryFlipped: Bool,
    warnings: [Warning]
  ) throws(CAPackageError) {
    var index = PackageIndex()
    index.isGeometryFlipped = isGeometryFlipped
    index.documentWidth = size.map { Double($0.width) }
    index.documentHeight = size.map { Double($0.height) }
    self.index = index
    self.rootLayer = rootLayer
    self.isGeometryFlipped = isGeometryFlipped
    self.size = try CAPackage.canvasSize(index, rootLayer, file: index.rootDocument)
    self.warnings = warnings
    work = ReadingWork()
    films = []
    fonts = nil
    layersByID = [:]
    stateGroups = []
    preserved = PreservedMarkups()
    preservedImages = [:]
    folder = nil
  }

  /// The names of all states that the package has, each once, in the order of the document.
  public var stateNames: [String] {
    var names: Set<String> = []
    return states.map(\.name).filter { names.insert($0).inserted }
  }

  /// The states of all layers with states, in the order of the document.
  ///
  /// `CAStateController` puts the layers into them.
  public var states: [CAState] { stateGroups.flatMap(\.states) }

  /// The range of the document's time that its editor loops, in seconds; nil if the package has
  /// none.
  public var loopRange: Range<Double>? { index.loopRange }

  /// Returns the layer with an id in the document.
  public func publishedObject(withName name: String) -> CALayer? {
    layersByID[name]
  }

  /// The largest property list that is read, in bytes.
  private static let indexLimit = 1 << 20

  private static func index(
    of folder: any PackageSource,
    _ warnings: inout [Warning]
  ) throws(CAPackageError) -> PackageIndex {
    let name = PackageIndex.fileName
    switch folder.location(of: name) {
    case .inside(let path):
      let bytes = try folder.read(path, file: name, limit: indexLimit)
      return try PackageIndex(bytes, file: folder.displayName(name))
    case .outside:
      throw .unreadable(path: folder.displayName(name), reason: "it leads out of the package")
    case .nowhere:
      let index = PackageIndex()
      guard case .inside = folder.location(of: index.rootDocument) else {
        throw .notAPackage(
          path: folder.name,
          reason: "it has neither index.xml nor \(index.rootDocument)"
        )
      }
      warnings.append(
        Warning(
          file: folder.displayName(name),
          elementPath: "",
          message: "missing; \(index.rootDocument) is read with y up"
        )
      )
      return index
    }
  }

  private static func document(
    _ name: String,
    of folder: any PackageSource
  ) throws(CAPackageError) -> DocumentReader {
    let file = folder.displayName(name.shortened)
    let limits = MarkupLimits()
    switch folder.location(of: name) {
    case .inside(let path):
      let bytes = try folder.read(path, file: name.shortened, limit: limits.bytes)
      do {
        return DocumentReader(
          document: try MarkupReader.read(bytes, limits: limits),
          file: file,
          folder: folder
        )
      } catch {
        throw CAPackageError(error, file: file)
      }
    case .outside: throw .unreadable(path: file, reason: "it leads out of the package")
    case .nowhere: throw .unreadable(path: file, reason: "no such document")
    }
  }

  private static func canvasSize(
    _ index: PackageIndex,
    _ root: CALayer,
    file: String
  ) throws(CAPackageError) -> CGSize {
    let width = index.documentWidth ?? root.bounds.width
    let height = index.documentHeight ?? root.bounds.height
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .malformed(
        file: file,
        line: 1,
        column: nil,
        reason: "a canvas of \(width) x \(height) points"
      )
    }
    guard max(width, height) <= Double(maximumSide) else {
      throw .limit(
        file: file,
        line: nil,
        what: "points a side of the canvas, which is \(width) x \(height)",
        limit: maximumSide
      )
    }
    return CGSize(width: width, height: height)
  }
}
