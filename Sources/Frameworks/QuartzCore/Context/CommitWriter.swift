// Layers and animations as a commit has them.
// Licensed under the MIT license; see LICENSE.

import QuartzModel

/// Writes what changed of layers into commits.
///
/// To be used under the lock of layers.
final class CommitWriter {
  private let resources: CommitResources
  private var undrawable = UndrawableValues()

  init(_ resources: CommitResources) { self.resources = resources }

  /// Forgets what was reported of a layer.
  func forget(_ id: LayerID) { undrawable.forget(id) }

  /// Writes the pending changes of a layer, which are none afterwards.
  func write(_ layer: CALayer, to commit: inout Commit) {
    let link = layer.link
    layer.link.pending = []
    layer.link.dirty = PropertySet()
    layer.link.committed = PropertyBag()
    let isNew = link.pending.contains(.creation)
    if isNew {
      writeAll(of: layer, to: &commit)
    } else if link.pending.contains(.values) {
      writeChanges(of: layer, link.dirty, to: &commit)
    }
    let sublayers = layer.drawnSublayers
    let hasLayersBelow = !sublayers.isEmpty || layer.maskLayer != nil
    if isNew ? hasLayersBelow : link.pending.contains(.sublayers) {
      let mask = layer.maskLayer?.link.id ?? LayerID.none
      commit.sublayers.append(
        Commit.Sublayers(link.id, sublayers.map(\.link.id), mask: mask)
      )
    }
  }

  private func writeAll(of layer: CALayer, to commit: inout Commit) {
    let id = layer.link.id
    commit.created.append(Commit.Creation(id, type(of: layer).layerClass))
    resources.updateImage(of: layer)
    for row in CALayer.patternRows { resources.updatePattern(row, of: layer) }
    var values = layer.values
    if let image = layer.link.image { values[.contents] = .image(image) }
    for (row, pattern) in layer.link.patterns { values[row] = pattern.value }
    if let cells = resources.updateCells(of: layer) { values[.emitterCells] = cells }
    for row in CALayer.filterRows where layer.objects[row] != nil {
      values[row] = resources.updateFilters(row, of: layer)
    }
    layer.slowDown(&values)
    undrawable.check(values, of: layer, id)
    if !values.isEmpty { commit.changes.append(Commit.Change(id, values)) }
    for animation in layer.attachedAnimations { write(animation, of: layer, to: &commit) }
  }

  private func writeChanges(of layer: CALayer, _ dirty: PropertySet, to commit: inout Commit) {
    var dirty = dirty
    if dirty.contains(.contents), !resources.updateImage(of: layer) { dirty.remove(.contents) }
    for row in CALayer.patternRows where dirty.contains(row) {
      resources.updatePattern(row, of: layer)
    }
    let values = changedValues(layer, dirty)
    undrawable.check(values, of: layer, layer.link.id)
    if !values.isEmpty { commit.changes.append(Commit.Change(layer.link.id, values)) }
  }

  private func changedValues(_ layer: CALayer, _ dirty: PropertySet) -> PropertyBag {
    var values = PropertyBag()
    if PropertyTable.timeRows.contains(where: dirty.contains), layer.slowClockAbove != nil {
      var clock = layer.values
      layer.slowDown(&clock)
      for row in PropertyTable.clockRows { values[row] = clock.value(row) }
    }
    dirty.forEach { id in
      switch id {
      case .contents: values[id] = layer.link.image.map { .image($0) } ?? .null
      case .backgroundColor, .borderColor, .fillColor, .strokeColor:
        values[id] = layer.link.patterns[id]?.value ?? layer.values.value(id)
      case .emitterCells: values[id] = resources.updateCells(of: layer)
      case .filters, .backgroundFilters, .emitterBehaviors:
        values[id] = resources.updateFilters(id, of: layer)
      default: if values[id] == nil { values[id] = layer.values.value(id) }
      }
    }
    return values
  }

  // MARK: Animations

  /// Writes the changes of a layer's animations.
  func write(_ change: AnimationChanges.Change, of layer: CALayer, to commit: inout Commit) {
    switch change {
    case .add(let animation):
      // An animation that was replaced or removed since, or was sent with a new layer, is not
      // sent.
      guard !animation.isCommitted, animation.isAttached else { return }
      write(animation, of: layer, to: &commit)
    case .remove(let animation):
      commit.animations.append(.remove(layer.link.id, key: animation.key))
    }
  }

  private func write(
    _ animation: AttachedAnimation,
    of layer: CALayer,
    to commit: inout Commit
  ) {
    func report(_ problem: String) {
      let key = animation.name ?? "without a key"
      Diagnostics.report("animation \(key) of layer \(layer.label): \(problem)")
    }
    if !animation.isCommitted { check(animation.animation.beginTime, of: layer, animation.name) }
    do throws(AnimationProblem) {
      try animation.commit(
        of: type(of: layer).layerClass,
        at: layer.localTime(at: commit.time),
        declares: { layer.declares($0) || DerivedKey.isStructure($0) }
      ) { self.resources.images.use($0, for: "an animation of layer \(layer.label)") }
    } catch {
      report("\(error)")
    }
    for problem in animation.takeLeftOut() { report(problem) }
    // Properties that only the client knows are not sent to the server.
    if let state = animation.state?.withoutDeclaredProperties {
      // The new animation replaces one with the same key.
      if commit.animations.last == .remove(layer.link.id, key: animation.key) {
        commit.animations.removeLast()
      }
      commit.animations.append(.add(layer.link.id, key: animation.key, state))
      animation.isSent = true
    }
  }

  /// Reports a begin time taken from the machine's clock in a context that has another clock.
  private func check(_ beginTime: Double, of layer: CALayer, _ key: String?) {
    guard let context = layer.link.journal?.context, context.isForPictures,
      beginTime > context.currentTime,
      MonotonicClock.explains(beginTime)
    else { return }
    Diagnostics.report(
      "animation \(key ?? "without a key") of layer \(layer.label) begins at \(beginTime) s of the "
        + "machine's clock, the context is at \(context.currentTime) s: make the context before "
        + "CACurrentMediaTime() is called"
    )
  }
}
