// Decoding of PowerVR Texture Compression, version 1.
// Licensed under the MIT license; see LICENSE.

/// Decodes PowerVR Texture Compression, version 1, to R, G, B, A bytes.
///
/// The blocks, of 4 x 4 or 8 x 4 texels, hold two colours each. All first colours are a small
/// picture, all second ones another: both are enlarged to the size of the texture, with a block's
/// colour at its middle, bilinearly, and around the edges. Each texel has a weight for mixing the
/// two.
///
///     first colours ──enlarged──┐
///                               ├──mixed texel by texel──> texture
///     second colours ─enlarged──┘
///
/// A block is two words: the weights of its texels, and the colours with one bit that selects the
/// mode. Blocks lie in Morton order, y in the lowest bit.
///
/// Source: S. Fenney, "Texture Compression using Low-Frequency Signal Modulation", Graphics
/// Hardware 2003; Khronos Data Format Specification 1.3, chapter 24 (PVRTC).
struct PVRTCDecoder {
  private let blockWidth: Int
  private let columns: Int
  private let rows: Int
  /// By block: the colours, of five bits each, and of four of alpha.
  private var first: [SIMD4<Int32>] = []
  private var second: [SIMD4<Int32>] = []
  /// By texel: eighths of the second colour; `cut` for half of it and no alpha.
  private var weights: [UInt8]

  private static let cut: UInt8 = 0x84
  private static let eighths: [UInt8] = [0, 3, 5, 8]

  /// Decodes a picture whose sides are powers of two.
  ///
  /// - Parameter blocks: As many bytes as `TexelFormat.byteCount` says.
  static func decode(
    _ blocks: ArraySlice<UInt8>,
    _ format: PVRTCFormat,
    width: Int,
    height: Int
  ) -> [UInt8] {
    let decoder = PVRTCDecoder(Array(blocks), format, width: width, height: height)
    var texels: [UInt8] = []
    texels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let color = decoder.color(x, y)
        texels.append(UInt8(truncatingIfNeeded: color.x))
        texels.append(UInt8(truncatingIfNeeded: color.y))
        texels.append(UInt8(truncatingIfNeeded: color.z))
        texels.append(format.hasAlpha ? UInt8(truncatingIfNeeded: color.w) : 255)
      }
    }
    return texels
  }

  private init(_ bytes: [UInt8], _ format: PVRTCFormat, width: Int, height: Int) {
    let columns = max(width / format.blockWidth, 2)
    let rows = max(height / 4, 2)
    let words = (0..<columns * rows).map { block in
      let start = Self.position(block % columns, block / columns, columns, rows) * 8
      func word(_ offset: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[start + offset + $1]) << UInt32(8 * $1) }
      }
      return (weights: word(0), colors: word(4))
    }
    (blockWidth, self.columns, self.rows) = (format.blockWidth, columns, rows)
    first = words.map { Self.firstColor($0.colors) }
    second = words.map { Self.secondColor($0.colors) }
    weights = Array(repeating: 0, count: columns * blockWidth * rows * 4)
    if format.bits == 4 {
      for (block, word) in words.enumerated() { readWeights(of: block, word.weights, word.colors) }
    } else {
      readSparseWeights(words)
    }
  }

  /// Returns the index of a block: the interleaved bits of x and y, then the remaining bits of the
  /// longer one.
  private static func position(_ x: Int, _ y: Int, _ columns: Int, _ rows: Int) -> Int {
    var position = 0
    var bit = 0
    while 1 << bit < min(columns, rows) {
      position |= (y >> bit & 1) << (2 * bit) | (x >> bit & 1) << (2 * bit + 1)
      bit += 1
    }
    return position | ((columns > rows ? x : y) >> bit) << (2 * bit)
  }

  // MARK: Colours

  /// `count` bits of a word from `start` on, widened to five by repeating the uppermost.
  private static func component(_ word: UInt32, _ start: UInt32, _ count: UInt32) -> Int32 {
    let value = Int32(word >> start & (1 << count - 1))
    return count == 5 ? value : value << (5 - Int32(count)) | value >> (2 * Int32(count) - 5)
  }

  /// Bits 0...15, of which bit 0 has another meaning.
  private static func firstColor(_ word: UInt32) -> SIMD4<Int32> {
    guard word >> 15 & 1 == 0 else {
      return SIMD4(component(word, 10, 5), component(word, 5, 5), component(word, 1, 4), 15)
    }
    let alpha = Int32(word >> 12 & 7) << 1
    return SIMD4(component(word, 8, 4), component(word, 4, 4), component(word, 1, 3), alpha)
  }

  /// Bits 16...31.
  private static func secondColor(_ word: UInt32) -> SIMD4<Int32> {
    guard word >> 31 & 1 == 0 else {
      return SIMD4(component(word, 26, 5), component(word, 21, 5), component(word, 16, 5), 15)
    }
    let alpha = Int32(word >> 28 & 7) << 1
    return SIMD4(component(word, 24, 4), component(word, 20, 4), component(word, 16, 4), alpha)
  }

  /// The colour of a texel.
  private func color(_ x: Int, _ y: Int) -> SIMD4<Int32> {
    let weight = weights[y * columns * blockWidth + x]
    // From the middle of a block to that of the next; the first ones are left of and above the
    // texture.
    let (across, down) = (x + blockWidth / 2, y + 2)
    let left = (across / blockWidth + columns - 1) % columns
    let above = (down / 4 + rows - 1) % rows
    let right = (left + 1) % columns
    let below = (above + 1) % rows
    let (u, v) = (Int32(across % blockWidth), Int32(down % 4))
    let width = Int32(blockWidth)
    func enlarged(_ colors: [SIMD4<Int32>]) -> SIMD4<Int32> {
      let upper =
        colors[above * columns + left] &* (width - u) &+ colors[above * columns + right] &* u
      let lower =
        colors[below * columns + left] &* (width - u) &+ colors[below * columns + right] &* u
      return widened(upper &* (4 - v) &+ lower &* v)
    }
    let part = Int32(weight & 15)
    var mixed = (enlarged(first) &* (8 - part) &+ enlarged(second) &* part) &>> 3
    if weight == Self.cut { mixed.w = 0 }
    return mixed
  }

  /// Five bits and four of alpha, times the number of texels of a block, to eight bits.
  private func widened(_ sum: SIMD4<Int32>) -> SIMD4<Int32> {
    let shift: SIMD4<Int32> = blockWidth == 4 ? SIMD4(1, 1, 1, 0) : SIMD4(2, 2, 2, 1)
    let repeated: SIMD4<Int32> = blockWidth == 4 ? SIMD4(6, 6, 6, 4) : SIMD4(7, 7, 7, 5)
    return sum &>> shift &+ sum &>> repeated
  }

  // MARK: Weights

  private func texel(_ block: Int, _ x: Int, _ y: Int) -> Int {
    (block / columns * 4 + y) * columns * blockWidth + block % columns * blockWidth + x
  }

  /// Two bits a texel; the mode has two steps of a half, of which the second one cuts a hole.
  private mutating func readWeights(of block: Int, _ bits: UInt32, _ colors: UInt32) {
    let steps = colors & 1 == 0 ? Self.eighths : [0, 4, Self.cut, 8]
    for index in 0..<16 {
      weights[texel(block, index % 4, index / 4)] = steps[Int(bits >> UInt32(2 * index) & 3)]
    }
  }

  /// The source of weights for the texels that have none of their own.
  private enum Between { case nothing, all, leftAndRight, aboveAndBelow }

  /// One bit a texel, or two for every other one, like a chessboard; those between get a mean.
  private mutating func readSparseWeights(_ words: [(weights: UInt32, colors: UInt32)]) {
    let modes = words.indices.map { block in
      let (bits, colors) = words[block]
      guard colors & 1 != 0 else {
        for index in 0..<32 {
          weights[texel(block, index % 8, index / 8)] = bits >> UInt32(index) & 1 == 0 ? 0 : 8
        }
        return Between.nothing
      }
      readChessboard(of: block, bits)
      if bits & 1 == 0 { return .all }
      return bits >> 20 & 1 == 0 ? .leftAndRight : .aboveAndBelow
    }
    for (block, mode) in modes.enumerated() where mode != .nothing {
      for index in 0..<32 where (index % 8 ^ index / 8) & 1 == 1 {
        fill(block, index % 8, index / 8, mode)
      }
    }
  }

  /// Two of the texels have only their upper bit: the lower one selects the mode of the texels
  /// between.
  private mutating func readChessboard(of block: Int, _ bits: UInt32) {
    var bits = bits
    func copyBit(_ from: UInt32, to: UInt32) {
      bits = bits & ~(1 << to) | (bits >> from & 1) << to
    }
    if bits & 1 != 0 { copyBit(21, to: 20) }
    copyBit(1, to: 0)
    for y in 0..<4 {
      for x in stride(from: y % 2, to: 8, by: 2) {
        weights[texel(block, x, y)] = Self.eighths[Int(bits & 3)]
        bits >>= 2
      }
    }
  }

  /// The mean of neighbours, which have weights of their own.
  private mutating func fill(_ block: Int, _ x: Int, _ y: Int, _ mode: Between) {
    let (width, height) = (columns * blockWidth, rows * 4)
    let (column, row) = (block % columns * blockWidth + x, block / columns * 4 + y)
    func weight(_ x: Int, _ y: Int) -> Int {
      Int(weights[(row + y + height) % height * width + (column + x + width) % width])
    }
    let beside = weight(-1, 0) + weight(1, 0)
    let mean =
      switch mode {
      case .nothing: 0
      case .all: (beside + weight(0, -1) + weight(0, 1) + 2) / 4
      case .leftAndRight: (beside + 1) / 2
      case .aboveAndBelow: (weight(0, -1) + weight(0, 1) + 1) / 2
      }
    weights[row * width + column] = UInt8(mean)
  }
}
