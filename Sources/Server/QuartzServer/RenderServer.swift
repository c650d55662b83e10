// The render server: its threads and the mailboxes between them.
// Licensed under the MIT license; see LICENSE.
//
//     sockets <-> connections' thread --ServerEvent--> each client's loop <-> trees, plans, renderer
//                                     <--ConnectionEvent--
//
// The connections' thread handles bytes but no trees; loops handle trees but no sockets. Each
// sleeps in one `poll` until there is something to do.

import Dispatch
package import Logging
package import QuartzGLES
package import QuartzModel
package import QuartzPlan
package import QuartzWindow
package import QuartzWire
import Synchronization

/// The reason why a server could not be started.
package enum ServerError: Error, CustomStringConvertible {
  case system(SystemError)
  case render(RenderError)
  case screen(ScreenError)
  case window(WindowError)

  package var description: String {
    switch self {
    case .system(let error): "\(error)"
    case .render(let error): "\(error)"
    case .screen(let error): "\(error)"
    case .window(let error): "\(error)"
    }
  }
}

/// A running server.
///
/// Any thread may use it.
package final class RenderServer: Sendable {
  /// The renderer at the start.
  package let backend: BackendDescription
  /// Node, connector and mode of the screen; nil if there is none.
  private let screen: String?
  private let directory: LoopDirectory
  /// The windows that show contexts; nil if none are wanted.
  private let windows: WindowOutput?
  private let connectionEvents: Mailbox<ConnectionEvent>
  private let connectionWakeUps: SharedCount
  private let connectionThread: ServerThread
  private let logger: Logger
  private let isStopped = Mutex(false)

  /// Starts a server without a socket; `listen` and `adopt` add clients.
  ///
  /// - Parameters:
  ///   - clock: The time of real contexts; nil is CLOCK_MONOTONIC.
  ///   - trace: The trace of what the server does, or nil.
  ///   - makeBackend: Makes a renderer, for each client and again if it is lost. Nil makes the
  ///     renderer that the options request.
  package init(
    _ options: ServerOptions = ServerOptions(),
    clock: (any FrameClock)? = nil,
    logger: Logger = Logger(label: "quartz", factory: { _ in SwiftLogNoOpLogHandler() }),
    trace: TraceFile? = nil,
    makeBackend: BackendMaker? = nil
  ) throws(ServerError) {
    var options = options
    // First, since the first to open a device may set its modes, and the renderer may open the same
    // device.
    let screen = try RenderServer.makeScreen(options)
    // Frames beyond the screen's rate would not be seen.
    if let screen { options.frameRate = min(options.frameRate, screen.refreshRate) }
    let directory = LoopDirectory(
      hasScreen: screen != nil,
      slowAnimationFactor: options.slowAnimationFactor,
      trace: trace,
      memoryLimit: options.limits.memory
    )
    // Before the renderers, which are made on the display of the windows.
    let windows = try RenderServer.makeWindows(options, directory, logger)
    options.gles.windowPlatform = windows?.platform
    let starter = LoopStarter(
      options: options,
      clock: clock ?? RealClock(),
      directory: directory,
      logger: logger,
      makeBackend: makeBackend ?? options.backendMaker { directory.workers }
    )
    let welcome: Welcome
    do {
      welcome = try RenderServer.start(starter, screen)
    } catch {
      windows?.stop()
      throw error
    }
    do throws(SystemError) {
      let (mail, wakeUps) = (try Mailbox<ConnectionEvent>(), SharedCount())
      connectionThread = try ServerThread(name: "quartz-sockets") {
        ConnectionLoop(starter: starter, welcome: welcome, mailbox: mail, wakeUps: wakeUps).run()
      }
      (connectionEvents, connectionWakeUps) = (mail, wakeUps)
    } catch {
      windows?.stop()
      throw .system(error)
    }
    self.windows = windows
    self.screen = screen?.name ?? (windows == nil ? nil : "\(OutputChoice.window)")
    self.directory = directory
    self.logger = logger
    backend = welcome.backend
  }

  private static func makeScreen(_ options: ServerOptions) throws(ServerError) -> (any Screen)? {
    do throws(ScreenError) {
      return try options.output.makeScreen(waits: options.waitsForScreen)
    } catch {
      throw .screen(error)
    }
  }

  private static func makeWindows(
    _ options: ServerOptions,
    _ directory: LoopDirectory,
    _ logger: Logger
  ) throws(ServerError) -> WindowOutput? {
    guard options.output == .window else { return nil }
    // Without a GPU no driver is loaded, unless one is asked for.
    let usesGL =
      switch options.renderer {
      case .gles: true
      case .auto: !GraphicsNodes.present().isEmpty
      case .software: false
      }
    return try WindowOutput(directory, usesGL: usesGL, logger)
  }

  /// Makes the first renderer, which provides the description, and shows black on the screen.
  private static func start(
    _ starter: LoopStarter,
    _ screen: (any Screen)?
  ) throws(ServerError) -> Welcome {
    let (options, directory) = (starter.options, starter.directory)
    let backend: any RenderBackend
    do throws(RenderError) {
      backend = try starter.makeBackend(options.renderer)
    } catch {
      throw .render(error)
    }
    if let screen {
      var state = ScreenState(screen: screen)
      do throws(ScreenError) {
        try state.showBlack(by: backend)
      } catch {
        throw .screen(error)
      }
      directory.parkScreen(state)
    }
    let welcome = Welcome(
      backend: backend.description,
      maximumSide: min(backend.maximumSide, options.limits.surfaceSide),
      limits: options.limits.wire
    )
    _ = directory.keep(backend)
    return welcome
  }

  deinit {
    stop()
  }

  /// Accepts clients at a path, which replaces any earlier path.
  ///
  /// - Throws: `WireError.socketInUse` and others of `Listener`.
  package func listen(at path: SocketPath) throws(WireError) {
    connectionEvents.post(.listen(try Listener(path)))
  }

  /// Accepts clients at a socket that listens already.
  ///
  /// - Returns: The path of the socket.
  /// - Throws: `WireError.notListening`.
  package func listen(passed descriptor: Int32) throws(WireError) -> String {
    let listener = try Listener(passed: descriptor)
    connectionEvents.post(.listen(listener))
    return listener.path
  }

  /// Takes over a connected socket as a client.
  package func adopt(_ socket: Socket) {
    connectionEvents.post(.adopt(socket))
  }

  /// Returns the server's statistics once its loops have handled all earlier events.
  package func statistics() -> Statistics {
    let isDone = DispatchSemaphore(value: 0)
    for _ in 0..<directory.ask({ isDone.signal() }) { isDone.wait() }
    return directory.counts.statistics
  }

  /// The overlays of all contexts of all clients; a change takes effect at once, also where nothing
  /// moves.
  package var overlays: Overlays {
    get { directory.overlays }
    set { directory.overlays = newValue }
  }

  /// Returns the line that scripts wait for: the socket, the renderer, its EGL platform, and the
  /// screen if there is one.
  package func readyLine(path: String) -> String {
    let platform = backend.platform.isEmpty ? "none" : backend.platform
    return "quartzd ready: socket \(path), renderer \(backend.name) (\(backend.renderer)), "
      + "EGL platform \(platform)" + (screen.map { ", output \($0)" } ?? "")
  }

  /// The number of wake-ups of the connections' thread; `Statistics` counts those of the loops.
  package var connectionWakeUpCount: Int { connectionWakeUps.value }

  /// The number of GL driver messages about errors or undefined behaviour, with
  /// `GLESPreferences.isDebug`; valid only after `stop`.
  package var driverMessageCount: Int { directory.counts.driverMessages.value }

  /// Ends all clients, removes the socket and waits for the threads, but no longer than a time.
  ///
  /// A frame cannot be cut off, and a large tree takes long to free.
  ///
  /// - Returns: Whether all threads are gone. If not, the process has to end without them.
  package func stop(milliseconds: Int32) -> Bool {
    do throws(SystemError) {
      let isDone = try WakeEvent()
      try ServerThread.detach(name: "quartz-stop") { [self] in
        stop()
        isDone.raise()
      }
      var poller = Poller()
      poller.add(isDone.descriptor)
      poller.wait(milliseconds: milliseconds)
      return poller.isReadable(0)
    } catch {
      // Freeing what is left then takes as long as it takes; no thread is there to do it beside.
      guard beginStop() else { return true }
      guard connectionThread.join(milliseconds: milliseconds) else { return false }
      releaseRest()
      return true
    }
  }

  /// Ends all clients, removes the socket and waits until all threads are gone.
  package func stop() {
    guard beginStop() else { return }
    connectionThread.join()
    releaseRest()
  }

  /// Tells the threads to end.
  ///
  /// - Returns: False if that was done before.
  private func beginStop() -> Bool {
    let isFirst = isStopped.withLock { isStopped in
      defer { isStopped = true }
      return !isStopped
    }
    if isFirst { connectionEvents.post(.stop) }
    return isFirst
  }

  /// Frees what the threads leave.
  private func releaseRest() {
    // A renderer on the windows' display goes before that.
    defer { windows?.stop() }
    // Releasing the screen restores its former picture.
    _ = directory.takeParkedScreen()
    guard let backend = directory.takeSpare() else { return }
    // A lost context has no objects.
    try? backend.deleteObjects()
    for message in backend.takeDriverMessages() {
      directory.counts.driverMessages.add()
      logger.error("GL: \(message)")
    }
  }
}
