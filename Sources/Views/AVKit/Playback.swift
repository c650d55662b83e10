// The facts that controls show of a player.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreMedia

/// The facts of a player at one moment, for its controls.
struct Playback: Equatable {
  /// Whether there is a film.
  enum State {
    /// The player has no item, or there is no player.
    case empty
    /// The film is not open yet.
    case opening
    /// It can be played.
    case ready
    /// It cannot.
    case failed
  }

  private(set) var state = State.empty
  /// Whether the player has a rate other than 0.
  private(set) var isPlaying = false
  /// The time of the film in seconds, 0 or more.
  private(set) var seconds = 0.0
  /// The length of the film in seconds; nil if it is not known.
  private(set) var length: Double?

  /// Times up to here are shown, in seconds: three years.
  private static let longest = 1e8
  /// The clock of a player may be so many seconds behind the time that it has come to.
  private static let tolerance = 1e-6
  /// The words of a time that is not known.
  static let unknown = "--:--"

  /// The facts of a player now; those of no film for nil.
  init(_ player: AVPlayer?) {
    guard let player, let item = player.currentItem else { return }
    // It takes note of a film that was opened meanwhile.
    let now = player.currentTime()
    switch item.status {
    case .unknown: state = .opening
    case .failed: state = .failed
    case .readyToPlay: state = .ready
    }
    isPlaying = state != .failed && player.rate != 0
    guard state == .ready else { return }
    seconds = Self.seconds(now) ?? 0
    length = Self.seconds(item.duration)
  }

  private static func seconds(_ time: CMTime) -> Double? {
    guard time.isNumeric else { return nil }
    let seconds = time.seconds
    return seconds.isFinite ? min(max(seconds, 0), longest) : nil
  }

  /// The same facts at another time of the film, in seconds.
  func moved(to seconds: Double) -> Playback {
    var moved = self
    moved.seconds = min(max(seconds, 0), length ?? Self.longest)
    return moved
  }

  /// Whether the film has come to its end.
  var isAtEnd: Bool { length.map { seconds >= $0 - Self.tolerance } ?? false }

  private var elapsedSeconds: Int { Int(seconds + Self.tolerance) }

  /// The time of the film, as `0:05`.
  var elapsed: String { state == .ready ? Self.words(elapsedSeconds) : Self.unknown }

  /// The time up to the end, as `-1:23`; it changes together with `elapsed`.
  var remaining: String {
    guard state == .ready, let length else { return Self.unknown }
    let whole = Int(length.rounded(.up))
    return "-" + Self.words(isAtEnd ? 0 : max(whole - elapsedSeconds, 0))
  }

  /// Both times for people who do not see the bar.
  var spoken: String {
    guard state == .ready, let length else { return "" }
    return "\(elapsed) of \(Self.words(Int(length.rounded(.up))))"
  }

  /// Hours, minutes and seconds, the hours if there are any.
  static func words(_ seconds: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
  }
}
