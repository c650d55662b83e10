// Callbacks at the pace of an output's frames.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import Synchronization

/// Calls a method once a frame, in time for what it changes to be in the next one.
///
///     let link = context.displayLink(target: self, selector: Player.step)
///     link.add(to: .main, forMode: .common)
///
///     func step(_ link: CADisplayLink) {
///       ball.position.y = height(at: link.targetTimestamp)
///     }
///
/// The calls come from the run loop that the link was added to. While its thread is busy frames are
/// missed: the call after that has the times of its own frame. A link keeps its target, and a run
/// loop keeps the link, until `invalidate()`.
///
/// For a context with a clock of its own, a call comes with every picture that is asked for, before
/// it is drawn, whatever the run loop does.
///
/// **Differences**: Swift for Linux has no selectors; a method of the target's class takes the place.
/// A context makes links of its own output, as screens and views do on Apple's platforms.
open class CADisplayLink: NSObject {
  private let shared: SharedLink
  private let beats: BeatThread?
  private let call: (CADisplayLink) -> Void
  private var current = FrameBeat(time: 0, period: 1 / LocalBeats.rate)
  private var step = 1
  private var loops: [(loop: RunLoop, modes: [RunLoop.Mode])] = []
  private var isInvalid = false
  /// Lets the context forget the link.
  var onInvalidate: (() -> Void)?

  /// A link to the beat of what is drawn in this process: 60 frames a second.
  ///
  /// - Parameters:
  ///   - target: Whose method is called; the link keeps it.
  ///   - selector: The method, as `Player.step`.
  public convenience init<Target: AnyObject>(
    target: Target,
    selector: @escaping (Target) -> (CADisplayLink) -> Void
  ) {
    self.init(beats: .local) { selector(target)($0) }
  }

  /// - Parameter beats: Nil for a link that a context calls itself.
  init(beats: BeatThread?, _ call: @escaping (CADisplayLink) -> Void) {
    self.beats = beats
    self.call = call
    shared = SharedLink()
    super.init()
  }

  /// Starts the calls from a run loop, in one of its modes; a link belongs to one thread.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard !isInvalid else { return }
    if let index = loops.firstIndex(where: { $0.loop === runloop }) {
      if !loops[index].modes.contains(mode) { loops[index].modes.append(mode) }
    } else {
      loops.append((runloop, [mode]))
    }
    update()
  }

  /// Ends the calls from a run loop in a mode.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard let index = loops.firstIndex(where: { $0.loop === runloop }) else { return }
    loops[index].modes.removeAll { $0 == mode }
    if loops[index].modes.isEmpty { loops.remove(at: index) }
    update()
  }

  /// Ends the calls for good and lets go of the target's run loops.
  open func invalidate() {
    isInvalid = true
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

  /// Whether the calls stand still; false by default.
  open var isPaused = false {
    didSet { update() }
  }

  /// How often the calls come; the default leaves it to the output.
  ///
  /// An output has frames at a fixed rate, so they come with every frame, or every second one, and so
  /// on: as near to `preferred` as that allows, not less often than `minimum` if it can be.
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { shared.setRates(preferredFrameRateRange) }
  }

  /// Calls a second; 0, the default, is one for every frame.
  open var preferredFramesPerSecond: Int {
    get { Int(preferredFrameRateRange.preferred ?? 0) }
    set {
      let rate = Float(max(newValue, 0))
      preferredFrameRateRange =
        rate == 0 ? .default : CAFrameRateRange(minimum: rate, maximum: rate, preferred: rate)
    }
  }

  private var isRunning: Bool { !isInvalid && !isPaused && !loops.isEmpty }

  private func update() {
    // While a run loop has the link, that keeps it.
    shared.set(
      KeptLink(link: loops.isEmpty ? nil : self),
      isRunning ? loops.map { RunLoopPlace($0.loop, $0.modes) } : []
    )
    if isRunning { beats?.add(shared) } else { beats?.remove(shared) }
  }

  /// Makes the call for a frame; on the run loop's thread, or the context's.
  final func fire(_ beat: FrameBeat, step: Int) {
    guard isRunning else { return }
    current = beat
    self.step = step
    call(self)
  }

  /// Makes the call for a picture at `time` that was asked for.
  ///
  /// The frame before is the one that is shown now.
  final func fire(for time: Double) {
    guard isRunning else { return }
    let period = 1 / LocalBeats.rate
    fire(FrameBeat(time: time - period, period: period), step: 1)
  }
}

/// A link that a run loop has.
// Safe because: it is called only on the thread that the link belongs to.
private struct KeptLink: @unchecked Sendable {
  var link: CADisplayLink?
}

/// A run loop and the modes of it that count.
// Safe because: run loops take timers from any thread.
private struct RunLoopPlace: @unchecked Sendable {
  let loop: RunLoop
  let modes: [RunLoop.Mode]

  init(_ loop: RunLoop, _ modes: [RunLoop.Mode]) {
    self.loop = loop
    self.modes = modes
  }
}

/// The part of a link that the thread of the beats sees.
private final class SharedLink: BeatListener {
  private struct State {
    var places: [RunLoopPlace] = []
    var link = KeptLink()
    var rates = CAFrameRateRange.default
    var count = 0
    /// The beat to tell about, while a call is on its way.
    var pending: FrameBeat?
    var step = 1
  }

  private let state = Mutex(State())

  func set(_ link: KeptLink, _ places: [RunLoopPlace]) {
    state.withLock { state in
      state.link = link
      state.places = places
      if places.isEmpty { state.pending = nil }
    }
  }

  func setRates(_ rates: CAFrameRateRange) {
    state.withLock { $0.rates = rates }
  }

  func beat(_ beat: FrameBeat) {
    let places: [RunLoopPlace] = state.withLock { state in
      let step = state.rates.step(of: 1 / beat.period)
      state.count += 1
      guard state.count % step == 0, !state.places.isEmpty else { return [] }
      state.step = step
      let isOnItsWay = state.pending != nil
      // Who is late gets the latest.
      state.pending = beat
      return isOnItsWay ? [] : state.places
    }
    for place in places {
      let timer = Timer(timeInterval: 0, repeats: false) { [weak self] _ in self?.deliver() }
      for mode in place.modes { place.loop.add(timer, forMode: mode) }
    }
  }

  private func deliver() {
    let (beat, step, link) = state.withLock { state in
      defer { state.pending = nil }
      return (state.pending, state.step, state.link)
    }
    if let beat { link.link?.fire(beat, step: step) }
  }
}

extension CAFrameRateRange {
  /// With every how many frames of an output a call comes.
  ///
  /// - Parameter rate: The output's frames a second.
  func step(of rate: Double) -> Int {
    let wanted = Double(preferred ?? maximum)
    guard wanted > 0, wanted < rate else { return 1 }
    var step = max(Int((rate / wanted).rounded()), 1)
    // Outputs of 59.94 frames a second count as such of 60.
    while step > 1, rate / Double(step) < Double(minimum) * 0.99 { step -= 1 }
    return step
  }
}
