// Boxes of layers' structs in NSValue.
// Licensed under the MIT license; see LICENSE.
//
// Foundation for Linux boxes points, sizes and rectangles itself. Of other types it knows only
// lists of numbers, so matrices are lists of sixteen and of six. Equality, copies, descriptions and
// archives are Foundation's.

public import CoreGraphics
public import Foundation

extension NSValue {
  fileprivate static let transformType = "[16d]"
  fileprivate static let affineType = "[6d]"

  /// Creates a box with a point.
  public convenience init(cgPoint: CGPoint) {
    self.init(point: cgPoint)
  }

  /// Creates a box with a size.
  public convenience init(cgSize: CGSize) {
    self.init(size: cgSize)
  }

  /// Creates a box with a rectangle.
  public convenience init(cgRect: CGRect) {
    self.init(rect: cgRect)
  }

  /// Creates a box with an affine transform.
  ///
  /// **Differences**: its `objCType` is `[6d]`.
  public convenience init(cgAffineTransform: CGAffineTransform) {
    let m = cgAffineTransform
    self.init(
      bytes: [Double](arrayLiteral: m.a, m.b, m.c, m.d, m.tx, m.ty),
      objCType: NSValue.affineType
    )
  }

  /// Creates a box with a transform.
  ///
  /// **Differences**: its `objCType` is `[16d]`.
  public convenience init(caTransform3D: CATransform3D) {
    self.init(bytes: caTransform3D.numbers, objCType: NSValue.transformType)
  }

  /// The point in the box; zero for a box with something else.
  public var cgPointValue: CGPoint { structure as? CGPoint ?? .zero }

  /// The size in the box; zero for a box with something else.
  public var cgSizeValue: CGSize { structure as? CGSize ?? .zero }

  /// The rectangle in the box; zero for a box with something else.
  public var cgRectValue: CGRect { structure as? CGRect ?? .zero }

  /// The affine transform in the box; the identity for a box with something else.
  public var cgAffineTransformValue: CGAffineTransform {
    structure as? CGAffineTransform ?? .identity
  }

  /// The transform in the box; the identity for a box with something else.
  public var caTransform3DValue: CATransform3D {
    structure as? CATransform3D ?? CATransform3DIdentity
  }

  // `Any` because: it is a struct of one of five types.
  /// The struct in the box; nil for other contents, such as numbers.
  package final var structure: Any? {
    let type = String(cString: objCType)
    switch type {
    case "{CGPoint=dd}": return pointValue
    case "{CGSize=dd}": return sizeValue
    case "{CGRect={CGPoint=dd}{CGSize=dd}}": return rectValue
    case NSValue.transformType: return CATransform3D(numbers: numbers(16))
    case NSValue.affineType:
      let n = numbers(6)
      return CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
    default: return nil
    }
  }

  /// Returns the numbers of a list.
  private final func numbers(_ count: Int) -> [Double] {
    var numbers = [Double](repeating: 0, count: count)
    // Bounds: the type of the box says that it has as many.
    numbers.withUnsafeMutableBytes { bytes in
      if let start = bytes.baseAddress { getValue(start) }
    }
    return numbers
  }
}

// MARK: - Casts

extension CATransform3D: _ObjectiveCBridgeable {
  /// Returns the transform in a box.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// Stores the transform of a box.
  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CATransform3D?) {
    if !_conditionallyBridgeFromObjectiveC(x, result: &result) {
      preconditionFailure("the NSValue holds no CATransform3D")
    }
  }

  /// Stores the transform of a box, if that holds one.
  ///
  /// - Returns: Whether a transform was stored.
  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue,
    result: inout CATransform3D?
  ) -> Bool {
    guard x.holds(NSValue.transformType) else { return false }
    result = x.caTransform3DValue
    return true
  }

  /// Returns the transform of a box; the identity for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CATransform3D {
    source?.caTransform3DValue ?? CATransform3DIdentity
  }
}

extension CGAffineTransform: _ObjectiveCBridgeable {
  /// Returns the transform in a box.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// Stores the transform of a box.
  public static func _forceBridgeFromObjectiveC(_ x: NSValue, result: inout CGAffineTransform?) {
    if !_conditionallyBridgeFromObjectiveC(x, result: &result) {
      preconditionFailure("the NSValue holds no CGAffineTransform")
    }
  }

  /// Stores the transform of a box, if that holds one.
  ///
  /// - Returns: Whether a transform was stored.
  public static func _conditionallyBridgeFromObjectiveC(
    _ x: NSValue,
    result: inout CGAffineTransform?
  ) -> Bool {
    guard x.holds(NSValue.affineType) else { return false }
    result = x.cgAffineTransformValue
    return true
  }

  /// Returns the transform of a box; the identity for nil.
  public static func _unconditionallyBridgeFromObjectiveC(
    _ source: NSValue?
  ) -> CGAffineTransform {
    source?.cgAffineTransformValue ?? .identity
  }
}

extension Bridge {
  /// Returns the struct in a box; other values unchanged.
  static func unboxed(_ any: Any) -> Any { structure(in: any) ?? any }

  /// Returns the struct in a box; nil for other values, structs among them.
  static func structure(in any: Any) -> Any? {
    // Asked by type, because a cast would box structs.
    type(of: any) is NSValue.Type ? (any as? NSValue)?.structure : nil
  }
}
