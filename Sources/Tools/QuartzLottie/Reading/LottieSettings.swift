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
    var pattern: [String]
    var value: Value
  }

  var properties: [Property] = []
  var slots: [String: JSONValue] = [:]
  /// The bytes of fonts by their names in the document.
  var fonts: [String: Data] = [:]

  /// Creates settings that change nothing.
  public init() {}

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
    let pattern = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    properties.append(Property(pattern: pattern, value: value))
  }

  /// The value for a key path; nil for the document's own.
  func value(at path: [String]) -> Value? {
    properties.last { Self.matches($0.pattern, path) }?.value
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
