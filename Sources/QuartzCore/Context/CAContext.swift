// Where a layer tree meets an output.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzMath
package import QuartzModel
import QuartzSoftware
import QuartzWire

/// Why a context could not be made, or gave no frame.
public enum CAContextError: Error, Equatable, CustomStringConvertible {
  /// The size in pixels or the scale cannot be used; sides are 1...`limit`.
  case invalidSize(width: Double, height: Double, scale: Double, limit: Int)
  /// There is no render server, or it ended and no other one answers.
  case serverUnavailable(String)
  /// The renderer or server refused, in its own words.
  case refused(String)

  /// One line that says what was expected and what was found.
  public var description: String {
    switch self {
    case .invalidSize(let width, let height, let scale, let limit):
      "an output of \(width) x \(height) pixels at scale \(scale): sides must be 1...\(limit)"
    case .serverUnavailable(let reason): reason
    case .refused(let reason): reason
    }
  }
}

/// Where a layer tree meets an output: a picture of a fixed size that a renderer draws.
///
/// A context takes the place of the window or view that a layer tree hangs in on Apple's platforms.
/// Its tree is drawn in this process, or by a render server that goes on animating it on its own.
///
///     let context = try CAContext(size: CGSize(width: 320, height: 240), scale: 2)
///     context.layer = CALayer()
///     context.layer?.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
///     let picture = try context.image()
///
/// A context and its layers belong to one thread at a time. If the server dies, the context finds
/// another one at the same place and sends its tree again, with its animations where they would
/// have been; a frame that was asked for meanwhile throws. It notices the death at the next commit
/// or frame, or at once if its thread waits in a run loop. Then it looks for a server at once,
/// after a tenth of a second, and again after twice the time before, up to two seconds, for as long
/// as it lives.
///
/// **Differences**: Apple's platforms have no such public class.
public final class CAContext {
  /// Where a context's time comes from, if not from the monotonic clock.
  public protocol Clock: AnyObject {
    /// The time in seconds; it never goes back.
    var currentTime: CFTimeInterval { get }
  }

  /// What of a context is not always the same.
  public struct Options {
    /// What lies behind the root layer; nil is nothing, transparent.
    public var backgroundColor: CGColor?
    /// Whether the origin is bottom left and y points up, as on macOS; if not, the origin is top
    /// left.
    public var isYUp = false
    /// The clock that animations run by; nil is the monotonic clock, as `CACurrentMediaTime()`.
    public var clock: (any Clock)?

    /// The options with their defaults.
    public init() {}
  }

  package let configuration: ContextConfiguration
  package let carrier: any CommitCarrier
  let clock: (any Clock)?
  let journal = CommitJournal()
  private var beats: BeatThread?
  // The links that this context calls itself, and the one that has layers drawn for every frame.
  private var links: [CADisplayLink] = []
  private var drawingLink: CADisplayLink?
  // Whether the commit that is made shows tiles that a picture needs.
  private var isCompletingTiles = false
  private var connection = Connection.established
  private var retryTimer: Timer?
  private var retryDelay = CAContext.firstRetryDelay

  /// Seconds until the second search for a server, and the longest time between two.
  private static let firstRetryDelay = 0.1
  private static let longestRetryDelay = 2.0

  private enum Connection: Equatable {
    case established
    /// What was sent is lost: the next commit must be the whole tree, after a `reconnect`.
    case lost
    /// The other side refused a commit; the whole tree is sent again when something has changed.
    case refused(String)
  }

  /// A context that is drawn in this process, on all cores, by the software renderer.
  ///
  /// - Parameters:
  ///   - size: The size of the output in points; in pixels it is rounded up.
  ///   - scale: Pixels per point.
  ///   - options: What is not always the same.
  /// - Throws: `CAContextError.invalidSize` unless both sides are 1...16384 pixels.
  public convenience init(
    size: CGSize,
    scale: CGFloat = 1,
    options: Options = Options()
  ) throws(CAContextError) {
    let configuration = try ContextConfiguration(size: size, scale: scale, options: options)
    let carrier: InProcessCarrier
    do {
      carrier = try InProcessCarrier(backend: SoftwareBackend(), configuration: configuration)
    } catch {
      throw .refused("\(error)")
    }
    self.init(configuration: configuration, carrier: carrier, clock: options.clock)
  }

  /// The path of the socket that a server listens at unless it is told another one.
  ///
  /// The value of `QUARTZ_SOCKET`; without that `quartzd.sock` in the folder that `XDG_RUNTIME_DIR`
  /// names, or in a folder `/tmp/quartz-UID` of the user's if it names none.
  public static var defaultServerPath: String { Environment.current.socketPath.path }

  /// A context that a render server draws; it goes on animating it while this process does nothing.
  ///
  ///     let context = try CAContext(
  ///       server: CAContext.defaultServerPath, size: CGSize(width: 320, height: 240))
  ///
  /// - Parameters:
  ///   - path: The path of the server's socket; `defaultServerPath` is where `quartzd` listens by
  ///     itself.
  ///   - size: The size of the output in points; in pixels it is rounded up.
  ///   - scale: Pixels per point.
  ///   - options: What is not always the same. With a clock of its own, the server draws only the
  ///     frames that are asked for.
  /// - Throws: `CAContextError` if no server answers there, or it refuses the size.
  public convenience init(
    server path: String,
    size: CGSize,
    scale: CGFloat = 1,
    options: Options = Options()
  ) throws(CAContextError) {
    let configuration = try ContextConfiguration(size: size, scale: scale, options: options)
    let carrier: RemoteCarrier
    do {
      var connectionOptions = ServerConnection.Options()
      connectionOptions.clientName = ProcessInfo.processInfo.processName
      carrier = try RemoteCarrier(
        connection: try ServerConnection(path: path, options: connectionOptions),
        configuration: configuration,
        clock: options.clock == nil ? .real : .stepped
      )
    } catch {
      if case .refused(let failure) = error { throw .refused(failure.reason) }
      throw .serverUnavailable("\(error)")
    }
    self.init(configuration: configuration, carrier: carrier, clock: options.clock)
  }

  /// A context on a carrier.
  package init(
    configuration: ContextConfiguration,
    carrier: any CommitCarrier,
    clock: (any Clock)? = nil
  ) {
    self.configuration = configuration
    self.carrier = carrier
    self.clock = clock
    journal.context = self
    watchCarrier()
  }

  deinit {
    retryTimer?.invalidate()
    drawingLink?.invalidate()
    journal.close()
    carrier.close()
  }

  /// The size of the output in points.
  public var size: CGSize {
    CGSize(
      width: Double(configuration.width) / configuration.scale,
      height: Double(configuration.height) / configuration.scale
    )
  }

  /// Pixels per point.
  public var scale: CGFloat { configuration.scale }

  /// The root of the tree that the context shows.
  ///
  /// Its superlayer, in points, is the output; a layer that has a superlayer, or is the root of
  /// another context, leaves that place first. The change is part of the current transaction.
  public var layer: CALayer? {
    get { journal.root }
    set {
      guard newValue !== journal.root else { return }
      newValue?.leaveTree()
      journal.setRoot(newValue)
    }
  }

  /// The time by which animations run, in seconds.
  public var currentTime: CFTimeInterval { clock?.currentTime ?? CACurrentMediaTime() }

  // MARK: Frames

  /// The picture that the output shows at a time; the current time if there is none.
  ///
  /// The implicit transaction of the thread is committed before. The time is one of the context's
  /// clock; times may come in any order and each gives the same picture whenever it is asked for,
  /// as long as nothing is committed in between.
  ///
  /// - Throws: `CAContextError` if there is no server or the renderer failed.
  public func image(at time: CFTimeInterval? = nil) throws(CAContextError) -> CGImage {
    let time = time ?? currentTime
    prepareFrame(at: time)
    return CGImage(try frame(at: time).pixels)
  }

  /// Commits what belongs to the picture of a time.
  package func prepareFrame(at time: Double) {
    for link in links { link.fire(for: time) }
    CATransaction.flush()
    let areAsked = journal.askLayers(at: time, period: 1 / LocalBeats.rate)
    if journal.drawAnimatedLayers(at: time) || areAsked { CATransaction.flush() }
    isCompletingTiles = true
    defer { isCompletingTiles = false }
    if journal.forEachTiledLayer({ $0.completeTiles($1, at: time) }) { CATransaction.flush() }
  }

  // MARK: Beats

  /// A display link to the frames of this context: those that the render server draws, or 60 a second.
  ///
  /// - Parameters:
  ///   - target: Whose method is called; the link keeps it.
  ///   - selector: The method, as `Player.step`.
  public func displayLink<Target: AnyObject>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) -> CADisplayLink {
    makeLink { selector(target)($0) }
  }

  private func makeLink(_ call: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    guard clock == nil else {
      let link = CADisplayLink(beats: nil, call)
      links.append(link)
      link.onInvalidate = { [weak self, unowned link] in self?.links.removeAll { $0 === link } }
      return link
    }
    if beats == nil { beats = carrier.makeBeatSource().map { BeatThread($0) } }
    return CADisplayLink(beats: beats ?? .local, call)
  }

  /// Has layers drawn for every frame as long as animations ask for it, if the clock is the real one.
  private func updateDrawing() {
    guard clock == nil,
      journal.hasDrawnAnimations || journal.hasMovingTiles || journal.hasAskedLayers
    else {
      drawingLink?.invalidate()
      drawingLink = nil
      return
    }
    guard drawingLink == nil else { return }
    let link = makeLink { [weak self] link in
      let time = link.targetTimestamp
      self?.journal.askLayers(at: time, period: link.duration)
      self?.journal.drawAnimatedLayers(at: time)
      self?.journal.forEachTiledLayer { $0.requestTiles($1, at: time) }
      CATransaction.flush()
    }
    link.add(to: .current, forMode: .common)
    drawingLink = link
  }

  /// The frame of a time of what was committed before.
  package func frame(at time: Double) throws(CAContextError) -> RenderedFrame {
    switch connection {
    case .established: break
    case .lost: try restore()
    case .refused(let reason): throw .refused(reason)
    }
    do {
      return try carrier.frame(at: time)
    } catch {
      guard case .connectionLost = error else { throw refusal(error) }
      connection = .lost
    }
    try restore()
    do {
      return try carrier.frame(at: time)
    } catch {
      throw refusal(error)
    }
  }

  /// The error of a frame that was not drawn.
  private func refusal(_ error: CarrierError) -> CAContextError {
    switch error {
    case .connectionLost:
      connection = .lost
      return .serverUnavailable("\(error)")
    case .commitRefused:
      connection = .refused("\(error)")
      return .refused("\(error)")
    case .failed(let reason): return .refused(reason)
    }
  }

  // MARK: Commits

  func sendChanges(of journal: CommitJournal) {
    defer {
      askForTiles()
      updateDrawing()
    }
    if connection == .established {
      let commit = journal.makeCommit(at: currentTime)
      if commit.isEmpty { return }
      do {
        try carrier.send(commit)
        journal.connectSlots(to: carrier.slots)
        return
      } catch {
        Diagnostics.report("\(error)")
      }
    }
    // A failure is kept in `connection`, and thrown when a frame is asked for.
    try? restore()
  }

  /// Has layers look after the tiles that what was committed makes necessary.
  private func askForTiles() {
    guard !isCompletingTiles else { return }
    let time = currentTime
    if clock == nil {
      journal.forEachTiledLayer { $0.requestTiles($1, at: time) }
    } else {
      journal.forEachTiledLayer { $0.noteTiles($1, at: time) }
    }
  }

  /// Finds a server again and sends it the whole tree.
  private func restore() throws(CAContextError) {
    do {
      try carrier.reconnect()
      try carrier.send(journal.makeFullCommit(at: currentTime))
      journal.connectSlots(to: carrier.slots)
      connection = .established
      stopRetrying()
      watchCarrier()
    } catch {
      switch error {
      case .connectionLost:
        connection = .lost
        scheduleRetry()
        throw .serverUnavailable("\(error)")
      case .commitRefused, .failed:
        connection = .refused("\(error)")
        stopRetrying()
        throw .refused("\(error)")
      }
    }
  }

  private func stopRetrying() {
    retryTimer?.invalidate()
    retryTimer = nil
    retryDelay = CAContext.firstRetryDelay
  }

  /// Tries again from the thread's run loop, later each time, until a server answers.
  private func scheduleRetry() {
    retryTimer?.invalidate()
    // Safe because: the timer fires on the run loop of the thread that the context belongs to.
    nonisolated(unsafe) weak let context = self
    let timer = Timer(timeInterval: retryDelay, repeats: false) { _ in
      guard let context, context.connection == .lost else { return }
      try? context.restore()
    }
    RunLoop.current.add(timer, forMode: .common)
    retryTimer = timer
    retryDelay = min(retryDelay * 2, CAContext.longestRetryDelay)
  }

  /// Has the thread's run loop look after the context when the server is gone.
  private func watchCarrier() {
    // Safe because: run loops take timers from any thread, and the context is looked at only when
    // the timer fires, on the run loop of the thread that it belongs to.
    nonisolated(unsafe) let runLoop = RunLoop.current
    nonisolated(unsafe) weak let context = self
    carrier.watch {
      let timer = Timer(timeInterval: 0, repeats: false) { _ in context?.carrierWasLost() }
      runLoop.add(timer, forMode: .common)
    }
  }

  private func carrierWasLost() {
    // A commit may have noticed it before, and found another server.
    guard connection == .established, !carrier.isConnected else { return }
    Diagnostics.report("the render server is gone; its successor is waited for")
    connection = .lost
    try? restore()
  }
}

extension ContextConfiguration {
  fileprivate init(
    size: CGSize,
    scale: CGFloat,
    options: CAContext.Options
  ) throws(CAContextError) {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard let pixelWidth = Int(exactly: width), let pixelHeight = Int(exactly: height) else {
      throw .invalidSize(
        width: width,
        height: height,
        scale: scale,
        limit: ContextConfiguration.maximumSide
      )
    }
    self.init(
      width: pixelWidth,
      height: pixelHeight,
      scale: scale,
      isYUp: options.isYUp,
      background: options.backgroundColor.map { Color($0) } ?? .clear
    )
    guard isValid else {
      throw .invalidSize(
        width: width,
        height: height,
        scale: scale,
        limit: ContextConfiguration.maximumSide
      )
    }
  }
}
