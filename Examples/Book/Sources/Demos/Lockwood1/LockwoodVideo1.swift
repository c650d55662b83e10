// Lockwood, chapter 6: moving pictures in a layer.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The video layers of chapter 6, with a film that is made of pictures.
@MainActor
enum LockwoodVideo1 {
  static let demos: [Demo] = [
    Demo("LW-6.15", "A film in a layer") { FilmController() }
      .play(with: FilmController.self) { stage, controller in
        stage.wait(0.2)
        stage.expect(
          barPlace(try Lockwood1.Pixels(stage)) == 0,
          "the first picture before it plays"
        )
        try stage.show("before it plays")
        let begin = stage.time
        controller.player.play()
        for frame in [0, 1, 10, 20, 29, 31] {
          stage.move(to: begin + (Double(frame) + 0.5) / 30)
          let place = barPlace(try Lockwood1.Pixels(stage))
          stage.expect(place == frame % 30, "picture \(frame % 30) is shown, not \(place ?? -1)")
          try stage.show("picture \(frame)")
        }
        let size = try Lockwood1.Pixels(stage).box { $0 != Lockwood1.gray }
        stage.expect(size == CGRect(x: 10, y: 140, width: 300, height: 200), "it fills the layer")
        controller.player.layer.removeAllAnimations()
        CATransaction.setDisableActions(true)
        controller.player.layer.contents =
          Lockwood1.Asset.draw(160, 120) { context in
            context.setFillColor(UIColor.blue.cgColor)
            context.fill(CGRect(x: 0, y: 0, width: 160, height: 120))
          }.cgImage
        let narrow = try Lockwood1.Pixels(stage).box { $0 == [0, 0, 255] }
        stage.expect(narrow.width, is: 266.7, within: 2, "a film of 4 : 3 keeps its proportions")
        stage.expect(narrow.midX, is: 160, within: 1, "in the middle")
        try stage.show("4 : 3")
      },
    Demo("LW-6.16", "A film in a turned layer with a border") { TurnedFilmController() }
      .play(with: TurnedFilmController.self, turned),
  ]

  /// The number of the picture, by its bar; nil for none.
  private static func barPlace(_ pixels: Lockwood1.Pixels) -> Int? {
    (0..<30).first { pixels[15 + CGFloat($0) * 10, 300][0] > 200 }
  }

  private static func turned(_ stage: Stage, _ controller: TurnedFilmController) throws {
    let layer = controller.player.layer
    for (corner, expected) in zip(
      [
        CGPoint(x: 0, y: 0), CGPoint(x: 300, y: 0), CGPoint(x: 300, y: 200), CGPoint(x: 0, y: 200),
      ],
      [
        CGPoint(x: -150.19, y: -112.97), CGPoint(x: 90.71, y: -50.71),
        CGPoint(x: 135.88, y: 102.21), CGPoint(x: -151.18, y: 84.52),
      ]
    ) {
      let found = layer.convert(corner, to: controller.view.layer)
      stage.expect(found.x - 160, is: expected.x, within: 0.01, "a corner's x")
      stage.expect(found.y - 240, is: expected.y, within: 0.01, "a corner's y")
    }
    controller.player.play()
    let begin = stage.time
    var pictures: [Lockwood1.Pixels] = []
    for time in [0.1, 0.5] {
      stage.move(to: begin + time)
      let pixels = try Lockwood1.Pixels(stage)
      pictures.append(pixels)
      func color(_ x: CGFloat, _ y: CGFloat) -> [Int] {
        pixels[layer.convert(CGPoint(x: x, y: y), to: controller.view.layer)]
      }
      let red = [255, 0, 0]
      stage.expect(
        color(150, 2.5) == red && color(150, 197.5) == red && color(2.5, 100) == red
          && color(297.5, 100) == red,
        "the border follows the edges"
      )
      stage.expect(color(150, 8) != red && color(8, 100) != red, "and is 5 points wide")
      stage.expect(
        color(2, 2) == Lockwood1.gray && color(298, 2) == Lockwood1.gray
          && color(298, 198) == Lockwood1.gray && color(2, 198) == Lockwood1.gray,
        "the corners are rounded"
      )
      try stage.show("after \(time) s")
    }
    stage.expect(pictures[0] != pictures[1], "the film plays on")
  }
}

/// A layer that shows a film, and its pictures: 30 of 300 x 200, for one second that comes again.
@MainActor
private final class Player {
  let layer = CALayer()
  private let pictures = (0..<30).map { number in
    Lockwood1.Asset.draw(300, 200) { context in
      context.setFillColor(Lockwood1.rgb(20, 40, 80).cgColor)
      context.fill(CGRect(x: 0, y: 0, width: 300, height: 200))
      context.setFillColor(UIColor.white.cgColor)
      context.fill(CGRect(x: number * 10, y: 100, width: 10, height: 100))
      UIGraphicsPushContext(context)
      NSAttributedString(
        string: "\(number)",
        attributes: [.font: UIFont.systemFont(ofSize: 48), .foregroundColor: UIColor.yellow]
      )
      .draw(at: CGPoint(x: 120, y: 20))
      UIGraphicsPopContext()
    }
  }

  init() {
    layer.contents = pictures[0].cgImage
    layer.contentsGravity = .resizeAspect
  }

  /// Shows picture after picture, without anything more from the program.
  func play() {
    let animation = CAKeyframeAnimation(keyPath: "contents")
    animation.values = pictures.compactMap(\.cgImage)
    animation.calculationMode = .discrete
    animation.duration = 1
    animation.repeatCount = .infinity
    layer.add(animation, forKey: "film")
  }
}

private class FilmController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 10, y: 140, width: 300, height: 200))
  let player = Player()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(containerView)
    player.layer.frame = containerView.bounds
    containerView.layer.addSublayer(player.layer)
  }
}

private final class TurnedFilmController: FilmController {
  override func viewDidLoad() {
    super.viewDidLoad()
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    transform = CATransform3DRotate(transform, .pi / 4, 1, 1, 0)
    player.layer.transform = transform

    player.layer.masksToBounds = true
    player.layer.cornerRadius = 20
    player.layer.borderColor = UIColor.red.cgColor
    player.layer.borderWidth = 5
  }
}
