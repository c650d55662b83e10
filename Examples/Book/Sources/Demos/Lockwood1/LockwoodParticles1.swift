// Lockwood, chapter 6: particles.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// The emitter layers of chapter 6.
@MainActor
enum LockwoodParticles1 {
  static let demos: [Demo] = [
    Demo("LW-6.13", "An explosion") { ExplosionController() }.play(glowing),
    Demo("LW-6.13a", "An explosion without glow") { DullExplosionController() }.play { stage in
      for time in [0.5, 2, 5] {
        stage.move(to: time)
        let pixels = try Lockwood1.Pixels(stage)
        let bright = pixels.count { $0[1] > 134 }
        stage.expect(bright == 0, "nothing is brighter than a particle, but \(bright) pixels")
        try stage.show()
      }
    },
  ]

  private static func glowing(_ stage: Stage) throws {
    for time in [0.5, 2, 5] {
      stage.move(to: time)
      let pixels = try Lockwood1.Pixels(stage)
      let middle = pixels[160, 240]
      stage.expect(
        middle[0] > 250 && middle[1] > 250 && middle[2] > 150,
        "the middle glows at \(time) s: \(middle)"
      )
      // Particles of up to 75 points a second are seen for 2.5 s; a spark's radius is 16.
      let reach = min(time, 2.5) * 75 + 17
      var far = 0
      var sectors = [Int](repeating: 0, count: 8)
      for y in 0..<480 {
        for x in 0..<320 {
          let (dx, dy) = (CGFloat(x) - 159.5, CGFloat(y) - 239.5)
          let color = pixels[CGFloat(x), CGFloat(y)]
          if hypot(dx, dy) > reach, color[0] > 3 { far += 1 }
          guard hypot(dx, dy) < 150 else { continue }
          let sector = Int(((atan2(dy, dx) / .pi + 1) * 4).rounded(.down)) % 8
          sectors[sector] += color[0]
        }
      }
      stage.expect(far == 0, "at \(time) s nothing is further than \(reach): \(far) pixels")
      let mean = sectors.reduce(0, +) / 8
      // There are few sparks at first.
      stage.expect(
        time < 1 || sectors.allSatisfy { abs($0 - mean) < mean / 4 },
        "as bright in all directions at \(time) s: \(sectors)"
      )
      try stage.show()
    }
    // The same moment looks the same again.
    let last = try Lockwood1.Pixels(stage)
    stage.expect(try Lockwood1.Pixels(stage) == last, "a moment has one picture")
  }
}

private class ExplosionController: UIViewController {
  let containerView = UIView(frame: CGRect(x: 10, y: 90, width: 300, height: 300))
  let emitter = CAEmitterLayer()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    view.addSubview(containerView)

    emitter.frame = containerView.bounds
    emitter.seed = 2
    containerView.layer.addSublayer(emitter)
    emitter.renderMode = .additive
    emitter.emitterPosition = CGPoint(x: emitter.frame.width / 2, y: emitter.frame.height / 2)

    let cell = CAEmitterCell()
    cell.contents = Lockwood1.Asset.spark().cgImage
    cell.birthRate = 150
    cell.lifetime = 5
    cell.color = UIColor(red: 1, green: 0.5, blue: 0.1, alpha: 1).cgColor
    cell.alphaSpeed = -0.4
    cell.velocity = 50
    cell.velocityRange = 50
    cell.emissionRange = .pi * 2
    emitter.emitterCells = [cell]
  }
}

private final class DullExplosionController: ExplosionController {
  override func viewDidLoad() {
    super.viewDidLoad()
    emitter.renderMode = .unordered
  }
}
