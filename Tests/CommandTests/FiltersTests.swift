// The example of Core Image: a QR code, and the same blurred.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import ImageIO
import Testing

@Suite struct FiltersTests {
  @Test func theExampleMakesACodeAndItsBlur() throws {
    let tool = try Tool("filters")
    #expect(try tool.run().status == 0)
    let source = try #require(CGImageSourceCreateWithData(try tool.bytes("filters.png"), nil))
    let picture = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
    // ISO/IEC 18004, table 7: 19 bytes at level Q need version 2, 25 modules, and two of margin.
    let side = 27 * 6
    try #require(picture.width == 2 * side && picture.height == side)
    let pixels = picture.pixelStorage
    func light(_ x: Int, _ y: Int) -> UInt8 {
      pixels.base.load(fromByteOffset: y * pixels.rowBytes + x * 4, as: UInt8.self)
    }
    var levels = (Set<UInt8>(), Set<UInt8>())
    for y in 0..<side {
      for x in 0..<side {
        levels.0.insert(light(x, y))
        levels.1.insert(light(side + x, y))
      }
    }
    #expect(levels.0 == [0, 255])
    #expect(levels.1.count > 100)
    // The finder pattern: seven dark modules, five light, three dark around the centre.
    let row = (1..<8).map { light($0 * 6 + 3, 4 * 6 + 3) }
    #expect(row == [0, 255, 0, 0, 0, 255, 0])
  }
}
