// The windows of a server's contexts, on the thread that has them.
// Licensed under the MIT license; see LICENSE.

import Logging
import QuartzGLES
import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzWindow
import QuartzWire

/// A context and its window.
private final class ShownOutput {
  let token: UInt64
  let location: ContextLocation
  /// Nil before the first picture, and when the user has closed it.
  var window: SystemWindow?
  /// The picture in memory, or the one on loan from the renderer; the latest of them is shown.
  var picture: ReceivedPicture?
  var loan: LentPicture?
  /// The window for pictures on loan.
  var surface: WindowSurface?
  /// The pictures that were shown, and the bytes that were copied for them.
  var shown = (pictures: 0, copiedBytes: 0)
  var isVisible = true
  /// Whether no window is to be shown any more.
  var isClosed = false
  /// Whether the context's loop was asked, and has not answered.
  var isAsked = false
  /// When to ask again after a failure; nil if there was none.
  var retryTime: Double?
  /// The context's pictures on their way; in use until they are copied.
  let pool: BufferPool
  /// The input of the window, on its way to the context's loop.
  var input = WindowInput()
  let events = EventFeed()
  let memory: MemoryShare

  init(_ token: UInt64, _ location: ContextLocation, _ ledger: MemoryLedger) {
    (self.token, self.location) = (token, location)
    memory = MemoryShare(ledger)
    var bounds = BufferPool.Bounds()
    bounds.idleBuffers = 1
    pool = BufferPool(bounds: bounds)
  }

  /// The point of the context at a pixel of its window, where the picture is in the middle.
  func point(at pixel: Point, in window: SystemWindow) -> Point {
    let configuration = location.creation.configuration
    let size = window.size
    let placement = ScreenPlacement(
      configuration.width,
      configuration.height,
      on: size?.pixelWidth ?? configuration.width,
      size?.pixelHeight ?? configuration.height
    )
    return Point(
      (pixel.x - Double(placement.x)) / configuration.scale,
      (pixel.y - Double(placement.y)) / configuration.scale
    )
  }

  /// Forgets window and picture.
  func close() {
    // A surface goes before its window.
    (loan, surface) = (nil, nil)
    (window, picture, isClosed) = (nil, nil, true)
    memory.set(0)
  }
}

/// All windows; belongs to their thread.
final class WindowDesk {
  /// The most windows; further contexts show in none.
  static let mostWindows = 64
  /// Seconds until a context is asked again whose picture did not come.
  private static let retrySeconds = 1.0

  private let system: WindowSystem
  /// The platform of GL's pictures for windows; nil if they come in memory.
  private let platform: EGLPlatform?
  private let directory: LoopDirectory
  private let logger: Logger
  private var contexts: [UInt64: ShownOutput] = [:]
  private var painter = Painter.unknown
  private var isOver = false
  // Whether the log says that something shows in no window.
  private var hasReported = false

  /// The one who shows pictures on loan; made for the first of them.
  private enum Painter {
    case unknown
    case absent
    case ready(WindowPainter)
  }

  init(
    _ system: WindowSystem,
    _ platform: EGLPlatform?,
    _ directory: LoopDirectory,
    _ logger: Logger
  ) {
    (self.system, self.platform) = (system, platform)
    (self.directory, self.logger) = (directory, logger)
    if platform == nil { painter = .absent }
  }

  /// Shows windows until the server ends, or the display.
  func run(_ mailbox: Mailbox<ServerEvent>) {
    directory.add(WindowOutput.client, mailbox)
    directory.setWindows(mailbox)
    while !isOver {
      for event in mailbox.take() { receive(event) }
      if isOver { break }
      retry(at: WindowSystem.now)
      let holdsKey = contexts.values.contains(where: \.input.holdsKey)
      if let event = system.wait(holdsKey ? 0 : .infinity) { take(event) } else { settleKeys() }
    }
    directory.setWindows(nil)
    directory.remove(WindowOutput.client)
    directory.postToAll(.visitorLeft(WindowOutput.client))
    // Nobody posts any more; questions are answered.
    for case .query(let answer) in mailbox.take() { answer() }
    for context in contexts.values { context.close() }
    contexts.removeAll()
  }

  // MARK: The server's events

  private func receive(_ event: ServerEvent) {
    switch event {
    case .contextsChanged: followContexts()
    case .visited(_, let token, let result):
      guard let context = contexts[token] else { return }
      context.isAsked = false
      take(result, of: context)
    case .query(let answer): answer()
    case .stop: isOver = true
    // Of loops with trees.
    case .connected, .received, .disconnected, .visit, .visitorLeft, .hosting, .observation,
      .fence, .events, .overlayChanged, .screen, .screenIsWanted:
      break
    }
  }

  /// Brings the windows in line with the contexts that there are.
  private func followContexts() {
    let there = directory.shownContexts
    var gone: [ShownOutput] = []
    for (token, context) in contexts where there[token] == nil {
      contexts[token] = nil
      gone.append(context)
    }
    let new = there.filter { contexts[$0.key] == nil }.sorted { $0.value.output < $1.value.output }
    for (token, location) in new {
      let context = ShownOutput(token, location, directory.counts.memory)
      contexts[token] = context
      ask(context)
    }
    for context in gone {
      // A program that gives its context another size makes another one, and then ends the first.
      let heir = contexts.values.filter {
        $0.location.owner == context.location.owner && $0.window == nil && !$0.isClosed
      }.max { $0.location.output < $1.location.output }
      if let heir {
        (heir.window, heir.isVisible) = (context.window, context.isVisible)
        heir.surface = context.surface
        heir.isClosed = context.isClosed
      }
      close(context)
    }
  }

  private func close(_ context: ShownOutput) {
    if context.shown.pictures > 0 {
      let (pictures, bytes) = context.shown
      let name = LogText.quoted(context.location.program)
      logger.info("a window of \(name) showed \(pictures) pictures, \(bytes) bytes copied")
    }
    context.close()
  }

  /// Asks a context for what is new in its picture, if somebody sees it.
  private func ask(_ context: ShownOutput) {
    guard !context.isAsked, !context.isClosed, context.isVisible else { return }
    context.retryTime = nil
    let isWhole = context.picture == nil && context.loan == nil
    let request: Visit.Request
    if case .absent = painter {
      request = .news(context.pool, isWhole: isWhole)
    } else {
      request = .loan(context.pool, isWhole: isWhole)
    }
    let visit = Visit(
      visitor: WindowOutput.client,
      serial: context.token,
      token: context.token,
      request: request
    )
    context.isAsked = directory.post(.visit(visit), to: context.location.owner)
  }

  private func retry(at now: Double) {
    for context in contexts.values {
      if let time = context.retryTime, time <= now { ask(context) }
    }
  }

  private func take(_ result: VisitResult, of context: ShownOutput) {
    if context.isClosed { return }
    switch result {
    case .frame(let frame, _):
      if context.loan == nil {
        show(frame, of: context)
      } else {
        // The renderer was replaced by one that lends nothing; all of the picture is asked for.
        (context.loan, context.surface) = (nil, nil)
      }
      ask(context)
    case .loan(let picture):
      show(picture, of: context)
      ask(context)
    case .failure(let failure) where failure.code == .unknownToken:
      // It is gone, and the directory says so.
      break
    case .failure(let failure):
      report("a window keeps its picture: \(failure.reason)")
      context.retryTime = WindowSystem.now + Self.retrySeconds
    case .answer: break
    }
  }

  // MARK: Pictures

  private func show(_ frame: Frame, of context: ShownOutput) {
    let (width, height) = (frame.pixels.width, frame.pixels.height)
    if context.picture == nil {
      let bytes = 2 * width * height * 4
      guard directory.counts.memory.hasForWatching(bytes),
        let picture = ReceivedPicture(width: width, height: height)
      else {
        context.close()
        return report("there is no memory for a window of \(width) x \(height) pixels")
      }
      context.memory.set(bytes)
      context.picture = picture
      guard fitWindow(of: context, width, height) else { return }
    }
    guard let picture = context.picture, let window = context.window else { return }
    context.shown.pictures += 1
    for part in frame.damage { context.shown.copiedBytes += part.area * 4 }
    frame.pixels.withBytes {
      picture.take($0, rowBytes: frame.pixels.rowBytes, frame.damage)
    }
    _ = picture.show(in: window, isWhole: false)
  }

  private func show(_ picture: LentPicture, of context: ShownOutput) {
    if context.loan == nil {
      // The renderer has two textures.
      let bytes = 2 * picture.width * picture.height * 4
      guard directory.counts.memory.hasForWatching(bytes) else {
        close(context)
        return report("there is no memory for a window of \(bytes) bytes")
      }
      context.memory.set(bytes)
      guard fitWindow(of: context, picture.width, picture.height, isDrawnByGL: platform != .x11)
      else { return }
    }
    guard let surface = surface(of: context) else { return }
    (context.loan, context.picture) = (picture, nil)
    context.shown.pictures += 1
    if surface.show(picture) { return }
    // The end of a window or the display is an event of its own.
    (context.loan, context.surface, painter) = (nil, nil, .absent)
    report("pictures of windows are copied: a window took none")
  }

  /// The window of a context for pictures on loan; nil if they come in memory from now on.
  private func surface(of context: ShownOutput) -> WindowSurface? {
    if let surface = context.surface { return surface }
    do throws(RenderError) {
      if case .unknown = painter, let platform { painter = .ready(try WindowPainter(platform)) }
      guard case .ready(let painter) = painter, let window = context.window else {
        throw .noRenderer(reasons: ["no window is drawn to by GL"])
      }
      if let number = window.x11Number {
        context.surface = try painter.open(number)
      } else {
        context.surface = painter.open { window.glSurface }
      }
      if context.surface == nil { throw .noRenderer(reasons: ["the window has no surface of EGL"]) }
    } catch {
      (context.loan, painter) = (nil, .absent)
      report("pictures of windows are copied: \(error)")
    }
    return context.surface
  }

  /// Shows the whole picture again.
  private func redraw(_ context: ShownOutput, in window: SystemWindow) {
    if let loan = context.loan, let surface = context.surface {
      _ = surface.show(loan)
    } else {
      _ = context.picture?.show(in: window, isWhole: true)
    }
  }

  /// Opens the window of a context, or gives it the size of another picture.
  ///
  /// - Returns: Whether there is a window.
  private func fitWindow(
    of context: ShownOutput,
    _ width: Int,
    _ height: Int,
    isDrawnByGL: Bool = false
  ) -> Bool {
    if let window = context.window {
      resize(window, width, height)
      return true
    }
    do throws(WindowError) {
      let count = contexts.values.reduce(0) { $0 + ($1.window == nil ? 0 : 1) }
      guard count < Self.mostWindows else {
        throw .refused(reason: "\(count + 1) windows, at most \(Self.mostWindows) are shown")
      }
      let name = LogText.escaped(context.location.program)
      let window = try SystemWindow(
        system,
        title: name.isEmpty ? "quartzd" : name,
        width: width,
        height: height,
        isResizable: false,
        isDrawnByGL: isDrawnByGL
      )
      context.window = window
      resize(window, width, height)
      window.show()
      return true
    } catch {
      context.close()
      report("a context shows in no window: \(error)")
      return false
    }
  }

  /// Gives a window so many pixels.
  private func resize(_ window: SystemWindow, _ width: Int, _ height: Int) {
    guard let size = window.size, (size.pixelWidth, size.pixelHeight) != (width, height) else {
      return
    }
    window.resize(
      width: Int((Double(width) / size.scale).rounded()),
      height: Int((Double(height) / size.scale).rounded())
    )
  }

  private func report(_ reason: String) {
    // Once: a client can cause it as often as it likes.
    if hasReported { return logger.debug("\(reason)") }
    hasReported = true
    logger.warning("\(reason)")
  }

  // MARK: The desktop's events

  private func take(_ event: WindowEvent) {
    if case .displayLost = event.kind {
      logger.error("\(WindowError.displayLost); the server goes on without windows")
      isOver = true
      return
    }
    for context in contexts.values {
      guard let window = context.window else { continue }
      if event.window == 0 || event.window == window.number { take(event, window, context) }
    }
  }

  private func take(_ event: WindowEvent, _ window: SystemWindow, _ context: ShownOutput) {
    for event in context.input.take(event, { context.point(at: $0, in: window) }) {
      post(event, of: context)
    }
    switch event.kind {
    case .close:
      logger.info("the window of \(LogText.quoted(context.location.program)) is closed")
      close(context)
    case .changed, .monitor: redraw(context, in: window)
    case .visibility(let isSeen):
      context.isVisible = isSeen
      guard isSeen else { return }
      redraw(context, in: window)
      ask(context)
    case .displayLost, .focus, .key, .text, .pointer, .pointerLeft, .button, .wheel, .finger,
      .dropped:
      break
    }
  }

  /// Sends keys that typed nothing, once no event follows them.
  private func settleKeys() {
    for context in contexts.values {
      if let event = context.input.settle() { post(event, of: context) }
    }
  }

  /// Sends input to the context's loop, which knows what of its scene it is for.
  private func post(_ event: OutputEvent, of context: ShownOutput) {
    guard context.events.add(event) else { return }
    let event = ServerEvent.events(context.events, of: context.token, isRouted: false)
    directory.post(event, to: context.location.owner)
  }
}
