// The sound of one film from a moment on, in time with its pictures.
// Licensed under the MIT license; see LICENSE.
//
// A decoder fills a ring with a second of samples at most; the device's thread takes them. A voice
// begins at the sample that belongs to the film's time at the moment when the device plays it, so
// it begins in time however long the decoder took. From then on it plays every sample, at the pace
// of the device; the difference to the film's clock is averaged over two seconds, and the pictures
// are moved by it. A difference of a tenth of a second, after a stall of either, is a gap: the
// voice begins anew in time.
//
// All changes of the volume, beginnings and ends among them, take five milliseconds.

import Glibc
import QuartzSharing

/// The time of a film as a function of the machine's clock.
package struct SoundClock: Equatable, Sendable {
  /// A moment of the film, in seconds.
  package var time: Double
  /// The machine's moment for it, in seconds of CLOCK_MONOTONIC.
  package var moment: Double
  /// Seconds of the film in a second.
  package var rate: Double

  package init(time: Double, moment: Double, rate: Double) {
    (self.time, self.moment, self.rate) = (time, moment, rate)
  }

  func time(at moment: Double) -> Double { time + (moment - self.moment) * rate }
}

/// Samples of two channels that wait to be played.
struct SampleRing {
  /// Left and right by turns.
  private var samples: [Float]
  private var start = 0
  /// Pairs of samples.
  private(set) var count = 0

  init(capacity: Int) { samples = [Float](repeating: 0, count: capacity * 2) }

  private var capacity: Int { samples.count / 2 }
  var room: Int { capacity - count }

  mutating func append(_ pairs: UnsafeBufferPointer<Float>) {
    for index in 0..<min(pairs.count / 2, room) {
      let place = (start + count) % capacity * 2
      (samples[place], samples[place + 1]) = (pairs[2 * index], pairs[2 * index + 1])
      count += 1
    }
  }

  mutating func drop(_ pairs: Int) {
    let dropped = min(pairs, count)
    start = (start + dropped) % capacity
    count -= dropped
  }

  /// Takes the first pair; there must be one.
  mutating func take() -> (Float, Float) {
    let pair = (samples[start * 2], samples[start * 2 + 1])
    drop(1)
    return pair
  }
}

/// Sound that is being played, or about to be.
package final class SoundVoice: Sendable {
  /// Samples of a channel in a second.
  package static let sampleRate = 48_000.0
  /// Seconds of samples that wait at most.
  private static let ahead = 1.0
  /// Seconds over which the difference to the film's clock is averaged.
  private static let averaged = 2.0
  /// Smaller differences are left, in seconds.
  private static let smallest = 0.002
  /// Larger ones are gaps.
  private static let largest = 0.1
  /// Pairs of samples that a change of the volume from 0 to 1 takes.
  private static let ramp: Float = 240

  private struct State {
    var clock: SoundClock
    var ring = SampleRing(capacity: Int(SoundVoice.ahead * SoundVoice.sampleRate))
    /// The film's time of the first sample in the ring.
    var head: Double
    var volume: Float = 0
    var wanted: Float
    var isInTime = false
    var isDecoded = false
    var isEnding = false
    var difference = (sum: 0.0, count: 0, begin: 0.0)
    var shift = 0.0
    var gaps = 0

    init(_ clock: SoundClock, from head: Double, volume: Float) {
      (self.clock, self.head, wanted) = (clock, head, volume)
    }

    /// Seconds of the film in a sample.
    var sampleTime: Double { clock.rate / SoundVoice.sampleRate }
  }

  private let state: Monitor<State>
  private let onShift: @Sendable () -> Void

  /// - Parameters:
  ///   - clock: The film's clock.
  ///   - time: The film's time of the first sample, in seconds.
  ///   - volume: The loudness, 0...1.
  ///   - onShift: Called on the device's thread when the pictures have to follow the sound.
  package init(
    _ clock: SoundClock,
    from time: Double,
    volume: Float,
    onShift: @escaping @Sendable () -> Void
  ) {
    state = Monitor(State(clock, from: time, volume: volume))
    self.onShift = onShift
  }

  // MARK: The player

  /// Changes the loudness, 0...1.
  package func setVolume(_ volume: Float) { state.change { $0.wanted = volume } }

  /// Fades out at once, and ends.
  package func end() {
    state.change { state in
      (state.isEnding, state.wanted) = (true, 0)
    }
  }

  /// Returns the seconds by which the sound is ahead of the film's clock, beyond those returned
  /// before; the clock follows.
  package func takeShift() -> Double {
    state.change { state in
      defer { state.shift = 0 }
      return state.shift
    }
  }

  /// How often the sound began anew because it was out of time.
  package var gaps: Int { state.withLock { $0.gaps } }

  // MARK: The decoder

  /// Adds decoded samples, and waits while there are enough.
  ///
  /// - Parameter pairs: Left and right by turns.
  /// - Returns: Whether more are wanted.
  func add(_ pairs: UnsafeBufferPointer<Float>) -> Bool {
    var rest = pairs
    while !rest.isEmpty {
      let step = rest
      let taken = state.wait(until: { $0.ring.room > 0 || $0.isEnding }) { state -> Int? in
        if state.isEnding { return nil }
        let count = min(state.ring.room, step.count / 2)
        state.ring.append(UnsafeBufferPointer(rebasing: step[..<(count * 2)]))
        return count * 2
      }
      guard let taken else { return false }
      rest = UnsafeBufferPointer(rebasing: rest[taken...])
    }
    return true
  }

  /// Notes that no more samples come.
  func finishDecoding() { state.change { $0.isDecoded = true } }

  /// The pairs that wait to be played, for tests.
  var waiting: Int { state.withLock { $0.ring.count } }

  /// Whether no more samples come.
  var isDecoded: Bool { state.withLock { $0.isDecoded } }

  /// Whether nobody wants samples any more.
  var isEnding: Bool { state.withLock { $0.isEnding } }

  // MARK: The device

  /// Adds the voice's samples to those of others.
  ///
  /// - Parameters:
  ///   - output: Left and right by turns.
  ///   - moment: When the first of them is heard, in seconds of CLOCK_MONOTONIC.
  /// - Returns: Whether the voice goes on.
  func mix(into output: UnsafeMutableBufferPointer<Float>, at moment: Double) -> Bool {
    let (goesOn, isShifted) = state.change { state in
      let goesOn = mix(&state, output, moment)
      return (goesOn, state.shift != 0)
    }
    if isShifted { onShift() }
    return goesOn
  }

  private func mix(
    _ state: inout State,
    _ output: UnsafeMutableBufferPointer<Float>,
    _ moment: Double
  ) -> Bool {
    var place = 0
    let frames = output.count / 2
    if state.isInTime { compare(&state, moment) }
    if !state.isInTime {
      guard let silence = align(&state, at: moment), silence < frames else {
        return !state.isEnding && !(state.isDecoded && state.ring.count == 0)
      }
      place = silence
    }
    while place < frames, state.ring.count > 0 {
      let step = 1 / Self.ramp
      state.volume =
        state.volume < state.wanted
        ? min(state.volume + step, state.wanted) : max(state.volume - step, state.wanted)
      if state.isEnding, state.volume == 0 { return false }
      let (left, right) = state.ring.take()
      output[place * 2] += left * state.volume
      output[place * 2 + 1] += right * state.volume
      state.head += state.sampleTime
      place += 1
    }
    if state.ring.count > 0 { return true }
    if state.isDecoded || state.isEnding { return false }
    // The decoder is late.
    if place < frames { leaveTime(&state) }
    return true
  }

  /// Goes to the sample that is due.
  ///
  /// - Returns: The silent frames before it; nil if it is not there yet.
  private func align(_ state: inout State, at moment: Double) -> Int? {
    let due = (state.clock.time(at: moment) - state.head) / state.sampleTime
    guard due.isFinite else { return nil }
    let early = min(max(due.rounded(), -1e9), 1e9)
    if early > 0 {
      let dropped = min(Int(early), state.ring.count)
      state.ring.drop(dropped)
      state.head += Double(dropped) * state.sampleTime
      if dropped < Int(early) { return nil }
    }
    guard state.ring.count > 0 else { return nil }
    (state.isInTime, state.volume) = (true, 0)
    state.difference = (0, 0, moment)
    return early < 0 ? Int(-early) : 0
  }

  private func leaveTime(_ state: inout State) {
    (state.isInTime, state.volume) = (false, 0)
    if !state.isEnding { state.gaps += 1 }
  }

  /// Compares the sound with the film's clock.
  private func compare(_ state: inout State, _ moment: Double) {
    let difference = state.head - state.clock.time(at: moment)
    if abs(difference) > Self.largest { return leaveTime(&state) }
    state.difference.sum += difference
    state.difference.count += 1
    guard moment - state.difference.begin >= Self.averaged else { return }
    let mean = state.difference.sum / Double(state.difference.count)
    state.difference = (0, 0, moment)
    guard abs(mean) >= Self.smallest else { return }
    state.clock.time += mean
    state.shift += mean
  }
}
