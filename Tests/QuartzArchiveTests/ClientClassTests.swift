// Text, scroll and tiled layers in CAML, both ways.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzArchive
import QuartzCore
import QuartzTesting
import Testing

@Suite struct ClientClassTests {
  /// A package written and read again, and what was left out.
  private func written(_ layer: CALayer) throws -> (root: CALayer, warnings: [String]) {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("Test.ca")
    let package = try CAPackage(rootLayer: layer, size: CGSize(width: 120, height: 60))
    let warnings = try package.write(to: url)
    // The drawing of a text layer is no asset.
    let assets = url.appendingPathComponent("assets").path
    #expect((try? FileManager.default.contentsOfDirectory(atPath: assets))?.isEmpty != false)
    let read = try CAPackage(contentsOf: url)
    #expect(read.warnings.isEmpty, "\(read.warnings)")
    return (read.rootLayer, warnings)
  }

  @Test func documentsAsToolsWriteThem() throws {
    let package = try read(
      document(
        """
        <sublayers>
        <CATextLayer bounds="0 0 100 40" position="50 20" fontSize="18" foregroundColor="1 0 0"
          alignmentMode="center" truncationMode="end" wrapped="1" string="As an attribute"/>
        <CATextLayer bounds="0 0 100 40" position="50 60">
          <font type="string" value="Times-Roman"/><string type="string" value="As an element"/>
        </CATextLayer>
        <CAScrollLayer bounds="5 6 50 50" scrollMode="vertically"/>
        <CATiledLayer bounds="0 0 900 900" tileSize="64 32" levelsOfDetail="3" levelsOfDetailBias="1"/>
        </sublayers>
        """
      )
    )
    #expect(messages(package).isEmpty, "\(messages(package))")
    let layers = try #require(package.rootLayer.sublayers)
    let first = try #require(layers[0] as? CATextLayer)
    #expect(first.string as? String == "As an attribute" && first.fontSize == 18)
    #expect(first.alignmentMode == .center && first.truncationMode == .end && first.isWrapped)
    #expect(first.foregroundColor?.components == [1, 0, 0, 1])
    let second = try #require(layers[1] as? CATextLayer)
    #expect(second.string as? String == "As an element" && second.font as? String == "Times-Roman")
    let window = try #require(layers[2] as? CAScrollLayer)
    #expect(window.scrollMode == .vertically && window.masksToBounds)
    #expect(window.bounds.origin == CGPoint(x: 5, y: 6))
    let map = try #require(layers[3] as? CATiledLayer)
    #expect(map.tileSize == CGSize(width: 64, height: 32))
    #expect(map.levelsOfDetail == 3 && map.levelsOfDetailBias == 1)
  }

  @Test func writtenAndReadAgain() throws {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 120, height: 60)
    let text = CATextLayer()
    text.frame = CGRect(x: 5, y: 5, width: 110, height: 30)
    (text.string, text.fontSize, text.font) = ("Round trip", 14, CGFont("Courier"))
    text.foregroundColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.5)
    text.isWrapped = true
    let window = CAScrollLayer()
    window.frame = CGRect(x: 0, y: 40, width: 30, height: 20)
    (window.scrollMode, window.masksToBounds) = (.horizontally, false)
    let map = CATiledLayer()
    (map.tileSize, map.levelsOfDetail) = (CGSize(width: 100, height: 50), 4)
    root.sublayers = [text, window, map]
    text.displayIfNeeded()
    let (read, warnings) = try written(root)
    #expect(warnings.isEmpty, "\(warnings)")
    let layers = try #require(read.sublayers)
    let other = try #require(layers[0] as? CATextLayer)
    #expect(other.string as? String == "Round trip" && other.isWrapped && other.fontSize == 14)
    #expect(other.contents == nil && other.needsDisplay())
    other.displayIfNeeded()
    let (a, b) = (try #require(other.contents as? CGImage), try #require(text.contents as? CGImage))
    #expect(a.dataProvider?.data == b.dataProvider?.data)
    let scrolled = try #require(layers[1] as? CAScrollLayer)
    #expect(scrolled.scrollMode == .horizontally && !scrolled.masksToBounds)
    let tiled = try #require(layers[2] as? CATiledLayer)
    #expect(tiled.tileSize == CGSize(width: 100, height: 50) && tiled.levelsOfDetail == 4)
  }
}
