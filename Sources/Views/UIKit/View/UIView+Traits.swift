// The traits of the places where views are.
// Licensed under the MIT license; see LICENSE.
//
// Traits come from the screen, then the window, then controllers and views, of which each may have
// a style of its own. A change is reported when the transaction ends: the view requests a layout,
// and is notified before it. A view that was made outside of a window has the screen's traits; when
// it comes into a window with other traits, it is notified.

import CoreGraphics
import QuartzCore

extension UIView {
  final var shownTraits: UITraitCollection {
    var top: UIView = self
    var style = UIUserInterfaceStyle.unspecified
    while true {
      if style == .unspecified {
        style = top.extras?.style ?? .unspecified
        if style == .unspecified { style = top.extras?.controller?.styleOfViews ?? .unspecified }
      }
      guard let parent = top.parent else { break }
      top = parent
    }
    let screen = (top as? UIWindow)?.screen ?? .main
    let traits = screen.traitCollection
    guard style != .unspecified, style != traits.userInterfaceStyle else { return traits }
    return UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: style)])
  }

  /// The traits that a view guessed before it came into a window, if they are others now.
  final var traitsBeforeWindow: UITraitCollection? {
    let screen = UIScreen.main.traitCollection
    guard extras?.background != nil || self is UIWindow == false else { return nil }
    let now = traitCollection
    return now.userInterfaceStyle == screen.userInterfaceStyle
      && now.displayScale == screen.displayScale
      && now.preferredContentSizeCategory == screen.preferredContentSizeCategory ? nil : screen
  }

  /// Calls `body` with the view's traits as the current ones.
  final func asCurrentTraits(_ body: () -> Void) {
    traitCollection.performAsCurrent(body)
  }

  final func setStyle(_ style: UIUserInterfaceStyle) {
    guard style != extras?.style ?? .unspecified else { return }
    noteStyleChange()
    ownExtras.style = style
  }

  /// Remembers the traits, and has the view told at the end of the transaction.
  final func noteStyleChange() {
    if !flags.contains(.styleChanged) { ownExtras.traitsBefore = traitCollection }
    set(.styleChanged, to: true)
    setNeedsLayout()
  }

  /// Tells of a change of the style.
  final func tellStyle() {
    set(.styleChanged, to: false)
    guard let before = extras?.traitsBefore else { return }
    extras?.traitsBefore = nil
    guard before.userInterfaceStyle != traitCollection.userInterfaceStyle else { return }
    var stack = [self]
    while let view = stack.popLast() {
      view.tellTraits(before)
      // Views with a style of their own see no change.
      stack += view.children.reversed().filter {
        ($0.extras?.style ?? .unspecified) == .unspecified
      }
    }
  }

  /// Tells one view that its traits changed.
  final func tellTraits(_ before: UITraitCollection) {
    if extras?.background != nil { resolveBackground() }
    asCurrentTraits {
      let now = traitCollection
      if let controller = extras?.controller {
        controller.traitCollectionDidChange(before)
        controller.traitObservers.tell(before, now)
      }
      traitCollectionDidChange(before)
      extras?.traitObservers?.tell(before, now)
    }
  }
}
