// The sound of a recording, in step with its pictures.
// Licensed under the MIT license; see LICENSE.

import QuartzVideo

/// Sound on its way into a film: samples without gaps from the film's first picture on.
///
/// The first sample is that of the first picture's moment. From then on pieces follow each other as
/// they come: their moments differ by what the machine does meanwhile. A tenth of a second is a
/// gap, which silence fills, or sound that is there twice, which is left out.
struct RecordedSound {
  private var waiting: [CapturedSound] = []
  /// Pairs of samples in the film.
  private(set) var written = 0

  /// Pairs of samples; smaller differences of moments are none.
  private static let largest = 4800
  /// Seconds of sound that wait for a picture; a camera that gives none for so long is gone.
  private static let longest = 12.0

  /// Adds a piece, which is later than those before.
  mutating func add(_ sound: CapturedSound) {
    waiting.append(sound)
    while let first = waiting.first, sound.moment - first.moment > Self.longest {
      waiting.removeFirst()
    }
  }

  /// Whether all sound before a moment is there.
  func reaches(_ moment: Double) -> Bool {
    waiting.last.map { $0.moment + $0.duration >= moment } ?? false
  }

  /// Takes the samples that are there, of those before a moment.
  ///
  /// - Parameters:
  ///   - start: The moment of the film's first picture.
  ///   - end: A moment.
  /// - Returns: Left and right by turns.
  mutating func take(from start: Double, before end: Double) -> [Float] {
    let rate = CapturedSound.sampleRate
    let limit = Int(max((end - start) * rate, 0).rounded(.down))
    var samples: [Float] = []
    while let piece = waiting.first {
      let next = written + samples.count / CapturedSound.channels
      guard next < limit else { break }
      var place = Int(((piece.moment - start) * rate).rounded())
      if next > 0, abs(place - next) <= Self.largest { place = next }
      if place > next {
        samples += Self.silence(min(place, limit) - next)
        continue
      }
      let skipped = next - place
      guard skipped < piece.count else {
        waiting.removeFirst()
        continue
      }
      let taken = min(piece.count - skipped, limit - next)
      let range = (skipped * CapturedSound.channels)..<((skipped + taken) * CapturedSound.channels)
      samples += piece.samples[range]
      waiting.removeFirst()
      guard skipped + taken < piece.count else { continue }
      let rest = Array(piece.samples[range.upperBound...])
      let moment = piece.moment + Double(skipped + taken) / rate
      waiting.insert(CapturedSound(samples: rest, at: moment), at: 0)
    }
    written += samples.count / CapturedSound.channels
    return samples
  }

  /// Takes all samples before a moment, with silence in the place of those that are not there.
  mutating func finish(from start: Double, before end: Double) -> [Float] {
    let samples = take(from: start, before: end)
    let count = Int(max((end - start) * CapturedSound.sampleRate, 0).rounded(.down))
    let missing = max(count - written, 0)
    written += missing
    return samples + Self.silence(missing)
  }

  private static func silence(_ pairs: Int) -> [Float] {
    [Float](repeating: 0, count: pairs * CapturedSound.channels)
  }
}
