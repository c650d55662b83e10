// Pictures and layers that the demos of this text share.
// Licensed under the MIT license; see LICENSE.

import BookKit
import UIKit

/// Pictures that several demos show.
@MainActor
enum NeuburgAssets {
  /// Returns a picture of one pixel per point.
  static func picture(
    _ width: CGFloat,
    _ height: CGFloat,
    isOpaque: Bool = false,
    _ draw: (CGRect) -> Void
  ) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = isOpaque
    let bounds = CGRect(x: 0, y: 0, width: width, height: height)
    return UIGraphicsImageRenderer(bounds: bounds, format: format).image { _ in draw(bounds) }
  }

  /// Returns a picture whose quarters are red, green, blue and yellow, in the order of reading.
  static func quarters(_ side: CGFloat) -> UIImage {
    picture(side, side, isOpaque: true) { bounds in
      let half = side / 2
      let colors: [UIColor] = [.red, .green, .blue, .yellow]
      for (index, color) in colors.enumerated() {
        color.setFill()
        let origin = CGPoint(x: CGFloat(index % 2) * half, y: CGFloat(index / 2) * half)
        UIRectFill(CGRect(origin: origin, size: CGSize(width: half, height: half)))
      }
    }
  }

  /// Returns a board of squares in two colours.
  static func checkers(
    _ width: CGFloat,
    _ height: CGFloat,
    side: CGFloat,
    _ first: UIColor,
    _ second: UIColor
  ) -> UIImage {
    picture(width, height, isOpaque: true) { bounds in
      first.setFill()
      UIRectFill(bounds)
      second.setFill()
      for row in 0..<Int(height / side + 1) {
        for column in 0..<Int(width / side + 1) where (row + column) % 2 == 1 {
          let origin = CGPoint(x: CGFloat(column) * side, y: CGFloat(row) * side)
          UIRectFill(CGRect(origin: origin, size: CGSize(width: side, height: side)))
        }
      }
    }
  }

  /// Returns a picture of one colour.
  static func plain(_ width: CGFloat, _ height: CGFloat, _ color: UIColor) -> UIImage {
    picture(width, height) { bounds in
      color.setFill()
      UIRectFill(bounds)
    }
  }

  /// Returns a snowman in a field.
  static func snowman(_ side: CGFloat) -> UIImage {
    picture(side, side, isOpaque: true) { bounds in
      UIColor(red: 0.55, green: 0.75, blue: 0.95, alpha: 1).setFill()
      UIRectFill(bounds)
      UIColor(white: 0.92, alpha: 1).setFill()
      UIRectFill(CGRect(x: 0, y: side * 0.8, width: side, height: side * 0.2))
      func disc(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, _ color: UIColor) {
        color.setFill()
        UIBezierPath(
          ovalIn: CGRect(
            x: (x - radius) * side,
            y: (y - radius) * side,
            width: 2 * radius * side,
            height: 2 * radius * side
          )
        ).fill()
      }
      disc(0.5, 0.68, 0.22, .white)
      disc(0.5, 0.34, 0.15, .white)
      for y in [0.56, 0.66, 0.76] { disc(0.5, y, 0.02, .darkGray) }
      for x in [0.44, 0.56] { disc(x, 0.31, 0.015, .black) }
      let nose = UIBezierPath()
      nose.move(to: CGPoint(x: side * 0.5, y: side * 0.34))
      nose.addLine(to: CGPoint(x: side * 0.62, y: side * 0.37))
      nose.addLine(to: CGPoint(x: side * 0.5, y: side * 0.385))
      UIColor.orange.setFill()
      nose.fill()
      UIColor.black.setFill()
      UIRectFill(CGRect(x: side * 0.4, y: side * 0.08, width: side * 0.2, height: side * 0.12))
      UIRectFill(CGRect(x: side * 0.33, y: side * 0.19, width: side * 0.34, height: side * 0.025))
    }
  }
}

extension CALayer {
  /// Creates a layer with a frame and a colour.
  convenience init(_ frame: CGRect, _ color: UIColor? = nil) {
    self.init()
    self.frame = frame
    backgroundColor = color?.cgColor
  }
}

extension Stage {
  /// Returns the demo's controller as what it is; states that it is that otherwise.
  func the<Controller: UIViewController>(_ type: Controller.Type) throws -> Controller {
    guard let controller = controller as? Controller else {
      throw WrongController(description: "\(controller) is no \(type)")
    }
    return controller
  }

  private struct WrongController: Error, CustomStringConvertible {
    let description: String
  }

  /// Returns what the screen shows.
  func pixels() throws -> Pixels { Pixels(try window.image(at: time), scale: window.screen.scale) }

  /// States the colours of the screen at several points.
  func expect(_ colors: [(CGFloat, CGFloat, UIColor)], within tolerance: Int = 2, _ what: String) {
    for (x, y, color) in colors {
      expect(at: CGPoint(x: x, y: y), color, within: tolerance, what)
    }
  }

  /// States a rectangle, within a tolerance.
  func expect(
    _ rect: CGRect,
    is expected: CGRect,
    within tolerance: CGFloat = 1e-6,
    _ statement: String
  ) {
    let parts = [
      (rect.minX, expected.minX), (rect.minY, expected.minY), (rect.width, expected.width),
      (rect.height, expected.height),
    ]
    let isEqual = parts.allSatisfy { abs($0 - $1) <= tolerance }
    expect(isEqual, "\(statement): \(expected), found \(rect)")
  }

  /// States a point, within a tolerance.
  func expect(
    _ point: CGPoint,
    is expected: CGPoint,
    within tolerance: CGFloat = 1e-6,
    _ statement: String
  ) {
    let isEqual =
      abs(point.x - expected.x) <= tolerance && abs(point.y - expected.y) <= tolerance
    expect(isEqual, "\(statement): \(expected), found \(point)")
  }
}

/// The colours of a picture.
struct Pixels {
  let width: Int
  let height: Int
  private let scale: CGFloat
  private var bytes: [UInt8]

  init(_ image: CGImage, scale: CGFloat) {
    (width, height, self.scale) = (image.width, image.height, scale)
    let (width, height) = (image.width, image.height)
    bytes = [UInt8](repeating: 0, count: width * height * 4)
    bytes.withUnsafeMutableBytes { memory in
      let context = CGContext(
        data: memory.baseAddress,
        width: width,
        height: height,
        bitsPerComponent: 8,
        bytesPerRow: width * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      context?.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    }
  }

  /// The red, green and blue at a point of the screen, from 0 to 255; white outside.
  subscript(x: CGFloat, y: CGFloat) -> [Int] {
    let (column, row) = (Int(x * scale), Int(y * scale))
    guard (0..<width).contains(column), (0..<height).contains(row) else { return [255, 255, 255] }
    let start = (row * width + column) * 4
    return bytes[start..<start + 3].map { Int($0) }
  }

  /// Returns the box around the pixels in a part of the screen that are as they are to be.
  func box(in part: CGRect, where isWanted: ([Int]) -> Bool) -> CGRect {
    var box = CGRect.null
    for row in stride(from: part.minY, to: part.maxY, by: 1 / scale) {
      for column in stride(from: part.minX, to: part.maxX, by: 1 / scale)
      where isWanted(self[column, row]) {
        box = box.union(CGRect(x: column, y: row, width: 1 / scale, height: 1 / scale))
      }
    }
    return box
  }
}
