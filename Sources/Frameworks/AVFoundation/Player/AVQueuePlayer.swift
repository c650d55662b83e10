// Films one after the other.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// Plays items one after the other.
open class AVQueuePlayer: AVPlayer {
  private var waiting: [AVPlayerItem] = []

  /// A player of items in order.
  public init(items: [AVPlayerItem]) {
    super.init(playerItem: items.first)
    waiting = Array(items.dropFirst())
    actionAtItemEnd = .advance
  }

  /// A player without items.
  public override init() {
    super.init()
    actionAtItemEnd = .advance
  }

  /// A player of one item.
  public override init(playerItem item: AVPlayerItem?) {
    super.init(playerItem: item)
    actionAtItemEnd = .advance
  }

  /// The playing item and the waiting ones, in order.
  open func items() -> [AVPlayerItem] { (currentItem.map { [$0] } ?? []) + waiting }

  /// Plays the next item; without one, nothing.
  open func advanceToNextItem() {
    let next = waiting.isEmpty ? nil : waiting.removeFirst()
    replaceCurrentItem(with: next)
  }

  /// Whether an item may be put behind another one: it is not in the queue.
  open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    !items().contains { $0 === item }
      && (afterItem == nil || items().contains { $0 === afterItem })
  }

  /// Puts an item behind another one; nil is the end of the queue.
  open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else { return }
    guard currentItem != nil else { return replaceCurrentItem(with: item) }
    var place = waiting.count
    if afterItem === currentItem, afterItem != nil { place = 0 }
    if let found = waiting.firstIndex(where: { $0 === afterItem }) { place = found + 1 }
    waiting.insert(item, at: place)
  }

  /// Removes an item from the queue; if it is playing, the next one follows.
  open func remove(_ item: AVPlayerItem) {
    if item === currentItem { return advanceToNextItem() }
    waiting.removeAll { $0 === item }
  }

  /// Takes all items out of the queue.
  open func removeAllItems() {
    waiting.removeAll()
    replaceCurrentItem(with: nil)
  }

  /// The object that lets an item begin anew.
  weak var looper: AVPlayerLooper?

  override func itemEnded() {
    if let looper, let currentItem, looper.continues(currentItem) {
      restart(from: looper.start)
    } else {
      advanceToNextItem()
    }
  }
}
