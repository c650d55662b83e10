// Prints: formatters, renderers, papers, and the document that they make.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import PageReading
import Testing

@testable import UIKit

/// A renderer of A5 pages that notes what it draws.
private final class NotedPages: UIPrintPageRenderer {
  var calls: [String] = []
  override var paperRect: CGRect { CGRect(x: 0, y: 0, width: 420, height: 595) }
  override var printableRect: CGRect { CGRect(x: 20, y: 20, width: 380, height: 555) }

  override func prepare(forDrawingPages range: NSRange) { calls.append("prepare \(range.length)") }
  override func drawHeaderForPage(at pageIndex: Int, in headerRect: CGRect) {
    calls.append("header \(pageIndex) \(headerRect.minY) \(headerRect.height)")
  }
  override func drawFooterForPage(at pageIndex: Int, in footerRect: CGRect) {
    calls.append("footer \(pageIndex) \(footerRect.minY) \(footerRect.height)")
  }
  override func drawContentForPage(at pageIndex: Int, in contentRect: CGRect) {
    calls.append("content \(pageIndex) \(contentRect.minY) \(contentRect.height)")
  }
}

private final class PaperChooser: NSObject, UIPrintInteractionControllerDelegate {
  var calls = 0
  func printInteractionController(
    _ printInteractionController: UIPrintInteractionController,
    choosePaper paperList: [UIPrintPaper]
  ) -> UIPrintPaper {
    UIPrintPaper.bestPaper(
      forPageSize: CGSize(width: 500, height: 400),
      withPapersFrom: paperList
    )
  }
  func printInteractionControllerDidFinishJob(
    _ printInteractionController: UIPrintInteractionController
  ) { calls += 1 }
}

@Suite("Printing", .serialized)
@MainActor
struct PrintTests {
  /// The distance of lines, in points.
  ///
  /// because: a line of 20 points has the leading of its font besides, 67/2048 of 12 points.
  private static let pitch: CGFloat = 20 + 12 * 67 / 2048

  /// A text of lines of 20 points.
  private func lines(_ count: Int) -> NSAttributedString {
    let paragraph = NSMutableParagraphStyle()
    paragraph.minimumLineHeight = 20
    paragraph.maximumLineHeight = 20
    return NSAttributedString(
      string: (1...count).map { "Line \($0)" }.joined(separator: "\n"),
      attributes: [.font: UIFont.systemFont(ofSize: 12), .paragraphStyle: paragraph]
    )
  }

  @Test("A text breaks into pages between its lines")
  func pages() {
    let renderer = NotedPages()
    renderer.headerHeight = 30
    renderer.footerHeight = 25
    let formatter = UISimpleTextPrintFormatter(attributedText: lines(60))
    #expect(formatter.pageCount == 0)
    renderer.addPrintFormatter(formatter, startingAtPageAt: 1)
    // 500 points are 24 lines.
    let pitch = PrintTests.pitch
    #expect(formatter.pageCount == 3)
    #expect(renderer.numberOfPages == 4)
    #expect(formatter.rect(forPageAt: 0) == .zero)
    #expect(
      formatter.rect(forPageAt: 1) == CGRect(x: 20, y: 50, width: 380, height: 20 + 23 * pitch)
    )
    #expect(formatter.rect(forPageAt: 3) == CGRect(x: 20, y: 50, width: 380, height: 12 * pitch))
    #expect(renderer.printFormattersForPage(at: 0) == nil)
    #expect(renderer.printFormattersForPage(at: 2)?.first === formatter)
    formatter.perPageContentInsets = UIEdgeInsets(top: 100, left: 40, bottom: 0, right: 0)
    // 450 points, and lines are not cut.
    #expect(
      formatter.rect(forPageAt: 1) == CGRect(x: 40, y: 100, width: 360, height: 20 + 21 * pitch)
    )
    formatter.maximumContentHeight = 45
    #expect(formatter.rect(forPageAt: 1).height == 20 + pitch)
    #expect(formatter.rect(forPageAt: 2).height == 22 * pitch)
    formatter.removeFromPrintPageRenderer()
    #expect(renderer.numberOfPages == 0 && formatter.pageCount == 0)
  }

  @Test("A page has header, content and footer, and pages are prepared once")
  func order() {
    let renderer = NotedPages()
    renderer.headerHeight = 30
    renderer.addPrintFormatter(
      UISimpleTextPrintFormatter(attributedText: lines(1)),
      startingAtPageAt: 0
    )
    _ = renderer.document(title: "Notes")
    #expect(renderer.calls == ["prepare 1", "header 0 20.0 30.0", "content 0 50.0 525.0"])
    renderer.headerHeight = 0
    renderer.footerHeight = 55
    renderer.calls = []
    _ = renderer.document(title: "Notes")
    #expect(
      renderer.calls == ["prepare 1", "content 0 20.0 500.0", "footer 0 520.0 55.0"]
    )
  }

  @Test("The best paper is the smallest that a page fits on, in either way")
  func papers() {
    let papers = UIPrintPaper.all
    func best(_ width: CGFloat, _ height: CGFloat) -> CGSize {
      UIPrintPaper.bestPaper(
        forPageSize: CGSize(width: width, height: height),
        withPapersFrom: papers
      ).paperSize
    }
    #expect(best(400, 200) == CGSize(width: 288, height: 432))
    #expect(best(500, 400) == CGSize(width: 420, height: 595))
    #expect(best(800, 610) == CGSize(width: 595, height: 842) || best(800, 610).width == 612)
    #expect(best(600, 700) == CGSize(width: 612, height: 792))
    #expect(best(5000, 5000) == CGSize(width: 595, height: 842))
  }

  @Test("Wishes go through a dictionary, and what it lacks is as usual")
  func info() {
    let info = UIPrintInfo.printInfo()
    info.jobName = "Report"
    info.orientation = .landscape
    info.duplex = .longEdge
    let copy = UIPrintInfo(dictionary: info.dictionaryRepresentation)
    #expect(copy.jobName == "Report" && copy.orientation == .landscape)
    #expect(copy.duplex == .longEdge && copy.outputType == .general)
    #expect(UIPrintInfo(dictionary: ["orientation": 99]).orientation == .portrait)
    #expect(UIPrintInfo(dictionary: nil).printerID == nil)
  }

  @Test(
    "A print ends with an error, and its pages are a document",
    .enabled(if: PageReader.isAvailable, "needs poppler-utils")
  )
  func document() throws {
    let controller = UIPrintInteractionController.shared
    defer {
      (controller.printFormatter, controller.printInfo, controller.delegate) = (nil, nil, nil)
    }
    #expect(!UIPrintInteractionController.isPrintingAvailable)
    var codes: [UIPrintError.Code] = []
    func present() -> Bool {
      controller.present(animated: true) { _, isDone, error in
        #expect(!isDone)
        if let error = error as? UIPrintError { codes.append(error.code) }
      }
    }
    #expect(!present())
    #expect(codes == [.noContentError] && controller.document == nil)
    let chooser = PaperChooser()
    controller.delegate = chooser
    controller.printFormatter = UIMarkupTextPrintFormatter(
      markupText: "<h1>Title</h1>" + String(repeating: "<p>Words</p>", count: 60)
    )
    let info = UIPrintInfo()
    info.orientation = .landscape
    controller.printInfo = info
    #expect(present())
    #expect(codes == [.noContentError, .notAvailableError])
    #expect(chooser.calls == 1)
    let data = try #require(controller.document)
    let text = try PageReader(data).info()
    #expect(text.contains("595 x 420"))
    let count = try #require(text.range(of: #"Pages:\s+(\d+)"#, options: .regularExpression))
    #expect(!text[count].hasSuffix(" 1"))
    #expect(UIPrintInteractionController.canPrint(data))
    #expect(!UIPrintInteractionController.canPrint(Data("text".utf8)))
  }

  @Test(
    "A view prints its picture, and a text view its text",
    .enabled(if: PageReader.isAvailable, "needs poppler-utils")
  )
  func views() throws {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 760, height: 300))
    view.backgroundColor = .red
    let renderer = NotedPages()
    let formatter = view.viewPrintFormatter()
    renderer.addPrintFormatter(formatter, startingAtPageAt: 0)
    // As wide as the page: half as large.
    #expect(formatter.rect(forPageAt: 0) == CGRect(x: 20, y: 20, width: 380, height: 150))
    let data = try #require(renderer.document(title: "View"))
    let pixels = try PageReader(data).pixels()
    #expect(pixels.pixel(200, 100)[0] > 200 && pixels.pixel(200, 100)[1] < 100)
    #expect(pixels.pixel(200, 180)[1] > 200)
    let text = UITextView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    text.attributedText = lines(60)
    let pages = NotedPages()
    let own = text.viewPrintFormatter()
    pages.addPrintFormatter(own, startingAtPageAt: 0)
    // 555 points are 27 lines.
    #expect(own.pageCount == 3)
  }

  @Test(
    "Images have a page each",
    .enabled(if: PageReader.isAvailable, "needs poppler-utils")
  )
  func images() throws {
    let controller = UIPrintInteractionController.shared
    defer { controller.printingItems = nil }
    let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image {
      UIColor.blue.setFill()
      $0.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    }
    controller.printingItems = [image, try #require(image.pngData())]
    #expect(controller.present(animated: false))
    let text = try PageReader(try #require(controller.document)).info()
    #expect(text.contains(try Regex(#"Pages:\s+2"#)))
    controller.printingItems = [image, "no image"]
    #expect(!controller.present(animated: false))
  }
}
