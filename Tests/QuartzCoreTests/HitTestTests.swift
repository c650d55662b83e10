// Hit tests: the layer at a point.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct HitTestTests {
  private func makeLayer(
    _ x: CGFloat,
    _ y: CGFloat,
    _ width: CGFloat,
    _ height: CGFloat,
    in superlayer: CALayer? = nil
  ) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: width, height: height)
    superlayer?.addSublayer(layer)
    return layer
  }

  private func hit(_ layer: CALayer, _ x: CGFloat, _ y: CGFloat) -> CALayer? {
    layer.hitTest(CGPoint(x: x, y: y))
  }

  /// LW-D-3.4.
  /// LW-D-3.5.
  @Test(.shows("CALayer.hitTest(_:)")) func nestedLayers() {
    let white = makeLayer(60, 140, 200, 200)
    let blue = makeLayer(50, 50, 100, 100, in: white)
    #expect(hit(white, 160, 240) === blue)
    #expect(hit(white, 70, 150) === white)
    #expect(hit(white, 10, 10) == nil)
    #expect(hit(white, 110, 190) === blue)
    #expect(hit(white, 210, 290) === white)
    #expect(hit(white, 260, 340) == nil)
  }

  @Test(.shows("CALayer.hitTest(_:)", "CALayer.masksToBounds")) func sublayersOutsideTheBounds() {
    let parent = makeLayer(0, 0, 100, 100)
    let child = makeLayer(150, 0, 50, 50, in: parent)
    #expect(hit(parent, 160, 10) === child)
    parent.masksToBounds = true
    #expect(hit(parent, 160, 10) == nil)
  }

  /// LW-D-3.5a.
  @Test(.shows("CALayer.hitTest(_:)", "CALayer.zPosition", "CALayer.isHidden")) func frontToBack() {
    let root = makeLayer(0, 0, 100, 100)
    let green = makeLayer(0, 0, 60, 60, in: root)
    let red = makeLayer(30, 30, 60, 60, in: root)
    #expect(hit(root, 40, 40) === red)
    green.zPosition = 0.0001
    #expect(hit(root, 40, 40) === green)
    red.zPosition = 0.0001
    #expect(hit(root, 40, 40) === red)
    red.zPosition = -1
    green.isHidden = true
    #expect(hit(root, 40, 40) === red)
    red.opacity = 0
    #expect(hit(root, 40, 40) === red)
    root.isHidden = true
    #expect(hit(root, 40, 40) == nil)
  }

  @Test(.shows("CALayer.hitTest(_:)", "CALayer.transform")) func crossingPlanes() {
    let root = makeLayer(0, 0, 100, 100)
    let a = makeLayer(0, 0, 100, 100, in: root)
    let b = makeLayer(0, 0, 100, 100, in: root)
    // Of `a` the left half is nearer, of `b` the right one.
    a.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    b.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    #expect(hit(root, 30, 50) === a)
    #expect(hit(root, 70, 50) === b)
    // Outside both: 50 cos 45° is 35.36.
    #expect(hit(root, 14, 50) === root)
  }

  @Test func turnedPlanesThatFallTogetherKeepTheirOrder() {
    let root = makeLayer(0, 0, 100, 100)
    var turned = CATransform3DIdentity
    turned.m34 = -1 / 300
    root.sublayerTransform = CATransform3DRotate(turned, 0.9, 0.3, 1, 0.2)
    var layers: [CALayer] = []
    for index in 0..<8 {
      let side = CGFloat(30 + index)
      layers.append(makeLayer(50 - side, 50 - side, side * 2, side * 2, in: root))
    }
    for x in 40..<60 { #expect(hit(root, CGFloat(x), 47) === layers[7]) }
    layers[2].zPosition = 0.0001
    for x in 40..<60 { #expect(hit(root, CGFloat(x), 47) === layers[2]) }
  }

  @Test(.shows("CALayer.hitTest(_:)", "CALayer.isDoubleSided")) func backs() {
    let root = makeLayer(0, 0, 100, 100)
    let card = makeLayer(0, 0, 40, 100, in: root)
    card.anchorPoint = CGPoint(x: 1, y: 0.5)
    card.position = CGPoint(x: 40, y: 50)
    card.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    card.isDoubleSided = false
    // Turned about its right edge, it lies from 40 to 80.
    #expect(hit(root, 60, 50) === card)
    #expect(hit(root, 20, 50) === root)
  }

  @Test(.shows("CALayer.sublayerTransform", "CALayer.zPosition")) func behindTheEye() {
    let root = makeLayer(0, 0, 100, 100)
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 100
    root.sublayerTransform = eye
    let layer = makeLayer(0, 0, 100, 100, in: root)
    layer.zPosition = 99
    #expect(hit(root, 50, 50) === layer)
    layer.zPosition = 200
    #expect(hit(root, 50, 50) === root)
  }

  @Test func meaninglessGeometry() {
    let root = makeLayer(0, 0, 100, 100)
    let layer = makeLayer(0, 0, 100, 100, in: root)
    for transform in [
      CATransform3DMakeScale(0, 1, 1), CATransform3D(), CATransform3DMakeScale(.nan, 1, 1),
      CATransform3DMakeTranslation(.infinity, 0, 0),
    ] {
      layer.transform = transform
      #expect(hit(root, 50, 50) === root)
    }
    layer.transform = CATransform3DIdentity
    layer.zPosition = .nan
    #expect(hit(root, 50, 50) === root)
    #expect(hit(root, .nan, 50) == nil)
  }

  @Test(.shows("CALayer.hitTest(_:)", "CALayer.contains(_:)")) func subclassesDecide() {
    final class Hole: CALayer {
      override func hitTest(_ p: CGPoint) -> CALayer? { nil }
    }
    final class Disc: CALayer {
      override func contains(_ p: CGPoint) -> Bool {
        let (x, y) = (p.x - bounds.midX, p.y - bounds.midY)
        return x * x + y * y < bounds.width * bounds.width / 4
      }
    }
    let root = makeLayer(0, 0, 100, 100)
    let disc = Disc()
    disc.frame = root.bounds
    root.addSublayer(disc)
    #expect(hit(root, 50, 3) === disc && hit(root, 3, 3) === root)
    let hole = Hole()
    hole.frame = root.bounds
    root.addSublayer(hole)
    #expect(hit(root, 50, 3) === disc)
  }

  @Test(.shows("CALayer.presentation()", "CALayer.model()")) func presentationTree() throws {
    let stage = CoreStage()
    let layer = stage.addLayer()
    withoutActions { layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10) }
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setAnimationDuration(4)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.position.x = 85
    CATransaction.commit()
    stage.clock.advance(by: 2)
    // Half way: from 5 to 85 the middle is at 45.
    let shown = try #require(layer.presentation())
    #expect(hit(shown, 45, 5)?.model() === layer)
    #expect(hit(shown, 85, 5) == nil)
    #expect(hit(layer, 85, 5) === layer)
  }
}
