// Prints: pages on a paper, as a document in PDF.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// Chooses the paper of a print, and hears of its steps.
///
/// **Differences**: optional methods have default implementations.
@preconcurrency
@MainActor
public protocol UIPrintInteractionControllerDelegate: AnyObject {
  /// Returns the paper of the print; by default the first one, A4.
  func printInteractionController(
    _ printInteractionController: UIPrintInteractionController,
    choosePaper paperList: [UIPrintPaper]
  ) -> UIPrintPaper
  /// Returns the length at which a roll is cut, in points; by default that of the paper.
  func printInteractionController(
    _ printInteractionController: UIPrintInteractionController,
    cutLengthFor paper: UIPrintPaper
  ) -> CGFloat
  /// The pages are about to be drawn.
  func printInteractionControllerWillStartJob(
    _ printInteractionController: UIPrintInteractionController
  )
  /// The pages were drawn.
  func printInteractionControllerDidFinishJob(
    _ printInteractionController: UIPrintInteractionController
  )
}

extension UIPrintInteractionControllerDelegate {
  /// The first one.
  public func printInteractionController(
    _ printInteractionController: UIPrintInteractionController,
    choosePaper paperList: [UIPrintPaper]
  ) -> UIPrintPaper { paperList.first ?? UIPrintPaper(CGSize(width: 595, height: 842)) }
  /// That of the paper.
  public func printInteractionController(
    _ printInteractionController: UIPrintInteractionController,
    cutLengthFor paper: UIPrintPaper
  ) -> CGFloat { paper.paperSize.height }
  /// Does nothing.
  public func printInteractionControllerWillStartJob(
    _ printInteractionController: UIPrintInteractionController
  ) {}
  /// Does nothing.
  public func printInteractionControllerDidFinishJob(
    _ printInteractionController: UIPrintInteractionController
  ) {}
}

/// Draws the pages of a print.
///
/// **Differences**: nothing prints: ``isPrintingAvailable`` is false. A print that is presented has
/// its pages drawn all the same: they are ``document``, in PDF, and the completion gets a
/// ``UIPrintError`` of the code `notAvailableError`. The Debian package libcairo2 writes the
/// document. There is no panel.
@preconcurrency
@MainActor
open class UIPrintInteractionController: NSObject {
  /// Called at the end of a print, with whether it was printed, and with the error.
  public typealias CompletionHandler =
    (UIPrintInteractionController, Bool, (any Error)?) -> Void

  nonisolated private static let instance = onViewThread { UIPrintInteractionController() }

  /// The controller.
  open class var shared: UIPrintInteractionController { instance }

  /// Whether something prints: no.
  open class var isPrintingAvailable: Bool { false }

  /// Whether data are an image or a document in PDF, which the controller draws.
  open class func canPrint(_ data: Data) -> Bool {
    data.starts(with: Array("%PDF".utf8)) || UIImage(data: data) != nil
  }

  /// Whether a local file is an image or a document in PDF.
  open class func canPrint(_ url: URL) -> Bool {
    guard url.isFileURL, let data = try? Data(contentsOf: url) else { return false }
    return canPrint(data)
  }

  private override init() { super.init() }

  /// The wishes; nil for the usual ones.
  open var printInfo: UIPrintInfo?
  /// The object that chooses the paper.
  open weak var delegate: (any UIPrintInteractionControllerDelegate)?
  /// The renderer of the pages; nil by default.
  open var printPageRenderer: UIPrintPageRenderer?
  /// The formatter of the pages, where there is no renderer; nil by default.
  open var printFormatter: UIPrintFormatter?
  // `Any` because: it is Apple's type.
  /// An image, or data or the address of one or of a document in PDF; nil by default.
  open var printingItem: Any?
  // `Any` because: it is Apple's type.
  /// Several of the kinds of `printingItem`; nil by default.
  ///
  /// **Differences**: documents in PDF are printed alone.
  open var printingItems: [Any]?
  /// Whether the panel offers the number of copies; kept, there is no panel.
  open var showsNumberOfCopies = true
  /// Whether the panel offers the orientation; kept, there is no panel.
  open var showsPaperOrientation = true
  /// Whether the panel offers papers; kept, there is no panel.
  open var showsPaperSelectionForLoadedPapers = false
  /// The paper of the last print; nil before one.
  open private(set) var printPaper: UIPrintPaper?
  /// The pages of the last print, as a document in PDF; nil before one, and after one that failed.
  ///
  /// **Differences**: an addition.
  public private(set) final var document: Data?

  /// Draws the pages.
  ///
  /// - Parameters:
  ///   - animated: Changes nothing.
  ///   - completion: Called at once: with the error that nothing prints, or with `noContentError`
  ///     if there are no pages.
  /// - Returns: Whether there were pages.
  @discardableResult
  open func present(animated: Bool, completionHandler completion: CompletionHandler? = nil) -> Bool
  {
    document = nil
    delegate?.printInteractionControllerWillStartJob(self)
    document = makeDocument()
    delegate?.printInteractionControllerDidFinishJob(self)
    let error =
      document == nil
      ? UIPrintError(.noContentError, "there is no page to print")
      : UIPrintError(
        .notAvailableError,
        "Linux has no service of prints here; UIPrintInteractionController.document has the pages"
      )
    completion?(self, false, error)
    return document != nil
  }

  /// Draws the pages; see `present(animated:completionHandler:)`.
  @discardableResult
  open func present(
    from rect: CGRect,
    in view: UIView,
    animated: Bool,
    completionHandler completion: CompletionHandler? = nil
  ) -> Bool { present(animated: animated, completionHandler: completion) }

  /// Draws the pages; see `present(animated:completionHandler:)`.
  @discardableResult
  open func present(
    from item: UIBarButtonItem,
    animated: Bool,
    completionHandler completion: CompletionHandler? = nil
  ) -> Bool { present(animated: animated, completionHandler: completion) }

  /// Takes the panel away: there is none.
  open func dismiss(animated: Bool) {}

  // MARK: Pages

  private func makeDocument() -> Data? {
    let info = printInfo ?? UIPrintInfo()
    let items = printingItems ?? printingItem.map { [$0] } ?? []
    let data = items.compactMap(Self.data)
    if data.count == 1, items.count == 1, data[0].starts(with: Array("%PDF".utf8)) {
      return data[0]
    }
    let renderer: UIPrintPageRenderer
    if !items.isEmpty {
      let images = items.compactMap {
        $0 as? UIImage ?? Self.data($0).flatMap { UIImage(data: $0) }
      }
      guard images.count == items.count else { return nil }
      renderer = ImagePages(images)
    } else if let own = printPageRenderer {
      renderer = own
    } else if let printFormatter {
      renderer = UIPrintPageRenderer()
      renderer.addPrintFormatter(printFormatter, startingAtPageAt: printFormatter.startPage)
    } else {
      return nil
    }
    let paper = choosePaper()
    printPaper = paper
    let isAcross = info.orientation == .landscape
    let (size, printable) = (paper.paperSize, paper.printableRect)
    renderer.paper =
      isAcross
      ? (
        CGSize(width: size.height, height: size.width),
        CGRect(
          x: printable.minY,
          y: printable.minX,
          width: printable.height,
          height: printable.width
        )
      ) : (size, printable)
    return renderer.document(title: info.jobName)
  }

  private func choosePaper() -> UIPrintPaper {
    let papers = UIPrintPaper.all
    guard let delegate else { return papers[0] }
    let chosen = delegate.printInteractionController(self, choosePaper: papers)
    let length = delegate.printInteractionController(self, cutLengthFor: chosen)
    guard length.isFinite, length > 0, length != chosen.paperSize.height else { return chosen }
    return UIPrintPaper(CGSize(width: chosen.paperSize.width, height: length))
  }

  private static func data(_ item: Any) -> Data? {
    switch item {
    case let data as Data: data
    case let url as URL where url.isFileURL: try? Data(contentsOf: url)
    default: nil
    }
  }
}

/// Images, each as large as fits on a page of its own.
private final class ImagePages: UIPrintPageRenderer {
  private let images: [UIImage]

  init(_ images: [UIImage]) {
    self.images = images
    super.init()
  }

  override var numberOfPages: Int { images.count }

  override func drawContentForPage(at pageIndex: Int, in contentRect: CGRect) {
    let image = images[pageIndex]
    guard image.size.width > 0, image.size.height > 0 else { return }
    let scale = min(contentRect.width / image.size.width, contentRect.height / image.size.height)
    let size = CGSize(width: image.size.width * scale, height: image.size.height * scale)
    image.draw(
      in: CGRect(
        x: contentRect.midX - size.width / 2,
        y: contentRect.midY - size.height / 2,
        width: size.width,
        height: size.height
      )
    )
  }
}
