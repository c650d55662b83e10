// Packages as keyed archives: one file, with the pixels in it.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// The names of an archive's objects.
private enum ArchiveKey {
  static let rootLayer = "rootLayer"
  static let geometryFlipped = "geometryFlipped"
  /// The width and height of the canvas.
  static let size = "documentSize"
}

extension CAPackage {
  /// Reads a layer tree from an untrusted keyed archive.
  ///
  /// The archive is one of `archivedData()`, or of `NSKeyedArchiver.archivedData(withRootObject:)`
  /// for a layer. `NSKeyedUnarchiver` reads both too, but on Linux it ends the program for many
  /// damaged archives. This method checks the whole archive before it reads it.
  ///
  /// Objects of a program's own classes of layers and animations are read if the program has the
  /// class. Those classes check their own keys.
  ///
  /// - Parameters:
  ///   - data: The archive, as a binary property list.
  ///   - name: The archive's name in errors.
  /// - Throws: `CAPackageError.malformed` or `.limit`.
  public convenience init(archive data: Data, name: String = "archive") throws(CAPackageError) {
    func malformed(_ reason: String) -> CAPackageError {
      .malformed(file: name, line: 1, column: nil, reason: reason)
    }
    let check: KeyedArchiveCheck
    do {
      check = try KeyedArchiveCheck(data)
    } catch {
      throw malformed(error.reason)
    }
    let isPackage = check.hasTop(ArchiveKey.rootLayer)
    guard isPackage || check.hasTop(NSKeyedArchiveRootObjectKey),
      let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data)
    else { throw malformed("it has no layer") }
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let rootKey = isPackage ? ArchiveKey.rootLayer : NSKeyedArchiveRootObjectKey
    guard check.isTopLayer(rootKey) else { throw malformed("a value in it is damaged: no layer") }
    let root = unarchiver.decodeObject(of: CALayer.self, forKey: rootKey)
    guard let root, unarchiver.error == nil else {
      throw malformed("a value in it is damaged, or too deep inside others")
    }
    var size: CGSize?
    if check.hasTop(ArchiveKey.size) {
      let text = unarchiver.decodeObject(of: NSString.self, forKey: ArchiveKey.size) as String?
      guard let found = text.flatMap({ ValueText.size($0) }) else {
        throw malformed("the size of its canvas is no size")
      }
      size = CGSize(width: found.width, height: found.height)
    }
    let isFlipped = check.hasTop(ArchiveKey.geometryFlipped)
    try self.init(rootLayer: root, size: size, isGeometryFlipped: !isPackage || isFlipped)
  }

  /// Returns the layer tree and its canvas's size and orientation as a keyed archive.
  ///
  /// Archives do not contain states.
  ///
  /// - Throws: `CAPackageError.unwritable` if a layer of a program's own class refuses secure
  ///   coding, and `.limit` if more than 512 layers are inside one another.
  public func archivedData() throws(CAPackageError) -> Data {
    guard rootLayer.levelCount(upTo: CALayer.mostArchivedLevels) != nil else {
      let limit = CALayer.mostArchivedLevels
      throw .limit(file: "archive", line: nil, what: "layers inside one another", limit: limit)
    }
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(rootLayer, forKey: ArchiveKey.rootLayer)
    if isGeometryFlipped { archiver.encode(true, forKey: ArchiveKey.geometryFlipped) }
    let text = ValueText.text([Double(size.width), Double(size.height)])
    archiver.encode(text as NSString, forKey: ArchiveKey.size)
    archiver.finishEncoding()
    guard archiver.error == nil else {
      throw .unwritable(path: "archive", reason: "\(archiver.error?.localizedDescription ?? "")")
    }
    return archiver.encodedData
  }
}
