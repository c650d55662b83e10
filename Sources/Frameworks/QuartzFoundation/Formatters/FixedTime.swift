// Spans of time without a place.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A calendar without summer time, for spans that begin at no certain date.
enum FixedTime {
  /// The longest span that formatters write, in seconds: 10,000 years.
  static let longestSpan = 3.2e11

  /// The Gregorian calendar of Greenwich.
  static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    return calendar
  }()

  /// Whether the calendar can add the components: none is larger than the longest span.
  static func canAdd(_ components: DateComponents) -> Bool {
    let units: [Calendar.Component] = [
      .year, .month, .weekOfMonth, .weekOfYear, .day, .hour, .minute, .second,
    ]
    return units.allSatisfy { unit in
      let seconds = DurationUnit(unit)?.seconds ?? DurationUnit.week.seconds
      guard let value = components.value(for: unit), value != NSDateComponentUndefined else {
        return true
      }
      return Double(value).magnitude * seconds <= longestSpan
    }
  }
}

/// A unit of spans of time, the larger ones first.
enum DurationUnit: Int, CaseIterable {
  case year, month, week, day, hour, minute, second

  init?(_ component: Calendar.Component) {
    guard let unit = Self.allCases.first(where: { $0.component == component }) else { return nil }
    self = unit
  }

  var component: Calendar.Component {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  var unit: NSCalendar.Unit {
    switch self {
    case .year: .year
    case .month: .month
    case .week: .weekOfMonth
    case .day: .day
    case .hour: .hour
    case .minute: .minute
    case .second: .second
    }
  }

  /// The length in seconds; of years and months about that.
  var seconds: Double {
    switch self {
    case .year: 31_556_952
    case .month: 2_629_746
    case .week: 604_800
    case .day: 86_400
    case .hour: 3600
    case .minute: 60
    case .second: 1
    }
  }

  /// Whether the unit is written between colons.
  var isOfClock: Bool { rawValue >= DurationUnit.hour.rawValue }
}
