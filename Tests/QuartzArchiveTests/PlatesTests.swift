// Geometry, colour and flipping: pixels of the package Plates.
// Licensed under the MIT license; see LICENSE.

import QuartzArchive
import QuartzTesting
import Testing

@Suite struct PlatesTests {
  private static let red = [255, 0, 0, 255]
  private static let green = [0, 255, 0, 255]
  private static let grey = [51, 51, 51, 255]

  @Test(arguments: [1, 2])
  func upwards(scale: Int) throws {
    let package = try Authored.package("Plates")
    #expect(package.warnings.isEmpty)
    #expect(package.size == CGSize(width: 100, height: 80) && !package.isGeometryFlipped)
    let picture = try ArchivedPicture(package, scale: Double(scale))
    #expect(picture.image.width == 100 * scale && picture.image.height == 80 * scale)
    for (x, y, color) in [
      (5, 5, Self.grey), (30, 20, Self.red), (75, 55, Self.green), (50, 45, [26, 26, 153, 255]),
      (30, 60, Self.grey),
    ] {
      #expect(isClose(picture(x * scale, y * scale), color), "at \(x) \(y)")
    }
  }

  private func expectDownwards(_ package: CAPackage) throws {
    let picture = try ArchivedPicture(package)
    #expect(isClose(picture(30, 60), Self.red))
    #expect(isClose(picture(75, 25), Self.green))
    #expect(isClose(picture(30, 20), Self.grey))
  }

  @Test func downwards() throws {
    let package = try Authored.flipped("Plates")
    #expect(package.isGeometryFlipped)
    try expectDownwards(package)
  }

  @Test func downwardsByRoot() throws {
    let (_, package) = try Authored.copy(
      "Plates",
      replacing: "position=\"50 40\" backgroundColor=\"0.2",
      with: "position=\"50 40\" geometryFlipped=\"1\" backgroundColor=\"0.2"
    )
    try expectDownwards(package)
  }

  @Test func zPositionBringsForward() throws {
    let package = try Authored.package("Plates")
    let red = try #require(package.publishedObject(withName: "red"))
    red.position = CGPoint(x: 75, y: 25)
    #expect(isClose(try ArchivedPicture(package)(75, 55), Self.green))
    red.zPosition = 5
    #expect(isClose(try ArchivedPicture(package)(75, 55), Self.red))
  }

  /// The root's place in its host does not matter, the middle of its bounds does.
  @Test func rootIsCentred() throws {
    let (_, package) = try Authored.copy(
      "Plates",
      replacing: "bounds=\"0 0 100 80\" position=\"50 40\" backgroundColor",
      with: "anchorPoint=\"0 1\" bounds=\"0 0 100 80\" position=\"26.3 100.3\" backgroundColor"
    )
    let picture = try ArchivedPicture(package)
    #expect(isClose(picture(5, 5), Self.grey))
    #expect(isClose(picture(30, 20), Self.red))
    #expect(isClose(picture(99, 79), Self.grey))
  }

  @Test func boundsOriginMovesSublayers() throws {
    let (_, package) = try Authored.copy(
      "Plates",
      replacing: "bounds=\"0 0 100 80\" position=\"50 40\" backgroundColor=\"0.2",
      with: "bounds=\"10 -10 100 80\" position=\"50 40\" backgroundColor=\"0.2"
    )
    let picture = try ArchivedPicture(package)
    // Ten points further left and up than with an origin of zero.
    #expect(isClose(picture(20, 10), Self.red) && isClose(picture(5, 5), Self.red))
    #expect(isClose(picture(45, 5), Self.grey) && isClose(picture(20, 25), Self.grey))
  }
}
