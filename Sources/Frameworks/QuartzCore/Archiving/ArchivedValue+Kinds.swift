// The kinds of archived values: conversion from values of the public API to parts, and back.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzText
import QuartzMath

extension ArchivedValue {
  /// Returns the archived form of a value; nil if it cannot be archived.
  ///
  /// - Parameters:
  ///   - any: A number, string, date, URL, data, struct, colour, path, image, layer, animation or
  ///     other object that archives itself, or a list or dictionary by strings of such.
  ///   - isSecure: Whether the archive may only have objects of the classes allowed for reading
  ///     layers.
  ///   - depth: The number of lists and dictionaries around the value.
  package static func of(_ any: Any, isSecure: Bool, depth: Int = 0) -> ArchivedValue? {
    // A list of Foundation can contain itself.
    guard castsTruly(any), depth < ArchivedValue.deepestValue else { return nil }
    // Structs are unboxed when they are read from archives.
    let any = Bridge.unboxed(any)
    if let simple = simple(any) { return simple }
    switch any {
    case let string as NSAttributedString where any is NSObject:
      return of(styled: string, isSecure: isSecure, depth: depth)
    case let list as [Any]:
      var items: [NSObject] = []
      for element in list {
        guard let item = of(element, isSecure: isSecure, depth: depth + 1) else { return nil }
        items.append(item)
      }
      return ArchivedValue(kind: .list, value: list, items: items)
    case let dictionary as [String: Any]:
      return of(dictionary, isSecure: isSecure, depth: depth) { _ in }
    case let object as any NSObject & NSCoding:
      guard !isSecure || classes.contains(where: { object.isKind(of: $0) }) else { return nil }
      return ArchivedValue(kind: .object, value: object, items: [object])
    default: return nil
    }
  }

  /// Archives a dictionary without values that cannot be archived; `leaveOut` gets their keys.
  static func of(
    _ dictionary: [String: Any],
    isSecure: Bool,
    depth: Int = 0,
    leaveOut: (String) -> Void
  ) -> ArchivedValue {
    var items: [NSObject] = []
    // The items are in the order of keys, so that the same values give the same archive.
    for (key, any) in dictionary.sorted(by: { $0.key < $1.key }) {
      guard let item = of(any, isSecure: isSecure, depth: depth + 1) else {
        leaveOut(key)
        continue
      }
      items.append(ArchivedValue(kind: .string, value: key))
      items.append(item)
    }
    return ArchivedValue(kind: .dictionary, value: dictionary, items: items)
  }

  /// The maximum nesting of lists and dictionaries.
  private static let deepestValue = 64

  /// Whether casts of a value can be trusted: on Linux casts to types that Foundation bridges
  /// succeed for objects of every class.
  private static func castsTruly(_ any: Any) -> Bool {
    guard type(of: any) is AnyObject.Type else { return true }
    return type(of: any) is NSObject.Type || any is CGColor || any is CGPath || any is CGImage
      || isText(any)
  }

  private static func simple(_ any: Any) -> ArchivedValue? {
    let kind: Kind? =
      switch any {
      case is NSNull: .null
      case is CGPoint: .point
      case is CGSize: .size
      case is CGRect: .rect
      case is CATransform3D: .transform
      case is CGAffineTransform: .affine
      case let color as CGColor: color.patternObject == nil ? .color : nil
      case is CGPath: .path
      case is CGImage: .image
      case is CGFont: .graphicsFont
      case is CTFont: .font
      case is CTParagraphStyle: .paragraphStyle
      case is NSAttributedString: nil
      case is String: .string
      case is Data: .data
      case is Date: .date
      case is URL: .url
      default: nil
      }
    if let kind { return ArchivedValue(kind: kind, value: any) }
    return number(any).map { ArchivedValue(kind: numberKind($0), value: $0) }
  }

  /// Returns a number of any type.
  private static func number(_ any: Any) -> NSNumber? {
    if type(of: any) is AnyObject.Type {
      return type(of: any) is NSNumber.Type ? any as? NSNumber : nil
    }
    return switch any {
    case let flag as Bool: NSNumber(value: flag)
    case let number as UInt64: NSNumber(value: number)
    case let number as UInt: NSNumber(value: UInt64(number))
    case let number as any BinaryInteger: Int64(exactly: number).map { NSNumber(value: $0) }
    case let number as any BinaryFloatingPoint: NSNumber(value: Double(number))
    default: nil
    }
  }

  /// Returns the kind of a number: only truth values have the C type `c` on Linux.
  private static func numberKind(_ number: NSNumber) -> Kind {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .bool
    case UInt8(ascii: "d"), UInt8(ascii: "f"): .number
    case UInt8(ascii: "Q"): .unsigned
    default: .integer
    }
  }

  // MARK: Containers

  /// Returns the list, dictionary or object with these items; nil if they do not fit.
  static func container(_ kind: Kind, _ items: [NSObject]) -> Any? {
    switch kind {
    case .list: return items.map(content)
    case .styledString: return styledString(items)
    case .dictionary:
      guard items.count % 2 == 0 else { return nil }
      var dictionary: [String: Any] = [:]
      for index in stride(from: 0, to: items.count, by: 2) {
        guard let key = content(of: items[index]) as? String else { return nil }
        dictionary[key] = content(of: items[index + 1])
      }
      return dictionary
    default: return items.count == 1 ? items[0] : nil
    }
  }

  static func content(of item: NSObject) -> Any {
    (item as? ArchivedValue)?.value ?? item
  }
}

extension ArchivedValue.Parts {
  /// Creates the parts of a value without items; nil for a value that is not of the kind.
  init?(_ kind: ArchivedValue.Kind, _ value: Any) {
    self.init(kind: kind)
    switch value {
    case let point as CGPoint: setNumbers([point.x, point.y])
    case let size as CGSize: setNumbers([size.width, size.height])
    case let rect as CGRect:
      setNumbers([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    case let transform as CATransform3D: setNumbers(transform.numbers)
    case let affine as CGAffineTransform:
      setNumbers([affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty])
    case let color as CGColor:
      setNumbers((color.components ?? []).map { Double($0) })
      // Behind the components; colours without a headroom are as they always were.
      if color.ownHeadroom > 0 { words.append(Double(color.ownHeadroom).bitPattern) }
      text = color.colorSpace?.name
    case let path as CGPath: setPath(path.path)
    case let image as CGImage: setImage(image)
    case is CGFont, is CTFont, is CTParagraphStyle: setText(value)
    case let string as String: text = string
    case let data as Data: bytes = data
    case let date as Date: setNumbers([date.timeIntervalSinceReferenceDate])
    case let url as URL: text = url.absoluteString
    case let number as NSNumber:
      switch kind {
      case .bool: words = [number.boolValue ? 1 : 0]
      case .number: setNumbers([number.doubleValue])
      case .unsigned: words = [number.uint64Value]
      default: words = [UInt64(bitPattern: number.int64Value)]
      }
    case is NSNull: break
    default: return nil
    }
  }

  /// The words as numbers.
  var numbers: [Double] { words.map { Double(bitPattern: $0) } }

  mutating func setNumbers(_ numbers: [Double]) {
    words = numbers.map(\.bitPattern)
  }

  private mutating func setPath(_ path: Path) {
    bytes = Data(path.elements.map(\.rawValue))
    setNumbers(path.points.flatMap { [$0.x, $0.y] })
  }
}

extension ArchivedValue {
  /// Returns the value of parts without items; nil if they are invalid.
  static func simple(_ parts: Parts) -> Any? {
    let n = parts.numbers
    switch (parts.kind, n.count) {
    case (.null, 0): return NSNull()
    case (.bool, 1): return parts.words[0] < 2 ? NSNumber(value: parts.words[0] == 1) : nil
    case (.integer, 1): return NSNumber(value: Int64(bitPattern: parts.words[0]))
    case (.unsigned, 1): return NSNumber(value: parts.words[0])
    case (.number, 1): return NSNumber(value: n[0])
    case (.string, 0): return parts.text
    case (.data, 0): return parts.bytes
    case (.date, 1): return n[0].isFinite ? Date(timeIntervalSinceReferenceDate: n[0]) : nil
    case (.url, 0): return parts.text.flatMap { URL(string: $0) }
    case (.point, 2): return CGPoint(x: n[0], y: n[1])
    case (.size, 2): return CGSize(width: n[0], height: n[1])
    case (.rect, 4): return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    case (.transform, 16): return CATransform3D(numbers: n)
    case (.affine, 6):
      return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    case (.color, _): return color(parts)
    case (.path, _): return path(parts).map { CGPath($0) }
    case (.image, _): return CGImage(parts)
    case (.graphicsFont, 0), (.font, 7), (.paragraphStyle, 13): return text(parts)
    default: return nil
    }
  }

  private static func color(_ parts: Parts) -> CGColor? {
    guard let name = parts.text, let space = CGColorSpace(name: name) else { return nil }
    let numbers = parts.numbers
    guard numbers.count == space.numberOfComponents + 2 else {
      guard numbers.count == space.numberOfComponents + 1 else { return nil }
      return CGColor(colorSpace: space, components: numbers.map { CGFloat($0) })
    }
    guard space.model == .rgb, numbers[4] >= 1 else { return nil }
    return CGColor(
      headroom: Float(numbers[4]),
      colorSpace: space,
      red: numbers[0],
      green: numbers[1],
      blue: numbers[2],
      alpha: numbers[3]
    )
  }

  private static func path(_ parts: Parts) -> Path? {
    let elements = (parts.bytes ?? Data()).compactMap { PathElement(rawValue: $0) }
    let numbers = parts.numbers
    guard elements.count == parts.bytes?.count ?? 0,
      numbers.count == elements.reduce(0, { $0 + $1.pointCount }) * 2
    else { return nil }
    var points = stride(from: 0, to: numbers.count, by: 2)
      .map { Point(numbers[$0], numbers[$0 + 1]) }[...]
    var path = Path()
    path.reserve(elements: elements.count, points: points.count)
    for element in elements {
      let own = Array(points.prefix(element.pointCount))
      points = points.dropFirst(element.pointCount)
      switch element {
      case .move: path.move(to: own[0])
      case .line: path.line(to: own[0])
      case .quad: path.quad(to: own[1], control: own[0])
      case .cubic: path.cubic(to: own[2], control1: own[0], control2: own[1])
      case .close: path.close()
      }
    }
    // An element that drew nothing, such as a line without a start, was never part of a path.
    return path.elements == elements ? path : nil
  }
}

extension CATransform3D {
  /// Sixteen numbers, row by row.
  var numbers: [Double] {
    [
      m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44,
    ]
  }

  /// Creates a value from sixteen numbers, row by row.
  init(numbers n: [Double]) {
    self.init(
      m11: n[0],
      m12: n[1],
      m13: n[2],
      m14: n[3],
      m21: n[4],
      m22: n[5],
      m23: n[6],
      m24: n[7],
      m31: n[8],
      m32: n[9],
      m33: n[10],
      m34: n[11],
      m41: n[12],
      m42: n[13],
      m43: n[14],
      m44: n[15]
    )
  }
}
