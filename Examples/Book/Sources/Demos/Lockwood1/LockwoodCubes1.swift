// Lockwood, chapter 5: cubes, light and touches in depth.
// Licensed under the MIT license; see LICENSE.

import BookKit
import GLKit
import UIKit

/// The cubes of chapter 5.
@MainActor
enum LockwoodCubes1 {
  private static let (red, green, blue, gray) =
    ([255, 0, 0], [0, 255, 0], [0, 0, 255], Lockwood1.gray)

  static let demos: [Demo] =
    ([
      Demo("LW-F-5.19", "The six faces of a cube") { FacesController() }.screen(480, 480)
        .play { stage in
          for (index, color) in CubeController.colors.enumerated() {
            let place = CGPoint(x: 20 + index % 3 * 155, y: 90 + index / 3 * 155)
            stage.expect(at: place, color, "face \(index + 1)")
          }
          try stage.show("laid out")
        },
      Demo("LW-5.9", "A cube, seen from the front") { CubeController() }.screen(360, 480)
        .play(front),
      Demo("LW-5.9a", "A cube, seen from a corner") { CornerCubeController() }.screen(360, 480)
        .play(with: CornerCubeController.self, corner),
      Demo("LW-5.10", "A cube with light") { LitCubeController() }.screen(360, 480)
        .play(with: LitCubeController.self) { stage, controller in
          let alphas = controller.faces.map { CGFloat(controller.shades[$0]?.alpha ?? .nan) }
          for (alpha, expected) in zip(alphas, [0.0528, 0.5, -0.3944, 1.3944, 0.5, 0.9472]) {
            stage.expect(alpha, is: expected, within: 1e-3, "the alpha of a shade")
          }
          try expectGreys([242, 128, 255], stage)
          try stage.show("light from above")
        },
      Demo("LW-5.10a", "Other lights") { LitCubeController() }.screen(360, 480)
        .play(with: LitCubeController.self) { stage, controller in
          for (ambient, greys) in [(Float(0), [114, 0, 228]), (1, [255, 255, 255])] {
            controller.ambientLight = ambient
            controller.applyLighting()
            try expectGreys(greys, stage)
            try stage.show("ambient light \(ambient)")
          }
          (controller.ambientLight, controller.lightDirection) = (0.5, GLKVector3Make(0, 0, -1))
          controller.applyLighting()
          try expectGreys([255, 128, 128], stage)
          try stage.show("light (0, 0, -1)")
        },
    ] as [Demo]) + LockwoodCubeTouches1.demos

  private static func front(_ stage: Stage) throws {
    let pixels = try Lockwood1.Pixels(stage)
    let box = pixels.box { $0 != gray }
    stage.expect(box == CGRect(x: 55, y: 115, width: 250, height: 250), "a square of 250: \(box)")
    let others = pixels.count { $0 == green || $0 == blue || $0 == [0, 255, 255] }
    stage.expect(others == 0, "face 1 hides the others, but \(others) pixels")
    stage.expect(pixels[60, 120] == red, "the square is red")
    try stage.show("face 1 alone")
  }

  private static func corner(_ stage: Stage, _ controller: CornerCubeController) throws {
    let center = CGPoint(x: 180, y: 240)
    func place(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: center.x + x, y: center.y + y) }
    try stage.expect(
      colors: [
        (center.x - 118, center.y - 20, red), (center.x + 118, center.y - 20, green),
        (center.x, center.y - 130, blue), (center.x - 8, center.y + 60, red),
        (center.x + 8, center.y + 60, green), (center.x, center.y + 35, blue),
      ]
    )
    try stage.expect(
      corners: [
        place(-164.72, -82.36), place(0, -161.26), place(164.72, -82.36), place(123.9, 61.95),
        place(0, 181.33), place(-123.9, 61.95),
      ],
      "the outline"
    )
    let pixels = try Lockwood1.Pixels(stage)
    let hidden = pixels.count {
      $0 == [255, 255, 0] || $0 == [255, 0, 255] || $0 == [0, 255, 255]
    }
    stage.expect(hidden == 0, "no face behind is seen, but \(hidden) pixels")
    try stage.show("three faces")
    // Two smooth edges over each other cover more than one.
    for face in controller.faces { face.layer.allowsEdgeAntialiasing = false }
    let hard = try Lockwood1.Pixels(stage)
    for face in controller.faces { face.layer.isDoubleSided = false }
    stage.expect(try Lockwood1.Pixels(stage) == hard, "without backs it looks the same")
    try stage.show("without backs")
  }

  /// States the greys of the left, the right and the upper face.
  private static func expectGreys(_ greys: [Int], _ stage: Stage) throws {
    let places: [(CGFloat, CGFloat)] = [(62, 220), (298, 220), (180, 110)]
    try stage.expect(
      colors: zip(places, greys).map { ($0.0, $0.1, [$1, $1, $1]) },
      "the grey of a face"
    )
  }
}

/// A container with six faces, which are moved out along their normals.
class LockwoodCubeController1: UIViewController {
  let containerView = UIView(frame: CGRect(x: 30, y: 90, width: 300, height: 300))
  private(set) lazy var faces: [UIView] = (1...6).map { makeFace($0) }

  /// The order in which the faces are added.
  var order: [Int] { [0, 1, 2, 3, 4, 5] }

  func color(of number: Int) -> UIColor { .white }

  func makeFace(_ number: Int) -> UIView {
    let face = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    face.backgroundColor = color(of: number)
    let label = UILabel(frame: CGRect(x: 75, y: 75, width: 50, height: 50))
    label.text = "\(number)"
    label.textAlignment = .center
    label.font = .systemFont(ofSize: 32)
    face.addSubview(label)
    return face
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(containerView)
    containerView.layer.sublayerTransform = camera()
    for index in order { addFace(index, with: transforms()[index]) }
  }

  func camera() -> CATransform3D {
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 500
    return perspective
  }

  /// The places of the faces: front, right, top, bottom, left, back.
  private func transforms() -> [CATransform3D] {
    var transforms = [CATransform3DMakeTranslation(0, 0, 100)]
    var transform = CATransform3DMakeTranslation(100, 0, 0)
    transforms.append(CATransform3DRotate(transform, .pi / 2, 0, 1, 0))
    transform = CATransform3DMakeTranslation(0, -100, 0)
    transforms.append(CATransform3DRotate(transform, .pi / 2, 1, 0, 0))
    transform = CATransform3DMakeTranslation(0, 100, 0)
    transforms.append(CATransform3DRotate(transform, -.pi / 2, 1, 0, 0))
    transform = CATransform3DMakeTranslation(-100, 0, 0)
    transforms.append(CATransform3DRotate(transform, -.pi / 2, 0, 1, 0))
    transform = CATransform3DMakeTranslation(0, 0, -100)
    transforms.append(CATransform3DRotate(transform, .pi, 0, 1, 0))
    return transforms
  }

  func addFace(_ index: Int, with transform: CATransform3D) {
    let face = faces[index]
    containerView.addSubview(face)
    let containerSize = containerView.bounds.size
    face.center = CGPoint(x: containerSize.width / 2, y: containerSize.height / 2)
    face.layer.transform = transform
  }

  /// The camera turned to a corner of the cube.
  func cornerCamera() -> CATransform3D {
    var perspective = Lockwood1.perspective(500)
    perspective = CATransform3DRotate(perspective, -.pi / 4, 1, 0, 0)
    return CATransform3DRotate(perspective, -.pi / 4, 0, 1, 0)
  }
}

private class CubeController: LockwoodCubeController1 {
  static let colors: [UIColor] = [.red, .green, .blue, .yellow, .magenta, .cyan]

  override func color(of number: Int) -> UIColor { CubeController.colors[number - 1] }
}

private final class CornerCubeController: CubeController {
  override func camera() -> CATransform3D { cornerCamera() }
}

/// A cube whose faces are darkened as a light has it.
private final class LitCubeController: LockwoodCubeController1 {
  var lightDirection = GLKVector3Make(0, 1, -0.5)
  var ambientLight: Float = 0.5
  /// The shade of each face, and its alpha before it is clamped.
  private(set) var shades: [UIView: (layer: CALayer, alpha: Float)] = [:]

  override func camera() -> CATransform3D { cornerCamera() }

  override func addFace(_ index: Int, with transform: CATransform3D) {
    super.addFace(index, with: transform)
    applyLighting(to: faces[index])
  }

  func applyLighting() {
    for face in faces { applyLighting(to: face) }
  }

  private func applyLighting(to face: UIView) {
    shades[face]?.layer.removeFromSuperlayer()
    let layer = CALayer()
    layer.frame = face.bounds
    face.layer.addSublayer(layer)
    let transform = face.layer.transform
    let matrix3 = GLKMatrix4GetMatrix3(matrix(of: transform))
    var normal = GLKMatrix3MultiplyVector3(matrix3, GLKVector3Make(0, 0, 1))
    normal = GLKVector3Normalize(normal)
    let light = GLKVector3Normalize(lightDirection)
    let dotProduct = GLKVector3DotProduct(light, normal)
    let shadow = 1 + dotProduct - ambientLight
    layer.backgroundColor = UIColor(white: 0, alpha: CGFloat(shadow)).cgColor
    shades[face] = (layer, shadow)
  }

  private func matrix(of t: CATransform3D) -> GLKMatrix4 {
    GLKMatrix4Make(
      Float(t.m11),
      Float(t.m12),
      Float(t.m13),
      Float(t.m14),
      Float(t.m21),
      Float(t.m22),
      Float(t.m23),
      Float(t.m24),
      Float(t.m31),
      Float(t.m32),
      Float(t.m33),
      Float(t.m34),
      Float(t.m41),
      Float(t.m42),
      Float(t.m43),
      Float(t.m44)
    )
  }
}

/// The faces beside each other, not yet a cube.
private final class FacesController: CubeController {
  override func viewDidLoad() {
    view.backgroundColor = .lightGray
    for (index, face) in faces.enumerated() {
      face.transform = CGAffineTransform(scaleX: 0.7, y: 0.7)
      face.center = CGPoint(x: 85 + index % 3 * 155, y: 155 + index / 3 * 155)
      view.addSubview(face)
    }
  }
}
