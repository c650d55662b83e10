// Documents of views.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import PageReading
import TestClaims
import Testing

@testable import UIKit

@MainActor @Suite("PDF of views", .enabled(if: PageReader.isAvailable, "needs poppler-utils"))
struct PDFRendererTests {
  private let page = CGRect(x: 0, y: 0, width: 120, height: 90)

  @Test(
    .shows(
      "UIGraphicsPDFRenderer",
      "UIGraphicsPDFRenderer.pdfData(actions:)",
      "UIGraphicsPDFRendererContext.beginPage()",
      "UIGraphicsPDFRendererContext.beginPage(withBounds:pageInfo:)",
      "UIGraphicsPDFRendererContext.pdfContextBounds"
    )
  ) func viewsPrintAsPathsAndText() throws {
    let card = UIView(frame: CGRect(x: 10, y: 10, width: 100, height: 70))
    card.backgroundColor = .systemYellow
    card.layer.cornerRadius = 10
    let label = UILabel(frame: CGRect(x: 5, y: 5, width: 90, height: 30))
    label.text = "Label"
    let button = UIButton(type: .system)
    button.setTitle("Button", for: .normal)
    button.frame = CGRect(x: 5, y: 40, width: 90, height: 25)
    card.addSubview(label)
    card.addSubview(button)
    let renderer = UIGraphicsPDFRenderer(bounds: page)
    let data = renderer.pdfData { context in
      context.beginPage()
      #expect(context.pdfContextBounds == page)
      context.cgContext.translateBy(x: 10, y: 10)
      card.layer.render(in: context.cgContext)
      context.beginPage(withBounds: CGRect(x: 0, y: 0, width: 50, height: 40))
      UIColor.red.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 50, height: 10))
      "Text".draw(at: CGPoint(x: 0, y: 20), withAttributes: nil)
    }
    let reader = try PageReader(data)
    #expect(try reader.imageCount() == 0)
    let first = try reader.pixels(page: 1)
    #expect(first.width == 120 && first.height == 90)
    #expect(first.pixel(60, 78) == [255, 204, 0] && first.pixel(5, 45) == [255, 255, 255])
    #expect((10..<110).contains { first.pixel($0, 30) != first.pixel(60, 78) })
    let second = try reader.pixels(page: 2)
    #expect(second.width == 50 && second.height == 40)
    // y points down.
    #expect(second.pixel(25, 5) == [255, 0, 0] && second.pixel(45, 35) == [255, 255, 255])
  }

  @Test(
    .shows(
      "UIGraphicsBeginPDFContextToData(_:_:_:)",
      "UIGraphicsBeginPDFPage()",
      "UIGraphicsGetPDFContextBounds()",
      "UIGraphicsBeginPDFPageWithInfo(_:_:)",
      "UIGraphicsEndPDFContext()"
    )
  ) func functionsBeginPages() throws {
    let data = NSMutableData()
    UIGraphicsBeginPDFContextToData(data, page, ["kCGPDFContextTitle": "Two"])
    UIGraphicsBeginPDFPage()
    #expect(UIGraphicsGetPDFContextBounds() == page)
    UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
    UIGraphicsBeginPDFPageWithInfo(CGRect(x: 0, y: 0, width: 30, height: 20), nil)
    // A context of a document is ended by its own function.
    UIGraphicsPopContext()
    UIGraphicsEndImageContext()
    UIGraphicsEndPDFContext()
    #expect(UIGraphicsGetCurrentContext() == nil)
    let text = try PageReader(Data(data)).info()
    #expect(text.contains("Pages:           2") && text.contains("Two"))
    #expect(UIGraphicsGetPDFContextBounds() == .zero)
    UIGraphicsBeginPDFPage()
    UIGraphicsEndPDFContext()
  }

  @Test(.shows("UIGraphicsPDFRenderer.writePDF(to:withActions:)"))
  func aFileThatCannotBeWrittenIsAnError() {
    let renderer = UIGraphicsPDFRenderer(bounds: page)
    #expect(throws: CocoaError.self) {
      try renderer.writePDF(to: URL(fileURLWithPath: "/missing/a.pdf")) { $0.beginPage() }
    }
  }
}
