// Ways and kinds that helpers of accessibility go by, and what they report.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// The way in which helpers go through the elements of a container.
public enum UIAccessibilityNavigationStyle: Int, Sendable {
  /// As the helper has it.
  case automatic = 0
  /// One after the other.
  case separate = 1
  /// As one.
  case combined = 2
}

/// The kind of a text, by which a voice reads it.
public struct UIAccessibilityTextualContext: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a kind.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Words of a word processor.
  public static let wordProcessing = Self(rawValue: "UIAccessibilityTextualContextWordProcessing")
  /// A story.
  public static let narrative = Self(rawValue: "UIAccessibilityTextualContextNarrative")
  /// Messages.
  public static let messaging = Self(rawValue: "UIAccessibilityTextualContextMessaging")
  /// A table of numbers.
  public static let spreadsheet = Self(rawValue: "UIAccessibilityTextualContextSpreadsheet")
  /// Names of files.
  public static let fileSystem = Self(rawValue: "UIAccessibilityTextualContextFileSystem")
  /// A program.
  public static let sourceCode = Self(rawValue: "UIAccessibilityTextualContextSourceCode")
  /// The output of a shell.
  public static let console = Self(rawValue: "UIAccessibilityTextualContextConsole")
}

extension UIAccessibility {
  /// Posted after an announcement was given to a helper: to an agent, where the program runs under
  /// `quartz mcp`, and never otherwise.
  public static let announcementDidFinishNotification = Foundation.Notification.Name(
    "UIAccessibilityAnnouncementDidFinishNotification"
  )
  /// The key of an announcement's text.
  public static let announcementStringValueUserInfoKey =
    "UIAccessibilityAnnouncementKeyStringValue"
  /// The key of whether an announcement was given, as a number.
  public static let announcementWasSuccessfulUserInfoKey =
    "UIAccessibilityAnnouncementKeyWasSuccessful"
  /// Posted when a helper has another element in its focus.
  ///
  /// **Differences**: never by itself; helpers do not say so here.
  public static let elementFocusedNotification = Foundation.Notification.Name(
    "UIAccessibilityElementFocusedNotification"
  )
  /// The key of the element that has the focus.
  public static let focusedElementUserInfoKey = "UIAccessibilityFocusedElementKey"
  /// The key of the element that had the focus.
  public static let unfocusedElementUserInfoKey = "UIAccessibilityUnfocusedElementKey"
  /// The key of the helper's name.
  public static let assistiveTechnologyUserInfoKey = "UIAccessibilityAssistiveTechnologyKey"
}

/// A view whose image grows with the sizes of text for accessibility.
@preconcurrency
@MainActor
public protocol UIAccessibilityContentSizeCategoryImageAdjusting: AnyObject {
  /// Whether the image grows with the sizes of text for accessibility; false by default.
  var adjustsImageSizeForAccessibilityContentSizeCategory: Bool { get set }
}

extension UITraitCollection {
  /// How much larger images are at the sizes of text for accessibility: as much as body text is
  /// above that of the usual size; 1 at the other sizes.
  final var imageGrowth: CGFloat {
    guard preferredContentSizeCategory.isAccessibilityCategory else { return 1 }
    let style = UIFont.TextStyle.body
    return style.size(preferredContentSizeCategory) / style.size(.large)
  }
}

/// Says what a scroll view shows.
///
/// **Differences**: an agent under `quartz mcp` gets the text with each list of what shows.
@preconcurrency
@MainActor
public protocol UIScrollViewAccessibilityDelegate: UIScrollViewDelegate {
  /// Returns the text that helpers get; nil, the default, for none.
  func accessibilityScrollStatus(for scrollView: UIScrollView) -> String?
  /// Returns the text with attributes; nil, the default, for that without.
  func accessibilityAttributedScrollStatus(for scrollView: UIScrollView) -> NSAttributedString?
}

extension UIScrollViewAccessibilityDelegate {
  /// Nil.
  public func accessibilityScrollStatus(for scrollView: UIScrollView) -> String? { nil }
  /// Nil.
  public func accessibilityAttributedScrollStatus(
    for scrollView: UIScrollView
  ) -> NSAttributedString? { nil }
}
