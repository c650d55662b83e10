// The title and the buttons of a controller in a bar.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// The title and the buttons of one controller in a bar.
@preconcurrency
@MainActor
open class UINavigationItem: NSObject {
  /// The size of a title.
  public enum LargeTitleDisplayMode: Int, Sendable {
    /// That of the item before.
    case automatic = 0
    /// Large.
    case always = 1
    /// Small.
    case never = 2
  }

  /// The text of the button back to a controller.
  public enum BackButtonDisplayMode: Int, Sendable {
    /// The title of the controller.
    case `default` = 0
    /// The word Back.
    case generic = 1
    /// None.
    case minimal = 2
  }

  /// The text in the middle.
  open var title: String? { didSet { changed?() } }
  /// The text above the title; nil if there is none.
  open var prompt: String? { didSet { changed?() } }
  /// The smaller text below the title; nil if there is none.
  open var subtitle: String? { didSet { changed?() } }
  /// A view in place of the title.
  open var titleView: UIView? { didSet { changed?() } }
  /// A view in place of the subtitle.
  open var subtitleView: UIView? { didSet { changed?() } }
  /// The buttons at the leading side, from the edge on, in place of the one back.
  open var leftBarButtonItems: [UIBarButtonItem]? {
    get { lefts.isEmpty ? nil : lefts }
    set { lefts = newValue ?? [] }
  }
  /// The buttons at the trailing side, from the edge on.
  open var rightBarButtonItems: [UIBarButtonItem]? {
    get { rights.isEmpty ? nil : rights }
    set { rights = newValue ?? [] }
  }
  /// The button at the leading side, in place of the one back.
  open var leftBarButtonItem: UIBarButtonItem? {
    get { lefts.first }
    set { lefts = newValue.map { [$0] } ?? [] }
  }
  /// The button at the trailing side.
  open var rightBarButtonItem: UIBarButtonItem? {
    get { rights.first }
    set { rights = newValue.map { [$0] } ?? [] }
  }
  /// Whether the button back is shown beside the others; false by default.
  open var leftItemsSupplementBackButton = false { didSet { changed?() } }
  /// Whether the button back is left out.
  open var hidesBackButton = false { didSet { changed?() } }
  /// The button back to this controller that the next one shows; nil for one with the title.
  open var backBarButtonItem: UIBarButtonItem? { didSet { changed?() } }
  /// The text of the button back to this controller; nil for the title.
  open var backButtonTitle: String? { didSet { changed?() } }
  /// The kind of the button back to this controller.
  open var backButtonDisplayMode = BackButtonDisplayMode.default { didSet { changed?() } }
  /// The size of the title in bars that prefer large ones.
  open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic { didSet { changed?() } }
  /// The look of the bar while it shows the item; nil for the bar's.
  open var standardAppearance: UINavigationBarAppearance? { didSet { changed?() } }
  /// The look across, on a phone; nil for `standardAppearance`.
  open var compactAppearance: UINavigationBarAppearance? { didSet { changed?() } }
  /// The look over the beginning of the content; nil for `standardAppearance`.
  open var scrollEdgeAppearance: UINavigationBarAppearance? { didSet { changed?() } }
  /// The look across, over the beginning of the content; nil for `scrollEdgeAppearance`.
  open var compactScrollEdgeAppearance: UINavigationBarAppearance? { didSet { changed?() } }
  /// The search whose field stands under the title; nil if there is none.
  open var searchController: UISearchController? {
    didSet {
      guard searchController !== oldValue else { return }
      searchController?.hostItem = self
      changed?()
    }
  }
  /// Whether the field of the search goes away while the content scrolls; true by default.
  ///
  /// **Differences**: it is stored; the field stays.
  open var hidesSearchBarWhenScrolling = true
  /// The place of the field of the search.
  ///
  /// **Differences**: it is stored; the field stands under the title.
  open var preferredSearchBarPlacement = SearchBarPlacement.automatic
  final var changed: (() -> Void)?
  private var lefts: [UIBarButtonItem] = [] { didSet { changed?() } }
  private var rights: [UIBarButtonItem] = [] { didSet { changed?() } }

  /// The place of a field of search.
  public enum SearchBarPlacement: Int, Sendable {
    /// The bar's choice.
    case automatic = 0
    /// Beside the title.
    case inline = 1
    /// Under the title.
    case stacked = 2
  }

  /// Creates an item.
  public init(title: String) {
    super.init()
    self.title = title
  }

  /// Sets the button at the leading side.
  open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) { leftBarButtonItem = item }

  /// Sets the button at the trailing side.
  open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
    rightBarButtonItem = item
  }

  /// Sets the buttons at the leading side.
  open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    leftBarButtonItems = items
  }

  /// Sets the buttons at the trailing side.
  open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
    rightBarButtonItems = items
  }

  /// Sets whether the button back is left out.
  open func setHidesBackButton(_ hidesBackButton: Bool, animated: Bool) {
    self.hidesBackButton = hidesBackButton
  }

  /// The title of the button back to this item.
  final var shownBackTitle: String {
    switch backButtonDisplayMode {
    case .minimal: return ""
    case .generic: return "Back"
    case .default: return backBarButtonItem?.title ?? backButtonTitle ?? title ?? "Back"
    }
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
