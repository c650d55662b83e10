// Which recognisers recognise.
// Licensed under the MIT license; see LICENSE.
//
// All machines have heard of an event and left their wishes when the arbiter begins. It fails those
// that want to, lets active ones go on, and then goes through the candidates, the deepest first,
// until a pass changes nothing. A pass that changes something ends the possibility of at least one
// recogniser, so that there are at most as many passes as rows, and one.

/// Decides between recognisers; it knows neither times nor fingers.
@MainActor
struct GestureArbiter {
  /// A new state of a recogniser.
  struct Decision {
    var recognizer: Int
    var state: GestureState
  }

  let table: GestureTable
  let host: any InteractionHost
  /// Whether a scroll view lets its own pan begin.
  let scrollAllows: (Int) -> Bool
  /// The views that a recogniser would take touches from.
  let touchedViews: (Int) -> [Int]
  private(set) var decisions: [Decision] = []

  init(
    _ table: GestureTable,
    _ host: any InteractionHost,
    scrollAllows: @escaping (Int) -> Bool,
    touchedViews: @escaping (Int) -> [Int]
  ) {
    self.table = table
    self.host = host
    self.scrollAllows = scrollAllows
    self.touchedViews = touchedViews
  }

  /// Applies all wishes.
  mutating func settle() {
    var hasCandidate = false
    for index in table.rows.indices {
      apply(index)
      if table.rows[index].want != nil { hasCandidate = true }
    }
    var passes = 0
    while hasCandidate {
      passes += 1
      if !pass(), !applyLate() { break }
    }
    table.counters.passes += passes
    table.counters.mostPasses = max(table.counters.mostPasses, passes)
  }

  /// Applies a wish that needs nobody's leave, and notes one that does.
  private mutating func apply(_ index: Int) {
    guard let wish = table.rows[index].wish else { return }
    table.rows[index].wish = nil
    table.counters.wishes += 1
    let state = table.rows[index].state
    switch wish {
    case .fail, .cancel:
      if state == .possible { fail(index) } else if state.isActive { decide(index, .cancelled) }
    case .begin: if state == .possible { table.rows[index].want = .began }
    case .recognize, .end:
      if state == .possible { table.rows[index].want = .ended }
      if state.isActive { decide(index, .ended) }
    case .change: if state.isActive { decide(index, .changed) }
    }
  }

  /// Applies what machines wanted after they began in the same event.
  private mutating func applyLate() -> Bool {
    var hasChanged = false
    for index in table.rows.indices {
      guard table.rows[index].lateWish != nil, table.rows[index].want == nil else { continue }
      table.rows[index].wish = table.rows[index].lateWish
      table.rows[index].lateWish = nil
      apply(index)
      hasChanged = true
    }
    return hasChanged
  }

  private mutating func decide(_ index: Int, _ state: GestureState) {
    table.rows[index].state = state
    table.rows[index].want = nil
    if state.isActive { table.rows[index].wasActive = true }
    decisions.append(Decision(recognizer: table.rows[index].id, state: state))
  }

  private func fail(_ index: Int) {
    table.rows[index].state = .failed
    table.rows[index].want = nil
    table.rows[index].lateWish = nil
  }

  private func isCandidate(_ index: Int) -> Bool {
    table.rows[index].want != nil && table.rows[index].state == .possible
  }

  private mutating func pass() -> Bool {
    var hasChanged = false
    for index in table.rows.indices where isCandidate(index) {
      let isBlocked = isBlocked(index)
      guard isCandidate(index) else {
        hasChanged = true
        continue
      }
      if isBlocked {
        fail(index)
        hasChanged = true
      } else if !waits(index) {
        hasChanged = true
        guard isCandidate(index) else { continue }
        let may = mayBegin(index)
        guard isCandidate(index) else { continue }
        if may { recognize(index) } else { fail(index) }
      }
    }
    return hasChanged
  }

  /// Whether another one that has recognised keeps it from that.
  private func isBlocked(_ index: Int) -> Bool {
    for other in table.rows.indices where other != index {
      let state = table.rows[other].state
      guard state.isActive || state == .ended,
        table.rows[other].shares(with: table.rows[index])
      else { continue }
      if table.prevents(other, index, host) || table.requires(index, other, host) { return true }
    }
    return false
  }

  private func waits(_ index: Int) -> Bool {
    if table.rows[index].isFree { return false }
    for other in table.rows.indices where other != index {
      guard table.rows[other].state == .possible, !table.rows[other].isGone,
        table.rows[other].shares(with: table.rows[index]),
        table.requires(index, other, host)
      else { continue }
      return true
    }
    return false
  }

  /// Asks the views and the delegate.
  private func mayBegin(_ index: Int) -> Bool {
    let (id, own) = (table.rows[index].id, table.rows[index].settings.view)
    guard scrollAllows(index) else { return false }
    if table.rows[index].settings.cancels {
      for view in touchedViews(index) where view != own {
        guard ask(.viewAllows(view: view, recognizer: id)) else { return false }
      }
    }
    guard ask(.viewAllows(view: own, recognizer: id)) else { return false }
    return ask(.delegateAllows(recognizer: id))
  }

  private func ask(_ question: InteractionQuestion) -> Bool {
    table.counters.questions += 1
    table.counters.allows += 1
    return host.answer(question)
  }

  private mutating func recognize(_ index: Int) {
    guard let want = table.rows[index].want else { return }
    decide(index, want)
    for other in table.rows.indices where other != index {
      guard table.rows[other].state == .possible,
        table.rows[other].shares(with: table.rows[index]), table.prevents(index, other, host),
        table.rows[other].state == .possible
      else { continue }
      fail(other)
    }
  }
}
