// Contents: pixels of the package Stickers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import ImageIO
import QuartzArchive
import QuartzTesting
import Testing

@Suite struct StickersTests {
  private static let red = [255, 0, 0, 255]
  private static let green = [0, 255, 0, 255]
  private static let blue = [0, 0, 255, 255]
  private static let white = [255, 255, 255, 255]
  private static let black = [0, 0, 0, 255]

  private func expect(_ picture: ArchivedPicture, _ points: [(Int, Int, [Int])]) {
    for (x, y, color) in points { #expect(isClose(picture(x, y), color), "at \(x) \(y)") }
  }

  /// The four quarters of q.png in the square whose top left corner is at (x, y).
  private func quarters(_ x: Int, _ y: Int) -> [(Int, Int, [Int])] {
    [
      (x + 10, y + 10, Self.red), (x + 30, y + 10, Self.green), (x + 10, y + 30, Self.blue),
      (x + 30, y + 30, Self.white),
    ]
  }

  @Test func upright() throws {
    expect(try ArchivedPicture(try Authored.package("Stickers")), quarters(10, 10))
  }

  @Test func uprightDownwards() throws {
    expect(try ArchivedPicture(try Authored.flipped("Stickers")), quarters(10, 70))
  }

  @Test func gravityBottomLeft() throws {
    let picture = try ArchivedPicture(try Authored.package("Stickers"))
    expect(
      picture,
      [
        (60, 48, Self.red), (61, 48, Self.green), (60, 49, Self.blue), (61, 49, Self.white),
        (60, 47, Self.black), (62, 49, Self.black), (80, 30, Self.black),
      ]
    )
  }

  @Test func contentsRectRightHalf() throws {
    expect(
      try ArchivedPicture(try Authored.package("Stickers")),
      [(130, 20, Self.green), (130, 40, Self.white)]
    )
  }

  @Test func tintedCoverage() throws {
    expect(
      try ArchivedPicture(try Authored.package("Stickers")),
      [
        (170, 30, [255, 128, 255, 255]), (190, 30, Self.white),
        (170, 90, [255, 0, 255, 255]), (190, 90, Self.white),
      ]
    )
  }

  @Test func missingFileShowsBackground() throws {
    let package = try Authored.package("Stickers")
    #expect(
      package.warnings.map(\.message)
        == ["the picture assets/none.png is missing; the contents are empty"]
    )
    #expect(package.warnings.first?.line == 25)
    expect(try ArchivedPicture(package), [(80, 90, [0, 128, 0, 255])])
  }

  @Test func dataURL() throws {
    expect(try ArchivedPicture(try Authored.package("Stickers")), quarters(10, 70))
  }

  @Test func imageDecodedOnce() throws {
    let package = try Authored.package("Stickers")
    let a = package.publishedObject(withName: "a")?.contents as? CGImage
    let c = package.publishedObject(withName: "c")?.contents as? CGImage
    #expect(a != nil && a === c)
  }

  @Test func caseDiffers() throws {
    let (_, package) = try Authored.copy(
      "Stickers",
      replacing: "assets/q.png",
      with: "Assets/Q.PNG"
    )
    #expect(package.warnings.contains { $0.message == "Assets/Q.PNG is taken to be assets/q.png" })
    expect(try ArchivedPicture(package), quarters(10, 10))
  }

  /// A picture of another kind than PNG: a JPEG of one colour.
  @Test func otherKinds() throws {
    let plain = try read(document("", attributes: "backgroundColor=\"0 0.8 0.2\""))
    let bytes = NSMutableData()
    let jpeg = try #require(CGImageDestinationCreateWithData(bytes, "public.jpeg", 1, nil))
    CGImageDestinationAddImage(jpeg, try ArchivedPicture(plain).image, nil)
    #expect(CGImageDestinationFinalize(jpeg))
    let package = try read(
      document("<contents type=\"CGImage\" src=\"a.jpg\"/>"),
      files: ["a.jpg": bytes as Data]
    )
    #expect(messages(package).isEmpty)
    let pixel = try ArchivedPicture(package)(50, 50)
    #expect(zip(pixel, [0, 204, 51, 255]).allSatisfy { abs($0 - $1) <= 4 })
  }

  @Test func unknownKindIsAnError() throws {
    let failure = try failureOf(
      document("<contents type=\"CGImage\" src=\"a.jpg\"/>"),
      files: ["a.jpg": Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16])]
    )
    guard case .undecodableImage = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }
}
