// Layouts of pixels whose components are not whole bytes, or not three.
// Licensed under the MIT license; see LICENSE.

/// The positions of a pixel's components, for all layouts that `PixelLayout` does not take.
///
/// Components of 1, 2 and 4 bits (grey and masks) fill bytes from the most significant bit on;
/// those of 5 are a number of 16 bits with one unused bit before red; those of 10 are a number of
/// 32 bits with two of alpha, or unused ones, before or after them; those of 8 (inks), 16 and 32
/// are numbers that follow each other.
struct SampleLayout: Hashable, Sendable {
  enum Order: Hashable, Sendable {
    case mostSignificantFirst
    case leastSignificantFirst
  }

  /// 1, 2, 4, 5, 8, 10, 16 or 32.
  let bits: Int
  let isFloat: Bool
  /// Whether a number c stands for (c - 384) / 510: `CGImagePixelFormatInfo.rgbCIF10`.
  let isBiased: Bool
  /// The number of colour components: 0 for alpha or a mask, 1, 3 or 4.
  let colors: Int
  /// The place of the first colour component among those of the pixel.
  let firstColor: Int
  /// The place of alpha; nil where every pixel is opaque.
  let alpha: Int?
  let isPremultiplied: Bool
  let bitsPerPixel: Int
  let order: Order

  /// The layout that the parameters of an image name, or nil if images of it are not taken.
  ///
  /// - Parameter model: Nil for a mask.
  init?(
    bitsPerComponent bits: Int,
    bitsPerPixel: Int,
    model: CGColorSpaceModel?,
    bitmapInfo: CGBitmapInfo
  ) {
    guard let info = bitmapInfo.alphaInfo, let order = bitmapInfo.byteOrder,
      let packing = bitmapInfo.packing
    else { return nil }
    let isFloat = bitmapInfo.contains(.floatComponents)
    switch model {
    case .rgb: colors = 3
    case .cmyk: colors = 4
    case .monochrome: colors = info == .alphaOnly ? 0 : 1
    case nil: colors = 0
    case .unknown, .lab, .deviceN, .indexed, .pattern, .XYZ: return nil
    }
    var count = max(colors, 1)
    var (first, alpha): (Int, Int?) = (0, nil)
    switch info {
    case .none:
      // RGB in four components has a last one that is not used.
      if colors == 3, bitsPerPixel == 4 * bits { count = 4 }
    case .alphaOnly:
      guard colors == 0 else { return nil }
      alpha = 0
    case .last, .premultipliedLast:
      alpha = count
      count += 1
    case .first, .premultipliedFirst:
      (alpha, first) = (0, 1)
      count += 1
    case .noneSkipLast: count += 1
    case .noneSkipFirst:
      first = 1
      count += 1
    }
    let isPlain = info == .none || info == .alphaOnly
    let isTaken =
      switch (bits, packing) {
      case (1, .packed), (2, .packed), (4, .packed):
        !isFloat && colors <= 1 && isPlain && bitsPerPixel == bits
      case (5, .packed), (5, .rgb555):
        !isFloat && colors == 3 && info == .noneSkipFirst && bitsPerPixel == 16
      case (8, .packed): !isFloat && colors == 4 && bitsPerPixel == 8 * count
      case (10, .rgb101010): !isFloat && colors == 3 && count == 4 && bitsPerPixel == 32
      case (10, .rgbCIF10):
        !isFloat && colors == 3 && count == 4 && alpha == nil && bitsPerPixel == 32
      case (16, .packed), (32, .packed): bitsPerPixel == bits * count
      default: false
      }
    guard isTaken, let ownOrder = Self.order(order, bits: bits, isFloat: isFloat) else {
      return nil
    }
    self.bits = bits
    self.isFloat = isFloat
    isBiased = packing == .rgbCIF10
    firstColor = first
    self.alpha = colors == 0 ? 0 : alpha
    isPremultiplied = info == .premultipliedFirst || info == .premultipliedLast
    self.bitsPerPixel = bitsPerPixel
    self.order = ownOrder
  }

  /// The order of bytes in a number, or nil if the numbers of an image do not have it.
  ///
  /// Where nothing is said, integers have their most significant byte first, as in files, and
  /// floating-point numbers are those of the machine.
  private static func order(_ order: CGImageByteOrderInfo, bits: Int, isFloat: Bool) -> Order? {
    switch (order, bits) {
    case (.orderDefault, _): isFloat ? .leastSignificantFirst : .mostSignificantFirst
    case (.order16Big, 5), (.order16Big, 16), (.order32Big, 10), (.order32Big, 32):
      .mostSignificantFirst
    case (.order16Little, 5), (.order16Little, 16), (.order32Little, 10), (.order32Little, 32):
      .leastSignificantFirst
    default: nil
    }
  }

  /// The bytes of a row of `width` pixels, without padding.
  func rowLength(_ width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }

  /// The bits of component `index` of pixel `x`; the two bits beside components of 10 are spread
  /// over 10.
  ///
  /// The caller vouches that the row has the pixel.
  @inline(__always)
  func sample(_ row: UnsafeRawPointer, _ x: Int, _ index: Int) -> UInt32 {
    // Bounds: a component lies inside its pixel, which the row has.
    switch bits {
    case 1, 2, 4:
      let bit = x * bits
      let byte = row.load(fromByteOffset: bit >> 3, as: UInt8.self)
      return UInt32(byte) >> UInt32(8 - bits - bit & 7) & (1 << UInt32(bits) - 1)
    case 5: return number16(row, x) >> UInt32(15 - 5 * index) & 31
    case 8:
      return UInt32(row.load(fromByteOffset: x * bitsPerPixel / 8 + index, as: UInt8.self))
    case 10:
      let pixel = number32(row, x)
      let color = index - firstColor
      guard (0..<3).contains(color) else {
        return (firstColor == 1 ? pixel >> 30 : pixel & 3) * 341
      }
      return pixel >> UInt32((firstColor == 1 ? 20 : 22) - 10 * color) & 1023
    case 16: return number16(row, x * bitsPerPixel / 16 + index)
    default: return number32(row, x * bitsPerPixel / 32 + index)
    }
  }

  @inline(__always)
  private func number32(_ row: UnsafeRawPointer, _ index: Int) -> UInt32 {
    let number = row.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    return order == .mostSignificantFirst
      ? UInt32(bigEndian: number) : UInt32(littleEndian: number)
  }

  @inline(__always)
  private func number16(_ row: UnsafeRawPointer, _ index: Int) -> UInt32 {
    let number = row.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)
    return UInt32(
      order == .mostSignificantFirst ? UInt16(bigEndian: number) : UInt16(littleEndian: number)
    )
  }

  /// Returns the value of a component's bits: 0...1, a little more where they are biased, or any
  /// number where they are floating-point; NaN becomes 0.
  func value(_ sample: UInt32) -> Double {
    if isBiased { return (Double(sample) - 384) / 510 }
    guard isFloat else { return Double(sample) / Double(UInt64(1) << UInt64(bits) - 1) }
    let number =
      bits == 16
      ? Double(halfBits: UInt16(truncatingIfNeeded: sample)) : Double(Float(bitPattern: sample))
    return number.isNaN ? 0 : number
  }
}

extension Double {
  /// The number that 16 bits stand for: IEEE 754, binary16.
  ///
  /// `Float16` would do, but not on every processor that Swift runs on.
  init(halfBits bits: UInt16) {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 0x3FF))
    let size: Double =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: Double(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
      }
    self = bits & 0x8000 == 0 ? size : -size
  }
}
