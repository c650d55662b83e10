// Keyed archives of layers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import TestRandom

/// Archives of made-up layers, damaged as bytes and as lists of objects.
final class ArchiveTarget: FuzzTarget {
  private var archive = Data()

  init() throws {}

  func makeInput(_ generator: inout SeededGenerator) throws -> FuzzInput {
    if archive.isEmpty || generator.once(in: 8) {
      var layers = RandomLayers(&generator)
      let size = CGSize(width: 64, height: 64)
      let root = layers.layer(depth: 1 + generator.index(below: 3))
      if let next = try? CAPackage(rootLayer: root, size: size).archivedData() { archive = next }
    }
    guard !generator.once(in: 10) else { return FuzzInput(file: archive) }
    if generator.once(in: 2), let changed = damagedObjects(&generator) {
      return FuzzInput(file: changed)
    }
    var bytes = [UInt8](archive)
    bytes.damage(&generator, head: 32)
    return FuzzInput(file: bytes)
  }

  func run(_ input: FuzzInput) throws {
    guard let package = try? CAPackage(archive: input.file) else { return }
    try PackageUse.use(package, file: input.file)
  }

  // MARK: Objects

  /// The archive with a few references that lead elsewhere, and other scalars.
  ///
  /// References are dictionaries in the form of XML, and change there as texts.
  private func damagedObjects(_ generator: inout SeededGenerator) -> Data? {
    guard let list = try? PropertyListSerialization.propertyList(from: archive, format: nil),
      let xml = try? PropertyListSerialization.data(
        fromPropertyList: list,
        format: .xml,
        options: 0
      )
    else { return nil }
    var lines = String(decoding: xml, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    for _ in 0...generator.index(below: 4) {
      let index = generator.index(below: lines.count)
      let line = lines[index].trimmingPrefix { $0 == "\t" || $0 == " " }
      if line.hasPrefix("<integer>") {
        let number = generator.once(in: 3) ? Int.max : generator.index(below: 60)
        lines[index] = "<integer>\(number)</integer>"
      } else if line.hasPrefix("<real>") {
        let number = HostileNumber.next(&generator, oddOnceIn: 2)
        lines[index] = number.isFinite ? "<real>\(number)</real>" : "<real>nan</real>"
      } else if line.hasPrefix("<string>") {
        let text = lines.filter { $0.contains("<string>") }.randomElement(using: &generator)
        lines[index] = text ?? lines[index]
      } else if line.hasPrefix("<key>") {
        let text = lines.filter { $0.contains("<key>") }.randomElement(using: &generator)
        lines[index] = text ?? lines[index]
      }
    }
    let changed = Data(lines.joined(separator: "\n").utf8)
    guard let back = try? PropertyListSerialization.propertyList(from: changed, format: nil) else {
      return nil
    }
    return try? PropertyListSerialization.data(
      fromPropertyList: back,
      format: .binary,
      options: 0
    )
  }
}
