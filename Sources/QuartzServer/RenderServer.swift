// The render server: two threads and the mailboxes between them.
// Licensed under the MIT license; see LICENSE.
//
//     sockets <-> connections' thread --ServerEvent--> render thread <-> trees, plans, renderer
//                                     <--ConnectionEvent--
//
// The connections' thread knows bytes and no trees, the render thread knows trees and no sockets.
// Either sleeps in one `poll` until there is something to do.

import Dispatch
package import Logging
package import QuartzGLES
package import QuartzModel
package import QuartzPlan
package import QuartzWire
import Synchronization

/// Why a server could not be started.
package enum ServerError: Error, CustomStringConvertible {
  case system(SystemError)
  case render(RenderError)
  case screen(ScreenError)

  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .render(let error): "\(error)"
    case .screen(let error): "\(error)"
    }
  }
}

/// A running server.
///
/// Any thread may use it.
package final class RenderServer: Sendable {
  /// What draws at the start.
  package let backend: BackendDescription
  /// Node, connector and mode of the screen; nil if there is none.
  private let screen: String?
  private let events: Mailbox<ServerEvent>
  private let connectionEvents: Mailbox<ConnectionEvent>
  private let connectionWakeUps: SharedCount
  private let driverMessages: SharedCount
  private let renderThread: ServerThread
  private let connectionThread: ServerThread
  private let isStopped = Mutex(false)

  /// Starts a server without a socket; `listen` and `adopt` bring clients.
  ///
  /// - Parameters:
  ///   - clock: The time of real contexts; nil is CLOCK_MONOTONIC.
  ///   - makeBackend: Makes the renderer, on the thread that draws with it; again if it is lost. Nil
  ///     makes what the options ask for.
  package init(
    _ options: ServerOptions = ServerOptions(),
    clock: (any FrameClock)? = nil,
    logger: Logger = Logger(label: "quartz", factory: { _ in SwiftLogNoOpLogHandler() }),
    makeBackend: BackendMaker? = nil
  ) throws(ServerError) {
    let makeBackend = makeBackend ?? options.backendMaker
    let started: Answer<Result<Start, ServerError>>
    do throws(SystemError) {
      let clock: any FrameClock = if let clock { clock } else { try RealClock() }
      let (events, mail) = (try Mailbox<ServerEvent>(), try Mailbox<ConnectionEvent>())
      let (wakeUps, messages) = (SharedCount(), SharedCount())
      let answer = Answer<Result<Start, ServerError>>()
      connectionThread = try ServerThread(name: "quartz-sockets") {
        let loop = ConnectionLoop(
          limits: options.limits,
          logger: logger,
          mailbox: mail,
          events: events,
          wakeUps: wakeUps
        )
        loop.run()
      }
      renderThread = try ServerThread(name: "quartz-render") {
        do throws(ServerError) {
          let loop = try RenderServer.makeLoop(
            options: options,
            clock: clock,
            outlet: ConnectionOutlet(mail),
            logger: logger,
            mailbox: events,
            makeBackend: makeBackend
          )
          let screen = loop.screenState?.screen.name
          answer.give(.success(Start(backend: loop.backend.description, screen: screen)))
          loop.run()
          messages.add(loop.driverMessageCount)
        } catch {
          answer.give(.failure(error))
        }
      }
      self.events = events
      connectionEvents = mail
      (connectionWakeUps, driverMessages) = (wakeUps, messages)
      started = answer
    } catch {
      throw .system(error)
    }
    switch started.wait() {
    case .success(let start): (backend, screen) = (start.backend, start.screen)
    case .failure(let error):
      connectionEvents.post(.stop)
      connectionThread.join()
      renderThread.join()
      throw error
    }
  }

  /// What there is once the render thread works.
  private struct Start {
    var backend: BackendDescription
    var screen: String?
  }

  /// Makes screen and renderer, and shows black; on the render thread.
  private static func makeLoop(
    options: ServerOptions,
    clock: any FrameClock,
    outlet: any Outlet,
    logger: Logger,
    mailbox: Mailbox<ServerEvent>,
    makeBackend: @escaping BackendMaker
  ) throws(ServerError) -> RenderLoop {
    // First: whoever opens a device first may set its modes, and the renderer may open the same one.
    let screen: (any Screen)?
    do throws(ScreenError) {
      screen = try options.output.makeScreen()
    } catch {
      throw .screen(error)
    }
    let loop: RenderLoop
    do throws(RenderError) {
      loop = try RenderLoop(
        options: options,
        clock: clock,
        outlet: outlet,
        logger: logger,
        mailbox: mailbox,
        screen: screen,
        makeBackend: makeBackend
      )
    } catch {
      throw .render(error)
    }
    guard let state = loop.screenState else { return loop }
    do throws(ScreenError) {
      try loop.show(on: state)
    } catch {
      throw .screen(error)
    }
    return loop
  }

  deinit {
    stop()
  }

  /// Accepts clients at a path, in the place of any path before.
  ///
  /// - Throws: `WireError.socketInUse` and others of `Listener`.
  package func listen(at path: SocketPath) throws(WireError) {
    connectionEvents.post(.listen(try Listener(path)))
  }

  /// Takes over a connected socket as a client.
  package func adopt(_ socket: Socket) {
    connectionEvents.post(.adopt(socket))
  }

  /// What the server has and has done, after all that it was told before.
  package func statistics() -> Statistics {
    let answer = Answer<Statistics>()
    events.post(.question { answer.give($0) })
    return answer.wait()
  }

  /// What scripts wait for: the socket, what draws, on which EGL platform, and the screen if there is one.
  package func readyLine(path: String) -> String {
    let platform = backend.platform.isEmpty ? "none" : backend.platform
    return "quartzd ready: socket \(path), renderer \(backend.name) (\(backend.renderer)), "
      + "EGL platform \(platform)" + (screen.map { ", output \($0)" } ?? "")
  }

  /// How often the connections' thread woke up; `Statistics` counts the render thread.
  package var connectionWakeUpCount: Int { connectionWakeUps.value }

  /// How often GL's driver told of an error or of undefined behaviour, with `GLESPreferences.isDebug`; only
  /// after `stop`.
  package var driverMessageCount: Int { driverMessages.value }

  /// Ends all clients, removes the socket and waits until both threads are gone.
  package func stop() {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    events.post(.stop)
    renderThread.join()
    connectionEvents.post(.stop)
    connectionThread.join()
  }
}

/// A value that one thread waits for and another one gives.
private final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isGiven = DispatchSemaphore(value: 0)

  /// Gives the value, once.
  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    isGiven.signal()
  }

  func wait() -> Value {
    while true {
      isGiven.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
