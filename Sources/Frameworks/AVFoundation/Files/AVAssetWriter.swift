// Films of pictures and sound that a program makes.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import CoreVideo
public import Foundation
import QuartzEncoding
import QuartzSharing

/// Writes pictures and sound with their times into a film.
///
///     let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
///     let input = AVAssetWriterInput(
///       mediaType: .video, outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264])
///     let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
///     writer.add(input)
///     writer.startWriting()
///     writer.startSession(atSourceTime: .zero)
///     for (picture, time) in pictures { _ = adaptor.append(picture, withPresentationTime: time) }
///     input.markAsFinished()
///     await writer.finishWriting()
///
/// Times may have any distances. FFmpeg encodes, as a program of its own. Its functions may be
/// called on any thread, one at a time; each input may have a thread of its own.
///
/// **Differences**: a writer has one track of pictures and one of sound at most, and one session,
/// which ends with the last sample: a last picture shows as long as the one before.
open class AVAssetWriter: NSObject {
  /// How far a writer is.
  public enum Status: Int, Sendable {
    /// It did not begin.
    case unknown = 0
    /// It takes samples.
    case writing = 1
    /// The film is there.
    case completed = 2
    /// It cannot go on; `error` says why.
    case failed = 3
    /// It was cancelled.
    case cancelled = 4
  }

  /// The new film.
  public let outputURL: URL
  /// Its kind.
  public let outputFileType: AVFileType
  /// The tracks.
  open private(set) var inputs: [AVAssetWriterInput] = []
  /// Whether the film's index comes first; false by default.
  open var shouldOptimizeForNetworkUse = false
  let frames = WriterFrames()
  private var storedStatus = Status.unknown
  private var storedError: AVError?
  private var size: (width: Int, height: Int)?
  private var start: CMTime?
  private var last: CMTime?
  private var track: WrittenSound?
  private var stream: RawPictureStream?
  // Inputs of pictures and of sound may have a thread each.
  private let lock = NSRecursiveLock()

  /// A writer of a new file.
  ///
  /// - Parameters:
  ///   - outputURL: The place of the film, where nothing may be yet.
  ///   - outputFileType: `.mp4`, `.m4v`, `.mov`, or `.m4a` for sound alone.
  /// - Throws: `AVError` for other kinds and places that are no files.
  public init(outputURL: URL, fileType outputFileType: AVFileType) throws {
    guard outputFileType.writerMuxer != nil, outputURL.isFileURL else {
      let reason = "\(outputURL): files of the kind \(outputFileType.rawValue) are not written"
      throw AVError(.exportFailed, reason)
    }
    (self.outputURL, self.outputFileType) = (outputURL, outputFileType)
    super.init()
  }

  /// A writer of a new file.
  public convenience init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
    try self.init(outputURL: outputURL, fileType: outputFileType)
  }

  /// How far it is.
  open var status: Status {
    lock.withLock {
      noteFailure()
      return storedStatus
    }
  }

  /// Why it failed; nil if it did not.
  open var error: (any Error)? {
    lock.withLock {
      noteFailure()
      return storedError
    }
  }

  private func noteFailure() {
    guard storedStatus == .writing, let failure = frames.failure else { return }
    fail(AVError(failure))
  }

  @discardableResult
  private func fail(_ error: AVError) -> Bool {
    (storedStatus, storedError) = (.failed, error)
    frames.cancel()
    try? FileManager.default.removeItem(at: outputURL)
    return false
  }

  /// Whether a track can be added: the first of pictures or of sound, before writing begins.
  open func canAdd(_ input: AVAssetWriterInput) -> Bool {
    guard storedStatus == .unknown, input.writer == nil,
      !inputs.contains(where: { $0.mediaType == input.mediaType })
    else { return false }
    switch input.mediaType {
    case .video: return outputFileType != .m4a && codec(of: input) != nil
    case .audio: return WrittenSound.Settings(input.outputSettings) != nil
    default: return false
    }
  }

  /// Adds a track; one that cannot be added is left out.
  open func add(_ input: AVAssetWriterInput) {
    guard canAdd(input) else { return }
    input.writer = self
    inputs.append(input)
    if let settings = WrittenSound.Settings(input.outputSettings), input.mediaType == .audio {
      track = WrittenSound(settings)
    }
  }

  /// Begins; nothing may be at the place of the film.
  ///
  /// - Returns: Whether it can; if not, `error` says why.
  @discardableResult
  open func startWriting() -> Bool {
    guard storedStatus == .unknown else { return false }
    guard !FileManager.default.fileExists(atPath: outputURL.path) else {
      (storedStatus, storedError) = (
        .failed, AVError(.fileAlreadyExists, "\(outputURL.path): a file is there already")
      )
      return false
    }
    storedStatus = .writing
    return true
  }

  /// Says which time of the samples is the film's beginning; earlier samples are refused.
  open func startSession(atSourceTime startTime: CMTime) { lock.withLock { start = startTime } }

  // MARK: Samples

  private var pictures: AVAssetWriterInput? { inputs.first { $0.mediaType == .video } }

  func isReady(_ input: AVAssetWriterInput) -> Bool {
    lock.withLock {
      guard storedStatus == .writing else { return false }
      guard stream == nil else { return frames.isReady }
      return input.mediaType == .video || !(track?.hasEnough ?? true)
    }
  }

  /// Waits until a sample is taken at once.
  ///
  /// - Returns: False if none will be any more.
  func waitUntilReady(_ input: AVAssetWriterInput) -> Bool {
    guard status == .writing, frames.waitUntilReady() else { return false }
    // Sound that is there waits for the first picture, which another thread brings.
    while status == .writing, !isReady(input) { usleep(1000) }
    return status == .writing
  }

  func append(_ picture: CVPixelBuffer, _ time: CMTime) -> Bool {
    lock.withLock { add(picture, time) }
  }

  private func add(_ picture: CVPixelBuffer, _ time: CMTime) -> Bool {
    guard status == .writing, let start else { return false }
    guard time.isNumeric, time >= start, last.map({ time > $0 }) ?? true else {
      return fail(AVError(.exportFailed, "a picture at \(time.seconds) s is not after the others"))
    }
    let sides = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
    if let size, size != sides {
      return fail(
        AVError(
          .exportFailed,
          "a picture of \(sides.0) x \(sides.1) pixels, of \(size.width) x \(size.height) before"
        )
      )
    }
    guard let bytes = Self.pixels(of: picture) else {
      return fail(AVError(.exportFailed, "a pixel buffer that is neither BGRA nor RGBA"))
    }
    size = sides
    guard
      let stream = begin(
        RawPictureStream(width: sides.0, height: sides.1, sound: track?.settings.stream),
        arguments(sides)
      )
    else { return false }
    last = time
    let offset = (time - start).convertScale(1_000_000_000, method: .default)
    return give(stream.header(at: UInt64(offset.value)) + bytes)
      && giveSound(stream)
  }

  /// The encoder's stream, which begins with the first call.
  ///
  /// - Returns: Nil if the writer has failed.
  private func begin(
    _ new: RawPictureStream,
    _ arguments: @autoclosure () -> [String]
  ) -> RawPictureStream? {
    if let stream { return stream }
    do throws(EncoderError) {
      try frames.start(arguments(), new.beginning)
    } catch {
      fail(AVError(error))
      return nil
    }
    stream = new
    return new
  }

  private func give(_ bytes: [UInt8]) -> Bool {
    if frames.add(bytes) { return true }
    noteFailure()
    return false
  }

  func append(sound sample: CMSampleBuffer) -> Bool {
    lock.withLock {
      guard status == .writing, let start, let track else { return false }
      do throws(AVError) {
        try track.add(sample, from: start)
      } catch {
        return fail(error)
      }
      // With pictures, the first of them begins the stream.
      if stream == nil, pictures != nil { return true }
      guard let stream = begin(RawPictureStream(sound: track.settings.stream), soundArguments())
      else { return false }
      return giveSound(stream)
    }
  }

  /// Gives the encoder all sound that waits.
  private func giveSound(_ stream: RawPictureStream) -> Bool {
    while let bytes = track?.take(stream) {
      guard give(bytes) else { return false }
    }
    return true
  }

  /// R, G, B, A bytes, rows without gaps; nil for other formats.
  private static func pixels(of picture: CVPixelBuffer) -> [UInt8]? {
    guard PictureRows.areKnown(CVPixelBufferGetPixelFormatType(picture)) else { return nil }
    _ = CVPixelBufferLockBaseAddress(picture, .readOnly)
    defer { _ = CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
    guard let base = CVPixelBufferGetBaseAddress(picture) else { return nil }
    let needed = CVPixelBufferGetWidth(picture) * CVPixelBufferGetHeight(picture) * 4
    return [UInt8](unsafeUninitializedCapacity: needed) { bytes, count in
      guard let memory = bytes.baseAddress else { return }
      PictureRows.copy(picture, from: base, to: memory)
      count = needed
    }
  }

  // MARK: Arguments

  private func codec(of input: AVAssetWriterInput) -> AVVideoCodecType? {
    let wanted = input.outputSettings?[AVVideoCodecKey]
    let codec =
      wanted as? AVVideoCodecType ?? (wanted as? String).map { AVVideoCodecType(rawValue: $0) }
    guard wanted != nil else { return .h264 }
    return codec.flatMap { [.h264, .hevc, .proRes4444].contains($0) ? $0 : nil }
  }

  private func arguments(_ sides: (width: Int, height: Int)) -> [String] {
    let settings = pictures?.outputSettings ?? [:]
    let properties = settings[AVVideoCompressionPropertiesKey] as? [String: Any] ?? [:]
    func number(_ any: Any?) -> Double? { (any as? NSNumber)?.doubleValue ?? any as? Double }
    func side(_ key: String, _ usual: Int) -> Int {
      let wanted = number(settings[key]).flatMap { Int(exactly: $0) } ?? (settings[key] as? Int)
      return min(max(wanted ?? usual, 2), 16_384)
    }
    let codec = pictures.flatMap { self.codec(of: $0) } ?? .h264
    let (width, height) = (side(AVVideoWidthKey, sides.width), side(AVVideoHeightKey, sides.height))
    // Sides of 4:2:0 are even.
    let isEven = codec == .proRes4444
    let scaled = isEven ? (width, height) : ((width + 1) / 2 * 2, (height + 1) / 2 * 2)
    let filter =
      "scale=\(scaled.0):\(scaled.1):out_color_matrix=bt709:out_range=tv"
      + ":flags=accurate_rnd+full_chroma_int,\(FilmEncoder.colors)"
    let quality = number(properties[AVVideoQualityKey])
    let rate = number(properties[AVVideoAverageBitRateKey])
    return FilmEncoder.quiet + ["-f", "matroska", "-i", "pipe:0", "-vf", filter]
      + compression(codec, quality: quality, bitRate: rate)
      + ["-vsync", "passthrough", "-video_track_timescale", "90000"]
      + (track?.settings.arguments ?? []) + container
  }

  private func soundArguments() -> [String] {
    FilmEncoder.quiet + ["-f", "matroska", "-i", "pipe:0"] + (track?.settings.arguments ?? [])
      + container
  }

  private var container: [String] {
    FilmEncoder.threads + (shouldOptimizeForNetworkUse ? ["-movflags", "+faststart"] : [])
      + ["-f", outputFileType.writerMuxer ?? "mp4", outputURL.path]
  }

  private func compression(
    _ codec: AVVideoCodecType,
    quality: Double?,
    bitRate: Double?
  ) -> [String] {
    if codec == .proRes4444 { return FilmEncoder.proRes4444 }
    let name = codec == .hevc ? "libx265" : "libx264"
    let tag = codec == .hevc ? ["-tag:v", "hvc1", "-x265-params", "log-level=error"] : []
    let amount: [String]
    if let bitRate, bitRate >= 1, bitRate <= 1e9 {
      amount = ["-b:v", "\(Int(bitRate))"]
    } else {
      let quality = min(max(quality ?? 0.75, 0), 1)
      amount = ["-crf", "\(Int(((1 - quality) * 51).rounded()))"]
    }
    return ["-c:v", name, "-preset", "veryfast", "-pix_fmt", "yuv420p"] + tag + amount
  }

  // MARK: Ends

  /// Ends the film, and waits until it is written.
  open func finishWriting() async {
    let writer = Transferred(self)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        writer.value.finish()
        continuation.resume()
      }
    }
  }

  /// Ends the film.
  ///
  /// - Parameter handler: Called on another thread when it is written, or failed.
  open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
    let writer = Transferred(self)
    DispatchQueue.global().async {
      writer.value.finish()
      handler()
    }
  }

  private func finish() {
    guard status == .writing else { return }
    frames.finish()
    if let failure = frames.failure {
      fail(AVError(failure))
    } else if stream == nil {
      let missing = pictures == nil ? "sound" : "pictures"
      fail(AVError(.exportFailed, "\(outputURL.path): a film without \(missing)"))
    } else {
      storedStatus = .completed
    }
  }

  /// Ends without a film; what was written is removed.
  open func cancelWriting() {
    guard status == .writing else { return }
    frames.cancel()
    try? FileManager.default.removeItem(at: outputURL)
    storedStatus = .cancelled
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
