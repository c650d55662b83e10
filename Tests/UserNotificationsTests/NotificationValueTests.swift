// Contents, triggers, sounds, attachments.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import UserNotifications

@Suite("Notifications as values")
struct NotificationValueTests {
  @Test("A request keeps the content of its beginning, and a copy can be changed")
  func contents() throws {
    let content = UNMutableNotificationContent()
    content.title = "one"
    content.userInfo = ["id": 3]
    content.relevanceScore = 7
    let request = UNNotificationRequest(identifier: "a", content: content, trigger: nil)
    content.title = "two"
    #expect(request.content.title == "one")
    #expect(request.content.relevanceScore == 1)
    #expect(request.content.userInfo["id"] as? Int == 3)
    let copy = try #require(request.content.mutableCopy() as? UNMutableNotificationContent)
    #expect(copy == request.content)
    copy.userInfo["id"] = 4
    #expect(copy != request.content)
    content.relevanceScore = .nan
    #expect(content.relevanceScore == 0)
    #expect(content.copy() is UNNotificationContent)
    #expect(!(content.copy() is UNMutableNotificationContent))
  }

  @Test("Intervals are counted from the request's beginning")
  func intervals() throws {
    let start = Date(timeIntervalSinceReferenceDate: 1000)
    let once = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false).added(at: start)
    #expect(once.next(after: start + 9, from: nil) == start + 10)
    #expect(once.next(after: start + 10, from: nil) == nil)
    let again = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true).added(at: start)
    #expect(again.next(after: start, from: nil) == start + 60)
    #expect(again.next(after: start + 60, from: nil) == start + 120)
    #expect(again.next(after: start + 3599, from: nil) == start + 3600)
    let free = UNTimeIntervalNotificationTrigger(timeInterval: 100, repeats: false)
    let date = try #require(free.nextTriggerDate())
    #expect(abs(date.timeIntervalSinceNow - 100) < 30)
  }

  @Test("Calendars find the next time with the components")
  func calendars() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Zurich"))
    var wanted = DateComponents(hour: 8, minute: 30)
    wanted.calendar = calendar
    wanted.timeZone = calendar.timeZone
    let trigger = UNCalendarNotificationTrigger(dateMatching: wanted, repeats: true)
    let noon = try #require(
      calendar.date(from: DateComponents(year: 2026, month: 3, day: 28, hour: 12))
    )
    let next = try #require(trigger.next(after: noon, from: nil))
    let parts = calendar.dateComponents([.month, .day, .hour, .minute], from: next)
    #expect(parts.day == 29 && parts.hour == 8 && parts.minute == 30)
    // The clocks went on an hour in the night between.
    #expect(next.timeIntervalSince(noon) == 19.5 * 3600)
    let never = UNCalendarNotificationTrigger(dateMatching: DateComponents(), repeats: false)
    #expect(never.nextTriggerDate() == nil)
    let past = UNCalendarNotificationTrigger(
      dateMatching: DateComponents(year: 2000, month: 1, day: 1),
      repeats: false
    )
    #expect(past.nextTriggerDate() == nil)
  }

  @Test("Sounds and categories are equal by their values")
  func equality() {
    #expect(UNNotificationSound.default == UNNotificationSound.default)
    #expect(UNNotificationSound.default != UNNotificationSound.defaultCritical)
    let bell = UNNotificationSoundName("bell.wav")
    #expect(UNNotificationSound(named: bell) == UNNotificationSound(named: bell))
    #expect(UNNotificationSound(named: bell) != UNNotificationSound.criticalSoundNamed(bell))
    let one = UNNotificationAction(identifier: "a", title: "A", options: .foreground)
    let two = UNNotificationAction(identifier: "a", title: "A", options: [])
    #expect(one != two)
    let set: Set = [
      UNNotificationCategory(identifier: "c", actions: [one], intentIdentifiers: []),
      UNNotificationCategory(identifier: "c", actions: [one], intentIdentifiers: []),
      UNNotificationCategory(identifier: "c", actions: [two], intentIdentifiers: []),
    ]
    #expect(set.count == 2)
  }

  @Test("Attachments are files of a known kind and size")
  func attachments() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String, _ bytes: Int = 10) throws -> URL {
      let url = folder.appendingPathComponent(name)
      try Data(count: bytes).write(to: url)
      return url
    }
    let good = try UNNotificationAttachment(identifier: "", url: try file("a.PNG"))
    #expect(good.type == "public.png" && !good.identifier.isEmpty)
    let hinted = try UNNotificationAttachment(
      identifier: "b",
      url: try file("b.bin"),
      options: [UNNotificationAttachmentOptionsTypeHintKey: "public.jpeg"]
    )
    #expect(hinted.type == "public.jpeg")
    func code(_ url: URL) -> UNError.Code? {
      do {
        _ = try UNNotificationAttachment(identifier: "x", url: url)
        return nil
      } catch { return (error as? UNError)?.code }
    }
    #expect(code(folder.appendingPathComponent("none.png")) == .attachmentInvalidURL)
    #expect(code(folder) == .attachmentInvalidURL)
    #expect(code(try #require(URL(string: "https://x.org/a.png"))) == .attachmentInvalidURL)
    #expect(code(try file("c.txt")) == .attachmentUnrecognizedType)
    #expect(code(try file("d.wav", 5 << 20)) == nil)
    #expect(code(try file("d.wav", (5 << 20) + 1)) == .attachmentInvalidFileSize)
  }

  @Test("A service extension hands the content on unless it changes it")
  func service() {
    let request = UNNotificationRequest(
      identifier: "a",
      content: UNNotificationContent(),
      trigger: nil
    )
    var handed: UNNotificationContent?
    UNNotificationServiceExtension().didReceive(request) { handed = $0 }
    #expect(handed === request.content)
  }
}
