// Lockwood, chapter 4: masks.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The masks of chapter 4.
@MainActor
enum LockwoodMasks1 {
  private static let (blue, yellow, gray) = ([0, 0, 255], [255, 255, 0], Lockwood1.gray)

  static let demos: [Demo] = [
    Demo("LW-F-4.12", "An image, a mask and the result") { MaskDiagramController() }
      .play { stage in
        try stage.expect(
          colors: [
            (40, 240, blue), (80, 240, yellow), (160, 240, [255, 0, 255]), (125, 200, gray),
            (240, 250, blue), (280, 250, yellow), (225, 200, gray),
          ]
        )
        try stage.show("image, mask, result")
      },
    Demo("LW-4.5", "A mask of an image") { MaskController() }
      .play(with: MaskController.self) { stage, controller in
        try expect([(60, 150, blue), (140, 150, yellow)], stage)
        try expect([(100, 10, gray), (10, 100, gray), (190, 190, gray)], stage)
        let pixels = try Lockwood1.Pixels(stage)
        let magenta = pixels.count { $0[0] > 200 && $0[1] < 50 && $0[2] > 200 }
        stage.expect(magenta == 0, "the mask's own colour is nowhere")
        stage.expect(
          controller.imageView.layer.sublayers?.contains { $0 === controller.maskLayer } != true,
          "the mask is no sublayer"
        )
        try stage.show("a triangle")
        controller.maskLayer.contents = Lockwood1.Asset.cone(alpha: 0.5).cgImage
        stage.wait(1)
        try expect([(60, 150, [85, 85, 213]), (140, 150, [213, 213, 85])], stage)
        try stage.show("of half the opacity")
        let redView = UIView(frame: CGRect(x: 0, y: 140, width: 200, height: 60))
        redView.backgroundColor = .red
        controller.imageView.addSubview(redView)
        try expect([(100, 160, [213, 85, 85]), (10, 150, gray)], stage)
        try stage.show("subviews are cut too")
      },
    Demo("LW-4.5a", "A mask of a plain layer") { DiscMaskController() }.play { stage in
      try expect(
        [
          (60, 100, blue), (140, 100, yellow), (52, 100, blue), (147, 100, yellow), (98, 52, blue),
          (48, 100, gray), (151, 100, gray), (56, 56, gray), (100, 48, gray),
        ],
        stage
      )
      try stage.show("a disc")
    },
    Demo("LW-4.5b", "A mask that moves") { MovingMaskController() }.play { stage in
      for (time, x) in [(0.0, 50.0), (0.25, 75), (0.5, 100), (0.75, 125), (0.999, 150)] {
        stage.move(to: time)
        let pixels = try Lockwood1.Pixels(stage)
        let window = pixels.box { $0 != gray }
        stage.expect(window.midX, is: 60 + x, within: 1, "the window's middle at \(time) s")
        stage.expect(window.width, is: 100, within: 2, "the window's width at \(time) s")
        if x > 60, x < 150 { stage.expect(pixels[156, 240] == blue, "the image stays") }
        try stage.show()
      }
    },
  ]

  /// States colours in the coordinates of the image.
  private static func expect(
    _ probes: [(x: CGFloat, y: CGFloat, color: [Int])],
    _ stage: Stage
  ) throws {
    try stage.expect(colors: probes.map { ($0.x + 60, $0.y + 140, $0.color) })
  }
}

/// An image of 200 points.
private class ImageController: UIViewController {
  let imageView = UIView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    imageView.layer.contents = Lockwood1.Asset.igloo().cgImage
    view.addSubview(imageView)
  }
}

private final class MaskController: ImageController {
  let maskLayer = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    maskLayer.frame = imageView.bounds
    maskLayer.contents = Lockwood1.Asset.cone().cgImage
    imageView.layer.mask = maskLayer
  }
}

private class DiscMaskController: ImageController {
  let maskLayer = CALayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    maskLayer.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    maskLayer.backgroundColor = UIColor.black.cgColor
    maskLayer.cornerRadius = 50
    imageView.layer.mask = maskLayer
  }
}

private final class MovingMaskController: DiscMaskController {
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 50
    animation.toValue = 150
    animation.duration = 1
    maskLayer.add(animation, forKey: nil)
  }
}

private final class MaskDiagramController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    let pictures = [Lockwood1.Asset.igloo(), Lockwood1.Asset.cone(), Lockwood1.Asset.igloo()]
    for (index, picture) in pictures.enumerated() {
      let pictureView = UIView(frame: CGRect(x: 10 + index * 100, y: 190, width: 100, height: 100))
      pictureView.layer.contents = picture.cgImage
      view.addSubview(pictureView)
      guard index == 2 else { continue }
      let mask = CALayer()
      mask.frame = pictureView.bounds
      mask.contents = Lockwood1.Asset.cone().cgImage
      pictureView.layer.mask = mask
    }
  }
}
