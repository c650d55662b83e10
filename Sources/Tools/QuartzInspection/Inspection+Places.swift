// Where layers are on the output: outlines, the layer at a pixel, layers one above the other.
// Licensed under the MIT license; see LICENSE.

package import CoreGraphics
import QuartzMath
import QuartzModel
import QuartzPlan

/// The outline of a layer's bounds.
package struct LayerOutline: Encodable, Equatable {
  package var id: String
  package var name: String
  package var level: Int
  /// As in `InspectedLayer`.
  package var corners: [Double]
}

/// A layer's own picture in space.
package struct LayerSheet: Encodable, Equatable {
  package var id: String
  package var name: String
  package var level: Int
  /// The picture's size in pixels.
  package var width: Int
  package var height: Int
  /// The rows of the map from the picture's pixels to the frame's, for row vectors (x, y, 1).
  package var map: [Double]
  package var opacity: Double
}

/// The layers at a pixel.
package struct LayerHit: Encodable, Equatable {
  /// The layer whose pixel is seen; nil where none draws anything.
  package var id: String?
  package var name: String
  package var corners: [Double]?
  /// All layers that show something there, from front to back; only the first of them.
  package var all: [InspectedLayer.PathStep]
  /// The light of red, green and blue of the pixel, straight, in nits, where white has 203; nil
  /// outside of the output and for a clear pixel.
  package var nits: [Double]?
}

extension Inspection {
  /// The most outlines and sheets of an answer.
  private static let mostOutlines = 2000
  private static let mostSheets = 200
  /// The most layers at a pixel, and the most that are looked at for them.
  private static let mostHits = 32
  private static let mostCandidates = 256

  /// Returns the outlines of layers that show, from back to front.
  package func outlines() -> [LayerOutline] {
    let layers = placed
    var levels = ContiguousArray(repeating: 0, count: layers.count)
    var outlines: [LayerOutline] = []
    for (index, layer) in layers.enumerated() {
      if layer.parent >= 0 { levels[index] = levels[layer.parent] + 1 }
      guard outlines.count < Inspection.mostOutlines else { break }
      guard !layer.isSkipped, !layer.isOfMask, let corners = corners(of: layer) else { continue }
      outlines.append(
        LayerOutline(
          id: tree.ids[Int(layer.slot)].text,
          name: label(layer.slot),
          level: levels[index],
          corners: corners.map { ($0 * 100).rounded() / 100 }
        )
      )
    }
    return outlines
  }

  /// Returns where the pictures of layers that draw something lie, from back to front.
  package func sheets() -> [LayerSheet] {
    let layers = placed
    var levels = ContiguousArray(repeating: 0, count: layers.count)
    var sheets: [LayerSheet] = []
    for (index, layer) in layers.enumerated() {
      if layer.parent >= 0 { levels[index] = levels[layer.parent] + 1 }
      guard sheets.count < Inspection.mostSheets else { break }
      guard !layer.isSkipped, !layer.isOfMask, layer.draws,
        let scene = try? pictures.scene(index, layers, of: renderer, hasSublayers: false)
      else { continue }
      let size = scene.renderer.configuration
      scene.renderer.close()
      let place = scene.place
      let rows = [place.row1, place.row2, place.row3]
      sheets.append(
        LayerSheet(
          id: tree.ids[Int(layer.slot)].text,
          name: label(layer.slot),
          level: levels[index],
          width: size.width,
          height: size.height,
          map: rows.flatMap { [$0.x, $0.y, $0.z] },
          opacity: tree.shownValue(.opacity, of: layer.slot).number ?? 1
        )
      )
    }
    return sheets
  }

  /// Returns the picture of a layer by itself.
  ///
  /// - Parameter hasSublayers: Whether the layers below it show as well.
  package func picture(_ id: String, hasSublayers: Bool) throws -> CGImage {
    let slot = try slot(id)
    let layers = placed
    guard let index = layers.firstIndex(where: { $0.slot == slot && !$0.isSkipped }) else {
      throw InspectionError.noPicture("the layer does not show now")
    }
    let (image, _) = try pictures.image(
      index,
      layers,
      of: renderer,
      hasSublayers: hasSublayers
    )
    return image
  }

  // MARK: Hits

  /// Returns the layers that show something at a place of the frame.
  ///
  /// - Parameters:
  ///   - x: In pixels of the output, from the left.
  ///   - y: From the top.
  package func hit(x: Double, y: Double) -> LayerHit {
    let layers = placed
    let (x, y) = (x.rounded(.down) + 0.5, y.rounded(.down) + 0.5)
    var hit = LayerHit(id: nil, name: "", corners: nil, all: [])
    var candidates = 0
    for index in layers.indices.reversed() where layers[index].pixels.contains(x, y) {
      candidates += 1
      if candidates > Inspection.mostCandidates { break }
      guard isSeen(index, layers, x, y) else { continue }
      let layer = layers[index]
      let step = InspectedLayer.PathStep(
        id: tree.ids[Int(layer.slot)].text,
        name: label(layer.slot)
      )
      if hit.id == nil {
        hit = LayerHit(id: step.id, name: step.name, corners: corners(of: layer), all: [])
      }
      hit.all.append(step)
      if hit.all.count == Inspection.mostHits { break }
    }
    hit.nits = nits(x: x, y: y)
    return hit
  }

  /// The light of a pixel, with two decimals.
  private func nits(x: Double, y: Double) -> [Double]? {
    guard let column = Int32(exactly: x.rounded(.down)), let row = Int32(exactly: y.rounded(.down)),
      let light = try? renderer.light(x: column, y: row)
    else { return nil }
    return [light.x, light.y, light.z].map {
      ($0 * ReferenceWhiteCurve.whiteNits * 100).rounded() / 100
    }
  }

  /// Whether a layer's own parts show at a pixel, through all clips and masks above it.
  private func isSeen(
    _ index: Int,
    _ layers: ContiguousArray<PlacedLayer>,
    _ x: Double,
    _ y: Double
  ) -> Bool {
    let layer = layers[index]
    guard layer.draws, !layer.isSkipped, !layer.isOfMask,
      tree.shownValue(.opacity, of: layer.slot).number ?? 1 > 0,
      pictures.isSeen(
        index,
        layers,
        of: renderer,
        frame: frameNumber,
        hasSublayers: false,
        at: Point(x, y)
      )
    else { return false }
    var above = layer.parent
    var node = index
    while node >= 0 {
      if layers[node].mask >= 0, !maskShows(layers[node].mask, layers, x, y) { return false }
      if above >= 0 {
        if layers[above].clips, !boundsContain(layers[above], x, y) { return false }
        if tree.shownValue(.opacity, of: layers[above].slot).number ?? 1 <= 0 { return false }
      }
      node = above
      above = node >= 0 ? layers[node].parent : -1
    }
    return true
  }

  private func maskShows(
    _ mask: Int,
    _ layers: ContiguousArray<PlacedLayer>,
    _ x: Double,
    _ y: Double
  ) -> Bool {
    pictures.isSeen(
      mask,
      layers,
      of: renderer,
      frame: frameNumber,
      hasSublayers: true,
      at: Point(x, y)
    )
  }

  /// Whether a pixel lies in a layer's bounds, without its rounded corners.
  private func boundsContain(_ layer: PlacedLayer, _ x: Double, _ y: Double) -> Bool {
    guard let inverse = layer.world.inverse,
      let bounds = tree.shownValue(.bounds, of: layer.slot).rect
    else { return false }
    let point = inverse.transform(x, y)
    let (column, row) = (point.x / point.z - bounds.x, point.y / point.z - bounds.y)
    guard column >= 0, row >= 0, column < bounds.width, row < bounds.height else { return false }
    let radius = tree.shownValue(.cornerRadius, of: layer.slot).number ?? 0
    let most = min(radius, bounds.width / 2, bounds.height / 2)
    guard most > 0 else { return true }
    let dx = max(most - column, column - (bounds.width - most), 0)
    let dy = max(most - row, row - (bounds.height - most), 0)
    return dx * dx + dy * dy <= most * most
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Double, _ y: Double) -> Bool {
    x >= Double(minX) && y >= Double(minY) && x < Double(maxX) && y < Double(maxY)
  }
}
