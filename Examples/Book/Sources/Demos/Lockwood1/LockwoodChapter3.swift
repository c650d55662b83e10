// Lockwood, chapter 3: layer geometry.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 3, but for its clock.
@MainActor
enum LockwoodChapter3 {
  static let demos: [Demo] = geometry + LockwoodClock1.demos + order + hits

  // MARK: Frame, bounds, position

  private static let geometry: [Demo] = [
    Demo("LW-F-3.1", "Frame, bounds and centre") { FrameController() }
      .play(with: FrameController.self) { stage, controller in
        let (boxView, layer) = (controller.boxView, controller.boxView.layer)
        stage.expect(boxView.bounds == CGRect(x: 0, y: 0, width: 40, height: 50), "the bounds")
        stage.expect(boxView.center == CGPoint(x: 30, y: 35), "the centre")
        stage.expect(
          boxView.frame == layer.frame && boxView.bounds == layer.bounds
            && boxView.center == layer.position,
          "view and layer agree"
        )
        try stage.show("frame (10, 10, 40, 50)")
        boxView.frame = .zero
        boxView.center = CGPoint(x: 30, y: 35)
        boxView.bounds = CGRect(x: 0, y: 0, width: 40, height: 50)
        stage.expect(
          layer.frame == CGRect(x: 10, y: 10, width: 40, height: 50),
          "centre and bounds give the frame"
        )
        try stage.show("centre (30, 35), bounds (0, 0, 40, 50)")
      },
    Demo("LW-F-3.2", "The frame of a turned layer") { FrameController() }
      .play(with: FrameController.self, turned),
    Demo("LW-F-3.3", "Anchor points") { FrameController() }
      .play(with: FrameController.self, anchors),
  ]

  private static func turned(_ stage: Stage, _ controller: FrameController) throws {
    let boxView = controller.boxView
    for (angle, frame) in [
      (atan2(0.6, 0.8), CGRect(x: -1, y: 3, width: 62, height: 64)),
      (-atan2(0.6, 0.8), CGRect(x: -1, y: 3, width: 62, height: 64)),
      (.pi / 2, CGRect(x: 5, y: 15, width: 50, height: 40)),
    ] {
      boxView.transform = CGAffineTransform(rotationAngle: angle)
      stage.expect(boxView.bounds == CGRect(x: 0, y: 0, width: 40, height: 50), "the bounds stay")
      stage.expect(boxView.center == CGPoint(x: 30, y: 35), "the centre stays")
      expect(boxView.frame, is: frame, stage)
      try stage.show("turned by \((angle * 180 / .pi).rounded()) degrees")
    }
  }

  private static func anchors(_ stage: Stage, _ controller: FrameController) throws {
    let layer = controller.boxView.layer
    for (anchor, origin) in [
      (CGPoint(x: 0, y: 0), CGPoint(x: 30, y: 35)),
      (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 10, y: 10)),
      (CGPoint(x: 1, y: 1), CGPoint(x: -10, y: -15)),
      (CGPoint(x: 0.5, y: 0.9), CGPoint(x: 10, y: -10)),
      (CGPoint(x: 1.5, y: -0.5), CGPoint(x: -30, y: 60)),
    ] {
      layer.anchorPoint = anchor
      stage.expect(layer.position == CGPoint(x: 30, y: 35), "the position stays")
      expect(layer.frame, is: CGRect(origin: origin, size: CGSize(width: 40, height: 50)), stage)
      try stage.show("anchor point (\(anchor.x), \(anchor.y))")
    }
  }

  static func expect(_ frame: CGRect, is expected: CGRect, _ stage: Stage) {
    let distance =
      [
        frame.minX - expected.minX, frame.minY - expected.minY, frame.maxX - expected.maxX,
        frame.maxY - expected.maxY,
      ].map { abs($0) }.max() ?? 0
    stage.expect(distance <= 0.01, "the frame is \(expected), not \(frame)")
  }

  // MARK: Order

  private static let order: [Demo] = [
    Demo("LW-F-3.8", "Two views in their order") { PairController() }.play { stage in
      try stage.expect(
        colors: [(150, 230, [255, 0, 0]), (70, 150, [0, 255, 0]), (230, 310, [255, 0, 0])]
      )
      try stage.show("the later view is in front")
    },
    Demo("LW-3.3", "zPosition changes the order") { RaisedController() }
      .play(with: RaisedController.self) { stage, controller in
        let raised = try Lockwood1.Pixels(stage)
        stage.expect(raised[150, 230] == [0, 255, 0], "green is in front")
        stage.expect(raised.count { $0 == [0, 255, 0] } == 14_400, "neither moved nor scaled")
        try stage.show("green at 1")
        for z: CGFloat in [0.1, 0.0001] {
          controller.greenView.layer.zPosition = z
          stage.expect(try Lockwood1.Pixels(stage) == raised, "\(z) suffices")
          try stage.show("green at \(z)")
        }
        controller.greenView.layer.zPosition = 0
        controller.redView.layer.zPosition = -1
        stage.expect(
          try Lockwood1.Pixels(stage) == raised,
          "a negative one does not bring a view behind its superview"
        )
        try stage.show("red at -1")
      },
  ]

  // MARK: Hit tests and layout

  private static let hits: [Demo] = [
    Demo("LW-3.4", "Which layer was touched: containsPoint") { ContainsController() }
      .play(with: ContainsController.self, touched),
    Demo("LW-3.5", "Which layer was touched: hitTest") { HitTestController() }
      .play(with: HitTestController.self, touched),
    Demo("LW-3.5a", "Hit tests and zPosition") { RaisedController() }
      .play(with: RaisedController.self) { stage, controller in
        let point = CGPoint(x: 150, y: 230)
        stage.expect(at: point, .green, "what is seen")
        stage.expect(
          controller.view.layer.hitTest(point) === controller.greenView.layer,
          "layers are tested as they are drawn"
        )
        stage.expect(
          controller.view.hitTest(point, with: nil) === controller.redView,
          "views are tested in the order of the list"
        )
        try stage.show("green is seen, red is touched")
      },
    Demo("LW-3.5b", "A delegate that lays out") { ColumnsController() }
      .play(with: ColumnsController.self, columns),
  ]

  private static func touched(_ stage: Stage, _ controller: TouchController) throws {
    for (x, y, title) in [
      (160.0, 240.0, "Inside Blue Layer"), (70, 150, "Inside White Layer"), (10, 10, nil),
      (110, 190, "Inside Blue Layer"), (210, 290, "Inside White Layer"), (260, 340, nil),
    ] as [(CGFloat, CGFloat, String?)] {
      controller.alertTitle = nil
      stage.tap(at: CGPoint(x: x, y: y))
      stage.expect(
        controller.alertTitle == title,
        "a touch at (\(x), \(y)) says \(title ?? "nothing"): \(controller.alertTitle ?? "nothing")"
      )
      try stage.show("a touch at (\(x), \(y))")
    }
    let point = CGPoint(x: 160, y: 240)
    let inWhite = controller.layerView.layer.convert(point, from: controller.view.layer)
    stage.expect(inWhite == CGPoint(x: 100, y: 100), "the point in the white layer")
    stage.expect(
      controller.blueLayer.convert(inWhite, from: controller.layerView.layer)
        == CGPoint(x: 50, y: 50),
      "the point in the blue layer"
    )
  }

  private static func columns(_ stage: Stage, _ controller: ColumnsController) throws {
    try stage.show("200 x 200")
    controller.layouts = 0
    controller.columnsLayer.bounds = CGRect(x: 0, y: 0, width: 300, height: 100)
    stage.wait(1)
    stage.expect(controller.layouts == 1, "once for the change: \(controller.layouts)")
    let frames = (controller.columnsLayer.sublayers ?? []).map(\.frame)
    stage.expect(
      frames == (0..<3).map { CGRect(x: $0 * 100, y: 0, width: 100, height: 100) },
      "three columns of 100: \(frames)"
    )
    try stage.show("300 x 100")
    for _ in 0..<3 { controller.columnsLayer.setNeedsLayout() }
    stage.wait(1)
    stage.expect(controller.layouts == 2, "once for three requests: \(controller.layouts)")
    controller.columnsLayer.position.y += 40
    stage.wait(1)
    stage.expect(controller.layouts == 2, "not for the position: \(controller.layouts)")
    try stage.show("moved")
  }
}

// MARK: - Controllers

private final class FrameController: UIViewController {
  let boxView = UIView(frame: CGRect(x: 10, y: 10, width: 40, height: 50))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let page = UIView(frame: CGRect(x: 100, y: 150, width: 120, height: 120))
    page.backgroundColor = .white
    boxView.backgroundColor = .blue
    page.addSubview(boxView)
    view.addSubview(page)
  }
}

private class PairController: UIViewController {
  let greenView = UIView(frame: CGRect(x: 60, y: 140, width: 120, height: 120))
  let redView = UIView(frame: CGRect(x: 120, y: 200, width: 120, height: 120))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    greenView.backgroundColor = .green
    redView.backgroundColor = .red
    view.addSubview(greenView)
    view.addSubview(redView)
  }
}

private final class RaisedController: PairController {
  override func viewDidLoad() {
    super.viewDidLoad()
    greenView.layer.zPosition = 1
  }
}

/// A blue layer in a white view; an alert says which one was touched.
private class TouchController: Lockwood1.LayerViewController {
  let blueLayer = CALayer()
  private let alertLabel = UILabel(frame: CGRect(x: 60, y: 60, width: 200, height: 44))
  /// The title of the last alert.
  var alertTitle: String? {
    didSet {
      alertLabel.text = alertTitle
      alertLabel.isHidden = alertTitle == nil
    }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    alertLabel.backgroundColor = .white
    alertLabel.textAlignment = .center
    alertLabel.isHidden = true
    view.addSubview(alertLabel)
    blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    blueLayer.backgroundColor = UIColor.blue.cgColor
    layerView.layer.addSublayer(blueLayer)
  }
}

private final class ContainsController: TouchController {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard var point = touches.first?.location(in: view) else { return }
    point = layerView.layer.convert(point, from: view.layer)
    guard layerView.layer.contains(point) else { return }
    point = blueLayer.convert(point, from: layerView.layer)
    alertTitle = blueLayer.contains(point) ? "Inside Blue Layer" : "Inside White Layer"
  }
}

private final class HitTestController: TouchController {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let point = touches.first?.location(in: view) else { return }
    let layer = layerView.layer.hitTest(point)
    if layer === blueLayer {
      alertTitle = "Inside Blue Layer"
    } else if layer === layerView.layer {
      alertTitle = "Inside White Layer"
    }
  }
}

/// A layer with three columns, which the controller lays out.
private final class ColumnsController: UIViewController, @preconcurrency CALayerDelegate {
  let columnsLayer = CALayer()
  var layouts = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    columnsLayer.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    columnsLayer.position = CGPoint(x: 160, y: 240)
    for color in [UIColor.red, .green, .blue] {
      let column = CALayer()
      column.backgroundColor = color.cgColor
      columnsLayer.addSublayer(column)
    }
    columnsLayer.delegate = self
    view.layer.addSublayer(columnsLayer)
  }

  func layoutSublayers(of layer: CALayer) {
    layouts += 1
    let sublayers = layer.sublayers ?? []
    let width = layer.bounds.width / CGFloat(sublayers.count)
    for (index, sublayer) in sublayers.enumerated() {
      sublayer.frame = CGRect(
        x: CGFloat(index) * width,
        y: 0,
        width: width,
        height: layer.bounds.height
      )
    }
  }
}
