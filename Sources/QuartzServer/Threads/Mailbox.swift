// How threads hand values to one another.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// A queue of values for one thread, filled by any number of others.
///
/// It has no bound of its own: those who fill it keep to one (`InboxGauge`).
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let event: WakeEvent

  init() throws(SystemError) {
    event = try WakeEvent()
  }

  /// Readable while there are letters, and at no other time: a thread that sleeps is not woken for what it
  /// has taken already.
  var descriptor: Int32 { event.descriptor }

  func post(_ letter: Letter) {
    letters.withLock { letters in
      letters.append(letter)
      if letters.count == 1 { event.raise() }
    }
  }

  /// All letters in the order they were posted; the mailbox is empty afterwards.
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
