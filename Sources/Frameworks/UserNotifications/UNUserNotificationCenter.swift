// The notifications of a program: kept until they are due, and given to its delegate.
// Licensed under the MIT license; see LICENSE.
//
// Linux has no service that shows notifications of any program, so nothing is shown and nothing
// sounds; the first one that would be shown says so in a line. All else is as on iOS: requests are
// pending, become due, are given to the delegate, and are among those that were delivered.

import CoreGraphics
import Dispatch
public import Foundation
import QuartzSharing

/// The notifications of a program.
///
/// ```swift
/// let center = UNUserNotificationCenter.current()
/// guard try await center.requestAuthorization(options: [.alert, .sound]) else { return }
/// let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
/// let request = UNNotificationRequest(identifier: "eggs", content: content, trigger: trigger)
/// try await center.add(request)
/// ```
///
/// A request is due while the program runs, on the main queue. In front, the delegate says how it
/// is shown; one that it does not show ends there, and without a delegate it ends, too. In the
/// background it is among those that were delivered. A request that is due while the program may
/// not notify ends without a word.
///
/// **Differences**: nothing is shown and nothing sounds, and one line says so. The program's answer
/// to `requestAuthorization` is ``grantsAuthorization``. Requests live as long as the program. A
/// test, or a program with a view of its own for notifications, stands for a person by
/// ``respond(to:actionIdentifier:userText:)``.
public final class UNUserNotificationCenter: NSObject, Sendable {
  private struct Pending {
    var request: UNNotificationRequest
    var start: Date
    var due: Date
  }

  private struct WeakDelegate {
    weak var object: (any UNUserNotificationCenterDelegate)?
  }

  private struct State {
    var delegate = WeakDelegate()
    var grants = true
    var status = UNAuthorizationStatus.notDetermined
    var asked: UNAuthorizationOptions = []
    var categories: Set<UNNotificationCategory> = []
    var pending: [Pending] = []
    var delivered: [UNNotification] = []
    var badge = 0
    var isInFront = true
    var hasSaid = false
  }

  private let state = Guarded(State())
  /// Calls the completions, one after the other.
  private let completions = DispatchQueue(label: "UserNotifications")

  private static let instance = UNUserNotificationCenter()

  /// The center of the program.
  public class func current() -> UNUserNotificationCenter { instance }

  private override init() { super.init() }

  /// The object that hears of notifications.
  public var delegate: (any UNUserNotificationCenterDelegate)? {
    get { state.withLock { $0.delegate.object } }
    set { state.withLock { $0.delegate.object = newValue } }
  }

  /// Whether views of the program are shown in notifications: no.
  public var supportsContentExtensions: Bool { false }

  // MARK: Being allowed to notify

  /// Whether a person lets the program notify; true by default.
  ///
  /// Once the program has asked, a change is one of the settings: it may notify, or may not any
  /// more.
  ///
  /// **Differences**: an addition, in the place of the system's question and settings.
  public var grantsAuthorization: Bool {
    get { state.withLock { $0.grants } }
    set {
      state.withLock {
        $0.grants = newValue
        if $0.status != .notDetermined { $0.status = newValue ? .authorized : .denied }
      }
    }
  }

  private func authorize(_ options: UNAuthorizationOptions) -> Bool {
    state.withLock { state in
      switch state.status {
      case .notDetermined, .provisional:
        state.asked.formUnion(options)
        if options.contains(.provisional) {
          state.status = .provisional
        } else {
          state.status = state.grants ? .authorized : .denied
        }
      case .authorized, .ephemeral:
        state.asked.formUnion(options)
      case .denied:
        break
      }
      return state.status != .denied
    }
  }

  /// Asks whether the program may notify.
  ///
  /// - Parameters:
  ///   - options: The kinds that it asks for; with `provisional` there is no question.
  ///   - completionHandler: Called on a queue of the center with whether it may, and with nil.
  public func requestAuthorization(
    options: UNAuthorizationOptions = [],
    completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let isGranted = authorize(options)
    completions.async { completionHandler(isGranted, nil) }
  }

  /// Asks whether the program may notify.
  ///
  /// - Parameter options: The kinds that it asks for; with `provisional` there is no question.
  /// - Returns: Whether it may.
  public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    authorize(options)
  }

  private var settings: UNNotificationSettings {
    state.withLock { UNNotificationSettings($0.status, asked: $0.asked) }
  }

  /// Gives what the program may do.
  public func getNotificationSettings(
    completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
  ) {
    let settings = settings
    completions.async { completionHandler(settings) }
  }

  /// Returns what the program may do.
  public func notificationSettings() async -> UNNotificationSettings { settings }

  // MARK: Categories

  /// Takes the kinds of notifications with their actions, in the place of earlier ones.
  public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    state.withLock { $0.categories = categories }
  }

  /// Gives the kinds of notifications.
  public func getNotificationCategories(
    completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
  ) {
    let categories = state.withLock { $0.categories }
    completions.async { completionHandler(categories) }
  }

  /// Returns the kinds of notifications.
  public func notificationCategories() async -> Set<UNNotificationCategory> {
    state.withLock { $0.categories }
  }

  // MARK: The number on the icon

  private func change(badge: Int) throws(UNError) {
    guard badge >= 0 else {
      throw UNError(.badgeInputInvalid, "\(badge) on the icon; expected 0 or more")
    }
    state.withLock { $0.badge = badge }
  }

  /// Changes the number on the icon, which is `UIApplication.applicationIconBadgeNumber`.
  ///
  /// **Differences**: the number is kept; desktops show none.
  ///
  /// - Parameters:
  ///   - newBadgeCount: 0 takes it away; less is an error of the code `badgeInputInvalid`.
  ///   - completionHandler: Called on a queue of the center.
  public func setBadgeCount(
    _ newBadgeCount: Int,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error: UNError?
    do throws(UNError) {
      try change(badge: newBadgeCount)
      error = nil
    } catch let caught {
      error = caught
    }
    guard let completionHandler else { return }
    completions.async { completionHandler(error) }
  }

  /// Changes the number on the icon, which is `UIApplication.applicationIconBadgeNumber`.
  ///
  /// - Throws: `UNError` with the code `badgeInputInvalid` for less than 0.
  public func setBadgeCount(_ newBadgeCount: Int) async throws { try change(badge: newBadgeCount) }

  /// The number on the icon.
  package var badgeCount: Int {
    get { state.withLock { $0.badge } }
    set { state.withLock { $0.badge = max(newValue, 0) } }
  }

  // MARK: Requests

  private func keep(_ request: UNNotificationRequest) throws(UNError) {
    guard !request.content.isEmpty else {
      throw UNError(
        .notificationInvalidNoContent,
        "the request \(request.identifier) has no text, no sound and no number"
      )
    }
    let now = Date()
    let trigger = request.trigger?.added(at: now)
    guard let due = trigger.map({ $0.next(after: now, from: now) }) ?? now else {
      throw UNError(
        .notificationInvalidNoDate,
        "the trigger of the request \(request.identifier) has no time after \(now)"
      )
    }
    let kept = UNNotificationRequest(
      identifier: request.identifier,
      content: request.content,
      trigger: trigger
    )
    state.withLock { state in
      state.pending.removeAll { $0.request.identifier == kept.identifier }
      state.pending.append(Pending(request: kept, start: now, due: due))
    }
    wait(until: due)
  }

  /// Keeps a request until it is due.
  ///
  /// - Parameters:
  ///   - request: The request; it takes the place of one of the same name.
  ///   - completionHandler: Called on a queue of the center, with `UNError`: of the code
  ///     `notificationInvalidNoContent` for content without a text, a sound and a number, and
  ///     `notificationInvalidNoDate` for a trigger whose time is over.
  public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    let error: UNError?
    do throws(UNError) {
      try keep(request)
      error = nil
    } catch let caught {
      error = caught
    }
    guard let completionHandler else { return }
    completions.async { completionHandler(error) }
  }

  /// Keeps a request until it is due.
  ///
  /// - Throws: `UNError`, as the form with a completion says.
  public func add(_ request: UNNotificationRequest) async throws { try keep(request) }

  private var requests: [UNNotificationRequest] { state.withLock { $0.pending.map(\.request) } }

  /// Gives the requests that are not due yet, and those that repeat.
  public func getPendingNotificationRequests(
    completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
  ) {
    let requests = requests
    completions.async { completionHandler(requests) }
  }

  /// Returns the requests that are not due yet, and those that repeat.
  public func pendingNotificationRequests() async -> [UNNotificationRequest] { requests }

  /// Takes requests back.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    let names = Set(identifiers)
    state.withLock { $0.pending.removeAll { names.contains($0.request.identifier) } }
  }

  /// Takes all requests back.
  public func removeAllPendingNotificationRequests() { state.withLock { $0.pending = [] } }

  // MARK: Delivered notifications

  /// Gives the notifications that were delivered, the first one first.
  public func getDeliveredNotifications(
    completionHandler: @escaping @Sendable ([UNNotification]) -> Void
  ) {
    let notifications = state.withLock { $0.delivered }
    completions.async { completionHandler(notifications) }
  }

  /// Returns the notifications that were delivered, the first one first.
  public func deliveredNotifications() async -> [UNNotification] { state.withLock { $0.delivered } }

  /// Takes notifications away.
  public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
    let names = Set(identifiers)
    state.withLock { $0.delivered.removeAll { names.contains($0.request.identifier) } }
  }

  /// Takes all notifications away.
  public func removeAllDeliveredNotifications() { state.withLock { $0.delivered = [] } }

  // MARK: A person's answers

  /// Does what a person does with a notification that was delivered, which goes.
  ///
  /// The delegate hears of it on the main queue, unless a notification was taken away whose
  /// category does not ask for that.
  ///
  /// **Differences**: an addition, for tests and for programs that show notifications themselves.
  ///
  /// - Parameters:
  ///   - identifier: That of the request.
  ///   - actionIdentifier: That of an action of its category, or one of the system's own two.
  ///   - userText: The text that was typed; nil for an action without a text.
  /// - Returns: Whether there is such a notification, and an action of that name.
  @discardableResult
  public func respond(
    to identifier: String,
    actionIdentifier: String = UNNotificationDefaultActionIdentifier,
    userText: String? = nil
  ) -> Bool {
    let found: (notification: UNNotification, isTold: Bool)? = state.withLock { state in
      guard
        let index = state.delivered.firstIndex(where: { $0.request.identifier == identifier })
      else { return nil }
      let notification = state.delivered[index]
      let name = notification.request.content.categoryIdentifier
      let category = state.categories.first { $0.identifier == name }
      var isTold = true
      switch actionIdentifier {
      case UNNotificationDefaultActionIdentifier: break
      case UNNotificationDismissActionIdentifier:
        isTold = category?.options.contains(.customDismissAction) ?? false
      default:
        guard category?.actions.contains(where: { $0.identifier == actionIdentifier }) ?? false
        else { return nil }
      }
      state.delivered.remove(at: index)
      return (notification, isTold)
    }
    guard let found else { return false }
    guard found.isTold else { return true }
    let response =
      userText.map {
        UNTextInputNotificationResponse(found.notification, actionIdentifier, text: $0)
      } ?? UNNotificationResponse(found.notification, actionIdentifier)
    DispatchQueue.main.async { [self] in
      delegate?.userNotificationCenter(self, didReceive: response) {}
    }
    return true
  }

  // MARK: Due requests

  /// Whether the program is in front; true unless UIKit says otherwise.
  package var isInFront: Bool {
    get { state.withLock { $0.isInFront } }
    set { state.withLock { $0.isInFront = newValue } }
  }

  private func wait(until date: Date) {
    // A year at most because: later times are beyond what the clock of the queue counts; the wait
    // then goes on.
    let seconds = min(max(date.timeIntervalSinceNow, 0), 365 * 86400)
    DispatchQueue.main.asyncAfter(wallDeadline: .now() + seconds) { [weak self] in
      self?.deliverDue(at: Date())
      if date > Date() { self?.wait(until: date) }
    }
  }

  /// Delivers what is due at a date, in the order of the times.
  package func deliverDue(at now: Date) {
    var next: [Date] = []
    let due: [UNNotification] = state.withLock { state in
      let due = state.pending.filter { $0.due <= now }.sorted { $0.due < $1.due }
      state.pending = state.pending.compactMap { pending in
        guard pending.due <= now else { return pending }
        guard let trigger = pending.request.trigger, trigger.repeats,
          let date = trigger.next(after: now, from: pending.start)
        else { return nil }
        next.append(date)
        return Pending(request: pending.request, start: pending.start, due: date)
      }
      guard state.status != .notDetermined, state.status != .denied else { return [] }
      return due.map { UNNotification($0.request, at: $0.due) }
    }
    for date in next { wait(until: date) }
    for notification in due { deliver(notification) }
  }

  private func deliver(_ notification: UNNotification) {
    guard isInFront else { return show(notification, [.badge, .list, .banner]) }
    delegate?.userNotificationCenter(self, willPresent: notification) { [weak self] options in
      self?.show(notification, options)
    }
  }

  private func show(_ notification: UNNotification, _ options: UNNotificationPresentationOptions) {
    let isFirst = state.withLock { state in
      if options.contains(.badge), let badge = notification.request.content.badge {
        state.badge = max(badge.intValue, 0)
      }
      guard !options.isDisjoint(with: [.alert, .list, .banner]) else { return false }
      let identifier = notification.request.identifier
      state.delivered.removeAll { $0.request.identifier == identifier }
      state.delivered.append(notification)
      defer { state.hasSaid = true }
      return !state.hasSaid
    }
    guard isFirst else { return }
    Diagnostics.report(
      "UNUserNotificationCenter: the notification \"\(notification.request.identifier)\" was "
        + "delivered and is not shown: Linux has no service for that; see respond(to:)",
      from: "UserNotifications"
    )
  }

  /// Forgets all that was asked and kept, for the start of a test.
  package func forget() { state.withLock { $0 = State() } }
}
