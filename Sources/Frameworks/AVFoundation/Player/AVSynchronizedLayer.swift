// Layers whose time is that of a film.
// Licensed under the MIT license; see LICENSE.

import CoreMedia
public import Foundation
import QuartzCore

/// A layer whose sublayers' time is that of an item: it pauses, runs and seeks with the film.
///
/// Animations of its sublayers begin at times of the film; `AVCoreAnimationBeginTimeAtZero` is its
/// beginning.
///
/// **Differences**: the item's player sets `beginTime`, `timeOffset` and `speed`, which are then
/// not the program's.
open class AVSynchronizedLayer: CALayer {
  /// A layer whose time is paused.
  public override init() {
    super.init()
    speed = 0
  }

  /// A layer with the time of an item.
  public convenience init(playerItem: AVPlayerItem) {
    self.init()
    // Observers of properties are not called within an initialiser of the class itself.
    adopt(playerItem)
  }

  /// A copy of a layer's values, for presentation layers.
  public override init(layer: Any) {
    super.init(layer: layer)
  }

  /// A layer of an archive, whose time is paused; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    speed = 0
  }

  /// The item; nil for a paused time.
  open var playerItem: AVPlayerItem? {
    didSet {
      guard playerItem !== oldValue else { return }
      oldValue?.endSynchronizing(self)
      if let playerItem { playerItem.synchronize(self) } else { speed = 0 }
    }
  }

  private func adopt(_ item: AVPlayerItem) { playerItem = item }

  /// Follows a film's clock.
  func follow(_ clock: PlayerClock) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    beginTime = clock.rate == 0 ? 0 : clock.host
    timeOffset = FilmBeginning.layerTime(at: clock.time.isNumeric ? clock.time.seconds : 0)
    speed = Float(clock.rate)
    CATransaction.commit()
  }
}
