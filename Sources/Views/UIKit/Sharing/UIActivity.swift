// Services that take what a program shares.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// A service of the program in a sheet that shares items.
///
/// ```swift
/// final class Print: UIActivity {
///   override var activityTitle: String? { "Print" }
///   override func canPerform(withActivityItems items: [Any]) -> Bool { true }
///   override func perform() { activityDidFinish(true) }
/// }
/// ```
@preconcurrency
@MainActor
open class UIActivity: NSObject {
  /// The name of a service.
  public struct ActivityType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Nearby devices.
    public static let airDrop = Self("com.apple.UIKit.activity.AirDrop")
    /// A picture of a contact.
    public static let assignToContact = Self("com.apple.UIKit.activity.AssignToContact")
    /// The pasteboard: the one service of the system that is here.
    public static let copyToPasteboard = Self("com.apple.UIKit.activity.CopyToPasteboard")
    /// Mail.
    public static let mail = Self("com.apple.UIKit.activity.Mail")
    /// Messages.
    public static let message = Self("com.apple.UIKit.activity.Message")
    /// A printer.
    public static let print = Self("com.apple.UIKit.activity.Print")
    /// The library of pictures.
    public static let saveToCameraRoll = Self("com.apple.UIKit.activity.SaveToCameraRoll")
    /// The reading list.
    public static let addToReadingList = Self("com.apple.UIKit.activity.AddToReadingList")
    /// Books.
    public static let openInIBooks = Self("com.apple.UIKit.activity.OpenInIBooks")
    /// A PDF of the items.
    public static let markupAsPDF = Self("com.apple.UIKit.activity.MarkupAsPDF")
    /// Facebook.
    public static let postToFacebook = Self("com.apple.UIKit.activity.PostToFacebook")
    /// Twitter.
    public static let postToTwitter = Self("com.apple.UIKit.activity.PostToTwitter")
    /// Weibo.
    public static let postToWeibo = Self("com.apple.UIKit.activity.PostToWeibo")
    /// Tencent Weibo.
    public static let postToTencentWeibo = Self("com.apple.UIKit.activity.TencentWeibo")
    /// Flickr.
    public static let postToFlickr = Self("com.apple.UIKit.activity.PostToFlickr")
    /// Vimeo.
    public static let postToVimeo = Self("com.apple.UIKit.activity.PostToVimeo")
    /// The home screen.
    public static let addToHomeScreen = Self("com.apple.UIKit.activity.AddToHomeScreen")
    /// Shared notes.
    public static let collaborationInviteWithLink = Self(
      "com.apple.UIKit.activity.CollaborationInviteWithLink"
    )
    /// A link to shared notes.
    public static let collaborationCopyLink = Self("com.apple.UIKit.activity.CollaborationCopyLink")
    /// A page of a watch or a screen saver.
    public static let sharePlay = Self("com.apple.UIKit.activity.SharePlay")
  }

  /// The part of the sheet that shows a service.
  public enum Category: Int, Sendable {
    /// The list.
    case action = 0
    /// The row of pictures above it.
    case share = 1
  }

  /// The part of the sheet; the list by default.
  open class var activityCategory: Category { .action }

  /// The name; nil by default.
  open var activityType: ActivityType? { nil }
  /// The text; nil, the default, for a service that is not shown.
  open var activityTitle: String? { nil }
  /// The picture, of which alpha counts; nil by default.
  open var activityImage: UIImage? { nil }

  // `Any` because: a program shares any objects.
  /// Whether it takes all of the items; false by default.
  open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }

  // `Any` because: a program shares any objects.
  /// Gets the items before the work; does nothing by default.
  open func prepare(withActivityItems activityItems: [Any]) {}

  /// The controller that does the work, shown over the sheet; nil, the default, for `perform()`.
  open var activityViewController: UIViewController? { nil }

  /// Does the work, and calls `activityDidFinish(_:)`; by default it only calls it, with false.
  open func perform() { activityDidFinish(false) }

  /// Ends the work: the sheet goes, and its completion handler is called.
  ///
  /// - Parameter completed: Whether the work was done.
  open func activityDidFinish(_ completed: Bool) {
    let finished = whenFinished
    whenFinished = nil
    finished?(completed)
  }

  /// Ends the sheet that the service was chosen in; nil while none waits for it.
  final var whenFinished: ((Bool) -> Void)?

  /// Creates a service.
  public override init() { super.init() }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// Gives the sheet an item, when a service was chosen.
@preconcurrency
@MainActor
public protocol UIActivityItemSource: NSObjectProtocol {
  // `Any` because: a program shares any objects.
  /// Returns an object of the item's kind, for the sheet before a service is chosen.
  func activityViewControllerPlaceholderItem(
    _ activityViewController: UIActivityViewController
  ) -> Any
  // `Any` because: a program shares any objects.
  /// Returns the item for a service, or nil.
  func activityViewController(
    _ activityViewController: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any?
  /// Returns the title of the item; the sheet shows it. An empty one by default.
  func activityViewController(
    _ activityViewController: UIActivityViewController,
    subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String
  /// Returns the type of the item's data; an empty one by default.
  ///
  /// **Differences**: the services that would ask for it are not here.
  func activityViewController(
    _ activityViewController: UIActivityViewController,
    dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
  ) -> String
  /// Returns a picture of the item; the sheet shows it. Nil by default.
  func activityViewController(
    _ activityViewController: UIActivityViewController,
    thumbnailImageForActivityType activityType: UIActivity.ActivityType?,
    suggestedSize size: CGSize
  ) -> UIImage?
}

extension UIActivityItemSource {
  /// Empty.
  public func activityViewController(
    _ activityViewController: UIActivityViewController,
    subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String { "" }
  /// Empty.
  public func activityViewController(
    _ activityViewController: UIActivityViewController,
    dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
  ) -> String { "" }
  /// Nil.
  public func activityViewController(
    _ activityViewController: UIActivityViewController,
    thumbnailImageForActivityType activityType: UIActivity.ActivityType?,
    suggestedSize size: CGSize
  ) -> UIImage? { nil }
}

/// Copies the items to the pasteboard.
final class CopyActivity: UIActivity {
  private var contents = SharedContents([])

  override var activityType: ActivityType? { .copyToPasteboard }
  override var activityTitle: String? { "Copy" }
  override var activityImage: UIImage? { UIImage(systemName: "doc.on.doc") }

  override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
    !SharedContents(activityItems).isEmpty
  }

  override func prepare(withActivityItems activityItems: [Any]) {
    contents = SharedContents(activityItems)
  }

  override func perform() {
    contents.copy(to: .general)
    activityDidFinish(!contents.isEmpty)
  }
}

/// The items of a sheet by their kinds.
@MainActor
struct SharedContents {
  private(set) var texts: [String] = []
  private(set) var urls: [URL] = []
  private(set) var images: [UIImage] = []

  init(_ items: [Any]) {
    for item in items {
      switch item {
      case let text as String: texts.append(text)
      case let text as NSAttributedString: texts.append(text.string)
      case let url as URL: urls.append(url)
      case let url as NSURL: urls.append(url as URL)
      case let image as UIImage: images.append(image)
      default: break
      }
    }
  }

  var isEmpty: Bool { texts.isEmpty && urls.isEmpty && images.isEmpty }

  /// Puts the items on a pasteboard, which takes one kind: texts with addresses before pictures.
  func copy(to pasteboard: UIPasteboard) {
    if !texts.isEmpty {
      pasteboard.strings = texts + urls.map(\.absoluteString)
    } else if !urls.isEmpty {
      pasteboard.urls = urls
    } else if !images.isEmpty {
      pasteboard.images = images
    }
  }
}
