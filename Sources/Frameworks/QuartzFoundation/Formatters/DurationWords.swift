// The words of spans of time.
// Licensed under the MIT license; see LICENSE.
//
// Those of English are here, because Foundation has none of years and months; those of other
// languages are Foundation's.

import Foundation

/// The text of numbers of units.
struct DurationWords {
  let style: DateComponentsFormatter.UnitsStyle
  let locale: Locale
  /// Whether a clock has two digits everywhere.
  let isPadded: Bool

  var isEnglish: Bool { ["en", nil].contains(locale.language.languageCode?.identifier) }

  /// Returns the text of parts, the larger ones first.
  func text(_ parts: [DurationPart], isNegative: Bool) -> String {
    let isZero = parts.allSatisfy { $0.value == 0 && $0.tenths == 0 }
    let sign = isNegative && !isZero ? "-" : ""
    return sign + (style == .positional ? positional(parts) : words(parts))
  }

  private func positional(_ parts: [DurationPart]) -> String {
    let dates = parts.filter { !$0.unit.isOfClock }
    let clock = parts.filter(\.unit.isOfClock).enumerated().map { place, part in
      let isPlain = place == 0 && !(isPadded && dates.isEmpty)
      return isPlain || part.value > 9 ? "\(part.value)" : "0\(part.value)"
    }.joined(separator: ":")
    let date = DurationWords(style: .abbreviated, locale: locale, isPadded: false)
    return ([date.words(dates), clock].filter { !$0.isEmpty }).joined(separator: " ")
  }

  private func words(_ parts: [DurationPart]) -> String {
    guard !parts.isEmpty else { return "" }
    let text = isEnglish ? english(parts) : foreign(parts)
    return style == .spellOut ? spelledOut(text) : text
  }

  /// Writes the numbers of a text in words.
  private func spelledOut(_ text: String) -> String {
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = .spellOut
    return text.replacing(/[0-9]+(\.[0-9])?/) { found in
      Double(found.output.0).flatMap { formatter.string(from: NSNumber(value: $0)) }
        ?? String(found.output.0)
    }
  }

  // MARK: - English

  private func english(_ parts: [DurationPart]) -> String {
    let isTight = style == .abbreviated || style == .brief
    return parts.map { part in
      let number = part.tenths == 0 ? "\(part.value)" : "\(part.value).\(part.tenths)"
      return number + (isTight ? "" : " ") + name(part.unit, isOne: number == "1")
    }.joined(separator: isTight ? " " : ", ")
  }

  /// The name of a unit.
  private func name(_ unit: DurationUnit, isOne: Bool) -> String {
    switch style {
    case .positional, .abbreviated: return unit.letters
    case .short, .brief: return unit.shortName + (isOne || !unit.hasShortPlural ? "" : "s")
    case .full, .spellOut: return unit.name + (isOne ? "" : "s")
    }
  }

  // MARK: - Other languages

  /// Writes parts of weeks, days, hours, minutes and seconds.
  private func foreign(_ parts: [DurationPart]) -> String {
    let seconds = parts.reduce(0) { sum, part in
      sum + (Double(part.value) + Double(part.tenths) / 10) * part.unit.seconds
    }
    let hasTenths = parts.contains { $0.tenths > 0 }
    let style = Duration.UnitsFormatStyle(
      allowedUnits: Set(parts.compactMap(\.unit.ofDuration)),
      width: width,
      zeroValueUnits: .show(length: 1),
      fractionalPart: hasTenths ? .show(length: 1) : .hide
    )
    return style.locale(locale).format(.seconds(seconds))
  }

  private var width: Duration.UnitsFormatStyle.UnitWidth {
    switch style {
    case .positional, .abbreviated: .narrow
    case .short: .abbreviated
    case .brief: .condensedAbbreviated
    case .full, .spellOut: .wide
    }
  }
}

extension DurationUnit {
  fileprivate var letters: String {
    switch self {
    case .year: "y"
    case .month: "mo"
    case .week: "w"
    case .day: "d"
    case .hour: "h"
    case .minute: "m"
    case .second: "s"
    }
  }

  fileprivate var shortName: String {
    switch self {
    case .year: "yr"
    case .month: "mth"
    case .week: "wk"
    case .day: "day"
    case .hour: "hr"
    case .minute: "min"
    case .second: "sec"
    }
  }

  fileprivate var hasShortPlural: Bool { !isOfClock }

  fileprivate var name: String { "\(self)" }

  fileprivate var ofDuration: Duration.UnitsFormatStyle.Unit? {
    switch self {
    case .year, .month: nil
    case .week: .weeks
    case .day: .days
    case .hour: .hours
    case .minute: .minutes
    case .second: .seconds
    }
  }
}
