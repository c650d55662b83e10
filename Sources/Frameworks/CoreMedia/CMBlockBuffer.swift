// Bytes of samples.
// Licensed under the MIT license; see LICENSE.

public import CoreVideo
public import Foundation
import Synchronization

/// A call of something that a block buffer does not have.
public let kCMBlockBufferBadOffsetParameterErr: Int32 = -12703

/// A length that no block buffer has.
public let kCMBlockBufferBadLengthParameterErr: Int32 = -12704

/// Bits that say more of a block buffer; there are none that count here.
public typealias CMBlockBufferFlags = UInt32

/// The bytes of a sample.
///
/// **Differences**: a buffer is one piece of memory of its own.
public final class CMBlockBuffer: Sendable {
  /// The number of bytes.
  public let dataLength: Int
  private let storage: Mutex<[UInt8]>

  /// A buffer of bytes.
  package init(bytes: [UInt8]) {
    dataLength = bytes.count
    storage = Mutex(bytes)
  }

  private var bytes: [UInt8] { storage.withLock { $0 } }

  /// A copy of the bytes.
  ///
  /// - Throws: Nothing.
  public func dataBytes() throws -> Data { Data(bytes) }

  /// Calls a closure with the bytes as they are now, which live as long as it runs.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes(body)
  }

  /// Writes bytes at a place; all of them lie in the buffer.
  fileprivate func replace(_ source: UnsafeRawBufferPointer, at offset: Int) {
    storage.withLock { bytes in
      bytes.withUnsafeMutableBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + source.count])
          .copyMemory(from: source)
      }
    }
  }
}

/// Makes a buffer, with a copy of some memory or of zeros.
///
/// **Differences**: the memory is copied, and stays its owner's.
///
/// - Parameters:
///   - structureAllocator: Nil; there is one only.
///   - memoryBlock: The memory; nil for zeros.
///   - blockLength: Its length in bytes, at least 1.
///   - blockAllocator: Nil; there is one only.
///   - customBlockSource: Nil; memory has no other sources.
///   - offsetToData: Where the bytes begin in the memory.
///   - dataLength: The number of bytes.
///   - flags: 0.
///   - blockBufferOut: Takes the buffer.
/// - Returns: 0; `kCMBlockBufferBadLengthParameterErr` for a length below 1;
///   `kCMBlockBufferBadOffsetParameterErr` for bytes that are not in the memory.
public func CMBlockBufferCreateWithMemoryBlock(
  allocator structureAllocator: CFAllocator?,
  memoryBlock: UnsafeMutableRawPointer?,
  blockLength: Int,
  blockAllocator: CFAllocator?,
  customBlockSource: UnsafeRawPointer?,
  offsetToData: Int,
  dataLength: Int,
  flags: CMBlockBufferFlags,
  blockBufferOut: UnsafeMutablePointer<CMBlockBuffer?>
) -> OSStatus {
  guard blockLength > 0, dataLength > 0 else { return kCMBlockBufferBadLengthParameterErr }
  guard offsetToData >= 0, offsetToData <= blockLength, dataLength <= blockLength - offsetToData
  else { return kCMBlockBufferBadOffsetParameterErr }
  // Bounds: the part lies in the memory, as the caller says how long that is.
  let part = memoryBlock.map {
    UnsafeRawBufferPointer(start: $0 + offsetToData, count: dataLength)
  }
  blockBufferOut.pointee = CMBlockBuffer(
    bytes: part.map { [UInt8]($0) } ?? [UInt8](repeating: 0, count: dataLength)
  )
  return 0
}

/// Writes bytes into a buffer.
///
/// - Parameters:
///   - sourceBytes: The bytes.
///   - destinationBuffer: The buffer.
///   - offsetIntoDestination: Where the first one goes.
///   - dataLength: The number of bytes.
/// - Returns: 0, or `kCMBlockBufferBadOffsetParameterErr` for a part that is not there.
public func CMBlockBufferReplaceDataBytes(
  with sourceBytes: UnsafeRawPointer,
  blockBuffer destinationBuffer: CMBlockBuffer,
  offsetIntoDestination: Int,
  dataLength: Int
) -> OSStatus {
  let count = destinationBuffer.dataLength
  guard offsetIntoDestination >= 0, dataLength >= 0, offsetIntoDestination <= count,
    dataLength <= count - offsetIntoDestination
  else { return kCMBlockBufferBadOffsetParameterErr }
  destinationBuffer.replace(
    UnsafeRawBufferPointer(start: sourceBytes, count: dataLength),
    at: offsetIntoDestination
  )
  return 0
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
