// The programming guide, chapter 2: layers on paper.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demo of printing.
@MainActor
enum GuidePrinting {
  static let demos: [Demo] = [
    Demo("AG-2.x3", "A layer on pages of PDF") { Sheet() }
      .screen(120, 100)
      .play(Sheet.self, print)
  ]

  /// A layer that draws a ring and a text, and counts.
  private final class RingLayer: CALayer {
    var drawings = 0

    override func draw(in ctx: CGContext) {
      drawings += 1
      ctx.setFillColor(UIColor.systemYellow.cgColor)
      ctx.fill(bounds)
      ctx.setStrokeColor(UIColor.systemIndigo.cgColor)
      ctx.setLineWidth(6)
      ctx.strokeEllipse(in: bounds.insetBy(dx: 14, dy: 14))
      ctx.move(to: CGPoint(x: 10, y: 10))
      ctx.addLine(to: CGPoint(x: 110, y: 90))
      ctx.strokePath()
    }
  }

  private final class Sheet: UIViewController {
    let layer = RingLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.frame = CGRect(x: 0, y: 0, width: 120, height: 100)
      view.layer.addSublayer(layer)
      layer.setNeedsDisplay()
    }
  }

  /// Pixels of a point of the paper, and of the picture that it is compared with.
  private static let resolution = 4

  private static func print(_ stage: Stage, _ sheet: Sheet) throws {
    stage.wait(0.1)
    stage.count("drawings for the screen", sheet.layer.drawings, is: 1)
    try stage.show("the screen, 120 x 100 pixels")
    let bounds = sheet.layer.bounds
    let document = UIGraphicsPDFRenderer(bounds: bounds).pdfData { context in
      for _ in 0..<2 {
        context.beginPage()
        sheet.layer.render(in: context.cgContext)
      }
    }
    stage.count("drawings after two pages", sheet.layer.drawings, is: 3)
    let text = String(decoding: document, as: UTF8.self)
    stage.expect(!text.contains("/Image"), "the pages have paths, and no pixels")
    guard let page = try rasterized(document) else {
      return stage.expect(false, "Poppler shows the page: pdftocairo of the package poppler-utils")
    }
    // Another version of Poppler may cover edges in another way.
    stage.show(page, "a page at \(resolution) pixels of a point, by Poppler", isMeasured: true)
    let large = try picture(sheet.layer)
    stage.show(large, "the layer with a contentsScale of \(resolution)")
    let (first, second) = (Lockwood2.bytes(page), Lockwood2.bytes(large))
    stage.expect(first.count == second.count, "both have 480 x 400 pixels: \(page.width)")
    let differences = zip(first, second).map { abs(Int($0) - Int($1)) }
    // Two programs cover the pixels of edges by other steps; flat parts are equal.
    let unlike = differences.count { $0 > 1 }
    stage.count("bytes of edges that differ, of 1,000", share(unlike, of: first.count), in: 0...25)
    stage.count(
      "bytes that differ by more than 64, of 1,000",
      share(differences.count { $0 > 64 }, of: first.count),
      in: 0...1
    )
  }

  private static func share(_ count: Int, of all: Int) -> Double {
    Double(count) * 1000 / Double(max(all, 1))
  }

  /// Returns the layer as it is on a screen of the paper's resolution.
  private static func picture(_ layer: CALayer) throws -> CGImage {
    let context = try CAContext(size: layer.bounds.size, scale: CGFloat(resolution))
    let copy = RingLayer()
    copy.frame = layer.bounds
    copy.contentsScale = CGFloat(resolution)
    context.layer = copy
    copy.setNeedsDisplay()
    return try context.image(at: 0)
  }

  /// Returns the first page of a document as pixels; nil if Poppler does not show it.
  private static func rasterized(_ document: Data) throws -> CGImage? {
    let path = Lockwood2.write(document, to: "page.pdf")
    let target = URL(filePath: path).deletingPathExtension().path
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "pdftocairo", "-png", "-singlefile", "-r", "\(72 * resolution)", path, target,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return UIImage(contentsOfFile: target + ".png")?.cgImage
  }
}
