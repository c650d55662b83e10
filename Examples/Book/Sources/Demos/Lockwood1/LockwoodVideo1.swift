// Lockwood, chapter 6: films in a layer.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import BookKit
import UIKit

/// The video layers of chapter 6.
@MainActor
enum LockwoodVideo1 {
  static let demos: [Demo] = [
    Demo("LW-6.15", "A film in a layer") { FilmController() }
      .play(with: FilmController.self, plain),
    Demo("LW-6.16", "A film in a turned layer with a border") { TurnedFilmController() }
      .play(with: TurnedFilmController.self, turned),
  ]

  private static func plain(_ stage: Stage, _ controller: FilmController) throws {
    let (layer, grey) = (controller.playerLayer, CGPoint(x: 80, y: 240))
    stage.wait(0.2)
    stage.expect(CGFloat(try stage.picture(at: grey)), is: 0, "the first picture before it plays")
    try stage.show("before it plays")
    let begin = stage.time
    layer.player?.play()
    for frame in [0, 1, 10, 29, 30, 59] {
      stage.move(to: begin + (Double(frame) + 0.5) / Films.rate)
      let found = try stage.picture(at: grey)
      stage.expect(CGFloat(found), is: CGFloat(frame), "the picture \(frame)")
      if frame % 29 < 11 { try stage.show("picture \(frame)") }
    }
    stage.expect(layer.animationKeys()?.isEmpty != false, "nothing of the layer is animated")
    let size = try Lockwood1.Pixels(stage).box { $0 != Lockwood1.gray }
    stage.expect(size == CGRect(x: 10, y: 140, width: 300, height: 200), "it fills the layer")
    layer.videoGravity = .resizeAspect
    let narrow = try Lockwood1.Pixels(stage).box { $0 != Lockwood1.gray }
    stage.expect(narrow.width, is: 266.7, within: 2, "a film of 4 : 3 keeps its proportions")
    stage.expect(narrow.midX, is: 160, within: 1, "in the middle")
    stage.expect(layer.videoRect.width, is: 266.67, within: 0.01, "the width of its rectangle")
    try stage.show("4 : 3")
  }

  private static func turned(_ stage: Stage, _ controller: TurnedFilmController) throws {
    let layer = controller.playerLayer
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
    layer.player?.play()
    let begin = stage.time
    for frame in [5, 40] {
      stage.move(to: begin + (Double(frame) + 0.5) / Films.rate)
      let pixels = try Lockwood1.Pixels(stage)
      func color(_ x: CGFloat, _ y: CGFloat) -> [Int] {
        pixels[layer.convert(CGPoint(x: x, y: y), to: controller.view.layer)]
      }
      let red = [255, 0, 0]
      stage.expect(
        color(150, 2.5) == red && color(150, 197.5) == red && color(2.5, 100) == red
          && color(297.5, 100) == red,
        "the border follows the edges"
      )
      stage.expect(color(150, 10) == [0, 0, 255] && color(8, 100) != red, "and is 5 points wide")
      stage.expect(
        [(2, 2), (298, 2), (298, 198), (2, 198)].allSatisfy { color($0.0, $0.1) == Lockwood1.gray },
        "the corners are rounded"
      )
      stage.expect(color(70, 100) == [frame, frame, frame], "picture \(frame) of the film")
      stage.expect(color(230, 100) == [255, 255, 255], "its right half")
      try stage.show("picture \(frame)")
    }
  }
}

private class FilmController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 10, y: 140, width: 300, height: 200))
  let playerLayer = AVPlayerLayer(player: AVPlayer(url: Films.url(.blue)))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .lightGray
    view.addSubview(containerView)
    playerLayer.videoGravity = .resize
    playerLayer.frame = containerView.bounds
    containerView.layer.addSublayer(playerLayer)
  }
}

private final class TurnedFilmController: FilmController {
  override func viewDidLoad() {
    super.viewDidLoad()
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 500
    transform = CATransform3DRotate(transform, .pi / 4, 1, 1, 0)
    playerLayer.transform = transform

    playerLayer.masksToBounds = true
    playerLayer.cornerRadius = 20
    playerLayer.borderColor = UIColor.red.cgColor
    playerLayer.borderWidth = 5
  }
}
