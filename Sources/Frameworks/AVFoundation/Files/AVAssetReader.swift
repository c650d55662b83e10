// The pictures and the sound of a film one after the other.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import CoreVideo
public import Foundation
import QuartzVideo

/// Samples of a film, decoded.
open class AVAssetReaderOutput: NSObject {
  /// The kind of samples.
  open var mediaType: AVMediaType { .metadata }
  /// Whether buffers are the caller's own; they always are.
  open var alwaysCopiesSampleData = true
  weak var reader: AVAssetReader?
  /// The samples; nil before reading and after the last one.
  var source: (any ReaderSource)?

  /// Whether a reader of a film can have it.
  func canRead(_ asset: AVAsset) -> Bool { false }

  /// Opens a part of the film.
  ///
  /// - Returns: Nil for a part without samples.
  func begin(_ asset: AVAsset, _ part: CMTimeRange) throws -> (any ReaderSource)? { nil }

  /// Decodes the next sample, and waits for it.
  ///
  /// - Returns: Nil after the last, and when the reader failed or was cancelled.
  open func copyNextSampleBuffer() -> CMSampleBuffer? { reader?.next(of: self) }
}

/// The pictures or the sound of a track, decoded.
///
/// **Differences**: pictures are those of the first track that has any.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput {
  /// The track.
  public let track: AVAssetTrack
  /// The settings that it was made with.
  open var outputSettings: [String: Any]? { settings }
  private let settings: [String: Any]?
  private let buffers: PictureBuffers

  /// An output of a track.
  ///
  /// Settings of pictures: `kCVPixelBufferPixelFormatTypeKey` is `kCVPixelFormatType_32BGRA` or
  /// `kCVPixelFormatType_32RGBA`, premultiplied and sRGB-encoded; `kCVPixelFormatType_64RGBAHalf`,
  /// premultiplied, in extended sRGB, with the light of the film; or
  /// `kCVPixelFormatType_420YpCbCr…BiPlanar…Range` of 8 and 10 bits, whose attachments say the
  /// matrix and, of films in PQ and HLG, primaries, transfer function and light.
  ///
  /// Settings of sound: `AVFormatIDKey` is `kAudioFormatLinearPCM`; `AVSampleRateKey`, 8000 to
  /// 192,000, and `AVNumberOfChannelsKey`, 1 to 8, are those of the track by default;
  /// `AVLinearPCMIsFloatKey` with 32 bits, or whole numbers with 16 bits, the default, or 32;
  /// `AVLinearPCMIsNonInterleaved`.
  ///
  /// - Parameters:
  ///   - track: A track of pictures or of sound.
  ///   - outputSettings: As above. Nil stands for packets, which readers refuse.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    settings = outputSettings
    buffers = PictureBuffers(outputSettings?[kCVPixelBufferPixelFormatTypeKey])
    super.init()
  }

  /// The kind of the track.
  open override var mediaType: AVMediaType { track.mediaType }

  private var form: LinearForm? {
    let (rate, channels) = (track.soundRate, track.soundChannels)
    return settings.flatMap {
      LinearForm($0, rate: rate > 0 ? rate : 48_000, channels: channels > 0 ? channels : 2)
    }
  }

  override func canRead(_ asset: AVAsset) -> Bool {
    switch track.mediaType {
    case .video:
      settings != nil && buffers.isKnown
        && asset.tracks(withMediaType: .video).first?.trackID == track.trackID
    case .audio:
      form != nil && asset.tracks(withMediaType: .audio).contains { $0.trackID == track.trackID }
    default: false
    }
  }

  override func begin(_ asset: AVAsset, _ part: CMTimeRange) throws -> (any ReaderSource)? {
    guard track.mediaType == .audio else {
      return ReadPictures(try asset.openPictures(), buffers, part)
    }
    // A file that cannot be read says so.
    _ = try asset.loadTracks()
    return try form.flatMap { try ReadTrackSound(track, $0, part) }
  }
}

/// Reads the pictures and the sound of a film in their order.
///
///     let reader = try AVAssetReader(asset: asset)
///     let output = AVAssetReaderTrackOutput(
///       track: track,
///       outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
///     reader.add(output)
///     reader.startReading()
///     while let sample = output.copyNextSampleBuffer() { use(sample.imageBuffer) }
///
/// Sound has no gaps: silence comes before a track that begins late, and the time of each sample is
/// a whole number of samples after the film's beginning.
///
/// It belongs to the thread that uses it.
open class AVAssetReader: NSObject {
  /// How far a reader is.
  public enum Status: Int, Sendable {
    /// It did not begin.
    case unknown = 0
    /// It reads.
    case reading = 1
    /// All samples of all outputs were read.
    case completed = 2
    /// It cannot go on; `error` says why.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  /// The film.
  public let asset: AVAsset
  /// The outputs.
  open private(set) var outputs: [AVAssetReaderOutput] = []
  /// The part that is read; all of the film by default.
  ///
  /// It counts when reading begins.
  open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// How far it is.
  open private(set) var status = Status.unknown
  /// Why it failed; nil if it did not.
  open private(set) var error: (any Error)?

  /// A reader of a film.
  ///
  /// - Throws: Nothing: films are opened when reading begins.
  public init(asset: AVAsset) throws {
    self.asset = asset
    super.init()
  }

  /// Whether an output can be added: of decoded samples, before reading begins.
  ///
  /// A reader has one output of pictures at most, and any number of sound.
  open func canAdd(_ output: AVAssetReaderOutput) -> Bool {
    status == .unknown && output.reader == nil && output.canRead(asset)
      && (output.mediaType == .audio || !outputs.contains { $0.mediaType == .video })
  }

  /// Adds an output; one that cannot be added is left out.
  open func add(_ output: AVAssetReaderOutput) {
    guard canAdd(output) else { return }
    output.reader = self
    outputs.append(output)
  }

  /// Opens the film, and waits for it.
  ///
  /// - Returns: Whether it can be read; if not, `error` says why.
  @discardableResult
  open func startReading() -> Bool {
    guard status == .unknown else { return false }
    do {
      guard !outputs.isEmpty else { throw AVError(.unknown, "a reader without outputs") }
      for output in outputs { output.source = try output.begin(asset, timeRange) }
      status = .reading
      return true
    } catch {
      fail(error)
      return false
    }
  }

  private func fail(_ failure: any Error) {
    error = (failure as? VideoError).map { AVError($0) } ?? failure
    end(.failed)
  }

  private func end(_ status: Status) {
    self.status = status
    for output in outputs { output.source = nil }
  }

  func next(of output: AVAssetReaderOutput) -> CMSampleBuffer? {
    guard status == .reading else { return nil }
    do {
      if let sample = try output.source?.next() { return sample }
      output.source = nil
      if outputs.allSatisfy({ $0.source == nil }) { status = .completed }
    } catch {
      fail(error)
    }
    return nil
  }

  /// Ends reading; there are no more samples.
  open func cancelReading() {
    guard status == .reading else { return }
    end(.cancelled)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
