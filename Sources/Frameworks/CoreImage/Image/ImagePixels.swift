// Pixels of Core Graphics images and of bitmaps, as the graph takes them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters

/// Pictures of Core Graphics images.
enum ImagePixels {
  // `Any` because: NSNull stands for no colour space.
  /// Returns the pixels of an image: bytes where it has 8 bits in sRGB, else light in floats.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - colorSpace: A space in place of the image's, NSNull for the working space, nil for the
  ///     image's own.
  static func picture(of image: CGImage, colorSpace: Any?) -> FilterPicture? {
    let image = image.taken(in: colorSpace)
    return image.ownLight.map { picture($0) } ?? picture(image.pixelStorage)
  }

  private static func picture(_ pixels: PixelStorage) -> FilterPicture? {
    let row = pixels.width * 4
    // Bounds: the storage has `rowBytes` a row, at least four for each pixel.
    let bytes = [UInt8](unsafeUninitializedCapacity: row * pixels.height) { target, count in
      for y in 0..<pixels.height {
        let source = UnsafeRawBufferPointer(start: pixels.base + y * pixels.rowBytes, count: row)
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(target)[(y * row)...])
          .copyMemory(from: source)
      }
      count = row * pixels.height
    }
    return FilterPicture(width: pixels.width, height: pixels.height, pixels: .bytes(bytes))
  }

  private static func picture(_ light: LightRows) -> FilterPicture? {
    var floats: [Float] = []
    floats.reserveCapacity(light.width * light.height * 4)
    var row = [SIMD4<Float>](repeating: .zero, count: light.width)
    for y in 0..<light.height {
      row.withUnsafeMutableBufferPointer { light.read(row: y, into: $0) }
      for pixel in row {
        floats.append(pixel.x * pixel.w)
        floats.append(pixel.y * pixel.w)
        floats.append(pixel.z * pixel.w)
        floats.append(pixel.w)
      }
    }
    return FilterPicture(
      width: light.width,
      height: light.height,
      pixels: .floats(floats, .linear)
    )
  }
}

extension CGImage {
  // `Any` because: NSNull stands for no colour space.
  /// The image with its components taken to be of another space, where that is possible.
  fileprivate func taken(in colorSpace: Any?) -> CGImage {
    switch colorSpace {
    case let space as CGColorSpace: return copy(colorSpace: space) ?? self
    case is NSNull:
      let isGray = self.colorSpace?.model == .monochrome
      let name = isGray ? CGColorSpace.extendedLinearGray : CGColorSpace.extendedLinearSRGB
      return CGColorSpace(name: name).flatMap { copy(colorSpace: $0) } ?? self
    default: return self
    }
  }
}

/// The pixels of a bitmap in memory.
struct BitmapReader {
  private let data: Data
  private let bytesPerRow: Int
  private let width: Int
  private let height: Int
  private let order: CIFormat.Order
  private let component: CIFormat.Component
  /// To linear sRGB; nil for components that are there already.
  private let conversion: ColorConversion?
  private let isSRGB: Bool

  /// The most pixels of a bitmap.
  static let limit = 1 << 27

  /// Checks the sizes; nil if the data are too few or the format or the space does not fit.
  init?(
    data: Data,
    bytesPerRow: Int,
    size: CGSize,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    guard let order = format.order, let component = format.component,
      let bytesPerPixel = format.bytesPerPixel,
      let width = Int(exactly: size.width.rounded()),
      let height = Int(exactly: size.height.rounded()),
      (1...Self.limit).contains(width), (1...Self.limit).contains(height),
      width * height <= Self.limit, (width * bytesPerPixel...Int(Int32.max)).contains(bytesPerRow),
      data.count >= bytesPerRow * (height - 1) + width * bytesPerPixel
    else { return nil }
    let model = colorSpace?.model
    let isGray = order == .luminance || order == .luminanceAlpha
    guard model == nil || order == .alpha || model == (isGray ? .monochrome : .rgb) else {
      return nil
    }
    self.data = data
    self.bytesPerRow = bytesPerRow
    self.width = width
    self.height = height
    self.order = order
    self.component = component
    let light = CGColorSpace(name: CGColorSpace.extendedLinearSRGB)
    conversion =
      order == .alpha
      ? nil : colorSpace.flatMap { from in light.map { ColorConversion(from: from, to: $0) } }
    let definition = colorSpace?.definition
    isSRGB = definition?.curve == .sRGB && definition?.primaries == .sRGB && model == .rgb
  }

  /// The pixels, as bytes where nothing has to be converted.
  var picture: FilterPicture? {
    if component == .byte, isSRGB, order.isColorAndAlpha {
      return FilterPicture(width: width, height: height, pixels: .bytes(pixels(of: UInt8.self)))
    }
    var floats = pixels(of: Float.self)
    if let conversion {
      for at in stride(from: 0, to: floats.count, by: 4) {
        let alpha = Double(floats[at + 3])
        guard alpha > 0 else { continue }
        let own = SIMD3(Double(floats[at]), Double(floats[at + 1]), Double(floats[at + 2])) / alpha
        let light = conversion(own) * alpha
        for index in 0..<3 { floats[at + index] = Float(light[index]) }
      }
    }
    return FilterPicture(width: width, height: height, pixels: .floats(floats, .linear))
  }

  /// Red, green, blue and alpha of all pixels, from the top.
  private func pixels<Value: BitmapComponent>(of type: Value.Type) -> [Value] {
    var result: [Value] = []
    result.reserveCapacity(width * height * 4)
    let channels = order.channels
    let stride = order.count * component.size
    data.withUnsafeBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = y * bytesPerRow + x * stride
          // Bounds: the initialiser checked that all rows are in the data.
          func value(_ index: Int) -> Value {
            Value(bytes, at: pixel + index * component.size, component)
          }
          for channel in channels {
            switch channel {
            case .stored(let index): result.append(value(index))
            case .none: result.append(.none)
            case .full: result.append(.full)
            }
          }
        }
      }
    }
    return result
  }
}

/// The place of a channel in a pixel.
private enum BitmapChannel {
  case stored(Int)
  case none
  case full
}

extension CIFormat.Order {
  /// Whether a pixel has all four components.
  fileprivate var isColorAndAlpha: Bool {
    switch self {
    case .rgba, .bgra, .argb, .abgr: true
    case .rgbx, .alpha, .red, .redGreen, .luminance, .luminanceAlpha: false
    }
  }

  /// The places of red, green, blue and alpha.
  fileprivate var channels: [BitmapChannel] {
    switch self {
    case .rgba: [.stored(0), .stored(1), .stored(2), .stored(3)]
    case .bgra: [.stored(2), .stored(1), .stored(0), .stored(3)]
    case .argb: [.stored(1), .stored(2), .stored(3), .stored(0)]
    case .abgr: [.stored(3), .stored(2), .stored(1), .stored(0)]
    case .rgbx: [.stored(0), .stored(1), .stored(2), .full]
    case .alpha: [.none, .none, .none, .stored(0)]
    case .red: [.stored(0), .none, .none, .full]
    case .redGreen: [.stored(0), .stored(1), .none, .full]
    case .luminance: [.stored(0), .stored(0), .stored(0), .full]
    case .luminanceAlpha: [.stored(0), .stored(0), .stored(0), .stored(1)]
    }
  }
}

/// A component as a number.
private protocol BitmapComponent {
  static var none: Self { get }
  static var full: Self { get }

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ component: CIFormat.Component)
}

extension UInt8: BitmapComponent {
  fileprivate static let none: UInt8 = 0
  fileprivate static let full: UInt8 = 255

  fileprivate init(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    _ component: CIFormat.Component
  ) {
    self = bytes[offset]
  }
}

extension Float: BitmapComponent {
  fileprivate static let none: Float = 0
  fileprivate static let full: Float = 1

  /// Numbers that are not finite count as 0.
  fileprivate init(
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int,
    _ component: CIFormat.Component
  ) {
    let value: Float =
      switch component {
      case .byte: Float(bytes[offset]) / 255
      case .short: Float(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) / 65535
      case .half: Float(bytes.loadUnaligned(fromByteOffset: offset, as: Float16.self))
      case .float: bytes.loadUnaligned(fromByteOffset: offset, as: Float.self)
      }
    self = value.isFinite ? value : 0
  }
}
