// The pictures of the demos of chapters 7 to 15, drawn in code.
// Licensed under the MIT license; see LICENSE.

import UIKit

extension Lockwood2 {
  /// Returns a picture of a size in points, at the screen's scale.
  static func drawing(
    _ width: CGFloat,
    _ height: CGFloat,
    _ draw: (CGContext) -> Void
  ) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: width, height: height)).image { draw($0.cgContext) }
  }

  private static func polygon(_ points: [(CGFloat, CGFloat)]) -> UIBezierPath {
    let path = UIBezierPath()
    for (index, point) in points.enumerated() {
      let place = CGPoint(x: point.0, y: point.1)
      if index == 0 { path.move(to: place) } else { path.addLine(to: place) }
    }
    path.close()
    return path
  }

  private static func disc(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat) -> UIBezierPath {
    UIBezierPath(
      ovalIn: CGRect(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius)
    )
  }

  /// A ship that points to the right, red above and blue below.
  static func ship(_ side: CGFloat = 64) -> UIImage {
    drawing(side, side) { _ in
      UIColor.red.setFill()
      polygon([(side, side / 2), (0, side / 8), (side / 8, side / 2)]).fill()
      UIColor.blue.setFill()
      polygon([(side, side / 2), (0, side * 7 / 8), (side / 8, side / 2)]).fill()
    }
  }

  // MARK: Sprites

  /// The four pictures that chapter 8 cycles through.
  static var sprites: [UIImage] { [anchor(), cone(), igloo(), spaceship()] }

  static func anchor() -> UIImage {
    drawing(100, 100) { _ in
      UIColor(red: 0.2, green: 0.3, blue: 0.4, alpha: 1).setStroke()
      let path = UIBezierPath()
      path.lineWidth = 8
      path.move(to: CGPoint(x: 50, y: 28))
      path.addLine(to: CGPoint(x: 50, y: 88))
      path.move(to: CGPoint(x: 30, y: 40))
      path.addLine(to: CGPoint(x: 70, y: 40))
      path.move(to: CGPoint(x: 14, y: 60))
      path.addQuadCurve(to: CGPoint(x: 86, y: 60), controlPoint: CGPoint(x: 50, y: 120))
      path.stroke()
      let ring = disc(50, 18, 8)
      ring.lineWidth = 6
      ring.stroke()
    }
  }

  static func cone() -> UIImage {
    drawing(100, 100) { _ in
      UIColor.orange.setFill()
      polygon([(50, 8), (80, 84), (20, 84)]).fill()
      UIBezierPath(rect: CGRect(x: 8, y: 84, width: 84, height: 8)).fill()
      UIColor.white.setFill()
      polygon([(42, 29), (58, 29), (66, 49), (34, 49)]).fill()
    }
  }

  static func igloo() -> UIImage {
    drawing(100, 100) { context in
      context.saveGState()
      context.clip(to: CGRect(x: 0, y: 0, width: 100, height: 80))
      UIColor(red: 0.7, green: 0.87, blue: 1, alpha: 1).setFill()
      disc(50, 80, 44).fill()
      UIColor(red: 0.15, green: 0.2, blue: 0.35, alpha: 1).setFill()
      disc(50, 80, 16).fill()
      context.restoreGState()
    }
  }

  static func spaceship() -> UIImage {
    drawing(100, 100) { _ in
      UIColor(red: 0.4, green: 0.8, blue: 0.5, alpha: 1).setFill()
      disc(50, 42, 22).fill()
      UIColor.gray.setFill()
      UIBezierPath(ovalIn: CGRect(x: 6, y: 44, width: 88, height: 28)).fill()
    }
  }

  static func snowman(_ side: CGFloat = 128) -> UIImage {
    drawing(side, side) { context in
      context.scaleBy(x: side / 100, y: side / 100)
      UIColor(white: 0.93, alpha: 1).setFill()
      disc(50, 72, 26).fill()
      disc(50, 32, 18).fill()
      UIColor.black.setFill()
      for (x, y) in [(44.0, 28.0), (56, 28), (50, 62), (50, 74)] { disc(x, y, 2.5).fill() }
      UIBezierPath(rect: CGRect(x: 36, y: 6, width: 28, height: 12)).fill()
      UIColor.orange.setFill()
      polygon([(50, 33), (66, 36), (50, 39)]).fill()
    }
  }

  static func key() -> UIImage {
    drawing(100, 100) { _ in
      UIColor(red: 0.85, green: 0.65, blue: 0.1, alpha: 1).set()
      let ring = disc(26, 50, 16)
      ring.lineWidth = 8
      ring.stroke()
      UIBezierPath(rect: CGRect(x: 42, y: 46, width: 52, height: 8)).fill()
      UIBezierPath(rect: CGRect(x: 78, y: 54, width: 8, height: 14)).fill()
    }
  }

  // MARK: A clock

  static func clockFace(_ side: CGFloat = 200) -> UIImage {
    drawing(side, side) { context in
      UIColor.white.setFill()
      disc(side / 2, side / 2, side / 2).fill()
      UIColor.darkGray.setFill()
      context.translateBy(x: side / 2, y: side / 2)
      for _ in 0..<12 {
        context.fill(CGRect(x: -1.5, y: -side / 2 + 4, width: 3, height: 10))
        context.rotate(by: .pi / 6)
      }
    }
  }

  /// A hand of a clock, which points up.
  static func hand(_ width: CGFloat, _ height: CGFloat, _ color: UIColor) -> UIImage {
    drawing(width, height) { context in
      color.setFill()
      context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    }
  }

  // MARK: Things

  /// A door with its hinge on the left.
  static func door() -> UIImage {
    drawing(128, 256) { context in
      UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1).setFill()
      context.fill(CGRect(x: 0, y: 0, width: 128, height: 256))
      UIColor(red: 0.45, green: 0.3, blue: 0.15, alpha: 1).setFill()
      for y in [20.0, 166] { context.fill(CGRect(x: 24, y: y, width: 70, height: 70)) }
      UIColor.yellow.setFill()
      disc(112, 130, 6).fill()
    }
  }

  static func ball() -> UIImage {
    drawing(64, 64) { _ in
      UIColor.red.setFill()
      disc(32, 32, 32).fill()
      UIColor.white.setFill()
      disc(22, 20, 6).fill()
    }
  }

  static func crate(_ side: CGFloat = 100) -> UIImage {
    drawing(side, side) { context in
      UIColor(red: 0.72, green: 0.53, blue: 0.32, alpha: 1).setFill()
      context.fill(CGRect(x: 0, y: 0, width: side, height: side))
      UIColor(red: 0.45, green: 0.3, blue: 0.15, alpha: 1).setStroke()
      context.setLineWidth(side / 12)
      context.stroke(
        CGRect(x: 0, y: 0, width: side, height: side).insetBy(dx: side / 24, dy: side / 24)
      )
      context.move(to: .zero)
      context.addLine(to: CGPoint(x: side, y: side))
      context.strokePath()
    }
  }

  /// A soft stamp of chalk of 32 points.
  static func chalk() -> UIImage {
    drawing(32, 32) { context in
      var state: UInt32 = 7
      for y in 0..<32 {
        for x in 0..<32 {
          state = state &* 1_664_525 &+ 1_013_904_223
          let distance = hypot(Double(x) - 15.5, Double(y) - 15.5) / 16
          guard distance < 1 else { continue }
          let grain = Double(state >> 24) / 255
          context.setFillColor(gray: 1, alpha: (1 - distance) * grain * 0.6)
          context.fill(CGRect(x: x, y: y, width: 1, height: 1))
        }
      }
    }
  }
}
