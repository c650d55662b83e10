// Lockwood, chapter 5: transforms in the plane, perspective, flattening.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 5, but for those of cubes.
@MainActor
enum LockwoodChapter5 {
  static let demos: [Demo] =
    LockwoodMatrices1.demos + plane + space + nested
    + LockwoodCubes1.demos

  private static let (white, cyan, red, gray) =
    ([255, 255, 255], [0, 255, 255], [255, 0, 0], Lockwood1.gray)

  /// States the corners of what is seen, in points from the middle of the screen.
  private static func expect(
    _ corners: [(CGFloat, CGFloat)],
    _ stage: Stage,
    on background: [Int] = Lockwood1.gray,
    distance: CGFloat = 3,
    _ statement: String = "the shape"
  ) throws {
    try stage.expect(
      corners: corners.map { CGPoint(x: 160 + $0.0, y: 240 + $0.1) },
      on: background,
      distance: distance,
      statement
    )
  }

  /// The corners of a shape with two upright edges.
  private static func trapezoid(
    _ left: CGFloat,
    _ leftHalf: CGFloat,
    _ right: CGFloat,
    _ rightHalf: CGFloat
  ) -> [(CGFloat, CGFloat)] {
    [(left, -leftHalf), (right, -rightHalf), (right, rightHalf), (left, leftHalf)]
  }

  // MARK: Affine transforms

  private static let plane: [Demo] = [
    Demo("LW-F-5.2", "Affine transforms keep parallels") { FourShapesController() }
      .play(with: FourShapesController.self) { stage, controller in
        for shape in controller.shapes {
          let box = shape.bounds
          let corners = [
            CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
            CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.minX, y: box.maxY),
          ].map { shape.convert($0, to: controller.view.layer) }
          let x = corners[0].x + corners[2].x - corners[1].x - corners[3].x
          let y = corners[0].y + corners[2].y - corners[1].y - corners[3].y
          stage.expect(
            (abs(x) + abs(y) < 0.01) == CATransform3DIsAffine(shape.transform),
            "opposite corners have one sum just if the transform is affine"
          )
        }
        try stage.show("turned, scaled, sheared; in perspective")
      },
    Demo("LW-5.1", "A quarter of a half turn") { RotationController() }
      .play(with: RotationController.self) { stage, controller in
        try expect([(0, -141.4), (141.4, 0), (0, 141.4), (-141.4, 0)], stage)
        try stage.expect(colors: [(160, 125, red), (120, 200, cyan), (200, 280, white)])
        let layer = controller.layerView.layer
        stage.expect(layer.bounds == CGRect(x: 0, y: 0, width: 200, height: 200), "the bounds stay")
        stage.expect(
          layer.frame.width,
          is: 282.8427,
          within: 1e-3,
          "the frame is the box around it"
        )
        try stage.show("the upper left corner is above")
      },
    Demo("LW-5.2", "Several transforms in one") { CombinedController() }
      .play(with: CombinedController.self, combined),
    Demo("LW-5.3", "A shear") { ShearController() }.play { stage in
      try expect([(0, -100), (200, -100), (0, 100), (-200, 100)], stage)
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect(pixels[165, 142] == red, "the upper edge is shifted to the right")
      stage.expect(pixels[1, 338] == cyan, "the lower one to the left, out of the window")
      try stage.show("a parallelogram")
    },
  ]

  private static func combined(_ stage: Stage, _ controller: CombinedController) throws {
    let transform = controller.layerView.layer.affineTransform()
    for (found, expected) in [
      (transform.a, 0.4330), (transform.b, 0.25), (transform.c, -0.25), (transform.d, 0.4330),
      (transform.tx, 86.6025), (transform.ty, 50),
    ] {
      stage.expect(found, is: expected, within: 1e-4, "an element of the matrix")
    }
    try expect([(68.3, -18.3), (154.9, 31.7), (104.9, 118.3), (18.3, 68.3)], stage)
    stage.expect(try Lockwood1.Pixels(stage)[160, 240] == gray, "the middle is free")
    try stage.show("scale, rotate, translate")
    var reversed = CGAffineTransform.identity
    reversed = reversed.translatedBy(x: 200, y: 0)
    reversed = reversed.rotated(by: .pi / 6)
    reversed = reversed.scaledBy(x: 0.5, y: 0.5)
    controller.layerView.layer.setAffineTransform(reversed)
    let frame = controller.layerView.frame
    stage.expect(frame.midX, is: 360, within: 1e-6, "moved by 200 to the right")
    stage.expect(frame.midY, is: 240, within: 1e-6, "and not down")
    try stage.show("the other order")
  }

  // MARK: Perspective

  private static let space: [Demo] = [
    Demo("LW-5.4", "A turn in depth, without perspective") { TurnController() }.play { stage in
      try expect(trapezoid(-70.71, 100, 70.71, 100), stage)
      try stage.show("a narrow rectangle")
    },
    Demo("LW-5.4a", "The back of a layer") { BackController() }.play { stage in
      try expect(trapezoid(-100, 100, 100, 100), stage)
      try stage.expect(
        colors: [
          (255, 145, red), (225, 175, red), (215, 145, cyan), (255, 300, cyan), (65, 145, white),
        ]
      )
      try stage.show("mirrored")
    },
    Demo("LW-5.4b", "A layer without a back") { BackController() }
      .play(with: BackController.self, singleSided),
    Demo("LW-5.5", "A turn in perspective") { PerspectiveController() }.play { stage in
      try expect(trapezoid(-82.36, 116.47, 61.95, 87.61), stage)
      try stage.expect(colors: [(158, 300, cyan), (162, 300, white)], "the middle line stays")
      try stage.show("the left edge is nearer")
    },
    Demo("LW-5.5a", "Distances of the camera") { PerspectiveController() }
      .play(with: PerspectiveController.self) { stage, controller in
        for (distance, corners) in [
          (100.0, trapezoid(-241.4, 341.4, 41.4, 58.6)),
          (200, trapezoid(-109.4, 154.7, 52.2, 73.9)),
          (1000, trapezoid(-76.1, 107.6, 66, 93.4)), (100_000, trapezoid(-70.7, 100, 70.7, 100)),
        ] {
          controller.setDistance(distance)
          try expect(corners, stage, distance: distance == 100 ? 5 : 3, "at \(distance) points")
          try stage.show("\(Int(distance)) points")
        }
      },
    Demo("LW-5.5b", "The vanishing point") { PerspectiveController() }
      .play(with: PerspectiveController.self, vanishingPoint),
    Demo("LW-F-5.12", "Two views, not yet in perspective") { TwoViewsController() }
      .play { stage in
        // Turned, but seen from afar: 70.71 wide.
        try expect(trapezoid(-110.36, 50, -39.64, 50), stage)
        try expect(trapezoid(39.64, 50, 110.36, 50), stage)
        try stage.show("without a camera")
      },
    Demo("LW-5.6", "Two views in one perspective") { SharedPerspectiveController() }
      .play(with: SharedPerspectiveController.self, sharedPerspective),
  ]

  private static func singleSided(_ stage: Stage, _ controller: BackController) throws {
    let layer = controller.layerView.layer
    layer.isDoubleSided = false
    let count = try Lockwood1.Pixels(stage).count { $0 != gray }
    stage.expect(count == 0, "nothing is drawn, but \(count) pixels")
    stage.expect(layer.hitTest(CGPoint(x: 160, y: 240)) === layer, "a hit test finds the layer")
    try stage.show("turned away")
    for (angle, isSeen) in [(CGFloat.pi / 2 - 0.05, true), (.pi / 2 + 0.05, false)] {
      layer.transform = CATransform3DMakeRotation(angle, 0, 1, 0)
      let count = try Lockwood1.Pixels(stage).count { $0 != gray }
      stage.expect((count > 0) == isSeen, "at \(angle) radians \(count) pixels are seen")
      stage.expect(count < 200 * 14, "a sliver")
      try stage.show("\((angle * 180 / .pi).rounded()) degrees")
    }
  }

  private static func vanishingPoint(_ stage: Stage, _ controller: PerspectiveController) throws {
    let layer = controller.layerView.layer
    let original = try Lockwood1.Pixels(stage)
    try stage.show("in the middle")
    var transform = Lockwood1.perspective(500)
    transform = CATransform3DTranslate(transform, 60, 0, 0)
    transform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    layer.transform = transform
    let moved = try Lockwood1.Pixels(stage).box { $0 != gray }
    stage.expect(moved.minX, is: 160 - 12.5, within: 1, "the left edge")
    stage.expect(moved.maxX, is: 160 + 114.5, within: 1, "the right edge")
    try stage.show("moved by the transform")
    controller.setDistance(500)
    layer.position.x += 60
    let shifted = try Lockwood1.Pixels(stage)
    let isSame = (100..<380).allSatisfy { y in
      (60..<240).allSatisfy { x in
        zip(original[CGFloat(x), CGFloat(y)], shifted[CGFloat(x + 60), CGFloat(y)])
          .allSatisfy { abs($0 - $1) <= 2 }
      }
    }
    stage.expect(isSame, "the same shape, 60 points further")
    try stage.show("moved by the position")
  }

  private static func sharedPerspective(
    _ stage: Stage,
    _ controller: SharedPerspectiveController
  ) throws {
    try expect(trapezoid(-118.75, 53.8, -37.03, 46.7), stage)
    try expect(trapezoid(37.03, 46.7, 118.75, 53.8), stage)
    let pixels = try Lockwood1.Pixels(stage)
    let isMirrored = (0..<480).allSatisfy { y in
      (0..<160).allSatisfy { x in
        let (left, right) = (pixels[CGFloat(x), CGFloat(y)], pixels[CGFloat(319 - x), CGFloat(y)])
        return zip(left, right).allSatisfy { abs($0 - $1) <= 2 }
      }
    }
    stage.expect(isMirrored, "both views are mirror images")
    try stage.show("one camera for both")
    controller.containerView.layer.sublayerTransform = CATransform3DIdentity
    for (view, angle) in [
      (controller.layerView1, CGFloat.pi / 4), (controller.layerView2, -CGFloat.pi / 4),
    ] {
      let camera = Lockwood1.perspective(500)
      view.layer.transform = CATransform3DRotate(camera, angle, 0, 1, 0)
    }
    let own = try Lockwood1.Pixels(stage).box { $0 != gray }
    stage.expect(own.minX, is: 160 - 113.05, within: 1, "a camera of its own: the outer edge")
    try stage.show("a camera for each")
  }

  // MARK: Layers in layers

  private static let nested: [Demo] = [
    Demo("LW-5.7", "Turns in the plane that cancel") { NestedController() }
      .play(with: NestedController.self) { stage, controller in
        controller.outerView.layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
        controller.innerView.layer.transform = CATransform3DMakeRotation(-.pi / 4, 0, 0, 1)
        try expect([(0, -141.4), (141.4, 0), (0, 141.4), (-141.4, 0)], stage)
        try expect(trapezoid(-50, 50, 50, 50), stage, on: white)
        stage.expect(try Lockwood1.Pixels(stage)[113, 193] == red, "the inner one is upright")
        try stage.show("the inner view is upright")
      },
    Demo("LW-5.8", "Turns in depth that do not cancel") { NestedController() }
      .play(with: NestedController.self) { stage, controller in
        let camera = Lockwood1.perspective(500)
        controller.outerView.layer.transform = CATransform3DRotate(camera, .pi / 4, 0, 1, 0)
        controller.innerView.layer.transform = CATransform3DRotate(camera, -.pi / 4, 0, 1, 0)
        try expect(trapezoid(-82.36, 116.47, 61.95, 87.61), stage)
        try expect(trapezoid(-24.49, 48.99, 25.53, 51.05), stage, on: white)
        try stage.show("the inner view is flattened first")
      },
    Demo("LW-F-5.17", "What one would expect of turns in depth") { TransformLayerController() }
      .play { stage in
        try expect(trapezoid(-50, 50, 50, 50), stage, on: gray)
        try stage.show("a transform layer outside")
      },
  ]
}

// MARK: - Controllers

private class MarkController: Lockwood1.LayerViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.contents = Lockwood1.Asset.mark().cgImage
  }
}

private final class RotationController: MarkController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let transform = CGAffineTransform(rotationAngle: .pi / 4)
    layerView.layer.setAffineTransform(transform)
  }
}

private final class CombinedController: MarkController {
  override func viewDidLoad() {
    super.viewDidLoad()
    var transform = CGAffineTransform.identity
    transform = transform.scaledBy(x: 0.5, y: 0.5)
    transform = transform.rotated(by: .pi / 180 * 30)
    transform = transform.translatedBy(x: 200, y: 0)
    layerView.layer.setAffineTransform(transform)
  }
}

private final class ShearController: MarkController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.setAffineTransform(shear(x: 1, y: 0))
  }

  private func shear(x: CGFloat, y: CGFloat) -> CGAffineTransform {
    var transform = CGAffineTransform.identity
    transform.c = -x
    transform.b = y
    return transform
  }
}

private final class TurnController: MarkController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
  }
}

private final class BackController: MarkController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
  }
}

private final class PerspectiveController: MarkController {
  override func viewDidLoad() {
    super.viewDidLoad()
    setDistance(500)
  }

  func setDistance(_ distance: CGFloat) {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    transform = CATransform3DRotate(transform, .pi / 4, 0, 1, 0)
    layerView.layer.transform = transform
  }
}

/// Two views of 100 points that are turned to each other.
private class TwoViewsController: Lockwood1.ContainerController {
  let layerView1 = UIView(frame: CGRect(x: 25, y: 100, width: 100, height: 100))
  let layerView2 = UIView(frame: CGRect(x: 175, y: 100, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    for layerView in [layerView1, layerView2] {
      layerView.backgroundColor = .white
      containerView.addSubview(layerView)
    }
    layerView1.layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
    layerView2.layer.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
  }
}

private final class SharedPerspectiveController: TwoViewsController {
  override func viewDidLoad() {
    super.viewDidLoad()
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    containerView.layer.sublayerTransform = perspective
  }
}

/// A white view of 200 points with one of 100 in its middle.
private final class NestedController: UIViewController {
  let outerView = UIView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))
  let innerView = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    outerView.backgroundColor = .white
    innerView.layer.contents = Lockwood1.Asset.mark(right: .blue).cgImage
    outerView.addSubview(innerView)
    view.addSubview(outerView)
  }
}

private final class TransformLayerController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let outerLayer = CATransformLayer()
    outerLayer.frame = CGRect(x: 60, y: 140, width: 200, height: 200)
    outerLayer.transform = CATransform3DRotate(Lockwood1.perspective(500), .pi / 4, 0, 1, 0)
    let innerLayer = CALayer()
    innerLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    innerLayer.contents = Lockwood1.Asset.mark(right: .blue).cgImage
    innerLayer.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    outerLayer.addSublayer(innerLayer)
    view.layer.addSublayer(outerLayer)
  }
}

/// Four squares with different transforms.
private final class FourShapesController: UIViewController {
  private(set) var shapes: [CALayer] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let transforms = [
      CATransform3DMakeAffineTransform(CGAffineTransform(rotationAngle: 0.5)),
      CATransform3DMakeAffineTransform(CGAffineTransform(scaleX: 1.3, y: 0.6)),
      CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0, c: -0.5, d: 1, tx: 0, ty: 0)),
      CATransform3DRotate(Lockwood1.perspective(150), .pi / 5, 0, 1, 0),
    ]
    for (index, transform) in transforms.enumerated() {
      let shape = CALayer()
      shape.frame = CGRect(x: 40 + index % 2 * 150, y: 110 + index / 2 * 150, width: 90, height: 90)
      shape.backgroundColor = UIColor.white.cgColor
      shape.transform = transform
      shapes.append(shape)
      view.layer.addSublayer(shape)
    }
  }
}
