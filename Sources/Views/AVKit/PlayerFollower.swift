// Following a player: its time, its rate, its item and the end of that.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
import CoreMedia
import Foundation
import QuartzCore

/// Calls closures when a player changes.
///
/// The player belongs to the thread of the views. The calls end with the object.
@MainActor
final class PlayerFollower {
  /// Something that ends when it is let go of.
  private final class Subscription {
    private let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { end() }
  }

  let player: AVPlayer
  private let changed: () -> Void
  private let ended: () -> Void
  private var subscriptions: [Subscription] = []
  private var endOfItem: Subscription?

  /// The times at which the film's time is told, ten in a second of the film.
  private static let interval = CMTime(value: 1, timescale: 10)

  /// Begins to follow a player.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - changed: Called when its time, its rate, its item or the state of that is another.
  ///   - ended: Called when an item has played to its end.
  init(_ player: AVPlayer, changed: @escaping () -> Void, ended: @escaping () -> Void) {
    self.player = player
    self.changed = changed
    self.ended = ended
    let times = player.addPeriodicTimeObserver(forInterval: Self.interval, queue: nil) {
      [weak self] _ in onViewThread { self?.changed() }
    }
    subscriptions.append(Subscription { player.removeTimeObserver(times) })
    observe(\.rate)
    observe(\.status)
    observe(\.currentItem)
    itemChanged()
  }

  private func observe<Value>(_ keyPath: KeyPath<AVPlayer, Value>) {
    let observation = player.observe(keyPath) { [weak self] _, _ in
      onViewThread {
        self?.itemChanged()
        self?.changed()
      }
    }
    subscriptions.append(Subscription { observation.invalidate() })
  }

  private weak var item: AVPlayerItem?

  private func itemChanged() {
    guard item !== player.currentItem || endOfItem == nil else { return }
    item = player.currentItem
    endOfItem = nil
    guard let item else { return }
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerItem.didPlayToEndTimeNotification,
      object: item,
      queue: nil
    ) { [weak self] _ in onViewThread { self?.ended() } }
    endOfItem = Subscription { NotificationCenter.default.removeObserver(token) }
  }
}
