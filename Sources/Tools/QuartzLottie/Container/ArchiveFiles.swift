// The files of an archive, unpacked in memory within limits.
// Licensed under the MIT license; see LICENSE.

import CQuartzZip
import Foundation

/// The files of a zip archive by name.
///
/// Names that lead out, links and passwords are refused, and more bytes than an archive of its size
/// plausibly has; sizes of the directory are not trusted.
struct ArchiveFiles: LottieFiles {
  /// Bytes of all files unpacked.
  static let largestSize = 1 << 28
  private static let largestCount: Int64 = 10_000
  private static let largestRatio = 200
  /// The unpacked bytes below which archives may have any ratio.
  private static let freeSize = 1 << 20
  private static let reasonSize = 256

  private(set) var entries: [String: Data] = [:]
  /// The folder in which pictures are looked for by their last name; nil for paths as they are.
  var pictureFolder: String?

  func data(of path: String) -> Data? {
    guard let pictureFolder else { return entries[path] }
    // Fonts are named by their whole path.
    if path.hasPrefix("f/") { return entries[path] }
    return entries[pictureFolder + (path.split(separator: "/").last ?? "")]
  }

  /// Whether bytes begin as those of a zip archive do.
  static func isArchive(_ data: Data) -> Bool { data.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

  /// - Throws: `LottieError` for bytes that are no archive, are damaged or could be a trap.
  init(_ data: Data) throws(LottieError) {
    let bytes = NSData(data: data)
    var reason = [CChar](repeating: 0, count: Self.reasonSize)
    guard let zip = quartz_zip_open(bytes.bytes, bytes.length, &reason, reason.count) else {
      throw Self.error("it is no zip archive")
    }
    defer { quartz_zip_close(zip) }
    let count = quartz_zip_count(zip)
    guard count <= Self.largestCount else {
      throw .limit(what: "files in the archive", limit: Int(Self.largestCount))
    }
    let limit = max(min(data.count * Self.largestRatio, Self.largestSize), Self.freeSize)
    var unpacked = 0
    for index in 0..<UInt64(max(count, 0)) {
      var found = QuartzZipEntry()
      guard quartz_zip_entry(zip, index, &found), let text = found.name else {
        throw Self.error("entry \(index) has no name or size")
      }
      let name = String(cString: text)
      if name.hasSuffix("/") { continue }
      guard name.staysInside, !found.is_encrypted, !found.is_link, entries[name] == nil else {
        throw Self.error("\(name.prefix(80)) leads out of it, is encrypted, a link, or there twice")
      }
      guard found.size <= UInt64(limit - unpacked) else {
        throw .limit(what: "bytes unpacked", limit: limit)
      }
      unpacked += Int(found.size)
      entries[name] = try Self.read(zip, index, Int(found.size), name)
    }
  }

  private static func read(
    _ zip: OpaquePointer,
    _ index: UInt64,
    _ size: Int,
    _ name: String
  ) throws(LottieError) -> Data {
    var data = Data(count: size)
    if size == 0 { return data }
    var reason = [CChar](repeating: 0, count: reasonSize)
    let isRead = data.withUnsafeMutableBytes { memory in
      memory.baseAddress.map {
        quartz_zip_read(zip, index, $0, memory.count, &reason, reason.count)
      }
    }
    guard isRead == true else { throw error("\(name.prefix(80)) is damaged") }
    return data
  }

  private static func error(_ reason: String) -> LottieError {
    .unreadable(path: "the archive", reason: reason)
  }
}
