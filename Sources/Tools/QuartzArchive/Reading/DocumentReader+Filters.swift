// Filters: `<filters>` with a `<CAFilter>` or `<CIFilter>` for each.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFilters
import QuartzModel

/// The elements and attributes of filters in documents.
enum FilterMarkup {
  /// The class of filters of Core Animation.
  static let layerFilter = "CAFilter"
  /// The class of filters of Core Image.
  static let imageFilter = "CIFilter"
  /// The attribute with the filter's type.
  static let type = "filter"
  static let name = "name"
  static let enabled = "enabled"
  /// The class of behaviours of particles, and the attribute with the behaviour's type.
  static let behavior = "CAEmitterBehavior"
  static let behaviorType = "behavior"

  /// Whether a class is one of filters.
  static func isFilter(_ className: String) -> Bool {
    className == layerFilter || className == imageFilter
  }
}

extension DocumentReader {
  /// Reads the filters of a list.
  func filters(_ list: MarkupElement) throws(CAPackageError) -> [CAFilter] {
    try inside(list) { () throws(CAPackageError) in
      var filters: [CAFilter] = []
      for child in list.children where isKnownNamespace(child) {
        guard FilterMarkup.isFilter(child.attributes["type"] ?? child.name),
          let filter = try filter(child)
        else {
          warn("\(child.name.shortened) is no filter and is left out", at: child)
          continue
        }
        filters.append(filter)
      }
      return filters
    }
  }

  /// Reads a filter; nil for an element without a type of filter.
  func filter(_ element: MarkupElement) throws(CAPackageError) -> CAFilter? {
    guard let type = element.attributes[FilterMarkup.type] else { return nil }
    let filter = CAFilter(type: type)
    if !filter.filterDescription.isKnown {
      warn("the filter \(type.shortened) is kept, without effect", at: element)
    } else if !filter.filterDescription.isDrawn {
      warn("the filter \(type) has no effect here", at: element)
    }
    filter.name = element.attributes[FilterMarkup.name]
    for key in element.attributes.keys.sorted() where key.hasPrefix("input") {
      guard let text = element.attributes[key] else { continue }
      set(key, FilterInputText(filter.filterDescription.defaultValue(of: key)).value(text), filter)
    }
    if let text = element.attributes[FilterMarkup.enabled], let flag = ValueText.bool(text) {
      filter.isEnabled = flag
    }
    for child in element.children where isKnownNamespace(child) {
      let isKey = child.name == ReservedName.p.rawValue
      guard let key = isKey ? child.attributes[ReservedName.key.rawValue] : child.name else {
        continue
      }
      if key == FilterMarkup.enabled {
        filter.isEnabled = child.attributes["value"].flatMap { ValueText.bool($0) } ?? true
      } else if key == FilterMarkup.name {
        filter.name = child.attributes["value"]
      } else {
        set(key, try input(child), filter)
      }
    }
    return filter
  }

  /// Reads the behaviours of a list: `<CAEmitterBehavior behavior="attractor" stiffness="5">`.
  func behaviors(_ list: MarkupElement) throws(CAPackageError) -> [CAEmitterBehavior] {
    try inside(list) { () throws(CAPackageError) in
      var behaviors: [CAEmitterBehavior] = []
      for child in list.children where isKnownNamespace(child) {
        guard (child.attributes["type"] ?? child.name) == FilterMarkup.behavior,
          let type = child.attributes[FilterMarkup.behaviorType]
        else {
          warn("\(child.name.shortened) is no behavior and is left out", at: child)
          continue
        }
        behaviors.append(try behavior(child, type))
      }
      return behaviors
    }
  }

  private func behavior(
    _ element: MarkupElement,
    _ type: String
  ) throws(CAPackageError) -> CAEmitterBehavior {
    let behavior = CAEmitterBehavior(type: type)
    if !CAEmitterBehavior.behaviorTypes().contains(type) {
      warn("the behavior \(type.shortened) is kept, without effect", at: element)
    }
    behavior.name = element.attributes[FilterMarkup.name]
    for (key, text) in element.attributes.sorted(by: { $0.key < $1.key }) {
      switch key {
      case FilterMarkup.behaviorType, FilterMarkup.name, "type", ReservedName.id.rawValue: break
      case FilterMarkup.enabled: behavior.isEnabled = ValueText.bool(text) ?? true
      default:
        let sample = behavior.filterDescription.inputValue(of: key)
        set(key, FilterInputText(sample).value(text), behavior)
      }
    }
    for child in element.children where isKnownNamespace(child) {
      let isKey = child.name == ReservedName.p.rawValue
      guard let key = isKey ? child.attributes[ReservedName.key.rawValue] : child.name else {
        continue
      }
      set(key, try input(child), behavior)
    }
    return behavior
  }

  private func set(_ key: String, _ value: Any?, _ behavior: CAEmitterBehavior) {
    let isKnown = CAEmitterBehavior.behaviorTypes().contains(behavior.type)
    guard !isKnown || behavior.inputKeys.contains(key) else {
      return warnOnce(
        "input \(behavior.type).\(key)",
        "the input \(key.shortened) of \(behavior.type.shortened) is left out"
      )
    }
    guard let value, behavior.takes(value) else {
      return warn("\(key.shortened) of \(behavior.type.shortened) is not understood")
    }
    behavior.setValue(value, forKey: key)
  }

  /// Returns the value of an input's element: by its type, or a list of numbers.
  private func input(_ element: MarkupElement) throws(CAPackageError) -> Any? {
    if element.attributes["type"] == nil, element.attributes["value"] == nil {
      return try element.children.isEmpty
        ? nil
        : element.children.count == 1 && KnownValueType(name: element.children[0].name) == .list
          ? typedValue(element.children[0]) : numbers(of: element)
    }
    if element.attributes["type"] == nil, let text = element.attributes["value"] {
      return FilterInputText(nil).value(text)
    }
    return try typedValue(element)
  }

  private func numbers(of element: MarkupElement) -> [Double]? {
    var numbers: [Double] = []
    for child in element.children {
      guard let number = child.attributes["value"].flatMap({ ValueText.number($0) }) else {
        return nil
      }
      numbers.append(number)
    }
    return numbers
  }

  private func set(_ key: String, _ value: Any?, _ filter: CAFilter) {
    guard filter.filterDescription.hasInput(key) else {
      return warnOnce(
        "input \(filter.type).\(key)",
        "the input \(key.shortened) of \(filter.type) is left out"
      )
    }
    guard let value, let input = FilterInputValue(any: value, image: { _ in 0 }), input.isFinite
    else { return warn("\(key.shortened) of \(filter.type.shortened) is not understood") }
    filter.setValue(value, forKey: key)
  }
}

/// The text of an input in an attribute, which the input's default gives a type.
struct FilterInputText {
  private let sample: FilterInputValue?

  init(_ sample: FilterInputValue?) {
    self.sample = sample
  }

  /// Returns the value of a text; nil if it is not one of the input's type.
  func value(_ text: String) -> Any? {
    switch sample {
    case .color: return ValueText.color(text).map { CGColor($0) }
    case .text: return text
    case .number: return number(text)
    case .vector: return ValueText.numbers(text)
    case .data: return Data(base64Encoded: text)
    case .image, nil:
      if let number = number(text) { return number }
      return ValueText.numbers(text) ?? text
    }
  }

  private func number(_ text: String) -> Double? {
    ValueText.number(text) ?? ValueText.bool(text).map { $0 ? 1 : 0 }
  }
}
