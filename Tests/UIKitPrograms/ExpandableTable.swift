// Sections that open and close by a tap on their headers.
// Licensed under the MIT license; see LICENSE.

import UIKit

final class ExpandableHeader: UITableViewHeaderFooterView {
  static let reuseIdentifier = String(describing: ExpandableHeader.self)
  var onTap: (() -> Void)?
  let label = UILabel()
  let chevron = UIImageView()

  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier)
    contentView.backgroundColor = .secondarySystemBackground
    label.font = UIFont.preferredFont(forTextStyle: .headline)
    chevron.image = Self.chevronImage.withRenderingMode(.alwaysTemplate)
    chevron.tintColor = .systemGray
    chevron.contentMode = .center
    contentView.addSubview(label)
    contentView.addSubview(chevron)
    addGestureRecognizer(
      UITapGestureRecognizer(target: self, action: Selector("tapped", ExpandableHeader.tapped))
    )
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let bounds = contentView.bounds
    label.frame = CGRect(x: 16, y: 0, width: bounds.width - 60, height: bounds.height)
    chevron.bounds = CGRect(x: 0, y: 0, width: 24, height: 24)
    chevron.center = CGPoint(x: bounds.width - 24, y: bounds.midY)
  }

  func setExpanded(_ expanded: Bool, animated: Bool) {
    let changes = {
      self.chevron.transform = expanded ? CGAffineTransform(rotationAngle: .pi / 2) : .identity
    }
    animated ? UIView.animate(withDuration: 0.25, animations: changes) : changes()
  }

  private func tapped() {
    onTap?()
  }

  private static let chevronImage = UIGraphicsImageRenderer(
    size: CGSize(width: 10, height: 16)
  ).image { _ in
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 2, y: 2))
    path.addLine(to: CGPoint(x: 8, y: 8))
    path.addLine(to: CGPoint(x: 2, y: 14))
    path.lineWidth = 2
    path.lineCapStyle = .round
    UIColor.black.setStroke()
    path.stroke()
  }
}

class ExpandableTableViewController: UITableViewController {
  struct Group {
    let name: String
    let items: [String]
    var isExpanded = false
  }

  private(set) var groups = [
    Group(name: "Fruit", items: ["Apple", "Banana", "Cherry"]),
    Group(name: "Trees", items: ["Oak", "Birch"]),
    Group(name: "Birds", items: ["Wren", "Kestrel", "Rook", "Swift"]),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Cell")
    tableView.register(
      ExpandableHeader.self,
      forHeaderFooterViewReuseIdentifier: ExpandableHeader.reuseIdentifier
    )
    tableView.sectionHeaderTopPadding = 0
    tableView.sectionHeaderHeight = 40
    tableView.rowHeight = 36
  }

  private func toggle(_ section: Int) {
    groups[section].isExpanded.toggle()
    let paths = groups[section].items.indices.map { IndexPath(row: $0, section: section) }
    tableView.beginUpdates()
    if groups[section].isExpanded {
      tableView.insertRows(at: paths, with: .fade)
    } else {
      tableView.deleteRows(at: paths, with: .fade)
    }
    tableView.endUpdates()
    let header = tableView.headerView(forSection: section) as? ExpandableHeader
    header?.setExpanded(groups[section].isExpanded, animated: true)
  }

  override func numberOfSections(in tableView: UITableView) -> Int {
    groups.count
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    groups[section].isExpanded ? groups[section].items.count : 0
  }

  override func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Cell", for: indexPath)
    cell.textLabel?.text = groups[indexPath.section].items[indexPath.row]
    cell.indentationLevel = 1
    return cell
  }

  override func tableView(
    _ tableView: UITableView,
    viewForHeaderInSection section: Int
  ) -> UIView? {
    let header =
      tableView.dequeueReusableHeaderFooterView(
        withIdentifier: ExpandableHeader.reuseIdentifier
      ) as? ExpandableHeader
    header?.label.text = "\(groups[section].name) (\(groups[section].items.count))"
    header?.setExpanded(groups[section].isExpanded, animated: false)
    header?.onTap = { [weak self] in self?.toggle(section) }
    return header
  }
}
