// A context that is looked into: its time, its frames, and what pages were sent of it.
// Licensed under the MIT license; see LICENSE.
//
// A page asks for updates, ten times a second at most. An answer has only what differs from the
// answer before: rows of the tree that the page shows, and parts (the selected layer, the costs,
// the animations) whose texts changed. All work is done when it is asked for, on one thread, so a
// page that does not read costs nothing.

package import CoreGraphics
import Foundation
import QuartzCore
package import QuartzMath
package import QuartzModel
import QuartzPlan

/// Answers the questions of an inspector's pages.
///
/// Belongs to one thread.
package final class Inspection {
  package let source: any InspectionSource
  package var clock: InspectionClock
  let now: () -> Double
  /// The parts of the tree that pages see, by their names; the one used last comes last.
  private var views: [(name: String, view: TreeView)] = []
  /// How many frames were drawn that differ from the one before.
  package private(set) var frameNumber = 0
  /// The costs of the last of them.
  package private(set) var counters = FrameCounters()
  package private(set) var damage = Damage()
  /// Why the frame or the tree is not up to date; nil if it is.
  package private(set) var problem: String?
  /// The time of the last frame.
  package private(set) var frameTime = 0.0
  let pictures = LayerPictures()
  // The layers of the last frame, once somebody asked for them.
  private var placedLayers: ContiguousArray<PlacedLayer>?

  /// The most pages that are looked after; the one that asked least recently is forgotten.
  private static let mostViews = 16

  /// - Parameter now: The machine's time in seconds; tests have one of their own.
  package init(_ source: any InspectionSource, now: @escaping () -> Double) {
    self.source = source
    self.now = now
    clock = InspectionClock(isLive: source.liveTime != nil)
  }

  var renderer: ContextRenderer { source.renderer }
  var tree: LayerTree { source.renderer.tree }

  /// The layers of the last frame in drawing order.
  var placed: ContiguousArray<PlacedLayer> {
    if let placedLayers { return placedLayers }
    let layers = renderer.placedLayers
    placedLayers = layers
    return layers
  }

  /// Shows the frame of the clock's time.
  package func update() {
    var time = clock.time(at: now(), live: source.liveTime)
    do {
      try source.prepare(at: time)
      // A live time may have come with the changes.
      if clock.isLive { time = clock.time(at: now(), live: source.liveTime) }
      renderer.measuresLayers = true
      let change = try renderer.render(at: time)
      // A frame that shows the same may have moved what does not show.
      placedLayers = nil
      frameTime = time
      problem = nil
      guard !change.isEmpty else { return }
      frameNumber += 1
      counters = renderer.counters
      damage = change
    } catch {
      problem = "\(error)"
    }
  }

  /// Draws all of the frame again, so that its costs are those of a whole frame.
  package func drawWhole() {
    renderer.invalidate()
    update()
  }

  /// The picture of the last frame, as bytes.
  ///
  /// Pixels brighter than white are white.
  package func frame() throws -> CGImage {
    let size = renderer.configuration
    let block = try MemoryBlock(count: size.width * size.height * 4)
    try renderer.readBytes(
      into: UnsafeMutableRawBufferPointer(start: block.base, count: block.count),
      rowBytes: size.width * 4
    )
    return CGImage(
      try PixelBuffer(
        width: size.width,
        height: size.height,
        rowBytes: size.width * 4,
        isOpaque: false,
        base: UnsafeRawPointer(block.base),
        byteCount: block.count,
        owner: block
      )
    )
  }

  // MARK: Views

  /// Calls `body` with what a page sees, which is made when a page asks for the first time.
  func withView<Result>(
    _ name: String,
    _ body: (inout TreeView) throws -> Result
  ) rethrows -> Result {
    var view = TreeView()
    if let index = views.firstIndex(where: { $0.name == name }) {
      view = views.remove(at: index).view
    } else if views.count >= Inspection.mostViews {
      views.removeFirst()
    }
    defer { views.append((name, view)) }
    return try body(&view)
  }

  /// The slot of a layer by its text: its number, and for hosted layers the scope.
  func slot(_ text: String) throws(InspectionError) -> Int32 {
    guard let id = LayerID(text: text), let slot = tree.slot(of: id) else {
      throw .noLayer(String(text.prefix(40)))
    }
    return slot
  }
}

extension LayerID {
  /// The number; with that of the hosted tree before it for layers of one.
  package var text: String { scope == 0 ? "\(rawValue)" : "\(scope).\(rawValue)" }

  package init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt32($0) }
    switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
    case (1, let number?, _): self.init(number)
    case (2, let scope?, let number?): self.init(number, scope: scope)
    default: return nil
    }
  }
}
