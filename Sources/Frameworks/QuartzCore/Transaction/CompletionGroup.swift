// The animations that a completion block waits for.
// Licensed under the MIT license; see LICENSE.

/// Counts the animations that were added while a completion block was set.
final class CompletionGroup {
  private let block: () -> Void
  private var count = 0
  private var isClosed = false

  init(_ block: @escaping () -> Void) {
    self.block = block
  }

  func enter() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    count += 1
  }

  /// Removes one animation; after the last one of a closed group the block is due.
  func leave() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    count -= 1
    if isClosed && count == 0 { TransactionStack.current.enqueue(block) }
  }

  /// Closes the group: no more animations will be added.
  ///
  /// - Returns: The block, if no animation is left.
  func close() -> (() -> Void)? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    isClosed = true
    return count == 0 ? block : nil
  }
}
