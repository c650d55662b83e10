// How tables hold their objects.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// How tables hold and compare their objects.
///
/// **Differences**: there are no functions, only their options.
public enum NSPointerFunctions {
  /// How a table holds and compares its objects.
  public struct Options: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt

    /// Options of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The table keeps its objects.
    public static let strongMemory: Options = []
    /// The table forgets objects that nobody else keeps.
    public static let weakMemory = Options(rawValue: 5)
    /// Objects are equal if they are the same one, and not by their own answer.
    public static let objectPointerPersonality = Options(rawValue: 1 << 9)
    /// The table keeps copies of its objects.
    public static let copyIn = Options(rawValue: 1 << 16)
  }
}

extension NSPointerFunctions.Options {
  /// Whether the table forgets objects.
  var isWeak: Bool { contains(.weakMemory) }

  /// The object to keep: a copy, if that is asked for and the object can be copied.
  // `Any` because: NSCopying copies into it.
  func kept(_ object: AnyObject) -> AnyObject {
    guard contains(.copyIn), let copy = (object as? any NSCopying)?.copy(with: nil) else {
      return object
    }
    return copy as AnyObject
  }
}

/// An object in a table, kept or not, with its place among others.
final class TableReference: Hashable {
  private let kept: AnyObject?
  private weak var noticed: AnyObject?
  private let isSame: Bool
  private let hash: Int

  /// The object; nil once it is gone.
  var object: AnyObject? { kept ?? noticed }

  init(_ object: AnyObject, _ options: NSPointerFunctions.Options) {
    kept = options.isWeak ? nil : object
    noticed = object
    isSame = options.contains(.objectPointerPersonality)
    // The number stays when the object is gone.
    let own = isSame ? nil : (object as? any Hashable)?.hashValue
    hash = own ?? ObjectIdentifier(object).hashValue
  }

  static func == (a: TableReference, b: TableReference) -> Bool {
    if a === b { return true }
    guard a.hash == b.hash, let first = a.object, let second = b.object else { return false }
    if first === second { return true }
    guard !a.isSame, let first = first as? any Hashable, let second = second as? any Hashable else {
      return false
    }
    return AnyHashable(first) == AnyHashable(second)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The number of entries at which a table looks for objects that are gone.
struct TableSweep {
  private static let fewest = 64
  private var limit = TableSweep.fewest

  /// Whether a table with so many entries is looked through.
  func isDue(_ count: Int) -> Bool { count >= limit }

  /// Notes how many entries were left.
  mutating func done(_ count: Int) { limit = max(Self.fewest, count * 2) }
}
