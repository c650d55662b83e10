// Sort descriptors by the names of properties.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Sort descriptors that are made with a key.
///
/// Foundation's class cannot be extended with an initialiser that gives a subclass; a protocol of
/// the class can.
public protocol _KeyedSortDescriptor {}

extension NSSortDescriptor: _KeyedSortDescriptor {}

extension _KeyedSortDescriptor where Self: NSSortDescriptor {
  /// Creates a descriptor that compares the values at a key path.
  ///
  /// Numbers, texts and dates are compared; nothing comes before all of them.
  ///
  /// **Differences**: values come from where predicates have them; see ``KeyedValues``. Where
  /// Apple's platforms raise because values are of different kinds, numbers come before texts,
  /// dates and others.
  ///
  /// - Parameters:
  ///   - key: The key path; nil compares the objects themselves.
  ///   - ascending: Whether smaller values come first.
  public init(key: String?, ascending: Bool) {
    self = Self.make(KeySortDescriptor(key, ascending: ascending) { naturalOrder($0, $1) })
  }

  // `Any` because: a selector is a type of QuartzCore, which stands above this module.
  /// Creates a descriptor that compares the values at a key path by a method.
  ///
  /// - Parameters:
  ///   - key: The key path; nil compares the objects themselves.
  ///   - ascending: Whether smaller values come first.
  ///   - selector: The name of a method: `compare:`, `caseInsensitiveCompare:`,
  ///     `localizedCompare:`, `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`,
  ///     as a selector or a text; nil is `compare:`. Others end the program.
  public init(key: String?, ascending: Bool, selector: (any CustomStringConvertible)?) {
    guard let order = TextOrder(rawValue: selector?.description ?? "compare:") else {
      preconditionFailure(
        "NSSortDescriptor: the method \(selector?.description ?? "") is unknown; a comparator does"
      )
    }
    self = Self.make(
      KeySortDescriptor(key, ascending: ascending) { a, b in
        guard case .text(let a) = PredicateValue(a), case .text(let b) = PredicateValue(b) else {
          return naturalOrder(a, b)
        }
        return order.compare(a, b)
      }
    )
  }

  /// Creates a descriptor that compares the values at a key path by a function.
  ///
  /// - Parameters:
  ///   - key: The key path; nil compares the objects themselves.
  ///   - ascending: Whether smaller values come first.
  ///   - cmptr: Compares two values; nothing comes first without being asked about.
  public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
    self = Self.make(KeySortDescriptor(key, ascending: ascending, cmptr))
  }

  /// The key path; nil for a descriptor of objects themselves or of a Swift key path.
  public var key: String? { (self as? KeySortDescriptor)?.path?.joined(separator: ".") }

  private static func make(_ descriptor: KeySortDescriptor) -> Self {
    guard let descriptor = descriptor as? Self else {
      preconditionFailure("\(Self.self) is not made with a key; NSSortDescriptor is")
    }
    return descriptor
  }
}

/// The methods of texts that a selector names.
private enum TextOrder: String {
  case plain = "compare:"
  case caseInsensitive = "caseInsensitiveCompare:"
  case localized = "localizedCompare:"
  case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
  case localizedStandard = "localizedStandardCompare:"

  func compare(_ a: String, _ b: String) -> ComparisonResult {
    switch self {
    case .plain: a.compare(b)
    case .caseInsensitive: a.compare(b, options: .caseInsensitive)
    case .localized: a.compare(b, locale: .current)
    case .localizedCaseInsensitive: a.compare(b, options: .caseInsensitive, locale: .current)
    case .localizedStandard:
      a.compare(b, options: [.caseInsensitive, .numeric, .widthInsensitive], locale: .current)
    }
  }
}

/// Compares values by `PredicateValue`; those without an order by their kinds.
private func naturalOrder(_ a: Any, _ b: Any) -> ComparisonResult {
  let (a, b) = (PredicateValue(a), PredicateValue(b))
  if let order = a.order(b) { return order }
  let (first, second) = (a.rank, b.rank)
  return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
}

extension PredicateValue {
  /// The place of the kind among all kinds.
  fileprivate var rank: Int {
    switch self {
    case .nothing: 0
    case .integer, .real: 1
    case .text: 2
    case .date: 3
    case .list: 4
    case .other: 5
    }
  }
}

/// A sort descriptor with a key.
private final class KeySortDescriptor: NSSortDescriptor {
  let path: [String]?
  private let order: Comparator

  init(_ key: String?, ascending: Bool, _ order: @escaping Comparator) {
    path = key.map { $0.split(separator: ".").map(String.init) }
    self.order = order
    super.init(keyPath: \Any.self, ascending: ascending, comparator: order)
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let (a, b) = (value(of: object1), value(of: object2))
    let result: ComparisonResult =
      switch (a, b) {
      case (let a?, let b?): order(a, b)
      case (nil, nil): .orderedSame
      case (nil, _): .orderedAscending
      case (_, nil): .orderedDescending
      }
    guard !ascending else { return result }
    return switch result {
    case .orderedAscending: .orderedDescending
    case .orderedDescending: .orderedAscending
    case .orderedSame: .orderedSame
    }
  }

  private func value(of object: Any) -> Any? {
    do {
      guard let value = unwrapped(try KeyAccess.value(at: (path ?? [])[...], of: object)),
        !(value is NSNull)
      else { return nil }
      return value
    } catch {
      preconditionFailure("NSSortDescriptor: \(error)")
    }
  }

  override var reversedSortDescriptor: Any {
    KeySortDescriptor(path?.joined(separator: "."), ascending: !ascending, order)
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}
