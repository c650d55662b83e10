// The kinds of documents that requests bring along.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A kind of document, by the extension that `LayerFile` knows it by.
enum ServeDocument: String, CaseIterable, Sendable {
  /// A zipped package or wallpaper.
  case package = "zip"
  case caml
  case archive = "caar"
  case lottie = "json"
  case dotLottie = "lottie"

  /// The media types that say that a document is of this kind, the best first.
  var mediaTypes: [String] {
    switch self {
    case .package: ["application/zip", "application/x-zip-compressed"]
    case .caml: ["application/xml", "text/xml"]
    case .archive: ["application/x-plist"]
    case .lottie: ["video/lottie+json", "application/json"]
    case .dotLottie: ["application/zip+dotlottie"]
    }
  }

  /// The media types that say nothing, the best first; curl sends the second one by itself.
  static let silentTypes = ["application/octet-stream", "application/x-www-form-urlencoded"]

  /// All media types of bodies.
  static let allTypes = silentTypes + allCases.flatMap(\.mediaTypes)

  /// The media type of a `Content-Type`.
  ///
  /// - Throws: `ServeRefusal` for a type that is none of a document.
  static func mediaType(_ header: String?) throws(ServeRefusal) -> String {
    let type = header?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces)
      .lowercased()
    guard let type, !type.isEmpty else { return silentTypes[0] }
    guard allTypes.contains(type) else {
      throw ServeRefusal(
        .unsupportedMediaType,
        "Content-Type: expected one of \(allTypes.joined(separator: ", "))"
      )
    }
    return type
  }

  /// The kind of a document, by its media type or else by its bytes.
  ///
  /// - Throws: `ServeRefusal` for bytes that are of no kind.
  init(_ bytes: Data, mediaType: String) throws(ServeRefusal) {
    let said = Self.allCases.first { $0.mediaTypes.contains(mediaType) }
    guard let kind = said == .package ? Self.kind(of: bytes) ?? said : said ?? Self.kind(of: bytes)
    else {
      throw ServeRefusal(
        .unsupportedMediaType,
        "the body is neither a zip, nor JSON, XML or a keyed archive"
      )
    }
    self = kind
  }

  /// The most bytes before the root of an XML document that are looked through.
  private static let prologue = 1024

  private static func kind(of bytes: Data) -> ServeDocument? {
    if bytes.starts(with: Data("PK".utf8)) {
      return hasEntry("manifest.json", in: bytes) ? .dotLottie : .package
    }
    if bytes.starts(with: Data("bplist".utf8)) { return .archive }
    let start = bytes.prefix(prologue).drop {
      [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0)
    }
    switch start.first {
    case UInt8(ascii: "{"): return .lottie
    case UInt8(ascii: "<"): return start.range(of: Data("<plist".utf8)) == nil ? .caml : .archive
    default: return nil
    }
  }

  /// Whether the list at the end of a zip has an entry of a name.
  private static func hasEntry(_ name: String, in bytes: Data) -> Bool {
    let (mark, name) = (Data("PK\u{1}\u{2}".utf8), Data(name.utf8))
    var rest = bytes[...]
    while let found = rest.range(of: mark) {
      // The head of an entry has 46 bytes, and the length of its name in two of them.
      let head = bytes[found.lowerBound...].prefix(46)
      rest = bytes[found.upperBound...]
      guard head.count == 46 else { return false }
      let length = Int(head[head.startIndex + 28]) | Int(head[head.startIndex + 29]) << 8
      if length == name.count, bytes[head.endIndex...].starts(with: name) { return true }
    }
    return false
  }
}
