// The conversion of pixels to brightness and differences of colour, eight at a time.
// Licensed under the MIT license; see LICENSE.
//
// A pixel is 32 bits, R lowest. Masked with 0x00FF00FF it is R and B as two numbers of 16 bits,
// shifted by 8 before it is G and alpha. All products and sums of the formulas at the head of
// FilmFrame.swift fit into 16 bits (those of colour with a sign), so one multiplication of 16-bit
// lanes does two components.

/// Where the two differences of colour of two by two pixels lie.
package enum ChromaPlace: Sendable {
  /// In the middle of the four.
  case middle
  /// Between the two at the left, as H.264 has them unless it says otherwise.
  case left

  /// FFmpeg's name.
  package var name: String {
    switch self {
    case .middle: "center"
    case .left: "left"
    }
  }
}

/// Planes of Y, Cb and Cr in memory, one after the other.
struct StudioPlanes {
  let base: UnsafeMutableRawPointer
  /// Of Y, in pixels; those of colour have half of it, rounded up.
  let width: Int
  let height: Int
  var place = ChromaPlace.middle
}

enum StudioColors {
  private typealias Pixels = SIMD8<UInt32>
  private typealias Blocks = SIMD4<UInt32>

  private static let mask: UInt32 = 0x00FF_00FF

  /// Converts a part of a canvas into planes of Y, Cb and Cr.
  ///
  /// - Parameters:
  ///   - rect: The part.
  ///   - source: Pixels laid out like the canvas's.
  ///   - planes: The target. Colours at the left take the column before the part as well.
  static func convert(
    _ rect: FrameRect,
    _ canvas: FilmCanvas,
    _ source: UnsafeRawPointer,
    _ planes: StudioPlanes
  ) {
    let (target, width, height) = (planes.base, planes.width, planes.height)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let blue = target + width * height
    let red = blue + halfWidth * halfHeight
    // Bounds: the canvas has even sides that are at least as large as those of the planes and at
    // most one larger. Rows are taken in pairs; a row of Y that the plane does not have is not
    // written. Groups of eight pixels that exceed the canvas are read and written pixel by pixel.
    for y in stride(from: rect.y, to: rect.maxY, by: 2) {
      let rows = (source + y * canvas.rowBytes, source + (y + 1) * canvas.rowBytes)
      var x = rect.x
      while x < rect.maxX {
        let count = min(8, rect.maxX - x)
        let upper = load(rows.0 + x * 4, count)
        let lower = load(rows.1 + x * 4, count)
        let luma = target + y * width + x
        store(brightness(upper), luma, min(count, width - x))
        if y + 1 < height { store(brightness(lower), luma + width, min(count, width - x)) }
        let (cb, cr): (SIMD4<UInt8>, SIMD4<UInt8>)
        switch planes.place {
        case .middle: (cb, cr) = colors(upper, lower)
        case .left:
          // The column before the first one is like it.
          let before = max(x - 1, 0) * 4
          let pair = SIMD2(
            rows.0.loadUnaligned(fromByteOffset: before, as: UInt32.self),
            rows.1.loadUnaligned(fromByteOffset: before, as: UInt32.self)
          )
          (cb, cr) = colors(upper, lower, before: pair)
        }
        let offset = y / 2 * halfWidth + x / 2
        store(cb, blue + offset, (count + 1) / 2)
        store(cr, red + offset, (count + 1) / 2)
        x += 8
      }
    }
  }

  @inline(__always)
  private static func load(_ source: UnsafeRawPointer, _ count: Int) -> Pixels {
    if count == 8 { return source.loadUnaligned(as: Pixels.self) }
    var pixels = Pixels()
    for index in 0..<count {
      pixels[index] = source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
    }
    return pixels
  }

  @inline(__always)
  private static func store(_ values: SIMD8<UInt8>, _ target: UnsafeMutableRawPointer, _ count: Int)
  {
    if count == 8 { return target.storeBytes(of: values, as: SIMD8<UInt8>.self) }
    for index in 0..<count {
      target.storeBytes(of: values[index], toByteOffset: index, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func store(_ values: SIMD4<UInt8>, _ target: UnsafeMutableRawPointer, _ count: Int)
  {
    if count == 4 { return target.storeBytes(of: values, as: SIMD4<UInt8>.self) }
    for index in 0..<count {
      target.storeBytes(of: values[index], toByteOffset: index, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func brightness(_ pixels: Pixels) -> SIMD8<UInt8> {
    let redBlue = product(pixels & mask, 47, 16)
    let green = product(pixels &>> 8 & mask, 157, 0)
    let sum = redBlue &+ green
    let rounding: UInt32 = 16 << 8 | 128
    let value = ((sum &+ sum &>> 16) & 0xFFFF) &+ rounding
    return SIMD8<UInt8>(truncatingIfNeeded: value &>> 8)
  }

  @inline(__always)
  private static func colors(_ upper: Pixels, _ lower: Pixels) -> (SIMD4<UInt8>, SIMD4<UInt8>) {
    let redBlue = average((upper & mask) &+ (lower & mask))
    let green = average((upper &>> 8 & mask) &+ (lower &>> 8 & mask))
    return (
      difference(redBlue, green, -26, 112, -86), difference(redBlue, green, 112, -10, -102)
    )
  }

  /// Returns the mean of pairs of sums of two.
  @inline(__always)
  private static func average(_ sums: Pixels) -> Blocks {
    let four = sums.evenHalf &+ sums.oddHalf &+ 0x0002_0002
    return four &>> 2 & mask
  }

  /// The colours at the left: pixels of even columns count half, their neighbours a quarter each.
  ///
  /// - Parameter pair: The pixels before the first ones, of the upper and the lower row.
  @inline(__always)
  private static func colors(
    _ upper: Pixels,
    _ lower: Pixels,
    before pair: SIMD2<UInt32>
  ) -> (SIMD4<UInt8>, SIMD4<UInt8>) {
    let first = pair & mask
    let second = pair &>> 8 & mask
    let redBlue = average((upper & mask) &+ (lower & mask), before: first.x &+ first.y)
    let green = average(
      (upper &>> 8 & mask) &+ (lower &>> 8 & mask),
      before: second.x &+ second.y
    )
    return (
      difference(redBlue, green, -26, 112, -86), difference(redBlue, green, 112, -10, -102)
    )
  }

  /// Returns the means at even columns of sums of two.
  ///
  /// - Parameter sum: That of the column before the first.
  @inline(__always)
  private static func average(_ sums: Pixels, before sum: UInt32) -> Blocks {
    let odd = sums.oddHalf
    let before = Blocks(sum, odd.x, odd.y, odd.z)
    let eight = before &+ sums.evenHalf &* 2 &+ odd &+ 0x0004_0004
    return eight &>> 3 & mask
  }

  @inline(__always)
  private static func difference(
    _ redBlue: Blocks,
    _ green: Blocks,
    _ r: Int16,
    _ b: Int16,
    _ g: Int16
  ) -> SIMD4<UInt8> {
    let sum = product(redBlue, r, b) &+ (product(green, g, 0) & 0xFFFF)
    let rounding: UInt32 = 128 << 8 | 128
    let value = (sum &+ sum &>> 16) &+ rounding
    return SIMD4<UInt8>(truncatingIfNeeded: value &>> 8)
  }

  /// Multiplies the lower and upper 16 bits of each lane by a number, without carry between them.
  @inline(__always)
  private static func product(_ pixels: Pixels, _ low: Int16, _ high: Int16) -> Pixels {
    let factor = UInt32(UInt16(bitPattern: low)) | UInt32(UInt16(bitPattern: high)) << 16
    let lanes = unsafeBitCast(pixels, to: SIMD16<UInt16>.self)
    let factors = unsafeBitCast(Pixels(repeating: factor), to: SIMD16<UInt16>.self)
    return unsafeBitCast(lanes &* factors, to: Pixels.self)
  }

  @inline(__always)
  private static func product(_ pixels: Blocks, _ low: Int16, _ high: Int16) -> Blocks {
    let factor = UInt32(UInt16(bitPattern: low)) | UInt32(UInt16(bitPattern: high)) << 16
    let lanes = unsafeBitCast(pixels, to: SIMD8<UInt16>.self)
    let factors = unsafeBitCast(Blocks(repeating: factor), to: SIMD8<UInt16>.self)
    return unsafeBitCast(lanes &* factors, to: Blocks.self)
  }
}
