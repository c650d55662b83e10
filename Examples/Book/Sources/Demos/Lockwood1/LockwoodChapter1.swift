// Lockwood, chapter 1: the layer tree.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 1.
@MainActor
enum LockwoodChapter1 {
  static let demos: [Demo] = [
    Demo("LW-F-1.1", "A screen and its hierarchy of views") { ScreenController() }
      .play(with: ScreenController.self, nested),
    Demo("LW-F-1.2", "The layer tree mirrors the views") { ScreenController() }
      .play(with: ScreenController.self, mirrored),
    Demo("LW-F-1.3", "A white view on light grey") { Lockwood1.LayerViewController() }
      .play { stage in
        try stage.expect(
          colors: [
            (160, 240, [255, 255, 255]), (61, 141, [255, 255, 255]), (259, 339, [255, 255, 255]),
            (59, 240, Lockwood1.gray), (261, 240, Lockwood1.gray), (160, 139, Lockwood1.gray),
            (160, 341, Lockwood1.gray),
          ],
          within: 0
        )
        try stage.show("the view alone")
      },
    Demo("LW-1.1", "A blue layer in a view") { BlueLayerController() }.play { try blue($0, 1) },
    Demo("LW-1.1@2x", "A blue layer in a view, at scale 2") { BlueLayerController() }
      .screen(320, 480, scale: 2).play { try blue($0, 2) },
  ]

  private static func nested(_ stage: Stage, _ controller: ScreenController) throws {
    let root: UIView = controller.view
    stage.expect(root.subviews == [controller.bar, controller.panel], "the bar, then the panel")
    stage.expect(controller.panel.subviews.count == 3, "the panel has three rows")
    for row in controller.panel.subviews {
      stage.expect(row.superview === controller.panel, "a row's parent is the panel")
      stage.expect(row.subviews.count == 2, "a row has an icon and a line")
    }
    try stage.show("a bar, and a panel with three rows")
  }

  private static func mirrored(_ stage: Stage, _ controller: ScreenController) throws {
    stage.expect(mirrors(controller.view), "every view's layer has the layers of its subviews")
    try stage.show("all rows")
    let row = controller.panel.subviews[1]
    row.removeFromSuperview()
    stage.expect(row.layer.superlayer == nil, "the layer of a removed view is disconnected")
    stage.expect(mirrors(controller.view), "the trees are alike without the row")
    try stage.show("without the second row")
    controller.panel.insertSubview(row, at: 1)
    stage.expect(
      controller.panel.layer.sublayers?[1] === row.layer,
      "the layer is back where the view is"
    )
    stage.expect(mirrors(controller.view), "the trees are alike again")
    try stage.show("the row again")
  }

  /// Whether the layers below a view's are those of its subviews, in order, all the way down.
  private static func mirrors(_ view: UIView) -> Bool {
    let layers = view.layer.sublayers ?? []
    guard layers.count == view.subviews.count else { return false }
    return zip(view.subviews, layers).allSatisfy { $0.layer === $1 && mirrors($0) }
  }

  private static func blue(_ stage: Stage, _ scale: Int) throws {
    let (white, blue) = ([255, 255, 255], [0, 0, 255])
    try stage.expect(
      colors: [
        (111, 191, blue), (160, 240, blue), (209, 289, blue), (109, 240, white),
        (211, 240, white), (59, 240, Lockwood1.gray),
      ],
      within: 0
    )
    let count = try Lockwood1.Pixels(stage).count { $0 == blue }
    stage.expect(count == 10_000 * scale * scale, "\(count) pixels are blue: the edges are sharp")
    try stage.show("scale \(scale)")
  }
}

private final class BlueLayerController: Lockwood1.LayerViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let blueLayer = CALayer()
    blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = UIColor.blue.cgColor
    layerView.layer.addSublayer(blueLayer)
  }
}

/// A bar and a panel with three rows, each with an icon and a line.
private final class ScreenController: UIViewController {
  let bar = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
  let panel = UIView(frame: CGRect(x: 20, y: 70, width: 280, height: 240))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    bar.backgroundColor = .darkGray
    panel.backgroundColor = .white
    view.addSubview(bar)
    view.addSubview(panel)
    for (index, color) in [UIColor.red, .green, .blue].enumerated() {
      let row = UIView(frame: CGRect(x: 10, y: 10 + index * 75, width: 260, height: 65))
      row.backgroundColor = UIColor(white: 0.9, alpha: 1)
      let icon = UIView(frame: CGRect(x: 10, y: 10, width: 45, height: 45))
      icon.backgroundColor = color
      let line = UIView(frame: CGRect(x: 70, y: 26, width: 170, height: 13))
      line.backgroundColor = .gray
      row.addSubview(icon)
      row.addSubview(line)
      panel.addSubview(row)
    }
  }
}
