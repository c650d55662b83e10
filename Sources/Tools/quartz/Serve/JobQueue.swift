// The order of requests: so many are drawn, so many wait, and others are refused.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// Counts requests, and lets the first of those that wait go on.
final class JobQueue: Sendable {
  /// A place for a request, which is free again when nothing refers to it.
  final class Place: Sendable {
    private let queue: JobQueue

    fileprivate init(_ queue: JobQueue) { self.queue = queue }

    deinit { queue.state.withLock { $0.places -= 1 } }
  }

  private struct State {
    var places = 0
    var running = 0
    var lastNumber = 0
    var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
  }

  private let jobs: Int
  private let mostWaiting: Int
  private let state = Mutex(State())

  init(jobs: Int, mostWaiting: Int) {
    (self.jobs, self.mostWaiting) = (jobs, mostWaiting)
  }

  /// Returns a place for a request; nil if there is none.
  func enter() -> Place? {
    let isFree = state.withLock { state in
      guard state.places < jobs + mostWaiting else { return false }
      state.places += 1
      return true
    }
    return isFree ? Place(self) : nil
  }

  /// Waits for the turn of a request to be drawn, but no longer than a time.
  ///
  /// - Returns: Whether it is its turn; `end` is to be called then.
  func begin(within limit: Duration) async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      giveUp(number)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation { turn in
      let isFirst = state.withLock { state in
        guard state.running >= jobs else {
          state.running += 1
          return true
        }
        state.waiting.append((number, turn))
        return false
      }
      if isFirst { turn.resume(returning: true) }
    }
  }

  /// Ends the turn of a request.
  func end() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().turn }
      state.running -= 1
      return nil
    }
    next?.resume(returning: true)
  }

  private func giveUp(_ number: Int) {
    let turn = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: index).turn
    }
    turn?.resume(returning: false)
  }
}
