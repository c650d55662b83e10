// When notifications are due.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// When a notification is due.
///
/// **Differences**: it is no `NSSecureCoding`; there are no triggers of places.
open class UNNotificationTrigger: NSObject, NSCopying {
  /// Whether it is due again and again.
  public let repeats: Bool

  init(repeats: Bool) {
    self.repeats = repeats
    super.init()
  }

  /// Returns itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether the other object is of the same class, and due at the same times.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UNNotificationTrigger else { return false }
    return type(of: self) == type(of: other) && repeats == other.repeats && isDueAs(other)
  }

  /// A number that equal triggers share.
  open override var hash: Int { repeats.hashValue }

  func isDueAs(_ other: UNNotificationTrigger) -> Bool { true }

  /// The next time after `date`; nil if there is none any more.
  ///
  /// - Parameter start: The time when its request was added; nil for one that was not.
  func next(after date: Date, from start: Date?) -> Date? { nil }

  /// Returns the trigger of a request that is added.
  func added(at date: Date) -> UNNotificationTrigger { self }
}

/// The trigger of what a server sent.
///
/// **Differences**: none is ever made, for Linux has no service of remote notifications.
open class UNPushNotificationTrigger: UNNotificationTrigger {}

/// Due a number of seconds after the request was added.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  /// The seconds.
  public let timeInterval: TimeInterval
  private let start: Date?

  /// Creates a trigger.
  ///
  /// - Parameters:
  ///   - timeInterval: Seconds: more than 0, and 60 at least for one that repeats; other values end
  ///     the program, as on iOS.
  ///   - repeats: Whether it is due after each such time.
  public convenience init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(
      timeInterval > 0 && timeInterval.isFinite,
      "time interval must be greater than 0"
    )
    precondition(
      !repeats || timeInterval >= 60,
      "time interval must be at least 60 if repeating"
    )
    self.init(timeInterval, repeats: repeats, from: nil)
  }

  private init(_ timeInterval: TimeInterval, repeats: Bool, from start: Date?) {
    self.timeInterval = timeInterval
    self.start = start
    super.init(repeats: repeats)
  }

  /// The next time: from now on, or, for the trigger of a request that was added, from then on; nil
  /// if that is over.
  open func nextTriggerDate() -> Date? { next(after: Date(), from: start) }

  override func next(after date: Date, from start: Date?) -> Date? {
    let start = self.start ?? start ?? date
    guard repeats else {
      let end = start.addingTimeInterval(timeInterval)
      return end > date ? end : nil
    }
    let turns = max((date.timeIntervalSince(start) / timeInterval).rounded(.down), 0) + 1
    return start.addingTimeInterval(turns * timeInterval)
  }

  override func added(at date: Date) -> UNNotificationTrigger {
    UNTimeIntervalNotificationTrigger(timeInterval, repeats: repeats, from: date)
  }

  override func isDueAs(_ other: UNNotificationTrigger) -> Bool {
    (other as? UNTimeIntervalNotificationTrigger)?.timeInterval == timeInterval
  }
}

/// Due when the calendar has given components: `hour: 8` with `repeats` is each day at 8 o'clock.
open class UNCalendarNotificationTrigger: UNNotificationTrigger {
  /// The components; those that are nil may have any value.
  public let dateComponents: DateComponents

  /// Creates a trigger.
  ///
  /// - Parameters:
  ///   - dateComponents: The components, in their calendar and zone, or else the current ones;
  ///     where all are nil, it is never due.
  ///   - repeats: Whether it is due each time, and not the first time alone.
  public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
    self.dateComponents = dateComponents
    super.init(repeats: repeats)
  }

  /// The next time after now that has the components; nil if there is none.
  open func nextTriggerDate() -> Date? { next(after: Date(), from: nil) }

  override func next(after date: Date, from start: Date?) -> Date? {
    var calendar = dateComponents.calendar ?? .current
    if let zone = dateComponents.timeZone { calendar.timeZone = zone }
    var wanted = dateComponents
    (wanted.calendar, wanted.timeZone) = (nil, nil)
    guard wanted != DateComponents() else { return nil }
    return calendar.nextDate(after: date, matching: wanted, matchingPolicy: .nextTime)
  }

  override func isDueAs(_ other: UNNotificationTrigger) -> Bool {
    (other as? UNCalendarNotificationTrigger)?.dateComponents == dateComponents
  }
}
