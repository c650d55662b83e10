// Where a layer tree meets an output.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzMath
package import QuartzModel
import QuartzSoftware
import QuartzWire
import Synchronization

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
/// A context that is drawn in this process is made for pictures: its time is its own, begins at 0
/// and stands still until a picture of a later time is asked for, or `advance(to:)` moves it. One that a
/// server draws, or whose options say so, runs in real time, by the machine's monotonic clock.
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
  /// Where a context's time comes from, if it is neither its own nor the monotonic clock.
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
    /// A clock of the program's that animations run by; nil, the default, is none.
    public var clock: (any Clock)?
    /// Whether a context that is drawn in this process, and has no clock of the program's, runs by the
    /// machine's monotonic clock instead of a time of its own that stands still; false by default.
    ///
    /// Completion blocks, display links and tiles then come from the run loop, when their time
    /// has come, as for a context that a server draws.
    public var isRealTime = false

    /// The options with their defaults.
    public init() {}
  }

  /// The output; settled by `setSize(_:scale:)` after the context is made.
  package var configuration: ContextConfiguration { LayerLock.with { output } }
  private var output: ContextConfiguration
  package let carrier: any CommitCarrier
  /// The clock that is not the machine's own; nil in real time.
  let clock: (any Clock)?
  // Whether `CACurrentMediaTime()` is this context's time where it was used last.
  private let isMediaClock: Bool
  let journal = CommitJournal()
  // The run loop of the thread that made the context.
  private let home = HomeLoop.current
  private var beats: BeatThread?
  // The links that this context calls itself, and the one that has layers drawn for every frame.
  private var links: [CADisplayLink] = []
  private var drawingLink: CADisplayLink?
  // The transactions of the thread that commits the tiles which a picture needs.
  private var completingStack: TransactionStack?
  private var connection: Connection {
    get { LayerLock.with { lastConnection } }
    set { LayerLock.with { lastConnection = newValue } }
  }
  private var lastConnection = Connection.established
  private var retry: HomeLoop.Call?
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

  /// The time of a context made for pictures; other threads may ask for it.
  private final class PictureClock: Clock {
    private let time = Mutex<CFTimeInterval>(0)
    var currentTime: CFTimeInterval {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }

  /// A context that is drawn in this process, on all cores, by the software renderer.
  ///
  /// It is made for pictures: its time is its own, begins at 0 and stands still until `image(at:)` or
  /// `advance(to:)` moves it, so that what is committed first begins at 0. With a clock in the options it
  /// runs by that, and in real time if they say so.
  ///
  /// - Parameters:
  ///   - size: The size of the output in points; in pixels it is rounded up, unless it is whole to a millionth.
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
    let clock = options.clock ?? (options.isRealTime ? nil : PictureClock())
    self.init(configuration: configuration, carrier: carrier, clock: clock)
  }

  /// The path of the socket that a server listens at unless it is told another one.
  ///
  /// The value of `QUARTZ_SOCKET`; without that `quartzd.sock` in the folder that `XDG_RUNTIME_DIR`
  /// names, or in a folder `/tmp/quartz-UID` of the user's if it names none.
  public static var defaultServerPath: String { Environment.current.socketPath.path }

  /// A context that a render server draws; it goes on animating it while this process does nothing.
  ///
  /// Its time is real, that of the monotonic clock, unless it has a clock of the program's.
  ///
  ///     let context = try CAContext(
  ///       server: CAContext.defaultServerPath, size: CGSize(width: 320, height: 240))
  ///
  /// - Parameters:
  ///   - path: The path of the server's socket; `defaultServerPath` is where `quartzd` listens by
  ///     itself.
  ///   - size: The size of the output in points; in pixels it is rounded up, unless it is whole to a millionth.
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
  ///
  /// - Parameters:
  ///   - configuration: The output.
  ///   - carrier: Who draws.
  ///   - clock: Nil is real time.
  ///   - isMediaClock: Whether `CACurrentMediaTime()` may follow the context's time.
  package init(
    configuration: ContextConfiguration,
    carrier: any CommitCarrier,
    clock: (any Clock)? = nil,
    isMediaClock: Bool = true
  ) {
    output = configuration
    self.carrier = carrier
    self.clock = clock
    self.isMediaClock = isMediaClock
    journal.context = self
    watchCarrier()
    noteUse()
  }

  /// Has `CACurrentMediaTime()` follow the context on this thread.
  private func noteUse() {
    if isMediaClock { TransactionStack.current.use(self) }
  }

  deinit {
    retry?.cancel()
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

  /// Gives the output another size or scale, as a window that is dragged larger or to another screen.
  ///
  /// The tree stays, with its animations where they are; layers are as large as they were. The next
  /// picture has the new size, all of it drawn anew.
  ///
  /// - Parameters:
  ///   - size: The size of the output in points; in pixels it is rounded up, unless it is whole to a
  ///     millionth.
  ///   - scale: Pixels per point; nil keeps the scale.
  /// - Throws: `CAContextError.invalidSize` unless both sides are 1...16384 pixels, or what the renderer
  ///   or the server says; the output is then as it was.
  public func setSize(_ size: CGSize, scale: CGFloat? = nil) throws(CAContextError) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let sides = try ContextConfiguration(size: size, scale: scale ?? output.scale)
    var new = output
    (new.width, new.height, new.scale) = (sides.width, sides.height, sides.scale)
    guard new != output else { return }
    do {
      let hasTree = try carrier.configure(new)
      output = new
      if !hasTree { try sendTree() }
    } catch {
      throw refusal(error)
    }
    journal.tilesChanged()
  }

  // MARK: Slow animations

  /// How many times slower all that moves goes on, to look at animations: 1 by default.
  ///
  /// It acts on all layers at once, in this process as in a server, and changes no value: animations,
  /// particles and tiles go on where they are. Completion blocks come at the slower times. Numbers
  /// that are not positive or not finite count as 1.
  public var slowAnimationFactor: Double {
    get { LayerLock.with { slowness.factor } }
    set {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      slowness.change(to: newValue, at: currentTime)
      journal.slow(by: slowness.clock)
    }
  }

  private var slowness = Slowness()

  /// A clock that goes on from where it was when its speed changed last.
  private struct Slowness {
    private(set) var factor = 1.0
    /// Nil as long as it shows the context's time.
    private(set) var clock: LayerClock?

    mutating func change(to factor: Double, at time: Double) {
      let factor = factor > 0 && factor.isFinite ? factor : 1
      guard factor != self.factor else { return }
      let shown = clock?.local(time) ?? time
      self.factor = factor
      var new = LayerClock()
      new.speed = 1 / factor
      new.timeOffset = shown - time / factor
      clock = new
    }
  }

  /// The root of the tree that the context shows.
  ///
  /// Its superlayer, in points, is the output; a layer that has a superlayer, or is the root of
  /// another context, leaves that place first. The change is part of the current transaction.
  public var layer: CALayer? {
    get { journal.root }
    set {
      noteUse()
      guard newValue !== journal.root else { return }
      newValue?.leaveTree()
      journal.setRoot(newValue)
    }
  }

  /// The time by which animations run, in seconds.
  ///
  /// Of a context made for pictures it is 0 at first, then the latest time that a picture was asked for or
  /// that `advance(to:)` moved it to; with a clock in the options it is that clock's time; else it is
  /// the machine's monotonic clock.
  public var currentTime: CFTimeInterval { clock?.currentTime ?? MonotonicClock.now }

  /// Whether the context was made for pictures, so that what is over may still be looked at.
  var isForPictures: Bool { clock is PictureClock }

  /// Moves the time of a context made for pictures forwards.
  ///
  /// What was changed before belongs to the time before: it is committed first. What starts and ends on
  /// the way is told at its time, so that animations that completion blocks and delegates start
  /// then begin there.
  ///
  /// - Parameter time: In seconds; a time that is not after the current one moves nothing.
  /// - Throws: `CAContextError.refused` if the context runs by another clock, or animations start one
  ///   another so often that the time is never reached.
  public func advance(to time: CFTimeInterval) throws(CAContextError) {
    noteUse()
    guard let clock = clock as? PictureClock else {
      throw .refused(
        "the context runs by a clock that it cannot move: advance(to:) is for pictures"
      )
    }
    guard time.isFinite else { throw .refused("a time of \(time) s: it must be finite") }
    try advance(clock, to: time)
  }

  // Completion blocks that start new animations for ever end here.
  private static let eventLimit = 100_000
  // Time goes on at least this far, in seconds: ends that lie between two numbers are passed.
  private static let leastStep = 1e-9

  private func advance(_ clock: PictureClock, to time: Double) throws(CAContextError) {
    CATransaction.flush()
    var events = 0
    while clock.currentTime < time {
      // What was changed by now, by completion blocks too, begins now.
      CATransaction.flush()
      let next = nextAnimationEvent ?? .infinity
      clock.currentTime = min(max(next, clock.currentTime + CAContext.leastStep), time)
      CATransaction.flush()
      events += 1
      guard events < CAContext.eventLimit else {
        throw .refused(
          "\(events) animations started or ended before the time \(time) s, at \(clock.currentTime) s"
        )
      }
    }
  }

  // MARK: Frames

  /// The picture that the output shows at a time; the current time if there is none.
  ///
  /// The implicit transaction of the thread is committed before. The time is one of the context's
  /// clock; times may come in any order and each gives the same picture whenever it is asked for,
  /// as long as nothing is committed in between.
  ///
  /// A context made for pictures goes on to a later time, as `advance(to:)` does: what is changed after
  /// this call begins there. A picture of an earlier time leaves it where it is.
  ///
  /// - Throws: `CAContextError` if there is no server or the renderer failed.
  public func image(at time: CFTimeInterval? = nil) throws(CAContextError) -> CGImage {
    noteUse()
    if let clock = clock as? PictureClock, let time, time.isFinite {
      try advance(clock, to: time)
    }
    let time = time ?? currentTime
    prepareFrame(at: time)
    return CGImage(try frame(at: time).pixels)
  }

  /// Commits what belongs to the picture of a time.
  package func prepareFrame(at time: Double) {
    for link in LayerLock.with({ links }) { link.fire(for: time) }
    CATransaction.flush()
    let areAsked = journal.askLayers(at: time, period: 1 / LocalBeats.rate)
    if journal.drawAnimatedLayers(at: time) || areAsked { CATransaction.flush() }
    LayerLock.with { completingStack = .current }
    defer { LayerLock.with { completingStack = nil } }
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
    let link = CADisplayLink(beats: linkBeats, call)
    adopt(link)
    return link
  }

  /// What links to the context's frames wait for; nil if the context calls them itself.
  var linkBeats: BeatThread? {
    if clock != nil { return nil }
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if beats == nil { beats = carrier.makeBeatSource().map { BeatThread($0) } }
    return beats ?? .local
  }

  /// Calls a link with every picture, unless it waits for beats.
  func adopt(_ link: CADisplayLink) {
    guard clock != nil else { return }
    LayerLock.with { links.append(link) }
    link.onInvalidate = { [weak self, unowned link] in
      LayerLock.with { self?.links.removeAll { $0 === link } }
    }
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
    drawingLink = CADisplayLink(beats: linkBeats, home: home) { [weak self] link in
      let time = link.targetTimestamp
      self?.journal.askLayers(at: time, period: link.duration)
      self?.journal.drawAnimatedLayers(at: time)
      self?.journal.forEachTiledLayer { $0.requestTiles($1, at: time) }
      CATransaction.flush()
    }
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
    // Commits are sent in the order in which they are made.
    LayerLock.lock()
    defer { LayerLock.unlock() }
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
    guard completingStack !== TransactionStack.current else { return }
    let time = currentTime
    if clock == nil {
      journal.forEachTiledLayer { $0.requestTiles($1, at: time) }
    } else {
      journal.forEachTiledLayer { $0.noteTiles($1, at: time) }
    }
  }

  /// Finds a server again and sends it the whole tree.
  private func restore() throws(CAContextError) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    do {
      try carrier.reconnect()
      try sendTree()
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

  private func sendTree() throws(CarrierError) {
    try carrier.send(journal.makeFullCommit(at: currentTime))
    journal.connectSlots(to: carrier.slots)
    connection = .established
  }

  private func stopRetrying() {
    retry?.cancel()
    retry = nil
    retryDelay = CAContext.firstRetryDelay
  }

  /// Tries again from the thread's run loop, later each time, until a server answers.
  private func scheduleRetry() {
    retry?.cancel()
    retry = home.perform(after: retryDelay) { [weak self] in
      guard let self, connection == .lost else { return }
      try? restore()
    }
    retryDelay = min(retryDelay * 2, CAContext.longestRetryDelay)
  }

  /// Has the thread's run loop look after the context when the server is gone.
  private func watchCarrier() {
    let home = home
    // Safe because: the context is looked at only on the run loop of the thread that it belongs to.
    nonisolated(unsafe) weak let context = self
    carrier.watch {
      home.perform { context?.carrierWasLost() }
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
  /// An output of a size in points.
  init(
    size: CGSize,
    scale: CGFloat,
    options: CAContext.Options = CAContext.Options()
  ) throws(CAContextError) {
    let (width, height) = (Double(size.width).pixels(scale), Double(size.height).pixels(scale))
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
