// The duration and the timing of animations of views and windows.
// Licensed under the MIT license; see LICENSE.

public import Foundation
public import QuartzCore

/// The settings of animations that are begun by `animator()`, or implicitly.
///
///     NSAnimationContext.runAnimationGroup { context in
///       context.duration = 5
///       window.animator().setFrame(frame, display: true)
///     }
///
/// Groups nest. The duration counts for implicit animations of plain layers, too.
@preconcurrency
@MainActor
open class NSAnimationContext: NSObject {
  /// The duration of animations where none is set, in seconds.
  static let standardDuration = 0.25

  private static let base = NSAnimationContext()
  private static var groups: [NSAnimationContext] = []

  /// The settings of the innermost group; without a group, those of the present event.
  open class var current: NSAnimationContext { groups.last ?? base }

  private override init() { super.init() }

  private var isToReset = false

  /// The duration in seconds; 0.25 by default.
  open var duration: TimeInterval = NSAnimationContext.standardDuration {
    didSet {
      if !duration.isFinite || duration < 0 { duration = 0 }
      CATransaction.setAnimationDuration(duration)
      resetLater()
    }
  }

  /// The timing; nil, the default, is slow at both ends.
  open var timingFunction: CAMediaTimingFunction? {
    didSet {
      CATransaction.setAnimationTimingFunction(timingFunction)
      resetLater()
    }
  }

  /// Whether changes of views and of their layers animate without `animator()`; false by default.
  open var allowsImplicitAnimation = false {
    didSet { resetLater() }
  }

  /// Called when all animations of the group are over.
  open var completionHandler: (() -> Void)? {
    didSet {
      // The transaction calls it on this thread.
      let handler = completionHandler
      CATransaction.setCompletionBlock {
        onViewThread { PropertyRun.finishDue() }
        handler?()
      }
    }
  }

  /// The settings without a group end with the event.
  private func resetLater() {
    guard self === NSAnimationContext.base, !isToReset else { return }
    isToReset = true
    CATransaction.performNextTurn { onViewThread { self.reset() } }
  }

  private func reset() {
    duration = NSAnimationContext.standardDuration
    timingFunction = nil
    allowsImplicitAnimation = false
    isToReset = false
  }

  /// Begins a group, with the settings of the one around it.
  open class func beginGrouping() {
    let outer = current
    let group = NSAnimationContext()
    groups.append(group)
    CATransaction.begin()
    group.duration = outer.duration
    group.timingFunction = outer.timingFunction
    group.allowsImplicitAnimation = outer.allowsImplicitAnimation
  }

  /// Ends a group; without one, it does nothing.
  open class func endGrouping() {
    guard groups.popLast() != nil else { return }
    CATransaction.commit()
  }

  /// Makes changes in a group of their own.
  ///
  /// - Parameters:
  ///   - changes: Gets the settings of the group.
  ///   - completionHandler: Called when all animations of the group are over.
  open class func runAnimationGroup(
    _ changes: (NSAnimationContext) -> Void,
    completionHandler: (() -> Void)? = nil
  ) {
    beginGrouping()
    if let completionHandler { current.completionHandler = completionHandler }
    changes(current)
    endGrouping()
  }

  /// Gives an animation what it does not say itself.
  final func complete(_ animation: CAAnimation) {
    if animation.duration == 0 { animation.duration = duration }
    if animation.timingFunction == nil, isPlain(animation) {
      animation.timingFunction = timingFunction ?? CAMediaTimingFunction(name: .easeInEaseOut)
    }
  }

  /// Whether an animation is a default one: those of programs have the timing that they say.
  private func isPlain(_ animation: CAAnimation) -> Bool {
    (animation as? CABasicAnimation).map { !AnimatedKeys.isOwn($0) } ?? false
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
