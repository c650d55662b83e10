// A layer that shows and plays an animation.
// Licensed under the MIT license; see LICENSE.
//
// The layers of the animation hang below two others. The outer one, the player, has the passes as
// its own cycles: its time runs from 0 to the length of the played part, again and again, or back.
// The inner one adds the place of the part in the animation, or takes it away from the end if it
// plays backwards. So playing needs no work in the program; the render server does it all.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A layer that shows a Lottie animation and plays it.
///
///     let layer = LottieLayer()
///     layer.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
///     layer.animation = try LottieAnimation(contentsOf: url)
///     layer.loopMode = .loop
///     layer.play()
///
/// The animation is fitted into the layer's bounds by `contentMode`. A layer that does not play
/// shows `currentFrame`.
open class LottieLayer: CALayer {
  /// The largest part of a frame before the end that is still shown.
  private static let lastMoment = 0.001

  private struct Pass {
    /// Seconds of the animation.
    var range: Range<Double>
    /// The layer's time at which the pass began.
    var begin: Double
    var speed: Double
    var loopMode: LottieLoopMode
  }

  private var player = CALayer()
  private var timeline = CALayer()
  private var pass: Pass?
  private var seconds = 0.0
  private var observer: PassObserver?

  /// The animation; nil, the default, shows nothing.
  ///
  /// Setting it stops, at the first frame.
  /// An animation that needs too many layers shows nothing, and `report` says so.
  open var animation: LottieAnimation? {
    didSet { rebuild() }
  }

  /// Values that replace those of the animation; setting them makes its layers anew, and keeps the
  /// time.
  open var settings = LottieSettings() {
    didSet { rebuild(keepsTime: true) }
  }

  /// The features of the animation, and how well they are shown; nil without an animation.
  open private(set) var report: LottieReport?

  /// The reason that the animation is not shown; nil if it is, or if there is none.
  open private(set) var error: LottieError?

  /// The repetition of the parts that play from now on; once by default.
  open var loopMode = LottieLoopMode.once

  /// The speed of the parts that play from now on, 1 by default.
  ///
  /// 1 is that of the animation, negative ones play backwards, 0 plays nothing.
  open var animationSpeed = 1.0

  /// The fit of the animation into the bounds; as large as fits by default.
  open var contentMode = LottieContentMode.scaleAspectFit {
    didSet { setNeedsLayout() }
  }

  /// Creates a layer without an animation.
  public override init() {
    super.init()
    prepare()
  }

  /// Creates a copy of a layer for presentation.
  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// Creates a layer from an archive, without an animation.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Creates a layer that shows an animation.
  public convenience init(animation: LottieAnimation) {
    self.init()
    frame = CGRect(origin: .zero, size: animation.size)
    self.animation = animation
    // Observers are not called in initialisers.
    rebuild()
  }

  private func prepare() {
    masksToBounds = true
    player.anchorPoint = .zero
    player.fillMode = .both
    timeline.anchorPoint = .zero
    player.addSublayer(timeline)
    addSublayer(player)
  }

  // MARK: Layers

  private func rebuild(keepsTime: Bool = false) {
    let time = keepsTime ? currentTime : 0
    end(isFinished: false)
    (report, error) = (nil, nil)
    timeline.sublayers = nil
    if let animation {
      do {
        let applied = settings.isEmpty ? animation : try animation.applying(settings)
        let root = try applied.makeLayer { report = $0 }
        timeline.addSublayer(root)
      } catch {
        self.error = error
      }
    }
    currentTime = time
    setNeedsLayout()
  }

  /// Fits the animation into the bounds.
  open override func layoutSublayers() {
    super.layoutSublayers()
    guard let size = animation?.size else { return }
    let (width, height) = (bounds.width / size.width, bounds.height / size.height)
    let scale: CGSize =
      switch contentMode {
      case .scaleAspectFit: CGSize(width: min(width, height), height: min(width, height))
      case .scaleAspectFill: CGSize(width: max(width, height), height: max(width, height))
      case .scaleToFill: CGSize(width: width, height: height)
      default: CGSize(width: 1, height: 1)
      }
    let share = contentMode.share
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    player.position = CGPoint(
      x: bounds.minX + (bounds.width - size.width * scale.width) * share.x,
      y: bounds.minY + (bounds.height - size.height * scale.height) * share.y
    )
    player.setAffineTransform(CGAffineTransform(scaleX: scale.width, y: scale.height))
    CATransaction.commit()
  }

  // MARK: Time

  /// Whether a part is being played.
  open var isPlaying: Bool { pass != nil }

  /// The seconds after the first frame that are shown; setting it stops, and shows that moment.
  open var currentTime: TimeInterval {
    get { pass.map { time(of: $0) } ?? seconds }
    set {
      end(isFinished: false)
      show(newValue)
    }
  }

  /// The frame that is shown; setting it stops, and shows that frame.
  open var currentFrame: Double {
    get { animation.map { $0.startFrame + currentTime * $0.frameRate } ?? 0 }
    set { currentTime = animation?.time(forFrame: newValue) ?? 0 }
  }

  /// The share of the animation that is shown, 0 for the first frame and 1 for the end.
  ///
  /// Setting it stops, and shows that moment. The end shows the last moment before it.
  open var currentProgress: Double {
    get { animation.map { currentTime / $0.duration } ?? 0 }
    set { currentTime = (animation?.duration ?? 0) * newValue }
  }

  private var now: Double { convertTime(CACurrentMediaTime(), from: nil) }

  private func time(of pass: Pass) -> Double {
    let length = pass.range.upperBound - pass.range.lowerBound
    let cycle = pass.loopMode.isReversing ? 2 * length : length
    var place = max(now - pass.begin, 0) * abs(pass.speed)
    guard place < pass.loopMode.count * cycle else { return finalTime(of: pass) }
    place = place.truncatingRemainder(dividingBy: cycle)
    if place > length { place = cycle - place }
    return pass.speed < 0 ? pass.range.upperBound - place : pass.range.lowerBound + place
  }

  private func finalTime(of pass: Pass) -> Double {
    let isAtStart = pass.loopMode.isReversing != (pass.speed < 0)
    return isAtStart ? pass.range.lowerBound : pass.range.upperBound
  }

  /// Shows a moment, held to the animation.
  private func show(_ time: Double) {
    guard let animation, time.isFinite else {
      seconds = 0
      return
    }
    let last = max(animation.duration - Self.lastMoment / animation.frameRate, 0)
    seconds = min(max(time, 0), last)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    player.duration = .infinity
    player.repeatCount = 0
    player.autoreverses = false
    player.beginTime = 0
    player.speed = 0
    player.timeOffset = 0
    timeline.speed = 1
    timeline.timeOffset = seconds
    CATransaction.commit()
  }

  // MARK: Playing

  /// Plays the whole animation.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before.
  open func play(completion: ((Bool) -> Void)? = nil) {
    play(seconds: 0..<(animation?.duration ?? 0), completion)
  }

  /// Plays a part by its frames, the last of which is not shown.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before.
  open func play(
    fromFrame start: Double,
    toFrame end: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let animation, start < end else {
      completion?(false)
      return
    }
    play(seconds: animation.time(forFrame: start)..<animation.time(forFrame: end), completion)
  }

  /// Plays a part by its progress, 0...1.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before.
  open func play(
    fromProgress start: Double,
    toProgress end: Double,
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let animation else {
      completion?(false)
      return
    }
    play(
      fromFrame: animation.frame(forProgress: start),
      toFrame: animation.frame(forProgress: end),
      completion: completion
    )
  }

  /// Plays the part that a marker names.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before, or if there is no such marker.
  open func play(marker name: String, completion: ((Bool) -> Void)? = nil) {
    guard let range = animation?.markerRange(named: name) else {
      completion?(false)
      return
    }
    play(fromFrame: range.lowerBound, toFrame: range.upperBound, completion: completion)
  }

  /// Plays the parts that markers name, one after the other; the loop mode is that of the last.
  ///
  /// - Parameter completion: Called at the end with true, or with false if something else is shown
  ///   before, or if there is no such marker.
  open func play(markers names: [String], completion: ((Bool) -> Void)? = nil) {
    guard let first = names.first else {
      completion?(true)
      return
    }
    let rest = Array(names.dropFirst())
    if rest.isEmpty { return play(marker: first, completion: completion) }
    let mode = loopMode
    loopMode = .once
    play(marker: first) { [weak self] isFinished in
      guard isFinished, let self else {
        completion?(false)
        return
      }
      self.play(markers: rest, completion: completion)
    }
    loopMode = mode
  }

  /// Stops, and shows the moment at which it was.
  open func pause() { currentTime = currentTime }

  /// Stops, and shows the first frame.
  open func stop() { currentTime = 0 }

  /// Plays a part by its seconds.
  ///
  /// - Parameter begin: The layer's time at which it begins; nil for now.
  func play(
    seconds range: Range<Double>,
    at begin: TimeInterval? = nil,
    _ completion: ((Bool) -> Void)?
  ) {
    end(isFinished: false)
    guard let animation, !range.isEmpty, animationSpeed != 0, animationSpeed.isFinite else {
      completion?(false)
      return
    }
    let pass = Pass(range: range, begin: begin ?? now, speed: animationSpeed, loopMode: loopMode)
    self.pass = pass
    // The moment of the end itself would show nothing.
    let moment = min(
      Self.lastMoment / animation.frameRate,
      (range.upperBound - range.lowerBound) / 2
    )
    let length = range.upperBound - range.lowerBound - moment
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    player.speed = Float(abs(pass.speed))
    player.timeOffset = 0
    player.beginTime = pass.begin
    player.duration = length
    player.repeatCount = Float(pass.loopMode.count)
    player.autoreverses = pass.loopMode.isReversing
    timeline.speed = pass.speed < 0 ? -1 : 1
    timeline.timeOffset = pass.speed < 0 ? range.upperBound - moment : range.lowerBound
    CATransaction.commit()
    observe(pass, length, completion)
  }

  /// Adds an animation without effect that ends with the pass.
  private func observe(_ pass: Pass, _ length: Double, _ completion: ((Bool) -> Void)?) {
    let observer = PassObserver { [weak self] isFinished in
      self?.finish(isFinished: isFinished)
      completion?(isFinished)
    }
    self.observer = observer
    guard pass.loopMode.count.isFinite else { return }
    let clock = CABasicAnimation(keyPath: "zPosition")
    clock.isAdditive = true
    clock.fromValue = 0
    clock.toValue = 0
    clock.beginTime = pass.begin
    clock.duration =
      length * pass.loopMode.count * (pass.loopMode.isReversing ? 2 : 1) / abs(pass.speed)
    clock.delegate = observer
    add(clock, forKey: Self.clockKey)
  }

  private static let clockKey = "QuartzLottie.pass"

  private func finish(isFinished: Bool) {
    guard isFinished, let pass else { return }
    self.pass = nil
    observer = nil
    show(finalTime(of: pass))
  }

  /// Ends the pass that is being played.
  private func end(isFinished: Bool) {
    guard pass != nil else { return }
    seconds = currentTime
    pass = nil
    let observer = observer
    self.observer = nil
    removeAnimation(forKey: Self.clockKey)
    observer?.end(isFinished: isFinished)
  }
}

/// Receives the end of a pass, once.
private final class PassObserver: CAAnimationDelegate {
  private var body: ((Bool) -> Void)?

  init(_ body: @escaping (Bool) -> Void) {
    self.body = body
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { end(isFinished: flag) }

  func end(isFinished: Bool) {
    let body = body
    self.body = nil
    body?(isFinished)
  }
}
