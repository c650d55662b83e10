// The filters there are, and what is known of each.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzFilters

extension CIFilter {
  /// The names of the filters of a category, in alphabetical order; all for nil.
  ///
  /// - Parameter category: One of `kCICategory…`.
  public class func filterNames(inCategory category: String?) -> [String] {
    filterNames(inCategories: category.map { [$0] })
  }

  /// The names of the filters that are in all of some categories, in alphabetical order; all for
  /// nil.
  ///
  /// - Parameter categories: Names of the form `kCICategory…`.
  public class func filterNames(inCategories categories: [String]?) -> [String] {
    let wanted = Set(categories ?? [])
    return FilterNames.all.filter { attributes in
      wanted.isSubset(of: attributes.categories.map { "CICategory" + $0 })
    }.map(\.name)
  }

  /// The name of a filter for people, in English; nil if there is no such filter.
  public class func localizedName(forFilterName filterName: String) -> String? {
    FilterNames.attributes(filterName).map { FilterNames.display($0.name) }
  }

  /// The name of a category for people, in English.
  public class func localizedName(forCategory category: String) -> String {
    FilterNames.words(category.replacing("CICategory", with: ""))
  }
}

/// The filters of the API: those of the table that can be drawn.
enum FilterNames {
  static let all = FilterAttributes.all.filter(\.isDrawn)

  /// Returns the attributes of a filter that can be drawn.
  static func attributes(_ name: String) -> FilterAttributes? {
    FilterAttributes.named(name).flatMap { $0.isDrawn ? $0 : nil }
  }

  /// A filter's name for people: without what the category says already.
  static func display(_ name: String) -> String {
    var core = name.hasPrefix("CI") ? String(name.dropFirst(2)) : name
    for ending in ["Compositing", "Transition", "Filter"] where core.hasSuffix(ending) {
      core.removeLast(ending.count)
    }
    return words(core)
  }

  /// The words of a name in capitals: `QRCodeGenerator` has three.
  static func words(_ name: String) -> String {
    let letters = Array(name)
    var text = ""
    for (index, letter) in letters.enumerated() {
      let before = index > 0 ? letters[index - 1] : nil
      let after = index + 1 < letters.count ? letters[index + 1] : nil
      if let before, letter.isUppercase {
        let endsRun = before.isUppercase && after?.isLowercase == true
        if before.isLowercase || before.isNumber || endsRun { text += " " }
      }
      text.append(letter)
    }
    return text
  }
}

extension FilterAttributes {
  // `Any` because: attributes are of many types.
  /// The attributes by Core Image's keys.
  var dictionary: [String: Any] {
    var result: [String: Any] = [
      kCIAttributeFilterName: name,
      kCIAttributeFilterDisplayName: FilterNames.display(name),
      kCIAttributeFilterCategories: categories.map { "CICategory" + $0 },
    ]
    for release in availability.split(separator: ",") {
      let parts = release.split(separator: " ")
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "macOS": result[kCIAttributeFilterAvailable_Mac] = String(parts[1])
      case "iOS": result[kCIAttributeFilterAvailable_iOS] = String(parts[1])
      default: break
      }
    }
    for input in inputs { result[input.key] = input.dictionary }
    return result
  }
}

extension FilterInputAttributes {
  // `Any` because: attributes are of many types.
  fileprivate var dictionary: [String: Any] {
    var result: [String: Any] = [
      kCIAttributeName: key,
      kCIAttributeDisplayName: FilterNames.words(key.replacing("input", with: "")),
      kCIAttributeClass: valueClass.rawValue,
    ]
    if let type { result[kCIAttributeType] = "CIAttributeType" + type.rawValue }
    if let value = defaultValue {
      result[kCIAttributeDefault] = InputBridge.object(value, valueClass)
    }
    if let minimum { result[kCIAttributeMin] = NSNumber(value: minimum) }
    if let maximum { result[kCIAttributeMax] = NSNumber(value: maximum) }
    return result
  }
}
