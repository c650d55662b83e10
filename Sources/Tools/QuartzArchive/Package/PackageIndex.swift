// index.xml: the document of a package, and the size and orientation of its canvas.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The content of index.xml.
///
/// Keys for editors and players are kept unchanged.
struct PackageIndex {
  static let fileName = "index.xml"

  var rootDocument = "main.caml"
  var isGeometryFlipped = false
  var documentWidth: Double?
  var documentHeight: Double?
  /// All keys.
  private var keys: [String: Any] = [:]

  /// The document that lists the package's modules.
  var assetManifest: String? { keys["assetManifest"] as? String }

  /// From `loopStart` to `loopEnd`; nil unless both are finite and in order.
  var loopRange: Range<Double>? {
    guard let start = keys["loopStart"] as? Double, let end = keys["loopEnd"] as? Double,
      start.isFinite, end.isFinite, start >= 0, start < end
    else { return nil }
    return start..<end
  }

  init() {}

  /// - Throws: `CAPackageError` if the bytes are not a property list or a key has the wrong type.
  init(_ bytes: Data, file: String) throws(CAPackageError) {
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: bytes, format: nil)
    } catch {
      throw .malformed(file: file, line: 1, column: nil, reason: "not a property list")
    }
    guard let keys = list as? [String: Any] else {
      throw .malformed(file: file, line: 1, column: nil, reason: "not a dictionary")
    }
    self.keys = keys
    func value<Value>(_ key: String, _ type: String, as _: Value.Type) throws(CAPackageError)
      -> Value?
    {
      guard let found = keys[key] else { return nil }
      guard let value = found as? Value else {
        throw .malformed(file: file, line: 1, column: nil, reason: "\(key) is not a \(type)")
      }
      return value
    }
    if let name = try value("rootDocument", "string", as: String.self) { rootDocument = name }
    if let flag = try value("geometryFlipped", "boolean", as: Bool.self) {
      isGeometryFlipped = flag
    }
    documentWidth = try value("documentWidth", "number", as: Double.self)
    documentHeight = try value("documentHeight", "number", as: Double.self)
  }

  /// Returns the property list as XML; the same keys give the same bytes.
  func data(file: String) throws(CAPackageError) -> Data {
    var keys = keys
    keys["rootDocument"] = rootDocument
    keys["geometryFlipped"] = isGeometryFlipped
    keys["documentWidth"] = documentWidth
    keys["documentHeight"] = documentHeight
    do {
      return try PropertyListSerialization.data(fromPropertyList: keys, format: .xml, options: 0)
    } catch {
      throw .unwritable(path: file, reason: "its keys are no property list")
    }
  }
}
