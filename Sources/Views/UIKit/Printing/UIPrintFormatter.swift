// Contents that are broken into pages.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzText

/// Content that is broken into pages: of a text, a page of HTML or a view.
@preconcurrency
@MainActor
open class UIPrintFormatter: NSObject {
  /// The renderer of the pages; nil if there is none.
  open internal(set) weak var printPageRenderer: UIPrintPageRenderer?
  /// The most height of the content on the first page, in points; 0 for no limit.
  open var maximumContentHeight: CGFloat = 0
  /// The most width of the content, in points; 0 for no limit.
  open var maximumContentWidth: CGFloat = 0
  /// The room that the content keeps from the edges of each page, in points; 0 by default.
  ///
  /// The printable part of the paper, without header and footer, is a limit as well.
  open var perPageContentInsets = UIEdgeInsets.zero
  /// The first page; that of the renderer, 0 by default.
  open internal(set) var startPage = 0

  override init() { super.init() }

  /// The number of pages; 0 without a renderer, or if the content has no room.
  open var pageCount: Int { contentArea == nil ? 0 : slices.count }

  /// Takes the formatter out of its renderer.
  open func removeFromPrintPageRenderer() {
    printPageRenderer?.printFormatters?.removeAll { $0 === self }
    printPageRenderer = nil
  }

  /// The part of the paper for the content, in points; nil without a renderer or any room.
  final var contentArea: CGRect? {
    guard let renderer = printPageRenderer else { return nil }
    var area = renderer.contentArea
      .intersection(renderer.paperRect.inset(by: perPageContentInsets))
    if maximumContentWidth > 0 { area.size.width = min(area.width, maximumContentWidth) }
    return area.isNull || area.width < 1 || area.height < 1 ? nil : area
  }

  /// Returns the part of a page that the content takes, in points of the paper.
  open func rect(forPageAt pageIndex: Int) -> CGRect {
    let index = pageIndex - startPage
    guard let area = contentArea, slices.indices.contains(index) else { return .zero }
    return CGRect(
      x: area.minX,
      y: area.minY,
      width: area.width,
      height: slices[index].upperBound - slices[index].lowerBound
    )
  }

  /// Draws the content of a page into a rectangle of the current context, in points.
  open func draw(in rect: CGRect, forPageAt pageIndex: Int) {
    let index = pageIndex - startPage
    guard let context = UIGraphicsGetCurrentContext(), slices.indices.contains(index) else {
      return
    }
    let slice = slices[index]
    context.saveGState()
    context.clip(
      to: CGRect(
        x: rect.minX,
        y: rect.minY,
        width: rect.width,
        height: min(rect.height, slice.upperBound - slice.lowerBound)
      )
    )
    drawContent(in: context, at: CGPoint(x: rect.minX, y: rect.minY - slice.lowerBound))
    context.restoreGState()
  }

  /// The parts of the content that are on one page each, by their y in the content, in points.
  var slices: [Range<CGFloat>] { [] }

  /// Draws all content with its upper left corner at a point.
  func drawContent(in context: CGContext, at point: CGPoint) {}

  /// Breaks content into pages.
  ///
  /// - Parameters:
  ///   - height: The height of the content, in points.
  ///   - breaks: The places between parts that stay together, ascending.
  final func pages(of height: CGFloat, breakingAt breaks: [CGFloat]) -> [Range<CGFloat>] {
    guard let area = contentArea, height > 0 else { return [] }
    var pages: [Range<CGFloat>] = []
    var start: CGFloat = 0
    while start < height, pages.count < UIPrintPageRenderer.mostPages {
      var room = area.height
      if pages.isEmpty, maximumContentHeight > 0 { room = min(room, maximumContentHeight) }
      let end = start + room
      // A part that is higher than a page is cut.
      let next =
        end >= height ? height : breaks.last { $0 > start && $0 <= end } ?? end
      pages.append(start..<next)
      start = next
    }
    return pages
  }
}

/// A text that is broken into pages, between its lines.
@preconcurrency
@MainActor
open class UISimpleTextPrintFormatter: UIPrintFormatter {
  /// The text; nil for one with attributes.
  open var text: String? { didSet { box = nil } }
  /// The text with attributes, in the place of the plain one; nil by default.
  open var attributedText: NSAttributedString? { didSet { box = nil } }
  /// The font of the plain text; the system font of 12 points by default.
  open var font: UIFont? { didSet { box = nil } }
  /// The colour of the plain text; black by default.
  open var color: UIColor? { didSet { box = nil } }
  /// The alignment of the plain text; natural by default.
  open var textAlignment = NSTextAlignment.natural { didSet { box = nil } }

  private var box: (width: CGFloat, box: TextBox)?

  /// Creates a formatter of a text.
  public init(text: String) {
    self.text = text
    super.init()
  }

  /// Creates a formatter of a text with attributes.
  public init(attributedText: NSAttributedString) {
    self.attributedText = attributedText
    super.init()
  }

  override init() { super.init() }

  /// The text that is drawn.
  var shownText: NSAttributedString {
    if let attributedText { return attributedText }
    let paragraph = NSMutableParagraphStyle()
    paragraph.alignment = textAlignment
    return NSAttributedString(
      string: text ?? "",
      attributes: [
        .font: font ?? UIFont.systemFont(ofSize: 12), .foregroundColor: color ?? UIColor.black,
        .paragraphStyle: paragraph,
      ]
    )
  }

  private var laidOut: TextBox? {
    guard let width = contentArea?.width else { return nil }
    if let box, box.width == width { return box.box }
    let made = TextBox(shownText, TextLayoutOptions(width: Double(width)))
    box = (width, made)
    return made
  }

  override var slices: [Range<CGFloat>] {
    guard let box = laidOut else { return [] }
    let breaks = box.layout.lines.indices.map { CGFloat(box.bottom(ofLine: $0)) }
    return pages(of: max(box.size.height, breaks.last ?? 0), breakingAt: breaks)
  }

  override func drawContent(in context: CGContext, at point: CGPoint) {
    laidOut?.draw(in: context, at: point)
  }

  /// Lays the text out again.
  final func textChanged() { box = nil }
}

/// A page of HTML that is broken into pages.
///
/// **Differences**: it knows the HTML that attributed strings know.
@preconcurrency
@MainActor
open class UIMarkupTextPrintFormatter: UISimpleTextPrintFormatter {
  /// The page of HTML.
  open var markupText: String? { didSet { textChanged() } }

  /// Creates a formatter of a page of HTML.
  public init(markupText: String) {
    self.markupText = markupText
    super.init()
  }

  override var shownText: NSAttributedString {
    let read = try? NSAttributedString(
      data: Data((markupText ?? "").utf8),
      options: [.documentType: NSAttributedString.DocumentType.html],
      documentAttributes: nil
    )
    return read ?? NSAttributedString(string: markupText ?? "")
  }
}

/// A view that is broken into pages: its text, or its picture as wide as the page at most.
@preconcurrency
@MainActor
open class UIViewPrintFormatter: UISimpleTextPrintFormatter {
  /// The view.
  public let view: UIView

  init(_ view: UIView) {
    self.view = view
    super.init()
  }

  override var shownText: NSAttributedString {
    (view as? UITextView)?.attributedText ?? NSAttributedString()
  }

  private var scale: CGFloat {
    guard let width = contentArea?.width, view.bounds.width > width else { return 1 }
    return width / view.bounds.width
  }

  override var slices: [Range<CGFloat>] {
    guard !(view is UITextView) else { return super.slices }
    let content = (view as? UIScrollView)?.contentSize.height ?? 0
    return pages(of: max(content, view.bounds.height) * scale, breakingAt: [])
  }

  override func drawContent(in context: CGContext, at point: CGPoint) {
    guard !(view is UITextView) else { return super.drawContent(in: context, at: point) }
    let (bounds, scale) = (view.bounds, scale)
    context.translateBy(x: point.x, y: point.y)
    context.scaleBy(x: scale, y: scale)
    guard let scroll = view as? UIScrollView else {
      context.translateBy(x: -bounds.minX, y: -bounds.minY)
      return view.layer.render(in: context)
    }
    for child in scroll.subviews where !child.isHidden {
      context.saveGState()
      context.translateBy(x: child.frame.minX, y: child.frame.minY)
      child.layer.render(in: context)
      context.restoreGState()
    }
  }
}

extension UIView {
  /// Returns a formatter of the view: of the text of a text view, or of the picture of another one.
  ///
  /// **Differences**: of a scroll view it prints the views that there are now.
  public func viewPrintFormatter() -> UIViewPrintFormatter { UIViewPrintFormatter(self) }
}
