// Pictures in dma-bufs of more than eight bits: half floats, and words of ten bits.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzMath
import QuartzModel
import QuartzWire

extension CAContentSlot {
  /// How the light of a picture is encoded.
  public enum Transfer: CaseIterable, Sendable {
    /// As sRGB, up to white.
    case standard
    /// PQ, SMPTE ST 2084, with the primaries of BT.2020.
    case pq
    /// HLG, ITU-R BT.2100, with the primaries of BT.2020.
    case hlg

    /// The light beyond white; nil for standard range.
    func light(_ headroom: CGFloat) -> PlaneLayout.Light? {
      // NaN is none.
      let known = headroom >= 1 ? headroom : ReferenceWhiteCurve.defaultHeadroom
      switch self {
      case .standard: return nil
      case .pq: return PlaneLayout.Light(.pq, headroom: Float(known))
      case .hlg: return PlaneLayout.Light(.hlg, headroom: Float(known))
      }
    }
  }

  /// The pixels of a picture in a dma-buf that have more than eight bits a component.
  public struct DeepFormat: Hashable, Sendable {
    /// The order of a pixel's bits.
    public enum Layout: CaseIterable, Sendable {
      /// Eight bytes: R, G, B, A half floats (IEEE 754 binary16) of extended sRGB, encoded,
      /// premultiplied; DRM's AB4H.
      case rgba16Float
      /// A word of four bytes, the lowest first: R in the ten lowest bits, then G and B, and alpha
      /// in the two highest, premultiplied; DRM's AB30, and XB30 of opaque pictures.
      case rgb10a2
    }

    /// The order of bits.
    public var layout: Layout
    /// How light is encoded: of words; half floats have extended sRGB, which counts as `.standard`.
    public var transfer: Transfer
    /// The ratio of the brightest linear light to SDR white, at least 1.
    ///
    /// 0, the default, and other numbers stand for 1000 nits, 4.926, of PQ and HLG, and for an
    /// unknown headroom of half floats. Words of standard range have none.
    public var headroom: CGFloat

    /// A format.
    public init(_ layout: Layout, transfer: Transfer = .standard, headroom: CGFloat = 0) {
      (self.layout, self.transfer, self.headroom) = (layout, transfer, headroom)
    }
  }

  /// Shows a picture of more than eight bits in a dma-buf, the memory that devices share on Linux;
  /// nothing is copied before the picture is drawn.
  ///
  ///     let format = CAContentSlot.DeepFormat(.rgb10a2, transfer: .pq)
  ///     let isTaken = try slot.present(
  ///       dmaBuffer: frame.descriptor, width: 3840, height: 2160, bytesPerRow: 15360,
  ///       format: format, isOpaque: true
  ///     ) { game.giveBack(frame) }
  ///
  /// Contexts of extended range show light beyond white within each layer's limit, as its
  /// `preferredDynamicRange` and `toneMapMode` say; others make it darker, or clip it at white.
  ///
  /// - Parameters:
  ///   - descriptor: The dma-buf; it stays the caller's, who may close it afterwards. The device
  ///     must let processes map it, and has written it unless there is a fence.
  ///   - width: In pixels, 1...65536.
  ///   - height: In pixels.
  ///   - bytesPerRow: From one row to the next: whole pixels, at least `width`.
  ///   - offset: Bytes to the first row, the topmost: whole pixels. Rows are not tiled.
  ///   - format: The pixels' bits and their meaning.
  ///   - isOpaque: Whether every alpha counts as 1; pictures in PQ and HLG must be opaque. Half
  ///     floats of an opaque picture have 1 there.
  ///   - time: The earliest time to show it, in seconds of the clock of the contexts; nil is the
  ///     next frame.
  ///   - fence: A descriptor that becomes readable when the device has made the picture, such as
  ///     the sync_file of a GPU; it stays the caller's. The picture before stays until then, and
  ///     for good after a second. Nil for a picture that is made, and where the kernel knows of the
  ///     device's work by itself.
  ///   - release: Called once, on any thread, when the memory is not read any more; if the call
  ///     returns false or throws, `release` is called before it returns.
  /// - Returns: False if all buffers are in use: the picture before stays.
  /// - Throws: `CAContentSlotError`.
  @discardableResult
  // Long because: a dma-buf, its size, its pixels, and how it is given back.
  public func present(
    dmaBuffer descriptor: Int32,
    width: Int,
    height: Int,
    bytesPerRow: Int,
    offset: Int = 0,
    format: DeepFormat,
    isOpaque: Bool = false,
    at time: CFTimeInterval? = nil,
    fence: Int32? = nil,
    release: @escaping @Sendable () -> Void
  ) throws(CAContentSlotError) -> Bool {
    let (block, signal) = try CAContentSlot.open(descriptor, fence, release: release)
    let made = try makePicture(
      in: block,
      DevicePicture(
        width: width,
        height: height,
        bytesPerRow: bytesPerRow,
        offset: offset,
        isOpaque: isOpaque
      ),
      format,
      release: release
    )
    guard let made else { return false }
    try present(made, at: time, behind: signal)
    return true
  }

  /// Creates a picture of more than eight bits in a dma-buf, which is one of the slot's buffers.
  ///
  /// - Parameter release: Called once, when the memory is not read any more.
  /// - Returns: Nil if all buffers are in use.
  func makePicture(
    in block: DeviceBlock,
    _ picture: DevicePicture,
    _ format: DeepFormat,
    release: @escaping @Sendable () -> Void
  ) throws(CAContentSlotError) -> PixelBuffer? {
    var picture = picture
    do throws(CAContentSlotError) {
      try CAContentSlot.check(picture, format)
    } catch {
      release()
      throw error
    }
    switch format.layout {
    case .rgba16Float:
      picture.form = .halves(ContentLight(.extended, headroom: Float(format.headroom)))
      return try makePicture(in: block, picture, release: release)
    case .rgb10a2:
      var words = PlaneLayout.words
      words.light = format.transfer.light(format.headroom)
      words.hasAlpha = !picture.isOpaque
      words.planes = [PlaneLayout.Plane(offset: picture.offset, rowBytes: picture.bytesPerRow)]
      return try makePicture(
        in: block,
        width: picture.width,
        height: picture.height,
        planes: words,
        release: release
      )
    }
  }

  /// Whether pixels of a format can lie in a dma-buf that way.
  package static func check(
    _ picture: DevicePicture,
    _ format: DeepFormat
  ) throws(CAContentSlotError) {
    let pixelBytes = format.layout == .rgba16Float ? 8 : 4
    guard picture.offset >= 0, picture.offset % pixelBytes == 0,
      picture.bytesPerRow % pixelBytes == 0
    else {
      throw .invalidBuffer(
        "rows of \(picture.bytesPerRow) bytes from byte \(picture.offset) on: pixels have "
          + "\(pixelBytes)"
      )
    }
    guard format.transfer != .standard else { return }
    guard format.layout != .rgba16Float else {
      throw .invalidBuffer("half floats in PQ or HLG: they are of extended sRGB")
    }
    guard picture.isOpaque else {
      throw .invalidBuffer("words in PQ or HLG with alpha: they are opaque")
    }
  }
}
