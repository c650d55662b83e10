// Draws ported libraries, and compares the pictures with references.
// Licensed under the MIT license; see LICENSE.

import Foundation
import Gauge
import Halo
import Reel
import UIKit
import Whirls

/// A picture with its name.
struct Drawing {
  let name: String
  let picture: CGImage
}

/// The reason why a drawing is not as it should be.
struct DrawingFailure: Error, CustomStringConvertible {
  let description: String
}

@MainActor
enum Drawings {
  static func window(_ width: CGFloat, _ height: CGFloat) -> UIWindow {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: width, height: height))
    window.backgroundColor = UIColor(white: 0.15, alpha: 1)
    window.makeKeyAndVisible()
    return window
  }

  static func require(_ condition: Bool, _ words: String) throws {
    guard condition else { throw DrawingFailure(description: words) }
  }

  /// Thirty spinners.
  static func whirls() throws -> [Drawing] {
    final class Journal: WhirlViewDelegate {
      var words: [String] = []
      func whirlViewDidStart(_ view: WhirlView) { words.append("start") }
      func whirlViewDidStop(_ view: WhirlView) { words.append("stop") }
    }
    let window = window(480, 400)
    let journal = Journal()
    for (index, kind) in WhirlKind.allCases.enumerated() {
      let frame = CGRect(
        x: 20 + CGFloat(index % 6) * 80,
        y: 15 + CGFloat(index / 6) * 80,
        width: 40,
        height: 40
      )
      let color = UIColor(hue: CGFloat(index) / 30, saturation: 0.6, brightness: 1, alpha: 1)
      let view = WhirlView(frame: frame, kind: kind, color: color)
      view.delegate = journal
      window.addSubview(view)
      view.startAnimating()
    }
    let pictures = try [0.1, 0.45, 0.9].map { (time: Double) in
      Drawing(name: "whirls-\(time)", picture: try window.image(at: time))
    }
    // A tap stops the first one; it has no least time, because its delegate says none.
    UIApplication.shared.tap(at: CGPoint(x: 40, y: 35))
    try require(
      journal.words == Array(repeating: "start", count: 30) + ["stop"],
      "\(journal.words)"
    )
    return pictures
  }

  /// A halo of four rings that begins when its view comes into a window.
  static func halo() throws -> [Drawing] {
    final class Events: NSObject, HaloDelegate {
      func halo(_ halo: HaloLayer, opacityOf ring: Int) -> Float { 0.9 }
    }
    let window = window(200, 200)
    let view = HaloView(frame: CGRect(x: 20, y: 20, width: 160, height: 160))
    let halo = view.layer as? HaloLayer
    let events = Events()
    halo?.events = events
    halo?.ringCount = 4
    window.addSubview(view)
    let pictures = try [1.0, 3.5].map { (time: Double) in
      Drawing(name: "halo-\(time)", picture: try window.image(at: time))
    }
    try require(halo?.isPulsing == true, "the halo does not pulse")
    halo?.stop()
    // It begins again when the program comes back, if it pulsed when it went.
    NotificationCenter.default.post(
      name: UIApplication.willEnterForegroundNotification,
      object: nil
    )
    try require(halo?.isPulsing == false, "the halo pulses without having been left")
    halo?.start()
    NotificationCenter.default.post(
      name: UIApplication.didEnterBackgroundNotification,
      object: nil
    )
    halo?.stop()
    NotificationCenter.default.post(
      name: UIApplication.willEnterForegroundNotification,
      object: nil
    )
    try require(halo?.isPulsing == true, "the halo does not come back")
    return pictures
  }

  /// Three views on a film that a display link moves.
  static func reel() throws -> [Drawing] {
    final class Events: ReelDelegate {
      var count = 0
      var hasEnded = false
      func reel(_ reel: Reel, didMoveTo time: CGFloat) { count += 1 }
      func reelDidEnd(_ reel: Reel) { hasEnded = true }
    }
    let window = window(240, 160)
    let reel = Reel()
    let events = Events()
    reel.delegate = events
    let colors: [UIColor] = [.systemRed, .systemGreen, .systemBlue]
    for (index, color) in colors.enumerated() {
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
      view.backgroundColor = color
      view.layer.cornerRadius = 8
      window.addSubview(view)
      let y = 40 + CGFloat(index) * 40
      reel.animate(view)
        .alpha(0).center(CGPoint(x: 30, y: y), ease: [.quadIn, .quadOut, .bounceOut][index])
        .at(0.5).alpha(1)
        .at(1).center(CGPoint(x: 210, y: y))
        .transform(CGAffineTransform(rotationAngle: 0), ease: .linear)
        .at(2).transform(CGAffineTransform(scaleX: 0.5, y: 0.5))
    }
    reel.play()
    _ = try window.image(at: 0)
    let pictures = try [0.4, 0.8, 1.5].map { (time: Double) in
      Drawing(name: "reel-\(time)", picture: try window.image(at: time))
    }
    _ = try window.image(at: 2.5)
    try require(events.count >= 4 && events.hasEnded, "\(events.count) \(events.hasEnded)")
    return pictures
  }

  /// A gauge that moves to a value, and that a finger sets.
  static func gauge() throws -> [Drawing] {
    final class Owner: GaugeViewDelegate {
      var moves: [CGFloat] = []
      func gaugeView(_ gauge: GaugeView, willMoveTo value: CGFloat) { moves.append(value) }
      func gaugeView(_ gauge: GaugeView, shouldMoveTo value: CGFloat) -> Bool { value < 90 }
    }
    let window = window(200, 200)
    let gauge = GaugeView(frame: CGRect(x: 20, y: 20, width: 160, height: 160))
    let owner = Owner()
    gauge.delegate = owner
    gauge.maximumValue = 100
    // Text depends on the fonts of the machine.
    gauge.label.isHidden = true
    window.addSubview(gauge)
    var pictures = [Drawing(name: "gauge-0", picture: try window.image(at: 0))]
    gauge.setValue(75, animated: true)
    for time in [0.25, 0.6] {
      pictures.append(Drawing(name: "gauge-\(time)", picture: try window.image(at: time)))
    }
    gauge.setValue(95, animated: true)
    try require(owner.moves == [75] && gauge.value == 75, "\(owner.moves) \(gauge.value)")
    UIApplication.shared.tap(at: CGPoint(x: 100, y: 30))
    try require(abs(gauge.value - 50) < 1, "a touch at the top gives \(gauge.value)")
    pictures.append(Drawing(name: "gauge-touched", picture: try window.image(at: 1.5)))
    return pictures
  }
}
