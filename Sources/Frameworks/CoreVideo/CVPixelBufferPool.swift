// Pictures of one size and format whose memory is used again.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics

/// A source of pictures of one size and format that uses their memory again.
///
/// Memory of a picture that nobody has any more goes to a later one, whose pixels are then those of
/// the earlier one.
public final class CVPixelBufferPool: Sendable {
  // Safe because: attributes are values that nobody changes any more.
  nonisolated(unsafe) let attributes: CFDictionary?
  // Safe because: as above.
  nonisolated(unsafe) let pixelBufferAttributes: CFDictionary
  let request: PixelRequest
  let store: PixelMemoryStore

  init(
    _ attributes: CFDictionary?,
    _ pixelBufferAttributes: CFDictionary,
    _ request: PixelRequest
  ) {
    self.attributes = attributes
    self.pixelBufferAttributes = pixelBufferAttributes
    self.request = request
    let least = integer(attributes?[kCVPixelBufferPoolMinimumBufferCountKey]) ?? 0
    // Memory without use that is kept: enough for a decoder, or as many as were asked for.
    store = PixelMemoryStore(count: request.layout.byteCount, limit: min(max(least, 8), 64))
  }
}

/// The attribute of a pool with the number of pictures whose memory is kept: up to 64, at least 8.
public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// The attribute of a picture with the number of pictures that a pool may have lent.
public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"

/// The memory that a pool frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Flags of bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// All memory without use.
  public static let excessBuffers = CVPixelBufferPoolFlushFlags(rawValue: 1)
}

/// Makes a pool.
///
/// - Parameters:
///   - allocator: Left out of account.
///   - poolAttributes: Nil, or `kCVPixelBufferPoolMinimumBufferCountKey`.
///   - pixelBufferAttributes: The width, height and format of the pictures.
///   - poolOut: Takes the pool; nil if there is none.
/// - Returns: `kCVReturnSuccess`, or why there is none.
public func CVPixelBufferPoolCreate(
  _ allocator: CFAllocator?,
  _ poolAttributes: CFDictionary?,
  _ pixelBufferAttributes: CFDictionary?,
  _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
  poolOut.pointee = nil
  guard let attributes = pixelBufferAttributes,
    let width = integer(attributes[kCVPixelBufferWidthKey]),
    let height = integer(attributes[kCVPixelBufferHeightKey]),
    let number = integer(attributes[kCVPixelBufferPixelFormatTypeKey]),
    let format = OSType(exactly: number)
  else { return kCVReturnInvalidPixelBufferAttributes }
  let (request, result) = PixelRequest.make(width, height, format, attributes)
  guard let request else { return result }
  poolOut.pointee = CVPixelBufferPool(poolAttributes, attributes, request)
  return kCVReturnSuccess
}

/// Makes a picture of a pool; its pixels are not defined.
public func CVPixelBufferPoolCreatePixelBuffer(
  _ allocator: CFAllocator?,
  _ pixelBufferPool: CVPixelBufferPool,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    allocator,
    pixelBufferPool,
    nil,
    pixelBufferOut
  )
}

/// Makes a picture of a pool; its pixels are not defined.
///
/// - Parameters:
///   - allocator: Left out of account.
///   - pixelBufferPool: The pool.
///   - auxAttributes: Nil, or `kCVPixelBufferPoolAllocationThresholdKey`.
///   - pixelBufferOut: Takes the picture; nil if there is none.
/// - Returns: `kCVReturnWouldExceedAllocationThreshold` if as many pictures are in use.
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
  _ allocator: CFAllocator?,
  _ pixelBufferPool: CVPixelBufferPool,
  _ auxAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let store = pixelBufferPool.store
  let threshold = integer(auxAttributes?[kCVPixelBufferPoolAllocationThresholdKey])
  if let threshold, store.lent >= threshold { return kCVReturnWouldExceedAllocationThreshold }
  guard let memory = store.take() else { return kCVReturnPoolAllocationFailed }
  let request = pixelBufferPool.request
  pixelBufferOut.pointee = CVBuffer(
    format: request.format,
    width: request.width,
    height: request.height,
    layout: request.layout,
    memory: memory,
    store: store
  )
  return kCVReturnSuccess
}

/// The attributes of a pool.
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.attributes
}

/// The attributes of a pool's pictures.
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
  pool.pixelBufferAttributes
}

/// Frees memory of a pool that is without use.
public func CVPixelBufferPoolFlush(
  _ pool: CVPixelBufferPool,
  _ options: CVPixelBufferPoolFlushFlags
) {
  if options.contains(.excessBuffers) { pool.store.flush() }
}
