// The properties of a film: parts with the same ones are parts of one film.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzDocuments
import QuartzWire

/// The properties of a film that all its parts share.
struct FilmIdentity: Codable, Equatable {
  /// The version of the tool.
  var version: String
  /// The encoder and its version; other versions write other bytes.
  var encoder: String
  var format: String
  /// x264's preset; nil for the default.
  var preset: String?
  var pixels: String
  var width: Int
  var height: Int
  var rate: Double
  var frames: Int
  /// The renderer; GPUs do not draw the same bits as the software renderer.
  var renderer: String
  /// A checksum of the bytes of the document.
  var document: UInt32
  /// A checksum of the times, and of the options that change a picture.
  var options: UInt32

  /// Returns the first property that differs from another film's, in words; nil for equal films.
  func difference(from other: FilmIdentity) -> String? {
    let rows: [(String, String, String)] = [
      ("quartz", version, other.version),
      ("encoder", encoder, other.encoder),
      ("format", format, other.format),
      ("preset", preset ?? "default", other.preset ?? "default"),
      ("pixel format", pixels, other.pixels),
      ("size", "\(width) x \(height)", "\(other.width) x \(other.height)"),
      ("rate", "\(rate)", "\(other.rate)"),
      ("number of frames", "\(frames)", "\(other.frames)"),
      ("renderer", renderer, other.renderer),
      ("document", String(document, radix: 16), String(other.document, radix: 16)),
      ("times or options", String(options, radix: 16), String(other.options, radix: 16)),
    ]
    // The words may come from a file of others.
    return rows.first { $0.1 != $0.2 }.map {
      "its \($0.0) is \($0.1.prefix(60)), not \($0.2.prefix(60))"
    }
  }
}

/// CRC-32, which grows with the bytes.
struct Checksum {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    value = CRC32.of(bytes, after: value)
  }

  mutating func add(_ bytes: Data) {
    bytes.withUnsafeBytes { add($0) }
  }

  mutating func add(_ text: String) {
    // The zero keeps two texts apart.
    add(Data(text.utf8 + [0]))
  }
}

extension LayerFile {
  /// The bytes that are read at once.
  private static let chunk = 1 << 20

  /// Returns a checksum of a document's bytes: of a file, or of all files of a folder.
  ///
  /// A file counts with its name inside the folder, so the folder's own place does not matter.
  static func checksum(_ path: String) throws -> UInt32 {
    var checksum = Checksum()
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      for name in try FileManager.default.subpathsOfDirectory(atPath: path).sorted() {
        let file = path + "/" + name
        var isInner: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isInner),
          !isInner.boolValue
        else { continue }
        checksum.add(name)
        try add(file, to: &checksum)
      }
    } else {
      try add(path, to: &checksum)
    }
    return checksum.value
  }

  private static func add(_ path: String, to checksum: inout Checksum) throws {
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      while let bytes = try file.read(upToCount: chunk), !bytes.isEmpty { checksum.add(bytes) }
    } catch {
      throw RenderFailure.unreadable(path: path, reason: error.localizedDescription)
    }
  }
}
