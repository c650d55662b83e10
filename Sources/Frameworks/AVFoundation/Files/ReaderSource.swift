// The samples of a reader's outputs.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
import QuartzSound
import QuartzVideo

/// The samples of an output in their order.
protocol ReaderSource: AnyObject {
  /// Decodes the next sample, and waits for it; nil after the last.
  func next() throws -> CMSampleBuffer?
}

/// The pictures of a part of a film.
final class ReadPictures: ReaderSource {
  private let pictures: any FilmPictures
  private let buffers: PictureBuffers
  private let end: CMTime
  private var numbers: Range<Int>

  init(_ pictures: any FilmPictures, _ buffers: PictureBuffers, _ part: CMTimeRange) {
    (self.pictures, self.buffers, end) = (pictures, buffers, part.end)
    let begin = part.start.isNumeric ? pictures.number(at: part.start) ?? 0 : 0
    numbers = begin..<max(pictures.pictureCount, begin)
  }

  func next() throws -> CMSampleBuffer? {
    while let number = numbers.first, pictures.time(ofPicture: number) < end {
      numbers = (number + 1)..<numbers.upperBound
      // Nothing shows in gaps of compositions.
      guard let picture = try pictures.decode(number) else { continue }
      guard let buffer = buffers.buffer(of: picture) else { throw AVError(.outOfMemory) }
      return try sample(buffer, number)
    }
    return nil
  }

  private func sample(_ buffer: CVPixelBuffer, _ number: Int) throws -> CMSampleBuffer {
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
}

/// The sound of a part of a film.
final class ReadTrackSound: ReaderSource {
  /// Samples of a channel in a piece.
  private static let pieceFrames = 8192
  /// Seconds of sound before a part that are decoded as well: codecs need some to be in step.
  private static let lead = 2.0
  /// Earlier parts are found by decoding all before them.
  private static let nearest = 10.0
  /// No sound is so late, in seconds.
  private static let furthest = 1e9

  private let stream: SoundStream
  private let form: LinearForm
  private let description: CMFormatDescription
  private let path: String
  /// The next sample of each channel, counted from the film's beginning.
  private var place: Int64

  private init(
    _ arguments: [String],
    _ form: LinearForm,
    _ path: String,
    _ place: Int64
  ) throws {
    (self.form, self.path, self.place) = (form, path, place)
    description = try CMFormatDescription(audioStreamBasicDescription: form.description)
    stream = SoundStream(arguments, SoundForm(rate: form.rate, channels: form.channels))
  }

  deinit { stream.end() }

  /// The first sample at a time or after it, from 0 on; no sample is at infinite times.
  private static func place(_ time: CMTime, _ form: LinearForm) -> Int64 {
    let scaled = time.convertScale(CMTimeScale(form.rate), method: .roundTowardPositiveInfinity)
    if scaled.isPositiveInfinity { return .max }
    return scaled.isNumeric ? max(scaled.value, 0) : 0
  }

  /// The sound of a track; nil for a part without any.
  convenience init?(_ track: AVAssetTrack, _ form: LinearForm, _ part: CMTimeRange) throws {
    if track is AVCompositionTrack {
      try self.init([track], form, part, volumes: nil)
      return
    }
    let begin = Self.place(part.start, form)
    let end = Self.place(part.end, form)
    guard begin < end else { return nil }
    var options: [String] = []
    var skipped = 0
    let seconds = Double(begin) / Double(form.rate)
    // Other files have times that are coarser than samples.
    if seconds >= Self.nearest, seconds < Self.furthest, track.hasTimesOfSamples {
      skipped = Int(seconds - Self.lead)
      options = ["-ss", "\(skipped)"]
    }
    let first = Int64(skipped) * Int64(form.rate)
    let last = end == .max ? "" : ":end_sample=\(end - first)"
    let path = track.source?.url.path ?? ""
    // Silence before sound that begins late; then the film's time counts the samples.
    let filter =
      "aresample=\(form.rate):async=1:min_comp=0.00001:first_pts=0"
      + ",atrim=start_sample=\(begin - first)\(last)"
    let map = ["-map", "0:\(track.fileIndex)", "-af", filter]
    try self.init(FilmInput.arguments(path, options: options) + map, form, path, begin)
  }

  /// Tracks that are mixed; nil for a part without any sound.
  ///
  /// - Parameter volumes: Nil for tracks as loud as they are.
  convenience init?(
    _ tracks: [AVAssetTrack],
    _ form: LinearForm,
    _ part: CMTimeRange,
    volumes: AVAudioMix.Values?
  ) throws {
    let part = Self.numeric(part)
    let heard = tracks.map {
      HeardTrack(trackID: $0.trackID, pieces: TrackPieces(pieces: $0.pieces).part(part))
    }
    .filter { !$0.pieces.isEmpty }
    guard !heard.isEmpty else { return nil }
    var mix = SoundMix()
    mix.mix(heard, firstInput: 0, volumes: volumes, from: part.start)
    let filters = (mix.filters + ["[a]aresample=\(form.rate)[b]"]).joined(separator: ";")
    try self.init(
      mix.inputs + ["-filter_complex", filters, "-map", "[b]"],
      form,
      tracks.first?.source?.url.path ?? "the sound of a composition",
      Self.place(part.start, form)
    )
  }

  /// A part whose beginning is a number.
  private static func numeric(_ part: CMTimeRange) -> CMTimeRange {
    let start = part.start.isNumeric ? CMTimeMaximum(part.start, .zero) : .zero
    return CMTimeRange(start: start, end: part.end)
  }

  func next() throws -> CMSampleBuffer? {
    let samples: [Float]
    do throws(SoundError) {
      samples = try stream.take(Self.pieceFrames)
    } catch {
      let code: AVError.Code = error == .missingProgram ? .decoderNotFound : .decodeFailed
      throw AVError(code, "\(path): \(error)")
    }
    guard !samples.isEmpty else { return nil }
    let count = samples.count / form.channels
    defer { place += Int64(count) }
    return CMSampleBuffer(
      dataBuffer: CMBlockBuffer(bytes: form.bytes(samples)),
      formatDescription: description,
      numSamples: count,
      presentationTimeStamp: CMTime(value: place, timescale: CMTimeScale(form.rate))
    )
  }
}

extension AVAssetTrack {
  /// Whether the units of the track's times are as fine as its samples.
  var hasTimesOfSamples: Bool { soundRate > 0 && Int(naturalTimeScale) >= soundRate }
}
