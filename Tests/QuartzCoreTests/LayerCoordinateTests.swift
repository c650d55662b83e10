// Points, rectangles and times from layer to layer.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct LayerCoordinateTests {
  private func makeLayer(_ frame: CGRect, in superlayer: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    layer.frame = frame
    superlayer?.addSublayer(layer)
    return layer
  }

  private func isInCoordinateRange(_ a: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
    abs(a.x - x) <= 1e-9 && abs(a.y - y) <= 1e-9
  }

  @Test(.shows("CALayer.convert(_:to:)", "CALayer.convert(_:from:)")) func siblings() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 300, height: 300))
    let b = makeLayer(CGRect(x: 10, y: 20, width: 50, height: 50), in: root)
    let c = makeLayer(CGRect(x: 100, y: 50, width: 50, height: 50), in: root)
    #expect(b.convert(CGPoint(x: 5, y: 5), to: c) == CGPoint(x: -85, y: -25))
    #expect(c.convert(CGPoint(x: 5, y: 5), from: b) == CGPoint(x: -85, y: -25))
    #expect(b.convert(b.bounds, to: root) == b.frame)
  }

  @Test func rightAngle() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 300, height: 300))
    let a = makeLayer(CGRect(x: 100, y: 100, width: 100, height: 100), in: root)
    a.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(isInCoordinateRange(a.convert(.zero, to: root), 200, 100))
    #expect(isInCoordinateRange(a.convert(CGPoint(x: 200, y: 100), from: root), 0, 0))
    let box = a.convert(CGRect(x: 0, y: 0, width: 20, height: 10), to: root)
    #expect(isClose(box, CGRect(x: 190, y: 100, width: 10, height: 20)))
  }

  /// AG-D-4.x5.
  @Test func boundsOriginAndRotationGoThereAndBack() {
    let root = makeLayer(CGRect(x: 30, y: 40, width: 300, height: 300))
    root.bounds.origin = CGPoint(x: 5, y: 5)
    let middle = makeLayer(CGRect(x: 10, y: 10, width: 80, height: 60), in: root)
    middle.bounds.origin = CGPoint(x: 5, y: 5)
    middle.transform = CATransform3DMakeRotation(0.7, 0, 0, 1)
    let leaf = makeLayer(CGRect(x: 7, y: 8, width: 20, height: 20), in: middle)
    leaf.transform = CATransform3DMakeScale(2, -3, 1)
    let there = leaf.convert(CGPoint(x: 3, y: 4), to: nil)
    #expect(isInCoordinateRange(leaf.convert(there, from: nil), 3, 4))
    // (7, 8) in `middle` is 2, 3 from its corner: without turns it lies at (12, 13) of the root.
    middle.transform = CATransform3DIdentity
    leaf.transform = CATransform3DIdentity
    #expect(leaf.convert(.zero, to: root) == CGPoint(x: 12, y: 13))
    #expect(leaf.convert(.zero, to: nil) == CGPoint(x: 37, y: 48))
  }

  @Test(
    .shows("CALayer.isGeometryFlipped", "CALayer.contentsAreFlipped()", "CALayer.convert(_:to:)")
  ) func flippedGeometry() {
    let flipped = makeLayer(CGRect(x: 0, y: 0, width: 200, height: 200))
    flipped.isGeometryFlipped = true
    let child = makeLayer(CGRect(x: 10, y: 10, width: 50, height: 50), in: flipped)
    let grandchild = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), in: child)
    #expect(child.convert(child.bounds, to: flipped) == child.frame)
    #expect(
      child.convert(child.bounds, to: nil) == CGRect(x: 10, y: 140, width: 50, height: 50)
    )
    #expect(
      grandchild.convert(grandchild.bounds, to: nil) == CGRect(x: 10, y: 180, width: 10, height: 10)
    )
    child.isGeometryFlipped = true
    #expect(
      grandchild.convert(grandchild.bounds, to: nil) == CGRect(x: 10, y: 140, width: 10, height: 10)
    )
    #expect(!flipped.contentsAreFlipped() && child.contentsAreFlipped())
  }

  @Test func perspectiveIsUndone() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 200
    root.sublayerTransform = eye
    let layer = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: root)
    layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    // 40 right of the middle: 20 across, 40 sin 60° further away.
    let across = 20 / (1 + 40 * (CGFloat(3).squareRoot() / 2) / 200)
    let seen = layer.convert(CGPoint(x: 90, y: 50), to: root)
    #expect(isInCoordinateRange(seen, 50 + across, 50))
    #expect(isInCoordinateRange(layer.convert(seen, from: root), 90, 50))
  }

  @Test(.shows("CALayer.sublayerTransform")) func sublayerTransformTurnsAboutTheAnchorPoint() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    root.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    let layer = makeLayer(CGRect(x: 60, y: 50, width: 10, height: 10), in: root)
    #expect(
      layer.convert(layer.bounds, to: root) == CGRect(x: 70, y: 50, width: 20, height: 20)
    )
    #expect(layer.frame == CGRect(x: 60, y: 50, width: 10, height: 10))
  }

  @Test func layersAboveTheCommonOnePlayNoPart() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    root.transform = CATransform3DMakeScale(0, .nan, 1)
    let a = makeLayer(CGRect(x: 1, y: 2, width: 10, height: 10), in: root)
    let b = makeLayer(CGRect(x: 5, y: 5, width: 10, height: 10), in: root)
    #expect(a.convert(.zero, to: b) == CGPoint(x: -4, y: -3))
    #expect(a.convert(CGPoint(x: 1, y: 1), to: a) == CGPoint(x: 1, y: 1))
  }

  @Test func singularMatricesGiveNoPoint() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    let flat = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), in: root)
    flat.transform = CATransform3DMakeScale(0, 1, 1)
    #expect(flat.convert(CGPoint(x: 3, y: 3), to: root) == CGPoint(x: 5, y: 3))
    let none = flat.convert(CGPoint(x: 3, y: 3), from: root)
    #expect(none.x.isNaN && none.y.isNaN)
    #expect(flat.convert(root.bounds, from: root).isNull)
    let odd = root.convert(CGPoint(x: CGFloat.nan, y: 1), to: nil)
    #expect(odd.x.isNaN)
  }

  @Test func rectangleBehindTheEye() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    let layer = makeLayer(CGRect(x: 0, y: 0, width: 100, height: 100), in: root)
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 10
    layer.transform = CATransform3DConcat(CATransform3DMakeRotation(.pi / 3, 0, 1, 0), eye)
    #expect(layer.convert(layer.bounds, to: root) == .infinite)
    layer.transform = CATransform3DConcat(CATransform3DMakeTranslation(0, 0, 11), eye)
    #expect(layer.convert(layer.bounds, to: root).isNull)
  }

  /// AG-D-L5.3.
  @Test(
    .shows(
      "CALayer.convertTime(_:from:)",
      "CALayer.convertTime(_:to:)",
      "CAMediaTiming.speed",
      "CAMediaTiming.beginTime"
    )
  ) func times() {
    let root = CALayer()
    let layer = CALayer()
    root.addSublayer(layer)
    layer.speed = 2
    layer.beginTime = 3
    #expect(layer.convertTime(10, from: nil) == 14)
    #expect(layer.convertTime(10, from: root) == 14)
    #expect(layer.convertTime(14, to: root) == 10)
    root.speed = 2
    #expect(layer.convertTime(11, from: nil) - layer.convertTime(10, from: nil) == 4)
  }

  @Test(.shows("CALayer.contains(_:)")) func containsIsHalfOpen() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 100, y: 100, width: 50, height: 50)
    #expect(layer.contains(CGPoint(x: 100, y: 100)))
    #expect(layer.contains(CGPoint(x: 149.9, y: 149.9)))
    #expect(!layer.contains(CGPoint(x: 150, y: 149)) && !layer.contains(CGPoint(x: 100, y: 150)))
    #expect(!layer.contains(.zero) && !layer.contains(CGPoint(x: CGFloat.nan, y: 120)))
    layer.bounds = CGRect(x: 10, y: 10, width: -10, height: -10)
    #expect(layer.contains(.zero) && !layer.contains(CGPoint(x: 10, y: 5)))
  }

  @Test(.shows("CALayer.setAffineTransform(_:)", "CALayer.frame")) func frameOfARotatedLayerByHand()
  {
    let layer = makeLayer(CGRect(x: 10, y: 10, width: 40, height: 50))
    // cos 0.8, sin 0.6: 40 · 0.8 + 50 · 0.6 = 62 wide, 40 · 0.6 + 50 · 0.8 = 64 high.
    layer.setAffineTransform(CGAffineTransform(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0, ty: 0))
    #expect(isClose(layer.frame, CGRect(x: -1, y: 3, width: 62, height: 64)))
    #expect(layer.bounds.size == CGSize(width: 40, height: 50))
    #expect(layer.position == CGPoint(x: 30, y: 35))
  }

  // MARK: Scrolling

  @Test(
    .shows(
      "CALayer.scroll(_:)",
      "CALayer.scrollRectToVisible(_:)",
      "CALayer.visibleRect",
      "CAScrollLayer.scroll(to:)"
    )
  ) func scrollingGoesToTheNearestSuperlayer() {
    let scroller = CAScrollLayer()
    scroller.frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    let page = makeLayer(CGRect(x: 0, y: 0, width: 600, height: 400), in: scroller)
    let leaf = makeLayer(CGRect(x: 300, y: 100, width: 100, height: 50), in: page)
    leaf.scroll(CGPoint(x: 10, y: 10))
    #expect(scroller.bounds.origin == CGPoint(x: 310, y: 110))
    #expect(page.visibleRect == CGRect(x: 310, y: 110, width: 200, height: 200))
    #expect(leaf.visibleRect == CGRect(x: 10, y: 10, width: 90, height: 40))
    scroller.scroll(to: CGPoint.zero)
    #expect(leaf.visibleRect == .zero)
    leaf.scrollRectToVisible(leaf.bounds)
    #expect(scroller.bounds.origin == CGPoint(x: 200, y: 0))
    #expect(page.visibleRect == CGRect(x: 200, y: 0, width: 200, height: 200))
  }

  @Test func nothingScrollsWithoutAScroller() {
    let root = makeLayer(CGRect(x: 0, y: 0, width: 20, height: 20))
    let leaf = makeLayer(CGRect(x: 5, y: 5, width: 100, height: 50), in: root)
    leaf.scroll(CGPoint(x: 10, y: 10))
    leaf.scrollRectToVisible(leaf.bounds)
    #expect(root.bounds.origin == .zero && leaf.visibleRect == leaf.bounds)
  }
}
