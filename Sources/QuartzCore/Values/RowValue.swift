// Values of the public API as rows of the table take them.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzModel

/// What a row takes: its value, and the object that a getter gives back.
struct RowValue {
  /// Null for a row of images, whose object says all.
  let value: PropertyValue
  /// Nil where the value says all.
  let object: Any?

  /// The value and object for a row; nil if the type of `any` does not fit.
  ///
  /// Bounds are standardised. A name that is not known counts as `Property.valueOfUnknownNames`, and
  /// is kept beside it by the rows of subclasses. NSNull is nothing, where there can be nothing.
  init?(_ any: Any, _ row: Property) {
    object = any is NSNull ? nil : Self.object(any, row)
    switch row.type {
    case .image: value = .null
    case .path where object != nil:
      guard let path = object as? CGPath else { return nil }
      value = .path(path.path)
    case .name where row.id == .compositingFilter:
      value = .name((CompositingMode(filter: Bridge.string(any)) ?? .normal).rawValue)
    case .name(let names):
      guard let name = Bridge.string(any) else { return nil }
      value = names.firstIndex(of: name).map { .name(UInt8($0)) } ?? row.valueOfUnknownNames
    default:
      guard let simple = PropertyValue(any, type: row.type, images: { _ in nil }) else {
        return nil
      }
      value = row.id == .bounds ? simple.standardized : simple
    }
  }

  private static func object(_ any: Any, _ row: Property) -> Any? {
    switch row.type {
    case .image: any
    case .color: any as? CGColor
    // A path that can change is kept as it is now.
    case .path: any is CGMutablePath ? (any as? CGMutablePath)?.copy() : any as? CGPath
    case .name where row.id == .compositingFilter: any
    case .name(let names):
      row.keepsUnknownNames ? Bridge.string(any).flatMap { names.contains($0) ? nil : $0 } : nil
    case .colors: any as? [CGColor]
    case .cells: any as? [CAEmitterCell]
    case .bool, .integer, .number, .point, .size, .rect, .transform, .string, .numbers: nil
    }
  }
}

extension RowValue {
  /// Nothing: what a layer of a class has if nobody said anything.
  init(default row: Property, of type: CALayer.Type) {
    value = DefaultValues.of(type).value(row.id)
    object = nil
  }
}
