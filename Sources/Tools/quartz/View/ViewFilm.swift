// A film in a window: its pictures, and its sound.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import QuartzVideo

/// A film that a window shows, beyond its layers.
final class ViewFilm {
  private let film: SharedFilm
  private let voice: FilmVoice
  /// Whether the sound is off.
  private(set) var isMuted = false
  /// Tenths of the loudness.
  private(set) var volume = 10
  /// The changes of the time that the sound has followed; nil while it is silent.
  private var heard: Int?

  init(_ film: SharedFilm) {
    self.film = film
    voice = FilmVoice(film)
  }

  /// When the last picture ends, in seconds.
  var end: Double { film.pictureEnd }

  /// The beginning of the picture some pictures after the one at a time, in seconds.
  func time(_ count: Int, picturesAfter time: Double) -> Double {
    let nanoseconds = Int64((min(max(time, 0), 1e9) * 1e9).rounded()) + 1
    let number = film.index.picture(at: nanoseconds, scale: 1_000_000_000) ?? 0
    let last = film.index.count - 1
    return film.index.seconds(film.index.times[min(max(number + count, 0), last)])
  }

  /// Silences the sound, or lets it be heard again.
  func toggleMuted() { isMuted.toggle() }

  /// Makes the sound louder or softer, by a tenth.
  func changeVolume(isLouder: Bool) {
    volume = min(max(volume + (isLouder ? 1 : -1), 0), 10)
    voice.volume = Float(volume) / 10
  }

  /// Plays the sound for a time that runs at full speed, and moves the time by what the sound is
  /// ahead.
  func follow(_ time: inout ViewTime, at now: Double) {
    guard !time.isPaused, !time.isSlow, !isMuted, voice.isAudible else {
      if heard != nil { voice.stop() }
      heard = nil
      return
    }
    let shown = time.time(at: now)
    if heard != time.changes {
      voice.play(from: shown, at: now)
      heard = time.changes
      return
    }
    let shift = voice.takeShift()
    guard shift != 0 else { return }
    time.set(shown + shift, at: now)
    heard = time.changes
  }

  /// Ends the sound.
  func silence() {
    voice.stop()
    heard = nil
  }

  /// The words of a title about the sound; empty for one that is heard as it is.
  var soundTitle: String {
    guard voice.isAudible else { return "" }
    if isMuted { return " - muted" }
    return volume < 10 ? " - volume \(Double(volume) / 10)" : ""
  }
}
