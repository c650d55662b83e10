// Finds dates in texts.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Finds dates, seen from a date that is now.
struct DateScanner {
  /// The hour of a day without a time, as on Apple's platforms.
  private static let noon = 12

  let now: Date
  let calendar: Calendar
  private let names: DateNames

  init(now: Date = Date(), calendar: Calendar = .current, locale: Locale = .current) {
    var gregorian = Calendar(identifier: .gregorian)
    gregorian.timeZone = calendar.timeZone
    (self.now, self.calendar) = (now, gregorian)
    names = DateNames(locale)
  }

  /// Returns the dates in a part of a text.
  func results(in text: String, _ part: NSRange) -> [DetectedResult] {
    let whole = text as NSString
    return names.expression.matches(in: text, range: part).compactMap { match in
      func group(_ name: String) -> String? {
        for name in [name, DatePattern.alone + name] {
          let range = match.range(withName: name)
          if range.location != NSNotFound { return whole.substring(with: range) }
        }
        return nil
      }
      return date(group).map { DetectedResult(match.range, .date($0)) }
    }
  }

  /// Returns the date of the groups of a match; nil if there is no such day or time.
  private func date(_ group: (String) -> String?) -> Date? {
    guard let time = time(group), var day = day(group) else { return nil }
    day.hour = time.hour
    day.minute = time.minute
    day.second = time.second
    var calendar = calendar
    calendar.timeZone = zone(group("zone"))
    guard day.isValidDate(in: calendar) else { return nil }
    return calendar.date(from: day)
  }

  // MARK: - Days

  private func day(_ group: (String) -> String?) -> DateComponents? {
    func number(_ name: String) -> Int? { group(name).flatMap { Int($0) } }
    if let year = number("isoYear") {
      return DateComponents(year: year, month: number("isoMonth"), day: number("isoDay"))
    }
    let year = year(group("year1") ?? group("year2") ?? group("year3"))
    if let name = group("month1") ?? group("month2"), let month = names.month(name) {
      return DateComponents(year: year, month: month, day: number("day1") ?? number("day2"))
    }
    if let first = number("first"), let second = number("second2") {
      let isMonthFirst = group("mark") == "/" && names.isMonthFirst
      let (month, day) = isMonthFirst ? (first, second) : (second, first)
      return DateComponents(year: year, month: month, day: day)
    }
    if let name = group("weekday") { return weekday(name, isNext: group("next") != nil) }
    return relative(group("relative")?.lowercased())
  }

  /// Returns a year of two or four digits, or this one.
  private func year(_ text: String?) -> Int {
    guard let text, let year = Int(text) else { return calendar.component(.year, from: now) }
    return text.count > 2 ? year : year + (year < 70 ? 2000 : 1900)
  }

  /// Returns the first such day from today on; with `next`, from tomorrow on.
  private func weekday(_ name: String, isNext: Bool) -> DateComponents? {
    guard let weekday = names.weekday(name) else { return nil }
    var days = (weekday - calendar.component(.weekday, from: now) + 7) % 7
    if isNext, days == 0 { days = 7 }
    return dayAfter(days)
  }

  private func relative(_ name: String?) -> DateComponents? {
    switch name {
    case "tomorrow": dayAfter(1)
    case "yesterday": dayAfter(-1)
    default: dayAfter(0)
    }
  }

  private func dayAfter(_ days: Int) -> DateComponents? {
    calendar.date(byAdding: .day, value: days, to: now).map {
      calendar.dateComponents([.year, .month, .day], from: $0)
    }
  }

  // MARK: - Times

  private func time(_ group: (String) -> String?) -> DateComponents? {
    func number(_ name: String) -> Int? { group(name).flatMap { Int($0) } }
    guard var hour = number("hour") ?? number("clock") else {
      let isNight = group("relative")?.lowercased() == "tonight"
      return DateComponents(hour: isNight ? 20 : Self.noon, minute: 0, second: 0)
    }
    if let half = group("half1") ?? group("half2") {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (half.lowercased().hasPrefix("p") ? 12 : 0)
    }
    return DateComponents(hour: hour, minute: number("minute") ?? 0, second: number("second") ?? 0)
  }

  private func zone(_ text: String?) -> TimeZone {
    guard let text else { return calendar.timeZone }
    let digits = text.filter(\.isNumber)
    guard digits.count == 4, let number = Int(digits) else {
      return TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    }
    let seconds = (number / 100 * 60 + number % 100) * 60
    return TimeZone(secondsFromGMT: text.hasPrefix("+") ? seconds : -seconds) ?? calendar.timeZone
  }
}

/// The names of months and days, and the pattern of dates with them.
private struct DateNames {
  private let months: [String: Int]
  private let weekdays: [String: Int]
  let isMonthFirst: Bool
  let expression: NSRegularExpression

  init(_ locale: Locale) {
    var (months, weekdays): ([String: Int], [String: Int]) = (["sept": 9], [:])
    var fullWeekdays: Set<String> = []
    for locale in [locale, Locale(identifier: "en")] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.locale = locale
      for (place, name) in Self.numbered(calendar.shortMonthSymbols, calendar.monthSymbols) {
        months[Self.key(name)] = place
      }
      for (place, name) in Self.numbered(calendar.shortWeekdaySymbols, calendar.weekdaySymbols) {
        weekdays[Self.key(name)] = place
      }
      fullWeekdays.formUnion(calendar.weekdaySymbols.map(Self.key))
    }
    let order = DateFormatter.dateFormat(fromTemplate: "Md", options: 0, locale: locale) ?? "d.M."
    isMonthFirst = order.first { "Md".contains($0) } == "M"
    (self.months, self.weekdays) = (months, weekdays)
    expression = pattern(
      DatePattern.text(
        months: Array(months.keys),
        weekdays: Array(weekdays.keys),
        fullWeekdays: Array(fullWeekdays)
      )
    )
  }

  func month(_ name: String) -> Int? { months[Self.key(name)] }
  func weekday(_ name: String) -> Int? { weekdays[Self.key(name)] }

  /// Names with their places, from 1 on.
  private static func numbered(_ lists: [String]...) -> [(Int, String)] {
    lists.flatMap { list in list.enumerated().map { ($0 + 1, $1) } }
  }

  private static func key(_ name: String) -> String {
    name.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "."))
  }
}

/// The pattern of dates, with a group for each of their parts.
private enum DatePattern {
  /// The names of the groups of a time without a day begin with this.
  static let alone = "alone"

  private static let day = "[0-3]?[0-9]"
  private static let iso = "(?<isoYear>[0-9]{4})-(?<isoMonth>[01][0-9])-(?<isoDay>[0-3][0-9])"
  private static let numbers =
    "(?<first>\(day))(?<mark>[./])(?<second2>\(day))\\k<mark>(?<year3>[0-9]{4}|(?<=/)[0-9]{2})"

  /// A time, such as 5 p.m., 17:30 or 17:30:00+01:00.
  private static let clock: String = {
    let half = "[ap]\\.?m\\b\\.?"
    return "(?:(?<hour>[0-2]?[0-9]):(?<minute>[0-5][0-9])(?::(?<second>[0-5][0-9]))?"
      + "(?:[ \\u202f]?(?<half1>\(half)))?|(?<clock>1[0-2]|0?[1-9])[ \\u202f]?(?<half2>\(half)))"
      + "(?<zone>Z|[+-][0-9]{2}:?[0-9]{2})?"
  }()

  static func text(months: [String], weekdays: [String], fullWeekdays: [String]) -> String {
    let (month, weekday) = (anyOf(months), anyOf(weekdays))
    let named =
      "(?:(?:\(weekday))\\.?,? )?"
      + "(?:(?<month1>\(month))\\.? (?<day1>\(day))(?:st|nd|rd|th)?(?:,? (?<year1>[0-9]{4}))?"
      + "|(?<day2>\(day))(?:st|nd|rd|th|\\.)? (?:of )?"
      + "(?<month2>\(month))\\.?(?:,? (?<year2>[0-9]{4}))?)"
    let near =
      "(?<relative>today|tomorrow|yesterday|tonight)"
      + "|(?<next>next )?(?<weekday>\(anyOf(fullWeekdays)))"
    let dated = "(?:\(iso)|\(named)|\(numbers)|\(near))(?:(?:T|,? (?:at )?)\(clock))?"
    let alone = clock.replacingOccurrences(of: "(?<", with: "(?<" + alone)
    return "(?<![\\p{L}\\p{N}./:-])(?:\(dated)|\(alone))(?![\\p{L}\\p{N}]|[-/:.][0-9])"
  }

  /// An expression of one of some names, the longer ones first.
  private static func anyOf(_ names: [String]) -> String {
    let names = names.filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
    return names.map { NSRegularExpression.escapedPattern(for: $0) }.joined(separator: "|")
  }
}
