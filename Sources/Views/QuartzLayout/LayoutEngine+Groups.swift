// Groups: their solvers, and conflicts.
// Licensed under the MIT license; see LICENSE.

extension LayoutEngine {
  /// Builds and solves the group of some equations.
  ///
  /// - Parameter demandsOnly: Whether wishes are left out, to find out whether the rest can hold.
  mutating func built(
    _ members: [LayoutVariable],
    _ ids: [LayoutEquationID],
    demandsOnly: Bool
  ) -> GroupSolver {
    var solver = GroupSolver()
    solver.members.reserveCapacity(members.count)
    for (local, variable) in members.enumerated() {
      solver.members.append(
        GroupSolver.Member(variable: variable, isSize: variables[Int(variable)].isSize)
      )
      variables[Int(variable)].local = Int32(local)
    }
    solver.equations.reserveCapacity(ids.count)
    let count = ids.reduce(0) { $0 + entries[Int($1)].equation.terms.count }
    solver.termSymbols.reserveCapacity(count)
    solver.termCoefficients.reserveCapacity(count)
    for id in ids {
      let equation =
        demandsOnly ? entries[Int(id)].equation.demands : entries[Int(id)].equation
      var constant = equation.constant
      let first = solver.termSymbols.count
      for term in equation.terms {
        if let fixed = variables[Int(term.variable)].fixed {
          constant -= term.coefficient * fixed
        } else {
          solver.termSymbols.append(variables[Int(term.variable)].local)
          solver.termCoefficients.append(term.coefficient)
        }
      }
      solver.equations.append(
        GroupSolver.Equation(
          id: id,
          first: Int32(first),
          count: Int32(solver.termSymbols.count - first),
          constant: constant,
          over: equation.over,
          under: equation.under
        )
      )
    }
    solver.solveFresh()
    return solver
  }

  /// The required equations of a group from which on those of one sum are looked for: with fewer
  /// the solver finds conflicts as fast.
  private static let manyRequired = 64

  /// Gives up required equations that give a sum another value than one before them does.
  ///
  /// The solver is built anew after each conflict that it finds, so thousands of them, as of
  /// heights of one view, are taken out here.
  ///
  /// - Returns: Whether there were any.
  mutating func giveUpTwins(_ ids: inout [LayoutEquationID]) -> Bool {
    let exact = ids.filter { entries[Int($0)].equation.isExact }
    guard exact.count > Self.manyRequired else { return false }
    var kept: [LayoutTerms: LayoutEquationID] = [:]
    var broken: Set<LayoutEquationID> = []
    for id in exact {
      let equation = entries[Int(id)].equation
      guard let other = kept[equation.terms] else {
        kept[equation.terms] = id
        continue
      }
      let constant = entries[Int(other)].equation.constant
      let room = GroupSolver.conflictTolerance * (1 + abs(constant))
      guard abs(equation.constant - constant) > room else { continue }
      let goes = isGivenUpFirst(other, before: id) ? other : id
      if goes == other { kept[equation.terms] = id }
      broken.insert(goes)
      entries[Int(goes)].isBroken = true
      conflicts.append(LayoutConflict(equations: [other, id], broken: goes))
    }
    if !broken.isEmpty { ids.removeAll { broken.contains($0) } }
    return !broken.isEmpty
  }

  /// Whether the first of two equations of a conflict is given up.
  private func isGivenUpFirst(_ one: LayoutEquationID, before other: LayoutEquationID) -> Bool {
    let (left, right) = (entries[Int(one)], entries[Int(other)])
    if left.equation.sacrifice != right.equation.sacrifice {
      return right.equation.sacrifice < left.equation.sacrifice
    }
    return right.order < left.order
  }

  /// Reports a minimal conflict among a group's equations.
  ///
  /// - Returns: The one that is given up.
  mutating func giveUp(
    _ failure: [Int32],
    of solver: GroupSolver,
    _ members: [LayoutVariable],
    _ ids: [LayoutEquationID]
  ) -> LayoutEquationID {
    var set = failure.map { ids[Int($0)] }.filter { entries[Int($0)].equation.isRequired }
    if canHold(set, members) { set = ids.filter { entries[Int($0)].equation.isRequired } }
    for id in set.reversed() where set.count > 1 {
      let others = set.filter { $0 != id }
      if !canHold(others, members) { set = others }
    }
    let broken = set.max { isGivenUpFirst($1, before: $0) } ?? ids[ids.count - 1]
    entries[Int(broken)].isBroken = true
    conflicts.append(LayoutConflict(equations: set, broken: broken))
    return broken
  }

  private mutating func canHold(_ ids: [LayoutEquationID], _ members: [LayoutVariable]) -> Bool {
    var named: Set<LayoutVariable> = []
    for id in ids {
      for term in entries[Int(id)].equation.terms where variables[Int(term.variable)].fixed == nil {
        named.insert(term.variable)
      }
    }
    return built(members.filter { named.contains($0) }, ids, demandsOnly: true).failure == nil
  }
}

extension GroupSolver {
  /// Builds the group and finds all values; `failure` says if there are none.
  mutating func solveFresh() {
    build()
    guard failure == nil else { return }
    noteUnpriced()
    guard restore() else { return }
    settle()
    evaluateAll()
    for symbol in touched { states[Int(symbol)].isTouched = false }
    touched.removeAll(keepingCapacity: true)
  }

  /// Lists the symbols that have no price at the beginning.
  private mutating func noteUnpriced() {
    for symbol in states.indices {
      let state = states[symbol]
      guard state.level < 0, state.lower < state.upper, state.rowOf < 0 else { continue }
      if let equation = equation(ofSide: Int32(symbol)) {
        if equations[equation].role == .idle { continue }
      } else if symbol < members.count, members[symbol].definer >= 0,
        members[symbol].sizeMarker < 0
      {
        continue
      }
      repriced.append(Int32(symbol))
    }
  }
}
