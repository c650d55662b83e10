// Conversions between values of the public API and inputs of filters.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters
import QuartzMath
import QuartzModel

extension FilterInputValue {
  /// Converts a value of the public API; nil for one that no input takes.
  ///
  /// - Parameter image: Returns the number of an image; nil for an image that cannot be used.
  package init?(any: Any, image: (CGImage) -> UInt64?) {
    switch any {
    case let object as any FilterInputConvertible: self = object.filterInputValue
    case let text as String: self = .text(text)
    case let bytes as Data: self = .data([UInt8](bytes))
    case let affine as CGAffineTransform: self = Self.affine(affine)
    default:
      if let picture = any as? CGImage {
        guard let number = image(picture) else { return nil }
        self = .image(number)
      } else if let color = any as? CGColor {
        guard let value = PropertyValue(color).color else { return nil }
        self = .color(SIMD4(value.red, value.green, value.blue, value.alpha))
      } else if let structure = PropertyValue(structure: any),
        let value = FilterInputValue(structure)
      {
        self = value
      } else if let number = Bridge.number(any) {
        self = .number(number)
      } else if let numbers = Bridge.numbers(any) {
        self = .vector(numbers)
      } else {
        return nil
      }
    }
  }

  private static func affine(_ affine: CGAffineTransform) -> FilterInputValue {
    .vector([affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty].map { Double($0) })
  }

  /// The value in the public API: a number, a point for two numbers, a rectangle for four, a list
  /// for others, a colour, a text or data; nil for images.
  package var object: Any? {
    switch self {
    case .number(let number): NSNumber(value: number)
    case .vector(let n) where n.count == 2: CGPoint(x: n[0], y: n[1])
    case .vector(let n) where n.count == 4: CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case .vector(let numbers): numbers.map { NSNumber(value: $0) }
    case .color(let c): CGColor(Color(c.x, c.y, c.z, c.w))
    case .text(let text): text
    case .data(let bytes): Data(bytes)
    case .image: nil
    }
  }
}

extension FilterList {
  /// The filters of objects.
  ///
  /// - Parameter images: Returns the ID of an image; inputs whose image has none are left out.
  convenience init(_ objects: [any FilterConvertible], images: ImageResolver) {
    self.init(
      objects.map { object in
        var filter = object.filterDescription
        let pictures = object.filterImages
        for input in filter.inputs {
          guard case .image(let number) = input.value else { continue }
          let index = Int(clamping: number)
          let picture = pictures.indices.contains(index) ? pictures[index] as? CGImage : nil
          filter[input.key] = picture.flatMap { images($0) }.map { .image(UInt64($0.rawValue)) }
        }
        return filter
      }
    )
  }

  /// The filters or behaviours as objects of Core Animation, without images.
  var objects: [any FilterConvertible] {
    filters.map { description -> any FilterConvertible in
      if description.behaviorType != nil { return CAEmitterBehavior(description) }
      return CAFilter(description)
    }
  }
}

extension Bridge {
  /// Returns copies of the filters of a list, nil for other lists.
  ///
  /// A text is the type of a CAFilter.
  static func filters(_ any: Any?) -> [any FilterConvertible]? {
    guard let list = any as? [Any] else { return nil }
    var filters: [any FilterConvertible] = []
    filters.reserveCapacity(list.count)
    for item in list {
      if let filter = item as? any FilterConvertible {
        filters.append(filter.filterCopy())
      } else if let type = item as? String {
        filters.append(CAFilter(type: type))
      } else {
        return nil
      }
    }
    return filters
  }
}
