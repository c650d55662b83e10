// The programming guide, chapter 2: drawings that are stretched, or made anew.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

@MainActor
enum GuideRedraw {
  static let demos: [Demo] = [policies]

  /// A view that draws a cross with lines of one point.
  final class CrossView: UIView {
    private(set) var drawings = 0

    override func draw(_ rect: CGRect) {
      drawings += 1
      UIColor.white.setFill()
      UIRectFill(bounds)
      UIColor.black.setFill()
      UIRectFill(CGRect(x: bounds.midX.rounded(.down), y: 0, width: 1, height: bounds.height))
      UIRectFill(CGRect(x: 0, y: bounds.midY.rounded(.down), width: bounds.width, height: 1))
    }
  }

  /// Two of them: one that stretches its drawing, and one that draws anew.
  final class Policies: UIViewController {
    let stretched = CrossView(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    let redrawn = CrossView(frame: CGRect(x: 220, y: 10, width: 100, height: 100))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .darkGray
      stretched.contentMode = .scaleToFill
      redrawn.contentMode = .redraw
      view.addSubview(stretched)
      view.addSubview(redrawn)
    }

    func grow() {
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        for cross in [self.stretched, self.redrawn] {
          cross.frame.size = CGSize(width: 200, height: 200)
        }
      }
    }
  }

  private static let policies = Demo("AG-T2.2", "Stretched or drawn anew") { Policies() }
    .screen(430, 220)
    .play { stage in
      let controller = try stage.the(Policies.self)
      stage.move(to: 0)
      stage.expect(controller.stretched.drawings == 1, "each is drawn once")
      stage.expect(controller.redrawn.drawings == 1, "each is drawn once")
      try stage.show()
      controller.grow()
      stage.wait(0.5)
      try stage.show()
      stage.wait(0.6)
      @MainActor func width(_ left: CGFloat) throws -> Int {
        let pixels = try stage.pixels()
        return (0..<200).count { pixels[left + CGFloat($0), 40][0] < 128 }
      }
      stage.expect(controller.stretched.drawings == 1, "one is not drawn again")
      stage.expect(try width(10) == 2, "its line is twice as thick")
      stage.expect(controller.redrawn.drawings == 2, "the other once, at its last size")
      stage.expect(try width(220) == 1, "its line is as thin as before")
      controller.stretched.setNeedsDisplay()
      stage.wait(0.1)
      stage.expect(controller.stretched.drawings == 2, "it is drawn when it is told to")
      stage.expect(try width(10) == 1, "and is thin then")
      try stage.show()
    }
}
