// Lockwood, chapter 5: touches of a cube's faces.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// A button on a cube, which the faces behind it keep from being pressed.
@MainActor
enum LockwoodCubeTouches1 {
  static let demos: [Demo] = [
    Demo("LW-5.10b", "A button that cannot be pressed") { ButtonCubeController() }
      .screen(360, 480).play(with: ButtonCubeController.self) { stage, controller in
        for (x, index) in [(CGFloat(140), 4), (220, 5)] {
          let point = CGPoint(x: x, y: 157.6)
          stage.expect(
            controller.view.hitTest(point, with: nil)?.isDescendant(of: controller.faces[index])
              == true,
            "face \(index + 1) is in the way"
          )
          stage.tap(at: point)
        }
        stage.expect(controller.presses == 0, "the button is not pressed")
        try stage.show("two taps on the button")
        // The faces behind fill the outline of the cube.
        for x in stride(from: CGFloat(80), through: 280, by: 16) {
          for y in stride(from: CGFloat(85), through: 275, by: 16) {
            let hit = controller.view.hitTest(CGPoint(x: x, y: y), with: nil)
            let isAbove = hit?.isDescendant(of: controller.faces[2]) == true
            stage.expect(!isAbove, "no point of face 3 can be touched, but (\(x), \(y))")
          }
        }
      },
    Demo("LW-5.10c", "A button that can be pressed") { ButtonCubeController() }
      .screen(360, 480).play(with: ButtonCubeController.self, ways),
    Demo("LW-5.10c-order", "A face that is added last") { LateFaceController() }
      .screen(360, 480).play(with: LateFaceController.self) { stage, controller in
        try press(stage, controller, "face 3 is added last")
      },
  ]

  private static func ways(_ stage: Stage, _ controller: ButtonCubeController) throws {
    for face in controller.faces { face.layer.isDoubleSided = false }
    stage.tap(at: CGPoint(x: 140, y: 157.6))
    stage.expect(controller.presses == 0, "faces that are not drawn take touches")
    try stage.show("without backs")
    for face in controller.faces { face.layer.isDoubleSided = true }
    for index in [0, 1, 3, 4, 5] { controller.faces[index].isUserInteractionEnabled = false }
    try press(stage, controller, "the others do not interact")
    for index in [0, 1, 3, 4, 5] { controller.faces[index].isUserInteractionEnabled = true }
    for index in 3...5 { controller.faces[index].isHidden = true }
    try press(stage, controller, "the faces behind are hidden")
  }

  /// Presses the button at both of its ends, and shows it pressed.
  private static func press(
    _ stage: Stage,
    _ controller: ButtonCubeController,
    _ caption: String
  ) throws {
    let before = controller.presses
    for x: CGFloat in [140, 220] {
      let point = CGPoint(x: x, y: 157.6)
      stage.press(at: point)
      stage.expect(controller.button.isHighlighted, "\(caption): the button shows the touch")
      if x == 140 { try stage.show(caption) }
      UIApplication.shared.touchEnded(time: stage.time)
      stage.expect(!controller.button.isHighlighted, "\(caption): and the end of it")
    }
    stage.expect(controller.presses == before + 2, "\(caption): it is pressed")
  }
}

/// A cube with a button on the face above.
private class ButtonCubeController: LockwoodCubeController1 {
  let button = UIButton(type: .system)
  private(set) var presses = 0

  override func camera() -> CATransform3D { cornerCamera() }

  override func color(of number: Int) -> UIColor {
    UIColor(white: 1 - CGFloat(number) / 12, alpha: 1)
  }

  override func makeFace(_ number: Int) -> UIView {
    let face = super.makeFace(number)
    guard number == 3 else { return face }
    button.frame = CGRect(x: 40, y: 70, width: 120, height: 60)
    button.backgroundColor = .yellow
    button.setTitle("Press", for: .normal)
    button.addTarget(
      self,
      action: Selector("pressed", ButtonCubeController.pressed),
      for: .touchUpInside
    )
    face.addSubview(button)
    return face
  }

  func pressed() { presses += 1 }
}

private final class LateFaceController: ButtonCubeController {
  override var order: [Int] { [0, 1, 3, 4, 5, 2] }
}
