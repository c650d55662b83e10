// Makes the loop of a client, and the thread that it runs on.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
import Logging
import QuartzPlan
import QuartzSoftware

/// A client's loop, as other threads see it.
struct RunningLoop {
  let mailbox: Mailbox<ServerEvent>
  let thread: ServerThread
}

/// The parameters from which loops are made.
struct LoopStarter: Sendable {
  let options: ServerOptions
  let clock: any FrameClock
  let directory: LoopDirectory
  let logger: Logger
  let makeBackend: BackendMaker

  /// Starts the loop of a client.
  ///
  /// - Parameters:
  ///   - whenDone: Called on the loop's thread when it has released everything.
  /// - Throws: `SystemError` if there are no descriptors or threads for it.
  func start(
    _ client: NewClient,
    sink: any ReplySink,
    whenDone: @escaping @Sendable () -> Void
  ) throws(SystemError) -> RunningLoop {
    let mailbox = try Mailbox<ServerEvent>()
    let timer = try clock.makeTimer()
    mailbox.post(.connected(client))
    let thread = try ServerThread(name: "quartz-\(client.id.rawValue)") {
      makeLoop(timer, sink, mailbox)?.run()
      // A large client's memory lies in the middle of the heap, where the allocator would keep it.
      quartz_return_heap()
      whenDone()
    }
    return RunningLoop(mailbox: mailbox, thread: thread)
  }

  /// Makes the loop; an unavailable renderer is replaced by the software renderer, which is always
  /// available.
  private func makeLoop(
    _ timer: any FrameTimer,
    _ sink: any ReplySink,
    _ mailbox: Mailbox<ServerEvent>
  ) -> RenderLoop? {
    let (directory, logger, makeBackend) = (directory, logger, makeBackend)
    return try? RenderLoop(
      options: options,
      clock: clock,
      timer: timer,
      directory: directory,
      sink: sink,
      logger: logger,
      mailbox: mailbox
    ) { (choice) throws(RenderError) in
      do {
        return try makeBackend(choice)
      } catch {
        logger.warning("another renderer cannot be made; software draws for a client: \(error)")
        return SoftwareBackend(workers: directory.workers)
      }
    }
  }
}
