// The callbacks of data providers.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Frees memory that a data provider was made with; called once, on any thread.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (
    _ info: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer, _ size: Int
  ) -> Void

/// Writes up to `count` of the next bytes to `buffer`; returns how many, 0 at the end.
public typealias CGDataProviderGetBytesCallback =
  @convention(c) (
    _ info: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer, _ count: Int
  ) -> Int

/// Passes over `count` bytes; returns how many.
public typealias CGDataProviderSkipForwardCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?, _ count: off_t) -> off_t

/// Goes back to the first byte.
public typealias CGDataProviderRewindCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?) -> Void

/// Frees the data of a data provider; called once, on any thread.
public typealias CGDataProviderReleaseInfoCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?) -> Void

/// Returns where all bytes lie, or nil.
public typealias CGDataProviderGetBytePointerCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?) -> UnsafeRawPointer?

/// Says that the bytes at `pointer` are no longer needed.
public typealias CGDataProviderReleaseBytePointerCallback =
  @convention(c) (_ info: UnsafeMutableRawPointer?, _ pointer: UnsafeRawPointer) -> Void

/// Writes up to `count` bytes from `position` on to `buffer`; returns how many.
public typealias CGDataProviderGetBytesAtPositionCallback =
  @convention(c) (
    _ info: UnsafeMutableRawPointer?, _ buffer: UnsafeMutableRawPointer, _ position: off_t,
    _ count: Int
  ) -> Int

/// The callbacks that give bytes one after the other.
public struct CGDataProviderSequentialCallbacks: Sendable {
  /// 0.
  public var version: UInt32
  /// Gives bytes.
  public var getBytes: CGDataProviderGetBytesCallback?
  /// Passes over bytes; may be nil, and is not called here.
  public var skipForward: CGDataProviderSkipForwardCallback?
  /// Goes back to the start; may be nil.
  public var rewind: CGDataProviderRewindCallback?
  /// Called when the provider goes; may be nil.
  public var releaseInfo: CGDataProviderReleaseInfoCallback?

  /// Callbacks.
  public init(
    version: UInt32,
    getBytes: CGDataProviderGetBytesCallback?,
    skipForward: CGDataProviderSkipForwardCallback?,
    rewind: CGDataProviderRewindCallback?,
    releaseInfo: CGDataProviderReleaseInfoCallback?
  ) {
    self.version = version
    self.getBytes = getBytes
    self.skipForward = skipForward
    self.rewind = rewind
    self.releaseInfo = releaseInfo
  }
}

/// The callbacks that give bytes in any order: a pointer to all of them, or copies.
public struct CGDataProviderDirectCallbacks: Sendable {
  /// 0.
  public var version: UInt32
  /// Gives all bytes; may be nil, or return nil.
  public var getBytePointer: CGDataProviderGetBytePointerCallback?
  /// Called when bytes that `getBytePointer` gave are no longer needed; may be nil.
  public var releaseBytePointer: CGDataProviderReleaseBytePointerCallback?
  /// Copies bytes; may be nil if `getBytePointer` gives them.
  public var getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?
  /// Called when the provider goes; may be nil.
  public var releaseInfo: CGDataProviderReleaseInfoCallback?

  /// Callbacks.
  public init(
    version: UInt32,
    getBytePointer: CGDataProviderGetBytePointerCallback?,
    releaseBytePointer: CGDataProviderReleaseBytePointerCallback?,
    getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?,
    releaseInfo: CGDataProviderReleaseInfoCallback?
  ) {
    self.version = version
    self.getBytePointer = getBytePointer
    self.releaseBytePointer = releaseBytePointer
    self.getBytesAtPosition = getBytesAtPosition
    self.releaseInfo = releaseInfo
  }
}
