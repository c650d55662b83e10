// The types that elements of documents name for their values.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzCore
import QuartzMath
import QuartzModel
import QuartzText

/// The type of a value under a key that is not a property.
enum KnownValueType: String {
  case null, bool, integer, real, string
  case data = "NSData"
  case date = "NSDate"
  case url = "NSURL"
  case point = "CGPoint"
  case size = "CGSize"
  case rect = "CGRect"
  case transform = "CATransform3D"
  case affine = "CGAffineTransform"
  case color = "CGColor"
  case path = "CGPath"
  case image = "CGImage"
  case timingFunction = "CAMediaTimingFunction"
  case colorMatrix = "CAColorMatrix"
  case vector = "CIVector"
  case list = "NSArray"
  case dictionary = "NSDictionary"
  case styledString = "NSAttributedString"
  case font = "CTFont"
  case graphicsFont = "CGFont"
  case paragraphStyle = "CTParagraphStyle"

  /// Creates a type by its name or a synonym.
  init?(name: String) {
    switch name {
    case "NSNull": self = .null
    case "NSString": self = .string
    case "NSNumber": self = .real
    case "CIColor": self = .color
    default: self.init(rawValue: name)
    }
  }

  /// The type to write a vector with.
  static func vectorType(_ count: Int) -> KnownValueType { count == 20 ? .colorMatrix : .vector }

  /// Creates the type to write a value with; nil for objects that documents do not support.
  init?(_ value: ArchivedValue) {
    switch value.kind {
    case .null: self = .null
    case .bool: self = .bool
    case .integer, .unsigned: self = .integer
    case .number: self = .real
    case .string: self = .string
    case .data: self = .data
    case .date: self = .date
    case .url: self = .url
    case .point: self = .point
    case .size: self = .size
    case .rect: self = .rect
    case .transform: self = .transform
    case .affine: self = .affine
    case .color: self = .color
    case .path: self = .path
    case .image: self = .image
    case .list: self = .list
    case .dictionary: self = .dictionary
    case .graphicsFont: self = .graphicsFont
    case .font: self = .font
    case .paragraphStyle: self = .paragraphStyle
    case .styledString: self = .styledString
    case .object:
      guard value.value is CAMediaTimingFunction else { return nil }
      self = .timingFunction
    }
  }

  /// The type of properties with such values; nil if there is none.
  private var propertyType: ValueType? {
    switch self {
    case .bool: .bool
    case .real: .number
    case .string: .string
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .transform: .transform
    case .color: .color
    case .path: .path
    case .colorMatrix, .vector: .numbers
    case .null, .integer, .data, .date, .url, .affine, .image, .timingFunction, .list, .dictionary,
      .styledString, .font, .graphicsFont, .paragraphStyle:
      nil
    }
  }

  /// Returns the value of a text; nil if the text is invalid, or if values of the type have no
  /// text.
  func value(_ text: String, opacity: Double) -> Any? {
    if let type = propertyType {
      return ValueText.value(text, type, opacity: opacity)?.bridged(type) { _ in nil }
    }
    switch self {
    case .null: return NSNull()
    case .integer:
      if let whole = Int64(text) { return NSNumber(value: whole) }
      if let whole = UInt64(text) { return NSNumber(value: whole) }
      return ValueText.integer(text).map { NSNumber(value: $0) }
    case .data: return Data(base64Encoded: text)
    case .date:
      let seconds = ValueText.number(text).flatMap { $0.isFinite ? $0 : nil }
      return seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    case .url: return URL(string: text)
    case .affine:
      guard let n = ValueText.affine(text) else { return nil }
      return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    case .timingFunction: return ValueText.timingFunction(text).map { CAMediaTimingFunction($0) }
    case .graphicsFont: return CGFont(text)
    case .paragraphStyle:
      return ValueText.numbers(text).flatMap { CTParagraphStyle.Values($0) }
        .map { CTParagraphStyle($0) }
    default: return nil
    }
  }

  /// Returns the text of a value of the type; nil for values without one.
  func text(_ value: Any) -> String? {
    if let type = propertyType {
      return PropertyValue(value, type: type, images: { _ in nil })
        .flatMap { ValueText.text($0, type) }
    }
    switch value {
    case let number as NSNumber where self == .integer: return "\(number)"
    case let data as Data: return data.base64EncodedString()
    case let date as Date: return ValueText.text(date.timeIntervalSinceReferenceDate)
    case let url as URL: return url.absoluteString
    case let affine as CGAffineTransform:
      let numbers = [affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty]
      return "matrix(\(ValueText.text(numbers.map { Double($0) })))"
    case let function as CAMediaTimingFunction: return ValueText.text(function.function)
    case let font as CGFont: return font.postScriptName
    case let style as CTParagraphStyle: return ValueText.text(style.values.numbers)
    default: return nil
    }
  }
}

extension ValueText {
  /// Returns the six numbers of `matrix(a b c d tx ty)`; those of the identity for an empty text.
  fileprivate static func affine(_ text: String) -> [Double]? {
    if text.allSatisfy(\.isWhitespace) { return [1, 0, 0, 1, 0, 0] }
    let text = text.drop(while: \.isWhitespace)
    guard text.hasPrefix("matrix("), let end = text.lastIndex(of: ")") else { return nil }
    let numbers = numbers(text[text.index(text.startIndex, offsetBy: 7)..<end])
    return numbers?.count == 6 ? numbers : nil
  }
}
