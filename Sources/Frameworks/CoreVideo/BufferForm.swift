// The components that the bytes of each format hold.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics

/// The components of a format.
enum BufferForm: Equatable {
  /// One plane of pixels, as Core Graphics has them too.
  case plain(bits: Int, CGBitmapInfo)
  /// Planes of Y, Cb and Cr, whose samples are in the upper bits of their bytes.
  case chroma(depth: Int, isFullRange: Bool)

  /// Nil for formats that are not known.
  init?(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_OneComponent8: self = .plain(bits: 8, CGBitmapInfo(.none))
    case kCVPixelFormatType_32ARGB: self = .plain(bits: 8, CGBitmapInfo(.premultipliedFirst))
    case kCVPixelFormatType_32BGRA:
      self = .plain(bits: 8, CGBitmapInfo(.premultipliedFirst).union(.byteOrder32Little))
    case kCVPixelFormatType_32RGBA: self = .plain(bits: 8, CGBitmapInfo(.premultipliedLast))
    case kCVPixelFormatType_64RGBAHalf:
      let numbers: CGBitmapInfo = [.floatComponents, .byteOrder16Little]
      self = .plain(bits: 16, CGBitmapInfo(.premultipliedLast).union(numbers))
    case kCVPixelFormatType_ARGB2101010LEPacked:
      self = .plain(bits: 10, Self.packed(.premultipliedFirst, .rgb101010))
    case kCVPixelFormatType_30RGBLEPackedWideGamut:
      self = .plain(bits: 10, Self.packed(.noneSkipFirst, .rgbCIF10))
    case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
      self = .chroma(depth: 8, isFullRange: false)
    case kCVPixelFormatType_420YpCbCr8PlanarFullRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
      self = .chroma(depth: 8, isFullRange: true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange:
      self = .chroma(depth: 10, isFullRange: false)
    case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      self = .chroma(depth: 10, isFullRange: true)
    default: return nil
    }
  }

  private static func packed(
    _ alpha: CGImageAlphaInfo,
    _ packing: CGImagePixelFormatInfo
  ) -> CGBitmapInfo {
    CGBitmapInfo(alpha).union(.byteOrder32Little).union(CGBitmapInfo(rawValue: packing.rawValue))
  }
}

/// Samples of Y, Cb and Cr in the memory of a locked picture.
struct ChromaPlanes {
  private let width: Int
  private let height: Int
  private let depth: Int
  /// The first row of Y, of Cb and of Cr, the bytes between rows, and between samples.
  private let rows: [(base: UnsafeMutableRawPointer, rowBytes: Int, step: Int)]

  init(_ buffer: CVBuffer, depth: Int) {
    (width, height, self.depth) = (buffer.width, buffer.height, depth)
    let (planes, bytes) = (buffer.layout.planes, depth > 8 ? 2 : 1)
    // Bounds: all planes lie within the memory.
    func plane(_ index: Int, _ offset: Int, _ step: Int) -> (UnsafeMutableRawPointer, Int, Int) {
      (buffer.memory.base + planes[index].offset + offset, planes[index].rowBytes, step)
    }
    rows =
      planes.count == 3
      ? [plane(0, 0, bytes), plane(1, 0, bytes), plane(2, 0, bytes)]
      : [plane(0, 0, bytes), plane(1, 0, 2 * bytes), plane(1, bytes, 2 * bytes)]
  }

  /// Which sample it is.
  enum Component: Int {
    case y, cb, cr
  }

  /// The place of a sample in a row and column of its plane; both are held inside.
  @inline(__always)
  private func place(_ component: Component, _ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    let plane = rows[component.rawValue]
    let (columns, lines) =
      component == .y ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
    // Bounds: both are within the plane.
    let row = plane.base + min(max(y, 0), lines - 1) * plane.rowBytes
    return row + min(max(x, 0), columns - 1) * plane.step
  }

  func sample(_ component: Component, _ x: Int, _ y: Int) -> Double {
    let place = place(component, x, y)
    return depth == 8
      ? Double(place.load(as: UInt8.self))
      : Double(UInt16(littleEndian: place.loadUnaligned(as: UInt16.self)) >> UInt16(16 - depth))
  }

  func store(_ sample: UInt16, _ component: Component, _ x: Int, _ y: Int) {
    let place = place(component, x, y)
    if depth == 8 {
      place.storeBytes(of: UInt8(truncatingIfNeeded: sample), as: UInt8.self)
    } else {
      place.storeBytes(of: (sample << UInt16(16 - depth)).littleEndian, as: UInt16.self)
    }
  }

  /// Cb or Cr at a pixel, whose samples lie on even columns and between two rows.
  func chroma(_ component: Component, _ x: Int, _ y: Int) -> Double {
    let (column, row) = (x / 2, y / 2)
    let other = y & 1 == 0 ? row - 1 : row + 1
    func value(_ column: Int) -> Double {
      0.75 * sample(component, column, row) + 0.25 * sample(component, column, other)
    }
    return x & 1 == 0 ? value(column) : (value(column) + value(column + 1)) / 2
  }
}
