// Chapter 8: transitions.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

extension LockwoodChapter8 {
  static let transitions: [Demo] = [imageCycle, allTransitions, flip, snapshot]

  // MARK: 8.11

  /// Goes through four pictures, each of which fades in.
  final class ImageCycle: Lockwood2.Screen {
    let imageView = UIImageView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))
    let images = Lockwood2.sprites
    private var index = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      imageView.image = images[0]
      view.addSubview(imageView)
      addButton("Switch Image") { [unowned self] in switchImage() }
    }

    func switchImage() {
      let transition = CATransition()
      transition.type = .fade
      imageView.layer.add(transition, forKey: nil)
      index = (index + 1) % images.count
      imageView.image = images[index]
    }
  }

  private static let imageCycle = Demo("LW-8.11", "A fade between pictures") { ImageCycle() }
    .play(ImageCycle.self) { stage, controller in
      // Where the second picture is white, and the first one shows what is behind.
      let point = CGPoint(x: 180, y: 234)
      try stage.show()
      stage.press("Switch Image")
      let layer = controller.imageView.layer
      stage.expect(layer.animationKeys() == ["transition"], "the key of a transition")
      stage.move(to: 0.125)
      let mean = (UIColor.lightGray.bytes[0] + 255) / 2
      stage.expect(at: point, Lockwood2.rgb(mean, mean, mean), within: 3, "the mean of both")
      try stage.show("LW-F-8.4")
      stage.move(to: 0.25)
      stage.expect(at: point, .white, "the new picture")
      stage.expect(layer.animationKeys() == nil, "it is over")
      for _ in 0..<3 {
        stage.press("Switch Image")
        stage.wait(0.125)
        try stage.show()
        stage.wait(0.5)
      }
      stage.expect(controller.imageView.image === controller.images[0], "all four were shown")
    }

  // MARK: 8.11a

  /// A red square becomes blue by a transition; each has a mark at its top left.
  final class TransitionScreen: Lockwood2.Screen {
    private var type = CATransitionType.fade
    private var subtype: CATransitionSubtype?
    let square = UIImageView(frame: CGRect(x: 110, y: 190, width: 100, height: 100))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.addSubview(square)
      addButton("Change") { [unowned self] in change() }
      reset(.fade, nil)
    }

    /// Shows the old state, and chooses the next transition.
    func reset(_ type: CATransitionType, _ subtype: CATransitionSubtype?) {
      (self.type, self.subtype) = (type, subtype)
      square.image = picture(.red, mark: .white)
    }

    private func picture(_ color: UIColor, mark: UIColor) -> UIImage {
      Lockwood2.drawing(100, 100) { context in
        context.setFillColor(color.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
        context.setFillColor(mark.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
      }
    }

    private func change() {
      let transition = CATransition()
      transition.type = type
      transition.subtype = subtype
      transition.duration = 1
      square.layer.add(transition, forKey: nil)
      square.image = picture(.blue, mark: .black)
    }
  }

  private static let allTransitions = Demo("LW-8.11a", "All transitions from all sides") {
    TransitionScreen()
  }
  .play(TransitionScreen.self) { stage, controller in
    let types: [CATransitionType] = [.push, .moveIn, .reveal]
    let sides: [CATransitionSubtype] = [.fromLeft, .fromRight, .fromTop, .fromBottom]
    var kinds: [(CATransitionType, CATransitionSubtype?)] = [(.fade, nil)]
    for type in types { kinds += sides.map { (type, $0) } }
    for (index, (type, subtype)) in kinds.enumerated() {
      let start = 2 * Double(index)
      stage.move(to: start)
      controller.reset(type, subtype)
      stage.move(to: start + 0.01)
      stage.press("Change")
      stage.move(to: start + 0.26)
      try stage.show(type.rawValue + (subtype.map { ", \($0.rawValue)" } ?? ""))
      expectQuarter(stage, type, subtype)
      stage.move(to: start + 1.01)
      stage.expect(at: middle, .blue, "in the end")
      stage.expect(at: CGPoint(x: 114, y: 194), .black, "the mark of the new state")
    }
  }

  /// States the picture after a quarter of the time.
  private static func expectQuarter(
    _ stage: Stage,
    _ type: CATransitionType,
    _ subtype: CATransitionSubtype?
  ) {
    func at(_ x: CGFloat, _ y: CGFloat, _ color: UIColor, _ statement: String) {
      stage.expect(at: CGPoint(x: 110 + x, y: 190 + y), color, statement)
    }
    guard let subtype else { return at(50, 50, Lockwood2.rgb(191, 0, 64), "the mixture") }
    // The top is at the greatest y of layers, as for gravities.
    let places: [CATransitionSubtype: (new: CGPoint, old: CGPoint)] = [
      .fromLeft: (CGPoint(x: 22, y: 50), CGPoint(x: 28, y: 50)),
      .fromRight: (CGPoint(x: 78, y: 50), CGPoint(x: 72, y: 50)),
      .fromTop: (CGPoint(x: 50, y: 78), CGPoint(x: 50, y: 72)),
      .fromBottom: (CGPoint(x: 50, y: 22), CGPoint(x: 50, y: 28)),
    ]
    guard let place = places[subtype] else { return }
    at(place.new.x, place.new.y, .blue, "the new state")
    at(place.old.x, place.old.y, .red, "the old state")
    guard subtype == .fromLeft else { return }
    // The marks tell which of the two moves.
    switch type {
    case .push:
      at(30, 5, .white, "the old mark has moved along")
      at(5, 5, .blue, "the new mark is still outside")
    case .moveIn:
      at(30, 5, .red, "the old state stays")
      at(5, 5, .blue, "the new mark is still outside")
    default:
      at(30, 5, .white, "the old mark has moved along")
      at(5, 5, .black, "the new state stays")
    }
  }

  // MARK: 8.13

  /// As the cycle of pictures, by a transition of views.
  final class Flip: Lockwood2.Screen {
    let imageView = UIImageView(frame: CGRect(x: 60, y: 140, width: 200, height: 200))
    let images = Lockwood2.sprites
    private var index = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      imageView.image = images[0]
      view.addSubview(imageView)
      addButton("Switch Image") { [unowned self] in switchImage() }
    }

    private func switchImage() {
      UIView.transition(
        with: imageView,
        duration: 1,
        options: .transitionFlipFromLeft,
        animations: { [self] in
          index = (index + 1) % images.count
          imageView.image = images[index]
        },
        completion: nil
      )
    }
  }

  private static let flip = Demo("LW-8.13", "A transition of a view") { Flip() }
    .play(Flip.self) { stage, controller in
      try stage.show()
      stage.press("Switch Image")
      stage.expect(controller.imageView.image === controller.images[1], "the model has it")
      let tip = CGPoint(x: 180, y: 234)
      stage.move(to: 0.25)
      stage.expect(at: tip, .lightGray, "the old picture in the first half")
      try stage.show()
      stage.move(to: 0.5)
      // Seen from the edge there is nothing.
      stage.expect(at: CGPoint(x: 140, y: 316), .lightGray, "nothing to see halfway")
      try stage.show()
      stage.move(to: 0.75)
      stage.expect(at: tip, .white, "the new picture in the second half")
      try stage.show()
      stage.move(to: 1)
      stage.expect(at: tip, .white, "the new picture in the end")
      stage.expect(controller.imageView.layer.animationKeys() == nil, "it is over")
      try stage.show()
    }

  // MARK: 8.14

  /// Draws the screen into a picture, which flies off from over the changed screen.
  final class Snapshot: Lockwood2.BlueSquare {
    private(set) var coverView: UIImageView?
    private(set) var completions: [Bool] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      addButton("Perform Transition") { [unowned self] in performTransition() }
    }

    private func performTransition() {
      UIGraphicsBeginImageContextWithOptions(view.bounds.size, true, 0)
      if let context = UIGraphicsGetCurrentContext() { view.layer.render(in: context) }
      let cover = UIImageView(image: UIGraphicsGetImageFromCurrentImageContext())
      UIGraphicsEndImageContext()
      cover.frame = view.bounds
      view.addSubview(cover)
      coverView = cover
      view.backgroundColor = Lockwood2.orange
      for subview in view.subviews where subview !== cover { subview.isHidden = true }
      UIView.animate(
        withDuration: 1,
        animations: {
          cover.transform = CGAffineTransform(scaleX: 0.01, y: 0.01).rotated(by: .pi / 2)
          cover.alpha = 0
        },
        completion: { [unowned self] finished in
          completions.append(finished)
          cover.removeFromSuperview()
        }
      )
    }
  }

  private static let snapshot = Demo("LW-8.14", "A transition of one's own") { Snapshot() }
    .play(Snapshot.self) { stage, controller in
      try stage.show("before")
      stage.press("Perform Transition")
      stage.expect(at: CGPoint(x: 20, y: 20), .lightGray, "the first frame is as before")
      stage.expect(at: CGPoint(x: 70, y: 150), .white, "the white view")
      stage.expect(at: middle, .blue, "the blue layer")
      try stage.show()
      stage.move(to: 0.5)
      guard let cover = controller.coverView else { return stage.expect(false, "there is a cover") }
      stage.expect(stage.shown(cover.layer, "transform.scale.x"), is: 0.505, within: 1e-3, "scale")
      stage.expectAngle(cover.layer, 45)
      stage.expect(stage.shown(cover.layer, "opacity"), is: 0.5, within: 1e-3, "opacity")
      stage.expect(at: CGPoint(x: 20, y: 20), Lockwood2.orange, "the new colour")
      stage.expect(
        at: CGPoint(x: 160, y: 300),
        Lockwood2.rgb(255, 192, 128),
        "half of the white view"
      )
      try stage.show("LW-F-8.5")
      stage.expect(controller.completions.isEmpty, "it is not over")
      stage.move(to: 1)
      stage.expect(cover.superview == nil, "the cover is gone")
      stage.expect(controller.completions == [true], "one call: it has finished")
      stage.expect(at: CGPoint(x: 160, y: 300), Lockwood2.orange, "in the end")
      try stage.show()
    }
}
