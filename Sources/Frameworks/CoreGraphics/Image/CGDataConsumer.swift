// The destination of an image's bytes.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Synchronization

/// Takes bytes that a data consumer is given: `count` of them at `buffer`.
///
/// Returns how many were taken; fewer than `count` is an error.
public typealias CGDataConsumerPutBytesCallback =
  @convention(c) (
    _ info: UnsafeMutableRawPointer?, _ buffer: UnsafeRawPointer, _ count: Int
  ) -> Int

/// Frees the data of a data consumer; called once, on any thread.
public typealias CGDataConsumerReleaseInfoCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?) -> Void

/// The callbacks of a data consumer.
public struct CGDataConsumerCallbacks {
  /// Takes bytes.
  public var putBytes: CGDataConsumerPutBytesCallback?
  /// Called when the consumer goes; may be nil.
  public var releaseConsumer: CGDataConsumerReleaseInfoCallback?

  /// Callbacks.
  public init(
    putBytes: CGDataConsumerPutBytesCallback?,
    releaseConsumer: CGDataConsumerReleaseInfoCallback?
  ) {
    self.putBytes = putBytes
    self.releaseConsumer = releaseConsumer
  }
}

/// A place that bytes are written to: data, a file, or callbacks.
///
/// A consumer belongs to one thread.
public final class CGDataConsumer {
  private enum Target {
    case data(NSMutableData)
    case file
    case callbacks(UnsafeMutableRawPointer?, CGDataConsumerCallbacks)
  }

  private let target: Target
  /// The file, until it is complete.
  private var file: PendingFile?

  /// Appends to `data`.
  public init?(data: CFMutableData) {
    target = .data(data)
  }

  /// Writes a local file; nil if it cannot be written.
  ///
  /// The file appears, or replaces an existing one, when writing to the consumer is complete.
  public init?(url: CFURL) {
    guard url.isFileURL else { return nil }
    target = .file
    do {
      file = try PendingFile(path: url.path)
    } catch {
      return nil
    }
  }

  /// Hands bytes to callbacks; nil if there is none that takes them.
  ///
  /// - Parameters:
  ///   - info: Handed to the callbacks as it is.
  ///   - cbks: The callbacks, which are copied.
  public init?(info: UnsafeMutableRawPointer?, cbks: UnsafePointer<CGDataConsumerCallbacks>) {
    guard cbks.pointee.putBytes != nil else { return nil }
    target = .callbacks(info, cbks.pointee)
  }

  /// Takes bytes, and returns whether all of them arrived.
  package func put(_ bytes: [UInt8]) -> Bool {
    switch target {
    case .data(let data):
      data.append(Data(bytes))
      return true
    case .file:
      return (try? file?.write(bytes)) != nil
    case .callbacks(let info, let callbacks):
      return bytes.withUnsafeBytes { buffer in
        guard let start = buffer.baseAddress, let put = callbacks.putBytes else { return true }
        return put(info, start, buffer.count) == buffer.count
      }
    }
  }

  /// Ends the file, and returns whether it is complete.
  package func finish() -> Bool {
    guard case .file = target else { return true }
    let isComplete = (try? file?.publish()) != nil
    file = nil
    return isComplete
  }

  deinit {
    switch target {
    case .data, .file: break
    case .callbacks(let info, let callbacks): callbacks.releaseConsumer?(info)
    }
  }
}
