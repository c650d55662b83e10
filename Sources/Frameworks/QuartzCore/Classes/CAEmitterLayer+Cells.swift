// The cells of an emitter layer: key paths, actions, shown values.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel

extension CAEmitterLayer {
  final func setCells(_ cells: [CAEmitterCell]?) {
    set(.emitterCells, CAEmitterLayer.value(of: cells), object: cells)
  }

  /// Returns the value of the row of cells; their images are found when they are committed.
  static func value(of cells: [CAEmitterCell]?) -> PropertyValue {
    cells.map { .cells(FlatCells($0).box { _ in nil }) } ?? .null
  }

  /// Sets a property of a cell, with the action for its key path.
  final func setCellValue(_ any: Any?, _ target: CellTarget) {
    guard let cells = emitterCells, let cell = cells.cell(named: target.names) else {
      return Diagnostics.report("layer \(label): no cell for \(target.keyPath)")
    }
    let action = target.property.isAnimatable ? prepareAction(target.keyPath) : nil
    // A commit on another thread reads the cells.
    let isChanged = LayerLock.with {
      let old = cell.cell
      let oldContents = cell.contents as AnyObject?
      cell.setValue(any, forKey: target.property.name)
      guard cell.cell != old || cell.contents as AnyObject? !== oldContents else { return false }
      store(.emitterCells, CAEmitterLayer.value(of: cells), object: cells)
      return true
    }
    guard isChanged else { return }
    action?.run(forKey: target.keyPath, object: self, arguments: nil)
  }

  /// Returns the value of a cell's property for particles born now; nil if there is no such cell.
  final func shownCellValue(_ target: CellTarget) -> Any? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    guard let cell = emitterCells?.cell(named: target.names) else { return nil }
    let value = cell.value(forKey: target.property.name)
    guard target.property != .contents, let time = link.journal?.context?.currentTime else {
      return value
    }
    let shown = shownValue(of: target, cell.cell.value(target.property), at: localTime(at: time))
    return shown.map { $0.bridged(target.property.type) { _ in nil } } ?? value
  }

  /// Returns the animated value of a cell's property; nil if no animation has an effect.
  private final func shownValue(
    of target: CellTarget,
    _ base: PropertyValue,
    at layerTime: Double
  ) -> PropertyValue? {
    var value: PropertyValue?
    for attached in attachedAnimations {
      guard let state = attached.state, state.animates(target) else { continue }
      let track = AnimationTrack(key: attached.key, state: state)
      value = track.value(of: target, at: layerTime, base: value ?? base) ?? value
    }
    return value
  }

  /// Reports that particles are so many that behaviours move them in longer steps.
  final func reportLongSteps(_ behaviors: FilterList) {
    guard behaviors.filters.contains(where: { $0.behaviorType?.needsSteps == true }) else { return }
    let steps = (emitterCells ?? []).reduce(0.0) { sum, cell in
      let life = Double((cell.lifetime + abs(cell.lifetimeRange) / 2) * lifetime)
      return sum + Double(cell.birthRate * birthRate) * life * ParticleMover.steps(ofLife: life)
    }
    if steps > ParticleMover.mostStepsOfFrame {
      Diagnostics.report(
        "layer \(label): behaviors move its particles in longer steps than usual, as they are many"
      )
    }
  }

  /// Returns the cells for a commit; each image is one more use.
  ///
  /// - Returns: The value of the row, and the images that it uses.
  final func committedCells(_ images: inout ImageTable) -> (value: PropertyValue, [ImageID]) {
    guard let cells = emitterCells else { return (.null, []) }
    let flat = FlatCells(cells)
    if flat.isCut {
      Diagnostics.report(
        "layer \(label): cells beyond \(CellBox.maximumCount), or nested deeper than "
          + "\(CellBox.maximumDepth), are left out"
      )
    }
    var used: [ImageID] = []
    let box = flat.box { image in
      let id = images.use(image, for: "a cell of layer \(label)")
      if let id { used.append(id) }
      return id
    }
    return (.cells(box), used)
  }
}
