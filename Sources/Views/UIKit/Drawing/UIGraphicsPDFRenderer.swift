// PDF documents: the renderer, and the functions that begin and end pages.
// Licensed under the MIT license; see LICENSE.

public import CoreGraphics
public import Foundation

/// The format of a document, with its metadata.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
  /// `kCGPDFContextTitle` as a string and the other keys of documents; empty by default.
  open var documentInfo: [String: Any] = [:]

  /// The default format.
  public required init() {
    super.init()
  }

  // `Any` because: it is NSCopying's.
  /// A format that says the same.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    if let copy = copy as? UIGraphicsPDFRendererFormat { copy.documentInfo = documentInfo }
    return copy
  }
}

/// The context of a PDF renderer's closure.
///
/// Drawing before the first page does not show.
open class UIGraphicsPDFRendererContext: UIGraphicsRendererContext {
  /// The box of the page, in points, in the context's coordinates; empty before the first one.
  open private(set) var pdfContextBounds = CGRect.zero

  /// The format of the renderer.
  open override var format: UIGraphicsPDFRendererFormat {
    super.format as? UIGraphicsPDFRendererFormat ?? UIGraphicsPDFRendererFormat()
  }

  /// Begins a page of the renderer's size, and ends the one before.
  open func beginPage() {
    beginPage(withBounds: format.bounds)
  }

  // `Any` because: it is Apple's.
  /// Begins a page, and ends the one before.
  ///
  /// - Parameters:
  ///   - bounds: The box of the page, in points; an empty one stands for the renderer's.
  ///   - pageInfo: Not used; may be empty.
  open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any] = [:]) {
    let box = bounds.isEmpty ? format.bounds : bounds
    cgContext.beginPage(inBox: box)
    pdfContextBounds = box
  }

  /// Makes a rectangle a link to a URL.
  open func setURL(_ url: URL, for rect: CGRect) {
    cgContext.setURL(url, for: rect)
  }

  /// Makes a rectangle a link to a named place.
  open func setDestinationWithName(_ name: String, for rect: CGRect) {
    cgContext.setDestination(name, for: rect)
  }

  /// Gives a point a name for links.
  open func addDestination(withName name: String, at point: CGPoint) {
    cgContext.addDestination(name, at: point)
  }
}

/// An object that draws PDF documents with closures.
///
/// ```swift
/// let renderer = UIGraphicsPDFRenderer(bounds: CGRect(x: 0, y: 0, width: 595, height: 842))
/// let data = renderer.pdfData { context in
///   context.beginPage()
///   card.layer.render(in: context.cgContext)
/// }
/// ```
///
/// Layers and views are drawn as paths and texts: see `CALayer.render(in:)`. The Debian package
/// libcairo2 writes the document; without it, data are empty and nothing is written.
open class UIGraphicsPDFRenderer: UIGraphicsRenderer {
  /// A closure that draws.
  public typealias DrawingActions = (_ rendererContext: UIGraphicsPDFRendererContext) -> Void

  /// A renderer of pages of a size, in points, with the default format.
  public convenience init(bounds: CGRect) {
    self.init(bounds: bounds, format: UIGraphicsPDFRendererFormat())
  }

  /// A renderer of pages of a size, in points.
  public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
    super.init(bounds: bounds, format: format)
  }

  /// The format, which the renderer copied.
  open override var format: UIGraphicsPDFRendererFormat {
    super.format as? UIGraphicsPDFRendererFormat ?? UIGraphicsPDFRendererFormat()
  }

  /// Whether images may be drawn: false.
  open override var allowsImageOutput: Bool { false }

  /// The document that `actions` draws; empty if it cannot be made.
  open func pdfData(actions: DrawingActions) -> Data {
    let data = NSMutableData()
    guard let consumer = CGDataConsumer(data: data) else { return Data() }
    draw(into: consumer, actions)
    return Data(data)
  }

  /// Writes the document that `actions` draws to a local file.
  ///
  /// - Throws: `CocoaError.fileWriteUnknown` if the file cannot be written.
  open func writePDF(to url: URL, withActions actions: DrawingActions) throws {
    guard let consumer = CGDataConsumer(url: url), draw(into: consumer, actions) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSURLErrorKey: url])
    }
  }

  @discardableResult
  private func draw(into consumer: CGDataConsumer, _ actions: DrawingActions) -> Bool {
    let format = format
    var box = format.bounds
    guard let context = CGContext(consumer: consumer, mediaBox: &box, format.documentInfo) else {
      return false
    }
    UIGraphicsPushContext(context)
    actions(UIGraphicsPDFRendererContext(context, format))
    UIGraphicsPopContext()
    return context.finishPDF()
  }
}

extension CGContext {
  /// Begins a page whose coordinates have y down from the top left of its box.
  fileprivate func beginPage(inBox box: CGRect) {
    var box = box
    beginPage(mediaBox: &box)
    translateBy(x: 0, y: 2 * box.minY + box.height)
    scaleBy(x: 1, y: -1)
    baseTransform = ctm
  }
}

// MARK: - Functions

// `Any` because: it is Apple's.
/// Begins a PDF document in a file, and makes its context the current one; its pages are begun by
/// `UIGraphicsBeginPDFPage()`.
///
/// - Parameters:
///   - path: A path of the file system.
///   - bounds: The box of pages, in points; an empty one stands for 612 x 792.
///   - documentInfo: `kCGPDFContextTitle` as a string and the other keys; may be nil.
/// - Returns: Whether the file can be written.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(
  _ path: String,
  _ bounds: CGRect,
  _ documentInfo: [String: Any]?
) -> Bool {
  guard let consumer = CGDataConsumer(url: URL(fileURLWithPath: path)) else { return false }
  return beginDocument(consumer, bounds, documentInfo)
}

// `Any` because: it is Apple's.
/// Begins a PDF document in memory, and makes its context the current one.
///
/// - Parameters:
///   - data: Gets the bytes of the document.
///   - bounds: The box of pages, in points; an empty one stands for 612 x 792.
///   - documentInfo: `kCGPDFContextTitle` as a string and the other keys; may be nil.
public func UIGraphicsBeginPDFContextToData(
  _ data: NSMutableData,
  _ bounds: CGRect,
  _ documentInfo: [String: Any]?
) {
  guard let consumer = CGDataConsumer(data: data) else { return }
  _ = beginDocument(consumer, bounds, documentInfo)
}

/// Begins a page of the document's size, and ends the one before; nothing happens without a
/// document.
public func UIGraphicsBeginPDFPage() {
  guard let box = ContextStack.existing?.entries.last?.pageBox else { return }
  UIGraphicsBeginPDFPageWithInfo(box, nil)
}

// `Any` because: it is Apple's.
/// Begins a page, and ends the one before; nothing happens without a document.
///
/// - Parameters:
///   - bounds: The box of the page, in points; an empty one stands for the document's.
///   - pageInfo: Not used; may be nil.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [String: Any]?) {
  guard let last = ContextStack.existing?.entries.last, let box = last.pageBox else { return }
  last.context.beginPage(inBox: bounds.isEmpty ? box : bounds)
}

/// Returns the box of the page, in points; zero without a document.
public func UIGraphicsGetPDFContextBounds() -> CGRect {
  guard let last = ContextStack.existing?.entries.last, last.pageBox != nil else { return .zero }
  return last.context.deviceBounds
}

/// Ends the document that was begun last: its file appears.
public func UIGraphicsEndPDFContext() {
  guard let stack = ContextStack.existing, let last = stack.entries.last, last.pageBox != nil
  else { return }
  last.context.closePDF()
  stack.entries.removeLast()
}

private func beginDocument(
  _ consumer: CGDataConsumer,
  _ bounds: CGRect,
  _ info: [String: Any]?
) -> Bool {
  var box = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 612, height: 792) : bounds
  let document = CGContext(consumer: consumer, mediaBox: &box, info)
  // A document that cannot be written keeps its place in the order of begins and ends.
  guard let context = document ?? CGContext.nowhere else { return false }
  ContextStack.current.entries.append(ContextStack.Entry(context: context, pageBox: box))
  return document != nil
}
