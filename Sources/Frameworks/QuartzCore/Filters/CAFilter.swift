// The filters of Core Animation.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
package import QuartzFilters

/// A filter that layers have without Core Image, by its type.
///
///     let blur = CAFilter(type: "gaussianBlur")
///     blur.name = "blur"
///     blur.setValue(5, forKey: "inputRadius")
///     layer.filters = [blur]
///     layer.setValue(8, forKeyPath: "filters.blur.inputRadius")
///
/// The types and their inputs with the defaults:
///
/// - `gaussianBlur`: `inputRadius`, the standard deviation in points, 10; `inputNormalizeEdges`,
///   `inputNormalizeEdgesTransparent` and `inputHardEdges`, 0.
/// - `variableBlur`: those and `inputMaskImage`, whose alpha scales the radius; the mask is
///   stretched over the bounds of the layer, and its edges go on beyond them.
/// - `colorMatrix`: `inputColorMatrix`, 20 numbers, row by row, the identity.
/// - `colorSaturate`, `colorContrast`, `colorInvert`: `inputAmount`, 1. `colorBrightness`:
///   `inputAmount`, 0.
/// - `colorHueRotate`: `inputAngle` in radians, 0.
/// - `colorMonochrome`: `inputColor`, `inputBias`, `inputAmount`.
/// - `multiplyColor`, `colorAdd`, `colorSubtract`: `inputColor`.
/// - `luminanceToAlpha`; `luminanceCurveMap`: `inputAmount`, `inputValues`, four numbers.
///
/// `vibrantDark`, `vibrantLight` and `vibrantColorMatrix` are private to Apple's systems. They and
/// unknown types have no effect, with a diagnostic when a layer gets them.
open class CAFilter: NSObject, NSCopying, NSSecureCoding {
  /// The kind of filter, such as `gaussianBlur`.
  public let type: String
  /// The name in key paths, `filters.NAME.inputKey`; nil, the default, if there is none.
  open var name: String?
  /// Whether the filter acts; true by default.
  open var isEnabled = true
  // The values as they were set.
  private var objects: [String: Any] = [:]

  /// Creates a filter of a type with the defaults of all inputs.
  public init(type: String) {
    self.type = type
    super.init()
  }

  /// Creates a filter of a type with the defaults of all inputs.
  public convenience init(name: String) {
    self.init(type: name)
  }

  /// The keys of the inputs, sorted.
  open var inputKeys: [String] {
    LayerFilterAttributes.named(type)?.inputs.keys.sorted() ?? []
  }

  /// Resets all inputs to their defaults.
  open func setDefaults() {
    objects = [:]
  }

  /// Sets an input, `name` or `enabled`; nil resets an input to its default.
  ///
  /// A value is a number, a truth value, a colour, a point, a size, a rectangle, a list of numbers,
  /// an image, a text or data. Others, an input that the type does not have, and a number that is
  /// not finite are refused with a diagnostic.
  open func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "name": name = Bridge.string(value)
    case "enabled", "isEnabled": if let flag = Bridge.bool(value) { isEnabled = flag }
    default: setInput(value, key)
    }
  }

  private func setInput(_ value: Any?, _ key: String) {
    guard let value, !(value is NSNull) else { return objects[key] = nil }
    if let attributes = LayerFilterAttributes.named(type), !attributes.hasInput(key) {
      return Diagnostics.report("filter \(type) has no input \(key)")
    }
    guard let input = FilterInputValue(any: value, image: { _ in 0 }) else {
      return Diagnostics.report("filter \(type): \(key) takes no \(Swift.type(of: value))")
    }
    guard input.isFinite else {
      return Diagnostics.report("filter \(type): \(key) is not finite")
    }
    // Numbers of all types are NSNumbers, as in all key-value coding.
    if case .number(let number) = input {
      objects[key] = NSNumber(value: number)
    } else {
      objects[key] = Boxing.boxed(value)
    }
  }

  /// Returns the value of an input, of `name`, `type` or `enabled`; nil for an input without one.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "type": type
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    default: objects[key] ?? filterDescription.defaultValue(of: key).flatMap(\.object)
    }
  }

  // MARK: Copying and archives

  /// Returns a filter with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAFilter(type: type)
    copy.name = name
    copy.isEnabled = isEnabled
    copy.objects = objects
    return copy
  }

  /// True: archives are read with the classes that are expected.
  public static var supportsSecureCoding: Bool { true }

  private static let inputsKey = "inputs"

  /// Creates a filter from an archive; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    guard let type = coder.object(of: NSString.self, forKey: "type") as String? else {
      return nil
    }
    self.type = type
    super.init()
    if coder.containsValue(forKey: "name") {
      name = coder.object(of: NSString.self, forKey: "name") as String?
    }
    isEnabled = coder.decodeBool(forKey: "enabled")
    let archived = coder.object(of: ArchivedValue.self, forKey: CAFilter.inputsKey)
    guard let inputs = archived?.value as? [String: Any] else { return nil }
    for (key, value) in inputs { setInput(value, key) }
  }

  /// Writes the filter to an archive.
  open func encode(with coder: NSCoder) {
    coder.encode(type as NSString, forKey: "type")
    if let name { coder.encode(name as NSString, forKey: "name") }
    coder.encode(isEnabled, forKey: "enabled")
    let inputs = ArchivedValue.of(objects, isSecure: coder.requiresSecureCoding) { key in
      Diagnostics.report("filter \(type): \(key) cannot be archived")
    }
    coder.encode(inputs, forKey: CAFilter.inputsKey)
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}

extension CAFilter: FilterConvertible {
  package var filterDescription: FilterDescription {
    var description = FilterDescription(type: type, name: name, isEnabled: isEnabled)
    var images: UInt64 = 0
    for key in objects.keys.sorted() {
      let value = objects[key].flatMap { object in
        FilterInputValue(any: object) { _ in
          defer { images += 1 }
          return images
        }
      }
      description[key] = value
    }
    return description
  }

  package var filterImages: [Any] {
    objects.keys.sorted().compactMap { objects[$0] as? CGImage }
  }

  package func filterCopy() -> any FilterConvertible {
    let copied = copy()
    return copied as? any FilterConvertible ?? CAFilter(filterDescription)
  }

  package func filterValue(forKey key: String) -> Any? { value(forKey: key) }

  package func setFilterValue(_ value: Any?, forKey key: String) { setValue(value, forKey: key) }

  package func setShownInput(_ value: FilterInputValue, forKey key: String) {
    if let object = value.object { objects[key] = object }
  }

  package func setFilterEnabled(_ isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Creates a filter of any type with the inputs of a description, without its images.
  convenience init(_ description: FilterDescription) {
    self.init(type: description.type)
    name = description.name
    isEnabled = description.isEnabled
    for input in description.inputs { setShownInput(input.value, forKey: input.key) }
  }

  /// The inputs that were set, with the values as they were set.
  package var setInputs: [String: Any] { objects }
}
