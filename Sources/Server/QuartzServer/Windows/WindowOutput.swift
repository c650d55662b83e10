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
import QuartzGLES
import QuartzSharing
import QuartzWindow

/// The thread of a server's windows.
final class WindowOutput: Sendable {
  /// The number of the windows among the clients, of which connections begin with 1.
  static let client = ClientID(0)

  private let mailbox: Mailbox<ServerEvent>
  private let thread: ServerThread
  /// The platform of renderers whose pictures come to the windows without a copy; nil if GL is not
  /// wanted, or draws to no windows.
  let platform: EGLPlatform?

  /// Connects to the display, and shows windows until `stop()`.
  ///
  /// - Parameters:
  ///   - directory: Where the contexts are.
  ///   - usesGL: Whether the renderers may be those of OpenGL ES.
  ///   - logger: The server's log.
  /// - Throws: `ServerError.window` if there is no display or no SDL 2.
  init(_ directory: LoopDirectory, usesGL: Bool, _ logger: Logger) throws(ServerError) {
    let start = Monitor<Result<EGLPlatform?, WindowError>?>(nil)
    do throws(SystemError) {
      let mailbox = try Mailbox<ServerEvent> { WindowSystem.wake() }
      self.mailbox = mailbox
      thread = try ServerThread(name: "quartz-windows") {
        do throws(WindowError) {
          let system = try WindowSystem(program: "quartzd")
          let platform = usesGL ? system.platform : nil
          let desk = WindowDesk(system, platform, directory, logger)
          start.change { $0 = .success(platform) }
          desk.run(mailbox)
        } catch {
          start.change { $0 = .failure(error) }
        }
      }
    } catch {
      throw .system(error)
    }
    do throws(WindowError) {
      platform = try start.wait(until: { $0 != nil }, then: { $0 ?? .failure(.displayLost) }).get()
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

extension WindowSystem {
  /// The platform of EGL for the system's windows; asked once.
  fileprivate var platform: EGLPlatform? {
    if let display = makeGLDisplay() { return .wayland(display: display) }
    return isX11 ? .x11 : nil
  }
}
