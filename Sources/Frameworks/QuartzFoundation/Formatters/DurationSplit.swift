// Spans of time by their units.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// A number of units.
struct DurationPart: Equatable {
  let unit: DurationUnit
  let value: Int
  /// Tenths of the unit beside the whole ones.
  var tenths = 0
}

/// A span between two dates that becomes numbers of units.
struct DurationSplit {
  let start: Date
  let end: Date
  let calendar: Calendar
  let dropped: DateComponentsFormatter.ZeroFormattingBehavior

  /// Returns the parts of the span, without those of which there are none.
  ///
  /// - Parameters:
  ///   - units: The units, the larger ones first.
  ///   - most: The most units, of which the last is rounded; 0 is no limit.
  func parts(_ units: [DurationUnit], most: Int) -> [DurationPart] {
    let shown = withoutZeros(parts(units, until: end))
    guard most > 0, shown.count > most, let place = units.firstIndex(of: shown[most - 1].unit)
    else {
      return shown
    }
    let kept = Array(units[...place])
    guard let (floor, next) = limits(kept) else { return shown }
    let isUp = end.timeIntervalSince(floor) * 2 >= next.timeIntervalSince(floor)
    return Array(withoutZeros(parts(kept, until: isUp ? next : floor)).prefix(most))
  }

  /// Gives the last part the tenths of its unit, which are cut off.
  func addFraction(to shown: inout [DurationPart], _ units: [DurationUnit]) {
    guard !shown.isEmpty, let (floor, next) = limits(units) else { return }
    let part = end.timeIntervalSince(floor) / next.timeIntervalSince(floor)
    shown[shown.count - 1].tenths = max(0, min(9, Int(part * 10)))
  }

  /// The last date of whole units before the end, and the date one unit later.
  private func limits(_ units: [DurationUnit]) -> (Date, Date)? {
    guard let last = units.last else { return nil }
    var components = DateComponents()
    for part in parts(units, until: end) {
      components.setValue(part.value, for: part.unit.component)
    }
    guard let floor = calendar.date(byAdding: components, to: start),
      let next = calendar.date(byAdding: last.component, value: 1, to: floor), next > floor
    else { return nil }
    return (floor, next)
  }

  private func parts(_ units: [DurationUnit], until end: Date) -> [DurationPart] {
    let components = calendar.dateComponents(Set(units.map(\.component)), from: start, to: end)
    return units.map { DurationPart(unit: $0, value: components.value(for: $0.component) ?? 0) }
  }

  private func withoutZeros(_ parts: [DurationPart]) -> [DurationPart] {
    guard let first = parts.firstIndex(where: { $0.value != 0 }),
      let last = parts.lastIndex(where: { $0.value != 0 })
    else { return dropped.isEmpty ? parts : parts.suffix(1) }
    return parts.enumerated().filter { place, part in
      part.value != 0
        || place < first && !dropped.contains(.dropLeading)
        || place > last && !dropped.contains(.dropTrailing)
        || first < place && place < last && !dropped.contains(.dropMiddle)
    }.map(\.element)
  }
}
