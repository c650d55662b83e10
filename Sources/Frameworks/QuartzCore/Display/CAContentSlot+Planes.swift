// Pictures of decoders and cameras in slots: planes of Y, Cb and Cr.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import QuartzModel
import QuartzWire

extension CAContentSlot {
  /// The samples of a picture that is planes of Y, Cb and Cr, and their meaning.
  ///
  /// Pictures of planes are opaque. They are shown in the colours of their matrix and range: as
  /// sRGB-encoded ones, or as light in PQ or HLG.
  public struct PlaneFormat: Hashable, Sendable {
    /// The order of samples in memory.
    ///
    /// Cb and Cr have half the samples along both axes, rounded up.
    public enum Layout: CaseIterable, Sendable {
      /// Y; then Cb, Cr, Cb, Cr.
      case nv12
      /// Y; then Cr, Cb, Cr, Cb.
      case nv21
      /// Y; then Cb; then Cr.
      case i420
      /// As `nv12`, of 10 bits in the upper ones of 16, the lower byte first.
      case p010
    }

    /// The matrix from R, G, B to Y, Cb, Cr.
    public enum Matrix: CaseIterable, Sendable {
      /// ITU-R BT.601, of small films and of JPEG.
      case itur601
      /// ITU-R BT.709, of films from 720 rows on.
      case itur709
      /// ITU-R BT.2020 with luminance that is not constant.
      case itur2020
    }

    /// Where a sample of Cb and Cr lies in its four pixels.
    public enum Siting: CaseIterable, Sendable {
      /// At the left, between the two rows: H.264's default.
      case left
      /// In the middle: JPEG's.
      case center
      /// On the first pixel: that of BT.2020.
      case topLeft
    }

    /// The order of samples.
    public var layout: Layout
    /// The matrix; that of BT.709 by default.
    public var matrix: Matrix
    /// Whether samples use all of their numbers, and not 16...235 and 16...240 of 8 bits.
    public var isFullRange: Bool
    /// Where samples of Cb and Cr lie; at the left by default.
    public var siting: Siting
    /// How light is encoded; that of standard range by default.
    public var transfer: Transfer
    /// The ratio of the brightest linear light of PQ and HLG to SDR white, at least 1; 0, the
    /// default, and other numbers stand for 1000 nits, 4.926.
    public var headroom: CGFloat

    /// A format; by default that of most films.
    public init(
      _ layout: Layout,
      matrix: Matrix = .itur709,
      isFullRange: Bool = false,
      siting: Siting = .left,
      transfer: Transfer = .standard,
      headroom: CGFloat = 0
    ) {
      (self.layout, self.matrix) = (layout, matrix)
      (self.isFullRange, self.siting) = (isFullRange, siting)
      (self.transfer, self.headroom) = (transfer, headroom)
    }

    /// The bytes of a picture whose planes and rows touch each other.
    ///
    /// - Returns: 0 for a size that no picture has.
    public func byteCount(width: Int, height: Int) -> Int {
      guard (try? PixelBuffer.check(width: width, height: height)) != nil else { return 0 }
      let planes = planes.packed(width: width, height: height)
      return (try? planes.byteCount(width: width, height: height, limit: .max / 4)) ?? 0
    }

    /// The layout without planes.
    var planes: PlaneLayout {
      var result: PlaneLayout
      switch layout {
      case .nv12: result = PlaneLayout(.interleaved)
      case .nv21: result = PlaneLayout(.swapped)
      case .i420: result = PlaneLayout(.planar)
      case .p010:
        result = PlaneLayout(.interleaved)
        (result.depth, result.lowBits) = (10, 6)
      }
      switch matrix {
      case .itur601: result.matrix = .rec601
      case .itur709: result.matrix = .rec709
      case .itur2020: result.matrix = .rec2020
      }
      result.isFullRange = isFullRange
      (result.betweenX, result.betweenY) = (siting == .center, siting != .topLeft)
      result.light = transfer.light(headroom)
      return result
    }
  }

  /// The place of a plane in a dma-buf.
  public struct PlanePlace: Hashable, Sendable {
    /// Bytes from the beginning of the dma-buf to the topmost row.
    public var offset: Int
    /// Bytes from one row to the next, at least those of its samples.
    public var bytesPerRow: Int

    /// The place of a plane.
    public init(offset: Int, bytesPerRow: Int) {
      (self.offset, self.bytesPerRow) = (offset, bytesPerRow)
    }
  }

  /// Shows another picture, whose planes `fill` writes where the renderer will read them.
  ///
  /// `fill` gets `format.byteCount(width:height:)` bytes for the planes in their order; rows and
  /// planes touch each other. It has to write all of them: their initial contents are undefined.
  ///
  ///     let format = CAContentSlot.PlaneFormat(.nv12)
  ///     try slot.present(width: 1920, height: 1080, planes: format) { samples in
  ///       samples.copyMemory(from: frame)
  ///     }
  ///
  /// Nothing is converted before the picture is drawn.
  ///
  /// - Parameters:
  ///   - width: In pixels, 1...65536; the picture before may have had another size and form.
  ///   - height: In pixels.
  ///   - format: The samples' order and meaning.
  ///   - time: The earliest time to show it, in seconds of the clock of the contexts; nil is the
  ///     next frame.
  ///   - fill: Writes the picture, on this thread, before the call returns.
  /// - Returns: False if all buffers are in use: nothing was called and the picture before stays.
  /// - Throws: `CAContentSlotError`.
  @discardableResult
  public func present(
    width: Int,
    height: Int,
    planes format: PlaneFormat,
    at time: CFTimeInterval? = nil,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CAContentSlotError) -> Bool {
    let form = format.planes.form
    guard (try? PixelBuffer.check(width: width, height: height, form)) != nil else {
      throw .invalidSize(width: width, height: height, limit: PixelBuffer.maximumSide)
    }
    let planes = format.planes.packed(width: width, height: height)
    guard
      let pixels = try makePicture(width: width, height: height, planes: planes, fill: fill)
    else { return false }
    try present(pixels, at: time)
    return true
  }

  /// Shows the planes in a dma-buf, the memory that devices share on Linux; nothing is copied
  /// before the picture is drawn.
  ///
  /// - Parameters:
  ///   - descriptor: The dma-buf with all planes, not tiled; it stays the caller's, who may close
  ///     it afterwards. The device must let processes map it, and
  ///     has written it unless there is a fence.
  ///   - width: In pixels, 1...65536.
  ///   - height: In pixels.
  ///   - format: The samples' order and meaning.
  ///   - places: Where the planes are, in the order of the format: two, or three of `i420`.
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
  // Long because: a dma-buf, its size, its planes, and how it is given back.
  public func present(
    dmaBuffer descriptor: Int32,
    width: Int,
    height: Int,
    planes format: PlaneFormat,
    places: [PlanePlace],
    at time: CFTimeInterval? = nil,
    fence: Int32? = nil,
    release: @escaping @Sendable () -> Void
  ) throws(CAContentSlotError) -> Bool {
    let (block, signal) = try CAContentSlot.open(descriptor, fence, release: release)
    var planes = format.planes
    planes.planes = places.map { PlaneLayout.Plane(offset: $0.offset, rowBytes: $0.bytesPerRow) }
    let made = try makePicture(
      in: block,
      width: width,
      height: height,
      planes: planes,
      release: release
    )
    guard let pixels = made else { return false }
    try present(pixels, at: time, behind: signal)
    return true
  }
}
