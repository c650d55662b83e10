// A controller in the place of a browser's page.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
public import UIKit

/// A controller that stands for a page of the web in a program.
///
/// ```swift
/// let safari = SFSafariViewController(url: url)
/// safari.delegate = self
/// present(safari, animated: true)
/// ```
///
/// It has a bar with a button that ends it and with the site's name, in the colours that the
/// program prefers. Its delegate hears of the end.
///
/// **Differences**: there is no browser, so no page is loaded. The controller says so, shows the
/// address, and has a button by which the desktop opens it. The delegate hears that no page was
/// loaded.
@preconcurrency
@MainActor
open class SFSafariViewController: UIViewController {
  /// The words of the button that ends the controller.
  public enum DismissButtonStyle: Int, Sendable {
    /// Done.
    case done = 0
    /// Close.
    case close = 1
    /// Cancel.
    case cancel = 2

    fileprivate var title: String {
      switch self {
      case .done: "Done"
      case .close: "Close"
      case .cancel: "Cancel"
      }
    }
  }

  /// The object that hears of the page and of the end.
  open weak var delegate: (any SFSafariViewControllerDelegate)?
  /// The colour of the bar; nil, the default, for the system's.
  open var preferredBarTintColor: UIColor? { didSet { updateColors() } }
  /// The colour of the buttons; nil, the default, for the tint of the view.
  open var preferredControlTintColor: UIColor? { didSet { updateColors() } }
  /// The words of the button that ends the controller; done by default.
  open var dismissButtonStyle = DismissButtonStyle.done {
    didSet { button.setTitle(dismissButtonStyle.title, for: .normal) }
  }

  /// A copy of the settings that the controller was made with.
  open var configuration: Configuration { ownConfiguration.duplicate() }

  private let ownConfiguration: Configuration
  private let url: URL
  private let bar = UIView()
  private let button = UIButton(type: .system)
  private let site = UILabel()
  private let message = UILabel()
  private let opener = UIButton(type: .system)
  private var hasTold = false

  /// Creates a controller for a page.
  ///
  /// - Parameter URL: The address, by http or https; the program ends for another one, as on iOS.
  public convenience init(url URL: URL) { self.init(url: URL, configuration: Configuration()) }

  /// Creates a controller for a page.
  ///
  /// - Parameters:
  ///   - URL: The address, by http or https; the program ends for another one, as on iOS.
  ///   - configuration: The settings, which are copied.
  public init(url URL: URL, configuration: Configuration) {
    precondition(
      ["http", "https"].contains(URL.scheme?.lowercased() ?? ""),
      "SFSafariViewController: the address \(URL) has another scheme than http and https"
    )
    url = URL
    ownConfiguration = configuration.duplicate()
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .fullScreen
  }

  /// Controllers of pages are made in code.
  public required init?(coder: NSCoder) { nil }

  // MARK: The view

  /// Makes the bar, the address and the button that opens it.
  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    button.setTitle(dismissButtonStyle.title, for: .normal)
    button.addAction(UIAction { [weak self] _ in self?.finish() }, for: .touchUpInside)
    site.text = url.host ?? url.absoluteString
    site.font = .preferredFont(forTextStyle: .headline)
    site.textAlignment = .center
    site.lineBreakMode = .byTruncatingMiddle
    message.text = "This program shows no pages of the web.\n\(url.absoluteString)"
    message.numberOfLines = 0
    message.textAlignment = .center
    message.textColor = .secondaryLabel
    opener.setTitle("Open in the browser", for: .normal)
    opener.isEnabled = UIApplication.shared.canOpenURL(url)
    opener.addAction(UIAction { [url] _ in UIApplication.shared.open(url) }, for: .touchUpInside)
    for part in [bar, message, opener] { view.addSubview(part) }
    for part in [button, site] { bar.addSubview(part) }
    for part in [bar, button, site, message, opener] {
      part.translatesAutoresizingMaskIntoConstraints = false
    }
    NSLayoutConstraint.activate(barConstraints + contentConstraints)
    updateColors()
  }

  private var barConstraints: [NSLayoutConstraint] {
    let area = view.safeAreaLayoutGuide
    return [
      bar.topAnchor.constraint(equalTo: view.topAnchor),
      bar.leadingAnchor.constraint(equalTo: view.leadingAnchor),
      bar.trailingAnchor.constraint(equalTo: view.trailingAnchor),
      bar.bottomAnchor.constraint(equalTo: area.topAnchor, constant: 44),
      button.leadingAnchor.constraint(equalTo: area.leadingAnchor, constant: 16),
      button.centerYAnchor.constraint(equalTo: area.topAnchor, constant: 22),
      site.centerXAnchor.constraint(equalTo: bar.centerXAnchor),
      site.centerYAnchor.constraint(equalTo: button.centerYAnchor),
      site.leadingAnchor.constraint(greaterThanOrEqualTo: button.trailingAnchor, constant: 8),
    ]
  }

  private var contentConstraints: [NSLayoutConstraint] {
    let area = view.readableContentGuide
    return [
      message.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      message.leadingAnchor.constraint(equalTo: area.leadingAnchor),
      message.trailingAnchor.constraint(equalTo: area.trailingAnchor),
      opener.topAnchor.constraint(equalTo: message.bottomAnchor, constant: 16),
      opener.centerXAnchor.constraint(equalTo: view.centerXAnchor),
    ]
  }

  private func updateColors() {
    bar.backgroundColor = preferredBarTintColor ?? .secondarySystemBackground
    for control in [button, opener] { control.tintColor = preferredControlTintColor }
  }

  /// Tells the delegate, once, that the page was not loaded.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    guard !hasTold else { return }
    hasTold = true
    delegate?.safariViewController(self, didCompleteInitialLoad: false)
  }

  private func finish() {
    delegate?.safariViewControllerDidFinish(self)
    if presentingViewController != nil, !isBeingDismissed { dismiss(animated: true) }
  }
}

extension SFSafariViewController {
  /// The settings of a controller of a page.
  ///
  /// **Differences**: no page is shown, so they are kept and change nothing.
  @preconcurrency
  @MainActor
  public final class Configuration: NSObject {
    /// Whether a page is shown for reading, where it can be; false by default.
    public var entersReaderIfAvailable = false
    /// Whether bars become smaller when a page scrolls; true by default.
    public var barCollapsingEnabled = true

    /// Creates the settings of the system.
    public nonisolated override init() { super.init() }

    fileprivate func duplicate() -> Configuration {
      let copy = Configuration()
      copy.entersReaderIfAvailable = entersReaderIfAvailable
      copy.barCollapsingEnabled = barCollapsingEnabled
      return copy
    }
  }
}

/// An object that hears of a controller's page and end.
@preconcurrency
@MainActor
public protocol SFSafariViewControllerDelegate: AnyObject {
  /// Called when a person ends the controller, before it is dismissed.
  func safariViewControllerDidFinish(_ controller: SFSafariViewController)
  /// Called once, when the controller has appeared.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - didLoadSuccessfully: Whether its page was loaded; false here.
  func safariViewController(
    _ controller: SFSafariViewController,
    didCompleteInitialLoad didLoadSuccessfully: Bool
  )
}

extension SFSafariViewControllerDelegate {
  /// Does nothing.
  public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}

  /// Does nothing.
  public func safariViewController(
    _ controller: SFSafariViewController,
    didCompleteInitialLoad didLoadSuccessfully: Bool
  ) {}
}
