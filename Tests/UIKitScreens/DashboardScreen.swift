// A dashboard of figures, a chart, a ring and recent transactions.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct DashboardScreenFigure: Hashable {
  let id: String
  let title: String
  let symbol: String
  let value: String
  let change: Double
}

struct DashboardScreenTransaction: Hashable {
  let id: Int
  let name: String
  let date: String
  let symbol: String
  let cents: Int

  init(_ id: Int, _ name: String, _ date: String, _ symbol: String, _ cents: Int) {
    (self.id, self.name, self.date, self.symbol, self.cents) = (id, name, date, symbol, cents)
  }

  var amount: String {
    let style = Decimal.FormatStyle.Currency(code: "USD", locale: Locale(identifier: "en_US"))
    return (Decimal(cents) / 100).formatted(style.sign(strategy: .always()))
  }
}

enum DashboardScreenPeriod: String, CaseIterable {
  case day = "Day"
  case week = "Week"
  case month = "Month"
}

struct DashboardScreenReport {
  let figures: [DashboardScreenFigure]
  let bars: [(label: String, value: Double)]
  let goal: Double

  private static func figures(_ values: [(String, Double)]) -> [DashboardScreenFigure] {
    let titles = [
      ("revenue", "Revenue", "dollarsign"), ("orders", "Orders", "shippingbox"),
      ("visitors", "Visitors", "person.2"), ("returns", "Returns", "arrow.uturn.backward"),
    ]
    return zip(titles, values).map {
      DashboardScreenFigure(id: $0.0, title: $0.1, symbol: $0.2, value: $1.0, change: $1.1)
    }
  }

  static func sample(_ period: DashboardScreenPeriod) -> DashboardScreenReport {
    switch period {
    case .day:
      return DashboardScreenReport(
        figures: figures([("$1,240", 0.08), ("32", 0.03), ("846", -0.02), ("1", -0.5)]),
        bars: [("6", 2), ("9", 7), ("12", 11), ("15", 6), ("18", 9), ("21", 4)],
        goal: 0.62
      )
    case .week:
      return DashboardScreenReport(
        figures: figures([("$8,915", 0.12), ("241", 0.06), ("5,302", 0.04), ("9", 0.13)]),
        bars: [
          ("Mon", 31), ("Tue", 28), ("Wed", 40), ("Thu", 36), ("Fri", 52), ("Sat", 34), ("Sun", 20),
        ],
        goal: 0.81
      )
    case .month:
      return DashboardScreenReport(
        figures: figures([("$36,480", -0.04), ("1,018", 0.01), ("22,750", 0.09), ("37", -0.11)]),
        bars: [("W1", 212), ("W2", 260), ("W3", 241), ("W4", 305)],
        goal: 0.47
      )
    }
  }

  static let transactions = [
    DashboardScreenTransaction(1, "Harbour Books", "14 March", "book", 12_840),
    DashboardScreenTransaction(2, "Refund, order 2291", "14 March", "arrow.uturn.left", -4_590),
    DashboardScreenTransaction(3, "Mill Lane Cafe", "13 March", "cup.and.saucer", 6_205),
    DashboardScreenTransaction(4, "Parcel fees", "12 March", "shippingbox", -1_899),
    DashboardScreenTransaction(5, "Ridge Cycling Club", "11 March", "bicycle", 43_000),
  ]
}

/// Bars with a gradient, which a shape layer cuts out.
private final class DashboardScreenBarChart: UIView {
  private let gradient = CAGradientLayer()
  private let bars = CAShapeLayer()
  private let labels = UIStackView()
  private(set) var values: [Double] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    gradient.startPoint = CGPoint(x: 0.5, y: 0)
    gradient.endPoint = CGPoint(x: 0.5, y: 1)
    gradient.mask = bars
    layer.addSublayer(gradient)
    labels.distribution = .fillEqually
    labels.translatesAutoresizingMaskIntoConstraints = false
    addSubview(labels)
    NSLayoutConstraint.activate([
      labels.leadingAnchor.constraint(equalTo: leadingAnchor),
      labels.trailingAnchor.constraint(equalTo: trailingAnchor),
      labels.bottomAnchor.constraint(equalTo: bottomAnchor),
    ])
    isAccessibilityElement = true
    accessibilityLabel = "Orders"
    accessibilityIdentifier = "dashboard.bars"
    updateColors()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  func show(_ entries: [(label: String, value: Double)]) {
    values = entries.map(\.value)
    labels.arrangedSubviews.forEach { $0.removeFromSuperview() }
    for entry in entries {
      let label = UILabel()
      label.text = entry.label
      label.font = .preferredFont(forTextStyle: .caption2)
      label.textColor = .secondaryLabel
      label.textAlignment = .center
      label.adjustsFontSizeToFitWidth = true
      label.minimumScaleFactor = 0.6
      labels.addArrangedSubview(label)
    }
    accessibilityValue = entries.map { "\($0.label) \(Int($0.value))" }.joined(separator: ", ")
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let area = CGRect(x: 0, y: 0, width: bounds.width, height: max(labels.frame.minY - 6, 0))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    gradient.frame = area
    bars.frame = area
    bars.path = barsPath(in: area)
    CATransaction.commit()
  }

  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    guard traitCollection.hasDifferentColorAppearance(comparedTo: previous) else { return }
    updateColors()
  }

  private func updateColors() {
    gradient.colors = [UIColor.systemTeal, .systemBlue].map {
      $0.resolvedColor(with: traitCollection).cgColor
    }
  }

  private func barsPath(in area: CGRect) -> CGPath {
    let path = CGMutablePath()
    guard let most = values.max(), most > 0 else { return path }
    let pitch = area.width / CGFloat(values.count)
    let width = min(pitch * 0.56, 28)
    let isFlipped = effectiveUserInterfaceLayoutDirection == .rightToLeft
    for (index, value) in values.enumerated() {
      let column = isFlipped ? values.count - 1 - index : index
      let height = area.height * CGFloat(value / most)
      let rect = CGRect(
        x: pitch * (CGFloat(column) + 0.5) - width / 2,
        y: area.height - height,
        width: width,
        height: height
      )
      let bar = UIBezierPath(
        roundedRect: rect,
        byRoundingCorners: [.topLeft, .topRight],
        cornerRadii: CGSize(width: 5, height: 5)
      )
      path.addPath(bar.cgPath)
    }
    return path
  }
}

/// A ring that is closed as far as a goal is reached.
private final class DashboardScreenRing: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }

  private let progress = CAShapeLayer()
  private let gradient = CAGradientLayer()
  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    track?.fillColor = nil
    track?.lineWidth = 14
    progress.fillColor = nil
    progress.strokeColor = UIColor.black.cgColor
    progress.lineWidth = 14
    progress.lineCap = .round
    gradient.type = .conic
    gradient.startPoint = CGPoint(x: 0.5, y: 0.5)
    gradient.endPoint = CGPoint(x: 0.5, y: 0)
    gradient.mask = progress
    layer.addSublayer(gradient)
    label.font = UIFontMetrics(forTextStyle: .title2)
      .scaledFont(for: .systemFont(ofSize: 22, weight: .bold), maximumPointSize: 30)
    label.textAlignment = .center
    label.accessibilityIdentifier = "dashboard.goal"
    label.translatesAutoresizingMaskIntoConstraints = false
    addSubview(label)
    NSLayoutConstraint.activate([
      label.centerXAnchor.constraint(equalTo: centerXAnchor),
      label.centerYAnchor.constraint(equalTo: centerYAnchor),
    ])
    accessibilityIdentifier = "dashboard.ring"
    updateColors()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  private var track: CAShapeLayer? { layer as? CAShapeLayer }

  func show(_ share: Double) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    progress.strokeEnd = CGFloat(share)
    CATransaction.commit()
    let style = FloatingPointFormatStyle<Double>.Percent(locale: Locale(identifier: "en_US"))
    label.text = share.formatted(style.precision(.fractionLength(0)))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let side = min(bounds.width, bounds.height)
    let path = UIBezierPath(
      arcCenter: CGPoint(x: bounds.midX, y: bounds.midY),
      radius: max(side / 2 - 8, 0),
      startAngle: -.pi / 2,
      endAngle: .pi * 1.5,
      clockwise: true
    ).cgPath
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    gradient.frame = bounds
    progress.frame = bounds
    progress.path = path
    track?.path = path
    CATransaction.commit()
  }

  override func traitCollectionDidChange(_ previous: UITraitCollection?) {
    super.traitCollectionDidChange(previous)
    guard traitCollection.hasDifferentColorAppearance(comparedTo: previous) else { return }
    updateColors()
  }

  private func updateColors() {
    track?.strokeColor = UIColor.tertiarySystemFill.resolvedColor(with: traitCollection).cgColor
    gradient.colors = [UIColor.systemGreen, .systemMint, .systemGreen].map {
      $0.resolvedColor(with: traitCollection).cgColor
    }
  }
}

/// A cell with a rounded plate.
private class DashboardScreenCard: UICollectionViewCell {
  let titleLabel = UILabel()
  let column = UIStackView()

  override init(frame: CGRect) {
    super.init(frame: frame)
    var background = UIBackgroundConfiguration.clear()
    background.backgroundColor = .secondarySystemGroupedBackground
    background.cornerRadius = 14
    backgroundConfiguration = background
    titleLabel.font = .preferredFont(forTextStyle: .subheadline)
    titleLabel.adjustsFontForContentSizeCategory = true
    titleLabel.textColor = .secondaryLabel
    column.axis = .vertical
    column.spacing = 6
    column.isLayoutMarginsRelativeArrangement = true
    column.layoutMargins = UIEdgeInsets(top: 14, left: 14, bottom: 14, right: 14)
    column.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(column)
    NSLayoutConstraint.activate([
      column.topAnchor.constraint(equalTo: contentView.topAnchor),
      column.bottomAnchor.constraint(equalTo: contentView.bottomAnchor),
      column.leadingAnchor.constraint(equalTo: contentView.leadingAnchor),
      column.trailingAnchor.constraint(equalTo: contentView.trailingAnchor),
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }
}

private final class DashboardScreenFigureCell: DashboardScreenCard {
  private let icon = UIImageView()
  private let valueLabel = UILabel()
  private let changeLabel = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    icon.tintColor = .tintColor
    icon.setContentHuggingPriority(.required, for: .horizontal)
    valueLabel.font = UIFontMetrics(forTextStyle: .title1)
      .scaledFont(for: .systemFont(ofSize: 28, weight: .bold))
    valueLabel.adjustsFontForContentSizeCategory = true
    valueLabel.adjustsFontSizeToFitWidth = true
    valueLabel.minimumScaleFactor = 0.5
    changeLabel.font = .preferredFont(forTextStyle: .footnote)
    changeLabel.adjustsFontForContentSizeCategory = true
    let head = UIStackView(arrangedSubviews: [titleLabel, icon])
    [head, valueLabel, changeLabel].forEach(column.addArrangedSubview)
  }

  func show(_ figure: DashboardScreenFigure) {
    titleLabel.text = figure.title
    icon.image = UIImage(
      systemName: figure.symbol,
      withConfiguration: UIImage.SymbolConfiguration(textStyle: .subheadline)
    )
    valueLabel.text = figure.value
    valueLabel.accessibilityIdentifier = "dashboard.figure.\(figure.id)"
    let percent = Int((abs(figure.change) * 100).rounded())
    changeLabel.text = "\(figure.change < 0 ? "Down" : "Up") \(percent)%"
    changeLabel.textColor = figure.change < 0 ? .systemRed : .systemGreen
  }
}

private final class DashboardScreenChartCell: DashboardScreenCard {
  let chart = DashboardScreenBarChart()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.text = "Orders"
    [titleLabel, chart].forEach(column.addArrangedSubview)
  }
}

private final class DashboardScreenRingCell: DashboardScreenCard {
  let ring = DashboardScreenRing()

  override init(frame: CGRect) {
    super.init(frame: frame)
    titleLabel.text = "Goal"
    [titleLabel, ring].forEach(column.addArrangedSubview)
  }
}

/// A dashboard with figures of a day, a week or a month.
public final class DashboardScreen: UIViewController {
  private enum Section: Int, CaseIterable { case figures, charts, transactions }

  private enum Item: Hashable {
    case figure(String)
    case chart
    case ring
    case transaction(DashboardScreenTransaction)
  }

  private(set) var period = DashboardScreenPeriod.week
  private var report = DashboardScreenReport.sample(.week)

  private lazy var periodControl = UISegmentedControl(
    frame: .zero,
    actions: DashboardScreenPeriod.allCases.map { period in
      UIAction(title: period.rawValue) { [weak self] _ in self?.show(period) }
    }
  )
  private lazy var collectionView = UICollectionView(
    frame: .zero,
    collectionViewLayout: makeLayout()
  )
  private lazy var dataSource = makeDataSource()

  /// Makes the dashboard of the sample shop.
  public init() {
    super.init(nibName: nil, bundle: nil)
    title = "Dashboard"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    collectionView.backgroundColor = .clear
    collectionView.delegate = self
    collectionView.accessibilityIdentifier = "dashboard.page"
    periodControl.selectedSegmentIndex = DashboardScreenPeriod.allCases.firstIndex(of: period) ?? 0
    periodControl.accessibilityIdentifier = "dashboard.period"
    [periodControl, collectionView].forEach {
      $0.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview($0)
    }
    let safeArea = view.safeAreaLayoutGuide
    let margins = view.layoutMarginsGuide
    NSLayoutConstraint.activate([
      periodControl.topAnchor.constraint(equalTo: safeArea.topAnchor, constant: 8),
      periodControl.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      periodControl.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      collectionView.topAnchor.constraint(equalTo: periodControl.bottomAnchor, constant: 8),
      collectionView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      collectionView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      collectionView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
    applySnapshot()
  }

  private func show(_ period: DashboardScreenPeriod) {
    self.period = period
    report = .sample(period)
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems(
      snapshot.itemIdentifiers(inSection: .figures) + snapshot.itemIdentifiers(inSection: .charts)
    )
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  private func applySnapshot() {
    var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()
    snapshot.appendSections(Section.allCases)
    snapshot.appendItems(report.figures.map { .figure($0.id) }, toSection: .figures)
    snapshot.appendItems([.chart, .ring], toSection: .charts)
    snapshot.appendItems(
      DashboardScreenReport.transactions.map(Item.transaction),
      toSection: .transactions
    )
    dataSource.apply(snapshot, animatingDifferences: false)
  }
}

extension DashboardScreen: UICollectionViewDelegate {
  /// Shows the transaction that was tapped.
  public func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) {
    collectionView.deselectItem(at: indexPath, animated: true)
    guard case .transaction(let transaction)? = dataSource.itemIdentifier(for: indexPath) else {
      return
    }
    let alert = UIAlertController(
      title: transaction.name,
      message: "\(transaction.amount) on \(transaction.date)",
      preferredStyle: .alert
    )
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    present(alert, animated: true)
  }
}

extension DashboardScreen {
  private func makeLayout() -> UICollectionViewLayout {
    UICollectionViewCompositionalLayout { index, environment in
      switch Section(rawValue: index) {
      case .figures: return Self.figuresSection(environment)
      case .charts: return Self.chartsSection(environment)
      case .transactions, nil: return Self.transactionsSection(environment)
      }
    }
  }

  private static func columnCount(_ environment: any NSCollectionLayoutEnvironment) -> Int {
    let traits = environment.traitCollection
    if traits.preferredContentSizeCategory.isAccessibilityCategory { return 1 }
    let width = environment.container.effectiveContentSize.width
    return traits.horizontalSizeClass == .regular || width > 600 ? 4 : 2
  }

  private static func figuresSection(
    _ environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1),
      heightDimension: .estimated(110)
    )
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: size,
      subitem: NSCollectionLayoutItem(layoutSize: size),
      count: columnCount(environment)
    )
    group.interItemSpacing = .fixed(12)
    let section = NSCollectionLayoutSection(group: group)
    section.interGroupSpacing = 12
    section.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 16, bottom: 0, trailing: 16)
    return section
  }

  private static func chartsSection(
    _ environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    let isWide = columnCount(environment) > 2
    func item(width: CGFloat) -> NSCollectionLayoutItem {
      let item = NSCollectionLayoutItem(
        layoutSize: NSCollectionLayoutSize(
          widthDimension: .fractionalWidth(width),
          heightDimension: .fractionalHeight(1)
        )
      )
      item.contentInsets = NSDirectionalEdgeInsets(top: 0, leading: 6, bottom: 0, trailing: 6)
      return item
    }
    let group = NSCollectionLayoutGroup.horizontal(
      layoutSize: NSCollectionLayoutSize(
        widthDimension: .fractionalWidth(1),
        heightDimension: .absolute(isWide ? 220 : 180)
      ),
      subitems: isWide
        ? [item(width: 0.7), item(width: 0.3)] : [item(width: 0.6), item(width: 0.4)]
    )
    let section = NSCollectionLayoutSection(group: group)
    section.contentInsets = NSDirectionalEdgeInsets(top: 12, leading: 10, bottom: 0, trailing: 10)
    return section
  }

  private static func transactionsSection(
    _ environment: any NSCollectionLayoutEnvironment
  ) -> NSCollectionLayoutSection {
    var configuration = UICollectionLayoutListConfiguration(appearance: .insetGrouped)
    configuration.headerMode = .supplementary
    return .list(using: configuration, layoutEnvironment: environment)
  }

  private func makeDataSource() -> UICollectionViewDiffableDataSource<Section, Item> {
    let figure = UICollectionView.CellRegistration<DashboardScreenFigureCell, String> {
      [unowned self] cell, _, id in
      if let figure = report.figures.first(where: { $0.id == id }) { cell.show(figure) }
    }
    let chart = UICollectionView.CellRegistration<DashboardScreenChartCell, Item> {
      [unowned self] cell, _, _ in
      cell.chart.show(report.bars)
    }
    let ring = UICollectionView.CellRegistration<DashboardScreenRingCell, Item> {
      [unowned self] cell, _, _ in
      cell.ring.show(report.goal)
    }
    let row = makeTransactionRegistration()
    let source = UICollectionViewDiffableDataSource<Section, Item>(
      collectionView: collectionView
    ) { view, path, item in
      switch item {
      case .figure(let id):
        return view.dequeueConfiguredReusableCell(using: figure, for: path, item: id)
      case .chart:
        return view.dequeueConfiguredReusableCell(using: chart, for: path, item: item)
      case .ring:
        return view.dequeueConfiguredReusableCell(using: ring, for: path, item: item)
      case .transaction(let transaction):
        return view.dequeueConfiguredReusableCell(using: row, for: path, item: transaction)
      }
    }
    let header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { view, _, _ in
      var content = UIListContentConfiguration.groupedHeader()
      content.text = "Recent transactions"
      view.contentConfiguration = content
    }
    source.supplementaryViewProvider = { view, _, path in
      view.dequeueConfiguredReusableSupplementary(using: header, for: path)
    }
    return source
  }

  private func makeTransactionRegistration()
    -> UICollectionView.CellRegistration<UICollectionViewListCell, DashboardScreenTransaction>
  {
    UICollectionView.CellRegistration { cell, _, transaction in
      var content = UIListContentConfiguration.subtitleCell()
      content.text = transaction.name
      content.secondaryText = transaction.date
      content.secondaryTextProperties.color = .secondaryLabel
      content.image = UIImage(systemName: transaction.symbol)
      content.imageProperties.reservedLayoutSize = CGSize(width: 28, height: 28)
      cell.contentConfiguration = content
      let options = UICellAccessory.LabelOptions(
        tintColor: transaction.cents < 0 ? .label : .systemGreen,
        font: .preferredFont(forTextStyle: .body)
      )
      cell.accessories = [
        .label(text: transaction.amount, options: options), .disclosureIndicator(),
      ]
      cell.accessibilityIdentifier = "dashboard.transaction.\(transaction.id)"
    }
  }
}
