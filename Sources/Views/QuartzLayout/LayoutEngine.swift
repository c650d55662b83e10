// The engine of layouts: variables, equations, and values that miss the wishes least.
// Licensed under the MIT license; see LICENSE.
//
// Equations that have variables in common are a group, which has a solver of its own. A change of
// structure dissolves the groups that it touches, and the next solve forms them anew from their
// equations in order of addition. A change of constants goes to the solver as it is. Variables with
// a fixed value, such as the size of a window, are constants and do not join groups.

/// A set of variables and linear equations, which is solved in steps as it changes.
///
/// The values are a function of the equations and the order of their addition alone: of equal
/// wishes, those that were added first are met first; variables that nothing decides are as little
/// as possible, in order of their numbers, or 0 where they could fall forever.
///
/// It has no thread of its own. It cannot be copied: those who ask it borrow it where it is.
package struct LayoutEngine: ~Copyable {
  struct Variable {
    var isSize: Bool
    var isAlive = true
    var fixed: Double?
    var value = 0.0
    /// The solver, -1, or `loneGroup`.
    var group: Int32 = -1
    /// Its number there.
    var local: Int32 = 0
    var equations: [LayoutEquationID] = []
    var isDissolved = false
  }

  struct Entry {
    var equation: LayoutEquation
    var order: Int
    var group: Int32 = -1
    var local: Int32 = 0
    var isAlive = true
    var isBroken = false
    var isDissolved = false
    /// The sum of the changes of its constant that the solver does not know yet.
    var pending = 0.0
    var isPending = false
  }

  /// The group of a variable, and of the required equation that alone says what it is.
  ///
  /// They need no solver. Widths and heights of screens often are such, and a solver takes a
  /// kilobyte.
  private static let loneGroup: Int32 = -2

  var variables: [Variable] = []
  var entries: [Entry] = []
  private var freeVariables: [LayoutVariable] = []
  private var freeEntries: [LayoutEquationID] = []
  var groups: [GroupSolver] = []
  private var freeGroups: [Int32] = []
  private var nextOrder = 0
  var dissolvedVariables: [LayoutVariable] = []
  var dissolvedEntries: [LayoutEquationID] = []
  private var pendingEntries: [LayoutEquationID] = []
  private var fixedChanges: [LayoutVariable] = []
  /// Work done since the engine was made.
  package var counters = LayoutCounters()
  /// Conflicts that were found since `takeConflicts()`.
  var conflicts: [LayoutConflict] = []
  var changedVariables: [LayoutVariable] = []

  package init() {}

  // MARK: Variables

  /// Adds a variable.
  ///
  /// - Parameter isSize: Whether it is never negative.
  package mutating func addVariable(isSize: Bool) -> LayoutVariable {
    if let number = freeVariables.popLast() {
      variables[Int(number)] = Variable(isSize: isSize)
      return number
    }
    variables.append(Variable(isSize: isSize))
    return LayoutVariable(variables.count - 1)
  }

  /// Removes a variable, with the equations that name it.
  package mutating func remove(variable: LayoutVariable) {
    guard variables.indices.contains(Int(variable)), variables[Int(variable)].isAlive else {
      return
    }
    for id in variables[Int(variable)].equations { remove(equation: id) }
    dissolve(variable)
    variables[Int(variable)].isAlive = false
    Self.insert(variable, into: &freeVariables)
  }

  /// Gives a variable a value that no equation changes, or lets it go again.
  ///
  /// - Parameter value: In points; nil lets the equations decide.
  package mutating func fix(_ variable: LayoutVariable, at value: Double?) {
    let old = variables[Int(variable)].fixed
    guard old != value else { return }
    if let old, let value {
      for id in variables[Int(variable)].equations {
        for term in entries[Int(id)].equation.terms where term.variable == variable {
          note(id, by: term.coefficient * (old - value))
        }
      }
    } else {
      variables[Int(variable)].fixed = nil
      dissolve(variable)
      for id in variables[Int(variable)].equations { dissolve(entry: id) }
    }
    variables[Int(variable)].fixed = value
    if let value { variables[Int(variable)].value = value }
    fixedChanges.append(variable)
  }

  /// The value of a variable after the last solve, in points.
  package func value(of variable: LayoutVariable) -> Double {
    variables[Int(variable)].fixed ?? variables[Int(variable)].value
  }

  /// Whether an equally good layout has another value of a variable, by the last solve.
  package func isAmbiguous(_ variable: LayoutVariable) -> Bool {
    let own = variables[Int(variable)]
    guard own.fixed == nil else { return false }
    if own.group == Self.loneGroup { return false }
    return own.group < 0 || groups[Int(own.group)].isAmbiguous(own.local)
  }

  /// The number of variables.
  package var variableCount: Int { variables.count - freeVariables.count }

  /// The number of equations.
  package var equationCount: Int { entries.count - freeEntries.count }

  // MARK: Equations

  /// Adds an equation; terms of one variable are added up.
  ///
  /// Numbers that are not finite count as 0.
  package mutating func add(_ equation: LayoutEquation) -> LayoutEquationID {
    var own = equation
    own.terms = merged(equation.terms)
    if !own.constant.isFinite { own.constant = 0 }
    let id: LayoutEquationID
    if let free = freeEntries.popLast() {
      id = free
      entries[Int(id)] = Entry(equation: own, order: nextOrder)
    } else {
      id = LayoutEquationID(entries.count)
      entries.append(Entry(equation: own, order: nextOrder))
    }
    nextOrder += 1
    for term in own.terms { variables[Int(term.variable)].equations.append(id) }
    dissolve(entry: id)
    counters.equationsAdded += 1
    return id
  }

  private func merged(_ terms: LayoutTerms) -> LayoutTerms {
    var sums = LayoutTerms()
    for term in terms where term.coefficient.isFinite {
      if let index = sums.firstIndex(where: { $0.variable == term.variable }) {
        sums[index].coefficient += term.coefficient
      } else {
        sums.append(term)
      }
    }
    func isNothing(_ term: LayoutTerm) -> Bool { abs(term.coefficient) < 1e-12 }
    return sums.contains(where: isNothing) ? LayoutTerms(sums.filter { !isNothing($0) }) : sums
  }

  /// Removes an equation.
  package mutating func remove(equation id: LayoutEquationID) {
    guard entries.indices.contains(Int(id)), entries[Int(id)].isAlive else { return }
    dissolve(entry: id)
    for term in entries[Int(id)].equation.terms {
      variables[Int(term.variable)].equations.removeAll { $0 == id }
    }
    entries[Int(id)].isAlive = false
    entries[Int(id)].equation.terms.removeAll()
    Self.insert(id, into: &freeEntries)
    counters.equationsRemoved += 1
  }

  /// Inserts a number into a list that falls, so that the least one is taken first.
  private static func insert(_ number: Int32, into list: inout [Int32]) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < number { high = middle } else { low = middle + 1 }
    }
    list.insert(number, at: low)
  }

  /// Changes the constant of an equation; a number that is not finite counts as 0.
  package mutating func setConstant(_ constant: Double, of id: LayoutEquationID) {
    let new = constant.isFinite ? constant : 0
    let change = new - entries[Int(id)].equation.constant
    guard change != 0 else { return }
    entries[Int(id)].equation.constant = new
    counters.constantsEdited += 1
    note(id, by: change)
  }

  /// Changes how much an equation matters.
  package mutating func setStrengths(
    over: LayoutStrength,
    under: LayoutStrength,
    of id: LayoutEquationID
  ) {
    let own = entries[Int(id)].equation
    guard own.over != over || own.under != under else { return }
    dissolve(entry: id)
    entries[Int(id)].equation.over = over
    entries[Int(id)].equation.under = under
  }

  /// Whether an equation was given up in a conflict.
  package func isBroken(_ id: LayoutEquationID) -> Bool { entries[Int(id)].isBroken }

  /// The terms of an equation.
  package func terms(of id: LayoutEquationID) -> LayoutTerms { entries[Int(id)].equation.terms }

  /// The equations that name a variable, in order of addition.
  package func equations(of variable: LayoutVariable) -> [LayoutEquationID] {
    variables[Int(variable)].equations.sorted { entries[Int($0)].order < entries[Int($1)].order }
  }

  private mutating func note(_ id: LayoutEquationID, by change: Double) {
    guard !entries[Int(id)].isDissolved else { return }
    entries[Int(id)].pending += change
    if entries[Int(id)].isPending { return }
    entries[Int(id)].isPending = true
    pendingEntries.append(id)
  }

  // MARK: Dissolving

  private mutating func dissolve(entry id: LayoutEquationID) {
    let group = entries[Int(id)].group
    if group >= 0 { dissolve(group: group) }
    for term in entries[Int(id)].equation.terms { dissolve(term.variable) }
    setDissolved(entry: id)
  }

  private mutating func setDissolved(entry id: LayoutEquationID) {
    guard !entries[Int(id)].isDissolved else { return }
    entries[Int(id)].isDissolved = true
    entries[Int(id)].group = -1
    dissolvedEntries.append(id)
  }

  private mutating func dissolve(_ variable: LayoutVariable) {
    guard variables[Int(variable)].fixed == nil else { return }
    let group = variables[Int(variable)].group
    if group >= 0 { dissolve(group: group) }
    if group == Self.loneGroup {
      variables[Int(variable)].group = -1
      for id in variables[Int(variable)].equations where entries[Int(id)].group == group {
        setDissolved(entry: id)
      }
    }
    guard !variables[Int(variable)].isDissolved else { return }
    variables[Int(variable)].isDissolved = true
    dissolvedVariables.append(variable)
  }

  private mutating func dissolve(group: Int32) {
    var solver = GroupSolver()
    swap(&solver, &groups[Int(group)])
    freeGroups.append(group)
    for variable in solver.members.lazy.map(\.variable) {
      variables[Int(variable)].group = -1
      variables[Int(variable)].isDissolved = true
      dissolvedVariables.append(variable)
    }
    for equation in solver.equations { setDissolved(entry: equation.id) }
    // Equations that were given up are not in the solver.
    for variable in solver.members.lazy.map(\.variable) {
      for id in variables[Int(variable)].equations where entries[Int(id)].isBroken {
        entries[Int(id)].group = -1
        setDissolved(entry: id)
      }
    }
  }

  // MARK: Solving

  /// Whether something changed since the last solve.
  package var needsSolve: Bool {
    !dissolvedVariables.isEmpty || !dissolvedEntries.isEmpty || !pendingEntries.isEmpty
      || !fixedChanges.isEmpty
  }

  /// Solves what changed.
  ///
  /// - Returns: The variables whose values changed, in order.
  @discardableResult
  package mutating func solve() -> [LayoutVariable] {
    guard needsSolve else { return [] }
    counters.solves += 1
    changedVariables = fixedChanges
    fixedChanges.removeAll(keepingCapacity: true)
    applyChanges()
    formGroups()
    changedVariables.sort()
    return changedVariables
  }

  /// The conflicts that were found since this was asked last.
  package mutating func takeConflicts() -> [LayoutConflict] {
    defer { conflicts = [] }
    return conflicts
  }

  /// Hands changes of constants to the solvers; those that cannot follow are dissolved.
  private mutating func applyChanges() {
    guard !pendingEntries.isEmpty else { return }
    var changes: [Int32: [(equation: Int, by: Double)]] = [:]
    var order: [Int32] = []
    for id in pendingEntries {
      let entry = entries[Int(id)]
      entries[Int(id)].isPending = false
      entries[Int(id)].pending = 0
      guard entry.isAlive, !entry.isDissolved else { continue }
      guard entry.group >= 0, !hasBroken(entry.group) else {
        dissolve(entry: id)
        continue
      }
      if changes[entry.group] == nil { order.append(entry.group) }
      changes[entry.group, default: []].append((Int(entry.local), entry.pending))
    }
    pendingEntries.removeAll(keepingCapacity: true)
    for group in order {
      guard let own = changes[group] else { continue }
      if groups[Int(group)].change(own) {
        takeValues(of: group)
      } else {
        dissolve(group: group)
      }
    }
  }

  private func hasBroken(_ group: Int32) -> Bool { brokenGroups.contains(group) }
  private var brokenGroups: Set<Int32> = []

  private mutating func takeValues(of group: Int32) {
    for local in groups[Int(group)].changed {
      let variable = groups[Int(group)].members[Int(local)].variable
      let new = groups[Int(group)].states[Int(local)].value
      guard variables[Int(variable)].value != new else { continue }
      variables[Int(variable)].value = new
      changedVariables.append(variable)
    }
    groups[Int(group)].changed.removeAll(keepingCapacity: true)
    counters.dualPivots += groups[Int(group)].dualPivots
    counters.primalPivots += groups[Int(group)].primalPivots
    groups[Int(group)].dualPivots = 0
    groups[Int(group)].primalPivots = 0
  }

  private mutating func formGroups() {
    let starts = dissolvedVariables.sorted()
    let loners = dissolvedEntries
    dissolvedVariables.removeAll(keepingCapacity: true)
    dissolvedEntries.removeAll(keepingCapacity: true)
    for start in starts where variables[Int(start)].isDissolved {
      guard variables[Int(start)].isAlive, variables[Int(start)].fixed == nil else {
        variables[Int(start)].isDissolved = false
        continue
      }
      var members: [LayoutVariable] = [start]
      var equations: [LayoutEquationID] = []
      variables[Int(start)].isDissolved = false
      var next = 0
      while next < members.count {
        let variable = Int(members[next])
        next += 1
        for id in variables[variable].equations where entries[Int(id)].isDissolved {
          entries[Int(id)].isDissolved = false
          equations.append(id)
          for term in entries[Int(id)].equation.terms {
            guard variables[Int(term.variable)].isDissolved else { continue }
            variables[Int(term.variable)].isDissolved = false
            if variables[Int(term.variable)].fixed == nil { members.append(term.variable) }
          }
        }
      }
      formGroup(members.sorted(), equations)
    }
    for id in loners where entries[Int(id)].isDissolved {
      entries[Int(id)].isDissolved = false
      if entries[Int(id)].isAlive { formGroup([], [id]) }
    }
  }

  /// Builds the solver of a group; equations that contradict others are given up until it can.
  private mutating func formGroup(_ members: [LayoutVariable], _ ids: [LayoutEquationID]) {
    if ids.isEmpty { return setAlone(members) }
    if members.count == 1, ids.count == 1, setLone(members[0], by: ids[0]) { return }
    var ids = ids.sorted { entries[Int($0)].order < entries[Int($1)].order }
    for id in ids { entries[Int(id)].isBroken = false }
    let number = freeGroups.popLast() ?? Int32(groups.count)
    if Int(number) == groups.count { groups.append(GroupSolver()) }
    brokenGroups.remove(number)
    let all = ids
    var solver = built(members, ids, demandsOnly: false)
    if solver.failure != nil, giveUpTwins(&ids) {
      brokenGroups.insert(number)
      solver = built(members, ids, demandsOnly: false)
    }
    while let failure = solver.failure {
      let broken = giveUp(failure, of: solver, members, ids)
      ids.removeAll { $0 == broken }
      brokenGroups.insert(number)
      solver = built(members, ids, demandsOnly: false)
    }
    for (local, variable) in members.enumerated() {
      variables[Int(variable)].group = number
      variables[Int(variable)].local = Int32(local)
    }
    for id in all { entries[Int(id)].group = number }
    for (local, id) in ids.enumerated() { entries[Int(id)].local = Int32(local) }
    counters.groupsBuilt += 1
    counters.definitions += solver.evaluationOrder.count
    counters.rows += solver.rows.count
    counters.nonzeros += solver.termSymbols.count
    counters.nonzeros += solver.rows.reduce(0) { $0 + $1.terms.count }
    solver.changed = solver.members.indices.map(Int32.init)
    swap(&groups[Int(number)], &solver)
    takeValues(of: number)
  }

  /// Gives a variable the value that its only equation says.
  ///
  /// - Returns: Whether it can: a wish, and a size that would be negative, are the solver's.
  private mutating func setLone(_ variable: LayoutVariable, by id: LayoutEquationID) -> Bool {
    let equation = entries[Int(id)].equation
    guard equation.isExact else { return false }
    var (constant, coefficient) = (equation.constant, 0.0)
    for term in equation.terms {
      if let fixed = variables[Int(term.variable)].fixed {
        constant -= term.coefficient * fixed
      } else {
        coefficient = term.coefficient
      }
    }
    let value = constant / coefficient
    guard value.isFinite, value >= 0 || !variables[Int(variable)].isSize else { return false }
    entries[Int(id)].isBroken = false
    entries[Int(id)].group = Self.loneGroup
    variables[Int(variable)].group = Self.loneGroup
    counters.groupsBuilt += 1
    counters.definitions += 1
    counters.nonzeros += 1
    if variables[Int(variable)].value != value {
      variables[Int(variable)].value = value
      changedVariables.append(variable)
    }
    return true
  }

  private mutating func setAlone(_ members: [LayoutVariable]) {
    for variable in members {
      variables[Int(variable)].group = -1
      guard variables[Int(variable)].value != 0 else { continue }
      variables[Int(variable)].value = 0
      changedVariables.append(variable)
    }
  }
}
