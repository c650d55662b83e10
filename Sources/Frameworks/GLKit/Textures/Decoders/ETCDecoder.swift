// Decoding of Ericsson Texture Compression: colours of versions 1 and 2, with and without alpha.
// Licensed under the MIT license; see LICENSE.

/// Decodes blocks of colours of 4 x 4 texels to R, G, B, A bytes.
///
/// A block is a number of 64 bits, the most significant byte first. Version 2 uses combinations of
/// bits that version 1 leaves without meaning, a base colour and a difference that go out of range
/// together: of red for the T mode, of green for the H mode, of blue for planes.
///
/// Source: Khronos Data Format Specification 1.3, chapters 21 and 22 (ETC1, ETC2).
struct ETCDecoder {
  /// Whether bit 33 says that the block is opaque, and not that colours are a base and a
  /// difference.
  let hasPunchThrough: Bool

  /// Four colours by the two bits of a texel.
  private typealias Paints = (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>)

  private static let modifiers: [(near: Int32, far: Int32)] = [
    (2, 8), (5, 17), (9, 29), (13, 42), (18, 60), (24, 80), (33, 106), (47, 183),
  ]
  private static let distances: [Int32] = [3, 6, 11, 16, 23, 32, 41, 64]

  /// Decodes a block; calls `put` with the place in the block and the colour.
  func decode(_ block: UInt64, _ put: (_ x: Int, _ y: Int, _ color: SIMD4<UInt8>) -> Void) {
    let isOpaque = !hasPunchThrough || block.bit(33)
    guard hasPunchThrough || block.bit(33) else {
      return putHalves(
        block,
        Self.color(block.bits(60, 4) * 17, block.bits(52, 4) * 17, block.bits(44, 4) * 17),
        Self.color(block.bits(56, 4) * 17, block.bits(48, 4) * 17, block.bits(40, 4) * 17),
        isOpaque: true,
        put
      )
    }
    let base = SIMD3(block.bits(59, 5), block.bits(51, 5), block.bits(43, 5))
    let sum =
      base &+ SIMD3(block.signedBits(56), block.signedBits(48), block.signedBits(40))
    func isOut(_ value: Int32) -> Bool { !(0...31).contains(value) }
    if isOut(sum.x) { return putPaints(block, Self.paintsOfT(block), isOpaque: isOpaque, put) }
    if isOut(sum.y) { return putPaints(block, Self.paintsOfH(block), isOpaque: isOpaque, put) }
    if isOut(sum.z) { return putPlane(block, put) }
    func wide(_ color: SIMD3<Int32>) -> SIMD4<Int32> {
      let wide = color &<< 3 | color &>> 2
      return Self.color(wide.x, wide.y, wide.z)
    }
    putHalves(block, wide(base), wide(sum), isOpaque: isOpaque, put)
  }

  private static func color(_ red: Int32, _ green: Int32, _ blue: Int32) -> SIMD4<Int32> {
    SIMD4(red, green, blue, 255)
  }

  /// Clamps components; alpha is in range already.
  private static func bytes(_ color: SIMD4<Int32>) -> SIMD4<UInt8> {
    SIMD4<UInt8>(
      truncatingIfNeeded: color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    )
  }

  private static func grey(_ value: Int32) -> SIMD4<Int32> { SIMD4(value, value, value, 0) }

  /// The two bits of a texel: texels go down the columns, low bits and high bits are 16 apart.
  private func index(_ block: UInt64, _ x: Int, _ y: Int) -> Int {
    let texel = x * 4 + y
    return (block.bit(16 + texel) ? 2 : 0) | (block.bit(texel) ? 1 : 0)
  }

  /// Two halves, beside or above each other, with a colour each that is made lighter or darker.
  private func putHalves(
    _ block: UInt64,
    _ first: SIMD4<Int32>,
    _ second: SIMD4<Int32>,
    isOpaque: Bool,
    _ put: (Int, Int, SIMD4<UInt8>) -> Void
  ) {
    let firstTable = Self.modifiers[Int(block.bits(37, 3))]
    let secondTable = Self.modifiers[Int(block.bits(34, 3))]
    let areRows = block.bit(32)
    for x in 0..<4 {
      for y in 0..<4 {
        let isFirst = (areRows ? y : x) < 2
        let table = isFirst ? firstTable : secondTable
        let (near, far) = (isOpaque ? table.near : 0, table.far)
        let index = index(block, x, y)
        if index == 2, !isOpaque {
          put(x, y, .zero)
          continue
        }
        let change = SIMD4(near, far, -near, -far)[index]
        put(x, y, Self.bytes((isFirst ? first : second) &+ Self.grey(change)))
      }
    }
  }

  private func putPaints(
    _ block: UInt64,
    _ paints: Paints,
    isOpaque: Bool,
    _ put: (Int, Int, SIMD4<UInt8>) -> Void
  ) {
    let third = isOpaque ? Self.bytes(paints.2) : .zero
    let colors = [Self.bytes(paints.0), Self.bytes(paints.1), third, Self.bytes(paints.3)]
    for x in 0..<4 {
      for y in 0..<4 { put(x, y, colors[index(block, x, y)]) }
    }
  }

  /// One colour, and another with one lighter and one darker beside it.
  private static func paintsOfT(_ block: UInt64) -> Paints {
    let red = block.bits(59, 2) << 2 | block.bits(56, 2)
    let one = color(red * 17, block.bits(52, 4) * 17, block.bits(48, 4) * 17)
    let other = color(block.bits(44, 4) * 17, block.bits(40, 4) * 17, block.bits(36, 4) * 17)
    let change = grey(distances[Int(block.bits(34, 2) << 1 | block.bits(32, 1))])
    return (one, other &+ change, other, other &- change)
  }

  /// Two colours, each lighter and darker; their order is the lowest bit of the distance.
  private static func paintsOfH(_ block: UInt64) -> Paints {
    let green = block.bits(56, 3) << 1 | block.bits(52, 1)
    let blue = block.bits(51, 1) << 3 | block.bits(47, 3)
    let one = SIMD3(block.bits(59, 4), green, blue)
    let other = SIMD3(block.bits(43, 4), block.bits(39, 4), block.bits(35, 4))
    func order(_ color: SIMD3<Int32>) -> Int32 { color.x << 8 | color.y << 4 | color.z }
    let isGreater: Int32 = order(one) >= order(other) ? 1 : 0
    let change = grey(distances[Int(block.bits(34, 1) << 2 | block.bits(32, 1) << 1 | isGreater)])
    func wide(_ value: SIMD3<Int32>) -> SIMD4<Int32> {
      color(value.x * 17, value.y * 17, value.z * 17)
    }
    return (
      wide(one) &+ change, wide(one) &- change, wide(other) &+ change, wide(other) &- change
    )
  }

  /// A plane through the colours at the top left, four texels to the right of it, and four below.
  private func putPlane(_ block: UInt64, _ put: (Int, Int, SIMD4<UInt8>) -> Void) {
    func six(_ value: Int32) -> Int32 { value << 2 | value >> 4 }
    func seven(_ value: Int32) -> Int32 { value << 1 | value >> 6 }
    let origin = SIMD4(
      six(block.bits(57, 6)),
      seven(block.bits(56, 1) << 6 | block.bits(49, 6)),
      six(block.bits(48, 1) << 5 | block.bits(43, 2) << 3 | block.bits(39, 3)),
      255
    )
    let right = SIMD4(
      six(block.bits(34, 5) << 1 | block.bits(32, 1)),
      seven(block.bits(25, 7)),
      six(block.bits(19, 6)),
      255
    )
    let below = SIMD4(
      six(block.bits(13, 6)),
      seven(block.bits(6, 7)),
      six(block.bits(0, 6)),
      255
    )
    for x in 0..<4 {
      for y in 0..<4 {
        let slope = (right &- origin) &* Int32(x) &+ (below &- origin) &* Int32(y)
        put(x, y, Self.bytes((slope &+ origin &* 4 &+ 2) &>> 2))
      }
    }
  }
}

/// Decodes blocks of one component of 4 x 4 texels.
///
/// Source: Khronos Data Format Specification 1.3, chapters 21.4 and 21.5 (EAC).
enum EACDecoder {
  private static let modifiers: [[Int32]] = [
    [-3, -6, -9, -15, 2, 5, 8, 14], [-3, -7, -10, -13, 2, 6, 9, 12],
    [-2, -5, -8, -13, 1, 4, 7, 12], [-2, -4, -6, -13, 1, 3, 5, 12],
    [-3, -6, -8, -12, 2, 5, 7, 11], [-3, -7, -9, -11, 2, 6, 8, 10],
    [-4, -7, -8, -11, 3, 6, 7, 10], [-3, -5, -8, -11, 2, 4, 7, 10],
    [-2, -6, -8, -10, 1, 5, 7, 9], [-2, -5, -8, -10, 1, 4, 7, 9],
    [-2, -4, -8, -10, 1, 3, 7, 9], [-2, -5, -7, -10, 1, 4, 6, 9],
    [-3, -4, -7, -10, 2, 3, 6, 9], [-1, -2, -3, -10, 0, 1, 2, 9],
    [-4, -6, -8, -9, 3, 5, 7, 8], [-3, -5, -7, -9, 2, 4, 6, 8],
  ]

  private static func modifier(_ block: UInt64, _ x: Int, _ y: Int) -> Int32 {
    modifiers[Int(block.bits(48, 4))][Int(block.bits(45 - 3 * (x * 4 + y), 3))]
  }

  /// A component of 8 bits.
  static func byte(_ block: UInt64, _ x: Int, _ y: Int) -> UInt8 {
    let value = block.bits(56, 8) + modifier(block, x, y) * block.bits(52, 4)
    return UInt8(min(max(value, 0), 255))
  }

  /// A component of 11 bits, rounded to 8.
  static func wideByte(_ block: UInt64, _ x: Int, _ y: Int) -> UInt8 {
    let factor = block.bits(52, 4)
    let change = modifier(block, x, y) * (factor == 0 ? 1 : factor * 8)
    let value = min(max(block.bits(56, 8) * 8 + 4 + change, 0), 2047)
    return UInt8((value * 255 + 1023) / 2047)
  }
}

extension UInt64 {
  fileprivate func bit(_ index: Int) -> Bool { self >> UInt64(index) & 1 != 0 }

  /// `count` bits from `start` on.
  fileprivate func bits(_ start: Int, _ count: Int) -> Int32 {
    Int32(truncatingIfNeeded: self >> UInt64(start) & (1 << UInt64(count) - 1))
  }

  /// Three bits from `start` on, of which the uppermost is the sign.
  fileprivate func signedBits(_ start: Int) -> Int32 {
    let value = bits(start, 3)
    return value < 4 ? value : value - 8
  }
}
