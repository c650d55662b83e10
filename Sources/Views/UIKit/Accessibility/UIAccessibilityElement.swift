// Elements of accessibility that are no views, their actions, and their kinds.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// The kind of container that an element is.
public enum UIAccessibilityContainerType: Int, Sendable {
  /// None.
  case none = 0
  /// A table of data.
  case dataTable = 1
  /// A list.
  case list = 2
  /// A part of the screen that people look for, such as a bar.
  case landmark = 3
  /// Elements that belong together.
  case semanticGroup = 4
}

/// The direction of a scroll by a helper.
public enum UIAccessibilityScrollDirection: Int, Sendable {
  /// To the right.
  case right = 1
  /// To the left.
  case left = 2
  /// Up.
  case up = 3
  /// Down.
  case down = 4
  /// To what comes next.
  case next = 5
  /// To what came before.
  case previous = 6
}

/// An action of an element beside a tap.
@preconcurrency
@MainActor
open class UIAccessibilityCustomAction: NSObject {
  /// Does the work; it returns whether it was done.
  public typealias Handler = (_ customAction: UIAccessibilityCustomAction) -> Bool

  /// The name that is read.
  open var name: String
  /// The picture; nil if there is none.
  open var image: UIImage?
  /// The object whose method does the work.
  open weak var target: AnyObject?
  /// The name of the method.
  open var selector: Selector
  /// Does the work in place of a method.
  open var actionHandler: Handler?

  /// Creates an action that calls a closure.
  public init(name: String, image: UIImage? = nil, actionHandler: Handler?) {
    self.name = name
    self.image = image
    self.actionHandler = actionHandler
    selector = Selector("")
    super.init()
  }

  // `Any?` because: any object is taken, as on iOS.
  /// Creates an action that calls a method.
  public init(name: String, image: UIImage? = nil, target: Any?, selector: Selector) {
    self.name = name
    self.image = image
    self.target = target.map { $0 as AnyObject }
    self.selector = selector
    super.init()
  }

  // `Any?` because: any object is taken, as on iOS.
  /// Creates an action without a picture that calls a method.
  public convenience init(name: String, target: Any?, selector: Selector) {
    self.init(name: name, image: nil, target: target, selector: selector)
  }

  /// Does the work, as a helper does.
  ///
  /// **Differences**: an addition, for tests and helpers of the program's own.
  ///
  /// - Returns: Whether it was done: what the closure says, or whether the target has the method.
  @discardableResult
  public final func perform() -> Bool {
    if let actionHandler { return actionHandler(self) }
    guard let target else { return false }
    return SelectorCall.send(selector, to: target, from: self)
  }
}

/// An element that is no view, for a view that draws several.
@preconcurrency
@MainActor
open class UIAccessibilityElement: UIResponder {
  // `Any` because: a view or an object with elements is taken, as on iOS.
  /// Creates an element.
  ///
  /// - Parameter container: The view that draws it.
  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
  }

  /// The view that draws the element.
  open weak var accessibilityContainer: AnyObject?

  override var accessibilityDefaults: AccessibilityDefaults {
    AccessibilityDefaults(isElement: true)
  }

  /// The frame in the coordinates of the container, in points.
  ///
  /// An element whose frame is given so moves with its container.
  open var accessibilityFrameInContainerSpace: CGRect {
    get {
      if let frame = accessibilityFacts?.frameInContainer { return frame }
      guard let view = accessibilityContainer as? UIView else { return accessibilityFrame }
      return view.convert(accessibilityFrame, from: nil)
    }
    set { ownFacts.frameInContainer = newValue }
  }

  /// The frame on the screen, in points.
  open override var accessibilityFrame: CGRect {
    get {
      guard let frame = accessibilityFacts?.frameInContainer else {
        return super.accessibilityFrame
      }
      return (accessibilityContainer as? UIView)?.convert(frame, to: nil) ?? frame
    }
    set {
      ownFacts.frameInContainer = nil
      super.accessibilityFrame = newValue
    }
  }

  override var responderWindow: UIWindow? { (accessibilityContainer as? UIView)?.window }
}
