// Affine maps of the plane in doubles.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation

/// A map (x, y) to (ax + cy + tx, bx + dy + ty), in pixels with y down.
struct LottieMatrix: Equatable, Sendable {
  var a = 1.0
  var b = 0.0
  var c = 0.0
  var d = 1.0
  var tx = 0.0
  var ty = 0.0

  static let identity = LottieMatrix()

  static func move(_ by: LottiePoint) -> LottieMatrix {
    LottieMatrix(tx: by.x, ty: by.y)
  }

  static func scale(_ by: LottiePoint) -> LottieMatrix {
    LottieMatrix(a: by.x, d: by.y)
  }

  /// - Parameter degrees: Clockwise on the screen.
  static func rotation(_ degrees: Double) -> LottieMatrix {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let angle = turned * .pi / 180
    var (sine, cosine) = (sin(angle), cos(angle))
    // Quarters of a turn keep edges on pixels.
    if turned.truncatingRemainder(dividingBy: 90) == 0 {
      (sine, cosine) = (sine.rounded(), cosine.rounded())
    }
    return LottieMatrix(a: cosine, b: sine, c: -sine, d: cosine)
  }

  /// - Parameters:
  ///   - skew: Degrees by which points under the anchor go to the left.
  ///   - axis: Degrees by which the direction of the skew is turned.
  static func skew(_ skew: Double, axis: Double) -> LottieMatrix {
    let shear = LottieMatrix(c: -tan(skew * .pi / 180))
    return rotation(-axis) * shear * rotation(axis)
  }

  /// The map that does `right` first.
  static func * (left: LottieMatrix, right: LottieMatrix) -> LottieMatrix {
    LottieMatrix(
      a: left.a * right.a + left.c * right.b,
      b: left.b * right.a + left.d * right.b,
      c: left.a * right.c + left.c * right.d,
      d: left.b * right.c + left.d * right.d,
      tx: left.a * right.tx + left.c * right.ty + left.tx,
      ty: left.b * right.tx + left.d * right.ty + left.ty
    )
  }

  func apply(_ point: LottiePoint) -> LottiePoint {
    LottiePoint(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty)
  }

  /// The map of a direction.
  func applyLinear(_ way: LottiePoint) -> LottiePoint {
    LottiePoint(a * way.x + c * way.y, b * way.x + d * way.y)
  }

  var isFinite: Bool {
    [a, b, c, d, tx, ty].allSatisfy { abs($0) <= 1e12 }
  }

  var affine: CGAffineTransform {
    CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }
}
