// The solver of one group: equations that have variables in common.
// Licensed under the MIT license; see LICENSE.
//
// Problem: find values that hold all required equations, and among these the ones that miss wishes
// least: first summed over the wishes of the highest priority, then over those of the next.
//
// Idea: a simplex tableau, but of few rows. An equation of which all variables but one are known
// *defines* that one, as it is written: `b.left = a.right + 8`, or `width = 80 + over - under`,
// where over and under are at least 0 and cost something. The others, which close a circle, are
// rows: expanded by the definitions to the symbols that nothing defines.
//
//     symbols   0 ..< n          variables
//               n ..< n + 2m     over and under of each equation
//               n + 2m ...       a marker of each row, whose value is fixed
//     row       basic = sum of coefficient * other symbols      (values are kept apart)
//
// At the beginning markers or sides without price are basic, so that no exchange of symbols would
// make anything cheaper. The dual simplex method keeps that and puts symbols that are out of their
// bounds, the markers among them, back into these. It compares prices level by level, so no number
// of wishes of a priority outweighs one of a higher. Changing a constant moves the values of
// markers and asks the same method to go on.
//
// Then wishes of equal priority that could be missed in turn, and variables that nothing decides,
// are settled: earlier equations are missed least, then variables are least (`+Ties`). So the
// result is a function of the equations and their order alone.
//
// A change of structure builds the group anew, at a cost that grows with its size.

/// The tableau of one group.
struct GroupSolver {
  static let noSymbol: Int32 = -1
  /// The source of rows of sums.
  static let noSource = Int32.min
  /// Coefficients below it are zero.
  static let tinyCoefficient = 1e-11
  /// Prices within it are equal.
  static let priceTolerance = 1e-9
  /// The distance from a bound that does not count, relative to the greatest constant.
  static let boundTolerance = 1e-10
  /// The distance by which required equations may contradict each other, in the same unit.
  static let conflictTolerance = 1e-6

  /// A multiple of a symbol.
  struct Multiple {
    var symbol: Int32
    var coefficient: Double

    init(_ symbol: Int32, _ coefficient: Double) {
      self.symbol = symbol
      self.coefficient = coefficient
    }
  }

  /// A sum over symbols that are not basic, in order of their numbers.
  struct Row {
    var basic: Int32
    var terms: [Multiple] = []

    func coefficient(of symbol: Int32) -> Double? {
      var (low, high) = (0, terms.count)
      while low < high {
        let middle = (low + high) / 2
        if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
      }
      return low < terms.count && terms[low].symbol == symbol ? terms[low].coefficient : nil
    }
  }

  /// A variable of the group.
  struct Member {
    var variable: LayoutVariable
    var isSize: Bool
    /// The equation that defines it, or -1.
    var definer: Int32 = -1
    /// Definitions can be evaluated in the order of their ranks.
    var rank: Int32 = 0
    /// The row that keeps the size from being negative, as the number of its marker, or -1.
    var sizeMarker: Int32 = -1
    /// The part of `uses` that lists its equations.
    var firstUse: Int32 = 0
    var useCount: Int32 = 0

    var ownUses: Range<Int> { Int(firstUse)..<Int(firstUse + useCount) }
  }

  /// The state of a symbol.
  struct SymbolState {
    var value = 0.0
    var lower = 0.0
    var upper = Double.infinity
    /// Its multiple in the sum that is being made.
    var sum = 0.0
    /// The row in which it is basic, or -1.
    var rowOf: Int32 = -1
    /// The level of its price, 0 the highest priority, or -1.
    var level: Int16 = -1
    var inSum = false
    var isTouched = false
    /// Whether it is not basic, free to move, and of no price.
    var isLoose = false
    var isMovable = false
  }

  /// The use that is made of an equation.
  enum Role: Equatable {
    /// It says nothing that matters: a wish about what is known, or what holds anyway.
    case idle
    /// It defines a variable as it is written.
    case defines(Int32)
    /// It defines a variable, by way of other definitions.
    case definesExpanded(Int32)
    /// It is the row of this number at the beginning.
    case row(Int)
  }

  /// An equation with the group's own numbers of variables.
  struct Equation {
    var id: LayoutEquationID
    /// The part of the terms' list.
    var first: Int32
    var count: Int32
    /// Less what variables that are fixed add.
    var constant: Double
    var over: LayoutStrength
    var under: LayoutStrength
    var role = Role.idle
  }

  /// Index `i` is the variable of number `i`.
  var members: [Member] = []
  /// The equations of each variable, one variable after the other.
  var uses: [Int32] = []

  /// Index `i` is the equation of number `i`.
  var equations: [Equation] = []
  var termSymbols: [Int32] = []
  var termCoefficients: [Double] = []

  /// Definitions by way of others: their variable with the expanded sum.
  var expanded: [Int32: (constant: Double, terms: [(Int32, Double)])] = [:]
  /// The numbers of defined variables, in order of their ranks.
  var evaluationOrder: [Int32] = []

  // Index `i` of these columns is the symbol of number `i`.
  var states: [SymbolState] = []
  /// The rows that contain it.
  var rowsWith: [RowList] = []
  /// The symbols that are loose, and maybe others.
  var loose: [Int32] = []
  /// Symbols whose price may be another than before.
  var repriced: [Int32] = []

  var rows: [Row] = []
  /// The equation that became the row; -1 - v for the row of the size v, `noSource` for sums.
  var rowSources: [Int32] = []
  /// Priorities, the highest first.
  var levels: [Float] = []
  var greatestConstant = 1.0
  var edits = 0
  /// After a solve that failed, equations among which the contradiction is.
  var failure: [Int32]?
  /// Required equations of known variables, to be looked at after an edit.
  var checks: [Int32] = []
  /// The variables that have other values than before the last solve.
  var changed: [Int32] = []
  var dualPivots = 0
  var primalPivots = 0

  // Work space, empty between calls.
  var suspects: [Int32] = []
  var isSuspect: [Bool] = []
  var touched: [Int32] = []
  var summed: [Int32] = []
  var heap: [Int32] = []
  /// 1 if the heap gives the greatest rank first, -1 for the least.
  var heapSign: Int32 = 1
  var merged: [Multiple] = []
  /// The sum of `expand`, or what a sum changes by, in order of symbols.
  var expansion: [Multiple] = []
  var costs: [Multiple] = []
  var prices: [Double] = []
  var movable: [Int32] = []

  func over(_ equation: Int) -> Int32 { Int32(members.count + 2 * equation) }
  func under(_ equation: Int) -> Int32 { Int32(members.count + 2 * equation + 1) }
  func marker(_ row: Int) -> Int32 { Int32(members.count + 2 * equations.count + row) }

  /// The equation of a side, or nil for other symbols.
  func equation(ofSide symbol: Int32) -> Int? {
    let side = Int(symbol) - members.count
    return side >= 0 && side < 2 * equations.count ? side / 2 : nil
  }

  func isFixed(_ symbol: Int32) -> Bool { states[Int(symbol)].lower == states[Int(symbol)].upper }

  var tolerance: Double { Self.boundTolerance * greatestConstant }

  // MARK: Terms

  /// The numbers of an equation's terms.
  func terms(_ equation: Int) -> Range<Int> {
    let first = Int(equations[equation].first)
    return first..<first + Int(equations[equation].count)
  }

  /// The coefficient of a variable in an equation; 0 if it is not there.
  func coefficient(of variable: Int32, in equation: Int) -> Double {
    for term in terms(equation) where termSymbols[term] == variable {
      return termCoefficients[term]
    }
    return 0
  }
}
