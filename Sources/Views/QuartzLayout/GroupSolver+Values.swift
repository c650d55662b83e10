// A group's values: those of defined variables, and changes of constants.
// Licensed under the MIT license; see LICENSE.

extension GroupSolver {
  // MARK: The heap of defined variables, in order of their ranks

  mutating func push(_ variable: Int32) {
    var index = heap.count
    heap.append(variable)
    while index > 0 {
      let above = (index - 1) / 2
      guard isBefore(heap[index], heap[above]) else { return }
      heap.swapAt(above, index)
      index = above
    }
  }

  mutating func popNext() -> Int32? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return top }
    heap[0] = last
    var index = 0
    while true {
      var next = index
      let (left, right) = (2 * index + 1, 2 * index + 2)
      if left < heap.count, isBefore(heap[left], heap[next]) { next = left }
      if right < heap.count, isBefore(heap[right], heap[next]) { next = right }
      guard next != index else { return top }
      heap.swapAt(next, index)
      index = next
    }
  }

  private func isBefore(_ one: Int32, _ other: Int32) -> Bool {
    members[Int(one)].rank * heapSign > members[Int(other)].rank * heapSign
  }

  // MARK: Evaluation

  /// Evaluates all definitions.
  mutating func evaluateAll() {
    for variable in evaluationOrder where members[Int(variable)].sizeMarker < 0 {
      states[Int(variable)].value = evaluated(variable)
    }
  }

  private func evaluated(_ variable: Int32) -> Double {
    if !expanded.isEmpty, let (constant, terms) = expanded[variable] {
      return terms.reduce(constant) { $0 + $1.1 * states[Int($1.0)].value }
    }
    let equation = Int(members[Int(variable)].definer)
    var own = 1.0
    var sum =
      equations[equation].constant + states[Int(over(equation))].value
      - states[Int(under(equation))].value
    for term in terms(equation) {
      if termSymbols[term] == variable {
        own = termCoefficients[term]
      } else {
        sum -= termCoefficients[term] * states[Int(termSymbols[term])].value
      }
    }
    return sum / own
  }

  /// Evaluates the definitions of what changed, and says which variables did.
  ///
  /// - Parameter seeds: Variables whose definitions changed.
  mutating func evaluateChanged(_ seeds: [Int32]) {
    heapSign = -1
    for variable in seeds { pushOnce(variable) }
    for symbol in touched {
      states[Int(symbol)].isTouched = false
      if Int(symbol) < members.count {
        changed.append(symbol)
        pushUsers(of: symbol)
      } else if let equation = equation(ofSide: symbol),
        case .defines(let own) = equations[equation].role
      {
        pushOnce(own)
      }
    }
    touched.removeAll(keepingCapacity: true)
    while let variable = popNext() {
      states[Int(variable)].inSum = false
      guard members[Int(variable)].sizeMarker < 0 else { continue }
      let new = evaluated(variable)
      guard new != states[Int(variable)].value else { continue }
      states[Int(variable)].value = new
      changed.append(variable)
      pushUsers(of: variable)
    }
    heapSign = 1
  }

  private mutating func pushOnce(_ variable: Int32) {
    guard members[Int(variable)].definer >= 0, !states[Int(variable)].inSum else { return }
    states[Int(variable)].inSum = true
    push(variable)
  }

  private mutating func pushUsers(of variable: Int32) {
    for use in members[Int(variable)].ownUses {
      let equation = Int(uses[use])
      switch equations[equation].role {
      case .defines(let other): if other != variable { pushOnce(other) }
      case .idle: noteCheck(equation)
      case .row, .definesExpanded: break
      }
    }
    guard !expanded.isEmpty else { return }
    for (other, sum) in expanded where sum.terms.contains(where: { $0.0 == variable }) {
      pushOnce(other)
    }
  }

  private mutating func noteCheck(_ equation: Int) {
    if equations[equation].over == .required || equations[equation].under == .required {
      checks.append(Int32(equation))
    }
  }

  // MARK: Constants

  /// Changes constants and solves again; false if the group has to be built anew.
  mutating func change(_ changes: [(equation: Int, by: Double)]) -> Bool {
    edits += 1
    guard expanded.isEmpty, edits < 1_024 else { return false }
    var moved: [Int32] = []
    heapSign = -1
    defer { heapSign = 1 }
    for (equation, by) in changes {
      equations[equation].constant += by
      greatestConstant = max(greatestConstant, abs(equations[equation].constant))
      switch equations[equation].role {
      case .idle: noteCheck(equation)
      case .row(let row): moveMarker(row, by)
      case .definesExpanded: return false
      case .defines(let variable):
        guard moveBound(equation, of: variable) else { return false }
        addMove(variable, by / coefficient(of: variable, in: equation))
      }
    }
    while let variable = popNext() {
      states[Int(variable)].inSum = false
      moved.append(variable)
      spread(variable, states[Int(variable)].sum)
    }
    guard restore() else { return false }
    settle()
    evaluateChanged(moved)
    return holds()
  }

  private mutating func addMove(_ variable: Int32, _ by: Double) {
    if !states[Int(variable)].inSum {
      states[Int(variable)].inSum = true
      states[Int(variable)].sum = 0
      push(variable)
    }
    states[Int(variable)].sum += by
  }

  /// Keeps `under` of a size's definition within the size's constant; false if that is negative.
  private mutating func moveBound(_ equation: Int, of variable: Int32) -> Bool {
    let side = under(equation)
    guard members[Int(variable)].isSize, !isExact(equation) else { return true }
    let constant = equations[equation].constant
    guard constant >= 0 else { return false }
    guard equations[equation].under != .required else { return true }
    let was = states[Int(side)].upper
    // Sides that could not move are not in the rows.
    guard was > 0 else { return false }
    states[Int(side)].upper = constant
    if states[Int(side)].rowOf >= 0 {
      suspect(states[Int(side)].rowOf)
    } else if states[Int(side)].value >= was || states[Int(side)].value > constant {
      move(side, by: constant - states[Int(side)].value)
    }
    return true
  }

  /// Tells definitions and rows that a definition's constant moved.
  private mutating func spread(_ variable: Int32, _ by: Double) {
    if members[Int(variable)].sizeMarker >= 0 {
      moveMarker(Int(members[Int(variable)].sizeMarker), -by)
    }
    for use in members[Int(variable)].ownUses {
      let equation = Int(uses[use])
      let coefficient = coefficient(of: variable, in: equation)
      switch equations[equation].role {
      case .idle: noteCheck(equation)
      case .row(let row): moveMarker(row, -coefficient * by)
      case .defines(let other):
        guard other != variable else { continue }
        addMove(other, -coefficient * by / self.coefficient(of: other, in: equation))
      case .definesExpanded: break
      }
    }
  }

  /// Moves the value at which a row's marker is fixed.
  private mutating func moveMarker(_ row: Int, _ by: Double) {
    let symbol = marker(row)
    states[Int(symbol)].lower += by
    states[Int(symbol)].upper = states[Int(symbol)].lower
    if states[Int(symbol)].rowOf >= 0 {
      suspect(states[Int(symbol)].rowOf)
    } else {
      move(symbol, by: by)
    }
  }

  /// Whether the equations of known variables hold, and no size that changed is negative.
  private mutating func holds() -> Bool {
    let slack = Self.conflictTolerance * (1 + greatestConstant)
    for variable in changed
    where members[Int(variable)].isSize && states[Int(variable)].value < -slack {
      return false
    }
    defer { checks.removeAll(keepingCapacity: true) }
    for check in checks {
      let equation = Int(check)
      var difference = -equations[equation].constant
      for term in terms(equation) {
        difference += termCoefficients[term] * states[Int(termSymbols[term])].value
      }
      if equations[equation].over == .required, difference > slack { return false }
      if equations[equation].under == .required, difference < -slack { return false }
    }
    return true
  }
}
