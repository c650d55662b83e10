// Animated PNG files, written and read.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@Suite struct AnimatedPNGWritingTests {
  /// A square of 4 x 4 pixels on a background of 32 x 24 that moves to the right.
  private func frame(_ index: Int) -> CGImage {
    makeImage(32, 24) { x, y in
      (index..<index + 4).contains(x) && (8..<12).contains(y) ? [200, 0, 0, 255] : [0, 0, 40, 128]
    }
  }

  private func file(
    _ frames: [CGImage],
    delay: Double = 1.0 / 30,
    loopCount: Int = 0
  ) throws -> [UInt8] {
    var writer = PNGAnimationWriter(frameCount: frames.count, loopCount: loopCount)
    return try frames.flatMap { try writer.add($0, delay: delay) } + writer.finish()
  }

  @Test func chunksInTheirOrder() throws {
    let png = try #require(TakenApartPNG(try file([frame(0), frame(4), frame(4)], loopCount: 7)))
    #expect(
      png.types == [
        "IHDR", "sRGB", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ]
    )
    #expect(png.data("acTL") == [[0, 0, 0, 3, 0, 0, 0, 7]])
    let numbers = (png.data("fcTL") + png.data("fdAT")).map { TakenApartPNG.number($0) }
    #expect(numbers == [0, 1, 3, 2, 4])
    // Sequence, width, height, x, y, 1/30, keep, source.
    let second = png.data("fcTL")[1]
    let rect = (0..<5).map { TakenApartPNG.number(second[($0 * 4)...]) }
    #expect(rect == [1, 8, 4, 0, 8])
    #expect(Array(second.suffix(6)) == [0, 1, 0, 30, 0, 0])
    // Nothing changed: one pixel.
    #expect((1..<5).map { TakenApartPNG.number(png.data("fcTL")[2][($0 * 4)...]) } == [1, 1, 0, 0])
  }

  @Test func changedPixelsAsSeenByAnotherReader() throws {
    let png = try #require(TakenApartPNG(try file([frame(0), frame(4)])))
    let whole = try #require(
      TakenApartPNG.rows(png.data("IDAT").flatMap(\.self), width: 32, height: 24, channels: 4)
    )
    #expect(whole[8].prefix(4) == [200, 0, 0, 255])
    // 40 x 255 / 128
    #expect(whole[0].prefix(4) == [0, 0, 80, 128])
    let part = try #require(
      TakenApartPNG.rows(
        png.data("fdAT").flatMap { $0.dropFirst(4) },
        width: 8,
        height: 4,
        channels: 4
      )
    )
    let row: [UInt8] = (0..<8).flatMap { $0 < 4 ? [0, 0, 80, 128] : [200, 0, 0, 255] }
    #expect(part == Array(repeating: row, count: 4))
  }

  @Test func framesComeBack() throws {
    let frames = (0..<12).map { frame($0 * 2 % 7) }
    let png = try PNGFile(Data(try file(frames, delay: 0.25, loopCount: 2)))
    #expect(png.isAnimated && png.loopCount == 2 && png.frames.count == 12)
    #expect(png.frames.allSatisfy { $0.delay == 0.25 })
    var canvas = PNGCanvas(png)
    for (index, frame) in frames.enumerated() {
      #expect(bytes(of: try canvas.image(at: index)) == bytes(of: frame))
    }
    // In any order.
    for index in [5, 2, 11, 0, 1] {
      #expect(bytes(of: try canvas.image(at: index)) == bytes(of: frames[index]))
    }
    #expect(bytes(of: try png.image()) == bytes(of: frames[0]))
  }

  @Test(arguments: [
    (1.0 / 60, 1, 60), (1.0 / 30, 1, 30), (1001.0 / 30000, 1001, 30000), (0.1, 1, 10), (2, 2, 1),
    (0, 0, 1), (-1, 0, 1), (.nan, 0, 1), (.infinity, 65535, 1), (1e9, 65535, 1), (1e-9, 1, 65535),
    (0.0417, 417, 10000),
  ])
  func delays(_ seconds: Double, _ numerator: Int, _ denominator: Int) throws {
    let png = try #require(TakenApartPNG(try file([frame(0)], delay: seconds)))
    let bytes = png.data("fcTL")[0][20...].map { Int($0) }
    #expect(bytes[0] << 8 | bytes[1] == numerator)
    #expect(bytes[2] << 8 | bytes[3] == denominator)
  }

  @Test func countAndSizeMustHold() throws {
    var writer = PNGAnimationWriter(frameCount: 2)
    _ = try writer.add(frame(0), delay: 1)
    #expect(throws: PNGError.wrongFrameCount(expected: 2, found: 1)) { try writer.finish() }
    #expect(throws: PNGError.wrongSize(expected: PNGSize(32, 24), found: PNGSize(1, 1))) {
      try writer.add(makeImage(1, 1) { _, _ in [0, 0, 0, 0] }, delay: 1)
    }
    _ = try writer.add(frame(1), delay: 1)
    #expect(throws: PNGError.wrongFrameCount(expected: 2, found: 3)) {
      try writer.add(frame(2), delay: 1)
    }
  }
}

@Suite struct AnimatedPNGReadingTests {
  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let half: [UInt8] = [0, 0, 255, 51]

  /// Two red pixels; then one of translucent blue over the second, disposed of; then green.
  private func played(disposal: UInt8, blend: UInt8) throws -> [[UInt8]] {
    var png = HandMadePNG()
    png.head(2, 1, depth: 8, colorType: 6)
    png.chunk("acTL", [0, 0, 0, 3, 0, 0, 0, 0])
    png.frame(0, 2, 1)
    png.chunk("IDAT", HandMadePNG.stored([Self.red + Self.red]))
    png.frame(1, 1, 1, x: 1, disposal: disposal, blend: blend)
    png.chunk("fdAT", HandMadePNG.number(2) + HandMadePNG.stored([Self.half]))
    png.frame(3, 1, 1)
    png.chunk("fdAT", HandMadePNG.number(4) + HandMadePNG.stored([[0, 255, 0, 255]]))
    png.chunk("IEND", [])
    let file = try PNGFile(Data(png.bytes))
    var canvas = PNGCanvas(file)
    return try file.frames.indices.map { bytes(of: try canvas.image(at: $0)) }
  }

  @Test func blends() throws {
    // 255 x 51 / 255 = 51 of blue; 255 x 204 / 255 of red is left.
    #expect(try played(disposal: 0, blend: 0)[1] == Self.red + [0, 0, 51, 51])
    #expect(try played(disposal: 0, blend: 1)[1] == Self.red + [204, 0, 51, 255])
  }

  @Test func disposals() throws {
    let green: [UInt8] = [0, 255, 0, 255]
    #expect(try played(disposal: 0, blend: 1)[2] == green + [204, 0, 51, 255])
    #expect(try played(disposal: 1, blend: 1)[2] == green + [0, 0, 0, 0])
    #expect(try played(disposal: 2, blend: 1)[2] == green + Self.red)
  }

  @Test func defaultPictureMayBeApart() throws {
    var png = HandMadePNG()
    png.head(1, 1, depth: 8, colorType: 0)
    png.chunk("acTL", [0, 0, 0, 1, 0, 0, 0, 0])
    png.chunk("IDAT", HandMadePNG.stored([[1]]))
    png.frame(0, 1, 1, delay: (3, 0))
    png.chunk("fdAT", HandMadePNG.number(1) + HandMadePNG.stored([[2]]))
    png.chunk("IEND", [])
    let file = try PNGFile(Data(png.bytes))
    var canvas = PNGCanvas(file)
    #expect(file.frames.count == 1)
    // A denominator of 0 stands for 100.
    #expect(file.frames[0].delay == 0.03)
    #expect(bytes(of: try canvas.image(at: 0)) == [2, 2, 2, 255])
  }

  @Test func paletteHoldsForAllFrames() throws {
    var png = HandMadePNG()
    png.head(1, 1, depth: 8, colorType: 3)
    png.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])
    png.chunk("PLTE", [1, 2, 3, 4, 5, 6])
    png.frame(0, 1, 1)
    png.chunk("IDAT", HandMadePNG.stored([[0]]))
    png.frame(1, 1, 1)
    png.chunk("fdAT", HandMadePNG.number(2) + HandMadePNG.stored([[1]]))
    png.chunk("IEND", [])
    var canvas = PNGCanvas(try PNGFile(Data(png.bytes)))
    #expect(bytes(of: try canvas.image(at: 1)) == [4, 5, 6, 255])
    #expect(throws: PNGError.noSuchFrame(index: 2, count: 2)) { try canvas.image(at: 2) }
    #expect(throws: PNGError.noSuchFrame(index: -1, count: 2)) { try canvas.image(at: -1) }
  }

  private func error(_ build: (inout HandMadePNG) -> Void) -> PNGError? {
    var png = HandMadePNG()
    png.head(2, 2, depth: 8, colorType: 0)
    build(&png)
    png.chunk("IEND", [])
    do {
      var canvas = PNGCanvas(try PNGFile(Data(png.bytes)))
      for index in canvas.file.frames.indices { _ = try canvas.image(at: index) }
      return nil
    } catch {
      return error
    }
  }

  @Test func brokenAnimations() {
    let picture = HandMadePNG.stored([[1, 2], [3, 4]])
    let two: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 0]
    #expect(
      error { png in
        png.chunk("acTL", two)
        png.frame(0, 2, 2)
        png.chunk("IDAT", picture)
      } == .wrongFrameCount(expected: 2, found: 1)
    )
    #expect(
      error { png in
        png.chunk("acTL", two)
        png.frame(0, 2, 2)
        png.chunk("IDAT", picture)
        png.frame(1, 2, 1, y: 2)
      } == .wrongSize(expected: PNGSize(2, 2), found: PNGSize(2, 3))
    )
    #expect(
      error { png in
        png.chunk("acTL", two)
        png.frame(0, 2, 2)
        png.chunk("IDAT", picture)
        png.frame(2, 2, 2)
      }
        == .badValue(field: "sequence number", offset: 128, expected: "1", found: 2)
    )
    #expect(
      error { png in
        png.chunk("acTL", [0, 0, 0, 0, 0, 0, 0, 0])
        png.chunk("IDAT", picture)
      } == .badValue(field: "number of frames", offset: 41, expected: "1...65536", found: 0)
    )
    #expect(
      error { png in
        png.chunk("acTL", two)
        png.frame(0, 2, 2)
        png.chunk("IDAT", picture)
        png.frame(1, 2, 2)
        png.chunk("fdAT", HandMadePNG.number(2) + [0x78, 0x01, 7])
      } == .corrupt(frame: 1, reason: "IDAT: invalid block type")
    )
    #expect(
      error { png in
        png.chunk("acTL", two)
        png.frame(0, 2, 2)
        png.frame(1, 2, 2)
        png.chunk("IDAT", picture)
      } == .missingChunk(type: "IDAT", offset: 91)
    )
  }

  @Test func cutAnywhere() throws {
    var writer = PNGAnimationWriter(frameCount: 2)
    let frames = (0..<2).map { index in
      makeImage(9, 9) { x, y in [UInt8(x * y), UInt8(index * 90), UInt8(x), 255] }
    }
    let file = try frames.flatMap { try writer.add($0, delay: 1) } + writer.finish()
    for count in 8..<file.count {
      #expect(throws: PNGError.self) { try PNGFile(Data(file[..<count])) }
    }
  }
}
