// A group's rows, and the dual simplex method.
// Licensed under the MIT license; see LICENSE.

extension GroupSolver {
  // MARK: Rows

  /// Makes rows of the equations that define nothing, and of sizes that could become negative.
  mutating func buildRows() {
    rowsWith = Array(repeating: RowList(), count: states.count)
    for equation in equations.indices where equations[equation].role == .idle {
      let (symbols, constant) = expand(equation)
      guard !symbols.isEmpty else {
        if contradicts(equation, constant) { return fail(rows: [], equation: equation, size: nil) }
        continue
      }
      addRow(symbols, constant, for: equation)
    }
    for variable in members.indices where members[variable].isSize && members[variable].definer >= 0
    {
      guard isExact(Int(members[variable].definer)) else { continue }
      let (symbols, constant) = expand(variable: Int32(variable))
      let isPositive = symbols.allSatisfy {
        $0.coefficient > 0 && states[Int($0.symbol)].lower >= 0
      }
      if symbols.isEmpty, constant < -Self.conflictTolerance * (1 + greatestConstant) {
        return fail(rows: [], equation: nil, size: Int32(variable))
      }
      if !symbols.isEmpty, !isPositive || constant < 0 {
        addRow(symbols, constant, ofSize: Int32(variable))
      }
    }
    isSuspect = Array(repeating: false, count: rows.count)
    for row in rows.indices { suspect(Int32(row)) }
  }

  func isExact(_ equation: Int) -> Bool {
    equations[equation].over == .required && equations[equation].under == .required
  }

  /// Whether an equation whose terms exceed its constant by a difference cannot hold.
  private func contradicts(_ equation: Int, _ difference: Double) -> Bool {
    let slack = Self.conflictTolerance * (1 + greatestConstant)
    return equations[equation].over == .required && difference > slack
      || equations[equation].under == .required && difference < -slack
  }

  private typealias Sum = [Multiple]

  private mutating func addRow(_ symbols: Sum, _ constant: Double, for equation: Int) {
    equations[equation].role = .row(rows.count)
    let marker = addMarker(Int32(equation))
    let (over, under) = (over(equation), under(equation))
    let own = equations[equation]
    if own.over == .free {
      addRow(over, symbols, constant, 1, Multiple(under, 1), Multiple(marker, -1))
    } else if own.under == .free {
      addRow(under, symbols, constant, -1, Multiple(over, 1), Multiple(marker, 1))
    } else {
      addRow(marker, symbols, constant, 1, Multiple(over, -1), Multiple(under, 1))
    }
  }

  private mutating func addRow(_ symbols: Sum, _ constant: Double, ofSize variable: Int32) {
    members[Int(variable)].sizeMarker = Int32(rows.count)
    let marker = addMarker(-1 - variable)
    addRow(variable, symbols, constant, 1, Multiple(marker, -1))
  }

  mutating func addMarker(_ source: Int32) -> Int32 {
    rowSources.append(source)
    states.append(SymbolState(upper: 0))
    rowsWith.append(RowList())
    return Int32(states.count - 1)
  }

  /// - Parameters:
  ///   - sign: The factor of the sum and the constant.
  ///   - side: A symbol that no equation has, as it is; sides that are fixed are left out.
  ///   - other: Another one.
  // Long because: it writes a row in one go, without lists that would take memory.
  private mutating func addRow(
    _ basic: Int32,
    _ sum: Sum,
    _ constant: Double,
    _ sign: Double,
    _ side: Multiple,
    _ other: Multiple? = nil
  ) {
    var row = Row(basic: basic)
    row.terms.reserveCapacity(sum.count + 2)
    for term in sum { row.terms.append(Multiple(term.symbol, sign * term.coefficient)) }
    if equation(ofSide: side.symbol) == nil || !isFixed(side.symbol) { row.terms.append(side) }
    if let other, equation(ofSide: other.symbol) == nil || !isFixed(other.symbol) {
      row.terms.append(other)
    }
    row.terms.sort { $0.symbol < $1.symbol }
    for term in row.terms { rowsWith[Int(term.symbol)].append(Int32(rows.count)) }
    states[Int(basic)].value = sign * constant
    states[Int(basic)].rowOf = Int32(rows.count)
    rows.append(row)
  }

  // MARK: Moves

  mutating func suspect(_ row: Int32) {
    guard !isSuspect[Int(row)] else { return }
    isSuspect[Int(row)] = true
    suspects.append(row)
  }

  mutating func touch(_ symbol: Int32) {
    guard !states[Int(symbol)].isTouched else { return }
    states[Int(symbol)].isTouched = true
    touched.append(symbol)
  }

  /// Moves a symbol that is not basic, and so the basic ones of its rows.
  mutating func move(_ symbol: Int32, by step: Double) {
    guard step != 0 else { return }
    states[Int(symbol)].value += step
    touch(symbol)
    for row in rowsWith[Int(symbol)] {
      guard let coefficient = rows[Int(row)].coefficient(of: symbol) else { continue }
      let basic = rows[Int(row)].basic
      states[Int(basic)].value += coefficient * step
      touch(basic)
      suspect(row)
    }
  }

  // MARK: Exchange

  /// Makes a symbol of a row basic, and the row's basic symbol one of the others.
  mutating func exchange(_ rowNumber: Int32, _ entering: Int32) {
    let old = rows[Int(rowNumber)]
    guard let own = old.coefficient(of: entering) else { return }
    var new = Row(basic: entering)
    new.terms.reserveCapacity(old.terms.count)
    let leaving = Multiple(old.basic, 1 / own)
    var isPlaced = false
    for term in old.terms where term.symbol != entering {
      if !isPlaced, term.symbol > old.basic {
        new.terms.append(leaving)
        isPlaced = true
      }
      new.terms.append(Multiple(term.symbol, -term.coefficient / own))
    }
    if !isPlaced { new.terms.append(leaving) }
    let others = rowsWith[Int(entering)]
    rowsWith[Int(entering)] = RowList()
    rowsWith[Int(old.basic)].append(rowNumber)
    states[Int(old.basic)].rowOf = -1
    states[Int(entering)].rowOf = rowNumber
    rows[Int(rowNumber)] = new
    for other in others where other != rowNumber { replace(entering, in: other, by: new) }
    for term in new.terms { repriced.append(term.symbol) }
  }

  /// Replaces a symbol of a row by the sum that it is.
  private mutating func replace(_ symbol: Int32, in rowNumber: Int32, by sum: Row) {
    guard let factor = rows[Int(rowNumber)].coefficient(of: symbol) else { return }
    merged.removeAll(keepingCapacity: true)
    let own = rows[Int(rowNumber)].terms
    var (left, right) = (0, 0)
    while left < own.count || right < sum.terms.count {
      let mine = left < own.count ? own[left].symbol : Int32.max
      let other = right < sum.terms.count ? sum.terms[right].symbol : Int32.max
      if mine < other {
        if mine != symbol { merged.append(own[left]) }
        left += 1
      } else if other < mine {
        let coefficient = factor * sum.terms[right].coefficient
        merged.append(Multiple(other, coefficient))
        rowsWith[Int(other)].append(rowNumber)
        right += 1
      } else {
        let coefficient = own[left].coefficient + factor * sum.terms[right].coefficient
        if abs(coefficient) > Self.tinyCoefficient {
          merged.append(Multiple(mine, coefficient))
        } else {
          rowsWith[Int(mine)].remove(rowNumber)
        }
        (left, right) = (left + 1, right + 1)
      }
    }
    swap(&rows[Int(rowNumber)].terms, &merged)
  }

  // MARK: The dual simplex method

  /// Puts all basic symbols within their bounds, at the least price; false if that is impossible.
  mutating func restore() -> Bool {
    let limit = 1_000 + 50 * (rows.count + equations.count)
    for turn in 0..<limit {
      // The least symbol keeps exchanges from going in circles, but it has to be searched for.
      guard let row = turn < limit / 2 ? lastOutOfBounds() : leastOutOfBounds() else { return true }
      let basic = Int(rows[Int(row)].basic)
      let goal =
        states[basic].value < states[basic].lower ? states[basic].lower : states[basic].upper
      guard let entering = cheapest(in: row, isRising: states[basic].value < goal) else {
        if abs(goal - states[basic].value) <= Self.conflictTolerance * (1 + greatestConstant) {
          isSuspect[Int(row)] = false
          suspects.removeAll { $0 == row }
          continue
        }
        fail(rows: [row], equation: nil, size: nil)
        return false
      }
      let coefficient = rows[Int(row)].coefficient(of: entering) ?? 1
      move(entering, by: (goal - states[basic].value) / coefficient)
      states[basic].value = goal
      exchange(row, entering)
      suspect(row)
      dualPivots += 1
    }
    return true
  }

  private func isOutOfBounds(_ row: Int32) -> Bool {
    let basic = Int(rows[Int(row)].basic)
    return states[basic].value < states[basic].lower - tolerance
      || states[basic].value > states[basic].upper + tolerance
  }

  /// The row that was suspected last of those that are out of their bounds.
  private mutating func lastOutOfBounds() -> Int32? {
    while let row = suspects.last {
      if isOutOfBounds(row) { return row }
      isSuspect[Int(row)] = false
      suspects.removeLast()
    }
    return nil
  }

  /// The suspected row of the least basic symbol that is out of its bounds.
  private mutating func leastOutOfBounds() -> Int32? {
    var found: Int32?
    var kept = 0
    for index in suspects.indices {
      let row = suspects[index]
      if isOutOfBounds(row) {
        suspects[kept] = row
        kept += 1
        if let other = found, rows[Int(other)].basic < rows[Int(row)].basic { continue }
        found = row
      } else {
        isSuspect[Int(row)] = false
      }
    }
    suspects.removeLast(suspects.count - kept)
    return found
  }

  /// The symbol whose move makes a row's basic symbol rise, or fall, at the least price.
  private mutating func cheapest(in rowNumber: Int32, isRising: Bool) -> Int32? {
    let count = levels.count
    var best: Int32?
    if prices.count < 2 * count { prices = Array(repeating: 0, count: 2 * count) }
    for index in rows[Int(rowNumber)].terms.indices {
      let (symbol, coefficient) = (
        rows[Int(rowNumber)].terms[index].symbol, rows[Int(rowNumber)].terms[index].coefficient
      )
      guard !isFixed(symbol), abs(coefficient) > 1e-9 else { continue }
      let rises = (coefficient > 0) == isRising
      guard
        rises
          ? states[Int(symbol)].value < states[Int(symbol)].upper
          : states[Int(symbol)].value > states[Int(symbol)].lower
      else { continue }
      price(symbol, at: count, scale: (rises ? 1 : -1) / abs(coefficient))
      if best == nil || isCheaper(count) {
        best = symbol
        for level in 0..<count { prices[level] = prices[count + level] }
      }
    }
    return best
  }

  private func isCheaper(_ count: Int) -> Bool {
    for level in 0..<count {
      let difference = prices[count + level] - prices[level]
      if abs(difference) > Self.priceTolerance { return difference < 0 }
    }
    return false
  }

  /// Writes the price of a symbol's rise by one point, a number for each level.
  private mutating func price(_ symbol: Int32, at start: Int, scale: Double) {
    for level in 0..<levels.count { prices[start + level] = 0 }
    if states[Int(symbol)].level >= 0 { prices[start + Int(states[Int(symbol)].level)] += scale }
    for row in rowsWith[Int(symbol)] {
      let own = states[Int(rows[Int(row)].basic)].level
      guard own >= 0, let coefficient = rows[Int(row)].coefficient(of: symbol) else { continue }
      prices[start + Int(own)] += scale * coefficient
    }
  }

  /// Whether a symbol that is not basic could move without a price.
  mutating func isWithoutPrice(_ symbol: Int32) -> Bool {
    guard states[Int(symbol)].rowOf < 0, !isFixed(symbol) else { return false }
    let count = levels.count
    if prices.count < 2 * count { prices = Array(repeating: 0, count: 2 * count) }
    price(symbol, at: 0, scale: 1)
    for level in 0..<count where abs(prices[level]) > Self.priceTolerance { return false }
    return true
  }

  // MARK: Contradictions

  /// Notes the equations that a contradiction comes from.
  mutating func fail(rows failed: [Int32], equation: Int?, size: Int32?) {
    var found: Set<Int32> = []
    heapSign = 1
    heap.removeAll(keepingCapacity: true)
    for index in states.indices { states[index].inSum = false }
    for symbol in summed { states[Int(symbol)].inSum = false }
    summed.removeAll(keepingCapacity: true)
    if let equation { blame(Int32(equation), 1, &found) }
    if let size { add(size, 1) }
    for row in failed {
      blameMarker(rows[Int(row)].basic, 1, &found)
      for term in rows[Int(row)].terms { blameMarker(term.symbol, term.coefficient, &found) }
    }
    while let variable = popNext() {
      let coefficient = states[Int(variable)].sum
      states[Int(variable)].inSum = false
      guard abs(coefficient) > Self.priceTolerance else { continue }
      let equation = members[Int(variable)].definer
      found.insert(equation)
      let isExpanded = expanded[variable] != nil
      let own = self.coefficient(of: variable, in: Int(equation))
      for term in terms(Int(equation)) where termSymbols[term] != variable {
        if isExpanded {
          blameAll(of: termSymbols[term], &found)
        } else {
          add(termSymbols[term], -coefficient * termCoefficients[term] / own)
        }
      }
    }
    for symbol in summed { states[Int(symbol)].inSum = false }
    summed.removeAll(keepingCapacity: true)
    failure = found.sorted()
  }

  /// Notes all equations that a variable's definition depends on.
  private func blameAll(of variable: Int32, _ found: inout Set<Int32>) {
    var pending = [variable]
    while let next = pending.popLast() {
      let equation = members[Int(next)].definer
      guard equation >= 0, found.insert(equation).inserted else { continue }
      for term in terms(Int(equation)) { pending.append(termSymbols[term]) }
    }
  }

  private mutating func blame(_ equation: Int32, _ factor: Double, _ found: inout Set<Int32>) {
    found.insert(equation)
    for term in terms(Int(equation)) { add(termSymbols[term], factor * termCoefficients[term]) }
  }

  private mutating func blameMarker(_ symbol: Int32, _ factor: Double, _ found: inout Set<Int32>) {
    let row = Int(symbol) - members.count - 2 * equations.count
    guard row >= 0 else { return }
    let source = rowSources[row]
    if source >= 0 {
      blame(source, factor, &found)
    } else if source != Self.noSource {
      add(-1 - source, factor)
    }
  }
}
