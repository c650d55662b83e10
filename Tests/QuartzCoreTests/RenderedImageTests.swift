// From layers to pixels, in process; and the comparison of pictures.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting

@Suite struct RenderedImageTests {
  private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)

  /// The bytes of a pixel: red, green, blue, alpha, premultiplied.
  private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
    let pixels = image.pixelStorage
    return pixels.withBytes { Array($0[(y * pixels.rowBytes + x * 4)...].prefix(4)) }
  }

  private func square() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
    let layer = CALayer()
    layer.frame = CGRect(x: 5, y: 2, width: 4, height: 4)
    layer.backgroundColor = red
    root.addSublayer(layer)
    return root
  }

  @Test func aSquareWhereItIs() throws {
    let image = try renderedImage(of: square(), size: CGSize(width: 20, height: 10), scale: 2)
    #expect(image.width == 40 && image.height == 20)
    #expect(pixel(image, 10, 4) == [255, 0, 0, 255])
    #expect(pixel(image, 17, 11) == [255, 0, 0, 255])
    #expect(pixel(image, 9, 4) == [0, 0, 0, 0])
    #expect(pixel(image, 18, 11) == [0, 0, 0, 0])
    #expect(pixel(image, 10, 12) == [0, 0, 0, 0])
  }

  @Test func anAnimationAtSeveralTimesInAnyOrder() throws {
    let root = square()
    let layer = try #require(root.sublayers?.first)
    let move = CABasicAnimation(keyPath: "position.x")
    move.byValue = 10
    move.duration = 1
    layer.add(move, forKey: "move")
    let images = try renderedImages(
      of: root,
      size: CGSize(width: 20, height: 10),
      at: [0.5, 0, 2, 0.5]
    )
    #expect(pixel(images[0], 5, 3)[3] == 0 && pixel(images[0], 10, 3)[3] == 255)
    #expect(pixel(images[1], 5, 3)[3] == 255 && pixel(images[1], 10, 3)[3] == 0)
    expectEqualImages(images[1], images[2])
    expectEqualImages(images[0], images[3])
    #expect(layer.superlayer === root)
  }

  @Test func aBackgroundBehindTheRoot() throws {
    let image = try renderedImage(
      of: CALayer(),
      size: CGSize(width: 2, height: 2),
      backgroundColor: red
    )
    #expect(pixel(image, 1, 1) == [255, 0, 0, 255])
  }

  @Test func differencesAreCountedAndLocated() {
    let bytes = [UInt8](repeating: 100, count: 16)
    var other = bytes
    other[4] = 103
    other[13] = 101
    let difference = ImageDifference(Images.make(bytes), Images.make(other))
    #expect(difference.count == 2 && difference.largest == 3)
    #expect(difference.boundingBox == CGRect(x: 1, y: 0, width: 1, height: 2))
    #expect("\(difference)" == "2 pixels differ, by at most 3/255, within 1 x 2 at (1, 0)")
    let image = difference.image
    #expect(image.map { pixel($0, 1, 0) } == [48, 0, 0, 255])
    let tolerant = ImageDifference(Images.make(bytes), Images.make(other), tolerance: 1)
    #expect(tolerant.count == 1 && tolerant.boundingBox.height == 1)
    #expect(
      ImageDifference(Images.make(bytes), Images.make(other), tolerance: 3).isWithinTolerance
    )
  }

  @Test func sizesAreCompared() throws {
    let image = try renderedImage(of: CALayer(), size: CGSize(width: 3, height: 2))
    let difference = ImageDifference(image, Images.checkers)
    #expect(!difference.isWithinTolerance)
    #expect("\(difference)" == "3 x 2 pixels, expected 2 x 2")
  }

  @Test func aMismatchIsRecorded() {
    let other = Images.make([UInt8](repeating: 255, count: 16))
    withKnownIssue { expectEqualImages(Images.checkers, other) }
  }
}
