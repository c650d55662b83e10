// A context that is drawn in this process.
// Licensed under the MIT license; see LICENSE.

import Foundation
package import QuartzMath
package import QuartzModel
package import QuartzPlan

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
  private var localSlots = LocalSlots()
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
  }

  package var textureSide: Int { renderer.backend.maximumSide }

  package func send(_ commit: Commit) throws(CarrierError) {
    turn.lock()
    defer { turn.unlock() }
    do {
      try renderer.apply(commit)
    } catch {
      throw .commitRefused("\(error)")
    }
  }

  /// Draws the frame of a time; returns the pixels that differ from the frame before.
  package func render(at time: Double) throws(CarrierError) -> Damage {
    CAContentSlot.waitUntilMade()
    turn.lock()
    defer { turn.unlock() }
    showPresents()
    do {
      return try renderer.render(at: time)
    } catch {
      throw error == .contextLost ? .connectionLost("\(error)") : .failed("\(error)")
    }
  }

  private func showPresents() {
    for present in localSlots.take() {
      do {
        try renderer.present(present)
      } catch {
        // The picture was presented in time, but a commit has destroyed its image since.
        if case .unknownImage = error { continue }
        Diagnostics.report("a slot's picture was refused: \(error)")
      }
    }
  }

  package func frame(at time: Double) throws(CarrierError) -> RenderedFrame {
    CAContentSlot.waitUntilMade()
    turn.lock()
    defer { turn.unlock() }
    let (width, height) = (configuration.width, configuration.height)
    let block: MemoryBlock
    do {
      block = try MemoryBlock(count: width * height * 4)
    } catch {
      throw .failed("out of memory: \(error.bytes) bytes for a frame")
    }
    _ = try render(at: time)
    do {
      try renderer.read(
        into: UnsafeMutableRawBufferPointer(start: block.base, count: block.count),
        rowBytes: width * 4
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
          rowBytes: width * 4,
          isOpaque: false,
          base: UnsafeRawPointer(block.base),
          byteCount: block.count,
          owner: block
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
    self.configuration = configuration
    return true
  }

  package func reconnect() throws(CarrierError) {
    turn.lock()
    defer { turn.unlock() }
    let backend = renderer.backend
    renderer.close()
    localSlots = LocalSlots()
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
  }

  package func close() {
    turn.lock()
    defer { turn.unlock() }
    renderer.close()
  }
}
