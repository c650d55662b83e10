// A picture: immutable pixels and what they mean.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Synchronization

/// A picture: immutable pixels and what they mean.
///
/// It may be used from any thread. Rows run from the top, each from the left. What is drawn is premultiplied sRGB with 8 bits per
/// component; an image in another form is converted once, when it is first shown.
///
/// ```swift
/// let image = CGImage(
///   width: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
///   space: CGColorSpaceCreateDeviceRGB(),
///   bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
///   provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
/// ```
public final class CGImage: Sendable {
  /// What an image is made of.
  fileprivate struct Description: Sendable {
    var width: Int
    var height: Int
    var bitsPerPixel: Int
    var bytesPerRow: Int
    var space: CGColorSpace?
    var bitmapInfo: CGBitmapInfo
    var decode: [Double]?
    var shouldInterpolate: Bool
    var intent: CGColorRenderingIntent
  }

  private let description: Description
  private let layout: PixelLayout
  /// The bytes that the image was made with, and where its first pixel lies in them; nil for an
  /// image that was made with converted pixels.
  private let source: (bytes: Data, offset: Int)?
  /// The converted pixels, once somebody asked.
  private let converted: Mutex<PixelStorage?>

  /// The longest side of an image in pixels.
  package static let maximumSide = 16384

  /// An image of the bytes of `provider`; nil if one of the parameters is not as it must be.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - bitsPerComponent: 8.
  ///   - bitsPerPixel: 32 for RGB with alpha or an unused component; 24 for RGB; 16 for grey with
  ///     one; 8 for grey and for alpha alone.
  ///   - bytesPerRow: From the start of one row to the next; at least what a row needs.
  ///   - space: What the components mean. Images of alpha alone may be in any grey space.
  ///   - bitmapInfo: Where alpha is, whether colours are multiplied with it, and the byte order.
  ///   - provider: The bytes; as many as the rows need, the last one without its padding.
  ///   - decode: Nil, or for each component of the space the values of bytes 0 and 255, as in
  ///     `[1, 0]` for a negative; 2 x `space.numberOfComponents` numbers are read.
  ///   - shouldInterpolate: Kept for whoever draws the image.
  ///   - intent: Kept; see `CGColorRenderingIntent`.
  ///
  /// **Differences**: 16 and 32 bits per component and floating point are not taken: the
  /// initialiser returns nil. `decode` does not reach alpha, except of an image that is only alpha.
  /// Source: <https://developer.apple.com/documentation/coregraphics/cgimage/init(width:height:bitspercomponent:bitsperpixel:bytesperrow:space:bitmapinfo:provider:decode:shouldinterpolate:intent:)>
  public init?(
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    bytesPerRow: Int,
    space: CGColorSpace,
    bitmapInfo: CGBitmapInfo,
    provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    let side = 1...CGImage.maximumSide
    guard side.contains(width), side.contains(height), let bytes = provider.data,
      let layout = PixelLayout(
        bitsPerComponent: bitsPerComponent,
        bitsPerPixel: bitsPerPixel,
        model: space.model,
        bitmapInfo: bitmapInfo
      )
    else { return nil }
    let rowLength = width * layout.bytesPerPixel
    guard bytesPerRow >= rowLength, bytesPerRow <= Int(Int32.max),
      bytes.count >= bytesPerRow * (height - 1) + rowLength
    else { return nil }
    // Bounds: the caller vouches for two numbers per component of the space.
    let range = decode.map { ends in
      (0..<2 * space.numberOfComponents).map { Double(ends[$0]) }
    }
    guard range?.allSatisfy(\.isFinite) ?? true else { return nil }
    description = Description(
      width: width,
      height: height,
      bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow,
      space: layout.isAlphaOnly ? nil : space,
      bitmapInfo: bitmapInfo,
      decode: range,
      shouldInterpolate: shouldInterpolate,
      intent: intent
    )
    self.layout = layout
    source = (bytes, 0)
    converted = Mutex(nil)
  }

  /// An image of pixels that are in their final form already; they are not copied.
  package init(_ pixels: PixelStorage) {
    let bitmapInfo = CGBitmapInfo(.premultipliedLast)
    description = Description(
      width: pixels.width,
      height: pixels.height,
      bitsPerPixel: 32,
      bytesPerRow: pixels.rowBytes,
      space: .sRGBSpace,
      bitmapInfo: bitmapInfo,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
    guard
      let layout = PixelLayout(
        bitsPerComponent: 8,
        bitsPerPixel: 32,
        model: .rgb,
        bitmapInfo: bitmapInfo
      )
    else { preconditionFailure("premultiplied RGBA is a layout that images take") }
    self.layout = layout
    source = nil
    converted = Mutex(pixels)
  }

  private init(_ description: Description, layout: PixelLayout, source: (Data, Int)) {
    self.description = description
    self.layout = layout
    self.source = source
    converted = Mutex(nil)
  }

  /// The part of the image that lies in `rect`; nil if nothing of it lies inside.
  ///
  /// `rect` is in pixels from the top left; it grows to whole pixels and is cut to the image. Pixels
  /// are not copied.
  public func cropping(to rect: CGRect) -> CGImage? {
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    let inside = rect.standardized.integral.intersection(all)
    guard !inside.isNull, inside.width >= 1, inside.height >= 1 else { return nil }
    let (x, y) = (Int(inside.minX), Int(inside.minY))
    let (width, height) = (Int(inside.width), Int(inside.height))
    guard let source else {
      return CGImage(pixelStorage.part(x: x, y: y, width: width, height: height))
    }
    var part = description
    part.width = width
    part.height = height
    let offset = source.offset + y * bytesPerRow + x * layout.bytesPerPixel
    return CGImage(part, layout: layout, source: (source.bytes, offset))
  }

  /// The same image, which cannot change.
  public func copy() -> CGImage? { self }

  /// The same components, taken to mean colours of another space with the same model; else nil.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard let own = colorSpace, own.model == space.model, let bytes = dataProvider?.data else {
      return nil
    }
    var copy = description
    copy.space = space
    return CGImage(copy, layout: layout, source: source ?? (bytes, 0))
  }
}

// MARK: - What the image is

extension CGImage {
  /// In pixels.
  public var width: Int { description.width }
  /// In pixels.
  public var height: Int { description.height }
  /// 8.
  public var bitsPerComponent: Int { 8 }
  /// 8, 16, 24 or 32.
  public var bitsPerPixel: Int { description.bitsPerPixel }
  /// From the start of one row to the next.
  public var bytesPerRow: Int { description.bytesPerRow }
  /// What the components mean; nil for an image of alpha alone.
  public var colorSpace: CGColorSpace? { description.space }
  /// Where alpha is, and whether colours are multiplied with it.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }
  /// Alpha and byte order.
  public var bitmapInfo: CGBitmapInfo { description.bitmapInfo }
  /// The byte order.
  public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder ?? .orderDefault }
  /// Whether the image wants to be smoothed when it is scaled.
  public var shouldInterpolate: Bool { description.shouldInterpolate }
  /// How colours that the target cannot show are brought into it.
  public var renderingIntent: CGColorRenderingIntent { description.intent }
  /// Whether the image is a mask rather than a picture: never here.
  public var isMask: Bool { false }

  /// The bytes, from the first pixel on; the first rows' padding is part of them.
  ///
  /// For an image that was cropped they are those of the whole image from the first pixel inside on,
  /// with its `bytesPerRow`. Bytes are shared, not copied.
  public var dataProvider: CGDataProvider? {
    if let source {
      guard source.offset > 0 else { return CGDataProvider(data: source.bytes) }
      let start = source.bytes.startIndex + source.offset
      return CGDataProvider(data: source.bytes[start...])
    }
    let pixels = pixelStorage
    // The block keeps the pixels alive as long as the data refers to them.
    return CGDataProvider(
      data: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: pixels.base),
        count: pixels.byteCount,
        deallocator: .custom { _, _ in withExtendedLifetime(pixels) {} }
      )
    )
  }
}

// MARK: - Pixels

extension CGImage {
  /// The image as layers show it: premultiplied sRGB RGBA, converted once and then kept.
  package var pixelStorage: PixelStorage {
    converted.withLock { kept in
      if let kept { return kept }
      let pixels = convertedPixels()
      kept = pixels
      return pixels
    }
  }

  /// Whether somebody has asked for the pixels.
  package var isConverted: Bool { converted.withLock { $0 != nil } }

  private func convertedPixels() -> PixelStorage {
    guard let source else { preconditionFailure("an image has bytes or pixels") }
    let conversion = PixelConversion(
      layout: layout,
      space: colorSpace,
      decode: description.decode
    )
    let (width, height, rowBytes) = (width, height, bytesPerRow)
    if conversion.keepsBytes(of: layout),
      let pixels = PixelStorage(
        width: width,
        height: height,
        rowBytes: rowBytes,
        sharing: source.bytes,
        at: source.offset
      )
    {
      return pixels
    }
    return PixelStorage(width: width, height: height) { target in
      source.bytes.withUnsafeBytes { bytes in
        guard let from = bytes.baseAddress, let to = target.baseAddress else { return true }
        var isOpaque = true
        // Bounds: the initialisers checked that the bytes hold all rows; the target has width x 4
        // for each row.
        for y in 0..<height {
          let row = from + source.offset + y * rowBytes
          let rowIsOpaque = conversion.convertRow(
            width: width,
            from: row,
            to: to + y * width * 4
          )
          isOpaque = isOpaque && rowIsOpaque
        }
        return isOpaque
      }
    }
  }
}

// MARK: - Equality

extension CGImage: Hashable {
  /// Whether both are the same object.
  public static func == (left: CGImage, right: CGImage) -> Bool {
    left === right
  }

  /// Feeds the identity of the image into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
