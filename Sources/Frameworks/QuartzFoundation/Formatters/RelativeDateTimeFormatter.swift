// Dates as their distance from another date.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// A formatter of dates as distances: "2 days ago", "tomorrow".
///
/// ```swift
/// let formatter = RelativeDateTimeFormatter()
/// formatter.unitsStyle = .short
/// label.text = formatter.localizedString(for: message.date, relativeTo: Date())
/// ```
///
/// The words are those of `Date.RelativeFormatStyle`, in all of its languages.
///
/// **Differences**: distances are counted in whole seconds, to which they are rounded, and have at
/// most 10,000 years; longer ones are cut off.
open class RelativeDateTimeFormatter: Formatter {
  /// The kinds of words.
  public enum DateTimeStyle: Int, Sendable {
    /// Numbers: "1 day ago".
    case numeric = 0
    /// Names where there are some: "yesterday".
    case named = 1
  }

  /// The lengths of the names of units.
  public enum UnitsStyle: Int, Sendable {
    /// "2 months ago".
    case full = 0
    /// "two months ago".
    case spellOut = 1
    /// "2 mo. ago".
    case short = 2
    /// "2mo ago".
    case abbreviated = 3
  }

  /// The kind of words; `numeric` unless set.
  open var dateTimeStyle = DateTimeStyle.numeric
  /// The length of the names of units; `full` unless set.
  open var unitsStyle = UnitsStyle.full
  /// The place of the text in a sentence.
  open var formattingContext = Formatter.Context.unknown
  // Unwrapped because: it is Apple's type.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The calendar that counts the distance; nil is the user's.
  open var calendar: Calendar! = .autoupdatingCurrent
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The language; nil is the user's.
  open var locale: Locale! = .autoupdatingCurrent

  /// Returns the distance of a date from another one, in its largest unit.
  ///
  /// - Parameters:
  ///   - date: The date.
  ///   - referenceDate: The date that counts as now.
  open func localizedString(for date: Date, relativeTo referenceDate: Date) -> String {
    localizedString(date.timeIntervalSince(referenceDate), from: referenceDate, calendar)
  }

  /// Returns the distance of a time from now, in its largest unit.
  ///
  /// - Parameter timeInterval: The seconds; below zero they lie in the past. Not a number is now.
  open func localizedString(fromTimeInterval timeInterval: TimeInterval) -> String {
    localizedString(timeInterval, from: Self.reference, FixedTime.calendar)
  }

  /// Returns the largest of the components that are not zero, as a distance from now.
  ///
  /// - Parameter dateComponents: The components; below zero they lie in the past.
  open func localizedString(from dateComponents: DateComponents) -> String {
    let values = DurationUnit.allCases.compactMap { unit in
      dateComponents.value(for: unit.component).map { (unit: unit, value: $0) }
    }
    let largest = values.first { $0.value != 0 } ?? values.last ?? (.second, 0)
    return text(largest.value, largest.unit)
  }

  /// Returns the distance of a date from now; nil for other objects.
  open override func string(for obj: Any) -> String? {
    (obj as? Date).map { localizedString(for: $0, relativeTo: Date()) }
  }

  // MARK: - Distances

  /// The noon of a day in the middle of a month and of a year.
  private static let reference = Date(timeIntervalSinceReferenceDate: 14_299_200)

  private func localizedString(
    _ span: TimeInterval,
    from start: Date,
    _ calendar: Calendar?
  ) -> String {
    let longest = FixedTime.longestSpan
    let seconds = span.isNaN ? 0 : max(-longest, min(longest, span.rounded()))
    let units = Set(DurationUnit.allCases.map(\.component))
    return localizedString(
      from: (calendar ?? .current).dateComponents(units, from: start, to: start + seconds)
    )
  }

  /// Returns a number of units, by a style that knows no other unit.
  private func text(_ value: Int, _ unit: DurationUnit) -> String {
    let most = FixedTime.longestSpan / unit.seconds
    let value = Int(max(-most, min(most, Double(value))))
    let date = FixedTime.calendar.date(byAdding: unit.component, value: value, to: Self.reference)
    let style = Date.AnchoredRelativeFormatStyle(
      anchor: date ?? Self.reference,
      allowedFields: [field(unit)],
      presentation: dateTimeStyle == .named ? .named : .numeric,
      unitsStyle: width,
      locale: locale ?? .current,
      calendar: FixedTime.calendar,
      capitalizationContext: capitalization
    )
    return style.format(Self.reference)
  }

  private func field(_ unit: DurationUnit) -> Date.RelativeFormatStyle.Field {
    switch unit {
    case .year: .year
    case .month: .month
    case .week: .week
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  private var width: Date.RelativeFormatStyle.UnitsStyle {
    switch unitsStyle {
    case .full: .wide
    case .spellOut: .spellOut
    case .short: .abbreviated
    case .abbreviated: .narrow
    }
  }

  private var capitalization: FormatStyleCapitalizationContext {
    switch formattingContext {
    case .standalone: .standalone
    case .listItem: .listItem
    case .beginningOfSentence: .beginningOfSentence
    case .middleOfSentence: .middleOfSentence
    default: .unknown
    }
  }
}
