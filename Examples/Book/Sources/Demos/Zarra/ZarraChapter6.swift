// Zarra and Long, chapter 6: filters and transitions.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraChapter6 {
  static let demos: [Demo] = [
    blur, clickToBlur, sticky, adjustment, ownTransition, matrix, kinds,
  ]

  /// Returns a filter with a name of its own and inputs.
  private nonisolated static func filter(
    _ type: String,
    named name: String? = nil,
    _ inputs: [String: Any] = [:]
  ) -> [CIFilter] {
    guard let filter = CIFilter(name: type) else { return [] }
    filter.setDefaults()
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    if let name { filter.name = name }
    return [filter]
  }

  // MARK: Listing 6-1

  /// A layer that is blurred as a whole.
  final class GaussianBlurLayer: Zarra.Window {
    let layer = CALayer(CGRect(x: 30, y: 30, width: 200, height: 200), .white)
    let frame = CALayer(CGRect(x: 0, y: 0, width: 260, height: 260))

    override func viewDidLoad() {
      super.viewDidLoad()
      root.addSublayer(frame)
      frame.addSublayer(layer)
      apply("CIGaussianBlur", ["inputRadius": 5])
    }

    func apply(_ name: String, _ inputs: [String: Any] = [:]) {
      layer.filters = ZarraChapter6.filter(name, inputs)
    }
  }

  private static let blur = Demo("ZL-6.1", "A blurred layer") { GaussianBlurLayer() }
    .screen(260, 260)
    .play(GaussianBlurLayer.self) { stage, controller in
      let pixels = try Lockwood1.Pixels(stage)
      for (distance, level) in [(-10, 249), (-5, 214), (0, 128), (5, 41), (10, 6)] as [(Int, Int)] {
        // The edge lies between two pixels: their mean.
        let y = CGFloat(30 - distance)
        let mean = (pixels[130, y][0] + pixels[130, y - 1][0]) / 2
        stage.expect(CGFloat(mean), is: CGFloat(level), within: 3, "\(distance) from the edge")
      }
      try stage.show("radius 5")
      controller.frame.frame = CGRect(x: 30, y: 30, width: 200, height: 200)
      controller.layer.frame = controller.frame.bounds
      controller.frame.masksToBounds = true
      stage.wait(0.3)
      stage.expect([(130, 28, .black), (130, 60, .white)], within: 4, "nothing outside")
      try stage.show("clipped")
      controller.frame.masksToBounds = false
      controller.apply("CIGaussianBlur", ["inputRadius": 0])
      stage.wait(0.3)
      stage.expect([(130, 29, .black), (130, 31, .white)], "sharp with radius 0")
      controller.layer.backgroundColor = UIColor.orange.cgColor
      controller.apply("CIColorInvert")
      stage.wait(0.3)
      stage.expect(at: CGPoint(x: 130, y: 130), Lockwood1.rgb(0, 128, 255), "another filter")
      try stage.show("inverted")
    }

  // MARK: Listings 6-2 to 6-7

  /// A view whose layer is blurred by clicks.
  class BlurView: UIView {
    let image = CALayer()

    override init(frame: CGRect) {
      super.init(frame: frame)
      image.frame = bounds
      image.masksToBounds = true
      image.contents = NeuburgAssets.checkers(128, 128, side: 16, .orange, .brown).cgImage
      image.filters = ZarraChapter6.filter("CIGaussianBlur", named: "blur", ["inputRadius": 0.0])
      layer.addSublayer(image)
    }

    required init?(coder: NSCoder) { nil }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let animation = CABasicAnimation(keyPath: "filters.blur.inputRadius")
      animation.fromValue = 0.0
      animation.toValue = 5.0
      animation.duration = 0.2
      animation.autoreverses = true
      image.add(animation, forKey: "filters.blur.inputRadius")
    }

    /// The radius as it shows.
    var radius: Double {
      let layer = image.presentation() ?? image
      return layer.value(forKeyPath: "filters.blur.inputRadius") as? Double ?? .nan
    }
  }

  /// The same, but it stays blurred until the next click.
  final class StickyBlurView: BlurView {
    private var toggle = true

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      let animation = CABasicAnimation(keyPath: "filters.blur.inputRadius")
      animation.fromValue = toggle ? 0.0 : 5.0
      animation.toValue = toggle ? 5.0 : 0.0
      animation.duration = 0.2
      animation.fillMode = .forwards
      animation.isRemovedOnCompletion = false
      image.add(animation, forKey: "filters.blur.inputRadius")
      toggle.toggle()
    }
  }

  /// Four such views in a row.
  final class ClickToBlur: UIViewController {
    let views: [BlurView]

    init(_ type: BlurView.Type) {
      views = (0..<4).map { index in
        let frame = CGRect(x: 10 + 140 * index, y: 10, width: 128, height: 128)
        return type == StickyBlurView.self ? StickyBlurView(frame: frame) : BlurView(frame: frame)
      }
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .white
      for blurred in views { view.addSubview(blurred) }
    }
  }

  private static let clickToBlur = Demo("ZL-6.6", "Click to blur") { ClickToBlur(BlurView.self) }
    .screen(568, 148)
    .play(ClickToBlur.self) { stage, controller in
      let before = try Lockwood1.Pixels(stage)
      try stage.show()
      stage.tap(controller.views[1])
      let start = stage.time
      for (time, radius) in [(0.1, 2.5), (0.2, 5), (0.3, 2.5), (0.35, 1.25)]
        as [(Double, CGFloat)]
      {
        stage.move(to: start + time)
        stage.expect(CGFloat(controller.views[1].radius), is: radius, within: 0.01, "at \(time) s")
        stage.expect(controller.views[2].radius == 0, "the others stay sharp")
        if time == 0.2 { try stage.show() }
      }
      stage.tap(controller.views[1])
      stage.wait(0.2)
      stage.expect(CGFloat(controller.views[1].radius), is: 5, within: 0.01, "it begins anew")
      stage.wait(0.21)
      stage.expect(controller.views[1].image.animationKeys() == nil, "it has ended")
      stage.expect(try Lockwood1.Pixels(stage) == before, "all is sharp")
    }

  private static let sticky = Demo("ZL-6.7", "Click to blur, click to focus") {
    ClickToBlur(StickyBlurView.self)
  }
  .screen(568, 148)
  .play(ClickToBlur.self) { stage, controller in
    let before = try Lockwood1.Pixels(stage)
    let views = controller.views
    for view in [views[0], views[2]] { stage.tap(view) }
    stage.wait(60)
    for (index, view) in views.enumerated() {
      stage.expect(view.radius == (index % 2 == 0 ? 5 : 0), "view \(index)")
      let model = view.image.value(forKeyPath: "filters.blur.inputRadius") as? Double
      stage.expect(model == 0, "the model is sharp")
    }
    try stage.show("after a minute")
    stage.tap(views[0])
    stage.wait(0.1)
    stage.expect(CGFloat(views[0].radius), is: 2.5, within: 0.01, "it gets sharp from there")
    try stage.show()
    stage.wait(0.11)
    stage.tap(views[2])
    stage.wait(0.21)
    stage.expect(try Lockwood1.Pixels(stage) == before, "both are sharp")
  }

  // MARK: Listings 6-8 to 6-11

  /// A picture with five sliders, each for an input of one of its filters.
  final class ImageAdjustment: UIViewController {
    let imageLayer = CALayer()
    private(set) var sliders: [String: UISlider] = [:]

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .darkGray
      imageLayer.frame = CGRect(x: 20, y: 20, width: 320, height: 240)
      imageLayer.contents = Zarra.photo()
      imageLayer.cornerRadius = 15
      imageLayer.borderWidth = 3
      imageLayer.masksToBounds = true
      imageLayer.filters =
        ZarraChapter6.filter("CIGaussianBlur", named: "blur", ["inputRadius": 0.0])
        + ZarraChapter6.filter("CIHueAdjust", named: "hue", ["inputAngle": 0.0])
        + ZarraChapter6.filter("CIColorControls", named: "color")
      view.layer.addSublayer(imageLayer)
      let inputs: [(String, Float, Float, Float)] = [
        ("blur.inputRadius", 0, 0, 10), ("hue.inputAngle", 0, -.pi, .pi),
        ("color.inputSaturation", 1, 0, 3), ("color.inputContrast", 1, 0.25, 4),
        ("color.inputBrightness", 0, -1, 1),
      ]
      for (index, (name, value, least, most)) in inputs.enumerated() {
        let slider = UISlider(frame: CGRect(x: 20, y: 270 + 36 * index, width: 320, height: 30))
        (slider.minimumValue, slider.maximumValue, slider.value) = (least, most, value)
        slider.addAction(
          UIAction { [weak self, unowned slider] _ in
            // The picture follows the slider at once.
            Lockwood2.withoutActions {
              self?.imageLayer.setValue(slider.value, forKeyPath: "filters.\(name)")
            }
          },
          for: .valueChanged
        )
        view.addSubview(slider)
        sliders[name] = slider
      }
    }

    func slide(_ name: String, to value: Float) {
      sliders[name]?.value = value
      sliders[name]?.sendActions(for: .valueChanged)
    }
  }

  private static let adjustment = Demo("ZL-6.11", "Sliders for filters") { ImageAdjustment() }
    .screen(360, 460)
    .play(ImageAdjustment.self) { stage, controller in
      let place = CGPoint(x: 20 + 240, y: 20 + 60)
      // 191, 64 and 128 there.
      let plain = try Lockwood1.Pixels(stage)
      stage.expect(at: place, Lockwood1.rgb(191, 64, 128), within: 3, "the picture")
      stage.expect([(21, 21, .darkGray), (180, 21, .black)], "round corners and a border")
      try stage.show("plain")
      let changes: [(String, Float, Float, [Int])] = [
        ("color.inputSaturation", 0, 1, [96, 96, 96]),
        ("color.inputBrightness", 0.2, 0, [242, 115, 179]),
        ("color.inputContrast", 2, 1, [255, 0, 128]),
      ]
      for (name, value, neutral, color) in changes {
        controller.slide(name, to: value)
        let found = controller.imageLayer.value(forKeyPath: "filters.\(name)") as? NSNumber
        stage.expect(found?.floatValue == value, "\(name) is read back")
        stage.wait(0.02)
        let (red, green, blue) = (color[0], color[1], color[2])
        stage.expect(at: place, Lockwood1.rgb(red, green, blue), within: 12, name)
        try stage.show("\(name) = \(value)")
        controller.slide(name, to: neutral)
      }
      controller.slide("hue.inputAngle", to: .pi)
      stage.wait(0.02)
      let turned = try Lockwood1.Pixels(stage)[place]
      stage.expect(turned[1] > turned[0], "opposite hues: \(turned)")
      try stage.show("hue.inputAngle = π")
      controller.slide("hue.inputAngle", to: 0)
      controller.slide("blur.inputRadius", to: 5)
      stage.wait(0.02)
      try stage.show("blur.inputRadius = 5")
      controller.slide("blur.inputRadius", to: 0)
      stage.wait(0.02)
      let after = try Lockwood1.Pixels(stage)
      stage.expect(
        after[place] == plain[place] && after[100, 200] == plain[100, 200],
        "the picture is as it was"
      )
    }

  // MARK: Listing 6-12 and the tables

  /// A layer whose opacity changes by a movement.
  final class OwnTransition: Zarra.Window {
    let layer = CALayer(CGRect(x: 20, y: 20, width: 200, height: 200), .red)

    override func viewDidLoad() {
      super.viewDidLoad()
      let transition = CATransition()
      transition.type = .moveIn
      transition.subtype = .fromTop
      transition.duration = 1
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      var actions = layer.actions ?? [:]
      actions["opacity"] = transition
      layer.actions = actions
      root.addSublayer(layer)
    }
  }

  private static let ownTransition = Demo("ZL-6.12", "Opacity that moves in") { OwnTransition() }
    .screen(240, 240)
    .play(OwnTransition.self) { stage, controller in
      try stage.show()
      for (opacity, old, new) in [(0.5, 255, 128), (1, 128, 255)] as [(Float, Int, Int)] {
        controller.layer.opacity = opacity
        stage.wait(0.25)
        // A quarter of the way, from above.
        let pixels = try Lockwood1.Pixels(stage)
        let (above, below) = (pixels[120, 60][0], pixels[120, 76][0])
        stage.expect(below == old, "the old look lies below: \(below)")
        // The new look is translucent at first, and lies over the old one.
        stage.expect(above >= new - 2, "the new one comes from the top: \(above)")
        try stage.show()
        stage.wait(0.8)
        stage.expect(
          at: CGPoint(x: 120, y: 120),
          Lockwood1.rgb(new, 0, 0),
          "it has come"
        )
        try stage.show()
      }
      controller.layer.cornerRadius = 20
      stage.expect(controller.layer.animationKeys() == ["cornerRadius"], "other keys are as ever")
    }

  /// A layer for each type and direction.
  final class Matrix: Zarra.Window {
    static let types: [CATransitionType] = [.moveIn, .push, .reveal]
    static let subtypes: [CATransitionSubtype?] = [
      nil, .fromRight, .fromLeft, .fromTop, .fromBottom,
    ]
    private(set) var layers: [[CALayer]] = []
    let faded = CALayer(CGRect(x: 10, y: 190, width: 50, height: 50), .red)

    override func viewDidLoad() {
      super.viewDidLoad()
      layers = (0..<3).map { row in
        (0..<5).map { column in
          CALayer(CGRect(x: 10 + 60 * column, y: 10 + 60 * row, width: 50, height: 50), .red)
        }
      }
      root.sublayers = [faded] + layers.flatMap { $0 }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      change(faded, .fade, nil)
      for (row, type) in layers.enumerated() {
        for (column, layer) in type.enumerated() {
          change(layer, Matrix.types[row], Matrix.subtypes[column])
        }
      }
      CATransaction.commit()
    }

    private func change(
      _ layer: CALayer,
      _ type: CATransitionType,
      _ subtype: CATransitionSubtype?
    ) {
      let transition = CATransition()
      (transition.type, transition.subtype) = (type, subtype)
      transition.duration = 1
      transition.timingFunction = CAMediaTimingFunction(name: .linear)
      layer.add(transition, forKey: nil)
      layer.backgroundColor = UIColor.blue.cgColor
    }
  }

  private static let matrix = Demo("ZL-6.T2", "All types and directions") { Matrix() }
    .screen(310, 250)
    .play(Matrix.self) { stage, controller in
      stage.tap(CGPoint(x: 300, y: 20))
      stage.wait(0.5)
      let pixels = try Lockwood1.Pixels(stage)
      @MainActor func color(_ layer: CALayer, _ x: CGFloat, _ y: CGFloat) -> [Int] {
        pixels[layer.convert(CGPoint(x: x, y: y), to: controller.view.layer)]
      }
      let (red, blue) = ([255, 0, 0], [0, 0, 255])
      stage.expect(at: CGPoint(x: 35, y: 35), Lockwood1.rgb(128, 0, 128), "a fade mixes both")
      for (row, type) in Matrix.types.enumerated() {
        for (column, subtype) in Matrix.subtypes.enumerated() {
          // Where the new look comes in, and the other side; y counts from below.
          let (new, old): ((CGFloat, CGFloat), (CGFloat, CGFloat)) =
            switch subtype {
            case .fromRight: ((40, 25), (10, 25))
            case .fromTop: ((25, 40), (25, 10))
            case .fromBottom: ((25, 10), (25, 40))
            default: ((10, 25), (40, 25))
            }
          let layer = controller.layers[row][column]
          stage.expect(
            color(layer, new.0, new.1) == blue && color(layer, old.0, old.1) == red,
            "\(type.rawValue) \(subtype?.rawValue ?? "without direction")"
          )
        }
      }
      try stage.show("half of the way: moveIn below, push, reveal; a fade above")
      stage.wait(0.6)
      try stage.show()
    }

  // MARK: The three kinds

  /// A layer of each kind of filter, over checkers.
  final class Kinds: Zarra.Window {
    private(set) var layers: [CALayer] = []

    override func viewDidLoad() {
      super.viewDidLoad()
      let checkers = NeuburgAssets.checkers(180, 60, side: 8, .white, .lightGray)
      view.backgroundColor = UIColor(patternImage: checkers)
      root.isHidden = true
      layers = [UIColor.red, .clear, .yellow].enumerated().map { index, color in
        CALayer(CGRect(x: 10 + 60 * index, y: 10, width: 40, height: 40), color)
      }
      layers[0].filters = ZarraChapter6.filter("CIColorInvert")
      layers[1].backgroundFilters =
        ZarraChapter6.filter("CIColorControls", named: "color", ["inputBrightness": 0.0])
      layers[2].compositingFilter = "multiplyBlendMode"
      for layer in layers { view.layer.addSublayer(layer) }
    }
  }

  private static let kinds = Demo("ZL-6.K", "Three kinds of filters") { Kinds() }
    .screen(180, 60)
    .play(Kinds.self) { stage, controller in
      let lightGray = 170
      stage.expect([(30, 30, .cyan)], "the layer is inverted")
      stage.expect(
        [(148, 20, .yellow), (156, 20, Lockwood1.rgb(lightGray, lightGray, 0))],
        "the layer and what is behind are multiplied"
      )
      try stage.show()
      let animation = Zarra.animation(
        "backgroundFilters.color.inputBrightness",
        from: 0.0,
        to: -1.0,
        1
      )
      controller.layers[1].add(animation, forKey: nil)
      let before = try Lockwood1.Pixels(stage)[92, 20]
      stage.wait(0.5)
      let pixels = try Lockwood1.Pixels(stage)
      stage.expect(
        pixels[92, 20][0] < before[0] - 100,
        "what is behind gets darker: \(pixels[92, 20]) from \(before)"
      )
      stage.expect([(30, 30, .cyan)], "and nothing else")
      try stage.show()
    }
}
