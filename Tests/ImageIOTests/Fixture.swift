// Image files of well-known tools, and files put together by hand.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

/// A file in `Fixtures`; its README says what is in it.
enum Fixture {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures")

  /// All image files, by name.
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasSuffix(".md") }.sorted()

  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appendingPathComponent(name))
  }

  static func source(_ name: String) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithData(try data(name), nil))
  }

  /// The first picture, decoded.
  static func image(_ name: String) throws -> CGImage {
    try source(name).image(at: 0)
  }
}

/// The pixel at (`x`, `y`): R, G, B, A, premultiplied.
func pixel(_ image: CGImage?, _ x: Int, _ y: Int) -> [Int] {
  guard let pixels = image?.pixelStorage, x < pixels.width, y < pixels.height else { return [] }
  return (0..<4).map {
    Int(pixels.base.load(fromByteOffset: y * pixels.rowBytes + x * 4 + $0, as: UInt8.self))
  }
}

/// Whether no component differs by more than `tolerance`.
func near(_ found: [Int], _ expected: [Int], _ tolerance: Int) -> Bool {
  found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= tolerance }
}

/// Mean and largest difference of all components.
func difference(_ left: CGImage, _ right: CGImage) -> (mean: Double, largest: Int) {
  guard left.width == right.width, left.height == right.height else { return (.infinity, .max) }
  var (sum, largest) = (0, 0)
  for y in 0..<left.height {
    for x in 0..<left.width {
      for (a, b) in zip(pixel(left, x, y), pixel(right, x, y)) {
        sum += abs(a - b)
        largest = max(largest, abs(a - b))
      }
    }
  }
  return (Double(sum) / Double(left.width * left.height * 4), largest)
}

/// A GIF file, block by block, its pixels stored without compression.
struct HandMadeGIF {
  var bytes: [UInt8]

  /// The head, with 128 colours: index k is (2 k, 255 - 2 k, k).
  init(_ width: Int, _ height: Int) {
    bytes = Array("GIF89a".utf8) + Self.number(width) + Self.number(height) + [0xF6, 0, 0]
    for index in 0..<128 { bytes += [UInt8(index * 2), UInt8(255 - index * 2), UInt8(index)] }
  }

  static func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  /// The extension that says how often an animation plays.
  mutating func loops(_ count: Int) {
    bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + Self.number(count) + [0]
  }

  /// A frame of `indexes` below 128, in the order of the file.
  mutating func frame(
    x: Int = 0,
    y: Int = 0,
    _ width: Int,
    _ height: Int,
    _ indexes: [UInt8],
    delay: Int = 10,
    disposal: UInt8 = 0,
    transparent: UInt8? = nil,
    interlaced: Bool = false
  ) {
    bytes += [0x21, 0xF9, 4, disposal << 2 | (transparent == nil ? 0 : 1)]
    bytes += Self.number(delay) + [transparent ?? 0, 0]
    bytes += [0x2C] + [x, y, width, height].flatMap(Self.number) + [interlaced ? 0x40 : 0]
    // Codes of 8 bits are bytes, as long as the table is emptied (128) before it has 256 entries.
    var codes: [UInt8] = []
    for (number, index) in indexes.enumerated() {
      if number % 100 == 0 { codes.append(128) }
      codes.append(index)
    }
    codes.append(129)
    bytes.append(7)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(start + 255, codes.count)]
      bytes += [UInt8(block.count)] + block
    }
    bytes.append(0)
  }

  /// The whole file.
  var file: Data { Data(bytes + [0x3B]) }

  /// The colour of an index.
  static func color(_ index: Int) -> [Int] { [index * 2, 255 - index * 2, index, 255] }
}
