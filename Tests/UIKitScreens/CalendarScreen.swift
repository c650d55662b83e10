// A month calendar with the events of the selected day.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct CalendarScreenEvent: Hashable {
  enum Kind: CaseIterable {
    case work, home, health

    var color: UIColor {
      switch self {
      case .work: return .systemBlue
      case .home: return .systemOrange
      case .health: return .systemGreen
      }
    }
  }

  let start: Date
  let minutes: Int
  let title: String
  let place: String?
  let kind: Kind

  var end: Date { start.addingTimeInterval(TimeInterval(minutes * 60)) }
}

struct CalendarScreenBook {
  let calendar: Calendar
  let today: Date
  let opened: Date
  private let eventsByDay: [Date: [CalendarScreenEvent]]

  init(calendar: Calendar, today: Date, opened: Date, events: [CalendarScreenEvent]) {
    self.calendar = calendar
    self.today = calendar.startOfDay(for: today)
    self.opened = calendar.startOfDay(for: opened)
    eventsByDay = Dictionary(grouping: events) { calendar.startOfDay(for: $0.start) }
      .mapValues { $0.sorted { $0.start < $1.start } }
  }

  func events(on day: Date) -> [CalendarScreenEvent] { eventsByDay[day] ?? [] }

  func month(of day: Date) -> Date {
    calendar.dateInterval(of: .month, for: day)?.start ?? day
  }

  /// The days of the whole weeks that show a month.
  func days(ofMonth month: Date) -> [Date] {
    guard let range = calendar.range(of: .day, in: .month, for: month) else { return [] }
    let weekday = calendar.component(.weekday, from: month)
    let lead = (weekday - calendar.firstWeekday + 7) % 7
    let count = (lead + range.count + 6) / 7 * 7
    return (0..<count).compactMap {
      calendar.date(byAdding: .day, value: $0 - lead, to: month)
    }
  }

  /// The short names of the weekdays, the first day of the week first.
  var weekdaySymbols: [String] {
    let symbols = calendar.shortStandaloneWeekdaySymbols
    let first = calendar.firstWeekday - 1
    return Array(symbols[first...] + symbols[..<first])
  }

  func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.calendar = calendar
    formatter.timeZone = calendar.timeZone
    formatter.locale = calendar.locale
    formatter.dateFormat = format
    return formatter
  }
}

extension CalendarScreenBook {
  static let sample: CalendarScreenBook = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.locale = Locale(identifier: "en_US_POSIX")
    calendar.firstWeekday = 2
    func date(_ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Date {
      let components = DateComponents(
        year: 2025,
        month: month,
        day: day,
        hour: hour,
        minute: minute
      )
      return calendar.date(from: components) ?? .distantPast
    }
    func event(
      _ start: Date,
      _ minutes: Int,
      _ title: String,
      at place: String? = nil,
      _ kind: CalendarScreenEvent.Kind
    ) -> CalendarScreenEvent {
      CalendarScreenEvent(start: start, minutes: minutes, title: title, place: place, kind: kind)
    }
    return CalendarScreenBook(
      calendar: calendar,
      today: date(3, 12),
      opened: date(3, 14),
      events: [
        event(date(2, 27, 18, 30), 90, "Parent evening", at: "School hall", .home),
        event(date(3, 3, 9), 30, "Weekly planning", at: "Room 2", .work),
        event(date(3, 6, 17), 60, "Swimming", at: "City pool", .health),
        event(date(3, 10, 9), 30, "Weekly planning", at: "Room 2", .work),
        event(date(3, 12, 8, 15), 45, "Dentist", at: "12 Mill Lane", .health),
        event(date(3, 12, 13), 60, "Lunch with Ada", .home),
        event(date(3, 14, 10), 60, "Design review", at: "Room 5", .work),
        event(date(3, 14, 7), 40, "Morning run", at: "River path", .health),
        event(date(3, 14, 18), 120, "Film night", at: "Living room", .home),
        event(date(3, 17, 9), 30, "Weekly planning", at: "Room 2", .work),
        event(date(3, 21, 15), 60, "Release meeting", at: "Room 1", .work),
        event(date(3, 29, 11), 240, "Garden day", at: "Allotment", .home),
        event(date(4, 2, 14), 45, "Eye test", at: "High Street", .health),
        event(date(4, 9, 16), 60, "Budget review", at: "Room 5", .work),
      ]
    )
  }()
}

/// A collection view that is as high as its content.
private final class CalendarScreenGridView: UICollectionView {
  private var shownHeight: CGFloat = 0

  override func layoutSubviews() {
    super.layoutSubviews()
    guard contentSize.height != shownHeight else { return }
    shownHeight = contentSize.height
    invalidateIntrinsicContentSize()
  }

  override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height)
  }
}

private final class CalendarScreenDayCell: UICollectionViewCell {
  struct Content {
    var number: String
    var isInMonth: Bool
    var isToday: Bool
    var colors: [UIColor]
  }

  var content: Content? {
    didSet { setNeedsUpdateConfiguration() }
  }

  private let disc = UIView()
  private let numberLabel = UILabel()
  private let dots = UIStackView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    numberLabel.adjustsFontForContentSizeCategory = true
    numberLabel.textAlignment = .center
    dots.spacing = 3
    dots.alignment = .center

    [disc, numberLabel, dots].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      contentView.addSubview($0)
    }
    NSLayoutConstraint.activate([
      disc.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 2),
      disc.centerXAnchor.constraint(equalTo: contentView.centerXAnchor),
      disc.widthAnchor.constraint(equalToConstant: 34),
      disc.heightAnchor.constraint(equalTo: disc.widthAnchor),
      numberLabel.centerXAnchor.constraint(equalTo: disc.centerXAnchor),
      numberLabel.centerYAnchor.constraint(equalTo: disc.centerYAnchor),
      dots.topAnchor.constraint(equalTo: disc.bottomAnchor, constant: 2),
      dots.centerXAnchor.constraint(equalTo: contentView.centerXAnchor),
      dots.heightAnchor.constraint(equalToConstant: 6),
    ])
    disc.layer.cornerRadius = 17
    isAccessibilityElement = true
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  override func updateConfiguration(using state: UICellConfigurationState) {
    super.updateConfiguration(using: state)
    guard let content = content else { return }
    numberLabel.text = content.number
    let weight: UIFont.Weight = state.isSelected || content.isToday ? .semibold : .regular
    numberLabel.font = UIFontMetrics(forTextStyle: .body)
      .scaledFont(for: .systemFont(ofSize: 17, weight: weight), maximumPointSize: 22)
    disc.backgroundColor = discColor(for: state, isToday: content.isToday)
    if state.isSelected {
      numberLabel.textColor = content.isToday ? .white : .systemBackground
    } else if content.isToday {
      numberLabel.textColor = .systemRed
    } else {
      numberLabel.textColor = content.isInMonth ? .label : .tertiaryLabel
    }
    accessibilityTraits = state.isSelected ? [.button, .selected] : .button
    showDots(content.colors, faded: !content.isInMonth)
  }

  private func discColor(for state: UICellConfigurationState, isToday: Bool) -> UIColor {
    if state.isSelected { return isToday ? .systemRed : .label }
    return state.isHighlighted ? .systemFill : .clear
  }

  private func showDots(_ colors: [UIColor], faded: Bool) {
    dots.arrangedSubviews.forEach { $0.removeFromSuperview() }
    for color in colors {
      let dot = UIView()
      dot.backgroundColor = color
      dot.layer.cornerRadius = 3
      dot.widthAnchor.constraint(equalToConstant: 6).isActive = true
      dot.heightAnchor.constraint(equalToConstant: 6).isActive = true
      dots.addArrangedSubview(dot)
    }
    dots.alpha = faded ? 0.4 : 1
  }
}

private final class CalendarScreenEventCell: UITableViewCell {
  static let reuseIdentifier = "CalendarScreenEventCell"

  private let bar = UIView()
  private let titleLabel = UILabel()
  private let placeLabel = UILabel()
  private let timeLabel = UILabel()

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    bar.layer.cornerRadius = 2
    titleLabel.font = .preferredFont(forTextStyle: .headline)
    placeLabel.font = .preferredFont(forTextStyle: .subheadline)
    placeLabel.textColor = .secondaryLabel
    timeLabel.font = .preferredFont(forTextStyle: .footnote)
    timeLabel.textColor = .secondaryLabel
    timeLabel.textAlignment = .right
    timeLabel.numberOfLines = 2
    [titleLabel, placeLabel, timeLabel].forEach { $0.adjustsFontForContentSizeCategory = true }
    timeLabel.setContentHuggingPriority(.required, for: .horizontal)
    timeLabel.setContentCompressionResistancePriority(.required, for: .horizontal)

    let texts = UIStackView(arrangedSubviews: [titleLabel, placeLabel])
    texts.axis = .vertical
    texts.spacing = 2
    let row = UIStackView(arrangedSubviews: [bar, texts, timeLabel])
    row.spacing = 12
    row.setCustomSpacing(8, after: texts)
    row.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(row)
    let guide = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      bar.widthAnchor.constraint(equalToConstant: 4),
      row.topAnchor.constraint(equalTo: guide.topAnchor),
      row.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      row.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      row.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  func show(_ event: CalendarScreenEvent, times: DateFormatter, row: Int) {
    bar.backgroundColor = event.kind.color
    titleLabel.text = event.title
    titleLabel.accessibilityIdentifier = "calendar.event.title.\(row)"
    placeLabel.text = event.place
    placeLabel.isHidden = event.place == nil
    timeLabel.text = "\(times.string(from: event.start))\n\(times.string(from: event.end))"
  }
}

/// A calendar of one month above the events of a day.
public final class CalendarScreen: UIViewController {
  private enum Section {
    case main
  }

  private let book: CalendarScreenBook
  private(set) var shownMonth: Date
  private(set) var selectedDay: Date

  private let monthLabel = UILabel()
  private let dayLabel = UILabel()
  private let emptyLabel = UILabel()
  private let columns = UIStackView()
  private let eventsView = UITableView(frame: .zero, style: .plain)
  private lazy var gridView = CalendarScreenGridView(
    frame: .zero,
    collectionViewLayout: Self.makeGridLayout()
  )
  private lazy var grid = makeGridSource()
  private lazy var events = makeEventsSource()
  private lazy var numbers = book.formatter("d")
  private lazy var identifiers = book.formatter("yyyy-MM-dd")
  private lazy var longDays = book.formatter("EEEE, d MMMM")
  private lazy var months = book.formatter("MMMM yyyy")
  private lazy var times = book.formatter("HH:mm")

  /// Makes the calendar of the sample events.
  public convenience init() {
    self.init(book: .sample)
  }

  init(book: CalendarScreenBook) {
    self.book = book
    selectedDay = book.opened
    shownMonth = book.month(of: book.opened)
    super.init(nibName: nil, bundle: nil)
    title = "Calendar"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let todayItem = UIBarButtonItem(
      title: "Today",
      primaryAction: UIAction(title: "Today") { [weak self] _ in self?.showToday() }
    )
    todayItem.accessibilityIdentifier = "calendar.today"
    navigationItem.rightBarButtonItem = todayItem
    configureViews()
    layOut()
    updateAxis()
    showMonth(animated: false)
    showDay(animated: false)
  }

  public override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    if previous?.verticalSizeClass != traitCollection.verticalSizeClass { updateAxis() }
  }

  private func configureViews() {
    monthLabel.font = UIFontMetrics(forTextStyle: .title2)
      .scaledFont(for: .systemFont(ofSize: 22, weight: .bold))
    monthLabel.adjustsFontForContentSizeCategory = true
    monthLabel.accessibilityIdentifier = "calendar.month"
    monthLabel.accessibilityTraits = .header
    monthLabel.setContentHuggingPriority(.defaultLow - 1, for: .horizontal)

    dayLabel.font = .preferredFont(forTextStyle: .headline)
    dayLabel.adjustsFontForContentSizeCategory = true
    dayLabel.accessibilityIdentifier = "calendar.selectedDay"

    emptyLabel.text = "No events"
    emptyLabel.font = .preferredFont(forTextStyle: .body)
    emptyLabel.textColor = .secondaryLabel
    emptyLabel.textAlignment = .center
    emptyLabel.accessibilityIdentifier = "calendar.empty"

    gridView.backgroundColor = .clear
    gridView.delegate = self
    gridView.accessibilityIdentifier = "calendar.grid"
    gridView.setContentHuggingPriority(.required, for: .vertical)
    gridView.setContentCompressionResistancePriority(.defaultHigh, for: .vertical)

    eventsView.register(
      CalendarScreenEventCell.self,
      forCellReuseIdentifier: CalendarScreenEventCell.reuseIdentifier
    )
    eventsView.rowHeight = UITableView.automaticDimension
    eventsView.estimatedRowHeight = 60
    eventsView.tableFooterView = UIView()
    eventsView.accessibilityIdentifier = "calendar.events"
  }

  private func layOut() {
    let header = UIStackView(arrangedSubviews: [
      monthLabel,
      makeChevron("chevron.backward", label: "Previous month", identifier: "calendar.previous", -1),
      makeChevron("chevron.forward", label: "Next month", identifier: "calendar.next", 1),
    ])
    header.alignment = .center
    let weekdays = UIStackView(arrangedSubviews: book.weekdaySymbols.map(makeWeekdayLabel))
    weekdays.distribution = .fillEqually
    let monthPart = UIStackView(arrangedSubviews: [header, weekdays, gridView])
    monthPart.axis = .vertical
    monthPart.spacing = 4
    let monthBox = UIView()
    let dayPart = UIStackView(arrangedSubviews: [dayLabel, eventsView])
    dayPart.axis = .vertical
    dayPart.spacing = 8
    monthPart.translatesAutoresizingMaskIntoConstraints = false
    monthBox.addSubview(monthPart)

    columns.addArrangedSubview(monthBox)
    columns.addArrangedSubview(dayPart)
    columns.spacing = 12
    columns.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(columns)
    let margins = view.layoutMarginsGuide
    let fit = monthPart.bottomAnchor.constraint(equalTo: monthBox.bottomAnchor)
    fit.priority = .defaultHigh
    NSLayoutConstraint.activate([
      columns.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
      columns.bottomAnchor.constraint(equalTo: view.bottomAnchor),
      columns.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      columns.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      monthPart.topAnchor.constraint(equalTo: monthBox.topAnchor),
      monthPart.leadingAnchor.constraint(equalTo: monthBox.leadingAnchor),
      monthPart.trailingAnchor.constraint(equalTo: monthBox.trailingAnchor),
      monthPart.bottomAnchor.constraint(lessThanOrEqualTo: monthBox.bottomAnchor),
      fit,
    ])
  }

  private func makeChevron(
    _ symbol: String,
    label: String,
    identifier: String,
    _ step: Int
  ) -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.image = UIImage(
      systemName: symbol,
      withConfiguration: UIImage.SymbolConfiguration(textStyle: .body, scale: .medium)
    )
    let button = UIButton(
      configuration: configuration,
      primaryAction: UIAction { [weak self] _ in self?.turnMonth(by: step) }
    )
    button.accessibilityLabel = label
    button.accessibilityIdentifier = identifier
    button.setContentHuggingPriority(.required, for: .horizontal)
    return button
  }

  private func makeWeekdayLabel(_ text: String) -> UILabel {
    let label = UILabel()
    label.text = text.uppercased()
    label.font = UIFontMetrics(forTextStyle: .caption2)
      .scaledFont(for: .systemFont(ofSize: 11), maximumPointSize: 15)
    label.adjustsFontForContentSizeCategory = true
    label.textColor = .secondaryLabel
    label.textAlignment = .center
    return label
  }

  private func updateAxis() {
    let isFlat = traitCollection.verticalSizeClass == .compact
    columns.axis = isFlat ? .horizontal : .vertical
    columns.distribution = isFlat ? .fillEqually : .fill
    gridView.isScrollEnabled = isFlat
  }
}

extension CalendarScreen: UICollectionViewDelegate {
  /// Shows the events of the day that was tapped.
  public func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) {
    guard let day = grid.itemIdentifier(for: indexPath) else { return }
    select(day)
  }

  private func select(_ day: Date) {
    selectedDay = day
    let month = book.month(of: day)
    if month != shownMonth {
      shownMonth = month
      showMonth(animated: false)
    }
    markSelection()
    showDay(animated: false)
  }

  private func turnMonth(by step: Int) {
    guard let month = book.calendar.date(byAdding: .month, value: step, to: shownMonth) else {
      return
    }
    shownMonth = month
    showMonth(animated: false)
  }

  private func showToday() {
    select(book.today)
  }

  private func showMonth(animated: Bool) {
    monthLabel.text = months.string(from: shownMonth)
    var snapshot = NSDiffableDataSourceSnapshot<Section, Date>()
    snapshot.appendSections([.main])
    snapshot.appendItems(book.days(ofMonth: shownMonth))
    let old = Set(grid.snapshot().itemIdentifiers)
    snapshot.reconfigureItems(snapshot.itemIdentifiers.filter(old.contains))
    grid.apply(snapshot, animatingDifferences: animated) { [weak self] in
      self?.markSelection()
    }
  }

  private func markSelection() {
    gridView.selectItem(
      at: grid.indexPath(for: selectedDay),
      animated: false,
      scrollPosition: []
    )
  }

  private func showDay(animated: Bool) {
    let items = book.events(on: selectedDay)
    dayLabel.text = longDays.string(from: selectedDay)
    eventsView.backgroundView = items.isEmpty ? emptyLabel : nil
    var snapshot = NSDiffableDataSourceSnapshot<Section, CalendarScreenEvent>()
    snapshot.appendSections([.main])
    snapshot.appendItems(items)
    events.apply(snapshot, animatingDifferences: animated)
  }
}

extension CalendarScreen {
  private static func makeGridLayout() -> UICollectionViewLayout {
    let item = NSCollectionLayoutItem(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1 / 7),
        heightDimension: .fractionalHeight(1)
      )
    )
    let week = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .absolute(48)
      ),
      subitem: item,
      count: 7
    )
    return UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: week))
  }

  private func makeGridSource() -> UICollectionViewDiffableDataSource<Section, Date> {
    let registration = UICollectionView.CellRegistration<CalendarScreenDayCell, Date> {
      [unowned self] cell, _, day in
      let events = book.events(on: day)
      cell.content = CalendarScreenDayCell.Content(
        number: numbers.string(from: day),
        isInMonth: book.month(of: day) == shownMonth,
        isToday: day == book.today,
        colors: events.prefix(3).map(\.kind.color)
      )
      cell.accessibilityIdentifier = "calendar.day.\(identifiers.string(from: day))"
      cell.accessibilityLabel = longDays.string(from: day)
      cell.accessibilityValue = events.isEmpty ? nil : "\(events.count) events"
    }
    return UICollectionViewDiffableDataSource(collectionView: gridView) { view, path, day in
      view.dequeueConfiguredReusableCell(using: registration, for: path, item: day)
    }
  }

  private func makeEventsSource() -> UITableViewDiffableDataSource<Section, CalendarScreenEvent> {
    let times = times
    return UITableViewDiffableDataSource(tableView: eventsView) { table, path, event in
      let cell = table.dequeueReusableCell(
        withIdentifier: CalendarScreenEventCell.reuseIdentifier,
        for: path
      )
      (cell as? CalendarScreenEventCell)?.show(event, times: times, row: path.row)
      cell.accessibilityIdentifier = "calendar.event.\(path.row)"
      return cell
    }
  }
}
