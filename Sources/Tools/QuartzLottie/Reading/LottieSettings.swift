// Values from outside that replace those of a document.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Values for slots and for properties by key path.
public struct LottieSettings: Sendable {
  /// A value for a property or a slot.
  public enum Value: Sendable, Equatable {
    /// Red, green, blue and alpha, 0...1.
    case color(red: Double, green: Double, blue: Double, alpha: Double)
    /// A number, or the coordinates of a point or a size.
    case numbers([Double])
    /// A text.
    case text(String)
    /// The bytes of a picture, for slots of pictures.
    case image(Data)
  }

  /// A value for all properties whose key path matches.
  struct Property: Sendable {
    enum Source: Sendable {
      case fixed(Value)
      case frames(@Sendable (Double) -> Value)
    }

    var pattern: [String]
    var source: Source
  }

  var properties: [Property] = []
  var slots: [String: JSONValue] = [:]
  /// The bytes of fonts by their names in the document.
  var fonts: [String: Data] = [:]
  var providers = LottieProviders()

  /// Creates settings that change nothing.
  public init() {}

  /// Whether they change nothing.
  var isEmpty: Bool {
    properties.isEmpty && slots.isEmpty && fonts.isEmpty && providers.image == nil
      && providers.font == nil && providers.text == nil
  }

  /// Replaces the value of a slot.
  public mutating func set(slot: String, _ value: Value) {
    if case .image = value {
      slots[slot] = .object(["p": value.json, "u": .text(""), "e": .number(1)])
    } else {
      slots[slot] = .object(["a": .number(0), "k": value.json])
    }
  }

  /// Gives a font of the document, such as one that this machine does not have.
  ///
  /// - Parameters:
  ///   - name: The name by which texts ask for it, `fName` in the document.
  ///   - data: A TrueType or OpenType file; others are as if the font were missing.
  public mutating func set(font name: String, _ data: Data) {
    fonts[name] = data
  }

  /// Replaces the values of properties.
  ///
  /// - Parameter keyPath: Names joined by dots, such as `Layer.Group.Fill 1.Color`; `*` is any one
  ///   name, `**` any number of names. The last setting that matches wins.
  public mutating func set(keyPath: String, _ value: Value) {
    properties.append(Property(pattern: Self.pattern(keyPath), source: .fixed(value)))
  }

  /// Replaces the values of properties by those of a function.
  ///
  /// - Parameters:
  ///   - keyPath: As that of `set(keyPath:_:)`.
  ///   - body: The value by the frame of the composition that the property is in. It is asked for
  ///     each whole frame of the document when the document is read; between two frames the value
  ///     goes from one to the other. A value of the wrong kind ends the list there.
  public mutating func set(keyPath: String, frames body: @escaping @Sendable (Double) -> Value) {
    properties.append(Property(pattern: Self.pattern(keyPath), source: .frames(body)))
  }

  private static func pattern(_ keyPath: String) -> [String] {
    keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// The value for a key path; nil for the document's own.
  func source(at path: [String]) -> Property.Source? {
    properties.last { Self.matches($0.pattern, path) }?.source
  }

  /// The value for a key path that does not change; nil for the document's own.
  func value(at path: [String]) -> Value? {
    if case .fixed(let value)? = source(at: path) { value } else { nil }
  }

  /// These settings, with others in their place where there are some.
  func merging(_ other: LottieSettings) -> LottieSettings {
    var result = self
    result.slots.merge(other.slots) { $1 }
    result.fonts.merge(other.fonts) { $1 }
    result.properties += other.properties
    result.providers.image = other.providers.image ?? providers.image
    result.providers.font = other.providers.font ?? providers.font
    result.providers.text = other.providers.text ?? providers.text
    return result
  }

  /// Whether names match a pattern; the time is the product of both lengths at most.
  static func matches(_ pattern: [String], _ names: [String]) -> Bool {
    // Names with dots match the parts between dots.
    let names = names.flatMap { $0.split(separator: ".", omittingEmptySubsequences: false) }
    var reached = [Bool](repeating: false, count: names.count + 1)
    reached[0] = true
    for part in pattern {
      var next = [Bool](repeating: false, count: names.count + 1)
      if part == "**" {
        var isReached = false
        for index in reached.indices {
          isReached = isReached || reached[index]
          next[index] = isReached
        }
      } else {
        for index in names.indices where reached[index] && (part == "*" || part == names[index]) {
          next[index + 1] = true
        }
      }
      reached = next
    }
    return reached[names.count]
  }
}

extension LottieSettings.Value {
  var json: JSONValue {
    switch self {
    case .color(let red, let green, let blue, let alpha): .numbers([red, green, blue, alpha])
    case .numbers(let numbers): .numbers(numbers)
    case .text(let text): .text(text)
    case .image(let data): .text("data:image/*;base64," + data.base64EncodedString())
    }
  }

  var numbers: [Double]? {
    if case .numbers(let numbers) = json { numbers } else { nil }
  }

  /// The bytes of the largest picture.
  private static let largestImage = 1 << 28

  /// Reads `#rrggbb`, `#rrggbbaa`, numbers with commas between, `text:` and a text, or `image:` and
  /// the path of a file.
  ///
  /// - Returns: Nil for anything else, and for a file that cannot be read.
  public init?(argument: String) {
    if argument.hasPrefix("image:") {
      let url = URL(fileURLWithPath: String(argument.dropFirst(6)))
      guard let data = try? FolderFiles.read(url, limit: Self.largestImage) else { return nil }
      self = .image(data)
    } else if argument.hasPrefix("text:") {
      self = .text(String(argument.dropFirst(5)))
    } else if argument.hasPrefix("#") {
      guard let color = SIMD4<Double>(hexadecimal: argument) else { return nil }
      self = .color(red: color.x, green: color.y, blue: color.z, alpha: color.w)
    } else {
      let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0) }.filter { abs($0) <= LottiePoint.largest }
      guard numbers.count == parts.count, !numbers.isEmpty else { return nil }
      self = .numbers(numbers)
    }
  }
}

extension SIMD4<Double> {
  /// The colour of `#rgb`, `#rrggbb` or `#rrggbbaa`, 0...1.
  init?(hexadecimal text: String) {
    var digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    guard [6, 8].contains(digits.utf8.count), !digits.hasPrefix("+"), !digits.hasPrefix("-"),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    let all = digits.utf8.count == 8 ? number : number << 8 | 0xFF
    self.init(
      Double(all >> 24) / 255,
      Double(all >> 16 & 0xFF) / 255,
      Double(all >> 8 & 0xFF) / 255,
      Double(all & 0xFF) / 255
    )
  }
}
