// Values of layers and animations as objects of a keyed archive.
// Licensed under the MIT license; see LICENSE.
//
// Archives hold objects, but most values of a layer are none: structs, numbers in their many types,
// colours, paths, images. Foundation's own containers and numbers are not suitable either. Its
// archiver treats equal objects as the same one, so that `true`, 1 and 1.0 are all read as the one
// that was met first. Its unarchiver ends the program for arrays and dictionaries that are wrong in
// a damaged archive. So every value is one object of this class, with four plain parts:
//
//     kind    what it is, by name
//     words   its numbers: 8 bytes each, least significant first, a Double by its bit pattern
//     text    its string, if it has one
//     bytes   its data, if it has any
//     0, 1 …  what it contains: values of this class, layers, animations
//
// Each part is checked when it is read. An image is one object however many layers show it.

import CoreGraphics
package import Foundation
import QuartzMath

/// One value in a keyed archive.
package final class ArchivedValue: NSObject, NSSecureCoding {
  /// The kind of a value; the names are part of the format.
  package enum Kind: String {
    case null, bool, integer, unsigned, number, string, data, date, url
    case point, size, rect, transform, affine
    case color, path, image
    case graphicsFont, font, paragraphStyle
    case list, dictionary
    /// A string with attributes: the plain string, then for each run its length and attributes.
    case styledString
    /// An object that archives itself: a layer, an animation.
    case object
  }

  /// The parts of a value that are written.
  struct Parts {
    var kind: Kind
    var words: [UInt64] = []
    var text: String?
    var bytes: Data?
    var items: [NSObject] = []
  }

  package let kind: Kind
  /// The value in key-value coding: numbers and truth values are NSNumbers.
  package let value: Any

  /// The archivable values of a list or dictionary; finally all but a dictionary's keys.
  private let items: [NSObject]

  init(kind: Kind, value: Any, items: [NSObject] = []) {
    self.kind = kind
    self.value = value
    self.items = items
  }

  package static var supportsSecureCoding: Bool { true }

  /// Classes of objects that archives of layers contain, subclasses included.
  static let classes: [AnyClass] =
    [
      ArchivedValue.self, CALayer.self, CAAnimation.self, CAMediaTimingFunction.self,
      CAValueFunction.self, CAConstraint.self, CAConstraintLayoutManager.self, CAEmitterCell.self,
      CAFilter.self, CAEmitterBehavior.self,
    ] + (NSClassFromString("CoreImage.CIFilter").map { [$0] } ?? [])

  // MARK: Sameness

  /// Whether both are the same value, or the same image: the archiver writes such objects once.
  package override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? ArchivedValue else { return false }
    guard kind == .image, let image = value as? CGImage else { return self === other }
    return image === other.value as? CGImage
  }

  package override var hash: Int {
    guard kind == .image, let image = value as? CGImage else {
      return ObjectIdentifier(self).hashValue
    }
    return ObjectIdentifier(image).hashValue
  }

  // MARK: Writing

  package func encode(with coder: NSCoder) {
    guard let parts = parts else { return }
    coder.encode(parts.kind.rawValue as NSString, forKey: Key.kind)
    if !parts.words.isEmpty {
      coder.encode(Words.data(parts.words) as NSData, forKey: Key.words)
    }
    if let text = parts.text { coder.encode(text as NSString, forKey: Key.text) }
    if let bytes = parts.bytes { coder.encode(bytes as NSData, forKey: Key.bytes) }
    if parts.items.isEmpty { return }
    let isWritten: Void? = ArchiveDepth.inside {
      for (index, item) in parts.items.enumerated() { coder.encode(item, forKey: "\(index)") }
    }
    // Without its items nobody can read it.
    if isWritten == nil {
      Diagnostics.report(
        "more than \(ArchiveDepth.levels) layers are inside one another: their archive cannot be read"
      )
    }
  }

  private var parts: Parts? {
    switch kind {
    case .list, .dictionary, .styledString, .object:
      Parts(kind: kind, words: [UInt64(items.count)], items: items)
    default: Parts(kind, value)
    }
  }

  enum Key {
    static let kind = "kind"
    static let words = "words"
    static let text = "text"
    static let bytes = "bytes"
  }

  // MARK: Reading

  /// The maximum number of objects that a value contains.
  private static let countLimit = 1 << 24

  package convenience init?(coder: NSCoder) {
    let name = coder.object(of: NSString.self, forKey: Key.kind) as String?
    guard let kind = name.flatMap({ Kind(rawValue: $0) }) else { return nil }
    var parts = Parts(kind: kind)
    if let data = coder.object(of: NSData.self, forKey: Key.words) {
      guard let words = Words.words(data as Data) else { return nil }
      parts.words = words
    }
    parts.text = coder.object(of: NSString.self, forKey: Key.text) as String?
    parts.bytes = coder.object(of: NSData.self, forKey: Key.bytes) as Data?
    switch kind {
    case .list, .dictionary, .styledString, .object:
      guard let count = parts.words.first, count <= Self.countLimit,
        let items = ArchiveDepth.inside({ Self.items(Int(count), of: coder) }) ?? nil,
        let value = Self.container(kind, items)
      else { return nil }
      self.init(kind: kind, value: value, items: items)
    default:
      guard let value = Self.simple(parts) else { return nil }
      self.init(kind: kind, value: value)
    }
  }

  private static func items(_ count: Int, of coder: NSCoder) -> [NSObject]? {
    var items: [NSObject] = []
    for index in 0..<count {
      // A wrong count is rejected here, before memory is allocated.
      guard
        let item = coder.objects(of: classes, forKey: "\(index)") as? NSObject
      else { return nil }
      items.append(item)
    }
    return items
  }
}

/// Conversion of numbers to bytes, independent of the machine's byte order.
enum Words {
  static func data(_ words: [UInt64]) -> Data {
    var data = Data(capacity: words.count * 8)
    for word in words {
      withUnsafeBytes(of: word.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Nil if the bytes are no whole number of words.
  static func words(_ data: Data) -> [UInt64]? {
    guard data.count % 8 == 0 else { return nil }
    return data.withUnsafeBytes { bytes in
      // Bounds: every offset is a multiple of 8 below the count, itself a multiple of 8.
      stride(from: 0, to: bytes.count, by: 8).map {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
      }
    }
  }
}
