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

  /// Readable while there are letters.
  var descriptor: Int32 { event.descriptor }

  func post(_ letter: Letter) {
    let isFirst = letters.withLock { letters in
      letters.append(letter)
      return letters.count == 1
    }
    if isFirst { event.raise() }
  }

  /// All letters in the order they were posted; the mailbox is empty afterwards.
  func take() -> [Letter] {
    // Cleared first: a letter that comes in between raises the event again.
    event.clear()
    return letters.withLock { letters in
      var taken: [Letter] = []
      swap(&taken, &letters)
      return taken
    }
  }
}
