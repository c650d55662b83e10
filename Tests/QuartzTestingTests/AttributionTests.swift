// Attribution of differing pixels to layers.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzTesting
import Testing

@testable import QuartzTesting

@Suite("Layers that differ") struct AttributionTests {
  /// The lines about layers when `change` is made to a layer.
  private func lines(
    _ layer: CALayer,
    test: String = #function,
    _ change: (CALayer) -> Void
  ) throws -> [String] {
    let folder = try SnapshotFolder()
    _ = folder.verify(layer, .image, test: test)
    change(layer)
    let message = try #require(folder.verify(layer, .image, test: test))
    let lines = message.split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex(of: "layers whose pixels differ:"))
    return lines[(start + 1)...].prefix { $0.hasPrefix("  ") }.map {
      $0.trimmingPrefix("  ").description
    }
  }

  @Test func shapesByTheirCoverage() throws {
    let found = try lines(makeCard()) { card in
      (card.sublayers?[0] as? CAShapeLayer)?.strokeColor = CGColor(gray: 0, alpha: 1)
    }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("CAShapeLayer card/ring: "))
  }

  @Test func uncoveredPixelsBelongToTheLayerBelow() throws {
    let found = try lines(makeCard()) { $0.sublayers?[1].isHidden = true }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("CALayer card: "))
  }

  @Test func layersInsideOfGroups() throws {
    let group = makeSquare(40, CGColor(gray: 1, alpha: 1))
    group.name = "group"
    group.opacity = 0.5
    let inner = makeSquare(10)
    inner.name = "inner"
    group.addSublayer(inner)
    let found = try lines(group) { _ in inner.backgroundColor = CGColor(gray: 0, alpha: 1) }
    #expect(found == ["CALayer group/inner: 100 pixels"])
  }

  @Test func cornersAndHolesAreLeftOut() throws {
    let below = makeSquare(40, CGColor(gray: 1, alpha: 1))
    below.name = "below"
    let frame = makeSquare(40)
    frame.name = "frame"
    frame.backgroundColor = nil
    frame.borderWidth = 4
    frame.borderColor = CGColor(gray: 0, alpha: 1)
    below.addSublayer(frame)
    let found = try lines(below) { $0.backgroundColor = CGColor(gray: 0.5, alpha: 1) }
    #expect(found == ["CALayer below: 1024 pixels"])
  }

  @Test func turnedLayers() throws {
    let below = makeSquare(60, CGColor(gray: 1, alpha: 1))
    below.name = "below"
    let turned = makeSquare(20)
    turned.name = "turned"
    turned.position = CGPoint(x: 30, y: 30)
    turned.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    below.addSublayer(turned)
    let found = try lines(below) { _ in turned.backgroundColor = CGColor(gray: 0, alpha: 1) }
    #expect(found.count == 1)
    #expect(found[0].hasPrefix("CALayer below/turned: "))
  }

  @Test func nothingWasDrawnThere() throws {
    let empty = CALayer()
    empty.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    empty.backgroundColor = CGColor(gray: 0, alpha: 1)
    let found = try lines(empty) { $0.backgroundColor = nil }
    #expect(found == ["no layer: 100 pixels"])
  }
}
