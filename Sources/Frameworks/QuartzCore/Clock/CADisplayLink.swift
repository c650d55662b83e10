// Callbacks at the pace of an output's frames.
// Licensed under the MIT license; see LICENSE.

import CQuartzLinux
public import Foundation
import QuartzModel
import QuartzSharing
import Synchronization

/// Calls a method once per frame, early enough for its changes to be in the next one.
///
///     let link = context.displayLink(target: self, selector: Player.step)
///     link.add(to: .main, forMode: .common)
///
///     func step(_ link: CADisplayLink) {
///       ball.position.y = height(at: link.targetTimestamp)
///     }
///
/// The calls come from the run loop that the link was added to. That run loop does not end for lack
/// of sources as long as it has the link. `.common` includes the tracking modes. A call comes at
/// the start of its frame. A call that would come later, because the thread was busy, is skipped,
/// and the next frame has its call: a callback of 25 ms is called with every second frame of 60 a
/// second. On a thread that is always late no two successive calls are skipped. A link retains its
/// target, and a run loop retains the link, until `invalidate()`.
///
/// For a context whose time is stopped, or with a clock of the program's, a call comes with every
/// requested picture, before it is drawn, whatever the run loop does.
///
/// **Differences**: Swift for Linux has no selectors; a method of the target's class takes the
/// place. A context makes links of its own output, as screens and views do on Apple's platforms.
open class CADisplayLink: NSObject {
  private let shared: SharedLink
  private let ticks: TickThread?
  private let call: (CADisplayLink) -> Void
  private var current = FrameTick(time: 0, period: 1 / LocalTicks.rate)
  private var step = 1
  private var loops: [(loop: RunLoop, modes: [RunLoop.Mode], anchor: Timer, isOfMainQueue: Bool)] =
    []
  // The run loop of a link that the framework itself uses; it calls the link in any mode.
  private let home: HomeLoop?
  private var isInvalid = false
  /// Removes the link from its context.
  var onInvalidate: (() -> Void)?
  /// The context whose frames the link follows; nil for those of the process.
  weak var context: CAContext?

  /// Creates a link to the frames of the context that the thread made or used last, like
  /// `CACurrentMediaTime()`.
  ///
  /// Without one, it follows the frames drawn in this process: 60 a second.
  ///
  /// - Parameters:
  ///   - target: The object whose method is called; the link retains it.
  ///   - selector: The method, as `Player.step`.
  public convenience init<Target: AnyObject>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    let context = TransactionStack.current.mediaContext
    self.init(ticks: context.map { $0.linkTicks } ?? .local) { selector(target)($0) }
    context?.adopt(self)
  }

  /// - Parameters:
  ///   - ticks: The source of ticks; nil for a link that a context calls itself.
  ///   - home: A run loop that has the link from the start, in all its modes.
  ///   - call: The callback.
  init(ticks: TickThread?, home: HomeLoop? = nil, _ call: @escaping (CADisplayLink) -> Void) {
    self.ticks = ticks
    self.home = home
    self.call = call
    shared = SharedLink()
    super.init()
    if home != nil { update() }
  }

  /// Starts the calls from a run loop, in one of its modes; a link belongs to one thread.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid else { return }
    if let index = index(of: runloop) {
      if loops[index].modes.contains(mode) { return }
      loops[index].modes.append(mode)
      loops[index].loop.add(loops[index].anchor, forMode: mode)
    } else {
      // Makes the tracking modes common modes.
      if runloop === RunLoop.current { _ = HomeLoop.current }
      let anchor = CADisplayLink.anchor()
      runloop.add(anchor, forMode: mode)
      loops.append((runloop, [mode], anchor, CADisplayLink.servesMainQueue(runloop)))
    }
    update()
  }

  /// Ends the calls from a run loop in a mode.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard let index = index(of: runloop) else { return }
    let (runloop, modes, anchor, _) = loops[index]
    guard modes.contains(mode) else { return }
    anchor.invalidate()
    loops[index].modes.removeAll { $0 == mode }
    if loops[index].modes.isEmpty {
      loops.remove(at: index)
    } else {
      // A timer is removed from all its modes at once.
      let anchor = CADisplayLink.anchor()
      for mode in loops[index].modes { runloop.add(anchor, forMode: mode) }
      loops[index].anchor = anchor
    }
    update()
  }

  /// The index of a run loop; those of threads that serve the main queue in turn are one.
  private func index(of runloop: RunLoop) -> Int? {
    loops.firstIndex { $0.loop === runloop }
      ?? (CADisplayLink.servesMainQueue(runloop) ? loops.firstIndex { $0.isOfMainQueue } : nil)
  }

  /// Whether a run loop is that of the main queue, which has left the main thread.
  private static func servesMainQueue(_ runloop: RunLoop) -> Bool {
    HomeLoop.current.isMainQueue && (runloop === RunLoop.current || runloop === RunLoop.main)
  }

  /// Creates a timer that never fires; it keeps a run loop with a link from ending.
  private static func anchor() -> Timer {
    Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
  }

  /// Ends the calls for good and releases the target.
  open func invalidate() {
    isInvalid = true
    for entry in loops { entry.anchor.invalidate() }
    loops.removeAll()
    onInvalidate?()
    update()
  }

  /// The time of the frame that is shown now, in seconds of the output's clock; 0 before the first
  /// call.
  open var timestamp: CFTimeInterval { current.time }

  /// The time of the frame that the call is for.
  open var targetTimestamp: CFTimeInterval { current.time + current.period * Double(step) }

  /// Seconds between two frames of the output.
  open var duration: CFTimeInterval { current.period }

  /// Whether the calls are paused; false by default.
  open var isPaused = false {
    didSet { update() }
  }

  /// The preferred rate of the calls; the default is the output's rate.
  ///
  /// The calls come with every frame of the output, or every second one, and so on. The rate is as
  /// near to `preferred` as possible and, if it can be, not below `minimum`. An output of a server
  /// has fewer frames itself where nothing else moves. A change holds from the next call on.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet {
      storedInterval = 1
      let wish = preferredFrameRateRange.wish(of: "\(self)")
      shared.setRates(preferredFrameRateRange, wish)
    }
  }

  /// The calls per second; 0, the default, is one for every frame.
  open var preferredFramesPerSecond: Int {
    get {
      Int(exactly: (preferredFrameRateRange.preferred ?? 0).rounded(.towardZero)) ?? 0
    }
    set {
      let rate = Float(max(newValue, 0))
      preferredFrameRateRange =
        rate == 0 ? .default : CAFrameRateRange(minimum: rate, maximum: rate, preferred: rate)
    }
  }

  private var storedInterval = 1

  /// The number of frames per call: 1, the default, is every frame, 2 every second one.
  ///
  /// Numbers below 1 are treated as 1. Setting it overrides `preferredFramesPerSecond` and
  /// `preferredFrameRateRange`, and setting those overrides it.
  open var frameInterval: Int {
    get { storedInterval }
    set {
      preferredFrameRateRange = .default
      storedInterval = max(newValue, 1)
      shared.setInterval(storedInterval)
    }
  }

  private var isRunning: Bool { !isInvalid && !isPaused && (home != nil || !loops.isEmpty) }

  private func update() {
    var running: [LinkLoop] = []
    if isRunning {
      running = loops.map {
        $0.isOfMainQueue ? .mainQueue($0.loop, $0.modes) : .modes($0.loop, $0.modes)
      }
      if let home { running.append(.home(home)) }
    }
    // A run loop that has the link retains it.
    shared.set(RetainedLink(link: loops.isEmpty ? nil : self, follower: self), running)
    if isRunning { ticks?.add(shared) } else { ticks?.remove(shared) }
  }

  /// Makes the call for a frame; on the run loop's thread, or the context's.
  final func fire(_ tick: FrameTick, step: Int) {
    guard isRunning else { return }
    current = tick
    self.step = step
    call(self)
  }

  /// Makes the call that waits for the run loop, if the run loop that runs now is one of its own.
  final func deliverIfHere() { shared.deliverIfHere() }

  /// Makes the call for a requested picture at `time`.
  ///
  /// The previous frame is the one that is shown now.
  final func fire(for time: Double) {
    guard isRunning else { return }
    let period = 1 / LocalTicks.rate
    fire(FrameTick(time: time - period, period: period), step: 1)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

/// A link that a run loop has; it is called only on the thread that the link belongs to.
private struct RetainedLink {
  var link: CADisplayLink?
  /// The same link, for run loops that do not retain it.
  weak var follower: CADisplayLink?
}

/// The run loop on which a link is called; run loops take calls from any thread.
private enum LinkLoop {
  /// A run loop in some of its modes.
  case modes(RunLoop, [RunLoop.Mode])
  /// The main queue, and the run loop of a thread that serves it, while it does.
  case mainQueue(RunLoop, [RunLoop.Mode])
  /// A run loop in any mode.
  case home(HomeLoop)

  /// Whether the calling thread runs it now, in one of the modes.
  var isRunning: Bool {
    switch self {
    case .modes(let loop, let modes):
      guard loop === RunLoop.current, let mode = loop.currentMode else { return false }
      return modes.contains(mode) || modes.contains(.common) && HomeLoop.isCommon(mode)
    case .mainQueue(_, let modes):
      guard quartz_is_on_main_queue() != 0 else { return false }
      guard let mode = RunLoop.current.currentMode else { return true }
      return modes.contains(mode) || modes.contains(.common) && HomeLoop.isCommon(mode)
    case .home(let home): return home.isHere
    }
  }

  /// Calls `body` there, later.
  ///
  /// - Returns: Whether it will be.
  func perform(_ body: @escaping @Sendable () -> Void) -> Bool {
    switch self {
    case .modes(let loop, let modes):
      let timer = Timer(timeInterval: 0, repeats: false) { _ in body() }
      for mode in modes { loop.add(timer, forMode: mode) }
      return true
    case .mainQueue(let loop, let modes):
      DispatchQueue.main.async(execute: body)
      // Without a tick that waits the call does nothing, so it may come twice.
      let guarded = { @Sendable in if quartz_is_on_main_queue() != 0 { body() } }
      return LinkLoop.modes(loop, modes).perform(guarded)
    case .home(let home): return home.perform(body) != nil
    }
  }
}

/// The part of a link that the tick thread uses.
private final class SharedLink: TickListener {
  private struct State {
    var loops: [LinkLoop] = []
    var link = RetainedLink()
    var rates = CAFrameRateRange.default
    var wish = FrameRateWish.none
    var interval = 1
    var count = 0
    /// The next tick to deliver, while a call is pending.
    var pending: FrameTick?
    var step = 1
    /// Whether the last call was skipped.
    var isLeftOut = false
  }

  private let state = Guarded(State())

  func set(_ link: RetainedLink, _ loops: [LinkLoop]) {
    state.withLock { state in
      state.link = link
      state.loops = loops
      if loops.isEmpty { state.pending = nil }
    }
  }

  /// - Parameters:
  ///   - rates: The range as the program set it.
  ///   - wish: The same, for the output.
  func setRates(_ rates: CAFrameRateRange, _ wish: FrameRateWish) {
    state.withLock { state in
      state.rates = rates
      state.wish = wish
      state.interval = 1
    }
  }

  var rates: FrameRateWish { state.withLock { $0.wish } }

  func setInterval(_ interval: Int) {
    state.withLock { $0.interval = interval }
  }

  func tick(_ tick: FrameTick) -> (() -> Void)? {
    let loops: [LinkLoop] = state.withLock { state in
      let step = max(state.rates.step(of: 1 / tick.period), state.interval)
      state.count += 1
      guard state.count % step == 0, !state.loops.isEmpty else { return [] }
      state.step = step
      let isOnItsWay = state.pending != nil
      // A late link gets the latest tick.
      state.pending = tick
      return isOnItsWay ? [] : state.loops
    }
    if loops.isEmpty { return nil }
    return { [self] in
      let isComing = loops.map { $0.perform { [weak self] in self?.arrive() } }
      // Without a run loop there is no call that would take it.
      if !isComing.contains(true) { state.withLock { $0.pending = nil } }
    }
  }

  /// Makes the call on its run loop; in a context with updates, with those of all its links.
  private func arrive() {
    let (link, tick) = state.withLock { ($0.link.link ?? $0.link.follower, $0.pending) }
    if let tick { link?.context?.update(for: tick) }
    deliver()
  }

  /// Makes the call that waits, if the run loop that runs now is one of its own.
  func deliverIfHere() {
    if state.withLock({ $0.loops.contains(where: \.isRunning) }) { deliver() }
  }

  private func deliver() {
    let now = MonotonicClock.now
    let (tick, step, link) = state.withLock { state in
      guard let tick = state.pending else {
        return (nil, 1, RetainedLink()) as (FrameTick?, Int, RetainedLink)
      }
      state.pending = nil
      state.isLeftOut = !state.isLeftOut && tick.isMissed(at: now)
      return (state.isLeftOut ? nil : tick, state.step, state.link)
    }
    if let tick { (link.link ?? link.follower)?.fire(tick, step: step) }
  }
}

extension FrameTick {
  /// Whether a time is too late for a call at the start of the frame: by more than a quarter of its
  /// period.
  func isMissed(at time: Double) -> Bool { time - self.time > period / 4 }
}

extension CAFrameRateRange {
  /// Returns the number of an output's frames per call.
  ///
  /// - Parameter rate: The output's frames per second.
  func step(of rate: Double) -> Int {
    let wanted = Double(preferred ?? maximum)
    guard wanted > 0, wanted < rate else { return 1 }
    var step = max((rate / wanted).rounded(), 1)
    // Outputs of 59.94 frames a second are treated as such of 60.
    let least = Double(minimum) * 0.99
    if least > 0 { step = max(min(step, (rate / least).rounded(.down)), 1) }
    // A rate of less than a frame a day becomes a frame a day.
    return Int(min(step, 1e7))
  }
}
