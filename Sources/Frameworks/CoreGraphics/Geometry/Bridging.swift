// Casts between the numbers and structs of Core Graphics and the objects that box them.
// Licensed under the MIT license; see LICENSE.
//
// On Apple's platforms `number as? CGFloat` works for an NSNumber, `box as? CGPoint` for an
// NSValue, and the casts back too, also of lists and dictionaries. Foundation for Linux has these
// casts for its own numbers only; the conformances here add them.

public import Foundation

extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// Returns the number as an object.
  public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: native) }

  /// Stores the number of an object.
  public static func _forceBridgeFromObjectiveC(_ x: NSNumber, result: inout CGFloat?) {
    result = CGFloat(x.doubleValue)
  }

  /// Stores the number of an object, unless that has more digits than a CGFloat.
  ///
  /// - Returns: Whether a number was stored.
  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSNumber,
    result: inout CGFloat?
  ) -> Bool {
    guard let number = Double(exactly: x) else { return false }
    result = CGFloat(number)
    return true
  }

  /// Returns the number of an object; 0 for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSNumber?) -> CGFloat {
    CGFloat(source?.doubleValue ?? 0)
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable {
  /// Returns the point in a box.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// Stores the point of a box.
  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGPoint?) {
    if !_conditionallyBridgeFromObjectiveC(x, result: &result) {
      preconditionFailure("the NSValue holds no CGPoint")
    }
  }

  /// Stores the point of a box, if that holds one.
  ///
  /// - Returns: Whether a point was stored.
  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue,
    result: inout CGPoint?
  ) -> Bool {
    guard x.holds("{CGPoint=dd}") else { return false }
    result = x.pointValue
    return true
  }

  /// Returns the point of a box; zero for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGPoint {
    source?.pointValue ?? .zero
  }
}

extension CGSize: @retroactive _ObjectiveCBridgeable {
  /// Returns the size in a box.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// Stores the size of a box.
  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGSize?) {
    if !_conditionallyBridgeFromObjectiveC(x, result: &result) {
      preconditionFailure("the NSValue holds no CGSize")
    }
  }

  /// Stores the size of a box, if that holds one.
  ///
  /// - Returns: Whether a size was stored.
  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue,
    result: inout CGSize?
  ) -> Bool {
    guard x.holds("{CGSize=dd}") else { return false }
    result = x.sizeValue
    return true
  }

  /// Returns the size of a box; zero for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGSize {
    source?.sizeValue ?? .zero
  }
}

extension CGRect: @retroactive _ObjectiveCBridgeable {
  /// Returns the rectangle in a box.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// Stores the rectangle of a box.
  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGRect?) {
    if !_conditionallyBridgeFromObjectiveC(x, result: &result) {
      preconditionFailure("the NSValue holds no CGRect")
    }
  }

  /// Stores the rectangle of a box, if that holds one.
  ///
  /// - Returns: Whether a rectangle was stored.
  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue,
    result: inout CGRect?
  ) -> Bool {
    guard x.holds("{CGRect={CGPoint=dd}{CGSize=dd}}") else { return false }
    result = x.rectValue
    return true
  }

  /// Returns the rectangle of a box; zero for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CGRect {
    source?.rectValue ?? .zero
  }
}

extension NSValue {
  /// Whether the box holds a value of an Objective-C type.
  package final func holds(_ type: String) -> Bool { String(cString: objCType) == type }
}
