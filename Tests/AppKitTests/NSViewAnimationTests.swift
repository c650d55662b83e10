// Animation contexts and animator(): which changes animate, and how long.
// Licensed under the MIT license; see LICENSE.

import AppKit
import TestClaims
import Testing

@MainActor
@Suite("AppKit animation", .serialized)
struct NSViewAnimationTests {
  /// AG-D-3.x6.
  @Test(
    "A backing layer animates with allowsImplicitAnimation alone, and never its geometry",
    .shows(
      "NSAnimationContext.allowsImplicitAnimation",
      "NSAnimationContext.runAnimationGroup(_:completionHandler:)"
    )
  )
  func implicitAnimation() throws {
    let window = makeWindow()
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    window.contentView?.addSubview(view)
    _ = try window.image()
    let layer = try #require(view.layer)
    layer.backgroundColor = NSColor.red.cgColor
    #expect(layer.animationKeys() == nil)
    NSAnimationContext.runAnimationGroup { context in
      context.allowsImplicitAnimation = true
      layer.backgroundColor = NSColor.blue.cgColor
      layer.position = CGPoint(x: 50, y: 50)
    }
    #expect(layer.animationKeys() == ["backgroundColor"])
  }

  /// ZL-D-3.1.
  @Test(
    "A window's frame goes to its new value in the duration of the context, 0.25 s by default",
    .shows(
      "NSAnimatablePropertyContainer.animator()",
      "NSWindow.setFrame(_:display:)",
      "NSWindow.frame",
      "NSAnimationContext.beginGrouping()",
      "NSAnimationContext.endGrouping()",
      "NSAnimationContext.duration",
      "NSAnimationContext.current"
    )
  )
  func windowFrame() throws {
    let window = makeWindow(NSSize(width: 480, height: 360))
    _ = try window.image(at: 0)
    NSAnimationContext.beginGrouping()
    NSAnimationContext.current.duration = 5
    window.animator().setFrame(NSRect(x: 200, y: 200, width: 240, height: 180), display: true)
    NSAnimationContext.endGrouping()
    #expect(window.frame == NSRect(x: 100, y: 100, width: 480, height: 360))
    _ = try window.image(at: 2.5)
    #expect(near(window.frame, NSRect(x: 150, y: 150, width: 360, height: 270)))
    let picture = try window.image(at: 5)
    #expect(window.frame == NSRect(x: 200, y: 200, width: 240, height: 180))
    #expect(window.contentView?.frame.size == NSSize(width: 240, height: 180))
    #expect(picture.width == 240)
    window.animator().frame = NSRect(x: 0, y: 0, width: 100, height: 100)
    _ = try window.image(at: 5.2)
    #expect(window.frame.width > 100)
    _ = try window.image(at: 5.26)
    #expect(window.frame == NSRect(x: 0, y: 0, width: 100, height: 100))
  }

  /// ZL-D-3.2.
  @Test("An animation registered for `frame` drives the window", .shows("NSWindow.animations"))
  func registeredAnimation() throws {
    let window = makeWindow(NSSize(width: 480, height: 360))
    _ = try window.image(at: 0)
    let basic = CABasicAnimation(keyPath: "frame")
    basic.fromValue = NSValue(rect: NSRect(x: 100, y: 100, width: 480, height: 360))
    basic.toValue = NSValue(rect: NSRect(x: 200, y: 200, width: 240, height: 180))
    basic.duration = 5
    window.animations = ["frame": basic]
    window.animator().setFrame(NSRect(x: 200, y: 200, width: 240, height: 180), display: true)
    _ = try window.image(at: 1.25)
    #expect(near(window.frame, NSRect(x: 125, y: 125, width: 420, height: 315)))
    _ = try window.image(at: 5)
    #expect(window.frame == NSRect(x: 200, y: 200, width: 240, height: 180))
  }

  /// ZL-D-3.3 and ZL-D-3.4.
  @Test(
    "frameOrigin and frameSize drive a view: half way at half time, then exact",
    .shows("NSView.animations")
  )
  func frameOriginAndSize() throws {
    let window = makeWindow(NSSize(width: 480, height: 360))
    let view = DrawnView(frame: NSRect(x: 20, y: 20, width: 100, height: 75))
    window.contentView?.addSubview(view)
    _ = try window.image(at: 0)
    for key in ["frameOrigin", "frameSize"] {
      let animation = CABasicAnimation()
      animation.duration = 5
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      view.animations[key] = animation
    }
    view.animator().frame = NSRect(x: 200, y: 150, width: 200, height: 150)
    _ = try window.image(at: 2.5)
    #expect(near(view.frame, NSRect(x: 110, y: 85, width: 150, height: 112.5)))
    #expect(near(view.layer?.frame ?? .zero, view.frame))
    _ = try window.image(at: 6)
    #expect(view.frame == NSRect(x: 200, y: 150, width: 200, height: 150))
    // Once at first, and once for each size that showed.
    #expect(view.drawings.count == 3)
  }

  @Test(
    "beforeViewResize draws once, at the final size, before an animated change",
    .shows("NSView.LayerContentsRedrawPolicy.beforeViewResize")
  )
  func beforeResize() throws {
    let window = makeWindow()
    let view = DrawnView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    view.layerContentsRedrawPolicy = .beforeViewResize
    window.contentView?.addSubview(view)
    _ = try window.image(at: 0)
    NSAnimationContext.runAnimationGroup { context in
      context.duration = 1
      view.animator().frame.size = NSSize(width: 80, height: 80)
    }
    for time in [0.25, 0.5, 0.75, 1, 1.5] { _ = try window.image(at: time) }
    #expect(view.frame.size == NSSize(width: 80, height: 80))
    #expect(
      view.drawings.map(\.size) == [NSSize(width: 20, height: 20), NSSize(width: 80, height: 80)]
    )
  }

  @Test(
    "alphaValue fades through animator(), and changes at once without it",
    .shows("NSView.alphaValue")
  )
  func alpha() throws {
    let window = makeWindow()
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    window.contentView?.addSubview(view)
    _ = try window.image(at: 0)
    view.alphaValue = 0.5
    #expect(view.layer?.animationKeys() == nil)
    NSAnimationContext.current.duration = 2
    view.animator().alphaValue = 0
    #expect(view.alphaValue == 0)
    _ = try window.image(at: 1)
    #expect(abs((view.layer?.presentation()?.opacity ?? 9) - 0.25) < 0.01)
    _ = try window.image(at: 2.1)
    #expect(view.layer?.presentation()?.opacity == 0)
  }

  @Test(
    "The context's duration counts for plain layers, and ends with the event",
    .shows(
      "NSAnimationContext",
      "NSAnimationContext.duration",
      "NSAnimationContext.current",
      "NSAnimationContext.beginGrouping()",
      "NSAnimationContext.endGrouping()"
    )
  )
  func plainLayers() throws {
    let window = makeWindow()
    let layer = CALayer()
    window.contentView?.layer?.addSublayer(layer)
    _ = try window.image(at: 0)
    NSAnimationContext.current.duration = 3
    layer.opacity = 0.5
    #expect(layer.animation(forKey: "opacity")?.duration == 3)
    _ = try window.image(at: 1)
    #expect(NSAnimationContext.current.duration == 0.25)
    NSAnimationContext.beginGrouping()
    NSAnimationContext.current.duration = 4
    NSAnimationContext.beginGrouping()
    #expect(NSAnimationContext.current.duration == 4)
    NSAnimationContext.current.duration = 1
    NSAnimationContext.endGrouping()
    #expect(NSAnimationContext.current.duration == 4)
    NSAnimationContext.endGrouping()
    NSAnimationContext.endGrouping()
    #expect(NSAnimationContext.current.duration == 0.25)
  }

  @Test(
    "A group's completion comes when its animations are over, with the final values",
    .shows(
      "NSAnimationContext.runAnimationGroup(_:completionHandler:)",
      "NSView.setFrameOrigin(_:)"
    )
  )
  func completion() throws {
    let window = makeWindow()
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 20, height: 20))
    window.contentView?.addSubview(view)
    _ = try window.image(at: 0)
    var ends: [NSRect] = []
    NSAnimationContext.runAnimationGroup(
      { context in
        context.duration = 1
        view.animator().setFrameOrigin(NSPoint(x: 40, y: 0))
      },
      completionHandler: { ends.append(view.frame) }
    )
    _ = try window.image(at: 0.9)
    #expect(ends.isEmpty)
    _ = try window.image(at: 1.1)
    #expect(ends == [NSRect(x: 40, y: 0, width: 20, height: 20)])
  }

  private func near(_ one: NSRect, _ other: NSRect) -> Bool {
    abs(one.minX - other.minX) < 0.01 && abs(one.minY - other.minY) < 0.01
      && abs(one.width - other.width) < 0.01 && abs(one.height - other.height) < 0.01
  }
}
