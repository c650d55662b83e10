// Inputs as values of Swift's types, for the typed filters.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The part that all typed filters share.
public protocol CIFilterProtocol: AnyObject {
  /// The image that the filter makes of its inputs; nil if one that it needs is missing.
  var outputImage: CIImage? { get }
}

extension CIFilter {
  func numberInput(_ key: String) -> Float { (value(forKey: key) as? NSNumber)?.floatValue ?? 0 }

  func integerInput(_ key: String) -> Int { (value(forKey: key) as? NSNumber)?.intValue ?? 0 }

  func flagInput(_ key: String) -> Bool { (value(forKey: key) as? NSNumber)?.boolValue ?? false }

  func vectorInput(_ key: String) -> CIVector { value(forKey: key) as? CIVector ?? CIVector([]) }

  func pointInput(_ key: String) -> CGPoint { vectorInput(key).cgPointValue }

  func rectInput(_ key: String) -> CGRect { vectorInput(key).cgRectValue }

  func colorInput(_ key: String) -> CIColor { value(forKey: key) as? CIColor ?? .clear }

  func bytesInput(_ key: String) -> Data { value(forKey: key) as? Data ?? Data() }

  func textInput(_ key: String) -> String { value(forKey: key) as? String ?? "" }

  func optionalTextInput(_ key: String) -> String? { value(forKey: key) as? String }

  func attributedTextInput(_ key: String) -> NSAttributedString {
    value(forKey: key) as? NSAttributedString ?? NSAttributedString(string: "")
  }

  func transformInput(_ key: String) -> CGAffineTransform {
    value(forKey: key) as? CGAffineTransform ?? .identity
  }

  /// An image or a colour space.
  func objectInput<Object: AnyObject>(_ key: String) -> Object? { value(forKey: key) as? Object }
}
