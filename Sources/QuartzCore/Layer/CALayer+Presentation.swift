// What a layer shows now.
// Licensed under the MIT license; see LICENSE.
//
// The server works out the values at a time with `LayerTree.evaluate`. So does this file: it makes a
// tree of the layer and the clocks of its superlayers, as they were committed, and evaluates that.

import CoreGraphics
import Foundation
import QuartzModel

extension CALayer {
  final func makePresentation() -> Self? {
    if presented != nil { return self }
    guard isShown else { return nil }
    let copy = type(of: self).init(layer: self)
    copy.presented = self
    let shown = shownValues()
    for row in PropertyTable.all where shown[row.id] != copy.values[row.id] {
      guard let value = shown[row.id] else { continue }
      if row.id == .contents {
        copy.objects[row.id] = bridgedValue(value, of: row.id)
      } else {
        copy.values[row.id] = value
        copy.objects[row.id] = nil
      }
    }
    return copy
  }

  /// What the layer shows of a property now; NSNull where it has no colour or image.
  final func shownValue(_ id: PropertyID) -> Any {
    let isAnimated = attachedAnimations.contains { $0.state?.animates(id) == true }
    if isAnimated { return bridgedValue(shownValues().value(id), of: id) ?? NSNull() }
    if id == .contents { return link.image.flatMap { link.journal?.images.image($0) } ?? NSNull() }
    if let committed = link.committed[id] { return bridgedValue(committed, of: id) ?? NSNull() }
    return objects[id] ?? bridgedValue(values.value(id), of: id) ?? NSNull()
  }

  private final func bridgedValue(_ value: PropertyValue, of id: PropertyID) -> Any? {
    value.bridged(PropertyTable[id].type) { link.journal?.images.image($0) }
  }

  /// The values as they were committed last, contents too.
  private final var committedValues: PropertyBag {
    var bag = values
    link.committed.forEach { id, value in bag[id] = value }
    bag[.contents] = link.image.map { .image($0) } ?? .null
    return bag
  }

  /// All values that the layer shows now.
  private final func shownValues() -> PropertyBag {
    let committed = committedValues
    let states = attachedAnimations.compactMap { animation in
      animation.state.map { (key: animation.key, state: $0) }
    }
    guard !states.isEmpty, let time = link.journal?.context?.currentTime else { return committed }
    var commit = Commit(time: time)
    let layer = LayerID(1)
    commit.created = [Commit.Creation(layer, type(of: self).layerClass)]
    commit.changes = [Commit.Change(layer, committed)]
    if let image = link.image, let pixels = link.journal?.images.pixels(image) {
      commit.createdImages = [Commit.ImageCreation(image, pixels)]
    }
    for (key, state) in states { commit.animations.append(.add(layer, key: key, state)) }
    writeClocks(to: &commit, above: layer)
    var tree = LayerTree()
    guard (try? tree.apply(commit)) != nil, let slot = tree.slot(of: layer) else {
      return committed
    }
    tree.evaluate(at: time)
    return tree.presentationValues(of: slot)
  }

  /// Adds those superlayers to a tree of one layer that have clocks of their own.
  private final func writeClocks(to commit: inout Commit, above layer: LayerID) {
    var below = layer
    var ancestor = parent
    while let node = ancestor {
      let values = node.committedValues
      if values.hasClock {
        let id = LayerID(below.rawValue + 1)
        var clock = PropertyBag()
        for row in [PropertyID.beginTime, .timeOffset, .speed] { clock[row] = values[row] }
        commit.created.append(Commit.Creation(id, .layer))
        commit.changes.append(Commit.Change(id, clock))
        commit.sublayers.append(Commit.Sublayers(id, [below]))
        below = id
      }
      ancestor = node.parent
    }
  }
}
