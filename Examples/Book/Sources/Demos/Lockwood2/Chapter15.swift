// Chapter 15: the performance of layers.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The demos of chapter 15.
@MainActor
enum LockwoodChapter15 {
  static let demos: [Demo] = [roundedPath, stretchedImage, shadowPath] + matrices

  // MARK: 15.1

  /// A rounded square by a shape.
  final class RoundedPath: Lockwood2.WhiteView {
    let blueLayer = CAShapeLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      blueLayer.fillColor = UIColor.blue.cgColor
      blueLayer.path =
        CGPath(
          roundedRect: CGRect(x: 0, y: 0, width: 100, height: 100),
          cornerWidth: 20,
          cornerHeight: 20,
          transform: nil
        )
      layerView.layer.addSublayer(blueLayer)
    }
  }

  /// States colours in the coordinates of the blue layer.
  private static func expectRounded(_ stage: Stage) {
    func at(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: 110 + x, y: 190 + y) }
    stage.expect(at: at(2, 2), .white, "outside of the corner")
    stage.expect(at: at(20, 1), .blue, "the edge")
    stage.expect(at: at(50, 50), .blue, "the middle")
    stage.expect(at: at(8, 8), .blue, "inside of the corner")
  }

  private static let roundedPath = Demo("LW-15.1", "Round corners by a path") { RoundedPath() }
    .play(RoundedPath.self) { stage, controller in
      expectRounded(stage)
      try stage.show()
      let child = CALayer()
      child.frame = CGRect(x: -20, y: 40, width: 60, height: 20)
      child.backgroundColor = UIColor.red.cgColor
      controller.blueLayer.addSublayer(child)
      stage.wait(1)
      stage.expect(at: CGPoint(x: 95, y: 240), .red, "it sticks out")
      try stage.show("with a sublayer")
      controller.blueLayer.masksToBounds = true
      stage.wait(1)
      stage.expect(at: CGPoint(x: 95, y: 240), .white, "it is clipped")
      stage.expect(at: CGPoint(x: 112, y: 240), .red, "at the rectangle of the layer")
      try stage.show("clipped")
    }

  // MARK: 15.2

  /// A rounded square by a disc that is stretched from its middle.
  final class StretchedImage: Lockwood2.WhiteView {
    let blueLayer = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      blueLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
      blueLayer.contentsCenter = CGRect(x: 0.5, y: 0.5, width: 0, height: 0)
      blueLayer.contentsScale = UIScreen.main.scale
      let disc = Lockwood2.drawing(40, 40) { context in
        context.setFillColor(UIColor.blue.cgColor)
        context.fillEllipse(in: CGRect(x: 0, y: 0, width: 40, height: 40))
      }
      blueLayer.contents = disc.cgImage
      layerView.layer.addSublayer(blueLayer)
    }
  }

  private static let stretchedImage = Demo("LW-15.2", "Round corners by a stretched picture") {
    StretchedImage()
  }
  .screen(320, 480, scale: 2)
  .play(StretchedImage.self) { stage, controller in
    expectRounded(stage)
    try stage.show()
    stage.window.rootViewController = RoundedPath()
    stage.wait(1)
    try stage.show("by a path")
    let (stretched, path) = (stage.figures[0].image, stage.figures[1].image)
    // The outermost row of a disc is not wholly covered, and is stretched along the sides.
    let (one, other) = (Lockwood2.bytes(stretched), Lockwood2.bytes(path))
    let different = stride(from: 0, to: one.count, by: 4).filter { index in
      (0..<4).contains { abs(Int(one[index + $0]) - Int(other[index + $0])) > 3 }
    }
    let isInside = different.contains { index in
      let pixel = index / 4
      let x = CGFloat(pixel % path.width) / 2 - 110
      let y = CGFloat(pixel / path.width) / 2 - 190
      let edge = min(min(x, y), min(100 - x, 100 - y))
      return edge > 7
    }
    stage.expect(!isInside, "the same but for the edges")
    stage.window.rootViewController = controller
    controller.blueLayer.frame.size = CGSize(width: 140, height: 60)
    stage.wait(1)
    stage.expect(at: CGPoint(x: 112, y: 192), .white, "the corner keeps its radius")
    stage.expect(at: CGPoint(x: 131, y: 192), .blue, "as wide as before")
    stage.expect(at: CGPoint(x: 180, y: 220), .blue, "the middle is filled")
    try stage.show("resized")
  }

  // MARK: 15.2a

  /// Shadows of the same shape, found from the pixels and given as a path.
  final class Shadows: Lockwood2.WhiteView {
    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      for index in 0..<2 {
        let square = CALayer()
        square.frame = CGRect(x: 35 + 150 * index, y: 190, width: 100, height: 100)
        square.backgroundColor = UIColor.blue.cgColor
        square.isOpaque = true
        square.shadowOpacity = 0.75
        square.shadowOffset = CGSize(width: 0, height: 5)
        square.shadowRadius = 5
        if index == 1 { square.shadowPath = CGPath(rect: square.bounds, transform: nil) }
        view.layer.addSublayer(square)
      }
    }
  }

  private static let shadowPath = Demo("LW-15.2a", "A shadow with a path") { Shadows() }
    .play(Shadows.self) { stage, _ in
      try stage.show()
      let bytes = Lockwood2.bytes(stage.figures[0].image)
      var difference = 0
      for y in 160..<320 {
        for x in 20..<150 {
          for part in 0..<3 {
            let one = bytes[(y * 320 + x) * 4 + part]
            let other = bytes[(y * 320 + x + 150) * 4 + part]
            difference = max(difference, abs(Int(one) - Int(other)))
          }
        }
      }
      stage.expect(difference <= 1, "both shadows look alike: \(difference)")
    }
}
