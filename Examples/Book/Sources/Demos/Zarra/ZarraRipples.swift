// Zarra and Long, chapter 6: a layer that ripples from one size to another.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum ZarraRipples {
  static let demos: [Demo] = [encapsulated, delegated]

  /// A ripple of two seconds around the middle of the window, in points from its lower left corner.
  nonisolated static func ripple(around center: CGPoint) -> CATransition? {
    guard let filter = CIFilter(name: "CIRippleTransition") else { return nil }
    filter.setDefaults()
    filter.setValue(CIVector(x: center.x, y: center.y), forKey: "inputCenter")
    let extent = CIVector(x: 0, y: 0, z: 2 * center.x, w: 2 * center.y)
    filter.setValue(extent, forKey: "inputExtent")
    if let image = shading { filter.setValue(CIImage(cgImage: image), forKey: "inputShadingImage") }
    let transition = CATransition()
    (transition.filter, transition.duration) = (filter, 2)
    return transition
  }

  /// A ball that is lit from the upper left: how a wave shades.
  nonisolated private static var shading: CGImage? {
    Zarra.bitmap(64, 64) { x, y in
      let (dx, dy) = (Double(x - 24) / 32, Double(y - 24) / 32)
      let light = Int(max(0, 1 - (dx * dx + dy * dy).squareRoot()) * 255)
      return [light, light, light]
    }
  }

  /// A layer that ripples whenever its bounds change.
  final class RippleLayer: CALayer {
    override class func defaultAction(forKey event: String) -> (any CAAction)? {
      event == "bounds" ? ripple(around: CGPoint(x: 240, y: 180)) : nil
    }
  }

  /// A window with a layer that fills it, or not, and a button.
  class Toggling: Zarra.Window {
    let layer: CALayer
    private(set) var isSmall = false

    init(_ layer: CALayer) {
      self.layer = layer
      super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.frame = root.bounds
      layer.backgroundColor = Lockwood1.rgb(0, 115, 0).cgColor
      layer.borderWidth = 3
      root.insertSublayer(layer, at: 0)
      addButton("Toggle", x: 190, y: 320) { [weak self] in self?.toggle() }
    }

    func toggle() {
      isSmall.toggle()
      let size = root.bounds.size
      layer.bounds =
        isSmall
        ? CGRect(
          x: size.width / 2 - 100,
          y: size.height / 2 - 100,
          width: size.width - 200,
          height: size.height - 200
        ) : root.bounds
    }
  }

  /// The window of the delegate.
  final class Delegated: Toggling, @preconcurrency CALayerDelegate {
    init() { super.init(CALayer()) }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      layer.delegate = self
    }

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      guard event == "bounds" else { return NSNull() }
      return ripple(around: CGPoint(x: root.bounds.midX, y: root.bounds.midY))
    }
  }

  /// The layer goes from all of the window to the middle of it, and back.
  private static func play(_ stage: Stage, _ controller: Toggling) throws {
    let green = Lockwood1.rgb(0, 115, 0)
    let corner = CGPoint(x: 30, y: 30)
    let middle = CGPoint(x: 240, y: 180)
    for isSmall in [true, false] {
      controller.toggle()
      stage.expect(at: corner, isSmall ? green : .black, "the old picture is where it was")
      try stage.show(isSmall ? "begins" : "begins back")
      stage.wait(0.2)
      stage.expect(at: corner, isSmall ? green : .black, "the wave has not come to the corner")
      stage.wait(0.8)
      try stage.show("in between")
      stage.wait(1.1)
      stage.expect(at: corner, isSmall ? .black : green, "the new picture")
      stage.expect(at: middle, green, "the middle")
      let isAnimated = controller.layer.animationKeys()?.isEmpty == false
      stage.expect(!isAnimated, "the transition is over")
      try stage.show("ends")
    }
  }

  private static let encapsulated = Demo("ZL-6.13", "A ripple of its own") {
    Toggling(RippleLayer())
  }
  .screen(480, 360)
  .play(Toggling.self) { stage, controller in try play(stage, controller) }

  private static let delegated = Demo("ZL-6.15", "A ripple by the delegate") { Delegated() }
    .screen(480, 360)
    .play(Delegated.self) { stage, controller in try play(stage, controller) }
}
