// The features of a document, and how well each is shown.
// Licensed under the MIT license; see LICENSE.

/// The features that a document uses, and what became of them.
public struct LottieReport: Sendable, CustomStringConvertible {
  /// The way in which a feature is shown.
  public enum Fidelity: String, Sendable {
    /// Layers and animations say the same at every time.
    case exact
    /// Layers show values that were worked out at many times; between them they are mixed.
    case sampled
    /// It is not shown.
    case ignored
  }

  /// A feature at its first place in the document.
  public struct Entry: Sendable {
    /// The feature's name, such as `time remap`.
    public let feature: String
    /// The way in which it is shown.
    public let fidelity: Fidelity
    /// The path of the first member that uses it, such as `layers[3].tm`.
    public let place: String
    /// The number of members that use it.
    public internal(set) var count: Int
  }

  /// The features, in the order in which they were met.
  public private(set) var entries: [Entry] = []
  /// The remarks about what was read, each once.
  public private(set) var warnings: [String] = []
  private var indexes: [String: Int] = [:]

  init() {}

  /// The features that are not shown.
  public var ignored: [Entry] { entries.filter { $0.fidelity == .ignored } }

  /// A line for each feature.
  public var description: String {
    entries.map { "\($0.fidelity.rawValue): \($0.feature) (\($0.count), first at \($0.place))" }
      .joined(separator: "\n")
  }

  /// Counts a use of a feature.
  mutating func note(_ feature: String, _ fidelity: Fidelity, _ place: JSONPath) {
    let key = "\(feature) \(fidelity.rawValue)"
    if let index = indexes[key] {
      entries[index].count += 1
      return
    }
    indexes[key] = entries.count
    let entry = Entry(feature: feature, fidelity: fidelity, place: place.description, count: 1)
    entries.append(entry)
    if fidelity == .ignored { warnings.append("\(entry.place): \(feature) is not drawn") }
  }

  /// The remarks that are kept.
  private static let largestWarningCount = 1000

  /// Adds a remark, unless it is there.
  mutating func warn(_ place: JSONPath, _ text: String) {
    let warning = "\(place): \(text)"
    if warnings.count < Self.largestWarningCount, !warnings.contains(warning) {
      warnings.append(warning)
    }
  }
}
