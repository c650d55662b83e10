// A layer's tree as one commit, to be drawn into a context.
// Licensed under the MIT license; see LICENSE.
//
// A layer above the root has the map from the root's coordinates to pixels as its
// sublayerTransform. Values are those of the layers, or of the presentations, and nothing moves.
// But some pictures are more than the values of a time: particles come from all values that their
// emitter had, and between two images both show. Such layers keep their animations.

import CoreGraphics
import QuartzMath
import QuartzModel

/// Makes the commit of one tree; used once.
struct TreeCapture {
  private let root: CALayer
  private let output: TileOutput
  private var commit = Commit(time: 0)
  private var images = ImageTable()
  private var patterns = PatternTable()
  private var undrawable = UndrawableValues()
  // The layer above the root is the first.
  private var count: UInt32 = 1
  private var stack: [(layer: CALayer, id: LayerID)] = []
  // The numbers of layers, and the portals, whose sources may come after them.
  private var numbers: [ObjectIdentifier: LayerID] = [:]
  private var portals: [(id: LayerID, source: CALayer)] = []

  /// - Parameters:
  ///   - root: A layer of the program's, or a presentation.
  ///   - transform: From the root's coordinates to pixels.
  ///   - output: The same, for layers of tiles.
  ///   - range: Whether images keep their light.
  init(
    of root: CALayer,
    under transform: Affine,
    _ output: TileOutput,
    _ range: OutputRange = .standard
  ) {
    self.root = root
    self.output = output
    images.keepsLight = range.isExtended
    let top = LayerID(count)
    var space = PropertyBag()
    space[.sublayerTransform] = .transform(
      Matrix4x4(CATransform3DMakeAffineTransform(CGAffineTransform(transform)))
    )
    if let above = root.presented?.parent?.clockInContext {
      space[.speed] = .number(above.speed)
      space[.timeOffset] = .number(above.timeOffset)
    }
    commit.created = [Commit.Creation(top, .layer)]
    commit.changes = [Commit.Change(top, space)]
    commit.sublayers = [Commit.Sublayers(top, [number(root)])]
    commit.root = top
  }

  /// Draws the patterns of the tree, and returns its commit.
  mutating func finish() -> Commit {
    while let (layer, id) = stack.popLast() {
      commit.created.append(Commit.Creation(id, type(of: layer).layerClass))
      var values = values(of: layer, id)
      addPatterns(of: layer, to: &values)
      undrawable.check(values, of: layer, id)
      if !values.isEmpty { commit.changes.append(Commit.Change(id, values)) }
      let tiles = (layer as? CATiledLayer)?.tileHostOfPicture(output)
      let sublayers = ((tiles.map { [$0] } ?? []) + (layer.sublayers ?? [])).map { number($0) }
      let mask = layer.mask.map { number($0) } ?? LayerID.none
      if sublayers.isEmpty && mask == .none { continue }
      commit.sublayers.append(Commit.Sublayers(id, sublayers, mask: mask))
    }
    for (id, source) in portals {
      guard let number = numbers[ObjectIdentifier(source)] else { continue }
      var values = PropertyBag()
      values[.portalSource] = .integer(Int64(number.rawValue))
      commit.changes.append(Commit.Change(id, values))
    }
    images.takeChanges(into: &commit)
    return commit
  }

  private mutating func number(_ layer: CALayer) -> LayerID {
    count += 1
    stack.append((layer, LayerID(count)))
    numbers[ObjectIdentifier(layer.presented ?? layer)] = LayerID(count)
    return LayerID(count)
  }

  private mutating func values(of layer: CALayer, _ id: LayerID) -> PropertyBag {
    var values = layer.values
    if let model = layer.presented {
      let (source, animations) = model.shownSource
      let isMoving = animations.contains { $0.state?.animates(.contents) == true }
      if layer is CAEmitterLayer || isMoving {
        values = source
        keep(animations, of: layer, id, &values)
      }
    }
    if let emitter = layer as? CAEmitterLayer {
      values[.emitterCells] = emitter.committedCells(&images).value
    }
    if let portal = layer as? CAPortalLayer {
      values[.portalSource] = nil
      if let source = portal.sourceLayer { portals.append((id, source)) }
    }
    if layer === root { placeAsRoot(&values) }
    // Clocks do not matter at model values.
    if root.presented == nil {
      for row in [PropertyID.speed, .timeOffset, .beginTime] { values[row] = nil }
    }
    if let image = images.use(contentsOf: layer) {
      values[.contents] = .image(image)
    }
    for row in CALayer.filterRows where layer.objects[row] != nil {
      values[row] = layer.committedFilters(row, &images).value
    }
    return values
  }

  private mutating func addPatterns(of layer: CALayer, to values: inout PropertyBag) {
    for row in CALayer.patternRows {
      if let style = patterns.undrawn(row, of: layer) {
        patterns.keep(style.drawnTile(), of: style)
      }
      if let pattern = patterns.use(row, of: layer, &images) { values[row] = pattern.value }
    }
  }

  /// Adds the animations of a presentation's layer, but those that place the root.
  private mutating func keep(
    _ animations: [AttachedAnimation],
    of presentation: CALayer,
    _ id: LayerID,
    _ values: inout PropertyBag
  ) {
    let isRoot = presentation === root
    if isRoot { for row in TreeCapture.placeRows { values[row] = presentation.values[row] } }
    // A closure that can be kept cannot change this value, so the table is lent to it.
    let lent = LentTable(images)
    images = ImageTable()
    defer { images = lent.table }
    for animation in animations {
      let state = animation.state(of: type(of: presentation).layerClass) { image in
        lent.table.use(image, for: "an animation of layer \(presentation.label)")
      }
      guard let state, !isRoot || !TreeCapture.placeRows.contains(where: state.animates) else {
        continue
      }
      commit.animations.append(.add(id, key: animation.key, state))
    }
  }

  /// The rows that place a layer in the one above: its rectangle, and what moves it from there.
  private static let placeRows: [PropertyID] = [.bounds, .anchorPoint, .position] + movingRows
  private static let movingRows: [PropertyID] = [
    .transform, .zPosition, .anchorPointZ, .geometryFlipped,
  ]

  /// Places the root so that its own coordinates are those of the layer above.
  private func placeAsRoot(_ values: inout PropertyBag) {
    let bounds = root.rect(.bounds).standardized
    let anchor = root.point(.anchorPoint)
    values[.position] = .point(
      Point(bounds.x + anchor.x * bounds.width, bounds.y + anchor.y * bounds.height)
    )
    for row in TreeCapture.movingRows { values[row] = nil }
  }
}

/// A table of images that a closure changes.
private final class LentTable {
  var table: ImageTable

  init(_ table: ImageTable) {
    self.table = table
  }
}
