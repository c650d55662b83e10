// The values of sessions of sound.
// Licensed under the MIT license; see LICENSE.

extension AVAudioSession {
  /// A kind of sound.
  public struct Category: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A kind of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Sound that matters little, beside that of others.
    public static let ambient = Category(rawValue: "AVAudioSessionCategoryAmbient")
    /// Sound that matters little, in place of that of others.
    public static let soloAmbient = Category(rawValue: "AVAudioSessionCategorySoloAmbient")
    /// Music and films.
    public static let playback = Category(rawValue: "AVAudioSessionCategoryPlayback")
    /// Recordings.
    public static let record = Category(rawValue: "AVAudioSessionCategoryRecord")
    /// Recordings beside sound.
    public static let playAndRecord = Category(rawValue: "AVAudioSessionCategoryPlayAndRecord")
    /// Several devices at once.
    public static let multiRoute = Category(rawValue: "AVAudioSessionCategoryMultiRoute")
  }

  /// A use of sound.
  public struct Mode: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A use of a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing special.
    public static let `default` = Mode(rawValue: "AVAudioSessionModeDefault")
    /// Talks.
    public static let voiceChat = Mode(rawValue: "AVAudioSessionModeVoiceChat")
    /// Talks with pictures.
    public static let videoChat = Mode(rawValue: "AVAudioSessionModeVideoChat")
    /// Talks in games.
    public static let gameChat = Mode(rawValue: "AVAudioSessionModeGameChat")
    /// Recordings of films.
    public static let videoRecording = Mode(rawValue: "AVAudioSessionModeVideoRecording")
    /// Measuring.
    public static let measurement = Mode(rawValue: "AVAudioSessionModeMeasurement")
    /// Films.
    public static let moviePlayback = Mode(rawValue: "AVAudioSessionModeMoviePlayback")
    /// Texts that are read.
    public static let spokenAudio = Mode(rawValue: "AVAudioSessionModeSpokenAudio")
    /// Short words, as of a way.
    public static let voicePrompt = Mode(rawValue: "AVAudioSessionModeVoicePrompt")
  }

  /// How sound goes together with that of others.
  public struct CategoryOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Beside that of others.
    public static let mixWithOthers = CategoryOptions(rawValue: 1)
    /// That of others becomes quieter; it goes on beside.
    public static let duckOthers = CategoryOptions(rawValue: 2)
    /// Bluetooth devices for talks may be used.
    public static let allowBluetooth = CategoryOptions(rawValue: 4)
    /// The loudspeaker is used, and not the earpiece.
    public static let defaultToSpeaker = CategoryOptions(rawValue: 8)
    /// Spoken sound of others pauses; other sound goes on beside.
    public static let interruptSpokenAudioAndMixWithOthers = CategoryOptions(rawValue: 17)
    /// Bluetooth devices for music may be used.
    public static let allowBluetoothA2DP = CategoryOptions(rawValue: 32)
    /// AirPlay devices may be used.
    public static let allowAirPlay = CategoryOptions(rawValue: 64)
    /// The sound goes on when the microphone is switched off.
    public static let overrideMutedMicrophoneInterruption = CategoryOptions(rawValue: 128)
  }

  /// The words to other programs at the start or the end of sound.
  public struct SetActiveOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// They can go on.
    public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
  }

  /// A way of choosing a device.
  public enum RouteSharingPolicy: UInt, Sendable {
    /// The system's.
    case `default` = 0
    /// That of long sound, which programs share.
    case longFormAudio = 1
    /// The program's own.
    case independent = 2
    /// That of long films.
    case longFormVideo = 3
  }

  /// The kind of an interruption.
  public enum InterruptionType: UInt, Sendable {
    /// It has ended.
    case ended = 0
    /// It has begun.
    case began = 1
  }

  /// The sequel of an interruption.
  public struct InterruptionOptions: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The program should go on.
    public static let shouldResume = InterruptionOptions(rawValue: 1)
  }

  /// The cause of a change of devices.
  public enum RouteChangeReason: UInt, Sendable {
    /// It is not known.
    case unknown = 0
    /// A device has come.
    case newDeviceAvailable = 1
    /// The device in use has gone.
    case oldDeviceUnavailable = 2
    /// The category has changed.
    case categoryChange = 3
    /// The program has chosen another device.
    case override = 4
    /// The machine has woken up.
    case wakeFromSleep = 6
    /// The category has no device.
    case noSuitableRouteForCategory = 7
    /// The ports of a device have changed.
    case routeConfigurationChange = 8
  }
}
