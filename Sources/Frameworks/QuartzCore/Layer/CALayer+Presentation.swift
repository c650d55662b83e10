// The current presentation of a layer.
// Licensed under the MIT license; see LICENSE.
//
// The server evaluates the values at a time with `LayerTree.evaluate`. This file does the same: it
// makes a tree of the layer and the clocks of its superlayers, as they were committed, and
// evaluates it. A change since the last commit is not on the screen yet: values are those of the
// commit, animations that were added do not count, and those that were removed still do.

import CoreGraphics
import Foundation
import QuartzFilters
import QuartzModel

extension CALayer {
  /// - Parameter time: The time of the context's clock; nil is now.
  final func makePresentation(at time: Double? = nil) -> Self? {
    if presented != nil { return self }
    guard isShown, let time = time ?? link.journal?.context?.currentTime else { return nil }
    let copy = copyForPresentation()
    LayerLock.lock()
    defer { LayerLock.unlock() }
    copy.presented = self
    for (name, value) in declaredValues(at: time) { copy.customValues[name] = value }
    let shown = shownValues(at: time, shownAnimations)
    for row in PropertyTable.all where shown[row.id] != copy.values[row.id] {
      guard let value = shown[row.id] else { continue }
      if row.id == .contents {
        copy.objects[row.id] = bridgedValue(value, of: row.id)
      } else {
        copy.values[row.id] = value
        copy.objects[row.id] = value.filters.map { filterObjects(row.id, showing: $0) }
      }
    }
    return copy
  }

  /// Returns the value of a property that the layer shows now; NSNull for no colour or image.
  final func shownValue(_ id: PropertyID) -> Any {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let isAnimated = attachedAnimations.contains { $0.state?.animates(id) == true }
    if isAnimated { return bridgedValue(shownValues().value(id), of: id) ?? NSNull() }
    if id == .contents { return link.image.flatMap { link.journal?.images.object($0) } ?? NSNull() }
    if let committed = link.committed[id] { return bridgedValue(committed, of: id) ?? NSNull() }
    return objects[id] ?? bridgedValue(values.value(id), of: id) ?? NSNull()
  }

  /// Returns the value that a filter's input shows now; nil if there is no such filter.
  final func shownValue(_ target: FilterTarget) -> Any? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let row = target.property
    let isAnimated = attachedAnimations.contains { $0.state?.animates(row) == true }
    let shown =
      isAnimated ? shownValues().value(row) : link.committed[row] ?? values.value(row)
    guard let filters = shown.filters?.filters, let index = target.index(in: filters) else {
      return nil
    }
    if target.input == FilterTarget.enabledKey { return NSNumber(value: filters[index].isEnabled) }
    return filters[index].inputValue(of: target.input)?.object
  }

  private final func bridgedValue(_ value: PropertyValue, of id: PropertyID) -> Any? {
    value.bridged(PropertyTable[id].type) { link.journal?.images.image($0) }
  }

  /// The values of the last commit, with contents.
  private final var committedValues: PropertyBag {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var bag = values
    link.committed.forEach { id, value in bag[id] = value }
    bag[.contents] = link.image.map { .image($0) } ?? .null
    return bag
  }

  /// The animations that the output shows, in the order in which they were added: those of the last
  /// commit.
  private final var shownAnimations: [AttachedAnimation] {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    // The images that a removed one shows are gone.
    return animations(after: withdrawnAnimations.filter(\.images.isEmpty))
  }

  /// The animations that were removed since the last commit.
  private final var withdrawnAnimations: [AttachedAnimation] {
    link.journal?.withdrawnAnimations(of: self) ?? []
  }

  /// The attached animations and others, in the order in which they were added.
  private final func animations(after others: [AttachedAnimation]) -> [AttachedAnimation] {
    guard !others.isEmpty else { return attachedAnimations }
    return (others + attachedAnimations).sorted { $0.number < $1.number }
  }

  /// The values that were committed, and the animations that the output evaluates with them.
  final var shownSource: (values: PropertyBag, animations: [AttachedAnimation]) {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var values = committedValues
    values[.contents] = nil
    slowDown(&values)
    let over = link.journal?.overAnimations(of: self) ?? []
    return (values, animations(after: withdrawnAnimations + over))
  }

  /// Returns the animated values of the properties that the layer's class declares, by their names.
  private final func declaredValues(at time: Double) -> [String: Any] {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    var values: [String: PropertyValue] = [:]
    let localTime = localTime(at: time)
    for attached in shownAnimations where !attached.declaredProperties.isEmpty {
      guard let state = attached.state else { continue }
      let track = AnimationTrack(key: attached.key, state: state)
      for name in attached.declaredProperties {
        let own = customValue(name).flatMap { PropertyValue(untyped: $0, images: { _ in nil }) }
        guard let base = values[name] ?? own,
          let value = track.value(ofDeclared: name, at: localTime, base: base)
        else { continue }
        values[name] = value
      }
    }
    // The type matters only for names, which do not animate.
    return values.compactMapValues { value in value.bridged(.number) { _ in nil } }
  }

  /// Whether an animation moves a property that the layer's drawing depends on.
  final var drawsAnimations: Bool {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    return isSubclass && attachedAnimations.contains { $0.isCommitted && changesDrawing($0) }
  }

  /// Whether an animation moves a property that the layer's drawing depends on.
  final func changesDrawing(_ attached: AttachedAnimation) -> Bool {
    guard attached.isCommitted else {
      return attached.animation.animatedKeys.contains(where: type(of: self).needsDisplay)
    }
    // Evaluated for all animations in every frame, so the class's answer for a key is cached.
    if let known = attached.changesDrawing { return known }
    let changes = attached.moves(type(of: self).needsDisplay)
    attached.changesDrawing = changes
    return changes
  }

  /// Draws the state that the layer shows at a time of the context's clock, with a presentation
  /// layer.
  final func drawPresentation(at time: Double) {
    guard let copy = makePresentation(at: time) else { return }
    withFonts { copy.display() }
    storeContents(copy.objects[.contents])
  }

  /// Returns all values that the layer shows at a time of the context's clock; nil is now.
  ///
  /// - Parameter animations: Those that count; nil for the attached ones.
  private final func shownValues(
    at time: Double? = nil,
    _ animations: [AttachedAnimation]? = nil
  ) -> PropertyBag {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    let committed = committedValues
    let states = (animations ?? attachedAnimations).compactMap { animation in
      animation.state?.withoutDeclaredProperties.map { (key: animation.key, state: $0) }
    }
    guard !states.isEmpty, let time = time ?? link.journal?.context?.currentTime else {
      return committed
    }
    var commit = Commit(time: time)
    let layer = LayerID(1)
    commit.created = [Commit.Creation(layer, type(of: self).layerClass)]
    var own = committed
    slowDown(&own)
    commit.changes = [Commit.Change(layer, own)]
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
    var values = tree.presentationValues(of: slot)
    // Slow animations are visible, but change no value.
    for row in PropertyTable.clockRows { values[row] = committed[row] }
    return values
  }

  /// Adds the superlayers that have clocks of their own to a tree of one layer.
  private final func writeClocks(to commit: inout Commit, above layer: LayerID) {
    var below = layer
    var ancestor = parent
    while let node = ancestor {
      var values = node.committedValues
      node.slowDown(&values)
      if values.hasClock {
        let id = LayerID(below.rawValue + 1)
        var clock = PropertyBag()
        values.forEach { row, value in
          if PropertyTable.damage(row).contains(.time) { clock[row] = value }
        }
        commit.created.append(Commit.Creation(id, .layer))
        commit.changes.append(Commit.Change(id, clock))
        commit.sublayers.append(Commit.Sublayers(id, [below]))
        below = id
      }
      ancestor = node.parent
    }
  }
}
