// Pages: header, content and footer of each.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation

/// Draws pages: those of its formatters, with a header and a footer, or those of a subclass.
@preconcurrency
@MainActor
open class UIPrintPageRenderer: NSObject {
  /// Pages of one formatter at most.
  static let mostPages = 10_000

  /// The height of headers, in points; 0 by default.
  open var headerHeight: CGFloat = 0
  /// The height of footers, in points; 0 by default.
  open var footerHeight: CGFloat = 0
  /// The formatters; nil by default.
  open var printFormatters: [UIPrintFormatter]? {
    didSet { for formatter in printFormatters ?? [] { formatter.printPageRenderer = self } }
  }
  /// The paper of the print; nil before one begins.
  final var paper: (size: CGSize, printable: CGRect)?

  /// Creates a renderer without formatters.
  public override init() { super.init() }

  /// The paper, in points; empty before a print begins.
  ///
  /// Subclasses give theirs for documents that are drawn without a print.
  open var paperRect: CGRect { CGRect(origin: .zero, size: paper?.size ?? .zero) }

  /// The part of the paper that is printed, in points; empty before a print begins.
  open var printableRect: CGRect { paper?.printable ?? .zero }

  /// The number of pages: up to the last one of the formatters.
  open var numberOfPages: Int {
    printFormatters?.map { $0.startPage + $0.pageCount }.max() ?? 0
  }

  /// The printable part without header and footer.
  final var contentArea: CGRect {
    printableRect.inset(
      by: UIEdgeInsets(top: headerHeight, left: 0, bottom: footerHeight, right: 0)
    )
  }

  /// Adds a formatter whose content begins at a page.
  open func addPrintFormatter(_ formatter: UIPrintFormatter, startingAtPageAt pageIndex: Int) {
    formatter.printPageRenderer?.printFormatters?.removeAll { $0 === formatter }
    formatter.startPage = max(pageIndex, 0)
    printFormatters = (printFormatters ?? []) + [formatter]
  }

  /// Returns the formatters with content on a page; nil if there are none.
  open func printFormattersForPage(at pageIndex: Int) -> [UIPrintFormatter]? {
    let found = (printFormatters ?? []).filter {
      pageIndex >= $0.startPage && pageIndex < $0.startPage + $0.pageCount
    }
    return found.isEmpty ? nil : found
  }

  /// Called before pages are drawn; does nothing by default.
  open func prepare(forDrawingPages range: NSRange) {}

  /// Draws a page: the header, the content, the formatters and the footer.
  ///
  /// - Parameters:
  ///   - pageIndex: The number of the page, from 0.
  ///   - printableRect: The printable part of the paper, in points.
  open func drawPage(at pageIndex: Int, in printableRect: CGRect) {
    let (top, middle) = printableRect.divided(atDistance: headerHeight, from: .minYEdge)
    let (bottom, content) = middle.divided(atDistance: footerHeight, from: .maxYEdge)
    if headerHeight > 0 { drawHeaderForPage(at: pageIndex, in: top) }
    drawContentForPage(at: pageIndex, in: content)
    for formatter in printFormattersForPage(at: pageIndex) ?? [] {
      drawPrintFormatter(formatter, forPageAt: pageIndex)
    }
    if footerHeight > 0 { drawFooterForPage(at: pageIndex, in: bottom) }
  }

  /// Draws the header of a page; does nothing by default.
  open func drawHeaderForPage(at pageIndex: Int, in headerRect: CGRect) {}

  /// Draws content of a page below that of the formatters; does nothing by default.
  open func drawContentForPage(at pageIndex: Int, in contentRect: CGRect) {}

  /// Draws the content of a formatter on a page.
  open func drawPrintFormatter(_ printFormatter: UIPrintFormatter, forPageAt pageIndex: Int) {
    printFormatter.draw(in: printFormatter.rect(forPageAt: pageIndex), forPageAt: pageIndex)
  }

  /// Draws the footer of a page; does nothing by default.
  open func drawFooterForPage(at pageIndex: Int, in footerRect: CGRect) {}

  /// Returns the pages as a document in PDF; nil if there are none.
  ///
  /// - Parameter title: The title of the document.
  final func document(title: String) -> Data? {
    let count = min(numberOfPages, Self.mostPages)
    guard count > 0, !paperRect.isEmpty else { return nil }
    let format = UIGraphicsPDFRendererFormat()
    format.documentInfo = [kCGPDFContextTitle as String: title]
    prepare(forDrawingPages: NSRange(location: 0, length: count))
    let paper = paperRect
    let data = UIGraphicsPDFRenderer(bounds: paper, format: format).pdfData { context in
      for page in 0..<count {
        context.beginPage(withBounds: paper)
        drawPage(at: page, in: printableRect)
      }
    }
    return data.isEmpty ? nil : data
  }
}
