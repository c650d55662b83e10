// A conversation in bubbles with a composer.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct ChatScreenMessage: Hashable, Identifiable {
  enum Sender {
    case me, peer
  }

  let id: Int
  let sender: Sender
  let text: String
  let date: Date
}

/// A conversation grouped by days, with a field at the bottom that sends messages.
public final class ChatScreen: UIViewController {
  private(set) var messages: [ChatScreenMessage]
  private let now: () -> Date
  private var expanded: Set<ChatScreenMessage.ID> = []
  private var isAtFirstLayout = true

  private let tableView = UITableView(frame: .zero, style: .plain)
  private let composer = ChatScreenComposerBar()
  private lazy var dataSource = makeDataSource()

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// Creates the conversation with its sample messages.
  public convenience init() {
    self.init(
      messages: ChatScreenSamples.messages,
      now: { ChatScreenSamples.date(day: 14, hour: 9, minute: 41) }
    )
  }

  init(messages: [ChatScreenMessage], now: @escaping () -> Date) {
    self.messages = messages
    self.now = now
    super.init(nibName: nil, bundle: nil)
    title = "Maya Chen"
    navigationItem.largeTitleDisplayMode = .never
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  public override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    navigationItem.titleView = ChatScreenTitleView(name: "Maya Chen", detail: "Active now")
    configureTable()
    composer.onSend = { [weak self] in self?.send($0) }
    layOut()
    applySnapshot(animated: false)
  }

  public override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    guard isAtFirstLayout, tableView.bounds.height > 0 else { return }
    isAtFirstLayout = false
    scrollToEnd(animated: false)
  }

  private func configureTable() {
    tableView.delegate = self
    tableView.separatorStyle = .none
    tableView.rowHeight = UITableView.automaticDimension
    tableView.estimatedRowHeight = 56
    tableView.sectionHeaderHeight = UITableView.automaticDimension
    tableView.estimatedSectionHeaderHeight = 36
    tableView.sectionHeaderTopPadding = 0
    tableView.keyboardDismissMode = .interactive
    tableView.contentInset.bottom = 8
    tableView.accessibilityIdentifier = "chat.table"
    tableView.register(
      ChatScreenBubbleCell.self,
      forCellReuseIdentifier: ChatScreenBubbleCell.reuseIdentifier
    )
    tableView.register(
      ChatScreenDayHeader.self,
      forHeaderFooterViewReuseIdentifier: ChatScreenDayHeader.reuseIdentifier
    )
  }

  private func layOut() {
    for subview in [tableView, composer] {
      subview.translatesAutoresizingMaskIntoConstraints = false
      view.addSubview(subview)
    }
    NSLayoutConstraint.activate([
      tableView.topAnchor.constraint(equalTo: view.topAnchor),
      tableView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      tableView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      tableView.bottomAnchor.constraint(equalTo: composer.topAnchor),

      composer.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      composer.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      composer.contentGuide.bottomAnchor.constraint(equalTo: view.keyboardLayoutGuide.topAnchor),
      composer.bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  // MARK: Data

  private func makeDataSource() -> UITableViewDiffableDataSource<Date, ChatScreenMessage.ID> {
    let dataSource = UITableViewDiffableDataSource<Date, ChatScreenMessage.ID>(
      tableView: tableView
    ) { [weak self] tableView, indexPath, id in
      let cell = tableView.dequeueReusableCell(
        withIdentifier: ChatScreenBubbleCell.reuseIdentifier,
        for: indexPath
      )
      if let self, let cell = cell as? ChatScreenBubbleCell,
        let message = self.messages.first(where: { $0.id == id })
      {
        cell.configure(with: message, showsTime: self.expanded.contains(id))
      }
      return cell
    }
    dataSource.defaultRowAnimation = .fade
    return dataSource
  }

  private func applySnapshot(animated: Bool, completion: (() -> Void)? = nil) {
    let days = Dictionary(grouping: messages) { Self.calendar.startOfDay(for: $0.date) }
    var snapshot = NSDiffableDataSourceSnapshot<Date, ChatScreenMessage.ID>()
    for (day, messages) in days.sorted(by: { $0.key < $1.key }) {
      snapshot.appendSections([day])
      snapshot.appendItems(messages.map(\.id), toSection: day)
    }
    dataSource.apply(snapshot, animatingDifferences: animated, completion: completion)
  }

  private func send(_ text: String) {
    let id = (messages.map(\.id).max() ?? 0) + 1
    messages.append(ChatScreenMessage(id: id, sender: .me, text: text, date: now()))
    applySnapshot(animated: true) { [weak self] in
      self?.scrollToEnd(animated: true)
    }
  }

  private func delete(_ id: ChatScreenMessage.ID) {
    messages.removeAll { $0.id == id }
    applySnapshot(animated: true)
  }

  private func scrollToEnd(animated: Bool) {
    guard let last = messages.last, let indexPath = dataSource.indexPath(for: last.id) else {
      return
    }
    tableView.scrollToRow(at: indexPath, at: .bottom, animated: animated)
  }
}

extension ChatScreen: UITableViewDelegate {
  /// Shows the day above its messages.
  public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    let header = tableView.dequeueReusableHeaderFooterView(
      withIdentifier: ChatScreenDayHeader.reuseIdentifier
    )
    if let header = header as? ChatScreenDayHeader,
      let day = dataSource.sectionIdentifier(for: section)
    {
      header.configure(with: day)
    }
    return header
  }

  /// Shows or hides the time of a message.
  public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: false)
    guard let id = dataSource.itemIdentifier(for: indexPath) else { return }
    expanded.formSymmetricDifference([id])
    var snapshot = dataSource.snapshot()
    snapshot.reconfigureItems([id])
    dataSource.apply(snapshot, animatingDifferences: true)
  }

  /// Offers to copy or delete a message.
  public func tableView(
    _ tableView: UITableView,
    contextMenuConfigurationForRowAt indexPath: IndexPath,
    point: CGPoint
  ) -> UIContextMenuConfiguration? {
    guard let id = dataSource.itemIdentifier(for: indexPath),
      let message = messages.first(where: { $0.id == id })
    else { return nil }
    return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { [weak self] _ in
      UIMenu(children: [
        UIAction(title: "Copy", image: UIImage(systemName: "doc.on.doc")) { _ in
          UIPasteboard.general.string = message.text
        },
        UIAction(
          title: "Delete",
          image: UIImage(systemName: "trash"),
          attributes: .destructive
        ) { _ in self?.delete(id) },
      ])
    }
  }
}

private enum ChatScreenSamples {
  static func date(day: Int, hour: Int, minute: Int) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(year: 2024, month: 5, day: day, hour: hour, minute: minute)
    return calendar.date(from: components) ?? Date(timeIntervalSince1970: 0)
  }

  static let messages = [
    ChatScreenMessage(
      id: 1,
      sender: .peer,
      text: "Are you still coming to the workshop on Tuesday?",
      date: date(day: 12, hour: 17, minute: 2)
    ),
    ChatScreenMessage(
      id: 2,
      sender: .me,
      text: "Yes! I booked the early train.",
      date: date(day: 12, hour: 17, minute: 5)
    ),
    ChatScreenMessage(
      id: 3,
      sender: .peer,
      text: "Perfect. The room is on the second floor, behind the print shop. Ring the bell twice, "
        + "the first ring never works.",
      date: date(day: 13, hour: 8, minute: 30)
    ),
    ChatScreenMessage(
      id: 4,
      sender: .me,
      text: "Got it.",
      date: date(day: 13, hour: 8, minute: 44)
    ),
    ChatScreenMessage(
      id: 5,
      sender: .me,
      text: "Shall I bring the large paper or do you have some left from last time?",
      date: date(day: 13, hour: 8, minute: 45)
    ),
    ChatScreenMessage(
      id: 6,
      sender: .peer,
      text: "We have plenty.\nBring coffee instead.",
      date: date(day: 14, hour: 9, minute: 12)
    ),
  ]
}

private enum ChatScreenFormat {
  static let day = formatter("EEEE, d MMMM")
  static let time = formatter("HH:mm")

  private static func formatter(_ format: String) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = format
    return formatter
  }
}

private final class ChatScreenTitleView: UIStackView {
  init(name: String, detail: String) {
    super.init(frame: .zero)
    let nameLabel = UILabel()
    nameLabel.text = name
    nameLabel.font = .systemFont(ofSize: 16, weight: .semibold)
    let detailLabel = UILabel()
    detailLabel.text = detail
    detailLabel.font = .systemFont(ofSize: 12)
    detailLabel.textColor = .secondaryLabel
    axis = .vertical
    alignment = .center
    addArrangedSubview(nameLabel)
    addArrangedSubview(detailLabel)
  }

  @available(*, unavailable)
  required init(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }
}

private final class ChatScreenDayHeader: UITableViewHeaderFooterView {
  static let reuseIdentifier = "ChatScreenDayHeader"

  private let label = UILabel()

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    var background = UIBackgroundConfiguration.listPlainHeaderFooter()
    background.backgroundColor = .systemBackground.withAlphaComponent(0.9)
    backgroundConfiguration = background
    label.font = UIFontMetrics(forTextStyle: .caption1)
      .scaledFont(for: .systemFont(ofSize: 12, weight: .semibold))
    label.adjustsFontForContentSizeCategory = true
    label.textColor = .secondaryLabel
    label.textAlignment = .center
    label.numberOfLines = 0
    label.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(label)
    let margins = contentView.layoutMarginsGuide
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 10),
      label.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      label.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      label.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -10),
    ])
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  func configure(with day: Date) {
    label.text = ChatScreenFormat.day.string(from: day)
    label.accessibilityIdentifier = "chat.day"
    label.accessibilityTraits = .header
  }
}

private final class ChatScreenBubbleCell: UITableViewCell {
  static let reuseIdentifier = "ChatScreenBubbleCell"

  private let bubble = UIView()
  private let messageLabel = UILabel()
  private let timeLabel = UILabel()
  private let stack = UIStackView()
  private lazy var peerConstraints = [
    stack.leadingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.leadingAnchor)
  ]
  private lazy var ownConstraints = [
    stack.trailingAnchor.constraint(equalTo: contentView.layoutMarginsGuide.trailingAnchor)
  ]
  private var sender = ChatScreenMessage.Sender.peer

  override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    selectionStyle = .none
    backgroundColor = .clear
    bubble.layer.cornerRadius = 18
    bubble.layer.cornerCurve = .continuous
    messageLabel.numberOfLines = 0
    messageLabel.font = .preferredFont(forTextStyle: .body)
    messageLabel.adjustsFontForContentSizeCategory = true
    timeLabel.font = .preferredFont(forTextStyle: .caption2)
    timeLabel.adjustsFontForContentSizeCategory = true
    timeLabel.textColor = .secondaryLabel
    layOut()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  private func layOut() {
    stack.axis = .vertical
    stack.spacing = 3
    stack.addArrangedSubview(bubble)
    stack.addArrangedSubview(timeLabel)
    stack.translatesAutoresizingMaskIntoConstraints = false
    contentView.addSubview(stack)
    messageLabel.translatesAutoresizingMaskIntoConstraints = false
    bubble.addSubview(messageLabel)
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: contentView.topAnchor, constant: 3),
      stack.bottomAnchor.constraint(equalTo: contentView.bottomAnchor, constant: -3),
      bubble.widthAnchor.constraint(
        lessThanOrEqualTo: contentView.layoutMarginsGuide.widthAnchor,
        multiplier: 0.78
      ),
      messageLabel.topAnchor.constraint(equalTo: bubble.topAnchor, constant: 8),
      messageLabel.leadingAnchor.constraint(equalTo: bubble.leadingAnchor, constant: 14),
      messageLabel.trailingAnchor.constraint(equalTo: bubble.trailingAnchor, constant: -14),
      messageLabel.bottomAnchor.constraint(equalTo: bubble.bottomAnchor, constant: -8),
    ])
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    let tail: CACornerMask =
      (sender == .me) == isRightToLeft ? .layerMinXMaxYCorner : .layerMaxXMaxYCorner
    let all: CACornerMask = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    bubble.layer.maskedCorners = all.subtracting(tail)
  }

  func configure(with message: ChatScreenMessage, showsTime: Bool) {
    let isOwn = message.sender == .me
    sender = message.sender
    NSLayoutConstraint.deactivate(isOwn ? peerConstraints : ownConstraints)
    NSLayoutConstraint.activate(isOwn ? ownConstraints : peerConstraints)
    stack.alignment = isOwn ? .trailing : .leading
    bubble.backgroundColor = isOwn ? .systemBlue : .secondarySystemBackground
    messageLabel.textColor = isOwn ? .white : .label
    messageLabel.text = message.text
    timeLabel.text = ChatScreenFormat.time.string(from: message.date)
    timeLabel.isHidden = !showsTime
    setNeedsLayout()

    accessibilityIdentifier = "chat.message.\(message.id)"
    messageLabel.accessibilityIdentifier = "chat.message.\(message.id).text"
    timeLabel.accessibilityIdentifier = "chat.message.\(message.id).time"
  }
}

private final class ChatScreenComposerBar: UIView, UITextViewDelegate {
  var onSend: ((String) -> Void)?
  let contentGuide = UILayoutGuide()

  private let background = UIVisualEffectView(effect: UIBlurEffect(style: .systemChromeMaterial))
  private let separator = UIView()
  private let textView = UITextView()
  private let placeholder = UILabel()
  private let maximumHeight: CGFloat = 120
  private lazy var heightConstraint = textView.heightAnchor.constraint(equalToConstant: 36)

  private lazy var sendButton: UIButton = {
    var configuration = UIButton.Configuration.filled()
    configuration.image = UIImage(
      systemName: "arrow.up",
      withConfiguration: UIImage.SymbolConfiguration(pointSize: 15, weight: .bold)
    )
    configuration.cornerStyle = .capsule
    configuration.contentInsets = .zero
    let button = UIButton(
      configuration: configuration,
      primaryAction: UIAction { [weak self] _ in self?.send() }
    )
    button.isEnabled = false
    button.accessibilityIdentifier = "chat.send"
    button.accessibilityLabel = "Send"
    return button
  }()

  override init(frame: CGRect) {
    super.init(frame: frame)
    separator.backgroundColor = .separator
    textView.delegate = self
    textView.font = .preferredFont(forTextStyle: .body)
    textView.adjustsFontForContentSizeCategory = true
    textView.isScrollEnabled = false
    textView.backgroundColor = .tertiarySystemFill
    textView.layer.cornerRadius = 18
    textView.textContainerInset = UIEdgeInsets(top: 8, left: 7, bottom: 8, right: 7)
    textView.accessibilityIdentifier = "chat.composer"
    placeholder.text = "Message"
    placeholder.font = textView.font
    placeholder.adjustsFontForContentSizeCategory = true
    placeholder.textColor = .placeholderText
    placeholder.isAccessibilityElement = false
    placeholder.accessibilityIdentifier = "chat.placeholder"
    layOut()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) is not supported")
  }

  private func layOut() {
    for view in [background, separator, textView, placeholder, sendButton] {
      view.translatesAutoresizingMaskIntoConstraints = false
      addSubview(view)
    }
    addLayoutGuide(contentGuide)
    let margins = layoutMarginsGuide
    NSLayoutConstraint.activate([
      background.topAnchor.constraint(equalTo: topAnchor),
      background.leadingAnchor.constraint(equalTo: leadingAnchor),
      background.trailingAnchor.constraint(equalTo: trailingAnchor),
      background.bottomAnchor.constraint(equalTo: bottomAnchor),
      separator.topAnchor.constraint(equalTo: topAnchor),
      separator.leadingAnchor.constraint(equalTo: leadingAnchor),
      separator.trailingAnchor.constraint(equalTo: trailingAnchor),
      separator.heightAnchor.constraint(equalToConstant: 0.5),

      contentGuide.topAnchor.constraint(equalTo: topAnchor),
      contentGuide.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
      contentGuide.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
      textView.topAnchor.constraint(equalTo: contentGuide.topAnchor, constant: 8),
      textView.leadingAnchor.constraint(equalTo: contentGuide.leadingAnchor),
      textView.bottomAnchor.constraint(equalTo: contentGuide.bottomAnchor, constant: -8),
      heightConstraint,

      placeholder.leadingAnchor.constraint(equalTo: textView.leadingAnchor, constant: 12),
      placeholder.topAnchor.constraint(equalTo: textView.topAnchor, constant: 8),
      sendButton.leadingAnchor.constraint(equalTo: textView.trailingAnchor, constant: 8),
      sendButton.trailingAnchor.constraint(equalTo: contentGuide.trailingAnchor),
      sendButton.bottomAnchor.constraint(equalTo: textView.bottomAnchor),
      sendButton.widthAnchor.constraint(equalToConstant: 36),
      sendButton.heightAnchor.constraint(equalToConstant: 36),
    ])
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    updateHeight()
  }

  private var trimmedText: String {
    textView.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func textViewDidChange(_ textView: UITextView) {
    placeholder.isHidden = !textView.text.isEmpty
    sendButton.isEnabled = !trimmedText.isEmpty
    updateHeight()
  }

  private func updateHeight() {
    guard textView.bounds.width > 0 else { return }
    let room = CGSize(width: textView.bounds.width, height: .greatestFiniteMagnitude)
    let wanted = textView.sizeThatFits(room).height.rounded(.up)
    let height = min(max(wanted, 36), maximumHeight)
    textView.isScrollEnabled = wanted > maximumHeight
    if heightConstraint.constant != height { heightConstraint.constant = height }
  }

  private func send() {
    let text = trimmedText
    guard !text.isEmpty else { return }
    textView.text = ""
    textViewDidChange(textView)
    onSend?(text)
  }
}
