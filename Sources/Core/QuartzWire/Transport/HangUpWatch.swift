// The detection of a conversation's end while it is idle.
// Licensed under the MIT license; see LICENSE.
//
// A client that shows a static picture for hours makes no call that could detect a dead server. One
// sleeping thread per conversation detects it. It polls for the hang-up alone, so messages never
// wake it and the end wakes it once.

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
