// The pictures and the sound of a writer on their way to the encoder.
// Licensed under the MIT license; see LICENSE.

import CoreVideo
import QuartzEncoding
import QuartzFaults
import QuartzSharing

/// Pictures and pieces of sound that wait for the encoder, which a thread gives them to.
final class WriterFrames: Sendable {
  /// So many may wait.
  static let most = 4

  private struct State {
    var waiting: [[UInt8]] = []
    var isStarted = false
    var isFinished = false
    var isCancelled = false
    var isOver = false
    var failure: EncoderError?
  }

  private let state = Monitor(State())

  /// Why no more pictures are taken; nil if they are.
  var failure: EncoderError? { state.withLock { $0.failure } }

  /// Whether a picture is taken at once.
  var isReady: Bool {
    state.withLock { $0.isStarted && !$0.isOver && $0.waiting.count < Self.most }
  }

  /// Waits until a picture is taken at once.
  ///
  /// - Returns: False if none will be any more.
  func waitUntilReady() -> Bool {
    state.wait(
      until: { $0.isOver || $0.isFinished || $0.waiting.count < Self.most },
      then: { !$0.isOver && !$0.isFinished }
    )
  }

  /// Adds bytes, and waits while there are too many.
  ///
  /// - Returns: Whether they were taken.
  func add(_ bytes: [UInt8]) -> Bool {
    while true {
      let hasRoom = { (state: State) in
        state.isOver || state.isFinished || state.waiting.count < Self.most
      }
      state.wait(until: hasRoom, then: { _ in })
      let isTaken = state.change { state -> Bool? in
        if state.isOver || state.isFinished { return false }
        guard state.waiting.count < Self.most else { return nil }
        state.waiting.append(bytes)
        return true
      }
      if let isTaken { return isTaken }
    }
  }

  /// Starts the encoder.
  func start(_ arguments: [String], _ beginning: [UInt8]) throws(EncoderError) {
    let encoder = Transferred(try FilmEncoder(arguments))
    state.change { $0.isStarted = true }
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-writer") { [state] in
        Self.run(encoder.value, beginning, state)
      }
    } catch {
      throw .failed(reason: "no thread, error \(error.code)")
    }
  }

  private static func run(_ encoder: FilmEncoder, _ beginning: [UInt8], _ state: Monitor<State>) {
    var failure: EncoderError?
    do throws(EncoderError) {
      try add(beginning, to: encoder)
      while true {
        let next = state.wait(until: { !$0.waiting.isEmpty || $0.isFinished || $0.isCancelled }) {
          state -> [UInt8]? in
          if state.isCancelled || state.waiting.isEmpty { return nil }
          return state.waiting.removeFirst()
        }
        guard let next else { break }
        // Those who wait for room hear of it.
        state.change { _ in }
        try add(next, to: encoder)
      }
      // A cancelled encoder is killed.
      if !state.withLock({ $0.isCancelled }) { try encoder.finish() }
    } catch {
      failure = error
    }
    state.change { state in
      (state.isOver, state.failure, state.waiting) = (true, failure, [])
    }
  }

  private static func add(_ bytes: [UInt8], to encoder: FilmEncoder) throws(EncoderError) {
    try bytes.withUnsafeBytes { bytes -> Result<Void, EncoderError> in
      do throws(EncoderError) {
        return .success(try encoder.add(bytes))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Ends the film, and waits until it is written.
  func finish() {
    state.change { state in
      state.isFinished = true
      if !state.isStarted { state.isOver = true }
    }
    state.wait(until: { $0.isOver }, then: { _ in })
  }

  /// Ends the encoder, and waits for its end.
  func cancel() {
    state.change { $0.isCancelled = true }
    finish()
  }
}
