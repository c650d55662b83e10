// Items of a sheet that are made once a service was chosen.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// An item of a sheet that takes time to make: it is made when a service was chosen.
///
/// ```swift
/// final class Report: UIActivityItemProvider {
///   override var item: Any { makeReport() }
/// }
/// let sheet = UIActivityViewController(
///   activityItems: [Report(placeholderItem: URL(fileURLWithPath: "Report.pdf"))],
///   applicationActivities: nil
/// )
/// ```
///
/// **Differences**: it is no `Operation`: `item` is asked for on the thread of the views, which
/// waits for it.
@preconcurrency
@MainActor
open class UIActivityItemProvider: NSObject, UIActivityItemSource {
  // `Any` because: a program shares any objects.
  /// An object of the item's kind.
  public let placeholderItem: Any?
  /// The chosen service; nil before one is chosen.
  open private(set) var activityType: UIActivity.ActivityType?
  /// Whether the program called the work off; the sheet gets no item then.
  open private(set) var isCancelled = false

  // `Any` because: a program shares any objects.
  /// Creates a provider.
  ///
  /// - Parameter placeholderItem: An object of the item's kind, or the item itself.
  public init(placeholderItem: Any) {
    self.placeholderItem = placeholderItem
    super.init()
  }

  // `Any` because: a program shares any objects.
  /// The item, which subclasses make; the placeholder by default.
  open var item: Any { placeholderItem ?? NSNull() }

  /// Calls the work off.
  open func cancel() { isCancelled = true }

  // `Any` because: a program shares any objects.
  /// Returns the placeholder.
  open func activityViewControllerPlaceholderItem(
    _ activityViewController: UIActivityViewController
  ) -> Any { placeholderItem ?? NSNull() }

  // `Any` because: a program shares any objects.
  /// Makes the item; nil if the work was called off.
  open func activityViewController(
    _ activityViewController: UIActivityViewController,
    itemForActivityType activityType: UIActivity.ActivityType?
  ) -> Any? {
    self.activityType = activityType
    guard !isCancelled else { return nil }
    let item = item
    return isCancelled ? nil : item
  }

  /// Returns an empty text.
  open func activityViewController(
    _ activityViewController: UIActivityViewController,
    subjectForActivityType activityType: UIActivity.ActivityType?
  ) -> String { "" }

  /// Returns an empty name.
  open func activityViewController(
    _ activityViewController: UIActivityViewController,
    dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
  ) -> String { "" }

  /// Returns nil.
  open func activityViewController(
    _ activityViewController: UIActivityViewController,
    thumbnailImageForActivityType activityType: UIActivity.ActivityType?,
    suggestedSize size: CGSize
  ) -> UIImage? { nil }
}
