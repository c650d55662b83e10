// The properties of files that 8 bits of sRGB do not hold.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Testing

@Suite struct LossTests {
  private static let losses: [(String, ImageLosses)] = [
    ("photo.png", []), ("photo.jpg", []), ("lossy.webp", []), ("photo.tiff", []),
    ("photo.jp2", []), ("interlaced.gif", []), ("p3.jpg", .gamut), ("p3.png", .gamut),
    ("p3.webp", .gamut), ("p3wide.png", [.gamut, .depth]), ("gray.jpg", .compactness),
    ("lineargray.jpg", [.gamut, .compactness]),
  ]

  @Test(arguments: losses)
  func files(name: String, losses: ImageLosses) throws {
    #expect(try Fixture.image(name).losses == losses)
  }

  @Test func eachLossHasALine() {
    let all: ImageLosses = [.depth, .range, .gamut, .compactness]
    #expect(Set(all.lines).count == 4)
    #expect(ImageLosses().lines.isEmpty)
  }
}
