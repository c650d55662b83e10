// PNG files in and out: every kind of pixel, damage, limits.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import TestRandom
import Testing

/// R, G, B, A of all pixels, premultiplied, without padding.
func bytes(of image: CGImage) -> [UInt8] {
  let pixels = image.pixelStorage
  return (0..<pixels.height).flatMap { y in
    pixels.withBytes { Array($0[y * pixels.rowBytes..<y * pixels.rowBytes + pixels.width * 4]) }
  }
}

func makeImage(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [UInt8]) -> CGImage {
  CGImage(
    PixelStorage(width: width, height: height) { target in
      var isOpaque = true
      for index in 0..<width * height {
        let value = pixel(index % width, index / width)
        for byte in 0..<4 { target[index * 4 + byte] = value[byte] }
        isOpaque = isOpaque && value[3] == 255
      }
      return isOpaque
    }
  )
}

@Suite struct PNGReadingTests {
  private func read(_ png: HandMadePNG) throws -> [UInt8] {
    bytes(of: try PNGFile(Data(png.bytes)).image())
  }

  @Test func gray8() throws {
    let png = HandMadePNG(2, 2, depth: 8, colorType: 0, rows: [[0, 10], [200, 255]])
    #expect(
      try read(png) == [0, 0, 0, 255, 10, 10, 10, 255, 200, 200, 200, 255, 255, 255, 255, 255]
    )
  }

  @Test(arguments: [(1, 0b0110_0000), (2, 0b0011_0000), (4, 0b0000_1111)])
  func grayOfFewBits(_ depth: Int, _ bits: Int) throws {
    // Black, then white.
    let shifted = depth == 1 ? [UInt8(truncatingIfNeeded: bits)] : [UInt8(bits)]
    let png = HandMadePNG(2, 1, depth: depth, colorType: 0, rows: [shifted])
    #expect(try read(png) == [0, 0, 0, 255, 255, 255, 255, 255])
  }

  @Test func gray16IsRoundedToNearest() throws {
    // 0x0101 x k is k; 0x0181 is nearer to 1 than to 2, 0x0182 the other way.
    let png = HandMadePNG(3, 1, depth: 16, colorType: 0, rows: [[7, 7, 1, 0x81, 1, 0x83]])
    #expect(try read(png) == [7, 7, 7, 255, 1, 1, 1, 255, 2, 2, 2, 255])
  }

  @Test func rgbAndTransparentColor() throws {
    let rows: [[UInt8]] = [[1, 2, 3, 4, 5, 6]]
    #expect(
      try read(HandMadePNG(2, 1, depth: 8, colorType: 2, rows: rows)) == [
        1, 2, 3, 255, 4, 5, 6, 255,
      ]
    )
    let keyed = HandMadePNG(
      2,
      1,
      depth: 8,
      colorType: 2,
      rows: rows,
      [("tRNS", [0, 4, 0, 5, 0, 6])]
    )
    #expect(try read(keyed) == [1, 2, 3, 255, 0, 0, 0, 0])
    #expect(try PNGFile(Data(keyed.bytes)).hasAlpha)
  }

  @Test func paletteWithAlpha() throws {
    let png = HandMadePNG(
      3,
      1,
      depth: 4,
      colorType: 3,
      rows: [[0x01, 0x20]],
      [("PLTE", [255, 0, 0, 0, 200, 0, 0, 0, 100]), ("tRNS", [255, 51])]
    )
    #expect(try read(png) == [255, 0, 0, 255, 0, 40, 0, 51, 0, 0, 100, 255])
  }

  @Test func rgbaIsMultipliedWithAlpha() throws {
    let png = HandMadePNG(
      2,
      1,
      depth: 8,
      colorType: 6,
      rows: [[50, 100, 150, 51, 9, 9, 9, 0]]
    )
    #expect(try read(png) == [10, 20, 30, 51, 0, 0, 0, 0])
    let gray = HandMadePNG(1, 1, depth: 8, colorType: 4, rows: [[100, 51]])
    #expect(try read(gray) == [20, 20, 20, 51])
  }

  @Test func everyColorTimesEveryAlpha() throws {
    var rows: [[UInt8]] = []
    var expected: [UInt8] = []
    for alpha in stride(from: 3, to: 256, by: 4) {
      func product(_ value: Int) -> UInt8 { UInt8((Double(value * alpha) / 255).rounded()) }
      var row: [UInt8] = []
      for value in 0...255 {
        row += [UInt8(value), UInt8(255 - value), 128, UInt8(alpha)]
        expected += [product(value), product(255 - value), product(128), UInt8(alpha)]
      }
      rows.append(row)
    }
    // A stored block holds 65535 bytes: half of the rows at a time.
    for half in 0..<2 {
      let part = Array(rows[half * 32..<half * 32 + 32])
      let png = HandMadePNG(256, 32, depth: 8, colorType: 6, rows: part)
      #expect(try read(png) == Array(expected[half * 32768..<half * 32768 + 32768]))
    }
  }

  @Test func interlaced() throws {
    // 8 x 8; each pixel holds x + 8 y. Passes of Adam7: PNG (third edition), section 8.1.
    let passes: [(Int, Int, Int, Int)] = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
      (0, 1, 1, 2),
    ]
    var rows: [[UInt8]] = []
    for (x0, y0, dx, dy) in passes {
      for y in stride(from: y0, to: 8, by: dy) {
        rows.append(stride(from: x0, to: 8, by: dx).map { UInt8($0 + 8 * y) })
      }
    }
    let png = HandMadePNG(8, 8, depth: 8, colorType: 0, interlaced: true, rows: rows)
    #expect(try read(png) == (0..<64).flatMap { [$0, $0, $0, 255] })
  }

  @Test func gammaBecomesSRGB() throws {
    // Linear light: 55 / 255 is 0.5019 encoded.
    let linear = ("gAMA", HandMadePNG.number(100_000))
    let rows: [[UInt8]] = [[55, 255]]
    let png = HandMadePNG(2, 1, depth: 8, colorType: 0, rows: rows, [linear])
    #expect(try read(png) == [128, 128, 128, 255, 255, 255, 255, 255])
    // 16 bits are converted from 16 bits: 0x0100 of 0xFFFF encodes to 12.9, 8 bits would give 13 or
    // 0.
    let wide = HandMadePNG(
      2,
      1,
      depth: 16,
      colorType: 4,
      rows: [[0, 0x80, 255, 255, 1, 0, 0x33, 0x33]],
      [linear]
    )
    #expect(try read(wide) == [6, 6, 6, 255, 3, 3, 3, 51])
    let sRGB = HandMadePNG(2, 1, depth: 8, colorType: 0, rows: rows, [("sRGB", [0]), linear])
    #expect(try read(sRGB) == [55, 55, 55, 255, 255, 255, 255, 255])
    let usual = HandMadePNG(
      2,
      1,
      depth: 8,
      colorType: 0,
      rows: rows,
      [("gAMA", HandMadePNG.number(45455))]
    )
    #expect(try read(usual) == [55, 55, 55, 255, 255, 255, 255, 255])
  }

  @Test func pixelsInSeveralChunks() throws {
    var png = HandMadePNG()
    png.head(1, 2, depth: 8, colorType: 0)
    let data = HandMadePNG.stored([[5], [6]])
    for byte in data { png.chunk("IDAT", [byte]) }
    png.chunk("IEND", [])
    #expect(try read(png) == [5, 5, 5, 255, 6, 6, 6, 255])
  }

  /// Pixel data that are unusual, but not wrong.
  @Test(arguments: ["small window", "bytes behind", "chunks behind"])
  func unusualData(_ kind: String) throws {
    var png = HandMadePNG()
    png.head(1, 2, depth: 8, colorType: 0)
    var data = HandMadePNG.stored([[5], [6]])
    // A window of 256 bytes; the two bytes are a multiple of 31.
    if kind == "small window" { data.replaceSubrange(0..<2, with: [0x08, 0x1D]) }
    png.chunk("IDAT", kind == "bytes behind" ? data + [1, 2, 3] : data)
    if kind == "chunks behind" {
      png.chunk("tEXt", [65, 0, 66])
      png.chunk("IDAT", [1, 2, 3])
    }
    png.chunk("IEND", [])
    #expect(try read(png) == [5, 5, 5, 255, 6, 6, 6, 255])
  }

  /// Pictures whose rows, unpacked, fit into their own memory, and others; none is a multiple of a
  /// block.
  @Test(arguments: [(0, 1), (2, 3), (4, 2), (6, 4)])
  func sizesOfRows(_ colorType: Int, _ components: Int) throws {
    let (width, height) = (97, 83)
    var random = SeededGenerator(seed: 3)
    let rows = (0..<height).map { _ in
      (0..<width * components).map { index in
        // Alpha is opaque.
        components.isMultiple(of: 2) && index % components == components - 1
          ? 255 : UInt8(truncatingIfNeeded: random.next())
      }
    }
    let read = try read(
      HandMadePNG(width, height, depth: 8, colorType: colorType, rows: rows)
    )
    let expected = rows.flatMap { row in
      (0..<width).flatMap { x -> [UInt8] in
        let pixel = row[x * components..<(x + 1) * components]
        let first = pixel.startIndex
        return components < 3
          ? [row[first], row[first], row[first], 255]
          : [row[first], row[first + 1], row[first + 2], 255]
      }
    }
    #expect(read == expected)
  }
}

@Suite struct PNGDamageTests {
  private static let rows: [[UInt8]] = (0..<16).map { y in
    (0..<16).map { x in UInt8(x * 7 ^ y * 13) }
  }
  private static let sound = HandMadePNG(16, 16, depth: 8, colorType: 0, rows: rows)

  private func error(_ bytes: [UInt8], _ limits: ImageLimits = ImageLimits()) -> PNGError? {
    do {
      _ = try PNGFile(Data(bytes), limits: limits).image()
      return nil
    } catch {
      return error
    }
  }

  @Test func cutAnywhere() {
    let file = Self.sound.bytes
    for count in 0..<file.count {
      let found = error(Array(file[..<count]))
      switch found {
      case .notPNG(let found): #expect(count == 0 && found.isEmpty)
      case .truncated(let offset, let needed, let found):
        #expect(needed > found && offset + found == count)
      default: Issue.record("cut at \(count): \(String(describing: found))")
      }
    }
  }

  @Test func largeFileCutAtEvery97thByte() throws {
    // Noise, which does not compress.
    let image = makeImage(100, 100) { x, y in
      var noise = UInt32(truncatingIfNeeded: (x &+ y &* 100 &+ 1) &* 2_654_435_761)
      noise = (noise ^ noise >> 15) &* 2_246_822_519
      noise ^= noise >> 13
      return [UInt8(noise >> 24), UInt8(noise >> 16 & 255), UInt8(x), 255]
    }
    let file = Array(try image.pngData())
    #expect(file.count > 5000)
    for count in stride(from: 97, to: file.count, by: 97) {
      guard case .truncated = error(Array(file[..<count])) else {
        Issue.record("cut at \(count)")
        return
      }
    }
  }

  @Test func everyByteDamaged() {
    let file = Self.sound.bytes
    for index in file.indices {
      var damaged = file
      damaged[index] ^= 0x5A
      #expect(error(damaged) != nil, "byte \(index)")
    }
  }

  @Test func damagedPixelsWithSoundChecksum() {
    // The first byte of the stored rows' zlib head, their block's length, their checksum.
    let data = HandMadePNG.stored(Self.rows)
    var refused = 0
    for index in data.indices {
      var damaged = data
      damaged[index] ^= 0xFF
      var png = HandMadePNG()
      png.head(16, 16, depth: 8, colorType: 0)
      png.chunk("IDAT", damaged)
      png.chunk("IEND", [])
      if let found = error(png.bytes) {
        guard case .corrupt(0, let reason) = found else {
          Issue.record("\(found)")
          return
        }
        #expect(!reason.isEmpty)
        refused += 1
      }
    }
    // zlib's head and the block's (7 bytes) must be right; the filter types of 16 rows too.
    #expect(refused >= 7 + 16)
  }

  @Test func tooFewRows() {
    let short = HandMadePNG(16, 16, depth: 8, colorType: 0, rows: Array(Self.rows.prefix(15)))
    #expect(error(short.bytes) == .corrupt(frame: 0, reason: "Not enough image data"))
  }

  @Test func badFieldsAreNamed() {
    func head(_ width: Int, _ height: Int, _ rest: [UInt8]) -> [UInt8] {
      var png = HandMadePNG()
      png.chunk("IHDR", HandMadePNG.number(width) + HandMadePNG.number(height) + rest)
      png.chunk("IDAT", HandMadePNG.stored([[0]]))
      png.chunk("IEND", [])
      return png.bytes
    }
    #expect(
      error(head(1, 1, [8, 5, 0, 0, 0]))
        == .badValue(field: "colour type", offset: 25, expected: "0, 2, 3, 4 or 6", found: 5)
    )
    #expect(
      error(head(1, 1, [4, 2, 0, 0, 0]))
        == .badValue(field: "bit depth of colour type 2", offset: 24, expected: "8, 16", found: 4)
    )
    #expect(
      error(head(1, 1, [8, 0, 0, 0, 2]))
        == .badValue(field: "interlace method", offset: 28, expected: "0...1", found: 2)
    )
    #expect(
      error(head(1, 1, [8, 0, 0, 0]))
        == .badLength(type: "IHDR", offset: 8, expected: 13, found: 12)
    )
    #expect(
      error(head(1, 1, [8, 3, 0, 0, 0])) == .missingChunk(type: "PLTE", offset: 33)
    )
    #expect(error([1, 2, 3]) == .notPNG(found: [1, 2, 3]))
  }

  @Test func sizesBeyondLimits() {
    func sized(_ width: Int, _ height: Int) -> [UInt8] {
      HandMadePNG(width, height, depth: 8, colorType: 6, rows: [[0, 0, 0, 0]]).bytes
    }
    #expect(error(sized(16385, 1)) == .tooLarge(width: 16385, height: 1, limit: 16384))
    #expect(error(sized(0, 1)) == .tooLarge(width: 0, height: 1, limit: 16384))
    #expect(
      error(sized(1, 0xFFFF_FFFF)) == .tooLarge(width: 1, height: 0xFFFF_FFFF, limit: 16384)
    )
    #expect(
      error(sized(16384, 16384)) == .tooMuchMemory(needed: 1 << 30, limit: 512 << 20)
    )
    var limits = ImageLimits()
    limits.bytes = 1023
    #expect(error(Self.sound.bytes, limits) == .tooMuchMemory(needed: 1024, limit: 1023))
  }

  @Test func sizeThatTheDataCannotHold() {
    let bomb = HandMadePNG(8192, 8192, depth: 8, colorType: 6, rows: [[0, 0, 0, 0]])
    #expect(
      error(bomb.bytes) == .tooLittleData(needed: 8192 * 8192 * 4 / 1032, found: 16)
    )
  }

  @Test func damagedChunkThatDoesNotMatterIsPassedOver() throws {
    var png = HandMadePNG(1, 1, depth: 8, colorType: 0, rows: [[9]], [("tEXt", [65, 0, 66])])
    // The first letter of the text.
    png.bytes[41] ^= 1
    #expect(bytes(of: try PNGFile(Data(png.bytes)).image()) == [9, 9, 9, 255])
  }

  @Test func messagesAreOneLine() {
    let errors: [PNGError] = [
      .notPNG(found: [1, 2]), .truncated(offset: 8, needed: 12, found: 3),
      .badChecksum(type: "IDAT", offset: 33, expected: 1, found: 2),
      .wrongSize(expected: PNGSize(1, 2), found: PNGSize(3, 4)),
    ]
    for error in errors { #expect(!error.description.contains("\n")) }
    #expect(
      errors[1].description == "PNG file ends too early: 12 bytes needed from offset 8, found 3"
    )
    #expect(errors[3].description == "PNG frame of 3 x 4 pixels, the file is 1 x 2")
  }
}

@Suite struct PNGWritingTests {
  private func written(_ image: CGImage, _ channels: Int) throws -> [[UInt8]] {
    let file = try #require(TakenApartPNG(try image.pngData()))
    #expect(file.types.first == "IHDR" && file.types.last == "IEND")
    #expect(file.data("sRGB") == [[0]])
    return try #require(
      TakenApartPNG.rows(
        file.data("IDAT").flatMap(\.self),
        width: image.width,
        height: image.height,
        channels: channels
      )
    )
  }

  private func colorType(_ image: CGImage) throws -> UInt8? {
    TakenApartPNG(try image.pngData())?.data("IHDR").first?[9]
  }

  @Test func opaqueIsRGB() throws {
    func color(_ x: Int, _ y: Int) -> [UInt8] { [UInt8(x * 5), UInt8(y * 9), UInt8(x ^ y)] }
    let image = makeImage(37, 19) { x, y in color(x, y) + [255] }
    #expect(try colorType(image) == 2)
    var expected: [[UInt8]] = []
    for y in 0..<19 { expected.append((0..<37).flatMap { color($0, y) }) }
    #expect(try written(image, 3) == expected)
  }

  @Test func grayIsGray() throws {
    let image = makeImage(5, 3) { x, y in [UInt8(x * y), UInt8(x * y), UInt8(x * y), 255] }
    #expect(try colorType(image) == 0)
    #expect(try written(image, 1) == [[0, 0, 0, 0, 0], [0, 1, 2, 3, 4], [0, 2, 4, 6, 8]])
  }

  @Test func translucentIsDividedByAlpha() throws {
    let image = makeImage(2, 1) { x, _ in x == 0 ? [10, 20, 30, 51] : [0, 0, 0, 0] }
    #expect(try colorType(image) == 6)
    #expect(try written(image, 4) == [[50, 100, 150, 51, 0, 0, 0, 0]])
  }

  @Test func premultipliedPixelsComeBackUnchanged() throws {
    let image = makeImage(256, 256) { x, y in
      [UInt8(min(x, y)), UInt8(y / 2), UInt8(y), UInt8(y)]
    }
    let again = try PNGFile(try image.pngData()).image()
    #expect(bytes(of: again) == bytes(of: image))
  }

  @Test func rowsWithPaddingAndParts() throws {
    let image = makeImage(64, 64) { x, y in [UInt8(x), UInt8(y), 1, 255] }
    let part = try #require(image.cropping(to: CGRect(x: 3, y: 4, width: 2, height: 2)))
    #expect(try written(part, 3) == [[3, 4, 1, 4, 4, 1], [3, 5, 1, 4, 5, 1]])
  }

  @Test func resolution() throws {
    var options = PNGOptions()
    options.pixelsPerMetre = PNGSize(5669, 2835)
    let data = try makeImage(1, 1) { _, _ in [1, 2, 3, 255] }.pngData(options)
    #expect(try PNGFile(data).pixelsPerMetre == PNGSize(5669, 2835))
  }

  @Test func sameImageSameBytes() throws {
    let image = makeImage(50, 50) { x, y in [UInt8(x), UInt8(y), 9, 255] }
    #expect(try image.pngData() == image.pngData())
  }
}
