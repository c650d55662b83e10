// Layers that draw themselves: who is called when, and what is shown.
// Licensed under the MIT license; see LICENSE.

import QuartzModel
import QuartzTesting
import TestClaims

@testable import QuartzCore

/// A delegate that writes down what it was asked, and fills rectangles.
private class DisplayPainter: CALayerDelegate {
  var calls: [String] = []
  var clips: [CGRect] = []
  /// The drawing: rectangles in red, or whatever this closure draws.
  var paint: (CALayer, CGContext) -> Void = { _, _ in }

  func layerWillDraw(_ layer: CALayer) { calls.append("layerWillDraw") }

  func draw(_ layer: CALayer, in ctx: CGContext) {
    calls.append("draw")
    clips.append(ctx.boundingBoxOfClipPath)
    paint(layer, ctx)
  }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}

/// A delegate that gives layers an image.
private final class Provider: CALayerDelegate {
  var calls: [String] = []

  func display(_ layer: CALayer) {
    calls.append("display")
    layer.contents = Images.checkers
  }

  func layerWillDraw(_ layer: CALayer) { calls.append("layerWillDraw") }
  func draw(_ layer: CALayer, in ctx: CGContext) { calls.append("draw") }
}

/// A delegate that does not draw.
private final class Bystander: CALayerDelegate {}

/// A layer that writes down its calls.
private final class TracingLayer: CALayer {
  var calls: [String] = []

  override func display() {
    calls.append("display")
    super.display()
  }

  override func draw(in ctx: CGContext) {
    calls.append("draw")
    super.draw(in: ctx)
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    key == "progress" || key == "cornerRadius"
  }
}

private let red: [UInt8] = [255, 0, 0, 255]
private let blue: [UInt8] = [0, 0, 255, 255]
private let clear: [UInt8] = [0, 0, 0, 0]
private let black: [UInt8] = [0, 0, 0, 255]

/// The bytes of a pixel: red, green, blue, alpha, premultiplied.
private func pixel(_ image: CGImage, _ x: Int, _ y: Int) -> [UInt8] {
  let pixels = image.pixelStorage
  return pixels.withBytes { Array($0[(y * pixels.rowBytes + x * 4)...].prefix(4)) }
}

private func pixel(_ layer: CALayer, _ x: Int, _ y: Int) throws -> [UInt8] {
  pixel(try drawing(layer), x, y)
}

private func drawing(_ layer: CALayer) throws -> CGImage {
  try #require(layer.contents as? CGImage)
}

private func fill(_ context: CGContext, _ rect: CGRect, blue isBlue: Bool = false) {
  context.setFillColor(red: isBlue ? 0 : 1, green: 0, blue: isBlue ? 1 : 0, alpha: 1)
  context.fill(rect)
}

private func layer(_ width: CGFloat, _ height: CGFloat) -> CALayer {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  return layer
}

@Suite struct DisplayOrderTests {
  @Test(
    .shows("CALayerDelegate.layerWillDraw(_:)", "CALayerDelegate.draw(_:in:)", "CALayer.display()")
  ) func theDelegateDraws() {
    let painter = DisplayPainter()
    let layer = layer(4, 4)
    layer.delegate = painter
    layer.display()
    #expect(painter.calls == ["layerWillDraw", "draw"])
  }

  @Test(.shows("CALayerDelegate.display(_:)", "CALayer.displayIfNeeded()"))
  func theDelegateDisplaysInPlaceOfDrawing() {
    let provider = Provider()
    let layer = layer(4, 4)
    layer.delegate = provider
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    layer.displayIfNeeded()
    #expect(provider.calls == ["display"])
    #expect(layer.contents as? CGImage === Images.checkers)
  }

  @Test(.shows("CALayer.display()", "CALayer.draw(in:)")) func aSubclassComesBeforeTheDelegate() {
    let painter = DisplayPainter()
    let layer = TracingLayer()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.delegate = painter
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.calls == ["display", "draw"])
    #expect(painter.calls == ["layerWillDraw", "draw"])
  }

  @Test func undrawnLayersHaveNoContents() {
    let layer = layer(4, 4)
    layer.contents = Images.checkers
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.contents == nil)
    let bystander = Bystander()
    layer.delegate = bystander
    layer.contents = Images.checkers
    layer.display()
    #expect(layer.contents == nil)
  }

  @Test(
    .shows(
      "CALayer.needsDisplay()",
      "CALayer.setNeedsDisplay()",
      "CALayer.setNeedsDisplay(_:)",
      "CALayer.display()",
      "CALayer.displayIfNeeded()"
    )
  ) func marksAreClearedByDisplay() {
    let layer = layer(4, 4)
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 1, height: 1))
    #expect(layer.needsDisplay())
    layer.displayIfNeeded()
    #expect(!layer.needsDisplay())
    layer.setNeedsDisplay()
    layer.display()
    #expect(!layer.needsDisplay())
  }

  @Test(arguments: [
    CGRect.zero, .null, CGRect(x: 1, y: 1, width: 0, height: 3),
    CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
    CGRect(x: 0, y: 0, width: CGFloat.nan, height: 1),
  ])
  func nothingAsksForNothing(_ rect: CGRect) {
    let layer = layer(4, 4)
    layer.setNeedsDisplay(rect)
    #expect(!layer.needsDisplay())
  }

  /// NB-D-06.
  @Test(.shows("CALayer.needsDisplayOnBoundsChange")) func boundsAskIfTheyAreToldTo() {
    let layer = layer(4, 4)
    layer.bounds.size.width = 5
    #expect(!layer.needsDisplay())
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 5
    #expect(!layer.needsDisplay())
    layer.position.x = 9
    #expect(!layer.needsDisplay())
    layer.bounds.size.width = 6
    #expect(layer.needsDisplay())
  }

  @Test(.shows("CALayer.needsDisplay(forKey:)")) func keysOfSubclassesAsk() {
    let layer = TracingLayer()
    layer.opacity = 0.5
    layer.setValue(1, forKey: "other")
    #expect(!layer.needsDisplay())
    layer.setValue(1, forKey: "progress")
    #expect(layer.needsDisplay())
    layer.display()
    layer.cornerRadius = 3
    #expect(layer.needsDisplay())
  }

  @Test func settingsHaveKeysAndAreCopied() {
    let layer = CALayer()
    layer.setValue(true, forKey: "needsDisplayOnBoundsChange")
    layer.setValue(true, forKey: "drawsAsynchronously")
    layer.setValue("Gray8", forKey: "contentsFormat")
    layer.setNeedsDisplay()
    let copy = CALayer(layer: layer)
    #expect(copy.needsDisplayOnBoundsChange && copy.drawsAsynchronously && !copy.needsDisplay())
    #expect(copy.value(forKey: "contentsFormat") as? String == "Gray8")
    #expect(copy.contentsFormat == .gray8Uint)
    copy.contentsFormat = CALayerContentsFormat(rawValue: "of tomorrow")
    #expect(copy.contentsFormat == .RGBA8Uint && layer.contentsFormat == .gray8Uint)
    copy.contentsGravity = CALayerContentsGravity(rawValue: "sideways")
    #expect(copy.contentsGravity == .center)
    copy.contentsGravity = .resize
    copy.setValue("sideways", forKey: "contentsGravity")
    #expect(copy.contentsGravity == .center)
  }
}

@Suite struct LayerDrawingTests {
  @Test(.shows("CALayerDelegate.draw(_:in:)", "CALayer.contentsScale"))
  func userSpaceIsTheLayersOwn() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, CGRect(x: 10, y: 20, width: 1, height: 2)) }
    let layer = CALayer()
    layer.delegate = painter
    layer.bounds = CGRect(x: 10, y: 20, width: 4, height: 3)
    layer.contentsScale = 2
    layer.display()
    let image = try drawing(layer)
    #expect(image.width == 8 && image.height == 6)
    for y in 0..<6 {
      for x in 0..<8 { #expect(pixel(image, x, y) == (x < 2 && y < 4 ? red : clear)) }
    }
    #expect(painter.clips == [layer.bounds])
  }

  @Test(.shows("CALayer.isGeometryFlipped", "CALayer.contentsAreFlipped()"))
  func withYUpTheFirstRowIsOfGreatestY() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, CGRect(x: 0, y: 0, width: 4, height: 1)) }
    let (flipped, child) = (layer(4, 4), layer(4, 4))
    flipped.delegate = painter
    child.delegate = painter
    flipped.isGeometryFlipped = true
    flipped.addSublayer(child)
    flipped.display()
    child.display()
    // The layer's own flag counts as those above do: its drawing lies where `convert` says.
    #expect(flipped.contentsAreFlipped() == false)
    #expect(try pixel(flipped, 0, 0) == clear && pixel(flipped, 0, 3) == red)
    #expect(try pixel(child, 0, 0) == clear && pixel(child, 0, 3) == red)
  }

  @Test func aTreeThatTurnsOverIsDrawnAgain() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, CGRect(x: 0, y: 0, width: 4, height: 1)) }
    let drawn = layer(4, 4)
    drawn.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
    drawn.delegate = painter
    drawn.display()
    var options = CAContext.Options()
    options.isYUp = true
    let context = try CAContext(size: CGSize(width: 4, height: 4), options: options)
    context.layer = drawn
    let image = try context.image()
    #expect(painter.calls.filter { $0 == "draw" }.count == 2)
    #expect(pixel(image, 0, 3) == red && pixel(image, 0, 0) == clear)
  }

  @Test func sidesAreRoundedUpAndFilled() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, $0.bounds) }
    let layer = layer(2.5, 1.000_000_000_1)
    layer.delegate = painter
    layer.display()
    let image = try drawing(layer)
    #expect(image.width == 3 && image.height == 1)
    #expect(pixel(image, 2, 0) == red)
  }

  @Test(.shows("CALayer.isOpaque")) func opaqueDrawingsBeginBlack() throws {
    let painter = DisplayPainter()
    painter.paint = { _, context in
      fill(context, CGRect(x: 0, y: 0, width: 1, height: 1))
      context.clear(CGRect(x: 1, y: 0, width: 1, height: 1))
    }
    let layer = layer(3, 1)
    layer.isOpaque = true
    layer.delegate = painter
    layer.display()
    let image = try drawing(layer)
    #expect(pixel(image, 0, 0) == red && pixel(image, 1, 0) == black && pixel(image, 2, 0) == black)
    #expect(image.pixelStorage.isOpaque)
    layer.isOpaque = false
    #expect(try pixel(layer, 2, 0) == black)
    layer.display()
    #expect(try pixel(layer, 2, 0) == clear)
  }

  @Test(
    .shows(
      "CALayer.contentsFormat",
      "CALayerContentsFormat.gray8Uint",
      "CALayerContentsFormat.RGBA16Float"
    )
  ) func formatsOfDrawings() throws {
    let painter = DisplayPainter()
    painter.paint = { _, context in
      context.setFillColor(gray: 0.5, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    let layer = layer(2, 1)
    layer.delegate = painter
    layer.contentsFormat = .gray8Uint
    layer.display()
    #expect(try drawing(layer).bitsPerPixel == 8)
    #expect(try pixel(layer, 0, 0) == [128, 128, 128, 255])
    #expect(try pixel(layer, 1, 0) == black)
    layer.contentsFormat = .RGBA16Float
    layer.display()
    #expect(try drawing(layer).bitsPerPixel == 64)
    #expect(try pixel(layer, 0, 0) == [128, 128, 128, 255])
    #expect(try pixel(layer, 1, 0) == clear)
  }

  /// ZL-D-12.11.
  /// LW-D-13.4.
  @Test(.shows("CALayer.setNeedsDisplay(_:)")) func aPartKeepsTheRest() throws {
    let painter = DisplayPainter()
    let layer = layer(8, 8)
    layer.delegate = painter
    painter.paint = { fill($1, $0.bounds) }
    layer.display()
    let first = try drawing(layer)
    painter.paint = { fill($1, CGRect(x: 3, y: 0, width: 1, height: 8), blue: true) }
    layer.setNeedsDisplay(CGRect(x: 2.5, y: 3, width: 1, height: 1))
    layer.setNeedsDisplay(CGRect(x: 4, y: 4, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(painter.clips.last == CGRect(x: 2, y: 3, width: 3, height: 2))
    let second = try drawing(layer)
    #expect(first !== second)
    for y in 0..<8 {
      for x in 0..<8 {
        let isInside = (2..<5).contains(x) && (3..<5).contains(y)
        #expect(pixel(first, x, y) == red)
        #expect(pixel(second, x, y) == (isInside ? (x == 3 ? blue : clear) : red))
      }
    }
  }

  @Test func aPartOfWhatIsUpsideDown() throws {
    let painter = DisplayPainter()
    let (parent, layer) = (CALayer(), layer(4, 4))
    parent.isGeometryFlipped = true
    parent.addSublayer(layer)
    layer.delegate = painter
    layer.display()
    painter.paint = { fill($1, $0.bounds) }
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 4, height: 1))
    layer.displayIfNeeded()
    #expect(try pixel(layer, 1, 3) == red && pixel(layer, 1, 2) == clear)
  }

  @Test func aPartCannotBeLeft() throws {
    let painter = DisplayPainter()
    let layer = layer(4, 4)
    layer.delegate = painter
    painter.paint = { fill($1, $0.bounds) }
    layer.display()
    painter.paint = { layer, context in
      context.restoreGState()
      context.resetClip()
      fill(context, layer.bounds, blue: true)
    }
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(
      try pixel(layer, 1, 1) == blue && pixel(layer, 2, 1) == red && pixel(layer, 0, 3) == red
    )
  }

  @Test func withoutADrawingBeforeAPartIsAll() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, $0.bounds) }
    let layer = layer(4, 4)
    layer.delegate = painter
    let corner = CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.setNeedsDisplay(corner)
    layer.displayIfNeeded()
    #expect(try pixel(layer, 3, 3) == red)
    // Neither has one of another size, nor one that was replaced by hand.
    layer.bounds.size.width = 5
    layer.setNeedsDisplay(corner)
    layer.displayIfNeeded()
    layer.contents = Images.checkers
    layer.setNeedsDisplay(corner)
    layer.displayIfNeeded()
    #expect(painter.clips.map(\.width) == [4, 5, 5])
    layer.setNeedsDisplay(CGRect(x: 50, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(painter.clips.count == 3)
    layer.setNeedsDisplay(.infinite)
    layer.displayIfNeeded()
    #expect(painter.clips.last == layer.bounds)
  }

  @Test func retainedContextDoesNotDrawIntoTheImage() throws {
    let painter = DisplayPainter()
    var kept: CGContext?
    painter.paint = { kept = $1 }
    let layer = layer(64, 64)
    layer.delegate = painter
    layer.display()
    let context = try #require(kept)
    fill(context, layer.bounds)
    #expect(try pixel(layer, 1, 1) == clear)
    layer.contents = nil
    fill(context, layer.bounds)
    #expect(context.makeImage().map { pixel($0, 1, 1) } == red)
  }

  @Test func boundsThatCannotBeDrawn() {
    let painter = DisplayPainter()
    let layer = layer(4, 4)
    layer.delegate = painter
    for side in [1e5, 1e300, CGFloat.infinity, .nan] {
      layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      layer.display()
      #expect(layer.contents != nil)
      layer.bounds.size.width = side
      painter.calls = []
      layer.setNeedsDisplay()
      let lines = Lines.during { layer.displayIfNeeded() }
      #expect(lines.count == 1 && layer.contents == nil)
      #expect(painter.calls == ["layerWillDraw"])
    }
    for scale in [0, -1, CGFloat.nan, 1e9] {
      layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
      layer.contentsScale = scale
      #expect(Lines.during { layer.display() }.count == 1)
      #expect(layer.contents == nil)
    }
    layer.contentsScale = 1
    layer.bounds.size = CGSize(width: 16384, height: 16384)
    #expect(Lines.during { layer.display() }.count == 1)
  }

  @Test func nothingIsDrawnIntoEmptyBounds() {
    let painter = DisplayPainter()
    let layer = layer(0, 4)
    layer.delegate = painter
    #expect(Lines.during { layer.display() }.isEmpty)
    #expect(painter.calls == ["layerWillDraw"] && layer.contents == nil)
  }

  @Test func negativeSizesAreTurnedOver() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, CGRect(x: -4, y: -2, width: 1, height: 1)) }
    let layer = layer(-4, -2)
    layer.delegate = painter
    layer.display()
    #expect(try pixel(layer, 0, 0) == red && pixel(layer, 3, 1) == clear)
  }
}

@Suite struct DisplayInCommitTests {
  @Test(.shows("CALayer.setNeedsDisplay()")) func oneDrawingForACommit() throws {
    let stage = CoreStage()
    let painter = DisplayPainter()
    let layer = stage.addLayer()
    layer.delegate = painter
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.setNeedsDisplay()
    layer.setNeedsDisplay()
    #expect(painter.calls.isEmpty)
    let commit = try stage.commit()
    #expect(painter.calls == ["layerWillDraw", "draw"])
    #expect(commit.createdImages.count == 1)
    let image = try #require(commit.createdImages.first)
    #expect(try stage.serverValues(layer)[.contents] == .image(image.image))
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().isEmpty && painter.calls.count == 2)
  }

  @Test func everyWholeDrawingIsANewImage() throws {
    let stage = CoreStage()
    let painter = DisplayPainter()
    let layer = stage.addLayer()
    layer.delegate = painter
    layer.bounds.size = CGSize(width: 4, height: 4)
    var last: UInt32 = 0
    for round in 0..<3 {
      layer.setNeedsDisplay()
      let commit = try stage.commit()
      let image = try #require(commit.createdImages.first).image
      #expect(commit.createdImages.count == 1 && image.rawValue > last)
      #expect(commit.destroyedImages.count == (round == 0 ? 0 : 1))
      #expect(commit.animations.isEmpty)
      last = image.rawValue
    }
  }

  @Test func aMarkFromBeforeTheTree() throws {
    let stage = CoreStage()
    let painter = DisplayPainter()
    let (parent, layer) = (CALayer(), layer(4, 4))
    layer.delegate = painter
    layer.setNeedsDisplay()
    CATransaction.flush()
    #expect(painter.calls.isEmpty)
    parent.addSublayer(layer)
    stage.root.addSublayer(parent)
    #expect(try stage.commit().createdImages.count == 1)
    layer.setNeedsDisplay()
    parent.removeFromSuperlayer()
    #expect(try stage.commit().createdImages.isEmpty)
    #expect(layer.needsDisplay() && painter.calls.count == 2)
    stage.root.addSublayer(parent)
    CATransaction.flush()
    #expect(!layer.needsDisplay() && painter.calls.count == 4)
  }

  @Test func explicitTransactionsDrawToo() {
    let stage = CoreStage()
    let painter = DisplayPainter()
    let layer = stage.addLayer()
    layer.delegate = painter
    layer.bounds.size = CGSize(width: 4, height: 4)
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.begin()
    layer.setNeedsDisplay()
    CATransaction.commit()
    #expect(painter.calls.isEmpty)
    CATransaction.commit()
    #expect(painter.calls.count == 2)
  }

  @Test func layoutComesFirst() throws {
    final class Frame: CALayer {
      override func layoutSublayers() {
        for layer in children { layer.frame = bounds.insetBy(dx: 1, dy: 1) }
      }
    }
    let stage = CoreStage()
    let painter = DisplayPainter()
    let (frame, content) = (Frame(), CALayer())
    frame.addSublayer(content)
    content.delegate = painter
    content.needsDisplayOnBoundsChange = true
    _ = stage.addLayer(frame)
    frame.bounds.size = CGSize(width: 6, height: 5)
    let image = try #require(try stage.commit().createdImages.first).pixels
    #expect(painter.clips == [CGRect(x: 0, y: 0, width: 4, height: 3)])
    #expect(image.width == 4 && image.height == 3)
    // Layout and drawing requested while drawing happen with the same commit.
    let trigger = stage.addLayer(layer(2, 2))
    let other = DisplayPainter()
    other.paint = { _, _ in frame.bounds.size.width = 9 }
    trigger.delegate = other
    trigger.setNeedsDisplay()
    let commit = try stage.commit()
    #expect(commit.createdImages.contains { $0.pixels.width == 7 })
    #expect(painter.clips.count == 2)
  }

  @Test func drawingMayEditTheTree() throws {
    let stage = CoreStage()
    let (painter, other) = (DisplayPainter(), DisplayPainter())
    let layer = stage.addLayer()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.delegate = painter
    CATransaction.flush()
    _ = stage.carrier.takeCommits()
    let added = CALayer()
    painter.paint = { layer, _ in
      added.bounds.size = CGSize(width: 2, height: 2)
      added.delegate = other
      added.setNeedsDisplay()
      layer.superlayer?.addSublayer(added)
      layer.delegate = nil
      layer.removeFromSuperlayer()
      CATransaction.flush()
    }
    layer.setNeedsDisplay()
    let commit = try stage.commit()
    #expect(other.calls.count == 2 && commit.createdImages.count == 1)
    #expect(stage.root.sublayers?.count == 1)
    #expect(stage.carrier.tree.layerCount == 2)
  }

  @Test func displayRequestsDuringDrawingWaitForTheNextCommit() throws {
    let stage = CoreStage()
    let painter = DisplayPainter()
    let layer = stage.addLayer()
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.delegate = painter
    CATransaction.flush()
    _ = stage.carrier.takeCommits()
    painter.paint = { layer, _ in
      layer.setNeedsDisplay()
      layer.displayIfNeeded()
      layer.display()
    }
    layer.setNeedsDisplay()
    for round in 1...3 {
      _ = try stage.commit()
      #expect(painter.calls.count == 2 * round)
    }
    painter.paint = { _, _ in }
    _ = try stage.commit()
    CATransaction.flush()
    #expect(stage.carrier.takeCommits().isEmpty && painter.calls.count == 8)
  }

  @Test func drawingsOnTheOutput() throws {
    let painter = DisplayPainter()
    painter.paint = { fill($1, CGRect(x: 0, y: 0, width: 2, height: 1)) }
    let context = try CAContext(size: CGSize(width: 6, height: 4))
    let root = CALayer()
    root.frame = CGRect(x: 1, y: 1, width: 4, height: 2)
    root.delegate = painter
    context.layer = root
    root.setNeedsDisplay()
    let image = try context.image()
    for y in 0..<4 {
      for x in 0..<6 {
        #expect(pixel(image, x, y) == ((1..<3).contains(x) && y == 1 ? red : clear))
      }
    }
    painter.paint = { fill($1, $0.bounds, blue: true) }
    root.setNeedsDisplay(CGRect(x: 3, y: 0, width: 1, height: 2))
    let next = try context.image()
    #expect(pixel(next, 1, 1) == red && pixel(next, 4, 2) == blue && pixel(next, 3, 2) == clear)
  }
}
