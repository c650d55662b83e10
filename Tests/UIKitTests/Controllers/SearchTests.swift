// Fields and controllers of searches, fields of alerts, editing and tools of controllers.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import Testing
import UIKit

@MainActor
@Suite(.serialized) struct SearchTests {
  private final class Noting: NSObject, UISearchBarDelegate, UISearchResultsUpdating,
    UISearchControllerDelegate
  {
    var log: [String] = []
    func searchBar(_ searchBar: UISearchBar, textDidChange searchText: String) {
      log.append("text \(searchText)")
    }
    func searchBarSearchButtonClicked(_ searchBar: UISearchBar) { log.append("search") }
    func searchBarCancelButtonClicked(_ searchBar: UISearchBar) { log.append("cancel") }
    func updateSearchResults(for searchController: UISearchController) {
      log.append("update \(searchController.searchBar.text ?? "")")
    }
    func willPresentSearchController(_ searchController: UISearchController) {
      log.append("present")
    }
    func willDismissSearchController(_ searchController: UISearchController) {
      log.append("dismiss")
    }
  }

  @Test func barsTellOfTypingAndReturn() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    let bar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: 56))
    let delegate = Noting()
    bar.delegate = delegate
    window.addSubview(bar)
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    #expect(bar.becomeFirstResponder())
    UIApplication.shared.type("ab")
    #expect(bar.text == "ab")
    #expect(delegate.log == ["text a", "text ab"])
    UIApplication.shared.type("\n")
    #expect(delegate.log.last == "search")
    window.layoutIfNeeded()
    // 8 points at the sides, 36 high in the middle of 56.
    #expect(bar.searchTextField.frame == CGRect(x: 8, y: 10, width: 304, height: 36))
    bar.showsCancelButton = true
    window.layoutIfNeeded()
    #expect(bar.searchTextField.frame.width < 304)
    UIApplication.shared.tap(at: CGPoint(x: 310, y: 28), in: window)
    #expect(delegate.log.last == "cancel")
  }

  @Test func searchesBeginWithEditingAndShowWhatWasFound() {
    let noting = Noting()
    let results = UIViewController()
    let search = UISearchController(searchResultsController: results)
    search.searchResultsUpdater = noting
    search.delegate = noting
    let root = UIViewController()
    root.title = "Notes"
    root.navigationItem.searchController = search
    let stack = UINavigationController(rootViewController: root)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    window.layoutIfNeeded()
    #expect(search.searchBar.isDescendant(of: stack.navigationBar))
    #expect(root.view.safeAreaInsets.top >= 96)
    search.searchBar.becomeFirstResponder()
    #expect(search.isActive)
    #expect(noting.log == ["present", "update "])
    #expect(results.parent == nil)
    UIApplication.shared.type("x")
    #expect(noting.log.last == "update x")
    #expect(results.parent === root)
    #expect(results.view.superview === root.view)
    search.isActive = false
    #expect(search.searchBar.text == "")
    #expect(results.parent == nil)
    #expect(noting.log.suffix(2) == ["dismiss", "update "])
  }

  @Test func alertsHaveFields() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let root = UIViewController()
    window.rootViewController = root
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    let alert = UIAlertController(title: "Name", message: nil, preferredStyle: .alert)
    alert.addTextField { $0.placeholder = "first" }
    alert.addTextField { $0.text = "b" }
    let action = UIAlertAction(title: "OK", style: .default) { _ in }
    alert.addAction(action)
    root.present(alert, animated: false)
    #expect(alert.textFields?.map(\.placeholder) == ["first", nil])
    #expect(alert.textFields?.first?.isFirstResponder == true)
    UIApplication.shared.type("a")
    #expect(alert.textFields?.map(\.text) == ["a", "b"])
    let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    sheet.addTextField()
    #expect(sheet.textFields == nil)
  }

  @Test func editButtonsSwitchEditing() {
    let controller = UIViewController()
    let button = controller.editButtonItem
    #expect(button === controller.editButtonItem)
    #expect(button.title == "Edit")
    controller.isEditing = true
    #expect(button.title == "Done")
    #expect(button.style == .done)
    controller.setEditing(false, animated: false)
    #expect(button.title == "Edit")
  }

  @Test func stacksShowTheToolsOfTheTopController() {
    let root = UIViewController()
    let tool = UIBarButtonItem(customView: UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20)))
    root.toolbarItems = [tool]
    let stack = UINavigationController(rootViewController: root)
    let window = UIWindow(frame: UIScreen.main.bounds)
    window.rootViewController = stack
    window.makeKeyAndVisible()
    defer { window.isHidden = true }
    window.layoutIfNeeded()
    let before = root.view.safeAreaInsets.bottom
    #expect(stack.isToolbarHidden)
    stack.setToolbarHidden(false, animated: false)
    window.layoutIfNeeded()
    #expect(stack.toolbar.items == [tool])
    #expect(stack.toolbar.frame.maxY == window.bounds.maxY)
    #expect(root.view.safeAreaInsets.bottom == before + 44)
    let next = UIViewController()
    next.hidesBottomBarWhenPushed = true
    root.show(next, sender: nil)
    window.layoutIfNeeded()
    #expect(stack.topViewController === next)
    #expect(stack.toolbar.superview == nil)
  }
}
