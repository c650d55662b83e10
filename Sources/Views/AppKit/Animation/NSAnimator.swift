// Animated changes of views and windows: the proxies of `animator()`.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import QuartzCore

/// An object whose properties `animator()` animates.
@preconcurrency
@MainActor
public protocol NSAnimatablePropertyContainer: AnyObject {
  /// The animations of keys.
  var animations: [String: Any] { get set }

  /// Returns the animation of a key; nil for one that is not animated.
  func animation(forKey key: String) -> Any?
}

extension NSAnimatablePropertyContainer {
  /// Returns a proxy: properties set through it go to their new values in the time of the animation
  /// context.
  ///
  /// **Differences**: the proxy is a type of its own, with the same properties.
  public func animator() -> NSAnimator<Self> { NSAnimator(target: self) }
}

/// A proxy of a view or window that animates what is set through it.
@MainActor
@dynamicMemberLookup
public struct NSAnimator<Target: AnyObject> {
  let target: Target

  /// A property of the target; setting it animates.
  public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Target, Value>) -> Value {
    get { target[keyPath: path] }
    nonmutating set { AnimatorScope.run(target) { target[keyPath: path] = newValue } }
  }
}

extension NSAnimator where Target: NSWindow {
  /// Moves the window and changes its size.
  public func setFrame(_ frameRect: NSRect, display flag: Bool) {
    AnimatorScope.run(target) { target.setFrame(frameRect, display: flag) }
  }

  /// Moves the window.
  public func setFrameOrigin(_ point: NSPoint) {
    AnimatorScope.run(target) { target.setFrameOrigin(point) }
  }
}

extension NSAnimator where Target: NSView {
  /// Moves the view.
  public func setFrameOrigin(_ newOrigin: NSPoint) {
    AnimatorScope.run(target) { target.setFrameOrigin(newOrigin) }
  }

  /// Changes the size of the view.
  public func setFrameSize(_ newSize: NSSize) {
    target.animator().frame = NSRect(origin: target.frame.origin, size: newSize)
  }

  /// Adds a view, which fades in.
  public func addSubview(_ view: NSView) {
    fadeSubviews()
    target.addSubview(view)
  }

  /// Puts a view in the place of a subview; they fade into each other.
  public func replaceSubview(_ oldView: NSView, with newView: NSView) {
    fadeSubviews()
    target.replaceSubview(oldView, with: newView)
  }

  /// Removes the view, which fades out.
  public func removeFromSuperview() {
    target.superview?.animator().fadeSubviews()
    target.removeFromSuperview()
  }

  private func fadeSubviews() {
    let own = target.animations["subviews"] as? CATransition
    let transition = own?.copy() as? CATransition ?? CATransition()
    NSAnimationContext.current.complete(transition)
    target.layer?.add(transition, forKey: "subviews")
  }
}

/// The object whose properties are set through its proxy at the moment.
@MainActor
enum AnimatorScope {
  private static var target: AnyObject?

  static func isActive(for object: AnyObject) -> Bool { target === object }

  static func run(_ object: AnyObject, _ change: () -> Void) {
    let old = target
    target = object
    change()
    target = old
  }
}

/// The keys that are animated.
enum AnimatedKeys {
  static let views: Set<String> = ["frame", "frameOrigin", "frameSize", "alphaValue"]
  static let windows: Set<String> = ["frame", "alphaValue"]

  /// Whether an animation says values or a key of its own, as those of programs do.
  static func isOwn(_ animation: CABasicAnimation) -> Bool {
    animation.keyPath != nil || animation.fromValue != nil || animation.toValue != nil
  }
}
