// A table that is pulled down for newer rows.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct Message {
  let sender: String
  let text: String
  let date: Date
}

protocol MessageLoader {
  func load(completion: @escaping ([Message]) -> Void)
}

/// Answers after a while, as a server does.
final class SlowLoader: MessageLoader {
  private var round = 0

  func load(completion: @escaping ([Message]) -> Void) {
    round += 1
    let round = self.round
    Timer.onViewClock(withTimeInterval: 1, repeats: false) { _ in
      completion([
        Message(
          sender: "Ada",
          text: "News, number \(round)",
          date: Date(timeIntervalSince1970: 0)
        )
      ])
    }
  }
}

class MessagesViewController: UITableViewController {
  private static let cellIdentifier = "MessageCell"
  private(set) var messages = [
    Message(sender: "Grace", text: "Found the moth.", date: Date(timeIntervalSince1970: 0)),
    Message(sender: "Alan", text: "Does it halt?", date: Date(timeIntervalSince1970: 0)),
  ]
  private let loader: MessageLoader
  private let dateFormatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "HH:mm"
    return formatter
  }()

  init(loader: MessageLoader = SlowLoader()) {
    self.loader = loader
    super.init(style: .plain)
    title = "Messages"
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.rowHeight = 52
    let refresh = UIRefreshControl()
    refresh.attributedTitle = NSAttributedString(
      string: "Pull to refresh",
      attributes: [.font: UIFont.systemFont(ofSize: 11), .foregroundColor: UIColor.secondaryLabel]
    )
    refresh.addAction(UIAction { [weak self] _ in self?.reload() }, for: .valueChanged)
    refreshControl = refresh
  }

  private func reload() {
    loader.load { [weak self] newer in
      guard let self = self else { return }
      self.messages.insert(contentsOf: newer, at: 0)
      let paths = newer.indices.map { IndexPath(row: $0, section: 0) }
      self.tableView.insertRows(at: paths, with: .automatic)
      self.refreshControl?.endRefreshing()
    }
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    messages.count
  }

  override func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell =
      tableView.dequeueReusableCell(withIdentifier: Self.cellIdentifier)
      ?? UITableViewCell(style: .subtitle, reuseIdentifier: Self.cellIdentifier)
    let message = messages[indexPath.row]
    cell.textLabel?.text = message.sender
    cell.detailTextLabel?.text =
      "\(dateFormatter.string(from: message.date))  \(message.text)"
    cell.detailTextLabel?.textColor = .secondaryLabel
    return cell
  }
}
