// The threads that draw tiles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFaults
import QuartzMath
import QuartzSharing
import Synchronization

/// A tile to draw.
final class TileJob: Sendable {
  enum State {
    case waiting, drawing, cancelled
    /// Nil if there was no memory for it.
    case drawn(CGImage?)
  }

  let key: TileKey
  /// The part of the layer that the tile shows, in points.
  let rect: Rect
  let shape: BackingShape
  // Only asked to draw, which its class allows on any thread.
  private let layer: Transferred<CATiledLayer>
  private let inbox: TileInbox?
  private let state = Mutex<State>(.waiting)

  /// - Parameter inbox: The inbox that is notified when the tile is drawn.
  init(
    _ key: TileKey,
    _ rect: Rect,
    _ grid: LayerTileGrid,
    _ layer: CATiledLayer,
    _ inbox: TileInbox?
  ) {
    self.key = key
    self.rect = rect
    shape = grid.shape(key, rect)
    self.layer = Transferred(layer)
    self.inbox = inbox
  }

  /// The most bytes that the tile takes.
  var bytes: Int { shape.width * shape.height * max(shape.bytesPerPixel, 4) }

  /// Whether the job is finished or cancelled.
  var isOver: Bool {
    state.withLock { state in
      switch state {
      case .waiting, .drawing: false
      case .cancelled, .drawn: true
      }
    }
  }

  /// The tile; nil before it is drawn.
  var image: CGImage? {
    state.withLock { if case .drawn(let image) = $0 { image } else { nil } }
  }

  /// Cancels the tile; if its drawing is under way, the result is discarded.
  ///
  /// - Returns: True if its drawing had not begun.
  @discardableResult
  func cancel() -> Bool {
    state.withLock { state in
      defer { state = .cancelled }
      if case .waiting = state { return true }
      return false
    }
  }

  /// Draws the tile, unless it was cancelled.
  fileprivate func draw() {
    let isWanted = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .drawing
      return true
    }
    guard isWanted else { return }
    let whole = PixelRect(width: Int32(shape.width), height: Int32(shape.height))
    let backing = try? LayerBacking(shape, over: nil, part: whole) { context in
      layer.value.withFonts { layer.value.draw(in: context) }
    }
    state.withLock { state in
      if case .drawing = state { state = .drawn(backing?.image) }
    }
    inbox?.tileWasDrawn()
  }
}

/// Notifies a layer, on the thread that it belongs to, that tiles are drawn.
final class TileInbox: Sendable {
  // Asked for on the run loop of its own thread alone.
  private let layer: WeakTransferred<CATiledLayer>
  private let home = HomeLoop.current
  private let isOnItsWay = Atomic(false)

  /// Creates an inbox; must be called on the thread that the layer belongs to.
  init(_ layer: CATiledLayer) {
    self.layer = WeakTransferred(layer)
  }

  /// Whether the calling thread is the one that the layer belonged to at initialisation.
  var isHere: Bool { home.isHere }

  fileprivate func tileWasDrawn() {
    guard !isOnItsWay.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let call = home.perform { [self] in
      isOnItsWay.store(false, ordering: .releasing)
      layer.object?.showDrawnTiles()
    }
    if call == nil { isOnItsWay.store(false, ordering: .releasing) }
  }
}

/// A few threads that draw the tiles of all layers, in the order of the requests.
final class TilePool: Sendable {
  private struct Work {
    var queue: [TileJob] = []
    var startedCount = 0
  }

  /// The pool of all layers, with one thread for each processor, but two at least and eight at
  /// most.
  static let shared = TilePool(
    threadCount: min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
  )

  private let threadCount: Int
  private let work = Monitor(Work())

  init(threadCount: Int) {
    self.threadCount = threadCount
  }

  /// Adds tiles to the queue.
  func add(_ jobs: [TileJob]) {
    guard !jobs.isEmpty else { return }
    work.change { work in
      work.queue.append(contentsOf: jobs)
      while work.startedCount < min(threadCount, work.queue.count) {
        do throws(ThreadError) {
          let name = "quartz-tiles-\(work.startedCount + 1)"
          try SystemThread.detach(name: name) { [self] in drawTiles() }
          work.startedCount += 1
        } catch {
          // Those that run draw all; without one the tiles wait for the next request.
          if work.startedCount == 0 {
            Diagnostics.report("no thread for tiles: \(String(cString: strerror(error.code)))")
          }
          break
        }
      }
    }
  }

  /// Waits until all jobs are finished or cancelled.
  func wait(for jobs: [TileJob]) {
    work.wait(until: { _ in jobs.allSatisfy(\.isOver) }, then: { _ in })
  }

  private func drawTiles() {
    while true {
      let job = work.wait(until: { !$0.queue.isEmpty }, then: { $0.queue.removeFirst() })
      job.draw()
      // Threads that wait for the tile look at it.
      work.change { _ in }
    }
  }
}
