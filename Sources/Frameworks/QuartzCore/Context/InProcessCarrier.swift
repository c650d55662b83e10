// A context that is drawn in this process.
// Licensed under the MIT license; see LICENSE.

import Foundation
package import QuartzMath
package import QuartzModel
package import QuartzPlan
import QuartzWire

/// Draws a context with a backend of its own, as a server does.
package final class InProcessCarrier: CommitCarrier {
  // The ID of the backend's only context.
  private static let context: UInt32 = 1

  private var configuration: ContextConfiguration
  private let limits: TreeLimits
  private let budget: FrameBudget
  /// The tree, the planner and the backend, for access to plans and counters.
  package private(set) var renderer: ContextRenderer
  // Commits and frames may come from several threads.
  private let turn = NSRecursiveLock()
  // Whether the last frame was drawn by `update`.
  private var isFrameOfWindow = false
  private var isClosed = false
  // Whether something else than time changed the picture since the last frame.
  private var isChanged = true
  private var lastFrame = 0.0
  private var localSlots = LocalSlots()
  /// The number with which contexts of this process host one another.
  let token = LocalHosting.shared.takeToken()
  var hostingState = LocalHostingState()
  package var slots: (any SlotTarget)? { localSlots }

  /// Creates a carrier with a backend that serves no other context.
  ///
  /// - Parameter budget: The budget of each frame; a program's own scenes need none.
  /// - Throws: `RenderError` if the backend cannot make an output of that size.
  package init(
    backend: any RenderBackend,
    configuration: ContextConfiguration,
    limits: TreeLimits = TreeLimits(),
    budget: FrameBudget = .unlimited
  ) throws(RenderError) {
    self.configuration = configuration
    self.limits = limits
    self.budget = budget
    renderer = try ContextRenderer(
      context: Self.context,
      configuration: configuration,
      backend: backend,
      limits: limits,
      budget: budget
    )
    connectTrace()
  }

  package var textureSide: Int { renderer.backend.maximumSide }

  package var wantsReports: Bool { true }

  package func report(_ report: CommitReport) { locked { renderer.add(report) } }

  package func setOverlays(_ overlays: Overlays) throws(CarrierError) {
    locked {
      isChanged = true
      renderer.overlays = overlays
    }
  }

  package func statistics() throws(CarrierError) -> ContextStatistics {
    locked { renderer.statistics }
  }

  /// Lets the trace of the process, if there is one, tell of the renderer.
  private func connectTrace() {
    guard let trace = TraceFile.ofEnvironment else { return }
    renderer.onSpan = {
      trace.span($0, begin: $1, duration: $2)
      trace.flush()
    }
  }

  package func send(_ commit: Commit) throws(CarrierError) {
    turn.lock()
    defer { turn.unlock() }
    isChanged = true
    do {
      try renderer.apply(commit)
    } catch {
      throw .commitRefused("\(error)")
    }
    LocalHosting.shared.publish(.commit(commit), of: token)
  }

  /// Calls `body` while no other thread uses the renderer.
  func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    turn.lock()
    defer { turn.unlock() }
    return try body()
  }

  /// Draws the frame of a time; returns the pixels that differ from the frame before.
  package func render(at time: Double) throws(CarrierError) -> Damage {
    CAContentSlot.waitUntilMade()
    followHosted()
    turn.lock()
    defer { turn.unlock() }
    return try draw(at: time)
  }

  /// Draws the frame of a time; the caller has the turn.
  private func draw(at time: Double) throws(CarrierError) -> Damage {
    isFrameOfWindow = false
    showPresents()
    isChanged = false
    lastFrame = time
    do {
      let damage = try renderer.render(at: time)
      if let trace = TraceFile.ofEnvironment, !damage.isEmpty,
        let phases = renderer.history.frame(age: 0)
      {
        let flows = renderer.takeFlows()
        trace.frame(phases, context: Self.context, time: time, flows: flows, renderer.counters)
      }
      return damage
    } catch {
      throw error == .contextLost ? .connectionLost("\(error)") : .failed("\(error)")
    }
  }

  /// Whether there is a frame to draw at one of a window's refreshes: not if nothing changed, and
  /// all that moves wants fewer frames.
  ///
  /// - Parameters:
  ///   - time: In seconds of the context's clock.
  ///   - rate: Refreshes a second.
  package func wantsFrame(at time: Double, rate: Double) -> Bool {
    locked {
      guard renderer.hasRateWishes, !isChanged, hostingState.feeds.isEmpty, !localSlots.hasNews
      else { return true }
      let movement = renderer.movement(at: lastFrame)
      if let begin = movement.begin, begin <= time { return true }
      let step = movement.demands.step(ofHighest: rate)
      // Refreshes are not exactly a period apart.
      return time >= lastFrame + (Double(step) - 0.5) / rate
    }
  }

  /// Draws the frame of a time into memory that holds the frame of the call before.
  ///
  /// - Parameters:
  ///   - time: In seconds of the context's clock.
  ///   - memory: Rows of `width` pixels.
  ///   - width: The size that the memory is for.
  ///   - height: The same.
  ///   - rowBytes: From one row to the next; nil for rows that touch.
  ///   - isWhole: Whether the memory has no frame yet.
  /// - Returns: The pixels that were written; nil if the output has another size, or is closed.
  package func update(
    at time: Double,
    _ memory: UnsafeMutableRawPointer,
    width: Int,
    height: Int,
    rowBytes: Int? = nil,
    isWhole: Bool
  ) throws(CarrierError) -> Damage? {
    CAContentSlot.waitUntilMade()
    followHosted()
    turn.lock()
    defer { turn.unlock() }
    guard !isClosed, configuration.width == width, configuration.height == height else {
      return nil
    }
    // Frames that were drawn for others in between changed pixels as well.
    let isNew = isWhole || !isFrameOfWindow
    var damage = try draw(at: time)
    if isNew { damage = Damage(PixelRect(width: Int32(width), height: Int32(height))) }
    let rowBytes = rowBytes ?? width * 4
    do {
      try renderer.presenting { () throws(RenderError) in
        for index in 0..<damage.count {
          let rect = damage[index]
          if configuration.range.isExtended {
            try renderer.readBytes(rect, into: memory, rowBytes: rowBytes)
            continue
          }
          let start = Int(rect.minY) * rowBytes + Int(rect.minX) * 4
          let count = (Int(rect.height) - 1) * rowBytes + Int(rect.width) * 4
          // Bounds: damage lies inside of the output, so the rectangle's last row ends in the
          // memory.
          try renderer.backend.read(
            renderer.context,
            rect,
            into: UnsafeMutableRawBufferPointer(start: memory + start, count: count),
            rowBytes: rowBytes
          )
        }
      }
    } catch {
      throw error == .contextLost ? .connectionLost("\(error)") : .failed("\(error)")
    }
    isFrameOfWindow = true
    return damage
  }

  func showPresents() {
    let news = localSlots.take()
    // An image that a commit has destroyed since has nothing that waits.
    for image in news.flushed {
      try? renderer.flushPresents(of: image)
      LocalHosting.shared.publish(.flush(image), of: token)
    }
    for present in news.presents {
      do {
        try renderer.present(present)
        LocalHosting.shared.publish(.present(present), of: token)
      } catch {
        // The picture was presented in time, but a commit has destroyed its image since.
        if case .unknownImage = error { continue }
        Diagnostics.report("a slot's picture was refused: \(error)")
      }
    }
  }

  package func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
    CAContentSlot.waitUntilMade()
    followHosted()
    turn.lock()
    defer { turn.unlock() }
    let (width, height) = (configuration.width, configuration.height)
    let block: MemoryBlock
    do {
      // Reading the frame writes every row.
      block = try MemoryBlock(unwritten: configuration.pixelBytes)
    } catch {
      throw .failed("out of memory: \(error.bytes) bytes for a frame")
    }
    _ = try draw(at: time)
    do {
      try renderer.read(
        into: UnsafeMutableRawBufferPointer(start: block.base, count: block.count),
        rowBytes: width * configuration.range.pixelBytes
      )
    } catch {
      throw error == .contextLost ? .connectionLost("\(error)") : .failed("\(error)")
    }
    do {
      return RenderedFrame(
        time: time,
        pixels: try PixelBuffer(
          width: width,
          height: height,
          rowBytes: width * configuration.range.pixelBytes,
          isOpaque: false,
          base: UnsafeRawPointer(block.base),
          byteCount: block.count,
          owner: block,
          form: renderer.frameForm
        )
      )
    } catch {
      throw .failed("\(error)")
    }
  }

  package func configure(_ configuration: ContextConfiguration) throws(CarrierError) -> Bool {
    turn.lock()
    defer { turn.unlock() }
    do {
      try renderer.configure(configuration)
    } catch {
      throw error == .contextLost ? .connectionLost("\(error)") : .failed("\(error)")
    }
    isChanged = true
    self.configuration = configuration
    return true
  }

  package func reconnect() throws(CarrierError) {
    turn.lock()
    defer { turn.unlock() }
    let (backend, overlays) = (renderer.backend, renderer.overlays)
    renderer.close()
    localSlots = LocalSlots()
    isChanged = true
    hostingState = LocalHostingState()
    do {
      renderer = try ContextRenderer(
        context: Self.context,
        configuration: configuration,
        backend: backend,
        limits: limits,
        budget: budget
      )
    } catch {
      throw .connectionLost("\(error)")
    }
    renderer.overlays = overlays
    connectTrace()
  }

  package func close() {
    LocalHosting.shared.withdraw(token)
    turn.lock()
    defer { turn.unlock() }
    isClosed = true
    renderer.close()
  }
}
