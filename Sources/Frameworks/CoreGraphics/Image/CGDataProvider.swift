// The source of an image's bytes.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzSharing
import Synchronization

/// Immutable bytes, the source of an image.
///
/// Bytes of callbacks are all read when one of them is first needed.
public final class CGDataProvider: Sendable {
  private let bytes: Mutex<Data?>
  /// The reader of the bytes; nil if they are in memory already.
  private let reader: (any DataReader)?

  /// The bytes of `data`, shared with it.
  public init?(data: CFData) {
    bytes = Mutex(data)
    reader = nil
  }

  /// The bytes of a local file, read at once; nil if it cannot be read.
  public convenience init?(url: CFURL) {
    guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
    self.init(data: data)
  }

  /// The bytes of a file, read at once; nil if it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: URL(fileURLWithPath: String(cString: filename)))
  }

  /// Provides `size` bytes at `data` without copying them; `releaseData` frees them when they are
  /// no longer needed.
  ///
  /// - Parameters:
  ///   - info: Handed to `releaseData` as it is.
  ///   - data: The bytes, which must not change until they are released.
  ///   - size: The number of bytes; nil is returned if it is negative.
  ///   - releaseData: Called once.
  public convenience init?(
    dataInfo info: UnsafeMutableRawPointer?,
    data: UnsafeRawPointer,
    size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    // `Data` keeps a short run of bytes inside itself and frees the memory at once: as it should.
    let info = UInt(bitPattern: info)
    self.init(
      data: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: data),
        count: size,
        deallocator: .custom { bytes, count in
          releaseData(UnsafeMutableRawPointer(bitPattern: info), bytes, count)
        }
      )
    )
  }

  /// Bytes that callbacks give one after the other; nil if there is none that gives them.
  ///
  /// - Parameters:
  ///   - info: Handed to the callbacks as it is.
  ///   - callbacks: The callbacks, which are copied; they are called on one thread at a time.
  public init?(
    sequentialInfo info: UnsafeMutableRawPointer?,
    callbacks: UnsafePointer<CGDataProviderSequentialCallbacks>
  ) {
    guard callbacks.pointee.getBytes != nil else { return nil }
    bytes = Mutex(nil)
    reader = SequentialReader(info: info, callbacks: callbacks.pointee)
  }

  /// `size` bytes that callbacks give in any order; nil if there is none that gives them.
  ///
  /// - Parameters:
  ///   - info: Handed to the callbacks as it is.
  ///   - size: The number of bytes; nil is returned if it is negative.
  ///   - callbacks: The callbacks, which are copied; they are called on one thread at a time.
  public init?(
    directInfo info: UnsafeMutableRawPointer?,
    size: off_t,
    callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
  ) {
    let own = callbacks.pointee
    guard size >= 0, own.getBytePointer != nil || own.getBytesAtPosition != nil else { return nil }
    bytes = Mutex(nil)
    reader = DirectReader(info: info, size: Int(size), callbacks: own)
  }

  /// The bytes, shared with the provider.
  public var data: CFData? {
    bytes.withLock { bytes in
      if let bytes { return bytes }
      let read = reader?.read()
      bytes = read
      return read
    }
  }
}

/// Reads all bytes of a provider, once.
private protocol DataReader: AnyObject, Sendable {
  func read() -> Data?
}

private final class SequentialReader: DataReader {
  /// The number of bytes per read.
  private static let step = 1 << 16
  /// No more are read.
  private static let limit = 1 << 30

  // The provider calls under its lock, and whoever made it vouches for the callbacks.
  private let sharedInfo: SharedPointer<UnsafeMutableRawPointer?>
  private var info: UnsafeMutableRawPointer? { sharedInfo.value }
  private let callbacks: CGDataProviderSequentialCallbacks

  init(info: UnsafeMutableRawPointer?, callbacks: CGDataProviderSequentialCallbacks) {
    sharedInfo = SharedPointer(info)
    self.callbacks = callbacks
  }

  func read() -> Data? {
    guard let getBytes = callbacks.getBytes else { return nil }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: Self.step)
    callbacks.rewind?(info)
    while data.count < Self.limit {
      let count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { min(getBytes(info, $0, bytes.count), bytes.count) } ?? 0
      }
      if count <= 0 { break }
      data.append(contentsOf: buffer[..<count])
    }
    return data
  }

  deinit {
    callbacks.releaseInfo?(info)
  }
}

private final class DirectReader: DataReader {
  // The provider calls under its lock, and whoever made it vouches for the callbacks.
  private let sharedInfo: SharedPointer<UnsafeMutableRawPointer?>
  private var info: UnsafeMutableRawPointer? { sharedInfo.value }
  private let size: Int
  private let callbacks: CGDataProviderDirectCallbacks

  init(info: UnsafeMutableRawPointer?, size: Int, callbacks: CGDataProviderDirectCallbacks) {
    sharedInfo = SharedPointer(info)
    self.size = size
    self.callbacks = callbacks
  }

  func read() -> Data? {
    if let start = callbacks.getBytePointer?(info) {
      // Bounds: the maker of the provider vouches for `size` bytes.
      let data = Data(bytes: start, count: size)
      callbacks.releaseBytePointer?(info, start)
      return data
    }
    guard let getBytes = callbacks.getBytesAtPosition else { return nil }
    var data = Data(count: size)
    let count = data.withUnsafeMutableBytes { (bytes: UnsafeMutableRawBufferPointer) in
      bytes.baseAddress.map { getBytes(info, $0, 0, bytes.count) } ?? 0
    }
    return data.prefix(max(count, 0))
  }

  deinit {
    callbacks.releaseInfo?(info)
  }
}
