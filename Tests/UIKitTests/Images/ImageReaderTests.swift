// Readers of images: their light, their size, and files that are none.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import TestClaims
import Testing
import UIKit

@Suite struct ImageReaderTests {
  /// A PNG file of 16 bits in PQ: one grey of 1000 nits.
  private func bright(width: Int = 8, height: Int = 4) throws -> Data {
    let space = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    let samples = [UInt16](repeating: 49271, count: width * height * 4)
    let image = CGImage(
      samples: samples.withUnsafeBytes { Data($0) },
      size: (width, height),
      .integers16,
      space: space,
      alpha: .noneSkipLast
    )
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.png", 1, nil))
    CGImageDestinationAddImage(destination, image, nil)
    try #require(CGImageDestinationFinalize(destination))
    return data as Data
  }

  private func reader(_ change: (inout UIImageReader.Configuration) -> Void) -> UIImageReader {
    var configuration = UIImageReader.Configuration()
    change(&configuration)
    return UIImageReader(configuration: configuration)
  }

  @Test(.shows("UIImageReader", "UIImageReader.Configuration", "UIImageReader.default"))
  func lightOfImages() throws {
    let file = try bright()
    let plain = try #require(UIImageReader.default.image(data: file))
    #expect(!plain.isHighDynamicRange && plain.size == CGSize(width: 8, height: 4))
    #expect(UIImageReader.default.configuration == UIImageReader.Configuration())
    let bright = try #require(reader { $0.prefersHighDynamicRange = true }.image(data: file))
    #expect(bright.isHighDynamicRange)
    let headroom = try #require(bright.cgImage).contentHeadroom
    #expect(headroom == kCGDefaultHDRImageContentHeadroom)
  }

  @Test(.shows("UIImageReader.Configuration.preferredThumbnailSize"))
  func thumbnails() throws {
    let file = try bright(width: 80, height: 40)
    let small = reader {
      $0.preferredThumbnailSize = CGSize(width: 20, height: 20)
      $0.prefersHighDynamicRange = true
      $0.preparesImagesForDisplay = true
    }
    let image = try #require(small.image(data: file))
    #expect(image.size == CGSize(width: 20, height: 10))
    #expect(image.isHighDynamicRange)
    // An image that fits has all its pixels.
    let fitting = try #require(small.image(data: try bright()))
    #expect(fitting.size == CGSize(width: 8, height: 4))
    for size in [CGSize(width: -1, height: 4), CGSize(width: Double.nan, height: 4), .zero] {
      let image = reader { $0.preferredThumbnailSize = size }.image(data: file)
      #expect(image?.size == CGSize(width: 80, height: 40), "\(size)")
    }
  }

  @Test(.shows("UIImageReader.Configuration.pixelsPerInch"))
  func inches() throws {
    let file = try bright()
    let image = try #require(reader { $0.pixelsPerInch = 144 }.image(data: file))
    #expect(image.scale == 2 && image.size == CGSize(width: 4, height: 2))
    for number in [0, -72, CGFloat.nan, .infinity] {
      #expect(reader { $0.pixelsPerInch = number }.image(data: file)?.scale == 1)
    }
  }

  @Test(.shows("UIImageReader.image(contentsOf:)"))
  func filesAndForms() async throws {
    let file = try bright()
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("quartz-reader-\(UUID().uuidString).png")
    try file.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let reader = UIImageReader.default
    let size = CGSize(width: 8, height: 4)
    let later = await reader.image(contentsOf: url)
    #expect(later?.size == size)
    let ofBytes = await reader.image(data: file)
    #expect(ofBytes?.size == size)
    let called: CGSize? = await withCheckedContinuation { continuation in
      reader.image(contentsOf: url) { continuation.resume(returning: $0?.size) }
    }
    #expect(called == size)
    let missing = await reader.image(contentsOf: url.appendingPathExtension("none"))
    #expect(missing == nil)
  }

  /// Bytes that are no image, or not all of one.
  @Test func hostileBytes() throws {
    let file = try bright()
    let reader = reader { $0.preferredThumbnailSize = CGSize(width: 2, height: 2) }
    #expect(reader.image(data: Data()) == nil)
    #expect(reader.image(data: Data("no image".utf8)) == nil)
    #expect(reader.image(data: file.prefix(40)) == nil)
    let address = try #require(URL(string: "https://example.com/a.png"))
    #expect(reader.image(contentsOf: address) == nil)
  }
}
