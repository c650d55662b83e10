// Errors of films, and names of kinds of tracks.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzEncoding
import QuartzVideo

/// The domain of `AVError` as an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The key of a Boolean in the errors of recordings: whether the file is whole all the same.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"

/// The reason why a film cannot be read; the text is one line that names the file.
public struct AVError: Error, CustomNSError, LocalizedError, CustomStringConvertible, Sendable {
  /// The kind of an error.
  public enum Code: Int, Sendable {
    /// The default state: none of the others.
    case unknown = -11800
    /// The system has no memory.
    case outOfMemory = -11801
    /// The session does not run.
    case sessionNotRunning = -11803
    /// Another session has the device.
    case deviceAlreadyUsedByAnotherSession = -11804
    /// The device is gone.
    case deviceWasDisconnected = -11808
    /// A recording is as long as it may be.
    case maximumDurationReached = -11810
    /// The device gives no pictures, or no sound.
    case deviceNotConnected = -11814
    /// A part of the film cannot be decoded.
    case decodeFailed = -11821
    /// Something is at the place of a new file already.
    case fileAlreadyExists = -11823
    /// A new file cannot be written.
    case exportFailed = -11820
    /// The file is no film that can be read.
    case fileFormatNotRecognized = -11828
    /// There is no picture at the time.
    case noImageAtTime = -11832
    /// The programs that decode are not installed.
    case decoderNotFound = -11833
    /// A video composition cannot be drawn.
    case invalidVideoComposition = -11841
    /// The decoder was ended.
    case operationInterrupted = -11847
    /// The film has no track for it.
    case failedToLoadMediaData = -11849
    /// A handler of a video composition did not make a picture.
    case videoCompositorFailed = -11858
    /// The work was cancelled.
    case operationCancelled = -11878
  }

  /// The domain of this error as an `NSError`.
  public static var errorDomain: String { AVFoundationErrorDomain }

  /// The kind.
  public let code: Code
  private let text: String
  /// Whether a recording is whole all the same; nil for errors of anything else.
  var isRecorded: Bool?

  /// An error of a kind without a reason.
  public init(_ code: Code) {
    self.init(code, "\(code)")
  }

  init(_ code: Code, _ text: String) {
    (self.code, self.text) = (code, text)
  }

  init(_ error: VideoError) {
    let code: Code =
      switch error {
      case .cannotOpen, .tooLarge, .decoderEnded: .unknown
      case .notAFilm: .fileFormatNotRecognized
      case .noVideo: .failedToLoadMediaData
      case .cannotDecode: .decodeFailed
      case .noPicture: .noImageAtTime
      case .missingProgram: .decoderNotFound
      case .timedOut: .operationInterrupted
      case .cancelled: .operationCancelled
      case .system: .outOfMemory
      }
    self.init(code, "\(error)")
  }

  init(_ error: CaptureDeviceError) {
    let code: Code =
      switch error {
      case .unavailable: .deviceNotConnected
      case .busy: .deviceAlreadyUsedByAnotherSession
      case .gone, .silent: .deviceWasDisconnected
      case .missingProgram: .decoderNotFound
      case .system: .outOfMemory
      }
    self.init(code, "\(error)")
  }

  init(_ error: EncoderError) {
    let code: Code = error == .missingProgram ? .decoderNotFound : .exportFailed
    self.init(code, "\(error)")
  }

  /// The number of the kind.
  public var errorCode: Int { code.rawValue }
  /// One line that says what failed, where and why.
  public var description: String { text }
  /// The same line.
  public var errorDescription: String? { text }
  /// The text under the key of descriptions; of a recording
  /// `AVErrorRecordingSuccessfullyFinishedKey` as well.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: text]
    if let isRecorded { info[AVErrorRecordingSuccessfullyFinishedKey] = isRecorded }
    return info
  }
}

/// The kind of a track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// Four characters.
  public let rawValue: String

  /// A kind of four characters.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A kind of four characters.
  public init(_ rawValue: String) {
    self.init(rawValue: rawValue)
  }

  /// Pictures.
  public static let video = AVMediaType("vide")
  /// Sound.
  public static let audio = AVMediaType("soun")
  /// Subtitles.
  public static let subtitle = AVMediaType("sbtl")
  /// Pictures and sound in one.
  public static let muxed = AVMediaType("muxx")
  /// Anything else.
  public static let metadata = AVMediaType("meta")
}
