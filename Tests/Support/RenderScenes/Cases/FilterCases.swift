// Cases of filters: of layers, of what lies behind them, and of two of them together.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore

/// A filter of Core Image with inputs.
func imageFilter(
  _ type: String,
  named name: String? = nil,
  _ inputs: KeyValuePairs<String, Any> = [:]
) -> [CIFilter] {
  guard let filter = CIFilter(name: type) else { return [] }
  if let name { filter.name = name }
  for (key, value) in inputs { filter.setValue(value, forKey: key) }
  return [filter]
}

extension Case {
  static let filterCases: [Case] = [
    Case("AG-D-L2.6", .pictures, [pinched(named: "AG-D-L2.6", scale: 1.25)]),
    Case("ZL-D-6.1", .pictures, [blurredSquare, blurredAndClipped, sharp] + byDefault),
    Case("ZL-D-6.11", .pictures, adjustments),
    Case("ZL-D-6.K", .pictures, [kinds]),
    Case("ZL-D-12.7", .test("FilterTests.aThreadSetsInputs")),
    Case("ZL-D-12.9", .test("FilterTests.aPictureTakesThePlaceOfATree")),
  ]

  /// A grid of lines 20 points apart.
  static func grid(_ width: Int, _ height: Int) -> CGImage? {
    bitmap(width, height) { x, y in
      x % 20 == 0 || y % 20 == 0 ? [0, 0, 0, 255] : [255, 255, 255, 255]
    }
  }

  /// 500 x 300 of a grid that is drawn towards its middle.
  private static func pinched(named name: String, scale: Double) -> Scene {
    Scene(
      name: name,
      width: 500,
      height: 300,
      scale: 0.5,
      // The middle stays; it lies between the lines.
      probes: [Probe(250, 150, Tone.white)]
    ) { root in
      root.contents = grid(500, 300)
      root.filters = imageFilter(
        "CIPinchDistortion",
        [
          "inputRadius": 500, "inputScale": scale, "inputCenter": CIVector(x: 250, y: 150),
        ]
      )
    }
  }

  // MARK: ZL-D-6.1

  /// The levels at -10, -5, 0, 5 and 10 pixels from an edge, of a standard deviation of 5.
  private static let levels: [(distance: Double, level: Int)] = [
    (-10, 249), (-5, 214), (0, 128), (5, 41), (10, 6),
  ]

  private static func whiteSquare(_ filters: [CIFilter], isClipped: Bool) -> (CALayer) -> Void {
    { root in
      root.backgroundColor = black
      let frame = isClipped ? panel(30, 30, 200, 200, in: root) : root
      frame.masksToBounds = isClipped
      let origin: CGFloat = isClipped ? 0 : 30
      panel(origin, origin, 200, 200, white, in: frame).filters = filters
    }
  }

  private static let blurredSquare = Scene(
    name: "ZL-D-6.1",
    width: 260,
    height: 260,
    probes: levels.map {
      // Between the two pixels at the edge, so that half a level of the slope is out.
      Probe(130, 30 - $0.distance, [$0.level, $0.level, $0.level], within: 12)
    }
  ) { root in
    whiteSquare(imageFilter("CIGaussianBlur", ["inputRadius": 5]), isClipped: false)(root)
  }

  private static let blurredAndClipped = Scene(
    name: "ZL-D-6.1-clipped",
    width: 260,
    height: 260,
    probes: [Probe(130, 28, Tone.black), Probe(130, 40, [250, 250, 250], within: 4)]
  ) { root in
    whiteSquare(imageFilter("CIGaussianBlur", ["inputRadius": 5]), isClipped: true)(root)
  }

  private static let sharp = Scene(
    name: "ZL-D-6.1-sharp",
    width: 260,
    height: 260,
    probes: [Probe(130, 29, Tone.black), Probe(130, 31, Tone.white)]
  ) { root in
    whiteSquare(imageFilter("CIGaussianBlur", ["inputRadius": 0]), isClipped: false)(root)
  }

  /// ZL-D-6.1b: others with nothing but their defaults.
  private static let byDefault: [Scene] = [
    ("CIColorInvert", [55, 0, 155] as SIMD3<Int>), ("CISepiaTone", [241, 235, 215]),
    ("CIColorPosterize", [204, 255, 102]), ("CIPhotoEffectMono", [230, 230, 230]),
  ].map { name, color in
    Scene(
      name: "ZL-D-6.1-\(name)",
      width: 60,
      height: 60,
      probes: [Probe(30, 30, color, within: 60)]
    ) { root in
      root.backgroundColor = black
      panel(10, 10, 40, 40, rgba(0.8, 1, 0.4), in: root).filters = imageFilter(name)
    }
  }

  // MARK: ZL-D-6.11

  private static let adjustments: [Scene] = [
    ("plain", "", 0, [204, 102, 51] as SIMD3<Int>),
    ("saturation", "filters.color.inputSaturation", 0, [120, 120, 120]),
    ("brightness", "filters.color.inputBrightness", 0.2, [255, 153, 102]),
    ("contrast", "filters.color.inputContrast", 2, [255, 77, 0]),
    ("hue", "filters.hue.inputAngle", Double.pi, [36, 138, 189]),
    ("blur", "filters.blur.inputRadius", 5, [204, 102, 51]),
  ].map { name, keyPath, value, color in
    Scene(
      name: "ZL-D-6.11-\(name)",
      width: 120,
      height: 90,
      probes: [Probe(60, 30, color, within: 8)]
    ) { root in
      root.backgroundColor = white
      let image = panel(10, 10, 100, 70, rgba(0.8, 0.4, 0.2), in: root)
      panel(0, 40, 100, 30, rgba(0.5, 0.5, 0.5), in: image)
      (image.cornerRadius, image.borderWidth, image.masksToBounds) = (15, 3, true)
      image.filters =
        imageFilter("CIGaussianBlur", named: "blur", ["inputRadius": 0])
        + imageFilter("CIHueAdjust", named: "hue", ["inputAngle": 0])
        + imageFilter("CIColorControls", named: "color")
      if !keyPath.isEmpty { image.setValue(value, forKeyPath: keyPath) }
    }
  }

  // MARK: ZL-D-6.K

  /// `filters`, `backgroundFilters` and `compositingFilter` over checkers.
  private static let kinds = Scene(
    name: "ZL-D-6.K",
    width: 180,
    height: 60,
    probes: [
      // The layer alone; what is behind; both.
      Probe(30, 30, Tone.cyan), Probe(92, 24, Tone.black), Probe(84, 24, [64, 64, 64]),
      Probe(156, 24, Tone.yellow), Probe(148, 24, [191, 191, 0]),
    ]
  ) { root in
    root.contents = checkers(180, 60)
    panel(10, 10, 40, 40, red, in: root).filters = imageFilter("CIColorInvert")
    panel(70, 10, 40, 40, in: root).backgroundFilters = imageFilter("CIColorInvert")
    panel(130, 10, 40, 40, yellow, in: root).compositingFilter = "multiplyBlendMode"
  }

  // MARK: The guide's appendix A

  /// AG-D-FA.2 on the right: what lies behind is pinched, and the layer is not.
  static func pinchedBackground(_ root: CALayer, _ layer: CALayer) {
    layer.borderWidth = 3
    layer.borderColor = red
    layer.backgroundFilters = imageFilter(
      "CIPinchDistortion",
      ["inputRadius": 120, "inputScale": 0.8, "inputCenter": CIVector(x: 100, y: 75)]
    )
  }

  /// AG-D-FA.6: four levels for all that is in the layer.
  static func posterized(_ root: CALayer, _ layer: CALayer) {
    layer.contents = bitmap(200, 150) { x, y in
      [UInt8(x * 255 / 199), UInt8(y * 255 / 149), 128, 255]
    }
    layer.filters = imageFilter("CIColorPosterize", ["inputLevels": 4])
  }
}
