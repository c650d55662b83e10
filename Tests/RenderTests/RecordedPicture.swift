// Pictures that were recorded from Core Animation, to compare with.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import QuartzMath
import Testing

/// A recorded picture, or one of our own, over white.
struct RecordedPicture {
  /// Where the recorded pictures are; LICENSES.md there says whose they are.
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Recorded")

  let width: Int
  let height: Int
  /// R, G, B over white and alpha, row after row.
  private let channels: [Int]

  init(_ picture: Picture) {
    (width, height) = (picture.width, picture.height)
    channels = picture.bytes.indices.map { index in
      let byte = Int(picture.bytes[index])
      return index % 4 < 3 ? byte + 255 - Int(picture.bytes[index | 3]) : byte
    }
  }

  /// A frame of a file: of the renderer for `cpu`, of the render server for `gpu`.
  init(_ name: String, frame: Int = 0) throws {
    let url = RecordedPicture.folder.appending(path: name)
    let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
    let image = try #require(CGImageSourceCreateImageAtIndex(source, frame, nil))
    let storage = image.pixelStorage
    self.init(
      Picture(width: storage.width, height: storage.height) { x, y in
        (storage.base + y * storage.rowBytes + x * 4).loadUnaligned(as: SIMD4<UInt8>.self)
      }
    )
  }

  subscript(x: Int, y: Int, channel: Int) -> Int { channels[(y * width + x) * 4 + channel] }

  /// Whether the nine pixels around (x, y) are not all the same.
  func isEdge(_ x: Int, _ y: Int) -> Bool {
    for row in max(y - 1, 0)...min(y + 1, height - 1) {
      for column in max(x - 1, 0)...min(x + 1, width - 1) {
        for channel in 0..<4
        where self[column, row, channel] != self[x, y, channel] { return true }
      }
    }
    return false
  }

  /// The difference of two pictures, in 1/255.
  struct Difference: CustomStringConvertible {
    /// The largest one where the recorded picture has an edge, and where it is flat.
    var edge = 0
    var flat = 0
    /// The root of the mean square over everything that is compared.
    var rms = 0.0
    /// Of the pixels that are compared, those that are off by more than 48.
    var shareAbove48 = 0.0

    var largest: Int { max(edge, flat) }

    var description: String {
      "edge \(edge), flat \(flat), rms \(rms), above 48: \(shareAbove48 * 100) %"
    }
  }

  /// Compares a picture of our own with this one.
  ///
  /// - Parameters:
  ///   - channels: 0..<3 for the colours over white, 3..<4 for alpha.
  ///   - isCompared: Whether a pixel counts.
  func difference(
    to own: RecordedPicture,
    channels: Range<Int> = 0..<3,
    where isCompared: (_ x: Int, _ y: Int) -> Bool = { _, _ in true }
  ) throws -> Difference {
    try #require(own.width == width && own.height == height)
    var result = Difference()
    var (count, squares, above) = (0, 0, 0)
    for y in 0..<height {
      for x in 0..<width where isCompared(x, y) {
        var largest = 0
        for channel in channels {
          let distance = abs(own[x, y, channel] - self[x, y, channel])
          largest = max(largest, distance)
          squares += distance * distance
        }
        count += 1
        if largest > 48 { above += 1 }
        if largest > result.flat || largest > result.edge {
          if isEdge(x, y) {
            result.edge = max(result.edge, largest)
          } else {
            result.flat = max(result.flat, largest)
          }
        }
      }
    }
    result.rms = (Double(squares) / Double(max(count * channels.count, 1))).squareRoot()
    result.shareAbove48 = Double(above) / Double(max(count, 1))
    return result
  }
}
