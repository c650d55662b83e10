// The panel that finds and replaces text.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Makes the searches of a find panel.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UIFindInteractionDelegate: AnyObject {
  /// Returns a search of a view; nil if there is nothing to search.
  func findInteraction(
    _ interaction: UIFindInteraction,
    sessionFor view: UIView
  ) -> UIFindSession?
  /// A search began.
  func findInteraction(_ interaction: UIFindInteraction, didBegin session: UIFindSession)
  /// A search ended.
  func findInteraction(_ interaction: UIFindInteraction, didEnd session: UIFindSession)
}

extension UIFindInteractionDelegate {
  /// Does nothing.
  public func findInteraction(_ interaction: UIFindInteraction, didBegin session: UIFindSession) {}
  /// Does nothing.
  public func findInteraction(_ interaction: UIFindInteraction, didEnd session: UIFindSession) {}
}

/// Shows a panel at the lower edge of the window that finds text in a view, and replaces it.
///
/// Text views have one by `isFindInteractionEnabled`.
///
/// **Differences**: the look is plain; the panel has no menu of options and no history.
@preconcurrency
@MainActor
open class UIFindInteraction: NSObject, UIInteraction {
  /// The view; nil if there is none.
  open private(set) weak var view: UIView?
  /// The object that makes searches.
  open private(set) weak var delegate: (any UIFindInteractionDelegate)?
  /// The search; nil while there is none.
  open private(set) var activeFindSession: UIFindSession?
  /// The text that is searched; nil before the first search.
  open var searchText: String? { didSet { panel?.take(self) } }
  /// The text in the place of results; nil before the first one.
  open var replacementText: String? { didSet { panel?.take(self) } }
  private(set) final var panel: FindPanel?

  /// Creates an interaction.
  public init(sessionDelegate: any UIFindInteractionDelegate) {
    delegate = sessionDelegate
    super.init()
  }

  /// Takes the panel away.
  open func willMove(to view: UIView?) { dismissFindNavigator() }

  /// Notes the view.
  open func didMove(to view: UIView?) { self.view = view }

  /// Whether the panel shows.
  open var isFindNavigatorVisible: Bool { panel?.superview != nil }

  /// Shows the panel; nothing without a window, or without a search.
  ///
  /// - Parameter showingReplace: Whether it replaces as well, if the search can.
  open func presentFindNavigator(showingReplace: Bool) {
    guard let view, let window = view.window else { return }
    if activeFindSession == nil {
      activeFindSession = delegate?.findInteraction(self, sessionFor: view)
      if let activeFindSession {
        delegate?.findInteraction(self, didBegin: activeFindSession)
      }
    }
    guard let session = activeFindSession else { return }
    panel?.removeFromSuperview()
    let made = FindPanel(self, replaces: showingReplace && session.supportsReplacement)
    panel = made
    window.addSubview(made)
    made.fit()
    made.take(self)
    made.field.becomeFirstResponder()
    if let searchText, !searchText.isEmpty { search(searchText) }
  }

  /// Takes the panel away and ends the search.
  open func dismissFindNavigator() {
    panel?.endEditing(true)
    panel?.removeFromSuperview()
    panel = nil
    guard let session = activeFindSession else { return }
    activeFindSession = nil
    session.invalidateFoundResults()
    delegate?.findInteraction(self, didEnd: session)
  }

  /// Goes to the next result.
  open func findNext() { go(.forward) }

  /// Goes to the result before.
  open func findPrevious() { go(.backward) }

  private func go(_ direction: UITextStorageDirection) {
    activeFindSession?.highlightNextResult(in: direction)
    updateResultCount()
  }

  /// Shows the number of results anew.
  open func updateResultCount() { panel?.show(activeFindSession) }

  final func search(_ text: String) {
    if searchText != text { searchText = text }
    activeFindSession?.performSearch(query: text, options: nil)
    updateResultCount()
  }

  final func replace(all isAll: Bool) {
    guard let searchText, let session = activeFindSession else { return }
    let new = replacementText ?? ""
    if isAll {
      session.replaceAll(searchQuery: searchText, replacementString: new, options: nil)
    } else {
      session.performSingleReplacement(query: searchText, replacementString: new, options: nil)
    }
    updateResultCount()
  }
}

/// The panel at the lower edge of a window.
final class FindPanel: UIView {
  private static let rowHeight: CGFloat = 44
  private static let margin: CGFloat = 8

  private weak var interaction: UIFindInteraction?
  let field = UISearchTextField(frame: .zero)
  let replacement: UITextField?
  let count = UILabel()
  private(set) var buttons: [UIButton] = []
  private(set) var replacing: [UIButton] = []

  init(_ interaction: UIFindInteraction, replaces: Bool) {
    self.interaction = interaction
    replacement = replaces ? UITextField(frame: .zero) : nil
    super.init(frame: .zero)
    backgroundColor = .secondarySystemBackground
    field.addAction(
      UIAction { [weak self] _ in self?.interaction?.search(self?.field.text ?? "") },
      for: .editingChanged
    )
    field.addAction(
      UIAction { [weak self] _ in self?.interaction?.findNext() },
      for: .primaryActionTriggered
    )
    count.font = .systemFont(ofSize: 13)
    count.textColor = .secondaryLabel
    count.textAlignment = .right
    for part in [field, count] as [UIView] { addSubview(part) }
    buttons = [
      button("chevron.up", "Previous") { $0.findPrevious() },
      button("chevron.down", "Next") { $0.findNext() },
      button(nil, "Done") { $0.dismissFindNavigator() },
    ]
    guard let replacement else { return }
    replacement.placeholder = "Replace"
    replacement.backgroundColor = .tertiarySystemFill
    replacement.layer.cornerRadius = 10
    replacement.addAction(
      UIAction { [weak self] _ in
        self?.interaction?.replacementText = self?.replacement?.text
      },
      for: .editingChanged
    )
    addSubview(replacement)
    replacing = [
      button(nil, "Replace") { $0.replace(all: false) },
      button(nil, "All") { $0.replace(all: true) },
    ]
  }

  required init?(coder: NSCoder) { nil }

  private func button(
    _ symbol: String?,
    _ title: String,
    _ act: @escaping @MainActor (UIFindInteraction) -> Void
  ) -> UIButton {
    let button = UIButton(type: .system)
    if let symbol {
      button.setImage(UIImage(systemName: symbol), for: .normal)
    } else {
      button.setTitle(title, for: .normal)
    }
    button.accessibilityLabel = title
    button.addAction(
      UIAction { [weak self] _ in if let interaction = self?.interaction { act(interaction) } },
      for: .touchUpInside
    )
    addSubview(button)
    return button
  }

  /// Takes the lower edge of the window, above the keyboard.
  func fit() {
    guard let window else { return }
    let rows: CGFloat = replacement == nil ? 1 : 2
    let height = rows * Self.rowHeight + 2 * Self.margin
    let below = max(
      window.safeAreaInsets.bottom,
      UIApplication.shared.input.keyboardHeight
    )
    frame = CGRect(
      x: 0,
      y: window.bounds.height - below - height,
      width: window.bounds.width,
      height: height
    )
    autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
  }

  /// Shows the texts of the interaction.
  func take(_ interaction: UIFindInteraction) {
    if field.text != interaction.searchText ?? "" { field.text = interaction.searchText }
    if let replacement, replacement.text != interaction.replacementText ?? "" {
      replacement.text = interaction.replacementText
    }
  }

  /// Shows the number of results.
  func show(_ session: UIFindSession?) {
    guard let session, field.hasText else {
      count.text = nil
      return
    }
    let (total, index) = (session.resultCount, session.highlightedResultIndex)
    switch session.searchResultDisplayStyle {
    case .none: count.text = nil
    case .currentAndTotal where index != NSNotFound && total > 0:
      count.text = "\(index + 1) of \(total)"
    case .currentAndTotal, .total: count.text = "\(total)"
    }
    for button in buttons.prefix(2) { button.isEnabled = total > 0 }
    replacing.first?.isEnabled = session.allowsReplacementForCurrentlyHighlightedResult
    replacing.last?.isEnabled = total > 0
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let margin = Self.margin
    func place(_ views: [(UIView, CGFloat)], _ y: CGFloat) {
      var x = bounds.width - margin
      for (view, width) in views {
        x -= width
        view.frame = CGRect(x: x, y: y, width: width, height: Self.rowHeight)
        x -= margin
      }
      let text: UIView? = y < Self.rowHeight ? field : replacement
      text?.frame = CGRect(x: margin, y: y + 4, width: max(x - margin, 0), height: 36)
    }
    place([(buttons[2], 50), (buttons[1], 36), (buttons[0], 36), (count, 70)], margin)
    guard replacing.count == 2 else { return }
    place([(replacing[1], 50), (replacing[0], 80)], margin + Self.rowHeight)
  }

  /// The key for leaving ends the search.
  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    if presses.contains(where: { $0.key?.keyCode == .keyboardEscape }) {
      interaction?.dismissFindNavigator()
    } else {
      super.pressesBegan(presses, with: event)
    }
  }
}

/// The searches of text views.
@MainActor
final class TextViewFinds: UIFindInteractionDelegate {
  private(set) lazy var interaction = UIFindInteraction(sessionDelegate: self)

  func findInteraction(
    _ interaction: UIFindInteraction,
    sessionFor view: UIView
  ) -> UIFindSession? { (view as? UITextView).map { TextViewFindSession($0) } }
}
