// The choice between layouts that are equally good.
// Licensed under the MIT license; see LICENSE.
//
// Symbols that are not basic and have no price may move without harm. In order of the equations,
// what these are missed by is made least; then the variables are, in order of their numbers. A
// variable that could fall forever becomes 0, or as near to it as it can. Each step leaves alone
// what would undo the steps before it.

extension GroupSolver {
  /// Settles what prices leave open.
  mutating func settle() {
    updateLoose()
    guard !loose.isEmpty else { return }
    beginMoves()
    var targets = movable.filter { states[Int($0)].level >= 0 }
    for symbol in movable {
      for row in rowsWith[Int(symbol)] where states[Int(rows[Int(row)].basic)].level >= 0 {
        targets.append(rows[Int(row)].basic)
      }
    }
    targets.sort()
    var last = Self.noSymbol
    for target in targets where target != last {
      if movable.isEmpty { break }
      last = target
      lessen([Multiple(target, 1)], plus: 0)
    }
    for variable in members.indices {
      if movable.isEmpty { break }
      let (symbols, constant) = expand(variable: Int32(variable))
      lessen(symbols, plus: constant)
    }
    endMoves()
    restoreRounding()
  }

  /// Whether a variable could have another value in a layout that is equally good.
  func isAmbiguous(_ variable: Int32) -> Bool {
    var copy = self
    copy.updateLoose()
    guard !copy.loose.isEmpty else { return false }
    let (symbols, _) = copy.expand(variable: variable)
    copy.beginMoves()
    let least = copy.descend(symbols, until: nil)
    copy.beginMoves()
    let greatest = copy.descend(Self.negated(symbols), until: nil)
    guard let least, let greatest else { return true }
    return -greatest - least > 1e-6
  }

  private mutating func updateLoose() {
    for symbol in repriced {
      let isNow = isWithoutPrice(symbol)
      if isNow, !states[Int(symbol)].isLoose { loose.append(symbol) }
      states[Int(symbol)].isLoose = isNow
    }
    repriced.removeAll(keepingCapacity: true)
    loose.removeAll { symbol in !states[Int(symbol)].isLoose || states[Int(symbol)].rowOf >= 0 }
    loose.sort()
    var last = Self.noSymbol
    loose.removeAll { symbol in
      defer { last = symbol }
      return symbol == last
    }
  }

  private mutating func beginMoves() {
    for symbol in movable { states[Int(symbol)].isMovable = false }
    movable = loose.filter { states[Int($0)].rowOf < 0 && states[Int($0)].isLoose }
    for symbol in movable { states[Int(symbol)].isMovable = true }
  }

  private mutating func endMoves() {
    for symbol in movable { states[Int(symbol)].isMovable = false }
    movable.removeAll(keepingCapacity: true)
    loose.removeAll { states[Int($0)].rowOf >= 0 }
  }

  /// Moves do not leave bounds but by rounding; rows need not be looked at again.
  private mutating func restoreRounding() {
    for row in suspects { isSuspect[Int(row)] = false }
    suspects.removeAll(keepingCapacity: true)
  }

  /// Makes a sum of symbols least, then keeps it so; one without a least value is made 0 with the
  /// constant that is added to it.
  private mutating func lessen(_ objective: [Multiple], plus constant: Double) {
    guard !objective.isEmpty else { return }
    if descend(objective, until: nil) == nil {
      if objectiveValue(objective) > -constant {
        _ = descend(objective, until: -constant)
      } else {
        _ = descend(Self.negated(objective), until: constant)
      }
      if abs(objectiveValue(objective) + constant) <= tolerance { return pin(objective) }
    }
    reduceCosts(objective)
    var isDone = false
    for cost in costs where abs(cost.coefficient) > Self.priceTolerance {
      states[Int(cost.symbol)].isMovable = false
      isDone = true
    }
    if isDone { dropUnmovable() }
  }

  private static func negated(_ objective: [Multiple]) -> [Multiple] {
    objective.map { Multiple($0.symbol, -$0.coefficient) }
  }

  private mutating func dropUnmovable() {
    movable.removeAll { !states[Int($0)].isMovable }
  }

  /// Keeps a sum of symbols as it is, whatever it is; others may still move for each other.
  ///
  /// The sum becomes a symbol of its own, which is not basic and stays where it is.
  private mutating func pin(_ objective: [Multiple]) {
    reduceCosts(objective)
    if objective.count == 1, states[Int(objective[0].symbol)].rowOf < 0 {
      states[Int(objective[0].symbol)].isMovable = false
    } else if let entering = costs.max(by: { abs($0.coefficient) < abs($1.coefficient) })?.symbol {
      let row =
        objective.count == 1 ? states[Int(objective[0].symbol)].rowOf : addRow(ofSum: objective)
      let pinned = rows[Int(row)].basic
      exchange(row, entering)
      states[Int(entering)].isLoose = false
      states[Int(entering)].isMovable = false
      if !states[Int(pinned)].isLoose { loose.append(pinned) }
      states[Int(pinned)].isLoose = true
    }
    dropUnmovable()
  }

  /// Adds the row of a new symbol that is a sum of others.
  private mutating func addRow(ofSum objective: [Multiple]) -> Int32 {
    addUp(objective, movableOnly: false)
    let symbol = addMarker(Self.noSource)
    states[Int(symbol)].lower = -.infinity
    states[Int(symbol)].upper = .infinity
    states[Int(symbol)].value = objectiveValue(objective)
    let number = Int32(rows.count)
    var row = Row(basic: symbol)
    for term in costs where abs(term.coefficient) > Self.tinyCoefficient {
      row.terms.append(term)
      rowsWith[Int(term.symbol)].append(number)
    }
    states[Int(symbol)].rowOf = number
    rows.append(row)
    isSuspect.append(false)
    return number
  }

  private func objectiveValue(_ objective: [Multiple]) -> Double {
    var sum = 0.0
    for term in objective { sum += term.coefficient * states[Int(term.symbol)].value }
    return sum
  }

  /// Writes the change of a sum when a movable symbol rises by one to `costs`, in order of symbols.
  private mutating func reduceCosts(_ objective: [Multiple]) {
    addUp(objective, movableOnly: true)
  }

  /// Writes a sum by symbols that are not basic to `costs`, in order of their numbers.
  private mutating func addUp(_ objective: [Multiple], movableOnly: Bool) {
    costs.removeAll(keepingCapacity: true)
    for term in objective {
      let row = states[Int(term.symbol)].rowOf
      guard row >= 0 else {
        if !movableOnly || states[Int(term.symbol)].isMovable {
          addCost(term.symbol, term.coefficient)
        }
        continue
      }
      for index in rows[Int(row)].terms.indices {
        let other = rows[Int(row)].terms[index]
        guard !movableOnly || states[Int(other.symbol)].isMovable else { continue }
        addCost(other.symbol, term.coefficient * other.coefficient)
      }
    }
    for index in costs.indices {
      let symbol = Int(costs[index].symbol)
      states[symbol].inSum = false
      costs[index].coefficient = states[symbol].sum
    }
    costs.sort { $0.symbol < $1.symbol }
  }

  private mutating func addCost(_ symbol: Int32, _ cost: Double) {
    if !states[Int(symbol)].inSum {
      states[Int(symbol)].inSum = true
      states[Int(symbol)].sum = 0
      costs.append(Multiple(symbol, 0))
    }
    states[Int(symbol)].sum += cost
  }

  /// Makes a sum of symbols less, down to a limit if there is one.
  ///
  /// - Returns: The least value; nil if there is none.
  private mutating func descend(_ objective: [Multiple], until limit: Double?) -> Double? {
    for _ in 0..<10_000 {
      let now = objectiveValue(objective)
      if let limit, now <= limit { return now }
      reduceCosts(objective)
      let candidate = costs.first { cost in
        let state = states[Int(cost.symbol)]
        return cost.coefficient < -Self.priceTolerance && state.value < state.upper
          || cost.coefficient > Self.priceTolerance && state.value > state.lower
      }
      guard let candidate else { return now }
      let (symbol, cost) = (candidate.symbol, candidate.coefficient)
      let direction = cost < 0 ? 1.0 : -1.0
      var step = limit.map { (now - $0) / abs(cost) } ?? .infinity
      let room =
        direction > 0
        ? states[Int(symbol)].upper - states[Int(symbol)].value
        : states[Int(symbol)].value - states[Int(symbol)].lower
      var leaving: Int32?
      if room <= step { step = room }
      for row in rowsWith[Int(symbol)] {
        guard let coefficient = rows[Int(row)].coefficient(of: symbol) else { continue }
        let (basic, rate) = (Int(rows[Int(row)].basic), coefficient * direction)
        guard abs(rate) > 1e-9 else { continue }
        let own =
          rate > 0
          ? states[basic].upper - states[basic].value : states[basic].value - states[basic].lower
        let reach = max(own, 0) / abs(rate)
        if reach < step - 1e-12
          || reach <= step && leaving.map({ rows[Int($0)].basic > basic }) ?? true
        {
          step = min(reach, step)
          leaving = row
        }
      }
      guard step.isFinite else { return nil }
      take(symbol, direction * step, leaving)
    }
    return objectiveValue(objective)
  }

  /// Moves a symbol, and exchanges it if a basic one has come to its bound.
  private mutating func take(_ symbol: Int32, _ step: Double, _ leaving: Int32?) {
    move(symbol, by: step)
    primalPivots += 1
    guard let leaving else {
      let index = Int(symbol)
      if abs(states[index].value - states[index].upper) < tolerance {
        states[index].value = states[index].upper
      }
      if abs(states[index].value - states[index].lower) < tolerance {
        states[index].value = states[index].lower
      }
      return
    }
    let basic = rows[Int(leaving)].basic
    let index = Int(basic)
    let isUp =
      abs(states[index].value - states[index].upper)
      < abs(states[index].value - states[index].lower)
    states[index].value = isUp ? states[index].upper : states[index].lower
    exchange(leaving, symbol)
    states[Int(symbol)].isLoose = false
    states[Int(symbol)].isMovable = false
    movable.removeAll { $0 == symbol }
    guard !isFixed(basic) else { return }
    if !states[index].isLoose { loose.append(basic) }
    states[index].isLoose = true
    states[index].isMovable = true
    let place = movable.firstIndex { $0 > basic } ?? movable.count
    movable.insert(basic, at: place)
  }
}
