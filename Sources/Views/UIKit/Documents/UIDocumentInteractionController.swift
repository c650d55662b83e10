// A file that is shown, and shared with services.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Hears of previews and menus of a file.
@preconcurrency
@MainActor
public protocol UIDocumentInteractionControllerDelegate: AnyObject {
  /// Returns the controller that a preview is shown over; nil, the default, for no preview.
  func documentInteractionControllerViewControllerForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIViewController?
  /// A preview comes.
  func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController)
  /// A preview has gone.
  func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController)
  /// A menu comes.
  func documentInteractionControllerWillPresentOptionsMenu(
    _ controller: UIDocumentInteractionController
  )
  /// A menu has gone.
  func documentInteractionControllerDidDismissOptionsMenu(
    _ controller: UIDocumentInteractionController
  )
  /// A menu of other programs comes: never, see `presentOpenInMenu(from:in:animated:)`.
  func documentInteractionControllerWillPresentOpenInMenu(
    _ controller: UIDocumentInteractionController
  )
  /// A menu of other programs has gone: never.
  func documentInteractionControllerDidDismissOpenInMenu(
    _ controller: UIDocumentInteractionController
  )
}

extension UIDocumentInteractionControllerDelegate {
  /// Nil.
  public func documentInteractionControllerViewControllerForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIViewController? { nil }
  /// Does nothing.
  public func documentInteractionControllerWillBeginPreview(
    _ controller: UIDocumentInteractionController
  ) {}
  /// Does nothing.
  public func documentInteractionControllerDidEndPreview(
    _ controller: UIDocumentInteractionController
  ) {}
  /// Does nothing.
  public func documentInteractionControllerWillPresentOptionsMenu(
    _ controller: UIDocumentInteractionController
  ) {}
  /// Does nothing.
  public func documentInteractionControllerDidDismissOptionsMenu(
    _ controller: UIDocumentInteractionController
  ) {}
  /// Does nothing.
  public func documentInteractionControllerWillPresentOpenInMenu(
    _ controller: UIDocumentInteractionController
  ) {}
  /// Does nothing.
  public func documentInteractionControllerDidDismissOpenInMenu(
    _ controller: UIDocumentInteractionController
  ) {}
}

/// Shows a file, and a menu of what can be done with it.
///
/// Pictures and texts are shown; of other files a sign, the name and the size.
///
/// **Differences**: the menu is a ``UIActivityViewController``. No other programs are offered:
/// desktops do not tell which of them open a file.
@preconcurrency
@MainActor
open class UIDocumentInteractionController: NSObject {
  /// The file; nil if there is none.
  open var url: URL?
  /// The object that is asked and told.
  open weak var delegate: (any UIDocumentInteractionControllerDelegate)?
  /// The kind of the file, by its extension unless the program says another one.
  open var uti: String? {
    get { ownKind ?? url.flatMap { UTType(filenameExtension: $0.pathExtension)?.identifier } }
    set { ownKind = newValue }
  }
  private var ownKind: String?
  /// The name; that of the file unless the program says another one.
  open var name: String? {
    get { ownName ?? url?.lastPathComponent }
    set { ownName = newValue }
  }
  private var ownName: String?
  // `Any` because: it is Apple's type.
  /// A value for the program that opens the file; it is stored.
  open var annotation: Any?
  /// Signs for the kind of the file.
  open var icons: [UIImage] { [UIImage(systemName: entry?.symbol ?? "doc")].compactMap(\.self) }

  private weak var preview: UIViewController?
  private weak var menu: UIActivityViewController?

  /// Creates a controller of a file.
  public convenience init(url: URL) {
    self.init()
    self.url = url
  }

  final var entry: DocumentEntry? {
    url.map { url in
      let facts = try? FileManager.default.attributesOfItem(atPath: url.path)
      return DocumentEntry(url: url, isFolder: false, size: (facts?[.size] as? NSNumber)?.intValue)
    }
  }

  // MARK: Preview

  /// Shows the file over the delegate's controller.
  ///
  /// - Returns: Whether there is such a controller, and the file.
  @discardableResult
  open func presentPreview(animated: Bool) -> Bool {
    guard let url, FileManager.default.fileExists(atPath: url.path), preview == nil,
      let below = delegate?.documentInteractionControllerViewControllerForPreview(self)
    else { return false }
    delegate?.documentInteractionControllerWillBeginPreview(self)
    let page = DocumentPreview(self)
    let stack = UINavigationController(rootViewController: page)
    preview = stack
    below.present(stack, animated: animated)
    return true
  }

  /// Takes the preview away.
  open func dismissPreview(animated: Bool) {
    preview?.presentingViewController?.dismiss(animated: animated)
  }

  final func previewEnded() {
    preview = nil
    delegate?.documentInteractionControllerDidEndPreview(self)
  }

  // MARK: Menus

  /// Shows the menu at a rectangle of a view.
  ///
  /// - Returns: Whether there is a file, and a controller around the view.
  @discardableResult
  open func presentOptionsMenu(from rect: CGRect, in view: UIView, animated: Bool) -> Bool {
    presentMenu(over: view, animated: animated) { popover in
      popover?.sourceView = view
      popover?.sourceRect = rect
    }
  }

  /// Shows the menu at a button of a bar.
  ///
  /// - Returns: Whether there is a file, and the button shows.
  @discardableResult
  open func presentOptionsMenu(from item: UIBarButtonItem, animated: Bool) -> Bool {
    let window = UIApplication.shared.windows.last { $0.isKeyWindow }
    return presentMenu(over: window?.rootViewController?.view, animated: animated) { popover in
      popover?.barButtonItem = item
    }
  }

  /// Shows the other programs that open the file: there are none.
  ///
  /// - Returns: False.
  @discardableResult
  open func presentOpenInMenu(from rect: CGRect, in view: UIView, animated: Bool) -> Bool { false }

  /// Shows the other programs that open the file: there are none.
  ///
  /// - Returns: False.
  @discardableResult
  open func presentOpenInMenu(from item: UIBarButtonItem, animated: Bool) -> Bool { false }

  /// Takes the menu away.
  open func dismissMenu(animated: Bool) {
    menu?.presentingViewController?.dismiss(animated: animated)
  }

  private func presentMenu(
    over view: UIView?,
    animated: Bool,
    _ place: (UIPopoverPresentationController?) -> Void
  ) -> Bool {
    var responder: UIResponder? = view
    while let next = responder, !(next is UIViewController) { responder = next.next }
    guard let url, menu == nil, var top = responder as? UIViewController else { return false }
    while let above = top.presentedViewController { top = above }
    let sheet = UIActivityViewController(activityItems: [url], applicationActivities: nil)
    sheet.completionWithItemsHandler = { [weak self] _, _, _, _ in
      guard let self else { return }
      delegate?.documentInteractionControllerDidDismissOptionsMenu(self)
    }
    delegate?.documentInteractionControllerWillPresentOptionsMenu(self)
    place(sheet.popoverPresentationController)
    menu = sheet
    top.present(sheet, animated: animated)
    return true
  }
}

/// The page of a file.
final class DocumentPreview: UIViewController {
  private static let mostText = 1 << 20
  private let document: UIDocumentInteractionController

  init(_ document: UIDocumentInteractionController) {
    self.document = document
    super.init(nibName: nil, bundle: nil)
    title = document.name
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      primaryAction: UIAction(title: "Done") { [weak document] _ in
        document?.dismissPreview(animated: true)
      }
    )
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let page = makePage()
    page.frame = view.bounds
    page.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    page.accessibilityIdentifier = "preview"
    view.addSubview(page)
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if presentedViewController == nil { document.previewEnded() }
  }

  private func makePage() -> UIView {
    let kind = document.uti.flatMap { UTType($0) }
    if let url = document.url, kind?.conforms(to: .image) == true,
      let image = UIImage(contentsOfFile: url.path)
    {
      let page = UIImageView(image: image)
      page.contentMode = .scaleAspectFit
      return page
    }
    if let url = document.url, kind?.conforms(to: .text) == true,
      (document.entry?.size ?? 0) <= Self.mostText,
      let text = try? String(contentsOf: url, encoding: .utf8)
    {
      let page = UITextView()
      page.isEditable = false
      page.font = .preferredFont(forTextStyle: .body)
      page.adjustsFontForContentSizeCategory = true
      page.text = text
      return page
    }
    let page = UILabel()
    page.numberOfLines = 0
    page.textAlignment = .center
    page.textColor = .secondaryLabel
    let facts = [document.name, document.entry?.sizeText].compactMap(\.self)
    let text = NSMutableAttributedString(string: "\n" + facts.joined(separator: "\n"))
    if let sign = document.icons.first {
      text.insert(NSAttributedString(attachment: NSTextAttachment(image: sign)), at: 0)
    }
    page.attributedText = text
    return page
  }
}
