// The filters of a layer, and the behaviours of its particles: setting, key paths, commits,
// presentation.
// Licensed under the MIT license; see LICENSE.
//
// `objects` has the layer's own copies of the filters that were set; the row's value has the same
// without images, which are found when they are committed.

import CoreGraphics
import Foundation
import QuartzFilters
package import QuartzModel

extension CALayer {
  /// The rows with filters or behaviours.
  static let filterRows: [PropertyID] = [.filters, .backgroundFilters, .emitterBehaviors]

  /// Returns copies of a row's filters; nil if there are none.
  final func filterObjects(_ row: PropertyID) -> [Any]? {
    ownFilters(row).map { filters in filters.map { $0.filterCopy() } }
  }

  private final func ownFilters(_ row: PropertyID) -> [any FilterConvertible]? {
    LayerLock.with { objects[row] as? [any FilterConvertible] }
  }

  /// Sets a row to filters of a document, whose reader has told which of them have no effect.
  package final func setDocumentFilters(_ row: PropertyID, _ filters: [Any]?) {
    setFilters(row, filters, reports: false)
  }

  /// Sets a row to copies of filters.
  ///
  /// - Parameter reports: Whether filters without effect are reported.
  final func setFilters(_ row: PropertyID, _ any: [Any]?, reports: Bool = true) {
    guard let any else { return set(row, .null, object: nil) }
    let isFit = row != .emitterBehaviors || any.allSatisfy { $0 is CAEmitterBehavior }
    guard isFit, var filters = Bridge.filters(any) else {
      return reportType(of: any, PropertyTable[row].name)
    }
    if filters.count > FilterList.maximumCount {
      let noun = row == .emitterBehaviors ? "behaviors" : "filters"
      Diagnostics.report(
        "layer \(label): \(filters.count) \(noun), the first \(FilterList.maximumCount) are used"
      )
      filters.removeLast(filters.count - FilterList.maximumCount)
    }
    let value = CALayer.value(ofFilters: filters)
    set(row, value, object: filters)
    if reports { reportUnknownFilters(row) }
  }

  /// Returns the value of the row; its images are found when they are committed.
  static func value(ofFilters filters: [any FilterConvertible]) -> PropertyValue {
    .filters(FilterList(filters) { _ in nil })
  }

  /// Reports filters without effect, once for each.
  final func reportUnknownFilters(_ row: PropertyID) {
    for filter in values.value(row).filters?.filters ?? [] {
      let name = PropertyTable[row].name
      if row == .emitterBehaviors {
        if let problem = filter.behaviorProblem {
          Diagnostics.report("layer \(label): \(name): \(problem)")
        }
      } else if !filter.isKnown {
        Diagnostics.report("layer \(label): \(name): no filter \(filter.type); it has no effect")
      } else if !filter.isDrawn {
        Diagnostics.report("layer \(label): \(name): \(filter.type) has no effect")
      } else if let input = filter.unknownInput {
        Diagnostics.report("layer \(label): \(name): \(filter.type) has no input \(input)")
      }
    }
  }

  // MARK: Key paths

  /// Returns the value of a filter's input; nil if there is no such filter.
  final func filterValue(_ target: FilterTarget) -> Any? {
    guard let filters = ownFilters(target.property),
      let index = target.index(in: filters.map(\.filterDescription))
    else { return nil }
    return filters[index].filterValue(forKey: target.input)
  }

  /// Sets a filter's input, with the action for its key path.
  final func setFilterValue(_ any: Any?, _ target: FilterTarget) {
    guard var filters = ownFilters(target.property),
      let index = target.index(in: filters.map(\.filterDescription))
    else { return Diagnostics.report("layer \(label): no filter for \(target.keyPath)") }
    let changed = filters[index].filterCopy()
    changed.setFilterValue(any, forKey: target.input)
    filters[index] = changed
    let value = CALayer.value(ofFilters: filters)
    guard value.isFinite else {
      return Diagnostics.report("layer \(label): \(target.keyPath) is not finite")
    }
    guard differs(target.property, value, filters) else { return }
    let action = prepareAction(target.keyPath)
    LayerLock.with {
      ownRows.insert(target.property)
      store(target.property, value, object: filters)
    }
    action?.run(forKey: target.keyPath, object: self, arguments: nil)
  }

  // MARK: Commits

  /// Returns the filters of a row for a commit; each image is one more use.
  ///
  /// - Returns: The value of the row, and the images that it uses.
  final func committedFilters(
    _ row: PropertyID,
    _ images: inout ImageTable
  ) -> (value: PropertyValue, [ImageID]) {
    guard let filters = ownFilters(row) else { return (values.value(row), []) }
    var used: [ImageID] = []
    let list = FilterList(filters) { image in
      let id = images.use(image, for: "a filter of layer \(label)")
      if let id { used.append(id) }
      return id
    }
    if row == .emitterBehaviors { (self as? CAEmitterLayer)?.reportLongSteps(list) }
    if let problem = list.problem {
      Diagnostics.report("layer \(label): \(PropertyTable[row].name): \(problem)")
      for image in used { images.release(image) }
      return (.null, [])
    }
    return (.filters(list), used)
  }

  // MARK: Presentation

  /// Returns copies of a row's filters with the values that a list shows.
  final func filterObjects(_ row: PropertyID, showing list: FilterList) -> [any FilterConvertible] {
    guard let own = ownFilters(row), own.count == list.filters.count else { return list.objects }
    return zip(own, list.filters).map { object, shown in
      let copy = object.filterCopy()
      let old = object.filterDescription
      for input in shown.inputs where old[input.key] != input.value {
        if case .image = input.value { continue }
        copy.setShownInput(input.value, forKey: input.key)
      }
      if old.isEnabled != shown.isEnabled { copy.setFilterEnabled(shown.isEnabled) }
      return copy
    }
  }
}
