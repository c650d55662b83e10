// Making pictures in memory and looking at their pixels.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzSharing

/// The way in which the pixels of a picture are used.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt64

  /// Flags of bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// They are read and not written.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Called when the memory of a picture is not in use any more, with the two pointers that were
/// given with the memory.
public typealias CVPixelBufferReleaseBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Void

/// The attribute with the format: a number.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
/// The attribute with the width in pixels.
public let kCVPixelBufferWidthKey: CFString = "Width"
/// The attribute with the height in pixels.
public let kCVPixelBufferHeightKey: CFString = "Height"
/// The attribute with the bytes that rows are aligned to: a power of two, 64 and more.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"
/// The attribute that says that images of Core Graphics may use the memory, as all may.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
/// The attribute that says that contexts of Core Graphics may use the memory, as all may.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"

/// Numbers of attributes, which may be any numbers.
func integer(_ value: Any?) -> Int? {
  switch value {
  case let number as Int: number
  case let number as UInt32: Int(number)
  case let number as Int32: Int(number)
  case let number as Double: Int(exactly: number)
  case let number as NSNumber: number.intValue
  default: nil
  }
}

/// The size, format and layout of a picture.
struct PixelRequest {
  var format: OSType
  var width: Int
  var height: Int
  var layout: PixelPlanes

  /// The request's layout, or the reason why there is none.
  static func make(
    _ width: Int,
    _ height: Int,
    _ format: OSType,
    _ attributes: CFDictionary?
  ) -> (request: PixelRequest?, result: CVReturn) {
    let side = 1...PixelPlanes.maximumSide
    guard side.contains(width), side.contains(height) else { return (nil, kCVReturnInvalidSize) }
    var alignment = PixelPlanes.alignment
    if let value = attributes?[kCVPixelBufferBytesPerRowAlignmentKey] {
      guard let number = integer(value), (1...65536).contains(number),
        number & (number - 1) == 0
      else { return (nil, kCVReturnInvalidPixelBufferAttributes) }
      alignment = max(number, alignment)
    }
    let layout = PixelPlanes(format, width: width, height: height, alignment: alignment)
    guard let layout else { return (nil, kCVReturnInvalidPixelFormat) }
    let request = PixelRequest(format: format, width: width, height: height, layout: layout)
    return (request, kCVReturnSuccess)
  }
}

/// Makes a picture of zeros.
///
/// - Parameters:
///   - allocator: Left out of account.
///   - width: In pixels, 1...16384.
///   - height: In pixels, 1...16384.
///   - pixelFormatType: One of the constants `kCVPixelFormatType_…`.
///   - pixelBufferAttributes: Nil, or `kCVPixelBufferBytesPerRowAlignmentKey`; others are left out
///     of account.
///   - pixelBufferOut: Takes the picture; nil if there is none.
/// - Returns: `kCVReturnSuccess`, or why there is none.
public func CVPixelBufferCreate(
  _ allocator: CFAllocator?,
  _ width: Int,
  _ height: Int,
  _ pixelFormatType: OSType,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let (request, result) = PixelRequest.make(
    width,
    height,
    pixelFormatType,
    pixelBufferAttributes
  )
  guard let request else { return result }
  guard let memory = BufferMemory(count: request.layout.byteCount) else {
    return kCVReturnAllocationFailed
  }
  pixelBufferOut.pointee = CVBuffer(
    format: request.format,
    width: width,
    height: height,
    layout: request.layout,
    memory: memory
  )
  return kCVReturnSuccess
}

// Long because: the parameters are Apple's.
/// Makes a picture of the caller's memory, of a format without planes.
///
/// - Parameters:
///   - allocator: Left out of account.
///   - width: In pixels, 1...16384.
///   - height: In pixels, 1...16384.
///   - pixelFormatType: A format of one plane.
///   - baseAddress: The memory; it must have `height` rows of `bytesPerRow` bytes.
///   - bytesPerRow: At least the bytes of a row.
///   - releaseCallback: Called with `releaseRefCon` and the memory when nobody uses it any more.
///   - releaseRefCon: Handed to `releaseCallback`.
///   - pixelBufferAttributes: Left out of account.
///   - pixelBufferOut: Takes the picture; nil if there is none.
/// - Returns: `kCVReturnSuccess`, or why there is none; `releaseCallback` is not called then.
public func CVPixelBufferCreateWithBytes(
  _ allocator: CFAllocator?,
  _ width: Int,
  _ height: Int,
  _ pixelFormatType: OSType,
  _ baseAddress: UnsafeMutableRawPointer,
  _ bytesPerRow: Int,
  _ releaseCallback: CVPixelBufferReleaseBytesCallback?,
  _ releaseRefCon: UnsafeMutableRawPointer?,
  _ pixelBufferAttributes: CFDictionary?,
  _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
  pixelBufferOut.pointee = nil
  let (request, result) = PixelRequest.make(width, height, pixelFormatType, nil)
  guard var layout = request?.layout else { return result }
  guard layout.planes.count == 1 else { return kCVReturnInvalidPixelFormat }
  let tight = PixelPlanes(pixelFormatType, width: width, height: height, alignment: 1)
  guard let least = tight?.planes.first?.rowBytes, bytesPerRow >= least,
    bytesPerRow <= Int(Int32.max)
  else { return kCVReturnInvalidArgument }
  layout.planes[0].rowBytes = bytesPerRow
  layout.byteCount = bytesPerRow * height
  // The caller promises memory that any thread may use and free.
  let shared = SharedPointer((base: baseAddress, context: releaseRefCon))
  let memory = BufferMemory(baseAddress, count: layout.byteCount) {
    releaseCallback?(shared.value.context, UnsafeRawPointer(shared.value.base))
  }
  pixelBufferOut.pointee = CVBuffer(
    format: pixelFormatType,
    width: width,
    height: height,
    layout: layout,
    memory: memory
  )
  return kCVReturnSuccess
}

/// Allows looking at the pixels, until `CVPixelBufferUnlockBaseAddress(_:_:)` is called as often.
public func CVPixelBufferLockBaseAddress(
  _ pixelBuffer: CVPixelBuffer,
  _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.state.withLock { $0.locks += 1 }
  return kCVReturnSuccess
}

/// Ends looking at the pixels.
///
/// - Returns: `kCVReturnInvalidArgument` if the picture is not locked.
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer,
  _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  pixelBuffer.state.withLock { state in
    guard state.locks > 0 else { return kCVReturnInvalidArgument }
    state.locks -= 1
    return kCVReturnSuccess
  }
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

/// The format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
  pixelBuffer.format
}

/// The first byte of the picture, or of its first plane; nil if the picture is not locked.
///
/// **Differences**: of a format of planes, Apple's platforms return a description of them.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0)
}

/// The bytes from a row of the picture, or of its first plane, to the next.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
  CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
}

/// The bytes of all planes.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.layout.byteCount
}

/// Whether the format has planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool {
  pixelBuffer.layout.isPlanar
}

/// The number of planes; 0 for a format without planes.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
  pixelBuffer.layout.isPlanar ? pixelBuffer.layout.planes.count : 0
}

private func plane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> PixelPlanes.Plane? {
  let planes = pixelBuffer.layout.planes
  return planes.indices.contains(planeIndex) ? planes[planeIndex] : nil
}

/// The width of a plane in pixels, or pairs of Cb and Cr; 0 if there is no such plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(pixelBuffer, planeIndex)?.width ?? 0
}

/// The number of rows of a plane; 0 if there is no such plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
  plane(pixelBuffer, planeIndex)?.height ?? 0
}

/// The first byte of a plane; nil if the picture is not locked or there is no such plane.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer,
  _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard let plane = plane(pixelBuffer, planeIndex),
    pixelBuffer.state.withLock({ $0.locks > 0 })
  else { return nil }
  // Bounds: all planes lie within the memory.
  return pixelBuffer.memory.base + plane.offset
}

/// The bytes from a row of a plane to the next; 0 if there is no such plane.
public func CVPixelBufferGetBytesPerRowOfPlane(
  _ pixelBuffer: CVPixelBuffer,
  _ planeIndex: Int
) -> Int {
  plane(pixelBuffer, planeIndex)?.rowBytes ?? 0
}
