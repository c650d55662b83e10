// The windows of the desktop that show the contexts of a server.
// Licensed under the MIT license; see LICENSE.
//
// One thread has all windows, and is one more visitor of the clients' loops (`Visit`): it asks each
// context for what is new in its picture, and the context's loop answers when there is something.
// So no loop knows of windows or waits for the display, and a display that stalls or dies harms no
// client. The picture of a window that is minimised is not asked for.
//
//     each client's loop ──news of a picture──▶ quartz-windows ──changed pixels──▶ display
//                        ◀──the next, please───

import Logging
import QuartzSharing
import QuartzWindow

/// The thread of a server's windows.
final class WindowOutput: Sendable {
  /// The number of the windows among the clients, of which connections begin with 1.
  static let client = ClientID(0)

  private let mailbox: Mailbox<ServerEvent>
  private let thread: ServerThread

  /// Connects to the display, and shows windows until `stop()`.
  ///
  /// - Throws: `ServerError.window` if there is no display or no SDL 2.
  init(_ directory: LoopDirectory, _ logger: Logger) throws(ServerError) {
    let start = Monitor<Result<Void, WindowError>?>(nil)
    do throws(SystemError) {
      let mailbox = try Mailbox<ServerEvent> { WindowSystem.wake() }
      self.mailbox = mailbox
      thread = try ServerThread(name: "quartz-windows") {
        do throws(WindowError) {
          let desk = WindowDesk(try WindowSystem(program: "quartzd"), directory, logger)
          start.change { $0 = .success(()) }
          desk.run(mailbox)
        } catch {
          start.change { $0 = .failure(error) }
        }
      }
    } catch {
      throw .system(error)
    }
    do throws(WindowError) {
      try start.wait(until: { $0 != nil }, then: { $0 ?? .failure(.displayLost) }).get()
    } catch {
      thread.join()
      throw .window(error)
    }
  }

  /// Closes all windows, and waits until that is done.
  ///
  /// Call it once.
  func stop() {
    mailbox.post(.stop)
    thread.join()
  }
}
