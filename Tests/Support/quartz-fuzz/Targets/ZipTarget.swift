// Zip archives with packages and wallpapers in them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import TestRandom

/// Archives of the repository's packages, with damaged heads, directories and contents.
final class ZipTarget: FuzzTarget {
  private struct Entry {
    var name: String
    var bytes: [UInt8]
    var packedSize: UInt32
    var size: UInt32
    var mode: UInt16 = 0o100644
    var method: UInt16 = 0
    var flags: UInt16 = 0x800
  }

  /// The files of each package or wallpaper, by their names in it.
  private let packages: [[Entry]]

  init() throws {
    let files = try Seeds.files(
      "QuartzArchiveTests/Packages",
      ["caml", "xml", "plist", "png", "jpg"]
    )
    let root = Seeds.tests.appending(path: "QuartzArchiveTests/Packages").path + "/"
    var packages: [Substring: [Entry]] = [:]
    for (url, bytes) in files {
      let name = url.path.dropFirst(root.count)
      guard let package = name.split(separator: "/").first else { continue }
      let size = UInt32(bytes.count)
      packages[package, default: []].append(
        Entry(name: String(name), bytes: bytes, packedSize: size, size: size)
      )
    }
    self.packages = packages.sorted { $0.key < $1.key }.map(\.value)
    guard !self.packages.isEmpty else { throw WrongResult("there are no packages to begin with") }
  }

  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    var entries = packages[generator.index(below: packages.count)]
    if generator.once(in: 4) { entries += packages[generator.index(below: packages.count)] }
    for _ in 0..<generator.index(below: 4) { damage(&entries, &generator) }
    var bytes = Self.archive(entries)
    if generator.once(in: 2) { bytes.damage(&generator, head: 40) }
    // The directory is at the end.
    if generator.once(in: 3), bytes.count > 120 {
      var tail = Array(bytes.suffix(120))
      tail.damage(&generator, head: 120)
      bytes.replaceSubrange(bytes.count - 120..<bytes.count, with: tail)
    }
    return FuzzInput(file: bytes)
  }

  private func damage(_ entries: inout [Entry], _ generator: inout SeededGenerator) {
    let index = generator.index(below: entries.count)
    let edges: [UInt32] = [0, 1, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, .max]
    let edge = edges[generator.index(below: edges.count)]
    switch generator.index(below: 9) {
    case 0: entries[index].size = edge
    case 1: entries[index].packedSize = edge
    case 2: entries[index].mode = [0o120777, 0o040755, 0o010644, 0][generator.index(below: 4)]
    case 3: entries[index].method = [8, 9, 12, 14, 99][generator.index(below: 5)]
    case 4: entries[index].flags = UInt16(truncatingIfNeeded: generator.next())
    case 5:
      let names = ["../up", "/etc/passwd", "a//b", "", ".", "a\0b", "A/../../x", "é\u{202E}"]
      entries[index].name += names[generator.index(below: names.count)]
    case 6: entries[index].bytes.damage(&generator, head: 200)
    case 7: entries.append(entries[index])
    default:
      let copies = generator.once(in: 20) ? 2000 : 3
      for copy in 0..<copies {
        var entry = entries[index]
        entry.name += "\(copy)"
        if entry.bytes.count > 500 { entry.bytes = [] }
        entries.append(entry)
      }
    }
  }

  /// APPNOTE.TXT, sections 4.3.7, 4.3.12 and 4.3.16.
  private static func archive(_ entries: [Entry]) -> [UInt8] {
    func little(_ value: UInt32, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let name = Array(entry.name.utf8)
      let head =
        little(30, 2) + little(UInt32(entry.flags), 2) + little(UInt32(entry.method), 2)
        + little(0, 4) + little(Checksum.crc32(entry.bytes), 4) + little(entry.packedSize, 4)
        + little(entry.size, 4) + little(UInt32(name.count), 2) + little(0, 2)
      let offset = UInt32(archive.count)
      archive += little(0x0403_4B50, 4) + head + name + entry.bytes
      directory += little(0x0201_4B50, 4) + little(0x031E, 2) + head + little(0, 6)
      directory += little(UInt32(entry.mode) << 16, 4) + little(offset, 4) + name
    }
    let count = UInt32(entries.count)
    return archive + directory + little(0x0605_4B50, 4) + little(0, 4) + little(count, 2)
      + little(count, 2) + little(UInt32(directory.count), 4) + little(UInt32(archive.count), 4)
      + little(0, 2)
  }

  func run(_ input: FuzzInput) throws {
    guard let container = try? CAContainer(archive: input.file, name: "fuzz.zip") else { return }
    for (index, item) in container.items.prefix(3).enumerated() {
      switch item.kind {
      case .package: _ = try? container.package(at: index)
      case .wallpaper: _ = try? container.wallpaper(at: index)
      }
    }
  }
}

/// The checksum of PNG and zip.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ crc >> 8
    }
  }
}
