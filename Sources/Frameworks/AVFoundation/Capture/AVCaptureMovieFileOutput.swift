// Films of a camera and a microphone.
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

/// Writes the samples of a session's devices into files.
open class AVCaptureFileOutput: AVCaptureOutput {
  let movie: MovieSink

  init(movie: MovieSink) {
    self.movie = movie
    super.init(sink: movie, media: [.video, .audio], levels: movie.levels)
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
    let hasSound = connection(with: .audio)?.isEnabled ?? false
    movie.start(
      MovieRecording(self, outputFileURL, delegate, hasSound ? RecordedSound() : nil),
      isRunning: session?.isRunning ?? false
    )
  }

  /// Ends the recording; the delegate hears when the file is whole.
  open func stopRecording() { movie.stop(nil) }
}

/// Records films of a session's camera, with the sound of its microphone.
///
/// The camera's planes go to the encoder (H.264, by `ffmpeg`) with the times at which they came.
/// Pictures that come while 30 others wait for it are left out. The sound (AAC) begins with the
/// first picture and ends with the last one; silence stands for what did not come in time.
///
/// **Differences**: there are no films of sound alone. A film has sound if the connection of the
/// microphone is enabled when the recording starts.
open class AVCaptureMovieFileOutput: AVCaptureFileOutput {
  /// An output of a session.
  public init() {
    super.init(movie: MovieSink())
  }

  /// The codecs of films: H.264.
  open var availableVideoCodecTypes: [AVVideoCodecType] { [.h264] }
}

/// A recording, and the samples that wait for its encoder.
final class MovieSink: CaptureSink {
  private struct State {
    var recording: MovieRecording?
    /// A recording that was stopped and waits for the rest of its sound.
    var ending: MovieRecording?
    /// Increased by each recording.
    var number = 0
    var url: URL?
    var seconds = 0.0
    /// Pictures that wait for the queue.
    var pictures = 0
    /// Pieces of sound that do.
    var sounds = 0
    var longest = CMTime.invalid
  }

  let levels = SoundLevels()
  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "quartz.recording")

  /// The most pictures that wait for the encoder.
  private static let mostPictures = 30
  /// The most pieces of sound: five seconds.
  private static let mostSounds = 500
  /// Seconds in which the rest of the sound has to come.
  private static let patience = 0.3

  var url: URL? { state.withLock { $0.url } }
  var isRecording: Bool { state.withLock { $0.recording != nil } }
  var duration: CMTime { CMTime(camera: state.withLock { $0.seconds }) }

  var longest: CMTime {
    get { state.withLock { $0.longest } }
    set { state.withLock { $0.longest = newValue } }
  }

  func start(_ recording: MovieRecording, isRunning: Bool) {
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
    queue.async { refused.value.refuse(error) }
  }

  // MARK: Samples

  func take(_ picture: CameraPicture) {
    let number = state.withLock { state -> Int? in
      guard state.recording != nil, state.pictures < Self.mostPictures else { return nil }
      state.pictures += 1
      return state.number
    }
    guard let number else { return }
    queue.async { [self] in add(picture, number) }
  }

  func take(_ sound: CapturedSound) {
    let sound = levels.pass(sound)
    let isWanted = state.withLock { state in
      let isWanted = state.recording != nil || state.ending != nil
      guard isWanted, state.sounds < Self.mostSounds else { return false }
      state.sounds += 1
      return true
    }
    guard isWanted else { return }
    queue.async { [self] in add(sound) }
  }

  /// Adds a picture to a recording, on the queue.
  private func add(_ picture: CameraPicture, _ number: Int) {
    let recording = state.withLock { state in
      state.pictures -= 1
      return Transferred(state.number == number ? state.recording : nil)
    }
    guard let recording = recording.value else { return }
    let longest = longest
    do throws(AVError) {
      guard let seconds = try recording.add(picture) else { return }
      state.withLock { $0.seconds = seconds }
      guard longest.isNumeric, seconds >= longest.seconds else { return }
      stop(AVError(.maximumDurationReached, "\(recording.url.path): it is \(seconds) s long"))
    } catch {
      end(error)
    }
  }

  /// Adds sound to the recording, and to the one that waits for its rest, on the queue.
  private func add(_ sound: CapturedSound) {
    let (ending, recording) = state.withLock { state in
      state.sounds -= 1
      return (Transferred(state.ending), Transferred(state.recording))
    }
    recording.value?.add(sound)
    guard let ending = ending.value else { return }
    ending.add(sound)
    if !ending.waitsForSound { finish(ending) }
  }

  // MARK: Ends

  func end(_ error: AVError?) {
    levels.reset()
    // Samples that wait belong to the recording.
    queue.async { [self] in
      takeEnding()?.finish()
      let ended = takeRecording()
      ended?.reason = error
      ended?.finish()
    }
  }

  /// Ends the recording while the session goes on.
  func stop(_ error: AVError?) {
    queue.async { [self] in
      guard let ended = takeRecording() else { return }
      ended.reason = error
      takeEnding()?.finish()
      guard ended.waitsForSound else { return ended.finish() }
      let waiting = Transferred(ended)
      state.withLock { $0.ending = waiting.value }
      queue.asyncAfter(deadline: .now() + Self.patience) { [self] in finish(waiting.value) }
    }
  }

  /// Ends a recording that waits for its sound, on the queue; one that has ended already is not
  /// there any more.
  private func finish(_ ending: MovieRecording) {
    guard state.withLock({ $0.ending === ending }) else { return }
    takeEnding()?.finish()
  }

  private func takeRecording() -> MovieRecording? {
    state.withLock { state in
      defer { state.recording = nil }
      return Transferred(state.recording)
    }.value
  }

  private func takeEnding() -> MovieRecording? {
    state.withLock { state in
      defer { state.ending = nil }
      return Transferred(state.ending)
    }.value
  }
}
