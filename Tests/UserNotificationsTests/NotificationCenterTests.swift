// The center: what is asked, kept, due and delivered.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing

@testable import UserNotifications

/// Hears of notifications by completions.
// Safe because: the main queue alone calls it, and tests wait for that.
private final class Listener: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
  var options: UNNotificationPresentationOptions = [.list]
  var presented: [String] = []
  var responses: [UNNotificationResponse] = []

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification,
    withCompletionHandler completionHandler:
      @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    presented.append(notification.request.identifier)
    completionHandler(options)
  }

  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    responses.append(response)
    completionHandler()
  }
}

/// Hears of notifications by its `async` methods.
// Safe because: the main actor alone reads and writes.
private final class AsyncListener: NSObject, UNUserNotificationCenterDelegate, @unchecked Sendable {
  @MainActor var presented: [String] = []
  @MainActor var actions: [String] = []

  @MainActor
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    willPresent notification: UNNotification
  ) async -> UNNotificationPresentationOptions {
    presented.append(notification.request.identifier)
    return [.banner]
  }

  @MainActor
  func userNotificationCenter(
    _ center: UNUserNotificationCenter,
    didReceive response: UNNotificationResponse
  ) async { actions.append(response.actionIdentifier) }
}

/// A delegate without any method.
private final class SilentListener: NSObject, UNUserNotificationCenterDelegate {}

private func request(
  _ identifier: String,
  after seconds: TimeInterval? = nil,
  category: String = "",
  badge: NSNumber? = nil
) -> UNNotificationRequest {
  let content = UNMutableNotificationContent()
  content.title = identifier
  content.categoryIdentifier = category
  content.badge = badge
  return UNNotificationRequest(
    identifier: identifier,
    content: content,
    trigger: seconds.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false) }
  )
}

@Suite("UNUserNotificationCenter", .serialized)
@MainActor
struct NotificationCenterTests {
  private let center = UNUserNotificationCenter.current()

  init() { center.forget() }

  /// Waits until something is so, at most ten seconds.
  private func wait(_ isSo: () -> Bool) async throws {
    let end = Date() + 10
    while !isSo(), Date() < end { try await Task.sleep(nanoseconds: 5_000_000) }
    #expect(isSo())
  }

  @Test("The answer is the program's, and a later change is one of the settings")
  func authorization() async throws {
    var settings = await center.notificationSettings()
    #expect(settings.authorizationStatus == .notDetermined)
    #expect(settings.alertSetting == .notSupported)
    #expect(try await center.requestAuthorization(options: [.alert, .badge]))
    settings = await center.notificationSettings()
    #expect(settings.authorizationStatus == .authorized)
    #expect(settings.alertSetting == .enabled)
    #expect(settings.soundSetting == .notSupported)
    #expect(settings.alertStyle == .none)
    center.grantsAuthorization = false
    #expect(try await center.requestAuthorization(options: .alert) == false)
    settings = await center.notificationSettings()
    #expect(settings.authorizationStatus == .denied)
    #expect(settings.badgeSetting == .disabled)
  }

  @Test("A refusal, and provisional notifications without a question")
  func refusal() async throws {
    center.grantsAuthorization = false
    #expect(try await center.requestAuthorization(options: [.provisional, .sound]))
    var settings = await center.notificationSettings()
    #expect(settings.authorizationStatus == .provisional)
    #expect(settings.soundSetting == .disabled)
    let isGranted = await withCheckedContinuation { done in
      center.requestAuthorization(options: [.sound]) { isGranted, error in
        done.resume(returning: isGranted && error == nil)
      }
    }
    #expect(!isGranted)
    settings = await center.notificationSettings()
    #expect(settings.authorizationStatus == .denied)
  }

  @Test("Requests are pending under their names, and can be taken back")
  func pending() async throws {
    try await center.add(request("a", after: 1000))
    try await center.add(request("b", after: 1000))
    try await center.add(request("a", after: 2000))
    let requests = await center.pendingNotificationRequests()
    #expect(requests.map(\.identifier) == ["b", "a"])
    let trigger = try #require(requests.last?.trigger as? UNTimeIntervalNotificationTrigger)
    let date = try #require(trigger.nextTriggerDate())
    #expect(abs(date.timeIntervalSinceNow - 2000) < 100)
    center.removePendingNotificationRequests(withIdentifiers: ["a", "x"])
    #expect(await center.pendingNotificationRequests().map(\.identifier) == ["b"])
    center.removeAllPendingNotificationRequests()
    #expect(await center.pendingNotificationRequests().isEmpty)
  }

  @Test("What is due in front goes to the delegate, which decides whether it is delivered")
  func front() async throws {
    let listener = Listener()
    center.delegate = listener
    _ = try await center.requestAuthorization(options: [.alert])
    try await center.add(request("soon", after: 0.02))
    try await wait { listener.presented == ["soon"] }
    #expect(await center.deliveredNotifications().map(\.request.identifier) == ["soon"])
    #expect(await center.pendingNotificationRequests().isEmpty)
    listener.options = [.sound]
    try await center.add(request("now"))
    try await wait { listener.presented == ["soon", "now"] }
    #expect(await center.deliveredNotifications().map(\.request.identifier) == ["soon"])
    center.removeAllDeliveredNotifications()
    #expect(await center.deliveredNotifications().isEmpty)
  }

  @Test("Delegates may have the async methods, or none")
  func asyncDelegate() async throws {
    let listener = AsyncListener()
    center.delegate = listener
    _ = try await center.requestAuthorization(options: [.alert])
    try await center.add(request("now"))
    try await wait { listener.presented == ["now"] }
    var delivered: [UNNotification] = []
    for _ in 0..<1000 where delivered.isEmpty {
      delivered = await center.deliveredNotifications()
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    #expect(delivered.map(\.request.identifier) == ["now"])
    #expect(center.respond(to: "now"))
    try await wait { listener.actions == [UNNotificationDefaultActionIdentifier] }
    let silent = SilentListener()
    center.delegate = silent
    try await center.add(request("silent"))
    try await Task.sleep(nanoseconds: 50_000_000)
    #expect(await center.deliveredNotifications().isEmpty)
    #expect(await center.pendingNotificationRequests().isEmpty)
  }

  @Test("Without being allowed, what is due ends without a word")
  func notAllowed() async throws {
    let listener = Listener()
    center.delegate = listener
    try await center.add(request("early"))
    center.deliverDue(at: Date() + 1)
    #expect(await center.pendingNotificationRequests().isEmpty)
    #expect(listener.presented.isEmpty)
  }

  @Test("In the background it is delivered without a question, and one line says what is missing")
  func background() async throws {
    let listener = Listener()
    center.delegate = listener
    _ = try await center.requestAuthorization(options: [.alert, .badge])
    center.isInFront = false
    for name in ["a", "b"] { try await center.add(request(name, after: 100, badge: 7)) }
    let lines = Diagnostics.lines { center.deliverDue(at: Date() + 200) }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("\"a\" was delivered and is not shown") == true)
    #expect(listener.presented.isEmpty)
    #expect(await center.deliveredNotifications().map(\.request.identifier) == ["a", "b"])
    #expect(center.badgeCount == 7)
  }

  @Test("A trigger that repeats stays pending, and is due once however late the program is")
  func repeating() async throws {
    let listener = Listener()
    center.delegate = listener
    _ = try await center.requestAuthorization(options: [.alert])
    let content = UNMutableNotificationContent()
    content.body = "again"
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
    try await center.add(
      UNNotificationRequest(identifier: "again", content: content, trigger: trigger)
    )
    let start = Date()
    center.deliverDue(at: start + 59)
    #expect(listener.presented.isEmpty)
    center.deliverDue(at: start + 61)
    #expect(listener.presented == ["again"])
    center.deliverDue(at: start + 90)
    #expect(listener.presented.count == 1)
    center.deliverDue(at: start + 600.5)
    #expect(listener.presented.count == 2)
    #expect(await center.pendingNotificationRequests().count == 1)
  }

  @Test("Answers name an action of the category")
  func answers() async throws {
    let listener = Listener()
    center.delegate = listener
    _ = try await center.requestAuthorization(options: [.alert])
    let reply = UNTextInputNotificationAction(
      identifier: "reply",
      title: "Reply",
      textInputButtonTitle: "Send",
      textInputPlaceholder: ""
    )
    center.setNotificationCategories([
      UNNotificationCategory(identifier: "mail", actions: [reply], intentIdentifiers: []),
      UNNotificationCategory(
        identifier: "told",
        actions: [],
        intentIdentifiers: [],
        options: .customDismissAction
      ),
    ])
    #expect(await center.notificationCategories().count == 2)
    for (name, category) in [("a", "mail"), ("b", "mail"), ("c", "told")] {
      try await center.add(request(name, category: category))
    }
    try await wait { listener.presented.count == 3 }
    #expect(!center.respond(to: "x"))
    #expect(!center.respond(to: "a", actionIdentifier: "delete"))
    #expect(center.respond(to: "a", actionIdentifier: "reply", userText: "yes"))
    #expect(!center.respond(to: "a"))
    #expect(center.respond(to: "b", actionIdentifier: UNNotificationDismissActionIdentifier))
    #expect(center.respond(to: "c", actionIdentifier: UNNotificationDismissActionIdentifier))
    try await wait { listener.responses.count == 2 }
    let typed = try #require(listener.responses.first as? UNTextInputNotificationResponse)
    #expect(typed.userText == "yes" && typed.actionIdentifier == "reply")
    #expect(listener.responses.last?.notification.request.identifier == "c")
  }

  @Test("What cannot be kept is an error that says so")
  func errors() async {
    let empty = UNNotificationRequest(
      identifier: "empty",
      content: UNNotificationContent(),
      trigger: nil
    )
    await #expect(throws: UNError.self) { try await center.add(empty) }
    let past = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(year: 2001, month: 1, day: 1),
      repeats: false
    )
    let late = UNNotificationRequest(
      identifier: "late",
      content: request("late").content,
      trigger: past
    )
    let error = await withCheckedContinuation { done in
      center.add(late) { done.resume(returning: $0 as? UNError) }
    }
    #expect(error?.code == .notificationInvalidNoDate)
    #expect(error?.localizedDescription.contains("late") == true)
    #expect(UNError.errorDomain == "UNErrorDomain" && error?.errorCode == 1400)
    await #expect(throws: UNError.self) { try await center.setBadgeCount(-1) }
    #expect(center.badgeCount == 0)
    #expect(await center.pendingNotificationRequests().isEmpty)
  }
}
