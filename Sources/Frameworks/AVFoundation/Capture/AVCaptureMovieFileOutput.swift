// Films of a camera.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import Foundation
import QuartzEncoding
import QuartzSharing
import QuartzVideo
import Synchronization

/// Hears of a recording, on a queue of the output's.
public protocol AVCaptureFileOutputRecordingDelegate: AnyObject {
  /// The first picture is recorded.
  func fileOutput(
    _ output: AVCaptureFileOutput,
    didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection]
  )
  /// The recording has ended.
  ///
  /// - `error`: Nil for a recording that was stopped. With an error, the Boolean under
  ///   `AVErrorRecordingSuccessfullyFinishedKey` says whether the file is whole all the same.
  func fileOutput(
    _ output: AVCaptureFileOutput,
    didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection],
    error: (any Error)?
  )
}

extension AVCaptureFileOutputRecordingDelegate {
  /// Does nothing.
  public func fileOutput(
    _ output: AVCaptureFileOutput,
    didStartRecordingTo fileURL: URL,
    from connections: [AVCaptureConnection]
  ) {}
}

/// Writes what a session's camera gives into files.
open class AVCaptureFileOutput: AVCaptureOutput {
  let movie: MovieSink

  init(movie: MovieSink) {
    self.movie = movie
    super.init(sink: movie, media: [.video])
  }

  /// The file of the recording, or of the last one; nil before the first.
  open var outputFileURL: URL? { movie.url }
  /// Whether a recording goes on.
  open var isRecording: Bool { movie.isRecording }
  /// The length of the recording, or of the last one.
  open var recordedDuration: CMTime { movie.duration }
  /// The length at which recordings end with the error `maximumDurationReached`; invalid, the
  /// default, for no such length.
  open var maxRecordedDuration: CMTime {
    get { movie.longest }
    set { movie.longest = newValue }
  }

  /// Records into a new file, from the next picture on.
  ///
  /// A file that is there already, and a session that does not run, end the recording with an error
  /// at once.
  ///
  /// - Parameters:
  ///   - outputFileURL: MPEG-4 for names that end with `.mp4` or `.m4v`, otherwise QuickTime.
  ///   - delegate: Retained until it has heard of the end of the recording.
  open func startRecording(
    to outputFileURL: URL,
    recordingDelegate delegate: any AVCaptureFileOutputRecordingDelegate
  ) {
    movie.start(
      MovieSink.Recording(output: self, url: outputFileURL, delegate: delegate),
      isRunning: session?.isRunning ?? false
    )
  }

  /// Ends the recording; the delegate hears when the file is whole.
  open func stopRecording() { movie.end(nil) }
}

/// Records films of a session's camera.
///
/// The camera's planes go to the encoder (H.264, by `ffmpeg`) with the times at which they came.
/// Pictures that come while 30 others wait for it are left out.
///
/// **Differences**: films have no sound.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput {
  /// An output of a session.
  public init() {
    super.init(movie: MovieSink())
  }

  /// The codecs of films: H.264.
  open var availableVideoCodecTypes: [AVVideoCodecType] { [.h264] }
}

/// A recording, and the pictures that wait for its encoder.
final class MovieSink: CaptureSink {
  /// A film that is recorded; the queue alone uses it.
  final class Recording {
    let output: AVCaptureFileOutput
    let url: URL
    let delegate: any AVCaptureFileOutputRecordingDelegate
    private let frames = WriterFrames()
    private var stream: RawPictureStream?
    private var first = 0.0
    private var last = 0.0

    init(
      output: AVCaptureFileOutput,
      url: URL,
      delegate: any AVCaptureFileOutputRecordingDelegate
    ) {
      (self.output, self.url, self.delegate) = (output, url, delegate)
    }

    /// Adds a picture.
    ///
    /// - Returns: The seconds since the first one; nil for a picture that is not later than the one
    ///   before.
    func add(_ picture: CameraPicture) throws(AVError) -> Double? {
      let format = picture.picture.format
      do throws(EncoderError) {
        if stream == nil {
          let new = RawPictureStream(
            width: format.width,
            height: format.height,
            code: "I420",
            byteCount: format.byteCount
          )
          try frames.start(arguments(format), new.beginning)
          (stream, first, last) = (new, picture.moment, picture.moment)
          delegate.fileOutput(output, didStartRecordingTo: url, from: output.connections)
        } else if picture.moment <= last {
          return nil
        }
      } catch {
        throw AVError(error)
      }
      guard let stream, format.width == stream.width, format.height == stream.height else {
        throw AVError(.exportFailed, "\(url.path): the camera's pictures changed their size")
      }
      last = picture.moment
      let offset = UInt64(((last - first) * 1e9).rounded())
      // Bounds: the memory has all planes of the format.
      let bytes = UnsafeRawBufferPointer(
        start: picture.picture.memory.base,
        count: format.byteCount
      )
      guard frames.add(stream.header(at: offset) + bytes) else {
        throw frames.failure.map { AVError($0) } ?? AVError(.exportFailed, "\(url.path): ended")
      }
      return last - first
    }

    private func arguments(_ format: VideoFormat) -> [String] {
      let isEven = format.width % 2 == 0 && format.height % 2 == 0
      let pad = isEven ? "" : "pad=ceil(iw/2)*2:ceil(ih/2)*2,"
      let colors =
        "setparams=range=tv:colorspace=smpte170m:color_primaries=bt709:color_trc=iec61966-2-1"
      let isMPEG4 = ["mp4", "m4v"].contains(url.pathExtension.lowercased())
      return FilmEncoder.quiet + ["-f", "matroska", "-i", "pipe:0", "-vf", pad + colors]
        + ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"]
        + ["-vsync", "passthrough", "-video_track_timescale", "90000"] + FilmEncoder.threads
        + ["-f", isMPEG4 ? "mp4" : "mov", url.path]
    }

    /// Ends the file, and tells the delegate.
    ///
    /// - Parameters:
    ///   - error: Why it ends; nil if it was stopped.
    ///   - wasRefused: Whether nothing was, or may be, written.
    func finish(_ error: AVError?, wasRefused: Bool = false) {
      var error = error
      if !wasRefused {
        frames.finish()
        if let failure = frames.failure {
          error = AVError(failure)
          error?.isRecorded = false
        } else if stream == nil {
          error = error ?? AVError(.exportFailed, "\(url.path): a recording without pictures")
          error?.isRecorded = false
        } else if error?.isRecorded == nil {
          error?.isRecorded = true
        }
        // A file whose encoder was ended can be read by nobody.
        if error?.isRecorded == false, stream != nil {
          try? FileManager.default.removeItem(at: url)
        }
      } else {
        error?.isRecorded = false
      }
      delegate.fileOutput(
        output,
        didFinishRecordingTo: url,
        from: output.connections,
        error: error
      )
    }
  }

  private struct State {
    var recording: Recording?
    /// Increased by each recording.
    var number = 0
    var url: URL?
    var seconds = 0.0
    var waiting = 0
    var longest = CMTime.invalid
  }

  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "quartz.recording")

  /// The most pictures that wait for the encoder.
  private static let mostWaiting = 30

  var url: URL? { state.withLock { $0.url } }
  var isRecording: Bool { state.withLock { $0.recording != nil } }
  var duration: CMTime { CMTime(camera: state.withLock { $0.seconds }) }

  var longest: CMTime {
    get { state.withLock { $0.longest } }
    set { state.withLock { $0.longest = newValue } }
  }

  func start(_ recording: Recording, isRunning: Bool) {
    let url = recording.url
    var error: AVError?
    if !url.isFileURL {
      error = AVError(.exportFailed, "\(url.absoluteString): no file")
    } else if FileManager.default.fileExists(atPath: url.path) {
      error = AVError(.fileAlreadyExists, "\(url.path): there is a file already")
    } else if !isRunning {
      error = AVError(.sessionNotRunning, "\(url.path): a recording of a session that does not run")
    } else {
      error = state.withLock { state -> AVError? in
        guard state.recording == nil else {
          return AVError(.exportFailed, "\(url.path): another recording goes on")
        }
        (state.recording, state.url, state.seconds) = (recording, url, 0)
        state.number += 1
        return nil
      }
    }
    guard let error else { return }
    let refused = Transferred(recording)
    queue.async { refused.value.finish(error, wasRefused: true) }
  }

  func take(_ picture: CameraPicture) {
    let number = state.withLock { state -> Int? in
      guard state.recording != nil, state.waiting < Self.mostWaiting else { return nil }
      state.waiting += 1
      return state.number
    }
    guard let number else { return }
    queue.async { [self] in add(picture, number) }
  }

  /// Adds a picture to a recording, on the queue.
  private func add(_ picture: CameraPicture, _ number: Int) {
    let recording = state.withLock { state in
      state.waiting -= 1
      return Transferred(state.number == number ? state.recording : nil)
    }
    guard let recording = recording.value else { return }
    let longest = longest
    do throws(AVError) {
      guard let seconds = try recording.add(picture) else { return }
      state.withLock { $0.seconds = seconds }
      guard longest.isNumeric, seconds >= longest.seconds else { return }
      end(AVError(.maximumDurationReached, "\(recording.url.path): it is \(seconds) s long"))
    } catch {
      end(error)
    }
  }

  func end(_ error: AVError?) {
    // Pictures that wait belong to the recording.
    queue.async { [self] in
      let ended = state.withLock { state in
        defer { state.recording = nil }
        return Transferred(state.recording)
      }
      ended.value?.finish(error)
    }
  }
}
