// The pictures of a film one after the other.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import CoreVideo
public import Foundation
import QuartzVideo

/// The pictures of a track, decoded.
///
/// **Differences**: there are outputs of pictures alone, of the first track that has any.
open class AVAssetReaderTrackOutput: NSObject {
  /// The track.
  public let track: AVAssetTrack
  /// The settings that it was made with.
  open var outputSettings: [String: Any]? { settings }
  private let settings: [String: Any]?
  /// Whether buffers are the caller's own; they always are.
  open var alwaysCopiesSampleData = true
  weak var reader: AVAssetReader?
  let buffers: PictureBuffers

  /// An output of a track.
  ///
  /// - Parameters:
  ///   - track: A track of pictures.
  ///   - outputSettings: `kCVPixelBufferPixelFormatTypeKey`: `kCVPixelFormatType_32BGRA` or
  ///     `kCVPixelFormatType_32RGBA`, premultiplied and sRGB-encoded;
  ///     `kCVPixelFormatType_64RGBAHalf`, premultiplied, in extended sRGB, with the light of the
  ///     film; or `kCVPixelFormatType_420YpCbCr…BiPlanar…Range` of 8 and 10 bits, whose attachments
  ///     say the matrix and, of films in PQ and HLG, primaries, transfer function and light. Nil
  ///     stands for packets, which readers refuse.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    self.track = track
    settings = outputSettings
    buffers = PictureBuffers(outputSettings?[kCVPixelBufferPixelFormatTypeKey])
    super.init()
  }

  /// Decodes the next picture, and waits for it.
  ///
  /// - Returns: Nil after the last, and when the reader failed or was cancelled.
  open func copyNextSampleBuffer() -> CMSampleBuffer? { reader?.next(of: self) }
}

/// Reads the pictures of a film in their order.
///
///     let reader = try AVAssetReader(asset: asset)
///     let output = AVAssetReaderTrackOutput(
///       track: track,
///       outputSettings: [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA])
///     reader.add(output)
///     reader.startReading()
///     while let sample = output.copyNextSampleBuffer() { use(sample.imageBuffer) }
///
/// It belongs to the thread that uses it.
open class AVAssetReader: NSObject {
  /// How far a reader is.
  public enum Status: Int, Sendable {
    /// It did not begin.
    case unknown = 0
    /// It reads.
    case reading = 1
    /// All pictures were read.
    case completed = 2
    /// It cannot go on; `error` says why.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  /// The film.
  public let asset: AVAsset
  /// The outputs.
  open private(set) var outputs: [AVAssetReaderTrackOutput] = []
  /// The part that is read; all of the film by default.
  ///
  /// It counts when reading begins.
  open var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// How far it is.
  open private(set) var status = Status.unknown
  /// Why it failed; nil if it did not.
  open private(set) var error: (any Error)?
  private var pictures: (any FilmPictures)?
  private var numbers = 0..<0

  /// A reader of a film.
  ///
  /// - Throws: Nothing: films are opened when reading begins.
  public init(asset: AVAsset) throws {
    self.asset = asset
    super.init()
  }

  /// Whether an output can be added: the first, of decoded pictures, before reading begins.
  open func canAdd(_ output: AVAssetReaderTrackOutput) -> Bool {
    status == .unknown && outputs.isEmpty && output.reader == nil && output.outputSettings != nil
      && output.buffers.isKnown && output.track.mediaType == .video
      && asset.tracks(withMediaType: .video).first?.trackID == output.track.trackID
  }

  /// Adds an output; one that cannot be added is left out.
  open func add(_ output: AVAssetReaderTrackOutput) {
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
      let pictures = try asset.openPictures()
      self.pictures = pictures
      let begin = timeRange.start.isNumeric ? pictures.number(at: timeRange.start) ?? 0 : 0
      numbers = begin..<pictures.pictureCount
      status = .reading
      return true
    } catch {
      (status, self.error) = (.failed, error)
      return false
    }
  }

  func next(of output: AVAssetReaderTrackOutput) -> CMSampleBuffer? {
    guard status == .reading, let pictures else { return nil }
    do {
      while let number = numbers.first, pictures.time(ofPicture: number) < timeRange.end {
        numbers = (number + 1)..<numbers.upperBound
        // Nothing shows in gaps of compositions.
        guard let picture = try pictures.decode(number) else { continue }
        guard let buffer = output.buffers.buffer(of: picture) else { throw AVError(.outOfMemory) }
        return try sample(buffer, number, pictures)
      }
      status = .completed
    } catch let failure as VideoError {
      (status, error) = (.failed, AVError(failure))
    } catch {
      (status, self.error) = (.failed, error)
    }
    self.pictures = nil
    return nil
  }

  private func sample(
    _ buffer: CVPixelBuffer,
    _ number: Int,
    _ pictures: any FilmPictures
  ) throws -> CMSampleBuffer {
    let time = pictures.time(ofPicture: number)
    let isLast = number + 1 == pictures.pictureCount
    let end = isLast ? pictures.end : pictures.time(ofPicture: number + 1)
    return try CMSampleBuffer(
      imageBuffer: buffer,
      formatDescription: CMFormatDescription(imageBuffer: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: end - time,
        presentationTimeStamp: time,
        decodeTimeStamp: .invalid
      )
    )
  }

  /// Ends reading; there are no more pictures.
  open func cancelReading() {
    guard status == .reading else { return }
    status = .cancelled
    pictures = nil
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
