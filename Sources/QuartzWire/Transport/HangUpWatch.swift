// The detection of a conversation's end while it is idle.
// Licensed under the MIT license; see LICENSE.
//
// A client that shows a static picture for hours makes no call that could detect a dead server. One
// sleeping thread per conversation detects it. It polls for the hang-up alone, so messages never
// wake it and the end wakes it once.

import CQuartzLinux
import Glibc

/// A thread that waits for the end of a conversation.
enum HangUpWatch {
  private final class Start {
    let socket: Socket
    let onEnd: @Sendable () -> Void

    init(_ socket: Socket, _ onEnd: @escaping @Sendable () -> Void) {
      self.socket = socket
      self.onEnd = onEnd
    }
  }

  /// Calls `onEnd` once, on a thread of its own, when either side has ended the conversation.
  ///
  /// The socket stays open until then.
  static func start(
    _ socket: Socket,
    onEnd: @escaping @Sendable () -> Void
  ) throws(WireError) {
    let start = Unmanaged.passRetained(Start(socket, onEnd))
    var handle = pthread_t()
    let code = pthread_create(
      &handle,
      nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        quartz_name_thread("quartz-hang-up")
        quartz_wait_for_hang_up(start.socket.descriptor)
        start.onEnd()
        return nil
      },
      start.toOpaque()
    )
    guard code == 0 else {
      start.release()
      errno = code
      throw .system("pthread_create")
    }
    pthread_detach(handle)
  }
}
