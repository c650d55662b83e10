// A client that prints what it is told of its animations.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzCore

/// Prints delegate calls.
private final class Listener: CAAnimationDelegate {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  func animationDidStart(_ anim: CAAnimation) { say("start \(name)") }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    say("stop \(name) \(flag)")
  }
}

private func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Shows a box that moves for ever, and three animations of 0.5, 1 and 1.5 seconds, the longest
/// first; prints that they start, the token of the context, and what is heard of the three until
/// the last one has ended.
///
/// - Returns: Whether there was a server.
func listen(_ path: String) -> Bool {
  guard let context = try? CAContext(server: path, size: CGSize(width: 64, height: 64)),
    let carrier = context.carrier as? RemoteCarrier
  else { return false }
  let (root, box) = (CALayer(), CALayer())
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  box.frame = CGRect(x: 0, y: 0, width: 16, height: 64)
  box.backgroundColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
  root.addSublayer(box)
  context.layer = root
  let movement = CABasicAnimation(keyPath: "position.x")
  (movement.fromValue, movement.toValue) = (8.0, 56.0)
  (movement.duration, movement.repeatCount) = (0.25, .infinity)
  box.add(movement, forKey: "movement")
  CATransaction.commit()
  var ended = 0
  CATransaction.begin()
  for (name, duration) in [("long", 1.5), ("middle", 1), ("short", 0.5)] {
    let layer = CALayer()
    root.addSublayer(layer)
    let fade = CABasicAnimation(keyPath: "opacity")
    (fade.fromValue, fade.duration, fade.delegate) = (0, duration, Listener(name))
    CATransaction.begin()
    CATransaction.setCompletionBlock {
      say("done \(name)")
      ended += 1
    }
    layer.add(fade, forKey: nil)
    CATransaction.commit()
  }
  CATransaction.commit()
  CATransaction.flush()
  say("\(carrier.token)")
  // A run loop does not come back because of timers alone.
  while ended < 3 {
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
  }
  return true
}
