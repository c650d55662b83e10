// Settings in an inset grouped table.
// Licensed under the MIT license; see LICENSE.

import UIKit

/// A list of an account's settings, for a navigation controller.
public final class SettingsScreen: UITableViewController {
  private var settings: SettingsScreenModel
  private lazy var dataSource = makeDataSource()

  /// Makes the settings of an account.
  public init(name: String = "Nora Lindqvist", email: String = "nora@example.com") {
    settings = SettingsScreenModel(name: name, email: email)
    super.init(style: .insetGrouped)
    title = "Settings"
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  public override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .always
    navigationItem.backButtonDisplayMode = .minimal
    navigationController?.navigationBar.prefersLargeTitles = true
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 44
    tableView.accessibilityIdentifier = "settings.table"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    tableView.register(SettingsScreenSwitchCell.self, forCellReuseIdentifier: "switch")
    dataSource.defaultRowAnimation = .fade
    applySnapshot(animated: false)
  }

  private func makeDataSource() -> SettingsScreenDataSource {
    SettingsScreenDataSource(tableView: tableView) { [unowned self] tableView, indexPath, row in
      if case .toggle(let toggle) = row {
        let cell = tableView.dequeueReusableCell(withIdentifier: "switch", for: indexPath)
        if let cell = cell as? SettingsScreenSwitchCell { configure(cell, for: toggle) }
        return cell
      }
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      configure(cell, for: row)
      return cell
    }
  }

  private func applySnapshot(animated: Bool) {
    var snapshot = NSDiffableDataSourceSnapshot<SettingsScreenSection, SettingsScreenRow>()
    snapshot.appendSections([.profile, .notifications, .general, .about])
    snapshot.appendItems([.profile], toSection: .profile)
    snapshot.appendItems([.toggle(.notifications)], toSection: .notifications)
    if settings.isOn(.notifications) {
      snapshot.appendItems([.toggle(.sounds), .toggle(.badges)], toSection: .notifications)
    }
    snapshot.appendItems([.appearance, .quality, .toggle(.wifiOnly)], toSection: .general)
    snapshot.appendItems([.storage, .version, .link(.privacy), .link(.help)], toSection: .about)
    if settings.isSignedIn {
      snapshot.appendSections([.account])
      snapshot.appendItems([.signOut], toSection: .account)
    }
    dataSource.apply(snapshot, animatingDifferences: animated)
  }

  private func reconfigure(_ rows: [SettingsScreenRow]) {
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems(rows)
    dataSource.apply(snapshot, animatingDifferences: false)
  }

  // MARK: Cells

  private func configure(_ cell: SettingsScreenSwitchCell, for toggle: SettingsScreenToggle) {
    var content = UIListContentConfiguration.cell()
    content.text = toggle.title
    content.image = SettingsScreenIcon.image(toggle.symbol, on: toggle.color)
    cell.contentConfiguration = content
    cell.accessibilityIdentifier = "settings.row.\(toggle.rawValue)"
    cell.toggle.isOn = settings.isOn(toggle)
    cell.toggle.accessibilityIdentifier = "settings.switch.\(toggle.rawValue)"
    cell.toggle.accessibilityLabel = toggle.title
    cell.onChange = { [weak self] isOn in self?.set(toggle, isOn: isOn) }
  }

  private func configure(_ cell: UITableViewCell, for row: SettingsScreenRow) {
    cell.accessoryType = .none
    cell.accessoryView = nil
    cell.selectionStyle = row.isSelectable ? .default : .none
    cell.accessibilityIdentifier = "settings.row.\(row.name)"
    switch row {
    case .profile:
      configureProfile(cell)
    case .toggle:
      break
    case .appearance:
      let symbol = "circle.lefthalf.filled"
      cell.contentConfiguration = content("Appearance", symbol: symbol, color: .systemIndigo)
      cell.accessoryView = makeAppearanceButton()
    case .quality:
      cell.contentConfiguration = content(
        "Download Quality",
        symbol: "arrow.down.circle.fill",
        color: .systemBlue,
        value: settings.quality.title
      )
      cell.accessoryType = .disclosureIndicator
    case .storage:
      cell.contentConfiguration = content(
        "Storage Used",
        symbol: "cloud.fill",
        color: .systemTeal,
        value: "4.2 GB"
      )
    case .version:
      cell.contentConfiguration = content(
        "Version",
        symbol: "info.circle.fill",
        color: .systemGray,
        value: "3.1 (208)"
      )
    case .link(let link):
      cell.contentConfiguration = content(link.title, symbol: link.symbol, color: link.color)
      cell.accessoryType = .disclosureIndicator
    case .signOut:
      var content = UIListContentConfiguration.cell()
      content.text = "Sign Out"
      content.textProperties.color = .systemRed
      content.textProperties.alignment = .center
      cell.contentConfiguration = content
    }
  }

  private func configureProfile(_ cell: UITableViewCell) {
    var content = UIListContentConfiguration.subtitleCell()
    content.image = SettingsScreenIcon.avatar(settings.isSignedIn ? settings.initials : nil)
    content.imageProperties.cornerRadius = SettingsScreenIcon.avatarSide / 2
    content.imageProperties.maximumSize = CGSize(
      width: SettingsScreenIcon.avatarSide,
      height: SettingsScreenIcon.avatarSide
    )
    content.text = settings.isSignedIn ? settings.name : "Not signed in"
    content.textProperties.font = .preferredFont(forTextStyle: .title2)
    content.secondaryText = settings.isSignedIn ? settings.email : "Tap to sign in"
    content.secondaryTextProperties.font = .preferredFont(forTextStyle: .subheadline)
    content.secondaryTextProperties.color = .secondaryLabel
    content.textToSecondaryTextVerticalPadding = 2
    cell.contentConfiguration = content
    cell.accessoryType = settings.isSignedIn ? .disclosureIndicator : .none
  }

  private func content(
    _ text: String,
    symbol: String,
    color: UIColor,
    value: String? = nil
  ) -> UIListContentConfiguration {
    var content = UIListContentConfiguration.valueCell()
    content.text = text
    content.image = SettingsScreenIcon.image(symbol, on: color)
    content.secondaryText = value
    return content
  }

  private func makeAppearanceButton() -> UIButton {
    var configuration = UIButton.Configuration.plain()
    configuration.title = settings.appearance.title
    configuration.indicator = .popup
    configuration.contentInsets.leading = 8
    configuration.contentInsets.trailing = 0
    let button = UIButton(configuration: configuration)
    button.menu = makeAppearanceMenu()
    button.showsMenuAsPrimaryAction = true
    button.changesSelectionAsPrimaryAction = true
    button.accessibilityIdentifier = "settings.appearance"
    button.accessibilityLabel = "Appearance"
    button.sizeToFit()
    return button
  }

  private func makeAppearanceMenu() -> UIMenu {
    let actions = SettingsScreenAppearance.allCases.map { appearance in
      UIAction(
        title: appearance.title,
        image: UIImage(systemName: appearance.symbol),
        state: settings.appearance == appearance ? .on : .off
      ) { [weak self] _ in
        self?.choose(appearance)
      }
    }
    return UIMenu(title: "Appearance", options: .singleSelection, children: actions)
  }

  // MARK: Changes

  private func set(_ toggle: SettingsScreenToggle, isOn: Bool) {
    settings.set(toggle, isOn: isOn)
    if toggle == .notifications { applySnapshot(animated: true) }
  }

  private func choose(_ appearance: SettingsScreenAppearance) {
    settings.appearance = appearance
    (navigationController ?? self).overrideUserInterfaceStyle = appearance.style
    reconfigure([.appearance])
  }

  private func choose(_ quality: SettingsScreenQuality) {
    settings.quality = quality
    reconfigure([.quality])
    navigationController?.popViewController(animated: true)
  }

  private func confirmSignOut(from cell: UITableViewCell?) {
    let alert = UIAlertController(
      title: nil,
      message: "Downloads stay on this device.",
      preferredStyle: .actionSheet
    )
    alert.addAction(
      UIAlertAction(title: "Sign Out", style: .destructive) { [weak self] _ in
        self?.setSignedIn(false)
      }
    )
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.popoverPresentationController?.sourceView = cell
    present(alert, animated: true)
  }

  private func setSignedIn(_ isSignedIn: Bool) {
    settings.isSignedIn = isSignedIn
    var snapshot = dataSource.snapshot()
    if isSignedIn {
      snapshot.appendSections([.account])
      snapshot.appendItems([.signOut], toSection: .account)
    } else {
      snapshot.deleteSections([.account])
    }
    snapshot.reconfigureItems([.profile])
    dataSource.apply(snapshot)
  }

  // MARK: Selection

  public override func tableView(
    _ tableView: UITableView,
    shouldHighlightRowAt indexPath: IndexPath
  ) -> Bool {
    dataSource.itemIdentifier(for: indexPath)?.isSelectable ?? false
  }

  public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    switch dataSource.itemIdentifier(for: indexPath) {
    case .profile where !settings.isSignedIn:
      setSignedIn(true)
    case .profile:
      let text = "\(settings.name)\n\(settings.email)"
      show(SettingsScreenText(title: "Account", text: text), sender: self)
    case .quality:
      let choices = SettingsScreenChoices(selected: settings.quality)
      choices.onChoose = { [weak self] in self?.choose($0) }
      show(choices, sender: self)
    case .link(let link):
      show(SettingsScreenText(title: link.title, text: link.text), sender: self)
    case .signOut:
      confirmSignOut(from: tableView.cellForRow(at: indexPath))
    default:
      break
    }
  }
}

// MARK: - Model

private struct SettingsScreenModel {
  var name: String
  var email: String
  var isSignedIn = true
  var appearance = SettingsScreenAppearance.system
  var quality = SettingsScreenQuality.standard
  var toggles: Set<SettingsScreenToggle> = [.notifications, .sounds, .wifiOnly]

  var initials: String {
    name.split(separator: " ").prefix(2).compactMap(\.first).map(String.init).joined()
  }

  func isOn(_ toggle: SettingsScreenToggle) -> Bool { toggles.contains(toggle) }

  mutating func set(_ toggle: SettingsScreenToggle, isOn: Bool) {
    if isOn { toggles.insert(toggle) } else { toggles.remove(toggle) }
  }
}

private enum SettingsScreenSection: Hashable {
  case profile, notifications, general, about, account

  var header: String? {
    switch self {
    case .notifications: return "Notifications"
    case .general: return "General"
    case .about: return "About"
    case .profile, .account: return nil
    }
  }

  var footer: String? {
    switch self {
    case .notifications: return "Sounds and badges are set for this device alone."
    case .general: return "Films in high quality need about 2 GB for each hour."
    case .profile, .about, .account: return nil
    }
  }
}

private enum SettingsScreenRow: Hashable {
  case profile, appearance, quality, storage, version, signOut
  case toggle(SettingsScreenToggle)
  case link(SettingsScreenLink)

  var name: String {
    switch self {
    case .profile: return "profile"
    case .appearance: return "appearance"
    case .quality: return "quality"
    case .storage: return "storage"
    case .version: return "version"
    case .signOut: return "signOut"
    case .toggle(let toggle): return toggle.rawValue
    case .link(let link): return link.rawValue
    }
  }

  var isSelectable: Bool {
    switch self {
    case .profile, .quality, .link, .signOut: return true
    case .appearance, .storage, .version, .toggle: return false
    }
  }
}

private enum SettingsScreenToggle: String {
  case notifications, sounds, badges, wifiOnly

  var title: String {
    switch self {
    case .notifications: return "Allow Notifications"
    case .sounds: return "Sounds"
    case .badges: return "Badges"
    case .wifiOnly: return "Download on Wi-Fi Only"
    }
  }

  var symbol: String {
    switch self {
    case .notifications: return "bell.fill"
    case .sounds: return "speaker.wave.2.fill"
    case .badges: return "app.badge"
    case .wifiOnly: return "wifi"
    }
  }

  var color: UIColor {
    switch self {
    case .notifications, .badges: return .systemRed
    case .sounds: return .systemPink
    case .wifiOnly: return .systemGreen
    }
  }
}

private enum SettingsScreenLink: String {
  case privacy, help

  var title: String { self == .privacy ? "Privacy" : "Help and Feedback" }
  var symbol: String { self == .privacy ? "hand.raised.fill" : "lightbulb.fill" }
  var color: UIColor { self == .privacy ? .systemBlue : .systemOrange }
  var text: String {
    self == .privacy
      ? "Your viewing history stays on your devices and is never shared with others."
      : "Write to help@example.com. An answer takes about two days."
  }
}

private enum SettingsScreenQuality: CaseIterable {
  case low, standard, high

  var title: String {
    switch self {
    case .low: return "Low"
    case .standard: return "Standard"
    case .high: return "High"
    }
  }
}

private enum SettingsScreenAppearance: CaseIterable {
  case system, light, dark

  var title: String {
    switch self {
    case .system: return "System"
    case .light: return "Light"
    case .dark: return "Dark"
    }
  }

  var symbol: String {
    switch self {
    case .system: return "circle.lefthalf.filled"
    case .light: return "sun.max"
    case .dark: return "moon"
    }
  }

  var style: UIUserInterfaceStyle {
    switch self {
    case .system: return .unspecified
    case .light: return .light
    case .dark: return .dark
    }
  }
}

// MARK: - Views

private final class SettingsScreenDataSource:
  UITableViewDiffableDataSource<SettingsScreenSection, SettingsScreenRow>
{
  override func tableView(
    _ tableView: UITableView,
    titleForHeaderInSection section: Int
  ) -> String? {
    sectionIdentifier(for: section)?.header
  }

  override func tableView(
    _ tableView: UITableView,
    titleForFooterInSection section: Int
  ) -> String? {
    sectionIdentifier(for: section)?.footer
  }
}

private final class SettingsScreenSwitchCell: UITableViewCell {
  let toggle = UISwitch()
  var onChange: ((Bool) -> Void)?

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    accessoryView = toggle
    toggle.addAction(UIAction { [weak self] _ in self?.toggleChanged() }, for: .valueChanged)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    onChange = nil
  }

  private func toggleChanged() {
    onChange?(toggle.isOn)
  }
}

/// Images that are drawn for the rows.
@MainActor
private enum SettingsScreenIcon {
  static let side: CGFloat = 29
  static let avatarSide: CGFloat = 60

  static func image(_ symbol: String, on color: UIColor) -> UIImage {
    let rect = CGRect(x: 0, y: 0, width: side, height: side)
    return UIGraphicsImageRenderer(bounds: rect).image { _ in
      color.setFill()
      UIBezierPath(roundedRect: rect, cornerRadius: 7).fill()
      draw(symbol, pointSize: 15, in: rect)
    }
  }

  static func avatar(_ initials: String?) -> UIImage {
    let rect = CGRect(x: 0, y: 0, width: avatarSide, height: avatarSide)
    return UIGraphicsImageRenderer(bounds: rect).image { context in
      (initials == nil ? UIColor.systemGray : .systemPurple).setFill()
      context.fill(rect)
      guard let initials else {
        draw("person.fill", pointSize: 30, in: rect)
        return
      }
      let text = NSAttributedString(
        string: initials,
        attributes: [
          .font: UIFont.systemFont(ofSize: 24, weight: .semibold),
          .foregroundColor: UIColor.white,
        ]
      )
      let size = text.size()
      text.draw(at: CGPoint(x: rect.midX - size.width / 2, y: rect.midY - size.height / 2))
    }
  }

  private static func draw(_ symbol: String, pointSize: CGFloat, in rect: CGRect) {
    let configuration = UIImage.SymbolConfiguration(pointSize: pointSize, weight: .medium)
    guard
      let glyph = UIImage(systemName: symbol, withConfiguration: configuration)?
        .withTintColor(.white, renderingMode: .alwaysOriginal)
    else { return }
    let (width, height) = (glyph.size.width, glyph.size.height)
    glyph.draw(at: CGPoint(x: rect.midX - width / 2, y: rect.midY - height / 2))
  }
}

/// A list of qualities with a check mark at the chosen one.
private final class SettingsScreenChoices: UITableViewController {
  var onChoose: ((SettingsScreenQuality) -> Void)?
  private let selected: SettingsScreenQuality

  init(selected: SettingsScreenQuality) {
    self.selected = selected
    super.init(style: .insetGrouped)
    title = "Download Quality"
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .never
    tableView.accessibilityIdentifier = "settings.choices"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "choice")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    SettingsScreenQuality.allCases.count
  }

  override func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "choice", for: indexPath)
    let quality = SettingsScreenQuality.allCases[indexPath.row]
    var content = cell.defaultContentConfiguration()
    content.text = quality.title
    cell.contentConfiguration = content
    cell.accessoryType = quality == selected ? .checkmark : .none
    cell.accessibilityIdentifier = "settings.choice.\(quality.title)"
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    onChoose?(SettingsScreenQuality.allCases[indexPath.row])
  }
}

/// A page with a text of a readable width, whose addresses are links.
private final class SettingsScreenText: UIViewController {
  private let textView = UITextView()

  init(title: String, text: String) {
    super.init(nibName: nil, bundle: nil)
    self.title = title
    textView.text = text
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.largeTitleDisplayMode = .never
    view.backgroundColor = .systemGroupedBackground
    textView.isEditable = false
    textView.isScrollEnabled = false
    textView.dataDetectorTypes = .link
    textView.backgroundColor = .clear
    textView.textContainerInset = .zero
    textView.textContainer.lineFragmentPadding = 0
    textView.font = .preferredFont(forTextStyle: .body)
    textView.adjustsFontForContentSizeCategory = true
    textView.accessibilityIdentifier = "settings.text"
    textView.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(textView)
    let guide = view.readableContentGuide
    NSLayoutConstraint.activate([
      textView.topAnchor.constraint(
        equalToSystemSpacingBelow: view.safeAreaLayoutGuide.topAnchor,
        multiplier: 2
      ),
      textView.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      textView.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
    ])
  }
}
