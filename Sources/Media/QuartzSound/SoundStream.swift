// Decoded sound for somebody who takes it at a pace of their own.
// Licensed under the MIT license; see LICENSE.

import QuartzSharing

/// The samples of a decoder, which waits while nobody takes them.
///
/// The decoder ends with it.
package final class SoundStream: Sendable {
  private struct State {
    var samples: [Float] = []
    var isDecoded = false
    var isEnding = false
    var failure: SoundError?
  }

  private final class Sink: SoundSink {
    let state = Monitor(State())
    /// Samples of all channels that wait at most.
    private let most: Int

    init(most: Int) { self.most = most }

    var isEnding: Bool { state.withLock { $0.isEnding } }

    func add(_ samples: UnsafeBufferPointer<Float>) -> Bool {
      let most = most
      state.wait(until: { $0.isEnding || $0.samples.count < most }, then: { _ in })
      return state.change { state in
        state.samples += samples
        return !state.isEnding
      }
    }

    func finishDecoding() { state.change { $0.isDecoded = true } }
  }

  private let sink: Sink
  private let channels: Int

  /// Starts a decoder.
  ///
  /// - Parameters:
  ///   - arguments: Inputs, filters and the map of FFmpeg.
  ///   - form: The samples that are wanted.
  package init(_ arguments: [String], _ form: SoundForm) {
    channels = form.channels
    let sink = Sink(most: form.rate * form.channels)
    self.sink = sink
    SoundDecoder.start(arguments, form, for: sink) { error in
      sink.state.change { $0.failure = error }
    }
  }

  deinit { end() }

  /// Takes the next samples, and waits for them.
  ///
  /// - Parameter frames: So many of each channel at most, at least 1.
  /// - Returns: As many, those of all channels by turns; fewer before the end, none after it.
  package func take(_ frames: Int) throws(SoundError) -> [Float] {
    let wanted = frames * channels
    sink.state.wait(
      until: { $0.samples.count >= wanted || $0.isDecoded || $0.isEnding },
      then: { _ in }
    )
    let taken = sink.state.change { state -> Result<[Float], SoundError> in
      if state.samples.isEmpty, let failure = state.failure { return .failure(failure) }
      let taken = Array(state.samples.prefix(wanted))
      state.samples.removeFirst(taken.count)
      return .success(taken)
    }
    return try taken.get()
  }

  /// Ends the decoder.
  package func end() { sink.state.change { $0.isEnding = true } }
}
