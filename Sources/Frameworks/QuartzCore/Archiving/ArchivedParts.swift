// The structure of archived objects, for checks of archives before they are read.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzModel

/// The kind of value of a key in an archived object.
package enum ArchivedPart: Sendable {
  case string, data
  /// An `ArchivedValue`.
  case value
  /// An object of any class that archives of layers contain.
  case item
}

extension ArchivedValue {
  /// Returns whether lists, dictionaries and objects of Foundation may contain the class in
  /// archives.
  package static func isKnown(_ type: AnyClass) -> Bool {
    guard let type = type as? NSObject.Type else { return false }
    return classes.contains { $0 is NSObject.Type && type.isSubclass(of: $0) }
  }

  /// Returns the kind of a key in objects of a class; nil for custom keys and for unknown classes.
  package static func part(_ key: String, of type: AnyClass) -> ArchivedPart? {
    if type == ArchivedValue.self {
      switch key {
      case Key.kind, Key.text: return .string
      case Key.words, Key.bytes: return .data
      default: return .item
      }
    }
    switch (type, key) {
    case (is CALayer.Type, CALayer.archiveKey), (is CAAnimation.Type, CAAnimation.archiveKey),
      (is CAEmitterCell.Type, CAEmitterCell.archiveKey):
      return .value
    case (is CAMediaTimingFunction.Type, TimingFunction.archiveKey),
      (is CAConstraint.Type, CAConstraint.archiveKey):
      return .data
    case (is CAConstraint.Type, CAConstraint.sourceKey): return .string
    default: return nil
    }
  }
}
