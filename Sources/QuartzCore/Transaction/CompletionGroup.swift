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

  /// One animation less; after the last one of a closed group the block is due.
  func leave() {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    count -= 1
    if isClosed && count == 0 { TransactionStack.current.enqueue(block) }
  }

  /// No more animations will come.
  ///
  /// - Returns: The block, if there is nothing to wait for.
  func close() -> (() -> Void)? {
    LayerLock.lock()
    defer { LayerLock.unlock() }
    isClosed = true
    return count == 0 ? block : nil
  }
}
