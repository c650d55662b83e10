// Registrations for changes of single traits.
// Licensed under the MIT license; see LICENSE.

import TestClaims
import Testing
import UIKit

@Suite("Registrations for traits", .serialized)
@MainActor
struct TraitRegistrationTests {
  private final class Card: UIView {}

  @Test(
    "A change of a trait calls those who registered for it, once, after traitCollectionDidChange",
    .shows(
      "UITraitChangeObservable.registerForTraitChanges(_:handler:)",
      "UITraitChangeObservable.unregisterForTraitChanges(_:)",
      "UIViewController.registerForTraitChanges"
    )
  )
  func told() throws {
    let window = makeWindow()
    let (card, controller) = (Card(), UIViewController())
    window.rootViewController = controller
    window.addSubview(card)
    var calls: [String] = []
    let first = card.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
      (view: Card, before: UITraitCollection) in
      calls.append("\(before.userInterfaceStyle) -> \(view.traitCollection.userInterfaceStyle)")
    }
    card.registerForTraitChanges([UITraitDisplayScale.self, UITraitDisplayGamut.self]) {
      (_: Card, _: UITraitCollection) in calls.append("scale")
    }
    controller.registerForTraitChanges([UITraitUserInterfaceStyle.self]) {
      (_: UIViewController, _: UITraitCollection) in calls.append("controller")
    }
    window.overrideUserInterfaceStyle = .dark
    _ = try window.image()
    #expect(Set(calls) == ["light -> dark", "controller"])
    #expect(calls.count == 2)
    card.unregisterForTraitChanges(first)
    calls = []
    window.overrideUserInterfaceStyle = .light
    _ = try window.image()
    #expect(calls == ["controller"])
  }

  @Test(
    "The system's traits can be read and set by their types",
    .shows(
      "UITraitUserInterfaceStyle",
      "UITraitDisplayScale",
      "UITraitLayoutDirection",
      "UITraitUserInterfaceStyle.affectsColorAppearance"
    )
  )
  func systemTraits() {
    let traits = UITraitCollection {
      $0[UITraitUserInterfaceStyle.self] = .dark
      $0[UITraitDisplayScale.self] = 3
    }
    #expect(traits.userInterfaceStyle == .dark)
    #expect(traits[UITraitDisplayScale.self] == 3)
    #expect(traits[UITraitLayoutDirection.self] == .unspecified)
    #expect(UITraitUserInterfaceStyle.affectsColorAppearance)
    #expect(!UITraitDisplayScale.affectsColorAppearance)
  }
}
