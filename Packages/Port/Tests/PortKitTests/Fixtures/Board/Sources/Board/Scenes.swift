// The controllers of a storyboard.
// Licensed under the MIT license; see LICENSE.

import UIKit

public final class ListController: UITableViewController {
  @IBOutlet private var addButton: UIBarButtonItem!
  public private(set) var added = 0
  public private(set) var returns = 0
  public let names = ["One", "Two", "Three"]

  public override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UINib(nibName: "RowCell", bundle: nil), forCellReuseIdentifier: "nib")
  }

  public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    names.count + 1
  }

  public override func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    guard indexPath.row < names.count else {
      let cell = tableView.dequeueReusableCell(withIdentifier: "nib", for: indexPath) as! RowCell
      cell.name.text = "Nib"
      return cell
    }
    let cell = tableView.dequeueReusableCell(withIdentifier: "name", for: indexPath)
    cell.textLabel?.text = names[indexPath.row]
    return cell
  }

  @IBAction private func add(_ sender: Any) { added += 1 }

  @IBAction func unwindToList(_ segue: UIStoryboardSegue) { returns += 1 }

  public override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    guard segue.identifier == "details", let details = segue.destination as? DetailsController else {
      return
    }
    if let cell = sender as? UITableViewCell { details.name = cell.textLabel?.text ?? "" }
  }
}

public final class DetailsController: UIViewController {
  @IBOutlet private var nameLabel: UILabel!
  @IBOutlet public var area: UIView!
  public var name = ""
  public private(set) weak var inner: InnerController?

  public override func viewDidLoad() {
    super.viewDidLoad()
    nameLabel.text = name
  }

  public override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    if segue.identifier == "inner" { inner = segue.destination as? InnerController }
  }

  public var shownName: String? { nameLabel.text }
}

public final class InnerController: UIViewController {}

public final class SettingsController: UITableViewController {
  @IBOutlet public var flag: UISwitch!
}
