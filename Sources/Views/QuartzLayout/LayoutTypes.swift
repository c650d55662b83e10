// Variables, terms and equations of layouts.
// Licensed under the MIT license; see LICENSE.

/// The number of a variable of an engine.
package typealias LayoutVariable = Int32

/// The number of an equation of an engine.
package typealias LayoutEquationID = Int32

/// A multiple of a variable.
package struct LayoutTerm: Hashable, Sendable, BitwiseCopyable {
  package var variable: LayoutVariable
  package var coefficient: Double

  package init(_ variable: LayoutVariable, _ coefficient: Double = 1) {
    self.variable = variable
    self.coefficient = coefficient
  }
}

/// The price of one point by which an equation is missed on one side.
package enum LayoutStrength: Equatable, Sendable {
  /// That side is allowed: it costs nothing, as on the open side of an inequality.
  case free
  /// That side costs one per point in the level of a priority, which is above 0 and below 1,000.
  case optional(Float)
  /// That side is not allowed.
  case required
}

/// The order in which equations of a conflict are given up: the greatest first.
package struct LayoutSacrifice: Comparable, Sendable {
  /// The kind of the equation, greatest for those of programs, least for hosts.
  package var rank: Int
  /// Whether it sets a size to a constant.
  package var isSize: Bool
  /// The depth of its views in their tree.
  package var depth: Int

  package init(rank: Int = 0, isSize: Bool = false, depth: Int = 0) {
    self.rank = rank
    self.isSize = isSize
    self.depth = depth
  }

  package static func < (one: LayoutSacrifice, other: LayoutSacrifice) -> Bool {
    (one.rank, one.isSize ? 1 : 0, one.depth) < (other.rank, other.isSize ? 1 : 0, other.depth)
  }
}

/// A linear equation: the sum of its terms is `constant + over - under`, both at least 0.
///
/// An equality has the same strength on both sides; of an inequality one side is free. A content
/// size has its hugging for `over` and its compression resistance for `under`.
package struct LayoutEquation: Sendable {
  package var terms: LayoutTerms
  package var constant: Double
  package var over: LayoutStrength
  package var under: LayoutStrength
  package var sacrifice: LayoutSacrifice

  package init(
    _ terms: LayoutTerms,
    constant: Double = 0,
    over: LayoutStrength = .required,
    under: LayoutStrength = .required,
    sacrifice: LayoutSacrifice = LayoutSacrifice()
  ) {
    self.terms = terms
    self.constant = constant
    self.over = over
    self.under = under
    self.sacrifice = sacrifice
  }

  /// Whether it holds exactly.
  var isExact: Bool { over == .required && under == .required }

  /// Whether some side of it is not allowed.
  var isRequired: Bool { over == .required || under == .required }

  /// The equation without what it merely wishes.
  var demands: LayoutEquation {
    var equation = self
    if case .optional = over { equation.over = .free }
    if case .optional = under { equation.under = .free }
    return equation
  }
}

/// Required equations that cannot hold together.
package struct LayoutConflict: Equatable, Sendable {
  /// A minimal set: without any one of them the others can hold.
  ///
  /// They are in order of addition.
  package var equations: [LayoutEquationID]
  /// The member that was given up.
  package var broken: LayoutEquationID

  package init(equations: [LayoutEquationID], broken: LayoutEquationID) {
    self.equations = equations
    self.broken = broken
  }
}

/// Counts of an engine's work, since it was made.
package struct LayoutCounters: Equatable, Sendable {
  /// Solves that had something to do.
  package var solves = 0
  /// Groups that were built anew.
  package var groupsBuilt = 0
  /// Equations that define a variable, in groups that were built.
  package var definitions = 0
  /// Equations that became rows, in groups that were built.
  package var rows = 0
  /// Entries of definitions and rows, in groups that were built.
  package var nonzeros = 0
  /// Exchanges that restored what is required.
  package var dualPivots = 0
  /// Exchanges that decided between equally good layouts.
  package var primalPivots = 0
  /// Constants that were changed.
  package var constantsEdited = 0
  package var equationsAdded = 0
  package var equationsRemoved = 0

  package init() {}
}
