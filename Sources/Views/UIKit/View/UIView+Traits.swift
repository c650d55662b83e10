// The traits of the places where views are.
// Licensed under the MIT license; see LICENSE.
//
// Traits come from the screen, then the window, then controllers and views, of which each may have
// a style and other traits of its own, and limits of the size of text. A change is reported when
// the transaction ends: the view requests a layout, and is notified before it. A view that was made
// outside of a window has the screen's traits; when it comes into a window with other traits, it is
// notified.

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

extension UIView {
  final var shownTraits: UITraitCollection {
    var top: UIView = self
    var changing: [UIView] = []
    while true {
      if top.extras?.changesTraits == true { changing.append(top) }
      guard let parent = top.parent else { break }
      top = parent
    }
    let screen = ((top as? UIWindow)?.screen ?? .main).traitCollection
    return changing.isEmpty ? screen : screen.changed(by: changing.reversed())
  }

  /// Puts the view's own traits, and those of its controller, in the place of those around it.
  fileprivate final func changeTraits(_ values: inout TraitValues) {
    guard let extras else { return }
    extras.controller?.changeTraits(&values)
    if extras.style != .unspecified { values.userInterfaceStyle = extras.style }
    extras.traitOverrides?.apply(to: &values)
    if let limits = extras.sizeLimits {
      values.preferredContentSizeCategory = limits.limited(values.preferredContentSizeCategory)
    }
  }

  /// The traits that a view guessed before it came into a window, if they are others now.
  final var traitsBeforeWindow: UITraitCollection? {
    let screen = UIScreen.main.traitCollection
    guard extras?.background != nil || self is UIWindow == false else { return nil }
    let now = traitCollection
    return now.isTold(after: screen) ? screen : nil
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
      // Traits of a view's own may keep the change from it and what is in it.
      guard now.isTold(after: before) else { continue }
      view.tellTraits(before)
      stack += view.children.reversed().map { ($0, before.changed(by: [$0])) }
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

extension UITraitCollection {
  /// Whether views that had other traits before are told of these.
  fileprivate final func isTold(after other: UITraitCollection) -> Bool { self != other }

  /// The traits with those of views, the outer ones first.
  @MainActor
  fileprivate final func changed(by views: some Sequence<UIView>) -> UITraitCollection {
    var changed = values
    for view in views { view.changeTraits(&changed) }
    return changed == values ? self : UITraitCollection(changed)
  }
}

extension UIViewController {
  fileprivate final func changeTraits(_ values: inout TraitValues) {
    if styleOfViews != .unspecified { values.userInterfaceStyle = styleOfViews }
    ownOverrides?.apply(to: &values)
  }

  /// The traits that the view will have.
  final var traitsWithoutView: UITraitCollection {
    let around = parent?.traitCollection ?? UIScreen.main.traitCollection
    guard ownOverrides != nil || styleOfViews != .unspecified else { return around }
    var values = around.values
    changeTraits(&values)
    return UITraitCollection(values)
  }
}
