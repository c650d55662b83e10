// Lockwood, chapter 6: specialised layers; shapes and texts are here.
// Licensed under the MIT license; see LICENSE.

import BookKit
import CoreText
import UIKit

/// The demos of chapter 6.
@MainActor
enum LockwoodChapter6 {
  static let demos: [Demo] =
    shapes + texts + LockwoodCopies1.demos + LockwoodScrolling1.demos + LockwoodParticles1.demos
    + LockwoodTriangle1.demos + LockwoodVideo1.demos

  private static let (red, black, white, gray) =
    ([255, 0, 0], [0, 0, 0], [255, 255, 255], Lockwood1.gray)

  /// States colours in the coordinates of the container.
  private static func expect(
    _ probes: [(x: CGFloat, y: CGFloat, color: [Int])],
    _ stage: Stage
  ) throws {
    try stage.expect(colors: probes.map { ($0.x + 10, $0.y + 90, $0.color) })
  }

  // MARK: Shapes

  private static let shapes: [Demo] = [
    Demo("LW-6.1", "A stick figure") { FigureController() }.play { stage in
      try expect(
        [
          (150, 75, red), (125, 100, red), (150, 150, red), (101, 150, red), (199, 150, red),
          (125, 225, red), (175, 225, red), (150, 100, gray), (110, 110, gray), (150, 210, gray),
        ],
        stage
      )
      let box = try Lockwood1.Pixels(stage).box { $0 != gray }
      stage.expect(box.minX - 10, is: 97.5, within: 1, "the left end of the ink")
      stage.expect(box.maxX - 10, is: 202.5, within: 1, "the right end of the ink")
      stage.expect(box.minY - 90, is: 72.5, within: 1, "the upper end of the ink")
      stage.expect(box.maxY - 90, is: 227.5, within: 1, "the lower end of the ink")
      try stage.show("one path")
    },
    Demo("LW-6.1a", "Three rounded corners") { CornersController() }.play { stage in
      try expect(
        [
          (52, 52, black), (58, 142, black), (142, 142, black), (142, 58, black), (148, 52, gray),
          (148, 148, gray), (52, 148, gray),
        ],
        stage
      )
      try stage.show("a square corner, three round ones")
    },
    Demo("LW-6.1b", "A shape as a mask") { ShapeMaskController() }.play { stage in
      try stage.expect(
        colors: [
          (62, 142, red), (68, 330, [0, 255, 255]), (250, 330, white), (250, 150, white),
          (258, 142, gray), (258, 338, gray), (62, 338, gray),
        ]
      )
      try stage.show("an image in the shape")
    },
  ]

  // MARK: Texts

  private static let texts: [Demo] = [
    Demo("LW-6.2", "Text at the scale of 1 on a finer screen") { TextController() }
      .screen(320, 480, scale: 2).play(with: TextController.self) { stage, controller in
        let coarse = try Lockwood1.Pixels(stage)
        expectMargins(coarse, stage)
        try stage.show("contentsScale 1")
        controller.textLayer.contentsScale = UIScreen.main.scale
        stage.wait(1)
        let fine = try Lockwood1.Pixels(stage)
        let isMixed: ([Int]) -> Bool = { $0[0] > 20 && $0[0] < 235 && $0 != gray }
        let (blurred, sharp) = (coarse.count(where: isMixed), fine.count(where: isMixed))
        stage.expect(blurred > sharp, "blurred: \(blurred) mixed pixels, then \(sharp)")
      },
    Demo("LW-6.2a", "Text at the scale of the screen") { SharpTextController() }
      .screen(320, 480, scale: 2).play { stage in
        expectMargins(try Lockwood1.Pixels(stage), stage)
        try stage.show("contentsScale 2")
      },
    Demo("LW-6.3", "A red, underlined word") { AttributedTextController() }
      .screen(320, 480, scale: 2).play { stage in
        let pixels = try Lockwood1.Pixels(stage)
        expectMargins(pixels, stage)
        let box = pixels.box { $0[0] > 200 && $0[1] < 80 && $0[2] < 80 }
        stage.expect(box.minX > 55 && box.maxX < 125, "the second word is red: \(box)")
        stage.expect(box.minY >= 140 && box.maxY < 162, "in the first line: \(box)")
        let run = stride(from: box.minY + 0.25, to: box.maxY, by: 0.5).map { row in
          stride(from: box.minX, to: box.maxX, by: 0.5).count { pixels[$0, row][1] < 128 }
        }.max()
        stage.expect(
          CGFloat(run ?? 0) >= box.width * 2 - 2,
          "underlined from end to end: \(run ?? 0)"
        )
        try stage.show("one word")
      },
    Demo("LW-6.4", "A label whose layer is a text layer") { LayerLabelController() }
      .screen(320, 480, scale: 2).play(with: LayerLabelController.self) { stage, controller in
        try stage.show("in its first size")
        let label = controller.label
        stage.expect(label.layer is CATextLayer, "its layer is a text layer")
        stage.expect(label.layer.contentsScale, is: 2, "it takes the screen's scale")
        stage.expect(label.layer.sublayers?.isEmpty != false, "there is no other picture")
        let before = try Lockwood1.Pixels(stage).box { $0[0] < 80 }
        label.frame.size.width = 160
        stage.wait(0.1)
        let after = try Lockwood1.Pixels(stage).box { $0[0] < 80 }
        stage.expect(after.width <= 161 && after.height > before.height + 40, "flows anew")
        try stage.show("narrower")
      },
  ]

  /// States that all lines but the last reach both margins, and that there are several.
  private static func expectMargins(_ pixels: Lockwood1.Pixels, _ stage: Stage) {
    var lines: [ClosedRange<CGFloat>] = []
    var isInLine = false
    for y in stride(from: CGFloat(140.25), to: 340, by: 0.5) {
      let inked = stride(from: CGFloat(20.25), to: 300, by: 0.5).filter { pixels[$0, y][1] < 200 }
      if let first = inked.first, let last = inked.last {
        if isInLine, let line = lines.popLast() {
          lines.append(min(line.lowerBound, first)...max(line.upperBound, last))
        } else {
          lines.append(first...last)
        }
      }
      isInLine = !inked.isEmpty
    }
    // Descenders and dots can touch the next line; they make fewer lines here, not more.
    stage.expect(lines.count >= 4, "several lines: \(lines.count)")
    for line in lines.dropLast() {
      stage.expect(line.lowerBound < 23, "a line begins at the margin: \(line)")
      stage.expect(line.upperBound > 297, "a line ends at the margin: \(line)")
    }
  }
}

// MARK: - Controllers

private final class FigureController: Lockwood1.ContainerController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let path = UIBezierPath()
    path.move(to: CGPoint(x: 175, y: 100))
    path.addArc(
      withCenter: CGPoint(x: 150, y: 100),
      radius: 25,
      startAngle: 0,
      endAngle: 2 * .pi,
      clockwise: true
    )
    path.move(to: CGPoint(x: 150, y: 125))
    path.addLine(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 125, y: 225))
    path.move(to: CGPoint(x: 150, y: 175))
    path.addLine(to: CGPoint(x: 175, y: 225))
    path.move(to: CGPoint(x: 100, y: 150))
    path.addLine(to: CGPoint(x: 200, y: 150))

    let shapeLayer = CAShapeLayer()
    shapeLayer.strokeColor = UIColor.red.cgColor
    shapeLayer.fillColor = UIColor.clear.cgColor
    shapeLayer.lineWidth = 5
    shapeLayer.lineJoin = .round
    shapeLayer.lineCap = .round
    shapeLayer.path = path.cgPath
    containerView.layer.addSublayer(shapeLayer)
  }
}

/// A path with three rounded corners.
@MainActor
private func roundedPath(_ rect: CGRect) -> UIBezierPath {
  UIBezierPath(
    roundedRect: rect,
    byRoundingCorners: [.topRight, .bottomRight, .bottomLeft],
    cornerRadii: CGSize(width: 20, height: 20)
  )
}

private final class CornersController: Lockwood1.ContainerController {
  override func viewDidLoad() {
    super.viewDidLoad()
    let shapeLayer = CAShapeLayer()
    shapeLayer.path = roundedPath(CGRect(x: 50, y: 50, width: 100, height: 100)).cgPath
    containerView.layer.addSublayer(shapeLayer)
  }
}

private final class ShapeMaskController: Lockwood1.LayerViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    layerView.layer.contents = Lockwood1.Asset.mark().cgImage
    let shapeLayer = CAShapeLayer()
    shapeLayer.path = roundedPath(layerView.bounds).cgPath
    layerView.layer.mask = shapeLayer
  }
}

/// 51 words that fill lines.
private let filler =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Quisque massa arcu, eleifend vel "
  + "varius in, facilisis pulvinar leo. Nunc quis nunc at mauris pharetra condimentum ut ac "
  + "neque. Nunc elementum, libero ut porttitor dictum, diam odio congue lacus, vel fringilla "
  + "sapien diam at purus. Etiam suscipit pretium nunc sit amet lobortis"

private class TextController: UIViewController {
  let labelView = UIView(frame: CGRect(x: 20, y: 140, width: 280, height: 200))
  let textLayer = CATextLayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    labelView.backgroundColor = .white
    view.addSubview(labelView)

    textLayer.frame = labelView.bounds
    labelView.layer.addSublayer(textLayer)
    textLayer.alignmentMode = .justified
    textLayer.isWrapped = true
    setText()
  }

  func setText() {
    textLayer.foregroundColor = UIColor.black.cgColor
    let font = UIFont.systemFont(ofSize: 15)
    textLayer.font = CGFont(font.fontName as CFString)
    textLayer.fontSize = font.pointSize
    textLayer.string = filler
  }
}

private final class SharpTextController: TextController {
  override func viewDidLoad() {
    super.viewDidLoad()
    textLayer.contentsScale = UIScreen.main.scale
  }
}

private final class AttributedTextController: TextController {
  override func viewDidLoad() {
    super.viewDidLoad()
    textLayer.contentsScale = UIScreen.main.scale
  }

  override func setText() {
    let string = NSMutableAttributedString(string: filler)
    let font = UIFont.systemFont(ofSize: 15)
    string.setAttributes(
      [.foregroundColor: UIColor.black, .font: font],
      range: NSRange(location: 0, length: string.length)
    )
    string.setAttributes(
      [
        .foregroundColor: UIColor.red, .underlineStyle: NSUnderlineStyle.single.rawValue,
        .font: font,
      ],
      range: NSRange(location: 6, length: 5)
    )
    textLayer.string = string
  }
}

/// A label that a text layer draws.
private final class LayerLabel: UILabel {
  override class var layerClass: AnyClass { CATextLayer.self }

  private var textLayer: CATextLayer? { layer as? CATextLayer }

  override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
    // The layer takes the label's values.
    let (oldText, oldColor, oldFont) = (text, textColor, font)
    (text, textColor, font) = (oldText, oldColor, oldFont)
    textLayer?.alignmentMode = .justified
    textLayer?.isWrapped = true
    layer.display()
  }

  override var text: String? {
    didSet { textLayer?.string = text }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var textColor: UIColor! {
    didSet { textLayer?.foregroundColor = textColor?.cgColor }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  override var font: UIFont! {
    didSet {
      guard let font else { return }
      textLayer?.font = CGFont(font.fontName as CFString)
      textLayer?.fontSize = font.pointSize
    }
  }
}

private final class LayerLabelController: UIViewController {
  let label = LayerLabel(frame: CGRect(x: 20, y: 140, width: 280, height: 300))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    label.font = .systemFont(ofSize: 15)
    label.textColor = .black
    label.text = filler
    view.addSubview(label)
  }
}
