// Boxes of layers' structs in NSValue.
// Licensed under the MIT license; see LICENSE.
//
// Foundation for Linux boxes points, sizes and rectangles itself. Of other types it knows only
// lists of numbers, so matrices are lists of sixteen and of six. Equality, copies, descriptions and
// archives are Foundation's.

public import CoreGraphics
public import Foundation

extension NSValue {
  private static let transformType = "[16d]"
  private static let affineType = "[6d]"

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

extension Bridge {
  /// Returns the struct in a box; other values unchanged.
  static func unboxed(_ any: Any) -> Any {
    (any as? NSValue)?.structure ?? any
  }
}
