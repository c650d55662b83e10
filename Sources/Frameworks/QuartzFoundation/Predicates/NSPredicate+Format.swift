// Predicates by format.
// Licensed under the MIT license; see LICENSE.

public import Foundation

/// Predicates that are made from a format.
///
/// Foundation's class cannot be extended with an initialiser that gives a subclass; a protocol of
/// the class can.
public protocol _FormattedPredicate {}

extension NSPredicate: _FormattedPredicate {}

extension _FormattedPredicate where Self: NSPredicate {
  // `Any` because: on Apple's platforms all that a predicate compares is a CVarArg; here it is not.
  /// Creates a predicate of a format, in Apple's language of predicates.
  ///
  /// ```swift
  /// let isAdult = NSPredicate(format: "age >= %d AND name CONTAINS[cd] %@", 18, "ann")
  /// people.filter { isAdult.evaluate(with: $0) }
  /// ```
  ///
  /// Comparisons, their options, `ANY`, `ALL`, `NONE`, key paths, operators of collections,
  /// indexes, arithmetic, `SUBQUERY` and variables are all read. A format that cannot be read ends
  /// the program, with its place, and so does an evaluation that asks for a key that a value
  /// lacks.
  ///
  /// **Differences**: the values of keys are those of stored properties, of dictionaries, and of
  /// types that conform to ``KeyedValues``. `count` of a list is its number. Of functions there
  /// are `sum`, `count`, `min`, `max`, `average`, `abs`, `sqrt`, `ceiling`, `floor`, `trunc`,
  /// `ln`, `log`, `exp`, `now`, `uppercase`, `lowercase` and `length`; `CAST` makes dates only.
  /// The options `n` and `l` change nothing. An order between values of different kinds is false.
  /// Formats have at most 65,536 characters and 200 levels.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format; `%@`, `%K` and the specifiers of numbers stand for arguments.
  ///   - args: The arguments, in their order.
  public init(format predicateFormat: String, _ args: Any...) {
    self.init(format: predicateFormat, argumentArray: args)
  }

  // `Any` because: it is Apple's type.
  /// Creates a predicate of a format whose arguments are in an array.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format; see ``init(format:_:)``.
  ///   - arguments: The arguments, in their order; nil are none.
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    do {
      let tree = try PredicateParser.tree(predicateFormat, arguments ?? [])
      guard let predicate = FormatPredicate(tree) as? Self else {
        preconditionFailure("\(Self.self) is not made from a format; NSPredicate is")
      }
      self = predicate
    } catch {
      preconditionFailure("\(error)")
    }
  }

  // `Any` because: it is Apple's type.
  /// Returns the predicate with values for its variables.
  ///
  /// - Parameter variables: Values by the names of variables, without the `$`. Variables that it
  ///   lacks are still open.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    guard let predicate = self as? FormatPredicate,
      let result = FormatPredicate(
        predicate.tree,
        bindings: predicate.bindings.merging(variables) { _, new in new }
      ) as? Self
    else { return self }
    return result
  }
}

/// A predicate that was made from a format.
final class FormatPredicate: NSPredicate {
  let tree: PredicateTree
  let bindings: [String: Any]

  init(_ tree: PredicateTree, bindings: [String: Any] = [:]) {
    (self.tree, self.bindings) = (tree, bindings)
    super.init(value: false)
  }

  override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  override func evaluate(
    with object: Any?,
    substitutionVariables bindings: [String: Any]?
  ) -> Bool {
    do {
      let bindings = self.bindings.merging(bindings ?? [:]) { _, new in new }
      return try tree.evaluate(in: PredicateContext(object: object, bindings: bindings))
    } catch {
      preconditionFailure("\(error)")
    }
  }

  override var predicateFormat: String { tree.description }
  override var description: String { tree.description }
  override var hash: Int { tree.description.hashValue }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? FormatPredicate else { return false }
    return self === other
      || tree.description == other.tree.description
        && PredicateValue(bindings as Any).equals(PredicateValue(other.bindings as Any))
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }
}
