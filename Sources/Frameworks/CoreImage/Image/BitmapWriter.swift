// Pixels of the working space as bitmaps of any format.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzFilters

/// A conversion of premultiplied pixels of the working space to a format and a colour space.
struct BitmapWriter {
  /// The components of a pixel, and for each place which one it holds.
  private let count: Int
  private let sources: SIMD4<Int>
  private let component: CIFormat.Component
  /// Nil for components that stay in the working space.
  private let conversion: ColorConversion?
  private let isGray: Bool
  /// Whether opaque pixels go through the exact table of sRGB bytes.
  private let usesTable: Bool
  private let encoder = SRGBByteEncoder.shared

  let bytesPerPixel: Int

  /// The range of pixels: sums and products of these in Double are finite.
  private static let most = SIMD4<Float>(repeating: 1e30)
  private static let least = SIMD4<Float>(repeating: -1e30)

  /// Nil for a format that does not fit the space.
  init?(_ format: CIFormat, _ space: CGColorSpace?, from working: FilterSpace) {
    guard let order = format.order, let component = format.component,
      let bytesPerPixel = format.bytesPerPixel
    else { return nil }
    isGray = order == .luminance || order == .luminanceAlpha
    if let space, order != .alpha {
      guard space.model == (isGray ? .monochrome : .rgb) else { return nil }
    }
    let name =
      working == .linear ? CGColorSpace.extendedLinearSRGB : CGColorSpace.extendedSRGB
    guard let own = CGColorSpace(name: name) else { return nil }
    count = order.count
    sources = order.sources
    self.component = component
    self.bytesPerPixel = bytesPerPixel
    conversion = order == .alpha ? nil : space.map { ColorConversion(from: own, to: $0) }
    let definition = space?.definition
    usesTable =
      working == .linear && component == .byte && definition?.curve == .sRGB
      && definition?.primaries == .sRGB && !isGray && order != .alpha
  }

  /// Writes a row of pixels to `target`, which has `bytesPerPixel` for each.
  func write(_ row: UnsafeBufferPointer<SIMD4<Float>>, to target: UnsafeMutableRawPointer) {
    // Bounds: the caller vouches for the row.
    for (x, found) in row.enumerated() {
      // Filters of wild numbers may leave pixels that are none.
      let pixel = found.replacing(with: 0, where: found .!= found)
        .clamped(lowerBound: Self.least, upperBound: Self.most)
      let place = target + x * bytesPerPixel
      if usesTable, pixel.w >= 1 {
        let color = SIMD4(encoder(pixel.x), encoder(pixel.y), encoder(pixel.z), 255)
        store(color, place)
      } else {
        store(converted(pixel), place)
      }
    }
  }

  /// Returns the premultiplied components in the space.
  private func converted(_ pixel: SIMD4<Float>) -> SIMD4<Double> {
    let pixel = SIMD4<Double>(pixel)
    guard let conversion else { return pixel }
    let alpha = min(max(pixel.w, 0), 1)
    guard alpha > 0 else { return .zero }
    var color = conversion(SIMD3(pixel.x, pixel.y, pixel.z) / alpha)
    if isGray { color = SIMD3(repeating: color.x) }
    return SIMD4(color * alpha, alpha)
  }

  private func store(_ color: SIMD4<Double>, _ place: UnsafeMutableRawPointer) {
    switch component {
    case .byte:
      let held = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      store(SIMD4<UInt8>((held * 255).rounded(.toNearestOrAwayFromZero), rounding: .up), place)
    case .short:
      let held = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      store(SIMD4<UInt16>((held * 65535).rounded(.toNearestOrAwayFromZero), rounding: .up), place)
    case .half:
      store(
        SIMD4(Float16(color.x), Float16(color.y), Float16(color.z), Float16(color.w)),
        place
      )
    case .float: store(SIMD4<Float>(color), place)
    }
  }

  /// Writes the components in the format's order.
  @inline(__always)
  private func store<Value>(_ color: SIMD4<Value>, _ place: UnsafeMutableRawPointer) {
    // Bounds: a pixel has room for `count` components, at most four.
    for index in 0..<count {
      place.storeBytes(
        of: color[sources[index]],
        toByteOffset: index * MemoryLayout<Value>.size,
        as: Value.self
      )
    }
  }
}

extension CIFormat.Order {
  /// The component of red, green, blue and alpha that each place of a pixel holds.
  fileprivate var sources: SIMD4<Int> {
    switch self {
    case .rgba, .rgbx, .red, .redGreen, .luminance: SIMD4(0, 1, 2, 3)
    case .bgra: SIMD4(2, 1, 0, 3)
    case .argb: SIMD4(3, 0, 1, 2)
    case .abgr: SIMD4(3, 2, 1, 0)
    case .alpha: SIMD4(3, 3, 3, 3)
    case .luminanceAlpha: SIMD4(0, 3, 3, 3)
    }
  }
}
