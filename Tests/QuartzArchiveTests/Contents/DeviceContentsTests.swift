// Contents in packages of devices: other channels, a transform, tints of any colour.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzModel
import Testing

@Suite struct DeviceContentsTests {
  /// Two pixels: red, and nothing but an alpha of a half.
  private let files = [
    "p.png": Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGP4z8AARAwNAA18An8IvWs2AAAAAElFTk\
        SuQmCC
        """
    ) ?? Data()
  ]

  private let contents = "<contents type=\"CGImage\" src=\"p.png\"/>"

  private func package(_ inside: String, _ attributes: String = "") throws -> CAPackage {
    try read(document(inside, attributes: attributes), files: files)
  }

  private func pixels(_ layer: CALayer) throws -> [SIMD4<UInt8>] {
    let image = try #require(layer.contents as? CGImage)
    let storage = image.pixelStorage
    return (0..<image.width).map { x in
      SIMD4((0..<4).map { storage.base.load(fromByteOffset: x * 4 + $0, as: UInt8.self) })
    }
  }

  private static let swizzles: [(String, [UInt8])] = [
    ("AAAA", [255, 255, 255, 255]), ("RGBA", [255, 0, 0, 255]), ("GRB1", [0, 255, 0, 255]),
    ("000A", [0, 0, 0, 255]),
  ]

  @Test(arguments: swizzles)
  func channelsComeFromOthers(_ swizzle: String, _ first: [UInt8]) throws {
    let package = try package(contents, "contentsSwizzle=\"\(swizzle)\"")
    #expect(messages(package).isEmpty, "\(messages(package))")
    #expect(try pixels(package.rootLayer)[0] == SIMD4(first))
  }

  /// The package keeps its own picture, and what it says of its channels.
  @Test func otherChannelsAreWrittenBack() throws {
    let package = try package(contents, "contentsSwizzle=\"AAAA\"")
    #expect(try package.documentText().contains("contentsSwizzle=\"AAAA\""))
    #expect(try package.files().files["p.png"] == files["p.png"])
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent("Copy.ca")
    #expect(try package.write(to: copy).isEmpty)
    #expect(try pixels(CAPackage(contentsOf: copy).rootLayer)[0] == [255, 255, 255, 255])
  }

  /// White times the alpha of the picture, in both halves.
  @Test func otherChannelsAreDrawn() throws {
    let picture = try ArchivedPicture(
      package(contents, "contentsSwizzle=\"AAAA\" magnificationFilter=\"nearest\"")
    )
    #expect(picture(10, 50) == [255, 255, 255, 255] && picture(90, 50) == [128, 128, 128, 128])
  }

  /// A quarter turn about the middle, from the x axis to the y axis, which points up.
  @Test func transformsOfContentsAreDrawn() throws {
    let attributes = "contentsTransform=\"matrix(0 1 -1 0 0 0)\" magnificationFilter=\"nearest\""
    let picture = try ArchivedPicture(package(contents, attributes))
    #expect(picture(50, 75) == [255, 0, 0, 255] && picture(50, 25) == [0, 0, 0, 128])
    #expect(picture(10, 75) == [255, 0, 0, 255] && picture(90, 25) == [0, 0, 0, 128])
  }

  @Test func unknownChannelsAreKeptWithAWarning() throws {
    let package = try package(contents, "contentsSwizzle=\"XYZW\"")
    #expect(messages(package).count == 1)
    #expect(try pixels(package.rootLayer)[0] == [255, 0, 0, 255])
    #expect(package.rootLayer.value(forKey: "contentsSwizzle") as? String == "XYZW")
  }

  @Test func transformsOfContentsAreReadAndWritten() throws {
    let package = try package("", "contentsTransform=\"matrix(0 1 -1 0 3 4)\"")
    #expect(messages(package).isEmpty, "\(messages(package))")
    let matrix = try #require(package.rootLayer.values.value(.contentsTransform).transform)
    #expect(matrix.row1.y == 1 && matrix.row2.x == -1 && matrix.row4.x == 3 && matrix.row4.y == 4)
    let again = try read(try package.documentText())
    #expect(again.rootLayer.values.value(.contentsTransform) == .transform(matrix))
    #expect(try package.documentText().contains("contentsTransform=\"matrix(0 1 -1 0 3 4)\""))
  }

  private static let tints: [(String, Double, [Double])] = [
    ("0.5", 1, [0.5, 0.5, 0.5, 1]), ("0.5 0.25", 1, [0.5, 0.5, 0.5, 0.25]),
    ("1 0 0.5", 0.5, [1, 0, 0.5, 0.5]), ("1 0 0.5 0.25", 1, [1, 0, 0.5, 0.25]),
    ("#ff0080", 1, [1, 0, 128.0 / 255, 1]),
  ]

  @Test(arguments: tints)
  func tintsAreOfAnyColor(_ text: String, _ opacity: Double, _ color: [Double]) throws {
    let package = try package(
      """
      <contents type="CATintedImage"><image type="CGImage" src="p.png"/>\
      <tint type="CGColor" value="\(text)" opacity="\(opacity)"/></contents>
      """
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let tint = try #require(package.rootLayer.values.value(.contentsMultiplyColor).color)
    #expect([tint.red, tint.green, tint.blue, tint.alpha] == color)
  }

  /// Colour and alpha of the picture, each times those of the layer.
  @Test func coloursOfContentsAreDrawn() throws {
    let attributes = "contentsMultiplyColor=\"0.5 1 0.25\" magnificationFilter=\"nearest\""
    let opaque = try ArchivedPicture(package(contents, attributes))
    // Half of red is 127.5.
    #expect([127, 128].contains(opaque(10, 50)[0]))
    #expect(opaque(10, 50).dropFirst() == [0, 0, 255] && opaque(90, 50) == [0, 0, 0, 128])
    let clear = try ArchivedPicture(
      package(
        contents + "<contentsMultiplyColor value=\"1 1 1\" opacity=\"0.5\"/>",
        "magnificationFilter=\"nearest\""
      )
    )
    #expect([127, 128].contains(clear(10, 50)[0]) && [127, 128].contains(clear(10, 50)[3]))
    #expect(clear(90, 50)[3] == 64)
  }

  /// A tint is the colour of the coverage, whatever the picture's own colours are.
  @Test func tintsAreDrawn() throws {
    let package = try package(
      """
      <contents type="CATintedImage"><image type="CGImage" src="p.png"/>\
      <tint type="CGColor" value="0 1 0" opacity="0.5"/></contents>
      """,
      "magnificationFilter=\"nearest\""
    )
    let picture = try ArchivedPicture(package)
    // Premultiplied: half of green, and half of that where the coverage is a half.
    #expect(picture(10, 50)[0] == 0 && picture(90, 50)[0] == 0)
    #expect([127, 128].contains(picture(10, 50)[1]) && picture(10, 50)[1] == picture(10, 50)[3])
    #expect(picture(90, 50)[1] == 64 && picture(90, 50)[3] == 64)
    // And once more from what is written.
    let folder = try TemporaryFolder()
    let copy = folder.url.appendingPathComponent("Copy.ca")
    #expect(try package.write(to: copy).isEmpty)
    let again = try ArchivedPicture(CAPackage(contentsOf: copy))
    #expect(again(10, 50) == picture(10, 50) && again(90, 50) == picture(90, 50))
  }

  @Test func coloursOfContentsAreReadInBothForms() throws {
    for text in [
      document("", attributes: "contentsMultiplyColor=\"1 0.5 0\""),
      document("<contentsMultiplyColor value=\"1 0.5 0\"/>"),
    ] {
      let package = try read(text)
      #expect(messages(package).isEmpty)
      let color = try #require(package.rootLayer.values.value(.contentsMultiplyColor).color)
      #expect([color.red, color.green, color.blue] == [1, 0.5, 0])
    }
  }
}
