// Alerts.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzCore

/// A button of an alert.
@preconcurrency
@MainActor
open class UIAlertAction: NSObject {
  /// The kind of a button.
  public enum Style: Int, Sendable {
    /// As the others.
    case `default` = 0
    /// It changes nothing.
    case cancel = 1
    /// It may destroy something.
    case destructive = 2
  }

  /// The text.
  public let title: String?
  /// The kind.
  public let style: Style
  /// Whether it may be tapped; true by default.
  open var isEnabled = true
  /// A name for tests, that of the button's view; nil by default.
  open var accessibilityIdentifier: String?
  fileprivate let handler: ((UIAlertAction) -> Void)?

  /// Creates a button.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    self.title = title
    self.style = style
    self.handler = handler
    super.init()
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}

/// Shows a message with buttons over a controller.
///
/// **Differences**: a plain look: a white card of 270 points with texts, and a row for each button;
/// sheets look the same.
open class UIAlertController: UIViewController {
  /// The kind of an alert.
  public enum Style: Int, Sendable {
    /// From below.
    case actionSheet = 0
    /// In the middle.
    case alert = 1
  }

  /// The text below the title.
  open var message: String?
  /// The kind.
  public let preferredStyle: Style
  /// The buttons, in the order in which they were added.
  open private(set) var actions: [UIAlertAction] = []
  /// The preferred button; nil if there is none.
  ///
  /// **Differences**: it is stored; the button is neither bold nor chosen by the return key.
  open var preferredAction: UIAlertAction?
  private let card = UIView()
  private var parts: [UIView] = []

  /// Ends an alert that no controller presents.
  final var onDismiss: (((() -> Void)?) -> Void)?

  private static let width: CGFloat = 270
  private static let rowHeight: CGFloat = 44
  private static let fieldHeight: CGFloat = 30

  /// Creates an alert.
  public init(title: String?, message: String?, preferredStyle: Style) {
    self.message = message
    self.preferredStyle = preferredStyle
    super.init(nibName: nil, bundle: nil)
    self.title = title
    modalPresentationStyle = .overFullScreen
    modalTransitionStyle = .crossDissolve
  }

  /// Alerts have no archives.
  public required init?(coder: NSCoder) { nil }

  /// The fields, in the order in which they were added; nil if there are none.
  open var textFields: [UITextField]? { fields.isEmpty ? nil : fields }
  private var fields: [UITextField] = []

  /// Adds a field for text, to an alert in the middle.
  ///
  /// - Parameter configurationHandler: Gets the field before it is shown; or nil.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    guard preferredStyle == .alert else {
      return Diagnostics.report(
        "UIKit: UIAlertController.addTextField(configurationHandler:): a sheet has no fields; "
          + "expected the style alert"
      )
    }
    let field = UITextField(frame: .zero)
    field.borderStyle = .roundedRect
    field.font = .systemFont(ofSize: 13)
    configurationHandler?(field)
    fields.append(field)
    if isViewLoaded { build() }
  }

  /// Makes the first field the first responder.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    fields.first?.becomeFirstResponder()
  }

  /// Adds a button.
  open func addAction(_ action: UIAlertAction) {
    actions.append(action)
    if isViewLoaded { build() }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.backgroundColor = CGColor(deviceGray: 0, alpha: 0.3)
    card.layer.backgroundColor = CGColor(deviceGray: 1, alpha: 1)
    card.layer.cornerRadius = 13
    card.clipsToBounds = true
    view.addSubview(card)
    build()
  }

  private func build() {
    for part in parts { part.removeFromSuperview() }
    parts = []
    let heading = TextPart(title, size: 17)
    let text = TextPart(message, size: 13)
    for part in [heading, text] { part.isWrapped = true }
    parts = [heading, text]
    parts += fields as [UIView]
    for action in actions {
      let part = TapPart(action.title, size: 17) { [weak self] in self?.choose(action) }
      if action.style == .destructive {
        part.label.color = CGColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
      }
      part.accessibilityIdentifier = action.accessibilityIdentifier
      part.layer.borderColor = PlainLook.line
      part.layer.borderWidth = 0.5
      parts.append(part)
    }
    for part in parts { card.addSubview(part) }
    view.setNeedsLayout()
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = UIAlertController.width
    var y: CGFloat = 20
    for (index, part) in parts.enumerated() {
      if index < 2 {
        guard let label = part as? TextPart, label.text?.isEmpty == false else { continue }
        label.bounds.size = CGSize(width: width - 32, height: 1000)
        let height = min(label.layer.preferredFrameSize().height, 400)
        label.frame = CGRect(x: 16, y: y, width: width - 32, height: height)
        y += height + (index == 0 ? 4 : 16)
      } else if index < 2 + fields.count {
        let height = UIAlertController.fieldHeight
        part.frame = CGRect(x: 16, y: y, width: width - 32, height: height)
        y += height + (index == 1 + fields.count ? 16 : 4)
      } else {
        part.frame = CGRect(x: 0, y: y, width: width, height: UIAlertController.rowHeight)
        y += UIAlertController.rowHeight
      }
    }
    let area: CGRect = view.bounds
    card.bounds = CGRect(x: 0, y: 0, width: width, height: y)
    let isAlert = preferredStyle == .alert
    card.center = CGPoint(x: area.midX, y: isAlert ? area.midY : area.maxY - y / 2 - 8)
  }

  private func choose(_ action: UIAlertAction) {
    guard action.isEnabled else { return }
    let end = { action.handler?(action) as Void? ?? () }
    if let onDismiss { onDismiss(end) } else { dismiss(animated: true, completion: end) }
  }

  /// Taps a button, as a finger would.
  ///
  /// **Differences**: an addition for tests.
  open func tap(_ action: UIAlertAction) { choose(action) }
}

/// Hears of the buttons of an alert.
@preconcurrency
@MainActor
public protocol UIAlertViewDelegate: AnyObject {
  /// A button was tapped.
  func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int)
}

extension UIAlertViewDelegate {
  /// Does nothing.
  public func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {}
}

/// Shows a message with buttons over everything, the API before `UIAlertController`.
@preconcurrency
@MainActor
open class UIAlertView: NSObject {
  /// The title.
  open var title: String
  /// The text below the title.
  open var message: String?
  /// The object notified of the buttons.
  open weak var delegate: (any UIAlertViewDelegate)?
  private var buttons: [String] = []
  private var window: UIWindow?
  private var controller: UIAlertController?
  // An alert that is shown retains itself.
  private var keepsItself: UIAlertView?

  /// The index of the button that changes nothing; -1 if there is none.
  open var cancelButtonIndex = -1

  /// Creates an alert.
  public init(
    title: String?,
    message: String?,
    delegate: (any UIAlertViewDelegate)?,
    cancelButtonTitle: String?,
    otherButtonTitles: String...
  ) {
    self.title = title ?? ""
    self.message = message
    self.delegate = delegate
    super.init()
    if let cancelButtonTitle {
      cancelButtonIndex = addButton(withTitle: cancelButtonTitle)
    }
    for title in otherButtonTitles { addButton(withTitle: title) }
  }

  /// Adds a button.
  ///
  /// - Returns: Its index.
  @discardableResult
  open func addButton(withTitle title: String?) -> Int {
    buttons.append(title ?? "")
    return buttons.count - 1
  }

  /// Returns the text of a button; nil for an index without one.
  open func buttonTitle(at buttonIndex: Int) -> String? {
    buttons.indices.contains(buttonIndex) ? buttons[buttonIndex] : nil
  }

  /// The number of buttons.
  open var numberOfButtons: Int { buttons.count }

  /// Whether it shows.
  open var isVisible: Bool { controller != nil }

  /// The alert that was shown last, as long as it shows.
  ///
  /// **Differences**: an addition for tests.
  public private(set) static weak var visible: UIAlertView?

  /// Shows the alert over the key window.
  open func show() {
    guard controller == nil, let window = UIApplication.shared.keyWindow else { return }
    let alert = UIAlertController(title: title, message: message, preferredStyle: .alert)
    for (index, title) in buttons.enumerated() {
      let style: UIAlertAction.Style = index == cancelButtonIndex ? .cancel : .default
      alert.addAction(
        UIAlertAction(title: title, style: style) { [self] _ in end(index) }
      )
    }
    controller = alert
    self.window = window
    keepsItself = self
    UIAlertView.visible = self
    alert.view.frame = window.bounds
    alert.beginAppearance(isAppearing: true, animated: false)
    window.addSubview(alert.view)
    alert.endAppearance()
    alert.onDismiss = { [weak alert] completion in
      alert?.beginAppearance(isAppearing: false, animated: false)
      alert?.view.removeFromSuperview()
      alert?.endAppearance()
      completion?()
    }
  }

  /// Ends the alert as if a button was tapped.
  open func dismiss(withClickedButtonIndex buttonIndex: Int, animated: Bool) {
    guard let controller else { return }
    controller.onDismiss?({ [self] in end(buttonIndex) })
  }

  private func end(_ index: Int) {
    guard controller != nil else { return }
    controller = nil
    window = nil
    if UIAlertView.visible === self { UIAlertView.visible = nil }
    delegate?.alertView(self, clickedButtonAt: index)
    keepsItself = nil
  }

  /// The class, with its module for a class of the program, and the address.
  nonisolated open override var description: String { objectText }
}
