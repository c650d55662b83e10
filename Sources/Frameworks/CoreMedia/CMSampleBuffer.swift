// Pictures and sound with their times.
// Licensed under the MIT license; see LICENSE.

public import CoreVideo

/// A number of samples.
public typealias CMItemCount = Int
/// The outcome of a call of C: 0 for success.
public typealias OSStatus = Int32

/// A call that a parameter is missing for.
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
/// A buffer with less bytes than its samples have, or samples of another form.
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742

/// When a sample shows, and for how long.
public struct CMSampleTimingInfo: Hashable, Sendable {
  /// The length; invalid if unknown.
  public var duration: CMTime
  /// When it shows; invalid for at once.
  public var presentationTimeStamp: CMTime
  /// When it is decoded; invalid if that does not matter.
  public var decodeTimeStamp: CMTime

  /// No times: all are invalid.
  public init() {
    self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid)
  }

  /// Times.
  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    (self.duration, self.presentationTimeStamp) = (duration, presentationTimeStamp)
    self.decodeTimeStamp = decodeTimeStamp
  }

  /// No times.
  public static let invalid = CMSampleTimingInfo()
}

/// A picture, or a piece of sound, with its time.
///
///     let sample = try CMSampleBuffer(
///       imageBuffer: picture,
///       formatDescription: CMFormatDescription(imageBuffer: picture),
///       sampleTiming: timing)
///
/// **Differences**: samples are decoded pictures and uncompressed sound; there are none of packets.
public final class CMSampleBuffer: Sendable {
  /// The picture; nil of one that a camera dropped, and for sound.
  public let imageBuffer: CVImageBuffer?
  /// The bytes of sound; nil for pictures.
  public let dataBuffer: CMBlockBuffer?
  /// The samples of each channel; 1 for a picture, 0 for one that a camera dropped.
  public let numSamples: CMItemCount
  /// The description of the picture, or of the sound.
  public let formatDescription: CMFormatDescription?
  private let timing: CMSampleTimingInfo

  /// A picture with its time.
  ///
  /// - Parameters:
  ///   - imageBuffer: The picture, which nobody changes any more.
  ///   - formatDescription: Its description.
  ///   - sampleTiming: Its time.
  public init(
    imageBuffer: CVImageBuffer,
    formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo
  ) throws {
    (self.imageBuffer, self.formatDescription) = (imageBuffer, formatDescription)
    (timing, dataBuffer, numSamples) = (sampleTiming, nil, 1)
  }

  /// A piece of uncompressed sound with the time of its first sample.
  package init(
    dataBuffer: CMBlockBuffer,
    formatDescription: CMAudioFormatDescription,
    numSamples: CMItemCount,
    presentationTimeStamp: CMTime
  ) {
    (imageBuffer, self.dataBuffer, self.numSamples) = (nil, dataBuffer, numSamples)
    self.formatDescription = formatDescription
    let rate = formatDescription.audioStreamBasicDescription?.mSampleRate ?? 0
    timing = CMSampleTimingInfo(
      duration: CMTime(value: CMTimeValue(numSamples), timescale: CMTimeScale(exactly: rate) ?? 1),
      presentationTimeStamp: presentationTimeStamp,
      decodeTimeStamp: .invalid
    )
  }

  /// The time of a picture that was dropped.
  package init(sampleTiming: CMSampleTimingInfo) {
    (imageBuffer, formatDescription, timing) = (nil, nil, sampleTiming)
    (dataBuffer, numSamples) = (nil, 0)
  }

  /// When it shows; invalid for at once.
  public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }
  /// When it is decoded.
  public var decodeTimeStamp: CMTime { timing.decodeTimeStamp }
  /// The length; invalid if unknown.
  public var duration: CMTime { timing.duration }
}

extension CMFormatDescription {
  /// The description of a picture.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    let size = CMVideoDimensions(
      width: Int32(clamping: CVPixelBufferGetWidth(imageBuffer)),
      height: Int32(clamping: CVPixelBufferGetHeight(imageBuffer))
    )
    let format = CVPixelBufferGetPixelFormatType(imageBuffer)
    self.init(.video, MediaSubType(rawValue: format), size)
  }
}

/// Describes a picture.
///
/// - Parameters:
///   - allocator: Nil; there is one only.
///   - imageBuffer: The picture.
///   - formatDescriptionOut: Takes the description.
/// - Returns: 0.
public func CMVideoFormatDescriptionCreateForImageBuffer(
  allocator: CFAllocator?,
  imageBuffer: CVImageBuffer,
  formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = try? CMFormatDescription(imageBuffer: imageBuffer)
  return 0
}

/// Makes a sample of a picture.
///
/// - Parameters:
///   - allocator: Nil; there is one only.
///   - imageBuffer: The picture.
///   - formatDescription: Its description.
///   - sampleTiming: Its time.
///   - sampleBufferOut: Takes the sample.
/// - Returns: 0.
public func CMSampleBufferCreateReadyWithImageBuffer(
  allocator: CFAllocator?,
  imageBuffer: CVImageBuffer,
  formatDescription: CMVideoFormatDescription,
  sampleTiming: UnsafePointer<CMSampleTimingInfo>,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  sampleBufferOut.pointee = try? CMSampleBuffer(
    imageBuffer: imageBuffer,
    formatDescription: formatDescription,
    sampleTiming: sampleTiming.pointee
  )
  return sampleBufferOut.pointee == nil ? kCMSampleBufferError_RequiredParameterMissing : 0
}

/// The picture of a sample.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? {
  sbuf.imageBuffer
}

/// The bytes of a sample of sound; nil for pictures.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? {
  sbuf.dataBuffer
}

/// The samples of each channel; 1 for a picture.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> CMItemCount { sbuf.numSamples }

/// Makes a piece of uncompressed sound.
///
/// - Parameters:
///   - allocator: Nil; there is one only.
///   - dataBuffer: The samples.
///   - formatDescription: Their form: of `kAudioFormatLinearPCM`.
///   - sampleCount: How many there are of each channel, at least 1.
///   - presentationTimeStamp: The time of the first one.
///   - packetDescriptions: Nil; uncompressed sound has none.
///   - sampleBufferOut: Takes the piece.
/// - Returns: 0; `kCMSampleBufferError_RequiredParameterMissing` without a form;
///   `kCMSampleBufferError_InvalidSampleData` for a buffer with less bytes than that.
public func CMAudioSampleBufferCreateReadyWithPacketDescriptions(
  allocator: CFAllocator?,
  dataBuffer: CMBlockBuffer,
  formatDescription: CMFormatDescription,
  sampleCount: CMItemCount,
  presentationTimeStamp: CMTime,
  packetDescriptions: UnsafeRawPointer?,
  sampleBufferOut: UnsafeMutablePointer<CMSampleBuffer?>
) -> OSStatus {
  guard let form = formatDescription.audioStreamBasicDescription,
    form.mFormatID == kAudioFormatLinearPCM
  else { return kCMSampleBufferError_RequiredParameterMissing }
  let planes =
    form.mFormatFlags & kAudioFormatFlagIsNonInterleaved == 0 ? 1 : Int(form.mChannelsPerFrame)
  let frameBytes = Int(form.mBytesPerFrame) * planes
  let (needed, isTooLarge) = sampleCount.multipliedReportingOverflow(by: frameBytes)
  guard sampleCount > 0, frameBytes > 0, !isTooLarge, needed <= dataBuffer.dataLength
  else { return kCMSampleBufferError_InvalidSampleData }
  sampleBufferOut.pointee = CMSampleBuffer(
    dataBuffer: dataBuffer,
    formatDescription: formatDescription,
    numSamples: sampleCount,
    presentationTimeStamp: presentationTimeStamp
  )
  return 0
}

/// When a sample shows.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
  sbuf.presentationTimeStamp
}

/// The length of a sample.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The description of a sample.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
  sbuf.formatDescription
}
