// Spans of time and distances of dates, in words; folders of groups.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Testing

@testable import QuartzFoundation

@Suite("DateComponentsFormatter")
struct DateComponentsFormatterTests {
  private typealias Behavior = DateComponentsFormatter.ZeroFormattingBehavior

  private func formatter(
    _ style: DateComponentsFormatter.UnitsStyle,
    _ units: NSCalendar.Unit = [],
    _ language: String = "en"
  ) -> DateComponentsFormatter {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = style
    formatter.allowedUnits = units
    formatter.calendar?.locale = Locale(identifier: language)
    return formatter
  }

  @Test(
    "Styles have their words",
    arguments: [
      (.positional, "1:02:03"), (.abbreviated, "1h 2m 3s"), (.short, "1 hr, 2 min, 3 sec"),
      (.full, "1 hour, 2 minutes, 3 seconds"), (.spellOut, "one hour, two minutes, three seconds"),
      (.brief, "1hr 2min 3sec"),
    ] as [(DateComponentsFormatter.UnitsStyle, String)]
  )
  func styles(style: DateComponentsFormatter.UnitsStyle, text: String) {
    #expect(formatter(style).string(from: 3723) == text)
    #expect(formatter(style).string(from: -3723) == "-" + text)
    #expect(formatter(style).string(for: 3723) == text)
  }

  @Test("All units have names, of one and of more")
  func units() {
    let components = DateComponents(year: 1, month: 2, day: 3, hour: 4, weekOfMonth: 1)
    let texts: [(DateComponentsFormatter.UnitsStyle, String)] = [
      (.full, "1 year, 2 months, 1 week, 3 days, 4 hours"), (.abbreviated, "1y 2mo 1w 3d 4h"),
      (.short, "1 yr, 2 mths, 1 wk, 3 days, 4 hr"), (.brief, "1yr 2mths 1wk 3days 4hr"),
      (.positional, "1y 2mo 1w 3d 4"),
    ]
    for (style, text) in texts { #expect(formatter(style).string(from: components) == text) }
    #expect(formatter(.full).string(from: DateComponents(year: 2, month: 1)) == "2 years, 1 month")
    let minutes = DateComponents(minute: 90)
    #expect(formatter(.full).string(from: minutes) == "90 minutes")
    #expect(formatter(.full, [.hour, .minute]).string(from: minutes) == "1 hour, 30 minutes")
    #expect(
      DateComponentsFormatter.localizedString(from: minutes, unitsStyle: .abbreviated) == "90m"
    )
    #expect(formatter(.full).string(from: DateComponents()) == nil)
    #expect(formatter(.full, [.weekday]).string(from: 5) == nil)
  }

  @Test("Units without a value are left out or shown")
  func zeros() {
    func text(
      _ seconds: Double,
      _ style: DateComponentsFormatter.UnitsStyle,
      _ behavior: DateComponentsFormatter.ZeroFormattingBehavior,
      _ units: NSCalendar.Unit = [.hour, .minute, .second]
    ) -> String? {
      let formatter = formatter(style, units)
      formatter.zeroFormattingBehavior = behavior
      return formatter.string(from: seconds)
    }
    #expect(text(9, .positional, .pad, [.minute, .second]) == "00:09")
    #expect(text(3605, .positional, .pad) == "01:00:05")
    #expect(text(65, .positional, .pad) == "00:01:05")
    #expect(text(3600, .positional, .pad, [.day, .hour, .minute, .second]) == "0d 1:00:00")
    #expect(text(3600, .abbreviated, .pad, [.day, .hour, .minute, .second]) == "0d 1h 0m 0s")
    #expect(text(3610, .positional, .default) == "1:00:10")
    #expect(text(65, .positional, .default) == "1:05")
    #expect(text(9, .positional, .default) == "9")
    #expect(text(0, .positional, .default) == "0")
    #expect(text(600, .positional, .default, [.minute, .second]) == "10:00")
    #expect(text(3600, .full, .default) == "1 hour")
    #expect(text(3605, .full, .default) == "1 hour, 5 seconds")
    #expect(text(0, .full, .default) == "0 seconds")
    #expect(text(3600, .abbreviated, .dropLeading) == "1h 0m 0s")
    #expect(text(60, .abbreviated, .dropTrailing) == "0h 1m")
    #expect(text(3605, .abbreviated, .dropMiddle) == "1h 5s")
    #expect(text(60, .abbreviated, [.dropLeading, .dropTrailing]) == "1m")
    #expect(text(0, .abbreviated, .dropAll) == "0s")
  }

  @Test("The number of units has a limit, and the last is rounded")
  func limits() {
    let formatter = formatter(.full, [.day, .hour, .minute, .second])
    formatter.maximumUnitCount = 1
    #expect(formatter.string(from: 3600 + 59 * 60) == "2 hours")
    #expect(formatter.string(from: 3600 + 29 * 60) == "1 hour")
    #expect(formatter.string(from: 86_399) == "1 day")
    formatter.maximumUnitCount = 2
    #expect(formatter.string(from: 86_400 + 90) == "1 day, 2 minutes")
    #expect(formatter.string(from: 3600 + 120 + 3) == "1 hour, 2 minutes")
    formatter.maximumUnitCount = 9
    #expect(formatter.string(from: 61) == "1 minute, 1 second")
  }

  @Test("Phrases, fractions and collapsed units")
  func options() {
    let formatter = formatter(.full, [.hour, .minute])
    formatter.includesApproximationPhrase = true
    #expect(formatter.string(from: 1800) == "About 30 minutes")
    formatter.includesTimeRemainingPhrase = true
    #expect(formatter.string(from: 1800) == "About 30 minutes remaining")
    let hours = self.formatter(.abbreviated, [.hour])
    #expect(hours.string(from: 5400) == "1h")
    hours.allowsFractionalUnits = true
    #expect(hours.string(from: 5400) == "1.5h")
    #expect(hours.string(from: 7200) == "2h")
    let collapsed = self.formatter(.abbreviated, [.hour, .minute, .second])
    collapsed.collapsesLargestUnit = true
    #expect(collapsed.string(from: 63) == "63s")
    #expect(collapsed.string(from: 3600 + 180) == "63m")
    #expect(collapsed.string(from: 7200 + 180) == "2h 3m")
  }

  @Test("Dates are apart by the calendar's units")
  func dates() throws {
    let formatter = formatter(.full, [.day, .hour])
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    calendar.locale = Locale(identifier: "en_GB")
    formatter.calendar = calendar
    let day = DateComponents(calendar: calendar, year: 2024, month: 3, day: 30, hour: 12)
    let start = try #require(day.date)
    // The clock is put forward between them.
    #expect(formatter.string(from: start, to: start + 23 * 3600) == "1 day")
    #expect(formatter.string(from: start + 23 * 3600, to: start) == "-1 day")
    formatter.allowedUnits = [.month, .day]
    #expect(formatter.string(from: start, to: start + 32 * 86_400) == "1 month, 1 day")
  }

  @Test(
    "Other languages have the words of Foundation",
    arguments: [
      ("de", .full, "1 Stunde, 2 Minuten und 3 Sekunden"), ("de", .positional, "1:02:03"),
      ("de", .short, "1 Std., 2 Min. und 3 Sek."), ("ja", .full, "1時間 2分 3秒"),
      ("ru", .full, "1 час, 2 минуты, 3 секунды"), ("de", .abbreviated, "1h 2min 3s"),
    ] as [(String, DateComponentsFormatter.UnitsStyle, String)]
  )
  func languages(language: String, style: DateComponentsFormatter.UnitsStyle, text: String) {
    #expect(formatter(style, [], language).string(from: 3723) == text)
    let days = formatter(.full, [.year, .month, .hour], "de").string(from: 40 * 86_400 + 3600)
    #expect(days == "40 Tage und 1 Stunde")
  }

  @Test("Numbers of any size end with a text or nothing")
  func extremes() {
    let formatter = formatter(.full)
    for value in [.nan, .infinity, -.infinity, 1e300, 4e11] as [Double] {
      #expect(formatter.string(from: value) == nil)
    }
    #expect(formatter.string(from: 1e11)?.hasPrefix("3168 years") == true)
    #expect(formatter.string(from: DateComponents(day: .max)) == nil)
    #expect(formatter.string(from: DateComponents(year: .min)) == nil)
    #expect(formatter.string(from: .distantPast, to: .distantFuture) != nil)
    formatter.maximumUnitCount = 1
    #expect(formatter.string(from: 3.1e11) != nil)
  }
}

@Suite("RelativeDateTimeFormatter")
struct RelativeDateTimeFormatterTests {
  private func formatter(
    _ style: RelativeDateTimeFormatter.DateTimeStyle = .numeric,
    _ units: RelativeDateTimeFormatter.UnitsStyle = .full,
    _ language: String = "en"
  ) -> RelativeDateTimeFormatter {
    let formatter = RelativeDateTimeFormatter()
    (formatter.dateTimeStyle, formatter.unitsStyle) = (style, units)
    formatter.locale = Locale(identifier: language)
    return formatter
  }

  @Test(
    "Distances have one unit",
    arguments: [
      (0, "in 0 seconds", "now"), (-1, "1 second ago", "1 second ago"),
      (-90, "1 minute ago", "1 minute ago"), (90, "in 1 minute", "in 1 minute"),
      (3599.9, "in 1 hour", "in 1 hour"), (-86_400, "1 day ago", "yesterday"),
      (86_400, "in 1 day", "tomorrow"), (3 * 86_400, "in 3 days", "in 3 days"),
      (-8 * 86_400, "1 week ago", "last week"), (-40 * 86_400, "1 month ago", "last month"),
      (400 * 86_400, "in 1 year", "next year"), (-800 * 86_400, "2 years ago", "2 years ago"),
    ] as [(Double, String, String)]
  )
  func distances(seconds: Double, numeric: String, named: String) {
    #expect(formatter().localizedString(fromTimeInterval: seconds) == numeric)
    #expect(formatter(.named).localizedString(fromTimeInterval: seconds) == named)
  }

  @Test("Every number of every unit is written as it is")
  func numbers() {
    let units: [(Calendar.Component, String)] = [
      (.year, "year"), (.month, "month"), (.weekOfMonth, "week"), (.day, "day"), (.hour, "hour"),
      (.minute, "minute"), (.second, "second"),
    ]
    for (unit, name) in units {
      for value in [2, 3, 11, 29, 59, 60, 100, 400] {
        var components = DateComponents()
        components.setValue(value, for: unit)
        #expect(formatter().localizedString(from: components) == "in \(value) \(name)s")
        components.setValue(-value, for: unit)
        #expect(formatter().localizedString(from: components) == "\(value) \(name)s ago")
      }
    }
  }

  @Test("Styles and languages")
  func styles() {
    func text(
      _ style: RelativeDateTimeFormatter.UnitsStyle,
      _ language: String = "en"
    ) -> String {
      formatter(.numeric, style, language).localizedString(from: DateComponents(month: -2))
    }
    #expect(text(.full) == "2 months ago")
    #expect(text(.spellOut) == "two months ago")
    #expect(text(.short) == "2 mo. ago")
    #expect(text(.abbreviated) == "2mo ago")
    #expect(text(.full, "de") == "vor 2 Monaten")
    #expect(text(.full, "ja") == "2 か月前")
    let sentence = formatter(.named)
    sentence.formattingContext = .beginningOfSentence
    #expect(sentence.localizedString(from: DateComponents(day: 1)) == "Tomorrow")
    #expect(formatter(.named).localizedString(from: DateComponents(day: 0)) == "today")
    #expect(formatter().localizedString(from: DateComponents()) == "in 0 seconds")
  }

  @Test("Dates are apart by the calendar")
  func dates() {
    let now = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let formatter = formatter(.named)
    #expect(formatter.localizedString(for: now - 86_400, relativeTo: now) == "yesterday")
    #expect(formatter.localizedString(for: now + 7200, relativeTo: now) == "in 2 hours")
    #expect(formatter.string(for: Date() - 7200) == "2 hours ago")
    #expect(formatter.string(for: 5) == nil)
    formatter.calendar = nil
    formatter.locale = nil
    #expect(!formatter.localizedString(for: now, relativeTo: now).isEmpty)
  }

  @Test("Numbers of any size end with a text")
  func extremes() {
    for value in [.nan, .infinity, -.infinity, 1e300] as [Double] {
      #expect(!formatter().localizedString(fromTimeInterval: value).isEmpty)
    }
    for value in [Int.min, Int.max] {
      #expect(!formatter().localizedString(from: DateComponents(month: value)).isEmpty)
      #expect(!formatter().localizedString(from: DateComponents(second: value)).isEmpty)
    }
    #expect(!formatter().localizedString(for: .distantPast, relativeTo: .distantFuture).isEmpty)
  }
}

@Suite("Folders of groups")
struct GroupFolderTests {
  @Test("Groups have folders, whose names are safe")
  func groups() throws {
    let files = FileManager.default
    let data = files.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? files.removeItem(at: data) }
    let folder = try #require(GroupContainer.folder("group.org.example-1", in: data, files))
    #expect(folder.path == data.path + "/group-containers/group.org.example-1")
    var isFolder: ObjCBool = false
    #expect(files.fileExists(atPath: folder.path, isDirectory: &isFolder) && isFolder.boolValue)
    #expect(GroupContainer.folder("group.org.example-1", in: data, files) == folder)
    let unsafe = [
      "", ".", "..", ".hidden", "a/b", "../a", "a b", "a\0", "ä", "a\n", "\u{661}",
      String(repeating: "a", count: 256),
    ]
    for name in unsafe { #expect(GroupContainer.folder(name, in: data, files) == nil) }
    let file = data.appendingPathComponent("file")
    try Data().write(to: file)
    #expect(GroupContainer.folder("a", in: file, files) == nil)
    #expect(files.containerURL(forSecurityApplicationGroupIdentifier: "../a") == nil)
  }
}
