// Pieces of planes: bytes that are 255 where a pixel's centre is in the piece.
// Licensed under the MIT license; see LICENSE.

import QuartzMath
import QuartzRaster

extension DrawWriter {
  /// Draws a piece of a layer's plane, in white.
  mutating func emitPiece(_ piece: Int32, _ environment: PlanEnvironment, _ tree: PlacedTree) {
    let frame = environment.scissor
    let node = tree.nodes.cuts.pieces[Int(piece)].node
    let parent = tree.nodes[node].parent
    guard parent != .none, let inverse = tree.nodes[parent].world.inverse, !frame.isEmpty else {
      return
    }
    // From the superlayer's plane to the pixels of the frame.
    let planes = tree.nodes.cuts.pieces[Int(piece)].cuts.map { cut in
      func value(_ row: SIMD3<Double>) -> Double { (row * cut.line).sum() }
      var line = SIMD3(value(inverse.row1), value(inverse.row2), value(inverse.row3))
      line.z += line.x * Double(frame.minX) + line.y * Double(frame.minY)
      return HalfPlane(line: line, isBehind: cut.isBehind)
    }
    let key = CoverageKey(
      outline: .halfPlanes(planes),
      width: Int(frame.width),
      height: Int(frame.height)
    )
    var shape = Shape()
    shape.bounds = frame
    let draw = Draw(.coverage, shape, environment, slot: tree.nodes[node].slot)
    guard meter.spend(planes.count * key.height, of: .outlines, for: draw.slot) else { return }
    emitTexels(coverage(key, for: draw.slot), draw, at: frame, .one)
  }
}
