// The sound of a player.
// Licensed under the MIT license; see LICENSE.
//
// Each beginning, seek and change of the rate makes a voice of its own; the one before fades out.
// Players whose pictures are requested one by one, as those of exports and tests are, make no
// sound.

import CoreGraphics
import CoreMedia
import QuartzSound

/// How the pitch of sound follows the rate of a film.
public struct AVAudioTimePitchAlgorithm: Hashable, RawRepresentable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates an algorithm from its name; unknown ones are as `timeDomain`.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The pitch stays; for speech, and the default.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// The pitch stays; for music.
  ///
  /// **Differences**: the same as `timeDomain`.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// The pitch rises and falls with the rate.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

/// The voice of a player, while it has one.
final class PlayerSound {
  /// The rates at which there is sound.
  static let rates = 0.5...2.0

  private var voice: SoundVoice?
  private var volume: Float = 1

  deinit { voice?.end() }

  /// The voice that plays, for tests.
  var current: SoundVoice? { voice }

  /// Ends the voice.
  func end() {
    voice?.end()
    voice = nil
  }

  /// Changes the loudness, 0...1.
  func setVolume(_ volume: Float) {
    self.volume = volume
    voice?.setVolume(volume)
  }

  /// Begins anew, from the time of a clock on.
  ///
  /// - Parameters:
  ///   - item: The film; one without sound stays silent.
  ///   - clock: Its clock.
  ///   - now: The time of the machine now, which the film's clock follows, in seconds.
  ///   - onShift: Called on another thread when the pictures have to follow the sound.
  func begin(
    _ item: AVPlayerItem,
    _ clock: PlayerClock,
    now: Double,
    onShift: @escaping @Sendable () -> Void
  ) {
    end()
    guard PlayerSound.rates.contains(clock.rate) else { return }
    let start = item.clamp(CMTimeMaximum(clock.time(at: now), .zero))
    let mix = PlayerSound.mix(of: item, from: start)
    guard !mix.isSilent else { return }
    let sound = SoundClock(time: start.seconds, moment: now, rate: clock.rate)
    begin(mix, sound, item.audioTimePitchAlgorithm, onShift)
  }

  /// The sound of a film from a time on, as loud as its `audioMix` says.
  static func mix(of item: AVPlayerItem, from start: CMTime) -> SoundMix {
    let part = CMTimeRange(start: start, end: item.end(forwards: true))
    var mix = SoundMix()
    mix.mix(
      SoundMix.heard(of: item.asset.tracks, part),
      firstInput: 0,
      volumes: item.volumes,
      from: start
    )
    return mix
  }

  /// Begins with the sound that filters call `[a]`.
  ///
  /// - Parameter sound: Its time is that of the first sample.
  func begin(
    _ mix: SoundMix,
    _ sound: SoundClock,
    _ algorithm: AVAudioTimePitchAlgorithm,
    _ onShift: @escaping @Sendable () -> Void
  ) {
    end()
    let voice = SoundVoice(sound, from: sound.time, volume: volume, onShift: onShift)
    self.voice = voice
    SoundDecoder.start(PlayerSound.arguments(mix, algorithm, sound.rate), for: voice) {
      PlayerSound.report("the sound of a film is not heard: \($0)")
    }
    SoundDevice.shared.add(voice) {
      PlayerSound.report("films are silent, there is no sound output: \($0)")
    }
  }

  private static func report(_ line: String) {
    Diagnostics.report(line, from: "AVFoundation")
  }

  /// The arguments of FFmpeg for the sound that filters call `[a]`, at a rate.
  static func arguments(
    _ mix: SoundMix,
    _ algorithm: AVAudioTimePitchAlgorithm,
    _ rate: Double
  ) -> [String] {
    let filters = mix.filters + ["[a]\(filter(algorithm, rate))[b]"]
    return mix.inputs + ["-filter_complex", filters.joined(separator: ";"), "-map", "[b]"]
  }

  /// FFmpeg's filter for a rate.
  static func filter(_ algorithm: AVAudioTimePitchAlgorithm, _ rate: Double) -> String {
    if rate == 1 { return "anull" }
    guard algorithm == .varispeed else { return "atempo=\(rate)" }
    return "asetrate=\((48_000 * rate).rounded()),aresample=48000"
  }

  /// Returns the seconds by which the film's clock has to move, because the sound did.
  func takeShift() -> Double { voice?.takeShift() ?? 0 }
}
