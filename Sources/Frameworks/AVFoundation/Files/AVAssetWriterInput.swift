// The tracks of a writer.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import CoreVideo
public import Dispatch
public import Foundation
import QuartzSharing

/// The key of a codec in settings of an output.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of the width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of the height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// The key of a dictionary of properties of the compression.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The key, among those, of the wanted bits a second.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The key, among those, of the quality: 0...1; 1 keeps every pixel as far as the codec can.
public let AVVideoQualityKey = "Quality"

/// The key, in settings of compressed sound, of the wanted bits a second of all channels.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"

/// How pictures are compressed.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  /// Four characters.
  public let rawValue: String
  /// A codec of four characters.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// H.264.
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  /// HEVC.
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  /// JPEG, for single pictures.
  public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
  /// ProRes 4444, with alpha.
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
}

/// A track of a film that is written.
///
/// Its functions may be called on any thread, one at a time.
open class AVAssetWriterInput: NSObject {
  /// Pictures or sound.
  public let mediaType: AVMediaType
  /// The settings that it was made with.
  open var outputSettings: [String: Any]? { settings }
  private let settings: [String: Any]?
  /// Whether samples come as they are shown; without meaning here: the writer never drops any.
  open var expectsMediaDataInRealTime = false
  weak var writer: AVAssetWriter?
  private(set) var isFinished = false

  /// A track of pictures or of sound.
  ///
  /// Settings of pictures: `AVVideoCodecKey`, H.264 by default; the size of the film, that of the
  /// first picture by default, which other pictures are scaled to; properties of the compression.
  ///
  /// Settings of sound: `AVFormatIDKey` is `kAudioFormatMPEG4AAC`; `AVSampleRateKey`, one of the
  /// rates of AAC from 8000 to 96,000, and `AVNumberOfChannelsKey`, 1 or 2, are needed;
  /// `AVEncoderBitRateKey`, 8000 to 512,000, is 80,000 for each channel by default.
  ///
  /// - Parameters:
  ///   - mediaType: `.video` or `.audio`; writers refuse others.
  ///   - outputSettings: As above.
  public init(mediaType: AVMediaType, outputSettings: [String: Any]?) {
    self.mediaType = mediaType
    settings = outputSettings
    super.init()
  }

  /// Whether `append` does not wait: fewer than four samples wait to be encoded.
  ///
  /// Sound that comes before the first picture of a film is kept until that comes; two seconds of
  /// it are enough.
  open var isReadyForMoreMediaData: Bool { writer?.isReady(self) ?? false }

  /// Adds a picture, or a piece of uncompressed sound, with its time, and waits while four others
  /// wait.
  ///
  /// Sound has the rate and the channels of the settings. Silence fills gaps between pieces; of two
  /// pieces that lie over each other the second one begins later.
  ///
  /// - Returns: Whether it was added; if not, the writer's `error` says why.
  open func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    guard mediaType == .audio else {
      guard let picture = sampleBuffer.imageBuffer else { return false }
      return append(picture, sampleBuffer.presentationTimeStamp)
    }
    guard !isFinished, let writer else { return false }
    return writer.append(sound: sampleBuffer)
  }

  func append(_ picture: CVPixelBuffer, _ time: CMTime) -> Bool {
    guard !isFinished, mediaType == .video, let writer else { return false }
    return writer.append(picture, time)
  }

  /// Ends the track.
  open func markAsFinished() { isFinished = true }

  /// Calls a closure as long as samples are wanted, until the track is finished.
  ///
  /// - Parameters:
  ///   - queue: Where it is called.
  ///   - block: Appends samples while `isReadyForMoreMediaData`.
  open func requestMediaDataWhenReady(
    on queue: DispatchQueue,
    using block: @escaping @Sendable () -> Void
  ) {
    guard let writer else { return }
    let input = Transferred(self)
    let target = Transferred(writer)
    queue.async {
      while !input.value.isFinished, target.value.waitUntilReady(input.value) { block() }
    }
  }
}

/// Adds pixel buffers to a track.
open class AVAssetWriterInputPixelBufferAdaptor: NSObject {
  /// The track.
  public let assetWriterInput: AVAssetWriterInput
  /// Buffers for pictures, of the attributes that the adaptor was made with; nil without a size
  /// among them.
  open private(set) var pixelBufferPool: CVPixelBufferPool?

  /// An adaptor of a track.
  ///
  /// - Parameters:
  ///   - input: The track.
  ///   - sourcePixelBufferAttributes: Of the buffers of the pool.
  public init(
    assetWriterInput input: AVAssetWriterInput,
    sourcePixelBufferAttributes: [String: Any]? = nil
  ) {
    assetWriterInput = input
    super.init()
    if let sourcePixelBufferAttributes {
      _ = CVPixelBufferPoolCreate(nil, nil, sourcePixelBufferAttributes, &pixelBufferPool)
    }
  }

  /// Adds a picture at a time, and waits while four others wait.
  ///
  /// - Parameters:
  ///   - pixelBuffer: BGRA or RGBA; its pixels are copied.
  ///   - presentationTime: When it shows, later than the one before.
  /// - Returns: Whether it was added; if not, the writer's `error` says why.
  open func append(
    _ pixelBuffer: CVPixelBuffer,
    withPresentationTime presentationTime: CMTime
  ) -> Bool { assetWriterInput.append(pixelBuffer, presentationTime) }
}
