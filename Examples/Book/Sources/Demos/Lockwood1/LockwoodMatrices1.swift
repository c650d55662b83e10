// Lockwood, chapter 5: the elements of matrices, the axes and the vanishing point.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The diagrams of chapter 5, as programs.
@MainActor
enum LockwoodMatrices1 {
  static let demos: [Demo] = [
    Demo("LW-F-5.1", "A point times a matrix") { MatrixController() }
      .play(with: MatrixController.self, product),
    Demo("LW-F-5.6", "The elements of a matrix of space") { MatrixController() }
      .play(with: MatrixController.self, elements),
    Demo("LW-F-5.7", "The axes and what turns about them") { AxesController() }
      .play(with: AxesController.self, axes),
    Demo("LW-F-5.11", "Lines that meet in the middle") { LinesController() }
      .play(with: LinesController.self, lines),
  ]

  private static func product(_ stage: Stage, _ controller: MatrixController) throws {
    let t = CGAffineTransform(a: 0.9, b: 0.3, c: -0.4, d: 1.1, tx: 12, ty: -7)
    controller.boxView.transform = t
    for point in [CGPoint(x: 50, y: 50), CGPoint(x: -50, y: 20), .zero] {
      // The transform acts about the middle of the box, which is 100 points wide.
      let found = controller.boxView.convert(
        CGPoint(x: point.x + 50, y: point.y + 50),
        to: controller.view
      )
      let x = t.a * point.x + t.c * point.y + t.tx
      let y = t.b * point.x + t.d * point.y + t.ty
      stage.expect(found.x, is: 160 + x, within: 1e-9, "x' = ax + cy + tx")
      stage.expect(found.y, is: 240 + y, within: 1e-9, "y' = bx + dy + ty")
    }
    try stage.show("a = 0.9, b = 0.3, c = -0.4, d = 1.1, tx = 12, ty = -7")
  }

  private static func elements(_ stage: Stage, _ controller: MatrixController) throws {
    let moved = CATransform3DMakeTranslation(30, 20, 10)
    stage.expect(
      moved.m41 == 30 && moved.m42 == 20 && moved.m43 == 10 && moved.m44 == 1,
      "a translation is in the fourth row"
    )
    let scaled = CATransform3DMakeScale(2, 3, 4)
    stage.expect(scaled.m11 == 2 && scaled.m22 == 3 && scaled.m33 == 4, "scales are the diagonal")
    controller.boxView.layer.transform = moved
    let flat = try Lockwood1.Pixels(stage)
    try stage.show("m41, m42, m43")
    var near = Lockwood1.perspective(100)
    near = CATransform3DTranslate(near, 0, 0, 50)
    controller.boxView.layer.transform = near
    let box = try Lockwood1.Pixels(stage).box { $0 == [255, 255, 255] }
    stage.expect(
      box == CGRect(x: 60, y: 140, width: 200, height: 200),
      "1 / (1 - 50 / 100): \(box)"
    )
    stage.expect(
      flat.box { $0 == [255, 255, 255] }.width,
      is: 100,
      "without m34 it keeps its size"
    )
    try stage.show("m34 = -1 / 100, 50 points nearer")
  }

  private static func axes(_ stage: Stage, _ controller: AxesController) throws {
    try stage.show("about x, y and z by 30 degrees")
    let corners = controller.boxes.map { box in
      [CGPoint(x: 0, y: 0), CGPoint(x: 80, y: 0), CGPoint(x: 0, y: 80)].map {
        box.layer.convert($0, to: controller.view.layer)
      }
    }
    // In order: the upper left, the upper right and the lower left corner.
    let centers = controller.boxes.map(\.center)
    let (aboutX, aboutY, aboutZ) = (corners[0], corners[1], corners[2])
    stage.expect(
      centers[0].x - aboutX[0].x < 40 && centers[0].x - aboutX[2].x > 40,
      "about x: the upper edge goes away, the lower one comes nearer"
    )
    stage.expect(
      centers[1].y - aboutY[0].y > 40 && centers[1].y - aboutY[1].y < 40,
      "about y: the right edge goes away"
    )
    stage.expect(aboutZ[1].y > aboutZ[0].y, "about z: clockwise")
    stage.expect(
      hypot(aboutZ[1].x - aboutZ[0].x, aboutZ[1].y - aboutZ[0].y),
      is: 80,
      within: 1e-6,
      "about z nothing is shorter"
    )
  }

  private static func lines(_ stage: Stage, _ controller: LinesController) throws {
    try stage.show("two walls")
    for wall in controller.walls {
      let layer = wall.layer
      for y: CGFloat in [0, 100] {
        let near = layer.convert(CGPoint(x: 0, y: y), to: controller.view.layer)
        let far = layer.convert(CGPoint(x: 100, y: y), to: controller.view.layer)
        // The line through both, where it crosses the middle of the screen.
        let height = near.y + (far.y - near.y) * (160 - near.x) / (far.x - near.x)
        stage.expect(height, is: 240, within: 1e-6, "an edge leads to the middle of the container")
      }
    }
  }
}

/// A white box of 100 points in the middle.
private final class MatrixController: UIViewController {
  let boxView = UIView(frame: CGRect(x: 110, y: 190, width: 100, height: 100))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    boxView.backgroundColor = .white
    view.addSubview(boxView)
  }
}

/// Three boxes, turned about x, y and z.
private final class AxesController: UIViewController {
  private(set) var boxes: [UIView] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    for axis in 0..<3 {
      let box = UIView(frame: CGRect(x: 15 + axis * 105, y: 200, width: 80, height: 80))
      box.layer.contents = Lockwood1.Asset.mark().cgImage
      let (x, y, z): (CGFloat, CGFloat, CGFloat) =
        (axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0)
      box.layer.transform = CATransform3DRotate(Lockwood1.perspective(200), .pi / 6, x, y, z)
      boxes.append(box)
      view.addSubview(box)
    }
  }
}

/// Two walls that lead away from the viewer.
private final class LinesController: Lockwood1.ContainerController {
  let walls = [25, 175].map { UIView(frame: CGRect(x: $0, y: 100, width: 100, height: 100)) }

  override func viewDidLoad() {
    super.viewDidLoad()
    containerView.layer.sublayerTransform = Lockwood1.perspective(500)
    for (wall, side) in zip(walls, [CGFloat(1), -1]) {
      wall.backgroundColor = .white
      containerView.addSubview(wall)
      wall.layer.transform = CATransform3DMakeRotation(side * .pi / 2, 0, 1, 0)
    }
  }
}
