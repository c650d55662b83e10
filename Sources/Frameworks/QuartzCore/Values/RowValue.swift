// Conversions of values of the public API to rows of the table.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters
import QuartzModel

/// A row's value, and the object that its getter returns.
struct RowValue {
  /// Null for a row of images, which has only the object.
  let value: PropertyValue
  /// Nil where the value is sufficient.
  let object: Any?

  /// Creates the value and object for a row; nil if the type of `any` does not fit.
  ///
  /// Bounds are standardised. An unknown name is treated as `Property.valueOfUnknownNames`; the
  /// rows of subclasses also store the name. NSNull means nothing, where that is possible.
  init?(_ any: Any, _ row: Property) {
    object = any is NSNull ? nil : Self.object(any, row)
    switch row.type {
    case .image: value = .null
    case .path where object != nil:
      guard let path = object as? CGPath else { return nil }
      value = .path(path.path)
    case .name where row.id == .compositingFilter:
      value = .name((CompositingMode(object: any) ?? .normal).rawValue)
    case .name(let names):
      guard let name = Bridge.string(any) else { return nil }
      value = names.firstIndex(of: name).map { .name(UInt8($0)) } ?? row.valueOfUnknownNames
    default:
      guard let simple = PropertyValue(any, type: row.type, images: { _ in nil }) else {
        return nil
      }
      switch row.id {
      case .bounds: value = simple.standardized
      // Bits that are no corner are dropped.
      case .maskedCorners:
        value = .integer((simple.integer ?? 0) & Int64(CACornerMask.all.rawValue))
      default: value = simple
      }
    }
  }

  private static func object(_ any: Any, _ row: Property) -> Any? {
    switch row.type {
    case .image: any
    case .color: Bridge.graphicsColor(any)
    // A mutable path is copied.
    case .path: any is CGMutablePath ? (any as? CGMutablePath)?.copy() : any as? CGPath
    case .name where row.id == .compositingFilter:
      (any as? any FilterConvertible)?.filterCopy() ?? any
    case .name(let names):
      row.keepsUnknownNames ? Bridge.string(any).flatMap { names.contains($0) ? nil : $0 } : nil
    case .colors: any as? [CGColor]
    case .cells: any as? [CAEmitterCell]
    case .filters: Bridge.filters(any)
    case .bool, .integer, .number, .point, .size, .rect, .transform, .string, .numbers: nil
    }
  }
}

extension RowValue {
  /// Creates the default value of a row for a class of layers.
  init(default row: Property, of type: CALayer.Type) {
    value = DefaultValues.of(type).value(row.id)
    object = nil
  }
}
