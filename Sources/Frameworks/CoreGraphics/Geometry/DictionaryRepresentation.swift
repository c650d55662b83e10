// Points, sizes and rectangles as dictionaries.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension CGPoint {
  /// The point in a dictionary with the keys `X` and `Y`.
  public var dictionaryRepresentation: CFDictionary {
    ["X": NSNumber(value: x.native), "Y": NSNumber(value: y.native)]
  }

  /// The point that `dictionaryRepresentation` gave; nil if a number is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let x = dict.number("X"), let y = dict.number("Y") else { return nil }
    self.init(x: x, y: y)
  }
}

extension CGSize {
  /// The size in a dictionary with the keys `Width` and `Height`.
  public var dictionaryRepresentation: CFDictionary {
    ["Width": NSNumber(value: width.native), "Height": NSNumber(value: height.native)]
  }

  /// The size that `dictionaryRepresentation` gave; nil if a number is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let width = dict.number("Width"), let height = dict.number("Height") else { return nil }
    self.init(width: width, height: height)
  }
}

extension CGRect {
  /// The rectangle in a dictionary with the keys `X`, `Y`, `Width` and `Height`.
  public var dictionaryRepresentation: CFDictionary {
    origin.dictionaryRepresentation.merging(size.dictionaryRepresentation) { own, _ in own }
  }

  /// The rectangle that `dictionaryRepresentation` gave; nil if a number is missing.
  public init?(dictionaryRepresentation dict: CFDictionary) {
    guard let origin = CGPoint(dictionaryRepresentation: dict),
      let size = CGSize(dictionaryRepresentation: dict)
    else { return nil }
    self.init(origin: origin, size: size)
  }
}

extension CFDictionary {
  /// The number at `key`, of whatever type it was written with.
  fileprivate func number(_ key: String) -> CGFloat? {
    switch self[key] {
    case let value as CGFloat: value
    case let value as Double: CGFloat(value)
    case let value as Float: CGFloat(value)
    case let value as Int: CGFloat(value)
    case let value as NSNumber: CGFloat(value.doubleValue)
    default: nil
    }
  }
}
