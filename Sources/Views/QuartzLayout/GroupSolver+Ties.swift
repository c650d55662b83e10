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
    var targets = movable.filter { level[Int($0)] >= 0 }
    for symbol in movable {
      for row in rowsWith[Int(symbol)] where level[Int(rows[Int(row)].basic)] >= 0 {
        targets.append(rows[Int(row)].basic)
      }
    }
    targets.sort()
    var last = Self.noSymbol
    for target in targets where target != last {
      if movable.isEmpty { break }
      last = target
      lessen([(target, 1)], plus: 0)
    }
    for variable in variables.indices {
      if movable.isEmpty { break }
      let (symbols, constant) = expand(variable: Int32(variable))
      lessen(symbols.map { ($0.symbol, $0.coefficient) }, plus: constant)
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
    let objective = symbols.map { ($0.symbol, $0.coefficient) }
    copy.beginMoves()
    let least = copy.descend(objective, until: nil)
    copy.beginMoves()
    let greatest = copy.descend(objective.map { ($0.0, -$0.1) }, until: nil)
    guard let least, let greatest else { return true }
    return -greatest - least > 1e-6
  }

  private mutating func updateLoose() {
    for symbol in repriced {
      let isNow = isWithoutPrice(symbol)
      if isNow, !isLoose[Int(symbol)] { loose.append(symbol) }
      isLoose[Int(symbol)] = isNow
    }
    repriced.removeAll(keepingCapacity: true)
    loose.removeAll { symbol in !isLoose[Int(symbol)] || rowOf[Int(symbol)] >= 0 }
    loose.sort()
    var last = Self.noSymbol
    loose.removeAll { symbol in
      defer { last = symbol }
      return symbol == last
    }
  }

  private mutating func beginMoves() {
    for symbol in movable { isMovable[Int(symbol)] = false }
    movable = loose.filter { rowOf[Int($0)] < 0 && isLoose[Int($0)] }
    for symbol in movable { isMovable[Int(symbol)] = true }
  }

  private mutating func endMoves() {
    for symbol in movable { isMovable[Int(symbol)] = false }
    movable.removeAll(keepingCapacity: true)
    loose.removeAll { rowOf[Int($0)] >= 0 }
  }

  /// Moves do not leave bounds but by rounding; rows need not be looked at again.
  private mutating func restoreRounding() {
    for row in suspects { isSuspect[Int(row)] = false }
    suspects.removeAll(keepingCapacity: true)
  }

  /// Makes a sum of symbols least, then keeps it so; one without a least value is made 0 with the
  /// constant that is added to it.
  private mutating func lessen(_ objective: [(Int32, Double)], plus constant: Double) {
    guard !objective.isEmpty else { return }
    if descend(objective, until: nil) == nil {
      if objectiveValue(objective) > -constant {
        _ = descend(objective, until: -constant)
      } else {
        _ = descend(objective.map { ($0.0, -$0.1) }, until: constant)
      }
      if abs(objectiveValue(objective) + constant) <= tolerance { return pin(objective) }
    }
    for (symbol, cost) in reducedCosts(objective) where abs(cost) > Self.priceTolerance {
      isMovable[Int(symbol)] = false
    }
    movable.removeAll { !isMovable[Int($0)] }
  }

  /// Keeps a sum of symbols as it is, whatever it is; others may still move for each other.
  ///
  /// The sum becomes a symbol of its own, which is not basic and stays where it is.
  private mutating func pin(_ objective: [(Int32, Double)]) {
    if objective.count == 1, rowOf[Int(objective[0].0)] < 0 {
      isMovable[Int(objective[0].0)] = false
    } else if let (entering, _) = reducedCosts(objective).max(by: { abs($0.1) < abs($1.1) }) {
      let row =
        objective.count == 1 ? rowOf[Int(objective[0].0)] : addRow(ofSum: objective)
      let pinned = rows[Int(row)].basic
      exchange(row, entering)
      isLoose[Int(entering)] = false
      isMovable[Int(entering)] = false
      if !isLoose[Int(pinned)] { loose.append(pinned) }
      isLoose[Int(pinned)] = true
    }
    movable.removeAll { !isMovable[Int($0)] }
  }

  /// Adds the row of a new symbol that is a sum of others.
  private mutating func addRow(ofSum objective: [(Int32, Double)]) -> Int32 {
    var terms: [Int32: Double] = [:]
    for (symbol, factor) in objective {
      let row = rowOf[Int(symbol)]
      guard row >= 0 else {
        terms[symbol, default: 0] += factor
        continue
      }
      for (index, other) in rows[Int(row)].symbols.enumerated() {
        terms[other, default: 0] += factor * rows[Int(row)].coefficients[index]
      }
    }
    let symbol = addMarker(Self.noSource)
    lower[Int(symbol)] = -.infinity
    upper[Int(symbol)] = .infinity
    value[Int(symbol)] = objectiveValue(objective)
    isTouched.append(false)
    isLoose.append(false)
    isMovable.append(false)
    let number = Int32(rows.count)
    var row = Row(basic: symbol)
    for (other, factor) in terms.sorted(by: { $0.key < $1.key })
    where abs(factor) > Self.tinyCoefficient {
      row.symbols.append(other)
      row.coefficients.append(factor)
      rowsWith[Int(other)].append(number)
    }
    rowOf[Int(symbol)] = number
    rows.append(row)
    isSuspect.append(false)
    return number
  }

  private func objectiveValue(_ objective: [(Int32, Double)]) -> Double {
    objective.reduce(0) { $0 + $1.1 * value[Int($1.0)] }
  }

  /// The change of a sum when a movable symbol rises by one, in order of symbols.
  private func reducedCosts(_ objective: [(Int32, Double)]) -> [(Int32, Double)] {
    var costs: [Int32: Double] = [:]
    for (symbol, factor) in objective {
      let row = rowOf[Int(symbol)]
      if row < 0 {
        if isMovable[Int(symbol)] { costs[symbol, default: 0] += factor }
        continue
      }
      for (index, other) in rows[Int(row)].symbols.enumerated() where isMovable[Int(other)] {
        costs[other, default: 0] += factor * rows[Int(row)].coefficients[index]
      }
    }
    return costs.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Makes a sum of symbols less, down to a limit if there is one.
  ///
  /// - Returns: The least value; nil if there is none.
  private mutating func descend(_ objective: [(Int32, Double)], until limit: Double?) -> Double? {
    for _ in 0..<10_000 {
      let now = objectiveValue(objective)
      if let limit, now <= limit { return now }
      let candidate = reducedCosts(objective).first { symbol, cost in
        cost < -Self.priceTolerance && value[Int(symbol)] < upper[Int(symbol)]
          || cost > Self.priceTolerance && value[Int(symbol)] > lower[Int(symbol)]
      }
      guard let (symbol, cost) = candidate else { return now }
      let direction = cost < 0 ? 1.0 : -1.0
      var step = limit.map { (now - $0) / abs(cost) } ?? .infinity
      let room =
        direction > 0
        ? upper[Int(symbol)] - value[Int(symbol)] : value[Int(symbol)] - lower[Int(symbol)]
      var leaving: Int32?
      if room <= step { step = room }
      for row in rowsWith[Int(symbol)] {
        guard let coefficient = rows[Int(row)].coefficient(of: symbol) else { continue }
        let (basic, rate) = (Int(rows[Int(row)].basic), coefficient * direction)
        guard abs(rate) > 1e-9 else { continue }
        let own = rate > 0 ? upper[basic] - value[basic] : value[basic] - lower[basic]
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
      if abs(value[index] - upper[index]) < tolerance { value[index] = upper[index] }
      if abs(value[index] - lower[index]) < tolerance { value[index] = lower[index] }
      return
    }
    let basic = rows[Int(leaving)].basic
    let index = Int(basic)
    let isUp = abs(value[index] - upper[index]) < abs(value[index] - lower[index])
    value[index] = isUp ? upper[index] : lower[index]
    exchange(leaving, symbol)
    isLoose[Int(symbol)] = false
    isMovable[Int(symbol)] = false
    movable.removeAll { $0 == symbol }
    guard !isFixed(basic) else { return }
    if !isLoose[index] { loose.append(basic) }
    isLoose[index] = true
    isMovable[index] = true
    let place = movable.firstIndex { $0 > basic } ?? movable.count
    movable.insert(basic, at: place)
  }
}
