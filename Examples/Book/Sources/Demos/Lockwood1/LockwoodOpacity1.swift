// Lockwood, chapter 4: the opacity of groups.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The opacity of groups of chapter 4.
@MainActor
enum LockwoodOpacity1 {
  static let demos: [Demo] = [
    Demo("LW-F-4.20", "A button of which every part is faded") { UngroupedButtonsController() }
      .screen(360, 480).play { stage in
        try stage.expect(
          colors: [
            (215, 220, [213, 213, 213]), (210, 240, [213, 213, 213]), (230, 230, [234, 234, 234]),
            (330, 230, [234, 234, 234]), (10, 240, [255, 255, 255]),
          ]
        )
        let text = try darkest(stage)
        // Half of the label's white ground, and on that half of the black.
        stage.expect(abs(text - 117) <= 6, "the text is 117: \(text)")
        try stage.show("the label's outline is seen")
      },
    Demo("LW-4.7", "A button that fades as one picture") { RasterizedButtonsController() }
      .screen(360, 480).play(with: RasterizedButtonsController.self, grouped),
    Demo("LW-4.7@2x", "A button that fades as one picture, at scale 2") {
      RasterizedButtonsController()
    }
    .screen(360, 480, scale: 2).play(with: RasterizedButtonsController.self) { stage, controller in
      let sharp = try Lockwood1.Pixels(stage)
      try stage.show("rasterizationScale 2")
      controller.button2.layer.rasterizationScale = 1
      let coarse = try Lockwood1.Pixels(stage)
      stage.expect(coarse.distance(from: sharp) > 30, "the text becomes blocky")
      try stage.show("rasterizationScale 1")
    },
  ]

  private static func grouped(_ stage: Stage, _ controller: RasterizedButtonsController) throws {
    let root: UIView = controller.view
    let frames = [controller.button1, controller.button2].map { $0.convert($0.bounds, to: root) }
    stage.expect(
      frames[0] == CGRect(x: 5, y: 215, width: 150, height: 50),
      "the left: \(frames[0])"
    )
    stage.expect(
      frames[1] == CGRect(x: 205, y: 215, width: 150, height: 50),
      "the right: \(frames[1])"
    )
    try stage.expect(
      colors: [
        (215, 220, [213, 213, 213]), (210, 240, [213, 213, 213]), (230, 230, [213, 213, 213]),
        (330, 230, [213, 213, 213]), (10, 240, [255, 255, 255]), (206, 216, Lockwood1.gray),
      ]
    )
    let text = try darkest(stage)
    stage.expect(abs(text - 85) <= 6, "the text is 85: \(text)")
    let rasterized = try Lockwood1.Pixels(stage)
    try stage.show("shouldRasterize")
    controller.button2.layer.shouldRasterize = false
    let grouped = try Lockwood1.Pixels(stage)
    stage.expect(grouped.distance(from: rasterized) <= 2, "as a group of opacity it looks the same")
    try stage.show("allowsGroupOpacity")
  }

  /// The darkest grey of the right button.
  private static func darkest(_ stage: Stage) throws -> Int {
    let pixels = try Lockwood1.Pixels(stage)
    var darkest = 255
    for y in 225..<255 {
      for x in 225..<335 { darkest = min(darkest, pixels[CGFloat(x), CGFloat(y)][0]) }
    }
    return darkest
  }
}

/// Two buttons, of which the right one is half transparent.
private class ButtonsController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 30, y: 90, width: 300, height: 300))
  private(set) lazy var button1 = customButton()
  private(set) lazy var button2 = customButton()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(containerView)
    button1.center = CGPoint(x: 50, y: 150)
    containerView.addSubview(button1)
    button2.center = CGPoint(x: 250, y: 150)
    button2.alpha = 0.5
    containerView.addSubview(button2)
  }

  private func customButton() -> UIView {
    let button = UIView(frame: CGRect(x: 0, y: 0, width: 150, height: 50))
    button.backgroundColor = .white
    button.layer.cornerRadius = 10
    let label = UILabel(frame: CGRect(x: 20, y: 10, width: 110, height: 30))
    label.text = "Hello World"
    label.textAlignment = .center
    label.backgroundColor = .white
    button.addSubview(label)
    return button
  }
}

private final class UngroupedButtonsController: ButtonsController {
  override func viewDidLoad() {
    super.viewDidLoad()
    button2.layer.allowsGroupOpacity = false
  }
}

private final class RasterizedButtonsController: ButtonsController {
  override func viewDidLoad() {
    super.viewDidLoad()
    button2.layer.shouldRasterize = true
    button2.layer.rasterizationScale = UIScreen.main.scale
  }
}
