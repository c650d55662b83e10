// Lockwood, chapter 6: particles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import QuartzCore

extension Case {
  static let emitterCases: [Case] = [
    Case("LW-D-6.13", .pictures, [explosion]),
    Case("LW-D-6.13a", .pictures, [dullExplosion]),
  ]

  /// A black stage of 300 x 300 points at half of its size, and an explosion in its middle.
  private static func explosion(
    _ name: String,
    _ mode: CAEmitterLayerRenderMode,
    probes: [Probe]
  ) -> Scene {
    Scene(
      name: name,
      width: 300,
      height: 300,
      scale: 0.5,
      times: [0.5, 2, 5],
      probes: probes,
      exceptions: [.extendedEdges: .edgesAddUp("particles")]
    ) {
      $0.backgroundColor = black
      let emitter = emitter(150, 150, in: $0)
      emitter.frame = $0.bounds
      emitter.renderMode = mode
      emitter.emitterCells = [explosionSpark()]
    }
  }

  private static let explosion = explosion(
    "LW-D-6.13",
    .additive,
    probes: [Probe(150, 150, [255, 255, 200], within: 55), Probe(2, 2, Tone.black, within: 80)]
  )

  /// Without adding, nothing is brighter than the particles' own colour.
  private static let dullExplosion = explosion(
    "LW-D-6.13a",
    .unordered,
    probes: [Probe(150, 150, [255, 128, 26], within: 12), Probe(2, 2, Tone.black, within: 80)]
  )
}

/// The cell of the explosions.
func explosionSpark() -> CAEmitterCell {
  let cell = spark(glow(32), rate: 150, life: 5)
  cell.color = rgba(1, 0.5, 0.1)
  cell.alphaSpeed = -0.4
  cell.velocity = 50
  cell.velocityRange = 50
  cell.emissionRange = 2 * .pi
  return cell
}

/// An emitter at a place of a layer, as large as that.
func emitter(_ x: CGFloat, _ y: CGFloat, in parent: CALayer) -> CAEmitterLayer {
  let layer = CAEmitterLayer()
  layer.frame = parent.bounds
  layer.emitterPosition = CGPoint(x: x, y: y)
  layer.seed = 2
  parent.addSublayer(layer)
  return layer
}

/// A cell with a picture.
func spark(_ image: CGImage?, rate: Float, life: Float) -> CAEmitterCell {
  let cell = CAEmitterCell()
  cell.name = "spark"
  cell.contents = image
  cell.birthRate = rate
  cell.lifetime = life
  return cell
}

/// A soft white dot.
func glow(_ side: Int) -> CGImage? {
  bitmap(side, side) { x, y in
    let (dx, dy) = (Double(2 * x + 1 - side), Double(2 * y + 1 - side))
    let distance = (dx * dx + dy * dy).squareRoot() / Double(side)
    let level = max(1 - distance, 0)
    return SIMD4(repeating: UInt8(level * level * 255))
  }
}
