// Facts that programs set on elements of accessibility.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// The facts that a program set on an element; nil is the default of its class.
final class AccessibilityFacts {
  var isElement: Bool?
  var identifier: String?
  var label: String?
  var hint: String?
  /// The texts with attributes; nil for plain ones.
  var attributedLabel, attributedHint, attributedValue: NSAttributedString?
  var value: String?
  var language: String?
  var traits: UIAccessibilityTraits?
  var elements: [Any]?
  /// On the screen, in points.
  var frame: CGRect?
  /// In the coordinates of the container, in points.
  var frameInContainer: CGRect?
  /// On the screen, in points.
  var path: UIBezierPath?
  /// On the screen, in points.
  var activationPoint: CGPoint?
  var hidesElements = false
  var isModal = false
  var containerType = UIAccessibilityContainerType.none
  var customActions: [UIAccessibilityCustomAction]?
  /// The names by which a voice may call it.
  var inputLabels: [String]?
  var ignoresInversion = false
  var navigationStyle = UIAccessibilityNavigationStyle.automatic
  var groupsChildren = false
  var textualContext: UIAccessibilityTextualContext?
  var largeContent = LargeContent()
  var rotors: [UIAccessibilityCustomRotor]?
  /// The buttons above the keyboard of the responder, which few have.
  var assistantItem: UITextInputAssistantItem?
  /// The activity of the responder, which few have.
  var activity: NSUserActivity?
}

extension UIResponder {
  /// The facts that the program set, to be changed.
  final var ownFacts: AccessibilityFacts {
    if let accessibilityFacts { return accessibilityFacts }
    let facts = AccessibilityFacts()
    accessibilityFacts = facts
    return facts
  }

  // `Any` because: views and elements are returned.
  /// The elements in it: those that the program gave it, or those of its class.
  final var containedElements: [Any] {
    accessibilityElements ?? (self as? UIView)?.ownAccessibilityParts ?? []
  }
}
