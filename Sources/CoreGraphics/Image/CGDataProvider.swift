// Where the bytes of an image come from.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Frees memory that a data provider was made with; called once, on any thread.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (
    _ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int
  ) -> Void

/// Immutable bytes, the source of an image.
///
/// **Differences**: providers with callbacks for sequential or random access are absent; `Data` does
/// what they are for.
public final class CGDataProvider: Sendable {
  private let bytes: Data

  /// The bytes of `data`, shared with it.
  public init?(data: CFData) {
    bytes = data
  }

  /// The bytes of a local file, read at once; nil if it cannot be read.
  public init?(url: CFURL) {
    guard url.isFileURL, let data = try? Data(contentsOf: url) else { return nil }
    bytes = data
  }

  /// The bytes of a file, read at once; nil if it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    self.init(url: URL(fileURLWithPath: String(cString: filename)))
  }

  /// `size` bytes at `data`, not copied; `releaseData` frees them when nobody needs them any more.
  ///
  /// - Parameters:
  ///   - info: Handed to `releaseData` as it is.
  ///   - data: The bytes, which nobody may change until they are released.
  ///   - size: The number of bytes; nil is returned if it is negative.
  ///   - releaseData: Called once.
  public init?(
    dataInfo info: UnsafeMutableRawPointer?,
    data: UnsafeRawPointer,
    size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    // `Data` keeps a short run of bytes inside itself and frees the memory at once: as it should.
    let info = UInt(bitPattern: info)
    bytes = Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: data),
      count: size,
      deallocator: .custom { bytes, count in
        releaseData(UnsafeMutableRawPointer(bitPattern: info), bytes, count)
      }
    )
  }

  /// The bytes, shared with the provider.
  public var data: CFData? { bytes }
}
