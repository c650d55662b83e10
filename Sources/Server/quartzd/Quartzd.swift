// The render server as a process.
// Licensed under the MIT license; see LICENSE.

import ArgumentParser
import Glibc
import Logging
import QuartzFaults
import QuartzGLES
import QuartzModel
import QuartzServer
import QuartzWire

@main
struct Quartzd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quartzd",
    abstract: "Draws the layer trees of its clients.",
    discussion: """
      When it listens, the server prints one line with the path of its socket and what draws. It \
      ends on SIGTERM and SIGINT and removes the socket then. SIGUSR1 turns the overlays of --overlay off \
      and on; without any, it shows where layers are blended. Documentation/Instruments.md says what \
      each overlay shows.

      The environment variables QUARTZ_SOCKET, QUARTZ_RENDERER, QUARTZ_PLATFORM, QUARTZ_OVERLAY, \
      QUARTZ_TRACE and QUARTZ_LOG_LEVEL stand in for options that are not given. A socket that systemd passes \
      (LISTEN_FDS) takes the place of a path. Exit code 1: the server could not start, or \
      --debug-gl found something; 2: wrong usage.
      """,
    version: programVersion
  )

  @Option(
    help: ArgumentHelp(
      "Where to listen; by default quartzd.sock in $XDG_RUNTIME_DIR.",
      valueName: "path"
    )
  )
  var socket: String?

  @Option(help: "What draws: auto takes the software renderer where GL would be software.")
  var renderer: RendererChoice?

  @Option(
    help: ArgumentHelp(
      """
      The EGL platform that GLES draws on, and no other: gbm:/dev/dri/card0, gbm, device:0, device \
      or surfaceless. Alone, it asks for GLES.
      """,
      valueName: "platform"
    )
  )
  var platform: PlatformChoice?

  @Flag(
    help: """
      Has GLES explain what is wrong with its calls: each message is an error in the log, as are objects \
      that are left in the end.
      """
  )
  var debugGL = false

  @Option(
    help: ArgumentHelp(
      """
      Where pictures go besides to clients: none; kms, which shows the first context on a screen, \
      without a window system, and kms:/dev/dri/card0 names the device; or window, which shows each \
      context in a window of the desktop.
      """,
      valueName: "output"
    )
  )
  var output = OutputChoice.none

  @Flag(
    help: """
      With kms, starts without a screen, too, and shows on the first one that is plugged in.
      """
  )
  var waitForScreen = false

  @Option(
    help: ArgumentHelp(
      """
      What pictures show besides layers: none, or some of blended, misaligned, offscreen, cache, \
      copied, slots, flash, overdraw, borders, fps and extended, with commas between them.
      """,
      valueName: "overlay,..."
    )
  )
  var overlay: OverlayChoice?

  @Option(
    help: ArgumentHelp(
      "How many times slower everything moves, in all programs.",
      valueName: "factor"
    )
  )
  var slowAnimations = 1.0

  @Option(
    help: ArgumentHelp(
      "A new file for a trace of all frames, for Chrome or Perfetto.",
      valueName: "file"
    )
  )
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "The highest number of frames per second drawn while something moves.",
      valueName: "fps"
    )
  )
  var frameRate = ServerOptions().frameRate

  @Option(
    help: ArgumentHelp(
      "trace, debug, info, notice, warning, error or critical; to standard error.",
      valueName: "level"
    ),
    transform: { name in
      guard let level = Logger.Level(rawValue: name) else {
        throw ValidationError("not a level of the log: \(name)")
      }
      return level
    }
  )
  var logLevel: Logger.Level?

  @Option(
    help: ArgumentHelp(
      "A descriptor to write the ready line to as well; it is closed afterwards.",
      valueName: "number"
    )
  )
  var readyFd: Int32?

  /// How long the end waits for clients' frames and for the log, a second together at most.
  private static let mostStopMilliseconds: Int32 = 700
  private static let mostLogMilliseconds: Int32 = 100

  @OptionGroup(title: "Limits")
  var limits: LimitOptions

  func validate() throws {
    if socket != nil, PassedSocket.isAnnounced {
      throw ValidationError("--socket is the starter's choice where it passes one (LISTEN_FDS)")
    }
    guard frameRate > 0, frameRate <= 1000 else {
      throw ValidationError("--frame-rate must be above 0 and at most 1000, found \(frameRate)")
    }
    guard slowAnimations > 0, slowAnimations.isFinite else {
      throw ValidationError("--slow-animations must be above 0, found \(slowAnimations)")
    }
    if platform != nil, renderer == .software {
      throw ValidationError("--platform is for GLES, not for --renderer software")
    }
    if let readyFd, fcntl(readyFd, F_GETFD) < 0 {
      throw ValidationError("--ready-fd \(readyFd) is not an open descriptor")
    }
  }

  func run() throws {
    let environment = ProcessEnvironment.current
    if let fault = environment.fault { Fault.strikeProcess(fault) }
    // Threads inherit the mask, so the signals wait for `sigwait` below. This comes first because
    // the log has a thread.
    signal(SIGPIPE, SIG_IGN)
    // Memory beyond the limit of a file's size is an error of the client that asks for it.
    signal(SIGXFSZ, SIG_IGN)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGTERM)
    sigaddset(&signals, SIGINT)
    // Of a terminal that is gone; it stays ignored where it was, as under nohup.
    sigaddset(&signals, SIGHUP)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let descriptors = DescriptorLimit.raise()
    let log = try LogQueue(descriptor: STDERR_FILENO)
    defer { log.finish() }
    let logger = try makeLogger(environment, log)
    var options = ServerOptions()
    let platform = try platformChoice(environment)
    options.gles.platforms = platform ?? .any
    if debugGL { options.gles.isDebug = true }
    options.renderer = try rendererChoice(environment) ?? (platform == nil ? .auto : .gles)
    options.frameRate = frameRate
    options.limits = limits.limits
    options.output = output
    options.waitsForScreen = waitForScreen
    options.slowAnimationFactor = slowAnimations
    let overlays = try overlayChoice(environment)

    let promised = DescriptorLimit.promised(options.limits)
    if descriptors < promised {
      logger.info(
        "at most \(descriptors) descriptors; \(options.limits.clients) clients may want \(promised)"
      )
    }
    let server = try RenderServer(options, logger: logger, trace: try makeTrace())
    server.overlays = overlays
    do {
      announce("\(server.readyLine(path: try listen(server, environment)))\n")
    } catch {
      server.stop()
      throw error
    }
    var signal: Int32 = 0
    while true {
      sigwait(&signals, &signal)
      guard signal == SIGUSR1 else { break }
      server.overlays = server.overlays.isEmpty ? (overlays.isEmpty ? .blended : overlays) : []
    }
    logger.info("ends on signal \(signal)")
    guard server.stop(milliseconds: Quartzd.mostStopMilliseconds) else {
      logger.notice("ends without waiting for the frames that are in the works")
      log.finish(milliseconds: Quartzd.mostLogMilliseconds)
      // Nothing but memory is left.
      _exit(0)
    }
    guard server.driverMessageCount == 0 else {
      throw DriverComplaint(count: server.driverMessageCount)
    }
  }

  /// Opens the socket, or takes the one that the program was started with.
  ///
  /// - Returns: The path of the socket.
  private func listen(_ server: RenderServer, _ environment: ProcessEnvironment) throws -> String {
    if let passed = try PassedSocket.take() { return try server.listen(passed: passed) }
    let path = socket.map { SocketPath($0) } ?? environment.socketPath
    try server.listen(at: path)
    return path.path
  }

  private func makeLogger(_ environment: ProcessEnvironment, _ log: LogQueue) throws -> Logger {
    var logger = Logger(label: "quartzd") { QueuedLogHandler(label: $0, queue: log) }
    logger.logLevel = .notice
    if let logLevel {
      logger.logLevel = logLevel
    } else if let name = environment.logLevel {
      guard let level = Logger.Level(rawValue: name) else {
        throw ValidationError("QUARTZ_LOG_LEVEL is not a level of the log: \(name)")
      }
      logger.logLevel = level
    }
    return logger
  }

  /// Begins the trace that the command line asks for, or adds to that of the environment.
  private func makeTrace() throws -> TraceFile? {
    guard let trace else { return TraceFile.ofEnvironment }
    return try TraceFile(path: trace, name: "quartzd", isNew: true)
  }

  private func overlayChoice(_ environment: ProcessEnvironment) throws -> Overlays {
    if let overlay { return overlay.overlays }
    guard let names = environment.overlay else { return [] }
    guard let overlays = Overlays(names: names) else {
      throw ValidationError("QUARTZ_OVERLAY is not a list of overlays: \(names)")
    }
    return overlays
  }

  private func rendererChoice(_ environment: ProcessEnvironment) throws -> RendererChoice? {
    if let renderer { return renderer }
    // The option selects GLES and overrides the environment.
    guard platform == nil, let name = environment.renderer else { return nil }
    guard let choice = RendererChoice(rawValue: name) else {
      throw ValidationError("QUARTZ_RENDERER is not auto, gles or software: \(name)")
    }
    return choice
  }

  private func platformChoice(_ environment: ProcessEnvironment) throws -> PlatformChoice? {
    if let platform { return platform }
    guard let name = environment.platform else { return nil }
    guard let choice = PlatformChoice(name: name) else {
      throw ValidationError("QUARTZ_PLATFORM is not gbm, device or surfaceless: \(name)")
    }
    return choice
  }

  private func announce(_ line: String) {
    Quartzd.write(line, to: STDOUT_FILENO)
    guard let readyFd else { return }
    Quartzd.write(line, to: readyFd)
    close(readyFd)
  }

  /// Writes a short line; a reader that does not listen does not block the server.
  private static func write(_ line: String, to descriptor: Int32) {
    _ = line.utf8.withContiguousStorageIfAvailable { bytes in
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
  }

  /// Errors are one line and exit code 1, wrong usage is 2 (the library's own code would be 64).
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let code = exitCode(for: error)
      switch code {
      case .success: exit(withError: error)
      case .validationFailure:
        write("quartzd: \(message(for: error)); see quartzd --help\n", to: STDERR_FILENO)
        Glibc.exit(2)
      default:
        write("quartzd: \(error)\n", to: STDERR_FILENO)
        Glibc.exit(1)
      }
    }
  }
}

/// A message of GL's driver.
private struct DriverComplaint: Error, CustomStringConvertible {
  let count: Int

  var description: String {
    "GL told \(count) times of what is wrong; see the log"
  }
}

extension RendererChoice: ExpressibleByArgument {}

extension PlatformChoice: ExpressibleByArgument {
  init?(argument: String) {
    self.init(name: argument)
  }
}

extension OutputChoice: ExpressibleByArgument {
  init?(argument: String) {
    self.init(name: argument)
  }
}

/// The overlays of the command line.
struct OverlayChoice: ExpressibleByArgument {
  let overlays: Overlays

  init?(argument: String) {
    guard let overlays = Overlays(names: argument) else { return nil }
    self.overlays = overlays
  }
}
