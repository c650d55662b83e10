// The stages and pictures that several cases share.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

/// Two thirds of white: what the stages are.
let lightGray = rgba(2.0 / 3, 2.0 / 3, 2.0 / 3)
let gray: SIMD3<Int> = [170, 170, 170]

/// Colours as probes have them.
enum Tone {
  static let white: SIMD3<Int> = [255, 255, 255]
  static let black: SIMD3<Int> = [0, 0, 0]
  static let red: SIMD3<Int> = [255, 0, 0]
  static let green: SIMD3<Int> = [0, 255, 0]
  static let blue: SIMD3<Int> = [0, 0, 255]
  static let yellow: SIMD3<Int> = [255, 255, 0]
  static let magenta: SIMD3<Int> = [255, 0, 255]
  static let cyan: SIMD3<Int> = [0, 255, 255]
}

let orange = rgba(1, 0.5, 0)
let purple = rgba(0.5, 0, 0.5)

/// Four quarters: red, green / blue, yellow.
func quartered(_ side: Int) -> CGImage? {
  bitmap(side, side) { x, y in
    x < side / 2
      ? (y < side / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255])
      : (y < side / 2 ? [0, 255, 0, 255] : [255, 255, 0, 255])
  }
}

/// One colour.
func plain(_ width: Int, _ height: Int, _ color: SIMD4<UInt8>) -> CGImage? {
  bitmap(width, height) { _, _ in color }
}

extension Scene {
  /// A window's content in light grey, of the size of a small screen.
  static func screen(
    _ name: String,
    _ width: Int = 320,
    _ height: Int = 480,
    scale: Double = 1,
    probes: [Probe] = [],
    build: @escaping @Sendable (CALayer) -> Void
  ) -> Scene {
    Scene(name: name, width: width, height: height, scale: scale, probes: probes) {
      $0.backgroundColor = lightGray
      build($0)
    }
  }

  /// The screen with a white view of 200 x 200 in its middle; only what lies around that is drawn.
  ///
  /// Places are those of the whole screen, but for probes, which are of the picture: its corner is
  /// (40, 120), or as said.
  static func view(
    _ name: String,
    corner: CGPoint = CGPoint(x: 40, y: 120),
    width: Int = 240,
    height: Int = 240,
    scale: Double = 1,
    probes: [Probe] = [],
    build: @escaping @Sendable (_ view: CALayer) -> Void
  ) -> Scene {
    let probes = probes.map {
      Probe($0.x - Double(corner.x), $0.y - Double(corner.y), $0.color, within: $0.tolerance)
    }
    return screen(name, width, height, scale: scale, probes: probes) {
      $0.bounds.origin = corner
      build(panel(60, 140, 200, 200, white, in: $0))
    }
  }

  /// A white host.
  static func page(
    _ name: String,
    _ width: Int,
    _ height: Int,
    scale: Double = 1,
    isYUp: Bool = false,
    probes: [Probe] = [],
    exceptions: [Check: Reason] = [:],
    build: @escaping @Sendable (CALayer) -> Void
  ) -> Scene {
    Scene(
      name: name,
      width: width,
      height: height,
      scale: scale,
      isYUp: isYUp,
      probes: probes,
      exceptions: exceptions
    ) {
      $0.backgroundColor = white
      build($0)
    }
  }
}
