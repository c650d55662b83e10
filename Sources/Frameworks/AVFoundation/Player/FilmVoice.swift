// The sound of a film without a player.
// Licensed under the MIT license; see LICENSE.

import QuartzSound
import QuartzVideo

/// The sound of a film that somebody shows by a clock of their own.
///
/// It belongs to one thread. Without a device it is silent, which is said once.
package final class FilmVoice {
  private let path: String
  /// The place of the track in the file; nil for a film without sound.
  private let track: Int?
  private let sound = PlayerSound()

  /// The first track of sound that players play by themselves, or else the first one.
  package init(_ film: SharedFilm) {
    path = film.path
    track = film.description.audibleTrack?.index
  }

  /// Whether the film has sound.
  package var isAudible: Bool { track != nil }

  /// The loudness, 0...1.
  package var volume: Float = 1 {
    didSet { sound.setVolume(volume) }
  }

  /// Plays from a time of the film on, which it has at a moment of CLOCK_MONOTONIC.
  ///
  /// Both are in seconds.
  package func play(from time: Double, at moment: Double) {
    guard let track, time.isFinite, time >= 0 else { return stop() }
    var mix = SoundMix()
    mix.inputs = FilmInput.arguments(path, options: ["-ss", "\(Int64(time * 1e6))us"])
    mix.filters = ["[0:\(track)]\(SoundMix.form)[a]"]
    sound.begin(mix, SoundClock(time: time, moment: moment, rate: 1), .timeDomain) {}
  }

  /// Fades out.
  package func stop() { sound.end() }

  /// Returns the seconds by which the film's clock has to move, because the sound did.
  package func takeShift() -> Double { sound.takeShift() }
}
