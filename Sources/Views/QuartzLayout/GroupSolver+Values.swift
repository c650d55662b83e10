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
    rank[Int(one)] * heapSign > rank[Int(other)] * heapSign
  }

  // MARK: Evaluation

  /// Evaluates all definitions.
  mutating func evaluateAll() {
    for variable in evaluationOrder where sizeMarker[Int(variable)] < 0 {
      value[Int(variable)] = evaluated(variable)
    }
  }

  private func evaluated(_ variable: Int32) -> Double {
    if let (constant, terms) = expanded[variable] {
      return terms.reduce(constant) { $0 + $1.1 * value[Int($1.0)] }
    }
    let equation = Int(definer[Int(variable)])
    var own = 1.0
    var sum =
      equations[equation].constant + value[Int(over(equation))] - value[Int(under(equation))]
    for term in terms(equation) {
      if termSymbols[term] == variable {
        own = termCoefficients[term]
      } else {
        sum -= termCoefficients[term] * value[Int(termSymbols[term])]
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
      isTouched[Int(symbol)] = false
      if Int(symbol) < variables.count {
        changed.append(symbol)
        pushUsers(of: symbol)
      } else if let equation = equation(ofSide: symbol), case .defines(let own) = roles[equation] {
        pushOnce(own)
      }
    }
    touched.removeAll(keepingCapacity: true)
    while let variable = popNext() {
      inSum[Int(variable)] = false
      guard sizeMarker[Int(variable)] < 0 else { continue }
      let new = evaluated(variable)
      guard new != value[Int(variable)] else { continue }
      value[Int(variable)] = new
      changed.append(variable)
      pushUsers(of: variable)
    }
    heapSign = 1
  }

  private mutating func pushOnce(_ variable: Int32) {
    guard definer[Int(variable)] >= 0, !inSum[Int(variable)] else { return }
    inSum[Int(variable)] = true
    push(variable)
  }

  private mutating func pushUsers(of variable: Int32) {
    for use in usesStart[Int(variable)]..<usesStart[Int(variable) + 1] {
      let equation = Int(uses[Int(use)])
      switch roles[equation] {
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
      switch roles[equation] {
      case .idle: noteCheck(equation)
      case .row(let row): moveMarker(row, by)
      case .definesExpanded: return false
      case .defines(let variable):
        guard moveBound(equation, of: variable) else { return false }
        addMove(variable, by / coefficient(of: variable, in: equation))
      }
    }
    while let variable = popNext() {
      inSum[Int(variable)] = false
      moved.append(variable)
      spread(variable, sum[Int(variable)])
    }
    guard restore() else { return false }
    settle()
    evaluateChanged(moved)
    return holds()
  }

  private mutating func addMove(_ variable: Int32, _ by: Double) {
    if !inSum[Int(variable)] {
      inSum[Int(variable)] = true
      sum[Int(variable)] = 0
      push(variable)
    }
    sum[Int(variable)] += by
  }

  /// Keeps `under` of a size's definition within the size's constant; false if that is negative.
  private mutating func moveBound(_ equation: Int, of variable: Int32) -> Bool {
    let side = under(equation)
    guard isSize[Int(variable)], !isExact(equation) else { return true }
    let constant = equations[equation].constant
    guard constant >= 0 else { return false }
    guard equations[equation].under != .required else { return true }
    let was = upper[Int(side)]
    // Sides that could not move are not in the rows.
    guard was > 0 else { return false }
    upper[Int(side)] = constant
    if rowOf[Int(side)] >= 0 {
      suspect(rowOf[Int(side)])
    } else if value[Int(side)] >= was || value[Int(side)] > constant {
      move(side, by: constant - value[Int(side)])
    }
    return true
  }

  /// Tells definitions and rows that a definition's constant moved.
  private mutating func spread(_ variable: Int32, _ by: Double) {
    if sizeMarker[Int(variable)] >= 0 { moveMarker(Int(sizeMarker[Int(variable)]), -by) }
    for use in usesStart[Int(variable)]..<usesStart[Int(variable) + 1] {
      let equation = Int(uses[Int(use)])
      let coefficient = coefficient(of: variable, in: equation)
      switch roles[equation] {
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
    lower[Int(symbol)] += by
    upper[Int(symbol)] = lower[Int(symbol)]
    if rowOf[Int(symbol)] >= 0 {
      suspect(rowOf[Int(symbol)])
    } else {
      move(symbol, by: by)
    }
  }

  /// Whether the equations of known variables hold, and no size that changed is negative.
  private mutating func holds() -> Bool {
    let slack = Self.conflictTolerance * (1 + greatestConstant)
    for variable in changed where isSize[Int(variable)] && value[Int(variable)] < -slack {
      return false
    }
    defer { checks.removeAll(keepingCapacity: true) }
    for check in checks {
      let equation = Int(check)
      var difference = -equations[equation].constant
      for term in terms(equation) {
        difference += termCoefficients[term] * value[Int(termSymbols[term])]
      }
      if equations[equation].over == .required, difference > slack { return false }
      if equations[equation].under == .required, difference < -slack { return false }
    }
    return true
  }
}
