// The traits of the places where views are.
// Licensed under the MIT license; see LICENSE.
//
// Traits come from the screen, then the window, then controllers and views, of which each may have
// a style of its own, and limits of the size of text. A change is reported when the transaction
// ends: the view requests a layout, and is notified before it. A view that was made outside of a
// window has the screen's traits; when it comes into a window with other traits, it is notified.

import CoreGraphics
import QuartzCore

/// The sizes of text between which a view keeps that of what is around it.
struct ContentSizeLimits: Equatable {
  /// The smallest size; nil and unspecified for none.
  var least: UIContentSizeCategory?
  /// The largest size, also where the smallest is above it; nil and unspecified for none.
  var most: UIContentSizeCategory?

  func limited(_ category: UIContentSizeCategory) -> UIContentSizeCategory {
    var result = category
    if let least, least != .unspecified, result < least { result = least }
    if let most, most != .unspecified, result > most { result = most }
    return result
  }
}

extension UITraitCollection {
  /// The traits with a style, unless it is unspecified, and with limits, the outer ones first.
  fileprivate final func with(
    _ style: UIUserInterfaceStyle,
    _ limits: some Sequence<ContentSizeLimits>
  ) -> UITraitCollection {
    let style = style == .unspecified ? userInterfaceStyle : style
    let category = limits.reduce(preferredContentSizeCategory) { $1.limited($0) }
    if style == userInterfaceStyle, category == preferredContentSizeCategory { return self }
    return modifyingTraits {
      $0.userInterfaceStyle = style
      $0.preferredContentSizeCategory = category
    }
  }
}

extension UIView {
  final var shownTraits: UITraitCollection {
    var top: UIView = self
    var style = UIUserInterfaceStyle.unspecified
    var limits: [ContentSizeLimits] = []
    while true {
      if style == .unspecified { style = top.ownStyle }
      if let own = top.extras?.sizeLimits { limits.append(own) }
      guard let parent = top.parent else { break }
      top = parent
    }
    let screen = (top as? UIWindow)?.screen ?? .main
    return screen.traitCollection.with(style, limits.reversed())
  }

  /// The style that the view or its controller has instead of that of the superview.
  private final var ownStyle: UIUserInterfaceStyle {
    guard let extras else { return .unspecified }
    return extras.style == .unspecified
      ? extras.controller?.styleOfViews ?? .unspecified : extras.style
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

  final func setSizeLimits(_ limits: ContentSizeLimits) {
    guard limits != extras?.sizeLimits ?? ContentSizeLimits() else { return }
    noteStyleChange()
    ownExtras.sizeLimits = limits
  }

  /// Remembers the traits, and has the view told at the end of the transaction.
  final func noteStyleChange() {
    if !flags.contains(.styleChanged) { ownExtras.traitsBefore = traitCollection }
    set(.styleChanged, to: true)
    setNeedsLayout()
  }

  /// Tells of a change of the style, or of the limits of the size of text.
  final func tellStyle() {
    set(.styleChanged, to: false)
    guard let before = extras?.traitsBefore else { return }
    extras?.traitsBefore = nil
    var stack = [(view: self, before: before)]
    while let (view, before) = stack.popLast() {
      let now = view.traitCollection
      // A style or limits of a view's own may keep the change from it and what is in it.
      guard
        before.userInterfaceStyle != now.userInterfaceStyle
          || before.preferredContentSizeCategory != now.preferredContentSizeCategory
      else { continue }
      view.tellTraits(before)
      stack += view.children.reversed().map { child in
        let limits = [child.extras?.sizeLimits].compactMap(\.self)
        return (child, before.with(child.ownStyle, limits))
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
