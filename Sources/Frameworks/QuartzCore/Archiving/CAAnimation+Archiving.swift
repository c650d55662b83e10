// Animations, timing functions and constraints in keyed archives.
// Licensed under the MIT license; see LICENSE.

import CoreGraphics
import Foundation
import QuartzMath
import QuartzModel

extension CAAnimation {
  static let archiveKey = "CAAnimation"

  /// The keys in an archive: declared ones in the order of their declaration, then tags by name.
  package final var archivedKeys: [String] {
    let declared = AnimationKey.allCases.filter { $0.kind != .reference }.map(\.rawValue)
    return (declared + tagKeys).filter { hasToArchive($0) }
  }

  /// The keys that only other classes declare; here they are tags.
  package final var foreignKeys: Set<AnimationKey> {
    let sample = newSample()
    return Set(AnimationKey.allCases.filter { sample.setDeclared($0, nil) == nil })
  }

  final func encodeState(with coder: NSCoder) {
    var values: [String: Any] = [:]
    for key in archivedKeys { values[key] = value(forKey: key) }
    let archived = ArchivedValue.of(values, isSecure: coder.requiresSecureCoding) { key in
      let found = values[key].map { "\(type(of: $0))" } ?? ""
      Diagnostics.report(
        "\(type(of: self)): \(key) is a \(found), which archives cannot have"
      )
    }
    coder.encode(archived, forKey: Self.archiveKey)
  }

  /// Whether a key's value differs from that of a new animation of the class.
  final func differsFromClass(_ key: String) -> Bool {
    guard let value = value(forKey: key) else { return false }
    guard let other = newSample().value(forKey: key) else { return true }
    switch (value, other) {
    case (let value as String, let other as String): return value != other
    case (let value as NSObject, let other as NSObject): return !value.isEqual(other)
    default: return true
    }
  }

  /// Restores the state from an archive.
  ///
  /// - Returns: False if the archive is damaged.
  final func restoreState(from coder: NSCoder) -> Bool {
    let archived = coder.object(of: ArchivedValue.self, forKey: Self.archiveKey)
    guard let values = archived?.value as? [String: Any] else { return false }
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let declared = AnimationKey(rawValue: key) else {
        setValue(value, forKey: key)
        continue
      }
      guard declared.kind != .reference else { return false }
      switch setDeclared(declared, value) {
      case .done: break
      // A declared key of another class is a tag, as for the setter.
      case nil: setValue(value, forKey: key)
      case .wrongType: return false
      }
    }
    return true
  }
}

extension TimingFunction {
  static let archiveKey = "controlPoints"

  func encode(with coder: NSCoder) {
    let words = [first.x, first.y, second.x, second.y].map(\.bitPattern)
    coder.encode(Words.data(words) as NSData, forKey: Self.archiveKey)
  }

  init?(coder: NSCoder) {
    let data = coder.object(of: NSData.self, forKey: Self.archiveKey)
    guard let words = data.flatMap({ Words.words($0 as Data) }), words.count == 4 else {
      return nil
    }
    let n = words.map { Double(bitPattern: $0) }
    self.init(n[0], n[1], n[2], n[3])
  }
}

extension CAConstraint {
  static let archiveKey = "relation"
  static let sourceKey = "sourceName"

  final func encodeState(with coder: NSCoder) {
    let words = [
      UInt64(attribute.rawValue), UInt64(sourceAttribute.rawValue), Double(scale).bitPattern,
      Double(offset).bitPattern,
    ]
    coder.encode(Words.data(words) as NSData, forKey: Self.archiveKey)
    coder.encode(sourceName as NSString, forKey: Self.sourceKey)
  }

  /// Returns the relation in an archive; nil if it is damaged.
  static func relation(_ coder: NSCoder) -> Relation? {
    let data = coder.object(of: NSData.self, forKey: archiveKey)
    let source = coder.object(of: NSString.self, forKey: sourceKey)
    guard let words = data.flatMap({ Words.words($0 as Data) }), words.count == 4, let source,
      let attribute = Int32(exactly: words[0]).flatMap({ CAConstraintAttribute(rawValue: $0) }),
      let sourceAttribute = Int32(exactly: words[1])
        .flatMap({ CAConstraintAttribute(rawValue: $0) })
    else { return nil }
    return Relation(
      attribute: attribute,
      sourceName: source as String,
      sourceAttribute: sourceAttribute,
      scale: CGFloat(Double(bitPattern: words[2])),
      offset: CGFloat(Double(bitPattern: words[3]))
    )
  }

  /// The parts of a constraint.
  struct Relation {
    var attribute: CAConstraintAttribute
    var sourceName: String
    var sourceAttribute: CAConstraintAttribute
    var scale: CGFloat
    var offset: CGFloat
  }
}
