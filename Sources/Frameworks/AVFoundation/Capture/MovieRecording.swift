// A film that is recorded.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzEncoding
import QuartzVideo

/// A film on its way to the encoder; the queue of its output alone uses it.
final class MovieRecording {
  let output: AVCaptureFileOutput
  let url: URL
  let delegate: any AVCaptureFileOutputRecordingDelegate
  /// Why it ends; nil if it was stopped.
  var reason: AVError?
  private let frames = WriterFrames()
  private var stream: RawPictureStream?
  private var first = 0.0
  private var last = 0.0
  private var count = 0
  /// Nil for a film of pictures alone.
  private var sound: RecordedSound?

  /// - Parameter sound: Nil for a film of pictures alone.
  init(
    _ output: AVCaptureFileOutput,
    _ url: URL,
    _ delegate: any AVCaptureFileOutputRecordingDelegate,
    _ sound: RecordedSound?
  ) {
    (self.output, self.url, self.delegate, self.sound) = (output, url, delegate, sound)
  }

  /// Adds a picture.
  ///
  /// - Returns: The seconds since the first one; nil for a picture that is not later than the one
  ///   before.
  func add(_ picture: CameraPicture) throws(AVError) -> Double? {
    let format = picture.picture.format
    if stream == nil {
      try start(format, picture.moment)
    } else if picture.moment <= last {
      return nil
    }
    guard let stream, format.width == stream.width, format.height == stream.height else {
      throw AVError(.exportFailed, "\(url.path): the camera's pictures changed their size")
    }
    last = picture.moment
    count += 1
    let offset = UInt64(((last - first) * 1e9).rounded())
    // Bounds: the memory has all planes of the format.
    let bytes = UnsafeRawBufferPointer(
      start: picture.picture.memory.base,
      count: format.byteCount
    )
    try add(stream.header(at: offset) + bytes)
    let before = sound?.written ?? 0
    try add(sound?.take(from: first, before: last) ?? [], at: before)
    return last - first
  }

  /// Starts the encoder.
  private func start(_ format: VideoFormat, _ moment: Double) throws(AVError) {
    let new = RawPictureStream(
      width: format.width,
      height: format.height,
      code: "I420",
      byteCount: format.byteCount,
      sound: sound.map { _ in
        RawPictureStream.Sound(rate: CapturedSound.sampleRate, channels: CapturedSound.channels)
      }
    )
    do throws(EncoderError) {
      try frames.start(arguments(format), new.beginning)
    } catch {
      throw AVError(error)
    }
    (stream, first, last) = (new, moment, moment)
    delegate.fileOutput(output, didStartRecordingTo: url, from: output.connections)
  }

  /// Adds bytes for the encoder.
  private func add(_ bytes: [UInt8]) throws(AVError) {
    guard frames.add(bytes) else {
      throw frames.failure.map { AVError($0) } ?? AVError(.exportFailed, "\(url.path): ended")
    }
  }

  /// Adds samples, the first of which is one of so many pairs since the first picture.
  private func add(_ samples: [Float], at pairs: Int) throws(AVError) {
    guard let stream, !samples.isEmpty else { return }
    let bytes = samples.flatMap { sample in
      withUnsafeBytes(of: sample.bitPattern.littleEndian) { [UInt8]($0) }
    }
    let offset = UInt64((Double(pairs) / CapturedSound.sampleRate * 1e9).rounded())
    try add(stream.soundHeader(at: offset, bytes.count) + bytes)
  }

  private func arguments(_ format: VideoFormat) -> [String] {
    let isEven = format.width % 2 == 0 && format.height % 2 == 0
    let pad = isEven ? "" : "pad=ceil(iw/2)*2:ceil(ih/2)*2,"
    let colors =
      "setparams=range=tv:colorspace=smpte170m:color_primaries=bt709:color_trc=iec61966-2-1"
    let isMPEG4 = ["mp4", "m4v"].contains(url.pathExtension.lowercased())
    let voice = sound == nil ? [] : ["-c:a", "aac", "-b:a", "160k"]
    return FilmEncoder.quiet + ["-f", "matroska", "-i", "pipe:0", "-vf", pad + colors]
      + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"]
      + voice + ["-vsync", "passthrough", "-video_track_timescale", "90000"]
      + FilmEncoder.threads + ["-f", isMPEG4 ? "mp4" : "mov", url.path]
  }

  // MARK: Sound

  /// Adds sound, which goes into the film with the next picture.
  func add(_ piece: CapturedSound) { sound?.add(piece) }

  /// The moment after the last picture, which shows as long as the others do on average.
  private var end: Double {
    let usual = 1.0 / 30
    return last + (count > 1 ? (last - first) / Double(count - 1) : usual)
  }

  /// Whether sound of the last picture is on its way.
  var waitsForSound: Bool {
    guard let sound, stream != nil, frames.failure == nil else { return false }
    return !sound.reaches(end)
  }

  // MARK: Ends

  /// Ends the file, and tells the delegate.
  func finish() {
    let before = sound?.written ?? 0
    // A failure is the encoder's, and is told below.
    if let rest = sound?.finish(from: first, before: end), stream != nil {
      try? add(rest, at: before)
    }
    frames.finish()
    if let failure = frames.failure {
      reason = AVError(failure)
      reason?.isRecorded = false
    } else if stream == nil {
      reason = reason ?? AVError(.exportFailed, "\(url.path): a recording without pictures")
      reason?.isRecorded = false
    } else if reason?.isRecorded == nil {
      reason?.isRecorded = true
    }
    // A file whose encoder was ended can be read by nobody.
    if reason?.isRecorded == false, stream != nil {
      try? FileManager.default.removeItem(at: url)
    }
    tell()
  }

  /// Tells the delegate that nothing was written, and may not be.
  func refuse(_ error: AVError) {
    reason = error
    reason?.isRecorded = false
    tell()
  }

  private func tell() {
    delegate.fileOutput(
      output,
      didFinishRecordingTo: url,
      from: output.connections,
      error: reason
    )
  }
}
