// Animated frames of views and windows.
// Licensed under the MIT license; see LICENSE.
//
// Frames are not properties of layers: a program that reads them during an animation gets the value
// of the moment, and a view is drawn at each size if its policy says so. A hidden layer is animated
// in their place, so that any animation of Core Animation drives them; with each frame its
// presentation gives the value.

import Foundation
import QuartzCore
import QuartzViews

/// An animated change of a frame.
@MainActor
final class PropertyRun {
  private static var active: [PropertyRun] = []
  /// Whether a frame is being set by a run, and not by the program.
  private(set) static var isSetting = false

  private weak var target: AnyObject?
  private let probe = CALayer()
  private let end: NSRect
  private let endTime: CFTimeInterval
  private let set: (NSRect) -> Void
  private let context: CAContext
  private var link: CADisplayLink?
  private var last: TimedCall?

  /// Begins a change.
  ///
  /// - Parameters:
  ///   - target: The view or window; an earlier run of it ends where it is.
  ///   - root: The root layer of the target's window.
  ///   - context: The context of the window.
  ///   - frames: The frame before and after.
  ///   - animations: By key: `frame`, `frameOrigin`, `frameSize`.
  ///   - set: Gives the target a frame.
  init(
    _ target: AnyObject,
    in root: CALayer,
    of context: CAContext,
    _ frames: (start: NSRect, end: NSRect),
    _ animations: [String: CAAnimation],
    set: @escaping (NSRect) -> Void
  ) {
    PropertyRun.cancel(of: target)
    self.target = target
    end = frames.end
    self.set = set
    self.context = context
    let duration = animations.values.map { $0.duration / max(Double($0.speed), 1e-6) }.max() ?? 0
    endTime = context.currentTime + duration
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    probe.isHidden = true
    probe.bounds = frames.end
    root.addSublayer(probe)
    CATransaction.commit()
    for (key, animation) in animations { add(animation, key, frames.start) }
    PropertyRun.active.append(self)
    let link = context.displayLink(target: self, selector: PropertyRun.tick)
    link.add(to: .current, forMode: .common)
    self.link = link
    last = context.call(at: endTime) { [weak self] in onViewThread { self?.finish() } }
  }

  private static let paths = [
    "frame": "bounds", "frameOrigin": "bounds.origin", "frameSize": "bounds.size",
  ]

  private func add(_ animation: CAAnimation, _ key: String, _ start: NSRect) {
    guard let path = PropertyRun.paths[key] else { return }
    if let property = animation as? CAPropertyAnimation { property.keyPath = path }
    if let basic = animation as? CABasicAnimation {
      func value(_ rect: NSRect) -> Any {
        switch key {
        case "frameOrigin": NSValue(point: rect.origin)
        case "frameSize": NSValue(size: rect.size)
        default: NSValue(rect: rect)
        }
      }
      if basic.fromValue == nil { basic.fromValue = value(start) }
      if basic.toValue == nil { basic.toValue = value(end) }
    }
    probe.add(animation, forKey: key)
  }

  nonisolated private func tick(_ link: CADisplayLink) {
    let time = link.targetTimestamp
    onViewThread { step(at: time) }
  }

  private func step(at time: CFTimeInterval) {
    guard target != nil else { return stop() }
    if time >= endTime { return finish() }
    guard let shown = probe.presentation() else { return }
    give(shown.bounds)
  }

  private func give(_ frame: NSRect) {
    let wasSetting = PropertyRun.isSetting
    PropertyRun.isSetting = true
    set(frame)
    PropertyRun.isSetting = wasSetting
  }

  private func finish() {
    guard PropertyRun.active.contains(where: { $0 === self }) else { return }
    stop()
    if target != nil { give(end) }
  }

  private func stop() {
    link?.invalidate()
    link = nil
    last?.cancel()
    last = nil
    probe.removeFromSuperlayer()
    PropertyRun.active.removeAll { $0 === self }
  }

  /// Ends the runs of an object where they are.
  static func cancel(of target: AnyObject) {
    guard !isSetting else { return }
    for run in active where run.target === target { run.stop() }
  }

  /// Ends the runs whose time is over.
  static func finishDue() {
    for run in active where run.context.currentTime >= run.endTime { run.finish() }
  }
}

extension NSView {
  /// Begins an animated change of the frame.
  ///
  /// - Returns: Whether it is animated: the view is in a visible window, and the duration is not 0.
  final func animateFrame(to frame: NSRect) -> Bool {
    guard let window = ownWindow, let context = window.context else { return false }
    let animations = NSAnimationContext.current.animations(for: self, animations) {
      animation(forKey: $0)
    }
    guard animations.values.contains(where: { $0.duration > 0 }) else { return false }
    if layerContentsRedrawPolicy == .beforeViewResize, let layer = storedLayer {
      // The contents of the final size show, scaled, from the start.
      let old = (frame: storedFrame, bounds: layer.bounds)
      storedFrame.size = frame.size
      withoutActions { layer.bounds.size = frame.size }
      requestDisplay(nil)
      layer.displayIfNeeded()
      storedFrame = old.frame
      withoutActions { layer.bounds = old.bounds }
    }
    _ = PropertyRun(self, in: window.root, of: context, (storedFrame, frame), animations) {
      [weak self] in self?.store(frame: $0)
    }
    return true
  }
}

extension NSAnimationContext {
  /// Returns the animations of a frame, complete: those of `frameOrigin` and `frameSize` if the
  /// program has any, that of `frame` if not.
  final func animations(
    for target: AnyObject,
    _ own: [String: Any],
    _ animation: (String) -> Any?
  ) -> [String: CAAnimation] {
    let isSplit = own["frame"] == nil && (own["frameOrigin"] != nil || own["frameSize"] != nil)
    var found: [String: CAAnimation] = [:]
    for key in isSplit ? ["frameOrigin", "frameSize"] : ["frame"] {
      guard let copy = (animation(key) as? CAAnimation)?.copy() as? CAAnimation else { continue }
      complete(copy)
      found[key] = copy
    }
    return found
  }
}
