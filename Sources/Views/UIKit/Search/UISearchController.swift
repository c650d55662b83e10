// Searches: a bar, and a controller with what was found.
// Licensed under the MIT license; see LICENSE.

public import Foundation
import CoreGraphics

/// Finds what a search is for.
@preconcurrency
@MainActor
public protocol UISearchResultsUpdating: AnyObject {
  /// The text or the part changed, or the search began or ended.
  func updateSearchResults(for searchController: UISearchController)
}

/// Hears of a search.
@preconcurrency
@MainActor
public protocol UISearchControllerDelegate: AnyObject {
  /// The search begins.
  func willPresentSearchController(_ searchController: UISearchController)
  /// The search has begun.
  func didPresentSearchController(_ searchController: UISearchController)
  /// The search ends.
  func willDismissSearchController(_ searchController: UISearchController)
  /// The search has ended.
  func didDismissSearchController(_ searchController: UISearchController)
  /// Called before the search begins by a touch.
  func presentSearchController(_ searchController: UISearchController)
}

extension UISearchControllerDelegate {
  /// Does nothing.
  public func willPresentSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func didPresentSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func willDismissSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func didDismissSearchController(_ searchController: UISearchController) {}
  /// Does nothing.
  public func presentSearchController(_ searchController: UISearchController) {}
}

/// A bar for a search, and a controller whose view covers the content with what was found.
///
/// ```swift
/// navigationItem.searchController = UISearchController(searchResultsController: nil)
/// navigationItem.searchController?.searchResultsUpdater = self
/// ```
///
/// **Differences**: the bar stays where it is, and the navigation bar does not go away.
open class UISearchController: UIViewController {
  /// The bar.
  public let searchBar: UISearchBar
  /// The controller with what was found; nil if the content shows that itself.
  public let searchResultsController: UIViewController?
  /// The object that finds.
  open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
  /// The object notified of the search.
  open weak var delegate: (any UISearchControllerDelegate)?
  /// Whether the content is covered and takes no touches during a search; true by default.
  open var obscuresBackgroundDuringPresentation = true
  /// Whether the navigation bar goes away during a search; true by default.
  ///
  /// **Differences**: it is stored; the bar stays.
  open var hidesNavigationBarDuringPresentation = true
  /// Whether the controller with what was found shows without a text; false by default.
  open var showsSearchResultsController = false { didSet { updateResults() } }
  /// Whether that follows from the text; true by default.
  open var automaticallyShowsSearchResultsController = true { didSet { updateResults() } }
  /// Whether the button that ends the search comes by itself; true by default.
  open var automaticallyShowsCancelButton = true
  /// Whether the parts to search in come by themselves; true by default.
  open var automaticallyShowsScopeBar = true
  /// The item of the bar that shows the field; nil for a field that the program places.
  final weak var hostItem: UINavigationItem?
  private var active = false
  private var cover: UIView?

  /// Creates a search.
  public init(searchResultsController: UIViewController?) {
    searchBar = UISearchBar(frame: CGRect(x: 0, y: 0, width: 320, height: 52))
    self.searchResultsController = searchResultsController
    super.init(nibName: nil, bundle: nil)
    searchBar.searchBarStyle = .minimal
    searchBar.search = self
  }

  /// Searches have no archives.
  public required init?(coder: NSCoder) { nil }

  /// Whether the program has put the bar elsewhere than under a title.
  final var showsElsewhere: Bool {
    guard let parent = searchBar.superview else { return false }
    return !(parent is UINavigationBar)
  }

  /// Whether the search goes on.
  ///
  /// Setting it begins or ends the search; the end empties the field.
  open var isActive: Bool {
    get { active }
    set {
      guard newValue != active else { return }
      if newValue { begin() } else { end() }
    }
  }

  private func begin() {
    active = true
    delegate?.presentSearchController(self)
    delegate?.willPresentSearchController(self)
    if automaticallyShowsCancelButton { searchBar.setShowsCancelButton(true, animated: true) }
    if automaticallyShowsScopeBar, searchBar.scopeButtonTitles?.isEmpty == false {
      searchBar.showsScopeBar = true
    }
    if !searchBar.isFirstResponder { searchBar.becomeFirstResponder() }
    updateResults()
    searchResultsUpdater?.updateSearchResults(for: self)
    delegate?.didPresentSearchController(self)
  }

  private func end() {
    delegate?.willDismissSearchController(self)
    active = false
    searchBar.resignFirstResponder()
    if automaticallyShowsCancelButton { searchBar.setShowsCancelButton(false, animated: true) }
    if automaticallyShowsScopeBar { searchBar.showsScopeBar = false }
    searchBar.text = ""
    updateResults()
    searchResultsUpdater?.updateSearchResults(for: self)
    delegate?.didDismissSearchController(self)
  }

  final func textChanged() {
    guard active else { return }
    updateResults()
    searchResultsUpdater?.updateSearchResults(for: self)
  }

  final func scopeChanged() {
    if active { searchResultsUpdater?.updateSearchResults(for: self) }
  }

  /// The controller whose content is searched: the one that has the bar.
  private var searched: UIViewController? {
    var responder: UIResponder? = searchBar.superview
    while let next = responder {
      if let navigation = next as? UINavigationController { return navigation.topViewController }
      if let controller = next as? UIViewController { return controller }
      responder = next.next
    }
    return nil
  }

  /// Covers the content, or shows what was found over it, as far as the search asks for that.
  private func updateResults() {
    let isEmpty = searchBar.text?.isEmpty ?? true
    let shows =
      active
      && (automaticallyShowsSearchResultsController
        ? !isEmpty || showsSearchResultsController : showsSearchResultsController)
    guard let host = searched, let area = host.viewIfLoaded else { return hideResults() }
    if shows, let results = searchResultsController {
      guard results.parent !== host else { return }
      hideCover()
      host.addChild(results)
      let view: UIView = results.view
      view.frame = area.bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      area.addSubview(view)
      results.didMove(toParent: host)
      return
    }
    hideResults()
    guard active, obscuresBackgroundDuringPresentation, isEmpty else { return hideCover() }
    guard cover == nil else { return }
    let dimming = UIView(frame: area.bounds)
    dimming.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    dimming.backgroundColor = UIColor(white: 0, alpha: 0.1)
    dimming.addGestureRecognizer(
      UITapGestureRecognizer { [weak self] _ in self?.isActive = false }
    )
    area.addSubview(dimming)
    cover = dimming
  }

  private func hideCover() {
    cover?.removeFromSuperview()
    cover = nil
  }

  private func hideResults() {
    if !active { hideCover() }
    guard let results = searchResultsController, results.parent != nil else { return }
    results.willMove(toParent: nil)
    results.viewIfLoaded?.removeFromSuperview()
    results.removeFromParent()
  }
}
