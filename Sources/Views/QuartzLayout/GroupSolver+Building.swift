// A group's definitions.
// Licensed under the MIT license; see LICENSE.
//
// Equations are taken in this order, which keeps definitions as short as they are written. After
// each one that defines something, the first rule is applied again.
//
//  1. Exact equations of which one variable is unknown define it.
//  2. A wish about the content of a size that is unknown defines it.
//  3. Exact equations of several unknown variables define one that no definition uses.
//  4. Wishes of one unknown variable define it, then inequalities.
//  5. Exact equations without unknown variables that come down to a position define that.
//
// The others are rows.

extension GroupSolver {
  /// The state of the building.
  private struct Builder {
    /// The unknown variables of each equation.
    var unknown: [Int32] = []
    /// Definitions that use a variable.
    var useCount: [Int32] = []
    /// Exact equations to look at, of one unknown variable.
    var queue: [Int32] = []
    var next = 0
    var nextRank: Int32 = 0
    var leastRank: Int32 = 0
  }

  /// Finds the definitions, then the rows; `failure` says if there is a contradiction.
  mutating func build() {
    prepareSymbols()
    var builder = Builder()
    builder.unknown = equations.indices.map { equations[$0].count }
    builder.useCount = Array(repeating: 0, count: members.count)
    defineAll(&builder)
    for variable in members.indices where members[variable].definer >= 0 {
      evaluationOrder.append(Int32(variable))
    }
    evaluationOrder.sort { members[Int($0)].rank < members[Int($1)].rank }
    buildRows()
  }

  private mutating func prepareSymbols() {
    let count = members.count + 2 * equations.count
    states = Array(repeating: SymbolState(), count: count)
    for variable in members.indices where !members[variable].isSize {
      states[variable].lower = -.infinity
    }
    for equation in equations {
      note(equation.over)
      if equation.under != equation.over { note(equation.under) }
      greatestConstant = max(greatestConstant, abs(equation.constant))
    }
    levels.sort(by: >)
    for (index, equation) in equations.enumerated() {
      prepare(over(index), equation.over)
      prepare(under(index), equation.under)
    }
    countUses()
  }

  /// Lists the priority of a wish; there are few of them.
  private mutating func note(_ strength: LayoutStrength) {
    guard case .optional(let priority) = strength, !levels.contains(priority) else { return }
    levels.append(priority)
  }

  private mutating func prepare(_ side: Int32, _ strength: LayoutStrength) {
    switch strength {
    case .free: break
    case .required: states[Int(side)].upper = 0
    case .optional(let priority):
      states[Int(side)].level = Int16(levels.firstIndex(of: priority) ?? 0)
    }
  }

  /// Lists the equations of each variable.
  private mutating func countUses() {
    for symbol in termSymbols { members[Int(symbol)].useCount += 1 }
    var next: Int32 = 0
    for variable in members.indices {
      members[variable].firstUse = next
      next += members[variable].useCount
      members[variable].useCount = 0
    }
    uses = Array(repeating: 0, count: termSymbols.count)
    for equation in equations.indices {
      for term in terms(equation) {
        let symbol = Int(termSymbols[term])
        uses[members[symbol].ownUses.upperBound] = Int32(equation)
        members[symbol].useCount += 1
      }
    }
  }

  // MARK: Rules

  private mutating func defineAll(_ builder: inout Builder) {
    let exact = equations.indices.filter { isExact($0) }
    let sizes = equations.indices.filter { isContentSize($0) }
    let others = equations.indices.filter { !isExact($0) }.sorted { weight($0) > weight($1) }
    for equation in exact where builder.unknown[equation] == 1 {
      builder.queue.append(Int32(equation))
    }
    var (nextSize, nextExact, nextOther) = (0, 0, 0)
    while true {
      if builder.next < builder.queue.count {
        let equation = Int(builder.queue[builder.next])
        builder.next += 1
        defineLast(equation, &builder)
      } else if nextSize < sizes.count {
        defineLast(sizes[nextSize], &builder)
        nextSize += 1
      } else if nextExact < exact.count {
        if builder.unknown[exact[nextExact]] > 1 { defineOne(exact[nextExact], &builder) }
        nextExact += 1
      } else if nextOther < others.count {
        if !defineLast(others[nextOther], &builder) { nextOther += 1 }
      } else if !defineExpanded(exact, &builder) {
        return
      }
    }
  }

  /// Whether an equation wishes a size, and nothing else.
  private func isContentSize(_ equation: Int) -> Bool {
    let own = equations[equation]
    guard own.count == 1, !isExact(equation), own.over != .free, own.under != .free,
      own.constant >= 0
    else { return false }
    return members[Int(termSymbols[Int(own.first)])].isSize && termCoefficients[Int(own.first)] == 1
  }

  /// The order of rule 4: wishes that hold on both sides first, then by priority.
  private func weight(_ equation: Int) -> Float {
    let own = equations[equation]
    func number(_ strength: LayoutStrength) -> Float {
      switch strength {
      case .free: -1
      case .optional(let priority): priority
      case .required: 1_000
      }
    }
    let both: Float = own.over == .free || own.under == .free ? 0 : 10_000
    return both + max(number(own.over), number(own.under))
  }

  /// Lets an equation define its only unknown variable; false if it cannot.
  @discardableResult
  private mutating func defineLast(_ equation: Int, _ builder: inout Builder) -> Bool {
    guard builder.unknown[equation] == 1, equations[equation].role == .idle,
      let term = terms(equation).first(where: { isUnknown(termSymbols[$0]) })
    else { return false }
    let variable = termSymbols[term]
    guard builder.useCount[Int(variable)] == 0 else { return false }
    if members[Int(variable)].isSize && !isExact(equation) && !canBound(equation) { return false }
    define(variable, by: equation, &builder)
    return true
  }

  /// Whether an inequality or a wish about a size keeps it from being negative, or can be made to.
  private func canBound(_ equation: Int) -> Bool {
    equations[equation].count == 1 && termCoefficients[Int(equations[equation].first)] == 1
      && equations[equation].constant >= 0
  }

  /// Lets an exact equation define one of its unknown variables, a position if it has one.
  private mutating func defineOne(_ equation: Int, _ builder: inout Builder) {
    guard equations[equation].role == .idle else { return }
    var chosen = Self.noSymbol
    for term in terms(equation) {
      let variable = termSymbols[term]
      guard isUnknown(variable), builder.useCount[Int(variable)] == 0 else { continue }
      if chosen == Self.noSymbol || (members[Int(chosen)].isSize && !members[Int(variable)].isSize)
      {
        chosen = variable
      }
    }
    if chosen != Self.noSymbol { define(chosen, by: equation, &builder) }
  }

  private func isUnknown(_ variable: Int32) -> Bool { members[Int(variable)].definer < 0 }

  private mutating func define(_ variable: Int32, by equation: Int, _ builder: inout Builder) {
    members[Int(variable)].definer = Int32(equation)
    equations[equation].role = .defines(variable)
    builder.nextRank += 1
    members[Int(variable)].rank = builder.nextRank
    for term in terms(equation) where termSymbols[term] != variable {
      builder.useCount[Int(termSymbols[term])] += 1
    }
    tellKnown(variable, &builder)
    guard members[Int(variable)].isSize, !isExact(equation) else { return }
    // `width = constant + over - under` is not negative while under is at most the constant.
    let side = Int(under(equation))
    states[side].upper = min(states[side].upper, equations[equation].constant)
  }

  private mutating func tellKnown(_ variable: Int32, _ builder: inout Builder) {
    for use in members[Int(variable)].ownUses {
      let other = Int(uses[use])
      builder.unknown[other] -= 1
      if builder.unknown[other] == 1, equations[other].role == .idle, isExact(other) {
        builder.queue.append(Int32(other))
      }
    }
  }

  /// Lets exact equations define positions that only other definitions use.
  private mutating func defineExpanded(_ exact: [Int], _ builder: inout Builder) -> Bool {
    var hasDefined = false
    for equation in exact where equations[equation].role == .idle {
      let (symbols, constant) = expand(equation)
      let free = symbols.first {
        $0.symbol < members.count && !members[Int($0.symbol)].isSize && abs($0.coefficient) > 1e-9
      }
      guard let free else { continue }
      let own = free.coefficient
      let terms = symbols.filter { $0.symbol != free.symbol }
        .map { ($0.symbol, -$0.coefficient / own) }
      expanded[free.symbol] = (-constant / own, terms)
      members[Int(free.symbol)].definer = Int32(equation)
      equations[equation].role = .definesExpanded(free.symbol)
      builder.leastRank -= 1
      members[Int(free.symbol)].rank = builder.leastRank
      tellKnown(free.symbol, &builder)
      hasDefined = true
    }
    return hasDefined
  }

  // MARK: Expansion

  /// Adds a multiple of a symbol to the sum.
  mutating func add(_ symbol: Int32, _ coefficient: Double) {
    if !states[Int(symbol)].inSum {
      states[Int(symbol)].inSum = true
      states[Int(symbol)].sum = 0
      if Int(symbol) < members.count, members[Int(symbol)].definer >= 0 {
        push(symbol)
      } else {
        summed.append(symbol)
      }
    }
    states[Int(symbol)].sum += coefficient
  }

  /// Returns an equation's terms less its constant, by symbols that nothing defines.
  mutating func expand(
    _ equation: Int
  ) -> (symbols: [Multiple], constant: Double) {
    for term in terms(equation) { add(termSymbols[term], termCoefficients[term]) }
    return takeSum(-equations[equation].constant)
  }

  /// Returns a variable by symbols that nothing defines.
  mutating func expand(
    variable: Int32
  ) -> (symbols: [Multiple], constant: Double) {
    add(variable, 1)
    return takeSum(0)
  }

  /// Replaces what is defined in the sum, and empties it.
  private mutating func takeSum(
    _ start: Double
  ) -> (symbols: [Multiple], constant: Double) {
    var constant = start
    while let variable = popNext() {
      let coefficient = states[Int(variable)].sum
      states[Int(variable)].inSum = false
      guard abs(coefficient) > Self.tinyCoefficient else { continue }
      constant += coefficient * addDefinition(of: variable, coefficient)
    }
    expansion.removeAll(keepingCapacity: true)
    summed.sort()
    for symbol in summed {
      states[Int(symbol)].inSum = false
      let coefficient = states[Int(symbol)].sum
      guard abs(coefficient) > Self.tinyCoefficient else { continue }
      expansion.append(Multiple(symbol, coefficient))
    }
    summed.removeAll(keepingCapacity: true)
    return (expansion, constant)
  }

  /// Adds a multiple of a variable's definition to the sum, and returns its constant.
  private mutating func addDefinition(of variable: Int32, _ coefficient: Double) -> Double {
    if !expanded.isEmpty, let (constant, terms) = expanded[variable] {
      for (symbol, factor) in terms { add(symbol, coefficient * factor) }
      return constant
    }
    let equation = Int(members[Int(variable)].definer)
    let own = self.coefficient(of: variable, in: equation)
    for term in terms(equation) where termSymbols[term] != variable {
      add(termSymbols[term], -coefficient * termCoefficients[term] / own)
    }
    for (side, sign) in [(over(equation), 1.0), (under(equation), -1.0)] where !isFixed(side) {
      add(side, sign * coefficient / own)
    }
    return equations[equation].constant / own
  }
}
