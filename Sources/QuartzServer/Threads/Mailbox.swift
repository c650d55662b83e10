// A queue that passes values between threads.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// A queue of values for one thread, filled by any number of others.
///
/// It has no bound of its own; the threads that fill it keep to one (`InboxGauge`).
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let event: WakeEvent

  init() throws(SystemError) {
    event = try WakeEvent()
  }

  /// Readable only while there are letters, so that a sleeping thread is not woken for letters that
  /// it has already taken.
  var descriptor: Int32 { event.descriptor }

  func post(_ letter: Letter) {
    letters.withLock { letters in
      letters.append(letter)
      if letters.count == 1 { event.raise() }
    }
  }

  /// Takes all letters in the order they were posted.
  func take() -> [Letter] {
    letters.withLock { letters in
      guard !letters.isEmpty else { return [] }
      event.clear()
      var taken: [Letter] = []
      swap(&taken, &letters)
      return taken
    }
  }
}
