// Draws images.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation
import QuartzFilters
import QuartzMath

/// Draws images into Core Graphics images, bitmaps and files.
///
/// A context may be used from any thread. It works in linear light of sRGB's primaries without
/// limits, in floating point of 32 bits.
///
/// ```swift
/// let context = CIContext()
/// let picture = context.createCGImage(image, from: image.extent)
/// ```
///
/// A rectangle grows to whole pixels. Where nothing can be drawn (a rectangle without area, without
/// end or not of numbers, or more pixels than the limits allow), the result is nil and a line on
/// the standard error says why: one step may touch 2^27 pixels, a picture has at most 16384 a side.
///
/// A large picture is drawn in tiles, on all cores, with at most 128 MiB beside the result and the
/// images. A filter that reads all of its input for each pixel, like the mean of an area, is drawn
/// at once, with 16 bytes for each pixel of each picture that is kept on the way.
///
/// **Differences**: contexts of Metal and OpenGL are absent; the processor draws. A working space
/// other than linear sRGB is taken to be that, except for encoded sRGB and NSNull: then filters
/// compute with encoded values, and clamp them to 0...1.
// Safe because: nothing of it changes; a Core Graphics context belongs to the caller's thread.
open class CIContext: NSObject, @unchecked Sendable {
  final let space: FilterSpace
  /// The space of results that name none; nil for that of the work.
  private let output: CGColorSpace?
  private let target: CGContext?

  /// Creates a context with the options' defaults.
  public override convenience init() {
    self.init(options: nil)
  }

  // `Any` because: options are of many types.

  /// Creates a context.
  ///
  /// - Parameter options: ``CIContextOption/workingColorSpace`` and
  ///   ``CIContextOption/outputColorSpace``; the others are hints without effect.
  public convenience init(options: [CIContextOption: Any]? = nil) {
    self.init(target: nil, options ?? [:])
  }

  /// Creates a context that draws into a Core Graphics context.
  ///
  /// - Parameters:
  ///   - cgContext: The target of ``draw(_:in:from:)``.
  ///   - options: As of ``init(options:)``.
  public convenience init(cgContext: CGContext, options: [CIContextOption: Any]? = nil) {
    self.init(target: cgContext, options ?? [:])
  }

  private init(target: CGContext?, _ options: [CIContextOption: Any]) {
    self.target = target
    let working = options[.workingColorSpace]
    let isEncoded = (working as? CGColorSpace)?.definition.curve == .sRGB || working is NSNull
    space = isEncoded ? .encoded : .linear
    output =
      options[.outputColorSpace] is NSNull
      ? nil : options[.outputColorSpace] as? CGColorSpace ?? .sRGBSpace
    super.init()
  }

  /// The space that filters compute in: linear or encoded sRGB, without limits.
  open var workingColorSpace: CGColorSpace? {
    CGColorSpace(
      name: space == .linear ? CGColorSpace.extendedLinearSRGB : CGColorSpace.extendedSRGB
    )
  }

  /// The format that filters compute in: floating point of 32 bits.
  open var workingFormat: CIFormat { .RGBAf }

  // MARK: Core Graphics

  /// Draws a part of an image as a Core Graphics image in 8 bits of sRGB; nil if it cannot be
  /// drawn.
  open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    createCGImage(image, from: fromRect, format: .RGBA8, colorSpace: output)
  }

  /// Draws a part of an image as a Core Graphics image; nil if it cannot be drawn.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - fromRect: The part, in the image's pixels.
  ///   - format: The layout of a pixel; formats of red and of red and green are not taken.
  ///   - colorSpace: The space of the result, of the format's model; nil leaves components as they
  ///     are in the working space.
  open func createCGImage(
    _ image: CIImage,
    from fromRect: CGRect,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) -> CGImage? {
    guard let pixels = pixels(fromRect) else { return nil }
    guard pixels.width <= CGImage.maximumSide, pixels.height <= CGImage.maximumSide else {
      Diagnostics.report(
        "a picture of \(pixels.width) x \(pixels.height) pixels: a side may have "
          + "\(CGImage.maximumSide)",
        from: "CoreImage"
      )
      return nil
    }
    guard let bitmap = BitmapImage(format, colorSpace, space) else { return nil }
    return bitmap.image(width: Int(pixels.width), height: Int(pixels.height)) {
      draw(image, pixels, bitmap.writer, to: $0, rowBytes: $1)
    }
  }

  /// Draws a part of an image as a Core Graphics image, at once; nil if it cannot be drawn.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - fromRect: The part, in the image's pixels.
  ///   - format: The layout of a pixel; formats of red and of red and green are not taken.
  ///   - colorSpace: The space of the result; nil for components of the working space.
  ///   - deferred: A hint without effect.
  open func createCGImage(
    _ image: CIImage,
    from fromRect: CGRect,
    format: CIFormat,
    colorSpace: CGColorSpace?,
    deferred: Bool
  ) -> CGImage? {
    createCGImage(image, from: fromRect, format: format, colorSpace: colorSpace)
  }

  /// Draws a part of an image into the Core Graphics context that this one was made with.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - inRect: The place, in the context's user space.
  ///   - fromRect: The part, in the image's pixels.
  open func draw(_ image: CIImage, in inRect: CGRect, from fromRect: CGRect) {
    guard let target else {
      Diagnostics.report(
        "a CIContext without a Core Graphics context cannot draw into it",
        from: "CoreImage"
      )
      return
    }
    guard let picture = createCGImage(image, from: fromRect) else { return }
    target.draw(picture, in: inRect)
  }

  // MARK: Bitmaps

  /// Draws a part of an image into memory.
  ///
  /// Where it cannot be drawn, nothing is written; where memory runs out, a part of the rows is.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - data: `rowBytes` for each row but the last, which needs no padding; rows run from the top.
  ///   - rowBytes: From the start of one row to the next.
  ///   - bounds: The part, in the image's pixels.
  ///   - format: The layout of a pixel.
  ///   - colorSpace: The space of the result, of the format's model; nil leaves components as they
  ///     are in the working space.
  open func render(
    _ image: CIImage,
    toBitmap data: UnsafeMutableRawPointer,
    rowBytes: Int,
    bounds: CGRect,
    format: CIFormat,
    colorSpace: CGColorSpace?
  ) {
    guard let writer = BitmapWriter(format, colorSpace, from: space) else {
      Diagnostics.report(
        "the format \(format.rawValue) does not fit its colour space",
        from: "CoreImage"
      )
      return
    }
    guard let pixels = pixels(bounds) else { return }
    guard rowBytes >= Int(pixels.width) * writer.bytesPerPixel else {
      Diagnostics.report(
        "\(rowBytes) bytes are too few for a row of \(pixels.width) pixels",
        from: "CoreImage"
      )
      return
    }
    _ = draw(image, pixels, writer, to: data, rowBytes: rowBytes)
  }

  // MARK: Caches and limits

  /// Frees what the context keeps, which is nothing.
  open func clearCaches() {}

  /// Frees what the context keeps, which is nothing.
  open func reclaimResources() {}

  /// The largest size of an image that is read, in pixels.
  open func inputImageMaximumSize() -> CGSize {
    CGSize(width: CGImage.maximumSide, height: CGImage.maximumSide)
  }

  /// The largest size of a picture that is made, in pixels.
  open func outputImageMaximumSize() -> CGSize {
    CGSize(width: CGImage.maximumSide, height: CGImage.maximumSide)
  }

  // MARK: Drawing

  /// The pixels that a rectangle touches; nil, with a diagnostic, if they cannot be drawn.
  final func pixels(_ rect: CGRect) -> PixelRect? {
    let rect = FilterRect(rect)
    guard !rect.isEmpty, let pixels = rect.pixels else {
      Diagnostics.report(
        rect.isEmpty
          ? "a rectangle without area has no picture" : "a rectangle without end has no picture",
        from: "CoreImage"
      )
      return nil
    }
    let limit = FilterLimits().stepPixels
    guard rect.roundedOut.width * rect.roundedOut.height <= Double(limit) else {
      Diagnostics.report(
        "a picture of \(rect.width) x \(rect.height) pixels; the limit is \(limit) pixels",
        from: "CoreImage"
      )
      return nil
    }
    return pixels
  }

  /// Draws pixels of an image into memory with room for them, rows from the top.
  ///
  /// - Returns: False, with a diagnostic, if they cannot be drawn.
  final func draw(
    _ image: CIImage,
    _ pixels: PixelRect,
    _ writer: BitmapWriter,
    to data: UnsafeMutableRawPointer,
    rowBytes: Int
  ) -> Bool {
    do throws(FilterError) {
      let job = BitmapJob(image.node, pixels, space, writer, data, rowBytes)
      try job.run()
      return true
    } catch {
      Diagnostics.report("\(error)", from: "CoreImage")
      return false
    }
  }
}

/// The names of options of contexts.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  /// The name.
  public var rawValue: String

  /// Creates the option of a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The space that filters compute in: a `CGColorSpace`, or NSNull for values as they are in
  /// files, sRGB-encoded.
  public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
  /// The space of results that name none, a `CGColorSpace`.
  ///
  /// It is sRGB by default; NSNull leaves components as they are in the working space.
  public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
  /// The format that filters compute in.
  ///
  /// **Differences**: no effect; it is always floating point of 32 bits.
  public static let workingFormat = CIContextOption(rawValue: "working_format")
  /// Whether the processor draws; it always does.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
  /// Whether smaller images are means of pixels; they always are.
  public static let highQualityDownsample = CIContextOption(rawValue: "high_quality_downsample")
  /// Whether results of single filters are kept; without effect.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// Whether drawing may wait for other work; without effect.
  public static let priorityRequestLow = CIContextOption(rawValue: "low_priority")
  /// A name for the context, a string; without effect.
  public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// Core Graphics images of a format.
private struct BitmapImage {
  let writer: BitmapWriter
  private let bits: Int
  private let info: CGBitmapInfo
  private let space: CGColorSpace

  /// Nil, with a diagnostic, for a format or a space that Core Graphics has not.
  init?(_ format: CIFormat, _ colorSpace: CGColorSpace?, _ working: FilterSpace) {
    let isGray = format.order == .luminance || format.order == .alpha
    guard let writer = BitmapWriter(format, colorSpace, from: working),
      let component = format.component, let info = format.bitmapInfo
    else {
      Diagnostics.report(
        "the format \(format.rawValue) has no Core Graphics image",
        from: "CoreImage"
      )
      return nil
    }
    self.writer = writer
    bits = component.size * 8
    self.info = info
    space = colorSpace ?? (isGray ? .deviceGraySpace : .sRGBSpace)
  }

  /// An image whose pixels a body writes to memory with so many bytes a row; nil if it returns
  /// false.
  func image(
    width: Int,
    height: Int,
    _ draw: (_ memory: UnsafeMutableRawPointer, _ rowBytes: Int) -> Bool
  ) -> CGImage? {
    let rowBytes = width * writer.bytesPerPixel
    var data = Data(count: rowBytes * height)
    let isDrawn = data.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { draw($0, rowBytes) } ?? false
    }
    guard isDrawn else { return nil }
    return CGDataProvider(data: data).flatMap { provider in
      CGImage(
        width: width,
        height: height,
        bitsPerComponent: bits,
        bitsPerPixel: writer.bytesPerPixel * 8,
        bytesPerRow: rowBytes,
        space: space,
        bitmapInfo: info,
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    }
  }
}

extension CIFormat {
  /// The layout in Core Graphics; nil if that has none.
  fileprivate var bitmapInfo: CGBitmapInfo? {
    guard let order, let component else { return nil }
    var alpha: CGImageAlphaInfo
    var isReversed = false
    switch order {
    case .rgba, .luminanceAlpha: alpha = .premultipliedLast
    case .rgbx: alpha = .noneSkipLast
    case .argb: alpha = .premultipliedFirst
    case .bgra: (alpha, isReversed) = (.premultipliedFirst, true)
    case .abgr: (alpha, isReversed) = (.premultipliedLast, true)
    case .luminance: alpha = .none
    case .alpha: alpha = .alphaOnly
    case .red, .redGreen: return nil
    }
    var info = CGBitmapInfo(rawValue: alpha.rawValue)
    switch component {
    case .byte: if isReversed { info.insert(.byteOrder32Little) }
    case .short: info.insert(.byteOrder16Little)
    case .half: info.formUnion([.floatComponents, .byteOrder16Little])
    case .float: info.formUnion([.floatComponents, .byteOrder32Little])
    }
    return info
  }
}
