// Makes an input that fails as small as it can be.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Leaves out what is not needed for a failure (Zeller and Hildebrandt: Simplifying and isolating
/// failure-inducing input, 2002).
struct Shrinker {
  let target: TargetName
  let limits: WatchedProcess.Limits
  /// The failure that must stay.
  let signature: String
  private let folder: ScratchFolder
  /// How many more inputs may be tried.
  private var budget: Int

  init(
    _ target: TargetName,
    signature: String,
    limits: WatchedProcess.Limits,
    budget: Int = 300
  ) throws {
    (self.target, self.signature, self.limits) = (target, signature, limits)
    self.budget = budget
    folder = try ScratchFolder()
  }

  /// Runs an input in a process of its own and returns the outcome.
  func outcome(_ input: FuzzInput, hasBacktrace: Bool = false) throws -> FuzzOutcome {
    let file = folder.url.appending(path: "input.\(target.fileExtension)")
    try Data(input.encoded).write(to: file)
    let process = try WatchedProcess(
      ["replay", file.path],
      limits: limits,
      hasBacktrace: hasBacktrace
    )
    return process.wait(round: { 0 })
  }

  private mutating func fails(_ input: FuzzInput) throws -> Bool {
    guard budget > 0 else { return false }
    budget -= 1
    return try outcome(input).signature == signature
  }

  /// The smallest input found that fails in the same way; nil if the input alone does not fail.
  mutating func shrunk(_ input: FuzzInput) throws -> FuzzInput? {
    guard try fails(input) else { return nil }
    var best = input
    if best.pieces.count > 1 {
      best.pieces = try shrunk(best.pieces) { FuzzInput($0) }
    }
    // The largest first: there is most to leave out.
    let order = best.pieces.indices.sorted {
      best.pieces[$0].bytes.count > best.pieces[$1].bytes.count
    }
    for index in order {
      let base = best
      best.pieces[index].bytes = try shrunk(best.pieces[index].bytes) { bytes in
        var next = base
        next.pieces[index].bytes = bytes
        return next
      }
    }
    return best
  }

  /// Leaves out halves, quarters and so on, as long as it still fails.
  private mutating func shrunk<Item>(
    _ items: [Item],
    _ make: ([Item]) -> FuzzInput
  ) throws -> [Item] {
    var items = items
    var size = max(items.count / 2, 1)
    while budget > 0 {
      var start = 0
      var hasChanged = false
      while start < items.count, budget > 0 {
        var next = items
        next.removeSubrange(start..<min(start + size, items.count))
        if try fails(make(next)) {
          items = next
          hasChanged = true
        } else {
          start += size
        }
      }
      if size == 1 {
        if !hasChanged { break }
      } else {
        size /= 2
      }
    }
    return items
  }
}
