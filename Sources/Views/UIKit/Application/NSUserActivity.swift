// Activities of a person, for other devices and searches.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The name by which an activity is deleted.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of activities that show a page of the web.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An activity of a person, in a form that others could go on with.
///
/// **Differences**: nothing leaves the program: activities are neither handed over to other devices
/// nor found by searches. Foundation on Linux has no such class.
@preconcurrency
@MainActor
open class NSUserActivity: NSObject {
  /// The kind.
  public let activityType: String
  /// The title.
  open var title: String?
  /// Values for going on.
  open var userInfo: [AnyHashable: Any]?
  /// The keys of values that are needed for going on.
  open var requiredUserInfoKeys: Set<String>?
  /// A page of the web for devices without the program.
  open var webpageURL: URL?
  /// The page that led here.
  open var referrerURL: URL?
  /// The words by which it is found.
  open var keywords: Set<String> = []
  /// The end of its use; or nil.
  open var expirationDate: Date?
  /// Whether other devices may go on with it; true by default.
  open var isEligibleForHandoff = true
  /// Whether searches find it; false by default.
  open var isEligibleForSearch = false
  /// Whether it may be suggested to other people; false by default.
  open var isEligibleForPublicIndexing = false
  /// Whether it may be suggested; false by default.
  open var isEligibleForPrediction = false
  /// The name by which it is deleted.
  open var persistentIdentifier: NSUserActivityPersistentIdentifier?
  /// The name of what it shows.
  open var targetContentIdentifier: String?
  /// Whether `userInfo` is out of date; false by default.
  open var needsSave = false

  /// Creates an activity of a kind.
  public init(activityType: String) {
    self.activityType = activityType
    super.init()
  }

  /// The activity that goes on now; nil if there is none.
  ///
  /// **Differences**: an addition, for tests.
  public private(set) static weak var current: NSUserActivity?

  /// Adds values.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { $1 }
  }

  /// Makes it the activity that goes on.
  open func becomeCurrent() { NSUserActivity.current = self }

  /// It does not go on any more.
  open func resignCurrent() { if NSUserActivity.current === self { NSUserActivity.current = nil } }

  /// It cannot be gone on with any more.
  open func invalidate() { resignCurrent() }
}
