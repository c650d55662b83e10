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
  /// for a layer, or for a dictionary with the keys `rootLayer`, `geometryFlipped` and
  /// `documentSize`. `NSKeyedUnarchiver` reads all of them too, but on Linux it ends the program
  /// for many damaged archives. This method checks the whole archive before it reads it.
  ///
  /// Objects of a program's own classes of layers and animations are read if the program has the
  /// class. Those classes check their own keys. A layer of an unknown class becomes one of the
  /// nearest known class above, with a warning. Classes may have Apple's names, without a module.
  ///
  /// **Differences**: layers have the keys of this library. Those in archives of Apple's tools are
  /// not public, and such archives are refused.
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
    check.substitutes.forEach { unarchiver.setClass($0.value, forClassName: $0.key) }
    let warnings = check.unknownLayers.sorted().map { unknown in
      Warning(
        file: name,
        line: nil,
        elementPath: "",
        message: "the class \(unknown) is not known; its layers are plain ones"
      )
    }
    if !isPackage,
      check.isTopDictionary(NSKeyedArchiveRootObjectKey, withLayer: ArchiveKey.rootLayer)
    {
      let classes = [NSDictionary.self, NSString.self, NSNumber.self, CALayer.self]
      let top =
        unarchiver.decodeObject(of: classes, forKey: NSKeyedArchiveRootObjectKey)
        as? [String: Any]
      guard let top, let layer = top[ArchiveKey.rootLayer] as? CALayer, unarchiver.error == nil
      else { throw malformed("a value in it is damaged, or too deep inside others") }
      try self.init(
        rootLayer: layer,
        size: try CAPackage.canvas(top[ArchiveKey.size] as? String, malformed),
        isGeometryFlipped: (top[ArchiveKey.geometryFlipped] as? NSNumber)?.boolValue ?? false,
        warnings: warnings
      )
      return
    }
    let rootKey = isPackage ? ArchiveKey.rootLayer : NSKeyedArchiveRootObjectKey
    guard check.isTopLayer(rootKey) else { throw malformed("a value in it is damaged: no layer") }
    let root = unarchiver.decodeObject(of: CALayer.self, forKey: rootKey)
    guard let root, unarchiver.error == nil else {
      throw malformed("a value in it is damaged, or too deep inside others")
    }
    var size: String?
    if check.hasTop(ArchiveKey.size) {
      size = unarchiver.decodeObject(of: NSString.self, forKey: ArchiveKey.size) as String? ?? ""
    }
    let isFlipped = check.hasTop(ArchiveKey.geometryFlipped)
    try self.init(
      rootLayer: root,
      size: try CAPackage.canvas(size, malformed),
      isGeometryFlipped: !isPackage || isFlipped,
      warnings: warnings
    )
  }

  /// The size of the canvas that an archive says; nil if it says none.
  private static func canvas(
    _ text: String?,
    _ malformed: (String) -> CAPackageError
  ) throws(CAPackageError) -> CGSize? {
    guard let text else { return nil }
    guard let found = ValueText.size(text) else {
      throw malformed("the size of its canvas is no size")
    }
    return CGSize(width: found.width, height: found.height)
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
