// The strategies of texts.
// Licensed under the MIT license; see LICENSE.

public import Foundation

extension Diffing where Value == String {
  /// Texts, compared line by line.
  public static var lines: Diffing {
    Diffing(
      toData: { Data($0.utf8) },
      fromData: { String(decoding: $0, as: UTF8.self) },
      diff: { reference, actual in
        LineDifference(reference, actual).map {
          ("\($0)", [DiffAttachment(name: "difference.patch", data: Data("\($0)".utf8))])
        }
      }
    )
  }
}

extension Diffing where Value == Data {
  /// Bytes, which must be the same.
  public static var data: Diffing {
    Diffing(
      toData: { $0 },
      fromData: { $0 },
      diff: { reference, actual in
        if reference == actual { return nil }
        let difference = zip(reference, actual).enumerated().first { $0.element.0 != $0.element.1 }
        return (
          "\(actual.count) bytes, \(reference.count) in the reference; the first that differs is at "
            + "\(difference?.offset ?? min(reference.count, actual.count))",
          []
        )
      }
    )
  }
}

extension Snapshotting where Value == String, Format == String {
  /// A text, compared line by line.
  public static var lines: Snapshotting { Snapshotting(pathExtension: "txt", diffing: .lines) }
}

extension Snapshotting where Value == Data, Format == Data {
  /// Bytes, which must be the same.
  public static var data: Snapshotting { Snapshotting(pathExtension: nil, diffing: .data) }
}

extension Snapshotting where Format == String {
  /// The text of `String(describing:)` for a value.
  public static var description: Snapshotting {
    SimplySnapshotting.lines.pullback { String(describing: $0) }
  }

  /// The parts of a value by reflection, as a tree; sets and dictionaries are sorted.
  public static var dump: Snapshotting {
    SimplySnapshotting.lines.pullback { ValueTree.text(of: $0) }
  }
}

extension Snapshotting where Value: Encodable, Format == String {
  /// A value as JSON, with sorted keys.
  public static var json: Snapshotting {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return .json(encoder)
  }

  /// A value as JSON.
  public static func json(_ encoder: JSONEncoder) -> Snapshotting {
    Snapshotting(pathExtension: "json", diffing: .lines) { value in
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
  }
}

/// The parts of values as text.
private enum ValueTree {
  // Values may be nested without end, such as computed mirrors.
  private static let depthLimit = 64

  static func text(of value: Any) -> String {
    var lines: [String] = []
    var parents: Set<ObjectIdentifier> = []
    append(value, label: nil, depth: 0, &parents, to: &lines)
    return lines.joined(separator: "\n") + "\n"
  }

  /// - Parameter parents: The objects that the value is a part of.
  private static func append(
    _ value: Any,
    label: String?,
    depth: Int,
    _ parents: inout Set<ObjectIdentifier>,
    to lines: inout [String]
  ) {
    let mirror = Mirror(reflecting: value)
    var children = mirror.children.map { (label: $0.label, value: $0.value) }
    let object = mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : nil
    let isCircle = object.map { parents.contains($0) } ?? false
    let prefix =
      String(repeating: "  ", count: depth) + (children.isEmpty || isCircle ? "- " : "▿ ")
    lines.append(
      prefix + (label.map { "\($0): " } ?? "") + head(of: value, mirror, children.count)
        + (isCircle ? " (which this is a part of)" : "")
    )
    guard !isCircle, depth < depthLimit else { return }
    if let object { parents.insert(object) }
    defer { if let object { parents.remove(object) } }
    if mirror.displayStyle == .set || mirror.displayStyle == .dictionary {
      children.sort { "\($0.value)" < "\($1.value)" }
    }
    for child in children {
      append(child.value, label: child.label, depth: depth + 1, &parents, to: &lines)
    }
  }

  private static func head(of value: Any, _ mirror: Mirror, _ count: Int) -> String {
    switch mirror.displayStyle {
    case .class: return "\(type(of: value))"
    case .struct where count > 0: return "\(type(of: value))"
    case .collection: return "\(count) elements"
    case .set: return "\(count) members"
    case .dictionary: return "\(count) pairs"
    case .tuple: return "(\(count) elements)"
    case .optional: return count == 0 ? "none" : "some"
    case .enum where count > 0: return "\(type(of: value)).\(mirror.children.first?.label ?? "")"
    default: return value is String ? "\"\(value)\"" : "\(value)"
    }
  }
}
