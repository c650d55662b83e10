// Filters as elements.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzFilters
import QuartzModel

extension DocumentWriter {
  /// Returns the element of a row's filters.
  mutating func filters(_ filters: [Any], named name: String) -> MarkupElement {
    var list = MarkupElement(name)
    for filter in filters.compactMap({ $0 as? any FilterConvertible }) {
      let description = filter.filterDescription
      list.children.append(element(of: filter, MarkupElement(className(description))))
    }
    return list
  }

  /// Returns the element of a filter that is the value of a key.
  mutating func filter(_ filter: any FilterConvertible, key: String) -> MarkupElement {
    let type = [ReservedName.type.rawValue: className(filter.filterDescription)]
    return element(of: filter, MarkupElement(key, type))
  }

  /// Returns the element of a layer's behaviours.
  mutating func behaviors(_ behaviors: [CAEmitterBehavior], named name: String) -> MarkupElement {
    var list = MarkupElement(name)
    for behavior in behaviors {
      var element = element(of: behavior, MarkupElement(FilterMarkup.behavior))
      element.attributes[FilterMarkup.type] = nil
      element.attributes[FilterMarkup.behaviorType] = behavior.type
      list.children.append(element)
    }
    return list
  }

  private func className(_ filter: FilterDescription) -> String {
    FilterAttributes.named(filter.type) == nil
      ? FilterMarkup.layerFilter : FilterMarkup.imageFilter
  }

  private mutating func element(
    of object: any FilterConvertible,
    _ start: MarkupElement
  ) -> MarkupElement {
    var element = start
    let (filter, images) = (object.filterDescription, object.filterImages)
    element.attributes[FilterMarkup.type] = filter.type
    element.attributes[FilterMarkup.name] = filter.name
    if !filter.isEnabled { element.attributes[FilterMarkup.enabled] = "0" }
    for input in filter.inputs {
      switch input.value {
      case .number(let number)
      where MarkupElement.isName(input.key)
        && (input.key.hasPrefix("input") || object is CAEmitterBehavior):
        element.attributes[input.key] = ValueText.text(number)
      case .number(let number):
        element.children += [typed(NSNumber(value: number), key: input.key)].compactMap { $0 }
      case .vector(let numbers):
        let type = KnownValueType.vectorType(numbers.count).rawValue
        var child = named(input.key, [ReservedName.type.rawValue: type])
        child.attributes["value"] = ValueText.text(numbers)
        element.children.append(child)
      case .image(let index):
        let image = images.indices.contains(Int(clamping: index)) ? images[Int(index)] : nil
        guard let child = image.flatMap({ typed($0, key: input.key) }) else {
          warn("the image \(input.key.shortened) of \(filter.type.shortened) is left out")
          continue
        }
        element.children.append(child)
      case .color, .text, .data:
        guard let child = input.value.object.flatMap({ typed($0, key: input.key) }) else {
          continue
        }
        element.children.append(child)
      }
    }
    return element
  }
}
