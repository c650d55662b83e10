// Buffers as bytes for images.
// Licensed under the MIT license; see LICENSE.

extension FilterBuffer {
  /// The pixels as premultiplied, sRGB-encoded bytes, row by row from the top.
  ///
  /// Light is encoded by a table that is exact for opaque pixels: each byte is the nearest level on
  /// the encoded scale. Colours outside of 0 ... alpha are clamped.
  ///
  /// - Parameter space: The encoding of the buffer.
  package func bytes(from space: FilterSpace) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rect.area * 4) { bytes, count in
      count = rect.area * 4
      EncodingTable.shared.use { table in
        for line in 0..<height {
          let row = pixels + (height - 1 - line) * width
          // Bounds: a row has `width` pixels of 4 bytes.
          for column in 0..<width {
            let at = (line * width + column) * 4
            let color = row[column]
            let alpha = min(max(color.w, 0), 1)
            if space == .linear, alpha == 1 {
              for index in 0..<3 { bytes[at + index] = table.level(color[index]) }
            } else {
              let coded = space == .linear ? color.recoded(to: .encoded) : color
              for index in 0..<3 { bytes[at + index] = FilterBuffer.byte(min(coded[index], alpha)) }
            }
            bytes[at + 3] = FilterBuffer.byte(alpha)
          }
        }
      }
    }
  }

  /// The nearest byte of 0 ... 1; 0 for what is no number.
  @inline(__always)
  private static func byte(_ value: Float) -> UInt8 {
    value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
  }
}

/// From light to the nearest encoded level.
struct EncodingTable: Sendable {
  static let shared = EncodingTable()

  /// The least light of each level: half-way from the one before, on the encoded scale.
  private let limits: [Float]
  /// The level at the beginning of each 4096th of light.
  private let guesses: [UInt8]

  private init() {
    let limits = (0...255).map { Float(FilterSpace.light((Double($0) - 0.5) / 255)) }
    self.limits = limits
    guesses = (0...4096).map { part in
      UInt8(limits.lastIndex { Float(part) / 4096 >= $0 } ?? 0)
    }
  }

  /// The table as pointers, for loops.
  struct View {
    let limits: UnsafeBufferPointer<Float>
    let guesses: UnsafeBufferPointer<UInt8>

    @inline(__always)
    func level(_ light: Float) -> UInt8 {
      guard light > 0 else { return 0 }
      guard light < 1 else { return 255 }
      var level = Int(guesses[Int(light * 4096)])
      while level < 255, light >= limits[level + 1] { level += 1 }
      return UInt8(level)
    }
  }

  func use(_ body: (View) -> Void) {
    limits.withUnsafeBufferPointer { limits in
      guesses.withUnsafeBufferPointer { guesses in
        body(View(limits: limits, guesses: guesses))
      }
    }
  }
}
