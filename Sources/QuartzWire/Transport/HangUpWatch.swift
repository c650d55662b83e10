// Notices the end of a conversation while nobody talks.
// Licensed under the MIT license; see LICENSE.
//
// A client that shows a picture and has nothing to say for hours makes no call that could find the
// server gone. One sleeping thread a conversation finds it: it asks the kernel for the hang-up
// alone, so that messages wake it never and the end wakes it once.

import CQuartzLinux
import QuartzFaults

/// A thread that waits for the end of a conversation.
enum HangUpWatch {
  /// Calls `onEnd` once, on a thread of its own, when either side has ended the conversation.
  ///
  /// The socket stays open until then.
  static func start(
    _ socket: Socket,
    onEnd: @escaping @Sendable () -> Void
  ) throws(WireError) {
    do throws(ThreadError) {
      try SystemThread.detach(name: "quartz-hang-up") {
        quartz_wait_for_hang_up(socket.descriptor)
        onEnd()
      }
    } catch {
      throw .system(call: "pthread_create", path: "", code: error.code)
    }
  }
}
