// The program of the guide Layers without views: what it says is what runs.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite struct HelloTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func theGuideShowsTheProgram() throws {
    let source = try text("Examples/Hello/main.swift")
    let head = try #require(source.range(of: "\n\n"))
    let guide = try text(
      "Sources/Frameworks/QuartzCore/QuartzCore.docc/LayersWithoutViews.md"
    )
    #expect(guide.contains("```swift\n" + source[head.upperBound...] + "```\n"))
  }

  /// Four pictures of a ring that is drawn: none of it, a quarter, half, all.
  @Test func theFourPicturesDiffer() throws {
    let tool = try Tool("hello")
    #expect(try tool.run().status == 0)
    let data = try tool.bytes("first.png")
    let source = try #require(CGImageSourceCreateWithData(data as CFData, nil))
    let strip = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    try #require(strip.width == 510 && strip.height == 120)
    let canvas = try #require(
      CGContext(
        data: nil,
        width: 510,
        height: 120,
        bitsPerComponent: 8,
        bytesPerRow: 510 * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    canvas.draw(strip, in: CGRect(x: 0, y: 0, width: 510, height: 120))
    let bytes = try #require(canvas.data)
    /// The blue pixels of a picture.
    let ink = (0..<4).map { picture in
      (0..<120).reduce(0) { count, y in
        count
          + (0..<120).filter { x in
            let pixel = bytes.advanced(by: (y * 510 + picture * 130 + x) * 4)
            return pixel.load(as: UInt8.self) < 60
              && pixel.load(fromByteOffset: 2, as: UInt8.self) > 150
          }.count
      }
    }
    // The ring is 2 π 40 pixels long and 16 wide.
    let whole = 2 * Double.pi * 40 * 16
    for (found, part) in zip(ink, [0, 0.25, 0.5, 1]) {
      #expect(abs(Double(found) - whole * part) < whole * 0.05)
    }
  }
}
