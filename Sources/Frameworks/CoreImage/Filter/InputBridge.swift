// Values of inputs: what apps may set, what is kept, what the lowering gets.
// Licensed under the MIT license; see LICENSE.
//
// Linux has no Objective-C run time that would box numbers and structs, so apps set Swift's own
// types. They are kept as the objects that Core Image's attributes name: NSNumber, CIVector,
// CIColor, CIImage, String, Data; transforms and colour spaces are kept as themselves.

import CoreGraphics
import Foundation
import QuartzFilters

/// Conversions of inputs; nil where the type does not fit.
enum InputBridge {
  /// Returns the object that is kept for a value.
  static func stored(_ value: Any, _ valueClass: FilterInputClass) -> Any? {
    switch valueClass {
    case .number: number(value)
    case .vector: vector(value)
    case .color: color(value)
    case .image: value as? CIImage
    case .string: text(value)
    case .attributedString: value as? NSAttributedString
    case .data: data(value)
    case .transform: transform(value)
    case .object: value as? CGColorSpace
    case .array, .barcodeDescriptor, .model, .calibration, .metadata: nil
    }
  }

  private static func number(_ value: Any) -> NSNumber? {
    switch value {
    case let value as NSNumber: value
    case let value as Bool: NSNumber(value: value)
    case let value as CGFloat: NSNumber(value: Double(value))
    case let value as any BinaryInteger: NSNumber(value: Double(value))
    case let value as any BinaryFloatingPoint: NSNumber(value: Double(value))
    default: nil
    }
  }

  private static func vector(_ value: Any) -> CIVector? {
    switch value {
    case let value as CIVector: value
    case let value as CGPoint: CIVector(cgPoint: value)
    case let value as CGSize: CIVector(x: value.width, y: value.height)
    case let value as CGVector: CIVector(x: value.dx, y: value.dy)
    case let value as CGRect: CIVector(cgRect: value)
    case let value as CGAffineTransform: CIVector(cgAffineTransform: value)
    case let value as [CGFloat]: CIVector(value.map { Double($0) })
    case let value as [any BinaryFloatingPoint]: CIVector(value.map { Double($0) })
    case let value as NSValue: boxed(value)
    default: nil
    }
  }

  /// Returns the numbers of a struct in a box.
  private static func boxed(_ box: NSValue) -> CIVector? {
    switch String(cString: box.objCType) {
    case "{CGPoint=dd}": CIVector(cgPoint: box.pointValue)
    case "{CGSize=dd}": CIVector(x: box.sizeValue.width, y: box.sizeValue.height)
    case "{CGRect={CGPoint=dd}{CGSize=dd}}": CIVector(cgRect: box.rectValue)
    case "[6d]": CIVector(numbers(box, 6))
    default: nil
    }
  }

  private static func numbers(_ box: NSValue, _ count: Int) -> [Double] {
    var numbers = [Double](repeating: 0, count: count)
    // Bounds: the type of the box says that it has as many.
    numbers.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { box.getValue(start) }
    }
    return numbers
  }

  private static func color(_ value: Any) -> CIColor? {
    switch value {
    case let value as CIColor: value
    case let value as CGColor: CIColor(cgColor: value)
    default: nil
    }
  }

  private static func text(_ value: Any) -> String? {
    value as? String ?? (value as? NSString).map { String($0) }
  }

  private static func data(_ value: Any) -> Data? {
    value as? Data ?? (value as? NSData).map { Data(referencing: $0) }
  }

  private static func transform(_ value: Any) -> CGAffineTransform? {
    switch value {
    case let value as CGAffineTransform: return value
    case let value as NSAffineTransform: return transform(value.transformStruct)
    case let value as AffineTransform:
      return CGAffineTransform(value.m11, value.m12, value.m21, value.m22, value.tX, value.tY)
    case let value as CIVector where value.count == 6: return value.cgAffineTransformValue
    case let value as NSValue:
      let vector = boxed(value)
      return vector?.count == 6 ? vector?.cgAffineTransformValue : nil
    default: return nil
    }
  }

  /// Returns the object for a value of the table.
  static func object(_ value: FilterInputValue, _ valueClass: FilterInputClass) -> Any? {
    switch value {
    case .number(let number): NSNumber(value: number)
    case .vector(let numbers):
      valueClass == .transform
        ? CIVector(numbers).cgAffineTransformValue : CIVector(numbers)
    case .color(let color): CIColor(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    case .text(let text): text
    case .data(let bytes): Data(bytes)
    case .image: nil
    }
  }

  /// Returns the value that the lowering gets for an object that is kept; nil for images, and for
  /// one that only this module uses.
  static func value(_ object: Any) -> FilterInputValue? {
    switch object {
    case let number as NSNumber: .number(number.doubleValue)
    case let vector as CIVector: .vector(vector.numbers)
    case let color as CIColor: .color(color.straight)
    case let transform as CGAffineTransform:
      .vector([transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty])
    case let text as String: .text(text)
    case let data as Data: .data([UInt8](data))
    case let space as CGColorSpace: space.name.map { .text($0) }
    default: nil
    }
  }
}
