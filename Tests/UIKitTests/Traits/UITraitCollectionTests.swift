// Traits as values.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing
import UIKit

@Suite("UITraitCollection")
struct UITraitCollectionTests {
  private enum Density: UITraitDefinition {
    static let defaultValue = 1
  }

  @Test("Nothing is said at first")
  func empty() {
    let traits = UITraitCollection()
    #expect(traits.userInterfaceStyle == .unspecified)
    #expect(traits.displayScale == 0)
    #expect(traits.horizontalSizeClass == .unspecified)
    #expect(traits.layoutDirection == .unspecified)
    #expect(traits.preferredContentSizeCategory == .unspecified)
    #expect(traits == UITraitCollection())
  }

  @Test(
    "Of collections that say one trait, the later counts",
    .shows(
      "UITraitCollection",
      "UITraitCollection.init(traitsFrom:)",
      "UITraitCollection.init(userInterfaceStyle:)",
      "UITraitCollection.init(displayScale:)",
      "UITraitCollection.containsTraits(in:)",
      "UITraitCollection.userInterfaceStyle",
      "UITraitCollection.displayScale"
    )
  )
  func joined() {
    let traits = UITraitCollection(traitsFrom: [
      UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(displayScale: 3),
      UITraitCollection(userInterfaceStyle: .light), UITraitCollection(),
    ])
    #expect(traits.userInterfaceStyle == .light)
    #expect(traits.displayScale == 3)
    #expect(traits.containsTraits(in: UITraitCollection(displayScale: 3)))
    #expect(!traits.containsTraits(in: UITraitCollection(displayScale: 2)))
    #expect(traits.containsTraits(in: nil))
  }

  @Test(
    "Closures set traits, and change copies",
    .shows(
      "UITraitCollection.init(mutations:)",
      "UITraitCollection.modifyingTraits(_:)",
      "UITraitCollection.preferredContentSizeCategory"
    )
  )
  func mutations() {
    let traits = UITraitCollection { $0.userInterfaceStyle = .dark }
    let large = traits.modifyingTraits { $0.preferredContentSizeCategory = .extraLarge }
    #expect(traits.preferredContentSizeCategory == .unspecified)
    #expect(large.userInterfaceStyle == .dark)
    #expect(large.preferredContentSizeCategory == .extraLarge)
    #expect(large != traits)
  }

  @Test(
    "Programs define traits",
    .shows(
      "UITraitDefinition",
      "UITraitDefinition.defaultValue",
      "UITraitCollection.replacing(_:value:)"
    )
  )
  func defined() {
    let traits = UITraitCollection { $0[Density.self] = 4 }
    #expect(traits[Density.self] == 4)
    #expect(UITraitCollection()[Density.self] == 1)
    #expect(traits == UITraitCollection { $0[Density.self] = 4 })
    #expect(traits != UITraitCollection())
    #expect(traits.replacing(Density.self, value: 1) != traits)
  }

  @Test(
    "Colours look different only for traits of colour",
    .shows("UITraitCollection.hasDifferentColorAppearance(comparedTo:)")
  )
  func appearance() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(dark.hasDifferentColorAppearance(comparedTo: UITraitCollection()))
    #expect(!dark.hasDifferentColorAppearance(comparedTo: dark))
    let wide = UITraitCollection(horizontalSizeClass: .regular)
    #expect(!wide.hasDifferentColorAppearance(comparedTo: UITraitCollection()))
  }

  @Test("Sizes of text are ordered", .shows("UIContentSizeCategory.isAccessibilityCategory"))
  func categories() {
    #expect(UIContentSizeCategory.small < .large)
    #expect(UIContentSizeCategory.accessibilityMedium > .extraExtraExtraLarge)
    #expect(UIContentSizeCategory.accessibilityMedium.isAccessibilityCategory)
    #expect(!UIContentSizeCategory.extraExtraExtraLarge.isAccessibilityCategory)
  }

  @Test("Archives keep traits")
  func archives() throws {
    let traits = UITraitCollection {
      $0.userInterfaceStyle = .dark
      $0.displayScale = 3
      $0.preferredContentSizeCategory = .small
      $0.horizontalSizeClass = .compact
    }
    let data = try NSKeyedArchiver.archivedData(withRootObject: traits, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: UITraitCollection.self, from: data)
    #expect(copy == traits)
  }
}
