// Siblings that are turned out of their superlayer's plane: in which order, and cut where.
// Licensed under the MIT license; see LICENSE.
//
// A sibling that is cut is drawn into a surface once; each of its pieces is a composite of that,
// masked by bytes that are 255 where a pixel's centre is in the piece. A centre is in exactly one
// of the two pieces on the sides of a cut, so nothing shows through between them.

import QuartzMath
import QuartzModel
import QuartzRaster

/// Siblings of which some are tilted, on their way to nodes.
///
/// A class, because an open node is looked at for each of its sublayers.
final class OpenPlanes {
  /// From back to front.
  let facets: [Facet]
  /// Index of the next facet.
  var next = 0
  /// By sibling; none for those that there was no room for.
  var nodes: [Int: NodeIndex] = [:]
  var pieces: [PlaneCuts.Piece] = []

  init(facets: [Facet]) {
    self.facets = facets
  }
}

extension NodePlacer {
  /// The matrix of a style among its siblings: its own, and that of its space.
  func siblingMatrix(_ style: Int32, _ space: SpaceIndex) -> Matrix4x4 {
    let matrix = styles[style].matrix(styles.matrices(of: style))
    return space != .none ? matrix * table.sublayerMatrices[space] : matrix
  }

  /// Whether a layer may lie out of its superlayer's plane.
  @inline(__always)
  func isTilted(_ style: Int32, _ space: SpaceIndex) -> Bool {
    if styles[style].pointee.hasTransform, !styles.matrices(of: style).transform.keepsLevels {
      return true
    }
    return space != .none && !table.sublayerMatrices[space].keepsLevels
  }

  /// Puts the sublayers from `start` on in `siblings`, of which some are tilted, in order.
  mutating func openPlanes(_ tree: LayerTree, from start: Int, parent: NodeIndex) -> OpenPlanes {
    let slot = table.nodes[parent].slot
    guard spendOnPlanes(siblings.count - start, of: slot) else { return OpenPlanes(facets: []) }
    var facets: [Facet] = []
    // Copies of a layer are as large as each other.
    var extents: [SIMD2<Int32>: Rect] = [:]
    for index in start..<siblings.count {
      let sibling = siblings[index]
      if styles[sibling.style].isShown {
        let matrix = siblingMatrix(sibling.style, sibling.placement.space)
        let key = SIMD2(sibling.slot, sibling.style)
        let rect = extents[key] ?? planeExtent(sibling.slot, sibling.style, tree, level: 0)
        if meter.isSpent { return OpenPlanes(facets: []) }
        extents[key] = rect
        if let facet = Facet(sibling: index - start, rect, matrix) {
          facets.append(facet)
          continue
        }
      }
      appendSkippedNode(sibling.slot, parent: parent)
    }
    let sorted = PlaneOrder.sorted(facets, meter, of: slot)
    return OpenPlanes(facets: meter.isSpent ? [] : sorted)
  }

  /// The most bytes that a plane takes on its way to its place in the order.
  private static let bytesOfPlane = 1024
  /// Bytes that nobody asks for.
  private static let bytesUnasked = 1 << 20

  /// Counts the planes of a space, and asks for their memory.
  private func spendOnPlanes(_ count: Int, of slot: Int32) -> Bool {
    let bytes = count * Self.bytesOfPlane
    if bytes > Self.bytesUnasked, !meter.ensure(bytes: bytes) { return false }
    return meter.spend(count * PlaneOrder.comparisonsOfPlane, of: .planes, for: slot)
  }

  /// Appends the sublayer of the next facet of an open node, or closes it.
  mutating func appendPlane(_ tree: LayerTree, _ last: Int) {
    guard let planes = openNodes[last].planes, planes.next < planes.facets.count else {
      let open = openNodes[last]
      close(open)
      if table.isLeaf(open.index) { return }
      table.cuts.append(open.planes?.pieces ?? [], of: open.index)
      table.nodes[open.index].flags.insert(.cutting)
      return
    }
    let open = openNodes[last]
    let facet = planes.facets[planes.next]
    openNodes[last].planes?.next += 1
    if let node = planes.nodes[facet.sibling] {
      // There was no room for it.
      if node == .none { return }
      openNodes[last].planes?.pieces.append(PlaneCuts.Piece(node: node, cuts: facet.cuts))
      return
    }
    let (sibling, node) = (siblings[open.start + facet.sibling], table.nodes.nextIndex)
    append(sibling, to: open, tree)
    let isThere = node.position < table.nodes.count
    openNodes[last].planes?.nodes[facet.sibling] = isThere ? node : .none
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
    guard meter.spend(PlaneOrder.comparisonsOfExtent, of: .planes, for: slot) else { return extent }
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

}

extension Matrix4x4 {
  /// Whether planes parallel to z = 0 stay so.
  fileprivate var keepsLevels: Bool {
    row1.z == 0 && row2.z == 0 && row1.w == 0 && row2.w == 0 && row4.w != 0
  }
}
