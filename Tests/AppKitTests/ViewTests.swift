// Views: coordinates, layers, drawing and redraw policies.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

@MainActor
@Suite("AppKit views", .serialized)
struct ViewTests {
  @Test(
    "y points up, and down in a flipped view, for views, drawings and layers",
    .shows(
      "NSView.isFlipped",
      "NSView.convert(_:to:)",
      "NSView.convert(_:from:)",
      "NSView.hitTest(_:)"
    )
  )
  func flipped() throws {
    let window = makeWindow()
    let red = NSView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    red.wantsLayer = true
    red.layer?.backgroundColor = NSColor.red.cgColor
    window.contentView?.addSubview(red)
    let flipped = FlippedView(frame: NSRect(x: 100, y: 0, width: 100, height: 100))
    window.contentView?.addSubview(flipped)
    let blue = NSView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    blue.wantsLayer = true
    blue.layer?.backgroundColor = NSColor.blue.cgColor
    flipped.addSubview(blue)
    let image = try window.image()
    // The origin is at the bottom left, and at the top left of the flipped view.
    #expect(pixel(image, 10, 90) == [255, 0, 0])
    #expect(pixel(image, 10, 10) == [255, 255, 255])
    #expect(pixel(image, 110, 10) == [0, 0, 255])
    #expect(blue.convert(NSPoint(x: 5, y: 5), to: nil) == NSPoint(x: 105, y: 85))
    #expect(flipped.convert(NSPoint(x: 105, y: 90), from: nil) == NSPoint(x: 5, y: 10))
    #expect(red.convert(NSPoint(x: 5, y: 5), to: flipped) == NSPoint(x: -95, y: 95))
    #expect(window.contentView?.hitTest(NSPoint(x: 110, y: 95)) === blue)
    #expect(window.contentView?.hitTest(NSPoint(x: 110, y: 5)) === flipped)
    #expect(window.contentView?.hitTest(NSPoint(x: 300, y: 5)) == nil)
  }

  /// AG-D-L2.2: a hosted layer is that very object and keeps its scale; it goes with the view.
  @Test(
    "A backing layer is the view's, of the class that it makes; a hosted one stays the program's",
    .shows("NSView.makeBackingLayer()", "NSView.wantsLayer", "NSView.layer")
  )
  func layers() {
    final class Gradient: NSView {
      override func makeBackingLayer() -> CALayer { CAGradientLayer() }
    }
    let backed = Gradient(frame: NSRect(x: 5, y: 6, width: 70, height: 80))
    #expect(backed.layer == nil)
    backed.wantsLayer = true
    #expect(backed.layer is CAGradientLayer)
    #expect(backed.layer?.delegate === backed)
    #expect(backed.layer?.frame == backed.frame)
    let child = NSView(frame: NSRect(x: 1, y: 2, width: 3, height: 4))
    backed.addSubview(child)
    #expect(child.layer?.superlayer === backed.layer)
    let own = CALayer()
    let hosting = NSView(frame: NSRect(x: 0, y: 0, width: 50, height: 50))
    hosting.layer = own
    hosting.wantsLayer = true
    #expect(hosting.layer === own)
    #expect(own.delegate == nil)
    #expect(own.frame == hosting.frame)
    own.contentsScale = 3
    makeWindow().contentView?.addSubview(hosting)
    #expect(own.contentsScale == 3)
    hosting.frame = NSRect(x: 9, y: 9, width: 20, height: 20)
    #expect(hosting.layer === own && own.frame == hosting.frame && own.delegate == nil)
  }

  @Test(
    "Order of subviews is order of layers; layers that are no views' stay",
    .shows(
      "NSView.addSubview(_:)",
      "NSView.addSubview(_:positioned:relativeTo:)",
      "NSView.subviews",
      "NSView.replaceSubview(_:with:)",
      "NSView.superview"
    )
  )
  func order() {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 50, height: 50))
    view.wantsLayer = true
    let (one, two, three) = (NSView(), NSView(), NSView())
    view.addSubview(one)
    view.addSubview(three)
    let free = CALayer()
    view.layer?.addSublayer(free)
    view.addSubview(two, positioned: .below, relativeTo: three)
    #expect(view.subviews == [one, two, three])
    let layers = [one.layer, two.layer, three.layer, free].compactMap { $0 }
    #expect(view.layer?.sublayers == layers)
    view.replaceSubview(one, with: NSView())
    #expect(one.superview == nil)
    let lines = diagnostics { one.addSubview(one) }
    #expect(lines.count == 1)
  }

  @Test(
    "Only views that draw have a bitmap; wantsUpdateLayer takes the place of draw(_:)",
    .shows(
      "NSView.wantsUpdateLayer",
      "NSView.updateLayer()",
      "NSView.draw(_:)",
      "NSView.needsDisplay"
    )
  )
  func drawing() throws {
    final class Updating: NSView {
      var updates = 0
      override var wantsUpdateLayer: Bool { true }
      override func updateLayer() {
        updates += 1
        layer?.backgroundColor = NSColor.green.cgColor
      }
      override func draw(_ dirtyRect: NSRect) { updates += 1000 }
    }
    let window = makeWindow()
    let drawn = DrawnView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    let updating = Updating(frame: NSRect(x: 30, y: 0, width: 20, height: 20))
    let plain = NSView(frame: NSRect(x: 60, y: 0, width: 20, height: 20))
    for view in [drawn, updating, plain] { window.contentView?.addSubview(view) }
    plain.needsDisplay = true
    let image = try window.image()
    #expect(pixel(image, 10, 90) == [255, 0, 0])
    #expect(pixel(image, 40, 90) == [0, 255, 0])
    #expect(updating.updates == 1)
    #expect(updating.layer?.contents == nil)
    #expect(plain.layer?.contents == nil)
    #expect(drawn.layer?.contents != nil)
    #expect(drawn.drawings == [NSRect(x: 0, y: 0, width: 20, height: 20)])
  }

  /// AG-D-T2.2.
  @Test(
    "A change of size draws anew as the policy says",
    .shows(
      "NSView.layerContentsRedrawPolicy",
      "NSView.LayerContentsRedrawPolicy",
      "NSView.LayerContentsRedrawPolicy.duringViewResize",
      "NSView.LayerContentsRedrawPolicy.onSetNeedsDisplay",
      "NSView.LayerContentsRedrawPolicy.never",
      "NSView.LayerContentsRedrawPolicy.beforeViewResize",
      "NSView.setFrameSize(_:)"
    ),
    arguments: [
      (NSView.LayerContentsRedrawPolicy.duringViewResize, 3, 4),
      (.onSetNeedsDisplay, 1, 2), (.never, 1, 1), (.beforeViewResize, 3, 4),
    ]
  )
  func policies(
    policy: NSView.LayerContentsRedrawPolicy,
    afterResizes: Int,
    afterRequest: Int
  ) throws {
    let window = makeWindow()
    let view = DrawnView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    view.layerContentsRedrawPolicy = policy
    window.contentView?.addSubview(view)
    _ = try window.image()
    for side in [30.0, 40] {
      view.setFrameSize(NSSize(width: side, height: side))
      _ = try window.image()
    }
    #expect(view.drawings.count == afterResizes)
    view.needsDisplay = true
    _ = try window.image()
    #expect(view.drawings.count == afterRequest)
  }

  @Test(
    "Masks share a change of size out; margins and sizes grow in proportion",
    .shows(
      "NSView.autoresizingMask",
      "NSView.AutoresizingMask.width",
      "NSView.AutoresizingMask.minYMargin",
      "NSView.AutoresizingMask.minXMargin",
      "NSView.AutoresizingMask.maxXMargin"
    )
  )
  func autoresizing() {
    let outer = NSView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
    let inner = NSView(frame: NSRect(x: 10, y: 20, width: 40, height: 40))
    inner.autoresizingMask = [.width, .minYMargin]
    outer.addSubview(inner)
    outer.setFrameSize(NSSize(width: 150, height: 130))
    #expect(inner.frame == NSRect(x: 10, y: 50, width: 90, height: 40))
    inner.autoresizingMask = [.minXMargin, .maxXMargin]
    outer.setFrameSize(NSSize(width: 210, height: 130))
    // 60 points more, shared as 10 to 50.
    #expect(inner.frame == NSRect(x: 20, y: 50, width: 90, height: 40))
  }

  @Test("Frames and origins that are no numbers are refused with a diagnostic")
  func hostile() {
    let view = NSView(frame: NSRect(x: 1, y: 2, width: 3, height: 4))
    let lines = diagnostics {
      view.frame = NSRect(x: CGFloat.nan, y: 0, width: 1, height: 1)
      view.setFrameSize(NSSize(width: CGFloat.infinity, height: 1))
      view.setBoundsOrigin(NSPoint(x: 0, y: CGFloat.nan))
      makeWindow().setContentSize(NSSize(width: CGFloat.nan, height: 4))
    }
    #expect(lines.count == 4)
    #expect(view.frame == NSRect(x: 1, y: 2, width: 3, height: 4))
    view.alphaValue = .nan
    #expect(view.alphaValue == 1)
    view.frame = NSRect(x: 10, y: 10, width: -5, height: -5)
    #expect(view.frame == NSRect(x: 5, y: 5, width: 5, height: 5))
  }

  @Test(
    "An image is the contents of a layer, in the variant that suits the screen",
    .shows(
      "NSImage",
      "NSImage.init(cgImage:size:)",
      "NSImage.init(size:)",
      "NSImage.lockFocus()",
      "NSImage.unlockFocus()",
      "NSImage.cgImage(forProposedRect:context:hints:)",
      "NSImage.init(data:)",
      "NSImage.init(contentsOfFile:)",
      "NSColor.set()",
      "NSColor.red",
      "NSRect.fill()"
    )
  )
  func imageContents() throws {
    func picture(_ side: Int, _ gray: CGFloat) throws -> CGImage {
      let context = try #require(
        CGContext(
          data: nil,
          width: side,
          height: side,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
      )
      context.setFillColor(gray: gray, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: side, height: side))
      return try #require(context.makeImage())
    }
    let image = NSImage(cgImage: try picture(20, 0), size: NSSize(width: 10, height: 10))
    let layer = CALayer()
    layer.contents = image
    #expect((layer.contents as? CGImage)?.width == 20)
    #expect(layer.contentsScale == 2)
    let drawn = NSImage(size: NSSize(width: 4, height: 4))
    drawn.lockFocus()
    NSColor.red.set()
    NSRect(x: 0, y: 0, width: 4, height: 4).fill()
    drawn.unlockFocus()
    let pixels = try #require(drawn.cgImage(forProposedRect: nil, context: nil, hints: nil))
    #expect(pixel(pixels, 1, 1) == [255, 0, 0])
    #expect(NSImage(data: Data([1, 2, 3])) == nil)
    #expect(NSImage(contentsOfFile: "/nowhere.png") == nil)
  }
}
