// Spans of time in words.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A formatter of spans of time: "1 hour, 2 minutes", "1h 2m", "1:02:03".
///
/// ```swift
/// let formatter = DateComponentsFormatter()
/// formatter.allowedUnits = [.hour, .minute]
/// formatter.unitsStyle = .full
/// formatter.string(from: 3720)  // 1 hour, 2 minutes
/// ```
///
/// **Differences**: in languages other than English years and months count as days, and there are
/// no phrases of `includesApproximationPhrase` and `includesTimeRemainingPhrase`. A span has at
/// most 10,000 years. Only the first number of a span below zero has a minus sign.
open class DateComponentsFormatter: Formatter {
  /// The kinds of text.
  public enum UnitsStyle: Int, Sendable {
    /// "1:02:03".
    case positional = 0
    /// "1h 2m 3s".
    case abbreviated = 1
    /// "1 hr, 2 min, 3 sec".
    case short = 2
    /// "1 hour, 2 minutes, 3 seconds".
    case full = 3
    /// "one hour, two minutes, three seconds".
    case spellOut = 4
    /// "1hr 2min 3sec".
    case brief = 5
  }

  /// The units of which there are none.
  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    /// The behaviour as bits.
    public let rawValue: UInt

    /// A behaviour of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Of `positional` the first ones are left out, of other styles all.
    public static let `default` = ZeroFormattingBehavior(rawValue: 1)
    /// The first ones are left out.
    public static let dropLeading = ZeroFormattingBehavior(rawValue: 2)
    /// Those between others are left out.
    public static let dropMiddle = ZeroFormattingBehavior(rawValue: 4)
    /// The last ones are left out.
    public static let dropTrailing = ZeroFormattingBehavior(rawValue: 8)
    /// All are left out.
    public static let dropAll: ZeroFormattingBehavior = [.dropLeading, .dropMiddle, .dropTrailing]
    /// None are left out, and a clock has two digits everywhere.
    public static let pad = ZeroFormattingBehavior(rawValue: 65_536)
  }

  /// The kind of text; `positional` unless set.
  open var unitsStyle = UnitsStyle.positional
  /// The units that the text may have; none are all of them, or those that date components have.
  ///
  /// They are years, months, weeks of months, days, hours, minutes and seconds.
  open var allowedUnits: NSCalendar.Unit = []
  /// The units of which there are none.
  open var zeroFormattingBehavior = ZeroFormattingBehavior.default
  /// The calendar between two dates, with the language; nil is the user's.
  open var calendar: Calendar? = .autoupdatingCurrent
  /// The date at which spans without a date begin; nil is the first of January 2001.
  open var referenceDate: Date?
  /// Whether the smallest of the allowed units may have a digit behind the point.
  open var allowsFractionalUnits = false
  /// The most units of a text, of which the last is rounded; 0 is no limit.
  open var maximumUnitCount = 0
  /// Whether one of the largest unit becomes many of the next: "63m" for "1h 3m".
  open var collapsesLargestUnit = false
  /// Whether the text begins with "About".
  open var includesApproximationPhrase = false
  /// Whether the text ends with "remaining".
  open var includesTimeRemainingPhrase = false
  /// The place of the text in a sentence; the text is the same in all of them.
  open var formattingContext = Formatter.Context.unknown

  /// Returns a span of seconds.
  ///
  /// - Parameter timeInterval: The seconds; parts of them are cut off.
  /// - Returns: The text; nil for what is no number or longer than 10,000 years.
  open func string(from timeInterval: TimeInterval) -> String? {
    guard timeInterval.magnitude <= FixedTime.longestSpan else { return nil }
    let start = reference
    return text(from: start, to: start + timeInterval, FixedTime.calendar, allowedUnits)
  }

  /// Returns a span of date components, which need not be in the allowed units.
  ///
  /// - Parameter components: The components; others than those of spans count as none.
  /// - Returns: The text; nil if there are no components of spans, or for more than 10,000 years.
  open func string(from components: DateComponents) -> String? {
    let given = DurationUnit.allCases.filter { components.value(for: $0.component) != nil }
    guard !given.isEmpty, FixedTime.canAdd(components) else { return nil }
    var span = DateComponents()
    for unit in given { span.setValue(components.value(for: unit.component), for: unit.component) }
    guard let end = FixedTime.calendar.date(byAdding: span, to: reference) else { return nil }
    let own = NSCalendar.Unit(given.map(\.unit))
    return text(
      from: reference,
      to: end,
      FixedTime.calendar,
      allowedUnits.isEmpty ? own : allowedUnits
    )
  }

  /// Returns the span between two dates, in the calendar's units.
  ///
  /// - Parameters:
  ///   - startDate: The first date.
  ///   - endDate: The second date; it may be the earlier one.
  /// - Returns: The text; nil for more than 10,000 years.
  open func string(from startDate: Date, to endDate: Date) -> String? {
    guard endDate.timeIntervalSince(startDate).magnitude <= FixedTime.longestSpan else {
      return nil
    }
    return text(from: startDate, to: endDate, calendar ?? .current, allowedUnits)
  }

  /// Returns a span of date components in a style.
  ///
  /// - Parameters:
  ///   - components: The components.
  ///   - unitsStyle: The kind of text.
  open class func localizedString(
    from components: DateComponents,
    unitsStyle: UnitsStyle
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }

  /// Returns the text of seconds, as a number, or of date components; nil for other objects.
  open override func string(for obj: Any) -> String? {
    if let components = obj as? DateComponents { return string(from: components) }
    return PredicateValue(obj).number.flatMap { string(from: $0) }
  }

  private var reference: Date { referenceDate ?? Date(timeIntervalSinceReferenceDate: 0) }

  private func text(
    from start: Date,
    to end: Date,
    _ calendar: Calendar,
    _ allowed: NSCalendar.Unit
  ) -> String? {
    let words = DurationWords(
      style: unitsStyle,
      locale: self.calendar?.locale ?? .current,
      isPadded: zeroFormattingBehavior.contains(.pad)
    )
    var units = DurationUnit.allCases.filter { allowed.isEmpty || allowed.contains($0.unit) }
    if !words.isEnglish, units.contains(where: { [.year, .month].contains($0) }) {
      units = DurationUnit.allCases.dropFirst(2).filter { $0 == .day || units.contains($0) }
    }
    guard !units.isEmpty else { return nil }
    let split = DurationSplit(
      start: min(start, end),
      end: max(start, end),
      calendar: calendar,
      dropped: dropped
    )
    var shown = split.parts(units, most: maximumUnitCount)
    if collapsesLargestUnit, shown.count > 1, shown[0].value == 1 {
      shown = split.parts(
        units.filter { $0.rawValue > shown[0].unit.rawValue },
        most: maximumUnitCount
      )
    }
    if allowsFractionalUnits, shown.last?.unit == units.last {
      split.addFraction(to: &shown, units)
    }
    let text = words.text(shown, isNegative: end < start)
    return words.isEnglish ? phrase(text) : text
  }

  /// The units to leave out if there are none of them.
  private var dropped: ZeroFormattingBehavior {
    let dropped = zeroFormattingBehavior.intersection(.dropAll)
    let isDefault = zeroFormattingBehavior.contains(.default) || zeroFormattingBehavior.isEmpty
    return isDefault ? (unitsStyle == .positional ? .dropLeading : .dropAll) : dropped
  }

  private func phrase(_ text: String) -> String {
    let start = includesApproximationPhrase ? "About " : ""
    return start + text + (includesTimeRemainingPhrase ? " remaining" : "")
  }
}
