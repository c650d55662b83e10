// The connection between a layer tree and an output.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
import Foundation
import QuartzMath
package import QuartzModel
import QuartzSharing
import QuartzSoftware
import QuartzWire
import Synchronization

/// The reason why a context could not be made, or returned no frame.
public enum CAContextError: Error, Equatable, CustomStringConvertible {
  /// The size in pixels or the scale cannot be used; sides are 1...`limit`.
  case invalidSize(width: Double, height: Double, scale: Double, limit: Int)
  /// There is no render server, or it ended and no other one answers.
  case serverUnavailable(String)
  /// The renderer or server refused; the string is its message.
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

/// An output that shows a layer tree: a picture of a fixed size that a renderer draws.
///
/// A context takes the place of the window or view that shows a layer tree on Apple's platforms.
/// Its tree is drawn in this process, or by a render server that animates it independently.
///
///     let context = try CAContext(size: CGSize(width: 320, height: 240), scale: 2)
///     context.layer = CALayer()
///     context.layer?.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
///     let picture = try context.image()
///
/// A context that is drawn in this process is made for pictures. Its clock begins at 0 and stands
/// still until a picture of a later time is requested or `advance(to:)` moves it. A context that a
/// server draws, or whose options say so, runs in real time, by the machine's monotonic clock.
///
/// A context and its layers belong to one thread at a time. If the server dies, the context
/// connects to its successor at the same path. It sends its tree again, with its animations where
/// they would have been. A frame requested meanwhile throws. The context notices the death at the
/// next commit or frame, or at once if its thread waits in a run loop. Then it looks for a server
/// at once, after a tenth of a second, and again after twice the time before, up to two seconds,
/// for as long as it lives.
///
/// **Differences**: Apple's platforms have no such public class.
public final class CAContext {
  /// A source of a context's time that is neither its own clock nor the monotonic clock.
  public protocol Clock: AnyObject {
    /// The time in seconds; it never goes back.
    var currentTime: CFTimeInterval { get }
  }

  /// The range of light of an output.
  ///
  /// A context keeps the class that it was made with; `setHeadroom(_:)` changes the headroom.
  public enum DynamicRange: Equatable, Sendable {
    /// 8 bits a component: nothing is brighter than SDR white, nothing outside of sRGB.
    case standard
    /// Half floats of extended sRGB, encoded, premultiplied.
    ///
    /// `headroom` is the ratio of the brightest linear light to that of SDR white: 1...64, and
    /// numbers outside of it count as the nearest one; NaN counts as 1.
    case extended(headroom: CGFloat)
  }

  /// The optional settings of a context.
  public struct Options {
    /// The colour behind the root layer; nil is transparent.
    public var backgroundColor: CGColor?
    /// Whether the origin is bottom left and y points up, as on macOS; if not, the origin is top
    /// left.
    public var isYUp = false
    /// A clock of the program's for animations; nil, the default, means none.
    public var clock: (any Clock)?
    /// Whether a context that is drawn in this process, and has no clock of the program's, runs by
    /// the machine's monotonic clock instead of one that is stopped; false by default.
    ///
    /// Completion blocks, display links and tiles are then handled on the run loop when they are
    /// due, as for a context that a server draws.
    public var isRealTime = false
    /// Whether the output has light beyond SDR white; `.standard` by default.
    public var dynamicRange = DynamicRange.standard
    // Whether a context that a server draws has a stopped clock, as one for pictures.
    package var isStepped = false

    /// The options with their defaults.
    public init() {}
  }

  /// The output; settled by `setSize(_:scale:)` after the context is made.
  package var configuration: ContextConfiguration { LayerLock.with { output } }
  private var output: ContextConfiguration
  package let carrier: any CommitCarrier
  /// The clock, if it is not the machine's own; nil in real time.
  let clock: (any Clock)?
  // Whether `CACurrentMediaTime()` returns this context's time on the thread that used it last.
  private let isMediaClock: Bool
  // Counts the context as one of extended range.
  private var extendedMark: ExtendedMark?
  let journal = CommitJournal()
  // The run loop of the thread that made the context.
  let home = HomeLoop.current
  private var ticks: TickThread?
  /// The links to the frames of this context.
  var links = ContextLinks()
  /// Brackets the calls of display links with the rest of an update; nil if nobody asks for it.
  package var onUpdate: UpdateBody?
  // The link that draws layers for every frame.
  private var drawingLink: CADisplayLink?
  // The transactions of the thread that commits the tiles which a picture needs.
  private var completingStack: TransactionStack?
  private var connection: Connection {
    get { LayerLock.with { lastConnection } }
    set { LayerLock.with { lastConnection = newValue } }
  }
  private var lastConnection = Connection.established
  var ownFonts: FontCollection?
  let events = ContextEvents()
  /// The window of the desktop that shows the context; nil if there is none.
  public internal(set) final var window: Window?
  private var retry: HomeLoop.Call?
  private var retryDelay = CAContext.firstRetryDelay

  /// Seconds until the second search for a server, and the longest time between two.
  private static let firstRetryDelay = 0.1
  private static let longestRetryDelay = 2.0

  private enum Connection: Equatable {
    case established
    /// The commits sent are lost: after a `reconnect`, the next commit must be the whole tree.
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

  /// Creates a context that is drawn in this process, on all cores, by the software renderer.
  ///
  /// It is made for pictures. Its clock begins at 0 and is stopped until `image(at:)` or
  /// `advance(to:)` moves it, so the first commit begins at 0. With a clock in the options it runs
  /// by that clock, and in real time if they say so.
  ///
  /// - Parameters:
  ///   - size: The size of the output in points; in pixels it is rounded up, unless it is whole to
  ///     a millionth.
  ///   - scale: Pixels per point.
  ///   - options: The optional settings.
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

  /// The default path of the server's socket.
  ///
  /// The value of `QUARTZ_SOCKET`. Without it, `quartzd.sock` in the folder named by
  /// `XDG_RUNTIME_DIR`, or in the user's folder `/tmp/quartz-UID` if that is not set.
  public static var defaultServerPath: String { ProcessEnvironment.current.socketPath.path }

  /// Creates a context that a render server draws; the server animates it while this process does
  /// nothing.
  ///
  /// It runs in real time, by the monotonic clock, unless the options have a clock.
  ///
  ///     let context = try CAContext(
  ///       server: CAContext.defaultServerPath, size: CGSize(width: 320, height: 240))
  ///
  /// - Parameters:
  ///   - path: The path of the server's socket; `quartzd` listens at `defaultServerPath` by
  ///     default.
  ///   - size: The size of the output in points; in pixels it is rounded up, unless it is whole to
  ///     a millionth.
  ///   - scale: Pixels per point.
  ///   - options: The optional settings. With a clock in them, the server draws only the frames
  ///     that are requested.
  /// - Throws: `CAContextError` if no server answers there, or it refuses the size.
  public convenience init(
    server path: String,
    size: CGSize,
    scale: CGFloat = 1,
    options: Options = Options()
  ) throws(CAContextError) {
    let configuration = try ContextConfiguration(size: size, scale: scale, options: options)
    let clock = options.clock ?? (options.isStepped ? PictureClock() : nil)
    let carrier: RemoteCarrier
    do {
      var connectionOptions = ServerConnection.Options()
      connectionOptions.clientName = ProcessInfo.processInfo.processName
      carrier = try RemoteCarrier(
        connection: try ServerConnection(path: path, options: connectionOptions),
        configuration: configuration,
        clock: clock == nil ? .real : .stepped
      )
    } catch {
      if case .refused(let failure) = error { throw .refused(failure.reason) }
      throw .serverUnavailable("\(error)")
    }
    self.init(configuration: configuration, carrier: carrier, clock: clock)
    CAContext.lastServerPath = path
  }

  /// Creates a context on a carrier.
  ///
  /// - Parameters:
  ///   - configuration: The output.
  ///   - carrier: The connection to the renderer.
  ///   - clock: The clock; nil is real time.
  ///   - isMediaClock: Whether `CACurrentMediaTime()` may follow the context's time.
  package init(
    configuration: ContextConfiguration,
    carrier: any CommitCarrier,
    clock: (any Clock)? = nil,
    isMediaClock: Bool = true
  ) {
    output = carrier.accepted(configuration)
    self.carrier = carrier
    self.clock = clock
    self.isMediaClock = isMediaClock
    journal.context = self
    journal.keepsLight = output.range.isExtended
    if output.range.isExtended { extendedMark = ExtendedMark() }
    watchCarrier()
    noteUse()
    followServer()
    if let overlays = CAContext.environmentOverlays { self.overlays = overlays }
    followEvents()
  }

  /// Makes `CACurrentMediaTime()` follow the context on this thread.
  package func noteUse() {
    if isMediaClock { TransactionStack.current.use(self) }
  }

  deinit {
    window?.close()
    retry?.cancel()
    drawingLink?.invalidate()
    events.close()
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

  /// Changes the size or scale of the output, like a window that is resized or moved to another
  /// screen.
  ///
  /// The tree and the progress of its animations stay; layers keep their sizes. The next picture
  /// has the new size and is drawn completely.
  ///
  /// - Parameters:
  ///   - size: The size of the output in points; in pixels it is rounded up, unless it is whole to
  ///     a millionth.
  ///   - scale: Pixels per point; nil keeps the scale.
  /// - Throws: `CAContextError.invalidSize` unless both sides are 1...16384 pixels, or the error of
  ///   the renderer or server; the output is then unchanged.
  public func setSize(_ size: CGSize, scale: CGFloat? = nil) throws(CAContextError) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let sides = try ContextConfiguration(size: size, scale: scale ?? output.scale)
    var new = output
    (new.width, new.height, new.scale) = (sides.width, sides.height, sides.scale)
    guard new != output else { return }
    do {
      let hasTree = try carrier.configure(new)
      output = carrier.accepted(new)
      if !hasTree { try sendTree() }
    } catch {
      throw refusal(error)
    }
    journal.tilesChanged()
    window?.contextChanged(self.size)
  }

  // MARK: Dynamic range

  /// The range of light of the output.
  ///
  /// It is `.standard` as well where the server of an extended context draws no such outputs.
  public var dynamicRange: DynamicRange {
    switch configuration.range {
    case .standard: .standard
    case .extended(let headroom): .extended(headroom: CGFloat(headroom))
    }
  }

  /// The ratio of the brightest linear light of the output to SDR white; 1 of a standard one.
  public var headroom: CGFloat { CGFloat(configuration.range.headroom) }

  /// Changes the headroom of an extended output, as a screen does whose brightness changes.
  ///
  /// Contents and colours that depend on it are mapped anew with the next picture; all other pixels
  /// stay. A standard output has none: nothing happens. One on a server's screen takes that one's.
  ///
  /// - Parameter headroom: 1...64; numbers outside of it count as the nearest one, NaN as 1.
  /// - Throws: The error of the renderer or server; the output is then unchanged.
  public func setHeadroom(_ headroom: CGFloat) throws(CAContextError) {
    if try changeHeadroom(to: headroom) { onHeadroomChange?() }
  }

  /// Called on the thread that changed the headroom, after it has changed.
  package var onHeadroomChange: (() -> Void)?

  /// Returns whether the headroom was another one.
  private func changeHeadroom(to headroom: CGFloat) throws(CAContextError) -> Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard output.range.isExtended else { return false }
    var new = output
    new.range = OutputRange(.extended(headroom: headroom))
    guard new != output else { return false }
    do {
      let hasTree = try carrier.configure(new)
      output = carrier.accepted(new)
      if !hasTree { try sendTree() }
    } catch {
      throw refusal(error)
    }
    return true
  }

  // MARK: Slow animations

  /// The factor by which all motion is slowed down, for inspecting animations; 1 by default.
  ///
  /// It acts on all layers at once, in this process and in a server, and changes no value:
  /// animations, particles and tiles continue from where they are. Completion blocks are called at
  /// the slower times. Numbers that are not positive or not finite are treated as 1.
  public var slowAnimationFactor: Double {
    get { LayerLock.with { ownSlowness } }
    set {
      LayerLock.lock()
      defer { LayerLock.unlock() }
      ownSlowness = newValue > 0 && newValue.isFinite ? newValue : 1
      changeSlowness()
    }
  }

  private var slowness = Slowness()
  private var ownSlowness = 1.0
  // The factor that the server's user chose.
  private var serverSlowness = 1.0

  private func changeSlowness() {
    slowness.change(to: ownSlowness * serverSlowness, at: currentTime)
    journal.slow(by: slowness.clock)
  }

  /// Slows motion down as the server's user wants it.
  private func followServer() {
    let factor = carrier.slowAnimationFactor
    guard factor != serverSlowness else { return }
    serverSlowness = factor
    changeSlowness()
  }

  // MARK: Instruments

  /// The times of the last commits.
  var commitHistory = PhaseHistory()
  var shownOverlays = QuartzModel.Overlays()

  /// Notes the times of a commit that is about to be sent.
  private func report(_ phases: FramePhases) -> CommitReport? {
    guard carrier.wantsReports else { return nil }
    let flow = TraceFile.ofEnvironment == nil ? 0 : UInt64.random(in: 1...UInt64.max)
    let report = CommitReport(flow: flow, phases: phases)
    carrier.report(report)
    return report
  }

  /// Collects and sends the changes of a journal.
  private func send(_ journal: CommitJournal) throws(CarrierError) {
    let begin = PhaseClock.now
    let commit = journal.makeCommit(at: currentTime)
    if commit.isEmpty { return }
    var (phases, firstChange) = TransactionStack.current.takePreparation()
    phases[.commit] = PhaseClock.now - begin
    let report = report(phases)
    try carrier.send(commit)
    let end = PhaseClock.now
    phases[.commit] = end - begin
    commitHistory.append(phases)
    if let trace = TraceFile.ofEnvironment, var report {
      report.phases = phases
      trace.commit(report, change: firstChange, end: end)
    }
    journal.connectSlots(to: carrier.slots)
  }

  /// A clock that continues from its value when its speed last changed.
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
  /// Its superlayer, in points, is the output. A layer that has a superlayer, or is the root of
  /// another context, is removed from there first. The change is part of the current transaction.
  public var layer: CALayer? {
    get { journal.root }
    set {
      noteUse()
      guard newValue !== journal.root else { return }
      newValue?.leaveTree()
      journal.setRoot(newValue)
    }
  }

  /// The current time of animations, in seconds.
  ///
  /// In a context made for pictures it is 0 at first, then the latest time of a requested picture
  /// or of `advance(to:)`. With a clock in the options it is that clock's time; otherwise that of
  /// the machine's monotonic clock.
  public var currentTime: CFTimeInterval { clock?.currentTime ?? MonotonicClock.now }

  /// Whether the context was made for pictures, so that earlier times may still be requested.
  var isForPictures: Bool { clock is PictureClock }

  /// Moves the time of a context made for pictures forwards.
  ///
  /// Earlier changes belong to the time before and are committed first. Starts and ends in between
  /// are delivered at their times, so that animations started by completion blocks and delegates
  /// begin then.
  ///
  /// - Parameter time: In seconds; a time that is not after the current one moves nothing.
  /// - Throws: `CAContextError.refused` if the context runs by another clock, or animations start
  ///   one another so often that the time is never reached.
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

  // The limit for completion blocks that start new animations for ever.
  private static let eventLimit = 100_000
  // The least step of time, in seconds; it passes ends that lie between two numbers.
  private static let leastStep = 1e-9

  private func advance(_ clock: PictureClock, to time: Double) throws(CAContextError) {
    TransactionStack.current.watch(journal)  // For animations that began on other threads.
    CATransaction.flush()
    var events = 0
    while clock.currentTime < time {
      // Changes made so far, also by completion blocks, begin now.
      try settle()
      let least = max(clock.currentTime + CAContext.leastStep, clock.currentTime.nextUp)
      clock.currentTime = min(max(nextAnimationEvent ?? .infinity, least), time)
      CATransaction.flush()
      events += 1
      guard events < CAContext.eventLimit else {
        throw .refused(
          "\(events) animations started or ended before the time \(time) s, at \(clock.currentTime) s"
        )
      }
    }
  }

  // The limit for completion blocks that start one another while no time passes.
  private static let turnLimit = 1000

  /// Flushes until there is nothing left to do at the current time.
  ///
  /// - Throws: `CAContextError.refused` if completion blocks start one another for ever.
  private func settle() throws(CAContextError) {
    let stack = TransactionStack.current
    CATransaction.flush()
    var turns = 0
    while stack.hasCallbacks || !stack.levels.isEmpty, stack.levels.allSatisfy(\.isImplicit) {
      CATransaction.flush()
      turns += 1
      guard turns < CAContext.turnLimit else {
        throw .refused("callbacks start one another for ever at \(currentTime) s: \(turns) turns")
      }
    }
  }

  // MARK: Frames

  /// Returns the picture that the output shows at a time; the current time by default.
  ///
  /// The implicit transaction of the thread is committed first. The time is one of the context's
  /// clock. Times may come in any order; each gives the same picture whenever it is requested, as
  /// long as nothing is committed in between.
  ///
  /// A context made for pictures moves on to a later time, as with `advance(to:)`: later changes
  /// begin there. A picture of an earlier time leaves the clock unchanged.
  ///
  /// The picture of an extended output has half floats of extended sRGB. Its headroom is the
  /// largest limit of a layer that shows, 1 where none prefers more than the standard range.
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

  /// Commits the changes that belong to the picture of a time.
  package func prepareFrame(at time: Double) {
    update(at: time)
    CATransaction.flush()
    let hasCallbacks = journal.runFrameCallbacks(at: time, period: 1 / LocalTicks.rate)
    if journal.drawAnimatedLayers(at: time) || hasCallbacks { CATransaction.flush() }
    LayerLock.with { completingStack = .current }
    defer { LayerLock.with { completingStack = nil } }
    if journal.forEachTiledLayer({ $0.completeTiles($1, at: time) }) { CATransaction.flush() }
  }

  // MARK: Ticks

  /// Creates a display link to the frames of this context: those that the render server draws, or
  /// 60 a second.
  ///
  /// - Parameters:
  ///   - target: The object whose method is called; the link retains it.
  ///   - selector: The method, as `Player.step`.
  public func displayLink<Target: AnyObject>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) -> CADisplayLink {
    makeLink { selector(target)($0) }
  }

  private func makeLink(_ call: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    let link = CADisplayLink(ticks: linkTicks, call)
    adopt(link)
    return link
  }

  /// The source of ticks for links to the context's frames; nil if the context calls them itself.
  var linkTicks: TickThread? {
    if clock != nil { return nil }
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if ticks == nil { ticks = carrier.makeTickSource().map { TickThread($0) } }
    return ticks ?? .local
  }

  /// Draws layers for every frame as long as animations need it, if the clock is the real one.
  private func updateDrawing() {
    guard clock == nil,
      journal.hasDrawnAnimations || journal.hasMovingTiles || journal.hasFrameCallbackLayers
    else {
      drawingLink?.invalidate()
      drawingLink = nil
      return
    }
    guard drawingLink == nil else { return }
    drawingLink = CADisplayLink(ticks: linkTicks, home: home) { [weak self] link in
      let time = link.targetTimestamp
      self?.journal.runFrameCallbacks(at: time, period: link.duration)
      self?.journal.drawAnimatedLayers(at: time)
      self?.journal.forEachTiledLayer { $0.requestTiles($1, at: time) }
      CATransaction.flush()
    }
  }

  /// Returns the frame of a time with the changes committed so far.
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

  /// Returns the error of a frame that was not drawn.
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
      followServer()
      do {
        return try send(journal)
      } catch {
        Diagnostics.report("\(error)")
      }
    }
    // A failure is stored in `connection`, and thrown when a frame is requested.
    try? restore()
  }

  /// Requests the tiles that the last commit made necessary.
  private func askForTiles() {
    guard completingStack !== TransactionStack.current else { return }
    let time = currentTime
    if clock == nil {
      journal.forEachTiledLayer { $0.requestTiles($1, at: time) }
    } else {
      journal.forEachTiledLayer { $0.noteTiles($1, at: time) }
    }
  }

  /// Reconnects to a server and sends it the whole tree.
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

  /// Tries again on the thread's run loop, later each time, until a server answers.
  private func scheduleRetry() {
    retry?.cancel()
    retry = home.perform(after: retryDelay) { [weak self] in
      guard let self, connection == .lost else { return }
      try? restore()
    }
    retryDelay = min(retryDelay * 2, CAContext.longestRetryDelay)
  }

  /// Restores the context on the thread's run loop when the server is gone.
  private func watchCarrier() {
    let home = home
    // The context is looked at only on the run loop of the thread that it belongs to.
    let context = WeakTransferred(self)
    carrier.watch {
      home.perform { context.object?.carrierWasLost() }
    }
  }

  private func carrierWasLost() {
    // A commit may have noticed the loss before, and found another server.
    guard connection == .established, !carrier.isConnected else { return }
    Diagnostics.report("the render server is gone; its successor is waited for")
    connection = .lost
    try? restore()
  }
}

extension ContextConfiguration {
  /// Creates the configuration of an output with a size in points.
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
      background: options.backgroundColor.map { Color($0) } ?? .clear,
      range: OutputRange(options.dynamicRange)
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

extension CAContext.DynamicRange {
  /// The headroom of an output of that range: 1...64, and 1 of a standard one.
  package var headroom: CGFloat { CGFloat(OutputRange(self).headroom) }
}

extension OutputRange {
  /// The range that a program asks for, within the limits of headrooms.
  init(_ range: CAContext.DynamicRange) {
    switch range {
    case .standard: self = .standard
    case .extended(let headroom):
      let limit = OutputRange.largestHeadroom
      self = .extended(headroom: headroom > 1 ? min(Float(headroom), limit) : 1)
    }
  }
}
