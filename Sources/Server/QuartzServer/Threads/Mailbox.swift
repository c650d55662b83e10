// A queue that passes values between threads.
// Licensed under the MIT license; see LICENSE.

import Synchronization

/// A queue of values for one thread, filled by any number of others.
///
/// It has no bound of its own; the threads that fill it keep to one (`FlowControl`).
final class Mailbox<Element: Sendable>: Sendable {
  private let messages = Mutex<[Element]>([])
  private let event: WakeEvent
  private let wake: (@Sendable () -> Void)?

  /// - Parameter wake: Wakes a thread that waits for something else than the descriptor; called
  ///   with the first message of several, on the thread that posts it.
  init(wake: (@Sendable () -> Void)? = nil) throws(SystemError) {
    event = try WakeEvent()
    self.wake = wake
  }

  /// Readable only while there are messages, so that a sleeping thread is not woken for messages
  /// that it has already taken.
  var descriptor: Int32 { event.descriptor }

  func post(_ message: Element) {
    messages.withLock { messages in
      messages.append(message)
      guard messages.count == 1 else { return }
      event.raise()
      wake?()
    }
  }

  /// Takes all messages in the order they were posted.
  func take() -> [Element] {
    messages.withLock { messages in
      guard !messages.isEmpty else { return [] }
      event.clear()
      var taken: [Element] = []
      swap(&taken, &messages)
      return taken
    }
  }
}
