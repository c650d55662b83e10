// Wheels for dates, times and durations.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The look of a picker of dates.
public enum UIDatePickerStyle: Int, Sendable {
  /// The picker's choice.
  case automatic = 0
  /// Wheels.
  case wheels = 1
  /// A small text that opens a calendar.
  case compact = 2
  /// A calendar.
  case inline = 3
}

/// Wheels for a date, a time, both, or a duration; sends `valueChanged`.
///
/// **Differences**: all styles are wheels. Wheels for a date are month, day and year by numbers and
/// the locale's names; the one of dates with times shows 366 days before and after the date.
open class UIDatePicker: UIControl {
  /// The thing that is chosen.
  public enum Mode: Int, Sendable {
    /// A time.
    case time = 0
    /// A date.
    case date = 1
    /// A date with a time.
    case dateAndTime = 2
    /// A duration of hours and minutes.
    case countDownTimer = 3
    /// A year and a month.
    case yearAndMonth = 4
  }

  private let wheels = UIPickerView(frame: .zero)
  private var parts: [DatePart] = []
  private var chosen = Date()
  private var duration: TimeInterval = 60
  /// The day that the wheel of days counts from.
  private var anchor = Date()

  private static let daysAround = 366
  private static let firstYear = 1
  private static let lastYear = 9999

  /// The thing that is chosen; a date with a time by default.
  open var datePickerMode = Mode.dateAndTime { didSet { rebuild() } }
  /// The wish for a look.
  open var preferredDatePickerStyle = UIDatePickerStyle.automatic
  /// The look: wheels.
  open var datePickerStyle: UIDatePickerStyle { .wheels }
  /// The calendar; the person's by default.
  open var calendar = Calendar.current { didSet { rebuild() } }
  /// The language of names; nil for the person's.
  open var locale: Locale? = Locale.current { didSet { rebuild() } }
  /// The zone of the times; nil for the calendar's.
  open var timeZone: TimeZone? { didSet { rebuild() } }
  /// The earliest date; or nil.
  open var minimumDate: Date? { didSet { clampDate() } }
  /// The latest date; or nil.
  open var maximumDate: Date? { didSet { clampDate() } }
  /// Whether the date is rounded down to `minuteInterval` when it is read; true by default.
  open var roundsToMinuteInterval = true
  /// The minutes between rows: a divisor of 60 up to 30; others are treated as 1.
  open var minuteInterval: Int {
    get { step }
    set {
      step = (1...30).contains(newValue) && 60 % newValue == 0 ? newValue : 1
      rebuild()
    }
  }
  private var step = 1

  /// Creates a picker.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a picker from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    coder.finish(self, UIDatePicker.self)
  }

  private func prepare() {
    addSubview(wheels)
    wheels.dataSource = self
    wheels.delegate = self
    rebuild()
  }

  /// The date; now by default.
  ///
  /// Setting it chooses the nearest one between the earliest and the latest.
  open var date: Date {
    get { chosen }
    set { setDate(newValue, animated: false) }
  }

  /// Sets the date; nobody is notified.
  open func setDate(_ date: Date, animated: Bool) {
    chosen = clamped(date)
    anchor = used.startOfDay(for: chosen)
    if parts.contains(.days) { wheels.reloadAllComponents() }
    showChosen(animated: animated)
  }

  /// The duration in seconds, for `countDownTimer`: from one minute to 23 hours and 59 minutes.
  open var countDownDuration: TimeInterval {
    get { duration }
    set {
      let minutes = newValue.isFinite ? (newValue / 60).rounded(.down) : 1
      duration = 60 * min(max(minutes, 1), 24 * 60 - 1)
      showChosen(animated: false)
    }
  }

  /// The calendar with the zone.
  private var used: Calendar {
    var calendar = calendar
    if let timeZone { calendar.timeZone = timeZone }
    if let locale { calendar.locale = locale }
    return calendar
  }

  private func clamped(_ date: Date) -> Date {
    // An order that cannot be is left out, as on iOS.
    if let minimumDate, let maximumDate, minimumDate > maximumDate { return date }
    return min(max(date, minimumDate ?? date), maximumDate ?? .distantFuture)
  }

  private func clampDate() {
    let near = clamped(chosen)
    if near != chosen { setDate(near, animated: false) }
  }

  private func rebuild() {
    let is24 = used.locale.map { !DatePart.has12Hours($0) } ?? true
    let time: [DatePart] = is24 ? [.hour24, .minute] : [.hour12, .minute, .half]
    switch datePickerMode {
    case .time: parts = time
    case .date: parts = [.month, .day, .year]
    case .dateAndTime: parts = [.days] + time
    case .countDownTimer: parts = [.hours, .minute]
    case .yearAndMonth: parts = [.month, .year]
    }
    anchor = used.startOfDay(for: chosen)
    wheels.reloadAllComponents()
    showChosen(animated: false)
  }

  // MARK: Rows

  /// The number of rows of a wheel.
  fileprivate func count(_ part: DatePart) -> Int {
    switch part {
    case .days: 2 * Self.daysAround + 1
    case .hour12: 12
    case .hour24, .hours: 24
    case .minute: 60 / step
    case .half: 2
    case .month: used.monthSymbols.count
    case .day: 31
    case .year: Self.lastYear - Self.firstYear + 1
    }
  }

  /// The row of a wheel that shows the chosen value.
  private func row(_ part: DatePart) -> Int {
    let facts = used.dateComponents([.year, .month, .day, .hour, .minute], from: chosen)
    let hour = facts.hour ?? 0
    let isCounting = datePickerMode == .countDownTimer
    let minute = isCounting ? Int(duration / 60) % 60 : facts.minute ?? 0
    switch part {
    case .days:
      return (used.dateComponents([.day], from: anchor, to: used.startOfDay(for: chosen)).day ?? 0)
        + Self.daysAround
    case .hour12: return (hour + 11) % 12
    case .hour24: return hour
    case .hours: return Int(duration / 3600)
    case .minute: return minute / step
    case .half: return hour < 12 ? 0 : 1
    case .month: return (facts.month ?? 1) - 1
    case .day: return (facts.day ?? 1) - 1
    case .year: return (facts.year ?? Self.firstYear) - Self.firstYear
    }
  }

  fileprivate func title(_ row: Int, _ part: DatePart) -> String {
    switch part {
    case .days:
      let day = used.date(byAdding: .day, value: row - Self.daysAround, to: anchor) ?? anchor
      if used.isDateInToday(day) { return "Today" }
      let facts = used.dateComponents([.weekday, .month, .day], from: day)
      let weekday = name(used.shortWeekdaySymbols, (facts.weekday ?? 1) - 1)
      return "\(weekday) \(name(used.shortMonthSymbols, (facts.month ?? 1) - 1)) \(facts.day ?? 1)"
    case .hour12: return "\(row + 1)"
    case .hour24: return row < 10 ? "0\(row)" : "\(row)"
    case .hours: return "\(row)"
    case .minute: return row * step < 10 ? "0\(row * step)" : "\(row * step)"
    case .half: return row == 0 ? used.amSymbol : used.pmSymbol
    case .month: return name(used.monthSymbols, row)
    case .day: return "\(row + 1)"
    case .year: return "\(row + Self.firstYear)"
    }
  }

  private func name(_ names: [String], _ index: Int) -> String {
    names.indices.contains(index) ? names[index] : ""
  }

  private func showChosen(animated: Bool) {
    for (index, part) in parts.enumerated() where wheels.numberOfComponents > index {
      let row = row(part)
      if wheels.selectedRow(inComponent: index) != row {
        wheels.selectRow(row, inComponent: index, animated: animated)
      }
    }
  }

  /// Reads the wheels.
  fileprivate func wheelsChanged() {
    var facts = used.dateComponents([.year, .month, .day, .hour, .minute], from: chosen)
    var hour = facts.hour ?? 0
    var hours = Int(duration / 3600)
    for (index, part) in parts.enumerated() {
      let row = wheels.selectedRow(inComponent: index)
      switch part {
      case .days:
        let day = used.date(byAdding: .day, value: row - Self.daysAround, to: anchor) ?? chosen
        let date = used.dateComponents([.year, .month, .day], from: day)
        (facts.year, facts.month, facts.day) = (date.year, date.month, date.day)
      case .hour12: hour = hour / 12 * 12 + (row + 1) % 12
      case .hour24: hour = row
      case .hours: hours = row
      case .minute: facts.minute = row * step
      case .half: hour = hour % 12 + 12 * row
      case .month: facts.month = row + 1
      case .day: facts.day = row + 1
      case .year: facts.year = row + Self.firstYear
      }
    }
    facts.hour = hour
    if datePickerMode == .countDownTimer {
      countDownDuration = TimeInterval(hours * 3600 + (facts.minute ?? 0) * 60)
    } else {
      let wanted = facts.day ?? 1
      facts.day = 1
      // The last day of a shorter month in place of one that it does not have.
      let first = used.date(from: facts) ?? chosen
      let last = used.range(of: .day, in: .month, for: first)?.count ?? wanted
      facts.day = min(wanted, last)
      chosen = clamped(used.date(from: facts) ?? chosen)
      showChosen(animated: true)
    }
    sendActions(for: .valueChanged)
  }

  // MARK: Layout

  open override func sizeThatFits(_ size: CGSize) -> CGSize { wheels.sizeThatFits(size) }

  open override var intrinsicContentSize: CGSize { wheels.intrinsicContentSize }

  open override func layoutSubviews() {
    super.layoutSubviews()
    wheels.frame = bounds
    wheels.layoutIfNeeded()
    showChosen(animated: false)
  }

  fileprivate var shownParts: [DatePart] { parts }
}

/// A wheel of a picker of dates.
private enum DatePart: Equatable {
  case days, hour12, hour24, hours, minute, half, month, day, year

  /// Whether a language writes times with halves of days.
  static func has12Hours(_ locale: Locale) -> Bool {
    DateFormatter.dateFormat(fromTemplate: "j", options: 0, locale: locale)?.contains("a") ?? false
  }
}

extension UIDatePicker: UIPickerViewDataSource, UIPickerViewDelegate {
  /// The number of wheels.
  public func numberOfComponents(in pickerView: UIPickerView) -> Int { shownParts.count }

  /// The number of rows of a wheel.
  public func pickerView(
    _ pickerView: UIPickerView,
    numberOfRowsInComponent component: Int
  ) -> Int { count(shownParts[component]) }

  /// The text of a row.
  public func pickerView(
    _ pickerView: UIPickerView,
    titleForRow row: Int,
    forComponent component: Int
  ) -> String? { title(row, shownParts[component]) }

  /// Takes the date of the wheels.
  public func pickerView(
    _ pickerView: UIPickerView,
    didSelectRow row: Int,
    inComponent component: Int
  ) { wheelsChanged() }
}
