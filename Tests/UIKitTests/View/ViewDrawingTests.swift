// Drawing of views, and their bitmaps.
// Licensed under the MIT license; see LICENSE.

import QuartzCore
import TestClaims
import Testing
@testable import UIKit

@Suite("Views' drawing", .serialized)
@MainActor
struct ViewDrawingTests {
  private final class Drawn: UIView {
    var rects: [CGRect] = []
    override func draw(_ rect: CGRect) {
      rects.append(rect)
      UIColor(red: 0, green: 1, blue: 0, alpha: 1).setFill()
      UIRectFill(rect)
    }
  }

  private class Plain: UIView {}

  @Test("The methods that classes override are found in their metadata")
  func slots() {
    #expect(ViewSlots.draw.index != nil)
    #expect(ViewSlots.layoutSubviews.index != nil)
    #expect(ViewSlots.drawLayer.index != nil)
    #expect(ViewSlots.draw.isOverridden(in: Drawn.self))
    #expect(!ViewSlots.draw.isOverridden(in: Plain.self))
    #expect(!ViewSlots.draw.isOverridden(in: UIWindow.self))
  }

  @Test(
    "C10: only a view that overrides draw has a bitmap",
    .shows("UIView.draw(_:)", "UIView.setNeedsDisplay()")
  )
  func backing() throws {
    let window = makeWindow()
    let plain = Plain(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let drawn = Drawn(frame: CGRect(x: 50, y: 0, width: 50, height: 50))
    plain.setNeedsDisplay()
    plain.layer.setNeedsDisplay()
    drawn.setNeedsDisplay()
    window.addSubview(plain)
    window.addSubview(drawn)
    let image = try window.image()
    #expect(plain.layer.contents == nil && drawn.layer.contents != nil)
    #expect(drawn.rects == [CGRect(x: 0, y: 0, width: 50, height: 50)])
    #expect(pixel(image, 60, 10) == [0, 255, 0, 255])
  }

  @Test(
    "A view that draws is drawn without asking once it is in a window",
    .shows("UIView.setNeedsDisplay(_:)", "UIView.setNeedsDisplay()")
  )
  func firstDrawing() throws {
    let window = makeWindow()
    let drawn = Drawn(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    window.addSubview(drawn)
    #expect(pixel(try window.image(), 5, 5) == [0, 255, 0, 255])
    drawn.setNeedsDisplay(CGRect(x: 2, y: 3, width: 4, height: 5))
    _ = try window.image()
    #expect(drawn.rects.last == CGRect(x: 2, y: 3, width: 4, height: 5))
  }

  @Test("C11: display comes before draw, and a view is its layer's delegate")
  func delegate() throws {
    final class Displayed: UIView {
      var calls: [String] = []
      override func display(_ layer: CALayer) {
        onViewThread {
          calls.append("display")
          self.layer.contents = nil
        }
      }
      override func draw(_ rect: CGRect) { calls.append("draw") }
    }
    final class LayerDrawn: UIView {
      var count = 0
      override func draw(_ layer: CALayer, in ctx: CGContext) { onViewThread { count += 1 } }
    }
    let window = makeWindow()
    let view = Displayed(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    let other = LayerDrawn(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(view)
    window.addSubview(other)
    view.setNeedsDisplay()
    other.layer.setNeedsDisplay()
    CATransaction.flush()
    #expect(view.calls == ["display"] && other.count == 1)
    #expect(view.layer.delegate === view)
  }

  @Test(
    "C1: content modes are gravities with y turned",
    .shows(
      "UIView.contentMode",
      "UIView.ContentMode",
      "UIView.ContentMode.scaleAspectFit",
      "UIView.ContentMode.redraw",
      "UIView.ContentMode.scaleToFill"
    )
  )
  func modes() {
    let view = UIView()
    view.contentMode = .top
    #expect(view.layer.contentsGravity == .bottom)
    view.contentMode = .bottomLeft
    #expect(view.layer.contentsGravity == .topLeft)
    view.contentMode = .scaleAspectFit
    #expect(view.layer.contentsGravity == .resizeAspect)
    view.contentMode = .redraw
    #expect(view.layer.contentsGravity == .resize && view.layer.needsDisplayOnBoundsChange)
    view.contentMode = .scaleToFill
    #expect(!view.layer.needsDisplayOnBoundsChange && view.contentMode == .scaleToFill)
  }

  @Test(
    "C12: drawHierarchy draws what shows, render the values that were set",
    .shows(
      "UIView.drawHierarchy(in:afterScreenUpdates:)",
      "UIView.snapshotView(afterScreenUpdates:)"
    )
  )
  func hierarchy() throws {
    let window = makeWindow()
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    let ball = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
    ball.backgroundColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    view.addSubview(ball)
    window.addSubview(view)
    _ = try window.image()
    UIView.animate(withDuration: 1) { ball.frame.origin.x = 10 }
    _ = try window.image(at: 0.01)
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    let renderer = UIGraphicsImageRenderer(bounds: view.bounds, format: format)
    let shown = renderer.image { _ in
      view.drawHierarchy(in: view.bounds, afterScreenUpdates: false)
    }
    let model = renderer.image { view.layer.render(in: $0.cgContext) }
    let (shownPixels, modelPixels) = (try #require(shown.cgImage), try #require(model.cgImage))
    #expect(pixel(shownPixels, 2, 5)[0] == 255 && pixel(modelPixels, 2, 5)[3] == 0)
    #expect(pixel(shownPixels, 15, 5)[3] == 0 && pixel(modelPixels, 15, 5)[0] == 255)
    let copy = try #require(view.snapshotView(afterScreenUpdates: true))
    #expect(copy.bounds.size == view.bounds.size)
  }

  @Test(
    "D3: a change of style arrives at the end of the transaction",
    .shows(
      "UIView.overrideUserInterfaceStyle",
      "UITraitEnvironment.traitCollectionDidChange(_:)",
      "UITraitEnvironment.traitCollection"
    )
  )
  func style() {
    final class Styled: UIView {
      var told: [UIUserInterfaceStyle] = []
      override func traitCollectionDidChange(_ previous: UITraitCollection?) {
        told.append(traitCollection.userInterfaceStyle)
      }
    }
    let window = makeWindow()
    let view = Styled()
    window.addSubview(view)
    CATransaction.flush()
    view.told = []
    window.overrideUserInterfaceStyle = .dark
    #expect(view.told.isEmpty && view.traitCollection.userInterfaceStyle == .dark)
    CATransaction.flush()
    #expect(view.told == [.dark])
  }

  @Test(
    "Tint is that of the nearest view that has one, and changes are told",
    .shows("UIView.tintColor", "UIView.tintColorDidChange()")
  )
  func tint() {
    final class Tinted: UIView {
      var count = 0
      override func tintColorDidChange() { count += 1 }
    }
    let (outer, inner) = (UIView(), Tinted())
    outer.addSubview(inner)
    outer.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(inner.tintColor === outer.tintColor && inner.count == 1)
    inner.tintColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    outer.tintColor = nil
    #expect(inner.count == 2)
  }
}
