// Numbers that mean nothing, in animations, cells, links and drawing: nothing ends the program.
// Licensed under the MIT license; see LICENSE.
//
// `BadLayerInputTests` has those of layers, `HostileValueTests` those of renderers.

import CoreGraphics
import Foundation
@testable import QuartzCore
import QuartzModel
import Testing

@Suite struct HostileNumberTests {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0,
    -0.0, -1, 4e9, -4e9, 1e19, -1e19, Double(Int.max), Double(Int.min),
  ]

  private static func makeContext() throws -> (CAContext, CALayer) {
    Diagnostics.redirect { _ in }
    let context = try CAContext(size: CGSize(width: 8, height: 8))
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.path = CGPath(rect: CGRect(x: 1, y: 1, width: 4, height: 4), transform: nil)
    context.layer = layer
    return (context, layer)
  }

  /// Draws two frames with an animation, and reads what it shows.
  private static func show(_ animation: CAAnimation) throws {
    let (context, layer) = try makeContext()
    layer.add(animation, forKey: "a")
    for time in [0, 0.5] { _ = try? context.image(at: time) }
    _ = layer.presentation()?.position
    layer.removeAllAnimations()
    context.layer = nil
    CATransaction.flush()
  }

  private static let keys = [
    "duration", "speed", "timeOffset", "beginTime", "repeatCount", "repeatDuration", "mass",
    "stiffness", "damping", "initialVelocity", "startProgress", "endProgress", "fadeInDuration",
  ]

  /// In a process of its own, for a trap is one process's end, and for the lines about it.
  @Test func timing() async {
    await #expect(processExitsWith: .success) {
      for key in HostileNumberTests.keys {
        for number in HostileNumberTests.numbers {
          let group = CAAnimationGroup()
          let member = CABasicAnimation(keyPath: "opacity")
          (member.fromValue, member.toValue) = (0, 1)
          member.setValue(number, forKey: key)
          group.animations = [member]
          group.duration = 1
          let keyframes = CAKeyframeAnimation(keyPath: "position.x")
          keyframes.values = [1, 2, 3]
          keyframes.keyTimes = [0, NSNumber(value: number), 1]
          let spring = CASpringAnimation(keyPath: "position")
          spring.toValue = CGPoint(x: 3, y: 3)
          for animation in [group, keyframes, spring, CATransition()] {
            animation.setValue(number, forKey: key)
            try HostileNumberTests.show(animation)
          }
          _ = (spring.settlingDuration, spring.perceptualDuration, spring.bounce)
        }
      }
    }
  }

  @Test func values() async {
    await #expect(processExitsWith: .success) {
      let paths =
        PropertyTable.all.filter { $0.type == .number || $0.type == .integer }
        .map(\.name) + [
          "position.x", "transform.scale", "transform.rotation.z", "bounds.size.width",
        ]
      for path in paths {
        for number in HostileNumberTests.numbers {
          let animation = CABasicAnimation(keyPath: path)
          (animation.fromValue, animation.byValue) = (number, 1)
          animation.duration = 1
          animation.timingFunction = CAMediaTimingFunction(
            controlPoints: Float(number),
            0,
            1,
            Float(number)
          )
          try HostileNumberTests.show(animation)
        }
      }
    }
  }

  @Test func cells() async {
    await #expect(processExitsWith: .success) {
      let keys = [
        "birthRate", "lifetime", "lifetimeRange", "velocity", "velocityRange", "xAcceleration",
        "emissionLatitude", "emissionLongitude", "emissionRange", "scale", "scaleRange",
        "scaleSpeed", "spin", "spinRange", "redRange", "redSpeed", "alphaRange", "alphaSpeed",
        "contentsScale", "beginTime", "duration", "speed", "timeOffset", "repeatCount",
      ]
      for key in keys {
        for number in HostileNumberTests.numbers {
          let (context, root) = try HostileNumberTests.makeContext()
          let (layer, cell) = (CAEmitterLayer(), CAEmitterCell())
          (cell.birthRate, cell.lifetime) = (10, 1)
          cell.setValue(number, forKey: key)
          layer.emitterCells = [cell]
          layer.setValue(number, forKey: key)
          root.addSublayer(layer)
          for time in [0, 0.5] { _ = try? context.image(at: time) }
          context.layer = nil
          CATransaction.flush()
        }
      }
    }
  }

  @Test func contextsAndLinks() async {
    await #expect(processExitsWith: .success) {
      Diagnostics.redirect { _ in }
      for number in HostileNumberTests.numbers {
        _ = try? CAContext(size: CGSize(width: number, height: 8))
        let (context, layer) = try HostileNumberTests.makeContext()
        _ = try? context.image(at: number)
        try? context.setSize(CGSize(width: 8, height: number), scale: number)
        _ = layer.convertTime(number, from: nil)
        _ = layer.hitTest(CGPoint(x: number, y: number))
        let tiles = CATiledLayer()
        tiles.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        tiles.contentsScale = number
        tiles.tileSize = CGSize(width: number, height: number)
        layer.addSublayer(tiles)
        _ = try? context.image(at: 0)
        context.layer = nil
        let rates = CAFrameRateRange(
          minimum: Float(number),
          maximum: Float(number),
          preferred: Float(number)
        )
        #expect(rates.step(of: 60) >= 1)
        #expect(CAFrameRateRange(minimum: 0, maximum: 60, preferred: 1e-38).step(of: 60) > 1)
        let link = CADisplayLink(ticks: nil) { _ in }
        link.preferredFrameRateRange = rates
        _ = link.preferredFramesPerSecond
        link.preferredFramesPerSecond = .max
        link.preferredFramesPerSecond = .min
        link.invalidate()
        CATransaction.flush()
      }
    }
  }

  @Test func drawing() async {
    await #expect(processExitsWith: .success) {
      let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      for number in HostileNumberTests.numbers {
        let context = CGContext(
          data: nil,
          width: 8,
          height: 8,
          bitsPerComponent: 8,
          bytesPerRow: 0,
          space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        guard let context else { continue }
        let steps: [(CGContext) -> Void] = [
          { $0.setLineWidth(number) }, { $0.setMiterLimit(number) }, { $0.setAlpha(number) },
          { $0.setLineDash(phase: number, lengths: [1, number]) }, { $0.setFlatness(number) },
          { $0.setShadow(offset: CGSize(width: number, height: number), blur: number, color: red) },
          { $0.translateBy(x: number, y: 0) }, { $0.scaleBy(x: number, y: 1) },
          { $0.rotate(by: number) }, { $0.clip(to: CGRect(x: 0, y: number, width: 4, height: 4)) },
        ]
        for step in steps {
          context.saveGState()
          step(context)
          let path = CGMutablePath()
          path.addEllipse(in: CGRect(x: 1, y: 1, width: number, height: 4))
          path.addArc(
            center: CGPoint(x: number, y: 2),
            radius: number,
            startAngle: number,
            endAngle: 1,
            clockwise: true
          )
          path.addRect(CGRect(x: number, y: 1, width: 2, height: 2))
          context.addPath(path)
          context.setFillColor(red)
          context.drawPath(using: .fillStroke)
          context.stroke(CGRect(x: 1, y: 1, width: 5, height: 5))
          _ = path.copy(dashingWithPhase: number, lengths: [number, 1])
          _ = path.contains(CGPoint(x: number, y: number))
          context.restoreGState()
        }
      }
    }
  }
}
