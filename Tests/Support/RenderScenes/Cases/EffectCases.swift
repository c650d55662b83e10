// Lockwood, chapter 4: visual effects.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let effectCases: [Case] = [
    Case("LW-D-4.1", .pictures, [corners]),
    Case("LW-D-4.2", .pictures, [bordered]),
    Case("LW-D-4.3", .pictures, [shadowed]),
    Case("LW-D-4.4", .pictures, [shadowPaths]),
    Case(
      "LW-D-4.5",
      .pictures,
      [coneMask("LW-D-4.5", alpha: 1), coneMask("LW-D-4.5-half", alpha: 0.5)]
    ),
    Case("LW-D-4.5a", .pictures, [roundMask]),
    Case("LW-D-4.5b", [slidingMask]),
    Case("LW-D-4.6", .pictures, [digits("LW-D-4.6", "123456"), digits("LW-D-4.6-nine", "090500")]),
    Case(
      "LW-D-4.6a",
      .pictures,
      [
        digits("LW-D-4.6a", "123456", isNearest: true),
        digits("LW-D-4.6a-seven", "373737", isNearest: true),
      ]
    ),
    Case("LW-D-4.7", .pictures, groups),
  ]

  // MARK: Boxes

  /// Where the two boxes are in pictures of 320 x 190.
  private enum Place {
    static let left = CGPoint(x: 20, y: 35)
    static let right = CGPoint(x: 170, y: 35)

    /// A probe in a box's own coordinates.
    static func probe(
      _ box: CGPoint,
      _ x: Double,
      _ y: Double,
      _ color: SIMD3<Int>,
      within tolerance: Int = 2
    ) -> Probe {
      Probe(box.x + x, box.y + y, color, within: tolerance)
    }
  }

  /// Two white boxes, each with a red one that sticks out at the top left.
  private static func boxes(
    _ name: String,
    probes: [Probe],
    build: @escaping @Sendable (_ root: CALayer, _ left: CALayer, _ right: CALayer) -> Void
  ) -> Scene {
    Scene.screen(name, 320, 190, probes: probes) { root in
      let layers = [Place.left, Place.right].map { place in
        let layer = panel(place.x, place.y, 130, 130, white, in: root)
        panel(-20, -20, 60, 60, red, in: layer)
        layer.cornerRadius = 20
        return layer
      }
      layers[1].masksToBounds = true
      build(root, layers[0], layers[1])
    }
  }

  private static let corners = boxes(
    "LW-D-4.1",
    probes: [Place.left, Place.right].flatMap {
      [Place.probe($0, 128, 2, gray), Place.probe($0, 120, 10, Tone.white)]
    } + [
      Place.probe(Place.left, -10, -10, Tone.red), Place.probe(Place.left, 2, 2, Tone.red),
      Place.probe(Place.right, -10, -10, gray), Place.probe(Place.right, 2, 2, gray),
      Place.probe(Place.right, 4, 4, gray), Place.probe(Place.right, 8, 8, Tone.red),
      Place.probe(Place.right, 39, 39, Tone.red), Place.probe(Place.right, 41, 41, Tone.white),
    ]
  ) { _, _, _ in }

  private static let bordered = boxes(
    "LW-D-4.2",
    probes: [Place.left, Place.right].flatMap {
      [
        Place.probe($0, 65, 2.5, Tone.black), Place.probe($0, 65, 6, Tone.white),
        Place.probe($0, 127.5, 65, Tone.black), Place.probe($0, 30, 2.5, Tone.black),
        Place.probe($0, 8, 8, Tone.black), Place.probe($0, 10, 10, Tone.red),
        Place.probe($0, 132, 65, gray),
      ]
    } + [Place.probe(Place.left, 4, 4, Tone.red), Place.probe(Place.right, 4, 4, gray)]
  ) { _, left, right in
    for layer in [left, right] { layer.borderWidth = 5 }
  }

  private static let shadowed = boxes(
    "LW-D-4.3",
    probes: [Place.left, Place.right].flatMap { place in
      // The shade in the middle of the bottom edge, by the distance below it; the pixel's middle is
      // half a point lower, where the shade is up to four steps lighter.
      [(0.0, 98), (5, 128), (10, 157), (15, 168)].map { distance, shade in
        Place.probe(place, 65, 130 + distance, [shade, shade, shade], within: 8)
      } + [
        Place.probe(place, 100, -5, gray, within: 5),
        Place.probe(place, 134, 134, gray, within: 20),
      ]
    } + [
      // Below the red box's overhang there is a shadow on the left alone.
      Place.probe(Place.left, -10, 42, [110, 110, 110], within: 6),
      Place.probe(Place.right, -10, 42, gray, within: 4),
    ]
  ) { root, left, right in
    for layer in [left, right] { layer.borderWidth = 5 }
    let holder = panel(Place.right.x, Place.right.y, 130, 130, in: root)
    right.removeFromSuperlayer()
    right.frame = CGRect(x: 0, y: 0, width: 130, height: 130)
    holder.addSublayer(right)
    for layer in [left, holder] {
      layer.shadowOpacity = 0.5
      layer.shadowOffset = CGSize(width: 0, height: 5)
      layer.shadowRadius = 5
    }
  }

  /// A bar and a ring with a hole.
  private static func key() -> CGImage? {
    drawn(120, 60) {
      $0.setFillColor(rgba(0.6, 0.5, 0.1))
      $0.fill(CGRect(x: 50, y: 25, width: 65, height: 10))
      $0.fill(CGRect(x: 95, y: 35, width: 8, height: 12))
      $0.setStrokeColor(rgba(0.6, 0.5, 0.1))
      $0.setLineWidth(10)
      $0.strokeEllipse(in: CGRect(x: 10, y: 10, width: 40, height: 40))
    }
  }

  /// Drawn from y = 160 on.
  private static let shadowPaths = Scene.screen(
    "LW-D-4.4",
    320,
    160,
    probes: [
      Probe(90, 25, [85, 85, 85], within: 6), Probe(32, 22, [109, 109, 109], within: 12),
      Probe(230, 40, [85, 85, 85], within: 6), Probe(172, 22, gray),
      Probe(60, 80, [85, 85, 85], within: 6), Probe(120, 80, [153, 128, 26], within: 3),
      Probe(287, 135, gray, within: 3),
    ]
  ) { root in
    root.bounds.origin.y = 160
    for (index, x) in [30.0, 170].enumerated() {
      let layer = panel(x, 180, 120, 120, in: root)
      layer.contents = key()
      layer.contentsGravity = .resizeAspect
      layer.shadowOpacity = 0.5
      layer.shadowPath =
        index == 0
        ? CGPath(rect: layer.bounds, transform: nil)
        : CGPath(ellipseIn: layer.bounds, transform: nil)
    }
  }

  // MARK: Masks

  private static func igloo(_ layer: CALayer) {
    layer.contents = bitmap(200, 200) { x, _ in x < 100 ? [0, 0, 255, 255] : [255, 255, 0, 255] }
  }

  private static func coneMask(_ name: String, alpha: CGFloat) -> Scene {
    let tones: [SIMD3<Int>] =
      alpha == 1 ? [Tone.blue, Tone.yellow] : [[85, 85, 213], [213, 213, 85]]
    return Scene.view(
      name,
      probes: [
        Probe(120, 290, tones[0]), Probe(200, 290, tones[1]), Probe(160, 150, gray),
        Probe(70, 240, gray), Probe(250, 330, gray),
      ]
    ) { view in
      igloo(view)
      panel(150, 150, 50, 50, red, in: view)
      let cone = CALayer()
      cone.frame = view.bounds
      cone.contents = drawn(200, 200) {
        $0.setFillColor(rgba(0.2, 0.9, 0.3, alpha))
        $0.move(to: CGPoint(x: 100, y: 20))
        $0.addLine(to: CGPoint(x: 180, y: 180))
        $0.addLine(to: CGPoint(x: 20, y: 180))
        $0.closePath()
        $0.fillPath()
      }
      view.mask = cone
    }
  }

  private static let roundMask = Scene.view(
    "LW-D-4.5a",
    probes: [
      Probe(112, 240, Tone.blue), Probe(208, 240, Tone.yellow), Probe(115, 195, gray),
      Probe(70, 150, gray), Probe(160, 192, Tone.yellow),
    ]
  ) { view in
    igloo(view)
    let shape = stencil(50, 50, 100, 100)
    shape.cornerRadius = 50
    view.mask = shape
  }

  // MARK: Digits

  /// Ten cells of 7 x 9 with glyphs of 5 x 7, a row of five bits each.
  private static let glyphs: [[UInt8]] = [
    [14, 17, 19, 21, 25, 17, 14], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 2, 4, 8, 31],
    [31, 2, 4, 2, 1, 17, 14], [2, 6, 10, 18, 31, 2, 2], [31, 16, 30, 1, 1, 17, 14],
    [6, 8, 16, 30, 17, 17, 14], [31, 1, 2, 4, 8, 8, 8], [14, 17, 17, 14, 17, 17, 14],
    [14, 17, 17, 15, 1, 2, 12],
  ]

  private static func isInk(_ digit: Int, _ column: Int, _ row: Int) -> Bool {
    (1...5).contains(column) && (1...7).contains(row)
      && glyphs[digit][row - 1] >> UInt8(5 - column) & 1 == 1
  }

  /// Six digits, five points for a texel; drawn from y = 190 on.
  private static func digits(_ name: String, _ text: String, isNearest: Bool = false) -> Scene {
    let places = [25.0, 65, 120, 160, 215, 255]
    var probes: [Probe] = []
    for (place, character) in zip(places, text) {
      let digit = character.wholeNumberValue ?? 0
      for row in 0..<9 {
        for column in 0..<7 {
          // The middle of a texel has its colour with either filter; its corner with the nearest
          // one.
          let tone = isInk(digit, column, row) ? Tone.black : gray
          let (x, y) = (place + Double(column) * 5, 10 + Double(row) * 5)
          probes.append(Probe(x + 2.5, y + 2.5, tone))
          if isNearest { probes += [Probe(x + 0.5, y + 0.5, tone), Probe(x + 4.5, y + 4.5, tone)] }
        }
      }
    }
    return Scene.screen(name, 320, 65, probes: probes) { root in
      root.bounds.origin.y = 190
      let sheet = bitmap(70, 9) { x, y in isInk(x / 7, x % 7, y) ? [0, 0, 0, 255] : [0, 0, 0, 0] }
      for (place, character) in zip(places, text) {
        let layer = panel(place, 200, 35, 45, in: root)
        layer.contents = sheet
        layer.contentsGravity = .resizeAspect
        layer.contentsRect = CGRect(
          x: Double(character.wholeNumberValue ?? 0) * 0.1,
          y: 0,
          width: 0.1,
          height: 1
        )
        layer.magnificationFilter = isNearest ? .nearest : .linear
      }
    }
  }

  // MARK: Group opacity

  /// A white button with a label, drawn with its white and with two bars for its text.
  private static func button(_ center: CGPoint, in root: CALayer) -> CALayer {
    let button = panel(center.x - 75, center.y - 25, 150, 50, white, in: root)
    button.cornerRadius = 10
    let label = panel(20, 10, 110, 30, in: button)
    label.contents = bitmap(110, 30) { x, y in
      (10..<20).contains(y) && ((10..<50).contains(x) || (60..<100).contains(x))
        ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
    return button
  }

  private enum Fade: String, CaseIterable {
    case rasterized = "LW-D-4.7"
    case coarse = "LW-D-4.7-coarse"
    case grouped = "LW-D-4.7-grouped"
    case separate = "LW-D-4.7-separate"
  }

  private static let groups = Fade.allCases.map { fade in
    let isSeparate = fade == .separate
    return Scene.screen(
      fade.rawValue,
      360,
      80,
      scale: fade == .coarse ? 2 : 1,
      probes: [
        Probe(80, 19, Tone.white), Probe(50, 40, Tone.black), Probe(6, 16, gray),
        // Around the label, in it, and its text.
        Probe(215, 40, [213, 213, 213]),
        Probe(228, 28, isSeparate ? [234, 234, 234] : [213, 213, 213]),
        Probe(250, 40, isSeparate ? [106, 106, 106] : [85, 85, 85]), Probe(206, 16, gray),
      ]
    ) { root in
      root.bounds.origin.y = 200
      _ = button(CGPoint(x: 80, y: 240), in: root)
      let faded = button(CGPoint(x: 280, y: 240), in: root)
      faded.opacity = 0.5
      faded.allowsGroupOpacity = fade == .grouped
      faded.shouldRasterize = fade == .rasterized || fade == .coarse
    }
  }
}
