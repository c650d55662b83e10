// The bitmap that a layer draws itself into.
// Licensed under the MIT license; see LICENSE.
//
// Every drawing has memory of its own, which becomes an image without a copy, so the renderer may
// go on showing the previous drawing while the next one is made. A drawing of a part copies the
// rest from the previous drawing, after the program has drawn. So nothing outside of the part
// changes, whatever the program did to the clip.
//
//     bounds, points ── contentsScale ──▶ pixels, sides rounded up ──▶ CGContext ──▶ CGImage
//
// The context's user space is the layer's own coordinate space, whichever way its y points on the
// output; the first row of the bitmap is the top row on the output.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel

/// The properties that two drawings must have in common to share pixels.
struct BackingShape: Equatable {
  /// The layer's bounds with a size that is not negative, in points.
  let bounds: Rect
  /// In pixels, at most `PixelBuffer.maximumSide`.
  let width: Int
  let height: Int
  /// Whether y points up on the output.
  let isYUp: Bool
  let isOpaque: Bool
  let format: CALayerContentsFormat
  /// Whether images are drawn in their own light, for an output of extended range.
  var keepsLight = false

  /// The largest drawing: half of a server's limit for a context.
  static let largestByteCount = 512 << 20

  /// The bytes of a pixel.
  var bytesPerPixel: Int {
    switch format {
    case .gray8Uint: 1
    case .RGBA16Float: 8
    default: 4
    }
  }

  var rowBytes: Int { width * bytesPerPixel }

  /// The transform from the layer's own coordinates to the bitmap's device space, whose y points up
  /// from its last row.
  var deviceTransform: CGAffineTransform {
    let (x, y) = (Double(width) / bounds.width, Double(height) / bounds.height)
    if isYUp {
      return CGAffineTransform(a: x, b: 0, c: 0, d: y, tx: -bounds.x * x, ty: -bounds.y * y)
    }
    let top = (bounds.y + bounds.height) * y
    return CGAffineTransform(a: x, b: 0, c: 0, d: -y, tx: -bounds.x * x, ty: top)
  }

  /// Returns the pixels of a rectangle of the layer, from the bitmap's top left, grown to whole
  /// ones.
  func pixels(of rect: CGRect) -> PixelRect {
    let rect = rect.intersection(CGRect(bounds))
    if rect.isNull || rect.isEmpty { return .empty }
    let device = rect.applying(deviceTransform)
    // A small rounding error must not add a pixel.
    let slack = 1e-6
    func clamp(_ value: Double, _ limit: Int) -> Int32 { Int32(min(max(value, 0), Double(limit))) }
    return PixelRect(
      clamp((device.minX + slack).rounded(.down), width),
      clamp((Double(height) - device.maxY + slack).rounded(.down), height),
      clamp((device.maxX - slack).rounded(.up), width),
      clamp((Double(height) - device.minY - slack).rounded(.up), height)
    )
  }
}

/// The reason why a layer that should have a drawing has none.
enum BackingError: Error, CustomStringConvertible {
  case notFinite
  case badScale(Double)
  case tooLarge(width: Double, height: Double)
  case noContext

  var description: String {
    switch self {
    case .notFinite: "bounds or contentsScale are no finite numbers"
    case .badScale(let scale): "contentsScale is \(scale), it must be positive"
    case .tooLarge(let width, let height):
      "a drawing of \(width) x \(height) pixels: each side must be at most "
        + "\(PixelBuffer.maximumSide), all bytes at most \(BackingShape.largestByteCount)"
    case .noContext: "no memory for the bitmap"
    }
  }
}

extension BackingShape {
  /// Creates the shape of a layer's drawing; nil if its bounds are empty.
  init?(_ layer: CALayer) throws(BackingError) {
    let bounds = layer.rect(.bounds).standardized
    let scale = layer.number(.contentsScale)
    guard bounds.isFinite, scale.isFinite else { throw .notFinite }
    guard scale > 0 else { throw .badScale(scale) }
    guard bounds.width > 0, bounds.height > 0 else { return nil }
    let width = max(bounds.width.pixels(scale), 1)
    let height = max(bounds.height.pixels(scale), 1)
    let side = Double(PixelBuffer.maximumSide)
    guard width <= side, height <= side else { throw .tooLarge(width: width, height: height) }
    self.bounds = bounds
    self.width = Int(width)
    self.height = Int(height)
    isYUp = layer.isContentYUp
    isOpaque = layer.isOpaque
    let hasLight = layer.link.journal?.keepsLight ?? false
    let isBright = hasLight && (layer as? CATextLayer)?.hasBrightText ?? false
    format = isBright ? .RGBA16Float : layer.contentsFormat.drawn
    keepsLight = format == .RGBA16Float && hasLight
    // The renderer takes four bytes per pixel, whatever the format of the drawing.
    guard self.width * self.height * max(bytesPerPixel, 4) <= BackingShape.largestByteCount else {
      throw .tooLarge(width: width, height: height)
    }
  }
}

/// A drawing of a layer.
struct LayerBacking {
  let shape: BackingShape
  let image: CGImage
  private let memory: MemoryBlock

  /// Draws a layer.
  ///
  /// - Parameters:
  ///   - shape: Size and format.
  ///   - old: The drawing whose pixels stay outside of `part`; it has the same shape.
  ///   - part: The pixels to draw, from the top left.
  ///   - draw: Draws into the context that it gets.
  init(
    _ shape: BackingShape,
    over old: LayerBacking?,
    part: PixelRect,
    draw: (CGContext) -> Void
  ) throws(BackingError) {
    self.shape = shape
    do {
      memory = try MemoryBlock(count: shape.rowBytes * shape.height)
    } catch {
      throw .noContext
    }
    if shape.isOpaque && shape.format == .RGBA8Uint { memory.makeOpaque() }
    guard var context = LayerBacking.context(shape, memory) else { throw .noContext }
    if old != nil {
      context.clip(
        to: CGRect(
          x: Int(part.minX),
          y: shape.height - Int(part.maxY),
          width: Int(part.width),
          height: Int(part.height)
        )
      )
    }
    context.concatenate(shape.deviceTransform)
    // The layer maps what it shows.
    if shape.keepsLight { context.setEDRTargetHeadroom(.greatestFiniteMagnitude) }
    draw(context)
    let headroom = max(context.drawnHeadroom, old?.image.contentHeadroom ?? 0)
    if let old { memory.takeRows(of: old.memory, shape, outside: part) }
    if shape.isOpaque && shape.format == .RGBA8Uint { memory.makeOpaque() }
    // Code that retained the context may go on drawing, but not into the image.
    let isShared = isKnownUniquelyReferenced(&context)
    guard let image = LayerBacking.image(shape, memory, isShared: isShared) else {
      throw .noContext
    }
    self.image = headroom > 1 ? image.copy(contentHeadroom: headroom) ?? image : image
  }

  /// The memory layout of a shape's pixels.
  private struct Layout {
    var bits: Int
    var space: CGColorSpace
    var info: UInt32

    init(_ shape: BackingShape, forImage: Bool) {
      let alpha = CGImageAlphaInfo.premultipliedLast.rawValue
      let drawn = shape.isOpaque ? CGImageAlphaInfo.noneSkipLast.rawValue : alpha
      switch shape.format {
      case .gray8Uint:
        (bits, space) = (8, CGColorSpaceCreateDeviceGray())
        info = CGImageAlphaInfo.none.rawValue
      case .RGBA16Float:
        (bits, space) = (16, CGColorSpace.extendedRange)
        info =
          drawn | CGBitmapInfo.floatComponents.rawValue | CGBitmapInfo.byteOrder16Little.rawValue
      default:
        (bits, space) = (8, CGColorSpaceCreateDeviceRGB())
        // Every alpha is 255 at this point, and memory with an alpha is shared with the image.
        info = forImage ? alpha : drawn
      }
    }
  }

  private static func context(_ shape: BackingShape, _ memory: MemoryBlock) -> CGContext? {
    let layout = Layout(shape, forImage: false)
    // The context retains the memory.
    let owner = Unmanaged.passRetained(memory)
    let context = CGContext(
      data: memory.base,
      width: shape.width,
      height: shape.height,
      bitsPerComponent: layout.bits,
      bytesPerRow: shape.rowBytes,
      space: layout.space,
      bitmapInfo: layout.info,
      releaseCallback: { owner, _ in
        if let owner { Unmanaged<MemoryBlock>.fromOpaque(owner).release() }
      },
      releaseInfo: owner.toOpaque()
    )
    if context == nil { owner.release() }
    return context
  }

  private static func image(
    _ shape: BackingShape,
    _ memory: MemoryBlock,
    isShared: Bool
  ) -> CGImage? {
    let layout = Layout(shape, forImage: true)
    let data =
      isShared
      ? Data(
        bytesNoCopy: memory.base,
        count: memory.count,
        deallocator: .custom { _, _ in withExtendedLifetime(memory) {} }
      ) : Data(bytes: memory.base, count: memory.count)
    guard let provider = CGDataProvider(data: data) else { return nil }
    return CGImage(
      width: shape.width,
      height: shape.height,
      bitsPerComponent: layout.bits,
      bitsPerPixel: shape.bytesPerPixel * 8,
      bytesPerRow: shape.rowBytes,
      space: layout.space,
      bitmapInfo: CGBitmapInfo(rawValue: layout.info),
      provider: provider,
      decode: nil,
      shouldInterpolate: true,
      intent: .defaultIntent
    )
  }
}

extension MemoryBlock {
  /// Sets every fourth byte to 255.
  fileprivate func makeOpaque() {
    let pixels = base.assumingMemoryBound(to: UInt32.self)
    // Bounds: the memory holds count / 4 whole pixels.
    for index in 0..<(count / 4) { pixels[index] |= UInt32(bigEndian: 0xFF) }
  }

  /// Copies the pixels outside of `part` from memory of the same shape.
  fileprivate func takeRows(of old: MemoryBlock, _ shape: BackingShape, outside part: PixelRect) {
    let rowBytes = shape.rowBytes
    func copy(_ start: Int, _ end: Int) {
      // Bounds: both memories have `rowBytes` x `height` bytes, and 0 <= start <= end <= that.
      if end > start { (base + start).copyMemory(from: old.base + start, byteCount: end - start) }
    }
    copy(0, Int(part.minY) * rowBytes)
    for row in Int(part.minY)..<Int(part.maxY) {
      copy(row * rowBytes, row * rowBytes + Int(part.minX) * shape.bytesPerPixel)
      copy(row * rowBytes + Int(part.maxX) * shape.bytesPerPixel, (row + 1) * rowBytes)
    }
    copy(Int(part.maxY) * rowBytes, shape.height * rowBytes)
  }
}

extension CGColorSpace {
  /// Extended sRGB, the space of drawings of half floats.
  fileprivate static var extendedRange: CGColorSpace {
    CGColorSpace(name: CGColorSpace.extendedSRGB) ?? CGColorSpaceCreateDeviceRGB()
  }
}
