// Sessions of sound.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Synchronization

/// The kind of sound that a program makes, and how it goes together with that of others.
///
/// ```swift
/// try AVAudioSession.sharedInstance().setCategory(.playback, mode: .moviePlayback)
/// try AVAudioSession.sharedInstance().setActive(true)
/// ```
///
/// Any thread may use it.
///
/// **Differences**: the session keeps what it is given, and nothing is refused. Sound goes to the
/// device of the machine, whatever the session says, and that of other programs is left as it is.
/// Nothing interrupts it, so that its notifications are never posted. The class has no subclasses.
public final class AVAudioSession: NSObject, Sendable {
  private struct Choice {
    var category = Category.soloAmbient
    var mode = Mode.default
    var policy = RouteSharingPolicy.default
    var options: CategoryOptions = []
  }

  private static let shared = AVAudioSession()
  private let choice = Mutex(Choice())

  private override init() { super.init() }

  /// The session of the program.
  public class func sharedInstance() -> AVAudioSession { shared }

  // MARK: Category and mode

  /// The kind of sound; `.soloAmbient` by default.
  public var category: Category { choice.withLock { $0.category } }
  /// The use of the sound; `.default` by default.
  public var mode: Mode { choice.withLock { $0.mode } }
  /// How the sound goes together with that of others; none by default.
  public var categoryOptions: CategoryOptions { choice.withLock { $0.options } }
  /// The way of choosing a device; `.default` by default.
  public var routeSharingPolicy: RouteSharingPolicy { choice.withLock { $0.policy } }
  /// The kinds of sound that can be chosen: all.
  public var availableCategories: [Category] {
    [.ambient, .soloAmbient, .playback, .record, .playAndRecord, .multiRoute]
  }
  /// The uses that can be chosen: all.
  public var availableModes: [Mode] {
    [
      .default, .voiceChat, .videoChat, .gameChat, .videoRecording, .measurement, .moviePlayback,
      .spokenAudio, .voicePrompt,
    ]
  }

  /// Chooses a kind of sound, without options and in the present mode.
  public func setCategory(_ category: Category) throws {
    choice.withLock {
      $0.category = category
      $0.options = []
    }
  }

  /// Chooses a kind of sound with options, in the present mode.
  public func setCategory(_ category: Category, options: CategoryOptions) throws {
    choice.withLock {
      $0.category = category
      $0.options = options
    }
  }

  /// Chooses a kind of sound and its use.
  ///
  /// - Parameters:
  ///   - category: The kind.
  ///   - mode: The use.
  ///   - options: How the sound goes together with that of others.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    options: CategoryOptions = []
  ) throws {
    try setCategory(category, mode: mode, policy: .default, options: options)
  }

  /// Chooses a kind of sound, its use, and a way of choosing a device.
  ///
  /// - Parameters:
  ///   - category: The kind.
  ///   - mode: The use.
  ///   - policy: The way of choosing a device.
  ///   - options: How the sound goes together with that of others.
  public func setCategory(
    _ category: Category,
    mode: Mode,
    policy: RouteSharingPolicy,
    options: CategoryOptions = []
  ) throws {
    choice.withLock {
      $0 = Choice(category: category, mode: mode, policy: policy, options: options)
    }
  }

  /// Chooses a use.
  public func setMode(_ mode: Mode) throws { choice.withLock { $0.mode = mode } }

  /// Says whether the program makes sound now.
  ///
  /// **Differences**: players are heard whether it does or not.
  ///
  /// - Parameters:
  ///   - active: Whether it does.
  ///   - options: The words to other programs.
  public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}

  // MARK: The machine

  /// Whether another program makes sound; false here.
  ///
  /// **Differences**: other programs are not asked.
  public var isOtherAudioPlaying: Bool { false }
  /// Whether the program should leave sound out that matters little; false here.
  ///
  /// **Differences**: other programs are not asked.
  public var secondaryAudioShouldBeSilencedHint: Bool { false }
  /// The loudness that the person has chosen, in 0...1; 1 here.
  ///
  /// **Differences**: the machine is not asked.
  public var outputVolume: Float { 1 }

  // MARK: Notifications

  /// The name for an interruption of the sound; never posted.
  public class var interruptionNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionInterruptionNotification")
  }
  /// The name for a change of devices; never posted.
  public class var routeChangeNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionRouteChangeNotification")
  }
  /// The name for a loss of the system's service of sound; never posted.
  public class var mediaServicesWereLostNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereLostNotification")
  }
  /// The name for a new start of the system's service of sound; never posted.
  public class var mediaServicesWereResetNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionMediaServicesWereResetNotification")
  }
  /// The name for sound of others that begins or ends; never posted.
  public class var silenceSecondaryAudioHintNotification: NSNotification.Name {
    NSNotification.Name("AVAudioSessionSilenceSecondaryAudioHintNotification")
  }
}

/// The key of the kind of an interruption, a number of `AVAudioSession.InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The key of the sequel of an interruption, a number of `AVAudioSession.InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The key of the cause of a change, a number of `AVAudioSession.RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
