// The programming guide, chapter 7 and its appendices: order of styles, implied animations, keys.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideStyle {
  static let demos: [Demo] = [
    geometry, background, contents, sublayers, border, filters, shadow, opacity, mask,
  ]

  private static let orangeAtLeft = UIColor.orange
  private static let grayCell = UIColor(white: 0.75, alpha: 1)

  private static func sample(
    _ id: String,
    _ title: String,
    _ prepare: @escaping @MainActor (Sample) -> Void = { _ in },
    play: @escaping @MainActor (Stage, Sample) throws -> Void
  ) -> Demo {
    Demo(id, title) { Sample(prepare) }.screen(320, 260).play { stage in
      let sample = try stage.the(Sample.self)
      stage.move(to: 0)
      try play(stage, sample)
    }
  }

  private static let geometry = sample("AG-FA.1", "Geometry") {
    $0.addOutline()
  } play: { stage, _ in
    stage.expect(
      [(60.5, 130, .black), (259.5, 130, .black), (160, 55.5, .black), (160, 204.5, .black)],
      "the bounds"
    )
    try stage.show()
  }

  private static let background = sample("AG-FA.2", "Background") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
  } play: { stage, sample in
    stage.expect([(160, 130, .yellow), (62, 57, .white)], "a rounded background")
    try stage.show("a background")
    sample.layer.backgroundColor = nil
    sample.layer.borderWidth = 3
    sample.layer.contents = Sample.picture()
    if let pinch = CIFilter(name: "CIPinchDistortion") {
      pinch.setDefaults()
      pinch.setValue(CIVector(x: 100, y: 75), forKey: "inputCenter")
      pinch.setValue(100.0, forKey: "inputRadius")
      pinch.setValue(0.8, forKey: "inputScale")
      let before = try stage.pixels()
      sample.layer.backgroundFilters = [pinch]
      stage.wait(0.3)
      let after = try stage.pixels()
      func differ(_ part: CGRect) -> Int {
        var count = 0
        for y in stride(from: part.minY, to: part.maxY, by: 1) {
          for x in stride(from: part.minX, to: part.maxX, by: 1) where before[x, y] != after[x, y] {
            count += 1
          }
        }
        return count
      }
      stage.expect(differ(CGRect(x: 100, y: 80, width: 90, height: 60)) > 300, "it is pinched")
      stage.expect(differ(CGRect(x: 0, y: 0, width: 320, height: 50)) == 0, "but not outside")
      stage.expect(at: CGPoint(x: 220, y: 165), .blue, "the picture is not")
    }
    try stage.show("a background filter")
  }

  private static let contents = sample("AG-FA.3", "Contents") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    sample.layer.contents = Sample.picture()
  } play: { stage, sample in
    stage.expect([(220, 165, .blue), (100, 100, .yellow)], "a picture over the background")
    try stage.show()
    sample.layer.contents = NeuburgAssets.plain(4, 4, .blue).cgImage
    stage.wait(0.3)
    stage.expect(at: CGPoint(x: 62, y: 57), .blue, "its corner is not cut")
    sample.layer.masksToBounds = true
    stage.wait(0.3)
    stage.expect(at: CGPoint(x: 62, y: 57), .white, "but for a layer that clips")
    try stage.show("clipped")
  }

  private static let sublayers = sample("AG-FA.4", "Sublayers") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    sample.addSublayers()
  } play: { stage, sample in
    stage.expect(
      [(50, 130, .orange), (80, 130, .orange), (160, 130, .purple), (115, 70, .yellow)],
      "over the background, and beyond it"
    )
    try stage.show("a background")
    sample.layer.masksToBounds = true
    stage.wait(0.3)
    stage.expect([(50, 130, grayCell), (80, 130, .orange)], "not beyond it")
    try stage.show("clipped")
    sample.layer.masksToBounds = false
    sample.layer.backgroundColor = nil
    stage.wait(0.3)
    stage.expect([(50, 130, .orange), (115, 70, grayCell)], "no background")
    try stage.show("no background")
  }

  private static let border = sample("AG-FA.5", "Border") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    sample.layer.borderWidth = 6
    sample.layer.borderColor = UIColor.red.cgColor
    sample.addSublayers()
  } play: { stage, _ in
    stage.expect(
      [(62, 130, .red), (40, 130, .orange), (68, 130, .orange), (62, 57, .white), (160, 57, .red)],
      "the border over the sublayers"
    )
    try stage.show()
  }

  private static let filters = sample("AG-FA.6", "Filters") { sample in
    sample.layer.contents = Sample.shades()
    sample.addSublayers()
  } play: { stage, sample in
    try stage.show("no filter")
    if let posterize = CIFilter(name: "CIColorPosterize") {
      posterize.setDefaults()
      posterize.setValue(4.0, forKey: "inputLevels")
      sample.layer.filters = [posterize]
    }
    stage.wait(0.3)
    let pixels = try stage.pixels()
    var levels: Set<Int> = []
    for x in 130..<250 { levels.insert(pixels[CGFloat(x), 80][0]) }
    stage.expect(levels.count <= 4 && levels.count > 1, "four levels at most: \(levels.sorted())")
    stage.expect([(8, 8, .white), (24, 8, grayCell)], "the checkers are what they were")
    try stage.show("posterized")
    sample.layer.filters = nil
    sample.layer.sublayers = nil
    sample.layer.contents = nil
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    sample.layer.compositingFilter = "multiplyBlendMode"
    stage.wait(0.3)
    stage.expect(
      [(155, 130, UIColor(red: 0.75, green: 0.75, blue: 0, alpha: 1)), (165, 130, .yellow)],
      "multiplied with what is below"
    )
    try stage.show("multiplied")
  }

  private static let shadow = sample("AG-FA.7", "Shadow") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    sample.layer.shadowColor = UIColor.red.cgColor
    sample.layer.shadowOpacity = 1
    sample.layer.shadowOffset = CGSize(width: 8, height: 8)
    sample.layer.shadowRadius = 2
  } play: { stage, sample in
    stage.expect([(264, 130, .red), (275, 130, grayCell)], within: 10, "around the outline")
    try stage.show("a background")
    sample.addSublayers()
    stage.wait(0.3)
    stage.expect([(264, 130, .red), (45, 168, .red)], within: 10, "around what sticks out as well")
    try stage.show("with sublayers")
    sample.layer.backgroundColor = nil
    sample.layer.contents = Sample.picture()
    sample.layer.borderWidth = 3
    stage.wait(0.3)
    stage.expect(
      [(225, 197, .red), (160, 158, .red)],
      within: 12,
      "around each part, if there is no background"
    )
    try stage.show("no background")
  }

  private static let opacity = sample("AG-FA.8", "Opacity") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    sample.layer.opacity = 0.5
  } play: { stage, _ in
    stage.expect(
      [
        (165, 130, UIColor(red: 1, green: 1, blue: 0.5, alpha: 1)),
        (155, 130, UIColor(red: 0.875, green: 0.875, blue: 0.375, alpha: 1)),
      ],
      "half of what is below shows through"
    )
    try stage.show()
  }

  private static let mask = sample("AG-FA.9", "Mask") { sample in
    sample.layer.backgroundColor = UIColor.yellow.cgColor
    let mask = CALayer(sample.layer.bounds)
    mask.contents = Sample.ellipse()
    sample.layer.mask = mask
  } play: { stage, sample in
    stage.expect(
      [
        (120, 130, .yellow), (65, 75, .white),
        (230, 130, UIColor(red: 1, green: 1, blue: 0.5, alpha: 1)),
      ],
      "an ellipse, half clear at the right"
    )
    try stage.show("opacity 1")
    sample.layer.opacity = 0.5
    stage.wait(0.3)
    stage.expect(
      [
        (120, 130, UIColor(red: 0.875, green: 0.875, blue: 0.375, alpha: 1)),
        (230, 130, UIColor(red: 1, green: 1, blue: 0.75, alpha: 1)),
      ],
      "times the opacity"
    )
    try stage.show("opacity 0.5")
  }
}

/// A layer over checkers.
private final class Sample: UIViewController {
  let layer = CALayer()
  private let prepare: (Sample) -> Void

  init(_ prepare: @escaping (Sample) -> Void) {
    self.prepare = prepare
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.layer.contents =
      NeuburgAssets.checkers(320, 260, side: 16, .white, UIColor(white: 0.75, alpha: 1)).cgImage
    layer.bounds = CGRect(x: 0, y: 0, width: 200, height: 150)
    layer.position = CGPoint(x: 160, y: 130)
    layer.cornerRadius = 24
    view.layer.addSublayer(layer)
    prepare(self)
  }

  func addOutline() {
    let line = CALayer(layer.frame)
    line.borderWidth = 1
    view.layer.addSublayer(line)
  }

  func addSublayers() {
    layer.addSublayer(CALayer(CGRect(x: -35, y: 40, width: 70, height: 70), .orange))
    layer.addSublayer(CALayer(CGRect(x: 75, y: 50, width: 50, height: 50), .purple))
  }

  /// Returns a blue square, and nothing around it.
  static func picture() -> CGImage? {
    NeuburgAssets.picture(200, 150) { _ in
      UIColor.blue.setFill()
      UIRectFill(CGRect(x: 140, y: 90, width: 48, height: 48))
    }.cgImage
  }

  /// Returns all greys from left to right.
  static func shades() -> CGImage? {
    NeuburgAssets.picture(200, 150) { _ in
      for x in 0..<200 {
        UIColor(white: CGFloat(x) / 199, alpha: 1).setFill()
        UIRectFill(CGRect(x: x, y: 0, width: 1, height: 150))
      }
    }.cgImage
  }

  /// Returns an ellipse that is half clear in its right half.
  static func ellipse() -> CGImage? {
    NeuburgAssets.picture(200, 150) { bounds in
      let ellipse = UIBezierPath(ovalIn: bounds)
      ellipse.addClip()
      UIColor.black.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 100, height: 150))
      UIColor(white: 0, alpha: 0.5).setFill()
      UIRectFill(CGRect(x: 100, y: 0, width: 100, height: 150))
    }.cgImage
  }
}
