// A layer that ripples from one size to another, there and back.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import CoreImage
import QuartzCore

/// A ripple of two seconds around the middle of a window of 480 x 360 points.
private func ripple() -> CATransition {
  let transition = CATransition()
  transition.filter =
    imageFilter(
      "CIRippleTransition",
      [
        "inputCenter": CIVector(x: 240, y: 180),
        "inputExtent": CIVector(x: 0, y: 0, z: 480, w: 360),
        "inputShadingImage": shading as Any,
      ]
    ).first
  transition.duration = 2
  return transition
}

/// A ball that is lit from the upper left: how a wave shades.
private let shading = bitmap(64, 64) { x, y in
  let (dx, dy) = (Double(x - 24) / 32, Double(y - 24) / 32)
  let light = UInt8(max(0, 1 - (dx * dx + dy * dy).squareRoot()) * 255)
  return [light, light, light, 255]
}.map { CIImage(cgImage: $0) }

/// A layer that ripples whenever its bounds change.
private final class RippleLayer: CALayer {
  override class func defaultAction(forKey event: String) -> (any CAAction)? {
    event == "bounds" ? ripple() : nil
  }
}

/// A delegate whose layers ripple whenever their bounds change.
private final class RippleDelegate: CALayerDelegate, Sendable {
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    event == "bounds" ? ripple() : NSNull()
  }
}

extension Case {
  static let resizingMotions: [Case] = [
    Case("ZL-D-6.13", [rippling("ZL-D-6.13") { RippleLayer() }]),
    Case("ZL-D-6.15", [rippling("ZL-D-6.15", delegate: RippleDelegate()) { CALayer() }]),
  ]

  /// A layer of all of the window becomes smaller at 0 s, and larger again at 3 s.
  ///
  /// The old picture is where it was until the wave from the middle has come there.
  private static func rippling(
    _ name: String,
    delegate: RippleDelegate? = nil,
    _ make: @escaping @Sendable () -> CALayer
  ) -> Motion {
    let tone: SIMD3<Int> = [0, 115, 0]
    return Motion(
      name,
      480,
      360,
      scale: 0.5,
      at: [1, 2, 4],
      facts: [
        .pixel(0, 30, 30, tone), .pixel(0, 1, 180, Tone.black), .pixel(0.2, 30, 30, tone),
        .pixel(0.2, 1, 180, Tone.black), .pixel(0.2, 104, 180, tone), .keys(0.2, ["transition"]),
        .shows(0.2, "bounds", 140, 80, 280, 160),
        .pixel(2, 30, 30, Tone.white), .pixel(2, 240, 180, tone), .pixel(2, 98, 180, Tone.white),
        .pixel(2, 106, 180, tone), .keys(2.25, []),
        .pixel(3, 30, 30, Tone.white), .pixel(3, 240, 180, tone), .pixel(3.2, 30, 30, Tone.white),
        .pixel(5, 30, 30, tone), .pixel(5, 1, 180, Tone.black), .pixel(5, 106, 180, tone),
      ],
      events: [
        .init(0) { stage in
          stage["it"].bounds = CGRect(x: 140, y: 80, width: 280, height: 160)
        },
        .init(3) { stage in stage["it"].bounds = stage.root.bounds },
      ]
    ) { stage in
      stage.root.backgroundColor = white
      let layer = make()
      (layer.name, layer.frame) = ("it", stage.root.bounds)
      (layer.backgroundColor, layer.borderWidth) = (rgba(0, 0.45, 0), 3)
      layer.delegate = delegate
      stage.root.addSublayer(layer)
    }
  }
}
