// Layers that draw themselves.
// Licensed under the MIT license; see LICENSE.
//
//     setNeedsDisplay ──▶ DisplayQueue ──commit──▶ displayIfNeeded ──▶ display
//                                                                       │
//                  the delegate's display(_:), or without one ◀─────────┤
//                                                                       ▼
//              layerWillDraw(_:) ──▶ bitmap ──▶ draw(in:) ──▶ the delegate's draw(_:in:)
//
// A commit draws each layer of the tree at most once. A layer that needs display again while it
// draws waits for the next commit.

import CoreGraphics
import Dispatch
import QuartzMath
import QuartzModel
import QuartzSharing
package import QuartzText
import Synchronization

extension CALayer {
  /// The drawing state of the layer, created on first use.
  final var ownDisplayState: DisplayState {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    if let displayState { return displayState }
    let state = DisplayState()
    displayState = state
    return state
  }

  /// Whether y points up on the output for the layer's own drawing and contents.
  final var isContentYUp: Bool {
    if let presented { return presented.isContentYUp }
    return !pointsDown
  }

  // MARK: Asking for a drawing

  final func markDirty(_ part: DirtyPart) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let state = ownDisplayState
    let wasClean = state.dirty == .nothing
    switch part {
    case .nothing: return
    case .rect(let rect): state.dirty.add(rect)
    case .everything: state.dirty = .everything
    }
    if wasClean { link.journal?.displayNeeded(self) }
  }

  final func markDirty(_ rect: CGRect) {
    let rect = rect.standardized
    // No part of the layer has such coordinates.
    guard rect.width > 0, rect.height > 0, rect.minX < rect.maxX, rect.minY < rect.maxY else {
      return
    }
    markDirty(.rect(rect))
  }

  /// Requests a drawing after a change of a row, if the class or the layer needs one.
  final func redisplay(afterChangeOf id: PropertyID) {
    if id == .bounds && needsDisplayOnBoundsChange {
      markDirty(.everything)
    } else if isSubclass {
      redisplay(afterChangeOf: PropertyTable[id].name)
    }
  }

  final func redisplay(afterChangeOf key: String) {
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
  }

  /// Repeats a request for a drawing made before the layer came into a tree, and requests a new one
  /// where y points the other way.
  final func displayAfterAttaching() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let state = displayState else { return }
    if state.frameCallback != nil { link.journal?.frameCallbackChanged(self) }
    if state.dirty != .nothing {
      link.journal?.displayNeeded(self)
    } else if let backing = state.backing, backing.shape.isYUp != isContentYUp {
      markDirty(.everything)
    }
  }

  // MARK: Other threads

  /// Draws the layers with asynchronous drawing on other threads, in parallel, and waits for all of
  /// them.
  ///
  /// Changes of layers by their drawing belong to the transaction of the calling thread.
  static func displayAsynchronously(_ layers: [CALayer]) {
    guard !layers.isEmpty else { return }
    // Layers may be used on any thread, and the journals that are found are only handed on.
    let found = Guarded<[CommitJournal]>([])
    LayerLock.released {
      let group = DispatchGroup()
      for layer in layers {
        let layer = Transferred(layer)
        DispatchQueue.global(qos: .userInitiated).async(group: group) {
          layer.value.displayIfNeeded()
          let changed = TransactionStack.current.giveUp()
          found.withLock { $0 += changed }
        }
      }
      group.wait()
    }
    for journal in found.withLock({ $0 }) { TransactionStack.current.register(journal) }
  }

  // MARK: Frames

  /// The callback before a frame is drawn.
  ///
  /// Its arguments are the frame's time, in seconds of the context, and the time to the next one;
  /// for a requested picture, the length of a frame.
  package typealias FrameCallback = (_ time: Double, _ period: Double) -> Void

  /// The callback for each frame of the layer's context; nil if there is none.
  ///
  /// It runs on the layer's thread; contents that it sets or presents show in that frame.
  package final var frameCallback: FrameCallback? {
    get { displayState?.frameCallback }
    set {
      ownDisplayState.frameCallback = newValue
      link.journal?.frameCallbackChanged(self)
    }
  }

  /// The context that shows the layer; nil if there is none.
  package final var contextOfFrames: CAContext? { link.journal?.context }

  // MARK: Drawing

  final func displayDirtyPart() {
    guard let state = displayState else { return }
    let isDue = LayerLock.with {
      guard state.dirty != .nothing, !state.isDisplaying else { return false }
      state.part = state.dirty
      state.dirty = .nothing
      return true
    }
    guard isDue else { return }
    if !isDrawnByFrames {
      // A drawing of a part also shows glyphs of the previous drawing.
      state.fonts = FontUse.faces(in: state.part == .everything ? [] : state.fonts) {
        withFonts { display() }
      }
    }
    state.part = nil
  }

  /// Whether a presentation layer draws the next frame anyway.
  ///
  /// Until then the current drawing stays, so that the values at the end of an animation do not
  /// flash up before it begins.
  private final var isDrawnByFrames: Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard isSubclass, !attachedAnimations.isEmpty, objects[.contents] != nil,
      let context = link.journal?.context, context.clock == nil
    else { return false }
    return attachedAnimations.contains { !$0.hasEnded && changesDrawing($0) }
  }

  /// Removes and returns the part that `display()` is to draw, for classes that draw in their own
  /// way.
  final func takeDirtyPart() -> DirtyPart {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let state = ownDisplayState
    defer { state.part = nil }
    if state.part == nil { state.dirty = .nothing }
    return state.part ?? .everything
  }

  /// The fonts of the last drawings of the layer and all below it.
  package final var fontsBelow: Set<FontFace> {
    var fonts: Set<FontFace> = []
    forEachBelow { layer, _ in fonts.formUnion(layer.displayState?.fonts ?? []) }
    return fonts
  }

  /// Does the default work of `display()`.
  final func displayContents() {
    let state = ownDisplayState
    // A layer cannot be drawn within its own drawing; the request waits.
    let isFree = LayerLock.with {
      guard !state.isDisplaying else { return false }
      if state.part == nil { state.dirty = .nothing }
      state.isDisplaying = true
      return true
    }
    guard isFree else { return markDirty(.everything) }
    defer { state.isDisplaying = false }
    if let delegate {
      delegate.display(self)
    } else {
      drawContents()
    }
  }

  /// Makes a bitmap and draws into it.
  package final func drawContents() {
    let state = ownDisplayState
    // The part is used once: a delegate's `display(_:)` may change the layer and draw again.
    let dirty = state.part ?? .everything
    state.part = nil
    delegate?.layerWillDraw(self)
    do throws(BackingError) {
      guard let shape = try BackingShape(self) else { return showDrawing(nil) }
      let whole = PixelRect(width: Int32(shape.width), height: Int32(shape.height))
      var (old, part) = (state.backing, whole)
      if case .rect(let rect) = dirty, let backing = old, backing.shape == shape {
        part = shape.pixels(of: rect)
        if part.isEmpty { return }
      } else {
        old = nil
      }
      state.foundNobodyToDraw = false
      let backing = try LayerBacking(shape, over: old, part: part) { draw(in: $0) }
      if let old, link.image != nil, !state.foundNobodyToDraw {
        state.noteEdit(from: old.image, to: backing.image, part: part)
      }
      showDrawing(state.foundNobodyToDraw ? nil : backing)
    } catch {
      // A commit reports numbers that are not finite.
      if case .notFinite = error, link.journal != nil { return showDrawing(nil) }
      Diagnostics.report("layer \(label) is not drawn: \(error)")
      showDrawing(nil)
    }
  }

  /// Does the default work of `draw(in:)`.
  final func drawByDelegate(in context: CGContext) {
    guard let delegate else {
      nobodyDraws()
      return
    }
    delegate.draw(self, in: context)
  }

  /// Whether the layer shows a drawing of its own, or of its delegate.
  package final var hasDrawing: Bool { displayState?.backing != nil }

  /// Records that neither a subclass nor a delegate draws the layer.
  package final func nobodyDraws() {
    if !isSubclass { displayState?.foundNobodyToDraw = true }
  }

  /// Shows a drawing in place of the contents, without an action.
  private final func showDrawing(_ backing: LayerBacking?) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    ownDisplayState.backing = backing
    guard backing != nil || objects[.contents] != nil else { return }
    ownRows.insert(.contents)
    objects[.contents] = backing?.image
    link.journal?.valueChanged(self, .contents, from: .null)
  }
}
