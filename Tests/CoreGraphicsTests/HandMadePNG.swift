// PNG files put together by hand, and taken apart without libpng or zlib.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A PNG file chunk by chunk, its pixels stored without compression.
struct HandMadePNG {
  var bytes: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

  init() {}

  /// A whole file of one picture; `rows` have no filter bytes.
  init(
    _ width: Int,
    _ height: Int,
    depth: Int,
    colorType: Int,
    interlaced: Bool = false,
    rows: [[UInt8]],
    _ others: [(String, [UInt8])] = []
  ) {
    head(width, height, depth: depth, colorType: colorType, interlaced: interlaced)
    for (type, data) in others { chunk(type, data) }
    chunk("IDAT", Self.stored(rows))
    chunk("IEND", [])
  }

  mutating func head(
    _ width: Int,
    _ height: Int,
    depth: Int,
    colorType: Int,
    interlaced: Bool = false
  ) {
    let methods = [UInt8(depth), UInt8(colorType), 0, 0, interlaced ? 1 : 0]
    chunk("IHDR", Self.number(width) + Self.number(height) + methods)
  }

  mutating func chunk(_ type: String, _ data: [UInt8]) {
    let body = Array(type.utf8) + data
    bytes += Self.number(data.count) + body + Self.number(Int(Self.crc(body)))
  }

  /// fcTL.
  mutating func frame(
    _ sequence: Int,
    _ width: Int,
    _ height: Int,
    x: Int = 0,
    y: Int = 0,
    delay: (UInt8, UInt8) = (1, 10),
    disposal: UInt8 = 0,
    blend: UInt8 = 0
  ) {
    chunk(
      "fcTL",
      [sequence, width, height, x, y].flatMap(Self.number)
        + [0, delay.0, 0, delay.1, disposal, blend]
    )
  }

  static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// zlib data (RFC 1950) of rows with filter 0, in one stored block (RFC 1951, section 3.2.4).
  static func stored(_ rows: [[UInt8]]) -> [UInt8] {
    let raw: [UInt8] = rows.flatMap { row -> [UInt8] in [0] + row }
    let (low, high) = (UInt8(raw.count & 255), UInt8(raw.count >> 8))
    var (a, b) = (1, 0)
    for byte in raw {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01, 0x01, low, high, ~low, ~high] + raw + number(b << 16 | a)
  }

  /// CRC-32 bit by bit: PNG (third edition), annex D.
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}

/// The chunks of a file, and its pixels by a decoder of its own.
struct TakenApartPNG {
  var chunks: [(type: String, data: [UInt8])] = []

  init?(_ file: some Sequence<UInt8>) {
    let bytes = Array(file)
    guard bytes.starts(with: [137, 80, 78, 71, 13, 10, 26, 10]) else { return nil }
    var offset = 8
    while offset < bytes.count {
      guard offset + 12 <= bytes.count else { return nil }
      let length = Self.number(bytes[offset...])
      guard offset + 12 + length <= bytes.count else { return nil }
      let body = bytes[offset + 4..<offset + 8 + length]
      guard Self.number(bytes[(offset + 8 + length)...]) == Int(HandMadePNG.crc(body)) else {
        return nil
      }
      chunks.append((String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4))))
      offset += 12 + length
    }
  }

  var types: [String] { chunks.map(\.type) }

  func data(_ type: String) -> [[UInt8]] { chunks.filter { $0.type == type }.map(\.data) }

  static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  /// The rows that zlib data hold, filters undone: PNG (third edition), section 9.
  static func rows(_ zlib: [UInt8], width: Int, height: Int, channels: Int) -> [[UInt8]]? {
    var inflater = Inflater(Array(zlib.dropFirst(2)))
    guard let raw = inflater.run(), raw.count == height * (width * channels + 1) else { return nil }
    var above = [UInt8](repeating: 0, count: width * channels)
    var rows: [[UInt8]] = []
    for y in 0..<height {
      let start = y * (width * channels + 1)
      var row = Array(raw[start + 1..<start + 1 + width * channels])
      for x in row.indices {
        let left = x >= channels ? Int(row[x - channels]) : 0
        let corner = x >= channels ? Int(above[x - channels]) : 0
        let up = Int(above[x])
        let guess: Int
        switch raw[start] {
        case 0: guess = 0
        case 1: guess = left
        case 2: guess = up
        case 3: guess = (left + up) / 2
        default:
          let p = left + up - corner
          let (pa, pb, pc) = (abs(p - left), abs(p - up), abs(p - corner))
          guess = pa <= pb && pa <= pc ? left : pb <= pc ? up : corner
        }
        row[x] &+= UInt8(truncatingIfNeeded: guess)
      }
      rows.append(row)
      above = row
    }
    return rows
  }
}

/// Deflate data (RFC 1951), slowly.
private struct Inflater {
  private let bytes: [UInt8]
  private var position = 0
  private var output: [UInt8] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private mutating func bits(_ count: Int) -> Int {
    var value = 0
    for index in 0..<count {
      let byte = position >> 3 < bytes.count ? Int(bytes[position >> 3]) : 0
      value |= (byte >> (position & 7) & 1) << index
      position += 1
    }
    return value
  }

  mutating func run() -> [UInt8]? {
    var isLast = false
    while !isLast {
      guard position >> 3 < bytes.count else { return nil }
      isLast = bits(1) == 1
      switch bits(2) {
      case 0:
        position = (position + 7) & ~7
        let count = bits(16)
        _ = bits(16)
        for _ in 0..<count { output.append(UInt8(bits(8))) }
      case 1:
        let literal = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        guard block(Codes(literal), Codes(Array(repeating: 5, count: 30))) else { return nil }
      case 2:
        let counts = (bits(5) + 257, bits(5) + 1, bits(4) + 4)
        var lengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for index in order.prefix(counts.2) { lengths[index] = bits(3) }
        let codes = Codes(lengths)
        var all: [Int] = []
        while all.count < counts.0 + counts.1 {
          switch symbol(codes) {
          case .none: return nil
          case 16: all += Array(repeating: all.last ?? 0, count: 3 + bits(2))
          case 17: all += Array(repeating: 0, count: 3 + bits(3))
          case 18: all += Array(repeating: 0, count: 11 + bits(7))
          case .some(let length): all.append(length)
          }
        }
        guard block(Codes(Array(all[..<counts.0])), Codes(Array(all[counts.0...]))) else {
          return nil
        }
      default: return nil
      }
    }
    return output
  }

  private struct Codes {
    var symbols: [Int: Int] = [:]

    init(_ lengths: [Int]) {
      var code = 0
      for length in 1...15 {
        for (symbol, own) in lengths.enumerated() where own == length {
          symbols[length << 16 | code] = symbol
          code += 1
        }
        code <<= 1
      }
    }
  }

  private mutating func symbol(_ codes: Codes) -> Int? {
    var code = 0
    for length in 1...15 {
      code = code << 1 | bits(1)
      if let symbol = codes.symbols[length << 16 | code] { return symbol }
    }
    return nil
  }

  private mutating func block(_ literals: Codes, _ distances: Codes) -> Bool {
    while let symbol = symbol(literals) {
      if symbol == 256 { return true }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let index = symbol - 257
      let length: Int
      if index < 8 {
        length = index + 3
      } else if index == 28 {
        length = 258
      } else {
        let extra = index / 4 - 1
        length = (4 + index % 4) << extra + 3 + bits(extra)
      }
      guard let code = self.symbol(distances) else { return false }
      let extra = max(code / 2 - 1, 0)
      let distance = (code < 4 ? code + 1 : (2 + code % 2) << extra + 1) + bits(extra)
      guard distance <= output.count else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }
}
