// Layers without a plane of their own, and layers that show their sublayers several times.
// Licensed under the MIT license; see LICENSE.
//
// The sublayers of a layer share its space. The sublayers of a transform layer are moved by its
// matrices and then count as its siblings; all layers of one space are sorted and cut in one list.
// A replicator gives each of its sublayers one placement for each instance. So three values lie
// between a layer and the plane it is drawn into: a matrix (`NodePlacement.space`), an opacity, and
// the instance, which has a colour and a time.

import QuartzMath
import QuartzModel

/// The styles of layers in instances whose animations run later, as of this plan.
struct DelayedStyles {
  private struct Key: Hashable {
    var slot: Int32
    var delay: Double
  }

  private var indexes: [Key: Int32] = [:]
  /// How many styles there are, those of earlier frames among them.
  private var count: Int32 = 0
  /// The values of styles that are no slot's.
  private(set) var values: [Int32: PropertyBag] = [:]
  /// The tree at other times.
  private var tree: LayerTree?

  mutating func removeAll() {
    guard count > 0 else { return }
    goOn()
    values.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Begins a frame in which nodes keep the styles of earlier ones.
  mutating func goOn() {
    indexes.removeAll(keepingCapacity: true)
    tree = nil
  }

  /// The index of a layer's style some seconds ago.
  mutating func style(
    of slot: Int32,
    _ delay: Double,
    _ tree: LayerTree,
    _ styles: LayerStyleColumn
  ) -> Int32 {
    let key = Key(slot: slot, delay: delay)
    if let known = indexes[key] { return known }
    let index = Int32(tree.ids.count) + count
    count += 1
    var other = self.tree ?? tree
    // Taken out while it changes, so that it is not copied.
    self.tree = nil
    other.evaluate(slot, at: tree.time - delay)
    styles.read(index, from: slot, of: other)
    values[index] = other.presentationValues(of: slot)
    self.tree = other
    indexes[key] = index
    return index
  }
}

/// A layer whose space is being listed, or one in it that shares it.
struct OpenSpace {
  var slot: Int32
  var level: Int
  /// That of its sublayers; of a replicator's, in the instance that it has come to.
  var placement: NodePlacement
  /// The next of its sublayers.
  var child = 0
  /// Whether it is a replicator's, whose instances are then the last of `openReplicators`.
  var hasInstances = false
}

/// How far the instances of an open replicator are.
struct OpenReplicator {
  var replication: Replication
  /// Where the replicator's sublayers are but for the instances.
  var placement: NodePlacement
  /// The matrix of the next instance, and its number.
  var matrix = Matrix4x4.identity
  var next = 0
}

extension PlanInstance {
  /// An instance within this one.
  ///
  /// - Parameters:
  ///   - color: Straight red, green and blue that its colours are multiplied by.
  ///   - delay: How much later than this one's its animations run.
  @inline(__always)
  func instance(_ color: SIMD4<Double>, delay: Double) -> PlanInstance {
    PlanInstance(tint: tint * SIMD3(color.x, color.y, color.z), delay: self.delay + delay)
  }

  /// A colour as the instance shows it; its alpha is the opacity of the instance's layers.
  ///
  /// The colour is brought within the limit of its layer before it is multiplied.
  func tinted(_ color: Color, _ light: LightLimit) -> Color {
    let color = light.isExtended || color.headroom > 1 ? light.mapped(color) : color
    return Color(
      color.red * tint.x,
      color.green * tint.y,
      color.blue * tint.z,
      color.alpha,
      headroom: color.headroom
    )
  }
}

extension NodePlacer {
  /// Instances are made as long as a plan has no more layers than this, each of its instances
  /// counted; the others are not drawn.
  static let usualInstances = 1 << 17

  /// Whether there is room for another layer of an instance.
  var allowsMoreInstances: Bool { table.layerCount + siblings.count < mostInstances }

  /// The value of a row of a layer, or of an instance of it at another time.
  func value(
    _ id: PropertyID,
    _ slot: Int32,
    _ style: Int32,
    _ tree: LayerTree
  ) -> PropertyValue {
    style == slot
      ? tree.value(id, of: slot)
      : delayed.values[style]?.value(id) ?? PropertyTable[id].defaultValue
  }

  /// Lists the layers in a layer's space, once for each instance.
  mutating func collect(in superlayer: Superlayer, _ tree: LayerTree) {
    openSpaces.removeAll(keepingCapacity: true)
    openReplicators.removeAll(keepingCapacity: true)
    openSpace(of: superlayer, tree)
    while let last = openSpaces.indices.last { collectSublayers(last, superlayer.node, tree) }
  }

  /// Opens the layers in a layer's space.
  private mutating func openSpace(of layer: Superlayer, _ tree: LayerTree) {
    var space = OpenSpace(slot: layer.slot, level: layer.level, placement: layer.placement)
    let isReplicator = styles[layer.style].pointee.layerClass == .replicator
    if isReplicator {
      space.hasInstances = true
      openReplicators.append(
        OpenReplicator(
          replication: replication(tree, layer.slot, layer.style),
          placement: layer.placement
        )
      )
    }
    openSpaces.append(space)
    if isReplicator { goOn(openSpaces.count - 1) }
  }

  /// Goes on to the next instance of an open space of which something shows; closes it after the
  /// last.
  private mutating func goOn(_ last: Int) {
    guard openSpaces[last].hasInstances, var open = openReplicators.popLast() else {
      openSpaces.removeLast()
      return
    }
    let replication = open.replication
    let outer = outerInstance(open.placement)
    while open.next < min(replication.count, mostInstances),
      table.instances.count < mostInstances,
      allowsMoreInstances, open.matrix.isInCoordinateRange, !meter.isSpent
    {
      let (index, matrix) = (open.next, open.matrix)
      let color = replication.color(index)
      var inner = open.placement
      inner.opacity *= color.w
      inner.instance = table.instances.nextIndex
      inner.space =
        replication.isTranslation
        ? addTranslation(index == 0 ? matrix.row4 : replication.centred(matrix.row4), inner.space)
        : addSpace(replication.centred(matrix), inner.space)
      table.instances.append(outer.instance(color, delay: replication.delay * Double(index)))
      open.matrix = replication.next(matrix)
      open.next += 1
      guard inner.opacity > 0 else { continue }
      openReplicators.append(open)
      openSpaces[last].placement = inner
      openSpaces[last].child = 0
      return
    }
    openSpaces.removeLast()
  }

  /// The instances of a replicator, whose style it is.
  func replication(_ tree: LayerTree, _ slot: Int32, _ style: Int32) -> Replication {
    let factor = tree.clock(of: slot).factor
    let light = LightLimit(styles[style].pointee.light, on: output.range)
    return Replication(styles[style].pointee.bounds, factor, light) {
      value($0, slot, style, tree)
    }
  }

  /// The instance that a placement is in.
  func outerInstance(_ placement: NodePlacement) -> PlanInstance {
    placement.instance != .none
      ? table.instances[placement.instance] : PlanInstance(tint: .one, delay: 0)
  }

  /// Lists the sublayers of an open space, up to one that shares the space with its own.
  private mutating func collectSublayers(_ last: Int, _ parent: NodeIndex, _ tree: LayerTree) {
    let (placement, level) = (openSpaces[last].placement, openSpaces[last].level)
    let slot = Int(openSpaces[last].slot)
    for index in openSpaces[last].child..<tree.children[slot].count {
      let child = tree.children[slot][index]
      if isHiddenByPortal(child) {
        appendSkippedNode(child, parent: parent)
        continue
      }
      let style = self.style(of: child, placement.instance, tree)
      guard keepsDepth(child, style, tree) else {
        let depth = depth(style, space: placement.space)
        siblings.append(Sibling(slot: child, style: style, placement: placement, depth: depth))
        continue
      }
      // It is known, so that the plan is rebuilt once it changes.
      appendSkippedNode(child, parent: parent)
      guard styles[style].isShown else { continue }
      guard level < tree.limits.depth else {
        table.layersTooDeep += 1
        continue
      }
      var inner = placement
      inner.opacity *= styles[style].pointee.opacity
      inner.space = addSpace(styles[style].matrix(styles.matrices(of: style)), placement.space)
      if styles[style].pointee.isGeometryFlipped { inner.isTurned.toggle() }
      if styles[style].pointee.hasSublayerTransform {
        let matrix = styles[style].sublayerMatrix(styles.matrices(of: style))
        inner.space = addSpace(matrix, inner.space)
      }
      openSpaces[last].child = index + 1
      let layer = Superlayer(
        node: parent,
        slot: child,
        style: style,
        placement: inner,
        level: level + 1
      )
      return openSpace(of: layer, tree)
    }
    goOn(last)
  }

  /// Whether a layer's sublayers lie in the space that it lies in itself.
  func keepsDepth(_ slot: Int32, _ style: Int32, _ tree: LayerTree) -> Bool {
    switch styles[style].pointee.layerClass {
    case .transform: true
    case .replicator: value(.preservesDepth, slot, style, tree).bool ?? false
    case .layer, .shape, .gradient, .emitter, .text, .scroll, .tiled, .backdrop, .portal: false
    }
  }

  /// The index of a layer's style in an instance, or outside of all.
  mutating func style(of slot: Int32, _ instance: InstanceIndex, _ tree: LayerTree) -> Int32 {
    guard instance != .none, table.instances[instance].delay != 0,
      tree.isAnimated(slot) || tree.hasActiveTime(slot)
    else { return slot }
    return delayed.style(of: slot, table.instances[instance].delay, tree, styles)
  }

  /// The index of a matrix before a space.
  private mutating func addSpace(_ matrix: Matrix4x4, _ space: SpaceIndex) -> SpaceIndex {
    if matrix.isIdentity { return space }
    return table.sublayerMatrices.add(
      space != .none ? matrix * table.sublayerMatrices[space] : matrix
    )
  }

  /// The index of a translation before a space, of which `row` is the fourth row.
  private mutating func addTranslation(_ row: SIMD4<Double>, _ space: SpaceIndex) -> SpaceIndex {
    if row == SIMD4(0, 0, 0, 1) { return space }
    var matrix = space != .none ? table.sublayerMatrices[space] : .identity
    matrix.row4 = matrix.transform(row)
    return table.sublayerMatrices.add(matrix)
  }
}

/// The instances of a replicator.
struct Replication {
  let count: Int
  /// Seconds of the context's clock from instance to instance.
  let delay: Double
  /// From instance to instance, about the middle.
  let step: Matrix4x4
  let isTranslation: Bool
  private let middle: Point
  private let first: SIMD4<Double>
  private let offset: SIMD4<Double>
  /// The largest component of red, green and blue: 1, or the light of the layer, encoded.
  private let top: Double

  /// - Parameters:
  ///   - bounds: Those of the layer.
  ///   - factor: Seconds of the layer's clock in one of the context's.
  ///   - light: The light that the layer may show.
  fileprivate init(
    _ bounds: Rect,
    _ factor: Double,
    _ light: LightLimit,
    _ value: (PropertyID) -> PropertyValue
  ) {
    func number(_ id: PropertyID) -> Double { value(id).finiteNumber ?? 0 }
    count = Int(clamping: max(value(.instanceCount).integer ?? 1, 0))
    delay = factor == 0 ? 0 : number(.instanceDelay) / factor
    step = value(.instanceTransform).transform ?? .identity
    isTranslation = step.isTranslation
    middle = Point(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2)
    var color = value(.instanceColor).finiteColor ?? .white
    if light.isExtended || color.headroom > 1 { color = light.mapped(color) }
    top = light.top
    first = SIMD4(color.red, color.green, color.blue, color.alpha)
    offset = SIMD4(
      number(.instanceRedOffset),
      number(.instanceGreenOffset),
      number(.instanceBlueOffset),
      number(.instanceAlphaOffset)
    )
  }

  /// Whether the instances are only moved, and none up or down.
  var staysInPlane: Bool { isTranslation && step.row4.z == 0 }

  /// The step of a translation's last row from instance to instance.
  var moveStep: SIMD4<Double> { SIMD4(step.row4.x, step.row4.y, step.row4.z, 0) }

  // Inlined, because a call would copy all of this first.

  /// Straight red, green, blue and alpha that the colours of an instance are multiplied by.
  @inline(__always)
  func color(_ index: Int) -> SIMD4<Double> {
    let color = first + offset * Double(index)
    // Number by number: the library's way takes twice as long.
    return SIMD4(
      min(max(color.x, 0), top),
      min(max(color.y, 0), top),
      min(max(color.z, 0), top),
      min(max(color.w, 0), 1)
    )
  }

  /// The matrix of the instance after one with this matrix.
  func next(_ matrix: Matrix4x4) -> Matrix4x4 {
    guard isTranslation else { return matrix * step }
    var next = matrix
    next.row4 += moveStep
    return next
  }

  /// A matrix about the middle of the bounds: moved there and back, row by row.
  func centred(_ matrix: Matrix4x4) -> Matrix4x4 {
    if matrix.isIdentity { return matrix }
    let middle = SIMD4(middle.x, middle.y, 0, 0)
    var moved = matrix
    moved.row4 += matrix.row1 * -middle.x + matrix.row2 * -middle.y
    moved.row1 += middle * moved.row1.w
    moved.row2 += middle * moved.row2.w
    moved.row3 += middle * moved.row3.w
    moved.row4 += middle * moved.row4.w
    return moved
  }

  /// The fourth row of a translation about the middle of the bounds.
  ///
  /// It is the same one, but for the rounding that other matrices have.
  @inline(__always)
  func centred(_ row: SIMD4<Double>) -> SIMD4<Double> {
    let middle = SIMD4(middle.x, middle.y, 0, 0)
    return row - middle + middle
  }
}
