// The programming guide, chapter 7 and two appendices: costs, implied animations and keys.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideKeys {
  static let demos: [Demo] = [
    shared, asynchronous, shadowPath, implied, defaults, filterChange, filterInput, customKey,
    classDefault, wrapping,
    transformPaths, translation, members,
  ]

  private static func square(
    _ id: String,
    _ title: String,
    play: @escaping @MainActor (Stage, CALayer) throws -> Void
  ) -> Demo {
    Demo(id, title) { SquareController() }.screen(320, 160).play { stage in
      let layer = try stage.the(SquareController.self).layer
      stage.move(to: 0)
      try play(stage, layer)
    }
  }

  private static let shared = Demo("AG-7.x1", "One picture in many layers") { Shared() }
    .screen(250, 200)
    .play { stage in
      let layers = try stage.the(Shared.self).layers
      let pictures = Set(layers.map { ObjectIdentifier($0.contents as AnyObject) })
      stage.expect(layers.count == 500 && pictures.count == 1, "500 layers have one picture")
      stage.expect(
        [(2, 2, .red), (8, 2, .green), (242, 198, .blue), (248, 198, .yellow)],
        "in all"
      )
      try stage.show()
    }

  private static let asynchronous = Demo("AG-7.x2", "Drawing asynchronously") { TwoDiscs() }
    .screen(220, 110)
    .play { stage in
      let pixels = try stage.pixels()
      var isEqual = true
      for y in 0..<110 {
        for x in 0..<110
        where pixels[CGFloat(x), CGFloat(y)] != pixels[CGFloat(x) + 110, CGFloat(y)] {
          isEqual = false
        }
      }
      stage.expect(isEqual, "the pictures are the same")
      stage.expect([(55, 55, .red), (165, 55, .red)], "discs")
      try stage.show()
    }

  private static let shadowPath = square("AG-7.x3", "The path of a shadow") { stage, layer in
    layer.shadowOpacity = 1
    layer.shadowRadius = 2
    layer.shadowOffset = CGSize(width: 100, height: 0)
    layer.shadowPath = UIBezierPath(ovalIn: layer.bounds).cgPath
    stage.wait(0.3)
    stage.expect(
      [(180, 80, .black), (143, 43, .white), (217, 117, .white)],
      within: 8,
      "the shadow of a square is a disc"
    )
    try stage.show("a disc")
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    layer.shadowPath = UIBezierPath(rect: layer.bounds).cgPath
    CATransaction.commit()
    stage.wait(0.25)
    stage.expect(layer.animation(forKey: "shadowPath") != nil, "the path moves")
    stage.wait(0.8)
    stage.expect(at: CGPoint(x: 144, y: 44), .black, within: 20, "a square now")
    try stage.show("a square")
  }

  private static let implied = square("AG-TB.1", "Implied animations") { stage, layer in
    let gray = UIColor.gray.cgColor
    let large = NSValue(caTransform3D: CATransform3DMakeScale(1.5, 1.5, 1))
    let unit = CGRect(x: 0, y: 0, width: 60, height: 60)
    let table: [(String, Any)] = [
      ("anchorPoint", CGPoint(x: 0.4, y: 0.4)), ("backgroundColor", gray), ("borderColor", gray),
      ("borderWidth", 2), ("bounds", unit),
      ("contentsRect", CGRect(x: 0, y: 0, width: 0.5, height: 1)),
      ("cornerRadius", 3), ("masksToBounds", true), ("opacity", 0.5),
      ("position", CGPoint(x: 90, y: 90)), ("shadowColor", gray),
      ("shadowOffset", CGSize(width: 1, height: 1)), ("shadowOpacity", 0.5),
      ("shadowPath", CGPath(rect: unit, transform: nil)), ("shadowRadius", 5),
      ("sublayerTransform", large), ("transform", large), ("zPosition", 4), ("hidden", true),
    ]
    try stage.show("before")
    for (key, value) in table {
      layer.setValue(value, forKey: key)
      let animation = layer.animation(forKey: key) as? CABasicAnimation
      stage.expect(animation?.keyPath == key, "\(key) is animated")
      stage.expect(CGFloat(animation?.duration ?? 0), is: 0.25, "the duration of \(key)")
      stage.wait(0.3)
      if key == "zPosition" { try stage.show("after") }
    }
    layer.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
    stage.expect(
      Set(layer.animationKeys() ?? []) == ["bounds", "position"],
      "a frame is bounds and a position"
    )
    stage.wait(0.3)
    layer.isDoubleSided = false
    stage.expect(layer.animationKeys()?.isEmpty ?? true, "doubleSided is not animated")
  }

  private static let defaults = square("AG-TB.2", "The animation by default") { stage, layer in
    layer.opacity = 0.5
    let animation = layer.animation(forKey: "opacity") as? CABasicAnimation
    stage.expect(CGFloat(animation?.duration ?? 0), is: 0.25, "a quarter of a second")
    stage.expect(animation?.keyPath == "opacity", "its key path is the property")
    stage.wait(0.3)
    CATransaction.begin()
    CATransaction.setAnimationDuration(3)
    layer.opacity = 1
    CATransaction.commit()
    stage.expect(
      CGFloat(layer.animation(forKey: "opacity")?.duration ?? 0),
      is: 3,
      "or the transaction's duration"
    )
    stage.wait(1.5)
    try stage.show()
  }

  private static let filterChange = square("AG-TB.3", "The transition of filters") { stage, layer in
    layer.compositingFilter = "multiplyBlendMode"
    let keys = layer.animationKeys() ?? []
    let transition = keys.compactMap { layer.animation(forKey: $0) as? CATransition }.first
    stage.expect(transition != nil, "a compositing filter changes by a transition: \(keys)")
    stage.expect(transition?.type == .fade, "a fade")
    stage.expect(
      transition?.startProgress == 0 && transition?.endProgress == 1,
      "from its begin to its end"
    )
    stage.expect(CGFloat(transition?.duration ?? 0), is: 0.25, "of a quarter of a second")
    stage.wait(0.3)
    try stage.show()
  }

  private static let filterInput = square("AG-B.x1", "The inputs of a filter") { stage, layer in
    guard let blur = CIFilter(name: "CIGaussianBlur") else {
      return stage.expect(false, "there is such a filter")
    }
    blur.setDefaults()
    blur.setValue(0.0, forKey: "inputRadius")
    blur.name = "f"
    layer.filters = [blur]
    stage.wait(0.5)
    stage.expect([(42, 80, .blue), (38, 80, .white)], within: 8, "sharp")
    let animation = CABasicAnimation(keyPath: "filters.f.inputRadius")
    (animation.fromValue, animation.toValue, animation.duration) = (0.0, 20.0, 1)
    layer.add(animation, forKey: "blur")
    stage.wait(0.5)
    let outside = try stage.pixels()[34, 80]
    stage.expect(outside[0] < 245, "the edge gets soft: \(outside)")
    try stage.show("on the way")
    stage.wait(0.6)
    stage.expect([(42, 80, .blue), (38, 80, .white)], within: 8, "sharp again")
    try stage.show("after")
  }

  private static let customKey = square("AG-C.x1", "Keys of one's own") { stage, layer in
    layer.setValue(50, forKey: "someKey")
    stage.expect(layer.value(forKey: "someKey") as? Int == 50, "a layer keeps it")
    stage.expect(layer.value(forKey: "otherKey") == nil, "and no other")
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue(50, forKey: "someKey")
    layer.add(animation, forKey: "fade")
    stage.expect(
      layer.animation(forKey: "fade")?.value(forKey: "someKey") as? Int == 50,
      "so does an animation"
    )
    try stage.show()
  }

  private static let classDefault = Demo("AG-LC.1", "A default of a class") { Defaults() }
    .screen(220, 110)
    .play { stage in
      stage.expect([(55, 55, .blue), (105, 55, .white)], "it clips by default")
      stage.expect(at: CGPoint(x: 215, y: 55), .orange, "unless it is told not to")
      stage.expect(
        !ClippingLayer().isHidden && ClippingLayer().masksToBounds,
        "other keys are the superclass' own"
      )
      try stage.show()
    }

  private static let wrapping = square("AG-TC.1", "Values there and back") { stage, layer in
    layer.setValue(NSValue(cgPoint: CGPoint(x: 80, y: 90)), forKey: "position")
    stage.expect(layer.position, is: CGPoint(x: 80, y: 90), "a point")
    layer.setValue(NSValue(cgSize: CGSize(width: 7, height: 8)), forKey: "shadowOffset")
    stage.expect(layer.shadowOffset, is: CGSize(width: 7, height: 8), "a size")
    let rect = CGRect(x: 1, y: 2, width: 30, height: 40)
    layer.setValue(NSValue(cgRect: rect), forKey: "bounds")
    stage.expect(layer.bounds, is: rect, "a rectangle")
    let scale = CATransform3DMakeScale(2, 3, 4)
    layer.setValue(NSValue(caTransform3D: scale), forKey: "transform")
    stage.expect(CATransform3DEqualToTransform(layer.transform, scale), "a transform")
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    layer.setValue(NSValue(cgAffineTransform: affine), forKey: "own")
    stage.expect(
      (layer.value(forKey: "own") as? NSValue)?.cgAffineTransformValue == affine,
      "an affine transform"
    )
    stage.wait(0.3)
    try stage.show()
  }

  private static let transformPaths = square("AG-TC.2", "Paths into a transform") { stage, layer in
    for key in ["transform", "sublayerTransform"] {
      func number(_ path: String) -> CGFloat {
        CGFloat(layer.value(forKeyPath: "\(key).\(path)") as? Double ?? .nan)
      }
      for path in ["rotation.x", "rotation.y", "rotation.z", "rotation"] {
        layer.setValue(NSValue(caTransform3D: CATransform3DIdentity), forKey: key)
        layer.setValue(0.5, forKeyPath: "\(key).\(path)")
        stage.expect(number(path), is: 0.5, "\(key).\(path)")
      }
      stage.expect(number("rotation.z"), is: 0.5, "rotation is rotation.z")
      layer.setValue(NSValue(caTransform3D: CATransform3DMakeScale(2, 3, 4)), forKey: key)
      stage.expect(number("scale"), is: 3, "scale is the mean")
      stage.expect(number("scale.x"), is: 2, "scale.x")
      stage.expect(number("scale.y"), is: 3, "scale.y")
      stage.expect(number("scale.z"), is: 4, "scale.z")
      layer.setValue(NSValue(caTransform3D: CATransform3DMakeTranslation(1, 2, 30)), forKey: key)
      layer.setValue(
        NSValue(cgSize: CGSize(width: 10, height: 20)),
        forKeyPath: "\(key).translation"
      )
      stage.expect(number("translation.x"), is: 10, "translation.x")
      stage.expect(number("translation.y"), is: 20, "translation.y")
      stage.expect(number("translation.z"), is: 30, "translation.z is what it was")
    }
    stage.wait(0.3)
    try stage.show()
  }

  private static let translation = square("AG-C.x2", "A translation by its path") { stage, layer in
    layer.setValue(10.0, forKeyPath: "transform.translation.x")
    stage.wait(0.125)
    let shown = layer.presentation()?.value(forKeyPath: "transform.translation.x") as? Double ?? 0
    stage.expect(shown > 0 && shown < 10, "it is on its way: \(shown)")
    try stage.show()
    stage.wait(0.2)
    stage.expect([(49, 80, .white), (51, 80, .blue), (129, 80, .blue)], "ten to the right")
    try stage.show()
  }

  private static let members = square("AG-TC.3-5", "Members of points, sizes and rectangles") {
    stage,
    layer in
    layer.setValue(100.0, forKeyPath: "position.x")
    stage.expect(layer.position, is: CGPoint(x: 100, y: 80), "position.x")
    layer.setValue(100.0, forKeyPath: "bounds.size.width")
    stage.expect(layer.bounds, is: CGRect(x: 0, y: 0, width: 100, height: 80), "size.width")
    layer.setValue(NSValue(cgPoint: CGPoint(x: 3, y: 4)), forKeyPath: "bounds.origin")
    stage.expect(layer.bounds, is: CGRect(x: 3, y: 4, width: 100, height: 80), "origin")
    layer.setValue(NSValue(cgSize: CGSize(width: 60, height: 50)), forKeyPath: "bounds.size")
    stage.expect(layer.bounds, is: CGRect(x: 3, y: 4, width: 60, height: 50), "size")
    layer.setValue(9.0, forKeyPath: "shadowOffset.height")
    stage.expect(layer.shadowOffset, is: CGSize(width: 0, height: 9), "shadowOffset.height")
    stage.wait(0.3)
    try stage.show("set")
    for (path, from, to) in [("position.x", 100.0, 250.0), ("bounds.size.width", 60, 20)] {
      let animation = CABasicAnimation(keyPath: path)
      (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
      layer.add(animation, forKey: path)
    }
    stage.wait(1)
    let shown = layer.presentation() ?? layer
    stage.expect(shown.position, is: CGPoint(x: 175, y: 80), within: 0.01, "x half way")
    stage.expect(
      shown.bounds,
      is: CGRect(x: 3, y: 4, width: 40, height: 50),
      within: 0.01,
      "the width half way, the rest as it was"
    )
    try stage.show("animated")
  }
}

private final class TwoDiscs: UIViewController {
  private let painter = DiscPainter()

  override func viewDidLoad() {
    super.viewDidLoad()
    for index in 0..<2 {
      let layer = CALayer(CGRect(x: 5 + index * 110, y: 5, width: 100, height: 100))
      layer.drawsAsynchronously = index == 1
      layer.delegate = painter
      view.layer.addSublayer(layer)
      layer.setNeedsDisplay()
    }
  }
}

/// A layer that clips unless it is told not to.
private final class ClippingLayer: CALayer {
  override class func defaultValue(forKey key: String) -> Any? {
    key == "masksToBounds" ? true : super.defaultValue(forKey: key)
  }
}

private final class Defaults: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    for index in 0..<2 {
      let layer = ClippingLayer()
      layer.frame = CGRect(x: 10 + index * 110, y: 10, width: 90, height: 90)
      layer.backgroundColor = UIColor.lightGray.cgColor
      if index == 1 { layer.masksToBounds = false }
      let color: UIColor = index == 0 ? .blue : .orange
      layer.addSublayer(CALayer(CGRect(x: 30, y: 30, width: 70, height: 30), color))
      view.layer.addSublayer(layer)
    }
  }
}

private final class Shared: UIViewController {
  private(set) var layers: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    let picture = NeuburgAssets.quarters(256).cgImage
    for index in 0..<500 {
      let layer = CALayer(CGRect(x: index % 25 * 10, y: index / 25 * 10, width: 10, height: 10))
      layer.contents = picture
      view.layer.addSublayer(layer)
      layers.append(layer)
    }
  }
}
