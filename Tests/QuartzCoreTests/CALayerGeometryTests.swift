// The frame of a layer, and the other values of geometry.
// Licensed under the MIT license; see LICENSE.

import QuartzTesting
import TestClaims

@Suite struct CALayerGeometryTests {
  @Test func defaults() {
    let layer = CALayer()
    #expect(layer.bounds == .zero)
    #expect(layer.frame == .zero)
    #expect(layer.position == .zero)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.zPosition == 0 && layer.anchorPointZ == 0)
    #expect(CATransform3DIsIdentity(layer.transform))
    #expect(CATransform3DIsIdentity(layer.sublayerTransform))
    #expect(!layer.isHidden && layer.isDoubleSided && !layer.isGeometryFlipped)
    #expect(!layer.masksToBounds && layer.opacity == 1 && layer.allowsGroupOpacity)
    #expect(layer.contents == nil && layer.contentsGravity == .resize && layer.contentsScale == 1)
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(layer.minificationFilter == .linear && layer.magnificationFilter == .linear)
    #expect(layer.backgroundColor == nil && layer.borderWidth == 0 && layer.cornerRadius == 0)
    #expect(layer.borderColor?.components == [0, 0, 0, 1])
    #expect(layer.maskedCorners.rawValue == 15)
    #expect(layer.name == nil && layer.delegate == nil && layer.actions == nil)
    #expect(layer.beginTime == 0 && layer.timeOffset == 0 && layer.speed == 1)
  }

  @Test(.shows("CALayer.frame", "CALayer.bounds", "CALayer.position"))
  func settingTheFrameSetsSizeAndPosition() {
    let layer = CALayer()
    layer.bounds.origin = CGPoint(x: 7, y: 8)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.bounds == CGRect(x: 7, y: 8, width: 30, height: 40))
    #expect(layer.position == CGPoint(x: 25, y: 40))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test(.shows("CALayer.anchorPoint", "CALayer.frame", "CALayer.position"))
  func anchorPointMovesTheFrameNotThePosition() {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    layer.anchorPoint = CGPoint(x: 0, y: 1)
    #expect(layer.position == CGPoint(x: 50, y: 25))
    #expect(layer.frame == CGRect(x: 50, y: -25, width: 100, height: 50))
    layer.frame = CGRect(x: 5, y: 6, width: 10, height: 20)
    #expect(layer.position == CGPoint(x: 5, y: 26))
  }

  @Test(.shows("CALayer.transform", "CALayer.frame")) func frameOfAScaledLayer() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
    layer.position = CGPoint(x: 100, y: 100)
    layer.anchorPoint = CGPoint(x: 0.25, y: 0.5)
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.frame == CGRect(x: 50, y: 40, width: 200, height: 120))
  }

  @Test(.shows("CALayer.transform", "CALayer.frame")) func frameOfARotatedLayer() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
    layer.position = CGPoint(x: 50, y: 60)
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(isClose(layer.frame, CGRect(x: 30, y: 10, width: 40, height: 100)))
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    let side = (100 + 40) / CGFloat(2).squareRoot()
    #expect(
      isClose(layer.frame, CGRect(x: 50 - side / 2, y: 60 - side / 2, width: side, height: side))
    )
  }

  @Test(.shows("CALayer.frame"), arguments: [CGPoint(x: 160, y: 284), CGPoint(x: 120, y: 200)])
  func framesOfQuarterTurnsAreWholeNumbers(_ position: CGPoint) {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 40)
    layer.position = position
    for angle in [CGFloat.pi / 2, -.pi / 2] {
      layer.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
      let frame = CGRect(x: position.x - 20, y: position.y - 50, width: 40, height: 100)
      #expect(layer.frame == frame)
    }
  }

  @Test func rotationAboutAnEdge() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 20)
    layer.anchorPoint = .zero
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    #expect(isClose(layer.frame, CGRect(x: -20, y: 0, width: 20, height: 10)))
  }

  @Test(arguments: [
    CATransform3DMakeScale(2, 0.5, 1), CATransform3DMakeScale(-1, 1, 1),
    CATransform3DMakeTranslation(7, -3, 0), CATransform3DMakeRotation(.pi / 2, 0, 0, 1),
    CATransform3DMakeRotation(.pi, 1, 0, 0),
  ])
  func frameRoundTripThroughATransform(_ transform: CATransform3D) {
    let layer = CALayer()
    layer.anchorPoint = CGPoint(x: 0.2, y: 0.9)
    layer.transform = transform
    let frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    layer.frame = frame
    #expect(isClose(layer.frame, frame))
  }

  @Test func frameAroundTheMiddleWhereItCannotFit() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    #expect(isClose(layer.frame.midX, 50) && isClose(layer.frame.midY, 50))
    #expect(isClose(layer.bounds.width, 100 * CGFloat(2).squareRoot()))
  }

  @Test func frameWithASingularTransform() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(0, 0, 0)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.bounds.size == CGSize(width: 30, height: 40))
    #expect(layer.frame == CGRect(x: 25, y: 40, width: 0, height: 0))
  }

  @Test(.shows("CALayer.frame", "CALayer.transform", "CATransform3D.m34"))
  func frameUnderPerspective() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 100
    layer.transform = CATransform3DTranslate(transform, 0, 0, -100)
    #expect(isClose(layer.frame, CGRect(x: -25, y: -25, width: 50, height: 50)))
  }

  @Test func negativeSizesAreStandardised() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: -20, height: -10)
    #expect(layer.bounds == CGRect(x: -20, y: -10, width: 20, height: 10))
    #expect(layer.frame == CGRect(x: -10, y: -5, width: 20, height: 10))
    layer.frame = CGRect(x: 30, y: 30, width: -20, height: -10)
    #expect(layer.bounds.size == CGSize(width: 20, height: 10))
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 20, height: 10))
  }

  @Test(.shows("CALayer.affineTransform()", "CALayer.setAffineTransform(_:)"))
  func affineTransform() {
    let layer = CALayer()
    layer.setAffineTransform(CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 4, ty: 5))
    #expect(layer.transform.m11 == 2 && layer.transform.m22 == 3 && layer.transform.m41 == 4)
    #expect(layer.affineTransform().ty == 5)
  }

  @Test func gettersGiveExactlyWhatWasSet() {
    let layer = CALayer()
    let third = CGFloat(1) / 3
    layer.position = CGPoint(x: third, y: .infinity)
    #expect(layer.position.x == third && layer.position.y == .infinity)
    layer.opacity = 0.1
    #expect(layer.opacity == 0.1)
    layer.opacity = 7
    #expect(layer.opacity == 7)
    layer.cornerRadius = -.pi
    #expect(layer.cornerRadius == -.pi)
    layer.zPosition = .nan
    #expect(layer.zPosition.isNaN)
    let color = CGColor(gray: 0.3, alpha: 0.7)
    layer.backgroundColor = color
    #expect(layer.backgroundColor === color)
    layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
    #expect(layer.maskedCorners.rawValue == 9)
    layer.contentsGravity = .bottomLeft
    #expect(layer.contentsGravity == .bottomLeft)
    layer.contents = "no image"
    #expect(layer.contents as? String == "no image")
  }

  @Test func equalColorOfAnotherSpaceIsKept() {
    let layer = CALayer()
    layer.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    let gray = CGColor(gray: 0, alpha: 1)
    layer.backgroundColor = gray
    #expect(layer.backgroundColor === gray)
    layer.backgroundColor = nil
    #expect(layer.backgroundColor == nil)
  }
}
