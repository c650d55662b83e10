// The contents of notifications.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// How much a notification interrupts.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
  /// It lights no screen and has no sound.
  case passive = 0
  /// It is shown at once; the default.
  case active = 1
  /// It is shown at once, whatever a person concentrates on.
  case timeSensitive = 2
  /// It is shown at once, and sounds though the device is silent.
  case critical = 3
}

/// The content of a notification: its texts, its sound, and values of the program's own.
///
/// **Differences**: it is no `NSSecureCoding`.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  struct Values {
    var attachments: [UNNotificationAttachment] = []
    var badge: NSNumber?
    var body = ""
    var categoryIdentifier = ""
    var filterCriteria: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var launchImageName = ""
    var relevanceScore = 0.0
    var sound: UNNotificationSound?
    var subtitle = ""
    var targetContentIdentifier: String?
    var threadIdentifier = ""
    var title = ""
    var userInfo: [AnyHashable: Any] = [:]
  }

  final var values: Values

  /// Creates content without any text.
  public override init() {
    values = Values()
    super.init()
  }

  init(_ values: Values) {
    self.values = values
    super.init()
  }

  /// Files that are shown with it; none by default.
  open var attachments: [UNNotificationAttachment] { values.attachments }
  /// The number on the program's icon; 0 takes it away, nil leaves it.
  open var badge: NSNumber? { values.badge }
  /// The text.
  open var body: String { values.body }
  /// The identifier of a category of the center; empty for none.
  open var categoryIdentifier: String { values.categoryIdentifier }
  /// The text that says in which state of concentration it is shown; nil for all.
  ///
  /// **Differences**: it is stored.
  open var filterCriteria: String? { values.filterCriteria }
  /// How much it interrupts.
  ///
  /// **Differences**: it is stored; nothing is shown.
  open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
  /// The name of the image, or of the storyboard, that the program begins with; empty for its own.
  open var launchImageName: String { values.launchImageName }
  /// The place among other notifications, in 0...1.
  open var relevanceScore: Double { values.relevanceScore }
  /// The sound; nil if there is none.
  open var sound: UNNotificationSound? { values.sound }
  /// The second title.
  open var subtitle: String { values.subtitle }
  /// The identifier of the contents of the scene that handles it; nil for any scene.
  open var targetContentIdentifier: String? { values.targetContentIdentifier }
  /// The identifier of the group that it stands in; empty for none.
  open var threadIdentifier: String { values.threadIdentifier }
  /// The title.
  open var title: String { values.title }
  // `Any` because: it is Apple's type.
  /// Values of the program's own.
  open var userInfo: [AnyHashable: Any] { values.userInfo }

  /// Returns content with the same values that cannot be changed.
  open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values) }

  /// Returns a ``UNMutableNotificationContent`` with the same values.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(values) }

  /// Whether the other object is content with the same values, but for those of the program's own.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationContent else { return false }
    let (one, two) = (values, other.values)
    return one.attachments == two.attachments && one.badge == two.badge && one.body == two.body
      && one.categoryIdentifier == two.categoryIdentifier
      && one.filterCriteria == two.filterCriteria
      && one.interruptionLevel == two.interruptionLevel
      && one.launchImageName == two.launchImageName && one.relevanceScore == two.relevanceScore
      && one.sound == two.sound && one.subtitle == two.subtitle
      && one.targetContentIdentifier == two.targetContentIdentifier
      && one.threadIdentifier == two.threadIdentifier && one.title == two.title
      && NSDictionary(dictionary: one.userInfo).isEqual(NSDictionary(dictionary: two.userInfo))
  }

  /// A number that equal contents share.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(values.title)
    hasher.combine(values.body)
    return hasher.finalize()
  }

  /// Whether there is anything to show, to hear or to count.
  final var isEmpty: Bool {
    values.title.isEmpty && values.subtitle.isEmpty && values.body.isEmpty && values.badge == nil
      && values.sound == nil
  }
}

/// The content of a notification that can be changed.
///
/// ```swift
/// let content = UNMutableNotificationContent()
/// content.title = "Bread"
/// content.body = "It is done."
/// content.sound = .default
/// ```
open class UNMutableNotificationContent: UNNotificationContent {
  /// Files that are shown with it; none by default.
  open override var attachments: [UNNotificationAttachment] {
    get { values.attachments }
    set { values.attachments = newValue }
  }
  /// The number on the program's icon; 0 takes it away, nil leaves it.
  open override var badge: NSNumber? {
    get { values.badge }
    set { values.badge = newValue }
  }
  /// The text; empty by default.
  open override var body: String {
    get { values.body }
    set { values.body = newValue }
  }
  /// The identifier of a category of the center; empty for none.
  open override var categoryIdentifier: String {
    get { values.categoryIdentifier }
    set { values.categoryIdentifier = newValue }
  }
  /// The text that says in which state of concentration it is shown; nil for all.
  open override var filterCriteria: String? {
    get { values.filterCriteria }
    set { values.filterCriteria = newValue }
  }
  /// How much it interrupts; active by default.
  open override var interruptionLevel: UNNotificationInterruptionLevel {
    get { values.interruptionLevel }
    set { values.interruptionLevel = newValue }
  }
  /// The name of the image, or of the storyboard, that the program begins with; empty for its own.
  open override var launchImageName: String {
    get { values.launchImageName }
    set { values.launchImageName = newValue }
  }
  /// The place among other notifications; values outside of 0...1 count as the nearer end, and what
  /// is no number as 0.
  open override var relevanceScore: Double {
    get { values.relevanceScore }
    set { values.relevanceScore = newValue.isNaN ? 0 : min(max(newValue, 0), 1) }
  }
  /// The sound; nil, the default, if there is none.
  open override var sound: UNNotificationSound? {
    get { values.sound }
    set { values.sound = newValue }
  }
  /// The second title; empty by default.
  open override var subtitle: String {
    get { values.subtitle }
    set { values.subtitle = newValue }
  }
  /// The identifier of the contents of the scene that handles it; nil for any scene.
  open override var targetContentIdentifier: String? {
    get { values.targetContentIdentifier }
    set { values.targetContentIdentifier = newValue }
  }
  /// The identifier of the group that it stands in; empty for none.
  open override var threadIdentifier: String {
    get { values.threadIdentifier }
    set { values.threadIdentifier = newValue }
  }
  /// The title; empty by default.
  open override var title: String {
    get { values.title }
    set { values.title = newValue }
  }
  // `Any` because: it is Apple's type.
  /// Values of the program's own; none by default.
  open override var userInfo: [AnyHashable: Any] {
    get { values.userInfo }
    set { values.userInfo = newValue }
  }
}
