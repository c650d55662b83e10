// One snapshot of each strategy, against recorded references.
// Licensed under the MIT license; see LICENSE.

import CoreText
import Foundation
import QuartzTesting
import Testing

@Suite("Strategies") struct StrategyTests {
  @Test func card() { assertSnapshot(of: makeCard(), as: .image) }

  @Test func cardScaledOnBackground() {
    let gray = CGColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1)
    let size = CGSize(width: 180, height: 110)
    assertSnapshot(of: makeCard(), as: .image(size: size, scale: 2, background: gray))
  }

  @Test func cardTree() { assertSnapshot(of: makeCard(), as: .layerTree) }

  @Test func cardPlan() { assertSnapshot(of: makeCard(), as: .renderPlan) }

  @Test func pulse() { assertSnapshot(of: makePulse(), as: .frames(at: [0, 0.25, 0.5, 0.75])) }

  @Test func pulseTree() { assertSnapshot(of: makePulse(), as: .layerTree) }

  @Test func pulseAnimated() {
    assertSnapshot(of: makePulse(), as: .animatedImage(duration: 1, fps: 5))
  }

  @Test func cardStatistics() {
    let budget = RenderBudget(passes: 0, draws: 2, bytes: 0, overdraw: 2.5)
    assertSnapshot(of: makeCard(), as: .statistics(budget: budget))
  }

  @Test(.enabled(if: Renderers.hasGLES, "there is no GLES renderer"))
  func cardByBothRenderers() {
    assertSnapshot(of: makeCard(), as: .image(renderer: .both))
    assertSnapshot(of: makeCard(), as: .image(tolerance: .init(within: 1), renderer: .gles))
  }

  @Test func imageAndContext() throws {
    let context = try #require(
      CGContext(
        data: nil,
        width: 24,
        height: 24,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
    )
    context.setFillColor(CGColor(red: 0, green: 0.6, blue: 0.3, alpha: 0.5))
    context.fillEllipse(in: CGRect(x: 2, y: 2, width: 20, height: 20))
    assertSnapshot(of: context, as: .image)
    assertSnapshot(of: try #require(context.makeImage()), as: .image)
  }

  @Test func drawing() {
    let draw: (CGContext) -> Void = { context in
      context.setStrokeColor(CGColor(red: 0.2, green: 0.2, blue: 0.8, alpha: 1))
      context.setLineWidth(3)
      context.strokeEllipse(in: CGRect(x: 4, y: 4, width: 24, height: 16))
    }
    assertSnapshot(of: draw, as: .image(size: CGSize(width: 32, height: 24), scale: 2))
  }

  @Test func path() {
    let path = CGMutablePath()
    path.addRoundedRect(
      in: CGRect(x: 5, y: 5, width: 30, height: 20),
      cornerWidth: 6,
      cornerHeight: 6
    )
    path.addEllipse(in: CGRect(x: 14, y: 9, width: 12, height: 12))
    assertSnapshot(of: path as CGPath, as: .image)
    assertSnapshot(of: path as CGPath, as: .image(drawingMode: .stroke, scale: 2))
    assertSnapshot(of: path as CGPath, as: .elementsDescription)
  }

  @Test func text() {
    let text = CATextLayer()
    text.frame = CGRect(x: 0, y: 0, width: 90, height: 30)
    text.string = "Quartz"
    text.fontSize = 24
    text.foregroundColor = CGColor(gray: 0, alpha: 1)
    assertSnapshot(of: text, as: .image(background: CGColor(gray: 1, alpha: 1)))
  }

  @Test func contextOfItsOwnClock() throws {
    let clock = ManualClock()
    var options = CAContext.Options()
    options.clock = clock
    let context = try CAContext(size: CGSize(width: 40, height: 40), options: options)
    context.layer = makePulse()
    CATransaction.flush()
    clock.advance(by: 0.5)
    assertSnapshot(of: context, as: .image)
  }

  @Test func texts() {
    struct Person: Encodable {
      var name = "Ada"
      var tags: Set<String> = ["b", "a", "c"]
      var address: String?
    }
    assertSnapshot(of: "one\ntwo\n", as: .lines)
    assertSnapshot(of: Person(), as: .dump)
    assertSnapshot(of: ["b": 1, "a": 2], as: .json)
    assertSnapshot(of: CGSize(width: 3, height: 4), as: .description)
    assertSnapshot(of: Data([1, 2, 3]), as: .data)
  }

  /// Trees whose children know their parents end where they come round.
  @Test func circles() {
    final class Node {
      let name: String
      var parent: Node?
      var children: [Node] = []
      init(_ name: String) { self.name = name }
    }
    let root = Node("root")
    for name in ["one", "two", "three"] {
      let child = Node(name)
      child.parent = root
      root.children.append(child)
    }
    defer { root.children = [] }
    assertSnapshot(of: root, as: .dump)
  }

  @Test(arguments: [0.0, 6, 20]) func corners(radius: Double) {
    let layer = makeSquare(40)
    layer.cornerRadius = CGFloat(radius)
    assertSnapshot(of: layer, as: .image, named: "radius \(Int(radius))")
  }

  @Test func severalStrategies() {
    assertSnapshots(of: makeSquare(), as: ["plain": .image, "large": .image(scale: 3)])
    assertSnapshots(of: makeSquare(), as: [.layerTree, .renderPlan])
  }
}

/// The renderers that work on this machine.
enum Renderers {
  static let hasGLES: Bool =
    verifySnapshot(
      of: makeSquare(),
      as: .image(renderer: .gles),
      named: "probe",
      record: .all,
      snapshotDirectory: NSTemporaryDirectory()
    )?.contains("recording is on") == true
}
