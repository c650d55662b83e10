// Conversions between values of the public API and values of the property table.
// Licensed under the MIT license; see LICENSE.
//
// Key-value coding and animations take values of type `Any`. Swift has many types for a number, and
// Linux has no Objective-C run time that would box them, so every conversion is here. All kinds of
// numbers are accepted. Numbers and truth values are returned as NSNumbers (`as? Double`, `as?
// Bool` and `as? NSNumber` all work on one), structs as themselves.

package import CoreGraphics
package import Foundation
package import QuartzMath
package import QuartzModel

/// Returns the ID of an image in a context; nil if there is no context.
package typealias ImageResolver = (CGImage) -> ImageID?

/// Conversions of simple values; nil where the type does not fit.
enum Bridge {
  static func number(_ any: Any?) -> Double? {
    // Most numbers are boxed by the setters. Asked by type, because a cast would box others.
    if let any, type(of: any) is NSNumber.Type { return (any as? NSNumber)?.doubleValue }
    return switch any {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    // These come before the cast to an object, which makes an NSNumber.
    case let value as Int: Double(value)
    case let value as Float: Double(value)
    case let value as NSNumber: value.doubleValue
    case let value as Bool: value ? 1 : 0
    case let value as any BinaryInteger: Double(value)
    case let value as any BinaryFloatingPoint: Double(value)
    default: nil
    }
  }

  static func bool(_ any: Any?) -> Bool? {
    if let value = any as? Bool { return value }
    return number(any).map { $0 != 0 }
  }

  /// Returns the numbers of a list of numbers; nil for other lists.
  static func numbers(_ any: Any?) -> [Double]? {
    guard let list = any as? [Any] else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(list.count)
    for item in list {
      guard let number = number(item) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns a list of colours; nil for other lists.
  static func colors(_ any: Any?) -> PropertyValue? {
    guard let list = any as? [Any] else { return nil }
    var colors: [Color] = []
    colors.reserveCapacity(list.count)
    for item in list {
      guard let color = (item as? CGColor).map({ PropertyValue($0) })?.color else { return nil }
      colors.append(color)
    }
    return .colors(colors)
  }

  /// Returns a value unless it is zero, false or empty; as measured, class defaults of that kind
  /// are nil.
  static func nonzero(_ any: Any?) -> Any? {
    guard let any else { return nil }
    if let list = any as? [Any] { return list.isEmpty ? nil : any }
    let value = PropertyValue(structure: any) ?? number(any).map { .number($0) }
    return value?.isZero == true || (any as? String)?.isEmpty == true ? nil : any
  }

  static func integer(_ any: Any?) -> Int64? {
    if let corners = any as? CACornerMask { return Int64(exactly: corners.rawValue) }
    if let edges = any as? CAEdgeAntialiasingMask { return Int64(edges.rawValue) }
    return number(any).flatMap { Int64(exactly: $0) }
  }

  /// Returns a string, or the raw value of one of the types of names.
  static func string(_ any: Any?) -> String? {
    switch any {
    case let value as String: value
    case let value as any RawRepresentable: value.rawValue as? String
    default: nil
    }
  }

  static func color(_ any: Any) -> PropertyValue? {
    if any is NSNull { return .null }
    return graphicsColor(any).map { PropertyValue($0) }
  }

  /// Returns a colour, or that of a view's colour; nil for other values.
  static func graphicsColor(_ any: Any) -> CGColor? {
    any as? CGColor ?? (any as? any LayerColorConvertible)?.layerColor
  }

  static func image(_ any: Any, _ images: ImageResolver) -> PropertyValue? {
    if any is NSNull { return .null }
    return (any as? CGImage).flatMap { images($0) }.map { .image($0) }
  }

  static func size(_ any: Any) -> PropertyValue? {
    switch any {
    case let size as CGSize: .size(Size(size))
    // `translation` is a size in the table; a point is equivalent.
    case let point as CGPoint: .size(Size(point.x, point.y))
    default: Bridge.structure(in: any).flatMap { size($0) }
    }
  }

  static func point(_ any: Any) -> PropertyValue? {
    (any as? CGPoint).map { .point(Point($0)) }
  }

  static func rect(_ any: Any) -> PropertyValue? {
    (any as? CGRect).map { .rect(Rect($0)) }
  }

  static func transform(_ any: Any) -> PropertyValue? {
    switch any {
    case let transform as CATransform3D: .transform(Matrix4x4(transform))
    case let affine as CGAffineTransform:
      .transform(Matrix4x4(CATransform3DMakeAffineTransform(affine)))
    default: Bridge.structure(in: any).flatMap { transform($0) }
    }
  }
}

extension PropertyValue {
  /// Converts a value of the public API to the value of a row of `type`; nil if it does not fit.
  package init?(_ any: Any, type: ValueType, images: ImageResolver) {
    let value: PropertyValue? =
      switch type {
      case .bool: Bridge.bool(any).map { .bool($0) }
      case .integer: Bridge.integer(any).map { .integer($0) }
      case .number: Bridge.number(any).map { .number($0) }
      case .point: Bridge.point(any)
      case .size: Bridge.size(any)
      case .rect: Bridge.rect(any)
      case .color: Bridge.color(any)
      case .transform: Bridge.transform(any)
      case .string: any is NSNull ? .null : Bridge.string(any).map { .string($0) }
      case .image: Bridge.image(any, images)
      case .path: any is NSNull ? .null : (any as? CGPath).map { .path($0.path) }
      case .name(let names):
        Bridge.string(any).flatMap { names.firstIndex(of: $0) }.map { .name(UInt8($0)) }
      case .numbers: any is NSNull ? .null : Bridge.numbers(any).map { .numbers($0) }
      case .colors: any is NSNull ? .null : Bridge.colors(any)
      case .cells:
        any is NSNull ? .null : (any as? [CAEmitterCell]).map { CAEmitterLayer.value(of: $0) }
      case .filters:
        any is NSNull
          ? .null : Bridge.filters(any).map { .filters(FilterList($0, images: images)) }
      }
    guard let value else { return nil }
    self = value
  }

  /// Converts a struct of the public API, for members of keys that have no row.
  init?(structure any: Any) {
    switch any {
    case let point as CGPoint: self = .point(Point(point))
    case let size as CGSize: self = .size(Size(size))
    case let rect as CGRect: self = .rect(Rect(rect))
    case let transform as CATransform3D: self = .transform(Matrix4x4(transform))
    case let affine as CGAffineTransform:
      self = .transform(Matrix4x4(CATransform3DMakeAffineTransform(affine)))
    default:
      guard let inner = Bridge.structure(in: any), let value = PropertyValue(structure: inner)
      else {
        return nil
      }
      self = value
    }
  }

  /// The type of a struct; nil for other values.
  var structureType: ValueType? {
    switch self {
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .transform: .transform
    case .null, .bool, .integer, .number, .color, .string, .image, .path, .pattern, .name,
      .numbers, .colors, .cells, .filters:
      nil
    }
  }

  /// Converts the value to the public API.
  ///
  /// - Parameters:
  ///   - type: The row's type, which has the names of named values.
  ///   - image: Returns the image with an ID.
  /// - Returns: The value; nil for null.
  package func bridged(_ type: ValueType, image: (ImageID) -> CGImage?) -> Any? {
    switch self {
    case .null: nil
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .point(let value): CGPoint(value)
    case .size(let value): CGSize(value)
    case .rect(let value): CGRect(value)
    case .color(let value): CGColor(value)
    case .transform(let value): CATransform3D(value.matrix)
    case .string(let value): value
    case .image(let value): image(value)
    case .path(let value): CGPath(value.path)
    // A pattern's drawing stays with its layer, and so do cells.
    case .pattern, .cells: nil
    case .name(let index):
      if case .name(let names) = type { names[Int(index)] } else { nil }
    case .colors(let box): box.colors.map { CGColor($0) }
    case .numbers where type == .colors: (colors ?? []).map { CGColor($0) }
    case .numbers(let numbers): numbers.map { NSNumber(value: $0) }
    case .filters(let list): list.objects
    }
  }
}

extension Property {
  /// The default in the public API; nil for no object.
  var bridgedDefault: Any? {
    // The normal mode means no filter.
    id == .compositingFilter ? nil : defaultValue.bridged(type) { _ in nil }
  }
}

extension Point {
  package init(_ point: CGPoint) {
    self.init(point.x, point.y)
  }
}

extension Size {
  package init(_ size: CGSize) {
    self.init(size.width, size.height)
  }
}

extension Rect {
  package init(_ rect: CGRect) {
    self.init(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
  }
}

extension CGPoint {
  package init(_ point: Point) {
    self.init(x: point.x, y: point.y)
  }
}

extension CGSize {
  package init(_ size: Size) {
    self.init(width: size.width, height: size.height)
  }
}

extension CGRect {
  package init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}

extension PropertyValue {
  /// Converts a colour; one that is not finite stays so, and is not drawn.
  init(_ color: CGColor) {
    self = .color(color.isFinite ? Color(color) : Color(.nan, .nan, .nan, .nan))
  }
}
