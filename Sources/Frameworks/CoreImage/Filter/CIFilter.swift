// A filter: a name, inputs, and the image that they make.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
public import Foundation
import QuartzFilters
import QuartzInstances

/// A filter: inputs that are set by name, and the image that it makes of them.
///
/// Nothing is drawn before a ``CIContext`` draws ``outputImage``. A filter belongs to one thread;
/// the images that it makes may be used from any.
///
/// ```swift
/// let blur = CIFilter(name: "CIGaussianBlur", parameters: ["inputImage": image])
/// blur?.setValue(4, forKey: kCIInputRadiusKey)
/// let blurred = blur?.outputImage
/// ```
///
/// A class of your own overrides ``outputImage``, and ``value(forKey:)`` and
/// ``setValue(_:forKey:)`` for its inputs.
///
/// **Differences**: kernels of an app's own, in Metal or in Core Image's language, are absent, and
/// so are filters that are registered by name.
open class CIFilter: NSObject, NSCopying, NSSecureCoding {
  private var storedAttributes: FilterAttributes?
  private var storedName: String
  /// The inputs that were set, as `InputBridge` keeps them; the others have their defaults.
  private var values: [String: Any] = [:]
  /// The inputs whose value was taken away.
  private var missing: Set<String> = []

  /// Whether the filter acts on a layer; one that is off passes its input image through.
  open var isEnabled = true

  /// Creates a filter of a class of the app; its name is that of the class.
  public override init() {
    storedName = ""
    super.init()
    storedName = "\(type(of: self))"
  }

  /// Creates a filter by its name, with defaults for all inputs; nil if there is no such filter.
  ///
  /// - Parameter name: One of ``filterNames(inCategory:)``.
  public convenience init?(name: String) {
    guard let attributes = FilterNames.attributes(name) else { return nil }
    self.init(attributes)
  }

  /// Creates a filter by its name with some of its inputs; the others have their defaults.
  ///
  /// - Parameters:
  ///   - name: One of ``filterNames(inCategory:)``.
  ///   - params: Values by key, as for ``setValue(_:forKey:)``.
  /// - Returns: The filter, or nil if there is none of that name.
  public convenience init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    setValues(params ?? [:])
  }

  /// Creates a filter of the table.
  convenience init(_ attributes: FilterAttributes) {
    self.init()
    storedAttributes = attributes
    storedName = attributes.name
  }

  /// Creates a filter that the builtins vouch for.
  convenience init(builtin name: String) {
    guard let attributes = FilterNames.attributes(name) else {
      preconditionFailure("\(name) is in CIFilterBuiltins, but not in the table")
    }
    self.init(attributes)
  }

  /// The attributes in the table; nil for a class of the app.
  final var table: FilterAttributes? { storedAttributes }

  /// The name, which key paths of layers use; at first that of the filter, as `CIGaussianBlur`.
  open var name: String {
    get { storedName }
    set { storedName = newValue }
  }

  /// Sets all inputs to their defaults; those without one, such as images, to nil.
  open func setDefaults() {
    values = [:]
    missing = []
  }

  /// The keys of the inputs; none for a class of the app that does not override it.
  open var inputKeys: [String] { storedAttributes?.inputs.map(\.key) ?? [] }

  /// The keys of the results: `outputImage`.
  open var outputKeys: [String] { [kCIOutputImageKey] }

  // `Any` because: attributes are of many types.
  /// The attributes of the filter and, by key, of each of its inputs.
  ///
  /// Keys are `kCIAttribute…`. The attributes of an input are a dictionary of their own.
  ///
  /// **Differences**: ranges of sliders and descriptions are absent. Source: the table of
  /// attributes as Apple's own prints them, in `Filters/attributes.tsv`.
  open var attributes: [String: Any] { storedAttributes?.dictionary ?? [:] }

  // `Any` because: inputs are of many types.

  /// Returns the value of an input; nil for one without a value.
  ///
  /// Numbers are NSNumbers; points, rectangles and rows of numbers are ``CIVector``s; colours are
  /// ``CIColor``s. The keys `name`, `enabled` and `outputImage` have their properties' values.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "enabled", "isEnabled": NSNumber(value: isEnabled)
    case kCIOutputImageKey: outputImage
    default: values[key] ?? defaultValue(key)
    }
  }

  private func defaultValue(_ key: String) -> Any? {
    guard !missing.contains(key), let input = storedAttributes?.input(key) else { return nil }
    return input.defaultValue.flatMap { InputBridge.object($0, input.valueClass) }
  }

  /// Sets an input; nil or NSNull takes its value away.
  ///
  /// Numbers of any type are taken, for vectors also CGPoint, CGSize, CGRect and CGAffineTransform,
  /// for colours also CGColor. An unknown key, or a value of the wrong type, changes nothing and
  /// gives a line on the standard error.
  open func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "name": if let value = value as? String { name = value }
    case "enabled", "isEnabled":
      if let value = (value as? NSNumber)?.boolValue ?? value as? Bool { isEnabled = value }
    default: setInput(value, key)
    }
  }

  private func setInput(_ value: Any?, _ key: String) {
    guard let input = storedAttributes?.input(key) else {
      Diagnostics.report("\(storedName) has no input \"\(key)\"", from: "CoreImage")
      return
    }
    guard let value, !(value is NSNull) else {
      values[key] = nil
      missing.insert(key)
      return
    }
    guard let object = InputBridge.stored(value, input.valueClass) else {
      Diagnostics.report(
        "\(key) of \(storedName) is a \(input.valueClass.rawValue), not a \(type(of: value))",
        from: "CoreImage"
      )
      return
    }
    values[key] = object
    missing.remove(key)
  }

  /// Gives an input its default back.
  package final func resetInput(_ key: String) {
    values[key] = nil
    missing.remove(key)
  }

  /// Sets inputs in the order of their keys.
  private func setValues(_ values: [String: Any]) {
    for key in values.keys.sorted() { setValue(values[key], forKey: key) }
  }

  /// The image that the filter makes of its inputs; nil if one that it needs is missing.
  ///
  /// The image is a value: it does not change when the filter does.
  open var outputImage: CIImage? {
    storedAttributes.flatMap { FilterOutput(filter: self, $0).image }
  }

  /// The filter as a value: the inputs that were set, without images.
  ///
  /// - Parameter name: The name in key paths, or nil.
  final func description(named name: String?) -> FilterDescription {
    let inputs = values.compactMap { key, object in
      InputBridge.value(object).map { FilterInput(key: key, value: $0) }
    }
    return FilterDescription(
      type: storedAttributes?.name ?? storedName,
      name: name,
      isEnabled: isEnabled,
      inputs: inputs
    )
  }

  /// Returns a filter with the same inputs, of the same class.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = newOfSameClass()
    copy.storedAttributes = storedAttributes
    copy.storedName = storedName
    copy.values = values
    copy.missing = missing
    copy.isEnabled = isEnabled
    return copy
  }

  /// Creates a filter from an archive; nil if the archive is damaged or names an unknown filter.
  public required init?(coder: NSCoder) {
    storedName = ""
    super.init()
    guard let archive = FilterArchive(coder) else { return nil }
    storedAttributes = archive.attributes
    storedName = archive.name
    isEnabled = archive.isEnabled
    values = archive.values
  }

  /// Archives the filter with its inputs.
  ///
  /// Images are archived as their pixels, in 8 bits of sRGB; one without end is left out, with a
  /// line on the standard error.
  open func encode(with coder: NSCoder) {
    FilterArchive(storedAttributes, storedName, isEnabled: isEnabled, values).encode(coder)
  }

  /// Whether archives of the class are safe to read; true unless a subclass overrides it.
  open class var supportsSecureCoding: Bool { true }

  /// The name, and the inputs that have a value.
  open override var description: String {
    let inputs = inputKeys.compactMap { key in value(forKey: key).map { "\(key) = \($0)" } }
    return "<\(storedName): \(inputs.joined(separator: ", "))>"
  }
}

// See QuartzInstances.
extension CIFilter {
  @_silgen_name("quartz_CIFilter_init")
  convenience init(_: Void) {
    self.init()
  }

  @_silgen_name("quartz_CIFilter_init")
  static func make() -> CIFilter

  /// Returns a new filter of the same class; one with the values of all stored properties if the
  /// class does not implement `init()`.
  private final func newOfSameClass() -> CIFilter {
    let type = type(of: self)
    return Instances.attempt(type, "init()") { type.make() } ?? Instances.memberwiseCopy(of: self)
  }
}
