// A picture: immutable pixels in a colour space.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A picture: immutable pixels in a colour space.
///
/// It may be used from any thread. Rows run from the top, each from the left. Images are drawn as
/// premultiplied sRGB with 8 bits per component. An image in another form is converted once, when
/// it is first shown. An image from a file is decoded then, unless it was decoded at once
/// (`kCGImageSourceShouldCacheImmediately`).
///
/// ```swift
/// let image = CGImage(
///   width: 2, height: 2, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
///   space: CGColorSpaceCreateDeviceRGB(),
///   bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
///   provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
/// ```
///
/// A picture brighter than white (`contentHeadroom`) is made darker when it is shown, by the
/// reference white curve of SMPTE ST 2094-50.
///
/// **Differences**: colours outside sRGB, and precision beyond 8 bits, are lost when the image is
/// shown. Images from files are RGBA in sRGB, or 8 bits of grey, whatever the file has.
public final class CGImage: Sendable {
  /// The description of an image.
  struct Description: Sendable {
    var width: Int
    var height: Int
    var bitsPerComponent: Int
    var bitsPerPixel: Int
    var bytesPerRow: Int
    var space: CGColorSpace?
    var bitmapInfo: CGBitmapInfo
    var decode: DecodeArray?
    var shouldInterpolate = true
    var intent = CGColorRenderingIntent.defaultIntent
    var isMask = false
    var type: CFString?
    /// The losses of decoding the file.
    var fileLosses: ImageLosses = []
    /// The headroom that the image says itself; 0 for none.
    var ownHeadroom: Float = 0
    /// Nits; 0 if nobody looked.
    var averageNits: Float = 0
  }

  let description: Description
  /// The bytes that the image was made with; nil for an image of pixels in their final form.
  let source: ImageBytes?
  let deferred: DeferredPixels
  /// Makes the light of an image whose file has more than 8 bits in sRGB; nil for others.
  let makeLight: (@Sendable () -> LightRows?)?

  /// The longest side of an image in pixels.
  package static let maximumSide = 16384

  /// An image of the bytes of `provider`; nil if one of the parameters is invalid.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - bitsPerComponent: 8, 16 or 32; 1, 2 or 4 for grey; 5 and 10 for RGB in 16 and 32 bits.
  ///   - bitsPerPixel: `bitsPerComponent` times the number of components, among them alpha or one
  ///     that is not used; 16 for 5 bits, 32 for 10.
  ///   - bytesPerRow: The bytes from the start of one row to the next; at least the bytes of a row.
  ///   - space: The colour space. Images of alpha alone may be in any grey space.
  ///   - bitmapInfo: Where alpha is, whether colours are multiplied with it, the byte order,
  ///     whether components of 16 and 32 bits are floating-point numbers, and for 10 bits the
  ///     `CGImagePixelFormatInfo`.
  ///   - provider: The bytes; as many as the rows need, the last one without its padding.
  ///   - decode: Nil, or for each component of the space the values of its least and greatest
  ///     number, as in `[1, 0]` for a negative; 2 x `space.numberOfComponents` numbers are read.
  ///   - shouldInterpolate: Stored for drawing.
  ///   - intent: Kept; see `CGColorRenderingIntent`.
  ///
  /// **Differences**: without a byte order, integers of 16 and 32 bits have their most significant
  /// byte first, and floating-point numbers are in the order of the machine. `decode` does not
  /// reach alpha, except of an image that is only alpha. The packed layout 5-6-5 is not taken, and
  /// those of 10 bits need to say whether the other two are alpha. Source:
  /// <https://developer.apple.com/documentation/coregraphics/cgimage/init(width:height:bitspercomponent:bitsperpixel:bytesperrow:space:bitmapinfo:provider:decode:shouldinterpolate:intent:)>
  public convenience init?(
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
    let format = ImageFormat(
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      model: space.model,
      bitmapInfo: bitmapInfo
    )
    guard let format else { return nil }
    let description = Description(
      width: width,
      height: height,
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow,
      space: format.isAlphaOnly ? nil : space,
      bitmapInfo: bitmapInfo,
      // Bounds: the caller vouches for two numbers per component of the space.
      decode: decode.map { DecodeArray($0, count: 2 * space.numberOfComponents) },
      shouldInterpolate: shouldInterpolate,
      intent: intent
    )
    self.init(checking: description, format, provider)
  }

  /// A mask: an image without colours that says where something else is painted; nil if one of the
  /// parameters is invalid.
  ///
  /// A pixel with the least value is painted fully, one with the greatest value not at all: the
  /// reverse of alpha.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - bitsPerComponent: 1, 2, 4 or 8.
  ///   - bitsPerPixel: The same; also 32 for 8 bits, the first ones of each pixel.
  ///   - bytesPerRow: The bytes from the start of one row to the next; at least the bytes of a row.
  ///   - provider: The bytes; as many as the rows need, the last one without its padding.
  ///   - decode: Nil or two numbers: `[1, 0]` for a mask whose greatest number paints all.
  ///   - shouldInterpolate: Stored for drawing.
  public convenience init?(
    maskWidth width: Int,
    height: Int,
    bitsPerComponent: Int,
    bitsPerPixel: Int,
    bytesPerRow: Int,
    provider: CGDataProvider,
    decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool
  ) {
    let format = ImageFormat(
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      model: nil,
      bitmapInfo: CGBitmapInfo(.alphaOnly)
    )
    guard let format, bitsPerComponent <= 8 else { return nil }
    let description = Description(
      width: width,
      height: height,
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow,
      space: nil,
      bitmapInfo: CGBitmapInfo(.none),
      decode: decode.map { DecodeArray($0, count: 2) },
      shouldInterpolate: shouldInterpolate,
      isMask: true
    )
    self.init(checking: description, format, provider)
  }

  private convenience init?(
    checking description: Description,
    _ format: ImageFormat,
    _ provider: CGDataProvider
  ) {
    let side = 1...CGImage.maximumSide
    let (width, height, rowBytes) = (description.width, description.height, description.bytesPerRow)
    guard side.contains(width), side.contains(height), let data = provider.data,
      rowBytes >= format.rowLength(width), rowBytes <= Int(Int32.max),
      data.count >= rowBytes * (height - 1) + format.rowLength(width),
      description.decode?.isFinite ?? true
    else { return nil }
    self.init(
      description,
      ImageBytes(data: data, offset: 0, rowBytes: rowBytes, format: format)
    )
  }

  /// An image of bytes that were checked.
  init(_ description: Description, _ source: ImageBytes) {
    self.description = description
    self.source = source
    makeLight = nil
    let decode = description.componentEnds
    let space = description.space
    // Components of PQ and HLG mean light together; others have ways of their own.
    let needsLight = (space?.isHDR ?? false) || description.standardCurve != nil
    deferred = DeferredPixels(width: description.width, height: description.height) {
      if needsLight, let space,
        let light = source.light(description, space)
      {
        return light.standardPixels(description.standardCurve)
      }
      return source.pixels(
        width: description.width,
        height: description.height,
        space: description.space,
        decode: decode
      )
    }
  }

  init(
    _ description: Description,
    _ pixels: DeferredPixels,
    light: (@Sendable () -> LightRows?)? = nil
  ) {
    self.description = description
    source = nil
    deferred = pixels
    makeLight = light
  }

  /// An image of pixels that are in their final form already; they are not copied.
  ///
  /// - Parameters:
  ///   - pixels: The pixels.
  ///   - losses: The properties of the source that the pixels lack.
  ///   - light: Makes the source's rows, if the source had more than 8 bits in sRGB.
  package convenience init(
    _ pixels: PixelStorage,
    losses: ImageLosses = [],
    light: (@Sendable () -> LightRows?)? = nil
  ) {
    self.init(
      DeferredPixels(pixels),
      bytesPerRow: pixels.rowBytes,
      losses: losses,
      light: light
    )
  }

  /// The colours of pixels, as known before they are made.
  package enum Colors: Sendable {
    /// RGB with alpha.
    case translucent
    /// RGB, all of them opaque.
    case opaque
    /// Opaque, and red, green and blue are equal in all of them.
    case gray
  }

  /// An image of pixels that are made on demand.
  ///
  /// - Parameters:
  ///   - pixels: The deferred pixels.
  ///   - colors: The colours of the pixels.
  ///   - bytesPerRow: Of pixels that exist; rows touch otherwise.
  ///   - type: The uniform type identifier of the file that they come from.
  ///   - losses: The properties of the file that the pixels will lack.
  ///   - light: Makes the source's rows, if the source had more than 8 bits in sRGB.
  package convenience init(
    _ pixels: DeferredPixels,
    colors: Colors = .translucent,
    bytesPerRow: Int? = nil,
    type: CFString? = nil,
    losses: ImageLosses = [],
    light: (@Sendable () -> LightRows?)? = nil
  ) {
    let isGray = colors == .gray
    var alpha = CGImageAlphaInfo.premultipliedLast
    switch colors {
    case .translucent: break
    case .opaque: alpha = .noneSkipLast
    case .gray: alpha = .none
    }
    let description = Description(
      width: pixels.width,
      height: pixels.height,
      bitsPerComponent: 8,
      bitsPerPixel: isGray ? 8 : 32,
      bytesPerRow: bytesPerRow ?? pixels.width * (isGray ? 1 : 4),
      space: isGray ? .deviceGraySpace : .sRGBSpace,
      bitmapInfo: CGBitmapInfo(alpha),
      type: type,
      fileLosses: losses
    )
    self.init(description, pixels, light: light)
  }

  /// The part of the image that lies in `rect`; nil if nothing of it lies inside.
  ///
  /// `rect` is in pixels from the top left; it grows to whole pixels and is cut to the image.
  /// Pixels are not copied, and not decoded before they are needed.
  public func cropping(to rect: CGRect) -> CGImage? {
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    let inside = rect.standardized.integral.intersection(all)
    guard !inside.isNull, inside.width >= 1, inside.height >= 1 else { return nil }
    let (x, y) = (Int(inside.minX), Int(inside.minY))
    var part = description
    part.width = Int(inside.width)
    part.height = Int(inside.height)
    guard let source else {
      if part.bitsPerPixel == 8 { part.bytesPerRow = part.width }
      return CGImage(part, deferred.part(x: x, y: y, width: part.width, height: part.height))
    }
    let bytes = source.part(x: x, y: y, width: part.width, height: part.height)
    part.bytesPerRow = bytes.rowBytes
    return CGImage(part, bytes)
  }

  /// The same image, which cannot change.
  public func copy() -> CGImage? { self }

  /// The same components, taken to mean colours of another space with the same model; else nil.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard !isMask, let own = colorSpace, own.model == space.model else { return nil }
    var copy = description
    copy.space = space
    if let source { return CGImage(copy, source) }
    let format = ImageFormat(
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      model: space.model,
      bitmapInfo: bitmapInfo
    )
    guard let data = dataProvider?.data, let format else { return nil }
    return CGImage(
      copy,
      ImageBytes(data: data, offset: 0, rowBytes: bytesPerRow, format: format)
    )
  }
}

extension CGImage.Description {
  /// The ends of each component's range for conversion: for a mask those of alpha.
  fileprivate var componentEnds: [Double]? {
    guard isMask else { return decode?.values }
    let ends = decode?.values ?? [0, 1]
    return [1 - ends[0], 1 - ends[1]]
  }
}

// MARK: - What the image is

extension CGImage {
  /// In pixels.
  public var width: Int { description.width }
  /// In pixels.
  public var height: Int { description.height }
  /// 1, 2, 4, 5, 8, 10, 16 or 32.
  public var bitsPerComponent: Int { description.bitsPerComponent }
  /// From one pixel to the next in a row.
  public var bitsPerPixel: Int { description.bitsPerPixel }
  /// From the start of one row to the next.
  public var bytesPerRow: Int { description.bytesPerRow }
  /// The colour space; nil for a mask and for an image of alpha alone.
  public var colorSpace: CGColorSpace? { description.space }
  /// The position of alpha, and whether colours are multiplied with it.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }
  /// Alpha, byte order and kind of number.
  public var bitmapInfo: CGBitmapInfo { description.bitmapInfo }
  /// The byte order.
  public var byteOrderInfo: CGImageByteOrderInfo { bitmapInfo.byteOrder ?? .orderDefault }
  /// The packing of components.
  public var pixelFormatInfo: CGImagePixelFormatInfo { bitmapInfo.packing ?? .packed }
  /// The ends of each component's range, as the image was made with them; they live as long as the
  /// image.
  public var decode: UnsafePointer<CGFloat>? { description.decode?.start }
  /// Whether the image should be smoothed when it is scaled.
  public var shouldInterpolate: Bool { description.shouldInterpolate }
  /// The treatment of colours that the target cannot show.
  public var renderingIntent: CGColorRenderingIntent { description.intent }
  /// Whether the image is a mask rather than a picture.
  public var isMask: Bool { description.isMask }
  /// The uniform type identifier of the file that the image was read from.
  public var utType: CFString? { description.type }

  /// The bytes, from the first pixel on; the first rows' padding is part of them.
  ///
  /// For an image that was cropped they are those of the whole image from the first pixel inside
  /// on, with its `bytesPerRow`. Bytes are shared, not copied, but for grey images from files.
  public var dataProvider: CGDataProvider? {
    if let source {
      guard source.offset > 0 else { return CGDataProvider(data: source.data) }
      let start = source.data.startIndex + source.offset
      return CGDataProvider(data: source.data[start...])
    }
    let pixels = pixelStorage
    if bitsPerPixel == 8 { return CGDataProvider(data: Data(pixels.plane(0))) }
    // The block keeps the pixels alive as long as the data refers to them.
    return CGDataProvider(
      data: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: pixels.base),
        count: pixels.byteCount,
        deallocator: .custom { _, _ in withExtendedLifetime(pixels) {} }
      )
    )
  }

  /// The image as layers show it: premultiplied sRGB RGBA, made once and then kept.
  ///
  /// A mask is white where it paints.
  package var pixelStorage: PixelStorage { deferred.pixels }

  /// Whether the pixels are in memory.
  package var isConverted: Bool { deferred.areMade }
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
