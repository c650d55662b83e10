// The programs that show in the desk: a clock, bars, an orbit.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore

/// Runs changes that are not animated by themselves, and sends them.
func edit(_ body: () -> Void) {
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  body()
  CATransaction.commit()
  CATransaction.flush()
}

func color(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> CGColor {
  CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}

/// A program that shows a tree of 200 x 140 points in the desk.
struct App {
  static let size = CGSize(width: 200, height: 140)
  static let names = ["clock", "bars", "orbit"]
  private let name: String

  init(_ name: String) { self.name = name }

  /// Its standard input is the desk's port; it prints its id, and lets its tree move.
  func run() -> Never {
    let client = CARemoteLayerClient(serverPort: 0)
    let tree = makeTree()
    edit { client.layer = tree }
    if name == "orbit" {
      // In a window of the render server, a press puts another one there.
      client.onEvent = { event in
        guard case .buttonDown(_, _, let point) = event.kind else { return }
        edit { tree.addSublayer(makeDot(at: point)) }
      }
    }
    print(client.clientId)
    fflush(nil)
    RunLoop.main.run()
    exit(0)
  }

  private func makeTree() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: App.size)
    switch name {
    case "clock":
      root.backgroundColor = color(0.97, 0.95, 0.9)
      addHand(to: root, length: 54, seconds: 1, color(0.8, 0.2, 0.2))
      addHand(to: root, length: 40, seconds: 8, color(0.15, 0.2, 0.3))
    case "bars":
      root.backgroundColor = color(0.1, 0.13, 0.2)
      for index in 0..<12 { addBar(to: root, index) }
    default:
      root.backgroundColor = color(0.9, 0.95, 1)
      addOrbit(to: root)
    }
    return root
  }

  private func makeDot(at point: CGPoint) -> CALayer {
    let dot = CALayer()
    dot.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
    dot.position = point
    dot.cornerRadius = 8
    dot.backgroundColor = color(0.2, 0.4, 1)
    return dot
  }

  private func addHand(to root: CALayer, length: Double, seconds: Double, _ color: CGColor) {
    let hand = CALayer()
    hand.bounds = CGRect(x: 0, y: 0, width: 6, height: length)
    hand.anchorPoint = CGPoint(x: 0.5, y: 0.95)
    hand.position = CGPoint(x: 100, y: 70)
    hand.cornerRadius = 3
    hand.backgroundColor = color
    hand.add(turn(seconds), forKey: "turn")
    root.addSublayer(hand)
  }

  private func addBar(to root: CALayer, _ index: Int) {
    let bar = CALayer()
    bar.bounds = CGRect(x: 0, y: 0, width: 10, height: 100)
    bar.anchorPoint = CGPoint(x: 0.5, y: 1)
    bar.position = CGPoint(x: 17 + 15 * index, y: 128)
    bar.backgroundColor = color(0.2 + Double(index) * 0.06, 0.8, 0.5)
    let grow = CABasicAnimation(keyPath: "transform.scale.y")
    grow.fromValue = 0.1
    grow.toValue = 1
    grow.duration = 0.3 + Double(index % 5) * 0.11
    grow.autoreverses = true
    grow.repeatCount = .infinity
    bar.add(grow, forKey: "grow")
    root.addSublayer(bar)
  }

  private func addOrbit(to root: CALayer) {
    let ring = CAReplicatorLayer()
    ring.frame = root.bounds
    ring.instanceCount = 9
    ring.instanceTransform = CATransform3DMakeRotation(.pi * 2 / 9, 0, 0, 1)
    ring.instanceAlphaOffset = -0.09
    let dot = CALayer()
    dot.frame = CGRect(x: 92, y: 12, width: 16, height: 16)
    dot.cornerRadius = 8
    dot.backgroundColor = color(0.9, 0.35, 0.1)
    ring.addSublayer(dot)
    ring.add(turn(2), forKey: "turn")
    root.addSublayer(ring)
  }

  private func turn(_ seconds: Double) -> CAAnimation {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = 0
    turn.toValue = Double.pi * 2
    turn.duration = seconds
    turn.repeatCount = .infinity
    return turn
  }
}
