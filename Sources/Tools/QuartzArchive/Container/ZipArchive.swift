// Zip archives as folders of packages, read in memory with libzip.
// Licensed under the MIT license; see LICENSE.
//
// Nothing is ever unpacked to a disk: an entry's bytes are read into memory on request. Possible
// traps in the archive's directory are refused before anything is unpacked: names that lead out,
// links, passwords, and more bytes than an archive of that size can plausibly have. An entry larger
// than its size in the directory is an error too, so the limits also hold for forged directories.

import CQuartzZip
import Foundation

/// The limits of an archive.
struct ZipLimits {
  /// Bytes of the archive itself, and of all entries unpacked.
  var bytes = 1 << 30
  var entries = 10_000
  /// Unpacked bytes for each byte of the archive.
  var ratio = 200
  /// The unpacked bytes below which archives may have any ratio.
  var freeBytes = 1 << 20
}

/// An archive in memory.
///
/// It belongs to one thread at a time.
final class ZipArchive {
  private struct Entry {
    var index: UInt64
    var size: Int
  }

  /// As the caller wrote it, for messages.
  let name: String
  /// Retains the bytes that libzip reads in place.
  private let bytes: NSData
  private let zip: OpaquePointer
  private var entries: [String: Entry] = [:]

  /// The longest of libzip's messages, in bytes.
  private static let reasonSize = 256

  /// - Throws: `CAPackageError` for bytes that are not an archive, are damaged or could be a trap.
  init(_ data: Data, name: String, limits: ZipLimits = ZipLimits()) throws(CAPackageError) {
    self.name = name
    bytes = NSData(data: data)
    // libzip accepts an empty file as an empty archive.
    if data.isEmpty { throw .unreadable(path: name, reason: "not a zip: the file is empty") }
    var reason = [CChar](repeating: 0, count: Self.reasonSize)
    guard let zip = quartz_zip_open(bytes.bytes, bytes.length, &reason, reason.count) else {
      throw .unreadable(path: name, reason: Self.kind(of: data) ?? Self.problem(reason.text))
    }
    self.zip = zip
    try readDirectory(limits)
  }

  deinit {
    quartz_zip_close(zip)
  }

  /// Returns the kind of a file that often has the name of an archive.
  private static func kind(of data: Data) -> String? {
    let start = String(decoding: data.prefix(256), as: UTF8.self).lowercased()
    if start.hasPrefix("version https://git-lfs") {
      return "not a zip but a Git LFS pointer: the file itself was not downloaded"
    }
    if start.contains("<html") || start.contains("<!doctype html") {
      return "not a zip but an HTML page"
    }
    return FileKind(of: data).map { "not a zip of packages but \($0.rawValue)" }
  }

  private static func problem(_ reason: String) -> String {
    // libzip's words for anything else.
    reason.lowercased().contains("not a zip") ? "not a zip of packages" : "not a zip: \(reason)"
  }

  // MARK: The directory

  private func readDirectory(_ limits: ZipLimits) throws(CAPackageError) {
    let count = quartz_zip_count(zip)
    guard count <= limits.entries else { throw limit("entries in an archive", limits.entries) }
    var unpacked = 0
    var packed = 0
    for index in 0..<UInt64(max(count, 0)) {
      var found = QuartzZipEntry()
      guard quartz_zip_entry(zip, index, &found), let text = found.name else {
        throw damaged("entry \(index) has no name or size")
      }
      let entry = String(cString: text)
      try check(entry, found)
      // Sizes are 64 bits wide and untrusted.
      let size = Int(clamping: found.size)
      unpacked = sum(unpacked, size)
      packed = sum(packed, Self.headerSize, entry.utf8.count, Int(clamping: found.packed_size))
      guard unpacked <= limits.bytes else { throw limit("bytes unpacked", limits.bytes) }
      if entry.hasSuffix("/") { continue }
      guard entries[entry] == nil else { throw damaged("\(entry.shortened) is in it twice") }
      entries[entry] = Entry(index: index, size: size)
    }
    guard packed <= bytes.length else {
      throw damaged("its entries overlap, or it ends too early")
    }
    guard unpacked <= max(limits.freeBytes, limits.ratio * bytes.length) else {
      throw limit("bytes unpacked for each byte of the archive", limits.ratio)
    }
  }

  /// Bytes before each entry's own, without its name: the local file header of APPNOTE.TXT, 4.3.7.
  private static let headerSize = 30

  /// Returns a sum that saturates at the largest number.
  private func sum(_ numbers: Int...) -> Int {
    numbers.reduce(0) { sum, number in
      let (result, overflow) = sum.addingReportingOverflow(number)
      return overflow ? .max : result
    }
  }

  private func check(_ entry: String, _ found: QuartzZipEntry) throws(CAPackageError) {
    let parts = entry.replacingOccurrences(of: "\\", with: "/")
    guard parts.staysInFolder else {
      throw damaged("the entry \(entry.shortened) leads out of it")
    }
    if found.is_encrypted { throw damaged("\(entry.shortened) is encrypted") }
    if found.is_link { throw damaged("\(entry.shortened) is a symbolic link") }
  }

  private func damaged(_ reason: String) -> CAPackageError {
    .unreadable(path: name, reason: "the archive is refused: \(reason)")
  }

  private func limit(_ what: String, _ limit: Int) -> CAPackageError {
    .limit(file: name, line: nil, what: what, limit: limit)
  }

  // MARK: Entries

  /// The names of all files, in order.
  var names: [String] { entries.keys.sorted() }

  /// The names by their lowercase form; the first in order of each.
  private(set) lazy var namesInAnyCase = Dictionary(names.map { ($0.lowercased(), $0) }) {
    first,
    _ in
    first
  }

  func holds(_ entry: String) -> Bool { entries[entry] != nil }

  /// Reads the bytes of a file.
  func read(_ entry: String, limit: Int) throws(CAPackageError) -> Data {
    let file = "\(name)/\(entry.shortened)"
    guard let found = entries[entry] else { throw .missing(path: file) }
    guard found.size <= limit else {
      throw .limit(file: file, line: nil, what: "bytes in a file", limit: limit)
    }
    var data = Data(count: found.size)
    if found.size == 0 { return data }
    var reason = [CChar](repeating: 0, count: Self.reasonSize)
    let isRead = data.withUnsafeMutableBytes { memory in
      memory.baseAddress.map {
        quartz_zip_read(zip, found.index, $0, memory.count, &reason, reason.count)
      }
    }
    guard isRead == true else { throw .unreadable(path: file, reason: reason.text) }
    return data
  }
}

extension [CChar] {
  fileprivate var text: String {
    String(decoding: prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// A folder of an archive.
struct ZipFolder: PackageSource {
  private let archive: ZipArchive
  /// Empty for the archive itself; else with a slash at its end.
  private let prefix: String

  init(_ archive: ZipArchive, prefix: String = "") {
    self.archive = archive
    self.prefix = prefix
  }

  var name: String {
    prefix.isEmpty ? archive.name : "\(archive.name)/\(prefix.dropLast())"
  }

  func location(of file: String) -> FileLocation {
    guard file.staysInFolder else { return .outside }
    let parts = file.split(separator: "/").filter { $0 != "." }
    let entry = prefix + parts.joined(separator: "/")
    return archive.holds(entry) ? .inside(entry) : .nowhere
  }

  func otherCase(of file: String) -> String? {
    let found = archive.namesInAnyCase[(prefix + file).lowercased()]
    return found.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
  }

  func read(_ path: String, file: String, limit: Int) throws(CAPackageError) -> Data {
    try archive.read(path, limit: limit)
  }

  func fileNames() throws(CAPackageError) -> [String] {
    archive.names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  func folder(_ folder: String) throws(CAPackageError) -> any PackageSource {
    ZipFolder(archive, prefix: folder.isEmpty ? prefix : prefix + folder + "/")
  }
}
