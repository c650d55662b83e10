// Bytes of samples.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A call of something that a block buffer does not have.
public let kCMBlockBufferBadOffsetParameterErr: Int32 = -12703

/// The bytes of a sample.
///
/// **Differences**: a buffer is one piece of memory, which nobody changes.
public final class CMBlockBuffer: Sendable {
  private let bytes: [UInt8]

  /// A buffer of bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The number of bytes.
  public var dataLength: Int { bytes.count }

  /// A copy of the bytes.
  ///
  /// - Throws: Nothing.
  public func dataBytes() throws -> Data { Data(bytes) }

  /// Calls a closure with the bytes, which live as long as it runs.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }
}

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies a part of the bytes.
///
/// - Parameters:
///   - theSourceBuffer: The buffer.
///   - offsetToData: Of the part.
///   - dataLength: The number of bytes.
///   - destination: Room for as many.
/// - Returns: 0, or `kCMBlockBufferBadOffsetParameterErr` for a part that is not there.
public func CMBlockBufferCopyDataBytes(
  _ theSourceBuffer: CMBlockBuffer,
  atOffset offsetToData: Int,
  dataLength: Int,
  destination: UnsafeMutableRawPointer
) -> OSStatus {
  let count = theSourceBuffer.dataLength
  guard offsetToData >= 0, dataLength >= 0, offsetToData <= count,
    dataLength <= count - offsetToData
  else { return kCMBlockBufferBadOffsetParameterErr }
  theSourceBuffer.withContiguousStorage { bytes in
    // Bounds: the part lies in the buffer.
    guard let base = bytes.baseAddress, dataLength > 0 else { return }
    destination.copyMemory(from: base + offsetToData, byteCount: dataLength)
  }
  return 0
}
