// A context: a bitmap and all that draws into it.
// Licensed under the MIT license; see LICENSE.
//
// How a drawing call becomes pixels:
//
//     path in device space ──rasteriser──▶ coverage ──clip──▶ coverage ──┐
//     colour, gradient, image, pattern ──────────────────────▶ colours ──┴─▶ blend mode ──▶ canvas
//
// Points are mapped to device space when they are added to the path, as in Core Graphics: a path
// that was begun under one transform may go on under another. Device space has its origin at the
// bottom left and y pointing up; it is turned over to rows from the top only at the very end
// (`pixelsPerDevice`). Strokes go back to user space first, because their width is in user space.
//
// The canvas is the bitmap itself or, inside of a transparency layer, the layer's own pixels over
// the part that the clip leaves. When the layer ends, its canvas is drawn with the alpha, blend
// mode, shadow and clip of its beginning. A shadow is a drawing call of its own: it blurs and moves
// the alpha of the drawing and paints it in the shadow's colour. Only the part whose shadow can
// reach the clip is computed.
//
// A context of a document has no pixels: `record` hands every drawing call to PDF/.
//
// Files: GraphicsState.swift has the state of a context, `CGContext+….swift` the calls by topic,
// and Drawing/ the canvas, clips and colours.

import Foundation
import QuartzMath
import QuartzRaster

/// A bitmap, or the pages of a PDF document, and a state to draw with.
///
/// User space has its origin at the bottom left of the bitmap, x to the right and y up; one unit is
/// one pixel until the transform is changed. On a page one unit is a point. A context belongs to
/// one thread at a time.
///
/// ```swift
/// let context = CGContext(
///   data: nil, width: 200, height: 100, bitsPerComponent: 8, bytesPerRow: 0,
///   space: CGColorSpaceCreateDeviceRGB(),
///   bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
/// context.setFillColor(red: 1, green: 0.5, blue: 0, alpha: 1)
/// context.fillEllipse(in: CGRect(x: 20, y: 10, width: 160, height: 80))
/// let image = context.makeImage()
/// ```
///
/// **Differences**: contexts are bitmaps or documents of PDF. Drawing is anti-aliased by exact
/// area, and curves are flattened to 1/32 pixel whatever `setFlatness(_:)` says. Source:
/// <https://developer.apple.com/documentation/coregraphics/cgcontext>
public final class CGContext {
  /// The pixels; a single one, which nothing draws into, for a document.
  let bitmap: Canvas
  /// The document whose pages are drawn; nil for a bitmap.
  let document: PDFDocument?
  let space: CGColorSpace?
  private let parameters: BitmapParameters

  var state: GraphicsState
  /// Saved states, the last one on top.
  var savedStates: [GraphicsState] = []
  /// Transparency layers that have been begun and not ended, the last one on top.
  var layers: [TransparencyLayer] = []
  /// The current path, in device space.
  var devicePath = Path()
  /// Whether anti-aliasing is allowed at all; no part of the state.
  var allowsAntialiasing = true
  /// Whether glyphs may begin between pixels at all, and at quarters of them; no part of the state.
  var allowsPositionsInPixels = true
  var allowsGlyphQuantization = true
  /// Maps glyphs to user space; no part of the state.
  ///
  /// Its translation is `textPosition`. Text uses it; paths do not.
  public var textMatrix = CGAffineTransform.identity

  /// The space that shadows and patterns are in, to device space; no part of the state.
  ///
  /// The identity by default. Contexts of views have y down and points for units.
  package var baseTransform = CGAffineTransform.identity {
    didSet { document?.base = Affine(baseTransform) }
  }

  var rasterizer = PathRasterizer()
  var shrunkImages = ShrunkImageCache()
  var cells = PatternCache()
  /// See `edrTargetHeadroom`.
  var targetHeadroom: Float = 0
  /// The largest headroom of the images that were drawn in their own light; 0 for none.
  package var drawnHeadroom: Float = 0
  /// The number of transparency layers in which calls paint their shadows only, or nil.
  var depthOfShadows: Int?
  /// The number of patterns being drawn that this context is part of.
  var patternDepth = 0
  /// From the sRGB of images to the colours of the context; nil where these are the same.
  private(set) lazy var imageConversion = space.flatMap { SpanColorConversion(to: $0) }

  /// The parameters of a bitmap, as they are reported.
  private struct BitmapParameters {
    var bitsPerComponent: Int
    var bitmapInfo: CGBitmapInfo
    /// The caller's memory; nil for our own.
    var data: UnsafeMutableRawPointer?
  }

  /// A context that draws into `data`, or into memory of its own.
  ///
  /// Formats: RGB with 8 bits and premultiplied or unused alpha, first or last, in either order of
  /// 32 bits; RGB with 16 bits of floating point (little-endian, alpha last or unused), with 16
  /// bits of integers, and with 32 bits of floating point (either order, alpha last or unused);
  /// grey with 8 bits; alpha alone with 8 bits.
  ///
  /// - Parameters:
  ///   - data: At least `bytesPerRow` x `height` bytes that outlive the context, drawn over as they
  ///     are; nil for memory of the context, which begins clear.
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - bitsPerComponent: 8, 16 or 32.
  ///   - bytesPerRow: From one row to the next; 0 for as many as a row needs, which are made a
  ///     multiple of 32 if `data` is nil.
  ///   - space: The colour space; may be nil for alpha alone.
  ///   - bitmapInfo: Alpha, byte order and kind of number: `CGBitmapInfo` or `CGImageAlphaInfo`
  ///     bits.
  /// - Returns: Nil if there are no contexts of that format, with a line on the standard error, or
  ///   of that size, or no memory for one.
  ///
  /// **Differences**: packed pixels of 16 and 32 bits, CMYK, grey of more than 8 bits and grey with
  /// alpha are not taken. Integers of 16 bits, and floating point of 32, are drawn over with the 11
  /// bits of half floats; pixels that nothing changes keep all of theirs.
  public convenience init?(
    data: UnsafeMutableRawPointer?,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bytesPerRow: Int,
    space: CGColorSpace?,
    bitmapInfo: UInt32
  ) {
    self.init(
      data: data,
      width: width,
      height: height,
      bitsPerComponent: bitsPerComponent,
      bytesPerRow: bytesPerRow,
      space: space,
      bitmapInfo: bitmapInfo,
      releaseCallback: nil,
      releaseInfo: nil
    )
  }

  /// As `init(data:width:height:bitsPerComponent:bytesPerRow:space:bitmapInfo:)`, for memory that
  /// is released by a callback.
  ///
  /// - Parameters:
  ///   - data: At least `bytesPerRow` x `height` bytes, or nil for memory of the context.
  ///   - width: In pixels, 1...16384.
  ///   - height: In pixels, 1...16384.
  ///   - bitsPerComponent: 8, 16 or 32.
  ///   - bytesPerRow: From one row to the next; 0 for as many as a row needs, which are made a
  ///     multiple of 32 if `data` is nil.
  ///   - space: The colour space; may be nil for alpha alone.
  ///   - bitmapInfo: Alpha, byte order and kind of number.
  ///   - releaseCallback: Called once with `releaseInfo` and `data` when the context no longer
  ///     needs them; not called if `data` is nil or if the result is.
  ///   - releaseInfo: Handed to `releaseCallback` as it is.
  public init?(
    data: UnsafeMutableRawPointer?,
    width: Int,
    height: Int,
    bitsPerComponent: Int,
    bytesPerRow: Int,
    space: CGColorSpace?,
    bitmapInfo: UInt32,
    releaseCallback: CGBitmapContextReleaseDataCallback?,
    releaseInfo: UnsafeMutableRawPointer?
  ) {
    let sides = 1...CGImage.maximumSide
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    let named = PixelFormat(
      bitsPerComponent: bitsPerComponent,
      model: space?.model,
      bitmapInfo: info
    )
    let kind = DeepBitmap.Kind(
      bitsPerComponent: bitsPerComponent,
      model: space?.model,
      bitmapInfo: info
    )
    let halves = info.alphaInfo == .noneSkipLast ? PixelFormat(.rgbaHalf, .ignored) : .rgbaHalf
    guard let format = named ?? kind.map({ _ in halves }) else {
      Diagnostics.report(info.problem(bitsPerComponent, space), from: "CoreGraphics")
      return nil
    }
    guard sides.contains(width), sides.contains(height),
      let least = kind.map({ $0.bytesPerPixel * width }) ?? format.rowBytes(width: width)
    else { return nil }
    let aligned = data == nil ? (least + 31) & ~31 : least
    let rowBytes = bytesPerRow == 0 ? aligned : bytesPerRow
    guard rowBytes <= Int(Int32.max), rowBytes >= least,
      format.byteCount(width: width, height: height, rowBytes: rowBytes) != nil
    else { return nil }
    let bounds = PixelRect(width: Int32(width), height: Int32(height))
    if let kind {
      guard let canvas = Canvas(bounds, format) else { return nil }
      let deep = data.map { data in
        DeepBitmap(kind, base: data, rowBytes: rowBytes) { releaseCallback?(releaseInfo, data) }
      }
      canvas.deep = deep ?? DeepBitmap(kind, height: height, rowBytes: rowBytes)
      guard canvas.deep != nil else { return nil }
      bitmap = canvas
    } else if let data {
      bitmap = Canvas(bounds, format, base: data, rowBytes: rowBytes) {
        releaseCallback?(releaseInfo, data)
      }
    } else {
      guard let own = Canvas(bounds, format, rowBytes: rowBytes) else { return nil }
      bitmap = own
    }
    self.space = space
    document = nil
    parameters = BitmapParameters(
      bitsPerComponent: bitsPerComponent,
      bitmapInfo: info,
      data: data
    )
    state = GraphicsState(ctm: .identity, clip: Clip(bounds))
  }

  /// A clear bitmap of premultiplied R, G, B, A bytes in sRGB, whose rows touch; nil as for the
  /// others.
  ///
  /// - Parameter space: Under which name images of it have their colours: sRGB, or that of the
  ///   device, whose numbers are the same.
  package convenience init?(
    sRGBWidth width: Int,
    height: Int,
    space: CGColorSpace = .sRGBSpace
  ) {
    self.init(
      data: nil,
      width: width,
      height: height,
      bitsPerComponent: 8,
      bytesPerRow: width > 0 && width <= CGImage.maximumSide ? width * 4 : 0,
      space: space,
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  }

  /// A context that draws the pages of a document; nil without memory.
  init?(_ document: PDFDocument) {
    guard let pixel = Canvas(PixelRect(width: 1, height: 1), .rgba8) else { return nil }
    bitmap = pixel
    space = .sRGBSpace
    self.document = document
    parameters = BitmapParameters(bitsPerComponent: 0, bitmapInfo: [], data: nil)
    state = GraphicsState(ctm: .identity, clip: Clip(box: .zero))
  }

  /// The rectangle of device space that pixels or the page show.
  var deviceBox: Rect { document?.box ?? Rect(bitmap.bounds) }

  /// Device space, y up, to pixels, y down.
  var pixelsPerDevice: Affine {
    let box = deviceBox
    return Affine(1, 0, 0, -1, -box.x, box.maxY)
  }

  /// User space to pixels.
  var pixelsPerUser: Affine { state.ctm * pixelsPerDevice }

  /// The target of drawing: the innermost layer, or the bitmap; nil if there was no memory for the
  /// layer.
  var canvas: Canvas? {
    guard let layer = layers.last else { return bitmap }
    return layer.canvas
  }
}

extension CGBitmapInfo {
  /// Why there are no contexts of a format.
  fileprivate func problem(_ bits: Int, _ space: CGColorSpace?) -> String {
    let model = space.map { "\($0.model)" } ?? "no space"
    let numbers = contains(.floatComponents) ? "floating point" : "integers"
    let alpha = alphaInfo.map { "\($0)" } ?? "unknown"
    let order = byteOrder.map { "\($0)" } ?? "unknown"
    let packing = packing.map { "\($0)" } ?? "unknown"
    return "there are no bitmap contexts of \(bits) bits a component, \(numbers), \(model), "
      + "alpha \(alpha), byte order \(order), pixel format \(packing)"
  }
}

/// Frees the memory of a bitmap context; called once.
public typealias CGBitmapContextReleaseDataCallback =
  @convention(c) (
    _ releaseInfo: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?
  ) -> Void

// MARK: - The bitmap

extension CGContext {
  /// The memory of the bitmap: the first byte of the topmost row.
  ///
  /// It may be read and written between drawing calls for as long as the context lives; nil for a
  /// document.
  public var data: UnsafeMutableRawPointer? {
    document == nil ? bitmap.deep?.base ?? bitmap.base : nil
  }
  /// In pixels; 0 for a document.
  public var width: Int { document == nil ? Int(bitmap.bounds.width) : 0 }
  /// In pixels; 0 for a document.
  public var height: Int { document == nil ? Int(bitmap.bounds.height) : 0 }
  /// 8, 16 or 32; 0 for a document.
  public var bitsPerComponent: Int { parameters.bitsPerComponent }
  /// 8, 32, 64 or 128; 0 for a document.
  public var bitsPerPixel: Int { document == nil ? bytesPerPixel * 8 : 0 }
  /// From the start of one row to the next; 0 for a document.
  public var bytesPerRow: Int {
    document == nil ? bitmap.deep?.rowBytes ?? bitmap.rowBytes : 0
  }

  private var bytesPerPixel: Int {
    bitmap.deep?.kind.bytesPerPixel ?? bitmap.format.bytesPerPixel
  }
  /// The colour space; nil for a document, and for a bitmap of alpha alone without a space.
  public var colorSpace: CGColorSpace? { document == nil ? space : nil }
  /// Alpha, byte order and kind of number.
  public var bitmapInfo: CGBitmapInfo { parameters.bitmapInfo }
  /// The position of alpha.
  public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }

  /// Does nothing: drawing is done when a call returns.
  public func flush() {}

  /// Does nothing: drawing is done when a call returns.
  public func synchronize() {}

  /// A copy of the bitmap as it is now; transparency layers that have not ended are not part of it.
  ///
  /// Nil for a document, and if images of the bitmap's format are not taken.
  public func makeImage() -> CGImage? {
    guard document == nil, let data else { return nil }
    let byteCount = bytesPerRow * (height - 1) + width * bytesPerPixel
    guard let provider = CGDataProvider(data: Data(bytes: data, count: byteCount)) else {
      return nil
    }
    let image = CGImage(
      width: width,
      height: height,
      bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow,
      space: space ?? CGColorSpaceCreateDeviceGray(),
      bitmapInfo: bitmapInfo,
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
    return drawnHeadroom > 1 ? image?.copy(contentHeadroom: drawnHeadroom) : image
  }
}
