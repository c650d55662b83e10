// The demos of the programming guide that are about AppKit.
// Licensed under the MIT license; see LICENSE.

import AppKit
public import BookPages
import Synchronization

/// The demos of AppKit.
@MainActor
public enum MacDemos {
  /// All of them, in the order of the text.
  public static let all: [Entry] = [
    Entry(
      "AG-L2.2",
      "A view that hosts a layer",
      size: NSSize(width: 200, height: 120),
      play: host
    ),
    Entry(
      "AG-2.x4",
      "A screen of another scale",
      size: NSSize(width: 200, height: 80),
      play: scale
    ),
    Entry(
      "AG-3.x6",
      "Changes inside and outside of AppKit's blocks",
      size: NSSize(width: 200, height: 80),
      play: implicit
    ),
  ]

  // MARK: Listing 2-2

  /// Draws tiles in two colours, as squares of a board.
  private final class BoardPainter: CALayerDelegate, Sendable {
    private let count = Atomic(0)

    var drawings: Int { count.load(ordering: .relaxed) }

    func draw(_ layer: CALayer, in ctx: CGContext) {
      count.add(1, ordering: .relaxed)
      let part = ctx.boundingBoxOfClipPath
      let isDark = (Int((part.midX / 32).rounded(.down)) + Int((part.midY / 32).rounded(.down))) % 2
      ctx.setFillColor(isDark == 0 ? NSColor.blue.cgColor : NSColor.yellow.cgColor)
      ctx.fill(part)
    }
  }

  private static func host(_ stage: MacStage) throws {
    let (view, layer, painter) = (
      NSView(frame: NSRect(x: 20, y: 10, width: 128, height: 96)),
      CATiledLayer(), BoardPainter()
    )
    layer.tileSize = CGSize(width: 32, height: 32)
    layer.delegate = painter
    view.layer = layer
    view.wantsLayer = true
    stage.content.addSubview(view)
    stage.move(to: 0.5)
    stage.expect(view.layer === layer, "the view's layer is that very object")
    stage.expect(painter.drawings == 12, "each tile is drawn once: \(painter.drawings)")
    for (x, y, color) in [
      (36, 120 - 26, NSColor.blue), (68, 120 - 26, .yellow), (36, 120 - 58, .yellow),
      (68, 120 - 58, .blue), (10, 60, .white),
    ] {
      stage.expect(at: CGPoint(x: x, y: y), cgColor: color.cgColor, "a tile")
    }
    try stage.show("hosted")
    view.frame.origin = NSPoint(x: 40, y: 20)
    stage.wait(0.5)
    stage.expect(
      view.layer === layer && layer.delegate === painter,
      "the layer stays the program's"
    )
    stage.expect(layer.tileSize == CGSize(width: 32, height: 32), "with its own tiles")
    stage.expect(layer.contentsScale == 1, "and its scale")
    try stage.show("the view at another place")
    stage.setScale(2)
    stage.wait(0.5)
    stage.expect(layer.contentsScale == 1, "a screen of scale 2 leaves it: \(layer.contentsScale)")
    layer.contentsScale = 2
    stage.wait(0.5)
    stage.expect(painter.drawings > 12, "the program's own scale draws anew: \(painter.drawings)")
    try stage.show("at scale 2, by the program")
  }

  // MARK: Scales

  /// Answers for a layer, and draws a ring in it.
  private final class ScaledRing: CALayerDelegate, NSViewLayerContentScaleDelegate {
    let answer: Bool
    private(set) var asked: [CGFloat] = []

    init(_ answer: Bool) { self.answer = answer }

    nonisolated func draw(_ layer: CALayer, in ctx: CGContext) {
      ctx.setStrokeColor(NSColor.red.cgColor)
      ctx.setLineWidth(3)
      ctx.strokeEllipse(in: layer.bounds.insetBy(dx: 6, dy: 6))
    }

    func layer(
      _ layer: CALayer,
      shouldInheritContentsScale newScale: CGFloat,
      from window: NSWindow
    ) -> Bool {
      asked.append(newScale)
      return answer
    }
  }

  private static func scale(_ stage: MacStage) throws {
    let host = NSView(frame: NSRect(x: 0, y: 0, width: 200, height: 80))
    host.layer = CALayer()
    host.wantsLayer = true
    stage.content.addSubview(host)
    let answers = [ScaledRing(true), ScaledRing(false)]
    let layers = answers.enumerated().map { index, answer in
      let layer = CALayer()
      layer.frame = CGRect(x: 20 + 90 * index, y: 10, width: 60, height: 60)
      layer.delegate = answer
      host.layer?.addSublayer(layer)
      layer.setNeedsDisplay()
      return layer
    }
    stage.move(to: 0)
    try stage.show("scale 1")
    stage.setScale(2)
    stage.wait(0.1)
    stage.expect(answers.map(\.asked) == [[2], [2]], "each delegate is asked once")
    stage.expect(
      layers.map(\.contentsScale) == [2, 1],
      "the scales: \(layers.map(\.contentsScale))"
    )
    let image = try stage.image(at: stage.time)
    stage.expect(image.width == 400, "the window has 400 pixels: \(image.width)")
    let widths = layers.map { ($0.contents as? CGImage)?.width ?? 0 }
    stage.expect(widths == [120, 60], "drawn anew for yes, kept for no: \(widths)")
    try stage.show("scale 2: yes, no")
    stage.setScale(1)
    stage.wait(0.1)
    stage.expect(layers.map(\.contentsScale) == [1, 1], "and back")
  }

  // MARK: Animations

  private static func implicit(_ stage: MacStage) throws {
    let view = NSView(frame: NSRect(x: 10, y: 10, width: 60, height: 60))
    view.wantsLayer = true
    stage.content.addSubview(view)
    guard let layer = view.layer else { return stage.expect(false, "the view has a layer") }
    layer.backgroundColor = NSColor.red.cgColor
    stage.move(to: 0)
    let middle = CGPoint(x: 40, y: 40)
    layer.backgroundColor = NSColor.green.cgColor
    stage.wait(0.01)
    stage.expect(layer.animationKeys()?.isEmpty != false, "outside nothing is animated")
    stage.expect(at: middle, cgColor: NSColor.green.cgColor, "the new colour at once")
    try stage.show("outside of a block: at once")
    let begin = stage.time
    NSAnimationContext.runAnimationGroup { context in
      context.duration = 1
      context.allowsImplicitAnimation = true
      layer.backgroundColor = NSColor.blue.cgColor
    }
    stage.expect(layer.animationKeys() == ["backgroundColor"], "inside a block it is")
    stage.move(to: begin + 0.5)
    let shown = layer.presentation()?.backgroundColor?.components ?? []
    stage.expect(
      shown.count == 4 && (0.1...0.9).contains(shown[1]) && (0.1...0.9).contains(shown[2]),
      "in between it is neither: \(shown)"
    )
    try stage.show("inside of a block, after half of it")
    stage.move(to: begin + 1.01)
    stage.expect(at: middle, cgColor: NSColor.blue.cgColor, "the new colour in the end")
    let start = stage.time
    NSAnimationContext.runAnimationGroup { context in
      context.duration = 1
      view.animator().frame.origin.x = 130
    }
    stage.move(to: start + 0.5)
    let place = layer.presentation()?.frame.minX ?? 0
    stage.expect((20...120).contains(place), "the animator's view is under way: \(place)")
    try stage.show("the animator, after half of its time")
    stage.move(to: start + 1.01)
    stage.expect(layer.frame.minX, is: 130, "the place in the end")
  }
}
