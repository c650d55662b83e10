// Playing films.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
public import Foundation
import QuartzCore
import QuartzSharing
import QuartzVideo

/// Plays a film into layers.
///
///     let player = AVPlayer(url: URL(fileURLWithPath: "film.mp4"))
///     let layer = AVPlayerLayer(player: player)
///     layer.frame = root.bounds
///     root.addSublayer(layer)
///     player.play()
///
/// The film's time follows `CACurrentMediaTime()`. In a context made for pictures that is the time
/// of the picture: `play()` begins at once, and the picture of each time has the film's picture for
/// it, exactly and in any order. Where the thread has several contexts, it is that of the player's
/// layers. In real time nothing waits: the film begins when it is open, and a picture that is not
/// decoded in time is passed over.
///
/// A player belongs to the thread that uses it, as layers do.
///
/// In real time the sound is heard too, at rates of 0.5 to 2, through SDL 2 where that is
/// installed; without a device a player is silent, in time. The pictures follow the sound. Players
/// whose pictures are requested one by one make no sound.
///
/// **Differences**: seeks without tolerances are exact. All layers of a player show its film, with
/// one decoder.
open class AVPlayer: NSObject {
  /// Whether a player can play.
  public enum Status: Int, Sendable {
    /// Nothing was tried.
    case unknown = 0
    /// It can.
    case readyToPlay = 1
    /// It cannot.
    case failed = 2
  }

  /// Whether a player plays.
  public enum TimeControlStatus: Int, Sendable {
    /// The player is paused.
    case paused = 0
    /// It will play once the film is open.
    case waitingToPlayAtSpecifiedRate = 1
    /// It plays.
    case playing = 2
  }

  /// The action of a player when an item ends.
  public enum ActionAtItemEnd: Int, Sendable {
    /// A queue advances to its next item.
    case advance = 0
    /// The player pauses.
    case pause = 1
    /// The player keeps its rate; the time stays at the end.
    case none = 2
  }

  /// The film; nil if there is none.
  open private(set) var currentItem: AVPlayerItem?
  /// The action when an item ends; `.pause` by default.
  open var actionAtItemEnd = ActionAtItemEnd.pause
  /// Whether the sound is off; false by default.
  open var isMuted = false {
    didSet { volumeChanged() }
  }
  /// The loudness of the sound, in 0...1; 1 by default.
  open var volume: Float = 1 {
    didSet {
      if !(0...1).contains(volume) { volume = volume > 1 ? 1 : 0 }
      volumeChanged()
    }
  }
  /// Whether the player waits for a film that arrives slowly; true by default.
  ///
  /// **Differences**: films are files, which the player never waits for.
  open var automaticallyWaitsToMinimizeStalling = true
  /// The rate of `play()`; 1 by default.
  open var defaultRate: Float = 1

  /// Whether films show brighter than white somewhere: a context of extended range exists.
  ///
  /// Any thread may ask.
  ///
  /// **Differences**: Apple's systems look at the screens; here it is `CAContext.Options` that asks
  /// for outputs of extended range. No notification tells of changes.
  open class var eligibleForHDRPlayback: Bool { CAContext.extendedCount > 0 }

  private var clock = PlayerClock(time: .zero, host: 0, rate: 0) {
    didSet { currentItem?.follow(clock) }
  }
  // The context whose time the film follows; nil for the machine's.
  private weak var context: CAContext?
  private var storedRate: Float = 0
  /// Whether the film plays once it is open.
  private var isWaiting = false
  let sound = PlayerSound()
  var observers = TimeObservers()
  private var layers: [WeakLayer] = []
  private var cancelEvent: (() -> Void)?
  // The last seek that waits for its picture.
  private var seek: (picture: Int, handler: @Sendable (Bool) -> Void)?

  /// A layer that shows the film.
  private struct WeakLayer {
    weak var layer: AVPlayerLayer?
  }

  /// A player without a film.
  public override init() {
    super.init()
  }

  /// A player of a film in a file.
  public convenience init(url URL: URL) {
    self.init(playerItem: AVPlayerItem(url: URL))
  }

  /// A player of an item.
  public init(playerItem item: AVPlayerItem?) {
    super.init()
    replaceCurrentItem(with: item)
  }

  deinit {
    cancelEvent?()
  }

  /// Whether the player can play: that of its item.
  open var status: Status {
    currentItem.flatMap { Status(rawValue: $0.status.rawValue) } ?? .unknown
  }

  /// The reason why its item cannot be played; nil if it can.
  open var error: (any Error)? { currentItem?.error }

  /// Whether it plays.
  open var timeControlStatus: TimeControlStatus {
    if isWaiting { return .waitingToPlayAtSpecifiedRate }
    return storedRate == 0 ? .paused : .playing
  }

  /// Plays another film, or none, from its beginning; the rate stays.
  open func replaceCurrentItem(with item: AVPlayerItem?) {
    guard item !== currentItem else { return }
    if let old = currentItem {
      old.restingTime = currentTime()
      old.player = nil
    }
    currentItem = item
    item?.player?.replaceCurrentItem(with: nil)
    item?.player = self
    clock = PlayerClock(time: item?.restingTime ?? .zero, host: host, rate: 0)
    for layer in layers { layer.layer?.itemChanged() }
    finishSeek(isDone: false)
    openItem()
    setRate(storedRate)
  }

  /// An item has other pictures; the time and the rate stay.
  func picturesChanged(of item: AVPlayerItem) {
    guard item === currentItem else { return }
    for layer in layers { layer.layer?.itemChanged() }
    openItem()
    setRate(storedRate)
  }

  // MARK: Time

  /// The context whose time the film is to follow; nil for the machine's.
  ///
  /// It is the one that the thread used last, unless the layers of the player show in others alone:
  /// a context that draws something else meanwhile, such as an export, has times of its own.
  private var contextToFollow: CAContext? {
    let current = CAContext.ofCurrentTime
    let shown = layers.compactMap { $0.layer?.contextOfFrames }
    return shown.contains { $0 === current } ? current : shown.first ?? current
  }

  /// Whether the pictures of the film's clock are requested one by one.
  var drawsOnRequest: Bool { (context ?? contextToFollow)?.drawsOnRequest ?? false }

  /// The time that the film follows, in seconds.
  private var host: Double { context?.currentTime ?? CACurrentMediaTime() }

  /// The time of the film now.
  open func currentTime() -> CMTime {
    update()
    return time(at: host)
  }

  /// The time of the film at a time of its clock, within the film.
  func time(at host: Double) -> CMTime {
    guard let item = currentItem else { return .zero }
    guard clock.rate != 0 else { return item.clamp(clock.time) }
    let time = clock.time(at: host)
    let end = item.end(forwards: clock.rate > 0)
    return item.clamp(clock.rate > 0 ? CMTimeMinimum(time, end) : CMTimeMaximum(time, end))
  }

  /// The clock that layers follow.
  var followedClock: PlayerClock { clock }

  /// Where the next picture is: 1, -1, or 0 for a paused film.
  var direction: Int { clock.rate == 0 ? 0 : clock.rate > 0 ? 1 : -1 }

  /// When pictures show of a film that plays in real time; nil if it is paused.
  ///
  /// - Parameter lead: Seconds by which they show earlier.
  func schedule(lead: Double) -> PictureFeed.Schedule? {
    guard clock.rate != 0, let item = currentItem else { return nil }
    let end = item.end(forwards: clock.rate > 0)
    return PictureFeed.Schedule(clock: clock, lead: lead, end: end)
  }

  // MARK: Playing

  /// Seconds of the film in a second; 0 is paused, negative rates go backwards.
  open var rate: Float {
    get { storedRate }
    set { setRate(newValue) }
  }

  /// Plays, at `defaultRate`.
  open func play() { setRate(defaultRate) }

  /// Stands still.
  open func pause() { setRate(0) }

  /// Plays at once, at a rate.
  open func playImmediately(atRate rate: Float) { setRate(rate) }

  private func setRate(_ rate: Float) {
    guard rate.isFinite else { return }
    let time = currentTime()
    storedRate = rate
    if rate != 0 || context == nil { context = contextToFollow }
    if drawsOnRequest, rate != 0 { currentItem?.feed.load() }
    anchor(at: time)
    observers.jump(to: time)
    tellObservers()
  }

  /// Tells those who observe the player or its item.
  private func tellObservers() {
    guard Observers.isAny else { return }
    if let currentItem { Observers.changed(currentItem) }
    Observers.changed(self)
  }

  /// Begins to follow the clock from a time of the film on.
  private func anchor(at time: CMTime) {
    let isReady = currentItem?.status == .readyToPlay
    isWaiting = storedRate != 0 && !isReady && currentItem != nil
    clock = PlayerClock(time: time, host: host, rate: isReady ? Double(storedRate) : 0)
    soundChanged()
    eventsChanged()
    for layer in layers { layer.layer?.needsFrames() }
  }

  private func openItem() {
    guard let item = currentItem else { return }
    if drawsOnRequest { return }
    // It is used on the main thread alone.
    let player = WeakTransferred(self)
    let isMain = Thread.isMainThread
    item.feed.loadInBackground {
      // Other threads see it with their next frame.
      if isMain { DispatchQueue.main.async { player.object?.update() } }
    }
  }

  /// Takes note of a film that was opened, and of pictures that were decoded.
  func update() {
    if isWaiting, currentItem?.status == .readyToPlay { anchor(at: clock.time) }
    followSound()
    if let seek, currentItem?.feed.shown == seek.picture { finishSeek(isDone: true) }
    tellObservers()
  }

  // MARK: Seeking

  /// Moves to a time; the picture is exact.
  open func seek(to time: CMTime) {
    currentItem?.seek(to: time)
  }

  /// Moves to a time; the picture is exact.
  ///
  /// - Parameters:
  ///   - time: The time to move to.
  ///   - completionHandler: Called when the picture shows, with false if another seek came before
  ///     that.
  open func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
    guard let currentItem else { return completionHandler(false) }
    currentItem.seek(to: time, completionHandler: completionHandler)
  }

  /// Moves to a time, or to one near it, as `AVPlayerItem` does.
  open func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
    currentItem?.seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter)
  }

  /// Moves to a time, or to one near it, as `AVPlayerItem` does.
  ///
  /// - Parameters:
  ///   - time: The time to move to.
  ///   - toleranceBefore: How much earlier the time may be.
  ///   - toleranceAfter: How much later the time may be.
  ///   - completionHandler: Called when the picture shows, with false if another seek came before
  ///     that.
  open func seek(
    to time: CMTime,
    toleranceBefore: CMTime,
    toleranceAfter: CMTime,
    completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    guard let currentItem else { return completionHandler(false) }
    currentItem.seek(
      to: time,
      toleranceBefore: toleranceBefore,
      toleranceAfter: toleranceAfter,
      completionHandler: completionHandler
    )
  }

  func move(to time: CMTime, _ handler: (@Sendable (Bool) -> Void)?) {
    guard let item = currentItem else { return }
    finishSeek(isDone: false)
    if context == nil { context = contextToFollow }
    if drawsOnRequest { item.feed.load() }
    let time = item.clamp(time)
    anchor(at: time)
    observers.jump(to: time)
    NotificationCenter.default.post(name: AVPlayerItem.timeJumpedNotification, object: item)
    guard let handler else { return }
    // Without a layer nobody asks for the picture, and a film that is not open has none.
    let isShown = layers.contains { $0.layer?.isShownSomewhere == true }
    guard isShown, !drawsOnRequest, let number = item.decoder?.number(at: time) else {
      return handler(true)
    }
    seek = (number, handler)
  }

  private func finishSeek(isDone: Bool) {
    let handler = seek?.handler
    seek = nil
    handler?(isDone)
  }

  // MARK: Events

  /// Waits for the next end or observed time.
  ///
  /// - Parameter reached: A time that the film has come to, which the clock's Double may not hold.
  func eventsChanged(after reached: CMTime? = nil) {
    cancelEvent?()
    cancelEvent = nil
    guard let item = currentItem, clock.rate != 0 else { return }
    let isForwards = clock.rate > 0
    var now = time(at: host)
    if let reached { now = isForwards ? CMTimeMaximum(now, reached) : CMTimeMinimum(now, reached) }
    let next = observers.next(after: now, isForwards: isForwards)
    let end = item.end(forwards: isForwards)
    let time = next.map { isForwards ? CMTimeMinimum($0, end) : CMTimeMaximum($0, end) } ?? end
    guard let exact = clock.host(at: time) else { return }
    // Half a nanosecond early, which is within the film's tolerance, so that a picture at the
    // moment itself, as a Double has it, is one after the event.
    let moment = exact - 5e-10
    if let context {
      let call = context.call(at: moment) { [weak self] in self?.reach(time) }
      cancelEvent = { call.cancel() }
    } else {
      let delay = max(moment - host, 0)
      cancelEvent = CATransaction.perform(after: delay) { [weak self] in self?.reach(time) }
    }
  }

  /// The film has come to a time.
  private func reach(_ time: CMTime) {
    guard let item = currentItem, clock.rate != 0 else { return }
    let isForwards = clock.rate > 0
    observers.reach(time)
    // An observer may have changed everything.
    guard item === currentItem, clock.rate != 0, isForwards == (clock.rate > 0) else { return }
    let end = item.end(forwards: isForwards)
    guard isForwards ? time >= end : time <= end else { return eventsChanged(after: time) }
    clock = PlayerClock(time: end, host: clock.host(at: end) ?? host, rate: 0)
    if actionAtItemEnd == .pause || !isForwards { storedRate = 0 }
    for layer in layers { layer.layer?.needsFrames() }
    guard isForwards else { return }
    NotificationCenter.default.post(name: AVPlayerItem.didPlayToEndTimeNotification, object: item)
    if actionAtItemEnd == .advance, item === currentItem { itemEnded() }
  }

  /// Begins anew at an end: from a time of the film on, at the moment of the end.
  func restart(from time: CMTime) {
    guard storedRate != 0 else { return }
    clock = PlayerClock(time: time, host: clock.host, rate: Double(storedRate))
    soundChanged()
    observers.jump(to: time)
    eventsChanged()
    for layer in layers { layer.layer?.needsFrames() }
  }

  /// Called at the end of an item whose player continues; a player without a queue pauses.
  func itemEnded() {
    storedRate = 0
  }

  // MARK: Sound

  private func volumeChanged() { sound.setVolume(isMuted ? 0 : volume) }

  /// Begins the sound anew, or ends it.
  private func soundChanged() {
    guard let item = currentItem, clock.rate > 0, !drawsOnRequest else { return sound.end() }
    // It is used on the main thread alone.
    let player = WeakTransferred(self)
    let isMain = Thread.isMainThread
    sound.begin(item, clock, now: host) {
      if isMain { DispatchQueue.main.async { player.object?.update() } }
    }
  }

  /// The tracks of an item are louder or softer.
  func volumesChanged(of item: AVPlayerItem) {
    if item === currentItem, sound.current != nil { soundChanged() }
  }

  /// Moves the pictures to where the sound is, whose device has a pace of its own.
  private func followSound() {
    let shift = sound.takeShift()
    guard shift != 0, clock.rate != 0 else { return }
    let moved = CMTime(seconds: shift, preferredTimescale: 1_000_000_000)
    clock = PlayerClock(time: clock.time + moved, host: clock.host, rate: clock.rate)
    eventsChanged()
    for layer in layers { layer.layer?.needsFrames() }
  }

  // MARK: Layers

  func add(_ layer: AVPlayerLayer) {
    layers.removeAll { $0.layer == nil || $0.layer === layer }
    layers.append(WeakLayer(layer: layer))
  }

  func remove(_ layer: AVPlayerLayer) {
    layers.removeAll { $0.layer == nil || $0.layer === layer }
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
