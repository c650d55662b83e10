// The loudness of captured sound.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzVideo
import Synchronization

/// A channel of the sound that goes to an output.
///
/// **Differences**: levels are those of the sound after `volume`.
open class AVCaptureAudioChannel: NSObject {
  private let levels: SoundLevels
  private let number: Int

  init(_ levels: SoundLevels, _ number: Int) {
    (self.levels, self.number) = (levels, number)
  }

  /// The loudness over the last tenth of a second in decibels: 0 is that of a square wave of the
  /// largest samples; -160, the least, is that of silence.
  open var averagePowerLevel: Float { levels.level(number).average }

  /// The largest sample of the last second in decibels, by the scale of `averagePowerLevel`.
  open var peakHoldLevel: Float { levels.level(number).peak }

  /// The factor of all samples, held in 0...1; 1 by default.
  open var volume: Float {
    get { levels.channels[number].withLock { $0.volume } }
    set {
      // NaN is silence.
      let held = newValue > 0 ? min(newValue, 1) : 0
      levels.channels[number].withLock { $0.volume = held }
    }
  }

  /// Whether the channel is heard, and not silent; true by default.
  open var isEnabled: Bool {
    get { levels.channels[number].withLock { $0.isEnabled } }
    set { levels.channels[number].withLock { $0.isEnabled = newValue } }
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// The loudness of the channels of an output.
final class SoundLevels: Sendable {
  /// The samples of one piece of sound.
  fileprivate struct Piece {
    var count: Int
    var squares: Double
    var peak: Float
  }

  final class Channel: Sendable {
    fileprivate struct State {
      var volume: Float = 1
      var isEnabled = true
      /// The last second, the oldest first.
      var pieces: [Piece] = []
    }

    private let state = Mutex(State())

    fileprivate func withLock<Result>(_ body: (inout State) -> Result) -> Result {
      state.withLock { body(&$0) }
    }
  }

  let channels = (0..<CapturedSound.channels).map { _ in Channel() }

  /// Samples of a channel in the time over which the loudness is averaged.
  private static let averaged = Int(CapturedSound.sampleRate / 10)
  /// Samples of a channel in the time for which the largest one is held.
  private static let held = Int(CapturedSound.sampleRate)
  private static let silence: Float = -160

  /// Returns sound as loud as the channels' volumes say, and measures it.
  func pass(_ sound: CapturedSound) -> CapturedSound {
    var sound = sound
    for (number, channel) in channels.enumerated() {
      let factor = channel.withLock { $0.isEnabled ? $0.volume : 0 }
      var piece = Piece(count: sound.count, squares: 0, peak: 0)
      for place in stride(from: number, to: sound.samples.count, by: channels.count) {
        let sample = sound.samples[place] * factor
        sound.samples[place] = sample
        piece.squares += Double(sample) * Double(sample)
        piece.peak = max(piece.peak, abs(sample))
      }
      channel.withLock { state in
        state.pieces.append(piece)
        var rest = state.pieces.reduce(0) { $0 + $1.count } - Self.held
        while rest > 0, state.pieces.count > 1 { rest -= state.pieces.removeFirst().count }
      }
    }
    return sound
  }

  /// The loudness of a channel in decibels.
  func level(_ number: Int) -> (average: Float, peak: Float) {
    channels[number].withLock { state in
      var (count, squares) = (0, 0.0)
      for piece in state.pieces.reversed() where count < Self.averaged {
        count += piece.count
        squares += piece.squares
      }
      let peak = state.pieces.map(\.peak).max() ?? 0
      let mean = count > 0 ? Float(squares / Double(count)) : 0
      return (Self.decibels(mean, of: 10), Self.decibels(peak, of: 20))
    }
  }

  private static func decibels(_ ratio: Float, of factor: Float) -> Float {
    ratio > 0 ? max(factor * log10(ratio), silence) : silence
  }

  /// Forgets the sound of before.
  func reset() {
    for channel in channels { channel.withLock { $0.pieces = [] } }
  }
}
