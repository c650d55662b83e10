// The map of a town that nobody has drawn: streets, houses, parks and a river, out of numbers.
// Licensed under the MIT license; see LICENSE.

import QuartzCore

/// The map of a town of 20,000 x 20,000 points.
///
/// Tiles are drawn by several threads at the same time: nothing here changes after it was made.
/// Things too small to be seen at a tile's level are left out, so every tile takes about as long.
// Safe because: it has no state beyond what CATiledLayer guards.
final class TownLayer: CATiledLayer, @unchecked Sendable {
  static let side = 20_000.0

  /// Points from one street to the next, and from one avenue to the next.
  private static let block = 100.0
  private static let quarter = 500.0

  override class func fadeDuration() -> CFTimeInterval { 0.15 }

  override func draw(in context: CGContext) {
    let clip = context.boundingBoxOfClipPath
    let pixelsPerPoint = context.userSpaceToDeviceSpaceTransform.a
    context.setFillColor(color(0.94, 0.93, 0.89))
    context.fill(clip)
    if pixelsPerPoint > 0.2 { drawHouses(in: context, clip) }
    if pixelsPerPoint > 0.08 { drawStreets(in: context, clip, every: Self.block, width: 9) }
    drawParks(in: context, clip)
    drawRiver(in: context, clip)
    drawStreets(in: context, clip, every: Self.quarter, width: max(24, 1 / pixelsPerPoint))
  }

  private func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> CGColor {
    CGColor(srgbRed: red, green: green, blue: blue, alpha: 1)
  }

  /// A number in 0..<1 that a place has.
  private func chance(_ x: Double, _ y: Double, _ salt: UInt64) -> Double {
    var bits = UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
    bits ^= UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F &+ salt
    bits = (bits ^ (bits >> 31)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
  }

  /// Calls `body` for every square of a side that touches a rectangle.
  private func forEachSquare(_ side: Double, in clip: CGRect, _ body: (CGRect) -> Void) {
    for x in stride(from: (clip.minX / side).rounded(.down) * side, to: clip.maxX, by: side) {
      for y in stride(from: (clip.minY / side).rounded(.down) * side, to: clip.maxY, by: side) {
        body(CGRect(x: x, y: y, width: side, height: side))
      }
    }
  }

  private func isPark(_ quarter: CGRect) -> Bool { chance(quarter.minX, quarter.minY, 1) < 0.14 }

  private func drawParks(in context: CGContext, _ clip: CGRect) {
    context.setFillColor(color(0.76, 0.87, 0.69))
    forEachSquare(Self.quarter, in: clip) { if isPark($0) { context.fill($0) } }
  }

  private func drawHouses(in context: CGContext, _ clip: CGRect) {
    let roofs = [color(0.86, 0.82, 0.77), color(0.83, 0.77, 0.74), color(0.88, 0.84, 0.72)]
    forEachSquare(Self.block, in: clip) { block in
      for part in 0..<4 {
        let salt = UInt64(part) + 2
        let width = 18 + 20 * chance(block.minX, block.minY, salt)
        let height = 18 + 20 * chance(block.minX, block.minY, salt + 10)
        context.setFillColor(roofs[(part + Int(block.minX / Self.block)) % roofs.count])
        context.fill(
          CGRect(
            x: block.minX + (part % 2 == 0 ? 10 : 90 - width),
            y: block.minY + (part < 2 ? 10 : 90 - height),
            width: width,
            height: height
          )
        )
      }
    }
  }

  private func drawStreets(
    in context: CGContext,
    _ clip: CGRect,
    every distance: Double,
    width: Double
  ) {
    context.setFillColor(
      distance == Self.quarter ? color(0.99, 0.88, 0.55) : color(1, 1, 1)
    )
    func first(_ low: Double) -> Double { ((low - width) / distance).rounded(.down) * distance }
    for x in stride(from: first(clip.minX), to: clip.maxX + width, by: distance) {
      context.fill(CGRect(x: x - width / 2, y: clip.minY, width: width, height: clip.height))
    }
    for y in stride(from: first(clip.minY), to: clip.maxY + width, by: distance) {
      context.fill(CGRect(x: clip.minX, y: y - width / 2, width: clip.width, height: width))
    }
  }

  private func drawRiver(in context: CGContext, _ clip: CGRect) {
    func y(_ x: Double) -> Double { 10_200 + 3000 * sin(x / 3100) + 700 * sin(x / 810 + 1) }
    let step = max(40, clip.width / 128)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: clip.minX - 400, y: y(clip.minX - 400)))
    for x in stride(from: clip.minX - 400 + step, to: clip.maxX + 400 + step, by: step) {
      path.addLine(to: CGPoint(x: x, y: y(x)))
    }
    context.addPath(path)
    context.setLineWidth(320)
    context.setLineJoin(.round)
    context.setStrokeColor(color(0.62, 0.79, 0.91))
    context.strokePath()
  }
}
