// Zarra and Long, chapter 1: what layers are, and that they move by themselves.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter1 {
  static let demos: [Demo] = [dashboard, sprite, sprites, hosts, ship, strings, viewport]

  // MARK: Listing 1-1

  /// Six layers that fly out of the screen with the layer that they are in, and back.
  final class Dashboard: Zarra.Window {
    let mainLayer = CALayer()
    private let factor: CGFloat = 3
    private var scaleUp = true

    override func viewDidLoad() {
      super.viewDidLoad()
      mainLayer.frame = root.bounds
      root.addSublayer(mainLayer)
      let colors: [UIColor] = [.red, .green, .blue, .yellow, .orange, .purple]
      for (index, color) in colors.enumerated() {
        let (column, row) = (CGFloat(index % 3), CGFloat(index / 3))
        let frame = CGRect(x: 50 + 160 * column, y: 60 + 180 * row, width: 60, height: 60)
        mainLayer.addSublayer(CALayer(frame, color))
      }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      dashboard(withDuration: 1)
    }

    private func dashboard(withDuration duration: CFTimeInterval) {
      let scale = scaleUp ? factor : 1
      CATransaction.begin()
      CATransaction.setAnimationDuration(duration)
      mainLayer.transform = CATransform3DMakeScale(scale, scale, scale)
      mainLayer.opacity = scaleUp ? 0 : 1
      CATransaction.commit()
      scaleUp.toggle()
    }
  }

  private static let dashboard = Demo("ZL-1.1", "Widgets that fly out and back") { Dashboard() }
    .screen(480, 360)
    .play(Dashboard.self) { stage, controller in
      let layer = controller.mainLayer
      let before = try Lockwood1.Pixels(stage)
      try stage.show("before")
      stage.tap(CGPoint(x: 240, y: 180))
      let start = stage.time
      for (time, progress) in [(0.25, 0.4085), (0.5, 0.8024)] as [(Double, CGFloat)] {
        stage.move(to: start + time)
        stage.expect(
          stage.shown(layer, "transform.scale.x"),
          is: 1 + 2 * progress,
          within: 0.001,
          "the scale"
        )
        stage.expect(stage.shown(layer, "opacity"), is: 1 - progress, within: 0.001, "the opacity")
        try stage.show()
      }
      stage.move(to: start + 1)
      let black = try Lockwood1.Pixels(stage).count { $0 == [0, 0, 0] }
      stage.expect(black == 480 * 360, "nothing is left after a second")
      stage.tap(CGPoint(x: 240, y: 180))
      stage.wait(0.3)
      try stage.show("on the way back")
      stage.wait(0.7)
      stage.expect(try Lockwood1.Pixels(stage) == before, "all is as it was")
    }

  // MARK: Coordinates

  /// A sprite that a touch sends from the lower left to the upper right.
  final class Sprite: Zarra.Window {
    let sprite = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      sprite.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
      sprite.contents = NeuburgAssets.quarters(64).cgImage
      root.addSublayer(sprite)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      sprite.position = CGPoint(x: 1440, y: 900)
    }
  }

  private static let sprite = Demo("ZL-1.2", "From corner to corner") { Sprite() }
    .screen(1440, 900, scale: 0.25)
    .play(Sprite.self) { stage, controller in
      stage.expect(at: CGPoint(x: 15, y: 885), .green, "its upper right quarter is seen")
      try stage.show()
      stage.tap(CGPoint(x: 700, y: 400))
      stage.wait(0.125)
      stage.expectPlace(controller.sprite, 1155.5, 722.2, within: 0.5)
      try stage.show()
      stage.wait(0.125)
      stage.expectPlace(controller.sprite, 1440, 900)
      stage.expect(at: CGPoint(x: 1425, y: 15), .blue, "its lower left quarter is seen")
      try stage.show()
    }

  /// A layer at one place of three hosts: with y up, with y up and flipped, with y down.
  final class Hosts: UIViewController {
    private(set) var hosts: [CALayer] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .darkGray
      for index in 0..<3 {
        let host = CALayer(CGRect(x: 10 + 130 * index, y: 10, width: 120, height: 80), .white)
        host.isGeometryFlipped = index == 0
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        layer.position = CGPoint(x: 30, y: 30)
        layer.contents = NeuburgAssets.quarters(40).cgImage
        // A host of y up in one of y up again: it counts from above.
        let content = index == 1 ? CALayer(host.bounds) : host
        if content !== host {
          (host.isGeometryFlipped, content.isGeometryFlipped) = (true, true)
          host.addSublayer(content)
        }
        content.addSublayer(layer)
        view.layer.addSublayer(host)
        hosts.append(host)
      }
    }
  }

  private static let hosts = Demo("ZL-1.5", "One place in three hosts") { Hosts() }
    .screen(400, 100)
    .play { stage in
      stage.expect(
        [(25, 55, .red), (45, 55, .green), (25, 75, .blue), (45, 75, .yellow), (25, 35, .white)],
        "y up: below, and upright"
      )
      stage.expect([(155, 25, .red), (155, 45, .blue), (155, 75, .white)], "flipped: above")
      stage.expect([(285, 25, .red), (285, 45, .blue), (285, 75, .white)], "y down: above")
      try stage.show()
    }

  // MARK: Many sprites, and one

  /// A thousand layers that share four pictures; each touch sends all elsewhere.
  final class Sprites: Zarra.Window {
    private(set) var sprites: [CALayer] = []
    private(set) var turn = 0

    override func viewDidLoad() {
      super.viewDidLoad()
      let pictures = [UIColor.red, .green, .cyan, .yellow].map { Zarra.disc(16, $0) }
      for index in 0..<1000 {
        let sprite = CALayer()
        sprite.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
        sprite.contents = pictures[index % 4]
        sprite.position = place(of: index)
        root.addSublayer(sprite)
        sprites.append(sprite)
      }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      turn += 1
      for (index, sprite) in sprites.enumerated() { sprite.position = place(of: index) }
    }

    /// A place that looks like chance.
    func place(of index: Int) -> CGPoint {
      CGPoint(x: (index * 37 + turn * 401) % 1280, y: (index * 53 + turn * 267) % 720)
    }
  }

  private static let sprites = Demo("ZL-1.3", "A thousand sprites") { Sprites() }
    .screen(1280, 720, scale: 0.25)
    .play(Sprites.self) { stage, controller in
      try stage.show()
      for turn in 1...2 {
        stage.tap(CGPoint(x: 640, y: 360))
        stage.wait(0.1)
        if turn == 1 { try stage.show() }
        stage.wait(0.15)
        for (index, sprite) in controller.sprites.enumerated() {
          let place = controller.place(of: index)
          stage.expectPlace(sprite, place.x, place.y)
        }
        stage.wait(0.75)
      }
      let pictures = Set(controller.sprites.map { ObjectIdentifier($0.contents as AnyObject) })
      stage.expect(pictures.count == 4, "four pictures for all")
      try stage.show()
    }

  /// A ship that goes to where the device is tilted.
  final class Ship: Zarra.Window, UIAccelerometerDelegate {
    let ship = CALayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      ship.frame = CGRect(x: 8, y: 8, width: 64, height: 64)
      ship.contents = Lockwood2.ship(64).cgImage
      root.addSublayer(ship)
      UIAccelerometer.shared.delegate = self
    }

    func accelerometer(
      _ accelerometer: UIAccelerometer,
      didAccelerate acceleration: UIAcceleration
    ) {
      ship.position.x = 40 + 240 * CGFloat(acceleration.x)
    }
  }

  private static let ship = Demo("ZL-1.7", "A ship that tilts steer") { Ship() }
    .screen(320, 80)
    .play(Ship.self) { stage, controller in
      try stage.show()
      var last: CGFloat = 40
      for tilt in 1...15 {
        UIApplication.shared.accelerate(x: Double(tilt) / 15, y: 0, z: 0)
        stage.wait(0.001)
        let begin = stage.shown(controller.ship, "position.x")
        stage.expect(abs(begin - last) < 3, "tilt \(tilt) begins where the ship is seen")
        stage.wait(1.0 / 30 - 0.001)
        let place = stage.shown(controller.ship, "position.x")
        stage.expect(place > last && place < 40 + 16 * CGFloat(tilt), "it follows, at \(place)")
        last = place
        if tilt % 7 == 0 { try stage.show() }
      }
      stage.wait(0.25)
      stage.expectPlace(controller.ship, 280, 40)
      try stage.show()
      UIAccelerometer.shared.delegate = nil
    }

  // MARK: Classes

  /// A text layer that shows plain strings, and strings with attributes of their own.
  final class Strings: Zarra.Window {
    let text = CATextLayer()
    let attributed = NSAttributedString(
      string: "Abc",
      attributes: [.font: UIFont.systemFont(ofSize: 12), .foregroundColor: UIColor.red]
    )

    override func viewDidLoad() {
      super.viewDidLoad()
      text.frame = CGRect(x: 10, y: 10, width: 140, height: 50)
      text.font = UIFont.systemFont(ofSize: 36)
      text.fontSize = 36
      text.foregroundColor = UIColor.white.cgColor
      text.string = "Abc"
      root.addSublayer(text)
    }
  }

  private static let strings = Demo("ZL-1.8", "Attributes win") { Strings() }
    .screen(160, 70)
    .play(Strings.self) { stage, controller in
      @MainActor func letters() throws -> CGRect { try Lockwood1.Pixels(stage).box { $0[0] > 128 } }
      let plain = try letters()
      let before = try Lockwood1.Pixels(stage)
      try stage.show("plain")
      controller.text.string = controller.attributed
      stage.wait(0.3)
      let small = try letters()
      stage.expect(small.height, is: plain.height / 3, within: 2, "a third of the size")
      let white = try Lockwood1.Pixels(stage).count { $0[1] > 30 }
      stage.expect(white == 0, "nothing but red")
      stage.expect(controller.text.fontSize == 36, "the layer's own size is what it was")
      try stage.show("with attributes")
      controller.text.string = "Abc"
      stage.wait(0.3)
      stage.expect(try Lockwood1.Pixels(stage) == before, "a plain string is large and white")
    }

  /// A viewport of 200 points onto a picture of 800 x 600.
  final class Viewport: Zarra.Window {
    let scrollLayer = CAScrollLayer()

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      root.isGeometryFlipped = false
      scrollLayer.frame = CGRect(x: 20, y: 20, width: 200, height: 200)
      let picture = CALayer()
      picture.frame = CGRect(x: 0, y: 0, width: 800, height: 600)
      picture.contents = Zarra.photo()
      scrollLayer.addSublayer(picture)
      root.addSublayer(scrollLayer)
    }
  }

  private static let viewport = Demo("ZL-1.9", "A window onto a picture") { Viewport() }
    .screen(240, 240)
    .play(Viewport.self) { stage, controller in
      try stage.show()
      controller.scrollLayer.scroll(to: CGPoint(x: 300, y: 200))
      stage.wait(0.3)
      stage.expect(
        controller.scrollLayer.bounds,
        is: CGRect(x: 300, y: 200, width: 200, height: 200),
        "its bounds are the part"
      )
      stage.expect(
        [
          (120, 120, Lockwood1.rgb(127, 127, 128)), (21, 120, Lockwood1.rgb(96, 127, 128)),
          (120, 218, Lockwood1.rgb(127, 169, 128)), (18, 120, .white), (222, 120, .white),
        ],
        within: 3,
        "the part from (300, 200) on"
      )
      try stage.show()
    }
}
