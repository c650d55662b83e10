// A context in the server: its tree and output, its clock, and the time of its next frame.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzGLES
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
  /// The token with which other connections capture the context.
  let token: UInt64
  let clock: ContextClock
  let renderer: ContextRenderer
  /// The time of the next frame on the frame clock; nil while nothing moves and for stepped
  /// contexts.
  private(set) var dueTime: Double?
  /// The time that a stepped clock was last set to.
  var steppedTime = 0.0
  /// The pixels that differ from the owner's last frame.
  private(set) var damage = Damage()
  /// The number of frames drawn to the output.
  private(set) var framesDrawn = 0
  private var pacer: FramePacer
  /// The end of the pause in unrequested frames after a frame over budget.
  private var restEnd: Double?
  /// Whether the owner was notified of the excess since its picture changed.
  private var isExcessTold = false
  private let counts: ServerCounts
  /// The trace that frames are written to, or nil.
  var trace: TraceFile? {
    didSet {
      guard let trace else { return renderer.onSpan = nil }
      renderer.onSpan = {
        trace.span($0, begin: $1, duration: $2)
        trace.flush()
      }
    }
  }
  // The share of this context in `counts`.
  private var counted = (layers: 0, imageBytes: 0)
  private let memory: MemoryShare
  /// The programs that show the tree in layers of theirs.
  var hosts: [ClientID: HostedFeed] = [:]
  /// The clients that observe it.
  var observers: [ClientID: ObservationFeed] = [:]
  /// The values that observers show in the place of the program's.
  var overrides = Overrides()
  /// The clients that show its output.
  var viewers = Viewers()
  /// Pictures that are not made yet.
  var fenced = FencedPresents()
  /// The events of its windows and screens that its program has not got yet.
  var events = EventOutlet()
  /// The way of those events to the trees in its scene.
  var router = EventRouter()
  /// The events on their way to those trees, by their tokens.
  var eventFeeds: [UInt64: EventFeed] = [:]
  /// Whether the output shows what was committed, and not only the background of before.
  private(set) var hasPicture = false
  /// The time of the frame that the output shows.
  private(set) var shownTime = 0.0
  /// Whether the context is there to be hosted: it then draws no frames that nobody asks for.
  var isOffered = false
  /// The share of this context in what is hosted.
  private(set) var countedHosting = HostingCounts()
  /// The thing that a client waits for.
  enum Wish {
    /// The start of a frame, of so many a second.
    case begin(FrameRateWish)
    /// The picture of a frame, in memory of its own.
    case picture(BufferPool)

    var rates: FrameRateWish {
      if case .begin(let rates) = self { rates } else { .none }
    }

    var opcode: Opcode {
      switch self {
      case .begin: .awaitFrame
      case .picture: .captureNextFrame
      }
    }
  }

  /// The clients to notify when the next frame begins, with the serials of their messages.
  private var waiting: [ClientID: (serial: UInt64, wish: Wish)] = [:]
  /// The demands of what moved at the last frame.
  private var moving = FrameDemands()
  /// Periods from the last frame to the next while something moves.
  private var step = 1

  // Long because: one parameter for each property that the loop decides.
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
    memory = MemoryShare(counts.memory)
    counts.contexts.add()
    memory.set(surfaceBytes)
    damage.add(frameRect)
    picturesChange(at: now)
  }

  var configuration: ContextConfiguration { renderer.configuration }

  /// All pixels of the output.
  var frameRect: PixelRect {
    PixelRect(width: Int32(configuration.width), height: Int32(configuration.height))
  }

  /// Bytes of the output's pixels.
  var surfaceBytes: Int { configuration.pixelBytes }

  /// Bytes of a picture of the output for those who watch it, which is one of bytes.
  var byteCount: Int { configuration.width * configuration.height * 4 }

  /// Frees the context's resources; it must not be used afterwards.
  func close() {
    renderer.close()
    counts.contexts.add(-1)
    count(layers: 0, imageBytes: 0)
    countHosting(HostingCounts())
    memory.set(0)
  }

  /// Brings the server's counts up to date.
  func count() {
    count(layers: renderer.tree.layerCount, imageBytes: renderer.tree.imageBytes)
    countHosting(renderer.hostingCounts)
    // Hosted images are the same memory as their owner's.
    memory.set(
      surfaceBytes + renderer.tree.ownImageBytes
        + renderer.tree.layerCount * MemoryLedger.layerBytes
        + renderer.tree.animationCount * MemoryLedger.animationBytes
        + renderer.tree.valueBytes + renderer.tree.emissionBytes
    )
  }

  private func countHosting(_ new: HostingCounts) {
    guard new != countedHosting else { return }
    counts.hosted.add(new.hosted - countedHosting.hosted)
    // These count from the server's start, also for contexts that are gone.
    counts.hostingCycles.add(max(new.cycles - countedHosting.cycles, 0))
    counts.hostingRefusals.add(max(new.refusals - countedHosting.refusals, 0))
    countedHosting = new
  }

  private func count(layers: Int, imageBytes: Int) {
    if layers != counted.layers { counts.layers.add(layers - counted.layers) }
    if imageBytes != counted.imageBytes { counts.imageBytes.add(imageBytes - counted.imageBytes) }
    counted = (layers, imageBytes)
  }

  /// Marks the picture as out of date.
  func picturesChange(at now: Double) {
    restEnd = nil
    isExcessTold = false
    beDue(at: now)
  }

  private func beDue(at now: Double) {
    guard clock == .real, !isOffered || !waiting.isEmpty else { return }
    // Slow frames have a grid, that others do not leave.
    let due = step > 1 && dueTime != nil ? pacer.onGrid(now) : pacer.due(at: now)
    dueTime = min(dueTime ?? due, due)
  }

  // MARK: Overlays

  // The overlays that the owner wants to see.
  private var ownOverlays: Overlays = []

  /// Shows what the owner chose, besides what the server's user did.
  func setOwnOverlays(_ overlays: Overlays, with common: Overlays, now: Double) {
    ownOverlays = overlays
    setCommonOverlays(common, now: now)
  }

  /// Shows what the server's user chose, besides what the owner did.
  func setCommonOverlays(_ common: Overlays, now: Double) {
    let overlays = common.union(ownOverlays)
    guard overlays != renderer.overlays else { return }
    renderer.overlays = overlays
    picturesChange(at: now)
  }

  // MARK: Waiting for frames

  /// Notifies a client when the next frame begins, even if nothing changed.
  ///
  /// - Parameters:
  ///   - client: The client.
  ///   - wish: The thing that it waits for.
  ///   - serial: The serial of its message.
  ///   - now: The time of the frame clock.
  /// - Returns: False if the client is already waiting.
  func wait(
    _ client: ClientID,
    _ wish: Wish,
    answering serial: UInt64,
    now: Double
  ) -> Bool {
    guard waiting[client] == nil else { return false }
    waiting[client] = (serial, wish)
    guard clock == .real else { return true }
    updateStep()
    let due = pacer.due(at: now, step: step)
    dueTime = min(dueTime ?? due, due)
    return true
  }

  /// Chooses the rate for all that moves and all that wait.
  private func updateStep() {
    var demands = moving
    for entry in waiting.values { demands.add(entry.wish.rates) }
    step = demands.step(ofHighest: 1 / pacer.period)
  }

  /// Removes a client that is gone.
  func stopWaiting(_ client: ClientID) {
    waiting[client] = nil
  }

  /// Returns the clients that waited for a frame, which begins now, and removes them.
  func takeWaiting() -> [ClientID: (serial: UInt64, wish: Wish)] {
    defer { waiting.removeAll() }
    return waiting
  }

  /// Seconds from the last frame to the next while something moves at the same rate.
  var period: Double { pacer.period * Double(step) }

  /// Returns the time on the context's own clock.
  func time(_ time: FrameTime, now: Double) -> Double {
    switch (time, clock) {
    case (.seconds(let seconds), _): seconds
    case (.now, .real): now
    case (.now, .stepped): steppedTime
    }
  }

  /// Draws the parts of a time's picture that the output does not show yet.
  ///
  /// - Returns: The work it took; zeros if there was nothing to draw.
  @discardableResult
  func draw(at time: Double) throws(RenderError) -> FrameCounters {
    let change = try renderer.render(at: time)
    // Presents that were due may have changed the bytes of images.
    count()
    if renderer.commitCount > 0 { hasPicture = true }
    guard !change.isEmpty else { return FrameCounters() }
    framesDrawn += 1
    counts.framesDrawn.add()
    shownTime = time
    viewers.add(change)
    for index in 0..<change.count { damage.add(change[index]) }
    let counters = renderer.counters
    if let trace, let phases = renderer.history.frame(age: 0) {
      trace.frame(phases, context: number, time: time, flows: renderer.takeFlows(), counters)
    }
    return counters
  }

  /// Draws the due frame, if any, and computes the time of the next one.
  ///
  /// A scene over budget is tried again after a second, or when it changes.
  ///
  /// - Returns: The time that the frame shows.
  func drawIfDue(now: Double) throws(RenderError) -> DueFrame? {
    guard let dueTime, dueTime <= now else { return nil }
    let time = pacer.frameTime(due: dueTime, now: now)
    var frame = DueFrame(time: time)
    if isOffered {
      // Those who wait for the frame are notified; the picture is part of others.
    } else if restEnd.map({ $0 <= time }) ?? true {
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

  /// The pause after a frame over budget, in seconds.
  static let restDuration = 1.0

  /// Returns the reason why there is no new picture.
  func reason(_ excess: BudgetExcess) -> String {
    "context \(number): \(excess); its last picture stays"
  }

  /// A frame that was due.
  struct DueFrame {
    /// The time that the frame shows, on the context's clock.
    let time: Double
    /// The exceeded budget, if the owner has to be notified.
    var excess: BudgetExcess?
  }

  /// Draws a requested picture.
  ///
  /// It also counts as a frame that is due now. A frame that is due later is cancelled if nothing
  /// moves, so nobody is woken for a picture that is already drawn.
  ///
  /// - Parameter measuresLayers: Whether the counters include the cost of each layer.
  func draw(
    for request: FrameTime,
    measuresLayers: Bool,
    now: Double
  ) throws(RenderError) -> FrameCounters {
    renderer.measuresLayers = measuresLayers
    defer { renderer.measuresLayers = false }
    let counters = try draw(at: time(request, now: now))
    guard request == .now, let dueTime else { return counters }
    // Waiting clients wait for a due frame.
    guard waiting.isEmpty else { return counters }
    if dueTime <= now {
      didDrawDueFrame(at: now)
    } else if renderer.nextActivity(after: now) == nil {
      self.dueTime = nil
    }
    return counters
  }

  private func didDrawDueFrame(at time: Double) {
    pacer.didDraw(at: time)
    guard !isOffered else { return dueTime = nil }
    let movement = renderer.movement(at: time)
    moving = movement.demands
    updateStep()
    dueTime = movement.begin.map { max(pacer.due(at: $0), restEnd ?? $0) }
    guard !moving.isEmpty else { return }
    let due = max(pacer.due(at: time, step: step), restEnd ?? time)
    dueTime = min(dueTime ?? due, due)
  }

  /// Follows the clock of a screen, which began to show the last frame at `time`.
  ///
  /// - Parameter interval: Seconds from one refresh of the screen to the next.
  func didFlip(at time: Double, interval: Double) {
    let before = pacer.nextFrame
    pacer.align(toFlipAt: time, interval: interval)
    guard let due = dueTime, let before, let next = pacer.nextFrame else { return }
    // A frame that was due as soon as possible still is; a later change keeps its time.
    if due <= before {
      dueTime = next
    } else {
      // Slow frames keep their distance, and come at refreshes.
      dueTime = max(step > 1 ? due + next - before : due, next)
    }
  }

  /// Copies the output to shared memory, which has at least `surfaceBytes`.
  func read(into buffer: SharedBuffer) throws(RenderError) {
    let memory = UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<surfaceBytes])
    try renderer.read(into: memory, rowBytes: configuration.width * configuration.range.pixelBytes)
  }

  /// Copies parts of the output, as bytes, to their places in shared memory of as many pixels.
  ///
  /// Pixels brighter than white become white.
  ///
  /// - Parameters:
  ///   - parts: Parts of the output.
  ///   - buffer: At least `byteCount` bytes.
  func readBytes(_ parts: Damage, into buffer: SharedBuffer) throws(RenderError) {
    let rowBytes = configuration.width * 4
    try renderer.presenting { () throws(RenderError) in
      for index in 0..<parts.count {
        let part = parts[index].intersection(frameRect)
        if part.isEmpty { continue }
        if configuration.range.isExtended, let base = buffer.bytes.baseAddress {
          try renderer.readBytes(part, into: base, rowBytes: rowBytes)
          continue
        }
        let start = Int(part.minY) * rowBytes + Int(part.minX) * 4
        let count = (Int(part.height) - 1) * rowBytes + Int(part.width) * 4
        // Bounds: the part lies inside of the output, so its last row ends in the memory.
        let memory = UnsafeMutableRawBufferPointer(
          rebasing: buffer.bytes[start..<(start + count)]
        )
        try renderer.backend.read(renderer.context, part, into: memory, rowBytes: rowBytes)
      }
    }
  }

  /// Returns the output on loan; nil if its renderer lends none.
  func lend() throws(RenderError) -> LentPicture? {
    guard let backend = renderer.backend as? GLESBackend else { return nil }
    return try renderer.presenting { () throws(RenderError) in
      try backend.lend(renderer.context)
    }
  }

  /// Returns shared memory that the output was copied to, as an image.
  func pixels(in buffer: SharedBuffer) throws(PixelBufferError) -> PixelBuffer {
    try buffer.pixels(
      width: configuration.width,
      height: configuration.height,
      rowBytes: configuration.width * configuration.range.pixelBytes,
      isOpaque: configuration.background.alpha >= 1,
      form: renderer.frameForm
    )
  }

  /// Returns shared memory that parts of the output were copied to, as an image of bytes.
  func bytes(in buffer: SharedBuffer) throws(PixelBufferError) -> PixelBuffer {
    try buffer.pixels(
      width: configuration.width,
      height: configuration.height,
      rowBytes: configuration.width * 4,
      isOpaque: configuration.background.alpha >= 1
    )
  }

  /// Returns the damage since the owner's last frame and clears it.
  func takeDamage() -> [PixelRect] {
    defer { damage.removeAll() }
    return (0..<damage.count).map { damage[$0] }
  }

  /// All pixels as damage, for clients that did not get the previous frame.
  var wholeDamage: [PixelRect] { [frameRect] }

  /// Moves to another backend and redraws the output at once.
  func move(to backend: any RenderBackend, now: Double) throws(RenderError) {
    try renderer.move(to: backend)
    picturesChange(at: now)
  }
}
