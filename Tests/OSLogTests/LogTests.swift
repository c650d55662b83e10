// Logs, signposts and locks.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import OSLog

@Suite("OSLog")
struct LogTests {
  @Test(
    "Arguments are formatted by their specifiers, and nothing is read that is no argument",
    arguments: [
      ("plain 100%", [], "plain 100%"), ("%d of %lu", [3, UInt(4)], "3 of 4"),
      ("%{public}@ and %{private}s", ["one", "two"], "one and two"),
      ("%.2f|%5.1f", [1.005, 2], "1.00|  2.0"),
      ("%x %#X", [255, 255], "ff 0XFF"), ("%d %d", [1], "1 %d"), ("%%%d", [7], "%7"),
      ("%s", [42], "42"), ("%d", ["text"], "text"), ("%-5@|", ["ab"], "ab   |"), ("%", [], "%"),
      ("%{public", [1], "%{public"),
      ("%99999999999999999999d", [1], String(repeating: " ", count: 0) + "1"),
    ] as [(String, [any Sendable], String)]
  )
  func format(format: String, arguments: [any Sendable], text: String) {
    #expect(LogFormat.text(format, arguments) == text)
  }

  @Test("Messages hold values, their notation, their places and what is hidden")
  func messages() {
    let (name, key) = ("film", "key")
    let message: OSLogMessage =
      """
      \(name, privacy: .public) \(key, privacy: .sensitive) \(1.0 / 3, format: .fixed(precision: 2)) \
      \(255, format: .hex) \(name, align: .right(columns: 6)) \(7, format: .decimal(minDigits: 3))
      """
    #expect(message.text == "film <private> 0.33 ff   film 007")
  }

  @Test("A log that is disabled evaluates no message")
  func disabled() {
    var calls = 0
    func count() -> Int {
      calls += 1
      return calls
    }
    Logger(.disabled).error("\(count())")
    #expect(calls == 0)
    #expect(!OSLog.disabled.isEnabled(type: .fault))
    #expect(OSLog(subsystem: "org.example", category: "test").isEnabled(type: .error))
  }

  @Test("An interval ends once")
  func interval() {
    let signposter = OSSignposter.disabled
    let state = signposter.beginInterval("draw", id: signposter.makeSignpostID())
    let wasOpen = state.isOpen.load(ordering: .relaxed)
    #expect(wasOpen)
    signposter.endInterval("draw", state)
    signposter.endInterval("draw", state)
    let isOpen = state.isOpen.load(ordering: .relaxed)
    #expect(!isOpen)
    #expect(signposter.makeSignpostID() != signposter.makeSignpostID())
    #expect(signposter.withIntervalSignpost("draw") { 3 } == 3)
  }

  @Test("A lock protects its value")
  func lock() async {
    let count = OSAllocatedUnfairLock(initialState: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(count.withLock { $0 } == 8000)
    #expect(count.withLockIfAvailable { $0 } == 8000)
  }
}
