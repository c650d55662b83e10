// Values as Apple's framework was measured to have them.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel
import TestClaims
import Testing

@testable import QuartzCore

@Suite struct MeasuredValueTests {
  // MARK: Bounds

  @Test(.shows("CALayer.bounds"), .recorded("bounds-standardised")) func boundsAreStandardised() {
    let standard = CGRect(x: -100, y: -50, width: 100, height: 50)
    let negative = CGRect(x: 0, y: 0, width: -100, height: -50)
    let layer = CALayer()
    layer.bounds = negative
    #expect(layer.bounds == standard)
    let keyed = CALayer()
    keyed.setValue(negative, forKey: "bounds")
    #expect(keyed.bounds == standard)
    let members = CALayer()
    members.setValue(-100, forKeyPath: "bounds.size.width")
    members.setValue(-50, forKeyPath: "bounds.size.height")
    #expect(members.bounds == standard)
    members.bounds.size = CGSize(width: 3, height: -4)
    #expect(members.bounds == CGRect(x: -100, y: -54, width: 3, height: 4))
  }

  @Test func boundsOfTheClassAreStandardised() {
    final class Backwards: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "bounds"
          ? CGRect(x: 0, y: 0, width: -100, height: -50) : super.defaultValue(forKey: key)
      }
    }
    #expect(Backwards().bounds == CGRect(x: -100, y: -50, width: 100, height: 50))
  }

  // MARK: Defaults

  @Test(
    .shows("CALayer.defaultValue(forKey:)"),
    .recorded("default-values"),
    arguments: [
      "bounds", "position", "autoresizingMask", "zPosition", "cornerRadius", "hidden",
      "masksToBounds",
      "shadowOpacity", "beginTime", "timeOffset", "repeatCount", "repeatDuration", "autoreverses",
      "contents", "backgroundColor", "name", "needsDisplayOnBoundsChange",
      "sublayers", "nonsense",
    ]
  )
  func zeroIsNoDefault(_ key: String) {
    #expect(CALayer.defaultValue(forKey: key) == nil)
  }

  @Test(.shows("CALayer.defaultValue(forKey:)"), .recorded("default-values"))
  func defaultsThatAreNotZero() {
    #expect(CALayer.defaultValue(forKey: "duration") as? Double == .infinity)
    #expect(CALayer.defaultValue(forKey: "fillMode") as? String == "removed")
    #expect(CALayer.defaultValue(forKey: "preferredDynamicRange") as? String == "standard")
    #expect(CALayer.defaultValue(forKey: "contentsHeadroom") as? Double == 0)
    #expect(
      CALayer.defaultValue(forKey: "wantsExtendedDynamicRangeContent") as? Bool == false
    )
    #expect(CALayer.defaultValue(forKey: "drawsAsynchronously") as? Bool == false)
    #expect(CALayer.defaultValue(forKey: "speed") as? Double == 1)
    #expect(CALayer.defaultValue(forKey: "opacity") as? Double == 1)
    #expect(CALayer.defaultValue(forKey: "doubleSided") as? Bool == true)
    #expect(CALayer.defaultValue(forKey: "contentsGravity") as? String == "resize")
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "shadowOffset") as? CGSize == CGSize(width: 0, height: -3))
    let transform = CALayer.defaultValue(forKey: "transform") as? CATransform3D
    #expect(transform.map { CATransform3DIsIdentity($0) } == true)
    #expect(CAScrollLayer.defaultValue(forKey: "masksToBounds") as? Bool == true)
    #expect(CAEmitterLayer.defaultValue(forKey: "birthRate") as? Double == 1)
    #expect(CAEmitterLayer.defaultValue(forKey: "emitterPosition") == nil)
  }

  @Test(.shows("CAEmitterCell.shouldArchiveValue(forKey:)")) func nilGoesBackToZero() {
    let layer = CALayer()
    layer.zPosition = 3
    layer.setValue(nil, forKey: "zPosition")
    #expect(layer.zPosition == 0 && layer.value(forKey: "zPosition") as? Double == 0)
    let cell = CAEmitterCell()
    cell.birthRate = 3
    cell.setValue(nil, forKey: "birthRate")
    #expect(cell.birthRate == 0)
    cell.velocity = 0
    #expect(!cell.shouldArchiveValue(forKey: "velocity"))
  }

  @Test(
    .shows("CAEmitterCell.defaultValue(forKey:)", "CAAnimation.defaultValue(forKey:)"),
    .recorded("emitter-cell-defaults", "keyframe-defaults")
  ) func defaultsOfCellsAndAnimations() {
    #expect(CAEmitterCell.defaultValue(forKey: "birthRate") == nil)
    #expect(CAEmitterCell.defaultValue(forKey: "lifetime") == nil)
    #expect(CAEmitterCell.defaultValue(forKey: "scale") as? Double == 1)
    #expect(CAEmitterCell.defaultValue(forKey: "fillMode") as? String == "removed")
    let mode = CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String
    #expect(mode == "linear")
    #expect(CABasicAnimation.defaultValue(forKey: "calculationMode") == nil)
    #expect(CAAnimation.defaultValue(forKey: "speed") as? Double == 1)
    #expect(CAAnimation.defaultValue(forKey: "duration") == nil)
    #expect(CAAnimation.defaultValue(forKey: "additive") == nil)
    #expect(CAAnimation.defaultValue(forKey: "removedOnCompletion") as? Bool == true)
    #expect(CATransition.defaultValue(forKey: "type") as? String == "fade")
    #expect(CATransition.defaultValue(forKey: "startProgress") == nil)
    #expect(CASpringAnimation.defaultValue(forKey: "stiffness") as? Double == 100)
  }

  @Test(.shows("CALayer.maskedCorners")) func bitsThatAreNoCornerAreDropped() {
    let layer = CALayer()
    layer.maskedCorners = CACornerMask(rawValue: 255)
    #expect(layer.maskedCorners.rawValue == 15)
    layer.setValue(0x106, forKey: "maskedCorners")
    #expect(layer.maskedCorners.rawValue == 6)
  }

  // MARK: Names

  @Test(
    .shows(
      "CALayer.preferredDynamicRange",
      "CALayer.contentsGravity",
      "CALayerContentsFormat.automatic"
    ),
    .recorded("dynamic-range", "unknown-gravity")
  ) func namesThatNobodyKnows() {
    let layer = CALayer()
    #expect(layer.preferredDynamicRange == .standard)
    layer.preferredDynamicRange = .high
    layer.preferredDynamicRange = CADynamicRange(rawValue: "blinding")
    #expect(layer.preferredDynamicRange == .standard)
    layer.contentsGravity = CALayerContentsGravity(rawValue: "heavy")
    #expect(layer.contentsGravity == .center)
    layer.contentsGravity = .top
    layer.setValue("light", forKey: "contentsGravity")
    #expect(layer.contentsGravity == .center)
    layer.setValue(nil, forKey: "contentsGravity")
    #expect(layer.contentsGravity == .resize)
    layer.contentsFormat = .automatic
    #expect(layer.contentsFormat == .automatic)
  }

  @Test(.shows("CAGradientLayer.type", "CATextLayer.alignmentMode"), .recorded("unknown-names"))
  func namesOfSubclassesAreKept() throws {
    let gradient = CAGradientLayer()
    gradient.type = CAGradientLayerType(rawValue: "spiral")
    #expect(gradient.type.rawValue == "spiral")
    #expect(gradient.value(forKey: "type") as? String == "spiral")
    #expect(gradient.values.value(.type) == PropertyTable[.type].defaultValue)
    gradient.type = .radial
    #expect(gradient.type == .radial)
    let text = CATextLayer()
    text.setValue("slanted", forKey: "alignmentMode")
    text.truncationMode = CATextLayerTruncationMode(rawValue: "shredded")
    #expect(text.alignmentMode.rawValue == "slanted")
    #expect(text.truncationMode.rawValue == "shredded")
    let shape = CAShapeLayer()
    shape.lineCap = CAShapeLayerLineCap(rawValue: "pointed")
    #expect(shape.lineCap.rawValue == "pointed")
    let data = try NSKeyedArchiver.archivedData(withRootObject: shape, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAShapeLayer.self, from: data)
    #expect(copy?.lineCap.rawValue == "pointed")
    shape.lineCap = .butt
    #expect(shape.lineCap == .butt)
  }

  @Test(.shows("CATextLayer.font"), .recorded("text-font")) func textLayersHaveAFont() {
    let layer = CATextLayer()
    #expect(layer.font as? String == "Helvetica")
    layer.font = "Courier"
    layer.font = nil
    #expect(layer.font == nil && layer.value(forKey: "font") == nil)
    layer.setValue(nil, forKey: "font")
    #expect(layer.font as? String == "Helvetica")
    #expect(!layer.shouldArchiveValue(forKey: "font"))
  }

  // MARK: Layout and geometry

  @Test(
    .shows("CALayer.setNeedsLayout()", "CALayoutManager.invalidateLayout(of:)"),
    .recorded("layout-invalidated-once")
  ) func layoutManagersHearOfItOnce() {
    final class Manager: CALayoutManager {
      var count = 0
      func invalidateLayout(of layer: CALayer) { count += 1 }
    }
    let (layer, manager) = (CALayer(), Manager())
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    manager.count = 0
    layer.setNeedsLayout()
    layer.setNeedsLayout()
    #expect(manager.count == 1)
    layer.layoutIfNeeded()
    layer.setNeedsLayout()
    #expect(manager.count == 2)
  }

  @Test(.shows("CALayer.affineTransform()"), .recorded("affine-or-identity"))
  func affineTransformOfTransformsThatAreNone() {
    let layer = CALayer()
    var perspective = CATransform3DMakeTranslation(1, 2, 0)
    perspective.m34 = -0.01
    for transform in [
      CATransform3DMakeScale(2, 3, 4), CATransform3DMakeRotation(1, 1, 0, 0),
      CATransform3DMakeRotation(1, 0, 1, 0), CATransform3DMakeTranslation(1, 2, 3), perspective,
    ] {
      layer.transform = transform
      #expect(layer.affineTransform() == .identity)
    }
    layer.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 3))
  }

  @Test(.shows("CALayer.superlayer", "CALayer.mask"), .recorded("mask-superlayer"))
  func theSuperlayerOfAMask() {
    let (layer, mask) = (CALayer(), CALayer())
    layer.mask = mask
    #expect(mask.superlayer === layer && layer.sublayers == nil)
    mask.removeFromSuperlayer()
    #expect(layer.mask == nil && mask.superlayer == nil)
  }

  @Test(.shows("CALayer.scroll(_:)"), .recorded("scroll-self")) func scrollLayersScrollThemselves()
  {
    let (outer, inner, page) = (CAScrollLayer(), CAScrollLayer(), CALayer())
    outer.addSublayer(inner)
    inner.addSublayer(page)
    for layer in [outer, inner, page] { layer.bounds = CGRect(x: 0, y: 0, width: 50, height: 50) }
    (inner as CALayer).scroll(CGPoint(x: 30, y: 40))
    #expect(inner.bounds.origin == CGPoint(x: 30, y: 40) && outer.bounds.origin == .zero)
    page.scroll(CGPoint(x: 5, y: 6))
    #expect(outer.bounds.origin == .zero)
    (inner as CALayer).scrollRectToVisible(CGRect(x: 100, y: 0, width: 10, height: 10))
    #expect(inner.bounds.origin.x == 60)
  }

  @Test func comparedByName() {
    #expect(CGPoint(x: 1, y: 2).equalTo(CGPoint(x: 1, y: 2)))
    #expect(!CGSize(width: 1, height: 2).equalTo(CGSize(width: 1, height: 3)))
    let backwards = CGRect(x: 2, y: 3, width: -2, height: -3)
    #expect(CGRect(x: 0, y: 0, width: 2, height: 3).equalTo(backwards))
  }
}
