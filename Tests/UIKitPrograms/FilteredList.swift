// A list that a segmented control and a search filter.
// Licensed under the MIT license; see LICENSE.

import UIKit

struct Animal: Hashable {
  enum Kind: String, CaseIterable {
    case mammal = "Mammals"
    case bird = "Birds"
  }

  let name: String
  let kind: Kind
}

class FilteredListViewController: UIViewController {
  private let animals: [Animal] = [
    Animal(name: "Badger", kind: .mammal), Animal(name: "Blackbird", kind: .bird),
    Animal(name: "Fox", kind: .mammal), Animal(name: "Owl", kind: .bird),
    Animal(name: "Otter", kind: .mammal), Animal(name: "Robin", kind: .bird),
  ]
  private(set) var shown: [Animal] = []
  let segmentedControl = UISegmentedControl(items: ["All"] + Animal.Kind.allCases.map(\.rawValue))
  let searchField = UITextField()
  let tableView = UITableView()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    segmentedControl.selectedSegmentIndex = 0
    segmentedControl.addAction(
      UIAction { [weak self] _ in self?.applyFilter(animated: true) },
      for: .valueChanged
    )
    searchField.placeholder = "Search"
    searchField.borderStyle = .roundedRect
    searchField.clearButtonMode = .whileEditing
    searchField.autocorrectionType = .no
    searchField.autocapitalizationType = .none
    searchField.returnKeyType = .done
    searchField.delegate = self
    searchField.addAction(
      UIAction { [weak self] _ in self?.applyFilter(animated: false) },
      for: .editingChanged
    )
    tableView.dataSource = self
    tableView.delegate = self
    tableView.keyboardDismissMode = .onDrag
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Animal")
    [segmentedControl, searchField, tableView].forEach { view.addSubview($0) }
    applyFilter(animated: false)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width
    searchField.frame = CGRect(x: 10, y: 10, width: width - 20, height: 34)
    segmentedControl.frame = CGRect(x: 10, y: 52, width: width - 20, height: 32)
    tableView.frame = CGRect(x: 0, y: 94, width: width, height: view.bounds.height - 94)
  }

  private func applyFilter(animated: Bool) {
    let index = segmentedControl.selectedSegmentIndex
    let kind = index == 0 ? nil : Animal.Kind.allCases[index - 1]
    let query = searchField.text ?? ""
    let old = shown
    shown = animals.filter { animal in
      (kind == nil || animal.kind == kind)
        && (query.isEmpty || animal.name.range(of: query, options: .caseInsensitive) != nil)
    }
    guard animated else { return tableView.reloadData() }
    let difference = shown.difference(from: old)
    tableView.performBatchUpdates(
      {
        for change in difference {
          switch change {
          case .remove(let offset, _, _):
            self.tableView.deleteRows(at: [IndexPath(row: offset, section: 0)], with: .left)
          case .insert(let offset, _, _):
            self.tableView.insertRows(at: [IndexPath(row: offset, section: 0)], with: .right)
          }
        }
      },
      completion: nil
    )
  }
}

extension FilteredListViewController: UITableViewDataSource, UITableViewDelegate {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    shown.count
  }

  func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Animal", for: indexPath)
    cell.textLabel?.text = shown[indexPath.row].name
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    let alert = UIAlertController(
      title: shown[indexPath.row].name,
      message: shown[indexPath.row].kind.rawValue,
      preferredStyle: .alert
    )
    alert.addAction(UIAlertAction(title: "OK", style: .default))
    present(alert, animated: true)
  }
}

extension FilteredListViewController: UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    textField.resignFirstResponder()
    return true
  }
}
