// Siblings that are turned out of their superlayer's plane: in which order, and cut where.
// Licensed under the MIT license; see LICENSE.
//
// A sibling that is cut is drawn into a surface once; each of its pieces is a composite of that,
// masked by bytes that are 255 where a pixel's centre is in the piece. A centre is in exactly one
// of the two pieces on the sides of a cut, so nothing shows through between them.

import QuartzMath
import QuartzModel
import QuartzRaster

/// The pieces of the layers whose siblings cut through them.
struct PlaneCuts {
  /// The part of a layer that is drawn at one place of the order.
  struct Piece {
    var node: Int32
    /// In the superlayer's plane; empty for a whole layer.
    var cuts: [HalfPlane]
  }

  private(set) var pieces: ContiguousArray<Piece> = []
  /// The pieces of the sublayers of a node, from the back.
  private(set) var ranges: [Int32: Range<Int>] = [:]

  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
  }

  mutating func append(_ new: [Piece], of parent: Int32) {
    ranges[parent] = pieces.count..<(pieces.count + new.count)
    pieces.append(contentsOf: new)
  }
}

/// The picture of a layer that is cut.
struct CutSurface {
  /// Index of the surface.
  var source: Int32
  var frame: PixelRect
}

/// The surfaces of siblings that are cut, each drawn once for all of its pieces.
final class CutSurfaces {
  var ofNode: [Int32: CutSurface] = [:]
}

/// Siblings of which some are tilted, on their way to nodes.
///
/// A class, because an open node is looked at for each of its sublayers.
final class OpenPlanes {
  /// From back to front.
  let facets: [Facet]
  /// Index of the next facet.
  var next = 0
  /// By sibling; -1 for those that there was no room for.
  var nodes: [Int: Int32] = [:]
  var pieces: [PlaneCuts.Piece] = []

  init(facets: [Facet]) {
    self.facets = facets
  }
}

extension PlanBuilder {
  /// The matrix of a style among its siblings: its own, and that of its space.
  func siblingMatrix(_ style: Int32, _ space: Int32) -> Matrix4x4 {
    let matrix = styles[style].matrix(styles.matrices(of: style))
    return space >= 0 ? matrix * sublayerMatrices[Int(space)] : matrix
  }

  /// Whether a layer may lie out of its superlayer's plane.
  @inline(__always)
  func isTilted(_ style: Int32, _ space: Int32) -> Bool {
    if styles[style].pointee.hasTransform, !styles.matrices(of: style).transform.keepsLevels {
      return true
    }
    return space >= 0 && !sublayerMatrices[Int(space)].keepsLevels
  }

  /// Puts the sublayers from `start` on in `siblings`, of which some are tilted, in order.
  mutating func openPlanes(_ tree: LayerTree, from start: Int, parent: Int32) -> OpenPlanes {
    var facets: [Facet] = []
    // Copies of a layer are as large as each other.
    var extents: [SIMD2<Int32>: Rect] = [:]
    for index in start..<siblings.count {
      let sibling = siblings[index]
      if styles[sibling.style].isShown {
        let matrix = siblingMatrix(sibling.style, sibling.placement.space)
        let key = SIMD2(sibling.slot, sibling.style)
        let rect = extents[key] ?? planeExtent(sibling.slot, sibling.style, tree, level: 0)
        extents[key] = rect
        if let facet = Facet(sibling: index - start, rect, matrix) {
          facets.append(facet)
          continue
        }
      }
      appendSkippedNode(sibling.slot, parent: parent)
    }
    let sorted = PlaneOrder.sorted(facets, meter, of: nodes[Int(parent)].slot)
    return OpenPlanes(facets: meter.isSpent ? [] : sorted)
  }

  /// Appends the sublayer of the next facet of an open node, or closes it.
  mutating func appendPlane(_ tree: LayerTree, _ last: Int) {
    guard let planes = openNodes[last].planes, planes.next < planes.facets.count else {
      let open = openNodes[last]
      cuts.append(open.planes?.pieces ?? [], of: open.index)
      nodes[Int(open.index)].flags.insert(.cutting)
      return close(open)
    }
    let open = openNodes[last]
    let facet = planes.facets[planes.next]
    openNodes[last].planes?.next += 1
    if let node = planes.nodes[facet.sibling] {
      // There was no room for it.
      if node < 0 { return }
      openNodes[last].planes?.pieces.append(PlaneCuts.Piece(node: node, cuts: facet.cuts))
      return
    }
    let (sibling, node) = (siblings[open.start + facet.sibling], Int32(nodes.count))
    append(sibling, to: open, tree)
    let isThere = Int(node) < nodes.count
    openNodes[last].planes?.nodes[facet.sibling] = isThere ? node : -1
    guard isThere else { return }
    openNodes[last].planes?.pieces.append(PlaneCuts.Piece(node: node, cuts: facet.cuts))
  }

  /// The area that a layer and its sublayers may touch in the layer's plane.
  private func planeExtent(
    _ slot: Int32,
    _ styleIndex: Int32,
    _ tree: LayerTree,
    level: Int
  ) -> Rect {
    let style = styles[styleIndex]
    var extent = style.pointee.bounds
    if style.pointee.layerClass == .shape, let shape = shape(slot, styleIndex, tree) {
      extent = extent.union(shape.bounds(shape.parts))
    }
    if style.castsShadow {
      let margin = BlurExtent.outline(sigma: style.pointee.shadowDeviation)
      let offset = style.pointee.shadowOffset
      let shadow = Rect(
        extent.x + offset.width - margin,
        extent.y + offset.height - margin,
        extent.width + 2 * margin,
        extent.height + 2 * margin
      )
      extent = extent.union(shadow)
    }
    // Deeper layers hardly reach further, and the line cuts them all the same.
    guard !style.pointee.masksToBounds, level < 8 else { return extent }
    for child in tree.children[Int(slot)]
    where styles[child].isShown {
      var matrix = styles[child].matrix(styles.matrices(of: child))
      if style.pointee.hasSublayerTransform {
        matrix = matrix * style.sublayerMatrix(styles.matrices(of: styleIndex))
      }
      let inner = planeExtent(child, child, tree, level: level + 1)
      if let facet = Facet(sibling: 0, inner, matrix) {
        for corner in facet.corners
        where corner.x.isInCoordinateRange && corner.y.isInCoordinateRange {
          extent = extent.union(Rect(corner.x, corner.y, 0, 0))
        }
      }
    }
    return extent
  }

  // MARK: Drawing

  /// Emits the sublayers of a node that cut through each other.
  mutating func emitPieces(_ layer: DrawnLayer) {
    guard let range = cuts.ranges[layer.index] else { return }
    // The order, too, rests on where they are.
    var inner = layer.environment
    inner.invalidatesGrouping = true
    let environment = addEnvironment(inner)
    emitSteps.append(
      .pieces(range, parent: layer.index, environment: environment, surfaces: CutSurfaces())
    )
  }

  /// Emits the first of the pieces and leaves the others for later.
  mutating func emitFirst(
    _ pieces: Range<Int>,
    parent: Int32,
    in environment: Int32,
    _ surfaces: CutSurfaces,
    _ tree: LayerTree
  ) {
    guard let piece = pieces.first, !meter.isSpent else { return }
    let rest = pieces.dropFirst()
    if !rest.isEmpty {
      emitSteps.append(
        .pieces(rest, parent: parent, environment: environment, surfaces: surfaces)
      )
    }
    if cuts.pieces[piece].cuts.isEmpty {
      emit(cuts.pieces[piece].node, in: environment, tree)
    } else {
      emitCut(Int32(piece), parent: parent, in: environment, surfaces)
    }
  }

  private mutating func emitCut(
    _ piece: Int32,
    parent: Int32,
    in environment: Int32,
    _ surfaces: CutSurfaces
  ) {
    let node = cuts.pieces[Int(piece)].node
    if nodes[Int(node)].flags.contains(.skipped) { return }
    let inner = environments[Int(environment)]
    let slot = nodes[Int(node)].slot
    let known = surfaces.ofNode[node]
    let frame = known?.frame ?? touched(node, within: inner.scissor)
    guard !frame.isEmpty else { return }
    let mask = addSurface(
      SurfaceJob(node: node, content: .piece(piece)),
      frame: frame,
      reason: .maskShape,
      slot: slot,
      part: piece - Int32(cuts.ranges[parent]?.lowerBound ?? 0) + 1
    )
    let cut =
      known
      ?? CutSurface(
        source: addSurface(
          SurfaceJob(node: node, content: .whole),
          frame: frame,
          reason: .planeCut,
          slot: slot
        ),
        frame: frame
      )
    surfaces.ofNode[node] = cut
    emitComposite(
      cut.source,
      opacity: inner.opacity,
      clip: inner.clip,
      bounds: frame,
      slot: slot,
      mask: mask
    )
  }

  /// The pixels that a node with all below it can touch.
  private func touched(_ node: Int32, within scissor: PixelRect) -> PixelRect {
    if hasEffects { return extents[Int(node)].intersection(scissor) }
    return drawnRects(node, within: scissor, withFrame: true).union
  }

  /// Draws a piece of a layer's plane, in white.
  mutating func emitPiece(_ piece: Int32, _ environment: PlanEnvironment) {
    let frame = environment.scissor
    let node = cuts.pieces[Int(piece)].node
    let parent = nodes[Int(node)].parent
    guard parent >= 0, let inverse = nodes[Int(parent)].world.inverse, !frame.isEmpty else {
      return
    }
    // From the superlayer's plane to the pixels of the frame.
    let planes = cuts.pieces[Int(piece)].cuts.map { cut in
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
    let draw = Draw(.coverage, shape, environment, slot: nodes[Int(node)].slot)
    guard meter.spend(planes.count * key.height, of: .outlines, for: draw.slot) else { return }
    emitTexels(coverage(key, for: draw.slot), draw, at: frame, .one)
  }
}

extension Matrix4x4 {
  /// Whether planes parallel to z = 0 stay so.
  fileprivate var keepsLevels: Bool {
    row1.z == 0 && row2.z == 0 && row1.w == 0 && row2.w == 0 && row4.w != 0
  }
}
