// One context as the server has it: its tree and output, its clock, and when it is drawn next.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzModel
import QuartzPlan
import QuartzWire

/// A context of a client.
///
/// Belongs to the thread of its owner's loop.
final class ServedContext {
  let owner: ClientID
  /// The owner's number for it.
  let number: UInt32
  /// What lets other connections look at it.
  let token: UInt64
  let clock: ContextClock
  let renderer: ContextRenderer
  /// When the server has to draw by itself, on the frame clock; nil while nothing moves and for
  /// stepped contexts.
  private(set) var dueTime: Double?
  /// The time that a stepped clock was last set to.
  var steppedTime = 0.0
  /// The pixels that differ from the last frame that the owner got.
  private(set) var damage = Damage()
  /// How often the output was drawn to.
  private(set) var framesDrawn = 0
  private var pacer: FramePacer
  /// Until when frames that nobody asks for are left out: the last one asked for too much.
  private var restEnd: Double?
  /// Whether the owner was told so, since its picture changed.
  private var isExcessTold = false
  private let counts: ServerCounts
  // What `counts` has of this context.
  private var counted = (layers: 0, imageBytes: 0)
  /// Who wants to know when the next frame begins, and the numbers of their messages.
  private var waiting: [ClientID: UInt64] = [:]

  init(
    _ message: CreateContext,
    owner: ClientID,
    token: UInt64,
    frameRate: Double,
    renderer: ContextRenderer,
    counts: ServerCounts,
    now: Double
  ) {
    self.owner = owner
    number = message.context
    self.token = token
    clock = message.clock
    pacer = FramePacer(rate: min(message.frameRate, frameRate))
    self.renderer = renderer
    self.counts = counts
    counts.contexts.add()
    damage.add(frameRect)
    picturesChange(at: now)
  }

  var configuration: ContextConfiguration { renderer.configuration }

  private var frameRect: PixelRect {
    PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
  }

  /// Bytes of the output's pixels.
  var surfaceBytes: Int { configuration.width * configuration.height * 4 }

  /// Frees all that the context has; it must not be used afterwards.
  func close() {
    renderer.close()
    counts.contexts.add(-1)
    count(layers: 0, imageBytes: 0)
  }

  /// Brings the server's counts up to date.
  func count() {
    count(layers: renderer.tree.layerCount, imageBytes: renderer.tree.imageBytes)
  }

  private func count(layers: Int, imageBytes: Int) {
    if layers != counted.layers { counts.layers.add(layers - counted.layers) }
    if imageBytes != counted.imageBytes { counts.imageBytes.add(imageBytes - counted.imageBytes) }
    counted = (layers, imageBytes)
  }

  /// Notes that the picture is not up to date any more.
  func picturesChange(at now: Double) {
    restEnd = nil
    isExcessTold = false
    beDue(at: now)
  }

  private func beDue(at now: Double) {
    guard clock == .real else { return }
    let due = pacer.due(at: now)
    dueTime = min(dueTime ?? due, due)
  }

  // MARK: Waiting for frames

  /// Has a client told when the next frame begins, be there something to draw or not.
  ///
  /// - Returns: False if the client waits already.
  func wait(_ client: ClientID, answering serial: UInt64, now: Double) -> Bool {
    guard waiting[client] == nil else { return false }
    waiting[client] = serial
    beDue(at: now)
    return true
  }

  /// Forgets a client that is gone.
  func stopWaiting(_ client: ClientID) {
    waiting[client] = nil
  }

  /// Those who waited for a frame, which begins now.
  func takeWaiting() -> [ClientID: UInt64] {
    defer { waiting.removeAll() }
    return waiting
  }

  /// Seconds from a frame to the next while something moves.
  var period: Double { pacer.period }

  /// The context's own time.
  func time(_ time: FrameTime, now: Double) -> Double {
    switch (time, clock) {
    case (.seconds(let seconds), _): seconds
    case (.now, .real): now
    case (.now, .stepped): steppedTime
    }
  }

  /// Draws the picture of a time, as far as the output does not show it.
  ///
  /// - Returns: The work it took; zeros if there was nothing to draw.
  @discardableResult
  func draw(at time: Double) throws(RenderError) -> FrameCounters {
    let change = try renderer.render(at: time)
    // Presents that were due may have changed the bytes of images.
    count()
    guard !change.isEmpty else { return FrameCounters() }
    framesDrawn += 1
    counts.framesDrawn.add()
    for index in 0..<change.count { damage.add(change[index]) }
    return renderer.counters
  }

  /// Draws the frame that is due, if one is, and works out when the next one is.
  ///
  /// A scene that asks for too much is tried again after a second, or when it changes.
  ///
  /// - Returns: The time that the frame shows.
  func drawIfDue(now: Double) throws(RenderError) -> DueFrame? {
    guard let dueTime, dueTime <= now else { return nil }
    let time = pacer.frameTime(due: dueTime, now: now)
    var frame = DueFrame(time: time)
    if restEnd.map({ $0 <= time }) ?? true {
      restEnd = nil
      do {
        try draw(at: time)
      } catch {
        guard case .budgetSpent(let excess) = error else { throw error }
        restEnd = time + ServedContext.restDuration
        frame.excess = isExcessTold ? nil : excess
        isExcessTold = true
      }
    }
    didDrawDueFrame(at: time)
    return frame
  }

  /// How long a scene that asked for too much is left alone, in seconds.
  static let restDuration = 1.0

  /// Why there is no new picture.
  func reason(_ excess: BudgetExcess) -> String {
    "context \(number): \(excess); its last picture stays"
  }

  /// A frame that was due.
  struct DueFrame {
    /// What it shows, on the context's clock.
    let time: Double
    /// What it asked too much of, if the owner is to be told.
    var excess: BudgetExcess?
  }

  /// Draws the picture that somebody asked for.
  ///
  /// A frame that is due now is the same one, and one that is due later is none if nothing moves:
  /// nobody is woken for a picture that is there.
  ///
  /// - Parameter measuresLayers: Whether the counters say what each layer took.
  func draw(
    for request: FrameTime,
    measuresLayers: Bool,
    now: Double
  ) throws(RenderError) -> FrameCounters {
    renderer.measuresLayers = measuresLayers
    defer { renderer.measuresLayers = false }
    let counters = try draw(at: time(request, now: now))
    guard request == .now, let dueTime else { return counters }
    // Those who wait for a frame wait for one that is due.
    guard waiting.isEmpty else { return counters }
    if dueTime <= now {
      didDrawDueFrame(at: now)
    } else if renderer.tree.nextActivity(after: now) == nil {
      self.dueTime = nil
    }
    return counters
  }

  private func didDrawDueFrame(at time: Double) {
    pacer.didDraw(at: time)
    dueTime = renderer.tree.nextActivity(after: time).map { activity in
      max(pacer.due(at: activity), restEnd ?? activity)
    }
  }

  /// Goes on by the clock of a screen, which began to show the last frame at a time.
  ///
  /// - Parameter interval: Seconds from one refresh of the screen to the next.
  func didFlip(at time: Double, interval: Double) {
    let before = pacer.nextFrame
    pacer.align(toFlipAt: time, interval: interval)
    guard let due = dueTime, let before, let next = pacer.nextFrame else { return }
    // What was due as soon as may be still is; what changes later does so at its time.
    dueTime = due <= before ? next : max(due, next)
  }

  /// Copies the output to shared memory, which has at least `surfaceBytes`.
  func read(into buffer: SharedBuffer) throws(RenderError) {
    let memory = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<surfaceBytes])
    try renderer.read(into: memory, rowBytes: configuration.width * 4)
  }

  /// Shared memory that the output was copied to, as an image.
  func pixels(in buffer: SharedBuffer) throws(PixelBufferError) -> PixelBuffer {
    try buffer.pixels(
      width: configuration.width,
      height: configuration.height,
      rowBytes: configuration.width * 4,
      isOpaque: configuration.background.alpha >= 1
    )
  }

  /// Hands out what changed since the owner's last frame.
  func takeDamage() -> [PixelRect] {
    defer { damage.removeAll() }
    return (0..<damage.count).map { damage[$0] }
  }

  /// All pixels as damage, for those who did not see the frame before.
  var wholeDamage: [PixelRect] { [frameRect] }

  /// Goes on with another backend; the output is drawn anew at once.
  func move(to backend: any RenderBackend, now: Double) throws(RenderError) {
    try renderer.move(to: backend)
    picturesChange(at: now)
  }
}
