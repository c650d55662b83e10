// Filters in keyed archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzFilters

/// A filter as its archive has it.
///
/// Foundation's archiver for Linux treats equal numbers of different types as one object, so that
/// numbers and transforms are archived as vectors.
struct FilterArchive {
  let attributes: FilterAttributes?
  let name: String
  let isEnabled: Bool
  let values: [String: Any]

  private static let typeKey = "CIFilterType"
  private static let nameKey = "CIFilterName"
  private static let enabledKey = "CIEnabled"

  init(
    _ attributes: FilterAttributes?,
    _ name: String,
    isEnabled: Bool,
    _ values: [String: Any]
  ) {
    self.attributes = attributes
    self.name = name
    self.isEnabled = isEnabled
    self.values = values
  }

  init?(_ coder: NSCoder) {
    guard let name = Self.text(coder, Self.nameKey) else { return nil }
    self.name = name
    isEnabled = coder.decodeBool(forKey: Self.enabledKey)
    guard let type = Self.text(coder, Self.typeKey) else {
      // A class of the app archives its inputs itself.
      attributes = nil
      values = [:]
      return
    }
    guard let attributes = FilterNames.attributes(type) else { return nil }
    self.attributes = attributes
    var values: [String: Any] = [:]
    for input in attributes.inputs where coder.containsValue(forKey: input.key) {
      guard let value = Self.value(coder, input) else { return nil }
      values[input.key] = value
    }
    self.values = values
  }

  func encode(_ coder: NSCoder) {
    coder.encode(name as NSString, forKey: Self.nameKey)
    coder.encode(isEnabled, forKey: Self.enabledKey)
    guard let attributes else { return }
    coder.encode(attributes.name as NSString, forKey: Self.typeKey)
    for input in attributes.inputs {
      guard let value = values[input.key] else { continue }
      guard let object = Self.object(value) else {
        Diagnostics.report("\(input.key) of \(name) is left out of the archive", from: "CoreImage")
        continue
      }
      coder.encode(object, forKey: input.key)
    }
  }

  private static func text(_ coder: NSCoder, _ key: String) -> String? {
    coder.object(of: NSString.self, forKey: key).map { String($0) }
  }

  /// Returns the object that is archived for a value; nil if there is none.
  private static func object(_ value: Any) -> NSObject? {
    switch value {
    case let number as NSNumber: CIVector(x: number.doubleValue)
    case let transform as CGAffineTransform: CIVector(cgAffineTransform: transform)
    case let text as String: text as NSString
    case let data as Data: data as NSData
    case let space as CGColorSpace: space.name.map { $0 as NSString }
    case let image as CIImage: image.extent.isInfinite ? nil : image
    case let object as any NSObject & NSCoding: object
    default: nil
    }
  }

  // `Any` because: inputs are of many types.
  private static func value(_ coder: NSCoder, _ input: FilterInputAttributes) -> Any? {
    let key = input.key
    switch input.valueClass {
    case .number:
      let vector = coder.object(of: CIVector.self, forKey: key)
      return vector?.count == 1 ? vector.map { NSNumber(value: $0.x) } : nil
    case .vector: return coder.object(of: CIVector.self, forKey: key)
    case .transform:
      let vector = coder.object(of: CIVector.self, forKey: key)
      return vector?.count == 6 ? vector?.cgAffineTransformValue : nil
    case .color: return coder.object(of: CIColor.self, forKey: key)
    case .image: return coder.object(of: CIImage.self, forKey: key)
    case .string: return text(coder, key)
    case .attributedString: return coder.object(of: NSAttributedString.self, forKey: key)
    case .data:
      return coder.object(of: NSData.self, forKey: key).map { Data(referencing: $0) }
    case .object: return text(coder, key).flatMap { CGColorSpace(name: $0) }
    case .array, .barcodeDescriptor, .model, .calibration, .metadata: return nil
    }
  }
}
