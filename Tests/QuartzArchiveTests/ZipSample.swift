// Zip archives as tests want them: stored entries, and every lie that a directory can tell.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// An archive in the making: APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
struct ZipSample {
  struct Entry {
    var name: String
    var bytes = Data()
    /// The unpacked size that the archive claims; nil for the true one.
    var claimedSize: UInt32?
    /// The packed size that the archive claims; nil for the true one.
    var claimedPackedSize: UInt32?
    var flags: UInt16 = 0x800
    /// The Unix mode.
    var mode: UInt32 = 0o100644
    var crc: UInt32?
  }

  var entries: [Entry] = []

  /// The archive of all files below a folder.
  init(folder: URL, prefix: String) throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    for name in names {
      let url = folder.appendingPathComponent(name)
      guard let bytes = try? Data(contentsOf: url) else { continue }
      entries.append(Entry(name: "\(prefix)\(name)", bytes: bytes))
    }
  }

  init(_ entries: [Entry]) {
    self.entries = entries
  }

  var data: Data {
    var archive = Data()
    var directory = Data()
    for entry in entries {
      let offset = UInt32(archive.count)
      let head = head(of: entry)
      archive += Self.number(0x0403_4B50 as UInt32) + head
      archive += Data(entry.name.utf8) + entry.bytes
      // Made by Unix, version 3.0, so that the mode counts.
      directory += Self.number(0x0201_4B50 as UInt32) + Self.number(0x031E as UInt16) + head
      directory += Self.number(0 as UInt16) + Self.number(0 as UInt16) + Self.number(0 as UInt16)
      directory += Self.number(entry.mode << 16) + Self.number(offset) + Data(entry.name.utf8)
    }
    let count = UInt16(entries.count)
    let end =
      Self.number(0x0605_4B50 as UInt32) + Self.number(0 as UInt32) + Self.number(count)
      + Self.number(count) + Self.number(UInt32(directory.count))
      + Self.number(UInt32(archive.count)) + Self.number(0 as UInt16)
    return archive + directory + end
  }

  /// The fields that both heads of an entry have.
  private func head(of entry: Entry) -> Data {
    let size = UInt32(entry.bytes.count)
    return Self.number(30 as UInt16) + Self.number(entry.flags) + Self.number(0 as UInt16)
      + Self.number(0 as UInt32) + Self.number(entry.crc ?? Self.crc(entry.bytes))
      + Self.number(entry.claimedPackedSize ?? size) + Self.number(entry.claimedSize ?? size)
      + Self.number(UInt16(entry.name.utf8.count)) + Self.number(0 as UInt16)
  }

  private static func number<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }

  private static func crc(_ bytes: Data) -> UInt32 {
    var crc: UInt32 = ~0
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
