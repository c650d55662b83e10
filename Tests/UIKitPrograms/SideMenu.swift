// A menu at the side, pulled in from the edge: a container controller.
// Licensed under the MIT license; see LICENSE.

import UIKit

protocol MenuViewControllerDelegate: AnyObject {
  func menu(_ menu: MenuViewController, didSelect item: String)
}

class MenuViewController: UITableViewController {
  weak var delegate: MenuViewControllerDelegate?
  let items = ["Home", "Search", "Settings"]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .secondarySystemBackground
    tableView.separatorStyle = .none
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "Item")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    items.count
  }

  override func tableView(
    _ tableView: UITableView,
    cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "Item", for: indexPath)
    cell.textLabel?.text = items[indexPath.row]
    cell.backgroundColor = .clear
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    delegate?.menu(self, didSelect: items[indexPath.row])
  }
}

class SideMenuViewController: UIViewController, MenuViewControllerDelegate {
  let menu = MenuViewController(style: .plain)
  let content = UIViewController()
  let titleLabel = UILabel()
  private let dimmingView = UIView()
  private let menuWidth: CGFloat = 160
  private(set) var isOpen = false

  override func viewDidLoad() {
    super.viewDidLoad()
    content.view.backgroundColor = .systemBackground
    titleLabel.text = "Home"
    titleLabel.font = .preferredFont(forTextStyle: .title1)
    titleLabel.textAlignment = .center
    content.view.addSubview(titleLabel)
    dimmingView.backgroundColor = .black
    dimmingView.alpha = 0
    menu.delegate = self
    embed(content)
    view.addSubview(dimmingView)
    embed(menu)

    let edge = UIScreenEdgePanGestureRecognizer(
      target: self,
      action: Selector("panned:", SideMenuViewController.panned)
    )
    edge.edges = .left
    view.addGestureRecognizer(edge)
    dimmingView.addGestureRecognizer(
      UITapGestureRecognizer(target: self, action: Selector("close", SideMenuViewController.close))
    )
  }

  private func embed(_ child: UIViewController) {
    addChild(child)
    view.addSubview(child.view)
    child.didMove(toParent: self)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    content.view.frame = view.bounds
    titleLabel.frame = content.view.bounds
    dimmingView.frame = view.bounds
    place(isOpen ? 1 : 0)
  }

  private func place(_ progress: CGFloat) {
    menu.view.frame = CGRect(
      x: menuWidth * (progress - 1),
      y: 0,
      width: menuWidth,
      height: view.bounds.height
    )
    dimmingView.alpha = 0.4 * progress
  }

  private func panned(_ gesture: UIScreenEdgePanGestureRecognizer) {
    let progress = min(max(gesture.translation(in: view).x / menuWidth, 0), 1)
    switch gesture.state {
    case .changed: place(progress)
    case .ended: setOpen(progress > 0.5 || gesture.velocity(in: view).x > 500)
    case .cancelled, .failed: setOpen(false)
    default: break
    }
  }

  private func close() {
    setOpen(false)
  }

  func setOpen(_ open: Bool) {
    isOpen = open
    let animator = UIViewPropertyAnimator(duration: 0.3, dampingRatio: 0.9) {
      self.place(open ? 1 : 0)
    }
    animator.addCompletion { position in
      if position == .end { self.setNeedsStatusBarAppearanceUpdate() }
    }
    animator.startAnimation()
  }

  func menu(_ menu: MenuViewController, didSelect item: String) {
    titleLabel.text = item
    setOpen(false)
  }
}
