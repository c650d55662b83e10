// Films that begin anew at their end.
// Licensed under the MIT license; see LICENSE.

public import CoreMedia
import Foundation

/// Plays an item of a queue again and again, without a gap.
///
///     let looper = AVPlayerLooper(player: queue, templateItem: item)
///     queue.play()
///
/// **Differences**: the item itself plays, not copies of it. Keep the looper: without it the film
/// ends with its next end.
open class AVPlayerLooper: NSObject {
  private weak var player: AVQueuePlayer?
  private let item: AVPlayerItem
  private let range: CMTimeRange
  /// How often the film has come to its end.
  open private(set) var loopCount = 0
  private var isDisabled = false

  /// Plays a range of an item again and again.
  ///
  /// - Parameters:
  ///   - player: The queue, whose items are replaced.
  ///   - itemToLoop: The item.
  ///   - loopRange: The part of it; invalid, the default, is all of it.
  public init(
    player: AVQueuePlayer,
    templateItem itemToLoop: AVPlayerItem,
    timeRange loopRange: CMTimeRange = .invalid
  ) {
    (self.player, item, range) = (player, itemToLoop, loopRange)
    super.init()
    if loopRange.isValid, !loopRange.isEmpty { item.forwardPlaybackEndTime = loopRange.end }
    player.removeAllItems()
    player.insert(item, after: nil)
    player.looper = self
    if start > .zero { item.seek(to: start) }
  }

  /// The moment with which each round begins.
  var start: CMTime { range.isValid && range.start.isNumeric ? range.start : .zero }

  /// Lets the film end with its next end.
  open func disableLooping() { isDisabled = true }

  /// Whether the item begins anew at an end.
  func continues(_ ended: AVPlayerItem) -> Bool {
    guard ended === item, !isDisabled else { return false }
    loopCount += 1
    return true
  }

  /// The class, with its module for a class of the program, and the address.
  open override var description: String { objectText }
}
