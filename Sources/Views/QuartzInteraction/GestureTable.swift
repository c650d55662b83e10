// The recognisers that have touches.
// Licensed under the MIT license; see LICENSE.

/// The rows of recognisers, the deepest first, then in order of addition.
///
/// Questions may change it: rows are read and written one by one, never across a question.
@MainActor
final class GestureTable {
  // No access lasts across a question, and all are on the main actor: a check of each of them takes
  // a seventh of an event.
  @exclusivity(unchecked) var rows: [GestureRow] = []
  @exclusivity(unchecked) var counters = InteractionCounters()
  /// Answers about pairs, for the attempts of both.
  private var answers: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    var one: Int
    var other: Int
    var kind: UInt8
  }

  nonisolated init() {}

  /// The recognisers that have rows.
  @exclusivity(unchecked) private var live: Set<Int> = []

  func index(of id: Int) -> Int? {
    guard live.contains(id) else { return nil }
    for index in rows.indices where rows[index].id == id { return index }
    return nil
  }

  /// Adds a row behind those that are deeper, and those of its depth that come first.
  ///
  /// - Returns: Its place.
  @discardableResult
  func insert(_ row: GestureRow) -> Int {
    live.insert(row.id)
    if rows.isEmpty || !comes(row, before: rows.count - 1) {
      rows.append(row)
      return rows.count - 1
    }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if comes(row, before: middle) { high = middle } else { low = middle + 1 }
    }
    rows.insert(row, at: low)
    return low
  }

  // Rows are large: the one at a place is looked at where it is.
  private func comes(_ row: GestureRow, before place: Int) -> Bool {
    let depth = rows[place].depth
    if row.depth != depth { return row.depth > depth }
    guard row.settings.view == rows[place].settings.view else { return false }
    return row.settings.order < rows[place].settings.order
  }

  /// Removes rows that have finished.
  func remove(where isFinished: (GestureRow) -> Bool) {
    rows.removeAll { row in
      guard isFinished(row) else { return false }
      live.remove(row.id)
      return true
    }
    if !answers.isEmpty { answers.removeAll(keepingCapacity: true) }
  }

  private func remembered(_ pair: Pair, _ ask: () -> Bool) -> Bool {
    if let answer = answers[pair] { return answer }
    counters.questions += 1
    let answer = ask()
    answers[pair] = answer
    return answer
  }

  /// Whether the first has to wait for the second.
  func requires(_ one: Int, _ other: Int, _ host: any InteractionHost) -> Bool {
    guard rows[one].settings.asksRequirements || rows[other].settings.asksRequirements else {
      return false
    }
    let (first, second) = (rows[one].id, rows[other].id)
    return remembered(Pair(one: first, other: second, kind: 0)) {
      counters.requires += 1
      return host.answer(.requires(first, second))
    }
  }

  /// Whether the first makes the second fail, or keeps it from recognising.
  func prevents(_ one: Int, _ other: Int, _ host: any InteractionHost) -> Bool {
    counters.reads += 1
    let (settings, others) = (rows[one].settings, rows[other].settings)
    guard GestureRules.prevents(settings.kind, others.kind),
      !GestureRules.leavesMoreTaps(settings, others),
      !GestureRules.scrollsTogether(settings, others)
    else { return false }
    let (first, second) = (rows[one].id, rows[other].id)
    if settings.asksPrevention || others.asksPrevention {
      let may = remembered(Pair(one: first, other: second, kind: 1)) {
        counters.prevents += 1
        return host.answer(.prevents(first, second))
      }
      guard may else { return false }
    }
    guard settings.asksTogether || others.asksTogether else { return true }
    let pair = Pair(one: min(first, second), other: max(first, second), kind: 2)
    return !remembered(pair) {
      counters.together += 1
      return host.answer(.together(first, second))
    }
  }
}
