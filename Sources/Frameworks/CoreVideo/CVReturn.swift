// Results of Core Video's functions, and its times.
// Licensed under the MIT license; see LICENSE.

/// The result of a Core Video function; 0 is success.
public typealias CVReturn = Int32
/// Options of Core Video functions; none are defined.
public typealias CVOptionFlags = UInt64

/// Success.
public let kCVReturnSuccess: CVReturn = 0
/// A failure without a reason.
public let kCVReturnError: CVReturn = -6660
/// An argument is out of its range.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// The system has no memory.
public let kCVReturnAllocationFailed: CVReturn = -6662
/// There is no such feature.
public let kCVReturnUnsupported: CVReturn = -6663
/// The display link runs already.
public let kCVReturnDisplayLinkAlreadyRunning: CVReturn = -6671
/// The display link does not run.
public let kCVReturnDisplayLinkNotRunning: CVReturn = -6672
/// The display link has no callback.
public let kCVReturnDisplayLinkCallbacksNotSet: CVReturn = -6673
/// There is no such format of pixels.
public let kCVReturnInvalidPixelFormat: CVReturn = -6680
/// A picture has no pixels or too many.
public let kCVReturnInvalidSize: CVReturn = -6681
/// The attributes of a picture contradict each other or are of the wrong type.
public let kCVReturnInvalidPixelBufferAttributes: CVReturn = -6682
/// A pool has lent as many pictures as it may.
public let kCVReturnWouldExceedAllocationThreshold: CVReturn = -6689
/// A pool has no memory for another picture.
public let kCVReturnPoolAllocationFailed: CVReturn = -6690
/// The attributes of a pool are of the wrong type.
public let kCVReturnInvalidPoolAttributes: CVReturn = -6691

/// A length of time as a fraction of a second.
public struct CVTime: Hashable, Sendable {
  /// The numerator.
  public var timeValue: Int64
  /// The denominator: parts of a second.
  public var timeScale: Int32
  /// None are set.
  public var flags: Int32

  /// A length of time.
  public init(timeValue: Int64 = 0, timeScale: Int32 = 0, flags: Int32 = 0) {
    self.timeValue = timeValue
    self.timeScale = timeScale
    self.flags = flags
  }
}

/// A moment, by the clock of the machine and by that of an output.
public struct CVTimeStamp: Hashable, Sendable {
  /// 0.
  public var version: UInt32 = 0
  /// The units per second of `videoTime` and `videoRefreshPeriod`.
  public var videoTimeScale: Int32 = 0
  /// The output's time.
  public var videoTime: Int64 = 0
  /// Nanoseconds of `CACurrentMediaTime()`'s clock.
  public var hostTime: UInt64 = 0
  /// The speed of the output's clock relative to the machine's.
  public var rateScalar = 1.0
  /// The time from a frame to the next.
  public var videoRefreshPeriod: Int64 = 0
  /// The valid fields: video time, host time, refresh period and rate.
  public var flags: UInt64 = 0

  /// A moment at the beginning of time.
  public init() {}

  /// Creates a moment of an output, with the length of its frames.
  package init(seconds: Double, period: Double) {
    videoTimeScale = 1_000_000
    videoTime = Int64(seconds * 1e6)
    hostTime = UInt64(max(seconds, 0) * 1e9)
    videoRefreshPeriod = Int64((period * 1e6).rounded())
    flags = 1 | 2 | 8 | 16
  }
}
