// Damaged documents and keyed archives: an error or a tree, never the end of the program.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzArchive
import QuartzTesting
import TestRandom
import Testing

@testable import QuartzCore

@Suite struct HostileArchiveTests {
  private func tree(_ seed: UInt64) throws -> CALayer {
    var trees = try RandomTree(seed: seed)
    return trees.layer(depth: 2)
  }

  /// Bytes with some of them changed, moved or cut off.
  private func damaged(_ bytes: Data, _ random: inout SeededGenerator) -> Data {
    var bytes = [UInt8](bytes)
    for _ in 0...random.index(below: 3) {
      guard !bytes.isEmpty else { break }
      let place = random.index(below: bytes.count)
      switch random.index(below: 6) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes[place] &+= random.once(in: 2) ? 1 : 255
      case 2: bytes[place] ^= 1 << UInt8(random.index(below: 8))
      case 3: bytes.swapAt(place, random.index(below: bytes.count))
      case 4:
        let part = Array(bytes[place..<min(place + 1 + random.index(below: 20), bytes.count)])
        let target = random.index(below: bytes.count - part.count + 1)
        bytes.replaceSubrange(target..<target + part.count, with: part)
      default: if random.once(in: 10) { bytes.removeLast(bytes.count - place) }
      }
    }
    return Data(bytes)
  }

  @Test func damagedArchives() throws {
    var random = SeededGenerator(seed: 1)
    var (read, refused) = (0, 0)
    for seed in 0..<6 {
      let package = try CAPackage(
        rootLayer: try tree(UInt64(seed)),
        size: CGSize(width: 9, height: 9)
      )
      let archive = try package.archivedData()
      for _ in 0..<150 {
        do {
          let back = try CAPackage(archive: damaged(archive, &random))
          _ = back.rootLayer.debugDescription
          read += 1
        } catch {
          #expect(!"\(error)".contains("\n"))
          refused += 1
        }
      }
    }
    // Both happen, so that both are tested. The bytes of an archive differ from run to run, as
    // Foundation writes dictionaries in the order of their hashes: about 115 are read.
    #expect(read > 50 && refused > 100, "\(read) read, \(refused) refused")
  }

  @Test func archiveCutOffAnywhere() throws {
    let layer = CALayer()
    layer.opacity = 0.5
    layer.addSublayer(CALayer())
    let archive = try CAPackage(rootLayer: layer, size: CGSize(width: 9, height: 9)).archivedData()
    for length in 0..<archive.count {
      #expect(throws: CAPackageError.self) { try CAPackage(archive: archive.prefix(length)) }
    }
    #expect(try CAPackage(archive: archive).rootLayer.sublayers?.count == 1)
  }

  /// An archive of Foundation's, changed as XML and made binary again.
  private func archive(
    _ root: any NSObject & NSCoding,
    _ change: (String) -> String
  ) throws -> Data {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: root,
      requiringSecureCoding: false
    )
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    let xml = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: .xml,
      options: 0
    )
    let text = String(decoding: xml, as: UTF8.self)
    let changed = change(text)
    #expect(changed != text, "nothing was changed")
    let back = try PropertyListSerialization.propertyList(from: Data(changed.utf8), format: nil)
    return try PropertyListSerialization.data(fromPropertyList: back, format: .binary, options: 0)
  }

  private func expectRefused(
    _ data: Data,
    _ words: String,
    location: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try CAPackage(archive: data)
      Issue.record("it was read", sourceLocation: location)
    } catch {
      #expect("\(error)".contains(words), "\(error)", sourceLocation: location)
    }
  }

  @Test func archiveOfOtherThings() throws {
    expectRefused(Data(), "no binary property list")
    expectRefused(Data("bplist00".utf8), "no binary property list")
    expectRefused(Data(repeating: 0xFF, count: 10_000), "no binary property list")
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["a": 1],
      format: .binary,
      options: 0
    )
    expectRefused(list, "it is no keyed archive")
    let text = try NSKeyedArchiver.archivedData(
      withRootObject: "text" as NSString,
      requiringSecureCoding: true
    )
    expectRefused(text, "damaged")
    let animation = try NSKeyedArchiver.archivedData(
      withRootObject: CABasicAnimation(keyPath: "opacity"),
      requiringSecureCoding: true
    )
    expectRefused(animation, "damaged")
  }

  /// A list of objects that all stand in the same bytes: each would be a text of its own.
  @Test func objectsThatShareTheirBytes() throws {
    func archive(sharing count: Int, of length: Int, inTable: Bool) -> Data {
      var list = PropertyListBytes()
      let text = list.add(.text(String(repeating: "x", count: length)))
      let null = list.add(.text("$null"))
      let shared = (0..<count).map { _ in inTable ? list.addAgain(text) : text }
      let objects = list.add(.array([null] + shared))
      let top = list.add(.dictionary([:]))
      let version = list.add(.number)
      let archiver = list.add(.text("NSKeyedArchiver"))
      let keys = ["$objects", "$top", "$version", "$archiver"].map { list.add(.text($0)) }
      let root = list.add(
        .dictionary(
          Dictionary(uniqueKeysWithValues: zip(keys, [objects, top, version, archiver]))
        )
      )
      return list.data(top: root)
    }
    for inTable in [false, true] {
      let data = archive(sharing: 20_000, of: 1_000_000, inTable: inTable)
      do {
        _ = try CAPackage(archive: data)
        Issue.record("it was read")
      } catch {
        let words = "several times the bytes that the file has"
        #expect("\(error)".contains(words) == inTable, "\(error)")
      }
    }
  }

  @Test func classUnknown() throws {
    let data = try archive(CALayer()) {
      $0.replacingOccurrences(of: "QuartzCore.CALayer", with: "Elsewhere.CALayer")
    }
    expectRefused(data, "the class Elsewhere.CALayer is not known")
    let other = try archive(CALayer()) {
      $0.replacingOccurrences(of: "QuartzCore.CALayer", with: "Foundation.NSObject")
    }
    expectRefused(other, "not known")
  }

  /// The value of a layer is the layer itself.
  @Test func objectInItself() throws {
    let data = try archive(CALayer()) { text in
      // The root is object 1; its value is the next reference after the key.
      guard let key = text.range(of: "<key>CALayer</key>"),
        let number = text.range(
          of: "<integer>[0-9]+</integer>",
          options: .regularExpression,
          range: key.upperBound..<text.endIndex
        )
      else { return text }
      return text.replacingCharacters(in: number, with: "<integer>1</integer>")
    }
    expectRefused(data, "another type")
    let list = CALayer()
    list.setValue([1, 2], forKey: "list")
    let inner = try archive(list) { text in
      // Every reference to the first item leads to the value of the layer.
      guard let key = text.range(of: "<key>0</key>"),
        let number = text.range(
          of: "<integer>[0-9]+</integer>",
          options: .regularExpression,
          range: key.upperBound..<text.endIndex
        )
      else { return text }
      return text.replacingCharacters(in: number, with: "<integer>2</integer>")
    }
    expectRefused(inner, "contains itself")
  }

  @Test func valueOfAnotherType() throws {
    let layer = CALayer()
    layer.opacity = 0.5
    // A number where the row has one, then a text.
    let data = try archive(layer) {
      $0.replacingOccurrences(of: "<string>number</string>", with: "<string>bool</string>")
    }
    expectRefused(data, "damaged")
    let unknown = try archive(layer) {
      $0.replacingOccurrences(of: "<string>number</string>", with: "<string>colour</string>")
    }
    expectRefused(unknown, "damaged")
  }

  @Test func treeTooDeep() throws {
    let root = CALayer()
    var layer = root
    for _ in 0..<1000 {
      let child = CALayer()
      layer.addSublayer(child)
      layer = child
    }
    let package = try CAPackage(rootLayer: root, size: CGSize(width: 1, height: 1))
    // Said before anything is written; what Foundation writes on its own is refused when it is
    // read.
    #expect(throws: CAPackageError.self) { try package.archivedData() }
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: true)
    expectRefused(data, "inside")
    #expect(throws: CAPackageError.self) { try package.documentText() }
  }

  // MARK: Documents

  /// The readable rest of a damaged document is written and read again as the same tree.
  @Test func damagedDocuments() throws {
    var random = SeededGenerator(seed: 2)
    var (read, refused) = (0, 0)
    for seed in 0..<4 {
      let package = try CAPackage(
        rootLayer: try tree(UInt64(seed)),
        size: CGSize(width: 9, height: 9)
      )
      let files = try package.files().files
      let folder = try TemporaryFolder()
      for (name, bytes) in files { try folder.write(bytes, "a.ca/\(name)") }
      let document = try #require(files["main.caml"])
      for index in 0..<60 {
        try folder.write(damaged(document, &random), "a.ca/main.caml")
        do {
          let back = try CAPackage(contentsOf: folder.url.appendingPathComponent("a.ca"))
          read += 1
          guard index % 4 == 0 else { continue }
          let copy = folder.url.appendingPathComponent("b.ca")
          try back.write(to: copy)
          expectSame(try CAPackage(contentsOf: copy).rootLayer, back.rootLayer)
        } catch {
          #expect(!"\(error)".contains("\n"), "\(error)")
          refused += 1
        }
      }
    }
    #expect(read > 20 && refused > 20, "\(read) read, \(refused) refused")
  }
}
