// The pictures that the demos of Lockwood's chapters 1 to 6 show, drawn in code.
// Licensed under the MIT license; see LICENSE.

import UIKit

extension Lockwood1 {
  /// The pictures.
  @MainActor
  enum Asset {
    /// Draws a picture of a size in points.
    static func draw(
      _ width: CGFloat,
      _ height: CGFloat,
      scale: CGFloat = 1,
      _ actions: (CGContext) -> Void
    ) -> UIImage {
      let format = UIGraphicsImageRendererFormat()
      format.scale = scale
      let renderer = UIGraphicsImageRenderer(
        size: CGSize(width: width, height: height),
        format: format
      )
      return renderer.image { actions($0.cgContext) }
    }

    /// A snowman in an edge of one pixel: red above, blue below, green on the left, yellow on the
    /// right; 160 x 240 points.
    static func snowman(scale: CGFloat = 1) -> UIImage {
      draw(160, 240, scale: scale) { context in
        let line = 1 / scale
        let body = rgb(90, 110, 150).cgColor
        context.setFillColor(body)
        context.fillEllipse(in: CGRect(x: 25, y: 110, width: 110, height: 110))
        context.fillEllipse(in: CGRect(x: 45, y: 40, width: 70, height: 70))
        context.setFillColor(UIColor.black.cgColor)
        context.fill(CGRect(x: 50, y: 20, width: 60, height: 28))
        context.fillEllipse(in: CGRect(x: 62, y: 62, width: 8, height: 8))
        context.fillEllipse(in: CGRect(x: 90, y: 62, width: 8, height: 8))
        context.setFillColor(UIColor.orange.cgColor)
        context.fill(CGRect(x: 76, y: 74, width: 8, height: 18))
        for (color, edge) in [
          (UIColor.green, CGRect(x: 0, y: 0, width: line, height: 240)),
          (.yellow, CGRect(x: 160 - line, y: 0, width: line, height: 240)),
          (.red, CGRect(x: 0, y: 0, width: 160, height: line)),
          (.blue, CGRect(x: 0, y: 240 - line, width: 160, height: line)),
        ] {
          context.setFillColor(color.cgColor)
          context.fill(edge)
        }
      }
    }

    /// Four discs in one picture of 256 x 256: red, green / blue, yellow.
    static func sprites() -> UIImage {
      draw(256, 256) { context in
        for (index, color) in [UIColor.red, .green, .blue, .yellow].enumerated() {
          let (column, row) = (CGFloat(index % 2), CGFloat(index / 2))
          context.setFillColor(color.cgColor)
          context.fillEllipse(
            in: CGRect(x: column * 128 + 16, y: row * 128 + 16, width: 96, height: 96)
          )
        }
      }
    }

    /// 64 x 64: red corners of 16, green edges, a blue middle.
    static func button() -> UIImage {
      draw(64, 64) { context in
        context.setFillColor(UIColor.green.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 64, height: 64))
        context.setFillColor(UIColor.blue.cgColor)
        context.fill(CGRect(x: 16, y: 16, width: 32, height: 32))
        context.setFillColor(UIColor.red.cgColor)
        for x in [0, 48] {
          for y in [0, 48] { context.fill(CGRect(x: x, y: y, width: 16, height: 16)) }
        }
      }
    }

    /// 4 x 4 pixels: red grows to the right by 80, green downwards by 80.
    static func four() -> UIImage {
      draw(4, 4) { context in
        for index in 0..<16 {
          context.setFillColor(rgb(80 * (index % 4), 80 * (index / 4), 0).cgColor)
          context.fill(CGRect(x: index % 4, y: index / 4, width: 1, height: 1))
        }
      }
    }

    /// A clock's face of 250 x 250: a ring and 12 ticks.
    static func clockFace() -> UIImage {
      draw(250, 250) { context in
        context.setFillColor(UIColor.white.cgColor)
        context.fillEllipse(in: CGRect(x: 2, y: 2, width: 246, height: 246))
        context.setStrokeColor(UIColor.darkGray.cgColor)
        context.setLineWidth(4)
        context.strokeEllipse(in: CGRect(x: 3, y: 3, width: 244, height: 244))
        context.translateBy(x: 125, y: 125)
        for _ in 0..<12 {
          context.move(to: CGPoint(x: 0, y: -120))
          context.addLine(to: CGPoint(x: 0, y: -108))
          context.strokePath()
          context.rotate(by: .pi / 6)
        }
      }
    }

    /// A bar of one colour.
    static func hand(_ width: CGFloat, _ height: CGFloat, _ color: UIColor) -> UIImage {
      draw(width, height) { context in
        context.setFillColor(color.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: width, height: height))
      }
    }

    /// A key of 120 x 60: a bar with two teeth, and a ring.
    static func key() -> UIImage {
      draw(120, 60) { context in
        context.setFillColor(rgb(200, 150, 0).cgColor)
        context.fill(CGRect(x: 50, y: 24, width: 66, height: 12))
        context.fill(CGRect(x: 88, y: 36, width: 8, height: 12))
        context.fill(CGRect(x: 104, y: 36, width: 8, height: 12))
        context.setStrokeColor(rgb(200, 150, 0).cgColor)
        context.setLineWidth(12)
        context.strokeEllipse(in: CGRect(x: 8, y: 10, width: 40, height: 40))
      }
    }

    /// 200 x 200: blue on the left, yellow on the right.
    static func igloo() -> UIImage {
      draw(200, 200) { context in
        context.setFillColor(UIColor.blue.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 200))
        context.setFillColor(UIColor.yellow.cgColor)
        context.fill(CGRect(x: 100, y: 0, width: 100, height: 200))
      }
    }

    /// A triangle in 200 x 200, of an opacity.
    static func cone(alpha: CGFloat = 1) -> UIImage {
      draw(200, 200) { context in
        context.setFillColor(UIColor(red: 1, green: 0, blue: 1, alpha: alpha).cgColor)
        context.move(to: CGPoint(x: 100, y: 20))
        context.addLine(to: CGPoint(x: 180, y: 180))
        context.addLine(to: CGPoint(x: 20, y: 180))
        context.fillPath()
      }
    }

    /// The digits 0 to 9 in 70 x 9: cells of 7 x 9, signs of 5 x 7.
    static func digits() -> UIImage {
      draw(70, 9) { context in
        context.setFillColor(UIColor.black.cgColor)
        for (digit, rows) in digitRows.enumerated() {
          for (y, row) in rows.enumerated() {
            for x in 0..<5 where row & (16 >> x) != 0 {
              context.fill(CGRect(x: digit * 7 + 1 + x, y: y + 1, width: 1, height: 1))
            }
          }
        }
      }
    }

    /// The rows of the digits, five bits each.
    static let digitRows: [[Int]] = [
      [14, 17, 19, 21, 25, 17, 14], [4, 12, 4, 4, 4, 4, 14], [14, 17, 1, 6, 8, 16, 31],
      [14, 17, 1, 6, 1, 17, 14], [2, 6, 10, 18, 31, 2, 2], [31, 16, 30, 1, 1, 17, 14],
      [6, 8, 16, 30, 17, 17, 14], [31, 1, 2, 4, 8, 8, 8], [14, 17, 17, 14, 17, 17, 14],
      [14, 17, 17, 15, 1, 2, 12],
    ]

    /// 200 x 200: the left half cyan, the right one of a colour, a red block of 40 at the top left.
    static func mark(right: UIColor = .white) -> UIImage {
      draw(200, 200) { context in
        context.setFillColor(right.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 200, height: 200))
        context.setFillColor(UIColor.cyan.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 200))
        context.setFillColor(UIColor.red.cgColor)
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
      }
    }

    /// A soft white dot of 32 x 32.
    static func spark() -> UIImage {
      draw(32, 32) { context in
        let colors = [UIColor.white.cgColor, UIColor(white: 1, alpha: 0).cgColor]
        guard
          let gradient = CGGradient(
            colorsSpace: CGColorSpaceCreateDeviceRGB(),
            colors: colors as CFArray,
            locations: [0, 1]
          )
        else { return }
        context.drawRadialGradient(
          gradient,
          startCenter: CGPoint(x: 16, y: 16),
          startRadius: 0,
          endCenter: CGPoint(x: 16, y: 16),
          endRadius: 16,
          options: []
        )
      }
    }
  }
}
